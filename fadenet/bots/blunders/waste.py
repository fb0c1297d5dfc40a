"""Cards and means that are spent: the state behind it, and whether anything is different there."""

from __future__ import annotations

from typing import Final

from fadenet.bots import lookahead
from fadenet.bots.blunders.review import Decision
from fadenet.bots.judgement import judgement_of
from fadenet.engine import atoms, kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, HANDLE_MASK, RESPOND, ROW_CARD, ROW_EVENT, Row, State, mark_parts
from fadenet.table.view import SeatView

UNSEEN: Final = {atoms.TOSSED, atoms.LOOKED, atoms.SHOWN, atoms.SHUFFLED, atoms.DRAWN, atoms.MIXED}
"""Something may have come of these that a state does not show."""
WHOLE: Final = ("turn", "active", "phase", "mods", "pool", "queue", "out", "over")


def is_spent_for_nothing(decision: Decision) -> bool:
    """Whether a card or means were spent, and all else is as it would be without it, if nobody answers."""
    at, move = decision.at, decision.move
    if decision.ends or decision.kind not in (ACT, RESPOND):
        return False
    if not is_paid(at.state, at.all_seen(decision.seat), move):
        return False
    rows: list[Row] = []
    after, source = settled(decision, move, rows), source_of(decision)
    if any(row[ROW_EVENT] in UNSEEN for row in rows):
        return False
    if any(row[ROW_EVENT] == atoms.OPENED and row[ROW_CARD] != source for row in rows):
        return False
    before = settled(decision, PASS_MOVE, []) if decision.kind == RESPOND else at.state
    return not has_changed(before, after, decision.seat, source)


def source_of(decision: Decision) -> int:
    """The own card that a move begins with, 0 = none: it may begin with whom it is about."""
    s, move = decision.at.state, decision.move
    h = move[1] if len(move) > 1 and type(move[1]) is int else 0
    return h if h > s.seats and s.ctrl[h] == decision.seat else 0


def settled(decision: Decision, move: Move, rows: list[Row]) -> State:
    """The state after a move if nobody answers, with the events that led to it."""
    view = decision.at.all_seen(decision.seat)
    s = view.state.clone()
    s.witnesses = (lambda _, row: rows.append(row),)
    kernel.play(s, view.index, move, view.opened(move))
    lookahead.settled(s, view, 0)
    return s


def is_paid(s: State, seat: SeatView, move: Move) -> bool:
    """Whether a move is paid for: with means, or with cards of the hand."""
    copy, body, rules = s.clone(), seat.index + 1, rules_of(s)
    kernel.play(copy, seat.index, move, seat.opened(move))
    hand = rules.zone_id(seat.index, rules.hand_kind)
    paid = any(copy.num[k][body] < s.num[k][body] for k in judgement_of(rules).MEANS)
    return paid or len(copy.zones[hand]) < len(s.zones[hand])


def has_changed(before: State, after: State, seat: int, source: int) -> bool:
    """Whether anything is different but that a card of a seat, its means or cards of its hand are spent."""
    rules, body = rules_of(before), seat + 1
    if len(before.code) != len(after.code) or len(before.acts) != len(after.acts):
        return True
    if any(getattr(before, name) != getattr(after, name) for name in WHOLE):
        return True
    if any(
        mark_parts(mark)[2] & HANDLE_MASK not in (source, body)
        for mark in before.marks.keys() ^ after.marks.keys()
    ):
        return True
    if source and rules.on_field[after.zone[source]]:
        more = any(new[source] > old[source] for old, new in zip(before.num, after.num, strict=True))
        if more or _lies(before, source) != _lies(after, source):
            return True
    hand, means = rules.zone_id(seat, rules.hand_kind), judgement_of(rules).MEANS
    for h in range(1, len(after.code)):
        gone = before.zone[h] == hand and rules.zone_kind(after.zone[h]) == rules.discard_kind
        if h == source or gone:
            continue
        if _lies(before, h) != _lies(after, h) or before.code[h] != after.code[h]:
            return True
        for k, (old, new) in enumerate(zip(before.num, after.num, strict=True)):
            if old[h] != new[h] and not (h == body and k in means and new[h] < old[h]):
                return True
    return False


def _lies(s: State, h: int) -> tuple[int, ...]:
    """How a card lies where it does."""
    return s.zone[h], s.face[h], s.host[h], s.role[h], s.ctrl[h], s.inst[h], s.stated[h]
