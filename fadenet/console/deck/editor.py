"""A deck that is being built: a machine that takes typed lines and says what came of each.

It knows no screen and writes no file. The scene that shows it carries out what a `Reply` wants.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from fadenet.console.faces.registry import face_of
from fadenet.console.text import clean
from fadenet.console.typed import as_begun
from fadenet.engine import kernel
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games import search
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import PLAN_MAX, Deck, check_deck, is_plan
from fadenet.games.sharing import COPIES_MAX, names_of, unknown_card
from fadenet.games.spelling import slug, typed

HITS_MAX = 40
"""So many cards of a search are listed."""
UNDO_MAX = 100
BAR_MAX = 20
BARS_MAX = 12
"""Rows of one chart; the last one holds all that is higher."""
SHOWN_HAND = 5
"""Cards that a test hand has where a game deals none at the start."""

WORDS = {
    "check": "every rule that the deck breaks, and advice",
    "curve": "what the cards cost, their types and the like, counted",
    "hand": "a test hand, drawn at random; once more draws another",
    "list": "the whole deck, with the text of every card",
    "find": "look for cards: find t:skill cost<=2 sort:cost",
    "plan": "one line on how the deck is meant to win: plan Swing first.",
    "move": "put a card into the other list of the deck: move NAME, move 2 NAME",
    "undo": "take the last change back",
    "save": "save it; save NAME saves it under another name",
    "quit": "leave",
}
HELP = (
    "+3 fire-storm puts three cards in, -1 storm takes one out, + NAME puts one in. Part of a name will do.",
    "Anything else looks for cards, as in `fadenet cards`: words of the name, t:skill, cost<=2, sort:cost.",
    "The number of a card that was found puts it in; +2 7 puts in two of the seventh. ? NAME shows a card.",
    *(f"{word}: {about}." for word, about in WORDS.items()),
)
_CHANGE = re.compile(r"([+-])\s*(?:(\d{1,4})\s*[x\u00d7]?(?:\s+|$))?(.*)")
_COUNTED = re.compile(r"(\d{1,4})\s*[x\u00d7]?\s+(\S.*)")
_MOVED = re.compile(r"(?:(\d{1,4})\s*[x\u00d7]?\s+)?(.*)")
_FILTER = re.compile(r"-+!?[A-Za-z]+(?:<=|>=|<|>|=|:)")


@dataclass(frozen=True, slots=True)
class Panel:
    """Something to look at beside the deck. rows: lines of text; codes: cards, in the order of their numbers
    where `numbered`."""

    title: str
    rows: tuple[str, ...] = ()
    codes: tuple[int, ...] = ()
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The outcome of a line. said, refused: a sentence; page: (title, paragraphs) to read; wants: save or
    quit, name: under which name."""

    said: str = ""
    refused: str = ""
    page: tuple[str, tuple[str, ...]] | None = None
    panel: Panel | None = None
    wants: str = ""
    name: str = ""


class DeckEditor:
    """A deck, what is listed beside it, and the decks before its last changes.

    where: under what it is saved, "" = nothing yet. shuffle: what chance does to a list. focus: the code of
    the card that was changed last, 0 = none.
    """

    def __init__(self, rules: Rules, deck: Deck, where: str, shuffle: Callable[[list[Any]], None]) -> None:
        self.rules = rules
        self.catalogue = catalogue_of(rules)
        self.face = face_of(rules)
        self.deck = deck
        self.where = where
        self.panel: Panel | None = None
        self.focus = 0
        self._shuffle = shuffle
        self._saved = deck
        self._past: deque[Deck] = deque(maxlen=UNDO_MAX)
        self._pending = 1  # how many of the next card that is picked are put in, below 0 taken out
        self._names = names_of(rules)
        self._state = kernel.setup(rules, rules.seat_counts[0])
        self._judged: tuple[Deck, list[str], bool] | None = None

    # The facts to show.

    @property
    def changed(self) -> bool:
        """Whether there is something that has not been saved."""
        return _sorted(self.deck) != _sorted(self._saved)

    @property
    def legal(self) -> bool:
        """Whether the deck may be played."""
        return self._judge()[1]

    def legality(self) -> list[str]:
        """Whether the deck is legal: a line for every rule that it breaks, with its id; else advice."""
        return self._judge()[0]

    def _judge(self) -> tuple[list[str], bool]:
        if self._judged is None or self._judged[0] is not self.deck:
            broken = check_deck(self.rules, self.deck.lists)
            hints = [] if broken else self.rules.book.deck_hints(self.deck.lists)
            lines = [f"[{rule}] {why}" for rule, why in broken] or [f"legal in {self.rules.name}"]
            lines += [f"hint: {why} [{rule}]" for rule, why in hints]
            self._judged = self.deck, lines, not broken
        return self._judged[1:]

    def counts(self) -> str:
        """How many cards each list of the deck has."""
        return "  ".join(f"{title} {len(codes)}" for title, codes in self._lists())

    def _lists(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        titles = (title for _, title in self.rules.deck_tables)
        return zip(titles, self.deck.lists, strict=True)

    def listed(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """Each list of the deck: its title, and (how many, code) by type, price and name."""
        counted = [(title, Counter(codes)) for title, codes in self._lists()]
        return [(title, [(n[code], code) for code in sorted(n, key=self._rank)]) for title, n in counted]

    def _rank(self, code: int) -> tuple[str, int, str]:
        facts = self.catalogue.facts(self.rules.cards[code])
        price = facts[self.catalogue.curves[0]]
        return "/".join(facts["types"]), -1 if price is None else price, facts["name"]

    def figures(self, code: int) -> str:
        """The figures of a card as a match shows them: elements, types, price."""
        face, s = self.face, self._state
        return " ".join(part for part in (face.elements(s, 0, code), face.worth(s, 0, code)) if part)

    def line(self, code: int) -> str:
        """A card on one line, with its text, and how often it is in the deck."""
        n = sum(codes.count(code) for codes in self.deck.lists)
        return self.catalogue.line(self.rules.cards[code]) + (f" ({n} in the deck)" if n else "")

    def known(self, begun: str, inside: bool = False) -> list[str]:
        """Names of cards that begin so; inside: of those in the deck alone."""
        there = {code for codes in self.deck.lists for code in codes}
        cards = [card for card in self.rules.cards[1:] if not inside or card.code in there]
        return sorted({card.name for card in cards if slug(card.name).startswith(slug(begun))})

    # Typed lines.

    def do(self, line: str) -> Reply:
        """Carry out one line."""
        line = typed(clean(line)).strip()
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if line.startswith("?"):
            return self._help(line[1:].strip())
        if word in ("help", "q", "exit", *WORDS):
            return self._word({"q": "quit", "exit": "quit"}.get(word, word), rest)
        change = _CHANGE.fullmatch(line)
        if change is not None and not _FILTER.match(line):
            n = int(change[2] or 1)
            return self._change(n if change[1] == "+" else -n, change[3].strip())
        counted = _COUNTED.fullmatch(line)
        if counted is not None:
            return self._change(int(counted[1]), counted[2])
        return self.pick(int(line)) if line.isdecimal() and len(line) < 5 else self._find(line)

    def pick(self, number: int) -> Reply:
        """Put in the card of this number in the list that is shown, once or as often as the line said that
        opened the list; take it out if the line said so."""
        panel = self.panel
        if panel is None or not panel.numbered:
            return Reply(refused="there is no list to pick from: type words to look for cards")
        if not 0 < number <= len(panel.codes):
            return Reply(refused=f"the list goes from 1 to {len(panel.codes)}")
        n, self._pending = self._pending, 1
        return self._put(panel.codes[number - 1], n)

    def saved(self, deck: Deck, where: str) -> None:
        """The deck has been saved under its name."""
        self.deck = self._saved = deck
        self.where = where

    def _word(self, word: str, rest: str) -> Reply:
        if word == "find":
            return self._find(rest)
        if word == "plan":
            return self._plan(rest)
        if word == "move":
            return self._move(rest)
        if word in ("save", "quit"):
            return Reply(wants=word, name=rest)
        return {
            "help": lambda: self._help(rest),
            "check": lambda: Reply(page=("check", (f"{self.counts()}.", *self.legality()))),
            "curve": lambda: self._show(Panel("curve", tuple(self.curve()))),
            "hand": self._hand,
            "list": lambda: Reply(page=("list", tuple(self._whole()))),
            "undo": self._undo,
        }[word]()

    def _show(self, panel: Panel, said: str = "") -> Reply:
        self.panel, self._pending = panel, 1
        return Reply(said, panel=panel)

    def _help(self, words: str) -> Reply:
        if not words:
            return Reply(page=("help", tuple(map(as_begun, HELP))))
        found = self._meant(words, inside=False)
        if len(found) == 1:
            return self._show(Panel("card", codes=tuple(found)))
        if not found:
            return Reply(refused=unknown_card(self._names, self.rules, words))
        return self._list(found, f"called so: {number_of(len(found), 'card')}")

    def _plan(self, text: str) -> Reply:
        if not is_plan(text):
            return Reply(refused=f"a plan has at most {PLAN_MAX} characters")
        self._step(replace(self.deck, plan=text))
        return Reply(f"plan: {text}" if text else "the deck has no plan any more")

    def _undo(self) -> Reply:
        if not self._past:
            return Reply(refused="there is no change that could be taken back")
        self.deck = self._past.pop()
        return Reply("the last change is taken back")

    def _step(self, deck: Deck) -> None:
        self._past.append(self.deck)
        self.deck = deck

    # Changing.

    def _change(self, n: int, name: str) -> Reply:
        sign = "+" if n > 0 else "-"
        if not n or not name:
            return Reply(refused=f"{sign} how many of which card? As in {sign}2 {self.rules.cards[1].slug}")
        found = self._meant(name, inside=n < 0)
        if len(found) == 1:
            return self._put(found[0], n)
        if found:
            reply = self._list(
                found, f"called so: {number_of(len(found), 'card')}; which one? Type its number"
            )
            self._pending = n
            return reply
        if n < 0 and self._meant(name, inside=False):
            return Reply(refused=f"no {name} is in the deck")
        return Reply(refused=unknown_card(self._names, self.rules, name))

    def _meant(self, name: str, inside: bool) -> list[int]:
        """The cards that a name may mean, those that are called just so before those that begin so, and those
        before the ones in whose name it stands. inside: of those in the deck."""
        there = {code for codes in self.deck.lists for code in codes}
        panel = self.panel
        if name.isdecimal() and panel is not None and panel.numbered:
            return list(panel.codes[int(name) - 1 : int(name)]) if int(name) else []
        cards = [card for card in self.rules.cards[1:] if not inside or card.code in there]
        called = {card.code: (slug(card.name), card.slug) for card in cards}
        part = slug(name)
        for fits in (
            lambda one: part == one,
            lambda one: one.startswith(part),
            lambda one: part in one,
        ):
            found = [code for code, names in called.items() if part and any(map(fits, names))]
            if found:
                return sorted(found, key=lambda code: self.rules.cards[code].name)
        return []

    def _put(self, code: int, n: int) -> Reply:
        """Put so many of a card into the list where it belongs, or take them out of where they are."""
        card, lists = self.rules.cards[code], [list(codes) for codes in self.deck.lists]
        if n > 0:
            at = self.catalogue.table(card)
            if lists[at].count(code) + n > COPIES_MAX:
                return Reply(refused=f"a deck holds at most {COPIES_MAX} of a card here")
            lists[at] += [code] * n
        else:
            holding = [i for i, codes in enumerate(lists) if code in codes]
            if not holding:
                return Reply(refused=f"no {card.name} is in the deck")
            at = holding[-1]
            n = -min(-n, lists[at].count(code))
            for _ in range(-n):
                lists[at].remove(code)
        self._step(replace(self.deck, lists=tuple(map(tuple, lists))))
        self.focus = code
        title, left = self.rules.deck_tables[at][1], lists[at].count(code)
        return Reply(f"{n:+} {card.name}: {left or 'none'} in the {title}")

    def _move(self, words: str) -> Reply:
        """Put so many of a card from the list where it is into the next one: some may lie in either."""
        moved = _MOVED.fullmatch(words)
        found = self._meant(moved[2], inside=True) if moved is not None and moved[2] else []
        if moved is None or len(found) != 1:
            return Reply(refused="move which card of the deck? Say its whole name")
        card, lists = self.rules.cards[found[0]], [list(codes) for codes in self.deck.lists]
        source = next(i for i, codes in enumerate(lists) if card.code in codes)
        target = (source + 1) % len(lists)
        n = min(int(moved[1] or 1), lists[source].count(card.code))
        if source == target or not n or lists[target].count(card.code) + n > COPIES_MAX:
            return Reply(refused=f"{card.name} cannot be moved: there is no other list for it")
        for _ in range(n):
            lists[source].remove(card.code)
        lists[target] += [card.code] * n
        self._step(replace(self.deck, lists=tuple(map(tuple, lists))))
        self.focus = card.code
        title = self.rules.deck_tables[target][1]
        return Reply(f"{card.name}: {lists[target].count(card.code)} in the {title}")

    # Looking.

    def _find(self, line: str) -> Reply:
        if not line:
            return Reply(refused="find what? As in find t:skill, or words of the name")
        query = search.parse_line(line, self.catalogue)
        left_out = "; ".join(f"left out: {token} ({why})" for token, why in query.ignored)
        if query.ignored and not query.tests and not query.order:
            return Reply(refused=left_out)
        found = [card.code for card in query.found(self.rules.cards[1:], self.catalogue)]
        if not found:
            meant = get_close_matches(line.lower()[:40], WORDS, 1, 0.7)
            near = f"; did you mean {meant[0]}?" if meant else ""
            return Reply(refused=left_out or f"no card fits '{line[:40]}'{near or ' (? helps)'}")
        many = f"; the first {HITS_MAX} are listed" if len(found) > HITS_MAX else ""
        said = f"{len(found)} card{'s fit' if len(found) > 1 else ' fits'}{many}; a number puts one in"
        return self._list(found, "; ".join(filter(None, (said, left_out))))

    def _list(self, codes: Sequence[int], said: str) -> Reply:
        return self._show(Panel("found", codes=tuple(codes[:HITS_MAX]), numbered=True), said)

    def _whole(self) -> Iterator[str]:
        for title, rows in self.listed():
            yield f"{title}: {number_of(sum(n for n, _ in rows), 'card')}"
            yield from (f"{n} {self.catalogue.line(self.rules.cards[code])}" for n, code in rows)

    def _hand(self) -> Reply:
        """Draw as many cards as a match deals at its start, from a shuffled deck."""
        who, stock = self.catalogue.stock(self.rules, self.deck.lists, self._shuffle)
        dealt = int(self.rules.book.figures["opening_hand"])
        drawn = list(stock)
        self._shuffle(drawn)
        drawn = drawn[: dealt or SHOWN_HAND]
        about = f"{len(drawn)} of {len(stock)}" + (f" as {who}" if who else "")
        said = f"a test hand, {about}" if dealt else f"the first cards drawn, {about}: none are dealt before"
        return self._show(Panel("hand", codes=tuple(drawn)), said)

    def curve(self) -> list[str]:
        """Charts of the figures of the cards in each list, their costs among them; then their types and the
        like, counted."""
        lines: list[str] = []
        for title, codes in self._lists():
            facts = [self.catalogue.facts(self.rules.cards[code]) for code in codes]
            for fact in self.catalogue.curves:
                numbers = [one[fact] for one in facts if one[fact] is not None]
                lines += [f"{title}: {fact}, {sum(numbers)} in all", *_bars(numbers)] if numbers else []
            for fact in self.catalogue.counted:
                said = [one[fact] for one in facts]
                words = Counter(w for one in said for w in ([one] if isinstance(one, str) else one or []))
                told = ", ".join(f"{word} {n}" for word, n in words.most_common())
                lines += [f"{title}: {fact}: {told}"] if told else []
        return lines or ["there is no card in the deck yet"]


def _bars(numbers: list[int]) -> list[str]:
    """A row for each number from the lowest to the highest: the number, a bar, how many there are."""
    low, high = min(numbers), max(numbers)
    last = min(high, low + BARS_MAX - 1)
    counts = Counter(min(n, last) for n in numbers)
    most = max(max(counts.values()), BAR_MAX)
    return [
        f"{n:>3}{'+' if n == last < high else ' '} {'#' * -(-counts[n] * BAR_MAX // most)} {counts[n]}"
        for n in range(low, last + 1)
    ]


def _sorted(deck: Deck) -> Deck:
    return replace(deck, lists=tuple(tuple(sorted(codes)) for codes in deck.lists))
