"""Matches against bots on this machine: kept as they end, told apart from others, and what comes next."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fadenet import games
from fadenet.bots import LEVELS
from fadenet.cli.cards.learning import LEARNED, next_lesson
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.loading import load_game
from fadenet.console.menu.menu import Words
from fadenet.console.text import fit
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.history import Came, History, Solo, Tally, tallies
from fadenet.history.index import FILE
from fadenet.node.match import saved

ENOUGH = 2
"""So many wins in a row against a level, and the next one is offered."""


def keep_solo(ctx: Context, rules: Rules, state: Any, bot: str, deck: str, record: str) -> None:
    """A match of the person here against bots is over: into the history. A failure there is only said."""
    one = Solo(
        *(int(time.time()), rules.name, rules.format, dict(rules.options), level_of(bot), deck),
        *(came(state), state.turn, Path(record).name),
    )
    with comfort(ctx.say, "The match is not in the history"), History.open(ctx.home, ctx.say) as past:
        past.put_solo(one)


def level_of(bot: str) -> str:
    """The level that a bot is, or its name where it is none."""
    return next((level for level, name in LEVELS.items() if name == bot), bot)


def came(state: Any) -> Came:
    """How a match that is over came out for the first seat and its side."""
    places, _ = state.over
    others = [
        place
        for seat, place in enumerate(places)
        if state.rules.side(state, seat) != state.rules.side(state, 0)
    ]
    best = min(others, default=len(places) + 1)
    return Came.WON if places[0] < best else Came.DRAWN if places[0] == best else Came.LOST


def read_solo(ctx: Context, game: str | None = None) -> list[Solo]:
    """All of them, or those of a game, oldest first. Raises `HistoryTrouble`."""
    if not (ctx.home / FILE).exists():
        return []
    with History.open(ctx.home, ctx.say) as past:
        return [one for one in past.solos() if game in (None, one.game)]


# Words and data about them.


def solo_data(matches: Sequence[Solo]) -> dict[str, Any]:
    """For programs: the matches, and what they come to."""
    return {
        "solo": [asdict(one) for one in matches],
        "tallies": [{**asdict(one), "played": one.played} for one in tallies(matches)],
    }


def tally_lines(matches: Sequence[Solo]) -> list[str]:
    """A line for each game and opponent, those of the last matches first."""
    found = tallies(matches)
    if not found:
        return []
    lines = [f"against bots on this machine, not rated: {'won':>9} drawn lost  wins in a row (most)"]
    for one in found:
        counts = f"{one.won:9} {one.drawn:5} {one.lost:4}  {one.streak} ({one.best})"
        lines.append(f"  {fit(one.game, 8)} {fit(one.opponent, 28)} {counts}")
    return lines


def solo_lines(matches: Sequence[Solo], most: int) -> list[str]:
    """A line a match, the last one first."""
    lines = []
    for one in matches[::-1][:most]:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.ended))
        lines.append(f"{'':8}  {when}  {told(one)}")
    return lines


def told(one: Solo) -> str:
    """A match in one line: the kind of match, against whom it was played, and how it came out."""
    what = saved.played(one.game, one.format, one.options)
    return f"{what} against {one.opponent}: {one.came} in turn {one.turns}"


def by_record(matches: Sequence[Solo]) -> Mapping[str, str]:
    """The line of each match that has a record, by the name of its file."""
    return {one.record: told(one) for one in matches if one.record}


# Suggestions.


def next_up(ctx: Context) -> Iterator[tuple[str, str, Words]]:
    """(what, about, command): the next lesson of what is being learnt, a harder opponent once one has been
    beaten several times in a row, a game that was never played once the hardest is."""
    learned = LEARNED.read(ctx.home)
    for game in [name for name in games.NAMES if learned.get(name)]:
        lesson = next_lesson(load_game(game), learned)
        if lesson is not None:
            yield (
                "Next lesson",
                f"{game}: {lesson.title}, {number_of(lesson.minutes, 'minute')}",
                ("learn", game),
            )
            break
    found: list[Tally] = []
    with comfort(lambda text: None, "What was played is not known"):
        found = tallies(read_solo(ctx))
    if not found:
        return
    last, levels = found[0], list(LEVELS)
    if last.opponent in levels and last.streak >= ENOUGH:
        harder = levels[levels.index(last.opponent) + 1 :][:1]
        if harder:
            about = f"{last.game}, {harder[0]}: you have won {last.streak} in a row against {last.opponent}"
            yield "Next level", about, ("play", last.game, "--level", harder[0])
        elif new := next((name for name in games.NAMES if name not in {one.game for one in found}), ""):
            yield "Next game", f"{new}: you have beaten the best of {last.game}", ("learn", new)
