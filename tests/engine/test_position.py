"""Positions as lines: what is written is read again, all that is read is bounded, and a match goes on."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet.engine import invariants, kernel, position
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.position import HiddenState, PositionHead
from fadenet.engine.state import POOL, State, is_automaton
from fadenet.table.dealer import Dealer
from tests.builders.playout import FAROE, Playout, Table, brisk, in_turn
from tests.builders.ten import CARDS, TEN

LINE_CHARACTERS = {"ten": 700, "faroe": 4_500}
"""Length that a public line for two seats stays below in random matches."""

RESTS = 800
"""So much of a match of more than two is looked at; a duel is played to its end."""

STEP_PARTS = {
    "rules",
    "events",
    "index",
    "indexing",
    "counted",
    "packed",
    "peeked",
    "kept",
    "shared",
    "stale",
    "periods",
}
"""Parts of a `State` that follow from the others, or belong to one step only."""


def parts(s: State) -> dict[str, Any]:
    """All that a state is, but for what players have answered while others still owe their answers."""
    given = {seat: move for seat, move in s.answers.items() if seat in s.out or is_automaton(s, seat)}
    found = {name: getattr(s, name) for name in State.__slots__ if name not in STEP_PARTS}
    return found | {"answers": given}


def resign(line: str) -> str:
    """The line with the check that fits what stands before it."""
    body = str(line.rpartition(" #")[0])
    check: str = position._check(body)
    return f"{body} #{check}"


# There and back.


@pytest.mark.slow
@in_turn(2)
def test_every_position_is_read_as_it_was_written(table: Table) -> None:
    """given rests of a match, when each is written and read, then every part, digest and text is the same."""
    rules = table.rules
    play = Playout(rules, 3, players=table.players)
    every = 1 if table.game == "ten" else 40 * table.players
    for k, s in enumerate(play.rests()):
        assert s.turn or k < 2_000
        if k > RESTS and table.players > 2:
            break
        if k % every and not s.over:
            continue
        assert invariants.fault(s) == ""
        line = position.dump(s)
        again = position.load(rules, line)
        assert parts(again) == parts(s)
        assert digest(again) == digest(s) and position.dump(again) == line
        whole = position.dump(s, play.dealer.hidden())
        other, hidden = position.load_whole(rules, whole)
        assert digest(other) == digest(s) and position.dump(other, hidden) == whole
        assert hidden is not None and hidden.decks == play.dealer.decks[: len(hidden.decks)]
        covered = {h for h, code in play.dealer.truth.items() if not s.code[h]}
        public = {h: code for h, code in enumerate(s.code) if code}
        assert hidden.truth == public | {h: play.dealer.truth[h] for h in covered}
        for mine, known in zip(hidden.known, play.dealer.known, strict=True):
            assert mine == {h: code for h, code in known.items() if h in covered}
        assert len(line) < LINE_CHARACTERS.get(table.game, 6_000) * s.seats / 2


@pytest.mark.slow
@in_turn(3)
def test_a_match_goes_on_from_a_line(table: Table) -> None:
    """given a whole line, when a copy and what is read play on with the same dice, then both stay alike."""
    rules = table.rules
    play = Playout(rules, 5, players=table.players)
    due = 20
    for k, s in enumerate(play.rests()):
        if k >= due and not s.over and parts(s)["answers"] == s.answers:
            due += 150
            hidden = play.dealer.hidden()
            line = position.dump(s, hidden)
            pair = []
            for state, behind in ((s.clone(), hidden), position.load_whole(rules, line)):
                assert behind is not None
                ahead = Playout(rules, k, play.dealer.decks, table.players)
                ahead.s, ahead.dealer = state, Dealer.resumed(behind, k)
                pair.append(ahead)
            for n, (one, two) in enumerate(zip(pair[0].rests(), pair[1].rests(), strict=False)):
                assert digest(one) == digest(two), n
                if n == 30:
                    break
        if k > 500:
            break


def test_a_line_says_what_rules_it_is_for() -> None:
    """given lines, then their heads name game, format, options and seats."""
    s = kernel.setup(FAROE, 2)
    assert position.head_of(position.dump(s)) == PositionHead("faroe", "duel", {}, 2)
    line = resign(position.dump(s).replace(" duel ", " legend+legend=the-one+x=1 "))
    assert position.head_of(line) == PositionHead("faroe", "legend", {"legend": "the-one", "x": "1"}, 2)


def test_a_public_line_tells_nothing_that_is_hidden() -> None:
    """given two deals of which everybody sees the same, then their public lines are the same."""
    lines = set()
    for order in (CARDS, CARDS[::-1]):
        s = kernel.setup(TEN, 2)
        dealer = Dealer([list(order), list(order)], 2, 1)
        dealer.deal(s)
        lines.add(position.dump(s))
        assert position.dump(s) != position.dump(s, dealer.hidden())
    assert len(lines) == 1


def test_a_position_before_the_decks_are_laid_down_goes_on() -> None:
    """given a state that owes its decks, when it is written with the deck lists, then it can be dealt."""
    line = position.dump(kernel.setup(TEN, 2), HiddenState([list(CARDS), list(CARDS)], {}, [{}, {}]))
    s, hidden = position.load_whole(TEN, line)
    assert hidden is not None and all(w.kind == POOL for w in s.needs)
    Dealer.resumed(hidden, 1).deal(s)
    assert s.asks


# What is refused.


@cache
def sample() -> list[str]:
    """Whole lines of some length, from matches of ten and faroe."""
    lines = []
    for rules, steps in ((TEN, 25), (TEN, 60), (FAROE, 200), (FAROE, 400)):
        play = Playout(rules, 2)
        for k, s in enumerate(play.rests()):
            if k == steps or s.over:
                lines.append(position.dump(s, play.dealer.hidden()))
                break
    return lines


def try_line(text: str) -> bool:
    """Read a line that may be anything; whether it is a position."""
    for rules in (TEN, FAROE):
        try:
            s, hidden = position.load_whole(rules, text)
        except WrongInput as error:
            assert str(error) and len(str(error)) < 400
        else:
            assert position.dump(s, hidden) == text
            assert invariants.fault(s) == "" and digest(s)
            return True
    return False


@pytest.mark.slow
@given(
    text=st.one_of(
        st.text(max_size=200),
        st.from_regex(r"fnp1 ten duel 2( [a-z]{1,6}=[-0-9(),*:_]{0,12}){0,6} #[0-9a-f]{8}", fullmatch=True),
    )
)
def test_any_text_is_refused(text: str) -> None:
    """given any text, with a check that fits and without, then it is refused with a sentence."""
    assert not try_line(text)
    assert not try_line(resign(text))


changes = st.tuples(
    st.sampled_from(["cut", "put", "swap", "number", "field", "twice"]), st.integers(0, 2**32), st.text()
)


def changed(line: str, how: str, seed: int, text: str) -> str:
    """A line that is like another one."""
    random = Random(seed)
    at = random.randrange(len(line))
    if how == "cut":
        return line[:at] + line[at + random.randrange(1, 9) :]
    if how == "put":
        put: str = random.choice([*"0123456789(),*:_|= #-", text[:9]])
        return line[:at] + put + line[at:]
    if how == "swap":
        return line[:at] + line[at : at + 2][::-1] + line[at + 2 :]
    fields = line.split(" ")
    k = random.randrange(6, len(fields))
    if how == "number":
        places = [m.span() for m in re.finditer(r"-?\d+", line)]
        a, b = random.choice(places)
        value: int = random.choice([-1, 0, 1, 2, 3, 50, 999, 65_536, 10**9, 10**17, int(line[a:b]) + 1])
        return line[:a] + str(value) + line[b:]
    twice = [fields[k]] if how == "twice" else []
    return " ".join([*fields[:k], *twice, *fields[k + (not twice) :]])


@pytest.mark.slow
@given(which=st.integers(0, 3), how=changes)
def test_a_changed_line_is_refused(which: int, how: tuple[str, int, str]) -> None:
    """given a line of which something is changed, then its check tells; none of it crashes when it fits."""
    line = sample()[which]
    other = changed(line, *how)
    assert try_line(line)
    if other != line:
        assert not try_line(other)
        try_line(resign(other))


@pytest.mark.parametrize(
    "field",
    [
        "code=0*999999999999",
        "code=0:999999999999",
        "ans=" + "(" * 5_000 + ")" * 5_000,
        "ans=" + "(0*500)*500" + "*500",
        "code=" + "9" * 5_000,
        "zones=" + ",".join(["()"] * 60_000),
        "kids=(1,2),(2,1)",
        "clock=_",
        "got=" + "_*262144",
        "marks=(32,1,1,1)",
        "marks=(0,268435456,1,1)",
        "marks=(0,1,2147483648,1)",
        "marks=(-1,1,1,1)",
    ],
)
def test_what_would_grow_is_refused_at_once(field: str) -> None:
    """given fields that ask for more than there may be, then they are refused before they are written out."""
    with pytest.raises(WrongInput):
        position.load(TEN, with_field(field))


ROWS = {
    "frames": "(7,0)",
    "acts": "(1)",
    "queue": "(0,0,-1,0,(),1)",
    "mods": "(0,1,1,0,0,0,1)",
    "marks": "(0,1,1,1)",
}


@pytest.mark.parametrize("name", position.ROWS_MAX)
def test_more_rows_than_a_match_comes_to_are_refused(name: str) -> None:
    """given as many rows as there may be, then they are not too many, whatever else they are; one more is."""
    most = position.ROWS_MAX[name]
    for n in (most, most + 1):
        with pytest.raises(WrongInput) as refused:
            position.load(TEN, with_field(f"{name}={ROWS[name]}*{n}"))
        assert (f"more than {most} {name}" in str(refused.value)) == (n > most)


def with_field(field: str) -> str:
    """A line of a match, with a field in place of its own."""
    name = field.partition("=")[0]
    kept = [word for word in sample()[0].split(" ") if not word.startswith(f"{name}=")]
    return resign(" ".join([*kept[:7], field, *kept[7:]]))


def test_other_rules_are_refused() -> None:
    """given a line of one game, when it is read with the rules of another, then the error names both."""
    line = position.dump(kernel.setup(TEN, 2))
    with pytest.raises(WrongInput, match="ten duel, not of faroe duel"):
        position.load(FAROE, line)
    other = resign(line.replace(TEN.card_hash.hex()[:16], "0" * 16))
    with pytest.raises(WrongInput, match="other rules or other cards"):
        position.load(TEN, other)
    with pytest.raises(WrongInput, match="no matches of 3 seats"):
        position.load(TEN, resign(line.replace(" duel 2 ", " duel 3 ")))


@pytest.mark.slow
def test_random_moves_are_the_same_from_a_line() -> None:
    """given a line, then every seat has the moves that it had."""
    play = Playout(FAROE, 8)
    for k, s in enumerate(play.rests()):
        if k % 40 == 0 and s.asks:
            again, hidden = position.load_whole(FAROE, position.dump(s, play.dealer.hidden()))
            assert hidden is not None
            for seat in play.owing():
                options = play.options(seat)
                assert kernel.options(again, seat, hidden.known[seat]) == options
                assert brisk(Random(k), options)
