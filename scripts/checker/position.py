"""The digest of a state from the line of its position, by `protocol/PLAY.md` (its sections in comments)."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from checker.cbor import Bad

MARK = "fnp1 "
LINE_MAX, VALUES_MAX, DEPTH_MAX, HANDLES_MAX = 262_144, 262_144, 8, 65_535
COLUMNS = ("code", "owner", "ctrl", "zone", "face", "host", "role", "inst", "since", "stamp", "stated")
TEXT = ("rule",)


@dataclass(frozen=True)
class Sizes:
    """The sizes that a line leaves to the game: section 5. decks: the zones of one seat that hold its
    decks."""

    numbers: int
    scalars: int
    decks: tuple[int, ...]


SIZES = {
    "fade1": Sizes(19, 7, (3, 4)),
    "fade2": Sizes(15, 7, (3, 4)),
    "faroe": Sizes(13, 7, (3, 4)),
    "terrene": Sizes(13, 11, (0,)),
    "prelude": Sizes(12, 14, (0, 2)),
}


class StateAtRest:
    """A state at rest. `game`, `format`, `seats` stand in the head of the line. Raises `Bad`."""

    def __init__(self, line: str) -> None:
        if len(line) > LINE_MAX or not re.fullmatch(r"[ -~]*", line):
            raise Bad("a position is one line of plain ASCII")
        text, _, check = line.rpartition(" #")
        if not text.startswith(MARK) or check != blake2b(text.encode(), digest_size=4).hexdigest():
            raise Bad("no position, or its check does not fit")
        words = text.partition(" |")[0].split(" ")
        if len(words) < 6 or words[1] not in SIZES or not re.fullmatch(r"[1-9]", words[3]):
            raise Bad("its head names no known game")
        self.game, self.format, self.seats = words[1], words[2], int(words[3])
        self.fields: dict[str, Any] = {}
        values = _Values()
        for word in words[6:]:
            name, _, said = word.partition("=")
            self.fields[name] = said if name in TEXT else values.read(said)
        try:
            self.bytes = self._packed()
        except (IndexError, KeyError, TypeError, ValueError):
            raise Bad("its fields do not make a state") from None

    @property
    def digest(self) -> bytes:
        """Section 4."""
        return blake2b(self.bytes, digest_size=32).digest()

    def _packed(self) -> bytes:
        get, sizes = self.fields.get, SIZES[self.game]
        (handles,) = self.fields["handles"]
        if handles > HANDLES_MAX:
            raise Bad("more cards than a state has")
        zeros = (0,) * handles
        active, turn, phase, next_id = self.fields["clock"]
        column = {name: get(name) or zeros for name in COLUMNS}
        column["ctrl"] = get("ctrl") or column["owner"]
        zones = get("zones", ())
        kids = {row[0]: row[1:] for row in get("kids", ())}
        pool = get("pool") or ((),) * (len(sizes.decks) * self.seats)
        column["zone"] = [0, *(zone - 1 for zone in column["zone"][1:])]
        column["host"] = list(zeros)
        places = [*enumerate(zones), *((self._deck_zone(n, len(zones)), line) for n, line in enumerate(pool))]
        for zone, line in places:
            for card in filter(None, line):
                column["zone"][card] = zone
        for host, line in kids.items():
            for card in line:
                column["host"][card] = host
        numbered = [get(f"num{k}") or zeros for k in range(sizes.numbers)]
        marks = {period << 59 | key << 31 | ref: times for period, key, ref, times in get("marks", ())}
        acts = {act[0]: act for act in get("acts", ())}
        over = (get("places"), get("rule")) if "rule" in self.fields else ()
        rows = {
            name: get(name, ()) for name in ("asks", "needs", "frames", "chain", "queue", "mods", "passes")
        }
        state = [
            *(column[name] for name in COLUMNS),
            *(zones, pool, active, turn, phase, next_id),
            *(get("vars") or (0,) * sizes.scalars, get("out", ()), over),
            *rows.values(),
            *(sorted(pairs.items()) for pairs in (kids, marks, acts)),
            blake2b(packed(numbered), digest_size=32).digest(),
        ]
        return packed(state)

    def _deck_zone(self, deck: int, zones: int) -> int:
        seat, n = divmod(deck, len(SIZES[self.game].decks))
        return seat * (zones // self.seats) + SIZES[self.game].decks[n]


class _Values:
    """Reads the items of fields: section 6. left: how many values there may be yet, runs written out."""

    TOKEN = re.compile(r"(\()|([)_]|-?\d{1,18})(?:\*(\d{1,6})|:(-?\d{1,18}))?(?:,|(?=\))|$)")

    def __init__(self) -> None:
        self.left = VALUES_MAX

    def read(self, text: str) -> tuple[Any, ...]:
        outer: list[tuple[list[Any], int]] = []  # what a bracket interrupts, and `left` before it
        here: list[Any] = []
        at = 0
        while at < len(text):
            token = self.TOKEN.match(text, at)
            if token is None:
                raise Bad("a field is not made of items")
            at = token.end()
            opens, word, times, last = token.groups()
            if opens:
                outer.append((here, self.left))
                here = []
                if len(outer) > DEPTH_MAX:
                    raise Bad("brackets too deep")
                self.take(1)
            elif last is not None:
                if not word[-1].isdigit():
                    raise Bad("what is no number begins a run")
                self.take(int(last) - int(word) + 1)
                here += range(int(word), int(last) + 1)
            else:
                n = int(times or 1)
                if word == ")":
                    if not outer:
                        raise Bad("a bracket is closed that is not open")
                    value: Any = tuple(here)
                    here, before = outer.pop()
                    self.take((before - self.left) * (n - 1))
                else:
                    value = None if word == "_" else int(word)
                    self.take(n)
                here += [value] * n
        if outer:
            raise Bad("a bracket is not closed")
        return tuple(here)

    def take(self, n: int) -> None:
        self.left -= max(n, 0)
        if self.left < 0:
            raise Bad("more values than a position has")


def packed(value: Any) -> bytes:
    """MessagePack in its smallest form, of what a state is made of."""
    if value is None:
        return b"\xc0"
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, bytes):
        return b"\xc4" + struct.pack(">B", len(value)) + value
    if isinstance(value, str):
        text = value.encode()
        return (
            struct.pack(">B", 0xA0 | len(text)) if len(text) < 32 else b"\xd9" + bytes([len(text)])
        ) + text
    n = len(value)
    head = struct.pack(">B", 0x90 | n) if n < 16 else b"\xdc" + struct.pack(">H", n)
    if n >= 1 << 16:
        head = b"\xdd" + struct.pack(">I", n)
    return head + b"".join(map(packed, value))


def _number(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack(">b", value)
    kinds = [(0xCC, "B"), (0xCD, "H"), (0xCE, "I"), (0xCF, "Q")]
    if value < 0:
        kinds = [(0xD0, "b"), (0xD1, "h"), (0xD2, "i"), (0xD3, "q")]
    for mark, form in kinds:
        try:
            return bytes([mark]) + struct.pack(f">{form}", value)
        except struct.error:
            continue
    raise Bad("a number that no state has")
