"""A person who sets a match up is offered an even opening first, with what each opening means."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

import keys
from fadenet import games
from fadenet.cli.cards.choosing import asked_kind
from fadenet.cli.cards.decks import last_deck
from fadenet.cli.cards.formats import between_nodes, kind_of
from fadenet.cli.frame.context import Context
from fadenet.cli.net.offers import read_table, unasked
from fadenet.cli.options import read_arguments
from fadenet.cli.top import home
from fadenet.console.menu.scene import MenuScene
from fadenet.games.fade.typed import FadeRules
from fadenet.node.match import saved
from tests.cli.helpers import FADENET, GAME, Cli
from tests.cli.test_play import Played
from tests.cli.test_tables import Typist

DECK = ("--deck", "cinder-circuit")
EVEN = "The second player begins with 2 TP, so that going second costs little."
BOOK = "Both begin with 0 TP, and between equals whoever begins wins most duels."
posix = pytest.mark.skipif(os.name != "posix", reason="a pseudo-terminal")


def context(cli: Cli, *words: str) -> Context:
    return Context(read_arguments([*words, "--home", str(cli.home)]), cli.home, FADENET)


def screen(scene: MenuScene) -> str:
    """A menu on a screen of 80x24, in one line, each run of blanks as one."""
    rows = scene.lines(80, 22)
    assert len(rows) <= 22 and all(len(row) <= 80 for row in rows)
    return " ".join(" ".join(rows).split())


@contextmanager
def at_terminal() -> Iterator[Typist]:
    """While this lasts, all three streams are the terminal of a person."""
    person = Typist()
    with (
        open(person.theirs, closefd=False) as there,
        open(person.theirs, "w", closefd=False) as shown,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", there)
        patch.setattr(sys, "stdout", shown)
        patch.setattr(sys, "stderr", shown)
        yield person
    os.close(person.theirs)


# The home screen.


@pytest.mark.parametrize(
    "path",
    [
        ("Play", GAME, "easy", ""),
        ("Play", GAME, "Against a deck", "", "easy", ""),
        ("Host", GAME, ""),
    ],
)
@pytest.mark.parametrize(("typed", "opening"), [("", "even"), ("1", "even"), ("2", "book"), ("bo", "book")])
def test_home_offers_the_even_opening_first(
    cli: Cli, path: tuple[str, ...], typed: str, opening: str
) -> None:
    """given a duel of faroe that is set up from the home screen, when the deck is chosen, then two openings
    are offered, each with what it means; Enter takes the even one, 2 that of the book."""
    scene = MenuScene(home.top(context(cli, "version")))
    for line in path:
        scene.enter(line)
    shown = screen(scene)
    assert f"Which opening? > 1 even {EVEN} 2 book {BOOK}" in shown and not scene.chosen
    scene.enter(typed)
    assert scene.chosen[-2:] == ("--opening", opening)
    # And it is the command of that match.
    args = read_arguments(list(scene.chosen))
    rules = (kind_of if path[0] == "Play" else between_nodes)(args).rules
    assert rules.options == ({"opening": "even"} if opening == "even" else {})


def test_the_opening_that_was_offered_can_be_gone_back_from(cli: Cli) -> None:
    """given the question for the opening, when 0 is typed, then the decks are there again."""
    scene = MenuScene(home.top(context(cli, "version")))
    for line in ("Host", GAME, "", "0"):
        scene.enter(line)
    assert screen(scene).startswith("With which deck?")


def test_the_deck_that_was_chosen_before_the_opening_is_the_one_that_is_remembered(cli: Cli) -> None:
    """given a choice of a deck and behind it of an opening, then the deck comes first the next time."""
    ctx = context(cli, "version")
    scene = MenuScene(home.top(ctx))
    for line in ("Host", GAME, "hourglass", ""):
        scene.enter(line)
    assert scene.chosen == ("host", GAME, "--deck", "hourglass-mire", "--opening", "even")
    home.remember_choice(ctx, scene.chosen)
    assert last_deck(cli.home, GAME) == "hourglass-mire"


@pytest.mark.parametrize(
    "path",
    [
        ("Play", GAME, "Another kind of match", "teams", "", "easy", ""),
        ("Host", GAME, "Another kind of match", "free-for-all", "", ""),
        ("Play", "terrene", "easy", ""),
        ("Play", "fade2", "easy", ""),
        ("Play", "fade1", "easy", ""),
        ("Host", "prelude", ""),
    ],
)
def test_where_there_is_one_opening_nobody_is_asked(cli: Cli, path: tuple[str, ...]) -> None:
    """given another format of faroe, or another game, then behind the deck the command is there."""
    scene = MenuScene(home.top(context(cli, "version")))
    for line in path:
        scene.enter(line)
    assert scene.chosen[:2] == (path[0].lower(), path[1]) and "--opening" not in scene.chosen


def test_a_first_match_has_the_even_opening() -> None:
    assert kind_of(read_arguments(list(home.FIRST))).rules.options == {"opening": "even"}


# Commands at a terminal.


def met(cli: Cli) -> None:
    """A past match with mara."""
    mara = keys.Identity.from_seed("mara", bytes(32)).public
    peers = (saved.SavedPeer("mara", mara.hex(), ()),)
    note = saved.SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    saved.folder_of(cli.home).create("a" * 32).close()
    saved.write_table(cli.home, "a" * 32, replace(note, touched=1_700_000_000))
    contacts = keys.Contacts.load(cli.home)
    contacts.add(mara, "mara", 1_700_000_000)


@posix
@pytest.mark.parametrize(
    "words",
    [
        ("play", GAME),
        ("play", GAME, "--net", "--bot", "random"),
        ("host", GAME, *DECK),
        ("seek", GAME, "--board", *DECK),
        ("invite", "mara", *DECK),
    ],
)
def test_a_command_at_a_terminal_offers_the_even_opening_first(cli: Cli, words: tuple[str, ...]) -> None:
    """given a person at a terminal and no --opening, when a duel of faroe is to begin, then both openings are
    offered; whoever leaves there has begun nothing."""
    if words[0] == "invite":
        met(cli)
    with at_terminal() as person:
        person.type("q\n")
        code = cli(*words, "--plain")
        shown = person.wait_for("nothing was begun")
    assert code == 130 and "Which opening?" in shown
    assert f"1 even: {EVEN} 2 book: {BOOK}" in shown


@posix
@pytest.mark.parametrize(("typed", "opening"), [("", "even"), ("2", "book")])
def test_what_is_chosen_at_a_terminal_holds_and_is_in_the_command_that_repeats_it(
    cli: Cli, typed: str, opening: str
) -> None:
    """given a person who is asked, then Enter is the even opening and 2 the book's; the words of the kind of
    match say so, so that nobody is asked again who types them."""
    ctx = context(cli, "host", GAME, "--plain")
    with at_terminal() as person:
        person.type(f"{typed}\n")
        kind = asked_kind(ctx, between_nodes(ctx.args))
    assert kind.typed == f" --opening {opening}"
    assert kind.rules.options == ({"opening": "even"} if opening == "even" else {})


@posix
@pytest.mark.parametrize(
    "words",
    [
        ("host", GAME, "--opening", "book"),
        ("host", GAME, "--format", "teams"),
        ("host", "terrene"),
        ("host", GAME, "--no-input"),
        ("host", GAME, "--json"),
    ],
)
def test_whoever_has_said_it_or_cannot_answer_is_not_asked(cli: Cli, words: tuple[str, ...]) -> None:
    """given an opening that is named, a format or a game without, or a call that must not ask, then the kind
    of match is the one that was typed."""
    ctx = context(cli, *words)
    with at_terminal():
        kind = between_nodes(ctx.args)
        assert asked_kind(ctx, kind) is kind


def test_without_a_terminal_the_book_holds(cli: Cli) -> None:
    ctx = context(cli, "host", GAME)
    kind = between_nodes(ctx.args)
    assert asked_kind(ctx, kind) is kind and kind.rules.options == {} and kind.typed == ""


@posix
@pytest.mark.slow
def test_on_a_screen_of_80_by_24_enter_begins_an_even_duel(cli: Cli) -> None:
    """given `play faroe` on a terminal, when Enter is pressed, then the match is played with opening even."""
    terminal = Played("play", GAME, "--bot", "random", "--home", str(cli.home))
    terminal.until(lambda: "Which opening?" in terminal.text)
    assert re.search(r"> 1 +even .*2 TP", terminal.text) and re.search(r"  2 +book .*0 TP", terminal.text)
    terminal.type("\r")
    terminal.until(lambda: "who goes first?" in terminal.text)
    assert "opening even" in terminal.text
    terminal.close()
    assert terminal.child.wait(20) == 143


# Nodes without a player, and what is said.


@pytest.mark.parametrize(
    ("table", "better"),
    [
        ("faroe=greedy", "faroe:opening=even=greedy"),
        ("faroe", "faroe:opening=even"),
        ("faroe:clock=300+5=normal", "faroe:opening=even,clock=300+5=normal"),
        ("faroe:opening=book=greedy", ""),
        ("faroe:opening=even=greedy", ""),
        ("faroe:seats=3=greedy", ""),
        ("terrene=greedy", ""),
    ],
)
def test_a_table_by_the_book_is_told_how_the_even_opening_is_written(
    cli: Cli, table: str, better: str
) -> None:
    """given the table of a node, when it is a duel of faroe that names no opening, then one sentence says
    what that means and how the even one is written, and that reads as such a table."""
    said = list(unasked(read_table(table, cli.home)))
    assert said == ([f"{table} has the opening book: {BOOK} For even write it as {better}"] if better else [])
    if better:
        there, before = read_table(better, cli.home), read_table(table, cli.home)
        assert there.kind.rules.options == {"opening": "even"}
        assert (there.bot, there.clock, there.deck) == (before.bot, before.clock, before.deck)


def test_the_sentences_of_what_is_asked_say_what_the_rules_do() -> None:
    """given an option that is asked for, then every value of it has a sentence, the usual one is among them,
    and the figures are those of the rules."""
    for game, offered in games.GAMES.items():
        for option in offered.options:
            if option.asked:
                assert sorted(value for value, _ in option.asked) == sorted(games.choices(game, option.word))
                assert option.usual in dict(option.asked)
    for opening, sentence in (("even", EVEN), ("book", BOOK)):
        rules = games.load(GAME, opening=opening)
        assert isinstance(rules, FadeRules) and f" with {rules.second_tp} TP" in sentence
        assert dict(games.OPTIONS["opening"].asked)[opening] == sentence
    assert games.OPTIONS["opening"].asked[0][0] == "even"
