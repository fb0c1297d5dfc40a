"""How many Characters a player of Terrene may control: the topic `supply`."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE, V_PICK
from fadenet.engine.state import PICK
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, green, item

CARDS = (
    cards("charm")
    + item("smoke", ability=green(targets="all characters", do={"turn_down": "target"}))
    + item("snap", ability=blue(targets={}, do={"damage": 10}))
    + item("swell", ability=green(targets="all characters", do={"mod": "SP", "n": 1, "on": "target"}))
)


def table(*slugs: str, edition: bool = False) -> tuple[Terrene, list[int]]:
    """Seat 0 has recruited Characters, seat 1 one."""
    g = Terrene(CARDS, edition=edition)
    there = [g.character(0, slug) for slug in slugs]
    g.character(1, "grunt")
    return g, there


@pytest.mark.rule("terrene", "supply.limit")
def test_four_supply_at_most() -> None:
    """given SP 2 and SP 2, then nobody else may be hidden or recruited; Items and Terrains do not matter."""
    g, (a, _) = table("titan", "titan")
    more, item, place = g.hand(0, "grunt"), g.hand(0, "stone"), g.hand(0, "harbour")
    assert g.used(0) == 4 and g.used(1) == 1
    assert g.refused(0, "hide", more) == "supply.limit"
    assert g.refused(0, "recruit", more) == "supply.recruit-full"
    g.quietly(0, "assign", item, a)
    g.quietly(0, "terrain", place)
    assert g.held(a) == [item] and g.names(0, t.TERRAINS)[-1] == "Harbour" and g.used(0) == 4


@pytest.mark.rule("terrene", "supply.limit")
def test_each_player_has_a_limit_of_its_own() -> None:
    """given all of one player's Supply used, then the other one's is as it was."""
    g, _ = table("titan", "titan")
    g.next_turn(1)
    for slug in ("grunt", "thief", "mage"):
        g.quietly(1, "hide", g.hand(1, slug))
    assert (g.used(0), g.used(1)) == (4, 4)
    assert g.refused(1, "hide", g.hand(1, "grunt")) == "supply.limit"


@pytest.mark.rule("terrene", "supply.hidden-one")
def test_a_hidden_character_takes_one() -> None:
    """given 1 free SP and an SP 3 Character, when it is hidden, then that takes 1."""
    g, _ = table("titan", "grunt")
    giant = g.hand(0, "giant")
    assert g.used(0) == 3 and g.refused(0, "recruit", giant) == "supply.recruit-full"
    g.quietly(0, "hide", giant)
    assert giant in g.zone(0, t.PARTY) and not g.s.face[giant] and g.used(0) == 4


@pytest.mark.rule("terrene", "supply.recruit-full")
def test_recruiting_needs_all_of_the_printed_sp() -> None:
    """given a hidden SP 3 and two of SP 1, then it cannot be recruited before one of these is dismissed."""
    g, (a, _) = table("grunt", "thief")
    giant = g.character(0, "giant", hidden=True)
    assert g.used(0) == 3 and g.refused(0, "recruit", giant) == "supply.recruit-full"
    g.quietly(0, "dismiss", a)
    g.quietly(0, "recruit", giant)
    assert g.s.face[giant] and g.used(0) == 4 and g.actions_of(0) == 3


@pytest.mark.rule("terrene", "supply.recruit-full")
def test_from_the_hand_the_whole_sp_must_be_free() -> None:
    """given 2 used, then SP 3 from the hand is refused and SP 2 accepted, to the last point."""
    g, _ = table("grunt", "thief")
    assert g.refused(0, "recruit", g.hand(0, "giant")) == "supply.recruit-full"
    g.quietly(0, "recruit", g.hand(0, "titan"))
    assert g.used(0) == 4


@pytest.mark.rule("terrene", "supply.freed")
def test_supply_is_free_as_soon_as_a_character_leaves() -> None:
    """given 4 used and an SP 2 Character defeated in the opponent's turn, then 2 are free in the own one."""
    g, (a, _) = table("titan", "titan")
    foe = g.character(1, "giant")
    g.counters(a, "Damage", 35)
    g.end_turn()
    g.fight(foe, a)
    assert g.where(a) == "Discard Pile" and g.used(0) == 2
    g.end_turn()
    for slug in ("grunt", "mage"):
        g.quietly(0, "hide", g.hand(0, slug))
    assert g.used(0) == 4 and g.refused(0, "hide", g.hand(0, "thief")) == "supply.limit"


@pytest.mark.rule("terrene", "supply.for-zero")
def test_a_character_for_no_supply_enters_a_full_party() -> None:
    """given 4 of 4 used by Jin's recruiting, when he brings a Scout, then it enters and 4 are used."""
    g, _ = table("titan", "grunt", edition=True)
    jin, scout = g.hand(0, "jin-the-ambitious"), g.hand(0, "scout")
    g.play(0, "recruit", jin)
    while g.asked_kind() != PICK:
        (seat,) = g.asked()
        g.yes(seat) if kernel.YES_MOVE in g.options(seat) else g.pass_(seat)
    g.pick(0, scout)
    g.pass_all()
    assert g.s.face[scout] and g.where(scout) == "Party" and g.used(0) == 4
    g.next_turn(0)
    assert g.used(0) == 4 and g.s.face[scout]


@pytest.mark.rule("terrene", "supply.for-zero")
def test_turned_face_down_it_takes_supply_again() -> None:
    """given a Scout for no Supply, when it is turned down, then it takes 1, and to be recruited its SP."""
    g, (a, _) = table("titan", "grunt")
    free = g.character(0, "thief")
    g.counters(free, "Free", 1)
    assert g.used(0) == 3
    g.quietly(0, "use", g.hold(a, "smoke"), free)
    assert not g.s.face[free] and g.used(0) == 4
    g.quietly(0, "recruit", free)
    assert g.s.face[free] and g.used(0) == 4 and not g.count(free, "Free")


@pytest.mark.rule("terrene", "supply.for-zero")
def test_turned_face_down_in_a_full_party_somebody_has_to_go() -> None:
    """given 4 used and one for nothing, when that one is turned down, then 5 are used and one must leave."""
    g, (a, _) = table("titan", "titan")
    free = g.character(0, "thief")
    g.counters(free, "Free", 1)
    g.play(0, "use", g.hold(a, "smoke"), free)
    while g.asked_kind() != PICK:
        g.step()
    assert g.used(0) == 5
    g.pick(0, free)
    assert g.where(free) == "Discard Pile" and g.used(0) == 4


def over_limit() -> tuple[Terrene, list[int], int]:
    """Seat 0 uses 4 and has just taken an SP 2 Character: the table, seat 0's own, the one that was taken."""
    g, own = table("titan", "grunt", "thief")
    taken = g.character(1, "titan")
    g.counters(own[1], "Damage", 10)
    g.play(0, "use", g.hold(own[2], "charm"), taken)
    while g.s.chain:
        g.step()
    assert g.used(0) == 6
    return g, own, taken


@pytest.mark.rule("terrene", "supply.over-limit")
def test_who_uses_too_much_must_dismiss() -> None:
    """given 6 used after a theft, then Characters of at least 2 SP must be dismissed, at the usual price."""
    g, (titan, grunt, thief), taken = over_limit()
    assert g.asked() == [0] and g.asked_kind() == PICK
    assert g.options(0) == [(V_PICK, h) for h in (titan, grunt, thief, taken)]
    g.pick(0, grunt)
    assert g.where(grunt) == "Discard Pile" and g.hp_of(0) == 40 and g.used(0) == 5
    assert g.asked() == [0] and g.asked_kind() == PICK
    g.pick(0, thief)
    assert g.where(thief) == "Discard Pile" and g.hp_of(0) == 40 and g.used(0) == 4
    assert g.asked() == [0] and g.can(0, "end")
    assert g.zone(0, t.PARTY) == [titan, taken]


@pytest.mark.rule("terrene", "supply.over-limit")
def test_one_that_is_large_enough_is_enough() -> None:
    """given 6 used, when an SP 2 Character is dismissed, then play goes on; it may be the one just taken."""
    g, _, taken = over_limit()
    g.pick(0, taken)
    assert g.zone(1, t.DISCARD)[-1] == taken and g.used(0) == 4 and g.hp_of(0) == 50
    assert g.asked() == [0] and g.can(0, "end")


@pytest.mark.rule("terrene", "supply.over-limit")
def test_nothing_comes_before_it_and_nobody_answers() -> None:
    """given 6 used, when one passes, ends, hides or dismisses as an Action, or the other answers, then no."""
    g, (titan, _, _), _ = over_limit()
    foe = g.zone(1, t.PARTY)[0]
    snap, more = g.hold(foe, "snap"), g.hand(0, "guard")
    for move in (PASS_MOVE, (t.V_END,), (t.V_HIDE, more), (t.V_DISMISS, titan)):
        reason = kernel.check(g.s, 0, move)
        assert reason is not None and reason.rule == "action.when"
    assert g.refused(1, "use", snap, titan) == "response.active-first"
    g.pick(0, titan)
    assert not g.s.chain and g.asked() == [0] and g.damage(foe) == 0


@pytest.mark.rule("terrene", "supply.over-limit")
def test_a_risen_sp_is_over_the_limit_as_well() -> None:
    """given 4 used and +1 SP for a Character by an effect, then one has to go before the next Action."""
    g, (a, b) = table("titan", "titan")
    g.play(0, "use", g.hold(a, "swell"), b)
    while g.asked_kind() != PICK:
        g.step()
    assert g.used(0) == 5
    g.pick(0, a)
    assert g.used(0) == 3 and g.can(0, "end")


@pytest.mark.rule("terrene", "supply.over-limit")
def test_whom_a_card_keeps_from_being_dismissed_stays() -> None:
    """given 6 used and Characters that cannot be dismissed, then only the others may go."""
    g, own = table("titan", "grunt", "thief")
    taken, charm = g.character(1, "titan"), g.hold(own[2], "charm")
    for h in own[:2]:
        g.give(h, "Steadfast")
    g.play(0, "use", charm, taken)
    while g.s.chain:
        g.step()
    assert g.options(0) == [(V_PICK, own[2]), (V_PICK, taken)]
    g.pick(0, taken)
    assert g.used(0) == 4 and g.can(0, "end")


@pytest.mark.rule("terrene", "supply.over-limit")
def test_nobody_is_asked_where_nobody_can_be_dismissed() -> None:
    """given 6 used and nobody who can be dismissed, then play goes on, until somebody can."""
    g, own = table("titan", "grunt", "thief")
    taken, charm = g.character(1, "titan"), g.hold(own[2], "charm")
    for h in (*own, taken):
        g.give(h, "Steadfast", until=t.U_TURN)
    g.quietly(0, "use", charm, taken)
    assert g.used(0) == 6 and g.can(0, "end") and g.refused(0, "dismiss", taken) == "status.gained-abilities"
    g.end(0)
    assert g.asked() == [0] and g.asked_kind() == PICK and len(g.options(0)) == 4
    g.pick(0, taken)
    assert g.used(0) == 4 and g.s.turn == 6
