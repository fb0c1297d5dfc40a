"""The OpenSSH private-key format ("openssh-key-v1", OpenSSH's PROTOCOL.key), as far as fadenet writes it.

A file may come from a stranger, and its cleartext header says how much work opening it shall cost.
So the header is read and judged here, before `cryptography` derives or decrypts anything.
"""

import binascii
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_ssh_private_key,
)

from keys.errors import (
    CorruptKeyFile,
    ForeignCipher,
    MissingPassphrase,
    SeveralKeys,
    TooManyRounds,
    UnusablePassphrase,
    WrongKeyType,
    WrongPassphrase,
)
from keys.public import check_public
from keys.secret import SecretBytes

KEY_FILE_SIZE_MAX = 16 * 1024
KDF_ROUNDS = 64
KDF_ROUNDS_MAX = 256
PASSPHRASE_SIZE_MAX = 1023  # the longest that ssh-keygen takes

_BEGIN = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_END = b"-----END OPENSSH PRIVATE KEY-----"
_MAGIC = b"openssh-key-v1\0"
_SALT_SIZE = 16
_AES_BLOCK = 16


@dataclass(frozen=True, slots=True)
class Header:
    """The part of a key file that is in clear. `public`: 32 bytes."""

    public: bytes
    encrypted: bool


class _Wire:
    """Reads the fields of RFC 4251 section 5 in turn; ValueError where the bytes end too early."""

    def __init__(self, data: bytes) -> None:
        self._rest = data

    def take(self, size: int) -> bytes:
        if size > len(self._rest):
            raise ValueError("it ends too early")
        head, self._rest = SecretBytes(self._rest[:size]), SecretBytes(self._rest[size:])
        return head

    def number(self) -> int:
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        return self.take(self.number())

    def finish(self) -> None:
        if self._rest:
            raise ValueError("there is something behind its end")


def encode_key(key: Ed25519PrivateKey, passphrase: str | None, rounds: int = KDF_ROUNDS) -> bytes:
    """The bytes of a key file; no passphrase or an empty one leaves it unencrypted.

    With one: aes256-ctr under bcrypt. UnusablePassphrase if it cannot be written.
    """
    encryption: KeySerializationEncryption = NoEncryption()
    if passphrase:
        builder = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(rounds)
        encryption = builder.build(_passphrase_bytes(passphrase))
    return SecretBytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, encryption))


def read_header(data: bytes, place: str) -> Header:
    """Judge the cleartext part of a key file (at most KEY_FILE_SIZE_MAX bytes); `place` names it in errors.

    Raises CorruptKeyFile, SeveralKeys, WrongKeyType, ForeignCipher or TooManyRounds. Derives nothing.
    """
    return _read_header(_unarmour(data, place), place)


def decode_key(data: bytes, passphrase: str | None, place: str) -> Ed25519PrivateKey:
    """The private key in a key file; a passphrase that is not needed is ignored.

    Raises what `read_header` raises, MissingPassphrase, WrongPassphrase, or UnusablePassphrase.
    """
    blob = _unarmour(data, place)
    header = _read_header(blob, place)
    secret = None
    if header.encrypted:
        if not passphrase:
            raise MissingPassphrase(f"{place} is protected by a passphrase. Give the passphrase to use it.")
        secret = _passphrase_bytes(passphrase)
    # Armoured again, so that the library reads the very bytes that were judged.
    armoured = SecretBytes(b"%b\n%b%b\n" % (_BEGIN, binascii.b2a_base64(blob), _END))
    try:
        key = load_ssh_private_key(armoured, secret)
    except ValueError as error:
        if header.encrypted:
            raise WrongPassphrase(
                f"The passphrase does not open {place} (or the file is damaged). Try again, mind Caps Lock "
                "and the keyboard layout; if you are sure of it, restore the file from a backup."
            ) from None
        raise _corrupt(place, str(error)) from None
    if not isinstance(key, Ed25519PrivateKey) or key.public_key().public_bytes_raw() != header.public:
        raise _corrupt(place, "its two halves do not belong together")
    return key


def _unarmour(data: bytes, place: str) -> bytes:
    text = SecretBytes(data.strip())
    if text.count(_BEGIN) > 1:
        raise _several(place)
    if not (text.startswith(_BEGIN) and text.endswith(_END)):
        raise CorruptKeyFile(
            f"{place} is not an OpenSSH private-key file: its first and last line are missing. Give the "
            "private key (not the .pub file); another format becomes one with: ssh-keygen -p -f FILE"
        )
    try:
        return SecretBytes(
            binascii.a2b_base64(b"".join(text[len(_BEGIN) : -len(_END)].split()), strict_mode=True)
        )
    except ValueError as error:
        raise _corrupt(place, str(error)) from None


def _read_header(blob: bytes, place: str) -> Header:
    try:
        wire = _Wire(blob)
        if wire.take(len(_MAGIC)) != _MAGIC:
            raise ValueError("it does not start as such files do")
        cipher, kdf, options = wire.string(), wire.string(), wire.string()
        keys = wire.number()
        if keys > 1:
            raise _several(place)
        if keys == 0:
            raise ValueError("it holds no key")
        public = _public(wire.string(), place)
        body = wire.string()
        wire.finish()
        if (cipher, kdf) == (b"none", b"none"):
            if options:
                raise ValueError("it is not encrypted and yet says how")
            return Header(public, encrypted=False)
        if (cipher, kdf) != (b"aes256-ctr", b"bcrypt"):
            raise ForeignCipher(
                f"{place} is encrypted in a way that fadenet does not read ({bytes(cipher)!r} with "
                f"{bytes(kdf)!r}). Write it anew with: ssh-keygen -p -Z aes256-ctr -f FILE"
            )
        _check_kdf(options, place)
        if not body or len(body) % _AES_BLOCK:
            raise ValueError("its encrypted part has an impossible length")
    except ValueError as error:
        raise _corrupt(place, str(error)) from None
    return Header(public, encrypted=True)


def _public(blob: bytes, place: str) -> bytes:
    wire = _Wire(blob)
    kind = wire.string()
    if kind != b"ssh-ed25519":
        raise WrongKeyType(
            f"{place} holds a key of the type {bytes(kind)!r}; fadenet uses ssh-ed25519 only. "
            "Make a new identity, or import a key made with: ssh-keygen -t ed25519"
        )
    public = wire.string()
    wire.finish()
    check_public(public)  # WeakKey is a ValueError: damage, as nobody writes such a file
    return public


def _check_kdf(options: bytes, place: str) -> None:
    wire = _Wire(options)
    salt = wire.string()
    rounds = wire.number()
    wire.finish()
    if len(salt) != _SALT_SIZE or rounds == 0:
        raise ValueError("its key derivation is not as OpenSSH writes it")
    if rounds > KDF_ROUNDS_MAX:
        raise TooManyRounds(
            f"{place} asks for {rounds} rounds of key derivation; at most {KDF_ROUNDS_MAX} are allowed. "
            f"If you trust the file, write it anew with: ssh-keygen -p -a {KDF_ROUNDS} -f FILE"
        )


def _passphrase_bytes(passphrase: str) -> bytes:
    try:
        secret = SecretBytes(passphrase.encode())
    except UnicodeEncodeError:
        # The cause would carry the passphrase into a traceback.
        raise UnusablePassphrase("The passphrase is not valid Unicode text. Type another one.") from None
    if len(secret) > PASSPHRASE_SIZE_MAX or 0 in secret:
        raise UnusablePassphrase(
            f"A passphrase has at most {PASSPHRASE_SIZE_MAX} bytes of UTF-8 and no NUL. Choose another one."
        )
    return secret


def _several(place: str) -> SeveralKeys:
    return SeveralKeys(f"{place} holds several keys. Put each key into a file of its own.")


def _corrupt(place: str, reason: str) -> CorruptKeyFile:
    return CorruptKeyFile(f"{place} is damaged: {reason}. Restore it from a backup.")
