"""The mail of a match, kept beside it in `<id>.mail`, and invitations by parcels, kept in the folder
`invitations`: both private, in JSON.

Nothing in `<id>.mail` has to be there: a node that has lost it makes its parcels longer than they need be.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final

import msgspec

import keys
from fadenet.node.link.candidates import HexCandidate
from fadenet.node.match import saved
from fadenet.node.match.messages import Heads, heads_of, heads_wire
from fadenet.node.match.saved import MatchNotFound
from fadenet.node.match.storage import check_match_id
from keys.errors import IdentityNotFound
from keys.files import make_folder, read_private, replace_private
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.parcels import PARCEL_BYTES_MAX

log = logging.getLogger(__name__)

INVITATIONS: Final = "invitations"
PARCELS: Final = "parcels"
VERSION: Final = 1
MAIL_BYTES: Final = 16 * 1024
INVITATION_BYTES: Final = 512 * 1024
HOST, GUEST = "host", "guest"

_HexText = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*\\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class Correspondent:
    """The mail with one other player. heads: what it has told last that it holds, "" = nothing yet; sent,
    taken: the numbers of the last parcel to it and of the newest one from it; posted: what we held when that
    was sent; begun: whether it knows all players.

    heads, posted: CBOR in hex, as `Heads` stands in parcels.
    """

    heads: _HexText = ""
    sent: _Count = 0
    taken: _Count = 0
    posted: _HexText = ""
    begun: bool = True

    def told(self, seats: int) -> Heads | None:
        """The heads that it has told last, None = none yet."""
        with suppress(BadEncoding):
            return heads_of(decode(bytes.fromhex(self.heads)), seats) if self.heads else None
        return None


def written(heads: Heads) -> str:
    """Heads as they are kept."""
    return encode(heads_wire(heads)).hex()


class Mail(msgspec.Struct, frozen=True):
    """The mail of a match: what it is called in parcels before all have begun, "" = as the match; with whom,
    by key in hex; answered: how many of its events our player had been told when it answered last."""

    v: int = VERSION
    invitation: _HexText = ""
    others: dict[str, Correspondent] = msgspec.field(default_factory=dict)
    answered: _Count = 0

    def of(self, key: str) -> Correspondent:
        """The mail with the player of this key."""
        return self.others.get(key, Correspondent())

    def with_(self, changed: Mapping[str, Correspondent]) -> Mail:
        """The same with these entries in place of those before."""
        return msgspec.structs.replace(self, others={**self.others, **changed})


def read_mail(home: Path, match: str) -> Mail:
    """The mail of a match; that of one whose file is missing or damaged begins anew."""
    path = home / saved.FOLDER / f"{check_match_id(match)}.mail"
    try:
        mail = msgspec.json.decode(read_private(path, MAIL_BYTES), type=Mail)
    except IdentityNotFound:
        return Mail()
    except (msgspec.DecodeError, keys.UserError, RecursionError, ValueError) as error:
        log.warning("%s is not read: %s; remove it, the next parcels are longer for it", path.name, error)
        return Mail()
    return mail if mail.v == VERSION else Mail()


def write_mail(home: Path, match: str, mail: Mail) -> None:
    """Keep the mail of a match; durable on return."""
    path = home / saved.FOLDER / f"{check_match_id(match)}.mail"
    replace_private(path, msgspec.json.encode(mail), alone=True)


class OpenInvitation(msgspec.Struct, frozen=True):
    """An invitation by parcels. role: whether it is ours, or was taken by us.

    invitation: its bytes; name: our identity; deck, lists: what we play, the codes of its cards by table;
    bot: the one that plays here, "" = a person; nonce: that of our seat; match: the id of what it has become,
    "" = nothing yet; withdrawn: whether we have taken our own back. Of a guest: hello, secrets: what we have
    answered, and the secrets behind that; where: where our node can be dialled.
    """

    role: str
    invitation: _HexText
    name: str
    deck: str
    lists: tuple[tuple[_Count, ...], ...]
    nonce: _HexText
    made: _Count
    bot: str = ""
    hello: _HexText = ""
    secrets: _HexText = ""
    where: tuple[HexCandidate, ...] = ()
    match: str = ""
    withdrawn: bool = False
    v: int = VERSION


def keep_parcel(home: Path, parcel: bytes) -> None:
    """Keep a parcel that has come until it is opened; durable on return. The same one twice is kept once."""
    make_folder(home / PARCELS)
    name = blake2b(parcel, digest_size=16).hexdigest()
    replace_private(home / PARCELS / name, parcel)


def waiting_parcels(home: Path) -> list[tuple[Path, bytes]]:
    """The parcels that have come and wait to be opened, each with its file, which goes once it was."""
    folder = home / PARCELS
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return [(path, read_private(path, PARCEL_BYTES_MAX)) for path in there if len(path.name) == 32]


def _invitation_path(home: Path, id: bytes) -> Path:
    return home / INVITATIONS / f"{id.hex()}.json"


def write_invitation(home: Path, id: bytes, open_: OpenInvitation) -> None:
    """Keep an invitation; durable on return."""
    make_folder(home / INVITATIONS)
    replace_private(_invitation_path(home, id), msgspec.json.encode(open_), alone=True)


def read_invitation(home: Path, id: bytes) -> OpenInvitation | None:
    """An invitation that is kept, None where there is none of this id."""
    try:
        return msgspec.json.decode(
            read_private(_invitation_path(home, id), INVITATION_BYTES), type=OpenInvitation
        )
    except IdentityNotFound:
        return None
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise MatchNotFound(
            f"The invitation {id.hex()[:8]} is kept in a file that is damaged, so it leads nowhere any more. "
            "Make a fresh one."
        ) from error


def forget_invitation(home: Path, id: bytes) -> None:
    """It has become a match, or leads nowhere any more."""
    _invitation_path(home, id).unlink(missing_ok=True)


def open_invitations(home: Path) -> list[tuple[bytes, OpenInvitation]]:
    """All that are kept, with their ids; one that is damaged is passed over."""
    folder = home / INVITATIONS
    found = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            id = bytes.fromhex(path.stem)
            open_ = read_invitation(home, id)
        except (ValueError, keys.UserError) as error:
            log.warning("%s is passed over: %s; remove it, and ask for a fresh invitation", path.name, error)
            continue
        if open_ is not None:
            found.append((id, open_))
    return found
