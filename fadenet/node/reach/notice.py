"""The notice: the one form in which a node says which tables are open at it, to the local network and beyond.

    notice = [body, signature]        CBOR; the signature of IK under fn1/beacon, over body as bytes
    body   = [3, IK, made, life, name, kind, [candidate, ..] to 8, [table, ..] to 4]
    table  = [token 12, game, format, opts, seats, free, [timer, bank, bonus], rules 8, cards 8, flags, bot]
    bot    = [] | [name] | [name, rating, low, high]

Whoever repeats a notice can lead others to a table that has gone, and no further: the handshake proves who is
there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

import keys
from fadenet.node.limits import CANDIDATES
from fadenet.node.link.candidates import Candidate, pack_candidate, unpack_candidates
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.link.identity import PlayerKind
from keys import clean_name, peer_name
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.hello import Config
from protocol.values import SEATS_MAX, array, blob, days_of, parse_bot_name, raw, text, uint

VERSION: Final = 3
TAG: Final = "fn1/beacon"
NOTICE_BYTES: Final = 1024
TABLES: Final = 4
LIFE_LEAST_S: Final = 10
LIFE_MOST_S: Final = 900
CLOCK_S: Final = 600
"""How far the clock of a notice's maker may be off ours."""
NAME_BYTES: Final = 128
WORD_CHARS: Final = 64
"""Of a game, a format, the name of an option or what it is set to."""
OPTIONS: Final = 8
HASH_BYTES: Final = 8
"""So much of the hash of the rules and of the card set: enough to tell versions apart."""
TIMER_S: Final = 86_400
BANK_S: Final = 86_400
BONUS_S: Final = 3_600
ELO_MOST: Final = 1500
"""No bot is said to be further from greedy, above it or below; and greedy's place on the wire, as nothing
there is below 0."""
ID_BYTES: Final = 8
TOPIC_BYTES: Final = 8
_WATCH, _STANDING, _PEOPLE, _BOTS = 1, 2, 4, 8
_FLAGS: Final = _WATCH | _STANDING | _PEOPLE | _BOTS
_WORD: Final = re.compile(rf"[!-~]{{1,{WORD_CHARS}}}")


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a bot is, by the word of whoever offers it: Elo above `greedy` with its usual options, and
    the ends of the interval that it lies in, 95 times of 100. Whole numbers from -1500 to 1500."""

    elo: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.elo} [{self.low}, {self.high}]"

    @classmethod
    def measured(cls, elo: float, reach: float) -> Strength:
        """elo, reach: as a league has them; what is further off than may be said is cut to that."""
        return cls(*(max(-ELO_MOST, min(round(end), ELO_MOST)) for end in (elo, elo - reach, elo + reach)))


@dataclass(frozen=True, slots=True)
class Offer:
    """An open table, as a notice offers it. token: what leads to it, b"" if that takes an invitation; free:
    seats that nobody has taken; timer, bank, bonus: seconds; rules, cards: the first 8 bytes of the hashes.

    watched: it may be looked on at; standing: its token is good for one match after another; people, bots:
    who is wanted; bot: the one that sits there for its host, "" = a person, or it is not said; strength: what
    the host says of it, None = nothing; days: for each decision of a match by correspondence, else 0.
    """

    token: bytes = field(repr=False)
    game: str
    format: str
    opts: tuple[tuple[str, str], ...]
    seats: int
    free: int
    timer: int
    bank: int
    bonus: int
    rules: bytes
    cards: bytes
    watched: bool = False
    standing: bool = False
    people: bool = True
    bots: bool = True
    bot: str = ""
    strength: Strength | None = None
    days: int = 0

    @classmethod
    def of(cls, config: Config, token: bytes, rules: bytes, cards: bytes, free: int) -> Offer:
        """The table of a match. rules, cards: the whole hashes. Raises `ValueError` for a game that cannot be
        said in a notice: our own bug."""
        clock = _clock(config.timer, config.bank, config.bonus, config.days)
        what = [token, config.game, config.format, dict(config.opts), config.seats, free]
        try:
            return cls.parse([*what, clock, rules[:HASH_BYTES], cards[:HASH_BYTES], _PEOPLE | _BOTS, []])
        except BadEncoding as error:
            raise ValueError(f"no notice can name this table: {error}") from error

    @property
    def topic(self) -> bytes:
        """The topic of a table, a hash of its game, rules, cards and clock, 8 bytes: alike for all tables
        that may do for each other, and for no others."""
        clock = _clock(self.timer, self.bank, self.bonus, self.days)
        what = [self.game, self.format, dict(self.opts), self.seats, clock, self.rules, self.cards]
        return blake2b(encode(what), digest_size=32, person=b"fn1/topic").digest()[:TOPIC_BYTES]

    def wire(self) -> list[object]:
        flags = _WATCH * self.watched | _STANDING * self.standing | _PEOPLE * self.people | _BOTS * self.bots
        clock = _clock(self.timer, self.bank, self.bonus, self.days)
        what = [self.token, self.game, self.format, dict(self.opts)]
        said = self.strength
        ends = [ELO_MOST + end for end in (said.elo, said.low, said.high)] if said is not None else []
        bot = [self.bot, *ends] if self.bot else []
        return [*what, self.seats, self.free, clock, self.rules, self.cards, flags, bot]

    @classmethod
    def parse(cls, x: object) -> Offer:
        """Raises `BadEncoding`."""
        token, game, format, opts, seats, free, clock, rules, cards, flags, bot = array(x, 11)
        timer, bank, bonus, days = _times(clock)
        places, said = uint(seats, SEATS_MAX), uint(flags, _FLAGS)
        if places < 2:
            raise BadEncoding("a table for nobody else")
        return cls(
            token=raw(token, TOKEN_BYTES) if token != b"" else b"",
            game=_word(game),
            format=_word(format),
            opts=_options(opts),
            seats=places,
            free=uint(free, places),
            timer=timer,
            bank=bank,
            bonus=bonus,
            days=days,
            rules=raw(rules, HASH_BYTES),
            cards=raw(cards, HASH_BYTES),
            watched=bool(said & _WATCH),
            standing=bool(said & _STANDING),
            people=bool(said & _PEOPLE),
            bots=bool(said & _BOTS),
            **_bot(bot),
        )


def _clock(timer: int, bank: int, bonus: int, days: int) -> list[int]:
    """The clock of a table, a match by correspondence with its days behind the seconds."""
    return [timer, bank, bonus, *[days] * bool(days)]


def _times(x: object) -> tuple[int, int, int, int]:
    """timer, bank, bonus and days of a clock."""
    timer, bank, bonus, *more = array(x, 3, 4)
    days = days_of(more[0], timer, bank, bonus) if more else 0
    return uint(timer, TIMER_S), uint(bank, BANK_S), uint(bonus, BONUS_S), days


def _word(x: object) -> str:
    word = text(x, WORD_CHARS)
    if not _WORD.fullmatch(word):
        raise BadEncoding("a word that is empty or has other signs than ASCII's")
    return word


def _bot(x: object) -> dict[str, Any]:
    """The fields of an `Offer` that tell of its bot."""
    items = array(x, 0, 4)
    if not items:
        return {}
    name, *ends = items
    if not ends:
        return {"bot": parse_bot_name(name)}
    elo, low, high = (uint(end, 2 * ELO_MOST) - ELO_MOST for end in array(ends, 3))
    if not low <= elo <= high:
        raise BadEncoding("a strength outside of its own interval")
    return {"bot": parse_bot_name(name), "strength": Strength(elo, low, high)}


def _options(x: object) -> tuple[tuple[str, str], ...]:
    if type(x) is not dict or len(x) > OPTIONS:
        raise BadEncoding(f"expected a map of at most {OPTIONS} options")
    return tuple(sorted((_word(name), _word(value)) for name, value in x.items()))


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice whose signature holds. ik: its maker (32 bytes); made: when, in seconds since 1970 by that
    clock; life: for how many seconds it is meant; name: what that player goes by, cleaned; candidates: those
    that may be dialled; wire, body: the bytes of all of it, and those that are signed.
    """

    wire: bytes = field(repr=False)
    body: bytes = field(repr=False)
    ik: bytes
    made: int
    life: int
    name: str
    kind: PlayerKind
    candidates: tuple[Candidate, ...]
    tables: tuple[Offer, ...]

    @property
    def id(self) -> bytes:
        """The name of a notice among nodes that keep notices, 8 bytes."""
        return blake2b(self.body, digest_size=32, person=b"fn1/nid").digest()[:ID_BYTES]

    @property
    def fingerprint(self) -> bytes:
        """The fingerprint of its maker, 16 bytes."""
        return keys.fingerprint(self.ik)

    @property
    def topics(self) -> tuple[bytes, ...]:
        """Of its tables, each once."""
        return tuple(dict.fromkeys(table.topic for table in self.tables))

    def is_current(self, now: float) -> bool:
        """Whether it was made within ten minutes of `now` (s since 1970)."""
        return abs(now - self.made) <= CLOCK_S


def make_notice(
    identity: keys.Identity,
    kind: PlayerKind,
    candidates: Sequence[Candidate],
    tables: Sequence[Offer],
    *,
    made: int,
    life: int,
) -> bytes:
    """Sign a notice. made: seconds since 1970; life: 10 to 900 s.

    Of more candidates than there is room for, the last are left out. Raises `ValueError` for what does not
    fit: our own bug.
    """
    if len(tables) > TABLES or not LIFE_LEAST_S <= life <= LIFE_MOST_S:
        raise ValueError(f"at most {TABLES} tables, for {LIFE_LEAST_S} to {LIFE_MOST_S} s")
    where = list(map(pack_candidate, candidates))[:CANDIDATES]
    name = clean_name(identity.name).encode()[:NAME_BYTES].decode("utf-8", "ignore")
    said = [table.wire() for table in tables]
    while True:
        body = encode([VERSION, identity.public, made, life, name, int(kind), where, said])
        notice = encode([body, identity.sign(TAG, body)])
        if len(notice) <= NOTICE_BYTES:
            return notice
        if not where:
            raise ValueError(f"a notice of {len(notice)} bytes")
        where.pop()


def parse_notice(data: bytes) -> Notice:
    """Read a notice and prove its signature; whether it is too old is `Notice.is_current`. Raises
    `BadEncoding` for all that is wrong."""
    if len(data) > NOTICE_BYTES:
        raise BadEncoding(f"a notice of {len(data)} bytes")
    signed, signature = array(decode(data), 2)
    body, signature = blob(signed), raw(signature, 64)
    items: list[Any] = array(decode(body), 1, 16)
    if uint(items[0]) != VERSION:
        raise BadEncoding("a notice of another version")
    _, ik, made, life, name, kind, where, tables = array(items, 8)
    if uint(life, LIFE_MOST_S) < LIFE_LEAST_S:
        raise BadEncoding(f"a notice for less than {LIFE_LEAST_S} s")
    notice = Notice(
        wire=data,
        body=body,
        ik=raw(ik, 32),
        made=uint(made),
        life=life,
        name=peer_name(text(name, NAME_BYTES)),
        kind=PlayerKind(uint(kind, 1)),
        candidates=unpack_candidates([blob(one) for one in array(where, 0, CANDIDATES)]),
        tables=tuple(map(Offer.parse, array(tables, 0, TABLES))),
    )
    if not keys.verify(notice.ik, TAG, body, signature):
        raise BadEncoding("a notice that its player did not sign")
    return notice
