"""Card sets as somebody names them; those that were played with once lie in the data folder.

sets/ID.fnset            a packed set, by its id
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fadenet.cli.frame.context import BadInput, NotFound, Usage, read_bytes
from fadenet.cli.frame.guessing import guess
from fadenet.engine.cardset import SETS_MAX, CardSet, drop, keep, look_up_in, look_up_no_more_in
from fadenet.engine.errors import LoadError
from fadenet.engine.language.files import CARD_FILE_BYTES, SourceFile
from fadenet.engine.language.sets import PACKED_MAX, packed, read_set, unpacked
from keys.files import make_folder, replace_private

FOLDER: Final = "sets"
SUFFIX: Final = ".fnset"
KEPT_MAX: Final = 500
"""So many sets of a data folder are listed."""
_ID: Final = re.compile(r"[0-9a-v]{24}")


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
        if not _ID.fullmatch(id) or not path.is_file():
            return None
        try:
            found = read_packed(path)
        except LoadError as error:
            raise BadInput(f"{error}. Delete that file: fadenet cards sets --forget {id}") from None
        if found.id != id:
            raise BadInput(f"{path} holds the set {found.id}. Give it that name, or delete it.")
        return found

    def keep(self, card_set: CardSet) -> None:
        """Keep a set, so that matches with it can be gone on with and replayed."""
        keep(card_set)
        if not self.path(card_set.id).is_file():
            make_folder(self.folder.parent)
            make_folder(self.folder)
            replace_private(self.path(card_set.id), packed(card_set) + b"\n", alone=True)

    def forget(self, id: str) -> None:
        """Delete a set, which is here."""
        drop(id)
        self.path(id).unlink(missing_ok=True)

    def ids(self) -> list[str]:
        """The ids of the sets that are here, sorted."""
        found = sorted(path.stem for path in self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        return [id for id in found if _ID.fullmatch(id)][:KEPT_MAX]

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
    n = len(card_set.cards)
    what = f"The card set '{card_set.name}', version {card_set.version}, has {n} card{'s' * (n != 1)}{by}."
    return f"{what} To read them: fadenet cards {card_set.game} --set {card_set.code}"


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
    for one in found:
        shelf.keep(one)
    return found
