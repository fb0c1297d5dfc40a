"""The values that messages are made of, their bounds, and the exact checks of each.

The readers take what `encoding.decode` returned. Types are compared by `type(x) is`, because Python takes
`True`, `1` and `1.0` for equal. All of them raise `BadEncoding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from protocol.encoding import UINT_MAX
from protocol.faults import BadEncoding

VERSION: Final = 2
HELLO, READY, MOVE, PASS, POOL, TOKEN, ACK, TAKE, OPEN, PRIVATE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
RECOMMIT, TOSS, CHOOSE, DROP, END, AUDIT, VERDICT, RESULT, EVIDENCE = 10, 11, 12, 13, 14, 15, 16, 17, 18
RESUME: Final = 19

SEATS_MAX: Final = 4
DAYS_MAX: Final = 14
"""The most days that a match by correspondence gives for each decision."""
DECKS_MAX: Final = 32
NOBODY: Final = 255
"""Owner of an ownerless deck."""
TOSS_DECK: Final = 255
"""The number that stands for the toss chain where a deck is named."""
POOL_MAX: Final = 1024
"""Commitments in one POOL or RECOMMIT, cards in one deck list."""
LIST_MAX: Final = 1024
"""Commitments, openings or claims in one payload."""
MOVE_BYTES_MAX: Final = 1024
RULE_BYTES_MAX: Final = 96
BOT_NAME_MAX: Final = 32
_ALNUM: Final = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_BOT_SIGNS: Final = _ALNUM | frozenset("._:=,+-")
FINDINGS_MAX: Final = 64
STANDING_MAX: Final = 64
U8: Final = 2**8 - 1
U32: Final = 2**32 - 1


class Com(NamedTuple):
    """A commitment: hash `nth` (from 0) of the POOL or RECOMMIT number `epoch` of seat `owner`."""

    owner: int
    epoch: int
    nth: int


class Op(NamedTuple):
    """An opening: what is behind a commitment. `card` is 1 + its index in the card set."""

    com: Com
    card: int
    salt: bytes


class Tok(NamedTuple):
    """A token: link `q` of the author's chain for `deck`; `anchor` of the next round at q mod 1024 = 0."""

    deck: int
    q: int
    link: bytes
    anchor: bytes | None


class Claim(NamedTuple):
    """A sentence about hidden cards: predicate (number in the compiled rules), cards, numbers it needs."""

    predicate: int
    coms: tuple[Com, ...]
    numbers: tuple[int, ...] = ()


StandingPass = tuple[tuple[int, int], ...]
"""A standing pass: (window mask, until) pairs; () = none."""
Outcome = tuple[tuple[int, ...], str] | None
"""(place of each seat, 1 = first, equal = drawn; rule id), or None for a void match."""
Finding = tuple[int, int, str]
"""(accused seat, seq, rule id)."""
Decks = tuple[tuple[int, ...], ...]
"""A seat's deck list: the cards of each of its decks, ascending."""


def uint(x: object, most: int = UINT_MAX) -> int:
    if type(x) is not int or x > most:
        raise BadEncoding(f"expected an integer up to {most}")
    return x


def raw(x: object, size: int) -> bytes:
    if not isinstance(x, bytes) or len(x) != size:
        raise BadEncoding(f"expected {size} bytes")
    return x


def blob(x: object) -> bytes:
    if type(x) is not bytes:
        raise BadEncoding("expected bytes")
    return x


def text(x: object, most: int) -> str:
    if type(x) is not str or len(x.encode()) > most:
        raise BadEncoding(f"expected text of at most {most} bytes")
    return x


def is_bot_name(name: str) -> bool:
    """Whether a bot may be called so: 1 to 32 letters and digits of ASCII and . _ : = , + -, of which the
    first is a letter or a digit."""
    return len(name) <= BOT_NAME_MAX and name[:1] in _ALNUM and _BOT_SIGNS.issuperset(name)


def parse_bot_name(x: object) -> str:
    name = text(x, BOT_NAME_MAX)
    if not is_bot_name(name):
        raise BadEncoding("a name that no bot has")
    return name


def flag(x: object) -> bool:
    if type(x) is not bool:
        raise BadEncoding("expected false or true")
    return x


def days_of(x: object, *seconds: object) -> int:
    """The days for each decision of a match by correspondence, which counts no seconds."""
    days = uint(x, DAYS_MAX)
    if not days or any(seconds):
        raise BadEncoding(
            f"a match by correspondence has 1 to {DAYS_MAX} days for a decision, and no seconds"
        )
    return days


def array(x: object, least: int, most: int | None = None) -> list[Any]:
    """A list of `least` items, or of `least` up to `most`."""
    if type(x) is not list or not least <= len(x) <= (least if most is None else most):
        raise BadEncoding(f"expected an array of {least}" + ("" if most is None else f" to {most}"))
    return x


def versioned(x: object, kind: int, size: int) -> list[Any]:
    """A list of `size` items that begins with the version and this message number."""
    items = array(x, size)
    if uint(items[0]) != VERSION or uint(items[1]) != kind:
        raise BadEncoding(f"expected version {VERSION}, message {kind}")
    return items


def hashes(x: object, least: int) -> bytes:
    """c^n: between `least` and `POOL_MAX` hashes of 32 bytes in one byte string."""
    data = blob(x)
    if len(data) % 32 or not least <= len(data) // 32 <= POOL_MAX:
        raise BadEncoding(f"expected {least} to {POOL_MAX} hashes of 32 bytes in one string")
    return data


def parse_com(x: object) -> Com:
    owner, epoch, index = array(x, 3)
    return Com(uint(owner, U8), uint(epoch, U32), uint(index, POOL_MAX - 1))


def parse_coms(x: object) -> tuple[Com, ...]:
    coms = tuple(map(parse_com, array(x, 0, LIST_MAX)))
    if len(set(coms)) != len(coms):
        raise BadEncoding("a commitment is named twice")
    return coms


def parse_op(x: object) -> Op:
    owner, epoch, index, card, salt = array(x, 5)
    return Op(parse_com([owner, epoch, index]), parse_card(card), raw(salt, 16))


def parse_card(x: object) -> int:
    card = uint(x, U32)
    if not card:
        raise BadEncoding("0 is no card")
    return card


def parse_ops(x: object, least: int) -> tuple[Op, ...]:
    ops = tuple(map(parse_op, array(x, least, LIST_MAX)))
    if len({op.com for op in ops}) != len(ops):
        raise BadEncoding("a commitment is opened twice")
    return ops


def op_wire(op: Op) -> list[object]:
    return [*op.com, op.card, op.salt]


def parse_claims(x: object, least: int) -> tuple[Claim, ...]:
    return tuple(map(parse_claim, array(x, least, LIST_MAX)))


def parse_claim(x: object) -> Claim:
    items = array(x, 2, 3)
    numbers = tuple(map(uint, array(items[2], 1, 16))) if len(items) == 3 else ()
    return Claim(uint(items[0], U32), parse_coms(items[1]), numbers)


def claim_wire(claim: Claim) -> list[object]:
    return [claim.predicate, claim.coms, *([claim.numbers] if claim.numbers else [])]


def parse_tok(x: object) -> Tok:
    items = array(x, 3, 4)
    q = uint(items[1], U32)
    if not q or (len(items) == 4) != (q % 1024 == 0):
        raise BadEncoding("a token names q from 1 on, and the next anchor exactly at q mod 1024 = 0")
    anchor = raw(items[3], 32) if len(items) == 4 else None
    return Tok(uint(items[0], U8), q, raw(items[2], 32), anchor)


def parse_toks(x: object) -> tuple[Tok, ...]:
    toks = tuple(map(parse_tok, array(x, 1, DECKS_MAX)))
    ascending([tok.deck for tok in toks])
    return toks


def ascending(numbers: Sequence[Any]) -> None:
    """Numbers, or commitments, each higher than the one before."""
    if any(a >= b for a, b in pairwise(numbers)):
        raise BadEncoding("expected ascending numbers")


def tok_wire(tok: Tok) -> list[object]:
    return [tok.deck, tok.q, tok.link, *([] if tok.anchor is None else [tok.anchor])]


def parse_standing(x: object) -> StandingPass:
    pairs = [array(pair, 2) for pair in array(x, 0, STANDING_MAX)]
    return tuple((uint(mask), uint(until)) for mask, until in pairs)


def parse_outcome(x: object) -> Outcome:
    items = array(x, 0, 2)
    if not items:
        return None
    places, rule = array(items, 2)
    return tuple(uint(p, SEATS_MAX) for p in array(places, 2, SEATS_MAX)), text(rule, RULE_BYTES_MAX)


def parse_findings(x: object) -> tuple[Finding, ...]:
    rows = [array(row, 3) for row in array(x, 0, FINDINGS_MAX)]
    found = tuple((uint(a, U8), uint(b, U32), text(c, RULE_BYTES_MAX)) for a, b, c in rows)
    if any(a >= b for a, b in pairwise(found)):
        raise BadEncoding("findings out of order or twice")
    return found


def parse_decks(x: object) -> Decks:
    decks = tuple(tuple(map(parse_card, array(deck, 0, POOL_MAX))) for deck in array(x, 0, DECKS_MAX))
    if any(list(deck) != sorted(deck) for deck in decks):
        raise BadEncoding("a deck list must be ascending")
    return decks
