"""The counts that tell words of cards that change nothing from others."""

from __future__ import annotations

import dead_words
import pytest

from fadenet import games
from fadenet.engine.kit import quantities
from fadenet.games import decks
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character, item

CARDS = (
    item("dead-heal", cost=0, do=[{"heal": 3, "of": "all players"}, {"gain_tp": 1}])
    + item(
        "late-armour",
        cost=0,
        targets="your characters",
        do=[{"mod": "damage taken", "n": -1, "on": "target"}, {"mod": "PLV", "n": 1, "on": "target"}],
    )
    + item("splinter", cost=0, do={"damage": 1, "to": "enemy characters"})
    + character("thick", plv=1, ability={"gives": {"damage taken": -2}})
    + character("hermit", plv=1, ability={"gives": {"PLV": 1}, "to": "ally characters"})
)


@pytest.fixture
def watched(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[Duel, dead_words.WordMeter]:
    """A match under rules of its own, and the meter that watches it."""
    for module in (quantities, values):
        monkeypatch.setattr(module, "changes", module.changes)
    d = Duel(f"# {request.node.name}\n{CARDS}")
    meter = dead_words.WordMeter(d.rules)
    meter(d.s, [])
    return d, meter


def word(d: Duel, meter: dead_words.WordMeter, slug: str, said: str) -> dead_words.MeteredWord:
    code = d.rules.code_of(slug)
    (found,) = [one for one in meter.words if one.ability.code == code and one.said == said]
    return found


def test_an_effect_that_comes_to_nothing_changed_nothing(watched: tuple[Duel, dead_words.WordMeter]) -> None:
    # Given two Players without damage, when an Item heals both and gives 1 TP, then only the latter changed.
    d, meter = watched
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "dead-heal"))
    heal, gain = word(d, meter, "dead-heal", "heal"), word(d, meter, "dead-heal", "gain_tp")
    assert (heal.runs, heal.changed, heal.aimed, heal.reached) == (1, 0, 2, 0)
    assert (gain.runs, gain.changed, gain.aimed, gain.reached) == (1, 1, 1, 1)


def test_what_reaches_some_is_told_from_what_reaches_all(watched: tuple[Duel, dead_words.WordMeter]) -> None:
    # Given two enemy Characters, one of which takes 2 less damage, when both get 1, then one of two changed.
    d, meter = watched
    d.character(1)
    d.character(1, "thick")
    d.quietly(0, "play", d.hand(0, "splinter"))
    splinter = word(d, meter, "splinter", "damage")
    assert (splinter.changed, splinter.aimed, splinter.reached) == (1, 2, 1)


def test_a_change_that_nothing_asks_for_is_told(watched: tuple[Duel, dead_words.WordMeter]) -> None:
    # Given a Character that gets +1 PLV and takes 1 less damage this turn, when it attacks, then its PLV was
    # asked for, and what it takes, at the end of the turn, never.
    d, meter = watched
    x, y = d.character(0), d.character(1)
    d.quietly(0, "play", d.hand(0, "late-armour"), x)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.end_turn()
    made = {one.asked: one.made for one in meter.words if one.ability.code == d.rules.code_of("late-armour")}
    assert made == {0: 1, 1: 1}


def test_a_continuous_effect_counts_where_it_is_asked_for(watched: tuple[Duel, dead_words.WordMeter]) -> None:
    # Given a Character that gives its allies +1 PLV and has none, when it attacks, then it gave nothing; with
    # an ally that attacks it did.
    d, meter = watched
    hermit, y = d.character(0, "hermit"), d.character(1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", hermit, y)
    given = word(d, meter, "hermit", "get +1 PLV")
    assert given.runs == 0
    x = d.character(0)
    d.quietly(0, "attack", x, y)
    assert given.changed > 0


def test_what_is_carried_out_elsewhere_is_not_counted(watched: tuple[Duel, dead_words.WordMeter]) -> None:
    # Given a copy of the match, as bots make them, when an Item is used there, then it has not been used.
    d, meter = watched
    d.s = d.s.clone()
    d.quietly(0, "play", d.hand(0, "dead-heal"))
    assert word(d, meter, "dead-heal", "gain_tp").runs == 0


def test_a_deck_gets_a_card_that_is_asked_about_as_often_as_it_may_hold_it() -> None:
    # Given a ready deck, then it holds four of a Skill, one of a Mythical card, and as many cards as before.
    rules = games.load("fade1")
    deck = decks.load_deck(rules, decks.packaged(rules)[0])
    for slug, copies in (("stolen-tempo", 4), ("amber-for-the-ages", 1)):
        code = rules.code_of(slug)
        made = dead_words.holding(rules, deck, code)
        assert made.lists[0].count(code) == copies and not rules.book.deck_faults(made.lists)
        assert [len(part) for part in made.lists] == [len(part) for part in deck.lists]
