"""A state at rest as one line of text, and back: for puzzles, bug reports, tests and going on elsewhere.

    position = "fnp1" SP game SP format SP seats SP rules SP cards *(SP field) ["|" *(SP field)] SP "#" check
    field = name "=" items ; items = item *("," item)
    item = value ["*" times] / first ":" last
    value = integer / "_" / "(" [items] ")"

rules, cards: the first 16 hex digits of their hashes. `7*40` stands for forty sevens, `3:42` for the integers
from 3 to 42, `_` for no value. Fields are named as the parts of a `State`; one that holds nothing but zeros,
or nothing at all, is left out, and so is what follows from others: `zone` (plus 1) is given only for cards
that lie on others. check: the first 8 hex digits of the BLAKE2b of all that stands before it.

An answer that a player has given while others still owe theirs is not in it: that player is asked again.

Behind the bar stands what is hidden: `deck0` and so on the deck lists, `truth` the card behind every handle
that is not public, `known0` and so on the handles among them that a seat knows. Without it a line says no
more than any onlooker may know.

There is one text for a state, so `dump(load(rules, text)) == text`. A line is text from anybody: everything
in it is bounded and held against the rules before a state is made of it. Transitions of a state that somebody
made up, and that no match can reach, may still fail as wrong code would, or end as an endless match does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, NoReturn, TypeVar

from fadenet.engine import invariants, kernel
from fadenet.engine.atoms import MODS_MAX, WAITING_MAX
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import (
    COLUMNS,
    HANDLE_MASK,
    MARK_KEY,
    MARK_PERIOD,
    Ask,
    Known,
    Mod,
    State,
    TableNeed,
    Waiting,
    is_absent,
    mark_of,
    mark_parts,
)

Named = TypeVar("Named", Ask, TableNeed, Waiting, Mod)

VERSION: Final = "fnp1"
LINE_MAX: Final = 1_048_576  # characters
MARK_VALUES: Final = 4
"""Of a mark: its period, its key, what it is on, and how often it is set."""
VALUES_MAX: Final = 262_144  # integers and brackets, runs written out
DEPTH_MAX: Final = 8
ROWS_MAX: Final = {
    "frames": 16_384,
    "acts": 8_192,
    "queue": WAITING_MAX,
    "mods": MODS_MAX,
    "marks": 16_384,
}
"""Rows of what every step and every list of moves goes through: some times what a match comes to. A thousand
effects that set each other off at hits, as many as any game lets happen, are 5,000 frames and 1,000 acts, and
a chain has 4,096 links at most."""
PERIOD_MAX: Final = (1 << 64 - MARK_PERIOD) - 1
KEY_MAX: Final = (1 << MARK_PERIOD - MARK_KEY) - 1
"""Of the parts of a mark, which is one unsigned integer of 64 bits."""

_TOKEN: Final = re.compile(r"(?:(-?[0-9]{1,18})|[_)])(?:[*]([0-9]{1,18})|:(-?[0-9]{1,18}))?|[(]")
_HEAD: Final = re.compile(
    rf"{VERSION} ([a-z0-9-]{{1,32}}) ([a-z0-9+=,-]{{1,256}}) ([1-9]) ([0-9a-f]{{16}}) ([0-9a-f]{{16}})(?: |$)"
)
_WHOLE: Final = re.compile(r"[ -~]*")
_RULE: Final = re.compile(r"[a-z0-9.-]{1,64}")


@dataclass(slots=True)
class HiddenState:
    """The part of a position beyond the public state.

    decks: codes by deck, in the rules' order of decks. truth: the code behind handles, the public ones too.
    known: by seat, the hidden cards that the seat knows. A dealer that goes on needs all of it.
    """

    decks: list[list[int]] = field(default_factory=list)
    truth: Known = field(default_factory=dict)
    known: list[Known] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PositionHead:
    """The rules that a line is for: the arguments of `games.load`, and the number of seats."""

    game: str
    format: str
    options: dict[str, str]
    seats: int


def dump(s: State, hidden: HiddenState | None = None) -> str:
    """The line of a state at rest, with `hidden` behind the bar if it is given."""
    rules = rules_of(s)
    parts = [VERSION, rules.name, _variant(rules), str(s.seats), *_hashes(rules), *_written(_public(s))]
    if hidden is not None:
        parts += ["|", *_written(_secret(s, hidden))]
    line = " ".join(parts)
    return f"{line} #{_check(line)}"


def moved(rules: Rules, text: str) -> str:
    """A line as one of other rules of the same game, whose cards have the same codes. Raises `WrongInput` for
    a text that is not a line."""
    version, game, _, seats, _, _, *fields = _checked(text).split(" ")[:-1]
    line = " ".join([version, game, _variant(rules), seats, *_hashes(rules), *fields])
    return f"{line} #{_check(line)}"


def load(rules: Rules, text: str) -> State:
    """The state of a line, without what may be hidden behind the bar. Raises `WrongInput`."""
    return load_whole(rules, text)[0]


def load_whole(rules: Rules, text: str) -> tuple[State, HiddenState | None]:
    """The state of a line, and what stands behind the bar. Raises `WrongInput` with what is wrong."""
    line = _checked(text)
    game, variant, digit, *hashes = _head(line)
    if (game, variant) != (rules.name, _variant(rules)):
        raise WrongInput(f"this is a position of {game} {variant}, not of {rules.name} {_variant(rules)}")
    if hashes != _hashes(rules):
        raise WrongInput(f"this position is from other rules or other cards of {game} than those here")
    seats = int(digit)
    if seats - rules.automata not in rules.seat_counts:
        raise WrongInput(f"{game} {variant} has no matches of {seats} seats")
    public, bar, secret = line.partition(" |")
    reader = _FieldReader()
    s = _state(rules, seats, reader.fields(public.split(" ")[6:]))
    hidden = _hidden(s, reader.fields(secret.split(" ")[1:])) if bar else None
    if dump(s, hidden) != text:
        _wrong("a position is written in one way only, and this is another")
    return s, hidden


def head_of(text: str) -> PositionHead:
    """The rules that a line is for, which need not be loaded. Raises `WrongInput`."""
    game, variant, seats, *_ = _head(_checked(text))
    format, *options = variant.split("+")
    pairs = [option.partition("=")[::2] for option in options]
    return PositionHead(game, format, dict(pairs), int(seats))


# The fields of a line. Every list is in the order in which it is written.

_EMPTY: Final[tuple[Any, ...]] = ()
# Left out: ctrl where it is the owner; host, which follows from `kids`.
_DERIVED: Final[tuple[str, ...]] = ("ctrl", "zone", "host")


def _variant(rules: Rules) -> str:
    """The format with its options, as the head of a line names them."""
    return "".join([rules.format, *(f"+{key}={rules.options[key]}" for key in sorted(rules.options))])


def _hashes(rules: Rules) -> list[str]:
    return [rules.hash.hex()[:16], rules.card_hash.hex()[:16]]


def _check(line: str) -> str:
    return blake2b(line.encode(), digest_size=4).hexdigest()


def _public(s: State) -> list[tuple[str, Sequence[Any]]]:
    """Name and values of every field of the public state."""
    placed = _placed(s)
    return [
        ("handles", (len(s.code),)),
        ("clock", (s.active, s.turn, s.phase, s.next_id)),
        *((name, _unless_zero(getattr(s, name))) for name in COLUMNS if name not in _DERIVED),
        ("ctrl", s.ctrl if s.ctrl != s.owner else _EMPTY),
        ("zone", _unless_zero([0 if lies else zone + 1 for zone, lies in zip(s.zone, placed, strict=True)])),
        *((f"num{k}", _unless_zero(column)) for k, column in enumerate(s.num)),
        ("zones", s.zones),
        ("pool", s.pool if any(s.pool) else _EMPTY),
        ("kids", [(host, *s.kids[host]) for host in sorted(s.kids)]),
        ("frames", s.frames),
        ("acts", [tuple(s.acts[k]) for k in sorted(s.acts)]),
        ("chain", s.chain),
        ("queue", s.queue),
        ("mods", s.mods),
        ("marks", [(*mark_parts(mark), s.marks[mark]) for mark in sorted(s.marks)]),
        ("passes", s.passes),
        ("vars", _unless_zero(s.vars)),
        ("out", s.out),
        ("asks", s.asks),
        ("needs", s.needs),
        # A player's answer is unseen until all have answered.
        ("answers", [(seat, s.answers[seat]) for seat in sorted(s.answers) if is_absent(s, seat)]),
        ("ans", s.ans),
        ("got", s.got),
        ("places", s.over[0] if s.over else _EMPTY),
        ("rule", s.over[1] if s.over else ""),
    ]


def _placed(s: State) -> list[bool]:
    """By handle: whether its zone follows from the zones and pools in which it lies."""
    placed = [True] + [False] * (len(s.code) - 1)
    for line in (*s.zones, *s.pool):
        for h in line:
            placed[h] = True
    return placed


def _secret(s: State, hidden: HiddenState) -> list[tuple[str, Sequence[Any]]]:
    """Name and values of every field behind the bar."""
    covered = [h for h in range(len(s.code)) if not s.code[h] and h in hidden.truth]
    truth = [0] * len(s.code)
    for h in covered:
        truth[h] = hidden.truth[h]
    return [
        *((f"deck{deck}", codes) for deck, codes in enumerate(hidden.decks)),
        ("truth", _unless_zero(truth)),
        *((f"known{seat}", [h for h in covered if h in known]) for seat, known in enumerate(hidden.known)),
    ]


def _unless_zero(column: Sequence[int]) -> Sequence[int]:
    return column if any(column) else _EMPTY


def _written(fields: Iterable[tuple[str, Sequence[Any]]]) -> list[str]:
    """The fields that hold anything, as text."""
    return [f"{k}={v if isinstance(v, str) else _items(v)}" for k, v in fields if len(v)]


def _items(values: Sequence[Any]) -> str:
    """Values one after the other, with equal ones counted and integers in a row named by the ends."""
    out: list[str] = []
    i, n = 0, len(values)
    while i < n:
        v = values[i]
        j = i + 1
        while j < n and values[j] == v:
            j += 1
        if j - i > 2:
            out.append(f"{_value(v)}*{j - i}")
            i = j
            continue
        if isinstance(v, int):
            j = i + 1
            while j < n and values[j] == v + j - i and isinstance(values[j], int):
                j += 1
            if j - i > 2:
                out.append(f"{int(v)}:{int(values[j - 1])}")
                i = j
                continue
        out.append(_value(v))
        i += 1
    return ",".join(out)


def _value(v: Any) -> str:
    if v is None:
        return "_"
    return str(int(v)) if isinstance(v, int) else f"({_items(v)})"


# Reading.


def _wrong(text: str) -> NoReturn:
    raise WrongInput(f"this is no position: {text}")


def _checked(text: str) -> str:
    """The line without its check, once that has been held against it."""
    if len(text) > LINE_MAX:
        _wrong(f"it has more than {LINE_MAX} characters")
    if not _WHOLE.fullmatch(text):
        _wrong("it is one line of plain ASCII")
    line, mark, check = text.rpartition(" #")
    if not line.startswith(f"{VERSION} ") or not mark:
        _wrong(f"it begins with {VERSION} and ends with # and a check")
    if check != _check(line):
        _wrong("its check does not fit; some of it has been lost or changed on the way")
    return line


def _head(line: str) -> list[str]:
    """Game, format with its options, seats, and the two hashes."""
    head = _HEAD.match(line)
    if head is None:
        _wrong("behind its first word come game, format, seats and two hashes")
    return list(head.groups())


class _FieldReader:
    """Reads the values of fields; `room` is how many more there may be, runs written out.

    It passes over what it does not understand: a line that is not written as `dump` writes it is refused
    when all of it has been read.
    """

    def __init__(self) -> None:
        self.room = VALUES_MAX

    def fields(self, words: Sequence[str]) -> dict[str, Any]:
        """Field name -> nested tuples of integers, or text for `rule`."""
        found: dict[str, Any] = {}
        for word in words:
            name, mark, text = word.partition("=")
            if not mark or name in found or (name == "rule" and not _RULE.fullmatch(text)):
                _wrong(f"{word[:20]!r} is no field, or comes twice")
            found[name] = text if name == "rule" else self.values(text)
        return found

    def values(self, text: str) -> tuple[Any, ...]:
        out: list[Any] = []
        around: list[tuple[list[Any], int]] = []  # what the open brackets interrupted, and the room there was
        for match in _TOKEN.finditer(text):
            token, first, times, last = match.group(0, 1, 2, 3)
            if token == "(":
                if len(around) == DEPTH_MAX:
                    _wrong("its brackets are nested too deep")
                around.append((out, self.room))
                out = []
                self.take(1)
                continue
            if last is not None and first is not None:
                self.take(int(last) - int(first) + 1)
                out.extend(range(int(first), int(last) + 1))
                continue
            value: Any = None
            size = 1
            if first is not None:
                value = int(first)
                self.take(1)
            elif token[0] == ")":
                if not around:
                    _wrong("a bracket is closed that is not open")
                value = tuple(out)
                out, room = around.pop()
                size = room - self.room
            else:
                self.take(1)
            if times is None:
                out.append(value)
            else:
                self.take(size * (int(times) - 1))
                out.extend([value] * int(times))
        return tuple(out)

    def take(self, n: int) -> None:
        self.room -= max(n, 0)
        if self.room < 0:
            _wrong(f"it holds more than {VALUES_MAX} values")


# Building.


def _state(rules: Rules, seats: int, found: dict[str, Any]) -> State:
    """The state that the fields describe, held against the rules."""
    for name, most in ROWS_MAX.items():
        if len(found.get(name, ())) > most:
            _wrong(f"it has more than {most} {name}")
    ints, rows = _Ints(found), _Rows(found)
    s = kernel.blank(rules, seats)
    handles, clock = ints("handles"), ints("clock")
    if len(handles) != 1 or not seats < handles[0] <= HANDLE_MASK or len(clock) != 4:
        _wrong("how many handles there are, or what the time is")
    zeros = [0] * handles[0]
    s.active, s.turn, s.phase, s.next_id = clock
    for name in COLUMNS:
        if name not in _DERIVED:
            setattr(s, name, list(ints(name) or zeros))
    s.ctrl = list(ints("ctrl") or s.owner)
    s.num = [list(ints(f"num{k}") or zeros) for k in range(rules.numbers)]
    s.vars = ints("vars") or s.vars
    s.zones = list(rows("zones"))
    s.pool = list(rows("pool") or s.pool)
    s.kids = {row[0]: row[1:] for row in rows("kids", 2)}
    s.host = list(zeros)
    s.zone = [0, *(zone - 1 for zone in (ints("zone") or zeros)[1:])]
    _derive(s)
    s.frames = list(rows("frames", 1))
    s.acts = {row[0]: list(row) for row in rows("acts", 1)}
    s.marks = dict(map(_mark, rows("marks", MARK_VALUES)))
    s.queue, s.mods = rows.of("queue", Waiting), rows.of("mods", Mod)
    s.passes = rows("passes")
    s.chain, s.out = ints("chain"), ints("out")
    s.asks, s.needs = rows.of("asks", Ask), rows.of("needs", TableNeed)
    answers = rows("answers", 2)
    if any(len(row) > 2 for row in answers):
        _wrong("answers holds a row that is too long")
    s.answers = {row[0]: row[1] for row in answers}
    s.ans, s.got = rows("ans"), found.pop("got", ())
    places, rule = ints("places"), found.pop("rule", "")
    s.over = (places, rule) if rule else ()
    if found or bool(places) != bool(rule):
        _wrong(f"there is no field {next(iter(found), 'rule')[:20]}")
    said = invariants.fault(s)
    if said:
        _wrong(f"no match can come to it ({said})")
    return s


def _mark(row: tuple[int, ...]) -> tuple[int, int]:
    """A mark and how often it is set."""
    if len(row) != MARK_VALUES or any(type(value) is not int for value in row):
        _wrong("marks holds a row that is no mark")
    period, key, ref, times = row
    if not (0 <= period <= PERIOD_MAX and 0 <= key <= KEY_MAX and 0 <= ref < 1 << MARK_KEY):
        _wrong("a mark is none that can be set")
    return mark_of(period, key, ref), times


def _derive(s: State) -> None:
    """Where cards lie, as far as the zones, pools and hosts say it."""
    n = len(s.host)
    if len(s.zone) != n:
        _wrong("not every card has a zone")
    lines = [(line, s.zone, zone) for zone, line in enumerate(s.zones)]
    lines += [(line, s.zone, s.rules.deck_zone(deck)) for deck, line in enumerate(s.pool)]
    lines += [(line, s.host, host) for host, line in s.kids.items()]
    for line, column, value in lines:
        for h in line:
            if type(h) is not int or not 0 <= h < n:
                _wrong("something lies there that is no card")
            if h:
                column[h] = value


def _hidden(s: State, found: dict[str, Any]) -> HiddenState:
    """The fields behind the bar, held against the state. Raises `WrongInput`."""
    ints = _Ints(found)
    cards = len(s.rules.cards)
    decks = s.rules.decks_per_seat * s.seats
    lists = [list(ints(f"deck{deck}")) for deck in range(decks)]
    truth = ints("truth")
    known = [ints(f"known{seat}") for seat in range(s.seats - s.rules.automata)]
    if found or len(truth) not in (0, len(s.code)):
        _wrong(f"there is no field {next(iter(found), 'truth')[:20]} behind the bar")
    if any(not 0 < code < cards for codes in lists for code in codes):
        _wrong("a deck holds a card that does not exist")
    if any(not 0 <= code < cards or (code and s.code[h]) for h, code in enumerate(truth)):
        _wrong("truth names no card, or one that is public")
    behind = {h: code for h, code in enumerate(truth) if code}
    if any(h not in behind for line in known for h in line):
        _wrong("a seat knows a card of which there is no truth")
    public = {h: code for h, code in enumerate(s.code) if code}
    return HiddenState(lists, public | behind, [{h: behind[h] for h in line} for line in known])


class _Ints:
    """Takes fields of plain integers out of what has been read."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found

    def __call__(self, name: str) -> tuple[int, ...]:
        values: tuple[Any, ...] = self.found.pop(name, ())  # of anybody's, so it may hold anything
        if any(type(v) is not int for v in values):
            _wrong(f"{name} holds something that is no integer")
        return values


class _Rows:
    """Takes fields of brackets out of what has been read."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found

    def __call__(self, name: str, least: int = 0) -> tuple[tuple[Any, ...], ...]:
        """The rows of a field; with `least`, each of so many values or more, the first of them an integer."""
        values: tuple[Any, ...] = self.found.pop(name, ())  # of anybody's, so rows may be anything
        for row in values:
            if type(row) is not tuple or len(row) < least or _lacking(row):
                _wrong(f"{name} holds something that is no row of values")
            if least and type(row[0]) is not int:
                _wrong(f"{name} holds a row that does not begin with an integer")
        return values

    def of(self, name: str, kind: type[Named]) -> tuple[Named, ...]:
        """The rows of a field, each with as many values as rows of this kind have."""
        values = self(name)
        if any(len(row) != len(kind._fields) for row in values):
            _wrong(f"{name} holds a row that is too long or too short")
        return tuple([kind(*row) for row in values])


def _lacking(row: tuple[Any, ...]) -> bool:
    return any(v is None or (type(v) is tuple and _lacking(v)) for v in row)
