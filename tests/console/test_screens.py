"""The screen dumps are what the scenes show, and the picture of a match has the words of the screen."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
import screens

from fadenet.console.text import cells

SVG = "{http://www.w3.org/2000/svg}"
AT_ONCE = ("home.txt", "lesson.txt", "deck.txt")
"""Dumps that need no match of bots."""


def test_every_dump_is_there_and_no_other() -> None:
    assert {name for name, _ in screens.pictures()} == {path.name for path in screens.FOLDER.iterdir()}


def test_dumps_say_what_the_scenes_show() -> None:
    """given the dumps that are made at once, then they are up to date; `--check` looks at all of them."""
    assert screens.stale(AT_ONCE) == [], "run scripts/screens.py"


@pytest.mark.long
def test_all_dumps_say_what_the_scenes_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert screens.main(["--check"]) == 0, capsys.readouterr().out


def test_a_dump_that_says_something_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a home screen with another line, then its dump is named."""
    monkeypatch.setitem(screens.SCENES, "home", lambda: screens.lesson("faroe"))
    assert screens.stale(["home.txt", "lesson.txt"]) == ["home.txt"]


def test_the_picture_has_the_words_of_the_screen_in_their_places() -> None:
    """given a match, then the texts of the picture, put where they stand, are the rows of its screen."""
    scene = screens.match(screens.ShownMatch("faroe"), 3, 2, "attack")
    width, height = screens.SHOWN_SIZE
    image = ElementTree.fromstring(screens.picture(scene, width, height))
    lines: dict[int, str] = {}
    for piece in image.iter(f"{SVG}text"):
        y, at, said = int(piece.attrib["y"]), int(piece.attrib["x"]) - 12, piece.text or ""
        lines[y] = lines.get(y, "").ljust(at // 8) + said
        assert at % 8 == 0 and int(piece.attrib["textLength"]) == 8 * cells(said)
    move = screens.typed(scene.desk, "attack")
    assert move and f"> {move}" in lines.values()
    there = [row.rstrip() for row in screens.rows(scene, width, height, move)]
    assert [lines[y] for y in sorted(lines)] == [row for row in there if row]
    inks = {piece.attrib["fill"] for piece in image.iter(f"{SVG}text")}
    assert len(inks) > 6 and "font-face" not in ElementTree.tostring(image, "unicode")
