"""The Legend of a co-operative game: its place, its open Hand, drawing and votes (faroe legend.*).

A Legend is a seat that nobody plays, the last one. The body of that seat is the Legend card: Attacks,
Counters and whatever is said of Players find it there. It plays by the Players' rules and moves;
`legend_policy` chooses among these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ID, A_SEAT
from fadenet.engine.chain import push
from fadenet.engine.language import instructions
from fadenet.engine.state import PICK, Act, Frames, Known, Pickers, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, values
from fadenet.games.fade.typed import rules_of


def legend_seat(s: State) -> int:
    """The seat of the Legend, -1 in a game without one."""
    return s.seats - 1 if s.rules.automata else -1


def note_people(s: State, people: Sequence[int]) -> None:
    """Remember which seats persons play: they alone vote (faroe legend.who-decides)."""
    atoms.set_var(s, t.V_PEOPLE, sum(1 << seat for seat in people))


# Drawing.


def f_fill(s: State, seat: int, act_id: int) -> None:
    """Draw until the Hand is full; an empty Deck is made of the Discard Pile (faroe legend.draw-up)."""
    base = seat * t.NZ
    want = values.hand_max(s, seat) - len(s.zones[base + t.HAND])
    n = min(want, len(s.zones[base + t.DECK]))
    if n > 0:
        push(s, f_filled, seat, n, act_id)
        instructions.bind_top(s, seat, n)
    elif want > 0 and s.zones[base + t.DISCARD]:
        push(s, f_fill, seat, act_id)
        reshuffle(s, seat, s.zones[base + t.DISCARD])


def f_filled(s: State, seat: int, n: int, act_id: int) -> None:
    """Drawn cards are taken up, and the drawing goes on if the Deck ran out meanwhile."""
    drawn = s.zones[seat * t.NZ + t.DECK][:n]
    push(s, f_fill, seat, act_id)
    for h in drawn:
        take_up(s, seat, h, act_id, atoms.DRAWN)
    instructions.recall(s, act_id, drawn)


def reshuffle(s: State, seat: int, cards: tuple[int, ...]) -> None:
    """Shuffle cards into the Legend's Deck; of those cast this turn only the name is remembered."""
    for h in cards:
        if atoms.unmark(s, t.P_TURN, t.MK_CAST, h):
            atoms.mark(s, t.P_TURN, t.MK_SUNK, s.code[h])
    instructions.shuffle(s, seat, cards)


def take_up(s: State, seat: int, h: int, act_id: int, why: int) -> None:
    """A card comes into the open Hand; one cast this turn already waits (faroe legend.once-per-turn).

    A shuffled Deck does not tell copies of a card apart: those cast come up first.
    """
    atoms.move(s, h, seat * t.NZ + t.HAND, 1, act_id, why)
    sunk = atoms.unmark(s, t.P_TURN, t.MK_SUNK, s.code[h])
    if sunk:
        atoms.mark(s, t.P_TURN, t.MK_CAST, h)
    if sunk > 1:
        atoms.mark(s, t.P_TURN, t.MK_SUNK, s.code[h], sunk - 1)


def search(s: State, act: Act, predicate: int, n: int) -> None:
    """Nobody may look through a Deck without an owner: it is laid open, and shuffled afterwards."""
    seat = act[A_SEAT]
    push(s, f_fetched, act[A_ID], predicate, n)
    instructions.bind_top(s, seat, len(s.zones[seat * t.NZ + t.DECK]))


def f_fetched(s: State, act_id: int, predicate: int, n: int) -> None:
    """The first cards that fit, in the shuffled order, go to the Hand."""
    act = s.acts[act_id]
    seat, rules = act[A_SEAT], rules_of(s)
    fits = rules.predicates[predicate - 1] if predicate else None
    deck = s.zones[seat * t.NZ + t.DECK]
    taken = [h for h in deck if fits is None or fits(rules.cards[s.code[h]])][: max(n, 0)]
    if not taken:
        atoms.emit(s, atoms.FOUND_NONE, seat + 1, seat, act_id)
    for h in taken:
        take_up(s, seat, h, act_id, atoms.MOVED)
    instructions.recall(s, act_id, taken)
    instructions.shuffle(s, seat)


# Votes.


def voters(s: State) -> list[int]:
    """The persons still in the game, if there are several and the table votes (faroe legend.who-decides)."""
    if rules_of(s).options.get("choice") == "fixed":
        return []
    found = [e for e in range(s.seats - 1) if s.vars[t.V_PEOPLE] >> e & 1 and e not in s.out]
    return found if len(found) > 1 else []


def call_vote(s: State, cards: tuple[int, ...], seats: Sequence[int]) -> None:
    """Ask the Players, unseen by each other, which of these cards is cast (faroe legend.vote)."""
    picker = s.rules.picker_number(pick_vote)
    for seat in seats:
        kernel.ask(s, seat, PICK, (0, 1), picker=picker, data=cards, sealed=1)


def pick_vote(s: State, seat: int, known: Known, *cards: int) -> list[int]:
    return list(cards)


def elected(s: State, cards: tuple[int, ...]) -> int:
    """The card with most votes; among those that have as many the first in the fixed order."""
    votes = [move[1] for move in s.ans if len(move) > 1]
    return max(cards, key=votes.count)


# Intent, which everybody may see.


def intent(s: State) -> list[tuple[int, int]]:
    """(card, TP that it lacks) for the Legend's Hand, the longest there first (faroe legend.intent)."""
    seat = legend_seat(s)
    tp, cards = s.num[t.TP][seat + 1], rules_of(s).cards
    return [(h, max(legality.cost(s, h, cards[s.code[h]]) - tp, 0)) for h in s.zones[seat * t.NZ + t.HAND]]


def next_intent(s: State) -> int:
    """The card that the Legend can afford first among those that it cannot yet, 0 = none."""
    lacking = [(n, at, h) for at, (h, n) in enumerate(intent(s)) if n]
    return min(lacking)[2] if lacking else 0


FRAMES: Final[Frames] = (f_fill, f_filled, f_fetched)
PICKERS: Final[Pickers] = (pick_vote,)
