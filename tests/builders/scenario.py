"""Builds positions of a match in a few lines, and plays moves in them through the engine's own entry points.

d = Duel(item("relief", do={"draw": 2}))  # further cards of `tests/cards/fade.py`, beside CARDS below
x = d.character(0, "soldier")             # a Character on seat 0's field, ready since last turn
y = d.character(1, "giant")
d.go(0, COMBAT)                           # play on to seat 0's own choice in a Combat Phase
d.play(0, "attack", x, y)                 # a move by verb and arguments (handles, -n = link n, (key, value))
d.pass_all()                              # everybody passes until the next free choice of the turn player
d.quietly(0, "play", z)                   # a move, and then the same
assert d.hp(y) == 7
assert d.refused(0, "attack", x, y) == "attack.normal-once"
"""

from __future__ import annotations

from fadenet.engine import atoms, kernel, needs
from fadenet.engine.acts import A_SRC
from fadenet.engine.chain import W_SHOW
from fadenet.engine.state import ACT, ATTACHED, HANDLE_MASK, PICK, RESPOND, TOSS, UNDER, Row, State
from fadenet.games.descriptors import GAMES
from fadenet.games.fade import edition as editions
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, values
from fadenet.games.fade.rules import make_rules
from fadenet.games.fade.typed import NOTHING, FadeRules
from fadenet.table.dealer import Dealer
from tests.builders.hands import Hands
from tests.cards.fade import cards

ROCK, PAPER, SCISSORS = 1, 2, 3

CARDS = cards("soldier", "giant", "squire", "strike", "guard", "ration", "edge", "plain")

GAME_OF = {name: game for name, game in GAMES.items() if game.family == "fade"}
"""The editions of the family."""
_MADE: dict[tuple[str, str, str, str, tuple[str, ...]], FadeRules] = {}


def rules_with(
    cards: str = "",
    format: str = "duel",
    opening: str = "book",
    edition: str = "faroe",
    worlds: tuple[str, ...] = (),
) -> FadeRules:
    """The rules of an edition with only the test cards: CARDS and those given.

    worlds: by seat the World Rules that are brought.

    Cards of several editions name in braces what the books call otherwise, as in "{Charge}".
    """
    key = (cards, format, opening, edition, worlds)
    if key not in _MADE:
        options = {} if opening == "book" else {"opening": opening}
        rules = make_rules(GAME_OF[edition], editions.edition_of(edition), format, options)
        editions.add_cards(rules, [("scenario", CARDS), ("test", rules.edition.speak(cards))])
        if worlds:
            rules.bring(worlds)
        _MADE[key] = rules
    return _MADE[key]


class Duel(Hands):
    """A match in progress, two players unless told otherwise, in its first Preparation Phase.

    More than two play every one for themselves unless a format is named. A test of several editions says by
    `to`, `across`, `ground`, `rule` and `lies` what they write or call otherwise.

    Both Hands are emptied and both Fighter Pools too, so that a test says all that is there. TP are 10 each.

    first: the seat that goes first, seat 0 unless told otherwise; who it is is left to chance only where a
    toss says so and nothing is set up.
    """

    rules: FadeRules

    def __init__(
        self,
        cards: str = "",
        seats: int = 2,
        seed: int = 1,
        deck: int = 40,
        setup: bool = True,
        format: str = "",
        opening: str = "book",
        edition: str = "faroe",
        worlds: tuple[str, ...] = (),
        first: int | None = None,
    ) -> None:
        format = format or ("duel" if seats == 2 else "free-for-all")
        self.rules = rules_with(cards, format, opening, edition, worlds)
        filler = self.rules.code_of("plain")
        decks: list[list[int]] = []
        for _ in range(seats):
            decks += [[filler] * deck, [self.rules.code_of("squire")]]
        self.dealer = Dealer(decks, seats, seed)
        self.s: State = kernel.setup(self.rules, seats)
        self.log: list[Row] = []
        self.first = first or 0
        tossed = self.rules.edition.turn.first == "toss" and (setup or first is not None)
        self.coins: list[int] = [self.first] if tossed else []  # next tosses: 0 = Heads or seat 0, 1 = Tails
        self.settle()
        for _ in filter(NOTHING.__ne__, worlds if setup else ()):
            self.vote(*[True] * seats)
        if setup:
            self.begin()
            self.keep()
            self.go(self.first, t.PREPARATION)
            for seat in range(seats):
                self.empty(seat, t.HAND)
                self.empty(seat, t.FIGHTERS)
                self.tp(seat, 10)

    def vote(self, *agree: bool) -> None:
        """Each seat in turn says whether it plays by the World Rule that is asked about."""
        for seat, yes in enumerate(agree):
            (self.yes if yes else self.no)(seat)

    # What is there.

    def empty(self, seat: int, kind: int) -> None:
        """Take all cards of a zone out of the game."""
        for h in self.s.zones[seat * t.NZ + kind]:
            if h:
                atoms.take_away(self.s, h)

    def card(self, seat: int, slug: str, zone: int, face: int = 1) -> int:
        """A fresh card of `seat` in the given zone (its number); face 0 = hidden, known to its owner."""
        s = self.s
        (h,) = atoms.grow(s, seat, -1, 1)
        code = self.rules.code_of(slug)
        self.dealer.truth[h] = code
        self.dealer.known[seat][h] = code
        if face:
            s.code[h] = code
        atoms.move(s, h, seat * t.NZ + zone, face)
        s.since[h] = 0
        s.queue = ()
        return h

    def character(
        self, seat: int, slug: str = "soldier", backup: bool = False, fresh: bool = False, at: str = ""
    ) -> int:
        """A Character on the field, where there are cells in the one named or the first that is free;
        fresh = it entered this turn.
        """
        kind = board.kinds(self.s, seat)[self.cell(at)] if at else t.BACKUP if backup else t.FRONT
        h = self.card(seat, slug, kind)
        self.s.since[h] = self.s.turn if fresh else 0
        if self.rules.grid:
            board.put(self.s, h, self.cell(at) if at else board.free(self.s, seat, kind)[0])
        return h

    def veiled(self, seat: int, slug: str, at: str) -> int:
        """A Character with Mystify that was played face-down into a cell."""
        h = self.card(seat, slug, t.FRONT, 0)
        atoms.vouch(self.s, h, t.ST_VEILED)
        board.put(self.s, h, self.cell(at))
        return h

    def cell(self, name: str) -> int:
        """The number of a cell."""
        return self.rules.grid.names.index(name)

    def at(self, h: int) -> str:
        """The name of the cell in which a card stands."""
        return self.rules.grid.names[self.s.num[t.CELL][h]]

    def hand(self, seat: int, slug: str) -> int:
        """A card in Hand, hidden from the others."""
        return self.card(seat, slug, t.HAND, 0)

    def fighter(self, seat: int, slug: str = "soldier") -> int:
        """A card in the Fighter Pool."""
        return self.card(seat, slug, t.FIGHTERS, 0)

    def discard(self, seat: int, slug: str) -> int:
        """A card in the Discard Pile."""
        return self.card(seat, slug, t.DISCARD)

    def rift(self, seat: int, slug: str) -> int:
        """A card in the Rift Zone."""
        return self.card(seat, slug, t.RIFT)

    def zone(self, seat: int, slug: str, at: str = "") -> int:
        """A Zone card on the field, where there are cells in the one named or the first open one."""
        h = self.card(seat, slug, t.ZONE)
        if self.rules.grid:
            board.put(self.s, h, self.cell(at) if at else self.grounds(seat)[0])
        return h

    def grounds(self, seat: int) -> list[int]:
        """The open cells in which no Zone card of a seat lies."""
        taken = {self.s.num[t.CELL][h] for h in self.s.zones[seat * t.NZ + t.ZONE]}
        closed = self.rules.grid.closed
        return [x for x in board.grounds(self.s, seat, -1) if x not in closed and x not in taken]

    def to(self, row: str, seat: int = 0) -> tuple[int, int]:
        """The part of a move that says to which row a Character goes, where there are cells to the first."""
        if not self.rules.grid:
            return t.KEY_TO, ("front", "backup").index(row)
        return t.KEY_TO, board.free(self.s, seat, (t.FRONT, t.BACKUP)[("front", "backup").index(row)])[0]

    def across(self, h: int) -> tuple[tuple[int, int], ...]:
        """The part that names where a Character moves that leaves its row, where there are cells."""
        if not self.rules.grid:
            return ()
        seat, kind = divmod(self.s.zone[h], t.NZ)
        return ((t.KEY_TO, board.free(self.s, seat, t.BACKUP if kind == t.FRONT else t.FRONT)[0]),)

    def ground(self, seat: int = 0) -> tuple[tuple[int, int], ...]:
        """The part that names where a Zone card goes, where there are cells."""
        return ((t.KEY_TO, self.grounds(seat)[0]),) if self.rules.grid else ()

    def on(self, host: int, slug: str, face: int = 0, seat: int | None = None, at: str = "") -> int:
        """A card attached to `host` (a Character, or a Player's body); hidden unless face = 1.

        at: the cell in which it lies beside a Player, where there are any.
        """
        seat = self.s.ctrl[host] if seat is None else seat
        h = self.card(seat, slug, t.HAND, face)
        if not face:
            atoms.vouch(self.s, h, 2 if host <= self.s.seats else 1)
        atoms.lay_on(self.s, h, host, ATTACHED, face, self.s.ctrl[host] * t.NZ + t.ATTACH)
        if at:
            board.put(self.s, h, self.cell(at))
        self.s.queue = ()
        return h

    def command(self, seat: int, slug: str, at: str) -> int:
        """A Command beside a Player, placed later than those that are there."""
        return self.on(self.body(seat), slug, 1, at=at)

    def under(self, top: int, slug: str) -> int:
        """A card in the Stack of `top`."""
        seat = self.s.ctrl[top]
        h = self.card(seat, slug, t.HAND, 1)
        atoms.lay_on(self.s, h, top, UNDER, 1, seat * t.NZ + t.STACK)
        self.s.queue = ()
        return h

    def body(self, seat: int) -> int:
        """The handle of a Player."""
        return seat + 1

    def tp(self, seat: int, n: int) -> None:
        """Set a Player's TP."""
        atoms.put(self.s, t.TP, seat + 1, n - self.s.num[t.TP][seat + 1])

    def damage(self, h: int, n: int) -> None:
        """Put Damage Counters on a Character or Player."""
        atoms.put(self.s, t.DAMAGE, h, n)

    def leave(self, h: int, n: int) -> None:
        """Put as many Damage Counters on a Character or Player as leave n HP."""
        self.damage(h, self.hp(h) - n)

    def counters(self, h: int, name: str, n: int) -> None:
        """Put Counters of a kind on a card or Player."""
        atoms.put(self.s, t.COLUMN_NAMES.index(name), h, n)
        self.s.queue = ()

    def deck_top(self, seat: int, *slugs: str) -> list[int]:
        """Put hidden cards on top of a Deck, the first one uppermost."""
        s = self.s
        made = []
        for slug in reversed(slugs):
            h = self.card(seat, slug, t.HAND, 0)
            atoms.move(s, h, seat * t.NZ + t.DECK, 0)
            atoms.shift(s, h, 0)
            del self.dealer.known[seat][h]
            made.append(h)
        s.queue = ()
        return made[::-1]

    def deck_size(self, seat: int, n: int) -> None:
        """Cut a Deck down to n cards that nobody has seen."""
        s = self.s
        deck = seat * self.rules.decks_per_seat
        s.pool[deck] = s.pool[deck][:n]
        s.zones[seat * t.NZ + t.DECK] = (0,) * len(s.pool[deck])

    # What can be read.

    def tp_of(self, seat: int) -> int:
        return self.s.num[t.TP][seat + 1]

    def hp(self, h: int) -> int:
        return values.hp(self.s, h)

    def plv(self, h: int) -> int:
        return values.plv(self.s, h)

    def count(self, h: int, name: str) -> int:
        """Counters of a kind on a card or Player."""
        return self.s.num[t.COLUMN_NAMES.index(name)][h]

    def where(self, h: int) -> str:
        """The name of the zone that a card is in."""
        zone = self.s.zone[h]
        return self.rules.zone_names[zone % t.NZ] if zone >= 0 else "nowhere"

    def lies(self, h: int) -> str:
        """The family's word for the zone that a card is in, the same in all editions."""
        zone = self.s.zone[h]
        return t.ZONES[zone % t.NZ][1] if zone >= 0 else "nowhere"

    def rule(self, reason: str) -> str:
        """The id of the rule that a reason is in this edition's book."""
        return self.rules.cites[reason]

    def names(self, seat: int, kind: int) -> list[str]:
        """The names of the cards in a zone, "?" for hidden ones."""
        return [
            self.rules.cards[self.s.code[h]].name if self.s.code[h] else "?"
            for h in self.s.zones[seat * t.NZ + kind]
        ]

    def size(self, seat: int, kind: int) -> int:
        return len(self.s.zones[seat * t.NZ + kind])

    # What is done.

    def settle(self) -> None:
        """Let the dealer answer what the table owes; coins fall as `coins` says while it says anything."""
        while self.s.needs:
            if self.coins and self.s.needs[0].kind == TOSS:
                self.log += needs.supply(self.s, [(self.coins.pop(0),)])
            else:
                self.log += self.dealer.deal(self.s)

    def throw(self, *signs: int) -> None:
        """Everybody who is asked throws, in seat order."""
        for seat, sign in zip(self.asked(), signs, strict=True):
            self.answer(seat, (kernel.V_MODE, (0, sign)))

    def begin(self) -> None:
        """The throws say who goes first, where no toss has said so."""
        if self.rules.edition.turn.first != "toss":
            self.throw(*[ROCK if seat == self.first else SCISSORS for seat in range(self.s.seats)])

    def keep(self) -> None:
        """Everybody keeps the opening Hand."""
        for seat in range(self.s.seats):
            self.no(seat)

    def beside(self, seat: int = 0) -> tuple[tuple[int, int], ...]:
        """The part that names where what is attached to a Player goes, where moves say so."""
        return (
            ((t.KEY_TO, self.cell(self.aside(seat))),) if self.rules.edition.board.beside == "named" else ()
        )

    def aside(self, seat: int = 0) -> str:
        """The name of the first cell with room beside a Player."""
        return self.rules.grid.names[board.free(self.s, seat, t.ATTACH)[0]]

    def in_front(self, seat: int = 0) -> tuple[tuple[int, int], ...]:
        """The part that names a free cell in front, where there are cells."""
        return ((t.KEY_TO, board.free(self.s, seat, t.FRONT)[0]),) if self.rules.grid else ()

    def go(self, seat: int, phase: int, most: int = 2000) -> None:
        """Play on quietly to this seat's own choice in a phase, or to its first question without one."""
        free = phase in (t.PREPARATION, t.COMBAT, t.AFTERMATH)
        for _ in range(most):
            s = self.s
            if s.over:
                raise AssertionError("the match is over")
            if (
                s.active == seat
                and s.phase == phase
                and s.turn
                and s.asks
                and (s.asks[0].kind == ACT if free else True)
            ):
                return
            self.step()
        raise AssertionError("that phase never came")

    def until(self, kind: int, most: int = 400) -> int:
        """Play on quietly until somebody is asked this kind of question; returns the seat."""
        for _ in range(most):
            if self.s.asks and self.asked_kind() == kind:
                return self.asked()[0]
            self.step()
        raise AssertionError("nobody was ever asked that")

    def until_chosen(self, seat: int) -> list[int]:
        """Play on quietly until this seat is to choose a card; returns all that it may choose."""
        while not self.s.asks or self.asked_kind() != PICK or self.s.asks[0].seat != seat:
            assert not self.s.over
            self.step()
        return sorted(kernel.candidates(self.s, self.s.asks[0], {}))

    def until_answers(self, seat: int) -> None:
        """Play on quietly until this seat may answer a link."""
        while self.asked_kind() != RESPOND or self.asked() != [seat]:
            self.step()

    def is_chance(self) -> bool:
        """Whether somebody may show or use a card for what has happened."""
        return self.asked_kind() == RESPOND and self.s.asks[0].window == W_SHOW

    def chances(self) -> list[int]:
        """The seats that have such a chance, in order, until the turn player's free choice, if all pass."""
        found = []
        while self.asked_kind() != ACT:
            if self.is_chance():
                found += self.asked()
            self.step()
        return found

    def until_shown(self, seat: int, most: int = 400) -> None:
        """Play on quietly until this seat may show a hidden card for what has happened."""
        for _ in range(most):
            if self.asked() == [seat] and self.s.asks[0].window == W_SHOW:
                return
            self.step()
        raise AssertionError("nobody was asked to show anything")

    def until_asked(self, seat: int) -> None:
        """The others pass until this seat is asked for a link."""
        while self.asked() != [seat]:
            assert self.s.chain
            self.step()

    def next_turn(self, seat: int) -> None:
        """Play on quietly to this seat's first free choice in its next turn."""
        turn = self.s.turn
        while self.s.turn == turn or self.s.active != seat:
            self.step()
        self.go(seat, t.PREPARATION)

    def links(self) -> list[str]:
        """The names of the cards behind the links of the running chain, "" for a Player's own."""
        sources = [self.s.acts[k][A_SRC] & HANDLE_MASK for k in self.s.chain]
        return [self.rules.cards[self.s.code[h]].name for h in sources]

    def end_turn(self) -> None:
        """Play on quietly until the next player's first free choice."""
        turn = self.s.turn
        while not self.s.over and (self.s.turn == turn or self.s.asks[0].kind != ACT):
            self.step()
