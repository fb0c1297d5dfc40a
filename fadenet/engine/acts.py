"""The record of one action: what is used, by whom, at what, and what has come of it so far.

An act outlives its link: hits left, redirected parts and last results are kept here while effects of it still
run. It outlives its chain as well, as long as something waits that it has set off. It is a plain list of ints
and tuples with the places named below, so that it clones and digests as the rest of the state does.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine.state import Act, State

A_ID: Final = 0
A_VERB: Final = 1
A_SEAT: Final = 2  # whose action
A_SRC: Final = 3  # ref of the card whose text it is
A_USER: Final = 4  # ref of the card or body that performs it
A_ABILITY: Final = 5  # number of the ability, -1 = none
A_TARGETS: Final = 6  # refs, slot after slot
A_LINK: Final = 7  # id of the act that it answers, 0 = none
A_FLAGS: Final = 8
A_TYPES: Final = 9  # the game's mask (damage types)
A_TRAITS: Final = 10  # the game's mask (elements)
A_HITS: Final = 11  # hits still to come
A_DEALT: Final = 12  # sum of what it did
A_IT: Final = 13  # refs that the last effect touched
A_N: Final = 14  # number that the last effect brought
A_LOOP: Final = 15  # refs still to come of running `each` and `repeat`, innermost last
A_EVENT: Final = 16  # the event row that triggered it
A_TO: Final = 17  # zone or host for a card that enters
A_PARTS: Final = 18  # the game's rows of numbers about those whom it is on, by ref
A_X: Final = 19  # amount chosen by the player
A_MODE: Final = 20  # the game's number of the way in which the card is used
A_PICKED: Final = 21  # refs picked so far in a running choice

# Flags of an act. A game numbers its own from F_GAME on.
NEGATED: Final = 1  # does nothing
FIZZLED: Final = 2  # does nothing, though nobody negated it
OVER: Final = 4  # its chain is over: it is kept for what it has set off
F_GAME: Final = 8


def new_act(s: State, verb: int, seat: int, src: int, user: int, ability: int) -> Act:
    """A fresh record with a number of its own, not stored yet; arguments are refs."""
    s.next_id += 1
    return [s.next_id, verb, seat, src, user, ability, (), 0, 0, 0, 0, 0, 0, (), 0, (), (), 0, (), 0, 0, ()]


def numbered(s: State, act: Act) -> Act:
    """A record that was only looked at becomes an act with a number of its own."""
    s.next_id += 1
    act[A_ID] = s.next_id
    return act


def probe(seat: int, src: int, user: int, ability: int, event: tuple[int, ...] = ()) -> Act:
    """A record that is only looked at, to evaluate conditions and selectors."""
    return [0, 0, seat, src, user, ability, (), 0, 0, 0, 0, 0, 0, (), 0, (), event, 0, (), 0, 0, ()]
