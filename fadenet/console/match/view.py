"""What the table looks like: a pure function from a table, a log and a size to lines of exactly that size.

From the top: a status line, each opponent's line and field, the chain, the own field, the own line, the hand,
rows about the card last typed, the log in the rows left over, the question. From `WIDE` columns on, the log
and a longer text about the card stand in a column of their own, and the texts of the hand below the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fadenet.console.faces.face import ability_act
from fadenet.console.match.labels import ranges, together
from fadenet.console.match.layout import (
    FOE,
    HAND,
    HELD,
    LYING,
    MORE,
    OTHERS,
    OWN,
    PLAYABLE,
    POOL,
    SPARE,
    THEIRS,
    USABLE,
    Cell,
    Cells,
    laid_out,
)
from fadenet.console.match.sight import Sight
from fadenet.console.match.wording import TO
from fadenet.console.shell.pages import framed, page_lines
from fadenet.console.shell.stage import LogEntry, Stage
from fadenet.console.text import cells, fit, wrap
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_SRC
from fadenet.engine.rules import rules_of
from fadenet.engine.state import HANDLE_MASK, is_automaton

MIN_WIDTH, MIN_HEIGHT = 60, 16
WIDE, RIGHT, RIGHT_MAX = 110, 39, 60
DETAIL_ROWS, WIDE_DETAIL_ROWS = 2, 12
LOG_ROWS_MIN, LOG_ROWS_GOOD = 3, 6
HINTED_MAX = 40
NEEDED, PAGE_ROWS_MIN = f"the table needs {MIN_WIDTH}x{MIN_HEIGHT + 2}", 5
GAP = "   "
NEW = "+ "
"""Before what has happened since the player last answered."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the view shows of a match beside the log and a page.

    typed: the line as far as it is typed. usable: handles that a legal move names. status: the end of the
    status line. brief: what is shown alone where the table has no room. question: what stands at the bottom,
    in so many `rows` at most. guide: what stands above the question, whole. banks: what is left of the time
    banks, by seat.
    """

    sight: Sight
    typed: str
    usable: frozenset[int]
    status: str
    brief: str
    question: str
    rows: int
    guide: str = ""
    banks: Sequence[str] = ()


def view(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """Exactly `height` lines of exactly `width` cells; one line of text where the table cannot fit."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        lines = _small(stage, table, width, height)
    elif stage.page is not None:
        lines = page_lines(stage.page, width, height, _question(table, width))
    elif width >= WIDE:
        lines = _wide(stage, table, width, height)
    else:
        lines = _narrow(stage, table, width, height)
    return framed(lines, width, height)


def hinted(sight: Sight, line: str, tokens: Sequence[str], known: str = "") -> str:
    """What is to be known of the move on the line, and what may come next, with names; equal hidden cards of
    one's own together."""
    places = [token.removeprefix(TO) for token in tokens[:HINTED_MAX] if token.startswith(TO)]
    parts = [f"({known})"] if known else []
    alike: dict[tuple[str, str], list[str]] = {}
    for token in tokens[:HINTED_MAX]:
        if not token.startswith(TO):
            name = sight.name_of(token) if "=" not in token else ""
            alone = "" if name and token[0] in sight.face.hand and token[1:].isdigit() else token
            alike.setdefault((alone or token[0], name), []).append(token)
    for (_, name), there in alike.items():
        parts.append(f"{together(there)} {name}" if len(there) > 1 else f"{there[0]} {name}".rstrip())
    parts += [f"{TO}{name}" for name in ranges(places)]
    if parts:
        return "   ".join(parts)
    return "" if line.startswith("?") else "nothing legal begins like this; Enter says why"


# The table.


def _small(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """What is asked and what may be answered, or the page, and what the table needs."""
    if stage.page is not None and height > PAGE_ROWS_MIN:
        return page_lines(stage.page, width, height, [NEEDED])
    asked = wrap(table.question, width, "  ")
    return [*asked[: max(1, height - 1)], NEEDED]


def _narrow(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    """Where rows are short, what the figures mean is left out, and what is told of a card is cut."""
    question, focused = _question(table, width), _focused(table, width * DETAIL_ROWS)
    told = wrap(focused or table.sight.face.legend(table.sight.seat.state), width)
    rows = height - DETAIL_ROWS - 1 - len(question)
    cards = laid_out(_groups(table, width), width, rows - LOG_ROWS_GOOD, rows - LOG_ROWS_MIN)
    if not focused and len(cards) > rows - LOG_ROWS_GOOD:
        rows, told = rows + DETAIL_ROWS, []
        cards = laid_out(_groups(table, width), width, rows - LOG_ROWS_GOOD, rows - LOG_ROWS_MIN)
    else:
        room = DETAIL_ROWS + max(0, rows - len(cards) - LOG_ROWS_MIN)
        told = _shortened(told, room, width)
        told += [""] * (DETAIL_ROWS - len(told))
        rows += DETAIL_ROWS - len(told)
    log = _log(stage, width, rows - len(cards))
    return [*cards, *told, "\u2500" * width, *log, *question]


def _wide(stage: Stage, table: Table, width: int, height: int) -> list[str]:
    beside = min(max(RIGHT, width * 3 // 10), RIGHT_MAX)
    left = width - beside - 1
    question = _question(table, left)
    rows = height - len(question)
    groups = _groups(table, left)
    cards = laid_out(groups, left, rows, rows)
    cards += _texts(table, left, rows - len(cards))
    body = [*cards, *[""] * (rows - len(cards)), *question]
    most = max(WIDE_DETAIL_ROWS, height // 3)
    told = _focused(table, (beside - 1) * most) or table.sight.face.legend(table.sight.seat.state)
    detail = _shortened(wrap(told, beside - 1), most, beside - 1)
    detail += [""] * (WIDE_DETAIL_ROWS - len(detail))
    log = _log(stage, beside - 1, height - len(detail) - 1)
    right = [*detail, "\u2500" * (beside - 1), *log]
    return [f"{fit(a, left)}\u2502 {fit(b, beside - 1)}" for a, b in zip(body, right, strict=True)]


def _texts(table: Table, width: int, rows: int) -> list[str]:
    """What the cards in the own hand say, as many whole ones as there is room for, equal ones once."""
    sight, told, alike = table.sight, [""], dict[int, list[int]]()
    for h in _labelled(table, sight.face.hand[0]):
        alike.setdefault(sight.seat.code(h), []).append(h)
    for code, equal in alike.items():
        if code:
            label = together([sight.token(h) for h in equal])
            text = wrap(f"{label} {sight.face.detail(sight.seat.state, equal[0], code)}", width, MORE)
            told += text if len(told) + len(text) <= rows else []
    return told if len(told) > 1 else []


def _groups(table: Table, width: int) -> list[str | Cells]:
    s = table.sight.seat.state
    me = table.sight.seat.index
    groups: list[str | Cells] = [_status(table, width), *table.sight.face.terms(s)]
    looked_at = _looked_at(table)
    for seat in _others(table):
        groups += _player(table, seat, width)
        groups.append(_field(table, seat, seat == looked_at))
        if table.sight.open_hands or is_automaton(s, seat) or me in rules_of(s).confidants(s, seat):
            held = table.sight.lying(seat, table.sight.face.hand[0])
            groups.append(Cells(_stacks(table, held, SPARE), THEIRS, f"look p{seat + 1} hand"))
    groups += [
        table.sight.face.link(s, table.sight.token, n)
        for n in range(max(1, len(s.chain) - 3), len(s.chain) + 1)
    ]
    groups.append(_field(table, me))
    groups += _player(table, me, width)
    hand = table.sight.face.hand
    groups.append(Cells(_stacks(table, _labelled(table, hand[0]), HELD), HAND, "hand"))
    groups += [_pool(table, letter) for letter in hand[1:]]
    return groups


def _labelled(table: Table, letter: str) -> list[int]:
    """The own cards in a zone of hidden cards, in the order of their labels."""
    there = table.sight.lying(table.sight.seat.index, letter)
    return sorted(there, key=lambda h: _order(table, h))


def _pool(table: Table, letter: str) -> Cells:
    """What may be played from beside the Hand, what is legal now first."""
    usable, there = table.usable, _labelled(table, letter)
    legal = _stacks(table, [h for h in there if h in usable], PLAYABLE)
    return Cells(legal + _stacks(table, [h for h in there if h not in usable], SPARE), POOL, "hand")


def _stacks(table: Table, there: Sequence[int], spare: int) -> list[Cell]:
    """Cards that are not on the field, equal ones in one cell with their number and all their labels."""
    sight, alike = table.sight, dict[tuple[bool, int, str, str], list[int]]()
    for h in there:
        s, code = sight.seat.state, sight.seat.code(h)
        worth = sight.face.worth(s, h, code) if code else ""
        alike.setdefault((h in table.usable, code, worth, sight.face.marks(s, h)), []).append(h)
    focus, found = sight.last_in(table.typed) if table.typed else 0, []
    for equal in alike.values():
        h = focus if focus in equal else equal[0]
        one = _card(table, h, spare)
        if len(equal) > 1:
            one.copies, one.name = len(equal), f"{len(equal)}x {one.name}"
            one.label = one.label.replace(sight.token(h), together([sight.token(k) for k in equal]))
        found.append(one)
    return found


def _others(table: Table) -> list[int]:
    """The other seats from the top of the table down: opponents in the order of turns, then teammates."""
    s, me = table.sight.seat.state, table.sight.seat.index
    around = [(me + k) % s.seats for k in range(1, s.seats)]
    return sorted(around, key=lambda seat: _is_mate(table, seat))


def _is_mate(table: Table, seat: int) -> bool:
    s, me = table.sight.seat.state, table.sight.seat.index
    return bool(seat != me and s.rules.side(s, seat) == s.rules.side(s, me))


def _looked_at(table: Table) -> int:
    """The seat whose cards matter most now: of what is typed, of the last link, or whose turn it is."""
    s = table.sight.seat.state
    h = table.sight.last_in(table.typed)
    if h and s.ctrl[h] != table.sight.seat.index:
        return int(s.ctrl[h])
    seat = s.acts[s.chain[-1]][A_SEAT] if s.chain else s.active
    return int(seat if seat != table.sight.seat.index else _others(table)[0])


def _order(table: Table, h: int) -> tuple[int, str]:
    label = table.sight.token(h)
    return len(label), label


def _status(table: Table, width: int) -> str:
    """The first line, with the options of the match and the name of who is on turn if there is room."""
    sight, s = table.sight, table.sight.seat.state
    mine = s.active == sight.seat.index and not sight.watching
    whose = "your turn" if mine else f"turn of p{s.active + 1} {sight.names[s.active]}"
    game = sight.info.game if sight.info.format == "duel" else f"{sight.info.game} {sight.info.format}"
    options = f" ({sight.options_said})" if sight.options_said else ""
    turn, phase = [f"turn {s.turn}"] if s.turn else [], [sight.face.phase(s), table.status]
    ways = [(f"{game}{options}", whose), (game, whose), (game, whose if mine else f"turn of p{s.active + 1}")]
    said = [GAP.join([head, *turn, *([who] if turn else []), *phase]) for head, who in ways]
    said.append(" ".join(said[-1].split()))
    return next((line for line in said if cells(line) <= width), said[-1])


def _player(table: Table, seat: int, columns: int) -> list[str]:
    """The line of a player; where it does not fit so many columns, what is counted stands below."""
    s = table.sight.seat.state
    plays_cards = not is_automaton(s, seat) or any(rules_of(s).ownerless)
    counts = [
        f"{word} {n}"
        for word, n in table.sight.counted(seat)
        if n or (plays_cards and word in ("hand", "deck"))
    ]
    marks = table.sight.face.marks(s, seat + 1) if s.kids.get(seat + 1) else ""
    width = max(cells(_who(table, i)) for i in range(s.seats))
    if seat < len(table.banks):
        counts.append(f"clock {table.banks[seat]}")
    turn = "  <" if seat == s.active and s.turn else ""
    who, figures = _who(table, seat), table.sight.face.figures(s, seat)
    counts += [marks] if marks else []
    ways = [f"{lead}  {figures}  {'  '.join(counts)}{turn}" for lead in (fit(who, width), who)]
    ways.append(f"{who}  {figures}  {' '.join(counts)}{turn}")
    two = [f"{who}  {figures}{turn}", "   " + "  ".join(counts)]
    return next(([said] for said in ways if cells(said) <= columns), two)


def _who(table: Table, seat: int) -> str:
    said = " (you)" if seat == table.sight.seat.index else " (ally)" if _is_mate(table, seat) else ""
    return f"p{seat + 1} {table.sight.names[seat]}{'' if table.sight.watching else said}"


def _field(table: Table, seat: int, kept: bool = False) -> Cells:
    """The cards on the field of a seat, each followed by those on it that are known here."""
    s, sight = table.sight.seat.state, table.sight
    crowd = 0 if seat == sight.seat.index else OTHERS if s.seats > 2 else FOE
    found: list[Cell] = []
    for h in [*(h for h in sight.lying(seat, sight.face.field) if not s.host[h]), 0]:
        if h:
            found.append(_card(table, h, crowd))
        for k in s.kids.get(h, ()) if h else sight.beside(seat):
            if sight.seat.code(k):
                usable = k in table.usable
                spare = LYING if s.face[k] or not h or usable else SPARE
                found.append(_card(table, k, USABLE if usable and s.seats == 2 else spare))
    rank = OWN if seat == sight.seat.index else THEIRS
    return Cells(found, rank, f"look p{seat + 1}", kept=kept)


def _card(table: Table, h: int, spare: int = 0) -> Cell:
    s = table.sight.seat.state
    code = table.sight.seat.code(h)
    token = table.sight.token(h)
    mark = "*" if h in table.usable else " "
    focused = bool(table.typed) and h == table.sight.last_in(table.typed)
    label = f"[{token}] " if focused else f"{mark}{token}  "
    if not code:
        lying = table.sight.face.marks(s, h) or "?"
        return Cell(label, "(hidden)", lying, 0 if focused else spare, lying)
    face = table.sight.face
    marks = face.marks(s, h)
    brief = face.worth(s, h, code) + (f" {marks}" if marks else "")
    rest = f"{face.elements(s, h, code):<5} {face.worth(s, h, code):>8}" + (f" {marks}" if marks else "")
    return Cell(label, s.rules.cards[code].name, rest, 0 if focused else spare, brief)


def _focused(table: Table, room: int) -> str:
    """About the card that is typed, else that whose ability asks, else that of the last link; "" for none.

    What takes more than `room` cells is cut down to the ability in question. An attack by a Player needs no
    words: the figures of all Players stand on the table.
    """
    sight, s = table.sight, table.sight.seat.state
    h, ask = sight.last_in(table.typed), sight.seat.ask
    act = ability_act(s, ask.data) if ask is not None else None
    ability = None
    if not h and (act is not None or s.chain):
        act = act or s.acts[s.chain[-1]]
        h = act[A_SRC] & HANDLE_MASK
        if h <= s.seats and not s.code[h]:
            return ""
        ability = rules_of(s).abilities[act[A_ABILITY]] if act[A_ABILITY] >= 0 else None
    if not h:
        return ""
    told = sight.face.detail(s, h, sight.seat.code(h))
    told = told if h <= s.seats else f"{sight.token(h)} {told}"
    if ability is not None and cells(told) > room:
        return f"{sight.token(h)} {s.rules.cards[s.code[h]].name}: {ability.text}."
    return told


def _shortened(lines: list[str], rows: int, width: int) -> list[str]:
    """So many lines at most; where some are left out, the last one ends with a mark."""
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], fit(f"{lines[rows - 1]} {lines[rows]}", width)]


def _question(table: Table, width: int) -> list[str]:
    """What stands at the bottom; what has one row is cut, and not broken between words."""
    guide = wrap(table.guide, width, "  ") if table.guide else []
    asked = wrap(table.question, width, "  ")[: table.rows] if table.rows > 1 else [table.question]
    return [*guide, *asked]


# The log.


def _log(stage: Stage, width: int, rows: int) -> list[str]:
    """The last paragraphs of the log, as many whole ones as fit, and the end of the last one at least."""
    stage.room = max(rows, 0)
    if rows <= 0:
        return []
    lines: list[str] = []
    paragraph: list[LogEntry] = []
    for number, entry in zip(range(stage.told, 0, -1), reversed(stage.log), strict=False):
        if entry.kind in ("ask", "guide"):
            continue
        paragraph.insert(0, entry)
        if not entry.joined:
            new = NEW if 0 < stage.answered < number else ""
            told = wrap(new + _said(paragraph), width, "  ")
            if lines and len(lines) + len(told) > rows:
                break
            lines = [*told, *lines]
            paragraph = []
    return ([""] * rows + lines)[-rows:]


def _said(paragraph: list[LogEntry]) -> str:
    return paragraph[0].lead + "; ".join(e.text for e in paragraph)
