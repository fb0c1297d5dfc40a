"""Identities of players: key files, fingerprints, contacts. Knows nothing of games, wire or network."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from keys.errors import ContactChanged, ExitCode, KeyFileError, UserError, WeakKey
from keys.files import data_home, lock
from keys.fingerprint import fingerprint, fingerprint_text, fingerprint_words, made_up_name, safety_words
from keys.names import clean_name, peer_name
from keys.secret import SecretBytes, SecretText

if TYPE_CHECKING:
    from keys.contacts import Contact, Contacts
    from keys.identity import TAGS, Identity, verify
    from keys.public import check_public
    from keys.store import IdentityInfo, IdentityStore

__all__ = [
    "TAGS",
    "Contact",
    "ContactChanged",
    "Contacts",
    "ExitCode",
    "Identity",
    "IdentityInfo",
    "IdentityStore",
    "KeyFileError",
    "SecretBytes",
    "SecretText",
    "UserError",
    "WeakKey",
    "check_public",
    "clean_name",
    "data_home",
    "fingerprint",
    "fingerprint_text",
    "fingerprint_words",
    "lock",
    "made_up_name",
    "peer_name",
    "safety_words",
    "verify",
]
_ROOMS = {
    **dict.fromkeys(("Contact", "Contacts"), "contacts"),
    **dict.fromkeys(("TAGS", "Identity", "verify"), "identity"),
    "check_public": "public",
    **dict.fromkeys(("IdentityInfo", "IdentityStore"), "store"),
}
"""In which module each stands that needs the cryptography: a match on one machine never loads it."""


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
