"""The tables of an edition's file, and the words that may stand in each; the README says what they mean."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec


class BoardWords(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    field: list[str]
    reach: list[str]
    over: Literal["all", "each", "any"]
    refill: Literal["all", "asked", "none"]
    rows: list[str] = []
    room: Annotated[int, msgspec.Meta(ge=1)] = 1
    beside: Literal["first", "named"] = "first"
    makes_room: Literal["older", "any"] = "older"
    slots: bool = False
    ousted: Literal["anywhere", "row"] = "anywhere"
    arena: list[Literal["Item", "Augment", "Zone"]] = []


class Back(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The row behind the front. attacks: whether its Characters do, "alone": with nobody in front of them.
    enter: when Characters come there. forward, retreat: which ones are moved to the front and away from it,
    those "able" to act, those of them that are "ready" as they did not come in this turn, or "any". phases:
    in which of them that is done. trades: two may change places so, where there are cells. tires: a Character
    that comes to the front from there counts as come in that turn. reached: Attacks reach it as the board
    says, or only with Lock-On. rests: of its Characters, and of what lies on them, only what stands under
    Backup works.
    """

    attacks: Literal["never", "alone"]
    enter: Literal["behind-front", "free", "never"]
    forward: Literal["able", "ready", "any"]
    retreat: Literal["able", "ready", "any"]
    last_front_stays: bool
    phases: tuple[Literal["preparation", "aftermath"], ...] = ("preparation", "aftermath")
    trades: bool = True
    tires: bool = False
    reached: Literal["board", "lock-on"] = "board"
    rests: bool = False


class Attacks(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """in_person: when Players Attack. normal_links: Normal Attacks are linked. reactions: those that answer
    nothing in particular start Chains in the own Combat Phase, or only answer. abilities: those join a Chain
    that runs there, or only start one. skills: which are Attacks, those that hit or all. on_hit: abilities
    that a hit triggers wait, or are part of the Attack. budget: Attacks are free, or Normal Attacks, cards
    and abilities share one a turn. leftover: how hits whose target was Knocked Out go on. declared: in which
    order abilities that a link triggers join its Chain. deflected: the event that happens to the one that a
    Deflect names. rewarded: whose Normal Attacks The Last Stand of a Player rewards, those of all under that
    Player's control or of the Player.
    """

    in_person: Literal["last-stand", "always"]
    normal_links: bool = False
    reactions: Literal["start", "answer"] = "start"
    abilities: Literal["join", "start"] = "join"
    skills: Literal["hits", "all"] = "hits"
    on_hit: Literal["waits", "inline"] = "waits"
    budget: Literal["free", "one"] = "free"
    leftover: Literal["lost", "rest"] = "lost"
    declared: Literal["by-player", "by-event"] = "by-player"
    deflected: Literal["targeted", "attacked"] = "targeted"
    rewarded: Literal["all", "player"] = "all"


class Turn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    first: Literal["throws", "toss"]
    starts: list[str]
    round: Literal["cycle", "table"]
    items: list[str]
    quiet_plays: list[Literal["Character", "Augment", "Zone", "Command"]] = []
    level_up_waits: bool = False


class Damage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """judged: when a Damage Type withstands a defence. labels: labels of damage beside its Damage Type.
    downgrades, prevents: cards take Attacks a step down, and Prevent things. losses: cards have HP lost, and
    Players pay with theirs. hit_blocks: cards Block single hits. attached_hp: attached cards have none,
    suffer what their bearer does, or add theirs to its. item_uses: the HP of Equip Items say how many Attacks
    of their bearer they last. declines: the Player of a target may leave its DEF out. heals: the word of
    cards for HP that come back.
    """

    stages: list[str]
    knock_out_costs: str
    judged: Literal["play", "resolution"]
    labels: list[str]
    downgrades: bool = False
    prevents: bool = False
    losses: bool = False
    hit_blocks: bool = False
    attached_hp: Literal["none", "suffers", "adds"] = "none"
    item_uses: bool = False
    declines: bool = False
    heals: Literal["heal", "gain"] = "heal"


class Commands(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    materials: Literal["silent", "bare"]


class Counters(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    on_players: Literal["all", "Damage"]


class Cards(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    also: list[str] = []
    stats: list[Literal["CS", "DEF", "AGI"]] = []
    outside: list[Literal["World Rule"]] = []
    on_enter: Literal["coming", "turned-up"] = "coming"
    on_draw: Literal["deck", "anywhere"] = "deck"
    characters_in_hand: Literal["stay", "played"] = "stay"


class Upkeep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The phase in which something happens to the bearers of a Counter, and the word for it."""

    phase: str
    does: str


class Format(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How seats are on sides, if not each for itself, and whom all fight together in a seat behind theirs."""

    sides: tuple[int, ...] = ()
    opponent: Literal["", "Legend", "Raiders"] = ""


class Keyword(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """kind: that of its value. Of several numbers the sum counts, of some the smallest (`tables.SMALLEST`),
    of several "one number" the highest."""

    kind: Literal[
        "plain", "number", "one number", "cost", "counter", "elements", "elements and number", "immunities"
    ]
    name: str = ""
    how: str = ""


HOWS: Final = {
    "Arm Up": ("cards", "Items"),
    "Aura": ("counter", "missing"),
    "Barrier": ("links", "itself"),
    "Bloodlust": ("counter", "attack"),
    "Buildup": ("", "cell"),
    "Charge": ("chain", "upkeep"),
    "Contingency": ("condition", "event"),
    "Equip": ("", "Augments too"),
    "Immune": ("", "Elements too"),
    "Infused": ("Attacks", "damage"),
    "Level-Up": ("bare", "keeps"),
    "Mastery": ("Attacks", "cards", "used cards"),
    "Multistrike": ("round", "turn"),
    "Mute": ("all", "stats stay"),
    "Mystify": ("battle", "played"),
    "Overdrive": ("", "played"),
    "Paradox": ("condition", "edge"),
    "Paralyze": ("removal", "state"),
    "Reinforce": ("condition", "edge"),
    "Shield": ("links", "itself"),
    "Stacker": ("up to", "exactly"),
    "Surprise": ("condition", "event"),
    "Tag-Out": ("anywhere", "behind"),
    "Synchronize": ("Materials", "cards"),
    "Void": ("imprisoned", "destroyed"),
    "Wildcard": ("not Null", "all", "cheaper"),
}
"""How keywords work that do not work alike in all editions."""
