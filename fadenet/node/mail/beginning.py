"""How a match by correspondence begins where nobody is connected: an invitation, its acceptance, the first
parcel of the host.

    host    INVITATION, to whoever gets it
    guest   ACCEPT, with its HELLO for just these two
    host    STARTED: both HELLOs, and all that it has signed already

The first who accepts has the seat. Each step may come twice, or be asked for again: it is kept what was
answered, and answered alike.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import msgspec

import keys
from fadenet.engine.language.sets import packed
from fadenet.node.link.candidates import Candidate
from fadenet.node.lobby.invite import new_token
from fadenet.node.lobby.seating import Company, OwnSeating, company, recognized, table_note
from fadenet.node.mail import content, kept
from fadenet.node.mail.content import Accept, Decline, Invitation, Started
from fadenet.node.mail.kept import GUEST, HOST, Correspondent, Mail, OpenInvitation
from fadenet.node.match import saved
from fadenet.node.match.follow import Say, remember
from fadenet.node.match.messages import Attendee, CannotPlay, Sitting
from fadenet.node.match.run import Entrant
from fadenet.table import skew
from keys.files import make_folder
from protocol.faults import BadHello, BadParcel
from protocol.hello import Config, parse_hello
from protocol.parcels import SUBJECT_BYTES, Parcel, seal
from protocol.secrets import Secrets

SETS_BYTES = 32 * 1024
"""Bytes of card sets that go along with an invitation; larger ones are given as files."""

_NO_ANSWER = "a parcel that answers nothing that was said about its invitation"


class TooLate(CannotPlay):
    """Somebody has accepted an invitation of ours that leads nowhere any more; `parcel` says so there."""

    def __init__(self, message: str, name: str, parcel: bytes) -> None:
        super().__init__(message)
        self.name = name
        self.parcel = parcel


def invite(entrant: Entrant, config: Config, where: Sequence[Candidate] = ()) -> Invitation:
    """A fresh invitation of ours to a match of this config, which has two seats; kept on return. where: where
    our node can be dialled."""
    own = OwnSeating(entrant, config)
    sets = tuple(packed(one) for one in entrant.rules.sets)
    invitation = Invitation(
        id=entrant.machine.rng(SUBJECT_BYTES),
        config=config,
        rules=entrant.rules.hash,
        card_set=entrant.rules.card_hash,
        name=entrant.identity.name,
        ik=entrant.identity.public,
        nonce=own.nonce,
        bot=entrant.bot_name,
        candidates=tuple(where),
        sets=sets if sum(map(len, sets)) <= SETS_BYTES else (),
    )
    open_ = _open(entrant, HOST, content.pack_invitation(invitation, entrant.identity), own.nonce)
    kept.write_invitation(entrant.home, invitation.id, open_)
    return invitation


def _open(entrant: Entrant, role: str, invitation: bytes, nonce: bytes) -> OpenInvitation:
    deck, made = entrant.deck, int(entrant.machine.now())
    own = entrant.identity.name, deck.name, deck.lists, nonce.hex(), made, entrant.bot
    return OpenInvitation(role, invitation.hex(), *own)


def accept(
    entrant: Entrant, invitation: Invitation, data: bytes, where: Sequence[Candidate] = ()
) -> OpenInvitation:
    """Take somebody's invitation, whose bytes are `data`; kept on return, and what was answered before stays.
    Raises `CannotPlay` for one of our own, or to other rules or cards than ours; `ContactChanged`."""
    if invitation.ik == entrant.identity.public:
        raise CannotPlay("This invitation is your own. Give it to whom you want to play with.")
    before = kept.read_invitation(entrant.home, invitation.id)
    if before is not None and before.invitation != data.hex():
        raise CannotPlay(
            "Another invitation is here under the number of this one. Ask for one that is made afresh."
        )
    if before is not None:
        return before
    rules = entrant.rules
    if (rules.hash, rules.card_hash) != (invitation.rules, invitation.card_set):
        both = skew.differs(rules, invitation.rules, invitation.card_set, "the host's")
        raise CannotPlay(f"{content.REASONS[content.OTHER_RULES]} {both}")
    recognized(entrant, invitation.name, invitation.ik, bool(invitation.bot), invitation.bot)
    own = OwnSeating(entrant, invitation.config)
    hello = own.hello([Attendee(invitation.name, invitation.ik, invitation.nonce), own.present()])
    secrets = own.secrets([Sitting("", hello)])
    assert secrets is not None
    fresh = msgspec.structs.replace(
        _open(entrant, GUEST, data, own.nonce),
        hello=hello.hex(),
        secrets=secrets.store().hex(),
        where=saved.packed(where),
    )
    kept.write_invitation(entrant.home, invitation.id, fresh)
    return fresh


def acceptance(identity: keys.Identity, invitation: Invitation, open_: OpenInvitation) -> bytes:
    """The parcel that takes an invitation."""
    where = saved.unpacked(open_.where)
    said = Accept(identity.name, bytes.fromhex(open_.nonce), where, bytes.fromhex(open_.hello))
    return _sealed(identity, invitation, invitation.ik, said)


def _sealed(identity: keys.Identity, invitation: Invitation, to: bytes, said: content.Content) -> bytes:
    return seal(identity, to, invitation.id, 0, content.pack(said), os.urandom)


def begin(entrant: Entrant, invitation: Invitation, open_: OpenInvitation, parcel: Parcel, say: Say) -> str:
    """Seat the guest that has accepted our invitation, and keep the match; its id. A parcel that comes twice
    leads to the same match. Raises `TooLate` for a second guest, and once it was taken back; `BadHello`,
    `ContactChanged`."""
    said = content.parse(parcel.content)
    if not isinstance(said, Accept):
        raise BadParcel("a parcel that does not answer an invitation")
    if open_.match and open_.match in saved.folder_of(entrant.home).ids():
        there = saved.read_table(entrant.home, open_.match).peers
        if (key := parcel.sender.hex()) in [peer.key for peer in there]:
            mail = kept.read_mail(entrant.home, open_.match)  # it has not heard who plays, or asks once more
            others = {**mail.others, key: replace(mail.of(key), begun=False)}
            kept.write_mail(entrant.home, open_.match, Mail(invitation=invitation.id.hex(), others=others))
            return open_.match
        no = _sealed(entrant.identity, invitation, parcel.sender, Decline(content.TAKEN))
        raise TooLate(f"{said.name} has accepted as well, and somebody else has the seat.", said.name, no)
    if open_.withdrawn:
        no = _sealed(entrant.identity, invitation, parcel.sender, Decline(content.WITHDRAWN))
        raise TooLate(f"{said.name} has accepted, after you took the invitation back.", said.name, no)
    hello = parse_hello(said.hello)
    if hello.binding.ik != parcel.sender:
        raise BadHello("a HELLO of another player than the one who sends it")
    recognized(entrant, said.name, parcel.sender, hello.bot, hello.bot_name)
    own = OwnSeating(entrant, invitation.config, bytes.fromhex(open_.nonce))
    present = [own.present(), Attendee(said.name, parcel.sender, said.nonce)]
    host = Sitting(entrant.identity.name, own.hello(present), invitation.candidates)
    players = [host, Sitting(said.name, said.hello, said.candidates)]
    secrets = own.secrets(players)
    assert secrets is not None
    table = company(players, new_token(entrant.machine.rng), secrets)
    mail = Mail(invitation=invitation.id.hex(), others={parcel.sender.hex(): Correspondent(begun=False)})
    remember(entrant, hello, said.name, say)
    return _kept(entrant, table, invitation, open_, mail, b"")


def sit_down(
    entrant: Entrant, invitation: Invitation, open_: OpenInvitation, parcel: Parcel, say: Say
) -> str:
    """The host of an invitation that we have taken has seated us: keep the match; its id. Raises `BadParcel`
    for somebody else's word, `BadHello` where it is not what we have answered to, `CannotPlay`."""
    said = content.parse(parcel.content)
    if open_.role != GUEST or parcel.sender != invitation.ik or not isinstance(said, Started):
        raise BadParcel(_NO_ANSWER)
    if open_.match and open_.match in saved.folder_of(entrant.home).ids():
        return open_.match
    own = bytes.fromhex(open_.hello)
    if own not in [one.hello for one in said.players]:
        raise CannotPlay(content.REASONS[content.TAKEN])
    there = company(said.players, said.token, Secrets.load(bytes.fromhex(open_.secrets)))
    host = next((one for one in said.players if parse_hello(one.hello).binding.ik == invitation.ik), None)
    if host is None or len(there.players) != invitation.config.seats:
        raise BadHello("a table at which the host does not sit, or others besides")
    hello = parse_hello(host.hello)
    if hello.bot_name != invitation.bot:
        raise BadHello("a HELLO of another bot than the host has offered")
    recognized(entrant, host.name, invitation.ik, hello.bot, hello.bot_name)
    remember(entrant, hello, host.name, say)
    mail = Mail(invitation=invitation.id.hex())
    return _kept(entrant, there, invitation, open_, mail, invitation.ik)


def declined(invitation: Invitation, open_: OpenInvitation, parcel: Parcel) -> str:
    """The host of an invitation that we have taken says that it leads nowhere: why. Raises `BadParcel` for
    somebody else's word, and for one that comes when the match has begun."""
    said = content.parse(parcel.content)
    if open_.role != GUEST or parcel.sender != invitation.ik or not isinstance(said, Decline):
        raise BadParcel(_NO_ANSWER)
    if open_.match:
        raise BadParcel("the host takes an invitation back by which a match has begun")
    return content.REASONS[said.reason]


def _kept(
    entrant: Entrant, there: Company, invitation: Invitation, open_: OpenInvitation, mail: Mail, host: bytes
) -> str:
    """Keep a match before anything is signed in it: first what leads to it, so that a death in between costs
    nothing. Its id."""
    home, match = entrant.home, there.game.hex()[:32]
    kept.write_invitation(home, invitation.id, msgspec.structs.replace(open_, match=match))
    make_folder(home / saved.FOLDER)
    kept.write_mail(home, match, mail)
    note = table_note(entrant, there, host=host)
    saved.begin(home, entrant.machine, there.hellos, there.secrets, note).close()
    return match
