"""Everything that a data folder keeps, under the same four troubles: no room, death, two writers, open doors.

Match files have more to bear, and tests of their own (`tests/node/test_storage.py`, `test_damage.py`).
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from fadenet import games
from fadenet.cli.cards.decks import DeckBox, find_deck
from fadenet.cli.frame.context import Denied, write_new
from fadenet.games.decks import Deck
from fadenet.history import History
from fadenet.node.match import saved
from fadenet.node.match.mark import Mark, mark_path
from fadenet.node.match.storage import Disk, MatchFolder
from keys import Contacts, IdentityStore, UserError
from protocol.encoding import encode
from tests.history.folder import Home, rules_of, signed
from tests.table.wire import identity

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits, signals and modes as POSIX has them")

ID = "0123456789abcdef" * 2
ITEM = encode([1, b"x" * 300])
TABLE = saved.SavedTable(
    "faroe", "duel", {}, "host", "ana", (), "", "", (), ("11c0000201b7de",), "bot", "greedy", "d", 1
)
TINY = 16
"""Bytes that a file may have when room is out."""
CALLS = ("open", "fchmod", "write", "fsync", "replace", "unlink")
CHILDREN = multiprocessing.get_context("forkserver")
"""Children come from a server without threads: those of the test run would not live through a fork."""
CHILDREN.set_forkserver_preload([__name__])


@dataclass(frozen=True, slots=True)
class Store:
    """One store. fill: makes it in an empty data folder; change: writes to it; read: all that it holds.

    secret: the file of it that only its owner may read, if there is one.
    """

    name: str
    fill: Callable[[Path], object]
    change: Callable[[Path], object]
    read: Callable[[Path], object]
    secret: str = ""

    def __str__(self) -> str:
        return self.name


def matches(home: Path) -> MatchFolder:
    return saved.folder_of(home)


def append(home: Path) -> None:
    folder = matches(home)
    with folder.open(ID) if folder.ids() else folder.create(ID) as file:
        file.append(ITEM)


def items(home: Path) -> list[bytes]:
    with matches(home).open(ID) as file:
        return file.items()


def two_matches(home: Path) -> None:
    """A history with one match, and a second one that it has not seen yet."""
    folder = Home(home)
    folder.put(signed(("ana", "ben"), ((1, 2), "win.x"), number=1))
    folder.take_in()
    folder.put(signed(("ana", "ben"), ((2, 1), "win.x"), number=2))


def take_in(home: Path) -> None:
    with History.open(home, print) as history:
        history.take_in({identity("ana").public}, rules_of)


def rows(home: Path) -> int:
    with History.open(home, print) as history:
        return len(history.matches())


def remember(name: str) -> Callable[[Path], object]:
    return lambda home: Contacts.load(home).add(identity(name).public, name, 1)


def mark(home: Path) -> Mark:
    """How far the seat of a match has signed, closed already."""
    path = mark_path(home, ID, bytes(32))
    with Mark.open(path, Disk()) if path.exists() else Mark.create(path, Disk()) as opened:
        return opened


def marks(first: int) -> Callable[[Path], object]:
    """Note one entry more, at least this one."""

    def write(home: Path) -> None:
        seq = max(first, mark(home).signed.seq + 1)
        with Mark.open(mark_path(home, ID, bytes(32)), Disk()) as opened:
            opened.note(0, seq, bytes([seq]) * 32, 0)
            opened.put(opened.signed)

    return write


def sit(result: str) -> Callable[[Path], object]:
    def write(home: Path) -> None:
        matches(home)
        saved.write_table(home, ID, replace(TABLE, result=result))

    return write


def build(title: str) -> Callable[[Path], object]:
    return lambda home: DeckBox(home, games.load("faroe")).keep("mine", Deck(title, "", ((1,), (2,))))


STORES = [
    Store(
        "a key that is written anew",
        lambda home: IdentityStore(home).create("ana"),
        lambda home: IdentityStore(home).change_passphrase("ana", None, None),
        lambda home: IdentityStore(home).load("ana").name,
        "identities/ana.key",
    ),
    Store(
        "a second identity",
        lambda home: IdentityStore(home).create("ana"),
        lambda home: IdentityStore(home).create("ben"),
        lambda home: [one.name for one in IdentityStore(home).list()],
    ),
    Store(
        "contacts",
        remember("ana"),
        remember("ben"),
        lambda home: [one.petname for one in Contacts.load(home)],
        "contacts.json",
    ),
    Store(
        "the secrets of a match",
        lambda home: matches(home).write_secret(ID, b"one" * 200),
        lambda home: matches(home).write_secret(ID, b"two" * 200),
        lambda home: matches(home).read_secret(ID),
        f"matches/{ID}.secret",
    ),
    Store(
        "the note of a table",
        sit("won"),
        sit("lost"),
        lambda home: saved.read_table(home, ID).result,
        f"matches/{ID}.table",
    ),
    Store(
        "a deck", build("One"), build("Two"), lambda home: find_deck(home, games.load("faroe"), "mine").name
    ),
    Store("a mark", marks(1), marks(2), lambda home: mark(home).signed.seq),
    Store("a match file", append, append, lambda home: len(items(home))),
    Store("the history", two_matches, take_in, rows),
]
WRITERS = [store for store in STORES if store.name != "the history"]
"""All but the one whose writing is SQLite's."""


@contextmanager
def no_room() -> Iterator[None]:
    """Every file is full: the system takes a few bytes, then says so."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (TINY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def drafts(home: Path) -> list[str]:
    return [str(path) for path in home.rglob("*") if path.name.startswith(".") or path.suffix == ".new"]


@pytest.mark.parametrize("store", STORES, ids=str)
def test_a_full_disk_is_a_sentence_and_loses_nothing(tmp_path: Path, store: Store) -> None:
    # given
    store.fill(tmp_path)
    before = store.read(tmp_path)
    # when there is no room
    with no_room(), pytest.raises(UserError) as trouble:
        store.change(tmp_path)
    # then it is said in a sentence, what there was is there, and nothing half
    assert "disk" in trouble.value.message.lower() and "\n" not in trouble.value.message
    assert store.read(tmp_path) == before and not drafts(tmp_path)
    # and when there is room again, it goes on
    store.change(tmp_path)
    assert store.name == "a key that is written anew" or store.read(tmp_path) != before


def test_a_text_that_does_not_fit_leaves_no_part_of_it(tmp_path: Path) -> None:
    with no_room(), pytest.raises(Denied, match="cannot be written"):
        write_new(str(tmp_path / "match.fnr"), "x" * 1000)
    assert not list(tmp_path.iterdir())


def change_until(step: int, store: str, home: Path) -> None:
    """In a child: change a store, and die at the beginning of this call to the system."""
    left = step

    def counted(call: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **named: object) -> object:
            nonlocal left
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            return call(*args, **named)

        return run

    try:
        for name in CALLS:
            setattr(os, name, counted(getattr(os, name)))
        next(one for one in WRITERS if one.name == store).change(home)
    finally:
        os._exit(0)


def create_ana(home: Path) -> None:
    """In a child."""
    code = 1
    try:
        IdentityStore(home).create("ana")
        code = 0
    finally:
        os._exit(code)


def started(work: Callable[..., None], *args: object) -> BaseProcess:
    """A child that does this work."""
    child = CHILDREN.Process(target=work, args=args)
    child.start()
    return child


def exit_code(child: BaseProcess) -> int | None:
    """Of a child, once it has ended; below 0 if a signal ended it."""
    child.join()
    return child.exitcode


@pytest.mark.slow
@pytest.mark.parametrize("store", WRITERS, ids=str)
def test_a_process_that_dies_leaves_the_old_or_the_new(tmp_path: Path, store: Store) -> None:
    seen = []
    for step in count():
        # given
        home = tmp_path / str(step)
        home.mkdir(mode=0o700)
        store.fill(home)
        before = store.read(home)
        # when
        died = exit_code(started(change_until, step, store.name, home)) == -signal.SIGKILL
        # then one of the two is there, whole; and the next change leaves no draft
        seen.append(store.read(home) == before)
        if not died:
            break
        with suppress(UserError):  # what is there already was written
            store.change(home)
        assert not drafts(home)
        assert store.name == "a key that is written anew" or store.read(home) != before
    assert step >= 2
    assert store.name == "a key that is written anew" or (seen[0] and not seen[-1])


@pytest.mark.parametrize("store", [store for store in STORES if store.secret], ids=str)
def test_what_others_can_read_is_refused_with_the_remedy(tmp_path: Path, store: Store) -> None:
    store.fill(tmp_path)
    path = tmp_path / store.secret
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    with pytest.raises(UserError, match="chmod 600"):
        store.read(tmp_path)
    path.chmod(0o600)
    store.read(tmp_path)


def test_of_two_processes_one_makes_the_identity(tmp_path: Path) -> None:
    """given several that make an identity of one name at once, then one does, and its key stays."""
    store = IdentityStore(tmp_path)
    store.create("somebody")
    children = [started(create_ana, tmp_path) for _ in range(4)]
    assert sorted(str(exit_code(child)) for child in children) == ["0", "1", "1", "1"]
    assert store.load("ana").name == "ana"
