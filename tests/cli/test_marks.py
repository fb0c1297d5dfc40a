"""Texts that Windows has saved begin with a byte order mark: every reader takes them."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from fadenet import games
from fadenet.cli.frame.context import read_bytes
from fadenet.cli.frame.settings import change, load
from fadenet.console.shell.plain import _decoded
from fadenet.games.decks import load_deck, packaged
from fadenet.games.sharing import deck_list
from fadenet.table import reading
from fadenet.table.record import FIRST_LINE, BadRecord
from tests.cli.helpers import Cli

MARK = codecs.BOM_UTF8


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_deck_list_is_imported(cli: Cli, tmp_path: Path, encoding: str) -> None:
    rules = games.load("faroe")
    text = deck_list(rules, load_deck(rules, packaged(rules)[0]))
    (tmp_path / "list").write_bytes(text.encode(encoding))
    assert cli("deck", "import", tmp_path / "list", "--name", "one") == 0, cli.err


def test_a_deck_file_is_read(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    assert cli("deck", "new", "faroe", path, "--seed", "3") == 0
    path.write_bytes(MARK + path.read_bytes())
    assert cli("deck", "check", path) == 0, cli.err
    assert cli("deck", "show", path) == 0, cli.err


def test_a_record_is_known_by_its_first_line(tmp_path: Path) -> None:
    text = MARK + FIRST_LINE.encode() + b"\r\n"
    assert reading.is_record(text)
    with pytest.raises(BadRecord, match="tag"):  # it is read, and lacks what stands behind that line
        reading.read(text)


def test_settings_are_read_and_changed(tmp_path: Path) -> None:
    change(tmp_path, {"pace": "once"})
    path = tmp_path / "config.toml"
    path.write_bytes(MARK + path.read_bytes())
    assert load(tmp_path).pace == "once"
    change(tmp_path, {"color": "never"})
    assert (load(tmp_path).pace, load(tmp_path).color) == ("once", "never")


@pytest.mark.slow
def test_a_passphrase_is_the_one_behind_the_mark(cli: Cli, tmp_path: Path) -> None:
    plain, marked, none = tmp_path / "p", tmp_path / "p.bom", tmp_path / "none"
    plain.write_bytes(b"some words\n")
    marked.write_bytes(MARK + b"some words\r\n")
    none.write_bytes(b"\n")
    assert cli("key", "new", "ana", "--passphrase-file", plain) == 0
    new = ("--new-passphrase-file", none)
    assert cli("key", "passphrase", "ana", "--passphrase-file", marked, *new) == 0, cli.err


def test_what_is_piped_in_is_read(tmp_path: Path) -> None:
    (tmp_path / "line").write_bytes(MARK + b"1 x\n")
    assert read_bytes(str(tmp_path / "line")) == b"1 x\n"
    assert _decoded(MARK + b"concede\r") == "concede"
