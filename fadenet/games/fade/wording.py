"""The ways that the words of an edition choose, each looked up once in the table of its matter.

`editions.words` lists most words, and a file with any other is refused as it is read; `Edition.named` refuses
the others.
"""

from __future__ import annotations

from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.editions.words import Back
from fadenet.games.fade.field import (
    amounts,
    board,
    combat,
    falling,
    legality,
    merging,
    moving,
    places,
    reach,
    stepping,
    values,
    working,
)
from fadenet.games.fade.language import statements
from fadenet.games.fade.points import CounterEffect, Points
from fadenet.games.fade.policies import Policies
from fadenet.games.fade.turn import phases, throwing
from fadenet.games.fade.verbs import activating, budget, cells, using

_ALL_BUT_DAMAGE: Final = {*range(len(t.COLUMN_NAMES))} - {t.DAMAGE}


def policies_of(edition: Edition, points: Points) -> Policies:
    """The policies of an edition; points: those of its features, which have words of their own.

    Raises `LoadError` for a word that no table knows.
    """
    named, attacks, back, damage = edition.named, edition.attacks, edition.back, edition.damage
    starts = phases.TURN_STARTS | dict(points.turn_starts)
    return Policies(
        stages=tuple([named("damage.stages", word, amounts.STAGES) for word in edition.stages]),
        defended=amounts.defended if "guard" in edition.stages else amounts.undefended,
        refuses=reach.JUDGED[damage.judged],
        knock_out_costs=named("damage.knock_out_costs", damage.knock_out_costs, falling.KNOCK_OUT_COSTS),
        withstood={defence: _withstanding(edition, defence) for defence in t.DEFENCES},
        ladder=tuple([_bit(name) for name in edition.classes]),
        in_person=legality.IN_PERSON[attacks.in_person],
        is_own=legality.OWN[attacks.reactions],
        against_reaction=using.REACTIONS[attacks.reactions],
        against_linking=budget.against_linking if attacks.normal_links else budget.freely_linked,
        joins=activating.JOINS[attacks.abilities],
        takes_attack=budget.BUDGETS[attacks.budget],
        hits=combat.ON_HIT[attacks.on_hit],
        inline=frozenset([t.E_HIT] if attacks.on_hit == "inline" else []),
        in_turn=working.DECLARED[attacks.declared],
        deflects=reach.DEFLECTED[attacks.deflected],
        rewards=combat.REWARDED[attacks.rewarded],
        rows_entered=(t.FRONT,) if back.enter == "never" else board.ROWS,
        row_for=moving.ROW_FOR[back.enter],
        attacks_from_behind=legality.FROM_BEHIND[back.attacks],
        far_rows=(t.BACKUP,) if back.reached == "lock-on" else (),
        ready_rows=_rows_left_by("ready", back),
        idle_rows=_rows_left_by("any", back),
        front_min=int(back.last_front_stays),
        crossings=frozenset([t.PHASES.index(word) for word in back.phases]),
        exchanged=cells.all_exchanged if back.trades else cells.none_exchanged,
        comes_forward=moving.tire if back.tires else moving.come_rested,
        zone_order=edition.reach,
        lines=reach.LINES[edition.board.over],
        next_targets=reach.NEXT_TARGETS[edition.board.over],
        refill=stepping.REFILLS[edition.board.refill],
        checked_phases=frozenset(t.BATTLE if edition.board.refill == "asked" else ()),
        may_make_room=places.MAKES_ROOM[edition.board.makes_room],
        ousted=moving.OUSTED[edition.board.ousted],
        names_place=cells.is_named if edition.board.beside == "named" else cells.is_first,
        merges=tuple([merging.way_of(k, kind) for k, kind in enumerate(edition.kinds)]),
        quantities_of_cards=frozenset(() if edition.on_players else range(t.Q_KEYWORD, len(t.QUANTITIES))),
        columns_of_cards=frozenset(() if edition.on_players else _ALL_BUT_DAMAGE),
        upkeep_in=tuple([_upkept_in(edition, phase) for phase in t.PHASES]),
        upkeep_of={t.UPKEEP[column]: (column, does) for column, does in _upkeep(edition, points).items()},
        choose_first=throwing.toss if edition.turn.first == "toss" else throwing.throw,
        told_first=statements.tell_who_begins if edition.turn.first == "toss" else statements.tell_toss,
        turn_starts=tuple([named("turn.starts", word, starts) for word in edition.turn.starts]),
        round_of=values.ROUNDS[edition.turn.round],
        item_phases=edition.item_phases,
        quiet_plays=edition.quiet_plays,
        played_from=(t.FIGHTERS, t.HAND) if edition.plays_from_hand else (t.FIGHTERS,),
    )


def _bit(damage_type: str) -> int:
    return 1 << t.DAMAGE_TYPES.index(damage_type)


def _withstanding(edition: Edition, defence: str) -> int:
    """The Damage Types that withstand a defence."""
    return sum([_bit(name) for name, defences in edition.classes.items() if defence in defences])


def _upkeep(edition: Edition, points: Points) -> dict[int, CounterEffect]:
    """By column the effects that Counters have in a Phase."""
    known = phases.UPKEEPS | dict(points.upkeeps)
    return {
        edition.counters[word]: edition.named(f"upkeep.{word}.does", row.does, known)
        for word, row in edition.upkeep.items()
    }


def _upkept_in(edition: Edition, phase: str) -> tuple[int, ...]:
    """The columns of the Counters that take effect in a Phase."""
    return tuple([edition.counters[word] for word, row in edition.upkeep.items() if row.phase == phase])


def _rows_left_by(word: str, back: Back) -> frozenset[int]:
    """The rows of which the edition says which Characters leave them with this word."""
    said = {t.FRONT: back.retreat, t.BACKUP: back.forward}
    return frozenset([row for row in said if said[row] == word])
