"""When Immediates are asked for, what comes first, when the game checks, what time does (topic timing)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ACT, CONFIRM, ORDER, PICK, ROW_CARD, ROW_EVENT, ROW_MORE, ROW_N, ROW_SEAT
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import LINE, Prelude
from tests.builders.prelude_start import Start
from tests.cards.prelude import card, cards, energy, minion, spell

CARDS = cards(
    *("club", "heavy-club"), *("bell", "squire", "brewer"), *("bolt", "ember", "chill", "moss", "spark")
)

HUSH = spell(
    "hush",
    keywords="Immediate",
    ability={
        "activate": True,
        "targets": {"pick": {"from": "enemy characters", "casting": True}},
        "do": {"interrupt": "target"},
    },
)
_BOTH: dict[str, object] = {
    "to": {"damage": 3, "to": "all fighters"},
    "each": {"each": "all fighters", "do": {"damage": 3, "to": "them"}},
    "two parts": [{"damage": 3, "to": "your fighters"}, {"damage": 3, "to": "enemy fighters"}],
    "parts apart": [
        {"damage": 3, "to": "your fighters"},
        {"mod": "Guard", "n": 1, "on": "all gear"},
        {"damage": 3, "to": "enemy fighters"},
    ],
    "asked between": [
        {"damage": 3, "to": "your fighters"},
        {"may": [{"coin": 1}]},
        {"damage": 3, "to": "enemy fighters"},
    ],
}
"""A spell that deals 3 to everybody, in every way in which that can be written."""
PAINS = "".join(
    spell(f"pain-{n}", ability={"activate": True, "do": do}) for n, do in enumerate(_BOTH.values())
)
GAG = spell(
    "gag",
    keywords="Immediate",
    ability={"activate": True, "do": [{"interrupt": "all fighters"}, {"coin": 1}]},
) + minion(
    "bellman",
    price=1,
    suspend=2,
    ability={"activate": True, "suspend": 1, "do": [{"interrupt": "all fighters"}, {"coin": 1}]},
)
WAKES = "".join(
    energy(f"wake-{n}", ability={"on": "killed", "of": "all minions", "do": {"coin": n}}) for n in (1, 2)
)
BLOOD = cards("barbs") + card(
    "blood-money",
    "Value",
    value="Coin",
    amount=3,
    ability={"activate": True, "do": {"damage": 1, "to": "you"}},
)
UNDOING = (
    spell(
        "rust",
        keywords="Immediate",
        ability={"activate": True, "targets": "enemy gear", "do": {"destroy": "target"}},
    )
    + spell(
        "balm",
        keywords="Immediate",
        ability={"activate": True, "targets": "your characters", "do": {"heal": 9, "of": "target"}},
    )
    + spell(
        "leech",
        ability={
            "activate": True,
            "targets": {"pick": {"from": "enemy characters", "damaged": True}},
            "do": {"damage": 8},
        },
    )
)


@pytest.mark.rule("prelude", "timing.immediate-window")
def test_the_others_are_asked_in_order_and_the_acting_player_last() -> None:
    """given A attacks C in a Melee, then B, C and A are asked, and then C for its defence."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="green-magic-1")
    for seat in range(3):
        g.hand(seat, "spark")
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    asked = []
    while g.window() == t.W_IMMEDIATE:
        asked.append(g.asked())
        g.step()
    assert asked == [[1], [2], [0]]
    assert g.window() == t.W_DEFENCE and g.asked() == [2]


@pytest.mark.rule("prelude", "timing.immediate-window")
@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_round_begins_again_after_an_immediate(at: int) -> None:
    """given one of B, C, A plays an Immediate, then all three are asked again, B first."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="green-magic-1")
    order = (1, 2, 0)
    for seat in range(3):
        g.hand(seat, "spark")
    more = g.hand(order[at], "spark")
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(2))
    for seat in order[:at]:
        assert g.asked() == [seat]
        g.pass_(seat)
    g.play(order[at], "play", more, g.body(order[at - 1]))
    g.until(t.W_IMMEDIATE)
    asked = []
    while g.window() == t.W_IMMEDIATE:
        asked += g.asked()
        g.step()
    assert asked == [1, 2, 0] and g.lost(order[at - 1]) == 1 and g.lost(2) == (1 if order[at - 1] == 2 else 0)


@pytest.mark.rule("prelude", "timing.immediate-window")
def test_a_carried_task_opens_it_twice() -> None:
    """given a task that is carried, then the window opens when it is begun and when it is to finish."""
    g = Prelude("human", "human", cards=CARDS, ranks="green-magic-1")
    g.hand(1, "moss")
    club = g.equipped(0, "heavy-club")
    g.play(0, "attack", club, g.body(1))
    assert g.window() == t.W_IMMEDIATE and g.asked() == [1] and g.s.phase == t.MAIN
    assert g.carries(g.body(0))
    g.pass_all()
    g.end(0)
    g.pass_all()
    assert g.s.active == 1 and g.lost(1) == 0
    spark = g.hand(1, "spark")
    g.end(1)
    assert g.until(t.W_IMMEDIATE) == 1 and g.s.phase == t.CLOSING and g.lost(1) == 0
    g.quietly(1, "play", spark, g.body(0))
    assert g.lost(1) == 0 and g.lost(0) == 1 and len(g.happened("task-broken")) == 1


@pytest.mark.rule("prelude", "timing.no-answers")
def test_an_immediate_is_not_answered_by_another() -> None:
    """given B's Immediate against A's attack, when A holds one that stops spells, then it cannot be used."""
    g = Prelude("human", "human", cards=CARDS + HUSH, ranks="green-magic-1")
    club, hush, moss = g.equipped(0, "club"), g.hand(0, "hush"), g.hand(1, "moss")
    g.play(0, "attack", club, g.body(1))
    assert g.asked() == [1]
    g.play(1, "play", moss)
    assert g.where(moss) == "Cemetery" and len(g.happened("spell-finished")) == 1
    assert g.asked() == [0] and g.window() == t.W_IMMEDIATE
    assert g.refused(0, "play", hush, g.body(1)) == "card.text-overrides"
    g.pass_all()
    assert g.lost(1) == 2


@pytest.mark.rule("prelude", "timing.no-answers")
def test_what_stops_spells_stops_a_spell_that_is_declared() -> None:
    """given the same Immediate in B's hand, when A casts a spell, then it may be used."""
    g = Prelude("human", "human", cards=CARDS + HUSH, ranks="green-magic-1")
    bolt, hush = g.hand(0, "bolt"), g.hand(1, "hush")
    g.play(0, "cast", bolt, g.body(1))
    g.quietly(1, "play", hush, g.body(0))
    assert g.lost(1) == 0 and g.where(bolt) == "Cemetery"


@pytest.mark.rule("prelude", "timing.no-answers")
@pytest.mark.parametrize("life", [30, 5, 4])
def test_only_a_set_trap_comes_between_payment_and_effect(life: int) -> None:
    """given A's trap for Immediates, then B takes 4 first; the Immediate takes effect if B lives."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="green-magic-1")
    g.life(g.body(1), life)
    bell, club, moss = g.trap(0, "bell"), g.equipped(0, "club"), g.hand(1, "moss")
    g.play(0, "attack", club, g.body(2))
    assert g.asked() == [1] and g.window() == t.W_IMMEDIATE
    g.play(1, "play", moss)
    assert g.window() == t.W_SPRING and g.asked() == [0]
    assert g.free(g.body(1)) == 2 and g.lost(1) == 30 - life and not g.happened("spell-finished")
    g.quietly(0, "spring", bell)
    if life > 4:
        names = [g.rules.events[row[ROW_EVENT]] for row in g.log]
        assert names.index("damaged") < names.index("spell-finished")
        assert g.left(g.body(1)) == life - 4 and g.lost(2) == 2
    else:
        assert g.s.out == (1,) and not g.happened("spell-finished") and g.lost(2) == 5


@pytest.mark.rule("prelude", "timing.same-moment")
def test_tasks_that_finish_together_finish_in_order() -> None:
    """given tasks of B and C that finish in the close of A's Response, then B's is first, then C's."""
    g = Prelude("human", "dwarf", "human", cards=CARDS, ranks="soldier-1")
    clubs = [g.equipped(seat, "heavy-club") for seat in (1, 2)]
    g.next(1)
    g.actions(1, 1)
    g.play(1, "attack", clubs[0], g.body(0))
    g.next(2)
    g.play(2, "attack", clubs[1], g.body(0))
    g.next(0)
    assert g.carries(g.body(1)) and g.carries(g.body(2)) and g.lost(0) == 0
    g.end(0)
    asked = []
    while g.s.active == 0:
        if g.window() == t.W_DEFENCE:
            asked.append(g.lost(0))
        g.step()
    assert asked == [0, 8] and g.lost(0) == 16
    assert [row[ROW_SEAT] for row in g.happened("task-finishes")] == [1, 2]


@pytest.mark.rule("prelude", "timing.same-moment")
def test_traps_that_spring_together_begin_with_the_responders() -> None:
    """given set traps of A, B and C for D's Immediate in A's Response, then A's springs first."""
    g = Prelude("human", "human", "human", "human", cards=CARDS, ranks="green-magic-1")
    club = g.equipped(0, "club")
    traps = {seat: g.trap(seat, "bell") for seat in (2, 1, 0)}
    moss = g.hand(3, "moss")
    g.play(0, "attack", club, g.body(2))
    g.when_asked(3, t.W_IMMEDIATE, "play", moss)
    order = []
    while g.window() == t.W_SPRING:
        order += g.asked()
        g.play(g.asked()[0], "spring", traps[g.asked()[0]])
    g.pass_all()
    assert order == [0, 1, 2] and g.lost(3) == 12


@pytest.mark.rule("prelude", "timing.same-moment")
def test_a_player_chooses_the_order_of_its_own_tasks() -> None:
    """given two tasks of B, its own and its minion's, that finish together, then B says which is first."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.next(1)
    club, brewer = g.equipped(1, "heavy-club"), g.minion(1, "brewer")
    g.life(g.body(1), 20)
    g.quietly(1, "attack", club, g.body(0))
    g.quietly(1, "use", brewer)
    assert g.carries(g.body(1)) and g.carries(brewer)
    g.next(0)
    g.end(0)
    assert g.s.phase == t.CLOSING and g.s.active == 0
    assert not g.happened("task-finishes") and g.asked() == [1]
    g.answer(1, (kernel.V_PICK, brewer))
    g.pass_all()
    assert [row[ROW_CARD] for row in g.happened("task-finishes")] == [brewer, g.body(1)]


@pytest.mark.rule("prelude", "timing.same-moment")
@pytest.mark.parametrize("first", [0, 1])
def test_what_one_moment_triggers_happens_in_order_from_the_responder(first: int) -> None:
    """given energies of A, B and C that pay Coin when a minion is killed, two of them B's, when one is killed
    in B's Response, then B says which of its own comes first, and C and A follow."""
    g = Prelude("human", "human", "human", cards=CARDS + WAKES, ranks="soldier-1")
    squire = g.minion(0, "squire", 0)
    for seat in range(3):
        g.energy(seat, "wake-1")
    g.energy(1, "wake-2")
    g.next(1)
    since = len(g.log)
    g.life(squire, 1)
    g.play(1, "attack", g.equipped(1, "club"), squire)
    while g.asked_kind() != ORDER:
        g.step()
    assert g.asked() == [1] and len(g.options(1)) == 2
    g.answer(1, g.options(1)[first])
    g.pass_all()
    name = g.rules.events.index("counter-put")
    paid = [
        (row[ROW_CARD] - 1, row[ROW_MORE])
        for row in g.log[since:]
        if row[ROW_EVENT] == name and row[ROW_N] == t.COIN
    ]
    assert paid == [(1, 1 + first), (1, 2 - first), (2, 1), (0, 1)]


@pytest.mark.rule("prelude", "timing.checks")
def test_all_are_out_in_the_same_moment() -> None:
    """given an explosion that takes A and B to 0 together, then both are out, and neither has a reward."""
    g = Prelude("human", "human", "human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    g.ranks(0, "red-magic-1", more=True)
    bolt, ember = g.hand(0, "bolt"), g.hand(0, "ember")
    g.quietly(0, "cast", bolt, g.body(1))
    g.life(g.body(0), 2)
    g.life(g.body(1), 5)
    g.play(0, "cast", ember, g.body(1))
    while g.s.active == 0 and not g.s.out:
        g.step()
    assert [row[ROW_N] for row in g.happened("explodes")] == [2]
    assert sorted(g.s.out) == [0, 1] and [row[ROW_SEAT] for row in g.happened("killed")] == [0, 1]
    killed = [n for n, row in enumerate(g.log) if g.rules.events[row[ROW_EVENT]] == "killed"]
    assert killed[1] == killed[0] + 1 and not g.s.over


@pytest.mark.rule("prelude", "timing.checks")
def test_a_minion_dies_as_soon_as_an_action_is_over() -> None:
    """given a minion at life 1, when an Immediate has hurt it, then it is dead before the attack."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    squire, spark, club = g.minion(0, "squire", 1), g.hand(1, "spark"), g.equipped(0, "club")
    g.life(squire, 1)
    g.play(0, "attack", club, g.body(1))
    g.play(1, "play", spark, squire)
    assert g.until(t.W_DEFENCE) == 0
    g.pass_(0)
    assert g.where(squire) == "Cemetery" and g.lost(1) == 0
    g.pass_all()
    assert g.lost(1) == 5


@pytest.mark.rule("prelude", "timing.checks")
@pytest.mark.parametrize("way", range(len(_BOTH)), ids=list(_BOTH))
def test_a_text_has_done_all_that_it_says_before_anybody_is_dead(way: int) -> None:
    """given a spell that deals 3 to everybody, however it is written, when both players have 3 life, then it
    is a draw; a minion of either dies in the same moment as its player."""
    g = Prelude("human", "human", cards=CARDS + PAINS, ranks="green-magic-1")
    for seat in range(2):
        g.life(g.body(seat), 3)
        g.life(g.minion(seat, "squire"), 1)
    g.cast(0, f"pain-{way}")
    assert g.s.over == ((1, 1), "win.draw")
    told = [word for row in g.log if (word := g.rules.events[row[ROW_EVENT]]) in ("damaged", "killed")]
    assert told == ["damaged"] * 4 + ["killed"] * 4


@pytest.mark.rule("prelude", "timing.checks", "format.melee-spoils")
@pytest.mark.parametrize("way", range(len(_BOTH)), ids=list(_BOTH))
def test_a_text_that_kills_its_player_and_others_leaves_nobody_spoils(way: int) -> None:
    """given the same spell in a Melee of four, when it kills A, who cast it, and C, then nobody has drawn and
    B, whose Response comes next, plays on with D."""
    g = Prelude(*["human"] * 4, cards=CARDS + PAINS, ranks="green-magic-1")
    for seat in (0, 2):
        g.life(g.body(seat), 3)
    since = len(g.happened("drawn"))
    g.cast(0, f"pain-{way}")
    assert sorted(g.s.out) == [0, 2] and g.s.active == 1
    assert [g.s.owner[row[ROW_CARD]] for row in g.happened("drawn")[since:]] == [1, 1]


@pytest.mark.rule("prelude", "timing.checks")
@pytest.mark.parametrize(("life", "dead"), [(1, True), (2, False)])
def test_a_value_card_that_kills_its_player_does_so_at_once(life: int, dead: bool) -> None:
    """given a Value card that deals 1 to its player, when that has 1 life and plays it, then it has lost."""
    g = Prelude("human", "human", cards=CARDS + BLOOD, ranks="green-magic-1")
    g.life(g.body(0), life)
    g.play(0, "value", g.hand(0, "blood-money"))
    assert g.s.over == (((2, 1), "win.death") if dead else ())


@pytest.mark.rule("prelude", "timing.checks")
@pytest.mark.parametrize(("life", "dead"), [(3, True), (4, False)])
def test_an_ability_that_triggers_and_kills_does_so_before_anything_else(life: int, dead: bool) -> None:
    """given armour that deals 3 to enemies when its wearer takes damage, when an attacker of 3 life hits it,
    then that has lost before it may do anything more."""
    g = Prelude("human", "human", cards=CARDS + BLOOD, ranks="green-magic-1")
    g.equipped(1, "barbs")
    g.life(g.body(0), life)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(1) == 5 and g.s.over == (((2, 1), "win.death") if dead else ())


@pytest.mark.rule("prelude", "timing.comes-to-nothing")
@pytest.mark.parametrize("way", ["interrupted", "its card is gone", "its target is no longer legal"])
def test_nobody_is_asked_over_an_action_that_has_come_to_nothing(way: str) -> None:
    """given A's spell or attack on B, who has actions, a minion and one more Immediate, when B undoes it in
    the window, then neither is asked for an Immediate, guard or defence, and nothing is dealt."""
    g = Prelude("human", "human", cards=CARDS + HUSH + UNDOING, ranks="green-magic-1")
    g.hand(0, "spark"), g.hand(1, "spark"), g.minion(1, "squire", 1)
    g.life(g.body(1), 25)
    if way == "its card is gone":
        undone, at, answer = g.equipped(0, "club"), 0, "rust"
    else:
        undone, at = g.hand(0, "leech"), g.body(0)
        answer = "hush" if way == "interrupted" else "balm"
    g.play(0, "attack" if answer == "rust" else "cast", undone, g.body(1))
    target = {"rust": undone, "hush": at, "balm": g.body(1)}[answer]
    g.when_asked(1, t.W_IMMEDIATE, "play", g.hand(1, answer), target)
    assert g.windows() == [] and g.left(g.body(1)) == (30 if answer == "balm" else 25)
    assert g.where(undone) == "Cemetery" and not g.s.acts


@pytest.mark.rule("prelude", "timing.comes-to-nothing")
@pytest.mark.parametrize("by", ["cast", "use"])
def test_what_interrupts_everybody_does_not_interrupt_itself(by: str) -> None:
    """given a spell, or a minion's ability, that interrupts everybody and gives 1 Coin, when nothing else is
    under way, then the Coin is there all the same, and a task of the minion's owner has stopped."""
    g = Prelude("human", "human", cards=CARDS + GAG, ranks="green-magic-1")
    g.coin(0, 0)
    if by == "cast":
        g.cast(0, "gag")
    else:
        g.begin(0, "attack", g.equipped(0, "heavy-club"), g.body(1), paid=2)
        g.quietly(0, "use", g.minion(0, "bellman", 1))
    assert g.purse(0) == 1 and not g.carries(g.body(0))


@pytest.mark.rule("prelude", "timing.comes-to-nothing")
def test_what_interrupts_everybody_in_the_window_stops_what_opened_it() -> None:
    """given the same spell played over an attack, then the attack comes to nothing, and the Coin is there."""
    g = Prelude("human", "human", cards=CARDS + GAG, ranks="green-magic-1")
    g.coin(1, 0)
    gag = g.hand(1, "gag")
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", gag)
    g.pass_all()
    assert (g.lost(1), g.purse(1), g.where(gag)) == (0, 1, "Cemetery")


# When time is out.


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_does_not_defend() -> None:
    """given an unanswered question for a defence against 5, then no action is spent, and 5 is dealt."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    g.hand(1, "moss")
    g.minion(1, "squire", 1)
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    seen = []
    while g.asked_kind() != ACT:
        seen.append(g.window())
        move = kernel.default_answer(g.s, 1, g.dealer.known[1])
        assert g.asked() == [1] and move == kernel.PASS_MOVE
        g.answer(1, move)
    assert seen == [t.W_IMMEDIATE, t.W_GUARD, t.W_DEFENCE]
    assert g.free(g.body(1)) == 3 and g.lost(1) == 5


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_goes_on_with_a_task() -> None:
    """given a carried task and no answer whether it goes on, then it does."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1")
    club = g.equipped(0, "heavy-club")
    g.quietly(0, "attack", club, g.body(1))
    g.end(0)
    assert (g.asked(), g.asked_kind()) == ([0], CONFIRM)
    g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    assert g.carries(g.body(0)) and g.s.num[t.LOCKED][1] == 1


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_cuts_nothing_and_keeps_its_hand() -> None:
    """given no answer to a cut or a mulligan, then it is a pass."""
    g = Prelude("human", "human", setup=False)
    seen = set()
    g.step()
    while g.s.turn == 0:
        seen.add(g.window())
        seat = g.asked()[0]
        move = kernel.default_answer(g.s, seat, g.dealer.known[seat])
        assert move == kernel.PASS_MOVE
        g.answer(seat, move)
    assert seen == {t.W_CUT, t.W_MULLIGAN}


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_ends_its_response() -> None:
    """given an unanswered main part with actions left and 9 cards, then it is closed, and 7 are left."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    for _ in range(9):
        g.hand(0, "copper-purse")
    g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    assert g.asked() == [0] and g.asked_kind() == PICK and g.s.phase == t.CLOSING
    for _ in range(2):
        g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    assert g.s.active == 1 and g.size(0, t.HAND) == 7 and g.size(0, t.CEMETERY) == 2


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_discards_its_first_cards() -> None:
    """given an unanswered main part and 9 cards, then it is closed, and the first two are discarded."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "green-magic-1")
    hand = [g.hand(0, slug) for slug in ("bolt", "moss", *["copper-purse"] * 5, "club", "spark")]
    g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    while g.asked_kind() == PICK:
        assert g.asked() == [0]
        g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    assert g.s.active == 1 and g.zone(0, t.HAND) == hand[2:]
    assert g.zone(0, t.CEMETERY) == hand[:2]


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_names_no_second_calling() -> None:
    """given no answer to the question for a second calling, then it is none, the first that is legal."""
    g = Start("human", "dwarf", decks=[["soldier-1"], ["soldier-1"]])
    g.place(("soldier-1",), ("soldier-1",))
    assert g.window() == t.W_CALLING and len(g.options(0)) > 1
    assert kernel.default_answer(g.s, 0, g.dealer.known[0]) == g.move("name", (LINE, 0)) == g.options(0)[0]


@pytest.mark.rule("prelude", "timing.decision-limit")
def test_who_runs_out_of_time_takes_its_own_tasks_in_the_first_order() -> None:
    """given two tasks of B that finish together and no answer, then its character's comes first."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.next(1)
    club, brewer = g.equipped(1, "heavy-club"), g.minion(1, "brewer")
    g.quietly(1, "attack", club, g.body(0))
    g.quietly(1, "use", brewer)
    g.next(0)
    g.end(0)
    assert g.asked() == [1] and g.options(1) == [(kernel.V_PICK, g.body(1)), (kernel.V_PICK, brewer)]
    assert kernel.default_answer(g.s, 1, g.dealer.known[1]) == (kernel.V_PICK, g.body(1))


@pytest.mark.rule("prelude", "response.action-count", "turn.parts")
def test_a_change_until_the_next_own_response_closes_outlives_this_one() -> None:
    """given a spell that adds 1 Suspend until the caster's next Response closes, then the other has an action
    less at each reset up to that one, and its full pool after it."""
    g = Prelude("human", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.cast(0, "chill", g.body(1))
    assert g.free(g.body(1)) == 3
    for seat in (1, 0):
        g.next(seat)
        assert g.free(g.body(1)) == 2
    g.next(1)
    assert g.free(g.body(1)) == 3


@pytest.mark.rule("prelude", "format.melee-out")
def test_who_leaves_in_the_set_up_has_no_cards_in_the_game() -> None:
    """given three of whom one leaves before the first Turn, then nothing of it is left when that begins."""
    deck = ["copper-purse"] * 50 + ["soldier-1"]
    g = Prelude("human", "human", "dwarf", cards=CARDS, setup=False, decks=[deck] * 3)
    g.log += kernel.leave(g.s, 2)
    while not g.s.turn:
        g.settle()
        seat = g.asked()[0]
        g.answer(seat, kernel.default_answer(g.s, seat, g.dealer.known[seat]))
    assert g.s.out == (2,)
    assert not any(g.s.owner[h] == 2 and g.s.zone[h] >= 0 for h in range(4, len(g.s.code)))
