"""The verb that uses abilities of cards: which one, at what, in which way, and what it costs.

A use is written `(verb, card, (KEY_ABILITY, n), targets ..., (KEY_MODE, n))`; a card with a single ability
names no number. What every game asks of one (moment, targets, ways, payment) is here; where a card must lie
and what else a use has to meet is the game's `Use`, one of its verbs (see `kit.verbs`).
"""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
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
from fadenet.engine.card import Ability, Card
from fadenet.engine.chain import FREE, W_SHOW
from fadenet.engine.kit import targets
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, Act, Known, Row, State, alive, ref

KEYS = ("", "ability", "mode")
KEY_ABILITY, KEY_MODE = 1, 2


class Use:
    """The verb that uses abilities: the hooks are the game's, what every use needs is here.

    event: emitted of a card that is used. The others are ids of rules: late, against a use at the wrong
    moment; limited, against one more; unspent and unpaid, against one that the card, or the seat, cannot pay.
    """

    event = -1
    late = limited = unspent = unpaid = ""
    shows, states, free, names = True, 0, False, 1

    # What a game says.

    def cards(self, s: State, seat: int) -> Sequence[int]:
        """The cards that come in question, in canonical order."""
        raise NotImplementedError

    def misplaced(self, s: State, seat: int, h: int, card: Card, ability: Ability | None) -> str:
        """The rule that is against where a card lies, or what uses it; "" = none."""
        raise NotImplementedError

    def barred(self, ability: Ability, now: int) -> str:
        """The rule that keeps an ability from being used at moments of this kind at all; "" = none."""
        return ""

    def unmet(self, card: Card) -> str:
        """The rule that says that the condition of an ability must hold."""
        raise NotImplementedError

    def overused(self, s: State, src: int, ability: Ability, free: bool) -> str:
        """The game's own rule against one more use, free = one at no cost; "" = none."""
        return ""

    def cost(self, s: State, h: int, ability: Ability) -> tuple[tuple[int, int], ...]:
        """(column, amount) that the seat's body pays for a use now."""
        return ability.cost

    def strength(self, s: State, h: int) -> int:
        """What `A_X` of a use is to hold."""
        return 0

    def paid(self, s: State, h: int, ability: Ability, cost: tuple[tuple[int, int], ...]) -> None:
        """A use of a card has been paid for."""

    # What all games share.

    def in_phase(self, phase: int) -> bool:
        """Whether it is done in a phase at all."""
        return True

    def legal(self, s: State, seat: int, verb: int, codes: Known, now: int) -> list[Move]:
        """Every way to use the abilities of cards: which one, with which targets, in which way."""
        found: list[Move] = []
        event = _shown_for(s) if now == W_SHOW else ()
        code, cards, due = s.code, s.rules.cards, s.rules.due[now]
        kept = (s.index or s.rules.index_of(s)).memo.get  # conditions that are known not to hold
        for h in self.cards(s, seat):
            c = code[h] or codes.get(h, 0)
            for which, ability in due[c]:
                condition = ability.condition
                if (condition and not kept((condition, seat), True)) or (event and ability.event != event[0]):
                    continue
                act = self.sketch(s, seat, h, ability, event)
                if condition and not ability.aimed and not condition(s, act):
                    continue
                if self.misplaced(s, seat, h, cards[c], ability) or self.overdone(s, seat, h, ability):
                    continue
                if not _lacks_link(act, ability, now):
                    act[A_VERB], act[A_X] = verb, self.strength(s, h)
                    found += _ways(s, (verb, h, *which), act, ability)
        return found

    def due(self, card: Card, now: int) -> tuple[tuple[Move, Ability], ...]:
        """The abilities of a card that may be used at moments of this kind at all, as a move names them."""
        abilities = card.activated
        return tuple(
            [
                (((KEY_ABILITY, n),) if len(abilities) > 1 else (), ability)
                for n, ability in enumerate(abilities, 1)
                if (now == W_SHOW or not _is_late(ability, now, ())) and not self.barred(ability, now)
            ]
        )

    def overdone(self, s: State, seat: int, h: int, ability: Ability) -> str:
        """The rule of limits or costs that is against a use; "" = none."""
        src, spent = s.inst[h] << INST_SHIFT | h, ability.self_cost
        if ability.limit and s.rules.uses(s, ability, src) >= ability.limit:
            return self.limited
        cost = self.cost(s, h, ability)
        why = self.overused(s, src, ability, not cost and not spent)
        if why:
            return why
        for column, n in spent:
            if s.num[column][h] < n:
                return self.unspent
        for column, n in cost:
            if s.num[column][seat + 1] < n:
                return self.unpaid
        return ""

    def reads(self, move: Move) -> bool:
        """Whether a use is written in its one way: the card, the ability's number, the targets, the mode."""
        which = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_ABILITY][:1]
        way = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_MODE and x[1]][:1]
        targets = [x for x in move[2:] if type(x) is int]
        return len(move) > 1 and type(move[1]) is int and move == (*move[:2], *which, *targets, *way)

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        """The id of the rule that a use breaks, its hidden cards being open; "" = legal."""
        h, card, ability = move[1], card_of(s, move[1], {}), ability_of(s, move)
        if ability is None:
            return self._nameless(s, seat, move, now)
        why = self.misplaced(s, seat, h, card, ability)
        if why:
            return why
        event = _shown_for(s) if now == W_SHOW else ()
        act = self.act(s, seat, move, ability, event)
        why = self.barred(ability, now)
        if not why and (_is_late(ability, now, event) or _lacks_link(act, ability, now)):
            why = self.late
        if not why and ability.condition is not None and not ability.condition(s, act):
            why = self.unmet(card)
        why = why or self.overdone(s, seat, h, ability)
        return why or ("" if rightly_chosen(s, act) else str(s.rules.cites["choice"]))

    def _nameless(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a use that names no ability of its card: what is against the only one that can be
        used where the card lies, or against all of them; else that one has to be named."""
        h, card, cites = move[1], card_of(s, move[1], {}), s.rules.cites
        abilities = card.activated
        if not abilities:
            return self.misplaced(s, seat, h, card, None) or str(cites["openings"])
        against = [self.misplaced(s, seat, h, card, ability) for ability in abilities]
        if all(against):
            return against[0]
        why = ""
        if against.count("") == 1 < len(abilities) and not _value_of(move, KEY_ABILITY, 0):
            named = (*move[:2], (KEY_ABILITY, 1 + against.index("")), *move[2:])
            why = self.breaks(s, seat, named, now)
        return why or str(cites["choice"])

    def hint(self, s: State, move: Move, rule: str) -> str:
        """What a refusal says in place of the rule's own sentence; "" = that sentence."""
        if ability_of(s, move) is not None or rule not in (
            s.rules.cites["choice"],
            s.rules.cites["openings"],
        ):
            return ""
        n = len(card_of(s, move[1], {}).activated)
        word = s.rules.keys[KEY_ABILITY]
        if n > 1:
            return f"say which of its {n} abilities is used, {word}=1 to {word}={n}"
        return f"its one ability is used without {word}=" if n else "it has no ability to use"

    def act(self, s: State, seat: int, move: Move, ability: Ability, event: Row) -> Act:
        """The act that a use would make, without a number: to be looked at, or `numbered` and carried out.

        event: the row that it answers, or ().
        """
        act = self.sketch(s, seat, move[1], ability, event)
        act[A_VERB], act[A_X] = move[0], self.strength(s, move[1])
        if len(move) > 2:
            act[A_TARGETS] = tuple([ref(s, x) for x in move[2:] if type(x) is int])
            act[A_MODE] = _value_of(move, KEY_MODE, 0)
        return act

    def sketch(self, s: State, seat: int, h: int, ability: Ability, event: Row) -> Act:
        """Such an act without what is chosen for it, and what is worked out of that: enough for a condition
        that is not `Ability.aimed`."""
        inst = s.inst
        user = s.host[h] or h
        act = probe(seat, inst[h] << INST_SHIFT | h, inst[user] << INST_SHIFT | user, ability.number, event)
        if ability.answers is not None:
            act[A_LINK] = next((k for k in reversed(s.chain) if ability.answers(s, act, k)), 0)
        return act

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """It is paid for by the seat and the card, counted, and becomes a link."""
        h, ability = move[1], ability_of(s, move)
        assert ability is not None
        act = numbered(s, self.act(s, seat, move, ability, event))
        cost = self.cost(s, h, ability)
        for holder, columns in ((s.rules.body(seat), cost), (h, ability.self_cost)):
            for column, n in columns:
                atoms.put(s, column, holder, -n, act[A_ID], seat)
        s.rules.count_use(s, ability, ref(s, h))
        self.paid(s, h, ability, cost)
        if event:
            chain.add_link(s, act)
        else:
            chain.start(s, act, True)
        atoms.emit(s, self.event, h, seat, act[A_ID])

    def resolve(self, s: State, act: Act) -> None:
        run_ability(s, act)


def card_of(s: State, h: int, codes: Known) -> Card:
    """The card behind a handle as far as `codes` tells, else the empty one."""
    card: Card = s.rules.cards[s.code[h] or codes.get(h, 0)]
    return card


def run_ability(s: State, act: Act) -> None:
    """A used or triggered ability does what it says, unless its card is there and muted."""
    h = act[A_SRC] & HANDLE_MASK
    if alive(s, act[A_SRC]) and h in s.rules.index_of(s).muted:
        atoms.emit(s, atoms.STOPPED, h, act[A_SEAT], act[A_ID])
    else:
        s.frames.append((chain.F_RUN, act[A_ID], s.rules.abilities[act[A_ABILITY]].program, 0))


def ability_of(s: State, move: Move) -> Ability | None:
    """The ability that a use names."""
    abilities = card_of(s, move[1], {}).activated
    n = _value_of(move, KEY_ABILITY, 1)
    named = (len(abilities) > 1) == any(type(x) is tuple and x[0] == KEY_ABILITY for x in move[2:])
    return abilities[n - 1] if named and 0 < n <= len(abilities) else None


def _value_of(move: Move, key: int, default: int) -> int:
    """The value of a named argument."""
    return next((x[1] for x in move[2:] if type(x) is tuple and x[0] == key), default)


def _shown_for(s: State) -> Row:
    """The event for which a hidden card may be shown at this rest."""
    row: Row = s.frames[-1][2]
    return row


def _is_late(ability: Ability, now: int, event: Row) -> bool:
    """Whether it is the wrong moment: an event or link that an ability waits for must be there."""
    if now == W_SHOW:
        return bool(ability.event != event[0])
    return ability.event >= 0 or (now == FREE and ability.answers is not None)


def _lacks_link(act: Act, ability: Ability, now: int) -> bool:
    """Whether an answer to a link found none that it may answer."""
    link: int = act[A_LINK]
    return ability.answers is not None and now != W_SHOW and not link


def rightly_chosen(s: State, act: Act) -> bool:
    """Whether an act names as many legal targets, slot after slot, and such a way as its ability asks for."""
    ability = s.rules.abilities[act[A_ABILITY]]
    modes, named = ability.modes, tuple(r & HANDLE_MASK for r in act[A_TARGETS])
    return targets.fit(s, act, ability.slots, named) and (
        1 <= act[A_MODE] <= modes if modes else not act[A_MODE]
    )


def _ways(s: State, which: Move, act: Act, ability: Ability) -> list[Move]:
    """The moves that use an ability, a condition that may ask about the targets being held against each."""
    found: list[Move] = []
    modes, condition = ability.modes, ability.condition if ability.aimed else None
    if not ability.slots and not modes and condition is None:
        return [which]
    for way in targets.ways(s, act, ability.slots):
        for mode in range(1, modes + 1) if modes else (0,):
            if condition is not None:
                act[A_TARGETS], act[A_MODE] = tuple([ref(s, x) for x in way]), mode
                if not condition(s, act):
                    continue
            found.append((*which, *way, (KEY_MODE, mode)) if mode else (*which, *way))
    return found
