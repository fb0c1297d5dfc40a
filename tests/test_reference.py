"""The pages of the reference hold everything, and their links and hits lead to what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import reference

from fadenet import games
from fadenet.cli.about.manual import commands
from fadenet.cli.options import build_parser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all pages."""
    into = tmp_path_factory.mktemp("reference")
    reference.write(into)
    return into


def pages_of(folder: Path) -> Mapping[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.html")}


def hits_of(folder: Path) -> list[list[str]]:
    """The fields that are searched: title, place and text."""
    found: list[list[str]] = json.loads((folder / "index.js").read_text("utf-8")[len("const HITS = ") : -2])
    return found


def test_links_and_hits_lead_to_a_page_and_a_place(folder: Path) -> None:
    """given all pages, then each link between them and each hit names a page and an anchor that there is."""
    pages = pages_of(folder)
    anchors = [
        (name, anchor) for name, text in pages.items() for anchor in re.findall(r' id="([^"]+)"', text)
    ]
    places = {f"{name}#{anchor}" for name, anchor in anchors}
    assert len(places) == len(anchors)
    linked = {href for text in pages.values() for href in re.findall(r'<a href="([^"]+)"', text)}
    inside = {href for href in linked if not re.match(r"[a-z]+:", href)}
    assert "contributing.html#adding-a-game" in inside
    assert sorted(inside - places - pages.keys()) == []
    assert sorted({place for _, place, _ in hits_of(folder)} - places) == []


def test_every_command_rule_and_card_is_found_by_its_name(folder: Path) -> None:
    """given the commands, rules and cards that there are, then the search knows each on its page."""
    known = {(title, place.partition("#")[0]) for title, place, _ in hits_of(folder)}
    wanted = {(name, "commands.html") for name, _ in commands(build_parser())}
    for name in games.NAMES:
        rules = games.load(name)
        wanted |= {(rule, f"{name}-rules.html") for rule in rules.book.rules}
        wanted |= {(card.name, f"{name}-cards.html") for card in rules.cards[1:]}
    assert sorted(wanted - known) == []


def test_every_document_of_the_checkout_has_a_page() -> None:
    """given the documents in the checkout, then each has a page, but for the vectors."""
    there = {path.relative_to(reference.ROOT).as_posix() for path in reference.ROOT.rglob("*.md")}
    hidden = {path for path in there if path.startswith((".", "protocol/vectors"))}
    assert there - hidden == set(reference.DOCUMENTS)
