"""Every number of Terrene Odyssey that a state or a card may hold, with its word: the game's dictionary.

An Item or Command lies ATTACHED on its Character and counts to the zone `held`. A Character in `party` is
hidden while it lies face-down and recruited while face-up. The last card of `terrains` is the active one.
The Hit Points that a side has lost are the column HURT on the body of the side's first seat.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, chain, kernel

# Zones by kind.
ZONE_LETTERS: Final[tuple[str, ...]] = ("d", "h", "c", "e", "t", "x")
ZONE_NAMES: Final[tuple[str, ...]] = ("Deck", "Hand", "Party", "Held", "Terrains", "Discard Pile")
DECK: Final = 0
HAND: Final = 1
PARTY: Final = 2
HELD: Final = 3
TERRAINS: Final = 4
DISCARD: Final = 5
NZ: Final = 6
ON_FIELD: Final[tuple[int, ...]] = (PARTY, HELD, TERRAINS)

# Kinds of cards, bits of `Card.types`. SOURCES: what Immune can name.
TYPES: Final[tuple[str, ...]] = (
    "Character",
    "Terrain",
    "Item",
    "Command",
    "Token",
    "On-going",
    "Spell",
    "Trap",
    "Hero",
    "Storm",
)
CHARACTER: Final = 1 << 0
TERRAIN: Final = 1 << 1
ITEM: Final = 1 << 2
COMMAND: Final = 1 << 3
TOKEN: Final = 1 << 4
ONGOING: Final = 1 << 5
SPELL: Final = 1 << 6
TRAP: Final = 1 << 7
HERO: Final = 1 << 8
STORM: Final = 1 << 9
SOURCES: Final = CHARACTER | TERRAIN | ITEM | COMMAND
HOLDABLE: Final = ITEM | COMMAND

# `Card.stats`. The first six are also the quantities that a `Static` or a mod changes; ACTIONS is what a
# Terrain gives. S_CLASS: 1 + index in CLASSES, 0 = none; on a Command the class that may activate it.
QUANTITIES: Final[tuple[str, ...]] = ("SP", "LV", "HP", "ATK", "DEF", "Actions")
Q_SP: Final = 0
Q_LV: Final = 1
Q_HP: Final = 2
Q_ATK: Final = 3
Q_DEF: Final = 4
Q_ACTIONS: Final = 5
S_CLASS: Final = 6
S_AFFILIATION: Final = 7
Q_KEYWORD: Final = 6
CLASSES: Final[tuple[str, ...]] = (
    *("Warrior", "Guardian", "Thief", "Spellcaster", "Tactician", "Assassin"),
    *("Machine", "Engineer", "Beast", "Golem", "Interdimensional", "Energy"),
)
SPELLCASTER: Final = 4
TACTICIAN: Final = 5
INTERDIMENSIONAL: Final = 11
AFFILIATIONS: Final[tuple[str, ...]] = ("Earth", "Fire", "Water", "Wind", "Light", "Dark")

# Numbered columns: three of a seat's body, then those of Characters and other cards in play.
COLUMNS: Final[tuple[str, ...]] = (
    *("Actions", "Gained", "Hurt", "Damage", "XP", "Level", "Decay", "Charge", "Stratagem"),
    *("gain-ATK", "gain-DEF", "gain-HP", "Free"),
)
ACTIONS: Final = 0
GAINED: Final = 1
HURT: Final = 2
DAMAGE: Final = 3
XP: Final = 4
LEVEL: Final = 5
DECAY: Final = 6
CHARGE: Final = 7
STRATAGEM: Final = 8
GAIN_ATK: Final = 9
GAIN_DEF: Final = 10
GAIN_HP: Final = 11
FREE: Final = 12
GAINS: Final = {Q_LV: LEVEL, Q_HP: GAIN_HP, Q_ATK: GAIN_ATK, Q_DEF: GAIN_DEF}
COUNTERS: Final = {"Charge": CHARGE, "Stratagem": STRATAGEM}

# Keywords: printed (`Card.keywords`, 0 = not), given by `Static` and by mods as `Q_KEYWORD + k`. The first
# three are the Status Conditions. Immune holds a mask of SOURCES, Extra Attack a number of attacks a turn;
# a Steadfast card cannot be dismissed.
KEYWORDS: Final[tuple[str, ...]] = (
    *("Slow", "Stun", "Silence", "Haste", "Stab", "Resourceful", "Retaliate", "Immune", "Unblockable"),
    *("Extra Attack", "Steadfast"),
)
K_SLOW: Final = 0
K_STUN: Final = 1
K_SILENCE: Final = 2
K_HASTE: Final = 3
K_STAB: Final = 4
K_RESOURCEFUL: Final = 5
K_RETALIATE: Final = 6
K_IMMUNE: Final = 7
K_UNBLOCKABLE: Final = 8
K_EXTRA: Final = 9
K_STEADFAST: Final = 10
STATUSES: Final = 3

# How long a mod lasts: U_TURN until the end of turn `arg`, U_START until the start of seat `arg`'s turn.
# U_NEXT is written as U_TURN: until the end of the next turn of whoever controls the card.
U_FOREVER: Final = 0
U_TURN: Final = 1
U_START: Final = 2
U_NEXT: Final = 3

# Colours of a banner (`TerreneAbility.colour`); PASSIVE = in effect by itself: nobody may answer it.
COLOURS: Final[tuple[str, ...]] = ("", "Green", "Blue", "Purple")
PASSIVE: Final = 0
GREEN: Final = 1
BLUE: Final = 2
PURPLE: Final = 3

# Events beyond the kernel's. The row's card is the one that the word speaks of, its number the amount.
OWN_EVENTS: Final[tuple[str, ...]] = (
    *("recruited", "hidden", "assigned", "traded", "dismissed", "terrain", "used", "attacks", "blocks"),
    *("takes-damage", "takes-battle-damage", "damages-character", "damages-player", "hurt", "healed"),
    *("defeated", "defeats", "gains-xp", "levels-up", "start-of-turn", "end-of-turn", "cancelled"),
    *("battle-over", "rolled", "game-begins", "game-over"),
)
EVENTS: Final[tuple[str, ...]] = (*atoms.EVENTS, *OWN_EVENTS)
E_RECRUITED: Final = 31
E_HIDDEN: Final = 32
E_ASSIGNED: Final = 33
E_TRADED: Final = 34
E_DISMISSED: Final = 35
E_TERRAIN: Final = 36
E_USED: Final = 37
E_ATTACKS: Final = 38
E_BLOCKS: Final = 39
E_DAMAGED: Final = 40
E_BATTLE_DAMAGED: Final = 41
E_WOUNDS: Final = 42
E_STRIKES: Final = 43
E_HURT: Final = 44
E_HEALED: Final = 45
E_DEFEATED: Final = 46
E_DEFEATS: Final = 47
E_XP: Final = 48
E_LEVEL: Final = 49
E_START: Final = 50
E_END: Final = 51
E_CANCELLED: Final = 52
E_BATTLE_OVER: Final = 53
E_ROLLED: Final = 54
E_BEGINS: Final = 55
E_OVER: Final = 56

PHASES: Final[tuple[str, ...]] = ("set-up", "Command Phase", "Draw Phase", "Action Phase", "End Phase")
SETUP: Final = 0
COMMANDING: Final = 1
DRAWING: Final = 2
ACTING: Final = 3
ENDING: Final = 4

VERBS: Final[tuple[str, ...]] = (
    *(*kernel.VERBS, "recruit", "attack", "use", "terrain", "hide", "assign"),
    *("trade", "dismiss", "block", "run", "end"),
)
V_RECRUIT: Final = 7
V_ATTACK: Final = 8
V_USE: Final = 9
V_TERRAIN: Final = 10
V_HIDE: Final = 11
V_ASSIGN: Final = 12
V_TRADE: Final = 13
V_DISMISS: Final = 14
V_BLOCK: Final = 15
V_RUN: Final = 16
V_END: Final = 17
WINDOWS: Final[tuple[str, ...]] = (*chain.WINDOWS, "block")
W_BLOCK: Final = 4

# The game's scalars in `State.vars`. G_STEP: how far the next seat in turn order is. G_CARDS: the first
# handle that stands for no card of a deck. G_RAN: 1 + the seat that ran from the game before. G_WINS: games
# won, one scalar a side. G_SLOW: the surcharge of a Slow attack is paid or was part of its cost.
G_STEP: Final = 0
G_CARDS: Final = 1
G_GAMES: Final = 2
G_RAN: Final = 3
G_WINS: Final = 4
G_IDLE: Final = 6
G_BUSY: Final = 7
G_ATTACKER: Final = 8
G_BLOCKER: Final = 9
G_SLOW: Final = 10
SCALARS: Final = 11

# Marks: periods, and what is counted in them (abilities by their own number). MK_PICK + a code: picks seen.
P_TURN: Final = 0
P_CHAIN: Final = 1
P_BLAME: Final = 2
P_GAME: Final = 3
P_LAST: Final = 4
MK_ATTACK: Final = 100_000
MK_TERRAIN: Final = 100_001
MK_TRADE: Final = 100_002
MK_RESOURCEFUL: Final = 100_003
MK_BLAME: Final = 100_004
MK_PICK: Final = 100_005

# Statements about hidden cards, numbers of `Rules.predicates`: a Character, an Item or Command, a Character
# and a Terrain for the set-up, the whole of a seat's picks (for `fitting`), an Item or Command among them.
ST_CHARACTER: Final = 1
ST_HELD: Final = 2
ST_STARTER: Final = 3
ST_TERRAIN: Final = 4
ST_SETUP: Final = 5
ST_PICKED: Final = 6
PICKED: Final[tuple[int, ...]] = (ST_STARTER, ST_PICKED)

Q_XP: Final = 3  # a class of rows in the queue, after the kernel's: XP to be settled
