"""The canonical text of moves and places: the one notation of console, log, wire, record and bots.

    move = verb *(SP argument)
    argument = reference / link / number / key "=" value
    reference = [seat "."] zone-letter number *("." number) / seat
    seat = "p" 1-5 ; link = "k" number

A reference names a card by its place before the move, the same on every replica: `c2` is the second card of
the mover's zone c, `p2.c1.3` the third card on or under the first card of seat 2's zone c, `p1` a player.
"""

from __future__ import annotations

from string import digits
from typing import Final

from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move
from fadenet.engine.state import State

TEXT_MAX: Final = 1_024
DIGITS_MAX: Final = 9


def place(s: State, seat: int, h: int) -> str:
    """The reference of a card or body as `seat` writes it; "?" for one that has no place."""
    if 0 < h <= s.seats:
        return f"p{h}"
    host = s.host[h]
    if host:
        return f"{place(s, seat, host)}.{s.kids[host].index(h) + 1}"
    zone = s.zone[h]
    if zone < 0 or h not in s.zones[zone]:
        return "?"
    owner, kind = divmod(zone, s.rules.zones_per_seat)
    letter = s.rules.zone_letters[kind]
    text = f"{letter}{s.zones[zone].index(h) + 1}"
    return text if owner == seat else f"p{owner + 1}.{text}"


def find(s: State, seat: int, text: str) -> int:
    """The handle at a reference. Raises `WrongInput` when nothing lies there."""
    parts = text.split(".")
    owner, h = seat, 0
    if len(parts[0]) == 2 and parts[0][0] == "p" and parts[0][1] in digits:
        owner = int(parts.pop(0)[1]) - 1
        if not 0 <= owner < s.seats:
            raise WrongInput(f"there is no seat {text!r}")
        h = owner + 1
    if parts and parts[0][:1].isalpha():
        first = parts.pop(0)
        letters = s.rules.zone_letters
        number = _number(first[1:])
        if first[0] not in letters or not number:
            raise WrongInput(f"{text!r} is no reference to a card")
        line = s.zones[s.rules.zone_id(owner, letters.index(first[0]))]
        if number > len(line) or not line[number - 1]:
            raise WrongInput(f"there is no card at {text!r}")
        h = line[number - 1]
    for part in parts:
        n = _number(part)
        kids = s.kids.get(h, ())
        if not n or n > len(kids):
            raise WrongInput(f"there is no card at {text!r}")
        h = kids[n - 1]
    if not h:
        raise WrongInput(f"{text!r} is no reference to a card")
    return h


def _number(text: str) -> int:
    """A positive number without leading zeros, 0 for anything else."""
    plain = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX and text[0] != "0"
    return int(text) if plain else 0


def _amount(text: str) -> int:
    """A number from 0 on, written in one way. Raises `WrongInput`."""
    if text != "0" and not _number(text):
        raise WrongInput(f"{text!r} is no number from 0 to {10**DIGITS_MAX - 1}")
    return int(text)


def format_move(s: State, seat: int, move: Move) -> str:
    """The canonical text of a move of `seat` in this state."""
    rules = s.rules
    words = [rules.verbs[move[0]]]
    for x in move[1:]:
        if type(x) is tuple:
            key, value = x
            names = rules.key_words.get(key)
            said = names[value] if names else str(value)
            words.append(f"{rules.keys[key]}={said}" if key else said)
        elif x < 0:
            words.append(f"k{-x}")
        else:
            words.append(place(s, seat, x))
    return " ".join(words)


def parse_move(s: State, seat: int, text: str) -> Move:
    """The move that a text names. Raises `WrongInput` with what is wrong; legality is not looked at."""
    if len(text) > TEXT_MAX:
        raise WrongInput(f"a move has at most {TEXT_MAX} characters")
    tokens = text.split(" ")
    rules = s.rules
    if tokens[0] not in rules.verbs:
        raise WrongInput(f"there is no move {tokens[0]!r}")
    return (rules.verbs.index(tokens[0]), *(_argument(s, seat, token) for token in tokens[1:]))


def _argument(s: State, seat: int, token: str) -> int | tuple[int, int]:
    rules = s.rules
    if "=" in token:
        name, _, value = token.partition("=")
        if not name or name not in rules.keys:
            raise WrongInput(f"there is no option {name!r}")
        key = rules.keys.index(name)
        names = rules.key_words.get(key)
        if names is not None:
            if value not in names:
                raise WrongInput(f"{name} is one of: {', '.join(names)}")
            return (key, names.index(value))
        return (key, _amount(value))
    if token.isascii() and token.isdigit():
        return (0, _amount(token))
    if token[:1] == "k" and _number(token[1:]):
        return -_number(token[1:])
    if token[:1] == "-" and _number(token[1:]):
        return -_number(token[1:])
    return find(s, seat, token)
