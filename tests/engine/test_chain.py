"""The stack of frames: what is put onto it, and what is carried out before the next step."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine import chain, kernel
from fadenet.engine.chain import before_next_step, f_check, is_next, push
from fadenet.engine.kit import turns
from fadenet.engine.language import instructions
from fadenet.engine.state import ACT, State
from tests.builders import yard as y
from tests.builders.yard import match, yard_of


def f_noted(s: State, n: int) -> None:
    y.put(s, {n: y.STONE})


def f_helps(s: State) -> None:
    """The moves that would go on once others have said which move it is."""


def noting() -> State:
    """A match whose rules know these functions, and say where a step of theirs begins."""
    s = match()
    rules = yard_of(s)
    rules.frames += [f_noted, f_helps]
    rules.steps = frozenset((*chain.STEPS, turns.f_free))
    rules.asking = {**chain.ASKING, turns.f_moved: turns.f_free, f_helps: None}
    return s


def stack(s: State, n: int) -> list[Callable[..., None]]:
    """The functions of the last n frames, the one that is next at the end."""
    return [s.rules.frames[frame[0]] for frame in s.frames[-n:]]


def test_a_frame_is_pushed_by_its_function() -> None:
    """given a function with arguments, then its frame holds its number in the table, and is the next one."""
    s = noting()
    push(s, f_noted, y.A)
    assert s.frames[-1] == (yard_of(s).frames.index(f_noted), y.A)
    assert is_next(s, f_noted) and not is_next(s, f_check)


def test_a_free_move_is_asked_for_anew_after_what_comes_before_it() -> None:
    """given an open question for a free move, then it is taken back, and asked once that is carried out."""
    s = noting()
    asked = s.asks
    before_next_step(s, f_noted, y.A)
    assert (s.asks, s.answers, stack(s, 2)) == ((), {}, [turns.f_free, f_noted])
    kernel.run(s)
    assert s.code[y.A] == y.STONE
    assert [(a.seat, a.kind) for a in s.asks] == [(0, ACT)] and s.asks[0].id > asked[0].id


def test_what_only_helps_to_answer_is_dropped_with_the_question() -> None:
    """given others who are asked what the free move is to be, then it is begun anew as well."""
    s = noting()
    push(s, f_helps)
    before_next_step(s, f_noted, y.A)
    assert (s.asks, stack(s, 2)) == ((), [turns.f_free, f_noted])


def test_the_step_under_way_is_finished_first() -> None:
    """given a question that belongs to a step, then it stays open, and what was asked for comes after all of
    that step; of two such calls the second is carried out first."""
    s = noting()
    push(s, f_check)
    push(s, instructions.f_put, (), y.YARD, 0, 0)
    asked = s.asks
    before_next_step(s, f_noted, y.A)
    before_next_step(s, f_noted, y.B)
    assert s.asks == asked
    assert stack(s, 4) == [f_check, f_noted, f_noted, instructions.f_put]
    assert [frame[1] for frame in s.frames[-3:-1]] == [y.B, y.A]
