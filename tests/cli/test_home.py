"""The home screen: each entry is a command there is, and an invitation is taken however it was pasted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fadenet.cli.cards.formats import between_nodes, kind_of
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.options import USUAL
from fadenet.cli.frame.parser import LEVELS
from fadenet.cli.options import read_arguments
from fadenet.cli.past import replaying
from fadenet.cli.top import home
from fadenet.cli.top.variants import position
from fadenet.console.menu.menu import Menu, MenuItem, Prompt, TextPage
from fadenet.games import load
from fadenet.games.decks import packaged
from fadenet.node.link.candidates import Address
from fadenet.node.lobby.invite import Invite, make_invite
from fadenet.node.match import saved
from tests.cli.helpers import FADENET, Cli

LINE = make_invite(Invite(b"f" * 16, b"t" * 12, 500_000, (Address("192.168.1.20"),)))


def entries(menu: Menu | Prompt) -> list[MenuItem]:
    """All entries of a menu and of the menus inside it that lead to a command. Behind all levels of an
    opponent stands the same, so one of them is opened."""
    found: list[MenuItem] = []
    for entry in menu.entries if isinstance(menu, Menu) else ():
        if callable(entry.then):
            found += entries(entry.then()) if entry.label not in LEVELS[1:] else []
        else:
            found.append(entry)
    return found


def context(cli: Cli) -> Context:
    return Context(read_arguments(["version", "--home", str(cli.home), "--color", "auto"]), cli.home, FADENET)


@pytest.mark.slow
def test_every_entry_is_a_command_there_is(cli: Cli) -> None:
    """given a fresh data folder, then every choice on the home screen reads as a command; the first two are
    to learn and to play a first match."""
    top = home.top(context(cli))
    assert [entry.label for entry in top.entries][:2] == ["Learn", "Play a first match"]
    assert top.entries[1].about.startswith(f"{USUAL}: ")
    assert top.entries[1].then == home.FIRST and home.FIRST[-1] in packaged(load("faroe"))
    found = entries(top)
    assert len(found) > 40
    asked: set[str] = set()
    for entry in found:
        words = entry.then.words if isinstance(entry.then, TextPage) else entry.then
        assert isinstance(words, tuple)
        args = read_arguments(list(words))
        if words[0] in ("play", "host"):
            asked.add(" ".join(word for word in words if not word.startswith("--level")))
            (kind_of if words[0] == "play" else between_nodes)(args)
    for option in ("--legend", "--raiders", "--opening even", "--format teams", "--against", "--additions"):
        assert any(option in one for one in asked), option


def test_matches_between_nodes_are_among_those_to_look_at_again(cli: Cli) -> None:
    """given a match that is over and one that is not, both between nodes, and a record of a later one on this
    machine, then the home screen has the two that are over, the latest first, and the command for each."""
    over, open_ = "a" * 32, "b" * 32
    peers = (saved.SavedPeer("mara", "00" * 32, ()),)
    note = saved.SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    folder = saved.folder_of(cli.home)
    for match in (over, open_):
        folder.create(match).close()
        saved.write_table(cli.home, match, replace(note, touched=1_700_000_000))
    (folder.path / f"{open_}.secret").touch()
    record = cli.home / replaying.FOLDER / f"20261129-101010-terrene-1{replaying.SUFFIX}"
    record.parent.mkdir()
    record.touch()
    watched = [one for one in home.top(context(cli)).entries if one.label == "Watch a replay"]
    found = entries(Menu("", watched))
    assert [one.then for one in found] == [
        ("replay", str(record)),
        ("replay", str(folder.path / f"{over}.match")),
    ]
    assert found[1].label == "faroe against mara" and found[1].about.endswith("ago")


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        f"  {LINE}\n",
        f"come and play! {LINE} see you at eight",
        "\n".join(LINE[i : i + 30] for i in range(0, len(LINE), 30)),
        f"{LINE[:40]} \r\n {LINE[40:]}\nyours, Mara",
    ],
    ids=["alone", "blanks", "words", "lines", "both"],
)
def test_an_invitation_is_taken_however_it_was_pasted(cli: Cli, text: str) -> None:
    prompt = home.invited(context(cli), "join")
    assert prompt.accept(text) == ("join", LINE)


@pytest.mark.parametrize("text", ["", "hello", LINE[:-4], LINE[:20] + "zz" + LINE[22:]])
def test_what_is_no_whole_invitation_is_asked_for_again(cli: Cli, text: str) -> None:
    """given a text without an invitation, a part of one, or one with a slip, then it says so and goes on."""
    said, again = home.invited(context(cli), "join").accept(text)
    assert "Paste the rest" in str(said) and again is False


def test_without_a_terminal_help_is_printed(cli: Cli) -> None:
    assert cli() == 0
    assert "usage: fadenet" in cli.out


@pytest.mark.parametrize("screen", [True, False])
def test_what_is_looked_up_is_read_in_the_menu(
    cli: Cli, screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a command that only tells something, then on the screen home has its lines, its messages among
    them; without the screen it is run as any other."""
    monkeypatch.setattr(home, "full_screen", lambda options: screen)
    history, cards = (home.reading(context(cli), *words) for words in (("history",), ("cards", "faroe")))
    if not screen:
        assert (history, cards) == (("history",), ("cards", "faroe"))
        return
    assert isinstance(history, TextPage) and isinstance(cards, TextPage)
    said, shown = " ".join(history.read()), cards.read()
    assert "no finished match" in said and f"--home {cli.home}" in said
    assert len(shown) > 200 and shown[-1].endswith("cards")


def test_a_position_is_played_on_from_the_menu(cli: Cli, tmp_path: Path) -> None:
    """given a file with a position, its line, and a text that is neither, then the command for its own game,
    and what is wrong."""
    assert cli("play", "terrene", "--auto", "--bot", "random", "--seed", "7") == 0
    (record,) = (cli.home / replaying.FOLDER).iterdir()
    assert cli("position", record, "--at", "30") == 0
    (tmp_path / "here.pos").write_text(cli.out)
    prompt = position(context(cli))
    for named in (str(tmp_path / "here.pos"), cli.out.strip()):
        assert prompt.accept(f"{named}\n") == ("play", "terrene", "--position", named)
    assert prompt.accept("fnp1 nothing") != () and "Name it once more" in str(prompt.accept("fnp1 nothing"))
    assert "There is no file" in str(prompt.accept("nowhere.pos"))


def test_when_one_is_asked_is_set_from_the_menu(cli: Cli) -> None:
    (found,) = (one for one in home._settings(context(cli)).entries if one.label == "stops = usual")
    assert callable(found.then)
    asks = found.then()
    assert isinstance(asks, Prompt) and asks.accept("gap on\n") == ("config", "set", "stops", "gap", "on")
    assert all(word in " ".join(asks.about) for word in ("hold", "full", "pace"))
