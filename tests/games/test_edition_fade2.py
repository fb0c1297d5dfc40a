"""The 40-card edition: its file and its book go together."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT
from tests.builders.editions import differing
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import cards

CARDS = cards("flurry", "veto")


@pytest.mark.parametrize(
    ("format", "sides"), [("duel", (0, 1)), ("free-for-all", (0, 1, 2, 3)), ("teams", (0, 1, 0, 1))]
)
def test_the_edition_plays_in_every_format_of_its_book(format: str, sides: tuple[int, ...]) -> None:
    # Given its file and its book, when its rules are made, then all reasons are rules of the book.
    rules = rules_with(CARDS, format, edition="fade2")
    assert rules.sides == sides and rules.title.startswith("F.A.D.E.")
    assert all(rules.book.sentence(rule) for rule in rules.cites.values())


def test_a_match_of_it_is_played_in_its_words() -> None:
    # Given a Character who attacks another in the Combat Step of the 40-card edition.
    d = Duel(CARDS, edition="fade2")
    x, y = d.character(0), d.character(1)
    assert (d.at(x), d.hp(d.body(0)), d.rules.figures.tp_max) == ("c1", 50, 30)
    d.go(0, COMBAT)
    # When it does so twice, then its own book refuses the second.
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 7
    assert d.refused(0, "attack", x, y) == d.rule(reasons.NORMAL_ONCE) == "attack.normal-limit"


@pytest.mark.parametrize("word", ['{ orbital = "target" }', "{ sneeze = 1 }", "{}"])
def test_what_is_no_effect_of_the_edition_is_named(word: str) -> None:
    # Given a card with an effect of a keyword that the edition has not, or of none, then the error names it.
    card = f'[card.odd]\nname = "Odd"\ntypes = ["Skill"]\nrank = "Normal"\ndo = [{word}]\n'
    with pytest.raises(LoadError, match="effect") as fault:
        rules_with(card, edition="fade2")
    assert (fault.value.file, fault.value.card, fault.value.key) == ("test", "odd", "do 1")


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        (('in_person = "last-stand"', 'in_person = "always"'), 'in-person = "attack.player"\n'),
        (('judged = "play"', 'judged = "resolution"'), 'withstands = "defend.true-check"\n'),
    ],
)
def test_a_reason_that_an_edition_cannot_have_may_be_left_out(word: tuple[str, str], reason: str) -> None:
    # Given a file without the reason, then it is missing, but for an edition in which it cannot arise.
    with pytest.raises(LoadError, match="missing"):
        differing("", (reason, ""))
    assert differing("", word, (reason, "")).s.turn == 1


REACTION = cards("hunch")


@pytest.mark.parametrize("starts", [True, False])
def test_a_reaction_that_answers_nothing_may_start_a_chain_or_not(starts: bool) -> None:
    # Given a Reaction without `answers`, used in the own Combat Phase, then the edition's word decides.
    said = "start" if starts else "answer"
    words = ('in_person = "last-stand"', f'in_person = "last-stand"\nreactions = "{said}"')
    d = differing(REACTION, words)
    x = d.character(0)
    hunch = d.on(x, "hunch")
    d.go(0, COMBAT)
    if starts:
        d.play(0, "use", hunch)
        assert d.lies(hunch) == "discard"
    else:
        assert d.refused(0, "use", hunch) == "link.reaction-start"
    # As an answer it is used either way.
    e = differing(REACTION, words)
    a, b = e.character(0), e.character(1)
    hunch = e.on(b, "hunch")
    e.go(0, COMBAT)
    e.play(0, "attack", a, b)
    e.play(1, "use", hunch)
    assert e.lies(hunch) == "discard" and len(e.happened("linked")) == 2
