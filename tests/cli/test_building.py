"""Decks of one's own: made, changed, sent and taken in by commands, found by name, and asked for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from fadenet import games
from fadenet.cli.about.completing import candidates
from fadenet.cli.cards.choosing import HOST_WAITS_S, as_guest, deck_menu
from fadenet.cli.cards.decks import OWN_MAX, last_deck, own_decks, own_path, place_of, remember_deck
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.settings import Settings
from fadenet.cli.options import build_parser, read_arguments
from fadenet.cli.top import home
from fadenet.console.menu.menu import Menu
from fadenet.engine import cardset
from fadenet.engine.language.sets import read_set
from fadenet.games.decks import load_deck, packaged, write_deck
from fadenet.games.sharing import deck_line
from fadenet.node.match.run import HELLO_S
from tests.builders.own_sets import ASH, written
from tests.cli.helpers import FADENET, GAME, Cli, process, sentence
from tests.cli.test_tables import Typist

RULES = games.load(GAME)
FIRST = packaged(RULES)[0]
LINE = deck_line(RULES, load_deck(RULES, FIRST))


def context(cli: Cli, **decks: str) -> Context:
    arguments = read_arguments(["host", GAME, "--home", str(cli.home)])
    return Context(arguments, cli.home, FADENET, Settings(decks=decks))


def own(cli: Cli, name: str, game: str = GAME, source: str = "") -> Path:
    """A deck of the player's own, a copy of a packaged one."""
    rules = games.load(game)
    path = own_path(cli.home, game, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_deck(rules, load_deck(rules, source or packaged(rules)[0])))
    return path


# Sending and taking in.


@pytest.mark.parametrize("game", games.NAMES)
def test_a_deck_goes_out_as_a_line_or_a_list_and_comes_in_again(cli: Cli, tmp_path: Path, game: str) -> None:
    """given a deck, when it is exported, then its line as an argument and its list as a file are imported as
    decks of one's own."""
    name = packaged(games.load(game))[-1]
    assert cli("deck", "export", name) == 0
    line = cli.out.strip()
    assert line.startswith(f"fadenet-deck:{game}:") and "\n" not in line
    assert cli("deck", "import", line, "--name", "By Line") == 0
    assert cli("deck", "export", name, "--html", "--out", "-") == 0 and cli.out.startswith("<!doctype html>")
    assert cli("deck", "export", name, "--list") == 0
    path = tmp_path / "list.txt"
    path.write_text(cli.out)
    assert cli("deck", "import", path, "--name", "By List") == 0
    assert own_decks(cli.home, game) == ["by-line", "by-list"]
    for mine in ("by-line", "by-list"):
        assert cli("deck", "check", mine) == 0 and "legal" in cli.out
    assert cli("deck", "list", game) == 0 and "By Line (yours)" in cli.out


@pytest.mark.slow
def test_a_line_is_taken_from_stdin_over_several_lines(cli: Cli) -> None:
    typed = f"here:\n{LINE[:70]}\n{LINE[70:]}\n"
    assert cli.typing(typed, "deck", "import", "--json", ends=True) == 0, cli.err
    told = json.loads(cli.out)
    assert told["name"] == FIRST and told["legal"] and told["faults"] == [] and told["game"] == GAME


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        ([LINE[:90] + ("x" if LINE[90] != "x" else "y") + LINE[91:]], 3, "copy the whole line again"),
        ([LINE[:90]], 3, "breaks off"),
        ([LINE, "--game", "prelude"], 3, "a deck of faroe, not of prelude"),
        ([LINE, "--name", "!!"], 3, "--name NAME"),
        ([LINE, "--name", "n" * 61], 3, "--name NAME"),
        ([LINE.replace("faroe", "chess")], 4, "no game 'chess'"),
        (["nothing.txt"], 4, "neither a file nor a deck"),
        (["Game: faroe\n2 Comet Upercut"], 3, "did you mean Comet Uppercut"),
        (["2 Comet Uppercut\n1 Rising Kick"], 3, "Game: NAME"),
    ],
)
def test_what_is_no_deck_is_refused_in_a_sentence(cli: Cli, argv: list[str], code: int, words: str) -> None:
    assert cli("deck", "import", *argv) == code
    assert words in sentence(cli.err) and not own_decks(cli.home, GAME)


def test_a_deck_of_that_name_is_not_written_over(cli: Cli) -> None:
    path = own(cli, "mine")
    before = path.read_text()
    assert cli("deck", "import", LINE, "--name", "Mine") == 3 and "--name" in sentence(cli.err)
    assert path.read_text() == before


def test_an_illegal_deck_is_kept_and_says_what_is_wrong(cli: Cli) -> None:
    assert cli("deck", "import", "2 Comet Uppercut\n1 Rookie Ace", "--game", GAME, "--name", "few") == 0
    assert "not legal yet" in cli.out and "[deck.size]" in cli.out
    assert cli("play", GAME, "--auto", "--deck", "few") == 3 and "deck check few" in sentence(cli.err)


# By name.


def test_a_deck_of_ones_own_comes_before_a_packaged_one(cli: Cli) -> None:
    """given an own deck called as a packaged one, then the name means the own one, in every command."""
    path = own(cli, FIRST)
    path.write_text(path.read_text().replace("Cinder Circuit", "My Circuit"))
    assert cli("deck", "show", FIRST) == 0 and cli.out.startswith("My Circuit (faroe)")
    assert cli("play", GAME, "--auto", "--bot", "random", "--deck", FIRST, "--seed", "1", "--json") == 0
    mine = own(cli, "mine")
    assert cli("config", "set", f"deck.{GAME}", "mine") == 0
    mine.unlink()
    assert cli("play", GAME, "--auto", "--bot", "random") == 4 and "'mine'" in sentence(cli.err)


def test_the_game_of_a_deck_is_found_out(cli: Cli, tmp_path: Path) -> None:
    own(cli, "twin", "prelude")
    assert cli("deck", "show", "twin") == 0 and "(prelude)" in cli.out
    own(cli, "twin", "terrene")
    assert cli("deck", "show", "twin") == 2 and "Say which: --game terrene" in sentence(cli.err)
    assert cli("deck", "show", "twin", "--game", "terrene") == 0 and "(terrene)" in cli.out
    path = tmp_path / "file.toml"
    path.write_text(own(cli, "x", "fade2").read_text())
    assert cli("deck", "show", path) == 0 and "(fade2)" in cli.out
    assert cli("deck", "show", packaged(games.load("fade1"))[0]) == 0 and "(fade1)" in cli.out
    assert cli("deck", "show", "twim") == 4 and "did you mean twin" in sentence(cli.err)


@pytest.mark.parametrize("name", ["../x", "a/b", ".last", "A", "", "-", "a" * 61])
def test_what_is_no_name_of_a_deck_leads_out_of_no_folder(cli: Cli, name: str) -> None:
    (cli.home / "decks").mkdir(parents=True)
    (cli.home / "decks" / "x.toml").write_text("x = 1")
    (cli.home / "decks" / GAME).mkdir()
    (cli.home / "decks" / GAME / "A.toml").write_text("x = 1")
    assert name not in own_decks(cli.home, GAME)
    assert place_of(f"../{name}").strip("abcdefghijklmnopqrstuvwxyz0123456789-") == ""


def test_so_many_own_decks_are_listed_and_a_damaged_one_does_no_harm(cli: Cli) -> None:
    folder = own(cli, "mine").parent
    (folder / "broken.toml").write_text("not toml")
    assert cli("deck", "list", GAME) == 0 and "cannot be read" in cli.out and "(yours)" in cli.out
    for n in range(OWN_MAX + 1):
        (folder / f"n{n:04}.toml").touch()
    assert len(own_decks(cli.home, GAME)) == OWN_MAX


def test_own_decks_are_completed(cli: Cli) -> None:
    own(cli, "mine")
    own(cli, "other", "prelude")
    words = ["--home", str(cli.home), "host", GAME, "--deck", ""]
    found = [value for value, _ in candidates(build_parser(), words)]
    assert found[0] == "mine" and "other" not in found and FIRST in found
    words = ["--home", str(cli.home), "config", "set", f"deck.{GAME}", "m"]
    assert next(value for value, _ in candidates(build_parser(), words)) == "mine"


# Deleting.


def test_an_own_deck_is_deleted_only_when_that_is_said(cli: Cli) -> None:
    path = own(cli, "mine")
    assert cli("deck", "delete", "mine") == 2 and "--yes" in sentence(cli.err) and path.is_file()
    assert cli("deck", "delete", "mine", "--yes") == 0
    assert "mine of faroe is deleted" in cli.out and not path.exists()
    assert cli("deck", "delete", "mine", "--yes") == 4 and "no deck 'mine'" in sentence(cli.err)


def test_a_deck_of_which_game_is_deleted_has_to_be_clear(cli: Cli) -> None:
    mine, other = own(cli, "mine"), own(cli, "mine", "prelude")
    assert cli("deck", "delete", "mine", "--yes") == 2 and "--game faroe" in sentence(cli.err)
    assert cli("deck", "delete", "mine", "--game", "prelude", "--yes", "--json") == 0
    assert json.loads(cli.out) == {"v": 1, "game": "prelude", "name": "mine", "deleted": True}
    assert mine.is_file() and not other.exists()


def test_a_deck_that_cannot_be_read_or_that_settings_name_is_deleted_too(cli: Cli) -> None:
    own(cli, "mine").write_text("not toml")
    assert cli("config", "set", f"deck.{GAME}", "mine") == 0
    assert cli("deck", "delete", "mine", "--yes") == 0
    assert f"fadenet config unset deck.{GAME}" in cli.err


@pytest.mark.parametrize("name", [FIRST, "../mine", "mine.toml", "minr"])
def test_nothing_but_an_own_deck_is_deleted(cli: Cli, name: str) -> None:
    path = own(cli, "mine")
    assert cli("deck", "delete", name, "--yes") == 4 and path.is_file()
    assert ("did you mean mine" in cli.err) == (name != FIRST)


def test_nothing_but_own_decks_is_completed_to_be_deleted(cli: Cli) -> None:
    own(cli, "mine")
    words = ["--home", str(cli.home), "deck", "delete", ""]
    assert [value for value, _ in candidates(build_parser(), words)] == ["mine"]


# Building.


def test_a_new_deck_begins_as_another_one_where_nobody_can_build(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert cli("deck", "new", GAME, path, "--from", FIRST) == 0
    assert load_deck(RULES, path).lists and cli("deck", "check", path) == 0
    assert cli("deck", "new", GAME, "--from", FIRST, "--seed", "1") == 2


def test_a_new_deck_with_a_name_is_found_by_it(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a name that is none of a file, then the deck is one's own, nothing is written into the folder,
    and the name is taken from then on."""
    monkeypatch.chdir(tmp_path)
    assert cli("deck", "new", GAME, "Café Sparks") == 0 and "--deck cafe-sparks plays it" in cli.out
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    assert cli("deck", "check", "Café Sparks") == 0
    assert cli("deck", "new", GAME, "cafe-sparks") == 3 and "already" in sentence(cli.err)


@pytest.mark.slow
def test_a_deck_is_edited_through_a_pipe_without_an_escape(cli: Cli) -> None:
    child = process(cli.home, "deck", "edit", FIRST)
    out, err = child.communicate("-1 rising kick\n+1 flashbulb jab\nsave Mine\nquit\n", timeout=60)
    assert child.returncode == 0 and "\x1b" not in out + err
    assert "note: saved as mine: --deck mine plays it" in out
    made = load_deck(RULES, own_path(cli.home, GAME, "mine"))
    assert made.name == "Mine" and made.lists[0].count(RULES.by_slug["flashbulb-jab"].code) == 2


@pytest.mark.slow
def test_what_was_not_saved_is_kept_when_somebody_is_torn_away(cli: Cli) -> None:
    """given changes, when the input ends or the process is told to end, then there is a draft of them."""
    own(cli, "draft")
    assert cli.typing("-1 rising kick\n", "deck", "edit", FIRST, ends=True) == 0
    drafted(cli, "draft-2", cli.err)
    child = process(cli.home, "deck", "edit", FIRST)
    assert child.stdin and child.stdout and child.stderr
    child.stdin.write("-1 rising kick\n")
    child.stdin.flush()
    while "none" not in (line := child.stdout.readline()) and "in the Deck" not in line:
        assert line
    child.send_signal(signal.SIGTERM)
    assert child.wait(30) == 143
    drafted(cli, "draft-3", child.stderr.read())


def drafted(cli: Cli, name: str, said: str) -> None:
    """Hold that there is a draft with one card less, and that it is said how to go on with it."""
    assert f"deck edit {name} --game faroe" in " ".join(said.split())
    assert len(load_deck(RULES, own_path(cli.home, GAME, name)).lists[0]) == 39


@pytest.mark.slow
def test_a_deck_file_is_saved_where_it_is(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_deck(RULES, load_deck(RULES, FIRST)))
    assert cli.typing("plan Wait.\nsave\nquit\n", "deck", "edit", path) == 0
    assert f"saved in {path}" in cli.out and load_deck(RULES, path).plan == "Wait."
    assert cli("deck", "edit", "-") == 2 and cli("deck", "edit", tmp_path / "none.toml") == 4


# Asked for.


def test_a_guest_is_asked_no_longer_than_its_host_waits() -> None:
    assert HOST_WAITS_S < HELLO_S


def test_a_guest_reads_whose_set_it_is_before_it_chooses_a_deck(cli: Cli) -> None:
    ash = read_set([("ash.toml", written(ASH))])
    cardset.keep(ash)
    rules = games.load(GAME, sets=ash.id)
    menu = as_guest(deck_menu(context(cli), rules, lambda name: (name,)), rules, "Mira plays.")
    assert menu.about[0] == "Mira plays." and "45 s" in menu.about[-1]
    assert menu.about[1].startswith("The card set 'Ashes of the Ninth Bell', version 3, has 2 cards by Mira.")


def labels(menu: Menu) -> list[str]:
    return [entry.label for entry in menu.entries]


def test_the_deck_that_was_chosen_last_stands_first_then_what_is_set(cli: Cli) -> None:
    """given own decks, one of them illegal, then that one is named and not offered."""
    own(cli, "mine")
    path = own(cli, "short")
    path.write_text(path.read_text().replace("rising-kick = 3", "rising-kick = 1"))
    shelf = packaged(RULES)
    menu = deck_menu(context(cli), RULES, lambda name: (name,))
    assert labels(menu) == ["mine", *shelf] and menu.about == ["Not legal yet, so not here: short"]
    menu = deck_menu(context(cli, faroe=shelf[-1]), RULES, lambda name: (name,))
    assert labels(menu)[:2] == [shelf[-1], "mine"]
    remember_deck(cli.home, GAME, shelf[1])
    assert last_deck(cli.home, GAME) == shelf[1]
    menu = deck_menu(context(cli, faroe=shelf[-1]), RULES, lambda name: (name,))
    assert labels(menu)[:2] == [shelf[1], shelf[-1]]
    (cli.home / "decks" / GAME / ".last").write_bytes(b"\xff\x00")
    assert labels(deck_menu(context(cli), RULES, lambda name: (name,)))[0] == "mine"


def test_a_pasted_deck_is_taken_from_the_home_screen(cli: Cli) -> None:
    """given a line in pieces, or a list that ends, then it is a command; else it is said what is lacking."""
    accept = home.imported(GAME).accept
    assert accept(LINE[:50]) == (accept(LINE[:50])[0], False) and "rest of it" in str(accept(LINE[:50])[0])
    assert accept(f"{LINE[:50]}\n{LINE[50:]}")[:4] == ("deck", "import", "--game", GAME)
    assert accept("2 Comet Uppercut")[1] is False
    words = accept("2 Comet Uppercut\n1 Rookie Ace\nEnd")
    assert words[:4] == ("deck", "import", "--game", GAME)
    assert cli(*map(str, words), "--name", "pasted") == 0 and own_decks(cli.home, GAME) == ["pasted"]
    assert accept("2 Comet Upercut\nend") == (accept("2 Comet Upercut\nend")[0], True)


def at_terminal(home: Path, person: Typist, *argv: str) -> subprocess.Popen[str]:
    """A command at the terminal of a person."""
    there = person.theirs
    return process(home, *argv, stdin=there, stdout=there, stderr=there)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_host_asks_somebody_at_a_terminal_and_remembers(cli: Cli) -> None:
    """given a person at a terminal, when a table is opened, then the deck is asked for, the one that was
    chosen last time first, and remembered."""
    assert cli("key", "new", "ana", "--no-passphrase") == 0
    shelf = packaged(RULES)
    remember_deck(cli.home, GAME, shelf[1])
    person = Typist()
    argv = ("host", GAME, "--listen", "127.0.0.1:0", "--no-lan", "--no-map", "--plain")
    child = at_terminal(cli.home, person, *argv)
    try:
        assert f"1 {shelf[1]}: " in person.wait_for(f"2 {shelf[0]}: ")
        person.type("2\n")
        person.wait_for("Which opening?")
        person.type("\n")
        person.wait_for("Give this line to the other player")
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(30)
        person.close()
    assert last_deck(cli.home, GAME) == shelf[0]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")
def test_join_asks_once_the_game_is_known(cli: Cli, tmp_path: Path) -> None:
    """given an invitation to a table of prelude, when somebody at a terminal accepts it, then they choose
    among the decks of prelude, and the match begins."""
    assert cli("key", "new", "ana", "--no-passphrase") == 0
    shelf = packaged(games.load("prelude"))
    listen = ("--listen", "127.0.0.1:0", "--no-map")
    host = process(tmp_path / "host", "host", "prelude", "--bot", "random", *listen, "--no-lan")
    assert host.stdout
    person = Typist()
    child = at_terminal(cli.home, person, "join", host.stdout.readline().strip(), *listen, "--plain")
    try:
        assert f"1 {shelf[0]}: " in person.wait_for(f"2 {shelf[1]}: ")
        person.type("2\n")
        person.wait_for("Choose your character")
        person.type("1\n")
        person.wait_for("ask 2:")
    finally:
        for one in (child, host):
            one.send_signal(signal.SIGTERM)
            one.wait(30)
        person.close()
    assert last_deck(cli.home, "prelude") == shelf[1]
