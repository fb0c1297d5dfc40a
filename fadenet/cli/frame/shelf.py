"""Card sets as somebody names them; those that were played with once lie in the data folder.

sets/ID.fnset            a packed set, by its id

The first line of a packed file is the set. A second one may be a signature over its hash: `signed KEY
SIGNATURE NAME`, in hexadecimal, the name being what the player calls itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import keys
from fadenet import games
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage, read_bytes
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import described, told_apart
from fadenet.engine.cardset import (
    SETS_MAX,
    CardSet,
    drop,
    is_id,
    keep,
    look_up_in,
    look_up_no_more_in,
    option_of,
)
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.language.english import number_of
from fadenet.engine.language.files import CARD_FILE_BYTES, SourceFile
from fadenet.engine.language.sets import PACKED_MAX, packed, read_set, unpacked
from keys.files import make_folder, replace_private
from keys.names import peer_name

if TYPE_CHECKING:
    from fadenet.engine.rules import Rules

FOLDER: Final = "sets"
SUFFIX: Final = ".fnset"
KEPT_MAX: Final = 500
"""So many sets of a data folder are listed."""
TAG: Final = "fn1/set"
_SIGNED: Final = re.compile(rb"signed ([0-9a-f]{64}) ([0-9a-f]{128}) ([^\n]{1,128})")


class SetShelf:
    """The sets of a data folder."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def path(self, id: str) -> Path:
        """Where the set of an id lies, if it does."""
        return self.folder / f"{id}{SUFFIX}"

    def find(self, id: str) -> CardSet | None:
        """The set of an id, None if it is not here. Raises `BadInput` for a file that holds another one."""
        path = self.path(id)
        if not is_id(id) or not path.is_file():
            return None
        try:
            found = read_packed(path)
        except LoadError as error:
            raise BadInput(f"{error}. Delete that file: fadenet cards sets --forget {id}") from None
        if found.id != id:
            raise BadInput(f"{path} holds the set {found.id}. Give it that name, or delete it.")
        return found

    def keep(self, card_set: CardSet, signer: Signer | None = None) -> None:
        """Keep a set, so that matches with it can be gone on with and replayed. signer: who has signed it."""
        keep(card_set)
        path = self.path(card_set.id)
        if not path.is_file() or (signer is not None and self.signer(card_set) is None):
            make_folder(self.folder.parent)
            make_folder(self.folder)
            replace_private(path, written(card_set, signer), alone=True)

    def signer(self, card_set: CardSet) -> Signer | None:
        """The player who has signed a set that is here, None if nobody has. Raises `BadInput`."""
        return read_signer(self.path(card_set.id), card_set)

    def forget(self, id: str) -> None:
        """Delete a set, which is here."""
        drop(id)
        self.path(id).unlink(missing_ok=True)

    def ids(self) -> list[str]:
        """The ids of the sets that are here, sorted."""
        found = sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        return [id for id in found if is_id(id)][:KEPT_MAX]

    def all(self) -> list[CardSet]:
        """The sets that are here, by their names, those that cannot be read left out."""
        there = []
        for id in self.ids():
            try:
                found = self.find(id)
            except BadInput:
                continue
            there += [found] if found else []
        return sorted(there, key=lambda one: (one.name, one.version, one.id))


@contextmanager
def on_shelf(home: Path) -> Iterator[None]:
    """A match that names sets finds them in this data folder, as long as the block runs."""
    shelf = SetShelf(home).find
    look_up_in(shelf)
    try:
        yield
    finally:
        look_up_no_more_in(shelf)


def about_set(card_set: CardSet) -> str:
    """A set in a sentence: what it is called, whose it is, how many cards it has, and how they are read."""
    by = f" by {card_set.by}" if card_set.by else ""
    n = number_of(len(card_set.cards), "card")
    what = f"The card set '{card_set.name}', version {card_set.version}, has {n}{by}."
    return f"{what} To read them: fadenet cards {card_set.game} --set {card_set.code}"


class Signer(NamedTuple):
    """A player who has signed a set. public: its key, 32 bytes; name: what it calls itself, cleaned."""

    public: bytes
    name: str
    signature: bytes


def signed_by(identity: keys.Identity, card_set: CardSet) -> Signer:
    """An identity, with its signature of a set."""
    return Signer(identity.public, identity.name, identity.sign(TAG, card_set.hash))


def written(card_set: CardSet, signer: Signer | None) -> bytes:
    """The content of a packed file."""
    line = packed(card_set) + b"\n"
    if signer is None:
        return line
    return line + f"signed {signer.public.hex()} {signer.signature.hex()} {signer.name}\n".encode()


def read_signer(path: Path, card_set: CardSet) -> Signer | None:
    """The player who has signed the set of a packed file, None if nobody has. Raises `BadInput` for a
    signature that does not hold."""
    second = read_bytes(str(path), 2 * PACKED_MAX).partition(b"\n")[2].removesuffix(b"\n")
    if not second:
        return None
    found = _SIGNED.fullmatch(second)
    if found is not None:
        public, signature = (bytes.fromhex(found[n].decode()) for n in (1, 2))
        if keys.verify(public, TAG, card_set.hash, signature):
            return Signer(public, peer_name(found[3].decode("utf-8", "replace")), signature)
    raise BadInput(f"{path} is signed, and not by whom it says. Ask whoever gave it to you for it again.")


def read_packed(path: Path) -> CardSet:
    """The set of a packed file: its first line. Raises `LoadError`, `NotFound`, `Denied` and `BadInput`."""
    return unpacked(read_bytes(str(path), 2 * PACKED_MAX).partition(b"\n")[0], path.name)


def read_sources(name: str) -> list[SourceFile]:
    """The text of a set that is being written: a TOML file, or those of a folder, sorted by name. Raises
    `NotFound`, `Denied` and `BadInput`."""
    path = Path(name)
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise BadInput(f"{name} is a folder without a card file. Write one: fadenet cards new GAME FILE")
    texts = []
    for file in files:
        try:
            texts.append((file.name, read_bytes(str(file), CARD_FILE_BYTES).decode()))
        except UnicodeDecodeError:
            raise BadInput(f"{file} is not text in UTF-8. Save it as such.") from None
    return texts


def set_named(shelf: SetShelf, name: str) -> CardSet:
    """The set that is meant: a file or folder of one's own, a packed file, or one of the shelf by its id, the
    beginning of it, or its code. Raises `NotFound`, `Usage`, `BadInput` and `LoadError`."""
    if os.path.exists(name):
        return read_packed(Path(name)) if name.endswith(SUFFIX) else read_set(read_sources(name))
    there = shelf.all()
    found = [one for one in there if name and (one.code == name or one.id.startswith(name))]
    if len(found) > 1:
        versions = ", ".join(f"{one.id} ('{one.name}', version {one.version})" for one in found)
        raise Usage(f"Several sets are called {name!r}: {versions}. Say which by its id.")
    if not found:
        codes = sorted({one.code for one in there})
        known = f"Sets here: {', '.join(codes)}." if codes else "No set is kept here."
        raise NotFound(
            f"There is no card set {name[:60]!r}, nor a file of that name{guess(name, codes)} {known}"
        )
    return found[0]


def chosen_sets(home: Path, names: Sequence[str]) -> list[CardSet]:
    """The sets that are named, kept in the data folder from now on. Raises as `set_named`."""
    if len(names) > SETS_MAX:
        raise Usage(f"At one table are at most {SETS_MAX} card sets.")
    shelf = SetShelf(home)
    found = [set_named(shelf, name) for name in names]
    for name, one in zip(names, found, strict=True):
        given = name.endswith(SUFFIX) and os.path.exists(name)
        shelf.keep(one, read_signer(Path(name), one) if given else None)
    return found


def game_with_sets(ctx: Context, name: str) -> Rules:
    """The rules of a game with the sets that `--set` names. Raises as `set_named`, and `NotFound`."""
    described(name)
    sets = chosen_sets(ctx.home, ctx.args.sets) if ctx.args.sets else []
    try:
        return told_apart(games.load(name, **option_of(sets)))
    except WrongInput as error:
        raise Usage(f"The cards of {name} cannot be had so: {error}.") from None
