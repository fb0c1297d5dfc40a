"""Things that wait while a Chain runs, and what needs none, in the older editions (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import AFTERMATH, COMBAT, KEY_TO, PREPARATION, S_COST, STARTING
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item

CARDS = (
    cards("avert", "focus", "vengeful", "veteran-soldier", "veto")
    + cards("right")
    + item("snuff", cost=1, targets="enemy characters", do={"destroy": "target"})
)


@cited(("chain.other-plays", "chain.plays-outside"))
def test_what_makes_no_chain_is_not_done_while_one_runs(edition: str) -> None:
    # Given A's Item on the Chain, and all that A could do in the Preparation Step without a Chain.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, at="c1"), d.character(0, at="c2")
    d.on(x, "focus")
    page, elder = d.fighter(0, "squire"), d.fighter(0, "veteran-soldier")
    skill, ground, right = d.hand(0, "strike"), d.hand(0, "plain"), d.hand(0, "right")
    moves: list[tuple[object, ...]] = [
        ("play", page, to(d, "c3")),
        ("play", elder, (KEY_TO, d.cell("c2")), y),
        ("play", ground, to(d, "c1")),
        ("play", right, to(d, "c3")),
        ("attach", skill, x),
        ("move", y, *d.across(y)),
    ]
    assert all(d.can(0, str(verb), *rest) for verb, *rest in moves)
    d.play(0, "play", d.hand(0, "ration"))
    # When A is asked for a link, then none of that is done; when the Chain is over, then all of it may be.
    d.until_asked(0)
    for verb, *rest in moves:
        assert d.refused(0, str(verb), *rest) == d.rule(reasons.CHAIN_RUNNING)
    d.pass_all()
    assert all(d.can(0, str(verb), *rest) for verb, *rest in moves)
    # When a Character is played, then nobody is asked.
    d.on(d.character(1), "focus")
    d.play(0, "play", page, to(d, "c3"))
    assert d.at(page) == "c3" and d.asked() == [0] and not d.s.chain


@cited(("chain.automatic", "chain.keyword-effects"))
def test_poison_asks_nobody_and_the_vengeance_that_it_brings_does(edition: str) -> None:
    # Given B's Character with 1 HP and 1 Poison Counter, its ally with Vengeance, and Reactions of both.
    d = Duel(CARDS, edition=edition)
    x = d.character(1)
    d.character(1, "vengeful")
    d.leave(x, 1)
    d.counters(x, "Poison", 1)
    for h in (d.character(0), d.character(1)):
        d.on(h, "focus")
    d.go(0, AFTERMATH)
    d.play(0, "end")
    # When B's Starting Phase has put the Damage Counter on it, then it falls before anybody is asked.
    while not (d.s.active == 1 and d.s.phase == STARTING):
        d.step()
    assert d.lies(x) == "discard"
    # Then Vengeance has a Chain, which can be answered.
    assert d.links() == ["Vengeful"] and d.asked() == [0]


@pytest.mark.rule("fade2", "chain.waiting-items")
def test_an_item_is_over_before_the_next_player_is_asked_for_one() -> None:
    # Given A's Character, the only one there, and Items that destroy one in the Hands of B and C.
    d = Duel(CARDS, seats=3, edition="fade2")
    x = d.character(0)
    first, second = d.hand(1, "snuff"), d.hand(2, "snuff")
    # When A's Item is over, then B is asked first.
    d.play(0, "play", d.hand(0, "ration"))
    d.pass_chain()
    assert d.asked() == [1]
    # When B has used the Item, then C is asked after it, and keeps the card and the TP.
    d.play(1, "play", first, x)
    d.pass_chain()
    assert d.lies(x) == "discard" and d.asked() == [2]
    assert d.refused(2, "play", second, x)
    d.pass_all()
    assert d.lies(second) == "hand" and d.tp_of(2) == 10 and d.s.phase == PREPARATION


@cited(("chain.fizzle", "link.right-object"))
@pytest.mark.parametrize("by", ["veto", "avert"])
def test_what_was_stopped_already_is_not_negated_again(by: str, edition: str) -> None:
    # Given A's attack, B's Negate and C's Negate or Prevent of the same attack.
    d = Duel(CARDS, seats=3, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(2)
    first, second = d.on(y, "veto"), d.on(z, by)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", first, -1)
    d.until_asked(2)
    d.quietly(2, "use", second, -1)
    # When C's has resolved, then B's does nothing, is used up and stays paid.
    assert d.hp(y) == 10 and [d.lies(h) for h in (first, second)] == ["discard", "discard"]
    assert [row[ROW_CARD] for row in d.happened("negated")] == [second] * (by == "veto")
    assert len(d.happened("link-stopped")) == 1
    assert d.tp_of(1) == 10 - d.rules.by_slug["veto"].stats[S_COST]
