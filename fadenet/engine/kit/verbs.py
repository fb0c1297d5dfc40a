"""What players may do: for each verb the cards that it may name, the rules on it, its price and its effect.

A game lists its `Verb`s by number and derives its rules from `VerbRules`, which lists the legal moves, says
why any other is refused, announces a move as a link of a chain and carries the link out, all from that table.
`codes` is what the asking seat knows of hidden cards; where a card need not be shown, an unknown one passes
and is vouched for. The verbs by which cards and their abilities are used are `Use`s (`kit.abilities`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import dropwhile, repeat
from typing import Protocol

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_ID, A_LINK, A_SEAT, A_SRC, A_TARGETS, A_VERB, new_act
from fadenet.engine.card import Ability
from fadenet.engine.chain import FREE, W_CHAIN, W_SHOW
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import PASS_MOVE, V_PASS, V_PICK
from fadenet.engine.kit import quantities
from fadenet.engine.kit.abilities import Use, run_ability
from fadenet.engine.kit.sources import Seconds, Source, Ways, nothing
from fadenet.engine.language import instructions
from fadenet.engine.rules import Q_SHOW, Filled, Move, Rules
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    HANDLE_MASK,
    INST_SHIFT,
    MARK_KEY,
    MARK_PERIOD,
    RESPOND,
    Act,
    Known,
    Row,
    State,
    Waiting,
    mark_of,
    ref,
)

Sift = Callable[[State, int, Ways, Known], Ways]
Said = str | Callable[..., str]  # the id of a rule, or what says which, given the seat and the arguments


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule on a verb: what it asks of the seat, of the cards named, or of many ways at once.

    id: that of the rule, or a reason for which `Rules.cites` names one.

    What is asked of the seat must hold when the verb is announced; what is asked of cards, when it is carried
    out as well, and so must a lasting rule on the seat. free: whether it holds at every free choice anyway.
    phases: those in which the verb is done. bars: a keyword, and counted: a mark of the period for which uses
    are counted: only cards that have it are asked for `cards`, or refused if that is left out; or those that
    have it so many times as `most` says.
    ways: those that are left of many, for a rule that would work out the same for each of them. gate: asks
    several things of a seat and a card that other roads ask as well, and says which forbids it.

    to: what the second argument of a verb may be, by first card; a verb with such a rule has two. onto: those
    of several that are left of it for a first card; ahead of `to` it is only cited, and `to` names no others.
    """

    id: Said = ""
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
        """What leaves of many cards those that this rule allows."""
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
        k, may, rules = self.bars, self.cards, s.rules
        if not rules.printing[k] and rules.first_keyword + k not in (s.index or rules.index_of(s)).changes:
            return ways
        return [h for h in ways if not quantities.keyword(s, h, k) or (may is not None and may(s, h))]

    def _counting(self, s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        period = s.rules.use_marks[0]
        if not s.periods >> period & 1:
            return ways
        marks, inst, may, found = s.marks, s.inst, self.cards, []
        mark = mark_of(period, self.counted, 0)
        if self.most is not None:
            most = self.most(s)
            return [h for h in ways if marks.get(mark | inst[h] << INST_SHIFT | h, 0) < most]
        for h in ways:
            if mark | inst[h] << INST_SHIFT | h not in marks or (may is not None and may(s, h)):
                found.append(h)
        return found


def said(rule: Said, s: State, seat: int, way: Move) -> str:
    """The id of a rule that is against a way."""
    return rule if isinstance(rule, str) else rule(s, seat, *way)


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
    the act and the cards; done: the event of the first card afterwards. -1 = none.
    names: how many arguments it has; a second one below 0 is a link. free: whether it is legal at every
    free choice.
    """

    cards: Source = nothing
    refusal: Said = ""
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
    made: Callable[[State, Act], None] | None = None
    event: int = -1
    does: Callable[..., None] | None = None
    done: int = -1
    names: int = field(init=False)
    free: bool = field(init=False)
    of_seat: tuple[Callable[[State, int], bool], ...] = field(init=False)
    of_free: tuple[Callable[[State, int], bool], ...] = field(init=False)
    of_cards: tuple[Sift, ...] = field(init=False)
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
        self.of_link = tuple(rule.sift() for rule in rest if rule.seat is None or rule.lasting)

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> Iterable[Move]:
        """Every legal way, in canonical order. What depends on the seat alone is asked first."""
        once = self.once
        if once >= 0 and s.rules.use_marks[0] << MARK_PERIOD | once << MARK_KEY | seat in s.marks:
            return ()
        for may in self.of_seat if now >= 0 else self.of_free:
            if not may(s, seat):
                return ()
        ways = self.cards(s, seat, codes)
        if self.known:
            ways = [h for h in ways if s.code[h] or h in codes]
        for sift in self.of_cards:
            if not ways:
                return ()
            ways = sift(s, seat, ways, codes)
        if self.to is None:
            return zip(repeat(verb), ways) if self.names else ((verb,),)
        found: list[Move] = []
        left, verbs = self.of_second, repeat(verb)
        for h, there in self.to(s, seat, ways, codes) if ways else ():
            for leave in left:
                there = leave(s, h, there)
            if there:
                found += zip(verbs, repeat(h), there)
        return found

    def in_phase(self, phase: int) -> bool:
        """Whether it is done in a phase at all."""
        return all(phase in rule.phases for rule in self.when if rule.phases is not None)

    def hint(self, s: State, move: Move, rule: str) -> str:
        """What a refusal says in place of the rule's own sentence; "" = that sentence."""
        return ""

    def reads(self, move: Move) -> bool:
        """Whether this is a way to write the verb, legal or not: a card first, if it names any."""
        return len(move) == 1 + self.names and all(type(x) is int for x in move) and min(move[:2]) >= 0

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

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, and becomes a link."""
        if self.states:
            atoms.vouch(s, move[1], self.states)
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
        for holder, columns in ((s.rules.body(seat), self.cost), (move[1], self.self_cost)):
            for column, n in columns:
                atoms.put(s, column, holder, -n, act[A_ID], seat)
        if self.once >= 0:
            atoms.mark(s, s.rules.use_marks[0], self.once, seat)
        if self.made is not None:
            self.made(s, act)
        chain.start(s, act, True)
        if self.event >= 0:
            atoms.emit(s, self.event, move[1], seat)

    def resolve(self, s: State, act: Act) -> None:
        """What its link does, as far as it still can."""
        if self.does is None:
            return
        seat, inst, way = act[A_SEAT], s.inst, []
        for r in (act[A_SRC], *act[A_TARGETS]):
            h = r & HANDLE_MASK
            if inst[h] != r >> INST_SHIFT:
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
    """What a table of verbs holds: a `Verb`, a `Use`, or a game's own that answers as they do."""

    names: int
    shows: bool
    states: int
    free: bool

    def in_phase(self, phase: int) -> bool: ...

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> Iterable[Move]: ...

    def reads(self, move: Move) -> bool: ...

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str: ...

    def hint(self, s: State, move: Move, rule: str) -> str: ...

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None: ...

    def resolve(self, s: State, act: Act) -> None: ...


class VerbRules(Rules):
    """The base of a game that has its verbs in a table.

    answers: by moment what is listed there, in canonical order: the pass, verbs, and in brackets those that
    are listed together, card by card. stacks: kinds of zones of which the last card alone counts, with the
    event of a card that comes to be the last one because the one above it has left. gaps: whether what a move
    does not name stands as 0, which is nothing, so that it is refused for what forbids it whatever is named,
    else for what is missing.
    """

    gaps = False
    verb_table: Mapping[int, AnyVerb]  # by number
    answers: Mapping[int, tuple[int | tuple[int, ...], ...]]
    stacks: Mapping[int, int] = {}

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        super().__init__(format, options)
        self.offered = Filled(self._offered)  # by moment and phase: the verbs, and what lists each
        self.answering = Filled(self._answering)  # by moment: the verbs that answer there

    def _due(self, now: int) -> list[tuple[tuple[Move, Ability], ...]]:
        use = next(verb for verb in self.verb_table.values() if isinstance(verb, Use))
        return [use.due(card, now) for card in self.cards]

    def _offered(self, rest: tuple[int, int]) -> list[tuple[int, Callable[..., Iterable[Move]] | None]]:
        found: list[tuple[int, Callable[..., Iterable[Move]] | None]] = []
        for row in self.answers[rest[0]]:
            numbers = row if isinstance(row, tuple) else (row,)
            verbs = [(n, self.verb_table[n]) for n in numbers if n != V_PASS]
            verbs = [(n, verb) for n, verb in verbs if verb.in_phase(rest[1])]
            if len(verbs) > 1:
                found.append((numbers[0], partial(_card_by_card, verbs)))
            elif numbers == (V_PASS,) or verbs:
                free = not verbs or verbs[0][1].free
                found.append((numbers[0], None if free else verbs[0][1].legal))
        return found

    def _answering(self, now: int) -> frozenset[int]:
        rows = [n if isinstance(n, tuple) else (n,) for n in self.answers[now]]
        return frozenset([n for row in rows for n in row])

    def may_show(self, s: State, seat: int) -> bool:
        """Whether a seat may hold a hidden card to show for an event, as far as the others can see."""
        return False

    def acting_options(self, s: State, seat: int, known: Known) -> list[Move]:
        return self.listed(s, seat, known, moment(s, seat))

    def listed(self, s: State, seat: int, known: Known, now: int) -> list[Move]:
        """Every move that is legal at a moment of this kind, in canonical order."""
        found: list[Move] = []
        for n, legal in self.offered[now, s.phase]:
            if legal is None:
                found.append((n,))
            else:
                found += legal(s, seat, n, known, now)
        return found

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        if move == PASS_MOVE:
            return None
        now, n, hint = moment(s, seat), move[0], ""
        verb = self.verb_table.get(n)
        there = all(self.exists(s, x) for x in move[1:] if type(x) is int)
        if verb is not None and self.gaps:
            move += (0,) * (1 + verb.names - len(move))
        if verb is None or not there or not verb.reads(move):
            why = self.misread(s, seat, move, now)
        elif n not in self.answering[now]:
            why = self.untimely(s, seat, move, now)
        else:
            why = verb.breaks(s, seat, move, now)
            hint = verb.hint(s, move, why) if why else ""
        return self.illegal(why, hint) if why else None

    def exists(self, s: State, x: int) -> bool:
        """Whether a bare argument of a move stands for something that there is."""
        return 0 < x < len(s.code)

    def misread(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a move that is not written as its verb is."""
        return self.cites["answers" if now == W_CHAIN else "moves"]

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a verb at moments of a kind at which it is not listed."""
        return self.cites["answers" if now == W_CHAIN else "moves"]

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """The hidden card that a verb shows, or one that is picked to be shown."""
        verb = self.verb_table.get(move[0])
        shows = move[0] == V_PICK if verb is None else verb.shows
        if not shows or len(move) < 2:
            return ()
        h = move[1] if type(move[1]) is int else 0
        if not s.seats < h < len(s.code) or s.code[h]:
            return ()
        return (h,) if verb is not None or (len(move) == 2 and instructions.reveals(s, h)) else ()

    def vouched(self, s: State, move: Move) -> int:
        verb = self.verb_table.get(move[0])
        return 0 if verb is None else verb.states

    def perform(self, s: State, seat: int, move: Move) -> None:
        self.verb_table[move[0]].announce(s, seat, move, ())

    def resolve(self, s: State, act: Act) -> None:
        if act[A_VERB] == chain.V_TRIGGER:
            run_ability(s, act)
        else:
            self.verb_table[act[A_VERB]].resolve(s, act)

    def leaving(self, s: State, h: int) -> None:
        zone = s.zone[h]
        event, line = self.stacks.get(self.zone_kind(zone)), s.zones[zone]
        if event is not None and len(line) > 1 and line[-1] == h:
            chain.push(s, f_uncovered, event, line[-2], zone)

    def occasion(self, s: State, row: Row) -> None:
        for seat in range(s.seats):
            if self.may_show(s, seat):
                atoms.enqueue(s, Q_SHOW, seat, -1, 0, row)

    def offer(self, s: State, row: Waiting) -> None:
        if self.may_show(s, row.seat):
            chain.push(s, f_shown, row.seat, row.event)
            kernel.ask(s, row.seat, RESPOND, window=W_SHOW)


def _card_by_card(
    rows: Sequence[tuple[int, AnyVerb]], s: State, seat: int, verb: int, codes: Known, now: int
) -> list[Move]:
    """What several verbs list, all of them for the first card, then for the next one."""
    found: list[Move] = []
    listing = 0
    for n, row in rows:
        before = len(found)
        found += row.legal(s, seat, n, codes, now)
        listing += len(found) > before
    if listing > 1 and isinstance(rows[0][1], Verb):
        line = rows[0][1].cards(s, seat, codes)
        found.sort(key=lambda move: line.index(move[1]))
    return found


def moment(s: State, seat: int) -> int:
    """The window in which a seat is asked, or FREE."""
    for a in s.asks:
        if a.seat == seat:
            return FREE if a.kind == ACT else int(a.window)
    raise AssertionError("the seat is asked")


def f_shown(s: State, seat: int, event: Row) -> None:
    """A seat has shown a hidden card for an event, or has not."""
    rules = s.rules
    assert isinstance(rules, VerbRules)
    if s.ans[0] != PASS_MOVE:
        rules.verb_table[s.ans[0][0]].announce(s, seat, s.ans[0], event)


def f_uncovered(s: State, event: int, h: int, zone: int) -> None:
    """A card that another lay upon is the last of its stack, unless it has left as well."""
    if s.zones[zone][-1:] == (h,):
        atoms.emit(s, event, h, s.ctrl[h])


# What links of many verbs do.


def goes_to(kind: int, face: int) -> Callable[[State, Act, int], None]:
    """A card goes to a zone of its player."""
    return lambda s, act, h: atoms.move(s, h, s.rules.zone_id(act[A_SEAT], kind), face, act[A_ID])


def goes_onto(kind: int, face: int) -> Callable[[State, Act, int, int], None]:
    """A card is attached to another one, and counts to a zone of its player."""

    def run(s: State, act: Act, h: int, host: int) -> None:
        atoms.lay_on(s, h, host, ATTACHED, face, s.rules.zone_id(act[A_SEAT], kind), act[A_ID])

    return run


FRAMES = (f_shown, f_uncovered)
