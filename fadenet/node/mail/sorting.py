"""The match or the invitation that a parcel is about, by its pseudonyms alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import keys
from fadenet.node.mail import content, kept
from fadenet.node.mail.content import Invitation
from fadenet.node.mail.kept import OpenInvitation
from fadenet.node.match import saved
from fadenet.node.match.messages import CannotPlay
from protocol.parcels import addresses, pseudonym

PublicOf = Callable[[str], bytes]
"""The IK of an identity of ours, by its name. Raises `keys.UserError` where it is not here any more."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a parcel, and our name in it: a match by its id, or an invitation. id: the 16 bytes that
    seal its parcels."""

    id: bytes
    name: str
    match: str = ""
    invitation: OpenInvitation | None = None


class NotOurs(CannotPlay):
    """A parcel of no match and no invitation that is here."""


def subject_of(home: Path, public_of: PublicOf, parcel: bytes) -> Subject:
    """The subject of a parcel. Raises `BadParcel` for what is none, `NotOurs`."""
    to, _ = addresses(parcel)
    for subject in _subjects(home):
        try:
            if pseudonym(subject.id, public_of(subject.name)) == to:
                return subject
        except keys.UserError:  # that identity has gone
            continue
    raise NotOurs(
        "This parcel is for nobody here: for another player, or for a match that was given up. "
        "See which there are: fadenet inbox"
    )


def _subjects(home: Path) -> Iterator[Subject]:
    for one in saved.saved_matches(home):
        if one.note.days:
            yield Subject(bytes.fromhex(one.match), one.note.name, one.match)
    for id, open_ in kept.open_invitations(home):
        yield Subject(id, open_.name, open_.match, open_)


def invitation_of(open_: OpenInvitation) -> Invitation:
    """The invitation that is kept."""
    return content.parse_invitation(bytes.fromhex(open_.invitation))
