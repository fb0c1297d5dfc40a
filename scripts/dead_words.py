"""Plays matches and prints the words of cards that change nothing: effects that come to nothing whenever they
are carried out, changes that end before anything asks for them, what reaches hardly anybody, and abilities
whose moment never comes.

    python3 scripts/dead_words.py [--game fade1] [--games 60] [--seed 0] [--bot greedy --bot random]
                                  [--card SLUG ...] [--seen 5] [--runs 8] [--share 0.25]

Half of the matches are played with the game's ready decks, half with decks drawn from all its cards; the bots
take turns by match, the same for both seats. A row is one effect of one ability: how often it was carried
out, how often that changed the state, how many of those it was about changed, and for changes with an end how
many were asked for while they lasted. A row of an ability that is carried out in no match counts those in
which its card was seen. A word that only shows or chooses something counts as changing it.

Printed is what changed nothing in `--runs` times or more, what changed less than `--share` of those that it
was about, and what never came in `--seen` matches; with `--card` all that is known of these cards, of which
every deck gets as many as it may hold. Exits with 1 if anything changed nothing at all: few matches say
little, so read what they say before a card is changed.

Run it with an environment that has the project's dependencies, such as the one that `scripts/test.py` makes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.bots.arena import play_game, random_deck
from fadenet.engine.acts import A_ID
from fadenet.engine.card import Ability, Static
from fadenet.engine.kit import quantities
from fadenet.engine.language import flow, instructions
from fadenet.engine.rules import Rules
from fadenet.engine.state import HANDLE_MASK, Act, Row, State
from fadenet.games import decks
from fadenet.games.decks import Deck
from fadenet.games.fade.field import values

QUIET = frozenset(
    {
        *(name for name in vars(flow) if callable(getattr(flow, name))),
        *("do_look", "do_show", "do_show_hand", "do_open", "do_shuffle", "do_pick", "do_random", "do_reveal"),
    }
)
"""Instructions that steer, show or choose: that they change no card says nothing about them."""
COPIES = 4
"""How many of a card that is asked about a deck gets, if it may."""


@dataclass(slots=True)
class MeteredWord:
    """One effect of one ability, or one continuous effect. aimed, reached: how many it was about, and how
    many of them changed. made, asked: changes with an end, and those that something asked for."""

    ability: Ability
    said: str
    runs: int = 0
    changed: int = 0
    aimed: int = 0
    reached: int = 0
    made: int = 0
    asked: int = 0

    def faults(self, options: argparse.Namespace, seen: int) -> Iterator[str]:
        """The faults of it, as far as the matches tell; none = all is well."""
        if not self.runs:
            if seen >= options.seen:
                yield f"never came in {seen} matches"
        elif self.runs >= options.runs and not self.changed:
            yield f"changed nothing in {self.runs} times"
        elif self.made >= options.runs and not self.asked:
            yield f"none of {self.made} changes was asked for before it ended"
        elif self.aimed >= options.runs and self.reached < options.share * self.aimed:
            yield f"changed {self.reached} of {self.aimed}"

    def told(self) -> str:
        """All that is known of it."""
        return (
            f"{self.said}: {self.runs} times, {self.changed} changed; "
            f"{self.reached} of {self.aimed} reached; {self.asked} of {self.made} asked for"
        )


class WordMeter:
    """Counts what the words of a game's cards do in the match that it watches; give it to `play_game`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.words: list[MeteredWord] = []
        self.seen = [0] * len(rules.cards)
        self.main: State | None = None
        self._open: dict[int, tuple[MeteredWord, Snapshot, list[int]]] = {}
        self._made: dict[
            int, MeteredWord
        ] = {}  # by stamp: the changes of this match that nothing asked for yet
        programs = {a.program: a for a in rules.abilities if a.program >= 0}
        for number, ability in programs.items():
            code = rules.programs[number]
            words = [self._word(ability, run, args) for run, args in code]
            measured = [(self._measured(*word), ()) for word in zip(words, code, strict=True)]
            rules.programs[number] = (*measured, (lambda s, act: self._close(s, act[A_ID]), ()))
        for ability in rules.abilities:
            if ability.static is not None:
                word = MeteredWord(ability, ability.static.text)
                self.words.append(word)
                ability.static = replace(ability.static, amount=self._given(word, ability.static))
        for module in (quantities, values):
            module.changes = self._asking(module.changes)  # type: ignore[attr-defined]

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        if s is not self.main:
            self.main, self._open, self._made = s, {}, {}
        if s.over:
            for code in {*s.code} - {0}:
                self.seen[code] += 1
            self.main = None

    def _word(self, ability: Ability, run: Callable[..., None], args: tuple[Any, ...]) -> MeteredWord | None:
        """The row of an instruction; None for one that says nothing by itself."""
        inner = args[0] if args and getattr(run, "__name__", "") in ("do_each", "do_with") else run
        name = getattr(inner, "func", inner).__name__
        if name in QUIET:
            return None
        word = MeteredWord(ability, name.removeprefix("do_"))
        self.words.append(word)
        return word

    def _measured(
        self, word: MeteredWord | None, code: tuple[Callable[..., None], tuple[Any, ...]]
    ) -> Callable[[State, Act], None]:
        """The instruction, which tells what it does in the match that is watched."""
        run, args = code

        def step(s: State, act: Act) -> None:
            if s is not self.main:
                run(s, act, *args)
                return
            self._close(s, act[A_ID])
            if word is None:
                run(s, act, *args)
                return
            found: list[int] = []
            before, stamps = Snapshot(s, act[A_ID]), {m.stamp for m in s.mods}
            run(s, act, *[_noting(arg, found) for arg in args])
            if run is instructions.do_mod:
                for m in s.mods:
                    if m.stamp not in stamps:
                        self._made[m.stamp] = word
                        word.made += 1
            self._open[act[A_ID]] = word, before, found

        return step

    def _close(self, s: State, act_id: int) -> None:
        """The last effect of an action is done, with all that came of it."""
        if s is self.main and act_id in self._open:
            word, before, found = self._open.pop(act_id)
            after, there = Snapshot(s, act_id), {*found}
            changed = before.whole != after.whole
            reached = sum(before.of(h) != after.of(h) for h in there)
            word.runs += 1
            word.changed += changed
            word.aimed += len(there)
            word.reached += reached or changed * len(there)  # what is none of a card's own is of all

    def _given(self, word: MeteredWord, static: Static) -> Callable[[State, Act], int]:
        """A continuous effect's amount, which is asked for where it comes to count."""

        def given(s: State, act: Act) -> int:
            n = static.amount(s, act)
            if s is self.main:
                word.runs += 1
                word.changed += n != 0 or static.op != 0
            return n

        return given

    def _asking(self, changes: Callable[..., Any]) -> Callable[..., Any]:
        """A function that tells the changes of a value, noting which of those with an end it was asked
        for."""

        def ask(s: State, *where: Any) -> Any:
            if s is self.main and self._made:
                what, there = where[-2:]
                for m in s.mods:
                    h = m.target & HANDLE_MASK
                    if m.what == what and (h == there if type(there) is int else h in there):
                        word = self._made.pop(m.stamp, None)
                        if word is not None:
                            word.asked += 1
            return changes(s, *where)

        return ask


class Snapshot:
    """All that can be changed, as it was at a moment; not what an action remembers of itself."""

    def __init__(self, s: State, act_id: int) -> None:
        self.seats = s.seats
        self.columns = [tuple(column) for column in (*s.num, s.zone, s.ctrl, s.host, s.face, s.role)]
        self.mods = tuple(s.mods)
        self.sizes = tuple(len(line) for line in s.zones)
        others = tuple(tuple(act) for k, act in sorted(s.acts.items()) if k != act_id)
        more = (tuple(s.zones), tuple(s.vars), s.queue, tuple(sorted(s.marks.items())), s.out, s.over)
        self.whole = (*self.columns, self.mods, others, *more)

    def of(self, h: int) -> tuple[Any, ...]:
        """The columns of a card or Player: of one of these how many cards lie in each place too."""
        own = tuple(column[h] if h < len(column) else 0 for column in self.columns)
        mods = tuple(m for m in self.mods if m.target & HANDLE_MASK == h)
        kinds = len(self.sizes) // self.seats
        return (*own, mods, self.sizes[(h - 1) * kinds : h * kinds] if h <= self.seats else ())


def _noting(arg: Any, found: list[int]) -> Any:
    """An argument of an instruction: one that finds cards notes those that it finds."""
    if not callable(arg):
        return arg

    def noting(s: State, act: Act, *more: Any) -> Any:
        given = arg(s, act, *more)
        if type(given) in (list, tuple):
            found.extend(given)
        return given

    return noting


def holding(rules: Rules, deck: Deck, code: int) -> Deck:
    """The deck with as many copies of a card, in place of others, as it may hold; itself if that is none."""
    for n in range(COPIES, 0, -1):
        for at, part in enumerate(deck.lists):
            swapped = (*[c for c in part if c != code][: len(part) - n], *[code] * n)
            lists = (*deck.lists[:at], swapped, *deck.lists[at + 1 :])
            if len(swapped) == len(part) and not rules.book.deck_faults(lists):
                return replace(deck, lists=lists)
    return deck


def play(options: argparse.Namespace, game: str) -> WordMeter:
    """Play the matches of a game; what its words did in them."""
    rules = games.load(game)
    meter, ready = WordMeter(rules), [decks.load_deck(rules, name) for name in decks.packaged(rules)]
    for seed in range(options.seed, options.seed + options.games):
        dice, bot = Random(seed), options.bot[seed // 2 % len(options.bot)]
        lists = [random_deck(rules, dice) if seed % 2 else dice.choice(ready) for _ in range(2)]
        for slug in options.card:
            lists = [holding(rules, deck, rules.code_of(slug)) for deck in lists]
        play_game(rules, [bot] * 2, lists, seed, meter)
        if sys.stderr.isatty():
            print(f"\r{game}: {seed - options.seed + 1} of {options.games}", end="", file=sys.stderr)
    return meter


def report(options: argparse.Namespace, meter: WordMeter) -> bool:
    """Print what was found; whether nothing is dead."""
    cards, dead = meter.rules.cards, 0
    for word in sorted(meter.words, key=lambda word: cards[word.ability.code].slug):
        card = cards[word.ability.code]
        faults = [*word.faults(options, meter.seen[card.code])]
        if card.slug in options.card:
            print(f"{card.slug}: {word.told()}")
        elif faults and not options.card:
            dead += any("nothing" in fault for fault in faults)
            print(f"{card.slug}: {word.said}: {'; '.join(faults)}: {word.ability.text or card.text}")
    return not dead


def main() -> int:
    parser = argparse.ArgumentParser(description="Words of cards that change nothing, found by matches.")
    parser.add_argument("--game", default=games.NAMES[0], choices=(*games.NAMES, "all"))
    parser.add_argument("--games", type=int, default=60, help="matches of each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", action="append", default=[], help="who plays, by turns (greedy and random)")
    parser.add_argument("--card", action="append", default=[], help="tell all that is known of this card")
    parser.add_argument("--seen", type=int, default=5, help="matches without which nothing is missed")
    parser.add_argument("--runs", type=int, default=8, help="times without which nothing is judged")
    parser.add_argument("--share", type=float, default=0.25, help="of those it is about who should change")
    options = parser.parse_args()
    options.bot = options.bot or ["greedy", "random"]
    alive = [
        report(options, play(options, game))
        for game in (games.NAMES if options.game == "all" else [options.game])
    ]
    return 0 if all(alive) else 1


if __name__ == "__main__":
    sys.exit(main())
