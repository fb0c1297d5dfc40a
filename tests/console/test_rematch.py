"""After a match of two people: how it went, and once more, on the full screen and in plain mode."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keys import IdentityStore
from tests.console.test_newcomer import GIVEN_UP, Evening, InLines, OnScreen

DECK = "--deck", "orrery-of-brass"


def _home(path: Path, name: str) -> dict[str, str]:
    marks = str(path.with_suffix(".marks"))
    return {"FADENET_HOME": str(path), "FADENET_MARKS": marks, "FADENET_NAME": name}


class Hosting(OnScreen):
    """A host at the full screen."""

    def __init__(self, home: Path) -> None:
        IdentityStore(home).create("ana")
        listen = "--listen", "127.0.0.1:0", "--no-lan"
        Evening.__init__(self, "host", "faroe", *DECK, "--opening", "even", *listen, **_home(home, "ana"))

    @property
    def invitation(self) -> str:
        self.until(lambda: b"Waiting for somebody" in self.written)
        found = re.search(rb"fadenet:[a-z2-7]+", self.written)
        assert found
        return found[0].decode()


class Joining(InLines):
    """A guest in plain mode."""

    def __init__(self, home: Path, invitation: str) -> None:
        IdentityStore(home).create("bob")
        Evening.__init__(self, "join", invitation, *DECK, "--plain", **_home(home, "bob"))
        self.read_to = 0


class Resuming(InLines):
    """A player who goes on with the only unfinished match, in plain mode."""

    def __init__(self, home: Path, name: str) -> None:
        Evening.__init__(self, "resume", "--plain", **_home(home, name))
        self.read_to = 0


@pytest.mark.slow
def test_two_people_look_back_and_play_once_more(tmp_path: Path) -> None:
    """given a match that the host gives up, then both read how it went as `you`, both look back, one asks
    for a rematch, which the other reads where it looks back, and agrees; who quits the second match is told
    to have left; and who comes back to it reads what was said before, but nothing of whom it had muted
    then."""
    host = Hosting(tmp_path / "a")
    guest = Joining(tmp_path / "b", host.invitation)
    guest.send(guest.hint())
    assert host.hint()
    host.send("concede")
    host.sees("type the word concede once more")
    host.send("concede")
    host.sees(f"bob{GIVEN_UP}")
    host.goes_on()
    host.sees("bob is still at the table.")
    host.sees("What decided it: you gave up")
    host.choose("Review")
    host.sees("bob is still at the table. | step ")
    guest.sees("you win [format.leaving]")
    guest.sees("ana is still at the table.")
    guest.choose("Review")
    guest.looks_back()
    guest.choose("Rematch")
    guest.sees("You would play once more: waiting for ")
    host.sees("bob would play once more. | step ")
    host.send("q")
    host.sees("bob would play once more.")
    host.choose("Rematch")
    assert host.hint() and guest.hint()
    host.send("say hello there")
    guest.sees("hello there")
    found = re.search(r"you play against (p[12]) ana", guest.written.decode())
    assert found
    guest.send(f"mute {found[1]}")
    guest.sees("you hear nothing of")
    host.send("say are you deaf")
    host.send("quit")
    assert host.gone() == 0
    guest.sees("ana has left on purpose; the match waits for ana to come back.")
    guest.send("quit")
    assert guest.gone() == 0
    one, other = Resuming(tmp_path / "a", "ana"), Resuming(tmp_path / "b", "bob")
    one.sees("you: are you deaf")
    other.sees(f"{found[1]}: hello there")
    assert other.hint() and "deaf" not in other.written.decode()
    for terminal in (one, other):
        terminal.send("quit")
        assert terminal.gone() == 0
    for home in (tmp_path / "a", tmp_path / "b"):
        assert len(list(home.glob("matches/*.match"))) == 2
    assert b"\x1b" not in guest.written
