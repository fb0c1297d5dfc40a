"""Bots that are programs: `fadenet bot try`, `example`, `serve` and `log`."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import partial
from importlib.resources import files

from fadenet import bots, games
from fadenet.bots.fnbot.logs import LogFile, kept_logs, name_of
from fadenet.bots.fnbot.process import ProgramFailed, command_of
from fadenet.bots.fnbot.serve import serve
from fadenet.bots.fnbot.trying import Trial, tried
from fadenet.bots.naming import EXEC, command_in, options_in
from fadenet.bots.random_ import RandomBot
from fadenet.cli.frame.context import BOT_FAILED, BadInput, Context, Denied, NotFound, Usage, make_bot
from fadenet.cli.frame.loading import load_game
from fadenet.cli.frame.logs import keep_bot_logs
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.english import number_of

EXAMPLES = {"python": "dice.py", "js": "dice.js", "c": "dice.c"}
"""The first bots, by language."""
LAST_LINES = 20
"""Lines that are shown of what was said before a program failed."""
LINE_SIGNS = 160
"""Signs of a line that are shown."""


def bot_try(ctx: Context) -> int:
    """A match of each game, what was wrong and how long it took; the exit code says whether it failed."""
    args = ctx.args
    command, rest = command_in(EXEC + args.command.removeprefix(EXEC)) or ("", "")
    trials: list[Trial] = []
    keep_bot_logs(ctx)
    try:
        options = options_in(args.command, rest)
        for game in [args.game] if args.game else games.GAMES:
            said: list[str] = []
            shown = 0 if ctx.json or trials else args.lines
            hear = partial(_hear, ctx, said, shown)
            trials.append(tried(command, options, load_game(game), RandomBot(), args.seed, hear))
            _tell(ctx, trials[-1], said[shown:])
            if trials[-1].failed:
                break
    except WrongInput as wrong:
        raise Usage(f"That cannot be tried: {wrong}. See: fadenet bot try --help") from None
    data = [
        {
            "game": one.game,
            "answers": len(one.answers_s),
            "ended": one.ended,
            "failed": one.failed,
            "wrong": one.wrong,
        }
        for one in trials
    ]
    ctx.emit({"trials": data}, [])
    return BOT_FAILED if trials[-1].failed else 0


def _hear(ctx: Context, said: list[str], shown: int, line: str) -> None:
    """Keep a line that is said, and tell it at once if it is among the first ones."""
    said.append(line)
    if len(said) <= shown:
        ctx.emit({}, [_cut(ctx, line)])


def _cut(ctx: Context, line: str) -> str:
    return line if ctx.args.whole else line[:LINE_SIGNS]


def _tell(ctx: Context, trial: Trial, more: Sequence[str]) -> None:
    """Tell of a trial. more: what was said behind the lines that were shown."""
    last = more[-LAST_LINES:] if trial.failed else []
    hidden = len(more) - len(last) if ctx.args.lines else 0
    lines = [f"({number_of(hidden, 'more line')})"] * (hidden > 0)
    lines += [_cut(ctx, line) for line in last]
    lines.append(f"{trial.game}: {trial.ended.removesuffix('.')}; {trial.times()}")
    lines += [f"  wrong: {what}" for what in trial.wrong]
    if not ctx.json:
        ctx.emit({}, lines)


def bot_example(ctx: Context) -> int:
    """Print a first bot."""
    text = (files("fadenet.bots.fnbot") / "examples" / EXAMPLES[ctx.args.language]).read_text("utf-8")
    ctx.emit({"language": ctx.args.language, "text": text}, text.removesuffix("\n").split("\n"))
    return 0


def bot_serve(ctx: Context) -> int:
    """Answer over stdin and stdout until the other side quits."""
    name = ctx.args.bot
    make_bot(name)

    def say(line: str) -> None:
        print(line, flush=True)

    try:
        serve(partial(bots.make, name), name, sys.stdin, say)
    except (ProgramFailed, WrongInput) as wrong:
        raise BadInput(f"{name} cannot be asked so: {wrong}") from None
    return 0


def bot_log(ctx: Context) -> int:
    """The logs of programs that have played; the end of one."""
    wanted: str | None = ctx.args.program
    try:
        there = kept_logs(ctx.home)
        if wanted is None:
            _list_logs(ctx, there)
        else:
            _print_log(ctx, _log_of(wanted, there))
    except OSError as error:
        raise Denied(f"The logs in {ctx.home} cannot be read: {error.strerror}. Check its mode.") from None
    return 0


def _list_logs(ctx: Context, there: Sequence[LogFile]) -> None:
    rows = [
        (one.name, time.strftime("%Y-%m-%d %H:%M", time.localtime(one.written)), one.size) for one in there
    ]
    wide = max((len(name) for name, _, _ in rows), default=0)
    lines = [f"{name:{wide}}  {when}  {-(-size // 1024)} KB" for name, when, size in rows]
    ctx.emit(
        {"logs": [{"name": one.name, "file": str(one.path), "written": one.written} for one in there]}, lines
    )
    if not there:
        ctx.say("No program has played here yet. A first one: fadenet bot example python")


def _log_of(wanted: str, there: Sequence[LogFile]) -> LogFile:
    """The log that is meant: by the name of the bot, of its file, or how the log is called."""
    named = command_in(wanted)
    try:
        name = name_of(command_of(named[0])) if named is not None else wanted
    except WrongInput as wrong:
        raise Usage(f"That is no program: {wrong}. See: fadenet bot log") from None
    found = [one for one in there if one.name.startswith(name)]
    if len({one.name for one in found if one.name != name}) > 1 and name not in [one.name for one in found]:
        raise Usage(f"Several logs begin so: {', '.join(one.name for one in found)}. Name one of them.")
    if not found:
        raise NotFound(f"There is no log of {wanted} here. Those that there are: fadenet bot log")
    return found[0]


def _print_log(ctx: Context, one: LogFile) -> None:
    lines = one.lines()[-ctx.args.lines or None :]
    ctx.emit({"name": one.name, "file": str(one.path), "lines": lines}, lines)
    ctx.say(f"From {one.path}")
