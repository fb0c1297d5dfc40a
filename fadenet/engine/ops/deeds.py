"""Which moves there are and why one is refused: for each verb its legal ways, and a word on any other.

A game lists its `Deed`s: how many cards a verb names, in which ways it may be done now, and the rule that any
other way breaks. `codes` is what the asking seat knows of hidden cards; where a card need not be
shown, an unknown one passes and is vouched for. One verb uses the abilities that cards have,
`(verb, card, (KEY_ABILITY, n), targets ..., (KEY_MODE, n))`; a card with a single ability names no number.
What every game asks of a use (targets, ways, limits, costs paid by the card) is here, where and when it may
be used is the game's (`Use`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_LINK, A_MODE, A_TARGETS, A_VERB, A_X, probe
from fadenet.engine.kernel import PASS_MOVE, V_PICK
from fadenet.engine.ops import choices, steps
from fadenet.engine.rules import Ability, Card, Move
from fadenet.engine.state import (
    ASK_KIND,
    ASK_SEAT,
    ASK_WINDOW,
    HANDLE_MASK,
    RESPOND,
    Act,
    Known,
    Row,
    State,
    ref,
)

KEYS = ("", "ability", "mode")
KEY_ABILITY, KEY_MODE = 1, 2

Why = Callable[[State, int, Move], str]
Found = Sequence[tuple[int, ...]]
Ways = Callable[[State, int, Known], Found]


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb: its legal ways for a seat, how many cards it names, and why any other way is refused."""

    ways: Ways
    names: int
    why: Why


@dataclass(frozen=True, slots=True)
class Use:
    """The verb that uses abilities: which cards come in question, and where they must lie.

    act: what a use would make. due: whether it is the moment for such an act, and whether it can be paid.
    """

    verb: int
    cards: Callable[[State, int], list[int]]
    place: Callable[[State, int, int, Card, Ability | None], str]
    act: Callable[[State, int, Move, Ability], Act]
    due: Callable[[State, int, Act, Card, Ability], str]


def asked(s: State, seat: int) -> tuple[int, int]:
    """(kind, window) of the seat's ask."""
    for a in s.asks:
        if a[ASK_SEAT] == seat:
            return a[ASK_KIND], a[ASK_WINDOW]
    raise AssertionError("the seat is asked")


def card_of(s: State, h: int, codes: Known) -> Card:
    """The card behind a handle as far as `codes` tells, else the empty one."""
    card: Card = s.rules.cards[s.code[h] or codes.get(h, 0)]
    return card


def legal(
    s: State, seat: int, codes: Known, deeds: dict[int, Deed], now: Sequence[int], use: Use
) -> list[Move]:
    """Every legal move of an `act` or `respond` ask by the verbs `now`, in canonical order."""
    moves: list[Move] = [PASS_MOVE] if asked(s, seat)[0] == RESPOND else []
    for verb in now:
        if verb == use.verb:
            for h in use.cards(s, seat):
                card = card_of(s, h, codes)
                if card.extra["activated"]:
                    moves += _uses(s, seat, h, card, use)
        elif ways := deeds[verb].ways(s, seat, codes):
            moves += [(verb, *way) for way in ways]
    return moves


def refusal(
    s: State, seat: int, move: Move, deeds: dict[int, Deed], now: Sequence[int], use: Use
) -> str | None:
    """The id of the rule that a move breaks, its hidden cards being open; "" = legal, None = it is none."""
    if move == PASS_MOVE:
        return ""
    verb, names = move[0], [x for x in move[1:] if type(x) is int]
    if verb not in now or any(not 0 < h < len(s.code) for h in names):
        return None
    least = 1 if verb == use.verb else deeds[verb].names
    if tuple(names[:least]) != move[1 : 1 + least] or len(names) < least:
        return None
    if move != (_written(move) if verb == use.verb else move[: 1 + least]):
        return None
    if verb == use.verb:
        return _misuse(s, seat, move, use)
    return "" if move[1:] in deeds[verb].ways(s, seat, {}) else deeds[verb].why(s, seat, move)


def _written(move: Move) -> Move:
    """A use in its one way of being written: the ability's number, the targets, the mode."""
    which = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_ABILITY][:1]
    way = [x for x in move[2:] if type(x) is tuple and x[0] == KEY_MODE and x[1]][:1]
    return (*move[:2], *which, *(x for x in move[2:] if type(x) is int), *way)


def opened(s: State, move: Move, verbs: Sequence[int]) -> tuple[int, ...]:
    """The hidden card that a move by one of these verbs shows, or one that is picked to be shown."""
    h = move[1] if len(move) > 1 and type(move[1]) is int else 0
    if s.seats < h < len(s.code) and not s.code[h]:
        shows = move[0] in verbs or (move[0] == V_PICK and len(move) == 2 and steps.reveals(s, h))
        return (h,) if shows else ()
    return ()


# Uses of abilities.


def value_of(move: Move, key: int, default: int) -> int:
    """The value of a named argument."""
    return next((x[1] for x in move[2:] if type(x) is tuple and x[0] == key), default)


def ability_of(s: State, move: Move, codes: Known) -> Ability | None:
    """The ability that a use names."""
    abilities: tuple[Ability, ...] = card_of(s, move[1], codes).extra["activated"]
    n = value_of(move, KEY_ABILITY, 1)
    named = (len(abilities) > 1) == any(type(x) is tuple and x[0] == KEY_ABILITY for x in move[2:])
    return abilities[n - 1] if named and 0 < n <= len(abilities) else None


def act_for(s: State, seat: int, move: Move, ability: Ability, event: Row, strength: int) -> Act:
    """The act that a use would make, without a number: to be looked at, or `numbered` and carried out.

    strength: what `A_X` is to hold; event: the row that it answers, or ().
    """
    h = move[1]
    act = probe(seat, ref(s, h), ref(s, s.host[h] or h), ability.number, event)
    act[A_VERB], act[A_X] = move[0], strength
    if len(move) > 2:
        act[A_TARGETS] = tuple([ref(s, x) for x in move[2:] if type(x) is int])
        act[A_MODE] = value_of(move, KEY_MODE, 0)
    if ability.answers is not None:
        act[A_LINK] = next((k for k in reversed(s.chain) if ability.answers(s, act, k)), 0)
    return act


def rightly_chosen(s: State, act: Act) -> bool:
    """Whether an act names as many legal targets, slot after slot, and such a way as its ability asks for."""
    ability = s.rules.abilities[act[A_ABILITY]]
    modes, named = ability.extra["modes"], tuple(r & HANDLE_MASK for r in act[A_TARGETS])
    return choices.fit(s, act, ability.slots, named) and (
        1 <= act[A_MODE] <= modes if modes else not act[A_MODE]
    )


def _misuse(s: State, seat: int, move: Move, use: Use) -> str:
    """Why a use is refused."""
    card, ability = card_of(s, move[1], {}), ability_of(s, move, {})
    why = use.place(s, seat, move[1], card, ability)
    if why or ability is None:
        return why or str(s.rules.cites["openings"])
    act = use.act(s, seat, move, ability)
    return use.due(s, seat, act, card, ability) or (
        "" if rightly_chosen(s, act) else str(s.rules.cites["choice"])
    )


def _uses(s: State, seat: int, h: int, card: Card, use: Use) -> list[Move]:
    """Every way to use the abilities of a card: which one, with which targets, in which way."""
    abilities: tuple[Ability, ...] = card.extra["activated"]
    found: list[Move] = []
    for n, ability in enumerate(abilities, 1):
        if use.place(s, seat, h, card, ability):
            continue
        which: Move = (use.verb, h, (KEY_ABILITY, n)) if len(abilities) > 1 else (use.verb, h)
        act, modes = use.act(s, seat, which, ability), ability.extra["modes"]
        if ability.condition is None and use.due(s, seat, act, card, ability):
            continue
        for way in choices.ways(s, act, ability.slots):
            for mode in range(1, modes + 1) if modes else (0,):
                if ability.condition is not None:
                    act[A_TARGETS], act[A_MODE] = tuple(ref(s, x) for x in way), mode
                    if use.due(s, seat, act, card, ability):
                        continue
                found.append((*which, *way, (KEY_MODE, mode)) if mode else (*which, *way))
    return found


def pay(s: State, act: Act, columns: Sequence[tuple[int, int]], periods: Sequence[int]) -> None:
    """Pay (column, amount) from the seat's body and the ability's own cost from its card; count the use."""
    ability, h = s.rules.abilities[act[A_ABILITY]], act[3] & HANDLE_MASK
    for k, n in columns:
        atoms.put(s, k, s.rules.body(act[2]), -n, act[0], act[2])
    for k, n in ability.self_cost:
        atoms.put(s, k, h, -n, act[0], act[2])
    for period in periods:
        atoms.mark(s, period, ability.number, ref(s, h))
