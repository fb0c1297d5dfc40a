"""The players somebody knows, and those that were only met.

Somebody becomes known by the user's own act: by being added, renamed or verified. The names of these are the
user's own (petnames), and a known name never changes its key unseen. Any other player of a match is noted as
met, by the name that it gave itself; that tells a namesake from it, and gives no right. The file is read
again under a lock before each change, so that a running node and a command beside it lose nothing of each
other's; a file that cannot be read is never written over.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Self, TypeVar

import msgspec

from keys.errors import BadContacts, ContactAmbiguous, ContactChanged, ContactNotFound, WeakKey
from keys.files import exclusive, make_folder, read_private, remove_drafts, replace_private
from keys.fingerprint import FINGERPRINT_WORDS, fingerprint_text, fingerprint_words
from keys.names import alike, clean_name
from keys.public import check_public

CONTACTS_MAX = 1024
MET_MAX = 1024
"""The most players who are kept as met: beyond it, the one met longest ago is forgotten."""
NEW_S = 86_400
"""A player whose first meeting is less than so many seconds ago is new still."""
FILE_SIZE_MAX = 4 * 1024 * 1024
_VERSION = 2
_PREFIX_MIN = 4  # characters of a fingerprint that name a contact
_WORDS_MIN = 2
_TEXT_CHARS = 80  # of what was typed, in an answer to it
_REASON_CHARS = 300

_Bytes32 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Contact:
    """A player. `public`: 32 bytes; `petname`: the user's name for it, or, of one that was only met, what it
    called itself first; `first_seen`: unix seconds; `verified`: the user has compared the safety words."""

    public: _Bytes32
    petname: str
    first_seen: Annotated[int, msgspec.Meta(ge=0)]
    verified: bool = False

    @property
    def first_day(self) -> str:
        """The day of `first_seen`, as YYYY-MM-DD in UTC."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.first_seen))


class _ContactsFile(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    contacts: Annotated[list[Contact], msgspec.Meta(max_length=CONTACTS_MAX)]
    met: Annotated[list[Contact], msgspec.Meta(max_length=MET_MAX)] = []


_ByKey = dict[bytes, Contact]


@dataclass
class _Known:
    """The content of the file, by key: the known as they came, the met with the last one last."""

    contacts: _ByKey = field(default_factory=dict)
    met: _ByKey = field(default_factory=dict)


class Contacts:
    """All players of one data folder that are known (`__iter__`, `len`) or were met (`met`)."""

    def __init__(self, path: Path, known: _Known) -> None:
        self._path = path
        self._known = known

    @classmethod
    def load(cls, home: Path) -> Self:
        """Read `contacts.json`, or start empty; BadContacts names a mistake's place, or a KeyFileError."""
        path = home / "contacts.json"
        return cls(path, _read(path))

    def __iter__(self) -> Iterator[Contact]:
        return iter(tuple(self._known.contacts.values()))

    def __len__(self) -> int:
        return len(self._known.contacts)

    @property
    def met(self) -> tuple[Contact, ...]:
        """Players who were met and are not known, the last one first."""
        return tuple(reversed(self._known.met.values()))

    def get(self, public: bytes) -> Contact | None:
        """The contact with this key, if it is known."""
        return self._known.contacts.get(public)

    def find(self, text: str) -> Contact:
        """The player that a text means, the known before the met: a name, or the start of a fingerprint (4
        characters, 2 words).

        Raises ContactNotFound, or ContactAmbiguous which lists who it may be.
        """
        return _meant(self._known, text)

    def familiar(self, public: bytes, name: str, now: int) -> str:
        """How well we know whoever has this key and calls itself so, in words. `now`: unix seconds."""
        contact, met = self.get(public), self._known.met.get(public)
        if contact is not None:
            called = "" if alike(contact.petname, clean_name(name)) else f" as {contact.petname}"
            return f"known{called} and verified" if contact.verified else f"known{called}, not verified"
        if met is not None and now - met.first_seen >= NEW_S:
            return f"not known, met since {met.first_day}"
        others = (one for one in self.met if one.public != public and alike(one.petname, clean_name(name)))
        other = next(others, None)
        return f"new, another than the {other.petname} met since {other.first_day}" if other else "new"

    def add(self, public: bytes, name: str, now: int) -> Contact:
        """Make a player known, or confirm one that is (`now`: unix seconds).

        A known player keeps its petname. Raises ContactChanged if another player is known by the name,
        WeakKey for a key that proves nothing, BadContacts if there are too many contacts.
        """
        check_public(public)

        def change(known: _Known) -> Contact:
            contact = known.contacts.get(public)
            if contact is not None:
                return contact
            met = known.met.get(public)
            return _admit(known, Contact(public, _called(public, name), met.first_seen if met else now))

        return self._change(change)

    def meet(self, public: bytes, name: str, now: int) -> None:
        """Note that a player was met (`now`: unix seconds). Raises WeakKey for a key that proves nothing."""
        check_public(public)

        def change(known: _Known) -> None:
            if public in known.contacts:
                return
            first = known.met.pop(public, None)
            known.met[public] = first or Contact(public, _called(public, name), now)
            while len(known.met) > MET_MAX:
                del known.met[next(iter(known.met))]

        self._change(change)

    def check(self, public: bytes, name: str) -> None:
        """Raises ContactChanged if another player is known by a name that people would take for this one."""
        holder = _holder(self._known.contacts, clean_name(name))
        if public not in self._known.contacts and holder is not None:
            raise _changed(holder, public)

    def rename(self, text: str, petname: str) -> Contact:
        """Give a contact another petname, or one to somebody who was met, and so make that player known.

        BadContacts if the name is empty or taken, else as `find`.
        """

        def change(known: _Known) -> Contact:
            contact, cleaned = _meant(known, text), clean_name(petname)
            holder = _holder(known.contacts, cleaned)
            if not cleaned:
                raise BadContacts(f"{petname!r} has no visible letter. Choose another name.")
            if holder is not None and holder.public != contact.public:
                raise BadContacts(f"There is a contact named {holder.petname} already. Choose another name.")
            return _put(known, replace(contact, petname=cleaned))

        return self._change(change)

    def verify(self, text: str) -> Contact:
        """Note that the user has compared the safety words with this player, who is known from then on;
        raises as `find`, and ContactChanged if another player is known by the name."""

        def change(known: _Known) -> Contact:
            contact = replace(_meant(known, text), verified=True)
            return _put(known, contact) if contact.public in known.contacts else _admit(known, contact)

        return self._change(change)

    def remove(self, text: str) -> Contact:
        """Forget a player, known or met, and return it; raises as `find`."""

        def change(known: _Known) -> Contact:
            contact = _meant(known, text)
            known.contacts.pop(contact.public, None)
            known.met.pop(contact.public, None)
            return contact

        return self._change(change)

    def _change(self, change: Callable[[_Known], _T]) -> _T:
        make_folder(self._path.parent)
        with exclusive(self._path.with_suffix(".lock"), wait=True):
            before = _read(self._path)
            after = _Known(dict(before.contacts), dict(before.met))
            result = change(after)
            if list(after.met) != list(before.met) or after != before:
                remove_drafts(self._path)
                replace_private(self._path, _encode(after))
        self._known = after
        return result


def _called(public: bytes, name: str) -> str:
    """A name as it can stand in the file: two words of the key where nothing of it is visible."""
    return clean_name(name) or "-".join(fingerprint_words(public)[:_WORDS_MIN])


def _admit(known: _Known, contact: Contact) -> Contact:
    """Make somebody known under a name that nobody else has."""
    holder = _holder(known.contacts, contact.petname)
    if holder is not None:
        raise _changed(holder, contact.public)
    return _put(known, contact)


def _put(known: _Known, contact: Contact) -> Contact:
    if contact.public not in known.contacts and len(known.contacts) >= CONTACTS_MAX:
        raise BadContacts(
            f"There are {CONTACTS_MAX} contacts already. "
            "Remove some that you no longer need: fadenet contact remove NAME"
        )
    known.met.pop(contact.public, None)
    known.contacts[contact.public] = contact
    return contact


def _meant(known: _Known, text: str) -> Contact:
    try:
        return _find(known.contacts, text)
    except ContactNotFound:
        return _find(known.met, text)


def _read(path: Path) -> _Known:
    if not os.path.lexists(path):
        return _Known()
    data = read_private(path, FILE_SIZE_MAX)
    try:
        file = msgspec.json.decode(data, type=_ContactsFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad_file(path, str(error)) from None
    if file.version == 1:
        file = _from_first(file)
    if file.version != _VERSION:
        raise _bad_file(
            path, f"version {file.version} is not known here, a newer fadenet may have written it"
        )
    known = _Known()
    for index, contact in enumerate(file.contacts):
        place = f"contact {index + 1}"
        _check_row(path, place, contact)
        if contact.public in known.contacts or _holder(known.contacts, contact.petname):
            raise _bad_file(path, f"{place}: {contact.petname} is there twice, by name or by key")
        known.contacts[contact.public] = contact
    for index, contact in enumerate(file.met):
        place = f"met {index + 1}"
        _check_row(path, place, contact)
        if contact.public in known.contacts or contact.public in known.met:
            raise _bad_file(path, f"{place}: {contact.petname} is there twice, by its key")
        known.met[contact.public] = contact
    return known


def _from_first(file: _ContactsFile) -> _ContactsFile:
    """Version 1 had one list of all who were ever met, and did not tell whom the user had added. So known are
    those that the user has verified; the others were met, and so was the second of two that look alike."""
    known: _ByKey = {}
    for one in file.contacts:
        if one.verified and not _holder(known, one.petname):
            known[one.public] = one
    met = [replace(one, verified=False) for one in file.contacts if one.public not in known]
    return _ContactsFile(_VERSION, list(known.values()), met)


def _check_row(path: Path, place: str, contact: Contact) -> None:
    try:
        check_public(contact.public)
    except WeakKey as error:
        raise _bad_file(path, f"{place}: {error}") from None
    if not contact.petname or clean_name(contact.petname) != contact.petname:
        raise _bad_file(path, f"{place}: {contact.petname!r} cannot be a name")


def _encode(known: _Known) -> bytes:
    file = _ContactsFile(_VERSION, list(known.contacts.values()), list(known.met.values()))
    return msgspec.json.format(msgspec.json.encode(file)) + b"\n"


def _find(by_key: _ByKey, text: str) -> Contact:
    wanted = text.strip().lower()
    words = tuple(re.split(r"[\s-]+", wanted))
    everybody = list(by_key.values())
    # The whole fingerprint goes before petnames: one may have taken another's fingerprint as a name.
    for contact in everybody:
        print_words = fingerprint_words(contact.public)
        if wanted == fingerprint_text(contact.public) or words == print_words:
            return contact
    found = [one for one in everybody if alike(one.petname, clean_name(text))]
    if not found and len(wanted) >= _PREFIX_MIN:
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
    return next((contact for contact in by_key.values() if alike(contact.petname, petname)), None)


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
