"""Card sets of somebody's own: begun, packed, signed, kept."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import keys
from fadenet import games
from fadenet.cli.frame.shelf import read_packed
from fadenet.engine.cardset import keep, option_of
from fadenet.engine.language.sets import read_set
from fadenet.games.decks import check_deck, load_deck
from fadenet.games.starting import DECK
from keys import ExitCode
from tests.cli.helpers import Cli


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("game", games.NAMES)
def test_a_set_begins_with_cards_that_work_and_a_legal_deck(cli: Cli, here: Path, game: str) -> None:
    # Given a set that was just begun, when it is loaded, then its cards are there and its deck may be played.
    assert cli("cards", "new", game, "ashes of dawn.toml") == 0
    card_set = read_set([("", (here / "ashes of dawn.toml").read_text())])
    assert (card_set.code, card_set.name, len(card_set.cards)) == ("ashes", "Ashes Of Dawn", 3)
    keep(card_set)
    rules = games.load(game, **option_of([card_set]))
    deck = load_deck(rules, f"ashes:{DECK}")
    assert not check_deck(rules, deck.lists) and not rules.book.deck_hints(deck.lists)
    used = {code for codes in deck.lists for code in codes}
    assert all(rules.by_slug[card_set.slug(slug)].code in used for slug in card_set.cards)


def test_a_file_that_is_there_is_not_begun_anew(cli: Cli, here: Path) -> None:
    (here / "ash.toml").write_text("mine")
    assert cli("cards", "new", "faroe", "ash.toml") == ExitCode.BAD_INPUT
    assert (here / "ash.toml").read_text() == "mine"


def test_a_set_begins_on_stdout_with_the_name_of_the_player(cli: Cli) -> None:
    keys.IdentityStore(cli.home).create("Mira")
    assert cli("cards", "new", "faroe", "-") == 0
    assert 'by = "Mira"' in cli.out and 'code = "own"' in cli.out


def test_a_packed_set_is_the_same_set(cli: Cli, here: Path) -> None:
    cli("cards", "new", "prelude", "ash.toml")
    assert cli("cards", "pack", "ash.toml") == 0
    packed = read_packed(here / "ash-1.fnset")
    assert packed.hash == read_set([("", (here / "ash.toml").read_text())]).hash
    assert cli("cards", "pack", "ash.toml") == ExitCode.BAD_INPUT and "there already" in cli.err


def test_a_set_with_a_fault_is_not_packed(cli: Cli, here: Path) -> None:
    cli("cards", "new", "prelude", "ash.toml")
    text = (here / "ash.toml").read_text()
    (here / "ash.toml").write_text(text.replace('on = "damages"', 'on = "damagse"'))
    assert cli("cards", "pack", "ash.toml") == ExitCode.BAD_INPUT
    assert "damagse" in cli.err and not (here / "ash-1.fnset").exists()


def test_a_signature_says_whose_a_set_is(cli: Cli, here: Path) -> None:
    # Given a set that Mira has signed, when she, somebody who knows her and a stranger keep it,
    # then the list says who it was.
    mira = keys.IdentityStore(cli.home).create("Mira")
    cli("cards", "new", "faroe", "ash.toml")
    assert cli("cards", "pack", "ash.toml", "--sign") == 0
    assert cli("cards", "faroe", "bell", "--set", "ash-1.fnset") == 0 and "Bell Tongue" in cli.out
    assert cli("cards", "sets") == 0 and "signed by you" in cli.out
    other = Cli(cli.home.with_name("other"), cli._capsys)
    other("cards", "faroe", "--set", "ash-1.fnset")
    assert other("cards", "sets") == 0 and "somebody called Mira" in other.out
    assert other("cards", "sets", "--json") == 0
    assert json.loads(other.out)["sets"][0]["signed"] == {"key": mira.public.hex(), "name": "Mira"}
    keys.Contacts.load(other.home).add(mira.public, "Mimi", 0)
    assert other("cards", "sets") == 0 and "your contact Mimi" in other.out


def test_a_signature_of_another_set_does_not_hold(cli: Cli, here: Path) -> None:
    keys.IdentityStore(cli.home).create("Mira")
    cli("cards", "new", "faroe", "ash.toml")
    cli("cards", "pack", "ash.toml", "--sign")
    cli("cards", "new", "faroe", "dust.toml")
    cli("cards", "pack", "dust.toml")
    signature = (here / "ash-1.fnset").read_bytes().partition(b"\n")[2]
    dust = here / "dust-1.fnset"
    dust.write_bytes(dust.read_bytes() + signature)
    assert cli("cards", "faroe", "--set", "dust-1.fnset") == ExitCode.BAD_INPUT
    assert "not by whom it says" in cli.err


def test_a_set_is_forgotten_by_its_code(cli: Cli) -> None:
    cli("cards", "new", "faroe", "ash.toml")
    cli("cards", "faroe", "--set", "ash.toml")
    assert cli("cards", "sets") == 0 and cli.out.startswith("ash 'Ash', version 1: 3 cards of faroe, 1 deck")
    assert cli("cards", "sets", "--forget", "ash.toml") == ExitCode.NOT_FOUND
    assert cli("cards", "sets", "--forget", "ash") == 0
    assert cli("cards", "sets") == 0 and not cli.out and "No card set is kept" in cli.err


def test_a_kept_set_that_was_damaged_can_be_forgotten(cli: Cli) -> None:
    cli("cards", "new", "faroe", "ash.toml")
    cli("cards", "faroe", "--set", "ash.toml")
    file = next((cli.home / "sets").iterdir())
    file.write_text("nonsense")
    assert cli("cards", "sets", "--forget", file.stem) == 0 and not file.exists()


def test_cards_are_printed_nine_a_sheet(cli: Cli, here: Path) -> None:
    # Given a set of ten cards, when it is printed, then a page has all of them, and the tenth a second sheet.
    cli("cards", "new", "prelude", "ash.toml")
    more = '\n[card.guard-{0}]\nname = "Guard {0}"\ntype = "Minion"\nlife = {0}\nprice = 1\n'
    with (here / "ash.toml").open("a") as file:
        file.write("".join(more.format(n) for n in range(1, 8)))
    assert cli("cards", "print", "ash.toml") == 0
    page = (here / "ash.html").read_text()
    assert page.count("<li>") == 10 and "Ash Whisper" in page and "63mm" in page
    assert cli("cards", "print", "ash.toml", "--svg") == 0
    sheets = [(here / f"ash-{n}.svg").read_text() for n in (1, 2)]
    assert [sheet.count("<rect") for sheet in sheets] == [9, 1]
    assert all(ElementTree.fromstring(sheet).attrib["width"] == "210mm" for sheet in sheets)
    assert cli("cards", "print", "ash.toml", "--svg") == ExitCode.BAD_INPUT
    assert cli("cards", "print", "ash.toml", "--out", "-") == 0 and cli.out.startswith("<!doctype html>")


def test_decks_take_the_cards_of_sets(cli: Cli, here: Path) -> None:
    # Given a set with a deck, when decks are listed, shown, checked and made with it, its cards are there;
    # without it a deck says what it lacks.
    cli("cards", "new", "faroe", "ash.toml")
    assert cli("deck", "list", "faroe", "--set", "ash.toml") == 0 and "ash:first-steps" in cli.out
    assert cli("deck", "show", "ash:first-steps", "--set", "ash.toml") == 0 and "2 Bell Tongue" in cli.out
    assert cli("deck", "check", "ash:first-steps", "--set", "ash") == 0 and "legal" in cli.out
    assert cli("deck", "new", "faroe", "d.toml", "--from", "ash:first-steps", "--set", "ash") == 0
    assert '"ash:bell-tongue" = 2' in (here / "d.toml").read_text()
    assert cli("deck", "check", "d.toml", "--set", "ash") == 0
    assert cli("deck", "check", "d.toml") == ExitCode.BAD_INPUT and "--set ash" in cli.err
    assert cli("deck", "export", "d.toml", "--html", "--set", "ash") == 0
