"""Targets of matches by correspondence: parcels, what is in them, invitations, and text in armour."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final

import trio

import keys
from fadenet.node.mail import content
from fadenet.node.mail.content import Invitation
from fadenet.node.mail.desk import Nobody
from fadenet.node.match import saved
from protocol.armour import armoured, unarmoured
from protocol.faults import BadEncoding, BadParcel, BadSignature, PeerFault
from protocol.files import split_items
from protocol.parcels import Parcel, unseal
from tests.fuzz.reach import MIA
from tests.fuzz.target import Target, assert_clean
from tests.node.letters import Post, post
from tests.protocol.toy import identity
from tests.protocol.vectors import published

SUBJECT: Final = bytes.fromhex(published("parcels")["subject"])


def _parcels() -> list[bytes]:
    parcel = bytes.fromhex(published("parcels")["parcel"])
    return [parcel, parcel[:57] + bytes(len(parcel) - 57), parcel[:173]]


def _contents() -> list[bytes]:
    return [bytes.fromhex(row["hex"]) for row in published("parcels")["contents"]]


def _invitations() -> list[bytes]:
    return [bytes.fromhex(published("parcels")["invitation"])]


def _bodies() -> list[bytes]:
    """The part of invitations of Mia that she signs."""
    there = content.parse_invitation(_invitations()[0])
    ours = [
        replace(there, ik=MIA.public),
        replace(there, ik=MIA.public, bot="b" * 32, candidates=(), sets=()),
    ]
    return [content.pack_invitation(one, MIA)[:-64] for one in ours]


def _signed(body: bytes) -> Invitation:
    """The invitation of somebody who signs whatever it is."""
    return content.parse_invitation(body + MIA.sign("fn1/offer", body))


def _texts() -> list[bytes]:
    vector = published("parcels")
    return [row["text"].encode() for row in vector["arrived"]] + ["\n".join(vector["armour"]).encode()]


def _unarmoured(data: bytes) -> list[bytes]:
    found = unarmoured(data.decode("utf-8", "replace"))
    for said in found.broken:
        assert_clean(said)
    return found.whole


def _armoured(whole: list[bytes]) -> bytes:
    return "\n".join(armoured(data, "PARCEL") for data in whole).encode()


# Letters to a match.


@cache
def _under_way() -> tuple[Post, tempfile.TemporaryDirectory[str], list[bytes]]:
    """A match in which the host has still to read what the guest has signed; where its folders lie, and what
    the guest may say."""
    folder = tempfile.TemporaryDirectory(prefix="fadenet-letters-")

    async def begin() -> tuple[Post, list[bytes]]:
        there = post(Path(folder.name))
        outgoing = await there.begin()
        for n in range(4):
            outgoing = (await there.both[n % 2].attend(*(one.parcel for one in outgoing))).outgoing
        return there, [there.host.opened(one.parcel).content for one in outgoing]

    there, said = trio.run(begin)
    items = tuple(split_items(there.guest.file)[0][2:])
    all_of_it = content.parse(said[0])
    assert isinstance(all_of_it, content.Items)
    return there, folder, [*said, content.pack(all_of_it._replace(items=items)), *_contents()]


def _letter(data: bytes) -> None:
    """The host reads what a guest says: nobody but that guest is found guilty, and the match file only
    grows."""
    there, folder, _ = _under_way()
    before = there.host.file
    with tempfile.TemporaryDirectory(prefix="fadenet-letter-") as fresh:
        shutil.copytree(Path(folder.name) / "a", Path(fresh) / "a")
        entrant = there.host.entrant
        machine = replace(entrant.machine, marks=Path(fresh) / "a" / "marks")
        home = Path(fresh) / "a" / "home"
        host = replace(
            there.host, entrant=replace(entrant, home=home, machine=machine, player=Nobody()), said=[]
        )
        letter = Parcel(there.guest.ik, 2**31, data)
        try:
            done = trio.run(partial(host.attend, letter))
        except PeerFault as fault:
            seats = sorted([there.host.ik, there.guest.ik])
            assert fault.proven and fault.author == seats.index(there.guest.ik)
            raise
        finally:
            assert host.file.startswith(before)
            for said in host.said:
                assert_clean(said)
        assert saved.read_table(home, host.match).result == "" or done.end is not None


TARGETS: Final = (
    Target("parcel", _parcels, partial(unseal, identity("ben"), SUBJECT), (BadParcel,)),
    Target(
        "parcel-content",
        _contents,
        content.parse,
        (BadEncoding,),
        content.pack,
        exact=False,
        form="cbor",
        cost=2,
    ),
    Target(
        "post-invitation",
        _invitations,
        content.parse_invitation,
        (BadEncoding, BadParcel, BadSignature),
        form="cbor",
        cost=2,
    ),
    Target(
        "post-invitation-body",
        _bodies,
        _signed,
        (BadEncoding, BadParcel, BadSignature),
        lambda one: content.pack_invitation(one, MIA)[:-64],
        exact=False,
        form="cbor",
        cost=4,
    ),
    Target(
        "armour",
        _texts,
        _unarmoured,
        (),
        _armoured,
        exact=False,
        form="text",
        tokens=(b".0000", b".0001", b":", b"=", b"-----BEGIN FADENET PARCEL-----"),
    ),
    Target(
        "letter",
        lambda: _under_way()[2],
        _letter,
        (PeerFault, keys.UserError),
        form="cbor",
        cost=120,
        seconds=20.0,
    ),
)
