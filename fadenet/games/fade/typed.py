"""What the engine keeps in general terms, as the family knows it: its cards, their abilities, its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fadenet.engine.card import Ability, Card, Select, Test
from fadenet.engine.state import State

if TYPE_CHECKING:
    from fadenet.games.fade.rules import FadeRules

NO_COUNTERS = (0,) * 12


@dataclass(slots=True)
class FadeAbility(Ability):
    """attack: whether it is an Attack; attack_number: its row in `FadeRules.attacks`; counters: whether it
    counters the Attack that it answers. types: the damage types of what it deals beside that. anyone: whether
    it answers what is done to anybody; answers_attack: whether it answers Attacks. aims: what each slot is
    for; harms: whether it harms anybody. names: the bits of the keyword that it stands under. unstack: cards
    that it costs of its card's own Stack.
    """

    attack: bool = False
    attack_number: int = -1
    counters: bool = False
    types: int = 0
    anyone: bool = False
    answers_attack: bool = False
    aims: tuple[int, ...] = ()
    harms: bool = False
    names: int = 0
    unstack: int = 0


@dataclass(slots=True)
class FadeCard(Card):
    """use: what a Skill, Reaction, Item or card without Supertype does; attack: whether that is an Attack.
    enter: the Counters with which a card comes. hidden: by event what works from the Hand. contingency and
    surprise: the conditions of these keywords. attach: what the card may be attached to; attach_group: the
    group that it gives, if it is the same for all cards of a seat; attach_aim: what it is for. level_up: the
    names that it takes. copies: how many a Deck may hold; in_deck: whether a Character may be in one. legend:
    whether it is a Legend or unique to some, unique_to: to which. fights: HP and PLV of a Legend for 1 to 4
    Players, and its Hand. print: rarity, set, artist. counters: how many of each kind keywords put.
    """

    abilities: tuple[FadeAbility, ...] = ()
    activated: Sequence[FadeAbility] = ()
    use: FadeAbility | None = None
    attack: bool = False
    enter: FadeAbility | None = None
    hidden: dict[int, list[FadeAbility]] = field(default_factory=dict)
    contingency: Test | None = None
    surprise: Test | None = None
    attach: Select | None = None
    attach_group: str = ""
    attach_aim: int = 0
    level_up: tuple[str, ...] = ()
    copies: int = 0
    in_deck: bool = False
    legend: bool = False
    unique_to: tuple[str, ...] = ()
    fights: tuple[tuple[int, ...], tuple[int, ...], int] | None = None
    archetypes: tuple[str, ...] = ()
    print: tuple[str, str, str] = ("Common", "", "")
    counters: tuple[int, ...] = NO_COUNTERS


def rules_of(s: State) -> FadeRules:
    """The rules of a match of this family."""
    return s.rules  # type: ignore[return-value]  # no state of a game of the family has other rules
