"""Verbs that differ where there are cells: Characters and Zone cards are played into one, and moved."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import replace
from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_SEAT, A_SRC, A_TO
from fadenet.engine.chain import f_check, f_settle, push
from fadenet.engine.kit.arguments import pairs, split
from fadenet.engine.kit.sources import Ways
from fadenet.engine.kit.uses import Way
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.looking import once_a_look
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, LAID, TURNED, Act, Known, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import Place
from fadenet.games.fade.field import board, bound, combat, places, reserving
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of
from fadenet.games.fade.verbs import quiet
from fadenet.games.fade.verbs.playing import Playing, PlayingWays, RowEntry, beneath


class _CellEntry(RowEntry):
    """The cell that a Character, Zone card or Command enters is a part; what is laid on others takes theirs.

    So is that of what is attached to its Player, where moves name it.
    """

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        seat, card = act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK)
        if way.kind == t.M_ZONE and not card.in_arena:
            return [((t.KEY_TO, x),) for x in board.grounds(s, seat, card.makes)]
        if way.kind == t.M_BESIDE and card.fronted:
            return [((t.KEY_TO, x),) for x in board.free(s, seat, t.FRONT)]
        if way.kind == t.M_COMMAND:
            return [((t.KEY_TO, x),) for x in board.all_free(s, seat)]
        if way.kind != t.M_CHARACTER:
            if not rules_of(s).policies.names_place(s, act):
                return super().of(s, act, way)
            beside = [((t.KEY_TO, x),) for x in places.cells_for(s, seat)]
            return [(), *beside] if way.slots else beside
        if card.laid_on:
            below = beneath(s, seat, card)
            return [((t.KEY_TO, x),) for x, h in sorted(board.standing(s, seat).items()) if h in below]
        if not _has_slots(s, seat, card, ()):
            return ()
        return [
            ((t.KEY_TO, x),) for kind in rules_of(s).policies.rows_entered for x in board.free(s, seat, kind)
        ]

    def together(self, s: State, act: Act, way: Way, found: list[Move]) -> list[Move]:
        seat, card = act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK)
        if way.kind == t.M_CHARACTER and card.laid_on:
            there = board.standing(s, seat)
            found = [move for move in found if there[split(move).named[t.KEY_TO]] in move[2:]]
            return [move for move in found if _has_slots(s, seat, card, split(move).line)]
        if way.slots and rules_of(s).policies.names_place(s, act):
            return [move for move in found if (seat + 1 in move[2:]) == bool(pairs(move, t.KEY_TO))]
        return found

    def fits(self, s: State, act: Act, way: Way, line: Move) -> bool:
        seat, card = act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK)
        if way.slots and rules_of(s).policies.names_place(s, act) and (seat + 1 in line) != bool(act[A_TO]):
            return False
        if way.kind != t.M_CHARACTER:
            return True
        if card.laid_on and board.standing(s, seat).get(act[A_TO]) not in line:
            return False
        return _has_slots(s, seat, card, line)

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        if way.kind in _PLACES:
            return _PLACES[way.kind]
        beside = rules_of(s).policies.names_place(s, act) and (not way.slots or act[A_SEAT] + 1 in line)
        return reasons.NO_ROOM if beside or (act[A_TO] and way.kind != t.M_CHARACTER) else ""

    def without_place(self, s: State, act: Act, line: Move) -> str:
        fits = _has_slots(s, act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK), line)
        return reasons.NO_ROOM if fits else reasons.SLOTS


def _has_slots(s: State, seat: int, card: FadeCard, line: Sequence[int]) -> bool:
    """Whether there are slots for a Character, or others can leave the front (fade1 prep.cs-blocked)."""
    return reserving.can_make_room(s, seat, card, tuple(line[card.imprisons :]))


_PLACES: Final = {
    t.M_ZONE: reasons.NO_GROUND,
    t.M_BESIDE: reasons.NO_ROOM,
    t.M_COMMAND: reasons.COMMAND_PLACE,
}


def is_first(s: State, act: Act) -> bool:
    """No move names a cell beside a Player: the first one is taken (fade1 zone.equip)."""
    return False


def is_named(s: State, act: Act) -> bool:
    """An attached card lies in one, if it has not Arena (fade2 zone.equip-player)."""
    return not fade_card(s, act[A_SRC] & HANDLE_MASK).in_arena and play.attaches(s, act)


def _places(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The cells beside its Player in which each of these may be placed."""
    there = [(t.KEY_TO, cell) for cell in places.cells_for(s, seat)]
    return [(h, there) for h in ways]


def _place(s: State, seat: int, h: int, to: tuple[int, int]) -> None:
    quiet.lay(s, h, seat + 1, 0, to[1])


def _movable(s: State, seat: int, codes: Known) -> Sequence[int]:
    """A seat's Characters, and in the Aftermath what else stands in its cells, unless it is Prevented."""
    return _rearranged(s, seat)


@once_a_look
def _rearranged(s: State, seat: int) -> Sequence[int]:
    mine, arena = combat.at_home(s, seat), rules_of(s).grid.arena
    if s.phase != t.AFTERMATH:
        return mine
    beside, cells, role = s.kids.get(seat + 1, ()), s.num[t.CELL], s.role
    return [*mine, *[h for h in beside if cells[h] and cells[h] != arena and role[h] != TURNED]]


def _not_kept(s: State, seat: int, ways: Ways, codes: Known) -> Sequence[int]:
    """Those that can go somewhere: in the Aftermath who cannot act still changes cells within its row."""
    kept = bound.not_fixed if s.phase == t.AFTERMATH else bound.not_held
    return kept(s, seat, ways, codes)


def _cells(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The cells that each may go to, or with whose card it changes places (fade2 prep.move-swap; from row to
    row only where the edition's do, fade1 prep.reserve-in).

    In the Aftermath also those of its own kind (fade2 prep.aftermath-rearrange).
    """
    home, policies, host, role = board.kinds(s, seat), rules_of(s).policies, s.host, s.role
    mine = bound.not_fixed(s, seat, _rearranged(s, seat), codes)
    fits = {h: play.rests_in(s, seat, h) if host[h] else board.ROWS for h in mine}
    across, within = s.phase in policies.crossings, s.phase == t.AFTERMATH
    leaves: set[int] = set()
    if across or any([role[h] == LAID for h in ways]):
        leaves.update([h for h in mine if host[h]])
        leaves.update(bound.not_held(s, seat, [h for h in mine if not host[h]], codes))
    exchanged, board_now = policies.exchanged(leaves), rules_of(s).board
    taken_by, across_to = board_now.taken_by, board_now.across
    targets, cells = _targets(s, seat, fits), s.num[t.CELL]
    alike: dict[tuple[Any, ...], tuple[list[tuple[int, int]], dict[int, int]]] = {}
    found: list[tuple[int, Ways]] = []
    for h in ways:
        cell, fitting = cells[h], fits.get(h, ())
        own, crosses = home[cell], h in leaves and (across or role[h] == LAID)
        key: tuple[Any, ...] = (own, fitting, crosses, taken_by(s, h) if crosses else 0)
        if key not in alike:
            there: list[tuple[int, int]] = []
            for kind, line in targets:
                if kind not in fitting:
                    continue
                if kind == own or (kind in board.BESIDE and own in board.BESIDE):
                    there += [to for to, other in line if not other or own in fits[other]] if within else ()
                elif crosses:
                    comes = [x for x in line if not x[1] or (x[1] in exchanged and own in fits[x[1]])]
                    there += across_to(s, seat, h, kind == t.FRONT, comes)
            alike[key] = there, {x: n for n, (_, x) in enumerate(there)}
        there, places = alike[key]
        n = places.get(cell, -1)
        found.append((h, there if n < 0 else there[:n] + there[n + 1 :]))
    return found


def all_exchanged(leaves: Collection[int]) -> Collection[int]:
    """All of them (fade2 prep.move-swap)."""
    return leaves


def none_exchanged(leaves: Collection[int]) -> Collection[int]:
    """None: from row to row they go into free cells (fade1 prep.reserve-in)."""
    return ()


def _targets(s: State, seat: int, fits: Container[int]) -> list[tuple[int, list[Place]]]:
    """By kind the cells with room and those of these cards, each with the one that would have to go to the
    other place, 0 = none.
    """
    free, there, cells = board.all_free(s, seat), board.standing(s, seat), board.ground(s, seat).cells
    found = []
    for kind in board.ALL:
        line: list[Place] = []
        for x in cells[kind]:
            other = 0 if x in free else there.get(x, -1)
            if not other or other in fits:
                line.append(((t.KEY_TO, x), other))
        found.append((kind, line))
    return found


def _uncrowded(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """Those of them at which no rearranging brings too many cards into one cell (fade1
    prep.aftermath-rearrange-limits).
    """
    found, there = _cells(s, seat, ways, codes), board.by_cell(s, seat)
    if s.phase != t.AFTERMATH:
        return found
    # By cell how many cards attached to a Character there have room with what else stands beneath it.
    worn, most = rules_of(s).grid.worn, rules_of(s).figures.equip_max
    room = {x: most - len(there[beneath]) for x, beneath in enumerate(worn) if beneath in there}
    if not room:
        return found
    kids, host, cells = s.kids, s.host, s.num[t.CELL]
    borne = {x: len(combat.attached(s, k)) if (k := line[-1]) in kids else 0 for x, line in there.items()}
    least, heaviest = min(room.values()), max(borne.values(), default=0)
    kept: list[tuple[int, Ways]] = []
    for h, to in found:
        if not host[h]:
            bears, here = len(combat.attached(s, h)) if h in kids else 0, room.get(cells[h])
            if bears > least:
                to = [(key, x) for key, x in to if bears <= room.get(x, bears)]
            if here is not None and here < heaviest:
                to = [(key, x) for key, x in to if borne.get(x, here) <= here]
        kept.append((h, to))
    return kept


def _why_not_there(s: State, seat: int, h: int, to: object) -> str:
    """Which rule keeps a card from going to a cell."""
    cell = to[1] if type(to) is tuple else 0
    kind = board.kind_of(s, seat, cell)
    if s.host[h] or kind not in board.ROWS or s.zone[h] % t.NZ == kind:
        return reasons.NO_ROOM
    if s.phase not in rules_of(s).policies.crossings:
        return reasons.CROSSING
    other = board.standing(s, seat).get(cell, 0)
    return reasons.NO_ROOM if _keeps_to_slots(s, seat, h, other, kind) else reasons.FORWARD


def _keeps_to_slots(s: State, seat: int, h: int, other: int, kind: int) -> bool:
    """Whether a card may go to another row, whose other one comes instead, 0 = none."""
    return bool(rules_of(s).board.across(s, seat, h, kind == t.FRONT, [((t.KEY_TO, 0), other)]))


def _move(s: State, seat: int, h: int, to: tuple[int, int]) -> None:
    other, cell = board.standing(s, seat).get(to[1], 0), s.num[t.CELL][h]
    if other and to[1] in board.free(s, seat, board.kind_of(s, seat, to[1])):
        other = 0  # several have room in a cell beside a Player
    atoms.mark(s, t.P_TURN, t.MK_MOVED, ref(s, h))
    push(s, f_settle, 0)
    push(s, f_check)
    play.rearrange(s, h, to[1])
    if other:
        play.rearrange(s, other, cell)


CELL_VERBS: Final[dict[int, AnyVerb]] = {
    t.V_MOVE: Verb(
        _movable,
        reasons.MOVE,
        (
            Rule(reasons.CANNOT_ACT, ways=_not_kept),
            quiet.AGAIN,
            Rule(_why_not_there, to=_uncrowded),
        ),
        when=quiet.QUIET,
        begins=_move,
        quiet=True,
        key=t.KEY_TO,
    ),
    t.V_PLAY: Playing(PlayingWays(rows=False), _CellEntry()),
}
NAMED_PLACES: Final[dict[int, AnyVerb]] = {
    t.V_PLACE: replace(
        quiet.QUIET_VERBS[t.V_PLACE],
        rules=(*quiet.QUIET_VERBS[t.V_PLACE].rules, Rule(reasons.NO_ROOM, to=_places)),
        begins=_place,
        key=t.KEY_TO,
    )
}
"""Where a move names the cell beside its Player in which a card is placed."""
