"""Text at the border of the terminal: cleaning what peers sent, measuring, cutting, padding, wrapping."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from wcwidth import wcwidth

from fadenet.console.typed import JOINT, in_one_piece

PEER_TEXT_CELLS_MAX = 400
"""More of one string from a peer is cut off."""

_COMBINING_MAX = 2
_DROPPED = (
    ("\ufe00", "\ufe0f"),  # variation selectors
    ("\U000e0100", "\U000e01ef"),
    ("\U0001f1e6", "\U0001f1ff"),  # regional indicators
    ("\U0001f3fb", "\U0001f3ff"),  # skin tones
)
_BOX = str.maketrans({"\u2500": "-", "\u2502": "|", "\u2550": "="})


def clean(text: str, cells_max: int = PEER_TEXT_CELLS_MAX) -> str:
    """A string from anywhere outside, made harmless for a terminal: one line, no controls, no hidden signs.

    NFC; signs without a width of their own that can reorder or join (category Cf, variation selectors,
    regional indicators) are dropped, other controls and private signs become U+FFFD, piled accents are cut.
    """
    if text.isascii() and text.isprintable():
        return text[: max(cells_max, 0)]
    kept: list[str] = []
    cells = piled = 0
    for ch in unicodedata.normalize("NFC", text[: cells_max * 4]):
        kind = unicodedata.category(ch)
        if kind == "Cf" or any(first <= ch <= last for first, last in _DROPPED):
            continue
        if kind == "Zs":
            ch = " "
        elif kind in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
            ch = " " if ch in "\t\n\r" else "\ufffd"
        width = wcwidth(ch)
        if width <= 0:
            piled += 1
            if not kept or piled > _COMBINING_MAX:
                continue
        else:
            piled = 0
        if cells + max(width, 0) > cells_max:
            break
        cells += max(width, 0)
        kept.append(ch)
    return unicodedata.normalize("NFC", "".join(kept))


@lru_cache(maxsize=4_096)
def cells(text: str) -> int:
    """Terminal cells that a cleaned string takes."""
    return len(text) if text.isascii() else sum(max(wcwidth(ch), 0) for ch in text)


@lru_cache(maxsize=8_192)
def fit(text: str, width: int) -> str:
    """The string in exactly `width` cells: cut with a `~` or padded with blanks."""
    if width <= 0:
        return ""
    n = cells(text)
    if n <= width:
        return text + " " * (width - n)
    if text.isascii():
        return text[: width - 1] + "~"
    kept, used = [], 0
    for ch in text:
        w = max(wcwidth(ch), 0)
        if used + w > width - 1:
            break
        kept.append(ch)
        used += w
    return "".join(kept) + "~" + " " * (width - 1 - used)


def fit_hints(hints: str, width: int) -> str:
    """Hints with two blanks or more between them, in exactly `width` cells: where there is not room for all,
    those before the last, which says how one leaves, are left out, but none that begins with `?`."""
    parts = re.split("( {2,})", hints)
    while cells("".join(parts)) > width:
        spare = [i for i in range(2, len(parts) - 1, 2) if not parts[i].startswith("?")]
        if not spare:
            break
        del parts[spare[-1] : spare[-1] + 2]
    return fit("".join(parts), width)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most `width` cells, broken between words, and inside a command, or an answer in brackets,
    only if it has no room in one; all but the first begin with `indent`, if it leaves room for anything."""
    indent = indent if cells(indent) + 1 < width else ""
    lines: list[str] = []
    line = ""
    for word in _pieces(text, width - cells(indent)):
        if line.strip() and cells(line) + 1 + cells(word) <= width:
            line = f"{line} {word}"
            continue
        if line.strip():
            lines.append(line)
            line = indent + word
        else:
            line += word
        while cells(line) > width:
            head = _head(line, width)
            lines.append(head)
            line = indent + line[len(head) :]
    if line.strip():
        lines.append(line)
    return lines


def _pieces(text: str, width: int) -> Iterator[str]:
    """The words of a text, and commands and answers that have room in `width` cells as a whole."""
    for piece in in_one_piece(text, width).split():
        yield piece.replace(JOINT, " ")


def _head(text: str, width: int) -> str:
    """The longest start of a text within `width` cells, at least one sign."""
    used = 0
    for i, ch in enumerate(text):
        used += max(wcwidth(ch), 0)
        if used > width and i:
            return text[:i]
    return text


def plain_signs(text: str) -> str:
    """The same line in as many cells of ASCII, for `--ascii`: rules and marks, letters without what stands
    over them, and `?` for signs that ASCII has nothing like."""
    return text if text.isascii() else "".join(map(_plain_sign, text.translate(_BOX)))


@lru_cache(maxsize=1_024)
def _plain_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    base = unicodedata.normalize("NFKD", sign)[0]
    width = max(wcwidth(sign), 0)
    return base if base.isascii() and width == 1 else "?" * width
