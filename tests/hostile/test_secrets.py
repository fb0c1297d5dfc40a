"""A secret is in no log, no error and no traceback, even if that shows local variables."""

from __future__ import annotations

import base64
import gc
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
import trio
from trio.testing import MockClock

import keys
from fadenet.bots.random_ import RandomBot
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.run import Entrant, MatchRun
from keys import SecretBytes, SecretText, keyfile
from protocol import secrets as protocol_secrets
from protocol.closing import Closing
from protocol.faults import BadEncoding
from protocol.secrets import Derived, Secrets
from tests.cli.helpers import Cli
from tests.node.tables import Party, Quitter, files, table

OURS = ("fadenet.node", "fadenet.table", "fadenet.cli", "protocol", "keys")
PASSPHRASE = "canary-passphrase-tweet"
SEED = b"canary-of-the-identity-key-0001!"


def shapes(secret: bytes) -> list[str]:
    """How a secret may look in text. All of them here are ASCII, so that a repr shows them as they are."""
    inside = base64.b64encode(secret[: len(secret) // 3 * 3]).decode()
    return [secret.decode(), secret.hex(), inside, str(list(secret))[1:-1]]


def shown(text: str, secrets: list[bytes]) -> list[bytes]:
    return [secret for secret in secrets if any(shape in text for shape in shapes(secret))]


class Dice:
    """Random bytes that can be told in any text, and all of those that were given out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.given: list[bytes] = []

    def __call__(self, size: int) -> bytes:
        fresh = f"canary-{self.name}-{len(self.given):05d}-".encode().ljust(size, b"x")[:size]
        if size != 32:
            return len(self.given).to_bytes(size, "big")
        self.given.append(fresh)
        return fresh


# What holds a secret does not show it.


def test_hidden_bytes_and_text_are_what_they_are_and_show_nothing() -> None:
    secret, text = SecretBytes(SEED), SecretText(PASSPHRASE)
    assert secret == SEED and text == PASSPHRASE and text.encode() == PASSPHRASE.encode()
    for said in (repr(secret), str(secret), f"{secret} {secret!r}", f" {secret} ", repr([secret])):
        assert not shown(said, [SEED])
    for said in (repr(text), str(text), f"{text} {text!r} {text:>40}", f" {text} ", repr({"a": text})):
        assert not shown(said, [PASSPHRASE.encode()])


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> Iterator[None]:
    """A call of this there meets an error."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of the test")

    with monkeypatch.context() as patch:
        patch.setattr(where, name, fail)
        yield


def story(work: Callable[[], object]) -> str:
    """The traceback of what must go wrong, with the local variables of every frame of ours."""
    try:
        work()
    except Exception as error:
        whole = traceback.TracebackException.from_exception(error, capture_locals=True)
        return "".join(whole.format())
    raise AssertionError("nothing went wrong")


M, SK, XK = (f"canary-of-{what}-".encode().ljust(32, b"y") for what in ("m", "sk", "xk"))
OWN = Secrets(SecretBytes(M), SecretBytes(SK), SecretBytes(XK), ((1, 2), (3,)))
SALTS = [Derived(M, bytes(32), 0).card_salt(0, n, 1 + n) for n in range(3)]

FORCED: list[tuple[Any, str, Callable[[], object]]] = [
    (protocol_secrets, "encode", lambda: OWN.store()),
    (protocol_secrets, "decode", lambda: Secrets.load(OWN.store())),
    (protocol_secrets, "parse_decks", lambda: Secrets.load(OWN.store())),
    (protocol_secrets, "array", lambda: Secrets.load(OWN.store())),
    (protocol_secrets, "raw", lambda: Secrets.load(OWN.store())),
    (protocol_secrets, "H", lambda: Derived(OWN.master, bytes(32), 0).epoch_seed(0)),
    (protocol_secrets, "H", lambda: Derived(OWN.master, bytes(32), 0).commitments(0, [1, 2])),
    (protocol_secrets, "H16", lambda: Derived(OWN.master, bytes(32), 0).choice_salt(bytes(68), b"")),
    (protocol_secrets, "shuffle", lambda: Derived(OWN.master, bytes(32), 0).order(0, [1, 2])),
    (protocol_secrets, "Ed25519PrivateKey", lambda: Secrets.load(OWN.store()).sk_public),
    (protocol_secrets, "X25519PrivateKey", lambda: Secrets.load(OWN.store()).xk_public),
]


@pytest.mark.parametrize("number", range(len(FORCED)))
def test_no_error_in_what_holds_secrets_of_a_match_shows_them(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    where, name, work = FORCED[number]
    if name.endswith("Key"):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, None)
            told = story(work)
    else:
        with failing(monkeypatch, where, name):
            told = story(work)
    assert "secrets.py" in told
    assert not shown(told, [M, SK, XK])
    assert not any(repr(bytes(salt)) in told for salt in SALTS)


@pytest.mark.parametrize("cut", [1, 40, 90])
def test_a_damaged_secret_file_shows_nothing_of_what_is_in_it(tmp_path: Path, cut: int) -> None:
    stored = OWN.store()
    folder = saved.folder_of(tmp_path)
    for damaged in (stored[:-cut], stored[:cut], b"\x86" + stored[1:] + b"\x01", stored + b"\x01"):
        folder.write_secret("0" * 32, SecretBytes(damaged))
        told = story(lambda: saved.read_secrets(folder, "0" * 32))
        assert "MatchFileDamaged" in told and not shown(told, [M, SK, XK])
        with pytest.raises(BadEncoding) as caught:
            Secrets.load(damaged)
        assert not caught.value.evidence


def test_no_error_about_a_key_file_shows_key_or_passphrase(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = keys.Identity.from_seed("aud", SEED).key
    word = SecretText(PASSPHRASE)
    locked, clear = keyfile.encode_key(key, word, rounds=4), keyfile.encode_key(key, None)
    tries: list[tuple[str | None, Callable[[], object]]] = [
        (None, lambda: keyfile.decode_key(locked, SecretText(PASSPHRASE + "!"), "here")),
        (None, lambda: keyfile.decode_key(clear[:-60] + clear[-50:], None, "here")),
        (None, lambda: keyfile.decode_key(clear + clear, None, "here")),
        (None, lambda: keyfile.encode_key(key, SecretText(PASSPHRASE * 100))),
        (None, lambda: keyfile.encode_key(key, SecretText(PASSPHRASE + "\ud800"))),
        ("load_ssh_private_key", lambda: keyfile.decode_key(locked, word, "here")),
        ("load_ssh_private_key", lambda: keyfile.decode_key(clear, None, "here")),
        ("_public", lambda: keyfile.decode_key(clear, None, "here")),
        ("_read_header", lambda: keyfile.decode_key(clear, None, "here")),
    ]
    for name, work in tries:
        with failing(monkeypatch, keyfile, name) if name else monkeypatch.context():
            told = story(work)
        assert "keyfile.py" in told
        assert not shown(told, [SEED, PASSPHRASE.encode()]), told


@pytest.mark.slow
def test_no_command_about_keys_shows_a_passphrase(
    cli: Cli, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    (tmp_path / "right").write_text(PASSPHRASE + "\n")
    (tmp_path / "wrong").write_text(PASSPHRASE[::-1] + "\n")
    said = ""
    for words, code in (
        (["key", "new", "aud", "--passphrase-file", str(tmp_path / "right")], 0),
        (["key", "show", "aud"], 0),
        (["key", "export", "aud"], 0),
        (["join", "fadenet:x", "--passphrase-file", str(tmp_path / "wrong"), "--verbose"], None),
    ):
        ended = cli(*words)
        assert code in (None, ended), cli.err
        said += cli.out + cli.err
    for path in cli.home.rglob("*.log"):
        said += path.read_text()
    assert not shown(said + caplog.text, [PASSPHRASE.encode(), PASSPHRASE[::-1].encode()])


# A whole match.


def reachable(start: list[object]) -> list[object]:
    """All objects of ours that can be reached from these, through whatever holds them."""
    seen: dict[int, object] = {}
    waiting, found = list(start), []
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, ModuleType | type | FunctionType | MethodType | FrameType):
            continue
        seen[id(one)] = one
        if type(one).__module__.startswith(OURS):
            found.append(one)
        waiting += gc.get_referents(one)
    return found


class Watch:
    """Looks, whenever a function of ours returns, whether one of its local variables shows a secret."""

    def __init__(self, dice: list[Dice]) -> None:
        self._dice = dice
        self.audited = False  # from the first AUDIT on, in which it is published, M is no secret
        self.early: set[bytes] = set()
        self.found: dict[tuple[str, str], set[bytes]] = {}
        self.frames = 0

    def __call__(self, frame: FrameType, event: str, value: Any) -> Any:
        if not str(frame.f_globals.get("__name__", "")).startswith(OURS):
            return None
        if event == "call":
            self.audited |= frame.f_code is Closing.audit.__code__
            return self
        if event in ("return", "exception"):
            self.frames += 1
            for name, held in frame.f_locals.items():
                if isinstance(held, bytes | bytearray | str | list | tuple | dict):
                    self._look(frame, name, held)
        return self

    def _look(self, frame: FrameType, name: str, held: object) -> None:
        text = repr(held)
        if "canary" not in text:
            return
        for dice in self._dice:
            for secret in dice.given:
                if secret.decode() in text:
                    self.early |= set() if self.audited else {secret}
                    self.found.setdefault((frame.f_code.co_qualname, name), set()).add(secret)


@pytest.mark.slow
async def test_a_match_with_faults_shows_no_secret_anywhere(
    tmp_path: Path, autojump_clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    # given two nodes that keep notes of everything, and connections that are cut
    caplog.set_level(logging.DEBUG)
    dice = [Dice("host"), Dice("guest")]
    runs: list[MatchRun] = []
    told: list[str] = []
    watch = Watch(dice)

    def seat(n: int) -> Entrant:
        one = table(tmp_path / "ab"[n], n, Quitter(12) if n else RandomBot())
        identity = keys.Identity.from_seed(f"p{n}", dice[n](32))
        return replace(one, identity=identity, machine=Machine(rng=dice[n]))

    both = Party(seat(0), seat(1))
    begin = MatchRun.begin.__func__  # type: ignore[attr-defined]

    def begun(cls: type[MatchRun], *arguments: Any) -> MatchRun:
        runs.append(begin(cls, *arguments))
        return runs[-1]

    async def meddle(party: Party) -> None:
        while len(runs) < 2:
            await trio.sleep(0.01)
        for _ in range(3):
            await trio.sleep(2)
            party.network.cut_all()
            for one in reachable([*runs, party]):
                told.append(repr(one))

    # when
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MatchRun, "begin", classmethod(begun))
        sys.settrace(watch)
        try:
            ends = await both.play(meddle=meddle, patience=1_000)
        finally:
            sys.settrace(None)
    # then
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    assert watch.frames > 10_000 and told
    (path,) = files(tmp_path / "a", "match")
    public = path.read_bytes()  # a nonce is in its HELLO, M in its AUDIT
    masters = {run.seat.transcript._own.master for run in runs if run.seat.transcript._own is not None}
    secrets = [one for each in dice for one in each.given if one not in public] + sorted(masters)
    assert len(secrets) >= 6
    text = caplog.text + "".join(both.said) + "".join(told) + repr(ends)
    assert not shown(text, [one for one in secrets if one not in masters])
    assert not shown(caplog.text + "".join(both.said) + repr(ends), sorted(masters))
    assert watch.audited and not watch.early & masters
    hidden = {where: found & set(secrets) - masters for where, found in watch.found.items()}
    assert not {where: found for where, found in hidden.items() if found}
