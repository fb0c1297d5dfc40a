"""Finds a line of the own turn that wins it.

A search through copies of the state that know no more than the seat does. The others give the answers that
`replies` of the game foresees, each the one that suits its side best, and no others. The positions that are
shortest of the win are gone on from first. The verbs that a game does not try begin a line, as an exchange of
what two hold may, and do not go on with one. So the first move of a line is found, and not more: what really
comes of it, and what wins then, is looked at again at the next choice.
"""

from __future__ import annotations

from heapq import heappop, heappush

from fadenet.bots import lookahead
from fadenet.bots.judgement import distinct, judgement_of
from fadenet.bots.turn_marks import has_won, turn_mark
from fadenet.engine import kernel
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import State
from fadenet.table.view import SeatView


def winning_move(seat: SeatView, tries: int) -> Move:
    """The first move of a line that wins in the turn of this free choice; () = none is found among so many
    moves that are tried."""
    judge, me, mark = judgement_of(rules_of(seat.state)), seat.index, turn_mark(seat.state)
    if judge.short_of_win(seat.state, me) is None:
        return ()
    root = lookahead.unanswered(seat)
    ahead: list[tuple[int, int, State, Move]] = [(0, 0, root, ())]
    met, tried = {lookahead.identity(root)}, 0
    while ahead:
        *_, s, first = heappop(ahead)
        view = SeatView(s, me, seat.known, seat.sightings)
        for move in distinct(view, view.options()):
            if first and move[0] in judge.QUIET:
                continue
            if tried == tries:
                return ()
            tried += 1
            after = s.clone()
            kernel.play(after, me, move, view.opened(move))
            chooses = _answered(after, seat)
            if has_won(after, me, mark):
                return first or move
            if chooses != me or turn_mark(after) != mark:
                continue
            short, same = judge.short_of_win(after, me), lookahead.identity(after)
            if short is not None and same not in met:
                met.add(same)
                heappush(ahead, (short, tried, after, first or move))
    return ()


def _answered(s: State, seat: SeatView) -> int:
    """Go on to the next free choice, by the answers that are foreseen: the seat that has it, -1 = nobody."""
    while True:
        who, replies = lookahead.to_choice(s, seat, True)
        if not replies:
            return who
        kernel.apply(s, who, lookahead.foreseen(s, seat, who, replies, lookahead.REPLIES_DEEP)[1])
