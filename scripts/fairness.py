"""Whether draws are fair: what the bind of `protocol/` deals, and whether anybody can foresee it.

    python3 scripts/fairness.py [--binds 1000000] [--seed 0]

Decks of 60 different cards are shuffled and dealt to the last card with the protocol's own commitments, token
chains and binds, half of them at tables of two and half at tables of four; only the signatures are left out.
Then two questions, each answered by a number of standard deviations, which must stay below `Z_MAX`:

- *Is every deal as likely as any other?* The first card, the first two in order, and which card lies where,
  against the even distribution (chi-square). Once by place among the commitments, which the tokens alone
  decide, and once by card, which the owner's secret order decides as well.
- *Who can guess the next card?* Right one time in r, r being the cards left, is luck. The owner knows what is
  behind each commitment, and every permuter its own next token; who lacks a token puts the last one in its
  place, and who lacks the cards the one that has lain in that place most often, among those left. The last
  line is the control: who has everybody's tokens and the cards foresees every draw.

Exits with 1 if a number is too large, or if the control fails.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from seeds import secret

from protocol.ledger import Ledger, PoolState
from protocol.messages import Payload, Token
from protocol.needs import Need, NeedPool, NeedReady
from protocol.play import Play
from protocol.secrets import Secrets
from protocol.standing import Standings
from protocol.values import Com
from protocol.vault import Vault

CARDS = 60
HAND = 7  # cards of the first draw of each deal; all others are drawn one at a time
SHUFFLES = 16  # of each deck in one match; then there is another match
TABLES = (2, 4)
Z_MAX = 4.0


def main(arguments: list[str]) -> int:
    """Deal, print one line a question, and return 0 if every answer is in bounds."""
    parser = argparse.ArgumentParser(description="Check that draws are fair and cannot be foreseen.")
    parser.add_argument("--binds", type=int, default=1_000_000, help="cards to deal (default: 1000000)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    study = Study(options.seed)
    study.run(options.binds)
    print(
        f"{study.binds:,} binds, {study.deals:,} deals of {CARDS} cards; every |z| is to be below {Z_MAX:g}"
    )
    answers, foreseen = study.answers(), study.foreseen()
    for question, z in answers.items():
        print(f"{verdict(abs(z) < Z_MAX)}  {question:<58}  z = {z:+.2f}")
    print(f"{verdict(foreseen)}  control: whoever knows all tokens and cards is always right")
    return 0 if foreseen and all(abs(z) < Z_MAX for z in answers.values()) else 1


def verdict(met: bool) -> str:
    return "met    " if met else "NOT MET"


# The table: everything of a match but entries and signatures.


@dataclass(frozen=True, slots=True)
class BindBatch:
    """One batch of binds: the pool and everybody's links before it, and what was drawn.

    `spent` are the last links that all have seen, `fresh` the ones that decide this batch, by seat.
    """

    game: bytes
    owners: tuple[int, ...]
    deck: int
    q: int
    pool: PoolState
    spent: dict[int, bytes]
    fresh: dict[int, bytes]
    drawn: tuple[Com, ...]


class Dealing:
    """One match of `seats` players, a deck each. `vaults[seat]` is what a seat knows."""

    def __init__(self, seats: int, seed: object) -> None:
        self.game = secret("game", seats, seed)
        self.owners = tuple(range(seats))
        self.play = Play(self.game, self.owners, Standings(seats), None, None)
        self.vaults = []
        for seat in self.owners:
            master, signing, opening = (secret(what, seat, seats, seed) for what in "MSX")
            own = Secrets(master, signing, opening, (tuple(range(1, CARDS + 1)),))
            self.vaults.append(Vault(own, self.game, seat, self.play.ledger))
        self._seq = 0
        self._links: dict[tuple[int, int], bytes] = {}
        for seat, vault in enumerate(self.vaults):
            ready = vault.chains.ready(self.owners)
            self._apply(seat, NeedReady(), ready)
            self._links |= {(seat, number): anchor for number, anchor in ready.anchors}

    def deals(self) -> Iterator[list[BindBatch]]:
        """Deal every deck to the last card, `SHUFFLES` times; the draws of one deck at a time."""
        held: dict[int, tuple[Com, ...]] = {}
        for _ in range(SHUFFLES):
            for deck in self.owners:
                self._shuffle(deck, held.get(deck, ()))
                draws = [self._draw(deck, HAND)] + [self._draw(deck, 1) for _ in range(CARDS - HAND)]
                held[deck] = tuple(com for draw in draws for com in draw.drawn)
                yield draws

    def _apply(self, seat: int, need: Need, payload: Payload) -> None:
        """Do with an entry of a rest as a transcript does, but for the entry."""
        self.play.check_need(seat, need)
        self.play.check(seat, need, payload)
        self.play.apply(seat, self._seq, b"", need, payload)
        self._seq += 1

    def _shuffle(self, deck: int, put: tuple[Com, ...]) -> None:
        need, vault = NeedPool(deck, put, size=CARDS), self.vaults[deck]
        pool = vault.pool(need)
        vault.made(need, pool.epoch)
        self._apply(deck, need, pool)

    def _draw(self, deck: int, slots: int) -> BindBatch:
        pool, q = self.play.ledger.pools[deck], self.play.chains.next_q(deck)
        before = PoolState(deck, pool.epoch, list(pool.coms))
        spent, fresh = {}, {}
        for one in self.play.token_needs([deck]):
            spent[one.seat] = self._links[one.seat, deck]
            token = self.vaults[one.seat].chains.token(deck, q)
            self._apply(one.seat, one.need, Token((token,)))
            fresh[one.seat] = self._links[one.seat, deck] = token.link
        bound = self.play.bind(deck, slots)
        drawn = tuple(com for com in bound if isinstance(com, Com))
        return BindBatch(self.game, self.owners, deck, q, before, spent, fresh, drawn)


# Is every deal as likely as any other?


class Evenness:
    """Counts over equally likely `cells`, `each` of them counted a deal; `free` degrees of freedom."""

    def __init__(self, cells: int, free: int, each: int = 1) -> None:
        self._cells, self._free, self._each = cells, free, each
        self._counts: dict[tuple[int, ...], int] = {}
        self._total = 0

    def count(self, *cell: int) -> None:
        self._counts[cell] = self._counts.get(cell, 0) + 1
        self._total += 1

    def z(self) -> float:
        """How far from even: chi-square, in its standard deviations from its mean."""
        if self._total <= self._each:
            raise ValueError("one deal says nothing; deal more")
        even = self._total / self._cells
        squares = sum(n * n for n in self._counts.values()) / even - self._total
        chi = squares * self._free / (self._cells - self._each)
        return (chi - self._free) / math.sqrt(2 * self._free * (1 - self._each / self._total))


class Deals:
    """The counts of whole deals, seen in one way: numbers 1 .. `CARDS` in the order they were drawn."""

    def __init__(self) -> None:
        self.first = Evenness(CARDS, CARDS - 1)
        self.pairs = Evenness(CARDS * (CARDS - 1), CARDS * (CARDS - 1) - 1)
        self.positions = Evenness(CARDS * CARDS, (CARDS - 1) ** 2, each=CARDS)

    def count(self, drawn: Sequence[int]) -> None:
        self.first.count(drawn[0])
        self.pairs.count(drawn[0], drawn[1])
        for position, number in enumerate(drawn):
            self.positions.count(position, number)


# Who can guess the next card?


class Guesser:
    """A coalition of seats that share all they have. `owner`: the owner of the deck is one of them.

    lacking: how many permuters are not; their next links are not known before the draw.
    """

    def __init__(self, owner: bool, lacking: int) -> None:
        self._owner = owner
        self._lacking = lacking
        self._lain: dict[tuple[int, int], int] = {}  # (index, card) -> how often that was so
        self.hits = self.guesses = 0
        self.luck = self.variance = 0.0

    def guess(self, draw: BindBatch, cards: Mapping[Com, int]) -> None:
        """Guess the first card of a draw and see whether it is that. `cards`: what the owner knows."""
        if len(draw.pool.coms) < 2:
            return
        honest = sorted(draw.fresh)[: self._lacking]
        links = [(draw.spent if seat in honest else draw.fresh)[seat] for seat in sorted(draw.fresh)]
        com = self._foresee(draw, links)
        if self._owner:
            card = cards[com]
        else:
            left = [cards[one] for one in draw.pool.coms]
            card = max(left, key=lambda one: (self._lain.get((com.nth, one), 0), one))
        self.hits += card == cards[draw.drawn[0]]
        self.guesses += 1
        chance = 1 / len(draw.pool.coms)
        self.luck += chance
        self.variance += chance * (1 - chance)

    def _foresee(self, draw: BindBatch, links: list[bytes]) -> Com:
        """The commitment that these links would bind next: the protocol's own bind, on a copy of the pool."""
        ledger = Ledger(draw.game, draw.owners, len(draw.owners))
        ledger.pools[draw.deck] = PoolState(draw.deck, draw.pool.epoch, list(draw.pool.coms))
        (com,) = ledger.bind(draw.deck, [draw.deck], draw.q, links)
        assert isinstance(com, Com)
        return com

    def learn(self, draws: Sequence[BindBatch], cards: Mapping[Com, int]) -> None:
        """A deck is dealt out and all of it known to everybody."""
        if not self._owner:
            for com in draws[0].pool.coms:
                at = com.nth, cards[com]
                self._lain[at] = self._lain.get(at, 0) + 1

    def z(self) -> float:
        """How much more often right than by luck, in standard deviations."""
        return (self.hits - self.luck) / math.sqrt(self.variance)


# Both questions.


class Study:
    """All deals of one seed, and what is counted of them."""

    def __init__(self, seed: object) -> None:
        self._seed = seed
        self.binds = self.deals = 0
        self.by_place, self.by_card = Deals(), Deals()
        self.guessers = {
            (2, "the owner"): Guesser(owner=True, lacking=1),
            (2, "the opponent"): Guesser(owner=False, lacking=0),
            (4, "the owner"): Guesser(owner=True, lacking=3),
            (4, "one opponent"): Guesser(owner=False, lacking=2),
            (4, "all three opponents"): Guesser(owner=False, lacking=0),
            (4, "the owner with two opponents"): Guesser(owner=True, lacking=1),
        }
        self.controls = {seats: Guesser(owner=True, lacking=0) for seats in TABLES}

    def run(self, binds: int) -> None:
        """Deal whole decks until there are at least so many binds, as many at each kind of table."""
        for seats in TABLES:
            wanted, match = self.binds + binds // len(TABLES), 0
            while self.binds < wanted:
                dealing = Dealing(seats, (self._seed, match))
                for draws in dealing.deals():
                    self._count(seats, draws, dealing.vaults[draws[0].deck].card)
                    if self.binds >= wanted:
                        break
                match += 1

    def _count(self, seats: int, draws: Sequence[BindBatch], cards: Mapping[Com, int]) -> None:
        drawn = [com for draw in draws for com in draw.drawn]
        self.binds += len(drawn)
        self.deals += 1
        self.by_place.count([com.nth for com in drawn])
        self.by_card.count([cards[com] for com in drawn])
        guessers = [one for (at, _), one in self.guessers.items() if at == seats]
        for guesser in (*guessers, self.controls[seats]):
            for draw in draws:
                guesser.guess(draw, cards)
            guesser.learn(draws, cards)

    def answers(self) -> dict[str, float]:
        """The standard deviations of every question."""
        found = {}
        for what, deals in (("place among the commitments", self.by_place), ("card", self.by_card)):
            found[f"first card, by {what}"] = deals.first.z()
            found[f"first two in order, by {what}"] = deals.pairs.z()
            found[f"position, by {what}"] = deals.positions.z()
        for (seats, who), guesser in self.guessers.items():
            found[f"table of {seats}: next card guessed by {who}"] = guesser.z()
        return found

    def foreseen(self) -> bool:
        """Whether who knows all tokens and cards, and nobody else, is always right."""
        return all(one.hits == one.guesses for one in self.controls.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
