"""`fadenet learn`: the lessons of a game, how far somebody has come in them, and its first page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec

from fadenet import games
from fadenet.cli.frame.achieved import Achieved
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, folded
from fadenet.cli.frame.loading import load_game, place_of
from fadenet.cli.frame.parser import WIDTH
from fadenet.cli.frame.signals import Stopped
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games.lessons import Lesson, lessons_of, tutorial_of

LEARNED = Achieved("lessons.json", dict[str, int], "which lessons are done")
Learned = Mapping[str, Mapping[str, int]]
"""By game and by lesson, how many of its steps are done."""


def learn(ctx: Context) -> int:
    """List the lessons, play one, or show the first page of a game."""
    args = ctx.args
    if not args.game or (ctx.json and not args.quick):
        return _list(ctx, [args.game] if args.game else list(games.NAMES))
    rules = load_game(args.game)
    if args.quick:
        quick = tutorial_of(rules).quick
        ctx.emit({"game": rules.name, "lines": list(quick)}, _in_rows(map(ctx.typed, quick)))
        return 0
    lesson = _named(rules, args.lesson) if args.lesson else next_lesson(rules, LEARNED.read(ctx.home))
    if lesson is None:
        ctx.say(f"You have done all lessons. Begin with any of them again: fadenet learn {rules.name} 1")
        return _list(ctx, [rules.name])
    return _take(ctx, rules, lesson)


def _in_rows(lines: Iterable[str]) -> Iterator[str]:
    """The first page of a game. Where its commands begin with so many words that they are too wide together,
    each has a row of its own."""
    for line in lines:
        yield from [line] if len(line) <= WIDTH else re.split(" {3,}", line)


def _named(rules: Rules, text: str) -> Lesson:
    """A lesson by its number or its id."""
    lessons = lessons_of(rules)
    return lessons[place_of(text, [one.id for one in lessons], f"{rules.name} has no lesson")]


def next_lesson(rules: Rules, learned: Learned) -> Lesson | None:
    """The first lesson that is not done, None = all are."""
    done = learned.get(rules.name, {})
    return next((one for one in lessons_of(rules) if done.get(one.id, 0) < len(one.steps)), None)


def _take(ctx: Context, rules: Rules, lesson: Lesson) -> int:
    """Take the person through a lesson; on the full screen those that follow come after it."""
    from fadenet.cli.seat.person import options_of, run_async
    from fadenet.console.run import full_screen, play_lesson

    options, lessons = options_of(ctx), lessons_of(rules)
    for one in lessons[lessons.index(lesson) :] if full_screen(options) else [lesson]:
        begun = LEARNED.read(ctx.home).get(rules.name, {}).get(one.id, 0)
        at = 0 if ctx.args.again or begun >= len(one.steps) else begun
        lost: list[str] = []

        def keep(done: int, one: Lesson = one, lost: list[str] = lost) -> None:
            with comfort(lost.append, "How far you have come is not kept"):
                keep_learned(ctx.home, rules, one, done)

        try:
            told = msgspec.structs.replace(one, end=ctx.typed(one.end))
            run_async(partial(play_lesson, rules, told, options, at, keep), options)
        except Stopped:
            ctx.say(f"To go on: fadenet learn {rules.name}")
            raise
        finally:
            if lost:
                ctx.say(lost[0])
    after = next_lesson(rules, LEARNED.read(ctx.home))
    more = f"fadenet learn {rules.name}" if after else f"fadenet play {rules.name}"
    ctx.say(f"Next: {more}")
    return 0


def _list(ctx: Context, names: list[str]) -> int:
    learned = LEARNED.read(ctx.home)
    data: list[dict[str, object]] = []
    lines: list[str] = []
    for name in names:
        rules = load_game(name)
        lines += [*([""] if lines else []), f"{rules.name}: {rules.title}"]
        for n, lesson in enumerate(lessons_of(rules), 1):
            steps, done = len(lesson.steps), learned.get(name, {}).get(lesson.id, 0)
            state = "done" if done >= steps else f"step {done + 1} of {steps}" if done else ""
            what = f"{lesson.title}, {number_of(lesson.minutes, 'minute')}" + (f" ({state})" if state else "")
            lines += folded(f"  {n} {lesson.id:8} {what}", 13)
            data.append(
                {
                    **{"game": name, "lesson": lesson.id, "title": lesson.title, "about": lesson.about},
                    **{"minutes": lesson.minutes, "steps": steps, "done": min(done, steps)},
                }
            )
    ctx.emit({"lessons": data}, lines)
    ctx.say(
        f"To begin, or to go on: fadenet learn {names[0]}. On one screen: fadenet learn {names[0]} --quick"
    )
    return 0


# How far somebody has come.


def keep_learned(home: Path, rules: Rules, lesson: Lesson, done: int) -> None:
    """Keep that so many steps of a lesson are done; a lesson that was done once stays done."""
    steps = LEARNED.read(home).get(rules.name, {})
    if steps.get(lesson.id, 0) < len(lesson.steps):
        LEARNED.write(home, rules.name, {**steps, lesson.id: done})
