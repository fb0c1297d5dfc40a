"""Menus: numbers, arrows and names choose; a text that is asked for is taken over several lines."""

from __future__ import annotations

import pytest

from fadenet.console.menu.menu import Menu, MenuItem, Prompt, TextPage, Words
from fadenet.console.menu.scene import MenuScene
from fadenet.console.shell.pages import PAGE_HINT

DECKS = Menu(
    "With which deck?", [MenuItem("mire", "walls", ("host", "mire")), MenuItem("circuit", "", ("host", "c"))]
)
TOP = Menu(
    "home",
    [
        MenuItem(
            "Learn",
            "lessons of a few minutes on real positions of the real game, one after the other",
            ("learn",),
        ),
        MenuItem("Host", "invite a friend", lambda: DECKS),
        MenuItem("Join", "paste an invitation", lambda: Prompt("The invitation?", ["All of it."], accepted)),
    ],
    about=["Welcome."],
)


def accepted(text: str) -> Words | tuple[str, bool]:
    """A word of six letters, whatever stands between them."""
    letters = "".join(text.split())
    if len(letters) < 6:
        return "it is not whole yet", False
    return ("join", letters) if len(letters) == 6 else ("that is too long", True)


def shown(scene: MenuScene) -> str:
    return "\n".join(line.rstrip() for line in scene.lines(80, 20))


def left(scene: MenuScene) -> str:
    """Why a scene was left, "" if it was not."""
    return scene.stage.leaving


def test_a_number_a_name_and_the_arrows_choose() -> None:
    """given a menu, when an entry is chosen by its number, the beginning of its label, or the cursor, then
    the scene is left with its words."""
    for lines in (["1"], ["lea"], [""]):
        scene = MenuScene(TOP)
        for line in lines:
            scene.take(line)
        assert scene.chosen == ("learn",) and scene.stage.leaving == "chosen"
    scene = MenuScene(TOP)
    scene.keys["down"]()
    assert "> 2  Host" in shown(scene)
    scene.take("")
    assert "With which deck?" in shown(scene)
    scene.keys["up"]()  # from the first to the last
    scene.take("")
    assert scene.chosen == ("host", "c")


def test_a_whole_label_chooses_though_another_one_begins_so() -> None:
    """given the entries Watch and Watch a replay, then watch chooses the first, and wat neither."""
    menu = Menu("home", [MenuItem("Watch a replay", "", ("replay",)), MenuItem("Watch", "", ("watch",))])
    scene = MenuScene(menu)
    scene.take("wat")
    assert left(scene) == ""
    scene.take("watch")
    assert scene.chosen == ("watch",)


def test_one_gets_back_and_out() -> None:
    """given a menu inside another, then 0 leads back and q out; nothing is chosen."""
    scene = MenuScene(TOP)
    scene.take("2")
    assert "0 back" in scene.hints("", 80)
    scene.take("0")
    assert "Welcome." in shown(scene) and "0 back" not in scene.hints("", 80)
    scene.take("0")
    assert left(scene) == "", "there is nothing to go back to"
    scene.take("q")
    assert left(scene) == "quit" and scene.chosen == ()


@pytest.mark.parametrize("line", ["9", "0", "x", "12345", "l j"])
def test_what_names_nothing_is_refused_and_said(line: str) -> None:
    scene = MenuScene(TOP)
    scene.take(line)
    assert not scene.stage.leaving
    assert scene.stage.log[-2].kind == "refused" and "1 to 3" in scene.stage.log[-2].text


def test_a_text_is_taken_over_several_lines_until_it_is_whole() -> None:
    """given a prompt, when a text comes in pieces, then it says what is lacking until all is there."""
    scene = MenuScene(TOP)
    scene.take("3")
    assert scene.paste("ab c\r\n\r\nd")
    assert not scene.stage.leaving and "it is not whole yet" in shown(scene)
    scene.take("ef")
    assert scene.chosen == ("join", "abcdef")


def test_a_text_that_cannot_become_right_is_begun_again() -> None:
    scene = MenuScene(TOP)
    scene.take("3")
    scene.take("abcdefgh")
    assert "that is too long" in shown(scene)
    scene.take("abcdef")
    assert scene.chosen == ("join", "abcdef")


def test_what_is_pasted_into_a_menu_is_a_line_as_ever() -> None:
    assert not MenuScene(TOP).paste("1\n2\n")


@pytest.mark.parametrize("size", [(80, 20), (80, 5), (20, 3), (1, 1), (200, 60)])
def test_every_frame_has_exactly_its_size(size: tuple[int, int]) -> None:
    width, height = size
    for menu in (TOP, DECKS):
        lines = MenuScene(menu).lines(width, height)
        assert len(lines) == height and all(len(line) == width for line in lines)


def test_what_an_entry_is_about_is_never_cut_where_there_is_room() -> None:
    """given a long text behind a label, when there is room, then it goes on below; else it is one line."""
    assert "game, one\n            after the other" in shown(MenuScene(TOP))
    assert len([line for line in MenuScene(TOP).lines(80, 7) if line.strip()]) == 5


def test_a_long_menu_scrolls_with_the_cursor() -> None:
    menu = Menu("many", [MenuItem(f"entry {n}", "", ("x", str(n))) for n in range(100)])
    scene = MenuScene(menu)
    scene.keys["up"]()
    assert ">  100  entry 99" in shown(scene).replace("> 100", ">  100")


def test_a_text_is_read_in_its_menu() -> None:
    """given an entry that is a text to read, then it stands there as a page with its empty lines, and when it
    is closed the same entry can be chosen again; nothing has been chosen by that."""
    read = TextPage(("rules",), lambda: ["1 What wins", "", *(f"rule {n}" for n in range(50))])
    scene = MenuScene(Menu("book", [MenuItem("Cards", "", ("cards",)), MenuItem("Rules", "all", read)]))
    for close in (scene.stage.close_page, lambda: scene.take("")):
        scene.take("rules")
        assert [line.rstrip() for line in scene.lines(80, 20)][1:4] == ["1 What wins", "", "rule 0"]
        assert "1-19 of 52" in shown(scene) and PAGE_HINT in scene.hints("", 80)
        close()
        assert "2  Rules" in shown(scene) and scene.chosen == () and left(scene) == ""
