"""`fadenet bot ask`: what a bot would do in a position, and what it thought."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from fadenet.bots.base import Bot, Thought, run_now
from fadenet.bots.reasons import foreseen
from fadenet.cli.frame.context import Context, make_bot
from fadenet.cli.past.positions import start_at
from fadenet.engine.state import Row, State
from fadenet.table.local import LocalMatch


class _Answered(Exception):
    """The first question of the match has been answered."""


def bot_ask(ctx: Context) -> int:
    """The move of a bot for every seat that is asked in a position."""
    args = ctx.args
    start = start_at(args.position)
    rules = start.state.rules
    bots: list[Bot] = [make_bot(args.bot) for _ in range(start.state.seats - rules.automata)]
    match = LocalMatch.going_on(start.state, start.hidden, bots, args.seed)

    def look(s: State, rows: Sequence[Row]) -> None:
        if match.answers:
            raise _Answered

    match.watch = look
    with suppress(_Answered):
        run_now(match.play())
    lines, data = [], list[dict[str, Any]]()
    for seat, move in match.answers:
        thought = bots[seat].thought()
        lines.append(f"p{seat + 1} {move}")
        data.append({"seat": f"p{seat + 1}", "move": move, "thought": _thought_data(thought)})
        if thought is not None and thought.playouts:
            lines.append(f"   {thought.text}; {thought.playouts} playouts, gain {thought.gain:+.2f}")
        elif thought is not None:
            lines.append(f"   {thought.text}")
        if said := foreseen(thought):
            lines.append(f"   {said}")
    ctx.emit({"game": rules.name, "bot": args.bot, "answers": data}, lines)
    return 0


def _thought_data(thought: Thought | None) -> dict[str, Any] | None:
    if thought is None:
        return None
    outlook = thought.outlook
    seen = outlook and {
        "now": outlook.now,
        "best": outlook.best._asdict(),
        "next": outlook.next._asdict(),
        "text": foreseen(thought),
    }
    return {**thought._asdict(), "outlook": seen}
