"""The player's own identities: one OpenSSH private-key file each, in `identities` of the data folder.

Creating, importing and a new passphrase cost one bcrypt derivation (about half a second) if there is a
passphrase, so a program with an event loop calls them in a thread.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from keys.errors import BadIdentityName, IdentityExists
from keys.files import check_folder, exclusive, make_folder, read_private, remove_drafts, replace_private
from keys.identity import Identity
from keys.keyfile import KEY_FILE_SIZE_MAX, decode_key, encode_key, read_header
from keys.names import NAME_FORM, own_name

_SUFFIX = ".key"


@dataclass(frozen=True, slots=True)
class IdentityInfo:
    """The facts that a key file tells without its passphrase. `public`: 32 bytes."""

    name: str
    public: bytes
    encrypted: bool
    path: Path


class IdentityStore:
    """The identities under one data folder. Every method may raise any `KeyFileError`."""

    def __init__(self, home: Path) -> None:
        """Touches nothing yet; `home` is made when the first identity is."""
        self.home = home
        self.folder = home / "identities"

    def names(self) -> tuple[str, ...]:
        """The names of all identities, sorted; readable or not, which `show` says of each."""
        if not self.folder.is_dir():
            return ()
        check_folder(self.folder)
        found = (own_name(path.stem) for path in self.folder.iterdir() if path.suffix == _SUFFIX)
        return tuple(sorted(filter(None, found)))

    def list(self) -> tuple[IdentityInfo, ...]:
        """All identities, by name; raises at the first that cannot be shown."""
        return tuple(self.show(name) for name in self.names())

    def show(self, name: str) -> IdentityInfo:
        """The facts of an identity that need no passphrase. Raises IdentityNotFound, BadIdentityName."""
        path = self._path(name)
        header = read_header(self._read(path), str(path))
        return IdentityInfo(path.stem, header.public, header.encrypted, path)

    def create(self, name: str, passphrase: str | None = None) -> Identity:
        """Make a fresh identity and write its file; IdentityExists, BadIdentityName."""
        return self._add(name, Ed25519PrivateKey.generate(), passphrase)

    def load(self, name: str, passphrase: str | None = None) -> Identity:
        """The identity, ready to sign; IdentityNotFound, MissingPassphrase, WrongPassphrase."""
        path = self._path(name)
        return Identity.from_key(path.stem, decode_key(self._read(path), passphrase, str(path)))

    def import_file(self, name: str, source: Path, passphrase: str | None = None) -> Identity:
        """Add the key of an existing OpenSSH file, under the same passphrase if the file has one.

        The source stays as it is and is judged like our own files.
        """
        data = read_private(source, KEY_FILE_SIZE_MAX)
        encrypted = read_header(data, str(source)).encrypted
        key = decode_key(data, passphrase, str(source))
        return self._add(name, key, passphrase if encrypted else None)

    def change_passphrase(self, name: str, old: str | None, new: str | None) -> None:
        """Write the file anew under another passphrase, or under none; the old file stays until then."""
        identity = self.load(name, old)
        data = encode_key(identity.key, new)
        with self._writing(self._path(name)) as path:
            replace_private(path, data)

    def export_public(self, name: str) -> str:
        """The public key as a line for authorized_keys and the like, without its line end."""
        return public_line(name, self.show(name).public)

    def _add(self, name: str, key: Ed25519PrivateKey, passphrase: str | None) -> Identity:
        path = self._path(name)
        data = encode_key(key, passphrase)
        make_folder(self.home)
        make_folder(self.folder)
        check_folder(self.folder)
        with self._writing(path):
            if os.path.lexists(path):
                raise IdentityExists(f"{path} is there already. Choose another name, or move that file away.")
            replace_private(path, data)
        return Identity.from_key(path.stem, key)

    @contextmanager
    def _writing(self, path: Path) -> Iterator[Path]:
        """One writer at a time: a key file is there whole or not at all, and no draft of it stays."""
        with exclusive(self.folder / "lock", wait=True):
            remove_drafts(path)
            yield path

    def _read(self, path: Path) -> bytes:
        if self.folder.is_dir():
            check_folder(self.folder)
        return read_private(path, KEY_FILE_SIZE_MAX)

    def _path(self, name: str) -> Path:
        there = own_name(name)
        if not there:
            raise BadIdentityName(f"{name!r} cannot name an identity. Use {NAME_FORM}.")
        return self.folder / (there + _SUFFIX)


def public_line(comment: str, public: bytes) -> str:
    """An OpenSSH public-key line (RFC 8709 section 4) of a 32-byte key, without its line end."""
    key = Ed25519PublicKey.from_public_bytes(public)
    return f"{key.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()} {comment}"
