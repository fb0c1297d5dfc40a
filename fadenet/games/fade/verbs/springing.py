"""Cards that are used when something happens: the seats that may hold one, as all can see, and which it is.

An event is looked at as it happens. The chance that it gives to a seat is the event's row with the finds
behind it: pairs of a place and an ability. A place is 0, for the Hand, or a card that lies face-down. So the
same cards fit later, whatever has become of those that it happened to (fade2 trigger.window).
"""

from __future__ import annotations

from collections.abc import Iterator

from fadenet.engine import atoms
from fadenet.engine.acts import A_EVENT, A_SRC, probe
from fadenet.engine.chain import chance_of
from fadenet.engine.state import ATTACHED, HANDLE_MASK, ROW_EVENT, ROW_MORE, Act, Row, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.typed import rules_of


def places(event: Row) -> Iterator[tuple[int, int]]:
    """The places and abilities of a chance; none for an event alone."""
    more = event[ROW_MORE:] if legality.is_chance(event) else ()
    return zip(more[::2], more[1::2], strict=True)


def occasion(s: State, row: Row) -> None:
    """Each seat that may hold a card that is used for this event gets the chance to do so."""
    kind, waiting = chance_of(s, row[ROW_EVENT]), rules_of(s).springs[row[ROW_EVENT]]
    for seat in range(s.seats):
        if seat in s.out:
            continue
        found: tuple[int, ...] = ()
        for place, user in _lying(s, seat):
            for keyword, ability in waiting:
                if not _may_lie(s, seat, place, ability.code) or not _springs_from(s, place, keyword):
                    continue
                seen = probe(seat, ref(s, place or seat + 1), ref(s, user), ability.number, row)
                if ability.condition is None or ability.condition(s, seen):
                    found += (place, ability.number)
        if found:
            atoms.enqueue(s, kind, seat, 0, 0, row + found)


def _lying(s: State, seat: int) -> list[tuple[int, int]]:
    """Where hidden cards of a seat lie that may be used, and who would be the user."""
    found = [(0, seat + 1)] if s.zones[seat * t.NZ + t.HAND] else []
    for host in (*characters(s, seat), seat + 1):
        found += [(k, host) for k in s.kids.get(host, ()) if _lies_hidden(s, seat, k)]
    return found


def _lies_hidden(s: State, seat: int, h: int) -> bool:
    return s.role[h] == ATTACHED and not s.face[h] and s.ctrl[h] == seat


def _springs_from(s: State, place: int, keyword: int) -> bool:
    """Contingency is good anywhere, what is laid beside the Player only there (fade2 keyword.trigger)."""
    return keyword == t.K_CONTINGENCY or 0 < s.host[place] <= s.seats


def _may_lie(s: State, seat: int, place: int, code: int) -> bool:
    """Whether a card may be in a place, for all that everybody knows."""
    there = (place,) if place else s.zones[seat * t.NZ + t.HAND]
    return any(s.code[h] == code or (not s.code[h] and code in s.rules.meeting[s.stated[h]]) for h in there)


def may_spring(s: State, seat: int, event: Row) -> bool:
    """Whether a seat might still use a card for this and pay for it, as all can see (fade2
    response.empty-skip).
    """
    rules, tp = rules_of(s), legality.purse(s, seat)
    if legality.is_too_late(s, seat, event):
        return False
    for place, number in places(event):
        card = rules.cards[rules.abilities[number].code]
        if card.stats[t.S_COST] > tp or (s.chain and card.types == t.ITEM):
            continue
        if (not place or _lies_hidden(s, seat, place)) and _may_lie(s, seat, place, card.code):
            return True
    return False


def cards(s: State, seat: int, event: Row) -> list[int]:
    """The cards that lie where one may be used for this."""
    found: dict[int, None] = {}
    for place, _ in places(event):
        found.update(dict.fromkeys((place,) if place else s.zones[seat * t.NZ + t.HAND]))
    return [h for h in found if s.zone[h] == seat * t.NZ + t.HAND or _lies_hidden(s, seat, h)]


def refusal(s: State, act: Act) -> int:
    """The keyword that does not let a card be used for what has happened, 0 = it may be."""
    h = act[A_SRC] & HANDLE_MASK
    place, code = h if s.host[h] else 0, s.code[h]
    abilities = rules_of(s).abilities
    if any(there == place and abilities[n].code == code for there, n in places(act[A_EVENT])):
        return 0
    return t.K_SURPRISE if 0 < s.host[h] <= s.seats else t.K_CONTINGENCY
