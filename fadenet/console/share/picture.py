"""A terminal as a picture, and as a film: rows of text in the sixteen colours, as SVG and as asciicast."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from fadenet.console.replay.scene import ReplayScene
from fadenet.console.replay.viewer import Viewer
from fadenet.console.shell.screen import paint
from fadenet.console.text import cells

_PAPER, _INK = "#1c1f24", "#d4d7dd"
_INKS = {
    "red": "#e06c6c",
    "green": "#7fb069",
    "yellow": "#d9a441",
    "blue": "#6c9bd9",
    "magenta": "#c38bd0",
    "cyan": "#5fb3b3",
    "white": "#c8ccd4",
    "brightblack": "#8a919e",
    "brightred": "#ff8f80",
    "brightgreen": "#a5e075",
    "brightyellow": "#f2d65c",
    "brightblue": "#8fc1ff",
    "brightmagenta": "#eaa2f5",
    "brightcyan": "#7fe3e0",
}
_CELL, _ROW, _EDGE = 8, 17, 12
"""Units of a cell, of a row, and of the edge of the picture."""
FRAME_S, TURN_S = 1.2, 2.5
"""How long a film stays at a step, and where a turn begins."""
Colours = Mapping[str, str]


def picture(rows: Sequence[str], colours: Colours, title: str) -> str:
    """Rows of one width as SVG, text as text. colours: as a scene has them."""
    width = max(map(cells, rows), default=0)
    size = f'width="{width * _CELL + 2 * _EDGE}" height="{len(rows) * _ROW + 2 * _EDGE}"'
    font = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect {size} rx="8" fill="{_PAPER}"/>',
    ]
    for number, row in enumerate(rows):
        y, at = _EDGE + number * _ROW + 13, 0
        for style, piece in ((part[0], part[1]) for part in paint(row, tuple(colours.items()))):
            at += cells(piece) - cells(piece.lstrip())
            if piece.strip():
                drawn += _piece(style, piece.strip(), _EDGE + at * _CELL, y)
            at += cells(piece.lstrip())
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _piece(style: str, said: str, x: int, y: int) -> Iterator[str]:
    """A piece of a row in its style."""
    marks = style.split()
    ink = next((_INKS[mark[4:]] for mark in marks if mark.startswith("ansi")), _INK)
    wide = f'textLength="{cells(said) * _CELL}" lengthAdjust="spacingAndGlyphs"'
    if "class:selected" in marks:
        yield f'<rect x="{x}" y="{y - 13}" width="{cells(said) * _CELL}" height="{_ROW}" fill="{ink}"/>'
        ink = _PAPER
    bold = ' font-weight="bold"' if _STRONG & {*marks} else ""
    yield f'<text xml:space="preserve" x="{x}" y="{y}" {wide} fill="{ink}"{bold}>{escape(said)}</text>'


_STRONG = {"bold", "class:usable", "class:refused"}


def still(viewer: Viewer, width: int, height: int) -> str:
    """The position at which a viewer stands, as a picture of a terminal of this size."""
    scene = ReplayScene(viewer)
    return picture(scene.lines(width, height), scene.colours, f"A match of {viewer.replay.rules.name}")


def film(viewer: Viewer, width: int, height: int) -> Iterator[str]:
    """The lines of a replay as an asciicast (version 2 of asciinema's format), from its first position on; of
    each frame what is other than in the one before it."""
    scene, shown, now = ReplayScene(viewer), [""] * height, 0.0
    yield json.dumps(
        {"version": 2, "width": width, "height": height, "title": f"A match of {viewer.replay.rules.name}"}
    )
    yield _frame(0.0, "\x1b[2J\x1b[?25l")
    turn = 0
    while True:
        rows, colours = scene.lines(width, height), tuple(scene.colours.items())
        painted = [
            "".join(_coloured(part[0], part[1]) for part in paint(row.rstrip(), colours)) for row in rows
        ]
        changed = [n for n, row in enumerate(painted) if row != shown[n]]
        yield _frame(now, "".join(f"\x1b[{n + 1};1H{painted[n]}\x1b[K" for n in changed))
        if viewer.at == viewer.replay.length:
            break
        shown, before = painted, turn
        viewer.step(1)
        turn = viewer.sight.seat.state.turn
        now += FRAME_S if turn == before else TURN_S
    yield _frame(now + TURN_S, "\x1b[?25h")


def _frame(at: float, text: str) -> str:
    return json.dumps([round(at, 2), "o", text], ensure_ascii=False)


def _coloured(style: str, said: str) -> str:
    """A piece of a row as a terminal takes it (ECMA-48, SGR)."""
    marks = style.split()
    codes = [1] * bool(_STRONG & {*marks}) + [7] * ("class:selected" in marks)
    for mark in marks:
        if mark.startswith("ansi"):
            codes.append(_CODES[mark[4:]])
    return f"\x1b[{';'.join(map(str, codes))}m{said}\x1b[0m" if codes else said


_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "gray")
_CODES = {name: 30 + n for n, name in enumerate(_NAMES)} | {
    **{f"bright{name}": 90 + n for n, name in enumerate(_NAMES)},
    **{"brightblack": 90, "white": 97},
}
