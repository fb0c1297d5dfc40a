"""Random matches that lean towards what has not happened yet, and the list of what never has.

A game derives a journey, says what else there is beside its cards, and what shows it at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Protocol

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ABILITY, probe
from fadenet.engine.card import Card, Instruction
from fadenet.engine.chain import f_check
from fadenet.engine.language import flow, instructions
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import HANDLE_MASK, ROW_ACT, ROW_EVENT, TAKE, Act, Known, Row, State, ref
from fadenet.games import decks
from fadenet.table.dealer import Dealer

STEPS_MAX = 20_000
EAGER = 0.8  # how often something that is still needed is done, where it can be
COPIES = 12  # how many cards that are needed a deck list begins with
LOOKING = 24  # monitors look at one rest of so many
RARELY = 0.05  # how often something that leads nowhere is done although there is something else


class Monitor(Protocol):
    """The rules that hold at every moment of a match; raises an AssertionError where it does not."""

    def hear(self, s: State, row: Row) -> None: ...

    def look(self, s: State) -> None: ...


Part = tuple[str, str]  # the slug of a card, and what of it
Found = Iterable[tuple[str, str]]  # kinds of things, and which one


class Journey:
    """Random games until everything in the game was used and did something.

    rules: compiled for this journey alone, for it listens in. cards: those that it is about. parts: all that
    they can do, lived: what of it has happened; names: the parts that are abilities, by number. due, seen:
    what else there is, by kind, and what of it was at work. monitors: what hears and looks at all of it.
    """

    doing: tuple[int, ...] = ()  # verbs by which a card is used
    rare: frozenset[int] = frozenset()  # verbs that lead nowhere
    never: frozenset[int] = frozenset()  # verbs by which a player gives up

    def __init__(self, rules: Rules, cards: Sequence[Card], seats: Sequence[int], due: dict[str, set[str]]):
        self.rules = rules
        self.cards = cards
        self.seats = seats
        self.due = due
        self.seen: dict[str, set[str]] = {kind: set() for kind in due}
        self.games = 0
        self.monitors: Sequence[Monitor] = ()
        self.lived: set[Part] = set()
        self.parts: set[Part] = {(c.slug, "its use") for c in cards}
        self.names = {
            a.number: (card.slug, f"{n}. {a.text or a.kind}")
            for card in cards
            for n, a in enumerate(card.abilities, 1)
        }
        for number, part in self.names.items():
            ability = rules.abilities[number]
            if ability.kind in ("activate", "trigger", "static"):
                self.parts.add(part)
            if ability.program >= 0:
                self.observe(*part, ability.program)
        rules.hearers = [(self.watch, *rules.hearers_of(event)) for event in range(len(rules.events))]

    # What a game says of itself.

    def used(self, s: State, row: Row, act: Act | None) -> int:
        """The handle of the card of which this event is the use, 0 = none. act: as for `witness`."""
        raise NotImplementedError

    def witness(self, s: State, row: Row, act: Act | None) -> Found:
        """The words beside cards that this event shows at work. act: the action behind it, if it is still
        known."""
        raise NotImplementedError

    def draft(self, random: Random) -> tuple[tuple[int, ...], ...]:
        """A legal deck list of one seat, if possible of cards still needed and what goes with them."""
        order = self.needed(random)

        def leaning(cards: list[Card]) -> None:
            random.shuffle(cards)
            places = {code: [at for at, other in enumerate(order) if other == code] for code in order}
            cards.sort(key=lambda c: places[c.code].pop() if places.get(c.code) else len(order))

        return self.rules.book.draw_deck(leaning)

    def goes_along(self, card: Card, text: str) -> bool:
        """Whether a card goes with one of those that have this text."""
        return card.name in text

    def pursue(self, s: State, moves: list[Move], wanted: set[int]) -> list[Move]:
        """Moves that lead to what is still needed although they name no card that is."""
        return []

    # What has happened.

    def observe(self, slug: str, name: str, program: int) -> None:
        """Note from now on which instructions of a program have done something."""
        rows = list(self.rules.programs[program])
        for at, (run, arguments) in enumerate(rows):
            part = slug, f"{name} [step {at + 1}]"
            self.parts.add(part)
            rows[at] = self._noted(part, run, arguments)
        self.rules.programs[program] = tuple(rows)

    def _noted(self, part: Part, run: Callable[..., None], arguments: tuple[Any, ...]) -> Instruction:
        steers = run.__module__ == flow.__name__ or run is instructions.do_open

        def note(s: State, act: Act, *given: Any) -> None:
            if part in self.lived:
                run(s, act, *given)
                return
            before = _traces(s)
            run(s, act, *given)
            if steers or _traces(s) != before:
                self.lived.add(part)

        return note, arguments

    def watch(self, s: State, row: Row) -> None:
        """Note what an event shows."""
        for monitor in self.monitors:
            monitor.hear(s, row)
        event, act = row[ROW_EVENT], s.acts.get(row[ROW_ACT])
        if event == atoms.RESOLVED and act is not None and act[A_ABILITY] in self.names:
            self.lived.add(self.names[act[A_ABILITY]])
        elif event in (atoms.PHASE_BEGINS, atoms.LINKED):
            self.lived |= self._in_force(s)
        if used := self.used(s, row, act):
            self.lived.add((self.rules.cards[s.code[used]].slug, "its use"))
        for kind, name in self.witness(s, row, act):
            self.seen[kind].add(name)

    def _in_force(self, s: State) -> set[Part]:
        """The continuous abilities that change something now, without those already known."""
        found = set()
        for rows in self.rules.index_of(s).statics.values():
            for h, ability in rows:
                static, part = ability.static, self.names.get(ability.number)
                if part is None or part in self.lived or static is None:
                    continue
                seen = probe(s.ctrl[h], ref(s, h), ref(s, s.host[h] or h), ability.number)
                active = static.condition is None or static.condition(s, seen)
                if active and static.scope(s, seen) and (static.op or static.amount(s, seen)):
                    found.add(part)
        return found

    def unseen(self) -> dict[str, list[str]]:
        """The words that have never been at work, by kind; only kinds of which something is left."""
        left = {kind: sorted(names - self.seen[kind]) for kind, names in self.due.items()}
        left["cards"] = sorted(f"{slug}: {what}" for slug, what in self.parts - self.lived)
        return {kind: names for kind, names in left.items() if names}

    def count_unseen(self) -> int:
        """How much of all kinds has never been at work."""
        return sum(map(len, self.unseen().values()))

    def wanted(self) -> set[int]:
        """The codes of the cards of which something has not happened."""
        return {self.rules.code_of(slug) for slug, _ in self.parts - self.lived}

    def needed(self, random: Random) -> list[int]:
        """The codes of cards of which something has not happened, then of those that go with them.

        Of few cards there are many copies; now and then one is left out, so that others have their turn.
        """
        wanted = sorted(self.wanted())
        order = wanted * max(COPIES // max(len(wanted), 1), 1)
        texts = "\n".join(self.rules.cards[code].text for code in wanted)
        along = [c.code for c in self.cards if self.goes_along(c, texts)]
        random.shuffle(order)
        random.shuffle(along)
        return [code for code in (*order, *along) if random.random() < EAGER]

    # Play.

    def choose(self, s: State, options: list[Move], known: Known, random: Random, wanted: set[int]) -> Move:
        """Mostly something that a card is still needed for, else any kind of move and then any move of it."""
        there = [m for m in options if m[0] not in self.never]
        if random.random() > RARELY:
            there = [m for m in there if m[0] not in self.rare] or there
        if wanted and random.random() < EAGER:
            leads = [m for m in there if len(m) > 1 and type(m[1]) is int and _code(s, m[1], known) in wanted]
            doing = [m for m in leads if m[0] in self.doing]
            doing += self.pursue(s, there, wanted)
            if doing or leads:
                return random.choice(doing or leads)
        verb = random.choice(sorted({m[0] for m in there}))
        return random.choice([m for m in there if m[0] == verb])

    def take(self, s: State, dealer: Dealer, random: Random, wanted: set[int]) -> None:
        """A player who takes cards out of a deck takes any that fit, rather those that are needed."""
        for need in s.needs:
            if need.kind == TAKE:
                taken: list[int] = []
                while there := dealer.takeable(s, need, taken):
                    first = [h for h in there if dealer.truth[h] in wanted]
                    taken.append(random.choice(first or there))
                dealer.choose_take[need.id] = taken

    def play(self, seed: int) -> State:
        """One game to its end."""
        rules, random = self.rules, Random(seed)
        players = self.seats[seed % len(self.seats)]
        lists = [self.draft(random) for _ in range(players)]
        assert not [fault for each in lists for fault in decks.check_deck(rules, each)]
        parts = [list(part) for each in (*lists, rules.ownerless) for part in each]
        dealer = Dealer(parts, players, seed)
        wanted = self.wanted()
        s = kernel.setup(rules, players)
        for step in range(STEPS_MAX):
            for monitor in self.monitors if step % LOOKING == 0 else ():
                monitor.look(s)
            if s.over:
                self.games += 1
                return s
            if s.needs:
                self.take(s, dealer, random, wanted)
                dealer.deal(s)
                continue
            seat = next(e for e in range(players) if kernel.ask_of(s, e) is not None)
            known = dealer.known[seat]
            move = self.choose(s, kernel.options(s, seat, known), known, random, wanted)
            kernel.apply(s, seat, move, dealer.opening(s, move))
        raise AssertionError(f"game {seed} is still running in turn {s.turn}")

    def until_all_seen(self, games: int, first: int = 0) -> dict[str, list[str]]:
        """Games until everything was seen, so many at the most; what was not."""
        for seed in range(first, first + games):
            self.play(seed)
            if not self.unseen():
                break
        return self.unseen()


def _traces(s: State) -> tuple[Any, ...]:
    """The state that changes if an instruction does anything at all."""
    frames = [frame for frame in s.frames if s.rules.frames[frame[0]] is not f_check]
    acts = [tuple(act) for act in s.acts.values()]
    return len(s.events), s.asks, s.needs, s.mods, s.marks, s.queue, frames, acts


def _code(s: State, h: int, known: Known) -> int:
    return s.code[h] or known.get(h, 0) if 0 < h <= HANDLE_MASK else 0


def said(kind: str, names: Iterable[str]) -> Found:
    """These names, all of one kind."""
    return ((kind, name) for name in names)
