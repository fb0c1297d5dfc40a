"""Vectors of matches by correspondence: parcels, their contents, invitations, and all of it as text."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from itertools import zip_longest

from fadenet.node.link.candidates import Address, pack_candidate
from fadenet.node.mail import content
from fadenet.node.mail.content import Accept, Content, Decline, Invitation, Items, Started
from fadenet.node.match.messages import Heads, Sitting
from keys.sealing import sealing_private, sealing_public
from protocol.armour import armoured
from protocol.hello import Config, HelloParts, make_hello, parse_hello, seating
from protocol.parcels import SUBJECT_BYTES, pseudonym, seal
from tests.protocol.toy import identity, secrets_of, seed
from vectors.matches import played

ANA, BEN = identity("ana"), identity("ben")
SUBJECT = seed("subject")[:SUBJECT_BYTES]
CONFIG = Config("toy", "open", 2, timer=0, bank=0, bonus=0, days=3)
NUMBER = 1_800_000_000
WHERE = (Address("198.51.100.7"),)
NONCES = {name: seed("nonce", name, "parcels", 0) for name in ("ana", "ben")}
TOKEN = b"twelve bytes"


def _hello(name: str) -> bytes:
    together = seating((identity(one).public, nonce) for one, nonce in NONCES.items())
    parts = HelloParts(seed("rules"), seed("cards"), NONCES[name], together)
    return make_hello(identity(name), secrets_of(name, "parcels"), CONFIG, parts)


def _contents() -> dict[str, Content]:
    """One content of each kind."""
    items = played(2)[1]
    heads = Heads(((3, seed("link 0")), (2, seed("link 1"))), seed("digest")[:16])
    sitting = (Sitting("ana", _hello("ana"), WHERE), Sitting("ben", _hello("ben")))
    return {
        "ITEMS": Items(heads, False, tuple(items[2:4])),
        "ITEMS, many": Items(heads, False, tuple(items[2:14])),
        "ITEMS, none, and it is over": Items(replace(heads, era=1), True, ()),
        "ACCEPT": Accept("ben", NONCES["ben"], WHERE, _hello("ben")),
        "STARTED": Started(TOKEN, sitting, Items(heads, False, tuple(items[2:3]))),
        "DECLINE": Decline(content.TAKEN),
    }


def _invitation() -> Invitation:
    rules, cards = seed("rules"), seed("cards")
    own = "ana", ANA.public, NONCES["ana"]
    return Invitation(SUBJECT, CONFIG, rules, cards, *own, candidates=WHERE, sets=(b"a packed set",))


def _arrivals(one: bytes, two: bytes) -> list[dict[str, object]]:
    """Texts in which armour comes, and what comes through."""
    mail, other = armoured(one, "PARCEL"), armoured(two, "PARCEL")
    lines, others = mail.split("\n"), other.split("\n")
    quoted = "\n".join(f"> > {line}" for line in lines)
    wrapped = "\n".join(textwrap.wrap(mail, 60, break_on_hyphens=False))
    mixed = [line for pair in zip_longest(lines, others, fillvalue="") for line in pair]
    at = len(lines) // 2
    changed = lines[at][:9] + ("A" if lines[at][9] != "A" else "B") + lines[at][10:]
    texts: list[tuple[str, str, list[bytes]]] = [
        ("quoted twice, behind a greeting", f"Ana wrote:\n\n{quoted}\n\nYour turn. Ben.", [one]),
        ("wrapped at 60 columns, by a program that keeps no indent", f"  {wrapped}\r\n", [one]),
        ("every line twice, the last first", "\n".join([*lines, *lines][::-1]), [one]),
        ("two, line by line", "\n".join(mixed), [one, two]),
        ("as chat", armoured(one, "PARCEL", chat=True), [one]),
        ("one sign changed", "\n".join([*lines[:at], changed, *lines[at + 1 :]]), []),
        ("a line missing", "\n".join([*lines[:at], *lines[at + 1 :]]), []),
        ("the first line missing", "\n".join([lines[0], *lines[2:]]), []),
        ("one whole, of the other a line missing", "\n".join(x for x in mixed if x != others[2]), [one]),
    ]
    return [{"how": how, "text": text, "whole": [x.hex() for x in whole]} for how, text, whole in texts]


def parcels() -> dict[str, object]:
    """A parcel from ana to ben with a fixed ephemeral key, each content, an invitation, and armour."""
    made = {name: content.pack(said) for name, said in _contents().items()}
    data = made["ITEMS"]
    parcel = seal(ANA, BEN.public, SUBJECT, NUMBER, data, lambda size: seed("ephemeral")[:size])
    small = seal(BEN, ANA.public, SUBJECT, 1, made["DECLINE"], lambda size: seed("another")[:size])
    return {
        "players": [
            {
                "name": one.name,
                "IK seed": one.key.private_bytes_raw().hex(),
                "IK": one.public.hex(),
                "sealing private": sealing_private(one.key).private_bytes_raw().hex(),
                "sealing public": sealing_public(one.public).public_bytes_raw().hex(),
                "pseudonym": pseudonym(SUBJECT, one.public).hex(),
            }
            for one in (ANA, BEN)
        ],
        "subject": SUBJECT.hex(),
        "number": NUMBER,
        "ephemeral private": seed("ephemeral").hex(),
        "content": data.hex(),
        "parcel": parcel.hex(),
        "contents": [
            {"kind": name, "hex": made[name].hex(), "items": [one.hex() for one in _items(said)]}
            for name, said in _contents().items()
        ],
        "hello of ana": _hello("ana").hex(),
        "config": parse_hello(_hello("ana")).config.wire(),
        "candidate": pack_candidate(WHERE[0]).hex(),
        "nonces": {name: nonce.hex() for name, nonce in NONCES.items()},
        "token": TOKEN.hex(),
        "invitation": content.pack_invitation(_invitation(), ANA).hex(),
        "armour": armoured(parcel, "PARCEL").split("\n"),
        "armour of nothing": armoured(b"", "PARCEL").split("\n"),
        "arrived": _arrivals(parcel, small),
    }


def _items(said: Content) -> tuple[bytes, ...]:
    if isinstance(said, Accept):
        return (said.hello,)
    if isinstance(said, Started):
        return said.first.items
    return said.items if isinstance(said, Items) else ()
