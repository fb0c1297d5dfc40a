"""The figures of the rule books of the F.A.D.E. family, as its editions play by them."""

from __future__ import annotations

from dataclasses import dataclass

from fadenet.engine import atoms


@dataclass(frozen=True, slots=True)
class Rulings:
    """Numbers that the book leaves open."""

    decision_timer_seconds: int
    repeat_limit_ability_per_turn: int
    rearrangements_per_turn: int
    compulsory_triggers_per_turn_before_draw: int
    rps_tied_throws_before_seeded_pick: int = 0  # (a toss needs no throws)
    even_opening_second_player_tp: int = 0
    command_activations_per_turn: int = 0  # 0 = none of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The numbers of the rule book that the game plays by.

    0 stands for no limit where it would make no sense as one: `tp_max`, `deck_max`, `fighter_pool_max_cards`,
    `defender_cards_per_attack`, `equip_max` (cards attached to one Character or Player), which a book without
    such a rule leaves out. A figure of the first player's first turn that a book leaves out is as in any
    other turn; the last is about a duel of two alone.
    """

    starting_hp: int
    starting_tp: int
    starting_plv: int
    starting_def: int = 0
    starting_agi: int = 0
    starting_cs: int = 0
    opening_hand: int
    tp_gain_starting_phase: int
    tp_gain_normal_attack: int
    tp_gain_normal_attack_last_stand: int
    tp_max: int
    draw_per_draw_phase: int
    hand_max: int
    deck_min: int
    deck_max: int
    fighter_pool_max_cards: int
    fighter_pool_max_total_level: int
    copies_max_same_name: int
    copies_max_mythical: int
    timebomb_knock_out_at: int
    legend_deck_size: int = 0
    defender_cards_per_attack: int = 0
    equip_max: int = 0
    element_matching_reduction_per_element: int = 0
    tp_gain_first_player_first_turn: int | None = None
    draw_first_player_first_turn: int | None = None
    first_player_first_turn_draw_two_players: int | None = None
    rulings: Rulings

    @property
    def tp_most(self) -> int:
        """`tp_max`, or the most that a column holds where the book sets no such limit."""
        return self.tp_max or atoms.LIMIT
