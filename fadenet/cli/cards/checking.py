"""`fadenet cards check`: all that is wrong or odd with a set, where it stands, and how its cards read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fadenet.cli.frame.context import Context, NotFound, Usage, folded
from fadenet.cli.frame.parser import WIDTH
from fadenet.cli.frame.shelf import SUFFIX, read_packed, read_sources
from fadenet.engine.language.english import number_of
from fadenet.engine.language.files import SourceFile
from fadenet.games.catalogue import catalogue_of
from fadenet.games.checking import Checked, Remark, check, check_set
from keys import ExitCode
from keys.names import readings

FACE_WIDTH = 72
POLL_S = 0.5
"""So often files are looked at while somebody writes them."""


def cards_check(ctx: Context) -> int:
    """Say what is wrong and odd; 3 if something is wrong."""
    name = ctx.args.file
    if ctx.args.watch:
        if ctx.json or name.endswith(SUFFIX):
            raise Usage("--watch is for a set that somebody writes, and for people to read: leave it out.")
        import trio

        trio.run(partial(watching, ctx, partial(read_sources, name), trio.sleep))
        return 0
    if name.endswith(SUFFIX):
        checked = check_set(read_packed(Path(name)), readings)
    else:
        checked = check(read_sources(name), readings)
    ctx.emit(_data(checked), lines_of(checked))
    ctx.say(_summed_up(checked))
    return int(ExitCode.BAD_INPUT) if checked.faults else 0


async def watching(
    ctx: Context, read: Callable[[], Sequence[SourceFile]], sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Look at a set at once and after every change, until this is cancelled; show cards that have changed.

    read: its texts; raises `NotFound` while an editor puts a file in its place.
    """
    shown: Sequence[SourceFile] = ()
    before: dict[str, Any] = {}
    seen = read()
    while True:
        if seen != shown:
            checked = check(seen, readings)
            for line in [*lines_of(checked), *_changed(checked, before)]:
                ctx.put(line)
            ctx.say(f"{_summed_up(checked)} Looking on; Ctrl-C ends.")
            shown, before = seen, _tables(checked)
        last = seen
        while seen == shown or seen != last:  # a file that is still being written is looked at once it rests
            last = seen
            await sleep(POLL_S)
            try:
                seen = read()
            except NotFound:
                seen = last


def _tables(checked: Checked) -> dict[str, Any]:
    return dict(checked.card_set.cards) if checked.card_set is not None else {}


def _changed(checked: Checked, before: dict[str, Any]) -> list[str]:
    """The faces of the cards that were not there like that before."""
    lines: list[str] = []
    for slug, table in _tables(checked).items():
        if before.get(slug) != table:
            lines += ["", *_face(checked, slug)]
    return lines


def _face(checked: Checked, slug: str) -> list[str]:
    """A card as it is printed, with its text."""
    if checked.rules is None or checked.card_set is None:
        return []
    card = checked.rules.by_slug[checked.card_set.slug(slug)]
    return [line.rstrip() for line in catalogue_of(checked.rules).face(card, FACE_WIDTH)]


def lines_of(checked: Checked) -> list[str]:
    """Errors and warnings, each with its line; then how the cards read that something is wrong with."""
    lines: list[str] = []
    for kind, remarks in (("error", checked.faults), ("warning", checked.warnings)):
        for one in remarks:
            lines += _said(kind, one)
    there = _tables(checked)
    for slug in dict.fromkeys(one.card for one in checked.faults):
        if slug in there:
            lines += [
                "",
                f"{slug}, as far as it can be read:",
                *(f"  {line}" for line in _face(checked, slug)),
            ]
    return lines


def _said(kind: str, one: Remark) -> list[str]:
    """A remark, and under it the line that it is about with a mark where it stands."""
    place = one.place
    where = f"{one.file}:{place.line}:{place.column}" if place is not None else one.file
    about = ", ".join(word for word in (one.card, one.key) if word)
    lines = folded(": ".join(word for word in (where, kind, about, one.said) if word), 4)
    if place is not None and place.shown.strip():
        start = max(0, place.column - WIDTH // 2)
        shown = place.shown.expandtabs(1)[start : start + WIDTH - 4]
        lines += [f"    {shown}", f"    {' ' * (place.column - 1 - start)}^"]
    return lines


def _summed_up(checked: Checked) -> str:
    counts = ((len(checked.faults), "error"), (len(checked.warnings), "warning"))
    found = " and ".join(number_of(n, what) for n, what in counts if n) or "No error, no warning"
    one = checked.card_set
    return f"{found}." if one is None else f"{found}: '{one.name}', {number_of(len(one.cards), 'card')}."


def _data(checked: Checked) -> dict[str, Any]:
    one, rules = checked.card_set, checked.rules
    cards: list[Any] = []
    if one is not None and rules is not None:
        catalogue = catalogue_of(rules)
        cards = [catalogue.facts(rules.by_slug[one.slug(slug)]) for slug in sorted(one.cards)]
    return {
        "errors": [_remark(remark) for remark in checked.faults],
        "warnings": [_remark(remark) for remark in checked.warnings],
        "game": one.game if one is not None else None,
        "cards": cards,
    }


def _remark(one: Remark) -> dict[str, Any]:
    line, column = (one.place.line, one.place.column) if one.place is not None else (None, None)
    where = {"file": one.file, "line": line, "column": column}
    return {**where, "card": one.card, "key": one.key, "text": one.said}
