"""The verbs by which a card is used: in which way, in answer to what, at what, and what it costs.

A use is written `(verb, card, way, link, part, targets ..., mode)`, each as far as there is something to say:
the way `(key, n)` of a card that has several; -n for link n of the chain, where a move names what it answers;
`(key, n)` for the part that is meant, where there are several; `(key, n)` for the mode of an ability that
asks for one. All that every use needs is here: a list of moves and the refusal of one ask the same rules and
the same links, parts and targets. The rest is the game's `Use`, one of its verbs (see `kit.verbs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_VERB,
    A_X,
    numbered,
    probe,
)
from fadenet.engine.card import Ability, Card, Slot
from fadenet.engine.chain import W_SHOW
from fadenet.engine.choices import WHOLE, Bunch
from fadenet.engine.kit import targets
from fadenet.engine.kit.arguments import pairs, split
from fadenet.engine.kit.verbs import Lists
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, ROW_EVENT, Act, Known, Row, State, ref


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a card is used. n: its number, the first value of what names it; named: how a move
    names it, () where there is nothing to tell apart; slots: what is chosen for it; kind and flags: what
    `A_MODE` and `A_FLAGS` hold of it. A way without an ability does what its verb says.
    """

    n: int
    named: Move
    ability: Ability | None
    slots: Sequence[Slot] = ()
    kind: int = 0
    flags: int = 0


Against = Callable[[State, Act, Way, int], str]  # the id of the rule against a use at a moment, "" = none
Priced = tuple[tuple[int, int], ...]  # (column, amount) ...

NO_LINK: Final[tuple[int, ...]] = (0,)  # the links of what answers nothing
NO_PART: Final[tuple[Move, ...]] = ((),)


class WayFinder:
    """The ways in which cards are used and when, and the one that a move names, under a key.

    late: the id of the rule against a way at the wrong moment.
    """

    def __init__(self, key: int = 1, late: str = "") -> None:
        self.key, self.late = key, late

    def of(self, card: Card) -> Sequence[Way]:
        """Every way in which a card could ever be used."""
        raise NotImplementedError

    def timed(self, way: Way, now: int) -> str:
        """The rule that keeps a way from being used at moments of this kind at all; "" = none."""
        ability = way.ability
        if ability is None or now == W_SHOW:
            return ""
        return self.late if ability.event >= 0 or (now < 0 and ability.answers is not None) else ""

    def due(self, card: Card, now: int) -> Sequence[Way]:
        """The ways of a card that may be used at moments of this kind at all."""
        return [way for way in self.of(card) if not self.timed(way, now)]

    def named(self, s: State, move: Move) -> Way | None:
        """The way of its card that a move names."""
        said = pairs(move, self.key)[:1]
        return next((way for way in self.of(card_of(s, move[1], {})) if way.named == said), None)

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a move of a use that names no way of its card."""
        raise NotImplementedError

    def hint(self, s: State, move: Move, rule: str) -> str:
        """The sentence of a refusal in place of the rule's own; "" = the rule's own."""
        return ""


class Payer:
    """The price of a use: the body of its seat and the card pay.

    unspent, unpaid: ids of the rules against a use that the card, or the seat, cannot pay.
    """

    def __init__(self, unspent: str = "", unpaid: str = "") -> None:
        self.unspent, self.unpaid = unspent, unpaid

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        """The price of a use now, paid by the body of the seat; the least one while nothing is chosen."""
        return way.ability.cost if way.ability is not None else ()

    def against_cost(self, s: State, act: Act, way: Way, now: int) -> str:
        """The card, and the body of its seat, must be able to pay."""
        h, ability = act[A_SRC] & HANDLE_MASK, way.ability
        if ability is not None:
            for column, n in ability.self_cost:
                if s.num[column][h] < n:
                    return self.unspent
        for column, n in self.cost(s, act, way):
            if s.num[column][act[A_SEAT] + 1] < n:
                return self.unpaid
        return ""

    def pay(self, s: State, act: Act, way: Way) -> None:
        """The body of its seat and the card pay for a use that is announced, before anything comes of it."""
        h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
        own = way.ability.self_cost if way.ability is not None else ()
        for holder, columns in ((s.rules.body(seat), self.cost(s, act, way)), (h, own)):
            for column, n in columns:
                atoms.put(s, column, holder, -n, act[A_ID], seat)


class LinkFinder:
    """The links of the chain that a use may answer, of which it answers one: here there are none.

    named: whether a move names the one that it answers.
    """

    named = False

    def of(self, s: State, act: Act, ability: Ability) -> Sequence[int]:
        """The positions (1 = first) of those that an ability may answer; `NO_LINK` where it answers none."""
        return NO_LINK

    def against(self, s: State, act: Act, ability: Ability, link: int) -> str:
        """The rule against the link that a move names, 0 = none; "" = its ability may answer it."""
        return ""


class NewestLink(LinkFinder):
    """The newest one of the links that its ability may answer, which no move names."""

    def of(self, s: State, act: Act, ability: Ability) -> Sequence[int]:
        assert ability.answers is not None
        return [n for n, k in enumerate(s.chain, 1) if ability.answers(s, act, k)][-1:]


ANSWERS_NOTHING: Final = LinkFinder()


class PartFinder:
    """The parts of which a use has to mean one: here there are none.

    key: under which a move names one; place: where its number stands in the act.
    """

    def __init__(self, key: int = -1, place: int = A_X) -> None:
        self.key, self.place = key, place

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        """Every part that may be meant, as a move names it; () among them = none is named."""
        return NO_PART

    def aims(self, way: Way) -> bool:
        """Whether what may be named behind a part depends on it."""
        return False

    def together(self, s: State, act: Act, way: Way, found: list[Move]) -> list[Move]:
        """Those of these moves whose part and targets go together, where parts are named."""
        return found

    def fits(self, s: State, act: Act, way: Way, line: Move) -> bool:
        """Whether these targets go together with the part in the act."""
        return True

    def missing(self, way: Way) -> str:
        """The rule against a part that may not be meant, or is not named, in what answers a link."""
        return ""


MEANS_NO_PART: Final = PartFinder()


class TargetFinder:
    """The targets of a use, which the slots of its way ask for, and the mode that is chosen with them.

    key: under which a move names a mode.
    """

    def __init__(self, key: int = -1) -> None:
        self.key = key

    def of(self, s: State, act: Act, way: Way) -> list[Move]:
        """All that a move may name of them, a mode behind it; of many the first `Rules.listed_max`. A
        condition that may ask about the targets is held against each."""
        ability = way.ability
        condition = ability.condition if ability is not None and ability.aimed else None
        if condition is None and (ability is None or not ability.modes):
            return targets.ways(s, act, way.slots) if way.slots else [()]
        modes = self.modes(ability)

        def meets(line: Move, mode: Move) -> bool:
            if condition is None:
                return True
            act[A_TARGETS] = tuple([ref(s, x) for x in line])
            act[A_MODE] = mode[0][1] if mode else way.kind
            return condition(s, act)

        lines = targets.ways(s, act, way.slots, lambda line: any([meets(line, mode) for mode in modes]))
        return [(*line, *mode) for line in lines for mode in modes if meets(line, mode)]

    def modes(self, ability: Ability | None) -> Sequence[Move]:
        """The modes of an ability as a move names them."""
        if ability is None or not ability.modes:
            return NO_PART
        return [((self.key, n),) for n in range(1, ability.modes + 1)]

    def fits(self, s: State, act: Act, way: Way, line: Move) -> bool:
        """Whether these are as many legal targets as the way asks for, in order."""
        return targets.fit(s, act, way.slots, line)

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        """The rule behind targets that may not be named, or are not named as they should be."""
        return str(s.rules.cites["choice"])


BY_SLOTS: Final = TargetFinder()


class Use:
    """A verb that uses cards. A `WayFinder` finds their ways, a `LinkFinder` what one may answer, a
    `PartFinder` what part of it may be meant, a `TargetFinder` at what it may be aimed, and a `Payer` pays:
    the hooks are the game's, what every use needs is here.

    rules: in the order in which one is cited, ahead of those on link, part and targets. event: emitted of a
    card that is used.
    """

    event = -1
    shows = True
    free = False
    names = 1

    def __init__(
        self,
        ways: WayFinder,
        payer: Payer,
        *rules: Against,
        links: LinkFinder = ANSWERS_NOTHING,
        parts: PartFinder = MEANS_NO_PART,
        targets: TargetFinder = BY_SLOTS,
    ) -> None:
        self.ways, self.links, self.parts, self.targets = ways, links, parts, targets
        self.payer, self.rules = payer, rules
        by_lists = self.against_moment, self.against_condition  # a list asks for these itself
        self.others = [rule for rule in rules if rule not in by_lists]

    # Hooks of a game.

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        """The cards that come in question, in canonical order."""
        raise NotImplementedError

    def statement(self, move: Move) -> int:
        """0: a card that is used is shown, and nothing stated of it."""
        return 0

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        """The card or body that performs a use; 0 = there is none."""
        return s.host[h] or h

    def unmet(self, s: State, act: Act) -> str:
        """The rule that says that the condition of an ability must hold."""
        raise NotImplementedError

    def strength(self, s: State, h: int) -> int:
        """The number that `A_X` of a use is to hold, unless that is its part."""
        return 0

    def adds(self, s: State, act: Act, way: Way) -> None:
        """A use that has been paid for becomes a link, and begins a chain if there is none."""
        if act[A_EVENT]:
            chain.add_link(s, act)
        else:
            chain.start(s, act, True)
        atoms.emit(s, self.event, act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_ID])

    # Rules on a use.

    def against_moment(self, s: State, act: Act, way: Way, now: int) -> str:
        """An event or link that it waits for must be there."""
        ability = way.ability
        if ability is None:
            return ""
        if now == W_SHOW:
            there = ability.event == act[A_EVENT][ROW_EVENT]
        else:
            there = ability.answers is None or act[A_LINK] > 0
        return self.ways.timed(way, now) or ("" if there else self.ways.late)

    def against_condition(self, s: State, act: Act, way: Way, now: int) -> str:
        """The condition of its ability must hold."""
        condition = way.ability.condition if way.ability is not None else None
        return "" if condition is None or condition(s, act) else self.unmet(s, act)

    # The same in all games.

    def done_at(self, now: int, phase: int) -> bool:
        """Whether it is done at moments of this kind in a phase at all."""
        return True

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        """A condition that may ask about targets is held against each of them."""
        due = [self.ways.due(card, now) for card in rules.cards]
        awaited = now == W_SHOW and self.against_moment in self.rules  # whether it waits for the event itself

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            found: list[Move] = []
            there = self.cards(s, seat, codes, now)
            if not there:
                return ()
            event = shown_for(s) if now == W_SHOW else ()
            kept = (s.index or s.rules.index_of(s)).memo.get
            for h in there:
                c = s.code[h]
                ways = due[c or codes.get(h, 0)]
                if not ways:
                    continue
                if not c:
                    atoms.peek_code(s, h, codes[h])
                for way in ways:
                    ability = way.ability
                    condition = None if ability is None else ability.condition
                    if condition is not None and not kept((condition, seat), True):  # known not to hold
                        continue
                    if awaited and (ability is None or ability.event != event[ROW_EVENT]):
                        continue
                    act = self.sketch(s, seat, h, way, event)
                    if ability is None or ability.aimed:
                        condition = None
                    if condition is not None and not condition(s, act):
                        continue
                    for rule in self.others:
                        if rule(s, act, way, now):
                            break
                    else:
                        act[A_VERB] = verb
                        found += self._moves(s, (verb, h, *way.named), act, way)
                if not c:
                    atoms.hide_codes(s, [h])
            return ((WHOLE, 0, found),) if found else ()

        return legal

    def _moves(self, s: State, head: Move, act: Act, way: Way) -> list[Move]:
        """The moves that begin with a card and its way."""
        found: list[Move] = []
        parts: Sequence[Move] = NO_PART
        ability = way.ability
        if way.slots or (ability is not None and ability.aimed):
            act[A_X] = self.strength(s, head[1])
        for link in NO_LINK if ability is None or ability.answers is None else self.links.of(s, act, ability):
            begun = (*head, -link) if link and self.links.named else head
            if link:
                act[A_LINK] = s.chain[link - 1]
            parts, tails = self.parts.of(s, act, way), None
            for part in parts:
                if self.parts.aims(way):
                    act[self.parts.place], tails = part[0][1] if part else 0, None
                if tails is None:
                    tails = self.targets.of(s, act, way)
                for tail in tails:
                    found.append((*begun, *part, *tail))
        return found if parts is NO_PART else self.parts.together(s, act, way, found)

    def reads(self, move: Move) -> bool:
        """Whether a use is written in its one way: a card first, then what is said of it, in order."""
        if len(move) < 2 or type(move[1]) is not int:
            return False
        way, part, mode = [pairs(move, one.key)[:1] for one in (self.ways, self.parts, self.targets)]
        link = [x for x in move[2:] if type(x) is int and x < 0][:1]
        line = [x for x in move[2:] if type(x) is int and x >= 0]
        return move == (*move[:2], *way, *link, *part, *line, *[x for x in mode if x[1]])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a use breaks, its hidden cards being open; "" = legal."""
        way = self.ways.named(s, move)
        if way is None:
            return self.ways.missing(self, s, seat, move, now)
        act = self.act(s, seat, move, way, shown_for(s) if now == W_SHOW else ())
        for rule in self.rules:
            if why := rule(s, act, way, now):
                return why
        return self._misnamed(s, act, way, move)

    def _misnamed(self, s: State, act: Act, way: Way, move: Move) -> str:
        """The rule against the link, the part or the targets that a move names, or against how; "" = none."""
        _, link, line = split(move)
        part, mode = pairs(move, self.parts.key), pairs(move, self.targets.key)
        act[A_TARGETS], ability, answers = (), way.ability, False
        if self.links.named:
            act[A_LINK] = 0
            if ability is not None and ability.answers is not None:
                answers = True
                if why := self.links.against(s, act, ability, link):
                    return why
            if link:
                act[A_LINK] = s.chain[link - 1]
        meant = part in self.parts.of(s, act, way)
        if answers and not meant:
            return self.parts.missing(way)
        whole = move == (*move[:2], *way.named, *((-link,) if answers else ()), *part, *line, *mode)
        right = whole and meant and mode in self.targets.modes(ability)
        if right and self.parts.fits(s, act, way, line) and self.targets.fits(s, act, way, line):
            return ""
        act[A_TARGETS] = ()
        return self.targets.against(s, act, way, line)

    def hint(self, s: State, move: Move, rule: str) -> str:
        return self.ways.hint(s, move, rule)

    def act(self, s: State, seat: int, move: Move, way: Way, event: Row) -> Act:
        """The act that a use would make, without a number: to be looked at, or `numbered` and carried out.

        event: the row that it answers, or ().
        """
        act = self.sketch(s, seat, move[1], way, event)
        act[A_VERB], act[A_X] = move[0], self.strength(s, move[1])
        if len(move) > 2:
            named, link, line = split(move)
            act[A_TARGETS] = tuple([ref(s, x) for x in line])
            act[A_MODE] = named.get(self.targets.key, way.kind)
            act[self.parts.place] = named.get(self.parts.key, act[self.parts.place])
            if link:
                act[A_LINK] = s.chain[link - 1]
        return act

    def sketch(self, s: State, seat: int, h: int, way: Way, event: Row) -> Act:
        """Such an act without what is chosen for it, and what is worked out of that: enough for a condition
        that is not `Ability.aimed`."""
        inst, ability = s.inst, way.ability
        user = self.performer(s, seat, h, way)
        number = -1 if ability is None else ability.number
        act = probe(seat, inst[h] << INST_SHIFT | h, inst[user] << INST_SHIFT | user, number, event)
        act[A_MODE], act[A_FLAGS] = way.kind, way.flags
        if ability is not None and ability.answers is not None and not self.links.named:
            act[A_LINK] = next((s.chain[n - 1] for n in self.links.of(s, act, ability) if n), 0)
        return act

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for, and becomes a link."""
        way = self.ways.named(s, move)
        assert way is not None
        act = numbered(s, self.act(s, seat, move, way, event))
        s.acts[act[A_ID]] = act
        self.payer.pay(s, act, way)
        self.adds(s, act, way)

    def resolve(self, s: State, act: Act) -> None:
        """Carry out its link: by default the program of its ability."""
        run(s, act)


def run(s: State, act: Act) -> None:
    """The ability of an act does what it says."""
    program = rules_of(s).abilities[act[A_ABILITY]].program
    if program >= 0:
        rules_of(s).links.recheck(s, act)
        chain.push(s, chain.f_run, act[A_ID], program, 0)


def card_of(s: State, h: int, codes: Known) -> Card:
    """The card behind a handle as far as `codes` tells, else the empty one."""
    return rules_of(s).cards[s.code[h] or codes.get(h, 0)]


def shown_for(s: State) -> Row:
    """The event for which a hidden card may be shown at this rest."""
    row: Row = s.frames[-1][2]
    return row
