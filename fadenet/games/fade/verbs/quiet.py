"""Moves of the turn player without a chain: attach, place, move, reattach; mix the Hand, end a Phase."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.chain import f_check, f_settle, push
from fadenet.engine.kit.sources import Ways, lying, may_meet
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.state import ATTACHED, LAID, UNDER, Known, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import bound, moving, places, reach
from fadenet.games.fade.field.combat import at_home, characters
from fadenet.games.fade.field.legality import window_of
from fadenet.games.fade.turn import phases
from fadenet.games.fade.typed import rules_of

# The moment (faroe chain.no-chain).

OWN_TURN: Final = Rule(reasons.NOT_NOW, seat=lambda s, seat: seat == s.active, free=True)
NO_CHAIN: Final = Rule(
    reasons.CHAIN_RUNNING, seat=lambda s, e: not s.chain and window_of(s, e) < 0, free=True
)
QUIET: Final = (OWN_TURN, NO_CHAIN, Rule(reasons.OTHER_PHASE, phases=t.OWN_PHASES))
_AFTERMATH: Final = (OWN_TURN, NO_CHAIN, Rule(reasons.REATTACH, phases=(t.AFTERMATH,)))


# The bearers of cards.


def characters_of(s: State, seat: int, codes: Known) -> tuple[int, ...]:
    return at_home(s, seat)


def _own_characters(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    mine = characters(s, seat)
    return [(h, mine) for h in ways]


def lay(s: State, h: int, host: int, face: int, cell: int = 0) -> None:
    """Attach a card; one that has to make room for it may trigger something."""
    if rules_of(s).board.crowds:
        push(s, f_settle, 0)
        push(s, f_check)
    places.attach(s, h, host, face, cell=cell)


def _attach(s: State, seat: int, h: int, host: int) -> None:
    lay(s, h, host, 0)


def _place(s: State, seat: int, h: int) -> None:
    """Beside the Player (faroe keyword.surprise-details)."""
    lay(s, h, seat + 1, 0)


# Moving between the rows.


def _not_last_in_front(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    front = s.zones[seat * t.NZ + t.FRONT]
    stay = len(front) <= rules_of(s).policies.front_min
    return [h for h in ways if h not in front] if stay else ways


AGAIN: Final = Rule(reasons.TOO_OFTEN, seat=lambda s, seat: not moving.is_over(s))


def _move(s: State, seat: int, h: int) -> None:
    kind = t.BACKUP if s.zone[h] % t.NZ == t.FRONT else t.FRONT
    atoms.mark(s, t.P_TURN, t.MK_MOVED, ref(s, h))
    push(s, f_settle, 0)
    push(s, f_check)
    atoms.move(s, h, seat * t.NZ + kind, 1, keep=True)
    if kind == t.FRONT:
        rules_of(s).policies.comes_forward(s, h)


# Reattaching.


def _bearers(s: State) -> list[int]:
    """All that cards are attached to: the Characters of everybody, then the Players."""
    found: list[int] = []
    zones = s.zones
    for base in range(0, s.seats * t.NZ, t.NZ):
        found += zones[base + t.FRONT]
        found += zones[base + t.BACKUP]
    found += range(1, s.seats + 1)
    return found


def _attached(s: State, seat: int, codes: Known) -> Ways:
    """A seat's attached cards, whomever they are attached to."""
    kids, ctrl, role = s.kids, s.ctrl, s.role
    there: list[int] = []
    for top in _bearers(s) if kids else ():
        if top in kids:
            for k in kids[top]:
                if ctrl[k] == seat and role[k] in (ATTACHED, LAID):
                    there.append(k)
    return there


def _not_attached(s: State, seat: int, h: int, host: int) -> str:
    if s.host[h] and s.role[h] == UNDER:
        return reasons.STACKED
    orbital = s.host[h] not in (0, host) and s.role[h] == ATTACHED and s.ctrl[h] == seat
    return reasons.ORBITAL if orbital else reasons.REATTACH


def _but(there: list[int], top: int) -> list[int]:
    """All of these but one."""
    if top not in there:
        return there
    others = there[:]
    others.remove(top)
    return others


def _bearers_of_each(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The bearers to which each of these may be moved; those alike for several are found once."""
    face, host = s.face, s.host
    all_bearers = rules_of(s).board.with_room(s, _bearers(s))
    mine = [x for x in characters(s, seat) if x in all_bearers]
    down: dict[int, Ways] = {}  # by bearer, for cards that lie face-down on it
    groups: dict[str | int, list[int]] = {}
    shields: dict[int, int] | None = None
    found: list[tuple[int, Ways]] = []
    cards, code = rules_of(s).cards, s.code
    for h in ways:
        top = host[h]
        if not face[h]:
            if top not in down:
                down[top] = _but(mine, top) if top > s.seats else ()
            found.append((h, down[top]))
            continue
        card = cards[code[h]]
        if s.role[h] == LAID and card.types & (t.SKILL | t.REACTION):
            found.append((h, mine))
            continue
        if card.attach is None:
            continue
        group = card.attach_group or h
        if group not in groups:
            allowed = frozenset(card.attach(s, reach.attach_act(s, seat, h, card)))
            groups[group] = [one for one in all_bearers if one in allowed]
        there = groups[group]
        if shields is None:
            shields = reach.shields(s, all_bearers)
            made = [bearing(s, all_bearers) for bearing in rules_of(s).points.bearing]
            leaving = [left for left in made if left is not None]
        if shields:
            there = reach.open_to_attaching(card, there, shields)
        for left in leaving:
            there = left(card, there)
        found.append((h, _but(there, top)))
    return found


def _reattach(s: State, seat: int, h: int, host: int) -> None:
    """A Skill or Reaction that lay idle is face-down again (fade2 command.leftover-materials)."""
    atoms.mark(s, t.P_TURN, t.MK_REATTACHED, ref(s, h))
    push(s, f_settle, 0)
    push(s, f_check)
    idle = s.role[h] == LAID and rules_of(s).cards[s.code[h]].types & (t.SKILL | t.REACTION)
    places.attach(s, h, host, 0 if idle else s.face[h])


# Mixing and ending.


def _may_mix(s: State, seat: int) -> bool:
    """The hand's commitments may be replaced once a turn, so that nothing links a draw to a play."""
    if atoms.marked(s, t.P_TURN, t.MK_MIXED, seat + 1):
        return False
    return [s.code[h] for h in s.zones[seat * t.NZ + t.HAND]].count(0) > 1


def _may_be_ended(s: State, seat: int) -> bool:
    return seat != s.active or s.phase not in t.WHOLE_PHASES


QUIET_VERBS: Final = {
    t.V_ATTACH: Verb(
        lying(t.HAND),
        reasons.ATTACH,
        (
            Rule(reasons.FACE_DOWN, ways=may_meet(t.ST_ON_CHARACTER)),
            Rule(reasons.ATTACH_OWN, to=_own_characters),
        ),
        when=QUIET,
        states=t.ST_ON_CHARACTER,
        known=True,
        begins=_attach,
        quiet=True,
    ),
    t.V_PLACE: Verb(
        lying(t.HAND),
        reasons.SURPRISE,
        (Rule(reasons.FACE_DOWN, ways=may_meet(t.ST_BESIDE_PLAYER)),),
        when=QUIET,
        states=t.ST_BESIDE_PLAYER,
        known=True,
        begins=_place,
        quiet=True,
    ),
    t.V_MOVE: Verb(
        characters_of,
        reasons.MOVE,
        (
            Rule(reasons.CANNOT_ACT, ways=bound.not_held),
            Rule(reasons.LAST_IN_FRONT, ways=_not_last_in_front),
            AGAIN,
        ),
        when=QUIET,
        begins=_move,
        quiet=True,
    ),
    t.V_REATTACH: Verb(
        _attached,
        _not_attached,
        (
            Rule(reasons.REATTACH, onto=lambda s, h, there: _but([*there], s.host[h])),
            AGAIN,
            Rule(reasons.REATTACH_WHOM, to=_bearers_of_each),
        ),
        when=_AFTERMATH,
        begins=_reattach,
        quiet=True,
    ),
    t.V_MIX: Verb(when=(Rule(reasons.NOT_NOW, seat=_may_mix),), begins=phases.mix),
    t.V_END: Verb(when=(Rule(reasons.NO_SKIPPING, seat=_may_be_ended, free=True),)),
}
