"""`?` answers all that stands on the screen: labels, figures, abbreviations, states and legal verbs."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.random_ import RandomBot
from fadenet.console.match.commands import COMMANDS, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.help import UNKNOWN, explain
from fadenet.console.match.view import DETAIL_ROWS
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Move
from fadenet.games import decks
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.builders.prelude_scenario import Prelude
from tests.builders.terrene_scenario import Terrene
from tests.cards import prelude
from tests.console.helpers import asked, info, view

EVERY = 23
LEAVING = ("run", "dismiss")
UNANSWERED = UNKNOWN.partition("{")[0]


class Wanderer(RandomBot):
    """A random player who does not run away."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        verbs = seat.state.rules.verbs
        return super().pick(seat, [move for move in options if verbs[move[0]] not in LEAVING] or options)


class Looker(Wanderer):
    """A random player who looks at the screen again and again, and asks for each new word on it."""

    def __init__(self, looks: int) -> None:
        """looks: after so many of them it gives up."""
        super().__init__()
        self.looks = looks
        self.desk = Desk()
        self.seen: set[str] = set()
        self.unanswered: set[str] = set()
        self.questions = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.desk.start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        ask, desk = seat.ask, self.desk
        assert ask is not None
        self.questions += 1
        if self.questions > EVERY * self.looks:
            return Answer(CONCEDE_MOVE)
        if self.questions % EVERY == 0:
            desk.sight.labels.update(seat)
            desk.dialogue.put(desk.sight, ask, seat.options())
            for word in _words(desk):
                if word not in self.seen and explain(desk.sight, word)[1][0].startswith(UNANSWERED):
                    self.unanswered.add(word)
                self.seen.add(word)
            desk.dialogue.withdraw()
        return await super().choose(seat)


def _words(desk: Desk) -> list[str]:
    """The words of the table, without those of the text about one card and of the log, of the question, and
    all verbs."""
    lines = view(desk, 80, 22)
    bar = lines.index("\u2500" * 80) if "\u2500" * 80 in lines else len(lines)
    verbs = {desk.sight.seat.state.rules.verbs[move[0]] for move in desk.dialogue.options}
    said = [*lines[: bar - DETAIL_ROWS], desk.table().question]
    return [word for line in said for word in re.split("[\\s\u2500\u2502\u2550]+", line) if word] + sorted(
        verbs
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_every_word_on_the_screen_is_known_to_the_help(game: str, so_many: Callable[[int, int], int]) -> None:
    """given positions of a random match, then ? knows every label, figure, status and name that stands there,
    and every verb that is legal."""
    rules, looker = games.load(game), Looker(so_many(12, 24))
    names = decks.packaged(rules)
    lists = [part for k in range(2) for part in decks.load_deck(rules, names[k]).lists]
    run_now(
        LocalMatch(
            rules, [looker, Wanderer()], lists, Random(f"{game}3").randrange(99), ("Ann", "Bob")
        ).play()
    )
    assert len(looker.seen) > 40 and not looker.unanswered


def _desk(game: str) -> Desk:
    return next(asked(3, game=game))


def _table(game: str) -> Desk:
    """A table of Terrene or Prelude."""
    g = Terrene() if game == "terrene" else Prelude("human", "elf", cards=prelude.cards("sword"))
    desk = Desk()
    desk.start(info(0, g.s.seats, g.rules.format, game), SeatView(g.s, 0, g.dealer.known[0]))
    return desk


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("goal", "The last Player or team standing wins."),
        ("how do I win", "The last Player or team standing wins."),
        ("turn", "Each turn goes through"),
        ("3TP", "What the card costs in Technique Points"),
        ("Au", "Au: Aura"),
        ("Au3", "Au3: Aura"),
        ("Nu", "Nu: Null"),
        ("a", "a is short for attack."),
        ("to=front", "A part of a move"),
        ("Ti", "Ti: Time"),
        ("Fi/Da", "Fi/Da: Fire, Darkness"),
        ("1+2?", "Cards on it: 1+ is one open card"),
        ("<", "< stands behind the line of the player"),
        ("+12", "A number stands behind what it counts"),
        ("usual", "stops: usual"),
        ("happened?", "What has happened is the last"),
        ("PLV/HP", "PLV: how much"),
        ("faroe", "F.A.R.O.E."),
        ("p1-p2)]", "p1: HP"),
        ("clock", "clock: what is left of the time banks"),
        ("tutorial", "Lessons of a few minutes teach the game"),
        ("undo", "takeback goes back"),
        ("Null", "Null is written Nu on the screen."),
        ("reaction", "Reaction is written React on the screen."),
        ("Replay 2", "[keyword.replay]"),
    ],
)
def test_what_is_meant_comes_first(words: str, first: str) -> None:
    """given a word, an abbreviation or a question, then the answer begins with what it means."""
    found = explain(_desk("faroe").sight, words)[1][0]
    assert found.startswith(first), found


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("Preliminary", "Preliminary: a rank card"),
        ("rank", "Preliminary: a rank card"),
        ("second calling", "A line that may be begun"),
        ("line", "A line: the ranks of one calling"),
        ("Tier", "Tier: how far a rank stands"),
        ("Value", "A Value: a card that is played for nothing"),
        ("Price", "Price: what a card costs"),
        ("Coin", "Coin: what goods"),
    ],
)
def test_the_first_questions_of_prelude_are_in_words_that_are_explained(words: str, first: str) -> None:
    """given a word of the set-up or of a card in it, then what it means stands before the rules about it."""
    found = explain(_table("prelude").sight, words)[1][0]
    assert found.startswith(first), found


@pytest.mark.parametrize("game", ["faroe", "fade2", "fade1"])
def test_words_of_the_console_and_what_is_abbreviated_come_first(game: str) -> None:
    """given every word that is not a move, and every word that stands abbreviated on the screen, then the
    answer begins with it, whatever card or rule begins in the same way."""
    sight = _desk(game).sight
    shorts = sight.face.shorts(games.load(game))
    names = {name for short, name in shorts.items() if name.isalpha() and not short.endswith("#")}
    for word in (*COMMANDS, *names):
        told = explain(sight, word)[1][0]
        assert re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", told.split(".")[0]), told


@pytest.mark.parametrize(
    ("game", "sign", "firsts"),
    [
        ("fade1", "D", ("D is the DEF", "Of a Command: the directions")),
        ("fade1", "A", ("D is the DEF",)),
        ("fade1", "-2", ("How many TP are missing", "A number with - before it is the damage")),
        ("prelude", "A", ("A: the Attack", "A behind a minion")),
        ("prelude", "E", ("E, Edge",)),
        ("prelude", "T", ("T: the tier",)),
        ("prelude", "$", ("$: the price",)),
        ("terrene", "L", ("The LV of a Character",)),
    ],
)
def test_a_sign_that_stands_at_numbers_is_known_without_one(
    game: str, sign: str, firsts: tuple[str, ...]
) -> None:
    """given a letter or sign that the screen puts to numbers, then ? tells all that it says there, before any
    card whose name begins with it."""
    told = explain((_desk if game == "fade1" else _table)(game).sight, sign)[1]
    assert [text.startswith(first) for text, first in zip(told, firsts, strict=False)] == [True] * len(firsts)


@pytest.mark.parametrize(
    ("words", "first"), [("D1", "D is the DEF"), ("DEF 1", "DEF, Defense"), ("D2A4", "D is")]
)
def test_figures_with_a_letter_are_known(words: str, first: str) -> None:
    """given the figures of a Character with DEF and AGI, then ? tells what their letters say."""
    assert explain(_desk("fade1").sight, words)[1][0].startswith(first)


def test_a_number_tells_a_counter_from_an_element() -> None:
    """given Ti, which is Time, then Ti3 is three Timebomb Counters, with the rule about them."""
    said = explain(_desk("faroe").sight, "Ti3")[1]
    assert said[0] == "Ti3: Timebomb" and "[keyword.timebomb]" in said[1]


def test_terms_of_the_rules_win_over_cards_of_such_names() -> None:
    """given void, a Keyword, and cards whose names begin in the same way, then the rule is told and the cards
    are named; a card's whole name tells of the card."""
    sight = _desk("faroe").sight
    said = explain(sight, "shield")[1]
    assert said[0].startswith("shield CARD") and "Shieldmaid of Two Moons" in said[-1]
    assert explain(sight, "shieldmaid of two moons")[1][0].startswith("Shieldmaid of Two Moons: Character")


def test_an_unknown_word_is_said_to_be_that() -> None:
    """given words of no game, then nothing is known about them."""
    for words in ("zzzz", "k9", "w1", "qq/xx"):
        assert explain(_desk("faroe").sight, words)[1] == [UNKNOWN.format(words=words)]


def test_the_book_is_read_chapter_by_chapter() -> None:
    """given a match, then rules lists the chapters, rules and a number opens one, with headings and examples,
    and another word is refused."""
    desk = _desk("faroe")
    enter(desk, "rules")
    assert desk.page is not None and "1 What wins" in desk.page.paragraphs
    enter(desk, "rules 1")
    assert desk.page is not None and desk.page.title == "What wins"
    assert any(text.startswith("Example: ") for text in desk.page.paragraphs)
    enter(desk, "rules nothing")
    assert desk.log[-1].kind == "refused"
