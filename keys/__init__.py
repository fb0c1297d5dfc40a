"""Who somebody is: identity key files, fingerprints, contacts. Knows nothing of games, wire or network."""

from keys.contacts import Contact, Contacts
from keys.errors import ContactChanged, ExitCode, KeyFileError, UserError, WeakKey
from keys.files import data_home, lock
from keys.fingerprint import fingerprint, fingerprint_text, fingerprint_words, made_up_name, safety_words
from keys.hidden import Hidden, HiddenText
from keys.identity import TAGS, Identity, verify
from keys.names import clean_name, peer_name
from keys.public import check_public
from keys.store import IdentityInfo, IdentityStore

__all__ = [
    "TAGS",
    "Contact",
    "ContactChanged",
    "Contacts",
    "ExitCode",
    "Hidden",
    "HiddenText",
    "Identity",
    "IdentityInfo",
    "IdentityStore",
    "KeyFileError",
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
