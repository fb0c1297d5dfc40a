"""Moments and what they set off: traps, the beginning of a Response, what is Alert, what a player who is out
leaves behind, which rule a refusal names."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.acts import A_X
from fadenet.engine.state import CONFIRM, ROW_CARD
from fadenet.games.prelude import tables as t
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.cards.prelude import cards, energy, item, minion, spell, trap, weapon

CARDS = (
    cards(
        *("sword", "club", "heavy-club", "knife", "whip", "beam", "flask"),
        *("snare", "bell", "pit", "guard", "squire", "brewer"),
        *("bolt", "spark", "slow-bolt", "slower-bolt", "wave"),
    )
    + trap("gate", ability={"on": "minion-enters", "of": "enemy fighters", "do": {"coin": 3}})
    + trap("drop", ability={"on": "minion-enters", "of": "enemy fighters", "do": {"damage": 9, "to": "that"}})
    + trap("old-trick", number=4, ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}})
    + trap(
        "quick-trick",
        number=4,
        keywords="Immediate",
        ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}},
    )
    + minion("dove", life=2, attack=1, ability={"on": "minion-enters", "do": {"heal": 4}})
    + item(
        "pepper",
        hands=1,
        keywords="Immediate",
        ability={"activate": True, "targets": "enemy characters", "do": {"slow": 1}},
    )
    + energy("hourglass", ability={"on": "response-begins", "do": {"heal": 1}})
    + item("whistle", suspend=0, hands=1, keywords="Alert", ability={"activate": True, "do": {"heal": 2}})
    + item("horn", hands=1, keywords="Alert", ability={"activate": True, "do": {"heal": 2}})
    + weapon("needle", price=1, attack=2, suspend=0, keywords="Alert")
    + minion("sentry", attack=3, suspend=2, keywords="Alert")
    + minion(
        "lookout",
        attack=1,
        suspend=2,
        keywords="Alert",
        ability={"activate": True, "suspend": 1, "do": {"heal": 2}},
    )
    + spell(
        "rot",
        keywords="Immediate",
        ability={
            "activate": True,
            "do": [
                {"mod": "Guard", "n": 1, "on": "enemy gear", "until": "response"},
                {"mod": "Guard", "n": 2, "on": "enemy gear", "until": "turn"},
                {"mod": "Guard", "n": 4, "on": "enemy gear", "until": "end"},
            ],
        },
    )
    + item(
        "page",
        hands=1,
        ability={"activate": True, "do": [{"train": 1}, {"may": [{"discard": 1}, {"draw": 2}]}]},
    )
    + weapon("club-of-two", name="Club of Two", price=1, attack=4, suspend=4)
)


def duel(one: str = "soldier-1", other: str = "soldier-1") -> Prelude:
    return Prelude("human", "human", cards=CARDS, ranks=(one, other))


def melee() -> Prelude:
    """A Mage of Green against two Soldiers."""
    return Prelude(*["human"] * 3, cards=CARDS, ranks=("green-magic-1", "soldier-1", "soldier-1"))


def owes(g: Prelude, n: int) -> None:
    """The only task under way still owes so many actions."""
    (task,) = g.s.acts.values()
    task[A_X] = n


# What a moment sets off.


@pytest.mark.rule("prelude", "item.trap-springs")
def test_both_traps_of_one_arrival_spring_though_the_first_kills_the_minion() -> None:
    """given B's Drop and a younger Gate, when A's minion comes and dies of the Drop, then both spring."""
    g = duel()
    drop, gate = g.trap(1, "drop"), g.trap(1, "gate")
    guard = g.hand(0, "guard")
    g.coin(0, 9)
    g.play(0, "bring", guard)
    g.when_asked(1, t.W_SPRING, "spring", drop)
    assert g.where(guard) == "Cemetery" and g.asked() == [1] and g.window() == t.W_SPRING
    g.play(1, "spring", gate)
    assert (g.purse(1), g.where(gate)) == (3, "Cemetery")


@pytest.mark.rule("prelude", "item.trap-springs")
def test_traps_of_two_players_for_one_arrival_spring_both() -> None:
    """given B's Drop and C's Gate, when A's minion comes and dies of the first, then the second springs."""
    g = melee()
    drop, gate = g.trap(1, "drop"), g.trap(2, "gate")
    guard = g.hand(0, "guard")
    g.coin(0, 9)
    g.play(0, "bring", guard)
    g.when_asked(1, t.W_SPRING, "spring", drop)
    g.when_asked(2, t.W_SPRING, "spring", gate)
    assert g.purse(2) == 3


@pytest.mark.rule("prelude", "item.trap-springs")
def test_a_trap_that_is_gone_does_not_spring() -> None:
    """given B's Drop and Gate, when B is out before the Gate is turned up, then it never springs."""
    g = melee()
    g.trap(1, "drop"), g.trap(1, "gate")
    g.coin(0, 9)
    g.play(0, "bring", g.hand(0, "guard"))
    assert g.until(t.W_SPRING) == 1
    g.leaves(1)
    g.pass_all()
    assert not g.happened("springs") and g.asked() == [0]


@pytest.mark.rule("prelude", "minion.arrival", "item.trap-springs")
def test_the_text_for_its_coming_outlives_a_minion_that_a_trap_kills() -> None:
    """given B's Drop, when A's Dove comes and dies of it, then A still gains the 4 life of its coming."""
    g = duel()
    drop = g.trap(1, "drop")
    g.life(g.body(0), 20)
    g.coin(0, 9)
    dove = g.hand(0, "dove")
    g.play(0, "bring", dove)
    g.when_asked(1, t.W_SPRING, "spring", drop)
    g.pass_all()
    assert (g.where(dove), g.left(g.body(0))) == ("Cemetery", 24)


# The Training Number of a trap.


@pytest.mark.rule("prelude", "xp.training-number-met", "zone.hidden-audit")
@pytest.mark.parametrize("training", [3, 4])
def test_the_training_number_of_a_trap_is_checked_when_it_is_turned_up(training: int) -> None:
    """given a trap of Training Number 4 laid at 3, when it springs later, then its player has lost."""
    g = duel()
    g.coin(1, 9)
    g.next(1)
    trick = g.hand(1, "old-trick")
    g.training(1, training)
    move, own = g.move("lay", trick, CHEAP), SeatView(g.s, 1, g.dealer.known[1])
    refusal = own.refusal(move)  # as its own node judges, and says for the audit of a trap that never springs
    assert (move in g.options(1)) == (refusal is None) == (training == 4)
    assert refusal is None or refusal.rule == "zone.hidden-audit"
    said = g.rules.moves.denied(g.s, 1, move)
    assert [h for h, codes in said if g.rules.code_of("old-trick") in codes] == [trick] * (training == 3)
    g.play(1, "lay", trick, CHEAP)
    g.training(1, 9)
    g.quietly(1, "set", trick)
    g.next(0)
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trick)
    g.pass_all()
    assert (g.s.over == ((1, 2), "zone.hidden-audit")) == (training == 3)
    assert g.lost(0) == (4 if training == 4 else 0)


@pytest.mark.rule("prelude", "xp.training-number-met", "keyword.immediate")
@pytest.mark.parametrize("training", [3, 4])
def test_the_training_number_of_an_immediate_trap_is_checked_as_well(training: int) -> None:
    """given an Immediate trap of Training Number 4 armed at 3, when it springs, then its player has lost."""
    g = duel()
    trick, club = g.hand(1, "quick-trick"), g.equipped(0, "club")
    g.training(1, training)
    g.coin(1, 9)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "arm", trick, CHEAP)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trick)
    assert bool(g.s.over) == (training == 3)


# An Immediate like an ordinary card.


@pytest.mark.rule("prelude", "keyword.immediate", "suspend.interrupt-immediate")
def test_an_immediate_item_that_is_used_like_others_is_one() -> None:
    """given B with a task and a Bell, when A uses an Immediate item on B, then it rings, the task stops."""
    g = duel("soldier-1", "green-magic-1")
    g.next(1)
    bell = g.trap(1, "bell")
    g.begin(1, "cast", g.hand(1, "slower-bolt"), g.body(0), paid=1)
    g.next(0)
    assert g.carries(g.body(1))
    g.play(0, "use", g.equipped(0, "pepper"), g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", bell)
    g.pass_all()
    assert not g.carries(g.body(1)) and len(g.happened("immediate-played")) == 1


# Tasks, and the beginning of a Response.


@pytest.mark.rule("prelude", "suspend.lock", "suspend.finish-timing")
def test_owed_actions_are_locked_before_the_task_of_another_ends() -> None:
    """given A's attack on B and B's spell, both carried, when A's Response begins, then B's actions are
    locked before A's attack ends, and B cannot evade."""
    g = duel("soldier-1", "green-magic-1")
    g.begin(0, "attack", g.equipped(0, "club-of-two"), g.body(1), paid=1)
    g.end(0)
    g.pass_all()
    owes(g, 1)
    g.begin(1, "cast", g.hand(1, "slower-bolt"), g.body(0), paid=1)
    g.end(1)
    asked = []
    while g.asked_kind() == CONFIRM:
        asked += g.asked()
        assert not g.happened("task-finishes")
        g.step()
    asked += [seat for seat, window in g.windows() if window == t.W_DEFENCE]
    assert asked == [0, 1] and g.lost(1) == 4


@pytest.mark.rule("prelude", "timing.same-moment", "suspend.finish-timing")
def test_whose_own_tasks_end_together_says_which_comes_first() -> None:
    """given tasks of A's character and minion that are both paid for as A's Response begins, when A has
    decided on both, then A says which of them ends first."""
    g = duel()
    brewer = g.minion(0, "brewer", 1)
    g.life(g.body(0), 20)
    g.quietly(0, "use", brewer)
    g.begin(0, "attack", g.equipped(0, "club-of-two"), g.body(1), paid=1)
    g.end(0)
    g.pass_all()
    for act in g.s.acts.values():
        act[A_X] = 1
    g.end(1)
    while g.asked_kind() == CONFIRM:
        assert g.asked() == [0] and not g.happened("task-finishes")
        g.step()
    assert g.options(0) == [(kernel.V_PICK, g.body(0)), (kernel.V_PICK, brewer)]
    g.answer(0, (kernel.V_PICK, brewer))
    assert [row[ROW_CARD] for row in g.happened("task-finishes")] == [brewer]
    g.pass_all()
    assert (g.left(g.body(0)), g.lost(1)) == (23, 4)


@pytest.mark.rule("prelude", "turn.parts", "suspend.finish-timing")
def test_what_happens_when_a_response_begins_comes_before_the_tasks() -> None:
    """given an Hourglass, when A's Response begins with a task, then it has healed before A decides."""
    g = duel("green-magic-1", "soldier-1")
    g.energy(0, "hourglass")
    g.begin(0, "cast", g.hand(0, "slower-bolt"), g.body(1), paid=1)
    g.next(1)
    owes(g, 1)
    g.life(g.body(0), 20)
    g.end(1)
    g.settle()
    assert g.refused(0, "strike", g.body(1)) == "suspend.lock"
    assert (g.s.active, g.asked(), g.asked_kind(), g.left(g.body(0))) == (0, [0], CONFIRM, 21)
    g.pass_all()
    assert g.lost(1) == 16


# Over an action that has come to nothing.


@pytest.mark.rule("prelude", "timing.comes-to-nothing", "timing.immediate-window")
def test_nobody_is_asked_over_the_attack_of_a_minion_that_is_dead() -> None:
    """given A's minion attacks B, when C kills it in the window, then nobody is asked anything more."""
    g = melee()
    squire = g.minion(0, "squire")
    spark, sparks = g.hand(1, "spark"), g.hand(2, "spark")
    g.ranks(1, "green-magic-1", more=True), g.ranks(2, "green-magic-1", more=True)
    g.life(squire, 1)
    guard = g.minion(1, "guard")
    g.play(0, "attack", squire, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.pass_(1)
    g.play(2, "play", sparks, squire)
    assert g.where(squire) == "Cemetery"
    assert g.windows() == [] and (g.lost(1), g.left(guard), g.where(spark)) == (0, 5, "Hand")


@pytest.mark.rule("prelude", "timing.comes-to-nothing", "suspend.target-gone")
def test_nobody_is_asked_over_an_attack_on_a_minion_that_is_dead() -> None:
    """given A attacks B's minion, when C kills that in the window, then nobody is asked anything more."""
    g = melee()
    g.ranks(1, "green-magic-1", more=True), g.ranks(2, "green-magic-1", more=True)
    squire, sparks = g.minion(1, "squire", 0), g.hand(2, "spark")
    g.hand(1, "spark")
    g.life(squire, 1)
    g.play(0, "attack", g.equipped(0, "club"), squire)
    assert g.until(t.W_IMMEDIATE) == 1
    g.pass_(1)
    g.play(2, "play", sparks, squire)
    assert g.where(squire) == "Cemetery" and g.windows() == []


# Alert.


def alerted(g: Prelude, task: bool = False) -> Prelude:
    """A's Response, with an attack of A under way and B asked in the window; B may carry a task."""
    if task:
        g.next(1)
        g.begin(1, "attack", g.equipped(1, "club-of-two"), g.body(0), paid=1)
        g.next(0)
        assert g.carries(g.body(1))
        g.actions(1, 2)
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    return g


@pytest.mark.rule("prelude", "keyword.alert")
@pytest.mark.parametrize("task", [False, True])
@pytest.mark.parametrize("where", ["equipped", "stowed"])
@pytest.mark.parametrize("slug", ["needle", "whistle"])
def test_alert_means_the_same_for_weapons_and_items(slug: str, where: str, task: bool) -> None:
    """given an Alert weapon or item of Suspend 0, equipped or stowed, then it is used in the window, whether
    or not a task is carried."""
    g = duel()
    h = getattr(g, where)(1, slug)
    g.life(g.body(1), 20)
    alerted(g, task)
    before = g.free(g.body(1))
    if slug == "needle":
        g.play(1, "alert", h, g.body(0))
    else:
        g.play(1, "use", h)
    assert g.free(g.body(1)) == before - 1
    g.pass_all()
    assert (g.lost(0), g.carries(g.body(1))) == (2 if slug == "needle" else 0, task)
    assert bool(g.happened("healed")) == (slug == "whistle")


@pytest.mark.rule("prelude", "keyword.alert", "action.equip-cost")
@pytest.mark.parametrize(("slug", "verb"), [("knife", "alert"), ("horn", "use")])
def test_what_is_stowed_and_alert_must_be_equipped_first(slug: str, verb: str) -> None:
    """given an Alert card of Suspend 1 that is stowed, then it is not used in the window."""
    g = duel()
    h = g.stowed(1, slug)
    g.equipped(1, "whistle")
    alerted(g)
    assert g.refused(1, verb, h, *([g.body(0)] if verb == "alert" else [])) == "action.equip-cost"


@pytest.mark.rule("prelude", "keyword.alert", "action.hands")
def test_a_stowed_alert_weapon_wants_a_free_hand() -> None:
    """given both hands full, then a stowed Alert weapon of Suspend 0 is not brought out in the window."""
    g = duel()
    needle = g.stowed(1, "needle")
    g.equipped(1, "sword"), g.equipped(1, "sword")
    alerted(g)
    assert g.refused(1, "alert", needle, g.body(0)) == "action.hands"


@pytest.mark.rule("prelude", "keyword.alert", "minion.actions")
def test_an_alert_minion_strikes_in_the_window_with_its_own_actions() -> None:
    """given an Alert minion with 2 actions, then it strikes in the window for one of them."""
    g = duel()
    sentry = g.minion(1, "sentry")
    alerted(g)
    pool = g.free(g.body(1))
    g.play(1, "alert", sentry, g.body(0))
    assert (g.free(sentry), g.free(g.body(1))) == (1, pool)
    g.pass_all()
    assert g.lost(0) == 3


@pytest.mark.rule("prelude", "keyword.alert")
def test_an_alert_minion_without_actions_does_not_strike() -> None:
    """given an Alert minion without actions and one that is not Alert, then neither strikes in the window."""
    g = duel()
    sentry, guard = g.minion(1, "sentry", 0), g.minion(1, "guard", 1)
    g.equipped(1, "whistle")
    alerted(g)
    assert g.refused(1, "alert", sentry, g.body(0)) == "keyword.alert"
    assert g.refused(1, "alert", guard, g.body(0)) == "response.own-only"


@pytest.mark.rule("prelude", "keyword.alert")
def test_an_alert_minion_uses_its_ability_in_the_window() -> None:
    """given an Alert minion with an ability of Suspend 1, then it heals its player in the window."""
    g = duel()
    lookout = g.minion(1, "lookout")
    g.life(g.body(1), 10)
    alerted(g)
    g.play(1, "use", lookout)
    assert g.left(g.body(1)) == 12 and g.free(lookout) == 1


# What a player who is out leaves behind.


@pytest.mark.rule("prelude", "format.melee-out")
def test_what_a_player_who_is_out_has_changed_ends() -> None:
    """given changes of all durations that C made in A's Response, when C leaves, then B's alone stays."""
    g = melee()
    g.ranks(2, "green-magic-1", more=True)
    sword, rot = g.equipped(1, "sword"), g.hand(2, "rot")
    g.equipped(0, "sword")
    g.play(0, "strike", g.body(1))
    g.when_asked(2, t.W_IMMEDIATE, "play", rot)
    assert len(g.s.mods) == 6
    g.give(sword, "Guard", 1, t.U_RESPONSE, 1)
    g.leaves(2)
    assert [(m.n, m.arg) for m in g.s.mods] == [(1, 1)] and g.s.active == 0


@pytest.mark.rule("prelude", "format.melee-out", "turn.parts")
def test_what_lasts_until_the_response_closes_ends_there_whoever_made_it() -> None:
    """given changes by B and C until A's Response closes, when it closes, then they end."""
    g = melee()
    sword = g.equipped(1, "sword")
    for seat in (1, 2):
        g.give(sword, "Guard", 1, t.U_RESPONSE, seat)
    g.next(1)
    assert g.s.mods == ()


# An offer.


@pytest.mark.rule("prelude", "card.offers")
@pytest.mark.parametrize("cards_in_hand", [0, 1])
def test_an_offer_that_begins_with_a_discard_wants_the_cards(cards_in_hand: int) -> None:
    """given "you may discard 1 card, then draw 2", then it is asked of who has a card, and of nobody else."""
    g = duel()
    for _ in range(cards_in_hand):
        g.hand(0, "sword")
    g.play(0, "use", g.equipped(0, "page"))
    asked = [window for _, window in g.windows()] if not cards_in_hand else []
    if cards_in_hand:
        while g.asked_kind() != CONFIRM:
            g.step()
        g.yes(0)
        g.pass_all()
    drawn = len(g.happened("drawn")) - 14
    assert (asked, drawn) == ([], 2 * cards_in_hand)


# What a refusal names.


@pytest.mark.rule("prelude", "response.own-only", "response.override", "attack.sequence")
def test_a_refusal_names_the_rule_that_stands_against_the_move_now() -> None:
    """given A's attack, then in the window and in defence each side is told what stands against its move."""
    g = Prelude("human", "human", cards=CARDS, ranks="green-magic-1")
    club, stowed, flask = g.equipped(0, "club"), g.stowed(0, "beam"), g.equipped(0, "flask")
    mine, theirs = g.hand(0, "spark"), g.hand(1, "spark")
    theirs_stowed = g.stowed(1, "beam")
    assert g.refused(0, "parry", club) == g.refused(0, "evade") == "attack.sequence"
    assert g.refused(0, "play", mine, g.body(1)) == "keyword.immediate"
    assert g.refused(0, "alert", club, g.body(1)) == "keyword.alert"
    assert g.refused(0, "name", (t.KEY_LINE, 1)) == "rank.second-calling"
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "equip", theirs_stowed) == "response.own-only"
    assert g.refused(1, "evade") == "attack.sequence"
    assert g.refused(0, "equip", stowed) == "response.override"
    g.pass_(1)
    assert g.asked() == [0]
    for move in (("equip", stowed), ("attack", club, g.body(1)), ("use", flask), ("end",)):
        assert g.refused(0, *move) == "response.override"
    g.pass_(0)
    assert g.until(t.W_DEFENCE) == 1
    assert g.refused(0, "equip", stowed) == "attack.sequence"
    assert g.refused(1, "play", theirs, g.body(0)) == "keyword.immediate"
    assert kernel.check(g.s, 1, g.move("end")).rule == "response.own-only"  # type: ignore[union-attr]
