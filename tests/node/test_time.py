"""Time banks: who is out of time says so itself, before anybody gives it up, and all see one result."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from fadenet import games
from fadenet.engine.kernel import V_PICK
from fadenet.engine.rules import Rules
from fadenet.engine.state import ACT, PICK, RESPOND, Ask, TableNeed
from fadenet.history.reading import read_match
from fadenet.node.limits import BEAT_S
from fadenet.node.match import saved
from fadenet.node.match.awake import asleep
from fadenet.node.match.banks import GRACE_S, WAY_S, Banks, Credit, credit_of
from fadenet.node.match.follow import MatchEnd
from fadenet.table.default import sentence_of
from fadenet.table.view import Answer, Clock, SeatView
from protocol.files import FileState, split_items
from protocol.messages import Ack, Commit, MoveMessage, Pass, Take
from protocol.result import check_result
from tests.builders.playout import FAROE, Playout
from tests.node.tables import (
    TOLD_S,
    Party,
    Quitter,
    Settled,
    Slow,
    Stuck,
    files,
    table,
    verified,
    with_a_clock_that_stands,
)
from tests.sim.explore.node import Node
from tests.sim.explore.plan import Plan

DUEL = games.load("faroe")
FREE = games.load("faroe", "free-for-all")
LEGEND = games.load("faroe", "legend", legend="vantarel-the-hollow-sun")


def party(path: Path, *players: Quitter | Stuck, rules: Rules = DUEL) -> Party:
    """Tables side by side."""
    return Party(*(table(path / str(n), n, player, rules=rules) for n, player in enumerate(players)))


def same(ends: Sequence[Settled], there: Party, rule: str, rules: Rules = DUEL) -> list[MatchEnd]:
    """All sides have ended alike, and what each keeps of it says the same."""
    outcomes = [end for end in ends if isinstance(end, MatchEnd)]
    assert len(outcomes) == len(there.tables), ends
    assert len({(end.places, end.rule, end.result) for end in outcomes}) == 1
    assert outcomes[0].rule == rule
    for end, seat in zip(outcomes, there.tables, strict=True):
        (kept,) = saved.saved_matches(seat.home)
        match = read_match(end.path, [seat.identity.public], lambda *_: rules)
        assert match is not None and match.rule == rule and kept.finished
        assert [one.place for one in match.seats] == list(end.places or [0] * len(match.seats))
        if end.places is not None:
            won = "won" if end.places[end.seat] == 1 else "lost"
            assert kept.note.result == f"{won} [{rule}]"
    return outcomes


# The one who runs out of time


@pytest.mark.parametrize("after", [0, 1, 9, 24])
async def test_a_slow_player_and_the_one_who_waits_see_one_result(
    tmp_path: Path, autojump_clock: MockClock, after: int
) -> None:
    # given a player who is connected and reads on, in the throw, over the mulligan or later
    slow = Stuck(after)
    there = party(tmp_path, Slow(), slow)
    # when its time bank is spent
    ends = await there.play(bank=60, patience=1_000)
    # then it has lost by a rule of its own, and both have signed that
    first, second = same(ends, there, "format.time")
    assert second.places is not None and second.places[second.seat] == 2
    assert first.result is not None and not check_result(first.result).absent
    for end in (first, second):
        assert verified(end.path).state is FileState.VALID
    assert "Your time bank is spent: you have run out of time, and lose." in there.told[1]
    assert not any("did not answer" in said or "lost" in said for said in there.told[0])


async def test_a_bank_is_spent_over_many_answers(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a player who takes 8 s for each answer, of which 5 s come back for a decision
    class Slower(Quitter):
        async def choose(self, seat: SeatView) -> Answer:
            await trio.sleep(8)
            return await super().choose(seat)

    slow = Slower(10_000)
    there = party(tmp_path, Quitter(10_000), slow)
    ends = await there.play(bank=30, patience=1_000)
    # then it has some answers, not one
    same(ends, there, "format.time")
    assert 4 < slow.decided < 40


async def test_in_a_search_the_node_answers_and_the_loss_follows_at_the_next_decision(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given players who never finish a search of their decks
    class Seeker(Quitter):
        sought = 0

        async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
            self.sought += 1
            await trio.sleep_forever()
            return ()

    players = [Seeker(10_000) for _ in range(2)]
    there = party(tmp_path, *players, rules=games.load("terrene"))
    # when their banks are spent over it
    ends = await there.play(bank=30, patience=1_000)
    # then one of them has lost, without having been asked again
    same(ends, there, "format.time", games.load("terrene"))
    assert [player.sought for player in players] in ([1, 1], [1, 0], [0, 1])
    assert any("Your time was over: you took" in said or "taken for you" in said for said in there.said)


@pytest.mark.slow
async def test_of_three_who_runs_out_of_time_is_out_and_the_others_play_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given
    there = party(tmp_path, Slow(20), Slow(20), Stuck(9), rules=FREE)
    # when
    ends = await there.play(bank=40, patience=1_000)
    # then all have signed the result in the end, and nobody was voted out
    outcomes = [end for end in ends if isinstance(end, MatchEnd)]
    assert len(outcomes) == 3 and len({end.result for end in outcomes}) == 1
    late = outcomes[2]
    assert late.result is not None and check_result(late.result).absent == ()
    assert late.places is not None and late.places[late.seat] != 1
    assert any("out of time" in said for said in there.told[2])
    assert not any("votes to go on" in said for said in there.said)


async def test_against_a_legend_time_runs_too(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = party(tmp_path, Stuck(8), Stuck(12), rules=LEGEND)
    ends = await there.play(bank=40, patience=1_000)
    (first, _) = same(ends, there, "format.time", LEGEND)
    assert first.places == (2, 2) and first.result is not None


async def test_a_bot_that_never_rests_and_is_late_has_lost(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a bank that is spent in a search, when all else is answered at once, then it is too late."""

    class Searching(Quitter):
        async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
            await trio.sleep(29)
            return ()

    there = party(tmp_path, Searching(10_000), Searching(10_000), rules=games.load("terrene"))
    ends = await there.play(bank=20, patience=1_000)
    same(ends, there, "format.time", games.load("terrene"))


# Whoever is given up although connected


async def test_who_is_given_up_although_connected_is_told_so(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a node whose own clock stands
    there = party(tmp_path, Slow(), Stuck(9))
    with_a_clock_that_stands(monkeypatch, "p1")
    # when the other has waited for longer than the time bank
    began = trio.current_time()
    ends = await there.play(bank=40, patience=1_000)
    # then both have ended, without a result that anybody has signed, and no fault of the network is told: the
    # one that has waited has won, and the other has not lost by a count that is not its own
    first, second = ends
    assert isinstance(first, MatchEnd) and isinstance(second, MatchEnd)
    assert first.places is not None and first.places[first.seat] == 1 and first.result is None
    assert (second.places, second.result) == (None, None)
    assert any(said.startswith("p0 waits for you no longer: by the clock") for said in there.told[1])
    assert not any("Still trying" in said or "could be reached" in said for said in there.told[1])
    assert trio.current_time() - began < 100
    held = [{*split_items(files(seat.home, "match")[0].read_bytes())[0]} for seat in there.tables]
    assert held[0] == held[1]


@pytest.mark.slow
async def test_who_is_voted_out_although_connected_is_told_so(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = party(tmp_path, Slow(30), Slow(30), Stuck(9), rules=FREE)
    with_a_clock_that_stands(monkeypatch, "p2")
    ends = await there.play(bank=60, patience=1_000)
    outcomes = [end for end in ends if isinstance(end, MatchEnd)]
    assert len(outcomes) == 3 and len({end.result for end in outcomes}) == 1
    assert any("though you are connected" in said for said in there.told[2])


# The default answer


@pytest.mark.parametrize("person", [False, True])
async def test_the_answer_that_was_given_for_a_player_is_named(
    tmp_path: Path, autojump_clock: MockClock, person: bool
) -> None:
    # given a player who stops answering, and a decision timer
    stuck = Stuck(6)
    kind = "human" if person else "bot"
    both = Party(table(tmp_path / "a", 0, stuck, kind=kind), table(tmp_path / "b", 1, Quitter(150)))
    await both.play(timer=5, patience=500)
    # then each time it is told what its node has answered
    told = [said for said in both.told[0] if said.startswith("Your time was over: ")]
    assert len(told) >= len(stuck.asked) - 1
    windows = [ask for ask in stuck.asked[: len(told)] if ask.kind == RESPOND]
    assert windows and told.count("Your time was over: you passed.") == len(windows)
    acts = [ask for ask in stuck.asked[: len(told)] if ask.kind == ACT]
    assert told.count("Your time was over: you played no more there (end).") == len(acts)
    assert person or acts
    sealed = [ask for ask in stuck.asked[: len(told)] if ask.sealed]  # a throw, or whether to keep a Hand
    words = ("was taken for you", "you said no")
    assert len([said for said in told if any(word in said for word in words)]) >= len(sealed)


def test_what_was_chosen_for_a_player_has_the_name_that_it_knows() -> None:
    # given a player who has to choose, and a match under way
    match = Playout(FAROE, 4)
    for _ in zip(range(30), match.rests(), strict=False):
        pass
    known, theirs = match.dealer.known
    view, ask = SeatView(match.s, 0, known), Ask(1, 0, PICK, 1, 1, 0, 0, 0, ())
    own = next(iter(known))
    hidden = next(h for h in theirs if not view.code(h))
    # when the first of what there is is taken for it
    named = {h: sentence_of(view, ask, (V_PICK, h)) for h in (0, 1, 2, own, hidden)}
    # then players and the cards that it knows have their names, and no card that is hidden from it has
    card = FAROE.cards[known[own]].name
    whom = {0: "the first of them", 1: "p1", 2: "p2", own: card, hidden: view.text((V_PICK, hidden))[5:]}
    assert named == {h: f"{who} was chosen for you" for h, who in whom.items()}


# What a bank holds


DECIDED = {1: Credit.DECISION}


def test_a_bank_is_never_more_than_full() -> None:
    """given a seat with a thousand entries, then it is waited for no longer than one without any."""
    banks = Banks(600, 5, 2, 0)
    for n in range(1_000):
        banks.take(1, 1)
        banks.answered(1)
        banks.rested({1: (Credit.DECISION, Credit.PASS, Credit.NOTHING)[n % 3]})
        banks.rested({0: Credit.DECISION})
    assert banks.left(1) <= 600 + GRACE_S
    assert banks.left(0) == 600


@pytest.mark.parametrize(
    ("given", "left"), [(Credit.DECISION, 404), (Credit.PASS, 400), (Credit.NOTHING, 399)]
)
def test_only_decisions_give_time_back(given: Credit, left: int) -> None:
    """given 200 s that were taken and one more, then a decision gives some back once the other has decided, a
    pass what it took, and nothing else."""
    banks = Banks(600, 5, 2, 0)
    banks.take(0, 200)
    banks.answered(0)
    banks.take(0, 1)
    banks.answered(0)
    banks.rested({0: given})
    assert banks.left(0) == 399, "the other has not decided yet"
    banks.rested({1: Credit.PASS})
    assert banks.left(0) == left


def test_decisions_in_a_row_give_back_no_more_than_one() -> None:
    """given a seat that decides fifty times before the other is asked, taking 5 s each, then one of them is
    given back."""
    banks = Banks(600, 5, 2, 0)
    for _ in range(50):
        banks.take(1, 5)
        banks.answered(1)
        banks.rested(DECIDED)
    banks.rested({0: Credit.DECISION})
    assert banks.left(1) == 600 + GRACE_S - 50 * 5 + 5


def test_sealed_decisions_give_back_the_same_in_any_order() -> None:
    """given a rest at which both decide, then what each gets back is the same whoever is heard first."""
    left = []
    for order in ((0, 1), (1, 0)):
        banks = Banks(600, 5, 2, 0)
        for seat in (0, 1):
            banks.take(seat, 60)
            banks.answered(seat)
            banks.rested({seat: Credit.DECISION})
        for seat in order:
            banks.take(seat, 20)
            banks.answered(seat)
        banks.rested({0: Credit.DECISION, 1: Credit.DECISION})
        left.append((banks.left(0), banks.left(1)))
    assert left == [(530, 525 + GRACE_S)] * 2


def test_what_each_entry_gives_back() -> None:
    assert (
        credit_of(MoveMessage("end"))
        is credit_of(Take(0, ()))
        is credit_of(Commit(bytes(32)))
        is Credit.DECISION
    )
    assert credit_of(Pass(None)) is credit_of(MoveMessage("pass")) is Credit.PASS
    assert credit_of(Ack()) is Credit.NOTHING


@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_given_up_before_its_own_node_has_said_so(seed: int) -> None:
    """given any thinking times, ways that take what the session measures, and all that is beyond that within
    the grace of the match, then somebody who waits has more left for a seat than that seat has, always."""
    dice = Random(seed)
    bank, bonus = dice.choice([(15, 2), (30, 0), (600, 5)])
    own, other = Banks(bank, bonus, 2, 0), Banks(bank, bonus, 2, 1)
    beyond = GRACE_S
    while not own.is_late(0):
        think, way = dice.expovariate(1 / (bonus + 1)), dice.uniform(0, WAY_S)
        kind = dice.choice([*Credit])
        if kind is Credit.NOTHING:
            think = 0.0  # the node answers by itself
        late = dice.uniform(0, beyond / 8)
        beyond -= late
        own.take(0, think)
        other.take(0, think + way + late, way)
        assert not other.is_late(0) or own.is_late(0)
        assert other.left(0) >= own.left(0) - 1e-6
        after = dice.choice([*Credit])
        for banks in (own, other):
            banks.answered(0)
            banks.rested({0: kind})
            banks.rested({1: after})


def test_the_grace_is_one_for_a_whole_match() -> None:
    """given a seat whose every answer takes a little less than the grace, then it has its bank and the grace
    once, and not the grace each time."""
    banks = Banks(5, 0, 2, 0)
    taken = 0
    while not banks.is_late(1):
        banks.take(1, 9)
        taken += 9
        banks.answered(1)
        banks.rested(DECIDED)
        banks.rested({0: Credit.DECISION})
    assert taken < 5 + GRACE_S + 9


def test_a_way_that_is_made_slow_gives_little_time() -> None:
    """given a seat that confirms what it hears only when it answers, then each wait is free of `WAY_S`."""
    banks = Banks(30, 0, 2, 0)
    for _ in range(10):
        banks.take(1, WAY_S + 3, WAY_S + 3)
        banks.answered(1)
    assert banks.left(1) == 30 + GRACE_S - 10 * 3


def one_that_waits() -> tuple[Node, int]:
    """A node of two that waits for the other, which has 60 s left: (node, the seat of the other)."""
    plan = Plan(2)
    (node,) = (one for one in plan.begun(plan.table()) if one is not None and one.late())
    node.clock.banks = Banks(60, 0, 2, node.number)
    node.clock.beat()
    return node, 1 - node.number


async def test_of_each_wait_twice_the_way_is_left_out(autojump_clock: MockClock) -> None:
    """given a seat whose node confirms what it is sent in 1.5 s, when it is waited for, then 3 s of that are
    the way, there and back."""
    node, other = one_that_waits()
    vars(node.mesh.peers[0].session)["way"] = 1.5
    for _ in range(10):
        autojump_clock.jump(BEAT_S)
        node.clock.beat()
    assert node.clock.banks.left(other) == 60 + GRACE_S - 7


@pytest.mark.parametrize(("gone", "counted"), [(1.5, 1.5), (2.0, 2.0), (100.0, 2.0)])
async def test_while_our_node_stands_still_the_time_of_nobody_else_runs(
    autojump_clock: MockClock, gone: float, counted: float
) -> None:
    """given a node that waits for another, when its process is stopped between two beats, so that it can hear
    nothing, then that takes two beats of the other's time at most; a beat that comes late counts whole."""
    node, other = one_that_waits()
    autojump_clock.jump(gone * BEAT_S)
    node.clock.beat()
    assert node.clock.banks.left(other) == 60 + GRACE_S - counted * BEAT_S


async def test_who_answers_within_the_grace_each_time_is_out_of_time_all_the_same(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a player whose node does not count its time, and who thinks for 9 s each time, when that is more
    than its bank and the grace together, then it is given up."""

    class Dawdler(Quitter):
        dawdled = 0.0

        async def choose(self, seat: SeatView) -> Answer:
            began = trio.current_time()
            await trio.sleep(9)
            self.dawdled += trio.current_time() - began
            return await super().choose(seat)

    dawdler = Dawdler(10_000)
    there = party(tmp_path, Quitter(10_000), dawdler)
    with_a_clock_that_stands(monkeypatch, "p1")
    ends = await there.play(bank=20, bonus=0, patience=1_000)
    first = ends[0]
    assert isinstance(first, MatchEnd) and first.rule == "format.leaving"
    assert first.places is not None and first.places[first.seat] == 1
    assert dawdler.dawdled < 20 + GRACE_S + 9


async def test_a_player_is_told_the_time_for_each_answer(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a timer and a bank, and a player who takes a second for each answer, then it is told before each
    that it has the whole timer, and of its bank what is left; without them it has all the time."""

    class Timed(Slow):
        clocks: list[Clock]

        async def choose(self, seat: SeatView) -> Answer:
            self.clocks = [*getattr(self, "clocks", []), seat.clock]
            return await super().choose(seat)

    timed, free = Timed(6), Timed(3)
    await party(tmp_path, Quitter(60), timed).play(timer=5, bank=60, bonus=0, patience=500)
    assert [clock.decision_s for clock in timed.clocks] == [5.0] * 6
    assert [clock.bank_s for clock in timed.clocks] == pytest.approx([60.0 - n for n in range(6)], abs=0.9)
    assert Clock(5.0, 3.0).left_s == Clock(3.0, 5.0).left_s == 3.0
    (tmp_path / "free").mkdir()
    await party(tmp_path / "free", Quitter(60), free).play(patience=500)
    assert set(free.clocks) == {Clock(math.inf, math.inf)}


@pytest.mark.slow
async def test_banks_outlast_a_restart(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given a match in which the guest has waited for the host for a while, and dies
    there = party(tmp_path, Stuck(9), Slow())
    await there.play(bank=600, patience=400)
    (note,) = [saved.saved_matches(seat.home)[0].note for seat in there.tables[1:]]
    assert sorted(note.spent)[1] >= 300
    # when both come back and it goes on like that
    began = trio.current_time()
    there.tables = [
        replace(seat, player=player) for seat, player in zip(there.tables, (Stuck(0), Slow()), strict=True)
    ]
    ends = await there.resume()
    # then the host has what was left of its bank, and no more
    same(ends, there, "format.time")
    assert trio.current_time() - began < 350


# Who was not awake


@pytest.mark.skipif(sys.platform != "linux", reason="CLOCK_BOOTTIME is Linux's")
def test_a_computer_has_slept_for_less_than_it_has_been_on() -> None:
    assert -1 < asleep() < time.clock_gettime(time.CLOCK_BOOTTIME)


@pytest.mark.parametrize("asleep", [True, False], ids=["a computer that slept", "a process that was stopped"])
async def test_who_slept_through_its_own_bank_has_not_won(
    tmp_path: Path, autojump_clock: MockClock, asleep: bool
) -> None:
    """given a guest that waits for its host, when it stands still for longer than its time bank, and finds
    nobody after that, then it has not won: its host may have waited for it in vain."""
    slept = [0.0]
    host, guest = Stuck(5), Quitter(10_000)
    there = party(tmp_path, host, guest)
    machine = replace(there.joiner.machine, asleep=lambda: slept[0])
    there.joiner = replace(there.joiner, machine=machine)

    async def sleep(both: Party) -> None:
        while not host.asked:
            await trio.sleep(1)
        both.kill(0)
        if asleep:
            slept[0] += 100
        else:
            autojump_clock.jump(100)

    ends = await there.play(bank=30, patience=1_000, meddle=sleep)
    ended = ends[1]
    assert isinstance(ended, MatchEnd) and (ended.places, ended.result) == (None, None)
    assert "This node stood still for 100 s, longer than its time bank lasted" in " ".join(there.told[1])
    assert not any("did not answer" in said for said in there.told[1])
    match = read_match(ended.path, [there.joiner.identity.public], lambda *_: DUEL)
    assert match is not None and [seat.place for seat in match.seats] == [0, 0]
    assert match.seats[ended.seat].left and not match.rated


async def test_who_slept_through_its_own_decision_has_not_won_without_the_other(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest that is asked, when its process is stopped for longer than its bank and its host has gone
    meanwhile, then it is out of time, and its host being away makes no win of that."""
    guest = Stuck(5)
    there = party(tmp_path, Quitter(10_000), guest)

    async def stop(both: Party) -> None:
        while not guest.asked:
            await trio.sleep(1)
        both.kill(0)
        autojump_clock.jump(100)

    ends = await there.play(bank=30, patience=1_000, meddle=stop)
    ended = ends[1]
    assert isinstance(ended, MatchEnd) and ended.places is None
    assert "Your time bank is spent: you have run out of time, and lose." in there.told[1]
    match = read_match(ended.path, [there.joiner.identity.public], lambda *_: DUEL)
    assert match is not None and [seat.place for seat in match.seats] == [0, 0]


async def test_who_slept_while_it_was_asked_is_out_of_time(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a guest that is asked, when its computer sleeps for longer than its bank, then it says so."""
    slept = [0.0]
    guest = Stuck(5)
    there = party(tmp_path, Quitter(10_000), guest)
    machine = replace(there.joiner.machine, asleep=lambda: slept[0])
    there.joiner = replace(there.joiner, machine=machine)

    async def sleep(both: Party) -> None:
        while not guest.asked:
            await trio.sleep(1)
        slept[0] += 10_000

    began = trio.current_time()
    ends = await there.play(bank=5_000, patience=100, meddle=sleep)
    _, late = same(ends, there, "format.time")
    assert late.places is not None and late.places[late.seat] == 2 and trio.current_time() < began + 100


async def test_who_was_away_for_long_and_comes_back_to_nobody_has_not_won(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest whose process has died, when it comes back after days and finds nobody, then it has no
    result: its host may have waited for it in vain."""
    there = party(tmp_path, Stuck(5), Quitter(10_000))
    await there.play(bank=30, patience=20)
    later = replace(there.joiner.machine, now=lambda: time.time() + 200_000)
    there.joiner = replace(there.joiner, machine=later)
    with trio.move_on_after(5_000):
        await there.go_on(1)
    ended = there.ends[1]
    assert isinstance(ended, MatchEnd) and ended.places is None
    assert any(said.startswith("This node was away for ") for said in there.told[1])


async def test_who_slept_and_is_answered_again_counts_time_as_ever(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest that slept for long while its host waited on, when the host answers what the guest has
    signed since and then stays away, then the guest has won."""
    slept = [0.0]
    host, guest = Stuck(12), Slow()
    there = party(tmp_path, host, guest)
    machine = replace(there.joiner.machine, asleep=lambda: slept[0])
    there.joiner = replace(there.joiner, machine=machine)

    async def sleep(both: Party) -> None:
        while guest.decided < 3:
            await trio.sleep(0.1)
        slept[0] += 100
        while not host.asked:
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        both.kill(0)

    ends = await there.play(bank=60, patience=1_000, meddle=sleep)
    ended = ends[1]
    assert isinstance(ended, MatchEnd) and ended.places is not None and ended.places[ended.seat] == 1
