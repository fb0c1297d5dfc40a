"""Mystify: Characters that are played face-down, and shown by their controller (fade2 keyword.mystify)."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.chain import f_check, f_settle, push
from fadenet.engine.kit.sources import Ways, lying, may_meet
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.state import Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade.field import board, combat, legality, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    COMBAT,
    E_VEILED,
    FIGHTERS,
    KEY_TO,
    NZ,
    PREPARATION,
    ST_VEILED,
    TP,
)
from fadenet.games.fade.turn import unveiling
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs.quiet import NO_CHAIN, OWN_TURN


def _cells(s: State, seat: int, ways: Ways, codes: Known) -> list[tuple[int, Ways]]:
    """The free cells that Characters enter."""
    there = [(KEY_TO, x) for kind in board.rows_to_enter(s) for x in board.free(s, seat, kind)]
    return [(h, there) for h in ways]


def _veil(s: State, seat: int, h: int, to: tuple[int, int], *size: tuple[int, int]) -> None:
    """It comes into a cell for nothing: its Cost is due when it is shown."""
    push(s, f_settle, 0)
    push(s, f_check)
    atoms.move(s, h, seat * NZ + board.kind_of(s, seat, to[1]), 0)
    board.put(s, h, to[1])
    atoms.emit(s, E_VEILED, h, seat)


def _veiled(s: State, seat: int, codes: Known) -> Ways:
    """The face-down Characters of a seat: whoever took control of one has never seen it."""
    there = combat.characters(s, seat)
    return [h for h in there if values.is_veiled(s, h) and s.owner[h] == seat]


def _seen(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those that are known, at least to the seat."""
    return [h for h in ways if s.code[h] or h in codes]


def _payable(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    cards, tp = rules_of(s).cards, s.num[TP][seat + 1]
    return [h for h in ways if legality.cost(s, h, cards[s.code[h] or codes[h]]) <= tp]


def _unveil(s: State, seat: int, h: int) -> None:
    push(s, f_settle, 0)
    push(s, f_check)
    unveiling.turn_up(s, h, legality.cost(s, h, rules_of(s).cards[s.code[h]]))


def veiling(verb: type[Verb]) -> Verb:
    """The verb by which a Character is played face-down."""
    return verb(
        lying(FIGHTERS),
        reasons.MYSTIFY,
        (
            Rule(reasons.FACE_DOWN, ways=may_meet(ST_VEILED)),
            Rule(reasons.NO_ROOM, to=_cells),
        ),
        when=(OWN_TURN, NO_CHAIN, Rule(reasons.NO_CHARACTERS_NOW, phases=(PREPARATION,))),
        states=ST_VEILED,
        known=True,
        begins=_veil,
        quiet=True,
        key=KEY_TO,
    )


VEIL = veiling(Verb)
UNVEIL = Verb(
    _veiled,
    reasons.UNVEIL,
    (Rule(reasons.HIDDEN, ways=_seen), Rule(reasons.TOO_DEAR, ways=_payable)),
    when=(OWN_TURN, NO_CHAIN, Rule(reasons.UNVEIL, phases=(PREPARATION, COMBAT, AFTERMATH))),
    shows=True,
    begins=_unveil,
    quiet=True,
)
