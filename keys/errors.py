"""Errors with a player's own things, in words that the player can act on.

`UserError` is the base for every room: its message says what was wrong and what to do next,
and `exit_code` is what the command line returns for it.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the command line that belong to a player's mistake."""

    USAGE = 2
    BAD_INPUT = 3
    NOT_FOUND = 4
    NETWORK = 5
    KEY = 8
    REFUSED = 9


class UserError(Exception):
    """A player's mistake. `message`: what was wrong and what to do next; `exit_code`: an `ExitCode`."""

    exit_code: int = ExitCode.BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class WeakKey(ValueError):
    """A public key with which signatures prove nothing. Only the caller knows whose fault that is."""


class KeyFileError(UserError):
    """A file of secrets was refused; nothing in it was changed."""

    exit_code = ExitCode.KEY


class OpenToOthers(KeyFileError):
    """Other users of the machine can get at the file or its folder."""


class LinkedFile(KeyFileError):
    """The path is a symbolic link, or the file has a second name."""


class ForeignOwner(KeyFileError):
    """The file or its folder belongs to another user."""


class FileTrouble(KeyFileError):
    """The system would not let us read or write."""


class FileTooLarge(KeyFileError):
    """The file is larger than such a file can be."""


class CorruptKeyFile(KeyFileError):
    """The file is not, or is no longer, an OpenSSH private key."""


class WrongKeyType(KeyFileError):
    """The key is not Ed25519."""


class ForeignCipher(KeyFileError):
    """The file is encrypted in a way that we do not read."""


class TooManyRounds(KeyFileError):
    """The file asks for more work than any honest key file."""


class SeveralKeys(KeyFileError):
    """The file holds more than one key."""


class MissingPassphrase(KeyFileError):
    """The file is encrypted and no passphrase was given."""


class WrongPassphrase(KeyFileError):
    """The passphrase does not open the file."""


class UnusablePassphrase(KeyFileError):
    """No key file can be written with this passphrase."""


class IdentityExists(KeyFileError):
    """An identity of this name is there already."""


class NoHome(UserError):
    """The place of our files cannot be told: the home folder, the user or the current folder is missing."""

    exit_code = ExitCode.KEY


class AlreadyRunning(UserError):
    """Another process uses the data folder."""

    exit_code = ExitCode.KEY


class IdentityNotFound(UserError):
    """An identity, or key file, of this name does not exist."""

    exit_code = ExitCode.NOT_FOUND


class BadIdentityName(UserError):
    """The name cannot name an identity."""

    exit_code = ExitCode.USAGE


class BadContacts(UserError):
    """The contacts file, or something meant for it, is not as it must be."""


class ContactNotFound(UserError):
    """No contact answers to the text."""

    exit_code = ExitCode.NOT_FOUND


class ContactAmbiguous(UserError):
    """Several contacts answer to the text."""

    exit_code = ExitCode.USAGE


class ContactChanged(UserError):
    """A known name came with another key. `known` and `offered` are the two public keys, 32 bytes each."""

    exit_code = ExitCode.REFUSED

    def __init__(self, message: str, known: bytes, offered: bytes) -> None:
        super().__init__(message)
        self.known = known
        self.offered = offered
