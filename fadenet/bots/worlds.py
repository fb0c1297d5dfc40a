"""Matches that could be the true one, as far as a seat can tell: drawn, and played on.

    worlds = Worlds(seat, beliefs)
    for _ in range(8):
        world = worlds.draw(dice)
        simulation = Simulation(world, dice.getrandbits(32))
        simulation.play(move)

A drawn world keeps to this, each point a test in `tests/bots/test_worlds.py`:

1. It is a function of the view: of what `Seat` holds, the beliefs and the dice.
2. The public state is that of the view, and the seat knows in it what it knows.
3. Lists add up: behind the handles of each deck lie the cards of one list of that deck, with all that is
   known of them and was ever seen. Of decks that were shuffled together that holds for both together.
4. Statements hold: a hidden card is one that it may be by what was stated of it, denied and searched.
5. Others know their own: what they have drawn, taken, or laid out whole, and not what still lies in a deck.
   The cards of others that they alone were shown are not in the state, so they are left out.
6. Order is chance: no slot of a deck is bound to a card before it is drawn.
7. Within these bounds every assignment of cards to handles is equally likely, as is every list that is
   believed in. Nothing follows from what somebody did not do.
8. A list is made where none fits: each view has a world.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from fadenet.bots.beliefs import Beliefs, SeatLists
from fadenet.bots.judgement import judgement_of
from fadenet.engine import kernel, needs
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import HANDLE_MASK, Ask, Codes, Known, State, TableNeed, alive, mark_parts
from fadenet.table.dealer import Dealer
from fadenet.table.view import SeatView

TRIES: Final = 32
"""So often cards are dealt to the handles that not every card may lie behind, before they are matched."""
NOTHING_TAKEN: Final[Mapping[int, Sequence[int]]] = MappingProxyType({})


class World(NamedTuple):
    """A match that could be the true one: enough for `Dealer.resumed` and `LocalMatch.going_on`.

    state: shared with the view, not to be changed. decks: codes by deck. truth: the code behind each handle.
    known: by player what each knows beyond the public state.
    """

    state: State
    decks: list[list[int]]
    truth: Known
    known: list[Known]

    @property
    def hidden(self) -> HiddenState:
        """All but the public state."""
        return HiddenState(self.decks, self.truth, self.known)


class Worlds:
    """The worlds that fit one view, prepared once a decision: they hold until the state moves."""

    def __init__(self, seat: SeatView, beliefs: Beliefs) -> None:
        s = seat.state
        rules = rules_of(s)
        per, players = rules.decks_per_seat, s.seats - rules.automata
        laid, seen = _laid(seat), seat.seen or ({},) * (per * s.seats)
        self._seat = seat
        self._base = {h: code for h, code in enumerate(s.code) if code} | seat.known
        limits = _limits(s)
        self._seats = []
        for who in range(s.seats):
            own = slice(who * per, who * per + per)
            decks = _Decks(laid[own], self._base, limits)
            lists = beliefs.lists(who, laid[own], seen[own])
            self._seats.append(decks.ways(lists) or decks.made(rules, seen[own], Random(s.next_id)))
        self._knows = [_knows(s, who, laid) for who in range(players)]

    def draw(self, dice: Random) -> World:
        """One of the worlds."""
        seat, truth = self._seat, self._base.copy()
        decks: list[list[int]] = []
        for ways in self._seats:
            lists, bags = ways[0] if len(ways) == 1 else ways[int(dice.random() * len(ways))]
            decks += map(list, lists)
            for bag in bags:
                bag.deal(truth, dice)
        known = [{h: truth[h] for h in handles} for handles in self._knows]
        known[seat.index] = seat.known.copy()
        return World(seat.state, decks, truth, known)


def _laid(seat: SeatView) -> list[Sequence[int]]:
    """By deck the handles behind which its cards lie. Where the view cannot tell of which deck a hidden card
    is, as in a position of which nobody says how it came about, it may be of any deck of its owner."""
    s = seat.state
    laid: list[Sequence[int]] = list(seat.laid) or [()] * len(s.pool)
    told, stray = {h for line in laid for h in line}, dict[int, set[int]]()
    for h in range(s.seats + 1, len(s.code)):
        if not s.code[h] and h not in told:
            stray.setdefault(s.owner[h], set()).add(h)
    per = s.rules.decks_per_seat
    for who, handles in stray.items():
        own = slice(who * per, who * per + per)
        together = sorted(handles.union(*laid[own]))
        laid[own] = [together] * per
    return laid


def _knows(s: State, who: int, laid: Sequence[Sequence[int]]) -> list[int]:
    """The hidden cards that a player knows, as everybody can tell: of its own all but those in decks that are
    drawn from, of partners' that it is shown those that have come out of their decks."""
    rules, found = rules_of(s), set[int]()
    pooled = {h for line in s.pool for h in line}
    unseen = {h for deck, line in enumerate(s.pool) if rules.is_drawn_from(deck) for h in line}
    for deck, line in enumerate(laid):
        owner = deck // rules.decks_per_seat
        if owner == who:
            found.update([h for h in line if not s.code[h] and h not in unseen])
        elif owner < s.seats - rules.automata and who in rules.confidants(s, owner):
            found.update([h for h in line if not s.code[h] and h not in pooled])
    return sorted(found)


Limits = Callable[[int], Codes]
"""By hidden handle the codes that may lie behind it."""


def _limits(s: State) -> Limits:
    """By what is stated, searched for and denied, as everybody can tell. A card of which nothing can be true
    may be any."""
    rules = rules_of(s)
    denied: dict[int, set[int]] = {}
    for mark in s.marks if rules.denials >= 0 else ():
        period, code, r = mark_parts(mark)
        if period == rules.denials and alive(s, r):
            denied.setdefault(r & HANDLE_MASK, set()).add(code)

    def fits(h: int) -> Codes:
        possible = rules.hidden.possible(s, h)
        return (possible - denied[h] if h in denied else possible) or rules.meeting[0]

    return fits


Filling = tuple[SeatLists, list["_Bag"]]
"""Lists of a seat, and what is left of them to be dealt."""


class _Decks:
    """The decks of one seat as they lie there. laid: by deck the handles behind which its cards lie; decks
    that were shuffled together share some. base: the codes behind the handles that are known."""

    def __init__(self, laid: Sequence[Sequence[int]], base: Known, limits: Limits) -> None:
        self.laid = laid
        self.base = base
        self.limits = limits
        self.held: dict[int, tuple[int, ...]] = {}
        for deck, line in enumerate(laid):
            for h in line:
                self.held[h] = (*self.held.get(h, ()), deck)
        apart = sum(map(len, laid)) == len(self.held)
        decks = range(len(laid))
        self.bags = [[deck] for deck in decks] if apart else [[*decks]]

    def ways(self, lists: Sequence[SeatLists]) -> list[Filling]:
        """The lists that can lie there."""
        bags = [(one, self._bags(one)) for one in lists]
        return [(one, there) for one, there in bags if there is not None]

    def _bags(self, lists: SeatLists) -> list[_Bag] | None:
        """The cards left of each deck, or of all where they are mixed; None if they cannot lie there."""
        found = []
        for decks in self.bags:
            there = {deck: Counter(lists[deck] if self.laid[deck] else ()) for deck in decks}
            handles = self.laid[decks[0]] if len(decks) == 1 else sorted(self.held)
            blank = []
            for h in handles:
                code = self.base.get(h)
                if code is None:
                    blank.append(h)
                    continue
                of = next((there[deck] for deck in self.held[h] if there[deck][code]), None)
                if of is None:
                    return None
                of[code] -= 1
            cards = [(code, deck) for deck in decks for code in sorted(there[deck].elements())]
            bag = _Bag(blank, cards, lambda h: (self.limits(h), self.held[h]))
            if len(cards) != len(blank) or bag.placed(Random(0)) is None:
                return None
            found.append(bag)
        return found

    def made(self, rules: Rules, seen: Sequence[Mapping[int, int]], dice: Random) -> list[Filling]:
        """A list that can lie there, where none does that is believed in: with what was seen, as the rules of
        deck building allow it if that is found; and else the cards that may lie there, whatever they are."""
        any_card = rules.meeting[0]
        sizes = [0] * len(self.laid)
        begun: list[list[int]] = [[] for _ in self.laid]
        whole: list[list[int]] = [[] for _ in self.laid]
        for h, (deck, *_) in self.held.items():
            fits = self.limits(h)
            code = self.base.get(h) or dice.choice(sorted(fits))
            whole[deck].append(code)
            sizes[deck] += 1
            if h in self.base or fits < any_card:
                begun[deck].append(code)
        both = [
            sorted((Counter(codes) | Counter(cards)).elements())
            for codes, cards in zip(begun, seen, strict=True)
        ]
        lists = rules.book.complete_deck(both, sizes, dice.shuffle)
        return self.ways([lists]) or self.ways([tuple(map(tuple, whole))])


class _Group(NamedTuple):
    """Handles behind which only some cards may lie. places: those of the cards in their bag. nested: whether
    each group before it may have only such cards, or none of them."""

    handles: list[int]
    places: list[int]
    nested: bool


Possible = tuple[Codes, tuple[int, ...]]
"""The codes that may lie behind a handle, and the decks of which they are."""


class _Bag:
    """Cards (code, deck), and as many handles behind which they lie in an order that nobody knows."""

    def __init__(
        self, handles: Sequence[int], cards: Sequence[tuple[int, int]], kind: Callable[[int], Possible]
    ) -> None:
        self.codes = [code for code, _ in cards]
        self.free: list[int] = []
        alike: dict[Possible, list[int]] = {}
        for h in handles:
            alike.setdefault(kind(h), []).append(h)
        held: list[tuple[list[int], set[int]]] = []
        for (fits, decks), line in alike.items():
            places = {i for i, (code, deck) in enumerate(cards) if code in fits and deck in decks}
            if len(places) == len(cards):
                self.free += line
            else:
                held.append((line, places))
        held.sort(key=lambda one: len(one[1]))
        self.groups = [
            _Group(line, sorted(places), all(one <= places or one.isdisjoint(places) for _, one in held[:n]))
            for n, (line, places) in enumerate(held)
        ]

    def deal(self, truth: Known, dice: Random) -> None:
        """Lay the cards behind the handles; each way in which all limits hold is equally likely."""
        codes: Iterable[int] = self.codes
        if self.groups:
            placed = self.placed(dice) or {}
            truth.update({h: self.codes[i] for h, i in placed.items()})
            used = {*placed.values()}
            codes = [code for i, code in enumerate(self.codes) if i not in used]
        random = dice.random
        truth.update(zip(self.free, sorted(codes, key=lambda _: random()), strict=True))

    def placed(self, dice: Random) -> dict[int, int] | None:
        """Places of cards for the handles that not every card may lie behind, None if there are none."""
        for _ in range(TRIES):
            placed = self._tried(dice)
            if placed is not None:
                return placed
        return self._matched(dice)

    def _tried(self, dice: Random) -> dict[int, int] | None:
        """Cards are drawn for one group after the other, as if each were alone; None if two want the same."""
        placed: dict[int, int] = {}
        taken = set[int]()
        for handles, places, nested in self.groups:
            there = [i for i in places if i not in taken] if nested else places
            if len(there) < len(handles):
                return None
            drawn = dice.sample(there, len(handles))
            if not taken.isdisjoint(drawn):
                return None
            taken.update(drawn)
            placed.update(zip(handles, drawn, strict=True))
        return placed

    def _matched(self, dice: Random) -> dict[int, int] | None:
        """A matching of handles and places, found by augmenting paths."""
        holder: dict[int, int] = {}
        places = {
            h: dice.sample(group.places, len(group.places)) for group in self.groups for h in group.handles
        }

        def place(h: int, tried: set[int]) -> bool:
            for i in places[h]:
                if i not in tried:
                    tried.add(i)
                    if i not in holder or place(holder[i], tried):
                        holder[i] = h
                        return True
            return False

        return {h: i for i, h in holder.items()} if all([place(h, set()) for h in places]) else None


class Simulation:
    """A world that is played on: at a question, or over.

    A search of a deck is answered by the judgement of the game, all other needs by a dealer with these dice.
    Answers of one rest are carried out together, so no view shows one that is sealed.
    """

    def __init__(self, world: World, seed: int, taken: Mapping[int, Sequence[int]] = NOTHING_TAKEN) -> None:
        """taken: by the number of a need the cards that are taken for it, whatever the judgement says."""
        self.state = world.state.clone()
        self.dealer = Dealer.resumed(world.hidden, seed)
        self.random = Random(seed)
        self.dealer.choose_take.update(taken)
        self._given: list[tuple[int, Move]] = []
        self._rest()

    def asked(self) -> tuple[int, Ask] | None:
        """The seat that is to answer next, and its question; None = the match is over."""
        s = self.state
        if s.over:
            return None
        given = [seat for seat, _ in self._given]
        return next((a.seat, a) for a in s.asks if a.seat not in given and kernel.ask_of(s, a.seat))

    def view(self, seat: int) -> SeatView:
        """The view of a seat, as its player would be given it."""
        return SeatView(self.state, seat, self.dealer.known[seat])

    def play(self, move: Move) -> None:
        """Give the answer of the seat that is asked, a legal one, and go on to the next question."""
        s, asked = self.state, self.asked()
        assert asked is not None
        self._given.append((asked[0], move))
        if len(self._given) + len(s.answers) < len(s.asks):
            return
        asks, given, self._given = s.asks, self._given, []
        for seat, answer in given:
            if s.over or s.asks != asks:
                break
            kernel.play(s, seat, answer, self.dealer.opening(s, answer))
        self._rest()

    def _rest(self) -> None:
        """Answer what the table owes, until somebody is asked or it is over."""
        s = self.state
        while s.needs and not s.over:
            for want in s.needs:
                left = want.id not in self.dealer.choose_take
                if left and needs.is_choice(want) and want.who not in s.out and want.who >= 0:
                    self.dealer.choose_take[want.id] = self._take(want)
            self.dealer.deal(s)

    def _take(self, want: TableNeed) -> list[int]:
        """The cards that a seat takes out of its deck."""
        s, seat = self.state, self.view(want.who)
        deck = {*s.pool[want.deck], *s.zones[s.rules.deck_zone(want.deck)]} - {0}
        seat.known.update({h: self.dealer.truth[h] for h in sorted(deck)})
        judge, taken = judgement_of(rules_of(s)), list[int]()
        while fits := seat.takeable(want, taken):
            h = judge.wanted(seat, want, taken, fits, self.random)
            if not h:
                break
            taken.append(h)
        return seat.settled(want, taken)
