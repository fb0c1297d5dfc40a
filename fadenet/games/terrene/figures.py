"""The figures of the rule book of Terrene Odyssey."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of the rule book that the game plays by."""

    starting_hp: int
    setup_characters_1v1: int
    setup_characters_2v2: int
    supply_1v1: int
    supply_2v2_per_player: int
    draw_per_turn: int
    draw_first_turn_after_run: int
    defense_decay_per_block: int
    stalemate_turns: int
    turn_limit_per_player: int
    free_ability_uses_per_turn: int
    xp_free_choice_from: int
