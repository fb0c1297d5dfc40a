"""Tag-Out: a Character goes to another cell between chains, in any Phase, and another one takes its own."""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.chain import FREE, W_GAP, W_PHASE, f_check, f_settle, push
from fadenet.engine.kit.sources import Seconds, Ways
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.state import HANDLE_MASK, PICK, Ask, Known, State, ref
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import board, bound, moving, values
from fadenet.games.fade.field.combat import at_home
from fadenet.games.fade.field.legality import window_of
from fadenet.games.fade.language.statements import name_of
from fadenet.games.fade.points import Feature, Points
from fadenet.games.fade.typed import rules_of

REASON: Final = "tag-out"


def _is_moment(s: State, seat: int) -> bool:
    """Whether a seat that is asked may do it now, as it could play an Item, or as any Phase ends.

    fade2 keyword.tag-out-details, fade1 turn.action-windows
    """
    window = window_of(s, seat)
    return window in (FREE, W_PHASE) or s.phase in rules_of(s).policies.item_phases


def _characters(s: State, seat: int, codes: Known) -> Ways:
    return at_home(s, seat)


def _anywhere(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The cells that each may go to: a Character there takes its own, or another one does."""
    there, cells = board.standing(s, seat), s.num[t.CELL]
    open_to = [x for kind in (t.FRONT, t.BACKUP) for x in board.free(s, seat, kind)]
    found: list[tuple[int, Ways]] = []
    for h in ways:
        taken = {cells[k] for k in pick_partner(s, seat, {}, h)}
        to = taken.union(open_to) if taken else taken
        found.append((h, [(t.KEY_TO, x) for x in sorted(to, key=lambda x: (x not in there, x))]))
    return found


def _behind(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The same where one in front only changes places with one behind (fade1 keyword.tag-out)."""
    cells, found = s.num[t.CELL], list[tuple[int, Ways]]()
    for h in ways:
        others = pick_partner(s, seat, {}, h) if s.zone[h] % t.NZ == t.FRONT else []
        others = [
            k for k in others if s.zone[k] % t.NZ == t.BACKUP and rules_of(s).board.allows(s, seat, k, h)
        ]
        found.append((h, [(t.KEY_TO, x) for x in sorted({cells[k] for k in others})]))
    return found


def pick_partner(s: State, seat: int, known: Known, h: int) -> list[int]:
    """The other Characters of a player that may take the cell of one."""
    others = [k for k in at_home(s, seat) if k != h and s.num[t.CELL][k]]
    return [*bound.not_fixed(s, seat, others, known)]


def _tag(s: State, seat: int, h: int, to: tuple[int, int]) -> None:
    cell = s.num[t.CELL][h]
    other = board.standing(s, seat).get(to[1], 0)
    atoms.mark(s, t.P_TURN, t.MK_TAGGED, ref(s, h))
    if seat != s.active:
        atoms.set_var(s, t.V_CHAINED, 1)  # the others are asked anew, as after an Item
    push(s, f_settle, 0)
    push(s, f_check)
    moving.shift(s, h, to[1])
    if other:
        moving.shift(s, other, cell)
    else:
        push(s, f_partner, seat, ref(s, h), cell)


def f_partner(s: State, seat: int, r: int, cell: int) -> None:
    """Its player chooses who takes the cell that it left."""
    others = pick_partner(s, seat, {}, r & HANDLE_MASK)
    if len(others) == 1:
        moving.shift(s, others[0], cell)
    elif others:
        push(s, f_partnered, seat, r, cell)
        number = rules_of(s).picker_number(pick_partner)
        kernel.ask(s, seat, PICK, (1, 1), picker=number, data=(r & HANDLE_MASK,))


def f_partnered(s: State, seat: int, r: int, cell: int) -> None:
    moving.shift(s, s.ans[0][1], cell)


def _question(s: State, a: Ask) -> str:
    return f"Choose 1: to take the cell that {name_of(s, a.data[0])} left"


def _may_act(s: State, h: int) -> bool:
    return not values.cannot_act(s, h)


def _feature(cells: Seconds) -> Points:
    """The points where a Character may go to such cells."""
    tag = Verb(
        _characters,
        REASON,
        (
            Rule(REASON, ways=lambda s, seat, ways, codes: values.those_with(s, ways, t.K_TAG_OUT)),
            Rule(REASON, counted=t.MK_TAGGED),
            Rule(reasons.CANNOT_ACT, cards=_may_act),
            Rule(reasons.CANNOT_ACT, ways=bound.not_fixed),
            Rule(REASON, to=cells),
        ),
        when=(
            Rule(reasons.CHAIN_RUNNING, seat=lambda s, seat: not s.chain, free=True),
            Rule(REASON, seat=_is_moment, free=True),
        ),
        begins=_tag,
        quiet=True,
        key=t.KEY_TO,
    )

    def verb(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
        return {t.V_TAG: tag}

    def may_tag(s: State, seat: int, window: int) -> bool:
        if window != W_PHASE and s.phase not in rules_of(s).policies.item_phases:
            return False
        ways: Ways = at_home(s, seat)
        for sift in tag.of_cards:
            ways = sift(s, seat, ways, {})
        return any(to for _, to in cells(s, seat, ways, {}))

    return Points(verbs=(verb,), answering=(may_tag,))


def _amiss(edition: Edition) -> tuple[str, str] | None:
    if edition.words[t.K_TAG_OUT] and not edition.grid:
        return "keywords.Tag-Out", "this is for an edition with [board] rows"
    if edition.board.slots and edition.hows[t.K_TAG_OUT] == "anywhere":
        return "keywords.Tag-Out.how", "with [board] slots it is with one 'behind'"
    return None


TAG_OUT: Final = Feature(
    "Tag-Out",
    Points(
        listed=((FREE, (t.V_TAG,)), (W_GAP, (t.V_TAG,)), (W_PHASE, (t.V_TAG,))),
        questions=((f_partnered, _question),),
    ),
    ways={"anywhere": _feature(_anywhere), "behind": _feature(_behind)},
    reasons={REASON: "keywords.Tag-Out"},
    amiss=_amiss,
)
