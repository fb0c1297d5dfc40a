"""The boxes of a helper, and what lies in them: in memory where and how much, on the disk the bytes.

A box belongs to one player and has a tag. A parcel is what somebody has put there for that player: bytes that
are sealed between the two, of which a helper can read nothing. Each is a file of its own; the boxes of one
owner are one more. All that was answered with yes outlives a restart.

Of addresses nothing is kept but a keyed hash, which tells those of one site (`Address.site`) from those of
others.
"""

from __future__ import annotations

import logging
import struct
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, Protocol, TypeVar

import trio

from fadenet.node import limits
from fadenet.node.errors import SEE_TO_DISK
from fadenet.node.link.candidates import FINGERPRINT_BYTES
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.link.shares import gives_way
from fadenet.node.reach.calls import PARCEL_ID_BYTES, Why
from keys import UserError
from keys.files import make_folder, read_private, replace_private
from protocol.encoding import decode, encode
from protocol.faults import BadEncoding
from protocol.values import array, raw, uint

log = logging.getLogger(__name__)

T = TypeVar("T")
FOLDER: Final = "boxes"
DAY_S: Final = 86_400
PLACE_BYTES: Final = 8
VERSION: Final = 1
OWNER_FILE_BYTES: Final = 64 * 1024
_OWNER, _PARCEL, _DRAFTS = ".boxes", ".parcel", ".*.draft"
_HEAD: Final = struct.Struct(f">8s{FINGERPRINT_BYTES}s{PLACE_BYTES}sQ16s")
_MAGIC: Final = b"fn1/prcl"
"""A parcel's file: these 8 bytes, who has put it there, whence, until when, the digest of it all, the
parcel."""


class DiskWork(Protocol):
    """Does some work beside the loop, and returns or raises what comes of it (`Committer.run`)."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


class Damaged(Exception):
    """A file that does not hold what it should."""


@dataclass(eq=False, slots=True)
class StoredParcel:
    """A parcel as it is known in memory: its id, by which they are in the order in which they came, who has
    put it there (fingerprint) and whence (place), until when it is kept (seconds since 1970), its bytes."""

    id: bytes
    sender: bytes
    place: bytes
    until: int
    size: int


@dataclass(eq=False, slots=True)
class Box:
    """A box: whose (fingerprint), under which tag, whence it was opened (place), by the tag of which other
    box (b"" = by the line), until when (seconds since 1970), and what lies in it, the oldest first."""

    owner: bytes
    tag: bytes
    place: bytes
    by: bytes
    until: int
    parcels: list[StoredParcel] = field(default_factory=list)


LyingParcel = tuple[Box, StoredParcel]
"""A parcel, and the box in which it lies."""


def _place(lying: LyingParcel) -> bytes:
    return lying[1].place


def _sender(lying: LyingParcel) -> bytes:
    return lying[1].sender


def _end(lying: LyingParcel) -> int:
    return lying[1].until


def _box_end(box: Box) -> int:
    return box.until


class BoxStore:
    """All boxes of a helper. Made by `open_store`.

    folder: where they are kept; key: of the hash of addresses (up to 64 bytes); now: seconds since 1970;
    beside: waits for the disk. A tag is known to few, and all that is asked here may come from anybody.
    """

    def __init__(self, folder: Path, key: bytes, now: Callable[[], float], beside: DiskWork) -> None:
        self._folder = folder
        self._key = key
        self._last_id = 0
        self._now = now
        self._beside = beside
        self._boxes: dict[tuple[bytes, bytes], Box] = {}
        self._sizes: Counter[bytes] = Counter()
        """The bytes of all that lies in boxes that were opened from one place."""
        self._turn = trio.Lock()
        """Held by whoever changes what there is, until the disk has it too."""

    @asynccontextmanager
    async def _changing(self) -> AsyncGenerator[None]:
        """Memory and disk are changed together: whoever goes meanwhile leaves no half of it."""
        async with self._turn:
            with trio.CancelScope(shield=True):
                yield

    @property
    def boxes(self) -> int:
        """How many are open."""
        return len(self._boxes)

    @property
    def parcels(self) -> int:
        """How many lie here."""
        return sum(len(box.parcels) for box in self._boxes.values())

    @property
    def size(self) -> int:
        """The bytes of all that lies here."""
        return self._sizes.total()

    @property
    def tags(self) -> set[bytes]:
        """The tags of all boxes."""
        return {tag for _, tag in self._boxes}

    def _lying(self, boxes: Iterable[Box] | None = None) -> list[LyingParcel]:
        return [
            (box, parcel)
            for box in (self._boxes.values() if boxes is None else boxes)
            for parcel in box.parcels
        ]

    def _box(self, owner: bytes, tag: bytes) -> Box | None:
        box = self._boxes.get((owner, tag))
        return box if box is not None and box.until > self._now() else None

    def place(self, site: str) -> bytes:
        """The hash that is kept of a site."""
        return blake2b(site.encode(), digest_size=PLACE_BYTES, key=self._key).digest()

    # Boxes.

    async def open(self, owner: bytes, tags: Sequence[bytes], days: int, site: str, by: bytes) -> Why | None:
        """Let a player (fingerprint) have boxes under these tags for so many days from now on, 0 = no more;
        why not, or None. by: the tag of the box of another, b"" = it has the line. Of the owner's other boxes
        those that end first go, if it has too many."""
        async with self._changing():
            named = dict.fromkeys(tags)
            if not days:
                await self._close([box for tag in named if (box := self._boxes.get((owner, tag)))])
                return None
            until = int(self._now()) + days * DAY_S
            if by:
                hosts = [
                    box.until
                    for box in self._boxes.values()
                    if box.tag == by and not box.by and box.owner != owner and box.until > self._now()
                ]
                if not hosts:
                    return Why.UNWANTED
                until = min(until, *hosts)
            place, late = self.place(site), self._boxes_that_go(owner, set(named), site, by)
            if late is None:
                return Why.FULL
            await self._close(late)
            for tag in named:
                box = self._boxes.setdefault((owner, tag), Box(owner, tag, place, by, until))
                self._count(box, -1)
                box.place, box.by, box.until = place, by, until
                self._count(box, 1)
            await self._note_owners({owner})
            return None

    def _count(self, box: Box, sign: int) -> None:
        """Count what lies in a box (1), or no more (-1)."""
        self._sizes[box.place] += sign * sum(parcel.size for parcel in box.parcels)

    def _boxes_that_go(self, owner: bytes, tags: set[bytes], site: str, by: bytes) -> list[Box] | None:
        """The boxes that have to end for these of one owner, None if they find no room."""
        others = [box for box in self._boxes.values() if box.owner != owner or box.tag not in tags]
        if by and sum(box.by == by for box in others) + len(tags) > limits.GUESTS_PER_TOKEN:
            return None
        own = sorted((box for box in others if box.owner == owner), key=_box_end)
        late = own[: max(0, len(own) + len(tags) - limits.BOXES_PER_OWNER)]
        over = len(others) - len(late) + len(tags) - limits.BOXES
        if over <= 0:
            return late
        left: dict[bytes, list[Box]] = {}
        for box in sorted((box for box in others if box not in late), key=_box_end, reverse=True):
            left.setdefault(box.place, []).append(box)
        ours = len(left.pop(self.place(site), [])) + len(tags)
        for _ in range(over):
            most = max(left.values(), key=len, default=[])
            if len(most) <= ours:
                return None
            late.append(most.pop())
        return late

    async def _close(self, boxes: Sequence[Box]) -> None:
        """These boxes are no more, nor what lies in them."""
        lying = self._lying(boxes)
        for box in boxes:
            self._count(box, -1)
            del self._boxes[box.owner, box.tag]
            box.parcels.clear()
        await self._remove_files(lying)
        await self._note_owners({box.owner for box in boxes})

    async def _note_owners(self, owners: set[bytes]) -> None:
        """Keep what boxes these have. A box that the disk does not take is good until the helper ends."""
        for owner in owners:
            own = [box for box in self._boxes.values() if box.owner == owner]
            path = self._folder / f"{owner.hex()}{_OWNER}"
            try:
                if own:
                    await self._beside(partial(replace_private, path, packed_owner(own), alone=True))
                else:
                    await self._beside(partial(path.unlink, missing_ok=True))
            except (UserError, OSError) as error:
                log.warning("boxes are not kept over a restart: %s; %s", error, SEE_TO_DISK)

    # Parcels.

    def refusal(self, owner: bytes, tag: bytes, sender: bytes, site: str, size: int) -> Why | None:
        """Why a parcel of so many bytes by this sender (fingerprint), from this site, is not taken; None if
        it is, as far as can be told before it has come."""
        box = self._box(owner, tag)
        if box is None:
            return Why.AWAY
        return Why.FULL if self._parcels_that_go(box, self._parcel(sender, site, size)) is None else None

    async def put(self, owner: bytes, tag: bytes, sender: bytes, site: str, parcel: bytes) -> Why | None:
        """Keep a parcel; why not, or None once the disk has it."""
        async with self._changing():
            box = self._box(owner, tag)
            if box is None:
                return Why.AWAY
            fresh = self._parcel(sender, site, len(parcel))
            late = self._parcels_that_go(box, fresh)
            if late is None:
                return Why.FULL
            packed = packed_parcel(fresh, parcel)
            try:
                await self._beside(partial(replace_private, self._path(box, fresh), packed, alone=True))
            except UserError as error:
                log.warning("a parcel is not kept: %s; %s", error, SEE_TO_DISK)
                return Why.FULL
            self._last_id = int.from_bytes(fresh.id, "big")
            box.parcels.append(fresh)
            self._sizes[box.place] += fresh.size
            await self._drop(late)
            return None

    def _parcel(self, sender: bytes, site: str, size: int) -> StoredParcel:
        until = int(self._now()) + limits.BOX_DAYS * DAY_S
        number = max(self._last_id + 1, int(self._now() * 1_000_000))
        return StoredParcel(number.to_bytes(PARCEL_ID_BYTES, "big"), sender, self.place(site), until, size)

    def _parcels_that_go(self, box: Box, fresh: StoredParcel) -> list[LyingParcel] | None:
        """The parcels that have to go for a fresh one, None if it finds no room."""
        own = [one for one in box.parcels if one.sender == fresh.sender]
        late = [(box, one) for one in own[: max(0, len(own) + 1 - limits.PARCELS_PER_SENDER)]]
        left = sorted((one for one in self._lying([box]) if one not in late), key=_end)
        while (
            len(left) + 1 > limits.PARCELS_PER_BOX
            or sum(one.size for _, one in left) + fresh.size > limits.BOX_BYTES
        ):
            given = gives_way(left, (box, fresh), [_place, _sender], self._yields)
            if given is None:
                return None
            late.append(given)
            left.remove(given)
        freed = sum(parcel.size for _, parcel in late)
        if self._sizes[box.place] - freed + fresh.size > limits.BOX_BYTES_PER_SITE:
            return None
        over = self._sizes.total() - freed + fresh.size - limits.BOX_BYTES_IN_ALL
        return late + self._earliest_of_the_biggest(over, late)

    def _earliest_of_the_biggest(self, over: int, late: Sequence[LyingParcel]) -> list[LyingParcel]:
        """Those that have to go besides, for so many bytes: each time the one that ends first, of the place
        from which the boxes with most were opened."""
        sizes, gone = self._sizes.copy(), [parcel for _, parcel in late]
        found: list[LyingParcel] = []
        for box, parcel in late:
            sizes[box.place] -= parcel.size
        while over > 0:
            biggest = max(sizes, key=lambda place: sizes[place])
            there = self._lying(box for box in self._boxes.values() if box.place == biggest)
            box, first = min((one for one in there if one[1] not in gone), key=_end)
            sizes[biggest] -= first.size
            over -= first.size
            gone.append(first)
            found.append((box, first))
        return found

    def _yields(self, lying: LyingParcel) -> bool:
        """Whether a parcel has lain for so long that it may go for one of somebody who has none there."""
        came = lying[1].until - limits.BOX_DAYS * DAY_S
        return self._now() >= came + limits.BOX_YIELDS_S

    def waiting(self, owner: bytes, tags: Iterable[bytes]) -> list[LyingParcel]:
        """The parcels in these boxes of a player (fingerprint), the oldest of each first."""
        boxes = [box for tag in dict.fromkeys(tags) if (box := self._box(owner, tag)) is not None]
        now = self._now()
        return [(box, parcel) for box, parcel in self._lying(boxes) if parcel.until > now]

    async def read(self, lying: LyingParcel) -> bytes | None:
        """A parcel, None if it is gone. One that is damaged is not given out, and lies there no more."""
        box, parcel = lying
        async with self._changing():
            if parcel not in box.parcels:
                return None
            path = self._path(box, parcel)
            try:
                return (await self._beside(partial(read_parcel, path)))[1]
            except (UserError, Damaged) as error:
                log.warning("the parcel in %s is lost: %s; its sender brings it again", path, error)
                await self._drop([lying])
                return None

    async def remove(self, lying: LyingParcel) -> None:
        """A parcel is needed no more. It may come back, if the computer fails before the disk has heard."""
        async with self._changing():
            await self._drop([lying])

    async def _drop(self, late: Iterable[LyingParcel]) -> None:
        gone = [(box, parcel) for box, parcel in late if parcel in box.parcels]
        for box, parcel in gone:
            box.parcels.remove(parcel)
            self._sizes[box.place] -= parcel.size
        await self._remove_files(gone)

    async def _remove_files(self, lying: Sequence[LyingParcel]) -> None:
        paths = [self._path(box, parcel) for box, parcel in lying]

        def remove() -> None:
            for path in paths:
                path.unlink(missing_ok=True)

        try:
            await self._beside(remove)
        except OSError as error:
            log.warning("a parcel cannot be removed: %s; %s", error, SEE_TO_DISK)

    def _path(self, box: Box, parcel: StoredParcel) -> Path:
        return self._folder / f"{box.owner.hex()}-{box.tag.hex()}-{parcel.id.hex()}{_PARCEL}"

    # As time goes by.

    async def tidy(self) -> None:
        """Remove the boxes and parcels whose time is over."""
        async with self._changing():
            now = self._now()
            self._sizes += Counter()  # forgets the places that have nothing here
            await self._close([box for box in self._boxes.values() if box.until <= now])
            await self._drop([(box, parcel) for box, parcel in self._lying() if parcel.until <= now])

    async def load(self) -> None:
        """Take in what the disk has. Raises `UserError` if the folder cannot be used."""
        boxes, parcels = await self._beside(partial(_read_folder, self._folder))
        self._boxes = {(box.owner, box.tag): box for box in boxes}
        orphans: list[Path] = []
        for path, owner, tag, parcel in sorted(parcels, key=lambda row: row[3].id):
            box = self._boxes.get((owner, tag))
            if box is None:
                orphans.append(path)
            else:
                box.parcels.append(parcel)
                self._sizes[box.place] += parcel.size
            self._last_id = max(self._last_id, int.from_bytes(parcel.id, "big"))
        for path in orphans:
            await self._beside(partial(path.unlink, missing_ok=True))
        await self.tidy()


async def open_store(folder: Path, key: bytes, now: Callable[[], float], beside: DiskWork) -> BoxStore:
    """The boxes that are kept in a folder, which is made if it is missing. Arguments as of `BoxStore`. Raises
    `UserError` if the folder cannot be used."""
    store = BoxStore(folder, key, now, beside)
    await store.load()
    return store


# Files.


def packed_owner(boxes: Sequence[Box]) -> bytes:
    """The file of the boxes that one owner has."""
    return encode([VERSION, [[box.tag, box.place, box.by, box.until] for box in boxes]])


def packed_parcel(parcel: StoredParcel, data: bytes) -> bytes:
    """The file of a parcel."""
    head = _MAGIC, parcel.sender, parcel.place, parcel.until
    return _HEAD.pack(*head, _digest(*head, data)) + data


def _digest(magic: bytes, sender: bytes, place: bytes, until: int, data: bytes) -> bytes:
    whole = magic + sender + place + until.to_bytes(8, "big") + data
    return blake2b(whole, digest_size=16).digest()


def read_parcel(path: Path) -> tuple[StoredParcel, bytes]:
    """A parcel's file. Raises `UserError` and `Damaged`."""
    raw_ = bytes(read_private(path, _HEAD.size + limits.PARCEL_BYTES_MAX))
    if len(raw_) <= _HEAD.size:
        raise Damaged("it is too short")
    magic, sender, place, until, digest = _HEAD.unpack_from(raw_)
    data = raw_[_HEAD.size :]
    if magic != _MAGIC or digest != _digest(magic, sender, place, until, data):
        raise Damaged("its content does not fit its digest")
    number = path.name.removesuffix(_PARCEL).rpartition("-")[2]
    return StoredParcel(bytes.fromhex(number), sender, place, until, len(data)), data


def read_owner(path: Path) -> list[Box]:
    """The file of an owner's boxes. Raises `UserError` and `Damaged`."""
    try:
        owner = raw(bytes.fromhex(path.name.removesuffix(_OWNER)), FINGERPRINT_BYTES)
        version, rows = array(decode(bytes(read_private(path, OWNER_FILE_BYTES))), 2)
        if uint(version) != VERSION:
            raise Damaged(f"it is of version {version}, not {VERSION}")
        boxes = []
        for row in array(rows, 1, limits.BOXES_PER_OWNER):
            tag, place, by, until = array(row, 4)
            through = raw(by, TOKEN_BYTES) if by != b"" else b""
            boxes.append(Box(owner, raw(tag, TOKEN_BYTES), raw(place, PLACE_BYTES), through, uint(until)))
        return boxes
    except (BadEncoding, ValueError) as error:
        raise Damaged(f"it makes no sense: {error}") from error


def _read_folder(folder: Path) -> tuple[list[Box], list[tuple[Path, bytes, bytes, StoredParcel]]]:
    """All that lies in a folder: boxes, and parcels with their files, owners and tags. A damaged file is left
    where it is. Raises `UserError`."""
    make_folder(folder)
    for draft in folder.glob(_DRAFTS):
        draft.unlink(missing_ok=True)
    boxes: list[Box] = []
    parcels: list[tuple[Path, bytes, bytes, StoredParcel]] = []
    for path in sorted(folder.iterdir()):
        try:
            if path.suffix == _OWNER:
                boxes += read_owner(path)
            elif path.suffix == _PARCEL:
                owner, tag, _ = (bytes.fromhex(part) for part in path.stem.split("-"))
                parcels.append((path, owner, tag, read_parcel(path)[0]))
        except (UserError, Damaged, ValueError) as error:
            log.warning("%s is left out: %s; remove it", path, error)
    return boxes, parcels
