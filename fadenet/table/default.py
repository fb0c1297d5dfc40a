"""The answer that is given for a player whose time is over, and the sentence that tells the player of it."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine import kernel
from fadenet.engine.kernel import NO_MOVE, V_MODE, V_PICK
from fadenet.engine.notation import place
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, CONFIRM, PAY, PICK, RESPOND, Ask, TableNeed
from fadenet.table.view import SeatView


def default_move(view: SeatView, ask: Ask, rng: Callable[[int], bytes]) -> Move:
    """The move that the rules make for a player whose time is over; a sealed throw is drawn at random."""
    if ask.sealed and ask.kind != CONFIRM:
        return kernel.pick(
            view.state, view.index, view.known, lambda sides: int.from_bytes(rng(4), "big") % sides
        )
    return kernel.default_answer(view.state, view.index, view.known)


def sentence_of(view: SeatView, ask: Ask, move: Move) -> str:
    """The default answer, as its player is told of it."""
    kind = ask.kind
    if kind == RESPOND:
        return "you passed"
    if kind == ACT:
        return f"you played no more there ({view.text(move)})"
    if kind in (CONFIRM, PAY):
        return "you said no" if move == NO_MOVE else "you said yes"
    if move[0] == V_MODE:
        return f"{view.text(move)} was taken for you"
    if move[0] == V_PICK:
        return f"{_name(view, move[1])} was chosen for you"
    return "you chose nothing more" if kind == PICK else f"{view.text(move)} was answered for you"


def taken_for(view: SeatView, need: TableNeed) -> str:
    """The clause that names the cards taken by a search that its player has not finished."""
    names = [_name(view, h) for h in view.settled(need, ())]
    return f"{' and '.join(names)} was taken for you" if names else "you took nothing"


def _name(view: SeatView, h: object) -> str:
    """A card or player, as its own player knows it; something that waits by its number."""
    if not isinstance(h, int) or h <= 0:
        return "the first of them"
    code = view.code(h)
    return view.state.rules.cards[code].name if code else place(view.state, view.index, h)
