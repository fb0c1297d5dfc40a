"""Pages as lines of text, and lines cut to an exact size."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.console.shell.stage import Page, Stage
from fadenet.console.text import cells, fit, wrap

NEWS_ROWS_MAX = 3
BELOW_ROWS_MAX = 4
PAGE_HINT = "PgUp PgDn scroll   Esc or Enter closes"


def framed(lines: Sequence[str], width: int, height: int) -> list[str]:
    """The lines cut and filled up to exactly this size."""
    found = [fit(line, width) for line in lines[:height]]
    return found + [" " * width] * (height - len(found))


def page_lines(page: Page, width: int, height: int, below: list[str]) -> list[str]:
    """The page from its top on, which is kept inside the text; `below`: the rows under it, of which the last
    ones count most."""
    lines, news, below = _lines(page, width), _news(page, width), below[-BELOW_ROWS_MAX:]
    page.room = rows = height - 1 - len(news) - len(below)
    top = _top(page, len(lines))
    body = lines[top : top + rows]
    shown = f"{top + 1}-{top + len(body)} of {len(lines)}"
    title = fit(f"\u2500\u2500 {page.title} ", width - cells(shown) - 1) + f" {shown}"
    return [title, *body, *[""] * (rows - len(body)), *news, *below]


def scroll(stage: Stage, width: int, rows: int) -> None:
    """Move the open page by so many rows, within its text."""
    page = stage.page
    if page is not None:
        lines = len(_lines(page, width))
        page.top = _top(page, lines) + rows
        page.top = _top(page, lines)


def _lines(page: Page, width: int) -> list[str]:
    return [line for p in page.paragraphs for line in wrap(p, width, "    ") or [""]]


def _news(page: Page, width: int) -> list[str]:
    """The last words since the page was opened, as the log behind it is out of sight; in `NEWS_ROWS_MAX` rows
    at most."""
    return wrap(page.news, width, "  ")[:NEWS_ROWS_MAX]


def _top(page: Page, lines: int) -> int:
    return max(0, min(page.top, lines - page.room))
