"""The outcomes of a program, seen before it is carried out: on whom an instruction may work, by whatever way
the program goes, and which instructions it comes to as things stand.

`possible` is worked out when cards are loaded. It takes all branches, all that can be chosen or drawn while
the program runs, and everything that `each` goes through. `rehearse` carries a program out on a copy of the
state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine import chain, kernel
from fadenet.engine.acts import A_FLAGS, A_ID, A_IT, A_LOOP
from fadenet.engine.card import Instruction, Select
from fadenet.engine.language import flow, instructions
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import Act, State, ref
from fadenet.games.prelude import tables as t

_CHOSEN: Final = {instructions.do_random: 0, instructions.do_mod: 0, instructions.do_counter: 0}
"""Instructions that make "it" something of what a selector finds: its place among their arguments."""
_FOUND: Final = frozenset(
    {
        *(instructions.do_draw, instructions.do_mill, instructions.do_discard, instructions.do_look),
        *(instructions.do_search, instructions.do_reveal),
    }
)
"""Instructions that make "it" cards of which nobody knows before which they are."""

NOTHING: Final = -1  # the origin of an "it" that nothing has made yet


def following(code: Sequence[Instruction], at: int) -> tuple[int, ...]:
    """The places at which a program may go on behind an instruction."""
    run, arguments = code[at]
    if run is flow.jump_always:
        return (arguments[0],)
    if run in (flow.by_mode, flow.by_way):
        return tuple(arguments[0])
    if run in (flow.each_next, flow.unless_yes, flow.unless_heads):
        return at + 1, arguments[0]
    return (at + 1, arguments[1]) if run is flow.jump_unless else (at + 1,)


def reached(code: Sequence[Instruction], at: int) -> frozenset[int]:
    """Every place that a program may come to from one of its places on, that one included."""
    there, open_ = set[int](), [at]
    while open_:
        place = open_.pop()
        if place < len(code) and place not in there:
            there.add(place)
            open_ += following(code, place)
    return frozenset(there)


def possible(rules: Rules, code: Sequence[Instruction], at: int, pick: Select) -> Select:
    """All that a selector of the instruction at a place may find there, as a selector of things as they stand
    when the program has not begun."""
    return _possible(rules, code, at, pick, origins(code), frozenset())


def origins(code: Sequence[Instruction]) -> list[set[int]]:
    """By place the instructions of which one may have made what "it" stands for there, `NOTHING` for none."""
    found: list[set[int]] = [set() for _ in range(len(code) + 1)]
    found[0].add(NOTHING)
    changed = True
    while changed:
        changed = False
        for at, (run, _) in enumerate(code):
            made = run is instructions.do_pick or run in _CHOSEN or run in _FOUND
            after = {at} if made and found[at] else found[at]
            for place in following(code, at):
                if not after <= found[place]:
                    found[place] |= after
                    changed = True
    return found


def _brought(rules: Rules, instruction: Instruction) -> Select | None:
    """The selector of what an instruction may make "it"; None for cards that nobody knows before."""
    run, arguments = instruction
    if run is instructions.do_pick:
        pick: Select = rules.choices[arguments[1]][0]
        return pick
    return arguments[_CHOSEN[run]] if run in _CHOSEN else None


def _loops(code: Sequence[Instruction], at: int) -> list[Select]:
    """The selectors of what the loops around a place go through, the innermost last."""
    around: list[Select] = []
    for begin in range(max(at - 1, 0)):
        run, arguments = code[begin]
        if run in (flow.each_begin, flow.repeat_begin) and begin + 1 < at < code[begin + 1][1][0]:
            around.append(arguments[0] if run is flow.each_begin else lambda s, act: [0])
    return around


def _possible(
    rules: Rules,
    code: Sequence[Instruction],
    at: int,
    pick: Select,
    made: list[set[int]],
    within: frozenset[int],
) -> Select:
    """`possible`. within: the instructions whose "it" is being asked for already, on a way round a loop."""
    sources: list[Select] = []
    for origin in sorted(made[at] - within - {NOTHING}):
        brought = _brought(rules, code[origin])
        if brought is not None:
            sources.append(_possible(rules, code, origin, brought, made, within | {origin}))
    loops = _loops(code, at)
    if not sources and not loops:
        return pick

    def find(s: State, act: Act) -> list[int]:
        ahead = act[:]
        ahead[A_IT] = tuple([ref(s, h) for source in sources for h in source(s, act)])
        rounds = [ahead]
        for loop in loops:
            rounds = [_at(s, now, h) for now in rounds for h in loop(s, now)]
        return [*dict.fromkeys([h for now in rounds for h in pick(s, now)])]

    return find


def _at(s: State, act: Act, h: int) -> Act:
    """An act whose innermost loop is at this one; 0 = one that only repeats what is in it."""
    now = act[:]
    now[A_LOOP] = (*act[A_LOOP], (ref(s, h) if h else 0,))
    return now


def rehearse(
    s: State, act: Act, program: int, comes: Callable[[State, Act, Instruction], None]
) -> frozenset[int]:
    """Carry out a program on a copy as things stand, as long as nobody is asked and nothing hidden is needed.

    comes: told each instruction ahead of it, with the copy of state and act. Returns the places to which the
    program may still come from where it has to stop; none if it has come to its end.
    """
    code, mine = rules_of(s).programs[program], act[:]
    mine[A_FLAGS] &= ~t.F_CARRIED  # it takes effect, and is no task any more that damage could stop
    copy = s.clone()
    copy.frames.clear()
    copy.asks = copy.needs = ()
    copy.acts[act[A_ID]] = mine
    chain.push(copy, chain.f_run, act[A_ID], program, 0)
    running = chain.F_RUN, act[A_ID], program
    while copy.frames and not copy.over:
        if copy.asks or copy.needs:
            stopped = [frame[3] for frame in copy.frames if frame[:3] == running]
            return frozenset[int]().union(*[reached(code, at) for at in stopped])
        frame = copy.frames[-1]
        if frame[:3] == running and frame[3] < len(code):
            comes(copy, mine, code[frame[3]])
        kernel.step(copy)
    return frozenset()
