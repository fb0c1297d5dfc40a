"""A seat's view of a match as plain data: what JSON can say, by place, in the words of the rules.

`view_of` says all that the seat may know and nothing else, so that two matches which differ in what is hidden
from it alone say the same. Numbers of 0 and things not known are left out: a zone has its number of cards,
and of them those of which there is something to say. Places are those of moves (`fadenet.engine.notation`),
so a place in a legal move leads to its card here. `protocol/FNBOT.md` has the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from fadenet.engine.acts import A_LINK, A_SEAT, A_SRC, A_TARGETS
from fadenet.engine.kit.series import Series, wins
from fadenet.engine.looking import looked_at
from fadenet.engine.notation import place
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import HANDLE_MASK, State, alive
from fadenet.table.view import MatchInfo, SeatView

PlainData = dict[str, Any]


def seat_name(seat: int) -> str:
    """A seat as moves name it."""
    return f"p{seat + 1}"


def match_of(s: State, info: MatchInfo) -> PlainData:
    """The facts of a match that a player is told once, in the state in which it is told them."""
    rules = rules_of(s)
    slugs = [card.slug for card in rules.cards]
    return {
        "game": info.game,
        "format": info.format,
        "options": dict(rules.options),
        "you": seat_name(info.seat),
        "seats": [
            {"seat": seat_name(i), "name": name, "side": rules.side(s, i), "kind": kind}
            for i, (name, kind) in enumerate(zip_longest(info.names, info.kinds, fillvalue="automaton"))
        ],
        "decks": [_listed(slugs, deck) for deck in info.decks],
        "lists": [None if codes is None else _listed(slugs, codes) for codes in info.lists],
        "seed": info.seed,
        "rules": rules.hash.hex(),
        "cards": rules.card_hash.hex(),
    }


def _listed(slugs: Sequence[str], codes: Iterable[int]) -> list[str]:
    return [slugs[code] for code in codes]


def view_of(view: SeatView) -> PlainData:
    """All that a seat may know of a match now."""
    return looked_at(view.state, _view_of, view)


def _view_of(s: State, view: SeatView) -> PlainData:
    rules = rules_of(s)
    plain: PlainData = {
        "you": seat_name(view.index),
        "turn": s.turn,
        "seats": [_seat(view, seat) for seat in range(s.seats)],
    }
    if s.turn:
        plain |= {"active": seat_name(s.active), "phase": rules.phases[s.phase]}
    if Series in rules.parts:
        plain["won"] = wins(s)
    return plain | _filled(
        out=[seat_name(seat) for seat in s.out],
        chain=[_link(view, link) for link in s.chain],
        changes=[_change(view, mod.what, mod.target, mod.n) for mod in s.mods if mod.target],
        seen=[{rules.cards[code].slug: n for code, n in sorted(most.items())} for most in view.seen],
    )


def hidden_of(view: SeatView) -> PlainData:
    """The part of a seat's knowledge that is in no position, by handles as that has them: hidden cards, and
    what `laid`, `seen` and `shown` of its view say."""
    cards = rules_of(view.state).cards
    return {
        "known": {str(h): cards[code].slug for h, code in view.known.items()},
        "laid": [[*line] for line in view.laid],
        "seen": [{cards[code].slug: n for code, n in most.items()} for most in view.seen],
        "shown": {str(h): [seat_name(seat) for seat in seats] for h, seats in view.shown.items()},
    }


def _seat(view: SeatView, seat: int) -> PlainData:
    """A player: its own numbers, and its zones."""
    s, rules = view.state, rules_of(view.state)
    zones = {}
    for kind, name in enumerate(rules.zone_names):
        line = s.zones[rules.zone_id(seat, kind)]
        if line:
            cards = [card for h in line if h and (card := _card(view, h, seat))]
            zones[name] = {"count": len(line)} | _filled(cards=cards)
    figures = rules.effects.figures(s, seat + 1) if s.turn else {}
    numbers = _numbers(s, rules, seat + 1)
    told = {"seat": seat_name(seat), "side": rules.side(s, seat)}
    return told | _filled(numbers=numbers, figures=figures, zones=zones)


def _card(view: SeatView, h: int, holder: int) -> PlainData:
    """A card: {} if there is nothing to say of it but that it is there. holder: the seat in whose zone, or on
    whose card, it lies."""
    s, rules = view.state, rules_of(view.state)
    code, public = view.code(h), bool(s.code[h])
    on = [{"at": _place(view, k)} | _card(view, k, holder) for k in s.kids.get(h, ())]
    told = _filled(
        card=rules.cards[code].slug if code else "",
        secret=bool(code) and not public,
        down=public and not s.face[h],
        numbers=_numbers(s, rules, h),
        figures=rules.effects.figures(s, h) if public else {},
        is_=rules.predicate_texts[s.stated[h] - 1] if s.stated[h] and not public else "",
        owner=seat_name(s.owner[h]) if s.owner[h] != holder else "",
        controller=seat_name(s.ctrl[h]) if s.ctrl[h] != holder else "",
        shown_to=[] if public else [seat_name(seat) for seat in view.shown.get(h, ())],
        on=on,
    )
    return {"at": _place(view, h)} | told if told else {}


def _numbers(s: State, rules: Rules, h: int) -> dict[str, int]:
    """The numbers that lie on a card, or are a player's, by their words."""
    return {word: s.num[i][h] for i, word in enumerate(rules.columns) if word and s.num[i][h]}


def _link(view: SeatView, link: int) -> PlainData:
    """A link of the running chain."""
    s = view.state
    act = s.acts[link]
    src, targets = act[A_SRC], [r for r in act[A_TARGETS] if alive(s, r)]
    h = src & HANDLE_MASK if src and alive(s, src) else 0
    return {"link": f"k{link}", "seat": seat_name(act[A_SEAT])} | _filled(
        at=_place(view, h) if h else "",
        card=s.rules.cards[view.code(h)].slug if h and view.code(h) else "",
        targets=[_place(view, r & HANDLE_MASK) for r in targets if r & HANDLE_MASK],
        answers=f"k{act[A_LINK]}" if act[A_LINK] else "",
    )


def _change(view: SeatView, what: int, target: int, n: int) -> PlainData:
    """A change with an end."""
    s = view.state
    at = _place(view, target & HANDLE_MASK) if alive(s, target) else "?"
    return {"at": at, "what": rules_of(s).quantities[what], "n": n}


def _place(view: SeatView, h: int) -> str:
    return place(view.state, view.index, h)


def _filled(**parts: object) -> PlainData:
    """Those that say something; a name that Python keeps for itself ends in an underscore."""
    return {name.rstrip("_"): part for name, part in parts.items() if part}
