"""The frames and pickers of the family by number, and which frames are steps or ask for needs of their own.

States hold these numbers, so that a new one comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fadenet.engine import chain
from fadenet.engine.kit import moves
from fadenet.engine.language import instructions
from fadenet.engine.state import Frames, Pickers
from fadenet.games.fade.features import blindness, bloodlust, curse, leftover, replay, stacker, tag_out
from fadenet.games.fade.features.mystify import showing
from fadenet.games.fade.field import (
    combat,
    ending,
    falling,
    moving,
    places,
    reserving,
    stepping,
)
from fadenet.games.fade.language import instructions as fade_instructions
from fadenet.games.fade.opponents import legend, legend_policy
from fadenet.games.fade.turn import phases, play, throwing, votes
from fadenet.games.fade.verbs import hidden

FRAMES: Final[Frames] = (
    phases.f_begin,
    phases.f_placed,
    throwing.f_thrown,
    throwing.f_first,
    phases.f_dealt,
    phases.f_mulligan,
    phases.f_kept,
    phases.f_redeal,
    phases.f_turn,
    phases.f_phase,
    phases.f_close,
    phases.f_closed,
    phases.f_next_turn,
    phases.f_act,
    phases.f_acted,
    phases.f_ended,
    curse.f_curse,
    instructions.f_draw,
    instructions.f_drawn,
    instructions.f_discard,
    instructions.f_put,
    combat.f_declared,
    blindness.f_blind,
    combat.f_strike,
    falling.f_fall,
    falling.f_fallen,
    instructions.f_mill,
    instructions.f_milled,
    instructions.f_give_up,
    instructions.f_tossed_away,
    instructions.f_look,
    instructions.f_looked,
    instructions.f_found,
    instructions.f_picked,
    instructions.f_random,
    fade_instructions.f_under,
    hidden.f_show,
    moves.f_shown,
    stacker.f_stacker,
    stacker.f_stacked,
    replay.f_replay,
    play.f_settled,
    combat.f_on_hit,
    combat.f_land,
    ending.f_clear,
    ending.f_cleared,
    moving.f_choose,
    moving.f_chosen,
    bloodlust.f_lusted,
    *legend.FRAMES,
    *legend_policy.FRAMES,
    places.f_make_room,
    places.f_made_room,
    places.f_limit,
    places.f_limited,
    tag_out.f_partner,
    tag_out.f_partnered,
    leftover.f_rest,
    leftover.f_aimed,
    *showing.FRAMES,
    *reserving.FRAMES,
    *stepping.FRAMES,
    play.f_played,
    phases.f_lay_down,
    votes.f_vote,
    votes.f_voted,
    play.f_driven,
)
PICKERS: Final[Pickers] = (
    instructions.pick_hand,
    instructions.pick_choice,
    *legend.PICKERS,
    moving.pick_cell,
    places.pick_spare,
    places.pick_excess,
    tag_out.pick_partner,
    leftover.pick_target,
    reserving.pick_leaver,
    stepping.pick_stepper,
)
STEPS: Final[frozenset[Callable[..., None]]] = frozenset(
    {
        *chain.STEPS,
        phases.f_turn,
        phases.f_phase,
        phases.f_close,
        phases.f_closed,
        phases.f_next_turn,
        phases.f_act,
        phases.f_ended,
        combat.f_strike,
        combat.f_on_hit,
        combat.f_land,
        hidden.f_show,
        leftover.f_rest,
    }
)
ASKING: Final[dict[Callable[..., None], Callable[..., None] | None]] = {
    **chain.ASKING,
    phases.f_acted: phases.f_act,
    moves.f_shown: hidden.f_show,
    moving.f_chosen: moving.f_choose,
    tag_out.f_partnered: tag_out.f_partner,
    reserving.f_made_room: reserving.f_make_room,
    stepping.f_stepped: stepping.f_step,
    leftover.f_aimed: leftover.f_rest,
    legend_policy.f_voted: None,  # it only helps to find the move
}
