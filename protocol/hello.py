"""HELLO: who plays, under which rules, and the keys of this match. G follows from the HELLOs of all.

HELLO = [2, 0, hello, keys, sig_IK, sig_SK]; both signatures are over `keys`, so neither key can be
claimed by somebody who does not hold it, and `keys` names the hash of `hello`. `hello` names all who sit down
together, each by its IK and a fresh nonce: what a player has said for one table fits no other one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

import keys
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, BadHello, LocalError
from protocol.hashing import H, many, sign, var, verify
from protocol.secrets import Secrets, deck_commitment, master_commitment
from protocol.values import (
    HELLO,
    SEATS_MAX,
    VERSION,
    array,
    blob,
    days_of,
    is_bot_name,
    parse_bot_name,
    raw,
    text,
    uint,
    versioned,
)

CONFIG_MAX: Final = 2048
"""Bytes of the config inside HELLO."""
HELLOS_REMEMBERED: Final = 64
"""The last ones that were found sound."""
_PROBE: Final = X25519PrivateKey.from_private_bytes(b"fadenet probe of an X25519 key..")


@dataclass(frozen=True, slots=True)
class Config:
    """The terms that all seats must agree on, field for field. `bank`, `bonus` and `timer` are seconds; the
    options stand in the order of their names, wherever they come from. `days`: of a match by correspondence,
    for each decision, and then no seconds are counted; 0 = all are there together."""

    game: str
    format: str
    seats: int
    games: int = 1
    timer: int = 60
    bank: int = 600
    bonus: int = 5
    opts: tuple[tuple[str, Any], ...] = ()
    audit: str = "full"
    days: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "opts", tuple(sorted(self.opts, key=lambda option: option[0])))

    def wire(self) -> dict[str, object]:
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "days"}
        return fields | {"opts": dict(self.opts)} | ({"days": self.days} if self.days else {})

    @classmethod
    def parse(cls, x: object) -> Config:
        if type(x) is not dict or x.keys() | {"days"} != set(cls.__slots__):
            raise BadEncoding("config has other fields than it should")
        seats, games = uint(x["seats"], SEATS_MAX), uint(x["games"], 3)
        if seats < 2 or games not in (1, 3) or x["audit"] != "full" or type(x["opts"]) is not dict:
            raise BadEncoding("config out of range: 2 to 4 seats, 1 or 3 games, full audit, opts a map")
        if any(type(key) is not str for key in x["opts"]):
            raise BadEncoding("the names of options are text")
        days = days_of(x["days"], x["timer"], x["bank"], x["bonus"]) if "days" in x else 0
        return cls(
            game=text(x["game"], 64),
            format=text(x["format"], 64),
            seats=seats,
            games=games,
            timer=uint(x["timer"], 86400),
            bank=uint(x["bank"], 86400),
            bonus=uint(x["bonus"], 3600),
            opts=tuple(x["opts"].items()),
            days=days,
        )


@dataclass(frozen=True, slots=True)
class Binding:
    """A key binding: the four values that IK signed, and the bytes and signature that show it."""

    raw: bytes
    signature: bytes
    ik: bytes
    sk: bytes
    xk: bytes
    hello: bytes


@dataclass(frozen=True, slots=True)
class Hello:
    """A HELLO that proved its keys. bot, bot_name: whether a bot plays, as declared, and which one, "" = it
    is not said."""

    wire: bytes
    binding: Binding
    rules: bytes
    card_set: bytes
    config: Config
    bot: bool
    bot_name: str
    nonce: bytes
    seating: bytes
    master: bytes
    decks: bytes

    @property
    def declared(self) -> str:
        """The kind of player, in words."""
        return f"the bot {self.bot_name}" if self.bot_name else "a bot" if self.bot else "a person"


def seating(players: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The hash that the hello of each player names: over the (IK, nonce) of all who sit down together, 32
    bytes each."""
    return H("fn1/seating", many([ik + nonce for ik, nonce in sorted(players)]))


def parse_binding(data: bytes, signature: bytes) -> Binding:
    """Check a key binding on its own: sound keys, and IK's signature. Raises `BadHello`, `BadEncoding`."""
    ik, sk, xk, hello = (raw(value, 32) for value in array(decode(data), 4))
    try:
        keys.check_public(ik)
        keys.check_public(sk)
    except keys.WeakKey as weak:
        raise BadHello(f"weak key: {weak}", evidence=data) from weak
    try:
        _PROBE.exchange(X25519PublicKey.from_public_bytes(xk))
    except ValueError as weak:
        raise BadHello("weak key: XK is of small order", evidence=data) from weak
    if not keys.verify(ik, "fn1/keys", data, signature):
        raise BadHello("IK did not sign this key binding", evidence=data)
    return Binding(data, signature, ik, sk, xk, hello)


@lru_cache(HELLOS_REMEMBERED)
def parse_hello(data: bytes) -> Hello:
    """Check one HELLO completely. Raises `BadEncoding` or `BadHello`.

    A node asks for the same few again and again while a match begins, and each takes two signatures and an
    exchange of keys to check, so the last ones are remembered.
    """
    _, _, hello, bound, by_ik, by_sk = versioned(decode(data), HELLO, 6)
    binding = parse_binding(blob(bound), raw(by_ik, 64))
    if not verify(binding.sk, "fn1/keys", binding.raw, raw(by_sk, 64)):
        raise BadHello("SK did not sign the key binding", evidence=data)
    if H("fn1/hello", var(blob(hello))) != binding.hello:
        raise BadHello("the key binding names another hello", evidence=data)
    version, rules, cards, config, kind, nonce, seated, master, decks = array(decode(hello), 9)
    if uint(version) != VERSION:
        raise BadEncoding(f"expected version {VERSION}", evidence=data)
    named = parse_bot_name(kind) if type(kind) is str else ""
    bot = bool(named or uint(kind, 1))
    if len(encode(config)) > CONFIG_MAX:
        raise BadEncoding(f"config of more than {CONFIG_MAX} bytes", evidence=data)
    return Hello(
        wire=data,
        binding=binding,
        rules=raw(rules, 32),
        card_set=raw(cards, 32),
        config=Config.parse(config),
        bot=bot,
        bot_name=named,
        nonce=raw(nonce, 32),
        seating=raw(seated, 32),
        master=raw(master, 32),
        decks=raw(decks, 32),
    )


class HelloParts(NamedTuple):
    """The parts of a HELLO that have 32 bytes: the hashes of rules and cards, a random nonce that was told
    to the others before, and the `seating` of all."""

    rules: bytes
    card_set: bytes
    nonce: bytes
    seated: bytes


def make_hello(
    identity: keys.Identity,
    secrets: Secrets,
    config: Config,
    parts: HelloParts,
    bot: bool = False,
    bot_name: str = "",
) -> bytes:
    """The HELLO of one seat. bot_name: of the bot that plays, "" = a person plays, or it is not said. Raises
    `LocalError` for a part that does not have 32 bytes, and for a name that no bot has."""
    if any(len(part) != 32 for part in parts):
        raise LocalError("rules hash, card-set hash, nonce and seating have 32 bytes each")
    if bot_name and not (bot and is_bot_name(bot_name)):
        raise LocalError(f"{bot_name!r} is not the name of a bot")
    hello = encode(
        [
            VERSION,
            parts.rules,
            parts.card_set,
            config.wire(),
            bot_name or int(bot),
            parts.nonce,
            parts.seated,
            master_commitment(identity.public, secrets.master),
            deck_commitment(identity.public, secrets.master, secrets.decks),
        ]
    )
    bound = encode([identity.public, secrets.sk_public, secrets.xk_public, H("fn1/hello", var(hello))])
    by_ik = identity.sign("fn1/keys", bound)
    return encode([VERSION, HELLO, hello, bound, by_ik, sign(secrets.sk, "fn1/keys", bound)])


def seat_hellos(wires: Iterable[bytes]) -> tuple[Hello, ...]:
    """The HELLOs of one match in seat order (ascending IK). Raises `BadHello` when they do not fit."""
    hellos = sorted(map(parse_hello, wires), key=lambda hello: hello.binding.ik)
    first = hellos[0]
    for name in ("ik", "sk", "xk"):
        if len({getattr(hello.binding, name) for hello in hellos}) != len(hellos):
            raise BadHello(f"two seats with the same {name.upper()}")
    for name in ("nonce", "master"):
        if len({getattr(hello, name) for hello in hellos}) != len(hellos):
            raise BadHello(f"two seats with the same {name}")
    for hello in hellos[1:]:
        for name in ("rules", "card_set", "config"):
            if getattr(hello, name) != getattr(first, name):
                raise BadHello(f"the players' {name.replace('_', ' ')} differs", evidence=hello.wire)
    if first.config.seats != len(hellos):
        raise BadHello(f"{len(hellos)} players for {first.config.seats} seats")
    together = seating((hello.binding.ik, hello.nonce) for hello in hellos)
    for hello in hellos:
        if hello.seating != together:
            raise BadHello(
                "a HELLO that was made for other players, or for another table", evidence=hello.wire
            )
    return tuple(hellos)


def game_id(bindings: Iterable[Binding]) -> bytes:
    """G, from the key bindings in seat order."""
    return H("fn1/game", many([var(binding.raw) for binding in bindings]))
