"""Plays the two decks until all in them has happened: every card used, every instruction carried out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from fadenet.engine import digest, kernel
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Known, Row, State
from fadenet.games import decks
from fadenet.games.fade import edition, vocabulary
from fadenet.games.fade.rules import FadeRules
from fadenet.games.fade.tables import E_ACTIVATED, E_PLAYED, E_USED
from fadenet.table.dealer import Dealer
from tests.games.test_faroe_cards import TABLES, words_of

DECKS = ("cinder-circuit", "hourglass-mire")
GAMES_MAX = 40
STEPS_MAX = 20_000

Instruction = tuple[Callable[..., None], tuple[Any, ...]]


class Journey:
    """Random games that lean towards what has not happened yet.

    used: slugs of cards played or used. lived: numbers of activated abilities that were used. done: (program,
    place) of every instruction carried out.
    """

    def __init__(self) -> None:
        self.rules: FadeRules = edition.load_edition("faroe")
        self.used: set[str] = set()
        self.lived: set[int] = set()
        self.done: set[tuple[int, int]] = set()
        self.games = 0
        programs = self.rules.programs
        self.programs = range(1, len(programs))  # 0 is the built-in Charge
        for n in range(len(programs)):
            programs[n] = tuple(self._noted(n, at, row) for at, row in enumerate(programs[n]))
        self.places = {(n, at) for n in self.programs for at in range(len(programs[n]))}
        self.activated = {a.number for c in self.rules.cards for a in c.extra["activated"]}
        self.slugs = {c.slug for c in self.rules.cards[1:]}

    def _noted(self, program: int, at: int, row: Instruction) -> Instruction:
        run, arguments = row

        def note(s: State, act: Any, *given: Any) -> None:
            self.done.add((program, at))
            run(s, act, *given)

        return note, arguments

    def missing(self) -> list[str]:
        """The cards that have not been used, or of which some part has not happened."""
        part = {self.owner[n] for n, _ in self.places - self.done} | {
            self.rules.cards[self.rules.abilities[n].code].slug for n in self.activated - self.lived
        }
        return sorted(part | (self.slugs - self.used))

    @property
    def owner(self) -> dict[int, str]:
        """The slug of the card that a program belongs to."""
        return {a.program: self.rules.cards[a.code].slug for a in self.rules.abilities if a.program >= 0}

    def watch(self, s: State, rows: list[Row]) -> None:
        for row in rows:
            if row[0] in (E_PLAYED, E_USED):
                self.used.add(self.rules.cards[s.code[row[1]]].slug)
            elif row[0] == E_ACTIVATED:
                self.lived.add(s.acts[row[4]][5])

    def choose(self, s: State, options: list[Move], known: Known, random: Random, wanted: set[int]) -> Move:
        """Mostly something that a card is still needed for, else any kind of move and then any move of it."""
        if wanted and random.random() < 0.75:
            there = [
                m for m in options if len(m) > 1 and type(m[1]) is int and _code(s, m[1], known) in wanted
            ]
            if there:
                return random.choice(there)
        verb = random.choice(sorted({m[0] for m in options}))
        return random.choice([m for m in options if m[0] == verb])

    def play(self, seed: int) -> State:
        """One game to its end; odd seeds swap the decks."""
        rules, random = self.rules, Random(seed)
        lists = [decks.load_deck(rules, name) for name in (DECKS[::-1] if seed % 2 else DECKS)]
        dealer = Dealer([list(part) for d in lists for part in (d.deck, d.pool)], 2, seed)
        wanted = {rules.code_of(slug) for slug in self.missing()}
        s = kernel.setup(rules, 2)
        for _ in range(STEPS_MAX):
            if s.over:
                self.games += 1
                return s
            if s.needs:
                self.watch(s, dealer.deal(s))
                continue
            for ask in s.asks:
                seat = ask[1]
                known = dealer.known[seat]
                move = self.choose(s, kernel.options(s, seat, known), known, random, wanted)
                self.watch(s, kernel.apply(s, seat, move, dealer.opening(s, move)))
        raise AssertionError(f"game {seed} is still running in turn {s.turn}")


def _code(s: State, h: int, known: Known) -> int:
    return s.code[h] or known.get(h, 0) if 0 < h <= HANDLE_MASK else 0


@pytest.fixture(scope="module")
def journey() -> Journey:
    """Games until nothing is missing any more, GAMES_MAX at the most."""
    found = Journey()
    for seed in range(GAMES_MAX):
        found.play(seed)
        if not found.missing():
            break
    return found


def test_every_card_is_used_and_all_of_it_happens(journey: Journey) -> None:
    """given both decks, when they meet often enough, then all cards and instructions have had their turn."""
    assert journey.missing() == []


def test_every_effect_word_is_carried_out(journey: Journey) -> None:
    """given all instructions carried out, then no word for effects is left that no card is written with."""
    known = vocabulary.make_language(edition.bare_edition("faroe")).effects
    written = set().union(*(words_of(table) for table in TABLES.values()))
    assert set(known) - written == set()


def test_the_same_seed_gives_the_same_game() -> None:
    """given a seed, when the game is played twice, then both end in the same state."""
    assert digest.digest(Journey().play(3)) == digest.digest(Journey().play(3))
