"""A file or a line of another kind than the one that is wanted is called what it is, with what takes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fadenet import games
from fadenet.games.decks import load_deck, packaged
from fadenet.games.sharing import deck_line
from fadenet.node.link.candidates import Address
from fadenet.node.lobby.invite import Invite, make_invite
from tests.cli.helpers import Cli, match_file, sentence

FILES = ("record", "position", "deck", "match")
TAKES = {
    "verify": ("match",),
    "replay --text": ("record", "match"),
    "record check": ("record", "match"),
    "position": ("record", "match", "position"),
    "deck check": ("deck",),
}
WANTED = {
    "record": "is a match record, which nobody has signed. Whether all of it follows the rules",
    "position": "is a position. What it says: fadenet position",
    "deck": "is a deck. Whether it may be played: fadenet deck check",
    "match": "is a match file. Who won, and who has signed that: fadenet verify",
}
LONG = "a-" * 400


@pytest.fixture
def there(cli: Cli, tmp_path: Path) -> Path:
    """A folder with a file of each kind."""
    (tmp_path / "match").write_bytes(match_file())
    cli("record", "convert", tmp_path / "match", tmp_path / "record")
    cli("deck", "new", "faroe", tmp_path / "deck.toml")
    (tmp_path / "deck.toml").rename(tmp_path / "deck")
    cli("position", tmp_path / "match")
    (tmp_path / "position").write_text(cli.out)
    return tmp_path


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_another_kind_is_called_what_it_is(cli: Cli, there: Path, file: str) -> None:
    """given a file of one kind, then each command that takes another says which it is, and what takes it."""
    for command, takes in TAKES.items():
        if file not in takes:
            assert cli(*command.split(), there / file) == 3
            assert sentence(cli.err).startswith(f"{there / file} {WANTED[file]}"), command


HOST = Invite(bytes(16), bytes(12), 0, (Address("192.0.2.1", 47070),))
INVITATION, ONLOOKER = make_invite(HOST), make_invite(replace(HOST, spectator=True))
RELAY = make_invite(replace(HOST, relay=True))
FAROE = games.load("faroe")
LINES = {
    "deck": (deck_line(FAROE, load_deck(FAROE, packaged(FAROE)[0])), "fadenet deck import LINE"),
    "invitation": (INVITATION, "fadenet join INVITE"),
    "relay": (RELAY, "fadenet relay add LINE"),
    "onlooker": (ONLOOKER, "fadenet watch LINE"),
    "key": ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA", "fadenet contact add NAME KEY"),
}


@pytest.mark.parametrize(
    ("command", "others"),
    [
        ("join", ("deck", "relay", "onlooker", "key")),
        ("watch", ("deck", "relay", "key")),
        ("relay add", ("deck", "invitation", "key")),
        ("deck import", ("invitation", "relay", "key")),
        ("contact add bo", ("deck", "invitation", "relay")),
    ],
)
def test_a_line_of_another_kind_is_called_what_it_is(cli: Cli, command: str, others: tuple[str, ...]) -> None:
    for other in others:
        line, takes = LINES[other]
        assert cli(*command.split(), line) in (3, 5), other
        assert takes in sentence(cli.err), other


def test_a_name_that_no_file_can_have_is_one_that_is_not_there(cli: Cli) -> None:
    """given a pasted text in place of a name, then that is not a mistake of the program."""
    for command in ("deck show", "play faroe --deck", "contact add bo", "replay", "verify", "deck import"):
        assert cli(*command.split(), LONG) in (3, 4), command
        assert len(sentence(cli.err)) < 1200
