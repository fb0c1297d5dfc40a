"""The verbs of players: for each the cards that it may name, the rules on it, its price and its effect.

A game lists its `Verb`s by number. From that table `kit.moves` lists the legal moves, says why any other is
refused, announces a move as a link of a chain and carries the link out.
`codes` is what the asking seat knows of hidden cards; where a card need not be shown, an unknown one passes
and is vouched for. The verbs by which cards and their abilities are used are `Use`s (`kit.uses`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Protocol

from fadenet.engine import atoms, chain
from fadenet.engine.acts import A_ID, A_LINK, A_SEAT, A_SRC, A_TARGETS, new_act
from fadenet.engine.choices import WHOLE, Bunch
from fadenet.engine.kit import quantities
from fadenet.engine.kit.sources import Seconds, Source, Ways, nothing
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ATTACHED,
    HANDLE_MASK,
    INST_SHIFT,
    Act,
    Known,
    Row,
    State,
    mark_of,
    ref,
)

Sift = Callable[[State, int, Ways, Known], Ways]
Lists = Callable[[State, int, Known], Sequence[Bunch]]  # what a seat may do that knows some hidden cards
Cited = str | Callable[..., str]  # the id of a rule, or what says which, given the seat and the arguments


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule on a verb: what it asks of the seat, of the cards named, or of many ways at once.

    id: that of the rule, or a reason for which `Rules.cites` names one.

    A test of the seat must hold when the verb is announced; a test of cards, when it is carried out as well,
    and so must a lasting test of the seat. free: whether it holds at every free choice anyway.
    phases: those in which the verb is done. bars: a keyword, and counted: a mark of the period for which uses
    are counted: only cards that have it are asked for `cards`, or refused if that is left out; or those that
    have it so many times as `most` says.
    ways: those that are left of many, for a rule that would work out the same for each of them. gate: asks
    several things of a seat and a card that other roads ask as well, and says which forbids it.

    to: what the second argument of a verb may be, by first card; a verb with such a rule has two. onto: those
    of several that are left of it for a first card; ahead of `to` it is only cited, and `to` names no others.
    """

    id: Cited = ""
    seat: Callable[[State, int], bool] | None = None
    lasting: bool = False
    free: bool = False
    phases: Container[int] | None = None
    cards: Callable[[State, int], bool] | None = None
    bars: int = -1
    counted: int = -1
    most: Callable[[State], int] | None = None
    ways: Sift | None = None
    gate: Callable[[State, int, int], str] | None = None
    to: Seconds | None = None
    onto: Callable[[State, int, Sequence[int]], Sequence[int]] | None = None

    def sift(self) -> Sift:
        """A function that leaves of many cards those that this rule allows."""
        seat_may, may, gate = self.seat, self.cards, self.gate
        if self.ways is not None:
            return self.ways
        if self.bars >= 0:
            return self._barring
        if self.counted >= 0:
            return self._counting
        if gate is not None:
            return lambda s, seat, ways, codes: [h for h in ways if not gate(s, seat, h)]
        if may is not None:
            return _each(may)
        return lambda s, seat, ways, codes: ways if seat_may is None or seat_may(s, seat) else ()

    def against(self, s: State, seat: int, way: Move) -> str:
        """The id if this rule is against a way of naming cards, or none; "" = it is not."""
        if self.gate is not None:
            return self.gate(s, seat, way[0])
        if self.seat is not None:
            fits = self.seat(s, seat)
        elif self.phases is not None:
            fits = s.phase in self.phases
        elif self.to is not None:
            fits = any(way[1] in there for _, there in self.to(s, seat, way[:1], {}))
        elif self.onto is not None:
            fits = bool(self.onto(s, way[0], way[1:]))
        else:
            fits = bool(self.sift()(s, seat, way[:1], {}))
        return "" if fits else said(self.id, s, seat, way)

    def _barring(self, s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        k, may, rules, found = self.bars, self.cards, s.rules, []
        printed, code = rules.printing[k], s.code
        given = rules.first_keyword + k in (s.index or rules.index_of(s)).changes
        if not (printed or given):
            return ways
        for h in ways:
            bars = (given or code[h] in printed) and quantities.keyword(s, h, k)
            if not bars or (may is not None and may(s, h)):
                found.append(h)
        return found

    def _counting(self, s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        period = s.rules.use_marks[0]
        if not s.periods >> period & 1:
            return ways
        marks, inst, may, found = s.marks, s.inst, self.cards, []
        if self.most is not None and max(marks.values(), default=0) < self.most(s):
            return ways
        mark = mark_of(period, self.counted, 0)
        if self.most is not None:
            most = self.most(s)
            return [h for h in ways if marks.get(mark | inst[h] << INST_SHIFT | h, 0) < most]
        for h in ways:
            if mark | inst[h] << INST_SHIFT | h not in marks or (may is not None and may(s, h)):
                found.append(h)
        return found


def said(rule: Cited, s: State, seat: int, way: Move) -> str:
    """The id of a rule that is against a way."""
    return rule if isinstance(rule, str) else rule(s, seat, *way)


def _known(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """The cards that the asking seat knows."""
    code, found = s.code, []
    for h in ways:
        if code[h] or h in codes:
            found.append(h)
    return found


def _each(may: Callable[[State, int], bool]) -> Sift:
    """The cards that pass a test."""

    def sift(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        found = []
        for h in ways:
            if may(s, h):
                found.append(h)
        return found

    return sift


@dataclass(slots=True)
class Verb:
    """A verb that names cards. One that names none makes no link: all that it does is `begins`.

    cards: those among which the rules choose, in canonical order. refusal: the rule against any other card.
    rules: in the order in which one is cited. when: those on the moment, cited before any card is looked at.
    shows: its card is shown; states: the statement that its owner makes of it instead, 0 = none.
    known: whether only cards that the asking seat knows are listed.
    cost: (column, amount) paid by the seat's body; self_cost: by the card. once: the key of a mark, if it may
    be done only once in the period for which uses are counted; a second time is refused by `refusal`.
    begins: what happens before its link, given the seat, the arguments, and the event that its card is shown
    for; quiet: whether that is all. made: completes the act before it is a link. event: of its first card,
    when the link has been added. does: what the link does if the cards are still such as the rules ask, given
    the act and the cards; done: the event of the first card afterwards. -1 = none. works: what the link does
    whatever has become of its cards, given the act.
    key: of a quiet verb, the one under which its second argument is named; -1 = that is a card or link.
    names: how many arguments it has; a second one below 0 is a link. free: whether it is legal at every
    free choice.
    """

    cards: Source = nothing
    refusal: Cited = ""
    rules: tuple[Rule, ...] = ()
    when: tuple[Rule, ...] = ()
    shows: bool = False
    states: int = 0
    known: bool = False
    cost: tuple[tuple[int, int], ...] = ()
    self_cost: tuple[tuple[int, int], ...] = ()
    once: int = -1
    begins: Callable[..., None] | None = None
    quiet: bool = False
    key: int = -1
    made: Callable[[State, Act], None] | None = None
    event: int = -1
    does: Callable[..., None] | None = None
    done: int = -1
    works: Callable[[State, Act], None] | None = None
    names: int = field(init=False)
    free: bool = field(init=False)
    of_seat: tuple[Callable[[State, int], bool], ...] = field(init=False)
    of_free: tuple[Callable[[State, int], bool], ...] = field(init=False)
    of_cards: tuple[Sift, ...] = field(init=False)
    listed: tuple[Sift, ...] = field(init=False)
    of_link: tuple[Sift, ...] = field(init=False)
    to: Seconds | None = field(init=False)
    of_second: tuple[Callable[[State, int, Sequence[int]], Sequence[int]], ...] = field(init=False)

    def __post_init__(self) -> None:
        rules = (*self.when, *self.rules)
        self.to = next((rule.to for rule in rules if rule.to is not None), None)
        self.names = 0 if self.cards is nothing else 1 if self.to is None else 2
        self.free = not self.names and all(rule.free for rule in rules)
        self.of_seat = tuple(rule.seat for rule in rules if rule.seat is not None)
        self.of_free = tuple(rule.seat for rule in rules if rule.seat is not None and not rule.free)
        behind = [*dropwhile(lambda rule: rule.to is None, rules)]
        self.of_second = tuple(rule.onto for rule in behind if rule.onto is not None)
        rest = [rule for rule in rules if rule.to is None and rule.onto is None and rule.phases is None]
        self.of_cards = tuple(rule.sift() for rule in rest if rule.seat is None)
        self.listed = (_known, *self.of_cards) if self.known else self.of_cards
        self.of_link = tuple(rule.sift() for rule in rest if rule.seat is None or rule.lasting)

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        """A function that lists the moves of this verb; it asks first what depends on the seat alone."""
        tests = self.of_seat if now >= 0 else self.of_free
        if self.once >= 0:
            done = mark_of(rules.use_marks[0], self.once, 0)
            tests = (lambda s, seat: done | seat not in s.marks, *tests)
        cards, names, sifts, to, left = self.cards, self.names, self.listed, self.to, self.of_second
        alone: tuple[Bunch] = ((WHOLE, 0, ((verb,),)),)

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            for may in tests:
                if not may(s, seat):
                    return ()
            ways = cards(s, seat, codes)
            for sift in sifts:
                if not ways:
                    return ()
                ways = sift(s, seat, ways, codes)
            if not names:
                return alone
            if not ways:
                return ()
            if to is None:
                return ((verb, 0, ways),)
            found: list[Bunch] = []
            for h, there in to(s, seat, ways, codes):
                for leave in left:
                    if there:
                        there = leave(s, h, there)
                if there:
                    found.append((verb, h, there))
            return found

        return legal

    def done_at(self, now: int, phase: int) -> bool:
        """Whether it is done at moments of this kind in a phase at all."""
        return all(phase in rule.phases for rule in self.when if rule.phases is not None)

    def hint(self, s: State, move: Move, rule: str) -> str:
        """The sentence of a refusal in place of the rule's own; "" = the rule's own."""
        return ""

    def reads(self, move: Move) -> bool:
        """Whether this is a way to write the verb, legal or not: a card first, if it names any."""
        cards = move if self.key < 0 else move[:2]
        if len(move) != 1 + self.names or not all(type(x) is int for x in cards) or min(move[:2]) < 0:
            return False
        return all(type(x) is tuple and x[0] == self.key for x in move[len(cards) :])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a move breaks, its hidden cards being open; "" = legal."""
        way = move[1:]
        for rule in self.when:
            if why := rule.against(s, seat, way):
                return why
        if not self.names or way[0] in self.cards(s, seat, {}):
            for rule in self.rules:
                if why := rule.against(s, seat, way):
                    return why
            if self.once < 0 or not atoms.marked(s, s.rules.use_marks[0], self.once, seat):
                return ""
        return said(self.refusal, s, seat, way)

    def statement(self, move: Move) -> int:
        """The statement that a move makes of its card, 0 = none."""
        return self.states

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, and becomes a link."""
        if stated := self.statement(move):
            atoms.vouch(s, move[1], stated)
        if self.begins is not None:
            self.begins(s, seat, *move[1:], *((event,) if event else ()))
        if self.quiet or not self.names:
            return
        src = ref(s, move[1])
        act = new_act(s, move[0], seat, src, src, -1)
        for x in move[2:]:
            if x < 0:
                act[A_LINK] = s.chain[-x - 1]
            else:
                act[A_TARGETS] = (ref(s, x),)
        for column, n in self.cost:
            atoms.put(s, column, s.rules.body(seat), -n, act[A_ID], seat)
        for column, n in self.self_cost:
            atoms.put(s, column, move[1], -n, act[A_ID], seat)
        if self.once >= 0:
            atoms.mark(s, s.rules.use_marks[0], self.once, seat)
        if self.made is not None:
            self.made(s, act)
        chain.start(s, act, True)
        if self.event >= 0:
            atoms.emit(s, self.event, move[1], seat)

    def resolve(self, s: State, act: Act) -> None:
        """Carry out its link, as far as that is still possible."""
        if self.works is not None:
            self.works(s, act)
        if self.does is None:
            return
        seat, way = act[A_SEAT], []
        for r in (act[A_SRC], *act[A_TARGETS]):
            h = r & HANDLE_MASK
            if s.inst[h] != r >> INST_SHIFT:
                return
            way.append(h)
        ways: Ways = way[:1]
        if way[0] not in self.cards(s, seat, {}):
            return
        for sift in self.of_link:
            if not sift(s, seat, ways, {}):
                return
        if self.to is not None and not self._goes_onto(s, seat, way):
            return
        self.does(s, act, *way)
        if self.done >= 0:
            atoms.emit(s, self.done, way[0], seat, act[A_ID])

    def _goes_onto(self, s: State, seat: int, way: list[int]) -> bool:
        """Whether the second argument is still one that the first card may have."""
        assert self.to is not None
        for h, there in self.to(s, seat, way[:1], {}):
            for leave in self.of_second:
                there = leave(s, h, there)
            return way[1] in there
        return False


class AnyVerb(Protocol):
    """An entry in a table of verbs: a `Verb` or a `Use`."""

    names: int
    shows: bool
    free: bool

    def done_at(self, now: int, phase: int) -> bool: ...

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        """A function that lists every legal way at moments of a kind, in canonical order."""
        ...

    def reads(self, move: Move) -> bool: ...

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str: ...

    def hint(self, s: State, move: Move, rule: str) -> str: ...

    def statement(self, move: Move) -> int: ...

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None: ...

    def resolve(self, s: State, act: Act) -> None: ...


# Effects that the links of many verbs have.


def goes_to(kind: int, face: int) -> Callable[[State, Act, int], None]:
    """A card goes to a zone of its player."""
    return lambda s, act, h: atoms.move(s, h, s.rules.zone_id(act[A_SEAT], kind), face, act[A_ID])


def goes_onto(kind: int, face: int) -> Callable[[State, Act, int, int], None]:
    """A card is attached to another one, and counts to a zone of its player."""

    def run(s: State, act: Act, h: int, host: int) -> None:
        atoms.lay_on(s, h, host, ATTACHED, face, s.rules.zone_id(act[A_SEAT], kind), act[A_ID])

    return run
