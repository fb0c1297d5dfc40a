"""The purpose of a move that changes no figure at once, in words: who can do what from then on."""

from __future__ import annotations

from fadenet.bots import lookahead
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, RESPOND, State
from fadenet.table.view import SeatView

COMPARED_MAX = 12
"""So many choices are compared with each other at most."""
TEXT_MAX = 90
SAME, BEST = "all of these come to the same", "the others come to less"
LIKELY = "the best of these, as far as can be seen"
FORWARD, BACK = "{card} can attack from there", "{card} is out of reach there, behind the others"
_LATER = {"attack": "the attack comes to its end later, or answers what has been done"}
PURPOSES = {
    "fade": {
        **_LATER,
        "attach": "{at} can use it from now on",
        "reattach": "{at} makes more of it",
        "place": "it lies there for when its time comes",
        "lay": "a Command needs it there",
        "tag": "{card} stands better there",
        "veil": "nobody knows who it is until it is turned up",
        "unveil": "what it does counts from now on",
        "decline": "to Defend would spare nothing",
        "mix": "nobody can tell which card came when",
    },
    "terrene": {
        **_LATER,
        "assign": "{at} can use it from now on",
        "hide": "nobody knows who it is until it acts",
        "terrain": "its Actions are yours from now on",
    },
    "prelude": {
        **_LATER,
        "place": "{card} counts for its line from now on",
        "bring": "{card} is at hand from now on",
        "equip": "{card} is in hand now",
        "stow": "a hand is free",
        "lay": "{card} can be set from now on",
        "set": "it can spring from now on",
        "arm": "it can spring from now on",
        "strike": "the strike comes to its end later",
    },
}
"""By family and verb; {card}: what the move names first, {at}: what it names last."""
LASTS = "what it does lasts, and shows in no figure yet"


def purpose(seat: SeatView, move: Move) -> str:
    """The purpose of a move, in words without an end; of a choice how it compares with the others."""
    s, ask = seat.state, seat.ask
    if ask is not None and ask.kind not in (ACT, RESPOND):
        return _preferred(seat, move)
    named = [x for x in move[1:] if type(x) is int and x > 0]
    verb = s.rules.verbs[move[0]]
    card, at = (_name(seat, h) for h in (named[:1] or [0])[:1] + named[-1:]) if named else ("it", "it")
    if verb == "move" and named:
        return (BACK if _is_in_front(s, named[0]) else FORWARD).format(card=card)
    purposes = PURPOSES[rules_of(s).descriptor.family]
    if verb in purposes:
        return purposes[verb].format(card=card, at=at)
    text = rules_of(s).cards[seat.code(named[0])].text if named else ""
    return f"for what {card} says: {_cut(text)}" if text else LASTS


def _preferred(seat: SeatView, move: Move) -> str:
    """How a choice compares with the others."""
    others = [one for one in seat.options() if one != move]
    if len(others) >= COMPARED_MAX:
        return LIKELY
    own, *rest = (lookahead.outcome(seat, one) for one in (move, *others))
    return SAME if all(n == own for n in rest) else BEST if own >= max(rest) else LIKELY


def _is_in_front(s: State, h: int) -> bool:
    """Whether a card lies in the first zone of the field."""
    return bool(s.zone[h] >= 0 and s.rules.zone_kind(s.zone[h]) == 0)


def _name(seat: SeatView, h: int) -> str:
    s = seat.state
    if 0 < h <= s.seats:
        return f"p{h}"
    return s.rules.cards[seat.code(h)].name or "it"


def _cut(text: str) -> str:
    """The beginning of a text, whole words."""
    if len(text) <= TEXT_MAX:
        return text.rstrip(".")
    return f"{text[:TEXT_MAX].rpartition(' ')[0]} .."
