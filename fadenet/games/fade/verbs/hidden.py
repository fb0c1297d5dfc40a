"""Hidden cards that may answer: the seats that may hold one, and showing one for an event."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import probe
from fadenet.engine.chain import W_CHAIN, W_SHOW, f_trigger, push
from fadenet.engine.kit import moves
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.policies import Q_AGAIN, Q_DUE, Q_LATER, Q_OFFER, Q_SHOW
from fadenet.engine.standing import stands_by
from fadenet.engine.state import (
    ATTACHED,
    ROW_CARD,
    ROW_EVENT,
    ROW_MORE,
    ROW_N,
    ROW_REF,
    Known,
    Move,
    Row,
    State,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, values
from fadenet.games.fade.typed import rules_of

# The seats that are asked at all.


def may_respond(s: State, seat: int, window: int) -> bool:
    if window == W_CHAIN:
        return _may_link(s, seat)
    rules = rules_of(s)
    in_hand = rules.items_in[s.phase] and s.zones[seat * t.NZ + t.HAND]
    if in_hand and legality.purse(s, seat, False) >= rules.min_item_cost:
        return True
    return any(may(s, seat, window) for may in rules.points.answering)


def _may_link(s: State, seat: int) -> bool:
    """Whether public facts leave this seat an answer (faroe response.no-answer-time)."""
    base = seat * t.NZ
    hand = s.zones[base + t.HAND]
    if hand and values.last_stand(s, seat):
        return True
    own = seat == s.active and rules_of(s).links_in[s.phase]
    if own and (hand or s.zones[base + t.FIGHTERS]):
        return True
    if _lies_ready(s, seat):
        return True
    for may in rules_of(s).points.linking:
        if may(s, seat):
            return True
    for column in rules_of(s).points.guards:
        if legality.bearers(s, seat, column):
            return True
    own = seat == s.active and s.phase == t.COMBAT
    if own and attacks_as_link(s, seat):
        return True
    there, joins = legality.working_cards(s, seat), rules_of(s).policies.joins
    abilities = [a for h in there for a in rules_of(s).cards[s.code[h]].activated]
    return any(a.answers is not None or (own and joins(a)) for a in abilities)


def attacks_as_link(s: State, seat: int) -> bool:
    """Whether a Normal Attack may be linked, which all can see."""
    verbs = moves.verbs_of(s)
    return t.V_ATTACK in verbs.answering[W_CHAIN] and bool(verbs.lists[t.V_ATTACK, W_CHAIN](s, seat, {}))


def _lies_ready(s: State, seat: int) -> bool:
    """Whether a face-down card of this seat lies on a Character that could use it."""
    for host, kids in s.kids.items():
        if host > s.seats and s.ctrl[host] == seat:
            for k in kids:
                if (
                    s.ctrl[k] == seat
                    and not s.face[k]
                    and s.role[k] == ATTACHED
                    and s.rules.on_field[s.zone[k]]
                ):
                    return True
    return False


# Showing a card (faroe trigger.hidden).


def occasion(s: State, row: Row) -> None:
    """A hidden card may be shown for this; a seat that cannot hold one is not asked (faroe trigger.hidden).

    A card that came to the Hand in any way was drawn, where moves are heard of (fade1 timing.on-draw).
    """
    for occasion in rules_of(s).points.occasions:
        occasion(s, row)
    if row[ROW_EVENT] == atoms.MOVED:
        if s.rules.zone_kind(row[ROW_N]) != t.HAND:
            return
        row = (atoms.DRAWN, *row[1:])
    drawn = row[ROW_EVENT] == atoms.DRAWN
    seats = [s.ctrl[row[ROW_CARD]]] if drawn else range(s.seats)
    for seat in seats:
        src = row[ROW_REF] if drawn else ref(s, seat + 1)
        fits = any(
            a.condition is None or a.condition(s, probe(seat, src, src, a.number, row))
            for a in rules_of(s).hidden_abilities[row[ROW_EVENT]]
        )
        if fits and seat not in s.out and s.zones[seat * t.NZ + t.HAND]:
            atoms.enqueue(s, Q_SHOW, seat, 0, 0, row)


def _showable(s: State, seat: int, codes: Known) -> Ways:
    """Cards in Hand that may be shown for the event at hand (faroe trigger.hidden, timing.draw)."""
    event = _shown_event(s)
    found: list[int] = []
    for h in _unshown(s, seat, event) if event else ():
        code = s.code[h] or codes.get(h, 0)
        for ability in rules_of(s).cards[code].hidden.get(event[ROW_EVENT], ()):
            r = ref(s, h)
            seen = probe(seat, r, r, ability.number, event[:ROW_MORE])
            if ability.condition is None or ability.condition(s, seen):
                found.append(h)
                break
    return found


def _unshown(s: State, seat: int, event: Row) -> list[int]:
    """The cards in Hand that have not been shown for an event yet; those that were stand behind its row.

    For drawing, only the card that has been drawn is shown.
    """
    hand = s.zones[seat * t.NZ + t.HAND]
    if event[ROW_EVENT] == atoms.DRAWN:
        hand = tuple([h for h in hand if h == event[ROW_CARD]])
    return [h for h in hand if -ref(s, h) not in event[ROW_MORE:]]


def _may_show(s: State, seat: int, event: Row) -> bool:
    """Whether a seat might still show a card for an event, as all can see."""
    codes = {ability.code for ability in rules_of(s).hidden_abilities[event[ROW_EVENT]]}
    return any(not s.code[h] or s.code[h] in codes for h in _unshown(s, seat, event))


def _shown_event(s: State) -> Row:
    """The event for which a hidden card may be shown now, or ()."""
    table = rules_of(s).frames
    event = next((frame[2] for frame in reversed(s.frames) if table[frame[0]] is moves.f_shown), ())
    return () if legality.is_chance(event) else event


def f_show(s: State, seat: int, event: Row) -> None:
    """Offer it; while a seat was leaving, something may have been triggered that comes before a chance."""
    chance = legality.is_chance(event)
    if not s.chain and chance and any(row.kind < Q_LATER for row in s.queue):
        waiting = s.queue
        atoms.enqueue(s, Q_DUE, seat, 0, 0, event)
        atoms.keep_waiting(s, (*s.queue[len(waiting) :], *waiting))
        return
    if chance:
        may = any(might(s, seat, event) for might, _ in rules_of(s).points.chances)
    else:
        may = _may_show(s, seat, event)
    if seat not in s.out and not stands_by(s, seat, W_SHOW) and may:
        push(s, moves.f_shown, seat, event)
        kernel.invite(s, seat, W_SHOW)


def offer_rest(s: State, seat: int, move: Move, event: Row) -> None:
    """A chance belongs to each card: once one is used or shown, the seat is asked about the others (fade2
    trigger.window).

    On a Chain that is being built that is when it is next asked, else when all have been asked for the event.
    """
    if move[0] == t.V_SHOW:
        event = (*event, -ref(s, move[1]))
    chance = Q_OFFER if s.chain else Q_AGAIN
    atoms.enqueue(s, chance if legality.is_chance(event) else Q_SHOW, seat, 0, 0, event)


def _show(s: State, seat: int, h: int, event: Row) -> None:
    atoms.emit(s, atoms.SHOWN, h, seat)
    ability = rules_of(s).cards[s.code[h]].hidden[event[ROW_EVENT]][0]
    push(s, f_trigger, (1, seat, ability.number, ref(s, h), event[:ROW_MORE], 0))


SHOW: Final = Verb(
    _showable,
    reasons.NOTHING_TO_SHOW,
    when=(Rule(reasons.NOT_NOW, seat=lambda s, seat: bool(_shown_event(s))),),
    shows=True,
    begins=_show,
    quiet=True,
)
