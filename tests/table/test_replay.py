"""Matches written down and carried out again, and decisions taken back: the same states come again."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet.bots.base import run_now
from fadenet.engine.digest import digest
from fadenet.engine.kernel import ask_of
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Row, State
from fadenet.table.local import LocalMatch
from fadenet.table.reading import parse
from fadenet.table.record import Answered, BadRecord, Check, Event, Record, Seated, TurnBegins, write
from fadenet.table.replay import SNAPSHOT_STEPS, Replay
from fadenet.table.scribe import Scribe
from fadenet.table.view import Answer, MatchInfo, SeatView, TakeBack
from tests.builders.playout import FAROE, Table, brisk, deck_lists, every_table, in_turn
from tests.builders.ten import TEN
from tests.table.test_local import Brisk, Concedes, Wrong

GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
both = pytest.mark.parametrize("game", sorted(GAMES))
VIEWS = ("all", "public", "p1", "p2")


class Person(Brisk):
    """Decides at random by what it sees, and goes back `times` times, each time after so many answers."""

    def __init__(self, times: int = 0, after: int = 5, another: bool = False) -> None:
        super().__init__()
        self.times = times
        self.after = after
        self.another = another  # whether it decides otherwise once it has gone back
        self.since = 0
        self.back = 0
        self.begun = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.begun += 1

    async def choose(self, seat: SeatView) -> Answer:
        self._perhaps_back(seat)
        options = seat.options()
        dice = Random(seat.state.next_id + (1_000_003 * self.back if self.another else 0))
        return Answer(brisk(dice, options), own=len(options) > 1)

    def _perhaps_back(self, seat: SeatView) -> None:
        self.since += 1
        if self.back < self.times and self.since > self.after:
            self.back += 1
            self.since = 0
            raise TakeBack(seat.index)


class Enough(Exception):
    """So much of a match will do."""


def seen(
    rules: Rules, seed: int, *players: Brisk, view: str = "all", choices_max: int = 10**9
) -> tuple[LocalMatch, list[bytes], Record]:
    """A match to its end, or to so many choices: the match, the digest after every step, its record."""
    digests: list[bytes] = []

    def watch(s: State, rows: Sequence[Row]) -> None:
        digests.append(digest(s))
        if len(match.choices) >= choices_max:
            raise Enough

    kinds = ["human" if isinstance(p, Person) else "bot" for p in players]
    lists = deck_lists(rules, seed, len(players))
    names = ("Aud", "Mara", "Bo", "Cy")[: len(players)]
    match = LocalMatch(rules, players, lists, seed, names=names, kinds=kinds, watch=watch)
    match.scribe = Scribe(rules, view)
    with contextlib.suppress(Enough):
        run_now(match.play())
    assert match.scribe is not None
    seated = [Seated(name, kind) for name, kind in zip(match.names, match.kinds, strict=True)]
    return match, digests, match.scribe.record(match.state, seated, lists, date="2026-11-21")


@cache
def played(game: str, seed: int, view: str = "all") -> tuple[LocalMatch, list[bytes], Record]:
    return seen(GAMES[game], seed, Brisk(), Brisk(), view=view)


@pytest.mark.slow
@in_turn(7)
def test_a_replay_passes_through_the_same_states(table: Table) -> None:
    """given the record of a match, then it is canonical, and every state of its replay is the match's own."""
    replays_alike(table, 1, 200)


@pytest.mark.long
@every_table
def test_a_hundred_matches_replay_alike(table: Table) -> None:
    """given a hundred whole matches, then the same holds."""
    for seed in range(100):
        replays_alike(table, seed, 10**9)


def replays_alike(table: Table, seed: int, choices_max: int) -> None:
    rules = table.rules
    players = [Brisk() for _ in range(table.players)]
    match, digests, record = seen(rules, seed, *players, choices_max=choices_max)
    text = write(record)
    assert parse(text) == record and write(parse(text)) == text
    replay = Replay(parse(text), rules)
    here = replay.position(0)
    again = []
    for _ in replay.steps:
        replay.advance(here)
        if all(ask_of(here.state, a.seat) for a in here.state.asks):
            again.append(digest(here.state))
    assert again == digests and len(again) > 20
    assert here.state.over == match.state.over


@pytest.mark.slow
@both
def test_what_each_seat_knew_is_put_together_again(game: str) -> None:
    """given a whole record, then at its end seats know what they knew, and truth is what the dealer knew."""
    match, _, record = played(game, 1)
    replay = Replay(record, GAMES[game])
    end = replay.position(replay.length)
    code = match.state.code
    lying = {h for zone in match.state.zones for h in zone}
    for seat, known in enumerate(match.dealer.known):
        mine = {h: c for h, c in known.items() if h in lying and not code[h]}
        assert mine == {h: c for h, c in end.known[seat].items() if h in lying and not code[h]}
    assert all(match.dealer.truth[h] == c for h, c in end.truth.items())


@pytest.mark.slow
@both
def test_any_position_is_the_one_that_stepping_leads_to(game: str) -> None:
    """given a replay, then a jump to a position gives the state that single steps give."""
    _, _, record = played(game, 2)
    replay = Replay(record, GAMES[game])
    here = replay.position(0)
    stepped = [digest(here.state)]
    for _ in replay.steps:
        replay.advance(here)
        stepped.append(digest(here.state))
    dice = Random(5)
    for at in [0, 1, SNAPSHOT_STEPS, replay.length, *(dice.randrange(replay.length) for _ in range(10))]:
        there = replay.position(at)
        assert (digest(there.state), there.at) == (stepped[at], at)
    assert replay.position(replay.at_turn(2)).state.turn == 2
    assert replay.at_turn(10**6) == replay.length == replay.at_number(10**6)
    assert replay.steps[replay.at_number(7)].number <= 7 <= replay.steps[replay.at_number(8)].number


@pytest.mark.slow
def test_snapshots_are_thinned_out_in_a_long_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """given few copies that may be kept, then every position is still found."""
    monkeypatch.setattr("fadenet.table.replay.SNAPSHOTS_MAX", 3)
    _, _, record = played("faroe", 2)
    replay = Replay(record, FAROE)
    for at in (0, 17, replay.length // 2, replay.length):
        assert replay.position(at).at == at


@pytest.mark.slow
@both
@pytest.mark.parametrize("view", VIEWS)
def test_a_record_tells_no_more_than_its_view_knows(game: str, view: str) -> None:
    """given the record of a view, then it replays alike, and names no card that the view cannot know."""
    rules = GAMES[game]
    match, digests, record = played(game, 1, view)
    assert digests == played(game, 1)[1]
    text = write(record)
    assert parse(text) == record
    replay = Replay(record, rules)
    end = replay.position(replay.length)
    seats = {"all": {0, 1}, "public": set[int](), "p1": {0}, "p2": {1}}[view]
    for entry in record.entries:
        if entry.words[0] in ("bind", "recommit", "split"):
            assert all(("=?" not in word) == (entry.who in seats) for word in entry.words[1:]), entry
    assert [bool(deck) for deck in record.decks] == [
        i // rules.decks_per_seat in seats for i in range(len(record.decks))
    ]
    assert ("=?" in text) == (view != "all")
    assert digest(end.state) == digest(match.state)
    half = replay.position(replay.length // 2)
    held = {half.state.owner[h] for h in half.truth if not half.state.code[h]}
    assert held == seats or view.startswith("p1") or view == "p2"


def test_a_seat_that_gave_up_is_in_the_record() -> None:
    """given a player who concedes, and one who only answers nonsense, then both ends are replayed."""
    for one in (Concedes(), Wrong(10**9)):
        match, _, record = seen(FAROE, 3, one, Brisk())
        assert match.state.over[1] == "format.leaving"
        replay = Replay(parse(write(record)), FAROE)
        assert replay.position(replay.length).state.over == match.state.over


def test_a_running_match_has_a_record_without_a_result() -> None:
    """given a match that is not over, then its record says so and replays up to where it stands."""
    _, _, record = played("ten", 1)
    half = [i for i, line in enumerate(record.lines) if isinstance(line, TurnBegins)][3]
    running = dataclasses.replace(record, lines=record.lines[:half], result=None)
    assert '[Result "*"]' in write(running)
    assert not Replay(running, TEN).position(5).state.over
    with pytest.raises(BadRecord, match="is not over at its end"):
        Replay(dataclasses.replace(running, result=record.result), TEN)


# Records that do not follow.


def changed(record: Record, kind: type, change: Callable[[str], str], which: int = 0) -> Record:
    """The record with the text of one line of a kind changed."""
    text = write(record).split("\n")
    marks = {Check: "= ", Event: "  > ", TurnBegins: "turn "}
    lines = [i for i, line in enumerate(text) if line.startswith(marks[kind])]
    text[lines[which]] = change(text[lines[which]])
    return parse("\n".join(text))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "change", "what"),
    [
        (Check, lambda t: "= 0123456789abcdef", "the state is another one"),
        (Event, lambda t: t + "!", "not what the rules make"),
        (TurnBegins, lambda t: "turn 77 p1", "it is turn"),
    ],
)
def test_what_does_not_follow_is_named_with_its_line(
    kind: type, change: Callable[[str], str], what: str
) -> None:
    """given a record with a wrong digest, event or turn, then the replay stops there and says why."""
    record = changed(played("faroe", 0)[2], kind, change, 3)
    with pytest.raises(BadRecord, match=what) as caught:
        Replay(record, FAROE)
    assert caught.value.line > 10 and str(caught.value.line) in caught.value.message


def test_other_rules_or_cards_are_refused() -> None:
    """given a record of other cards, then nothing of it is carried out."""
    record = dataclasses.replace(played("faroe", 0)[2], cards="0" * 64)
    with pytest.raises(BadRecord, match="other rules or cards") as caught:
        Replay(record, FAROE)
    assert caught.value.line == 0, "it is no line of the record that is wrong"


def test_results_are_checked() -> None:
    """given another result than the match's, then the record is refused."""
    _, _, record = played("faroe", 0)
    with pytest.raises(BadRecord, match="the match ends with") as caught:
        Replay(dataclasses.replace(record, result=None), FAROE)
    assert caught.value.line == 0


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_spoilt_answer_is_carried_out_or_refused_in_words(data: st.DataObject) -> None:
    """given a record in which one answer is another one, then it is carried out or refused in words."""
    game = data.draw(st.sampled_from(sorted(GAMES)))
    _, _, record = played(game, 1)
    entries = [i for i, line in enumerate(record.lines) if isinstance(line, Answered)]
    at = data.draw(st.sampled_from(entries))
    old = record.lines[at]
    assert isinstance(old, Answered)
    other = record.lines[data.draw(st.sampled_from(entries))]
    assert isinstance(other, Answered)
    words = list(old.words)
    spot = data.draw(st.integers(0, len(words) - 1))
    words[spot] = data.draw(
        st.sampled_from(
            [*other.words, "#1=?", "#999999=?", "p2", "c1", "-1", "k1", "mode", "shown", "0", "x=y"]
        )
    )
    new = data.draw(
        st.sampled_from(
            [
                other,
                dataclasses.replace(old, words=tuple(words)),
                dataclasses.replace(old, words=old.words[:1]),
                dataclasses.replace(old, words=(*old.words, "p1")),
                dataclasses.replace(old, who=data.draw(st.integers(-1, 7))),
                dataclasses.replace(old, standing=((1 << 80, 5),)),
                dataclasses.replace(old, words=("leave", "format.leaving")),
            ]
        )
    )
    lines = (*record.lines[:at], dataclasses.replace(new, line=at), *record.lines[at + 1 :])
    try:
        Replay(dataclasses.replace(record, lines=lines), GAMES[game])
    except BadRecord as error:
        assert re.match(r"(Line \d+ of the|The) record: .+\.$", error.message), error.message


# Going back.


@pytest.mark.slow
@both
@pytest.mark.parametrize(
    ("times", "after"),
    [(1, 4), (3, 2), *(pytest.param(*one, marks=pytest.mark.long) for one in ((2, 0), (1, 12)))],
)
def test_what_is_taken_back_and_decided_alike_changes_nothing(game: str, times: int, after: int) -> None:
    """given a person who goes back and decides the same, then the match and its record are the same."""
    rules = GAMES[game]
    straight, _, record = seen(rules, 7, Person(), Brisk())
    person = Person(times, after)
    back, _, again = seen(rules, 7, person, Brisk())
    assert person.back == times and person.begun == times + 1
    assert digest(back.state) == digest(straight.state) and back.answers == straight.answers
    assert again == record and Replay(again, rules).length


@in_turn(2)
def test_one_takeback_leads_to_the_same_states_in_every_format(table: Table) -> None:
    """given a person among bots who goes back once, then record and state are those without the takeback."""
    rules = table.rules
    others = [Brisk() for _ in range(table.players - 1)]
    straight, _, record = seen(rules, 2, Person(), *others, choices_max=60)
    person = Person(1, 1)
    back, _, again = seen(rules, 2, person, *others, choices_max=60)
    assert person.back == 1 and digest(back.state) == digest(straight.state) and again == record


@pytest.mark.slow
@both
def test_another_decision_leads_elsewhere_and_is_recorded(game: str) -> None:
    """given a person who then decides otherwise, then the record holds what was played in the end."""
    rules = GAMES[game]
    straight, _, _ = seen(rules, 7, Person(), Brisk())
    person = Person(4, 3, another=True)
    match, _, record = seen(rules, 7, person, Brisk())
    assert person.back == 4 and match.answers != straight.answers
    replay = Replay(parse(write(record)), rules)
    assert digest(replay.position(replay.length).state) == digest(match.state)


def test_going_back_leads_to_the_decision_before_with_the_cards_that_were_dealt() -> None:
    """given a takeback, then the person is asked again what it was asked before, from the same state."""
    asked: list[bytes] = []

    class Recalls(Person):
        async def choose(self, seat: SeatView) -> Answer:
            asked.append(digest(seat.state))
            answer = await super().choose(seat)
            assert answer.own or len(seat.options()) == 1
            return answer

    class Sure(Recalls):
        def pick(self, seat: SeatView, options: list[Move]) -> Move:
            return options[0]

    seen(TEN, 5, Sure(1, 3), Brisk())
    went = next(i for i in range(1, len(asked)) if asked[i] in asked[:i])
    assert asked[went] in asked[went - 4 : went - 1]


def test_only_the_one_person_at_a_table_of_bots_may_go_back() -> None:
    """given two people, or bots alone, then nobody is told that decisions can be taken back."""
    for kinds, may in ((("human", "bot"), [True, False]), (("human",) * 2, [False] * 2), ((), [False] * 2)):
        players = Brisk(), Brisk()
        match = LocalMatch(TEN, players, deck_lists(TEN), 1, (), kinds)
        run_now(match.play())
        assert [p.info.takeback for p in players if p.info] == may


def test_with_nothing_to_take_back_all_stays_as_it_is() -> None:
    """given a takeback at the first question of all, then it is asked again."""
    person = Person(1, 0)
    match, _, _ = seen(TEN, 9, person, Brisk())
    straight, _, _ = seen(TEN, 9, Person(), Brisk())
    assert person.back == 1 and digest(match.state) == digest(straight.state)
