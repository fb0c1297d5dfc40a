"""Key files: OpenSSH reads ours, we read OpenSSH's, and every other byte string is refused in plain words."""

import base64
import shutil
import struct
import subprocess
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from keys import IdentityStore, KeyFileError, errors
from keys.keyfile import KEY_FILE_SIZE_MAX, decode_key, encode_key, read_header

SSH_KEYGEN = shutil.which("ssh-keygen")
needs_ssh_keygen = pytest.mark.skipif(SSH_KEYGEN is None, reason="ssh-keygen is not on PATH")

KEY = Ed25519PrivateKey.from_private_bytes(b"CANARYCANARYCANARYCANARYCANARY!!")
PUBLIC = KEY.public_key().public_bytes_raw()
PLAIN = encode_key(KEY, None)
LOCKED = encode_key(KEY, "sesame", rounds=1)


def string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def armour(blob: bytes) -> bytes:
    lines = base64.encodebytes(blob)
    return b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + lines + b"-----END OPENSSH PRIVATE KEY-----\n"


def unarmour(data: bytes) -> bytes:
    return base64.b64decode(b"".join(data.split(b"\n")[1:-2]))


def crafted(
    cipher: bytes = b"aes256-ctr",
    kdf: bytes = b"bcrypt",
    salt: bytes = bytes(16),
    rounds: int = 1,
    count: int = 1,
    kind: bytes = b"ssh-ed25519",
    public: bytes = PUBLIC,
    body: bytes = bytes(160),
) -> bytes:
    options = string(salt) + struct.pack(">I", rounds)
    head = b"openssh-key-v1\0" + string(cipher) + string(kdf) + string(options) + struct.pack(">I", count)
    return armour(head + string(string(kind) + string(public)) + string(body))


def keygen(*arguments: str) -> str:
    assert SSH_KEYGEN is not None
    run = subprocess.run([SSH_KEYGEN, *arguments], capture_output=True, text=True, timeout=30, check=True)
    return run.stdout


def test_a_file_without_passphrase_holds_the_key() -> None:
    assert decode_key(PLAIN, None, "here").private_bytes_raw() == KEY.private_bytes_raw()
    assert read_header(PLAIN, "here").encrypted is False


def test_a_file_with_passphrase_holds_the_key_and_tells_the_public_one() -> None:
    header = read_header(LOCKED, "here")
    assert (header.public, header.encrypted) == (PUBLIC, True)
    assert decode_key(LOCKED, "sesame", "here").private_bytes_raw() == KEY.private_bytes_raw()


def test_a_passphrase_that_is_not_needed_is_ignored() -> None:
    assert decode_key(PLAIN, "sesame", "here").private_bytes_raw() == KEY.private_bytes_raw()


def test_an_empty_passphrase_is_none() -> None:
    assert read_header(encode_key(KEY, ""), "here").encrypted is False
    with pytest.raises(errors.MissingPassphrase):
        decode_key(LOCKED, "", "here")


def test_line_ends_of_other_systems_do_no_harm() -> None:
    data = b"\r\n" + PLAIN.replace(b"\n", b"\r\n")
    assert decode_key(data, None, "here").private_bytes_raw() == KEY.private_bytes_raw()


RUNAWAY = 2**30
REFUSED = {
    "no passphrase": (LOCKED, None, errors.MissingPassphrase),
    "wrong passphrase": (LOCKED, "simsalabim", errors.WrongPassphrase),
    "endless passphrase": (LOCKED, "x" * 1024, errors.UnusablePassphrase),
    "lone surrogate": (LOCKED, "\ud800", errors.UnusablePassphrase),
    "nul": (LOCKED, "se\0same", errors.UnusablePassphrase),
    "empty": (b"", None, errors.CorruptKeyFile),
    "cut": (PLAIN[:-50], None, errors.CorruptKeyFile),
    "not base64": (PLAIN.replace(b"\nb3Bl", b"\nb3B*"), None, errors.CorruptKeyFile),
    "public key": (b"ssh-ed25519 AAAA anna", None, errors.CorruptKeyFile),
    "two blocks": (PLAIN + PLAIN, None, errors.SeveralKeys),
    "two keys": (crafted(count=2), "sesame", errors.SeveralKeys),
    "no key": (crafted(count=0), "sesame", errors.CorruptKeyFile),
    "other type": (crafted(kind=b"ssh-rsa"), "sesame", errors.WrongKeyType),
    "other cipher": (crafted(cipher=b"aes256-gcm@openssh.com"), "sesame", errors.ForeignCipher),
    "other kdf": (crafted(kdf=b"scrypt"), "sesame", errors.ForeignCipher),
    "cipher without kdf": (crafted(kdf=b"none"), "sesame", errors.ForeignCipher),
    "kdf without cipher": (crafted(cipher=b"none"), "sesame", errors.ForeignCipher),
    "options for nothing": (crafted(b"none", b"none"), None, errors.CorruptKeyFile),
    "runaway rounds": (crafted(rounds=RUNAWAY), "sesame", errors.TooManyRounds),
    "one round too many": (crafted(rounds=257), "sesame", errors.TooManyRounds),
    "no rounds": (crafted(rounds=0), "sesame", errors.CorruptKeyFile),
    "no salt": (crafted(salt=b""), "sesame", errors.CorruptKeyFile),
    "no body": (crafted(body=b""), "sesame", errors.CorruptKeyFile),
    "odd body": (crafted(body=bytes(161)), "sesame", errors.CorruptKeyFile),
    "weak key": (crafted(public=bytes(32)), "sesame", errors.CorruptKeyFile),
    "wrong magic": (armour(b"openssh-key-v2\0" + bytes(40)), None, errors.CorruptKeyFile),
    "trailing bytes": (armour(unarmour(PLAIN) + b"\0"), None, errors.CorruptKeyFile),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_and_as_what(case: str) -> None:
    data, passphrase, expected = REFUSED[case]
    with pytest.raises(expected) as caught:
        decode_key(data, passphrase, "the file")
    assert type(caught.value) is expected
    assert caught.value.exit_code == 8
    assert "the file" in caught.value.message or "passphrase" in caught.value.message


def test_the_header_is_judged_before_anything_is_derived() -> None:
    # 2^30 rounds would take months
    started = time.process_time()
    with pytest.raises(errors.TooManyRounds):
        decode_key(crafted(rounds=RUNAWAY), "sesame", "here")
    assert time.process_time() - started < 1


def test_the_key_must_be_that_of_the_header() -> None:
    # given a file whose three public keys agree, but are not the secret key's own
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    blob = unarmour(PLAIN)
    assert blob.count(PUBLIC) == 3
    with pytest.raises(errors.CorruptKeyFile, match="halves"):
        decode_key(armour(blob.replace(PUBLIC, stranger)), None, "here")


def test_a_real_key_of_another_type_is_refused() -> None:
    other = ec.generate_private_key(ec.SECP256R1())
    data = other.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    with pytest.raises(errors.WrongKeyType, match="ecdsa"):
        decode_key(data, None, "here")


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_mutated_files_raise_key_file_errors_only(data: st.DataObject) -> None:
    """A flipped, cut, doubled or overwritten file is refused, or still holds the same key."""
    whole = data.draw(st.sampled_from([PLAIN, LOCKED]))
    inside = data.draw(st.booleans())
    raw = bytearray(unarmour(whole) if inside else whole)
    start = data.draw(st.integers(0, len(raw) - 1))
    end = data.draw(st.integers(start, min(len(raw), start + 8)))
    raw[start:end] = data.draw(st.binary(max_size=8))
    mutated = armour(bytes(raw)) if inside else bytes(raw)
    try:
        key = decode_key(mutated, "sesame", "here")
    except KeyFileError:
        return
    assert key.private_bytes_raw() == KEY.private_bytes_raw()


@given(st.binary(max_size=400))
@settings(max_examples=100, deadline=None)
def test_random_bytes_raise_key_file_errors_only(noise: bytes) -> None:
    for data in (noise, armour(noise), armour(b"openssh-key-v1\0" + noise)):
        with pytest.raises(KeyFileError):
            decode_key(data, "sesame", "here")


@pytest.mark.slow
@needs_ssh_keygen
def test_ssh_keygen_reads_our_files_and_we_read_what_it_writes(tmp_path: Path) -> None:
    # given our identity, with a passphrase and the full 64 rounds
    store = IdentityStore(tmp_path)
    anna = store.create("anna", "sesame")
    path = str(store.show("anna").path)
    assert struct.pack(">I", 64) in unarmour(Path(path).read_bytes())[:100]
    # when ssh-keygen derives the public key, it is ours
    assert keygen("-y", "-P", "sesame", "-f", path).split()[:2] == store.export_public("anna").split()[:2]
    # when ssh-keygen changes the passphrase, we open the file with the new one only
    keygen("-p", "-P", "sesame", "-N", "rhubarb", "-a", "2", "-f", path)
    assert store.load("anna", "rhubarb").public == anna.public
    with pytest.raises(errors.WrongPassphrase):
        store.load("anna", "sesame")


@needs_ssh_keygen
def test_a_key_of_ssh_keygen_is_imported(tmp_path: Path) -> None:
    source = tmp_path / "id_ed25519"
    keygen("-q", "-t", "ed25519", "-N", "", "-C", "anna@home", "-f", str(source))
    store = IdentityStore(tmp_path / "home")
    store.import_file("anna", source)
    assert store.export_public("anna").split()[:2] == source.with_suffix(".pub").read_text().split()[:2]
    assert store.export_public("anna").split()[2] == "anna"


def test_the_size_bound_has_room_for_every_honest_file() -> None:
    assert len(LOCKED) * 10 < KEY_FILE_SIZE_MAX
