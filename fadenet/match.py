"""A match to hold in a notebook or a script: every seat is asked here, and one seed deals for the table.

Moves are the texts that a player types and a record keeps. Where a match between nodes has a node for each
seat, here is one object that knows all; the part that a single seat may know is its `view`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import cycle, islice
from operator import itemgetter
from typing import Any

from fadenet import bots, games
from fadenet.bots.base import Bot, run_now
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.view import view
from fadenet.console.shell.stage import Stage
from fadenet.engine import kernel
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.needs import is_choice
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Row, TableNeed
from fadenet.games.decks import check_deck, load_deck, packaged
from fadenet.table.dealer import Dealer, laid_down
from fadenet.table.plain import PlainData, view_of
from fadenet.table.record import Placing, Seated, write
from fadenet.table.scribe import Scribe, sentences
from fadenet.table.view import MatchInfo, SeatView, dice_of, open_lists

SHOWN = 80, 60
"""The cells of the table as `print` shows it: columns and rows."""
DONE = "done"
"""The answer by which no more cards are taken out of a deck."""


class Match:
    """One match. Seats are called p1, p2 .. as in moves.

    decks: codes by deck, in the rules' order of decks, for so many players; `new` finds rules and decks by
    name. The same seed deals the same cards to the same answers. told: what the last answer led to, as
    everybody sees it, one sentence each.
    """

    def __init__(self, rules: Rules, decks: Sequence[Sequence[int]], players: int, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.players = players
        self.told: tuple[str, ...] = ()
        self._decks = decks
        self._dealer = Dealer(laid_down(rules, decks, seed), players, seed)
        self._scribe = Scribe(rules)
        self._given: dict[int, Move] = {}  # by seat, the answers of this rest
        self._taking: dict[int, list[int]] = {}  # by need, what its owner has chosen of the deck so far
        self._bots: dict[str, Bot] = {}  # by name, those that were asked
        self._state = kernel.setup(rules, players)
        self._deal()

    @classmethod
    def new(
        cls,
        game: str,
        format: str = "duel",
        decks: Sequence[str] = (),
        seed: int | None = None,
        *,
        seats: int | None = None,
        **options: str,
    ) -> Match:
        """A match of a game by its name.

        decks: one a seat, each the name of one that comes with the game or of a file; without them those that
        come with it, in turn. seed: None = a fresh one. seats: how many play; without it one for each deck,
        or as many as is usual. options: of the format, such as `opening="even"`.

        Raises `WrongInput` for a game that there is not, and for a format, an option, a number of seats or a
        deck with which it is not played, and `LoadError` for a deck that cannot be read.
        """
        if isinstance(decks, str):
            raise WrongInput(f"decks are several names, one a seat: [{decks!r}, ..]")
        rules = games.load(game, format, **options)
        n = seats or len(decks) or rules.seat_counts[0]
        if decks and len(decks) != n:
            raise WrongInput(f"{len(decks)} decks do not go round among {n} seats")
        named = {name: load_deck(rules, name) for name in decks or packaged(rules)}
        for deck in named.values():
            for rule, why in check_deck(rules, deck.lists)[:1]:
                raise WrongInput(f"the deck {deck.name} is not legal: {why} [{rule}]")
        dealt = islice(cycle(decks or named), n)
        codes = [codes for name in dealt for codes in named[name].lists]
        return cls(rules, codes, n, _seed(seed))

    def again(self, seed: int | None = None) -> Match:
        """Another match of the same rules and decks, from its beginning. seed: None = a fresh one."""
        return Match(self.rules, self._decks, self.players, _seed(seed))

    # Where the match stands.

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._state.over)

    @property
    def result(self) -> Placing | None:
        """How it ended; None while it is played. Its text is that of a record, such as `p2>p1 win.hp`."""
        return Placing.of(*self._state.over) if self._state.over else None

    @property
    def turn(self) -> int:
        """The number of the turn, 0 before the first one."""
        return self._state.turn

    @property
    def active(self) -> str:
        """The seat whose turn it is, "" before the first turn."""
        return _name(self._state.active) if self._state.turn else ""

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that owe an answer, in the order in which they are asked; () when the match is over."""
        return tuple(map(_name, self._owing()))

    def view(self, seat: str) -> SeatView:
        """The view of a seat: the public state, not to be changed, and the hidden cards that it knows. Raises
        `WrongInput`."""
        return self._view(self._index(seat))

    def plain(self, seat: str) -> PlainData:
        """The view of a seat as plain data: what JSON can say, by place, in the words of the rules, just as
        `fnbot` tells it to a program (`protocol/FNBOT.md`). Raises `WrongInput`."""
        return view_of(self.view(seat))

    def __str__(self) -> str:
        """The table as a replay shows it whose view is everything, and the seats that the match waits for."""
        everything = SeatView(self._state, 0, self._dealer.truth)
        sight = Sight(self._info(0), everything, watching=True, open_hands=True)
        waits = f"over: {self.result}" if self.over else f"asked: {', '.join(self.asked)}"
        table = Table(sight, "", frozenset(), "view: all", waits, waits, 1)
        return "\n".join(line.rstrip() for line in view(Stage(), table, *SHOWN) if line.strip())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The same where a notebook, or IPython, shows the value of a cell."""
        printer.text(str(self))

    def text(self) -> str:
        """The match so far as a record with all cards, to be kept in a file and read by `fadenet replay`."""
        players = [Seated(_name(i)) for i in range(self.players)]
        return write(self._scribe.record(self._state, players, self._decks))

    # Playing.

    def legal(self, seat: str = "") -> list[str]:
        """The moves that a seat may make, the first that is asked if none is named; [] if it is not asked.

        Of very many ways to choose targets not all are listed; `play` takes the others too.
        """
        owing = self._owing()
        i = self._index(seat) if seat else owing[0] if owing else -1
        if i not in owing:
            return []
        view, need = self._view(i), self._choice(i)
        if need is None:
            return [view.text(move) for move in view.options()]
        enough = len(self._taking[need.id]) >= view.least(need)
        return [*self._cards(view, need), *([DONE] if enough else [])]

    def play(self, move: str, seat: str = "") -> None:
        """Answer for a seat, the first one that is asked if none is named. `told` says what came of it.

        Answers that several seats owe at once are carried out when all have been given. Raises `IllegalMove`
        for a move that the rules refuse (its `reason` names the rule), and `WrongInput` for what is not a
        move, or not owed; the match stands as before.
        """
        i = self._asked(seat)
        need = self._choice(i)
        if need is not None:
            self._take(i, need, move)
        else:
            self._given[i] = self._read(i, move)
        self.told = ()
        if not self._owing():
            self._answer()
            self._deal()

    def advice(self, bot: str, seat: str = "") -> str:
        """The answer that a bot would give for a seat, the first that is asked if none is named, by its view
        alone; `play` takes it.

        bot: its name as everywhere, such as "greedy" or "rollout:worlds=5". Raises `WrongInput` for a name
        that no bot has, and for a seat that is not asked.
        """
        i = self._asked(seat)
        view, need = self._view(i), self._choice(i)
        if bot not in self._bots:
            self._bots[bot] = bots.make(bot)
        adviser = self._bots[bot]
        run_now(adviser.start(self._info(i), view))
        if need is None:
            return view.text(adviser.decide(view).move)
        wanted = [view.code(h) for h in view.settled(need, run_now(adviser.take(view, need)))]
        for h in self._taking[need.id]:
            if view.code(h) in wanted:
                wanted.remove(view.code(h))
        legal = self.legal(_name(i))
        named = (f"take {self.rules.cards[code].slug}" for code in wanted)
        return next((text for text in named if text in legal), legal[-1])

    def clone(self) -> Match:
        """An independent copy, which is dealt the same cards to the same answers."""
        copy = Match.__new__(Match)
        copy.rules, copy.seed, copy.players = self.rules, self.seed, self.players
        copy.told, copy._decks = self.told, self._decks
        copy._dealer, copy._scribe = self._dealer.clone(), self._scribe.clone()
        copy._state, copy._given = self._state.clone(), self._given.copy()
        copy._taking = {need: taken[:] for need, taken in self._taking.items()}
        copy._bots = {}
        return copy

    # Answers of seats.

    def _asked(self, seat: str) -> int:
        """The number of a seat that is asked, of the first one for "". Raises `WrongInput`."""
        owing = self._owing()
        i = self._index(seat) if seat else owing[0] if owing else -1
        if i not in owing:
            raise WrongInput("the match is over" if self.over else f"{seat} is not asked for anything now")
        return i

    def _index(self, seat: str) -> int:
        """Raises `WrongInput`."""
        names = [_name(i) for i in range(self.players)]
        if seat not in names:
            raise WrongInput(f"there is no seat {seat!r}; seats: {', '.join(names)}")
        return names.index(seat)

    def _info(self, i: int) -> MatchInfo:
        rules, per = self.rules, self.rules.decks_per_seat
        return MatchInfo(
            match="",
            game=rules.name,
            format=rules.format,
            seat=i,
            names=(*map(_name, range(self.players)), *rules.automaton_names),
            kinds=("human",) * self.players,
            decks=tuple(map(tuple, self._decks[i * per : (i + 1) * per])),
            seed=dice_of(f"{self.seed} {i}".encode()),
            lists=open_lists(rules, self.players),
        )

    def _view(self, i: int) -> SeatView:
        return SeatView(self._state, i, self._dealer.known[i], self._dealer.sightings[i])

    def _owing(self) -> list[int]:
        s = self._state
        if s.needs:
            return [need.who for need in s.needs if need.id in self._taking]
        asked = [a.seat for a in s.asks if kernel.ask_of(s, a.seat) is not None]
        return [seat for seat in asked if seat not in self._given]

    def _read(self, i: int, text: str) -> Move:
        """A legal move from its text. Raises `IllegalMove` and `WrongInput`."""
        view = self._view(i)
        move = view.parse(text)
        reason = view.refusal(move)
        if reason is not None:
            raise IllegalMove(reason)
        return move

    def _answer(self) -> None:
        """Carry out the answers of this rest."""
        s = self._state
        for seat, move in self._given.items():
            opened = self._dealer.opening(s, move)
            self._scribe.answered(self._scribe.answer(s, seat, move, opened, None))
            self._happened(kernel.play(s, seat, move, opened))
        self._given.clear()

    def _happened(self, rows: Sequence[Row]) -> None:
        self._scribe.happened(self._state, rows)
        self.told += tuple(sentences(self.rules, self._state, rows))

    # Needs of the table.

    def _deal(self) -> None:
        """Answer needs until a seat is asked: what is taken out of a deck is for its owner to say."""
        s, said = self._state, self._dealer.choose_take
        while s.needs:
            searches = [need for need in s.needs if is_choice(need) and need.who not in s.out]
            for need in searches:
                if need.id not in said:
                    self._open(need)
            if self._taking:
                return
            self._happened(self._dealer.deal(s, self._scribe.supplied))

    def _open(self, need: TableNeed) -> None:
        """Let the owner look through the deck."""
        s, view = self._state, self._view(need.who)
        deck = {*s.pool[need.deck], *s.zones[self.rules.deck_zone(need.deck)]} - {0}
        view.known.update((h, self._dealer.truth[h]) for h in sorted(deck))
        self._taking[need.id] = []
        self._close(view, need, False)

    def _close(self, view: SeatView, need: TableNeed, enough: bool) -> None:
        """The choice is made if its owner says so, or if no more can be taken."""
        if enough or not view.takeable(need, self._taking[need.id]):
            self._dealer.choose_take[need.id] = self._taking.pop(need.id)

    def _choice(self, i: int) -> TableNeed | None:
        """The need that asks this seat for cards of its deck."""
        mine = (need for need in self._state.needs if need.who == i)
        return next((need for need in mine if need.id in self._taking), None)

    def _cards(self, view: SeatView, need: TableNeed) -> dict[str, int]:
        """By what is typed, the cards of the deck that may be taken next; copies of one card are the same."""
        cards = self.rules.cards
        there = view.takeable(need, self._taking[need.id])
        first = {view.code(h): h for h in reversed(there)}
        return {f"take {cards[code].slug}": h for code, h in sorted(first.items(), key=itemgetter(1))}

    def _take(self, i: int, need: TableNeed, move: str) -> None:
        """Raises `WrongInput`."""
        legal, view = self.legal(_name(i)), self._view(i)
        if move not in legal:
            raise WrongInput(f"{move!r} is not one of: {', '.join(legal)}")
        if move != DONE:
            self._taking[need.id].append(self._cards(view, need)[move])
        self._close(view, need, move == DONE)


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


def _name(seat: int) -> str:
    return f"p{seat + 1}"
