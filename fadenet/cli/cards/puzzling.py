"""`fadenet puzzle`: one position a day with one right move, and on how many days in a row it was found."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from random import SystemRandom

import msgspec

from fadenet import games
from fadenet.cli.frame.achieved import Achieved
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, Usage
from fadenet.cli.frame.loading import load_game, place_of
from fadenet.cli.frame.signals import Stopped
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games.puzzles import Puzzle, puzzle_of_day, puzzles_of


class Solving(msgspec.Struct, frozen=True):
    """How somebody does at the puzzles of a game.

    streak: days in a row, up to `last`, on which the puzzle of the day was solved at the first go; best: the
    longest such row. last: the day whose puzzle was answered last, None = none was. solved: the ids of all
    that were solved at the first go.
    """

    streak: int = 0
    best: int = 0
    last: date | None = None
    solved: tuple[str, ...] = ()


SOLVED = Achieved("puzzles.json", Solving, "which puzzles are solved")


def puzzle(ctx: Context) -> int:
    """List the puzzles, show one, or let the person solve it."""
    args = ctx.args
    chosen = [word for word in (args.number, args.random, args.day) if word]
    if len(chosen) > 1:
        raise Usage("A number, --random and --date each say which puzzle: give one of them.")
    if not args.game:
        return _list(ctx)
    rules, today = load_game(args.game), date.today()
    puzzles, kept = puzzles_of(rules), SOLVED.read(ctx.home).get(args.game, Solving())
    day = _day(args.day, today) if args.day else None if chosen else today
    if day is not None:
        number = puzzle_of_day(puzzles, day.toordinal())
    elif args.random:
        number = _drawn(puzzles, kept)
    else:
        ids = [one.id for one in puzzles]
        number = 1 + place_of(args.number, ids, f"{rules.name} has no puzzle")
    if ctx.json or args.no_input or args.answer:
        return _show(ctx, rules, number, kept.streak if _lasts(kept, today) else 0)
    return _solve(ctx, rules, number, today if day == today else None)


def _day(text: str, today: date) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Usage(f"{text[:40]!r} is not a day. A day is written as {today.isoformat()}.") from None
    if day > today:
        raise Usage(f"The puzzle of {day.isoformat()} comes on that day.")
    return day


def _drawn(puzzles: tuple[Puzzle, ...], kept: Solving) -> int:
    """A puzzle at random, one that is not solved yet if there is one."""
    left = [n for n, one in enumerate(puzzles, 1) if one.id not in kept.solved]
    return SystemRandom().choice(left or range(1, len(puzzles) + 1))


def _show(ctx: Context, rules: Rules, number: int, streak: int) -> int:
    """Print a puzzle, with its answer if that was asked for."""
    from fadenet.console.learn.puzzle import OPEN, PuzzleLine, shown

    one = puzzles_of(rules)[number - 1]
    line = PuzzleLine(rules, one)
    table, legal, answer = shown(line)
    data = {
        **{"game": rules.name, "number": number, "of": len(puzzles_of(rules)), "puzzle": one.id},
        **{"task": one.task, "seat": f"p{line.seat + 1}", "asked": one.asked, "streak": streak},
        **{"legal": legal, "position": one.position},
    }
    lines = [*table, "", f"{_called(rules, number)}: {one.task} {OPEN}", f"You are p{line.seat + 1}."]
    if ctx.args.answer:
        data |= {"answer": one.line[0], "line": list(one.line), "why": one.why, "rules": list(one.rules)}
        lines += [f"The answer: {answer}. {one.why} [{', '.join(one.rules)}]"]
    ctx.emit(data, lines)
    if not ctx.args.answer:
        ctx.say(f"The answer: fadenet puzzle {rules.name} {number} --answer")
    return 0


def _called(rules: Rules, number: int) -> str:
    return f"Puzzle {number} of {len(puzzles_of(rules))} of {rules.name}"


def _solve(ctx: Context, rules: Rules, number: int, today: date | None) -> int:
    """Let the person solve a puzzle. today: the day whose puzzle it is, None = it does not count as such."""
    from fadenet.cli.seat.person import options_of, run_async
    from fadenet.console.learn.puzzle import PuzzleLine
    from fadenet.console.run import play_puzzle

    one, options = puzzles_of(rules)[number - 1], options_of(ctx)
    lost: list[str] = []

    def keep(right: bool) -> str:
        said = ""
        with comfort(lost.append, "How you did is not kept"):
            before = SOLVED.read(ctx.home).get(rules.name, Solving())
            after = answered(before, one.id, right, today)
            SOLVED.write(ctx.home, rules.name, after)
            said = _told(before, after, today)
        return said

    try:
        line = PuzzleLine(rules, one)
        run_async(partial(play_puzzle, line, _called(rules, number), options, keep), options)
    except Stopped:
        ctx.say(f"To try it again: fadenet puzzle {rules.name} {number}")
        raise
    finally:
        if lost:
            ctx.say(lost[0])
    ctx.say(f"Another one: fadenet puzzle {rules.name} --random")
    return 0


def _told(before: Solving, after: Solving, today: date | None) -> str:
    """The words about what an answer came to: the streak, where it counts for it."""
    if today is None or before.last == after.last:
        return ""
    if after.streak:
        best = ", your best" if after.best == after.streak > before.best else ""
        return f"The puzzle of the day {number_of(after.streak, 'day')} in a row{best}"
    return f"A streak of {number_of(before.streak, 'day')} ends" if _lasts(before, today) else ""


def _list(ctx: Context) -> int:
    kept, today = SOLVED.read(ctx.home), date.today()
    data: list[dict[str, object]] = []
    lines: list[str] = []
    for name in games.NAMES:
        puzzles, mine = puzzles_of(load_game(name)), kept.get(name, Solving())
        solved = sum(one.id in mine.solved for one in puzzles)
        streak = mine.streak if _lasts(mine, today) else 0
        open_today = mine.last != today
        said = f"{solved} of {len(puzzles)} solved"
        said += f", {number_of(streak, 'day')} in a row" if streak else ""
        said += f" (best {mine.best})" if mine.best > streak else ""
        lines.append(f"{name:8} {said}{'; that of today waits' if open_today else ''}")
        data.append(
            {
                **{"game": name, "puzzles": len(puzzles), "solved": solved, "streak": streak},
                **{"best": mine.best, "today": puzzle_of_day(puzzles, today.toordinal()), "open": open_today},
            }
        )
    ctx.emit({"puzzles": data}, lines)
    ctx.say(f"The puzzle of today: fadenet puzzle {games.NAMES[0]}")
    return 0


# How somebody does.


def answered(before: Solving, id: str, right: bool, today: date | None) -> Solving:
    """How it stands after the first answer to a puzzle. today: the day whose puzzle it is, which counts once;
    None = the puzzle is not that of today."""
    solved = before.solved if id in before.solved or not right else (*before.solved, id)
    if today is None or (before.last is not None and before.last >= today):
        return msgspec.structs.replace(before, solved=solved)
    streak = (before.streak if _lasts(before, today) else 0) + 1 if right else 0
    return Solving(streak, max(before.best, streak), today, solved)


def _lasts(kept: Solving, today: date) -> bool:
    """Whether no day has been missed."""
    return kept.last is not None and kept.last >= today - timedelta(days=1)
