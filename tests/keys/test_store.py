"""Identities on disk: made closed, refused when open, never lost."""

import codecs
import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from keys import IdentityStore, UserError, errors
from keys.files import create_private, read_private
from keys.keyfile import encode_key

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owner and mode are POSIX's")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777


@pytest.fixture
def store(tmp_path: Path) -> IdentityStore:
    store = IdentityStore(tmp_path / "a" / "home")
    store.create("anna")
    return store


def test_an_identity_is_made_loaded_listed_and_shown(store: IdentityStore) -> None:
    bela = store.create("bela")
    assert store.names() == ("anna", "bela")
    assert store.load("bela").public == bela.public == store.show("bela").public
    assert [(info.name, info.encrypted) for info in store.list()] == [("anna", False), ("bela", False)]
    assert store.load("anna").public != bela.public


def test_before_the_first_identity_there_is_none(tmp_path: Path) -> None:
    store = IdentityStore(tmp_path / "home")
    assert store.names() == ()
    with pytest.raises(errors.IdentityNotFound) as caught:
        store.load("anna")
    assert caught.value.exit_code == 4
    assert not store.home.exists()


@pytest.mark.parametrize("umask", [0, 0o777])
def test_files_are_closed_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    store = IdentityStore(tmp_path / "home")
    before = os.umask(umask)
    try:
        store.create("anna")
    finally:
        os.umask(before)
    assert mode(store.home) == mode(store.folder) == 0o700
    assert mode(store.show("anna").path) == 0o600


def test_an_identity_is_never_written_over(store: IdentityStore) -> None:
    before = store.show("anna")
    with pytest.raises(errors.IdentityExists):
        store.create("anna")
    assert store.show("anna") == before


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "/x", "a\0", "anna\n", "-a", "\u202ea", "x" * 33]
)
def test_a_name_that_could_leave_the_folder_is_refused(store: IdentityStore, name: str) -> None:
    calls: list[Callable[[str], object]] = [store.create, store.load, store.show]
    for call in calls:
        with pytest.raises(errors.BadIdentityName):
            call(name)
    assert store.names() == ("anna",)


@pytest.mark.parametrize("name", ["Jos\u00e9", "\u6f22\u5b57"])
def test_an_identity_is_called_in_any_script(store: IdentityStore, name: str) -> None:
    """given a name in letters that English has not, then it is made, listed and found, however typed."""
    made = store.create(unicodedata.normalize("NFD", name))
    assert made.name == name and set(store.names()) == {"anna", name}
    assert store.load(unicodedata.normalize("NFD", name)).public == made.public


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, b""])
def test_a_key_file_is_taken_with_a_byte_order_mark(
    store: IdentityStore, tmp_path: Path, mark: bytes
) -> None:
    source = tmp_path / "saved"
    create_private(source, mark + store.show("anna").path.read_bytes())
    assert store.import_file("again", source).public == store.show("anna").public


def _open_file(path: Path) -> None:
    path.chmod(0o640)


def _open_folder(path: Path) -> None:
    path.parent.chmod(0o750)


def _symlink(path: Path) -> None:
    path.rename(path.parent / "real")
    path.symlink_to(path.parent / "real")


def _hard_link(path: Path) -> None:
    (path.parent / "other").hardlink_to(path)


def _too_large(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n" * 16384)


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir(mode=0o700)


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (_open_file, errors.OpenToOthers),
        (_open_folder, errors.OpenToOthers),
        (_symlink, errors.LinkedFile),
        (_hard_link, errors.LinkedFile),
        (_too_large, errors.FileTooLarge),
        (_fifo, errors.CorruptKeyFile),
        (_folder, errors.CorruptKeyFile),
    ],
)
def test_an_unsafe_file_is_refused(
    store: IdentityStore, spoil: Callable[[Path], None], expected: type[errors.KeyFileError]
) -> None:
    path = store.show("anna").path
    spoil(path)
    calls: list[Callable[[str], object]] = [store.load, store.show]
    for call in calls:
        with pytest.raises(expected) as caught:
            call("anna")
        assert caught.value.exit_code == 8
        assert str(path.parent) in caught.value.message


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_owner_is_refused(store: IdentityStore) -> None:
    os.chown(store.show("anna").path, 12345, -1)
    with pytest.raises(errors.ForeignOwner, match="12345"):
        store.load("anna")


@pytest.mark.slow
def test_the_passphrase_changes_and_the_key_stays(store: IdentityStore) -> None:
    before = store.show("anna")
    store.change_passphrase("anna", None, "sesame")
    assert store.show("anna").encrypted
    with pytest.raises(errors.MissingPassphrase):
        store.load("anna")
    store.change_passphrase("anna", "sesame", None)
    assert store.show("anna") == before
    assert mode(before.path) == 0o600
    assert sorted(path.name for path in store.folder.iterdir()) == ["anna.key", "lock"]


def test_a_wrong_passphrase_changes_nothing(store: IdentityStore) -> None:
    path = store.show("anna").path
    path.write_bytes(encode_key(Ed25519PrivateKey.generate(), "sesame", rounds=1))
    before = path.read_bytes()
    with pytest.raises(errors.WrongPassphrase):
        store.change_passphrase("anna", "simsalabim", "rhubarb")
    assert path.read_bytes() == before


@pytest.mark.slow
def test_an_import_keeps_key_and_protection_and_leaves_the_source(
    store: IdentityStore, tmp_path: Path
) -> None:
    source = tmp_path / "old"
    key = Ed25519PrivateKey.generate()
    source.write_bytes(encode_key(key, "sesame", rounds=1))
    source.chmod(0o600)
    before = source.read_bytes()
    imported = store.import_file("bela", source, "sesame")
    assert imported.public == key.public_key().public_bytes_raw()
    assert store.show("bela").encrypted
    assert source.read_bytes() == before


def test_an_import_of_an_open_file_is_refused(store: IdentityStore, tmp_path: Path) -> None:
    source = tmp_path / "old"
    source.write_bytes(encode_key(Ed25519PrivateKey.generate(), None))
    source.chmod(0o644)
    with pytest.raises(errors.OpenToOthers, match="chmod 600"):
        store.import_file("bela", source)
    assert store.names() == ("anna",)


def test_a_folder_that_cannot_be_made_is_a_plain_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(errors.FileTrouble, match="in its way"):
        IdentityStore(tmp_path / "file").create("anna")


def test_no_error_shows_key_or_passphrase(store: IdentityStore) -> None:
    path = store.show("anna").path
    seed = b"CANARYCANARYCANARYCANARYCANARY!!"
    path.write_bytes(encode_key(Ed25519PrivateKey.from_private_bytes(seed), "sesame", rounds=1))
    for passphrase in (None, "parrot", "parrot\ud800", "parrot" * 200):
        with pytest.raises(UserError) as caught:
            store.load("anna", passphrase)
        error: BaseException | None = caught.value
        while error is not None:
            assert "parrot" not in repr(error)
            assert "CANARY" not in repr(error)
            assert error.__suppress_context__ or error.__context__ is None
            error = error.__cause__


def test_reading_is_bounded_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"12345")
    path.chmod(0o600)
    assert read_private(path, 5) == b"12345"
    with pytest.raises(errors.FileTooLarge):
        read_private(path, 4)
