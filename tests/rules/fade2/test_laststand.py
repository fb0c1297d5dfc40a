"""The Last Stand of the 40-card edition: cards out of the Hand, and when it counts (topic laststand)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("fish", "focus") + reaction(
    "rally",
    cost=0,
    targets={"pick": {"from": "your discard pile", "type": "Character"}},
    answers="reaction",
    do={"enter": "target", "to": "front"},
)


@pytest.mark.rule("fade2", "laststand.hand-cards")
def test_a_reaction_is_used_from_the_hand_by_who_has_no_character() -> None:
    # Given B without Characters and 2 TP, when B is attacked, then a Block from the Hand is paid and used.
    d = Duel(CARDS, edition="fade2")
    x, z = d.character(0), d.character(0)
    first, second = d.hand(1, "guard"), d.hand(1, "guard")
    d.go(0, COMBAT)
    d.tp(1, 2)
    d.play(0, "attack", x, d.body(1))
    d.quietly(1, "use", first, -1)
    assert (d.tp_of(1), d.count(d.body(1), "Damage"), d.lies(first)) == (1, 0, "discard")
    # With a Character in a Backup Zone another one is not.
    y = d.character(1, backup=True)
    d.on(y, "focus")
    d.play(0, "attack", z, y)
    assert d.asked() == [1] and d.refused(1, "use", second, -1) == "laststand.hand-cards"


@pytest.mark.rule("fade2", "laststand.checked")
@pytest.mark.parametrize("slug", ["strike", ""])
def test_what_is_in_the_chain_goes_on_when_the_last_stand_ends(slug: str) -> None:
    # Given A in The Last Stand with a Skill out of the Hand or A's own Normal Attack on the Chain.
    d = Duel(CARDS, edition="fade2")
    y, back = d.character(1), d.discard(0, "fish")
    skill, rally, focus = d.hand(0, slug or "plain"), d.hand(0, "rally"), d.on(y, "focus")
    d.go(0, COMBAT)
    d.play(0, *(("use", skill) if slug else ("attack", d.body(0))), y)
    d.tp(0, 5)
    d.play(1, "use", focus)
    # When A's Reaction brings a Character back in that Chain, then the Skill does what it says all the same;
    # the Normal Attack succeeds outside The Last Stand, for 1 TP.
    d.quietly(0, "use", rally, -2, back)
    assert d.lies(back) == "front"
    assert (d.count(y, "Damage"), d.tp_of(0)) == ((4, 5) if slug else (1, 6))
