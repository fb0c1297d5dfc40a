"""How games end: wins that a turn would have brought, and losses that another answer would have averted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.bots import naming
from fadenet.bots.blunders.branches import (
    Follows,
    Strayed,
    Strolls,
    play_on,
    quiet,
    seated,
    turns_later,
)
from fadenet.bots.blunders.review import Decision
from fadenet.bots.judgement import distinct, judgement_of
from fadenet.bots.turn_marks import has_lost, has_won, turn_mark
from fadenet.engine.rules import Move, rules_of

LINES: Final = {0: 1, 40: 2, 120: 4, 500: 0}
"""Lines that are sampled of a turn: so many more only if one left some opponent that part of what it had."""
SURE: Final = 3  # dice with which a win, or an answer that averts a loss, must work
WAYS_MAX: Final = 4  # other answers that are tried


def missed_win(bots: Sequence[str], start: Decision) -> list[str]:
    """A line, in notation, after which the bot of a turn's player wins in that turn: [] if none is found, or
    if it wins without.

    The others give only answers that can be foreseen, as their bots do; a line must win with other dice too.
    """
    seat, at = start.seat, start.at
    rules, mark = rules_of(at.state), turn_mark(at.state)
    bot = naming.make(bots[seat])
    if has_won(play_on(at, quiet(bots, seat, bot, True), 0, turns_later(at.state, 1)), seat, mark):
        return []
    judge = judgement_of(rules)
    foes = [foe for foe in range(at.state.seats) if rules.opposed(at.state, seat, foe)]
    least = whole = min((judge.left(at.state, foe) for foe in foes if foe not in at.state.out), default=0)
    for n in range(max(LINES)):
        if least * LINES.get(n, 1) > whole:
            break
        stroll = Strolls(naming.make(bots[seat]), n)
        end = play_on(at, quiet(bots, seat, stroll, False), 0, turns_later(at.state, 1))
        if has_won(end, seat, mark) and _winning(bots, start, stroll.line):
            return _winning(bots, start, shortened(bots, start, stroll.line))
        least = min([least, *(judge.left(end, foe) for foe in foes if foe not in end.out)])
    return []


def _winning(bots: Sequence[str], start: Decision, line: Sequence[Move]) -> list[str]:
    """A line in notation if it wins in its turn, else []."""
    said: list[str] = []
    for dice in range(SURE):
        own = Follows(line, naming.make(bots[start.seat]))
        players = quiet(bots, start.seat, own, True)
        try:
            end = play_on(start.at, players, dice, turns_later(start.at.state, 1))
        except Strayed:
            return []
        if not has_won(end, start.seat, turn_mark(start.at.state)):
            return []
        said = own.told
    return said


def shortened(bots: Sequence[str], start: Decision, line: Sequence[Move]) -> list[Move]:
    """A line that wins without the moves that it can do without: what is left out may be made by the bot."""
    kept, size = list(line), len(line)
    while size := size // 2:
        for at in reversed(range(0, len(kept), size)):
            if _winning(bots, start, fewer := kept[:at] + kept[at + size :]):
                kept = fewer
    return kept


def averting(bots: Sequence[str], decision: Decision, lost: int) -> Move:
    """An answer after which the seat lives a round longer than to the turn in which it lost; () = none of
    those that are tried, or it might have lived with its own answer.
    """
    if any(_lives(bots, decision, decision.move, lost, dice) for dice in range(SURE)):
        return ()
    others = distinct(decision.at.seen(decision.seat), [m for m in decision.options if m != decision.move])
    there = list(others)
    for move in there[:: len(there) // WAYS_MAX + 1]:
        if all(_lives(bots, decision, move, lost, dice) for dice in range(SURE)):
            return move
    return ()


def _lives(bots: Sequence[str], decision: Decision, move: Move, lost: int, dice: int) -> bool:
    """Whether a seat that makes a move is still there a round behind the turn in which it lost."""
    seat, s = decision.seat, decision.at.state
    mark, over = turn_mark(s), turns_later(s, lost - decision.turn + s.seats)
    players = seated(bots, seat, Follows([move], naming.make(bots[seat])))
    end = play_on(decision.at, players, dice, lambda now: has_lost(now, seat, mark) or over(now))
    return not has_lost(end, seat, mark)
