"""The figures of the rule book of Prelude."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of the rule book that the game plays by."""

    action_base: int
    character_actions_floor: int
    opening_hand: int
    draw_per_response: int
    hand_limit: int
    wage_coin: int
    training_per_response: int
    rank_cards_per_response: int
    turn_cap: int
    hands: int
    traps_max: int
    minions_max: int
    energies_max: int
    unarmed_attack: int
    unarmed_suspend: int
    minion_strike_actions: int
    evade_reduction: int
    interrupt_percent: int
    exhaustion_percent: int
    melee_spoils_cards: int
    starting_preliminaries_max: int
    battle_chest_min: int
    battle_chest_max: int
    deck_list_max: int
    tier_edge: tuple[int, ...]
    tier_training_number: tuple[int, ...]
    tier_reserve: tuple[int, ...]
    tier_coin: tuple[int, ...]
    mastery_tier: dict[str, int]
