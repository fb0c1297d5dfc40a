"""Builds positions of a Prelude match in a few lines, and plays moves in them through the engine's own calls.

    g = Prelude("human", "dwarf")            # whose characters sit there: seat 0 responds first, in Turn 5
    g = Prelude("human", "dwarf", ranks=("green-magic-1", "soldier-1"))  # one rank each; a single slug: all
    g.ranks(0, "soldier-1", "swordsman-2")   # a stack, the last card on top; more=True: the second stack
    sword = g.equipped(0, "sword")           # also stowed, hand, minion, trap (laid; set=True: set), energy
    g.actions(0, 3); g.coin(0, 8); g.training(0, 4); g.reserve(top, 6); g.life(1, 12)
    g.play(0, "attack", sword, g.body(1))    # a move by verb and handles; (key, value) for what has a key
    g.when_asked(1, t.W_DEFENCE, "evade")    # seat 1 is the next one who is asked in that window, and evades
    g.pass_all()                             # everybody passes until the responder chooses freely again
    assert g.lost(1) == 4
    g.quietly(0, "attack", sword, g.body(1))         # a move, and everybody passes
    g.begin(0, "attack", club, g.body(1), paid=2)    # a task that is carried on, with so many actions paid
    g.cast(0, "bolt", g.body(1))                     # a fresh spell, quietly
    assert g.refused(0, "attack", sword, g.body(1)) == "response.no-actions"

Every zone but the Battle Chests and characters is empty at first, and every character has the pool that its
Suspend gives. `g.next(seat)` plays on quietly to that seat's next free choice; `g.until(window)` until
somebody is asked in a window. `Prelude(..., setup=False, decks=[[slugs], ...])` rests at the first question
of the set-up; `g.picks(seat, *slugs)` says what a seat takes at its next choice from a deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fadenet.engine import atoms, kernel, needs
from fadenet.engine.language import files
from fadenet.engine.state import ACT, TAKE, TOSS, Ask, Row, State, TableNeed, ref
from fadenet.games.prelude import cards as compiler
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from fadenet.games.prelude.rules import make_rules
from fadenet.games.prelude.typed import PACKAGE, PreludeRules
from fadenet.table.dealer import Dealer
from tests.builders.hands import Hands
from tests.cards.prelude import cards

__all__ = ["AT", "CHEAP", "COST", "DEEP", "LINE", "Prelude", "rules_with", "tiers"]

COST, LINE, AT = t.KEY_COST, t.KEY_LINE, t.KEY_AT  # keys of arguments
CHEAP, DEEP = [(COST, t.TRAP_COSTS.index(of)) for of in ((2, 1), (4, 2))]
"""The statements of the player of a trap: price 2 and Suspend 1, or price 4 and Suspend 2."""
RACES = ("human", "elf", "dwarf", "orc")
CARDS = cards(*RACES)
OWN = ("ranks.toml", "values.toml")  # the files of the game's own cards that every test has
_MADE: dict[tuple[str, str], PreludeRules] = {}


def rules_with(cards: str = "", format: str = "duel") -> PreludeRules:
    """Prelude's rules with its ranks and Values, the four characters of the tests, and the cards given."""
    key = (cards, format)
    if key not in _MADE:
        own = [one for one in files.sources(PACKAGE, "cards") if one[0] in ("ranks.toml", "values.toml")]
        _MADE[key] = compiler.add_cards(make_rules(format), [*own, ("scenario", CARDS), ("test", cards)])
    return _MADE[key]


def tiers(line: str, top: int) -> list[str]:
    """The ranks of a line of magic, or of Barbarian, from tier 1 to this one."""
    return [f"{line}-{tier}" for tier in range(1, top + 1)]


class Prelude(Hands):
    """A match under way: see the top of this file. `s` is the state, `dealer` the table, `log` all events."""

    rules: PreludeRules

    def __init__(
        self,
        *characters: str,
        cards: str = "",
        ranks: str | Iterable[str] = (),
        seed: int = 1,
        setup: bool = True,
        decks: Sequence[Sequence[str]] = (),
        turn: int = 5,
        first: int = 0,
        agreements: bool = False,
    ) -> None:
        seats = len(characters)
        self.agreements = agreements
        self.rules = rules_with(cards, "duel" if seats == 2 else "melee")
        self.log: list[Row] = []
        self.rolls: list[tuple[int, ...]] = []
        self._picked: dict[int, list[tuple[str, ...]]] = {seat: [] for seat in range(seats)}
        lists: list[list[int]] = []
        for seat, who in enumerate(characters):
            other = next(race for race in RACES if race != who)
            deck = list(decks[seat]) if decks else ["copper-purse"] * 50 + ["soldier-1", "green-magic-1"]
            lists += [self._codes(deck), self._codes([who, other])]
            self.picks(seat, who)
        self.dealer = Dealer(lists, seats, seed)
        self.s: State = kernel.setup(self.rules, seats)
        self.settle()
        if setup:
            self._begin(turn, first)
            for seat, rank in enumerate([ranks] * seats if isinstance(ranks, str) else ranks):
                self.ranks(seat, rank)

    def _codes(self, slugs: Sequence[str]) -> list[int]:
        return [self.rules.code_of(slug) for slug in slugs]

    def _begin(self, turn: int, first: int) -> None:
        """The set-up is played quietly; then a later Response begins with an empty field."""
        while not (self.s.turn and self.s.asks and self.asked_kind() == ACT):
            self.step()
        s = self.s
        for seat in range(s.seats):
            for kind in (t.HAND, *t.STACKS, t.STOWED, t.EQUIPPED):
                for h in self.zone(seat, kind):
                    atoms.take_away(s, h)
            for column in (t.COIN, t.TRAINING, t.RESPONSES, t.BOUND, t.SECOND, t.TAUGHT):
                atoms.put(s, column, seat + 1, -s.num[column][seat + 1])
            atoms.put(s, t.ACTIONS, seat + 1, values.pool(s, seat + 1) - s.num[t.ACTIONS][seat + 1])
            atoms.put(s, t.RESPONSES, seat + 1, turn if turn > 1 or seat == 0 else 0)
        s.turn = turn
        atoms.set_var(s, t.G_FIRST, first)
        s.active = 0
        ask = s.asks[0]
        s.asks = (ask._replace(seat=0),)
        self.quiet()

    def quiet(self) -> None:
        """All that building a position would have set off is forgotten."""
        self.s.queue = ()
        self.s.index = None

    # What is there.

    def card(self, seat: int, slug: str, kind: int, face: int = 1) -> int:
        """A fresh card of `seat` in a zone of a kind (t.HAND ...); face 0 = hidden, known to its owner."""
        s = self.s
        (h,) = atoms.grow(s, seat, -1, 1)
        code = self.rules.code_of(slug)
        self.dealer.truth[h] = self.dealer.known[seat][h] = code
        if face:
            s.code[h] = code
        atoms.move(s, h, seat * t.NZ + kind, face)
        s.since[h] = 0
        self.quiet()
        return h

    def body(self, seat: int) -> int:
        """The handle of a seat's character as a target."""
        return seat + 1

    def hand(self, seat: int, slug: str) -> int:
        return self.card(seat, slug, t.HAND, 0)

    def stowed(self, seat: int, slug: str) -> int:
        return self.card(seat, slug, t.STOWED)

    def equipped(self, seat: int, slug: str) -> int:
        return self.card(seat, slug, t.EQUIPPED)

    def energy(self, seat: int, slug: str) -> int:
        return self.card(seat, slug, t.ENERGIES)

    def minion(self, seat: int, slug: str, actions: int = -1) -> int:
        """A minion or creature that came earlier, with its pool or so many actions."""
        h = self.card(seat, slug, t.MINIONS)
        self.s.since[h] = -1
        atoms.put(self.s, t.ACTIONS, h, values.pool(self.s, h) if actions < 0 else actions)
        self.quiet()
        return h

    def trap(self, seat: int, slug: str, set: bool = True) -> int:
        """A trap that lies face-down, set or not."""
        h = self.card(seat, slug, t.TRAPS, 0)
        stats = self.rules.by_slug[slug].stats
        at = t.TRAP_COSTS.index((stats[t.S_PRICE], stats[t.Q_SUSPEND]))
        atoms.vouch(self.s, h, t.ST_TRAP + at)
        atoms.put(self.s, t.SET, h, int(set))
        self.quiet()
        return h

    def ranks(self, seat: int, *slugs: str, more: bool = False) -> list[int]:
        """A stack of ranks, the last one on top, to which the character is bound."""
        kind = t.LINE_B if more else t.LINE_A
        made = []
        for slug in slugs:
            h = self.card(seat, slug, kind)
            atoms.put(self.s, t.RESERVE, h, self.rules.by_slug[slug].stats[t.S_RESERVE])
            made.append(h)
        bound = self.s.num[t.BOUND][seat + 1]
        for h in made:
            bound |= values.opened_lines(values.line_of(self.s, h))
        atoms.put(self.s, t.BOUND, seat + 1, bound - self.s.num[t.BOUND][seat + 1])
        self.quiet()
        return made

    def second_calling(self, seat: int, line: int, taught: bool = False) -> None:
        """The line that a seat named as its second calling, and whether mastery has opened it."""
        self.put(self.body(seat), t.SECOND, line)
        self.put(self.body(seat), t.TAUGHT, int(taught))

    def put(self, h: int, column: int, n: int) -> None:
        """Set a numbered column."""
        atoms.put(self.s, column, h, n - self.s.num[column][h])
        self.quiet()

    def actions(self, seat: int, n: int) -> None:
        self.put(seat + 1, t.ACTIONS, n)

    def coin(self, seat: int, n: int) -> None:
        self.put(seat + 1, t.COIN, n)

    def training(self, seat: int, n: int) -> None:
        self.put(seat + 1, t.TRAINING, n)

    def reserve(self, h: int, n: int) -> None:
        self.put(h, t.RESERVE, n)

    def life(self, h: int, n: int) -> None:
        """Leave so much life to a character (by its body) or minion."""
        self.put(h, t.HURT, values.printed_life(self.s, h) - n)

    def give(self, h: int, word: str, n: int = 1, until: int = t.U_FOREVER, arg: int = 0) -> None:
        """A keyword, or a change of a value."""
        keyword = word in t.KEYWORDS
        what = t.Q_KEYWORD + t.KEYWORDS.index(word) if keyword else t.QUANTITIES.index(word)
        atoms.modify(self.s, what, ref(self.s, h), n, (until, arg), 0)
        self.quiet()

    def chest(self, seat: int, n: int) -> None:
        """Cut a Battle Chest down to n unknown cards."""
        s = self.s
        s.pool[2 * seat] = s.pool[2 * seat][:n]
        s.zones[seat * t.NZ + t.CHEST] = (0,) * len(s.pool[2 * seat])

    # What can be read.

    def zone(self, seat: int, kind: int) -> list[int]:
        return [h for h in self.s.zones[seat * t.NZ + kind] if h]

    def size(self, seat: int, kind: int) -> int:
        return len(self.s.zones[seat * t.NZ + kind])

    def slug(self, h: int) -> str:
        return self.rules.cards[self.s.code[h] or self.dealer.truth[h]].slug

    def where(self, h: int) -> str:
        zone = self.s.zone[h]
        return t.ZONE_NAMES[zone % t.NZ] if zone >= 0 else "nowhere"

    def left(self, h: int) -> int:
        """The life that is left to a character (by its body) or minion."""
        return values.life(self.s, h)

    def lost(self, seat: int) -> int:
        """The life that a character has lost."""
        return self.s.num[t.HURT][seat + 1]

    def free(self, h: int) -> int:
        """The actions left to a character (by its body) or minion."""
        return self.s.num[t.ACTIONS][h]

    def purse(self, seat: int) -> int:
        return self.s.num[t.COIN][seat + 1]

    def carries(self, h: int) -> bool:
        return values.task_of(self.s, h) is not None

    def window(self) -> int:
        """The window in which somebody is asked, -1 for a free choice."""
        ask = self.s.asks[0]
        return -1 if ask.kind == ACT else ask.window

    # What is done.

    def picks(self, seat: int, *slugs: str) -> None:
        """The cards that a seat takes at its next choice from a deck of its own."""
        self._picked[seat].append(slugs)

    def _take(self, need: TableNeed) -> None:
        seat, taken = need.who, list[int]()
        if needs.is_choice(need) and not need.items[0]:
            self.dealer.choose_take[need.id] = self.dealer.takeable(self.s, need)[: need.items[2]]
        elif needs.is_choice(need) and self._picked[seat]:
            for slug in self._picked[seat].pop(0):
                there = self.dealer.takeable(self.s, need, taken)
                taken.append(next(h for h in there if self.slug(h) == slug))
            self.dealer.choose_take[need.id] = taken

    def takeable(self, seat: int, *slugs: str) -> list[str]:
        """The slugs that may be taken after these at this rest, without repeats."""
        need = next(w for w in self.s.needs if w.kind == TAKE and w.who == seat)
        taken: list[int] = []
        for slug in slugs:
            taken.append(next(h for h in self.dealer.takeable(self.s, need, taken) if self.slug(h) == slug))
        return sorted({self.slug(h) for h in self.dealer.takeable(self.s, need, taken)})

    def deal(self) -> None:
        """Answer what is owed at this rest, and no more."""
        for need in self.s.needs:
            if need.kind == TAKE:
                self._take(need)
        if self.rolls and self.s.needs[0].kind == TOSS:
            self.log += needs.supply(self.s, [self.rolls.pop(0)])
        else:
            self.log += self.dealer.deal(self.s)

    def settle(self) -> None:
        """Let the dealer answer; nobody proposes an agreement in a test that is not about that."""
        while self.s.needs or self._proposing():
            if self.s.needs:
                self.deal()
            else:
                self.log += kernel.apply(self.s, self.s.asks[0].seat, kernel.PASS_MOVE)

    def _proposing(self) -> bool:
        return not self.agreements and bool(self.s.asks) and self.window() == t.W_AGREEMENT

    def pass_(self, seat: int) -> None:
        self.answer(seat, kernel.PASS_MOVE)

    def default(self, ask: Ask | None) -> tuple[object, ...]:
        """The quietest answer; what must spring springs."""
        seat = self.s.asks[0].seat if ask is None else ask.seat
        found = kernel.default_answer(self.s, seat, self.dealer.known[seat])
        return tuple(found)

    def until(self, window: int, most: int = 400) -> int:
        """Answer quietly until somebody is asked in a window; returns the seat."""
        for _ in range(most):
            if self.window() == window:
                return self.asked()[0]
            self.step()
        raise AssertionError("nobody was ever asked that")

    def windows(self) -> list[tuple[int, int]]:
        """The seats that are asked, and their windows, until somebody has a free choice, all answering
        quietly."""
        seen = []
        while self.window() >= 0:
            seen.append((self.asked()[0], self.window()))
            self.step()
        return seen

    def when_asked(self, seat: int, window: int, verb: str, *arguments: Any) -> None:
        """Answer quietly until somebody is asked in a window: it is this seat, and makes this move."""
        assert self.until(window) == seat
        self.play(seat, verb, *arguments)

    def cast(self, seat: int, slug: str, *targets: int) -> int:
        """A spell is cast from the hand, quietly; returns it."""
        spell = self.hand(seat, slug)
        self.quietly(seat, "cast", spell, *targets)
        return spell

    def begin(self, seat: int, verb: str, *arguments: Any, paid: int) -> None:
        """A character begins a task with so many actions, quietly, and has to carry it on."""
        self.actions(seat, paid)
        self.quietly(seat, verb, *arguments)
        assert self.carries(self.body(seat))

    def leaves(self, seat: int) -> None:
        """A seat leaves the match."""
        self.log += kernel.leave(self.s, seat)
        self.settle()

    def end(self, seat: int) -> None:
        """End the main part."""
        self.answer(seat, (t.V_END,))

    def next(self, seat: int = -1) -> None:
        """End this Response, and play on quietly to the next free choice, or to that of a seat."""
        self.step()
        self.pass_all()
        while seat >= 0 and not self.s.over and self.s.active != seat:
            self.step()
            self.pass_all()
