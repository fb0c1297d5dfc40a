"""Text that steers terminals, reorders what is read or forges lines, pushed in wherever text comes in.

Nothing of it comes out: not in lines, in JSON, on a desk, in logs, in errors.
"""

from __future__ import annotations

import json
import logging
import unicodedata
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

import keys
from fadenet.bots.random_ import RandomBot
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.escape import harmless, json_line
from fadenet.cli.frame.logs import LOG_FILE, start_log
from fadenet.console.match.scene import MatchScene
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import Entrant
from protocol.encoding import encode
from protocol.hello import Config, HelloParts, make_hello, seating
from protocol.secrets import Secrets
from tests.cli.helpers import FADENET, Cli, match_file
from tests.console.helpers import asked
from tests.node.tables import Party, Quitter, files, table

FORGED = "All players have signed this result."
NASTY = f"\x1b[31mred\x1b]0;owned\x07\x9b2J\u202e\u2066\u200b\u2028\x7f\r\n{FORGED}\r"
NAMED = (b"\x40" + bytes([2 + len(NASTY.encode())]) + b"\xb7\xde" + NASTY.encode()).hex()
"""A candidate of that name."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

DECK = f"""
game = "faroe"
name = "fine"
{json.dumps(NASTY)} = 1
"""


def visible(text: str) -> bool:
    """Whether a text is lines of signs that can be seen, and none of them a forged one."""
    lines = text.split("\n")
    return FORGED not in lines and not any(unicodedata.category(ch) in HIDDEN for ch in "".join(lines))


@given(st.text())
def test_what_passes_the_border_can_be_seen(text: str) -> None:
    assert visible(harmless(text)) and "\n" not in harmless(text)
    assert harmless(harmless(text)) == harmless(text)
    line = json_line({"text": text})
    assert visible(line) and "\n" not in line
    assert json.loads(line) == {"text": text}


# What is typed, and files from elsewhere.


def hostile_match() -> bytes:
    """A match file whose config is full of such text."""
    config = Config("faroe", NASTY, 2, opts=((NASTY, NASTY),))
    hellos = []
    people = {n: keys.Identity.from_seed("x", bytes([n]) * 32) for n in (1, 2)}
    together = seating((who.public, bytes([n]) * 32) for n, who in people.items())
    for n, who in people.items():
        own = Secrets(bytes([n]) * 32, bytes([n + 2]) * 32, bytes([n + 4]) * 32, ((1,),))
        hellos.append(
            make_hello(who, own, config, HelloParts(bytes(32), bytes(32), bytes([n]) * 32, together), True)
        )
    return b"".join(hellos)


ARGUMENTS = [
    [NASTY],
    ["play", NASTY],
    ["play", "faroe", "--bot", NASTY],
    ["play", "faroe", "--deck", NASTY],
    ["play", "faroe", "--seed", NASTY],
    ["play", "faroe", "--position", NASTY],
    ["host", NASTY],
    ["host", "faroe", "--listen", NASTY],
    ["host", "faroe", "--legend", NASTY],
    ["join", NASTY],
    ["join", "fadenet:aaaa", "--deck", NASTY],
    ["resume", NASTY],
    ["matches"],
    ["history"],
    ["history", "--opponents"],
    ["history", NASTY],
    ["verify", NASTY],
    ["verify", "hostile.match"],
    ["verify", "garbage.match"],
    ["replay", "hostile.match", "--text"],
    ["replay", "garbage.fnr", "--text"],
    ["replay", "names.fnr", "--text"],
    ["record", "convert", "hostile.match", "-"],
    ["position", NASTY],
    ["position", "garbage.fnr"],
    ["deck", "check", "--game", "faroe", "deck.toml"],
    ["deck", "check", "--game", "faroe", NASTY],
    ["deck", "list", NASTY],
    ["cards", NASTY],
    ["rules", "faroe", NASTY],
    ["rules", NASTY],
    ["key", "new", NASTY],
    ["key", "show", NASTY],
    ["key", "import", "aud", "garbage.fnr"],
    ["contact", "add", NASTY, NASTY],
    ["contact", "add", NASTY, keys.Identity.from_seed("x", bytes([7]) * 32).public.hex()],
    ["contact", "list"],
    ["contact", "show", NASTY],
    ["contact", "rename", NASTY, NASTY],
    ["contact", "remove", NASTY],
    ["bot", "show", NASTY],
    ["doctor"],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli) -> Path:
    """Files from elsewhere, beside a data folder with a match whose players go by such names."""
    (tmp_path / "hostile.match").write_bytes(hostile_match())
    (tmp_path / "garbage.match").write_bytes(encode(NASTY))
    (tmp_path / "garbage.fnr").write_text(NASTY, newline="")
    (tmp_path / "names.fnr").write_text(
        f'[Game "faroe"]\n[{NASTY} "x"]\n[P1 {json.dumps(NASTY)}]\n', newline=""
    )
    (tmp_path / "deck.toml").write_text(DECK)
    matches = cli.home / "matches"
    matches.mkdir(mode=0o700, parents=True)
    cli.home.chmod(0o700)
    note = saved.SavedTable(
        game="faroe",
        format="duel",
        options={},
        role="host",
        name=NASTY,
        peers=(saved.SavedPeer(NASTY, bytes(32).hex(), (NAMED,)),),
        invitation="",
        token="",
        listen=(NASTY,),
        candidates=(NAMED,),
        kind="bot",
        bot=NASTY,
        deck=NASTY,
        hours=1,
        result=NASTY,
    )
    for n, data in enumerate((match_file(), hostile_match())):
        (matches / f"{n:032x}.match").write_bytes(data)
        saved.write_table(cli.home, f"{n:032x}", note)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("json_too", [False, True])
def test_no_command_prints_it(folder: Path, cli: Cli, json_too: bool) -> None:
    assert cli("key", "new", "aud") in (0, 2), cli.err
    codes = set()
    for words in ARGUMENTS:
        codes.add(cli(*words, *["--json"] * json_too, "--no-input"))
        assert visible(cli.out), (words, cli.out)
        assert visible(cli.err), (words, cli.err)
    assert 1 not in codes, "a mistake of our own"


def test_no_log_holds_it(cli: Cli) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        start_log(Context(Namespace(verbose=True), cli.home, FADENET))
        logging.getLogger("fadenet.node").info("a peer says %s", NASTY)
        try:
            raise ValueError(NASTY)
        except ValueError:
            logging.getLogger("fadenet.node").exception("caught")
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:], root.level = before
    text = (cli.home / LOG_FILE).read_text()
    assert "owned" in text and "ValueError" in text
    assert not any(unicodedata.category(ch) in HIDDEN for ch in text.replace("\n", ""))
    assert sum(FORGED in line and "a peer says" not in line for line in text.split("\n")) <= 1


# Names of players.


def nasty_tables(home: Path, seats: int) -> Iterator[Entrant]:
    for n in range(seats):
        one = table(home / str(n), n, Quitter(3) if n == 0 else RandomBot(), kind="human")
        yield replace(one, identity=replace(one.identity, name=f"{n}{NASTY}"))


async def test_no_node_tells_it_to_its_player(tmp_path: Path, autojump_clock: MockClock) -> None:
    both = Party(*nasty_tables(tmp_path, 2))
    ends = await both.play(patience=1_000)
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    assert both.said and all(visible(text) and "\n" not in text for text in both.said), both.said
    for n in (0, 1):
        names = [contact.petname for contact in keys.Contacts.load(tmp_path / str(n)).met]
        assert names and all(visible(name) for name in names)
        assert files(tmp_path / str(n), "match")


def test_no_desk_shows_it() -> None:
    desk = next(asked(1))
    assert desk.sight.info is not None
    desk.start(replace(desk.sight.info, names=(NASTY, NASTY)), desk.sight.seat)
    for kind in ("note", "chat", "refused", "over"):
        desk.write(kind, NASTY, "p2")
    lines = MatchScene(desk).lines
    shown = [*desk.sight.names, *(entry.text for entry in desk.log), *lines(100, 40), *lines(60, 20)]
    assert all(visible(text) and "\n" not in text for text in shown)
