"""Three and four seats: who falls or leaves in the middle of something, and what goes on."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.state import ROW_CARD
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards

CARDS = cards(
    *("club", "heavy-club", "dagger"),
    *("snare", "bell", "guard", "squire"),
    *("bolt", "ember", "wave", "spark", "flame"),
)


def melee(seats: int = 3, turn: int = 5, first: int = 0) -> Prelude:
    """A Melee of Humans; A is a Mage of Green and Red, everybody else a Soldier."""
    ranks = ["green-magic-1"] + ["soldier-1"] * (seats - 1)
    g = Prelude(*["human"] * seats, cards=CARDS, turn=turn, first=first, ranks=ranks)
    g.ranks(0, "red-magic-1", more=True)
    return g


def truce(g: Prelude, a: int, b: int, turn: int = 9) -> None:
    """A truce that was agreed on before the game."""
    atoms.mark(g.s, t.P_GAME, t.MK_TRUCE, a << 4 | b, turn)
    g.quiet()


# Out in the middle of something.


@pytest.mark.rule("prelude", "format.melee-out", "keyword.alert")
def test_who_is_killed_in_its_own_window_deals_nothing() -> None:
    """given A attacks B, when C's Alert kills A in the window, then B is unhurt and B responds next."""
    g = melee()
    club, dagger = g.equipped(0, "club"), g.equipped(2, "dagger")
    g.life(g.body(0), 3)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 2
    before = g.size(2, t.HAND)
    g.quietly(2, "alert", dagger, g.body(0))
    assert (g.s.out, g.lost(1), g.s.active, g.s.turn) == ((0,), 0, 1, 5)
    assert g.size(2, t.HAND) == before + 2


@pytest.mark.rule("prelude", "format.melee-out", "suspend.target-gone")
def test_an_attack_on_who_is_killed_in_the_window_comes_to_nothing() -> None:
    """given A attacks C, when B's Alert kills C in the window, then B has the spoils and A plays on."""
    g = melee()
    club, dagger = g.equipped(0, "club"), g.equipped(1, "dagger")
    g.life(g.body(2), 3)
    g.play(0, "attack", club, g.body(2))
    assert g.until(t.W_IMMEDIATE) == 1
    mine, theirs = g.size(0, t.HAND), g.size(1, t.HAND)
    g.quietly(1, "alert", dagger, g.body(2))
    assert (g.s.out, g.s.active, g.asked()) == ((2,), 0, [0])
    assert (g.size(0, t.HAND), g.size(1, t.HAND), g.free(g.body(0))) == (mine, theirs + 2, 2)


@pytest.mark.rule("prelude", "win.leave", "timing.immediate-window")
def test_who_leaves_in_the_window_is_passed_over() -> None:
    """given A attacks C, when B leaves while asked, then C is asked next and the attack goes on."""
    g = melee()
    g.ranks(2, "green-magic-1", more=True)
    club = g.equipped(0, "club")
    g.hand(1, "spark"), g.hand(2, "spark")
    g.play(0, "attack", club, g.body(2))
    assert g.until(t.W_IMMEDIATE) == 1
    g.leaves(1)
    assert (g.window(), g.asked()) == (t.W_IMMEDIATE, [2])
    g.pass_all()
    assert (g.lost(2), g.s.active, g.s.out) == (5, 0, (1,))


@pytest.mark.rule("prelude", "win.leave", "defend.guard")
def test_who_leaves_while_asked_to_guard_is_hit_no_more() -> None:
    """given A attacks B, when B leaves instead of guarding, then A goes on without spoils."""
    g = melee()
    g.minion(1, "squire", 1)
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_GUARD) == 1
    before = g.size(0, t.HAND)
    g.leaves(1)
    g.pass_all()
    assert (g.s.out, g.asked(), g.size(0, t.HAND), g.size(1, t.MINIONS)) == ((1,), [0], before, 0)


@pytest.mark.rule("prelude", "win.leave", "attack.sequence")
def test_when_the_attacker_leaves_during_the_defence_nothing_is_dealt() -> None:
    """given A attacks C, when A leaves while C is asked to defend, then C is unhurt and B responds."""
    g = melee()
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    assert g.until(t.W_DEFENCE) == 2
    g.leaves(0)
    g.pass_all()
    assert (g.lost(2), g.s.active, g.asked(), g.s.out) == (0, 1, [1], (0,))


@pytest.mark.rule("prelude", "win.leave", "defend.evade")
def test_a_third_who_leaves_during_a_defence_changes_nothing() -> None:
    """given A attacks C, when B leaves while C defends, then C may still evade and takes 4."""
    g = melee()
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    assert g.until(t.W_DEFENCE) == 2
    g.leaves(1)
    assert g.window() == t.W_DEFENCE and g.asked() == [2]
    g.quietly(2, "evade")
    assert (g.lost(2), g.s.active) == (4, 0)


@pytest.mark.rule("prelude", "win.leave", "limit.hand")
def test_who_leaves_while_discarding_lets_the_next_respond() -> None:
    """given A with 9 cards in the close, when A leaves while asked to discard, then B responds."""
    g = melee()
    for _ in range(9):
        g.hand(0, "club")
    g.end(0)
    while g.asked() == [] or (g.s.phase != t.CLOSING):
        g.step()
    assert g.asked() == [0]
    g.leaves(0)
    g.pass_all()
    assert (g.s.active, g.asked(), g.s.out) == (1, [1], (0,))


@pytest.mark.rule("prelude", "win.leave", "value.magic")
def test_who_leaves_while_choosing_a_reserve_lets_the_next_respond() -> None:
    """given A chooses where Magic goes, when A leaves, then B responds."""
    g = melee()
    g.play(0, "value", g.hand(0, "well-of-magic"))
    assert g.asked() == [0] and {move[0] for move in g.options(0)} == {kernel.V_PICK}
    g.leaves(0)
    g.pass_all()
    assert (g.s.active, g.asked(), g.s.out) == (1, [1], (0,))


@pytest.mark.rule("prelude", "win.leave", "defend.evade")
def test_who_leaves_before_its_defence_is_not_asked_for_it() -> None:
    """given A's spell on B, C and its minion, when C leaves while B is asked, then none of C is asked."""
    g = melee()
    g.minion(2, "guard", actions=1)
    g.play(0, "cast", g.hand(0, "wave"))
    assert g.until(t.W_DEFENCE) == 1
    g.leaves(2)
    g.play(1, "evade")
    assert t.W_DEFENCE not in [window for _, window in g.windows()]
    assert (g.lost(1), g.s.out, g.asked()) == (2, (2,), [0])


@pytest.mark.rule("prelude", "win.leave", "spell.energy")
def test_who_leaves_while_paying_an_energy_lets_the_next_respond() -> None:
    """given A chooses what pays for an energy, when A leaves, then B responds."""
    g = melee()
    g.play(0, "cast", g.hand(0, "flame"))
    assert len(g.options(0)) == 2
    g.leaves(0)
    g.pass_all()
    assert (g.s.active, g.asked(), g.s.out) == (1, [1], (0,))


@pytest.mark.rule("prelude", "win.leave", "value.magic")
def test_another_who_leaves_takes_no_choice_of_a_reserve_away() -> None:
    """given A chooses where Magic goes, when C leaves, then A still chooses and gains it."""
    g = melee()
    (red,) = g.zone(0, t.LINE_B)
    g.play(0, "value", g.hand(0, "well-of-magic"))
    g.leaves(2)
    assert g.asked() == [0]
    g.answer(0, (kernel.V_PICK, red))
    assert g.s.num[t.RESERVE][red] == 10 and g.s.active == 0


@pytest.mark.rule("prelude", "win.leave", "item.trap-springs")
def test_who_leaves_with_a_trap_about_to_spring_takes_it_along() -> None:
    """given A attacks B with a Snare, when B leaves instead of turning it up, then A is unhurt."""
    g = melee()
    g.trap(1, "snare")
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_SPRING) == 1
    g.leaves(1)
    g.pass_all()
    assert (g.lost(0), g.asked(), g.s.out, g.happened("springs")) == (0, [0], (1,), [])


@pytest.mark.rule("prelude", "win.leave", "item.trap-springs")
def test_a_trap_whose_condition_was_met_springs_after_the_attacker_left() -> None:
    """given A attacks B with a Snare, when A leaves before it is turned up, then it is spent on nobody."""
    g = melee()
    snare, club = g.trap(1, "snare"), g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_SPRING) == 1
    g.leaves(0)
    g.pass_all()
    assert (g.s.active, g.asked(), g.lost(1), g.lost(2)) == (1, [1], 0, 0)
    assert (g.where(snare), len(g.happened("springs"))) == ("Cemetery", 1)


@pytest.mark.rule("prelude", "element.explosion", "format.melee-spoils")
def test_a_blast_that_kills_its_target_alone_gives_the_caster_the_spoils() -> None:
    """given a blast of 2 that kills B, then A, who lives, draws 2 and plays on."""
    g = melee()
    g.cast(0, "bolt", g.body(1))
    g.life(g.body(1), 5)
    ember = g.hand(0, "ember")
    before = g.size(0, t.HAND) - 1
    g.quietly(0, "cast", ember, g.body(1))
    assert (g.s.out, g.lost(0), g.size(0, t.HAND) - before, g.s.active) == ((1,), 2, 2, 0)


@pytest.mark.rule("prelude", "element.explosion", "format.melee-out")
def test_a_caster_killed_by_its_own_blast_leaves_the_target_hurt_and_nobody_the_spoils() -> None:
    """given A with 2 life, when its blast kills it, then B has taken it all too, and C has drawn nothing."""
    g = melee()
    g.cast(0, "bolt", g.body(1))
    g.life(g.body(0), 2)
    before = g.size(1, t.HAND), g.size(2, t.HAND)
    g.cast(0, "ember", g.body(1))
    assert (g.s.out, g.lost(1), g.s.active) == ((0,), 4 + 3 + 2, 1)
    assert (g.size(1, t.HAND), g.size(2, t.HAND)) == (before[0] + 2, before[1])


# Two at once, spoils.


@pytest.mark.rule("prelude", "timing.checks", "format.melee-spoils")
def test_a_blast_that_kills_both_gives_no_spoils_and_b_responds() -> None:
    """given a blast that kills A and C, then both are out at once, nobody draws, and B goes on with D."""
    g = melee(4)
    g.cast(0, "bolt", g.body(2))
    g.life(g.body(0), 2)
    g.life(g.body(2), 5)
    before = [g.size(seat, t.HAND) for seat in (1, 3)]
    g.cast(0, "ember", g.body(2))
    assert (sorted(g.s.out), g.s.active) == ([0, 2], 1) and not g.s.over
    # B has drawn for its own Response and nothing else
    assert [g.size(seat, t.HAND) for seat in (1, 3)] == [before[0] + 2, before[1]]


@pytest.mark.rule("prelude", "win.draw", "format.melee-out")
def test_the_last_two_of_three_draw_and_the_first_out_has_lost() -> None:
    """given C is out, when a blast kills A and B, then they draw and C has lost."""
    g = melee()
    g.leaves(2)
    g.cast(0, "bolt", g.body(1))
    g.life(g.body(0), 2)
    g.life(g.body(1), 5)
    g.cast(0, "ember", g.body(1))
    assert g.s.over == ((1, 1, 2), "win.draw")


@pytest.mark.rule("prelude", "timing.checks", "format.melee-spoils")
def test_one_spell_that_kills_two_draws_for_each() -> None:
    """given a spell that kills B and C of four, then A draws 4 and goes on against D."""
    g = melee(4)
    g.life(g.body(1), 3)
    g.life(g.body(2), 3)
    before = g.size(0, t.HAND)
    g.cast(0, "wave")
    assert (sorted(g.s.out), g.size(0, t.HAND) - before, g.lost(3)) == ([1, 2], 4, 3)
    g.next()
    assert g.s.active == 3


@pytest.mark.rule("prelude", "format.melee-spoils", "limit.empty-chest")
@pytest.mark.parametrize("there", [0, 1])
def test_spoils_from_an_empty_chest_cost_no_life(there: int) -> None:
    """given A's chest holds 0 or 1 cards, when A kills C, then it draws what is there and loses no life."""
    g = melee()
    g.chest(0, there)
    g.life(g.body(2), 5)
    club = g.equipped(0, "club")
    before = g.size(0, t.HAND)
    g.quietly(0, "attack", club, g.body(2))
    assert (g.s.out, g.size(0, t.HAND) - before, g.lost(0)) == ((2,), there, 0)


@pytest.mark.rule("prelude", "format.melee-spoils", "limit.empty-chest")
def test_time_takes_the_kill_from_who_struck_before() -> None:
    """given A leaves B 3 life and B's chest empty, when time kills B, then A draws no spoils."""
    g = melee()
    club = g.equipped(0, "club")
    g.life(g.body(1), 8)
    g.quietly(0, "attack", club, g.body(1))
    g.chest(1, 0)
    before = g.size(0, t.HAND)
    g.next()
    assert (g.s.out, g.s.active, g.size(0, t.HAND)) == ((1,), 2, before)


@pytest.mark.rule("prelude", "format.melee-spoils", "defend.guard")
def test_the_death_of_a_guard_gives_no_spoils() -> None:
    """given A's attack kills a guarding minion, then A draws nothing."""
    g = melee()
    squire, club = g.minion(1, "squire", 1), g.equipped(0, "club")
    before = g.size(0, t.HAND)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", squire)
    g.pass_all()
    assert (g.where(squire), g.size(0, t.HAND), g.lost(1)) == ("Cemetery", before, 0)


@pytest.mark.rule("prelude", "format.melee-spoils", "item.trap-springs")
def test_a_trap_that_kills_the_attacker_gives_its_owner_the_spoils() -> None:
    """given B's Snare kills A, then B draws 2 besides the 2 of its own Response."""
    g = melee()
    snare, club = g.trap(1, "snare"), g.equipped(0, "club")
    g.life(g.body(0), 4)
    before = g.size(1, t.HAND)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    g.pass_all()
    assert (g.s.out, g.s.active, g.size(1, t.HAND) - before) == ((0,), 1, 4)


# Traps, Immediates and the order of seats.


@pytest.mark.rule("prelude", "item.trap-springs", "format.melee-out")
def test_the_second_of_two_traps_is_spent_on_the_dead() -> None:
    """given Bells of A and C, when A's kills B for its Immediate, then C's springs too."""
    g = melee()
    g.ranks(1, "green-magic-1", more=True)
    mine, theirs = g.trap(0, "bell"), g.trap(2, "bell")
    spark, club = g.hand(1, "spark"), g.equipped(0, "club")
    g.life(g.body(1), 4)
    g.play(0, "attack", club, g.body(2))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.when_asked(0, t.W_SPRING, "spring", mine)
    g.pass_all()
    assert (g.s.out, g.lost(0), g.where(theirs)) == ((1,), 0, "Cemetery")
    assert g.lost(2) == 5


@pytest.mark.rule("prelude", "item.trap-springs", "timing.same-moment")
def test_two_bells_spring_in_the_order_of_the_seats() -> None:
    """given Bells of A and C in A's Response, when B plays an Immediate, then A's springs before C's."""
    g = melee()
    g.ranks(1, "green-magic-1", more=True)
    mine, theirs = g.trap(0, "bell"), g.trap(2, "bell")
    spark, club = g.hand(1, "spark"), g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert [row[ROW_CARD] for row in g.happened("springs")] == [mine, theirs]
    assert (g.lost(1), g.lost(0)) == (8, 1)


@pytest.mark.rule("prelude", "timing.immediate-window", "format.melee")
def test_after_an_immediate_the_round_begins_left_of_the_acting_player() -> None:
    """given B acts in a Melee of four, when D has played an Immediate, then C is asked first again."""
    g = melee(4)
    for seat in (1, 2, 3):
        g.ranks(seat, "green-magic-1", more=True)
    g.next()
    sparks = [g.hand(seat, "spark") for seat in (0, 2, 3)]
    club = g.equipped(1, "club")
    g.play(1, "attack", club, g.body(2))
    assert g.asked() == [2]
    g.pass_(2)
    assert g.asked() == [3]
    g.play(3, "play", sparks[2], g.body(0))
    while g.window() != t.W_IMMEDIATE:
        g.step()
    assert g.asked() == [2]


# Truces.


@pytest.mark.rule("prelude", "setup.agreement-kinds", "keyword.immediate")
def test_a_truce_refuses_an_immediate_that_would_hurt() -> None:
    """given a truce of A and B, when C attacks A, then B may spark C and not A."""
    g = melee()
    g.ranks(1, "green-magic-1", more=True)
    truce(g, 0, 1)
    g.next(2)
    spark, club = g.hand(1, "spark"), g.equipped(2, "club")
    g.play(2, "attack", club, g.body(0))
    while g.asked() != [1]:
        g.step()
    assert g.refused(1, "play", spark, g.body(0)) == "setup.agreement-kinds"
    assert g.can(1, "play", spark, g.body(2))


@pytest.mark.rule("prelude", "setup.agreement-kinds", "keyword.alert")
def test_a_truce_refuses_an_alert_attack() -> None:
    """given a truce of A and B, when A attacks C, then B's Alert may take C and not A."""
    g = melee()
    truce(g, 0, 1)
    dagger, club = g.equipped(1, "dagger"), g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "alert", dagger, g.body(0)) == "setup.agreement-kinds"
    assert g.can(1, "alert", dagger, g.body(2))


@pytest.mark.rule("prelude", "setup.agreement-kinds", "item.trap-springs")
def test_a_trap_springs_on_a_partner_of_a_truce() -> None:
    """given a truce of A and B and A's Bell, when B plays an Immediate at C, then the Bell springs."""
    g = melee()
    g.ranks(1, "green-magic-1", more=True)
    truce(g, 0, 1)
    bell = g.trap(0, "bell")
    spark, club = g.hand(1, "spark"), g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(2))
    g.when_asked(0, t.W_SPRING, "spring", bell)
    g.pass_all()
    assert g.lost(1) == 4


@pytest.mark.rule("prelude", "setup.agreement-kinds", "attack.targets")
def test_a_truce_covers_minions_and_ends_with_its_turn() -> None:
    """given a truce of A and B until Turn 5, then B's minion is safe in it and not in Turn 6."""
    g = melee()
    truce(g, 0, 1, 5)
    squire, club = g.minion(1, "squire"), g.equipped(0, "club")
    assert g.refused(0, "attack", club, squire) == "setup.agreement-kinds"
    g.next(1)
    g.next(0)
    assert g.s.turn == 6 and g.can(0, "attack", club, squire)


@pytest.mark.rule("prelude", "setup.agreement-kinds", "turn.what-is-attack")
def test_a_spell_at_all_enemies_waits_for_a_truce() -> None:
    """given a truce of A and B, when A's spell would hurt every enemy, then it is refused."""
    g = melee()
    truce(g, 0, 1)
    assert g.refused(0, "cast", g.hand(0, "wave")) == "setup.agreement-kinds"


# Grace, order, the cap.


@pytest.mark.rule("prelude", "format.melee-grace", "keyword.immediate")
def test_grace_covers_immediates_of_who_has_not_responded_yet() -> None:
    """given Turn 1, when A draws a club, then B may spark A, and not C whose Response has not begun."""
    g = melee(turn=1)
    g.ranks(1, "green-magic-1", more=True)
    spark, club = g.hand(1, "spark"), g.stowed(0, "club")
    g.play(0, "equip", club)
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "play", spark, g.body(2)) == "format.melee-grace"
    assert g.can(1, "play", spark, g.body(0))


@pytest.mark.rule("prelude", "turn.responses", "win.leave")
def test_when_player_one_leaves_in_the_first_turn_the_others_have_no_ban() -> None:
    """given A, Player One, leaves in Turn 1, then B may still not attack C, and C may attack B."""
    g = melee(turn=1)
    g.leaves(0)
    g.pass_all()
    assert (g.s.active, g.s.turn) == (1, 1)
    club = g.equipped(1, "club")
    assert g.refused(1, "attack", club, g.body(2)) == "format.melee-grace"
    g.next()
    sword = g.equipped(2, "club")
    assert (g.s.active, g.s.turn) == (2, 1) and g.can(2, "attack", sword, g.body(1))
    g.next()
    assert (g.s.active, g.s.turn) == (1, 2)


@pytest.mark.rule("prelude", "turn.responses", "setup.play-order")
def test_turns_of_four_without_player_one_begin_with_the_next() -> None:
    """given C is Player One of four and leaves in A's Response, then B ends the Turn and D begins one."""
    g = melee(4, first=2)
    assert g.s.active == 0
    g.leaves(2)
    g.next()
    assert (g.s.active, g.s.turn) == (1, 5)
    g.next()
    assert (g.s.active, g.s.turn) == (3, 6)


@pytest.mark.rule("prelude", "limit.turn-cap", "format.melee-out")
def test_at_the_cap_who_is_out_has_no_share() -> None:
    """given B left unhurt and A and C at 10 of 30, when Turn 30 ends, then A and C draw and B has lost."""
    g = melee(turn=30)
    g.life(g.body(0), 10)
    g.life(g.body(2), 10)
    g.leaves(1)
    g.next()
    g.next()
    assert g.s.over == ((1, 2, 1), "limit.turn-cap")


@pytest.mark.rule("prelude", "limit.turn-cap", "limit.hand")
def test_who_dies_in_the_last_close_is_not_counted_at_the_cap() -> None:
    """given C's task kills B in the last close of Turn 30, then only A and C are compared."""
    g = melee(turn=29, first=1)
    heavy = g.equipped(2, "heavy-club")
    g.next(2)
    assert g.s.turn == 30
    for seat, left in enumerate((7, 8, 6)):
        g.life(g.body(seat), left)
    g.quietly(2, "attack", heavy, g.body(1))
    g.next()
    assert (g.s.active, g.s.turn, g.carries(g.body(2))) == (0, 30, True)
    g.next()
    assert g.s.over == ((1, 2, 2), "limit.turn-cap")
