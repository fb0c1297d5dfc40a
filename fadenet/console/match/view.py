"""What the table looks like: a pure function from a desk and a size to lines of exactly that size.

From the top: a status line, each opponent's line and field, the chain, the own field, the own line, the hand,
two rows about the card last typed, the log in the rows left over, the question. From `WIDE` columns on, the
log and a longer text about the card stand in a column of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.console.match.commands import complete
from fadenet.console.match.desk import LISTED_MAX, Desk
from fadenet.console.shell.pages import PAGE_HINT, framed, page_lines
from fadenet.console.shell.stage import LogEntry
from fadenet.console.text import cells, fit, wrap
from fadenet.engine.acts import A_SEAT, A_SRC
from fadenet.engine.state import ASK_KIND, HANDLE_MASK, RESPOND, is_automaton

MIN_WIDTH, MIN_HEIGHT = 60, 16
WIDE, RIGHT = 110, 39
DETAIL_ROWS, WIDE_DETAIL_ROWS = 2, 12
LOG_ROWS_MIN, LOG_ROWS_GOOD = 3, 6
COLUMNS_MAX = 5
CELL_GOOD, CELL_MIN = 36, 25
NAME_MIN, NAME_SHORT = 14, 8
HINTED_MAX = 40
SPARE, OTHERS, PLAYABLE, HELD = 1, 2, 3, 4
"""When a card may be left out for lack of rows: at once; of the others' fields, if there are several others;
what can be played from the own pool; at last the Hand."""


def view(desk: Desk, width: int, height: int) -> list[str]:
    """Exactly `height` lines of exactly `width` cells; one line of text where the table cannot fit."""
    if desk.info is None:
        lines = ["waiting for the match to begin"]
    elif width < MIN_WIDTH or height < MIN_HEIGHT:
        question = desk.result or desk.question() or "waiting"
        lines = [f"{question} (the table needs {MIN_WIDTH}x{MIN_HEIGHT + 2})"]
    elif desk.page is not None:
        lines = page_lines(desk.page, width, height, _question(desk, width))
    elif width >= WIDE:
        lines = _wide(desk, width, height)
    else:
        lines = _narrow(desk, width, height)
    return framed(lines, width, height)


def hints(desk: Desk, line: str, width: int) -> str:
    """One row below the command line: what may come next, with names."""
    if desk.info is None:
        return " " * width
    if desk.conceding:
        said = "type concede to give up; anything else plays on"
    elif desk.page is not None and not desk.page.stays:
        said = PAGE_HINT
    elif not line:
        said = _resting_hint(desk)
    else:
        said = _completions(desk, line)
    return fit(said, width)


def _resting_hint(desk: Desk) -> str:
    if desk.watching:
        return desk.hint
    if desk.result:
        return "Enter or quit leaves   log   look   ?"
    if desk.taking:
        return "PgUp PgDn scroll   ? help   ? NAME a card   log   concede   quit"
    if not desk.ask_id:
        return "wait for the others   ? help   ? c1 a card   log   quit"
    a = desk.seat.ask
    more = "stops: when you are asked" if a is not None and a[ASK_KIND] == RESPOND else "hint   why"
    return f"Tab completes   ? help   ? c1 a card   legal   {more}   quit"


def _completions(desk: Desk, line: str) -> str:
    parts: list[str] = []
    used = 0
    for token in complete(desk, line)[1][:HINTED_MAX]:
        name = desk.refs.name_of(token) if "=" not in token else ""
        parts.append(f"{token} {name}" if name else token)
        used += cells(parts[-1]) + 3
    if parts:
        return "   ".join(parts)
    return "" if line.startswith("?") else "nothing legal begins like this; Enter says why"


# The table.


@dataclass(slots=True)
class _Cell:
    """One card: its label, its name (may be cut), what stands behind it, and when it may be left out.

    spare: 0 = never, else the lower the sooner (`SPARE`, `OTHERS`, `PLAYABLE`, `HELD`).
    """

    label: str
    name: str
    rest: str
    spare: int = 0
    brief: str = ""  # the most important of `rest`


@dataclass(slots=True)
class _Cells:
    """Cards to be laid out side by side, and how many have been left out for lack of rows."""

    cells: list[_Cell]
    more: str = ""
    folded: int = 0
    kept: bool = False  # of several alike the one that is folded last


def _narrow(desk: Desk, width: int, height: int) -> list[str]:
    question = _question(desk, width)
    fixed = DETAIL_ROWS + 1 + len(question)
    table = _table(desk, width, height - fixed - LOG_ROWS_GOOD, height - fixed - LOG_ROWS_MIN)
    detail = wrap(_focused(desk), width)
    detail = [*detail, "", ""][:DETAIL_ROWS]
    rule = "\u2500" * width
    left = height - fixed - len(table)
    return [*table, *detail, rule, *_log(desk, width, left), *question]


def _wide(desk: Desk, width: int, height: int) -> list[str]:
    left = width - RIGHT - 1
    question = _question(desk, left)
    table = _table(desk, left, height - len(question), height - len(question))
    body = [*table, *[""] * (height - len(question) - len(table)), *question]
    detail = wrap(_focused(desk), RIGHT - 1)[:WIDE_DETAIL_ROWS]
    detail += [""] * (WIDE_DETAIL_ROWS - len(detail))
    right = [*detail, "\u2500" * (RIGHT - 1), *_log(desk, RIGHT - 1, height - WIDE_DETAIL_ROWS - 1)]
    return [f"{fit(a, left)}\u2502 {fit(b, RIGHT - 1)}" for a, b in zip(body, right, strict=True)]


def _table(desk: Desk, width: int, good: int, rows: int) -> list[str]:
    """The table in `rows` lines if that can be: cards are left out, then columns become narrower.

    Of the own pool, what cannot be used now is left out already to come down to `good` lines.
    """
    groups = _groups(desk)
    columns = max(2, min(COLUMNS_MAX, width // CELL_GOOD))
    while len(_laid_out(groups, width, columns)) > good and _fold(groups[-1:], columns, SPARE):
        pass
    level = SPARE
    while True:
        lines = _laid_out(groups, width, columns)
        if len(lines) <= rows:
            return lines
        if not _fold(groups, columns, level):
            if columns < min(COLUMNS_MAX, width // CELL_MIN):
                columns += 1
            elif level < HELD:
                level += 1
            else:
                return lines[:rows]


def _fold(groups: list[str | _Cells], columns: int, level: int) -> bool:
    """Leave out a row of cards that can be spared at this level; False if there is none.

    The own pool's go first, and what is on the other side of the table in equal parts.
    """
    there = [g for g in groups if isinstance(g, _Cells) and any(0 < c.spare <= level for c in g.cells)]
    if not there:
        return False
    group = there[-1]
    if level == OTHERS:
        group = max(there, key=lambda g: (not g.kept, len(g.cells)))
    over = (len(group.cells) - 1) % columns + 1
    spare = [i for i, cell in enumerate(group.cells) if 0 < cell.spare <= level]
    for i in reversed(spare[-over:]):
        del group.cells[i]
    group.folded += min(over, len(spare))
    return True


def _laid_out(groups: list[str | _Cells], width: int, columns: int) -> list[str]:
    lines: list[str] = []
    for group in groups:
        if isinstance(group, str):
            lines.append(group)
            continue
        cell = width // columns
        texts = [_cell(c, cell - 1) for c in group.cells]
        for at in range(0, len(texts), columns):
            lines.append("".join(fit(t, cell) for t in texts[at : at + columns]))
        if group.folded:
            said = f"  +{group.folded} {group.more}"
            if len(texts) % columns:
                lines[-1] = fit(lines[-1].rstrip() + said, width)
            else:
                lines[-1] = fit(lines[-1], width - cells(said)) + said
    return lines


def _cell(cell: _Cell, width: int) -> str:
    """A card in one cell; its label is never cut.

    To leave some of its name, the gaps between its figures go first, then its Elements, then the rest.
    """
    rest = cell.rest
    if width - cells(cell.label) - cells(rest) < NAME_MIN:
        rest = " ".join(rest.split())
    if width - cells(cell.label) - cells(rest) < NAME_SHORT:
        rest = cell.brief
    room = width - cells(cell.label) - 1
    named = max(room - cells(rest), min(NAME_SHORT, cells(cell.name)))
    return f"{cell.label}{fit(cell.name, named)} {fit(rest, min(cells(rest), room - named))}"


def _groups(desk: Desk) -> list[str | _Cells]:
    s = desk.seat.state
    me = desk.seat.index
    groups: list[str | _Cells] = [_status(desk)]
    looked_at = _looked_at(desk)
    for seat in _others(desk):
        groups.append(_player(desk, seat))
        groups.append(_field(desk, seat, seat == looked_at))
        if desk.open_hands or is_automaton(s, seat) or me in s.rules.confidants(s, seat):
            held = [_card(desk, h, SPARE) for h in desk.refs.lying(seat, desk.face.hand[0])]
            groups.append(_Cells(held, f"more: look p{seat + 1} hand"))
    groups += [desk.face.link(s, me, n) for n in range(max(1, len(s.chain) - 3), len(s.chain) + 1)]
    groups.append(_field(desk, me))
    groups.append(_player(desk, me))
    for letter in desk.face.hand:
        there = sorted(desk.refs.lying(me, letter), key=lambda h: _order(desk, h))
        there.sort(key=lambda h: letter != desk.face.hand[0] and h not in desk.usable)
        level = HELD if letter == desk.face.hand[0] else PLAYABLE
        groups.append(
            _Cells(
                [_card(desk, h, level if level == HELD or h in desk.usable else SPARE) for h in there],
                "more: hand",
            )
        )
    return groups


def _others(desk: Desk) -> list[int]:
    """The other seats from the top of the table down: opponents in the order of turns, then teammates."""
    s, me = desk.seat.state, desk.seat.index
    around = [(me + k) % s.seats for k in range(1, s.seats)]
    return sorted(around, key=lambda seat: _is_mate(desk, seat))


def _is_mate(desk: Desk, seat: int) -> bool:
    s, me = desk.seat.state, desk.seat.index
    return bool(seat != me and s.rules.side(s, seat) == s.rules.side(s, me))


def _looked_at(desk: Desk) -> int:
    """The seat whose cards matter most now: of what is typed, of the last link, or whose turn it is."""
    s = desk.seat.state
    h = desk.refs.last_in(desk.typed)
    if h and s.ctrl[h] != desk.seat.index:
        return int(s.ctrl[h])
    seat = s.acts[s.chain[-1]][A_SEAT] if s.chain else s.active
    return int(seat if seat != desk.seat.index else _others(desk)[0])


def _order(desk: Desk, h: int) -> tuple[int, str]:
    label = desk.refs.token(h)
    return len(label), label


def _status(desk: Desk) -> str:
    s = desk.seat.state
    mine = s.active == desk.seat.index and not desk.watching
    whose = "your turn" if mine else f"turn of p{s.active + 1} {desk.names[s.active]}"
    turn = f"turn {s.turn}   {whose}   " if s.turn else ""
    stops = "hold" if desk.stops.hold else "some" if desk.stops.off else "all"
    stops = "yield" if desk.stops.yielded == s.turn else stops
    assert desk.info is not None
    asked = f"view: {desk.info.match}" if desk.watching else f"stops: {stops}"
    game = desk.info.game if desk.info.format == "duel" else f"{desk.info.game} {desk.info.format}"
    game += f" ({desk.options_said})" if desk.options_said else ""
    return f"{game}   {turn}{desk.face.phase(s)}   {asked}"


def _player(desk: Desk, seat: int) -> str:
    s = desk.seat.state
    letters = s.rules.zone_letters
    counts = []
    for word, letter in desk.face.counts:
        n = len(s.zones[s.rules.zone_id(seat, letters.index(letter))])
        if n or word in ("hand", "deck"):
            counts.append(f"{word} {n}")
    marks = desk.face.marks(s, seat + 1) if s.kids.get(seat + 1) else ""
    width = max(cells(_who(desk, i)) for i in range(s.seats))
    turn = "  <" if seat == s.active and s.turn else ""
    said = [
        f"{fit(_who(desk, seat), width)}  {desk.face.figures(s, seat)}",
        *counts,
        *([marks] if marks else []),
    ]
    return "  ".join(said) + turn


def _who(desk: Desk, seat: int) -> str:
    said = " (you)" if seat == desk.seat.index else " (ally)" if _is_mate(desk, seat) else ""
    return f"p{seat + 1} {desk.names[seat]}{'' if desk.watching else said}"


def _field(desk: Desk, seat: int, kept: bool = False) -> _Cells:
    """The cards on the field of a seat, each followed by those on it that are known here."""
    s = desk.seat.state
    found: list[_Cell] = []
    for h in [*(h for h in desk.refs.lying(seat, desk.face.field) if not s.host[h]), 0]:
        crowd = OTHERS if s.seats > 2 and seat != desk.seat.index else 0
        if h:
            found.append(_card(desk, h, crowd))
        found += [
            _card(desk, k, crowd if k in desk.usable else SPARE)
            for k in s.kids.get(h or seat + 1, ())
            if desk.seat.code(k)
        ]
    return _Cells(found, f"more: look p{seat + 1}", kept=kept)


def _card(desk: Desk, h: int, spare: int = 0) -> _Cell:
    s = desk.seat.state
    code = desk.seat.code(h)
    token = desk.refs.token(h)
    mark = "*" if h in desk.usable else " "
    focused = bool(desk.typed) and h == desk.refs.last_in(desk.typed)
    label = f"[{token}] " if focused else f"{mark}{token}  "
    if not code:
        lying = desk.face.marks(s, h) or "?"
        return _Cell(label, "(hidden)", lying, 0 if focused else spare, lying)
    face = desk.face
    marks = face.marks(s, h)
    brief = face.worth(s, h, code) + (f" {marks}" if marks else "")
    rest = f"{face.elements(s, h, code):<5} {face.worth(s, h, code):>8}" + (f" {marks}" if marks else "")
    return _Cell(label, s.rules.cards[code].name, rest, 0 if focused else spare, brief)


def _focused(desk: Desk) -> str:
    h = desk.refs.last_in(desk.typed)
    if not h and desk.seat.state.chain:
        act = desk.seat.state.acts[desk.seat.state.chain[-1]]
        h = act[A_SRC] & HANDLE_MASK
    if not h:
        return desk.face.legend
    return f"{desk.refs.token(h)} {desk.face.detail(desk.seat.state, h, desk.seat.code(h))}"


def _question(desk: Desk, width: int) -> list[str]:
    """What is asked, with the answers where they are few and the verbs where they are many."""
    if desk.result:
        return wrap(desk.result, width, "  ")[:2]
    if desk.taking:
        return [desk.question()]
    if not desk.ask_id:
        return wrap(desk.waiting, width, "  ")[:3]
    choices = desk.choices()
    modes = desk.modes()
    if modes:
        answers = [f"{i} {word}" for i, word in enumerate(modes, 1)]
    elif len(choices) <= LISTED_MAX and all(len(m) <= 2 for m in desk.options):
        answers = choices
    else:
        answers = desk.verbs()
    return wrap(f"{desk.question()} {' '.join(f'[{answer}]' for answer in answers)}", width, "  ")[:3]


# The log.


def _log(desk: Desk, width: int, rows: int) -> list[str]:
    """The last paragraphs of the log, as many whole rows as fit."""
    if rows <= 0:
        return []
    lines: list[str] = []
    paragraph: list[LogEntry] = []
    for entry in reversed(desk.log):
        if entry.kind == "ask":
            continue
        paragraph.insert(0, entry)
        if not entry.joined:
            lines = [*wrap(_said(paragraph), width, "  "), *lines]
            paragraph = []
            if len(lines) >= rows:
                break
    return ([""] * rows + lines)[-rows:]


def _said(paragraph: list[LogEntry]) -> str:
    return paragraph[0].lead + "; ".join(e.text for e in paragraph)
