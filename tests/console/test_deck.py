"""The deck editor: cards go in and out by typed words, and the rules look on."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from fadenet import games
from fadenet.console.deck.editor import HITS_MAX, UNDO_MAX, WORDS, DeckEditor
from fadenet.console.deck.scene import DeckScene
from fadenet.console.shell.plain import run_plain
from fadenet.console.shell.screen import run_screen
from fadenet.console.text import cells
from fadenet.games.decks import PLAN_MAX, Deck, load_deck, packaged
from fadenet.games.sharing import COPIES_MAX
from fadenet.games.spelling import slug
from keys.errors import UserError
from tests.console.helpers import Eyes, on_screen, typed_lines


class Drawer:
    """A store of decks in memory; it refuses one that is called `full`."""

    def __init__(self) -> None:
        self.kept: dict[str, Deck] = {}

    def place(self, title: str) -> str:
        return slug(title)

    def has(self, where: str) -> bool:
        return where in self.kept

    def keep(self, where: str, deck: Deck) -> str:
        if where == "full":
            raise UserError("There is no room left.")
        self.kept[where] = deck
        return f"saved as {where}"


def editor(game: str = "faroe", name: str = "", where: str = "", seed: int = 1) -> DeckEditor:
    rules = games.load(game)
    return DeckEditor(rules, load_deck(rules, name or packaged(rules)[0]), where, Random(seed).shuffle)


def empty(game: str = "faroe") -> DeckEditor:
    rules = games.load(game)
    return DeckEditor(rules, Deck("New deck", "", ((),) * len(rules.deck_tables)), "", Random(1).shuffle)


def scene(of: DeckEditor | None = None) -> DeckScene:
    return DeckScene(of or editor(), Drawer())


def drawer(of: DeckScene) -> Drawer:
    assert isinstance(of.store, Drawer)
    return of.store


def holds(of: DeckEditor) -> dict[str, int]:
    """How many of each card are in the deck, by slug."""
    return Counter(of.rules.cards[code].slug for codes in of.deck.lists for code in codes)


def left(of: DeckScene) -> str:
    """Why the scene was left, "" if it was not."""
    return of.stage.leaving


def said(of: DeckScene, kind: str = "") -> str:
    """The last line of this kind."""
    return next(entry.text for entry in reversed(of.stage.log) if not kind or entry.kind == kind)


def shown(of: DeckScene, width: int = 80, height: int = 22) -> str:
    return "\n".join(line.rstrip() for line in of.lines(width, height))


# Cards in and out.


@pytest.mark.parametrize(
    ("line", "n"),
    [
        ("+3 flashbulb-jab", 3),
        ("+ Flashbulb Jab", 1),
        ("+2x flashbulb j", 2),
        ("+JAB", 1),
        ("2 Flashbulb Jab", 2),
    ],
)
def test_cards_go_in_by_name_slug_or_a_part_of_it(line: str, n: int) -> None:
    made = empty()
    reply = made.do(line)
    assert holds(made) == {"flashbulb-jab": n} and f"{n} in the Deck" in reply.said


def test_cards_go_out_from_where_they_are() -> None:
    made = editor()
    before = holds(made)
    assert "none in the Fighter Pool" in made.do("-9 Rookie Ace").said
    assert made.do("-1 rising").said == "-1 Rising Kick: 2 in the Deck"
    assert holds(made) == {**{k: n for k, n in before.items() if k != "rookie-ace"}, "rising-kick": 2}


@pytest.mark.parametrize("game", games.NAMES)
def test_each_card_goes_where_the_game_has_it(game: str) -> None:
    """given an empty deck, when the cards of a packaged one are typed, then it is that deck, and legal."""
    rules = games.load(game)
    for name in packaged(rules):
        deck, made = load_deck(rules, name), empty(game)
        for at, codes in enumerate(deck.lists):
            for code, n in Counter(codes).items():
                card = rules.cards[code]
                assert not made.do(f"+{n} {card.slug}").refused
                if made.catalogue.table(card) != at:  # a Character that may be in the Deck too
                    assert not made.do(f"move {n} {card.slug}").refused
        assert [*map(Counter, made.deck.lists)] == [*map(Counter, deck.lists)] and made.legal


def test_a_name_of_several_cards_asks_which_and_keeps_the_number() -> None:
    """given a part of several names, when one of the list is picked, then so many of it go in, and with the
    next pick one."""
    made = empty()
    reply = made.do("+3 comet")
    assert reply.panel is not None and reply.panel.numbered and not holds(made)
    made.do("2")
    assert holds(made) == {"comet-uppercut": 3}
    made.do("2")
    assert holds(made) == {"comet-uppercut": 4}
    made.do("-3 2")
    made.do("+2 1")
    assert holds(made) == {"comet-uppercut": 1, "comet-hitcher": 2}


def test_a_card_is_moved_into_the_other_list() -> None:
    made = empty()
    made.do("+3 flashbulb jab")
    assert "2 in the Fighter Pool" in made.do("move 2 flashbulb jab").said
    assert [len(codes) for codes in made.deck.lists] == [1, 2]
    assert any("belongs in the Deck" in line for line in made.legality())
    made.do("undo")
    assert [len(codes) for codes in made.deck.lists] == [3, 0]
    alone = empty("terrene")
    alone.do("+1 haste potion")
    assert "no other list" in alone.do("move haste potion").refused


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("+3", "how many of which card"),
        ("+0 rising kick", "how many of which card"),
        ("+1 rising kik", "did you mean Rising Kick"),
        ("+1 xyzzy", "no card 'xyzzy'"),
        (f"+{COPIES_MAX + 1} rising kick", f"at most {COPIES_MAX}"),
        ("-1 comet hitcher", "no comet hitcher is in the deck"),
        ("9", "no list to pick from"),
        ("zz:3", "left out: zz:3"),
        ("find", "find what"),
        ("move", "move which card"),
        ("move comet hitcher", "move which card"),
        ("undo", "no change"),
        ("chekc", "did you mean check"),
        ("? xyzzy", "no card"),
        (f"plan {'x' * 399}{'y' * (PLAN_MAX - 398)}", ""),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(line: str, words: str) -> None:
    made = editor()
    before = made.deck
    reply = made.do(line)
    assert words in reply.refused and (made.deck == before or not words)


def test_a_card_is_there_so_often_and_not_once_more() -> None:
    made = empty()
    made.do(f"+{COPIES_MAX - 1} rising kick")
    assert not made.do("+1 rising kick").refused
    assert "at most" in made.do("+1 rising kick").refused and sum(holds(made).values()) == COPIES_MAX


def test_undo_takes_back_one_change_after_the_other() -> None:
    made = editor()
    decks = [made.deck]
    for line in ("+1 jab", "-2 rising", "plan Wait."):
        made.do(line)
        decks.append(made.deck)
    assert made.changed
    for deck in decks[-2::-1]:
        made.do("undo")
        assert made.deck == deck
    assert not made.changed
    for _ in range(UNDO_MAX + 1):
        made.do("+1 jab")
    taken_back = sum(not made.do("undo").refused for _ in range(UNDO_MAX + 1))
    assert taken_back == UNDO_MAX and holds(made)["flashbulb-jab"] == holds(editor())["flashbulb-jab"] + 1


# Looking.


@pytest.mark.parametrize("game", ["faroe", "fade2", "fade1"])
def test_the_figures_of_a_card_are_those_that_are_printed(game: str) -> None:
    made = editor(game)
    for card in made.rules.cards[1:]:
        facts, said = made.catalogue.facts(card), made.figures(card.code)
        if "Character" in facts["types"] and facts["plv"] is not None:
            assert f"{facts['plv']}/{facts['hp']}" in said.split(), card.name
        if facts["cost"] is not None:
            assert f"{facts['cost']}TP" in said.split(), card.name


def test_the_rules_look_on_and_are_cited() -> None:
    made = editor()
    assert made.legality() == ["legal in faroe"] and made.legal
    made.do("-1 rising")
    assert any(line.startswith("[deck.size] the Deck has 39 cards") for line in made.legality())
    made.do("+5 rising kick")
    assert any(line.startswith("[deck.copies]") for line in made.legality()) and not made.legal
    page = made.do("check").page
    assert page is not None and made.legality()[0] in page[1]


def test_cards_are_found_as_everywhere_and_sorted() -> None:
    made = editor()
    reply = made.do("-t:item cost<=2 -e:fire sort:cost -sort:name")
    assert reply.panel is not None
    cards = [made.catalogue.facts(made.rules.cards[code]) for code in reply.panel.codes]
    assert len(cards) == HITS_MAX and [one["cost"] for one in cards] == sorted(one["cost"] for one in cards)
    assert all("Item" not in one["types"] and "Fire" not in one["elements"] for one in cards)
    assert f"the first {HITS_MAX}" in reply.said
    assert "left out: zz:1" in made.do("t:zone zz:1").said


def test_a_test_hand_is_drawn_from_the_deck_and_another_one_next() -> None:
    for game, n in (("faroe", 6), ("prelude", 7), ("terrene", 5)):
        made = editor(game)
        hands = [made.do("hand").panel for _ in range(3)]
        for hand in hands:
            assert hand is not None and len(hand.codes) == n
            assert not Counter(hand.codes) - Counter(made.deck.lists[0])
        assert len({hand.codes for hand in hands if hand}) > 1
    assert "as " in editor("prelude").do("hand").said
    assert len(empty().do("hand").panel.codes) == 0  # type: ignore[union-attr]


@pytest.mark.parametrize("game", games.NAMES)
def test_the_curve_counts_every_card(game: str) -> None:
    made = editor(game)
    lines = made.curve()
    title = made.rules.deck_tables[0][1]
    facts = [made.catalogue.facts(made.rules.cards[code]) for code in made.deck.lists[0]]
    fact = made.catalogue.curves[0]
    numbers = [one[fact] for one in facts if one[fact] is not None]
    assert lines[0] == f"{title}: {fact}, {sum(numbers)} in all"
    bars = lines[1 : 1 + max(numbers) - min(numbers) + 1]
    assert sum(int(bar.split()[-1]) for bar in bars) == len(numbers)
    assert any(line.startswith(f"{title}: types: ") for line in lines)
    assert empty(game).curve() == ["there is no card in the deck yet"]


def test_a_card_and_the_words_are_explained() -> None:
    made = editor()
    reply = made.do("? storm arcade")
    assert reply.panel is not None and made.rules.cards[reply.panel.codes[0]].slug == "storm-arcade"
    for line in ("?", "help"):
        page = made.do(line).page
        assert page is not None and all(any(word in text for text in page[1]) for word in WORDS)
    assert "list" in made.do("list").page[1] or len(made.do("list").page[1]) > 30  # type: ignore[index]


# Saving and leaving.


def test_a_deck_is_saved_under_a_name_and_then_again() -> None:
    """given a packaged deck, when it is saved, then a name is asked for, by which it is saved then."""
    it = scene()
    it.take("+1 jab")
    it.take("save")
    assert "save NAME" in said(it, "refused") and it.unsaved
    it.take("save My Sparks")
    assert drawer(it).kept["my-sparks"] == it.editor.deck and it.editor.deck.name == "My Sparks"
    assert not it.unsaved and "saved as my-sparks" in said(it, "note")
    it.take("-9 rising")
    it.take("save")
    assert drawer(it).kept["my-sparks"] == it.editor.deck and "not legal yet" in said(it, "note")


def test_another_deck_is_written_over_only_if_that_is_said_twice() -> None:
    it = scene()
    old = drawer(it).kept["mine"] = it.editor.deck
    it.take("+1 jab")
    it.take("save mine")
    assert drawer(it).kept["mine"] is old and "once more" in said(it, "refused")
    it.take("+1 jab")
    it.take("save mine")
    assert drawer(it).kept["mine"] is old, "something else was typed in between"
    it.take("save mine")
    assert drawer(it).kept["mine"] == it.editor.deck


@pytest.mark.parametrize(("name", "words"), [("!!", "a letter or a digit"), ("full", "no room left")])
def test_what_cannot_be_saved_stays_unsaved(name: str, words: str) -> None:
    it = scene()
    it.take("+1 jab")
    it.take(f"save {name}")
    assert words in said(it, "refused") and it.unsaved


def test_quitting_asks_once_if_something_is_not_saved() -> None:
    it = scene()
    it.take("+1 jab")
    it.take("quit")
    assert not left(it) and "not saved" in said(it, "refused")
    it.take("check")
    it.take("q")
    assert not left(it), "something else was typed in between"
    it.take("quit")
    assert left(it) == "quit" and not it.unsaved
    untouched = scene()
    untouched.take("quit")
    assert left(untouched) == "quit"


def test_ctrl_c_asks_too_and_leaves_what_is_unsaved_to_be_kept() -> None:
    it = scene()
    it.take("+1 jab")
    it.interrupt(again=False)
    assert not left(it)
    it.interrupt(again=True)
    assert left(it) == "interrupt" and it.unsaved


# On the screen.


SIZES = [(80, 22), (120, 38), (200, 58), (60, 16), (59, 30), (100, 15), (20, 3), (1, 1)]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_frame_has_its_size_and_no_figure_is_cut(game: str) -> None:
    it = scene(editor(game))
    for line in ("", "-1 a", "t:character", "curve", "hand", "? 1", "list", "", "+9 zz", "?"):
        it.take(line)
        for width, height in SIZES:
            lines = it.lines(width, height)
            assert len(lines) == height and all(cells(text) == width for text in lines)
    it.stage.close_page()
    figures = {it.editor.figures(code) for codes in it.editor.deck.lists for code in codes}
    for width, height in ((80, 22), (120, 38), (200, 58)):
        frames = []
        for key in ["up"] * 20 + ["down"] * 20:
            it.keys[key]()
            frames.append(shown(it, width, height))
        assert all(any(f" {said} " in frame for frame in frames) for said in figures)


def test_the_screen_says_what_is_wrong_and_where_the_last_change_is() -> None:
    it = scene()
    it.take("+1 zealot of the last round")
    it.take("-3 rising")
    first, second = it.lines(80, 22)[:2]
    assert "changed, not saved" in first and second.startswith("[deck.size]")
    it.take("+2 rising kick")
    assert "2 Rising Kick" in shown(it) and "+2 Rising Kick: 2 in the Deck" in shown(it)


def test_tab_offers_names_of_cards_and_words() -> None:
    it = scene()
    assert it.complete("+3 flashb") == ("+3 ", ["Flashbulb Jab"])
    assert it.complete("- rising") == ("- ", ["Rising Kick"]) and len(it.complete("+ rising")[1]) == 2
    assert it.complete("cu") == ("", ["curve"]) and it.complete("? storm arc") == ("? ", ["Storm Arcade"])
    assert "Flashbulb Jab" in it.hints("+3 flashb", 80) and "save" in it.hints("", 80)


@on_screen
async def test_a_deck_is_built_on_the_full_screen() -> None:
    it, eyes = scene(), Eyes()
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(run_screen, it, input=keys, output=eyes.output()))
            await eyes.see("legal in faroe", "Deck 40", "Fighter Pool 20")
            keys.send_text("-3 rising kick\r")
            await eyes.see("[deck.size]", "Deck 37", "changed, not saved")
            keys.send_text("t:skill cost=1\r")
            await eyes.see("Borrowed Minute", "a number puts one in")
            keys.send_text("1\r")
            await eyes.see("Deck 38")
            keys.send_text("\x1b[B\x1b[B")
            await eyes.see("rows above")
            keys.send_text("save Sparks\r")
            await eyes.see("saved as sparks")
            keys.send_text("quit\r")
            await eyes.until(lambda: "\x1b[?1049l" in eyes.written, "the end of the screen")
    assert drawer(it).kept.keys() == {"sparks"}


async def test_plain_mode_says_the_same_facts_without_an_escape() -> None:
    """given a pipe, then counts, what the deck breaks, the cards that were found with their texts, charts and
    a hand are lines; no ESC is among them."""
    it = scene()
    printed: list[str] = []
    typed = [
        "-3 rising kick\n",
        "storm arcade\n",
        "1\n",
        "curve\n",
        "hand\n",
        "list\n",
        "check\n",
        "save x\n",
        "quit\n",
    ]
    await run_plain(it, typed_lines(*typed), printed.append)
    text = "\n".join(printed)
    assert "\x1b" not in text and it.stage.leaving == "quit"
    for words in (
        "table: Deck 40  Fighter Pool 20",
        "table: legal in faroe",
        "note: -3 Rising Kick: none in the Deck",
        "table: [deck.size] the Deck has 37 cards",
        "1 Storm Arcade (Storm Zone)",
        "note: +1 Storm Arcade: 2 in the Deck",
        "curve: Deck: cost",
        "note: a test hand, 6 of 38",
        "list: Fighter Pool: 20 cards",
        "check: [deck.size]",
        "note: saved as x; it is not legal yet: check",
    ):
        assert words in text, words
