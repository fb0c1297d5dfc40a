"""The cards that are played, attached and moved in the own steps of the 60-card edition (topics prep,
limit)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import AFTERMATH, COMBAT, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("right") + reaction("alarm", surprise={"on": "attacks", "of": "enemy fighters"}, do={"draw": 1})


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "prep.attach-characters-only")
def test_only_a_reaction_with_trigger_lies_beside_the_player() -> None:
    # Given a Player without Characters, then an ordinary Reaction is not put down, one with Trigger is.
    d = duel()
    plain, alarm = d.hand(0, "guard"), d.hand(0, "alarm")
    assert d.refused(0, "attach", plain, d.body(0)) == d.rule(reasons.ATTACH_OWN)
    assert d.move("place", plain, *d.beside()) not in d.options(0)
    d.play(0, "place", alarm, *d.beside())
    assert (d.s.host[alarm], d.s.face[alarm]) == (d.body(0), 0)
    # A Character in Reserve is given cards as any other.
    back = d.character(0, backup=True)
    d.go(0, PREPARATION)
    d.play(0, "attach", plain, back)
    assert d.s.host[plain] == back


@pytest.mark.rule("fade1", "prep.zones-commands", "prep.aftermath-same")
@pytest.mark.parametrize("slug", ["plain", "right"])
def test_zones_and_commands_are_played_before_and_after_the_combat_step(slug: str) -> None:
    # Given a Zone card, or a Command, then it is refused in the Combat Step and lies face-up in the others.
    d = duel()
    d.character(0, at="c1")
    for phase in (PREPARATION, AFTERMATH):
        card = d.hand(0, slug)
        there = "c2" if phase == PREPARATION else "c3"
        if phase == AFTERMATH:
            d.go(0, COMBAT)
            assert d.refused(0, "play", card, to(d, there)) == d.rule(reasons.OTHER_PHASE)
        d.go(0, phase)
        d.quietly(0, "play", card, to(d, there))
        assert d.s.face[card] == 1 and d.at(card) == there


@pytest.mark.rule("fade1", "prep.reserve-in")
def test_who_can_act_is_reserved_into_a_free_zone() -> None:
    # Given a ready Character, one that came this turn and a Paralyzed one, and another in Reserve Zone 2.
    d = duel()
    ready, fresh = d.character(0, at="c1"), d.character(0, at="c2", fresh=True)
    still, there = d.character(0, at="c3"), d.character(0, at="b2")
    d.counters(still, "Paralyze", 1)
    d.tp(0, 0)
    d.go(0, PREPARATION)
    # Then the ready one moves for nothing, not to where somebody stands, and the others are refused.
    assert d.refused(0, "move", ready, to(d, "b2")) == d.rule(reasons.NO_ROOM)
    d.play(0, "move", ready, to(d, "b1"))
    assert (d.at(ready), d.at(there), d.tp_of(0)) == ("b1", "b2", 0)
    for other in (fresh, still):
        assert not d.can(0, "move", other, to(d, "b3"))


@pytest.mark.rule("fade1", "prep.aftermath-rearrange", "prep.aftermath-rearrange-limits")
def test_cards_and_characters_are_rearranged_in_the_aftermath_step() -> None:
    # Given an Augment on X, when it is moved to Y, then Y has what it gives and X no longer.
    d = duel()
    x, y = d.character(0, at="c1"), d.character(0, at="c2")
    edge = d.on(x, "edge", face=1)
    d.go(0, AFTERMATH)
    d.play(0, "reattach", edge, y)
    assert (d.plv(x), d.plv(y)) == (3, 5)
    # When Y moves to another Character Zone, then it stands there; X, who stands there, takes its old one.
    d.play(0, "move", y, to(d, "c4"))
    assert d.at(y) == "c4"
    d.play(0, "move", y, to(d, "c1"))
    assert (d.at(y), d.at(x)) == ("c1", "c4")
    # A Character stays in its row.
    assert not d.can(0, "move", y, to(d, "b1"))


@pytest.mark.rule("fade1", "limit.equip-five")
@pytest.mark.parametrize("newest", [True, False])
def test_of_six_attached_cards_any_one_goes(newest: bool) -> None:
    # Given 4 cards on a Character, face-down and face-up, then a fifth is simply added.
    d = duel()
    x = d.character(0)
    there = [d.on(x, "strike"), d.on(x, "strike"), d.on(x, "edge", 1), d.on(x, "edge", 1)]
    fifth, sixth = d.hand(0, "guard"), d.hand(0, "guard")
    d.go(0, PREPARATION)
    d.play(0, "attach", fifth, x)
    assert len(d.s.kids[x]) == 5
    # When a sixth is attached, then any one of the six is discarded, the new one as well.
    d.play(0, "attach", sixth, x)
    assert d.until(PICK) == 0
    assert set(kernel.candidates(d.s, d.s.asks[0], d.dealer.known[0])) == {*there, fifth, sixth}
    gone = sixth if newest else there[0]
    d.quietly(0, "pick", gone)
    assert d.lies(gone) == "discard" and len(d.s.kids[x]) == 5


@pytest.mark.rule("fade1", "limit.no-tp-maximum")
def test_there_is_no_limit_to_tp() -> None:
    # Given a Player with 38 TP, when the Starting Phase gives 5, then there are 43.
    d = duel()
    d.tp(1, 38)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 43
