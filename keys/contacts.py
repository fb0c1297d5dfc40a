"""The players somebody knows: a key is pinned at first sight, and a known name never changes its key unseen.

Names are the user's own (petnames): what a peer calls itself counts only when it is first seen.
The file is read again under a lock before each change, so that a running node and a command beside it
lose nothing of each other's; a file that cannot be read is never written over.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Self, TypeVar

import msgspec

from keys.errors import BadContacts, ContactAmbiguous, ContactChanged, ContactNotFound, WeakKey
from keys.files import exclusive, make_folder, read_private, remove_drafts, replace_private
from keys.fingerprint import FINGERPRINT_WORDS, fingerprint_text, fingerprint_words
from keys.names import clean_name, name_key
from keys.public import check_public

CONTACTS_MAX = 1024
FILE_SIZE_MAX = 4 * 1024 * 1024
_VERSION = 1
_PREFIX_MIN = 4  # characters of a fingerprint that name a contact
_WORDS_MIN = 2
_TEXT_CHARS = 80  # of what was typed, in an answer to it
_REASON_CHARS = 300

_Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Contact:
    """A known player. `public`: 32 bytes; `first_seen`: unix seconds; `verified`: the user has compared
    the safety words."""

    public: _Bytes32
    petname: str
    first_seen: Annotated[int, msgspec.Meta(ge=0)]
    verified: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    contacts: Annotated[list[Contact], msgspec.Meta(max_length=CONTACTS_MAX)]


_ByKey = dict[bytes, Contact]


class Contacts:
    """All contacts of one data folder, in the order in which they were first seen."""

    def __init__(self, path: Path, by_key: _ByKey) -> None:
        self._path = path
        self._by_key = by_key

    @classmethod
    def load(cls, home: Path) -> Self:
        """Read `contacts.json`, or start empty; BadContacts names a mistake's place, or a KeyFileError."""
        path = home / "contacts.json"
        return cls(path, _read(path))

    def __iter__(self) -> Iterator[Contact]:
        return iter(tuple(self._by_key.values()))

    def __len__(self) -> int:
        return len(self._by_key)

    def get(self, public: bytes) -> Contact | None:
        """The contact with this key, if it is known."""
        return self._by_key.get(public)

    def find(self, text: str) -> Contact:
        """The contact that a text means: a petname, or the start of a fingerprint (4 characters, 2 words).

        Raises ContactNotFound, or ContactAmbiguous which lists who it may be.
        """
        return _find(self._by_key, text)

    def see(self, public: bytes, name: str, now: int) -> Contact:
        """Pin a player at first sight (`now`: unix seconds), or confirm one that is known by its key.

        A known player keeps its petname, whatever it calls itself. Raises ContactChanged if another player is
        known by the name, WeakKey for a key that proves nothing, BadContacts if there are too many contacts.
        """
        check_public(public)

        def change(by_key: _ByKey) -> Contact:
            known = by_key.get(public)
            if known is not None:
                return known
            petname = clean_name(name) or "-".join(fingerprint_words(public)[:_WORDS_MIN])
            holder = _holder(by_key, petname)
            if holder is not None:
                raise _changed(holder, public)
            if len(by_key) >= CONTACTS_MAX:
                raise BadContacts(
                    f"There are {CONTACTS_MAX} contacts already. "
                    "Remove some that you no longer need: fadenet contact remove NAME"
                )
            by_key[public] = Contact(public, petname, now)
            return by_key[public]

        return self._change(change)

    def check(self, public: bytes, name: str) -> None:
        """Raises ContactChanged where `see` would; pins nobody."""
        holder = _holder(self._by_key, clean_name(name))
        if public not in self._by_key and holder is not None:
            raise _changed(holder, public)

    def rename(self, text: str, petname: str) -> Contact:
        """Give a contact another petname; BadContacts if that is empty or taken, else as `find`."""

        def change(by_key: _ByKey) -> Contact:
            contact = _find(by_key, text)
            cleaned = clean_name(petname)
            holder = _holder(by_key, cleaned)
            if not cleaned:
                raise BadContacts(f"{petname!r} has no visible letter. Choose another name.")
            if holder is not None and holder.public != contact.public:
                raise BadContacts(f"There is a contact named {holder.petname} already. Choose another name.")
            by_key[contact.public] = replace(contact, petname=cleaned)
            return by_key[contact.public]

        return self._change(change)

    def verify(self, text: str) -> Contact:
        """Note that the user has compared the safety words with this contact; raises as `find`."""

        def change(by_key: _ByKey) -> Contact:
            contact = _find(by_key, text)
            by_key[contact.public] = replace(contact, verified=True)
            return by_key[contact.public]

        return self._change(change)

    def remove(self, text: str) -> Contact:
        """Forget a contact, and return it; raises as `find`."""
        return self._change(lambda by_key: by_key.pop(_find(by_key, text).public))

    def _change(self, change: Callable[[_ByKey], _T]) -> _T:
        make_folder(self._path.parent)
        with exclusive(self._path.with_suffix(".lock"), wait=True):
            before = _read(self._path)
            after = dict(before)
            result = change(after)
            if after != before:
                remove_drafts(self._path)
                replace_private(self._path, _encode(after))
        self._by_key = after
        return result


def _read(path: Path) -> _ByKey:
    if not os.path.lexists(path):
        return {}
    data = read_private(path, FILE_SIZE_MAX)
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad_file(path, str(error)) from None
    if file.version != _VERSION:
        raise _bad_file(
            path, f"version {file.version} is not known here, a newer fadenet may have written it"
        )
    by_key: _ByKey = {}
    names: set[str] = set()
    for index, contact in enumerate(file.contacts):
        place = f"contact {index + 1}"
        try:
            check_public(contact.public)
        except WeakKey as error:
            raise _bad_file(path, f"{place}: {error}") from None
        if not contact.petname or clean_name(contact.petname) != contact.petname:
            raise _bad_file(path, f"{place}: {contact.petname!r} cannot be a name")
        if contact.public in by_key or name_key(contact.petname) in names:
            raise _bad_file(path, f"{place}: {contact.petname} is there twice, by name or by key")
        by_key[contact.public] = contact
        names.add(name_key(contact.petname))
    return by_key


def _encode(by_key: _ByKey) -> bytes:
    return msgspec.json.format(msgspec.json.encode(_File(_VERSION, list(by_key.values())))) + b"\n"


def _find(by_key: _ByKey, text: str) -> Contact:
    wanted = text.strip().lower()
    words = tuple(re.split(r"[\s-]+", wanted))
    everybody = list(by_key.values())
    # The whole fingerprint goes before petnames: one may have taken another's fingerprint as a name.
    for contact in everybody:
        print_words = fingerprint_words(contact.public)
        if wanted == fingerprint_text(contact.public) or words == print_words:
            return contact
    holder = _holder(by_key, clean_name(text))
    if holder is not None:
        return holder
    found: list[Contact] = []
    if len(wanted) >= _PREFIX_MIN:
        found = [contact for contact in everybody if fingerprint_text(contact.public).startswith(wanted)]
    if not found and _WORDS_MIN <= len(words) < FINGERPRINT_WORDS:
        found = [contact for contact in everybody if fingerprint_words(contact.public)[: len(words)] == words]
    if not found:
        raise _not_found(text)
    if len(found) > 1:
        names = ", ".join(f"{contact.petname} ({fingerprint_text(contact.public)})" for contact in found)
        raise ContactAmbiguous(
            f"{text[:_TEXT_CHARS]!r} may mean {names}. Give the name, or more of the fingerprint."
        )
    return found[0]


def _holder(by_key: _ByKey, petname: str) -> Contact | None:
    wanted = name_key(petname)
    return next((contact for contact in by_key.values() if name_key(contact.petname) == wanted), None)


def _changed(holder: Contact, offered: bytes) -> ContactChanged:
    name = holder.petname
    return ContactChanged(
        f"{name} comes with another key than the {name} you know "
        f"({' '.join(fingerprint_words(offered))} instead of {' '.join(fingerprint_words(holder.public))}): "
        f"a new key, another player, or an impostor. Ask {name} by another way. Then either keep both, by "
        f"renaming the one you know: fadenet contact rename '{name}' NEW-NAME; or replace it: "
        f"fadenet contact remove '{name}', and connect again.",
        known=holder.public,
        offered=offered,
    )


def _not_found(text: str) -> ContactNotFound:
    return ContactNotFound(
        f"No contact answers to {text[:_TEXT_CHARS]!r}. See all of them with: fadenet contact list"
    )


def _bad_file(path: Path, reason: str) -> BadContacts:
    shown = "".join(ch if ch.isprintable() else "?" for ch in reason[:_REASON_CHARS])
    return BadContacts(
        f"{path}: {shown}. Nothing was changed: correct the file, or move it away to start afresh."
    )
