"""Cards with Contingency or Surprise that are used when something happens: who may hold one, and which it is.

An event is looked at as it happens. The chance that it gives to a seat is the event's row with the finds
behind it: pairs of a place and an ability. A place is 0, for the Hand, or a card that lies face-down. So the
same cards fit later, whatever has become of those that it happened to (fade2 trigger.window).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_EVENT, A_SEAT, A_SRC, probe
from fadenet.engine.chain import W_SHOW, chance_of
from fadenet.engine.kit.uses import Way
from fadenet.engine.state import ATTACHED, HANDLE_MASK, ROW_EVENT, Act, Row, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.features import contingency
from fadenet.games.fade.field import legality
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.field.legality import finds
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import fade_card, rules_of


def _occasion(s: State, row: Row) -> None:
    """Each seat that may hold a card that is used for this event gets the chance to do so."""
    waiting = rules_of(s).springs.get(row[ROW_EVENT])
    if waiting is None:
        return
    kind = chance_of(s, row[ROW_EVENT])
    for seat in range(s.seats):
        if seat in s.out:
            continue
        found: tuple[int, ...] = ()
        for place, user in _lying(s, seat):
            may_lie = _may_lie(s, seat, place)
            for keyword, ability in waiting:
                if not _springs_from(s, place, keyword) or not may_lie(ability.code):
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


def _may_lie(s: State, seat: int, place: int) -> Callable[[int], bool]:
    """Whether a card may be in a place, for all that everybody knows, by its code."""
    there = (place,) if place else s.zones[seat * t.NZ + t.HAND]
    shown = {s.code[h] for h in there}
    stated = [s.rules.meeting[n] for n in sorted({s.stated[h] for h in there if not s.code[h]})]
    return lambda code: code in shown or any([code in true for true in stated])


def _may_spring(s: State, seat: int, event: Row) -> bool:
    """Whether a seat might still use a card for this and pay for it, as all can see (fade2
    response.empty-skip).
    """
    rules, tp = rules_of(s), legality.purse(s, seat)
    if legality.is_too_late(s, seat, event):
        return False
    for place, number in finds(event):
        card = rules.cards[rules.abilities[number].code]
        if card.stats[t.S_COST] > tp or (s.chain and card.types == t.ITEM):
            continue
        if (not place or _lies_hidden(s, seat, place)) and _may_lie(s, seat, place)(card.code):
            return True
    return False


def _cards(s: State, seat: int, event: Row) -> list[int]:
    """The cards that lie where one may be used for this."""
    found: dict[int, None] = {}
    for place, _ in finds(event):
        found.update(dict.fromkeys((place,) if place else s.zones[seat * t.NZ + t.HAND]))
    return [h for h in found if s.zone[h] == seat * t.NZ + t.HAND or _lies_hidden(s, seat, h)]


def _untimely(s: State, act: Act, way: Way, now: int) -> str:
    """A card is used for what has happened, and one that waits for an event is not used without it."""
    if now == W_SHOW:
        why = _against_place(s, act)
        late = not why and legality.is_too_late(s, act[A_SEAT], act[A_EVENT])
        return reasons.DEFENDED if late else why
    return _awaits_its_event(s, act) if way.kind == t.M_REACTION else ""


def _against_place(s: State, act: Act) -> str:
    """The reason that keeps a card from being used for this event from where it lies, "" = none."""
    h = act[A_SRC] & HANDLE_MASK
    place, code = h if s.host[h] else 0, s.code[h]
    abilities = rules_of(s).abilities
    if any(there == place and abilities[n].code == code for there, n in finds(act[A_EVENT])):
        return ""
    return reasons.SURPRISE if 0 < s.host[h] <= s.seats else contingency.REASON


def _awaits_its_event(s: State, act: Act) -> str:
    """The reason that keeps a Reaction from being used without its event, "" = none: Trigger, or Contingency
    if it answers nothing by itself (fade2 link.reactions, keyword.trigger).
    """
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    keywords = [keyword for keyword, _ in card.springs]
    if t.K_SURPRISE in keywords:
        return reasons.SURPRISE
    assert card.use is not None
    return contingency.REASON if t.K_CONTINGENCY in keywords and card.use.answers is None else ""


def _waits_for_events(edition: Edition) -> bool:
    return "event" in (edition.hows[t.K_CONTINGENCY], edition.hows[t.K_SURPRISE])


SPRINGING: Final = Feature(
    "",
    Points(
        occasions=(_occasion,),
        chances=((_may_spring, _cards),),
        untimely=(_untimely,),
        listed=((W_SHOW, (t.V_USE,)),),
    ),
    there=_waits_for_events,
)
