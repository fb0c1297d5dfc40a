"""Every number of Prelude that a state or a card may hold, with its word: the game's dictionary.

A seat's body is its character: its lost life, its actions, Coin and Training are columns there; the character
card lies beside it and says what it can do. Of a line of ranks the last card is the top one. A trap lies
face-down until it springs. A task that is carried is an act that outlives its Response (see `deeds`).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, chain, kernel

# Zones by kind.
ZONE_LETTERS: Final = tuple("dhrcabsemtngxow")
ZONE_NAMES: Final[tuple[str, ...]] = (
    *("Battle Chest", "Hand", "Roster", "Character", "First Line", "Second Line", "Stowed", "Equipped"),
    *("Minions", "Traps", "Energies", "Casting", "Cemetery", "Aside", "Stakes"),
)
CHEST: Final = 0
HAND: Final = 1
ROSTER: Final = 2
CHARACTER: Final = 3
LINE_A: Final = 4
LINE_B: Final = 5
STOWED: Final = 6
EQUIPPED: Final = 7
MINIONS: Final = 8
TRAPS: Final = 9
ENERGIES: Final = 10
CASTING: Final = 11
CEMETERY: Final = 12
ASIDE: Final = 13
STAKES: Final = 14
NZ: Final = 15
ON_FIELD: Final[tuple[int, ...]] = (
    CHARACTER,
    LINE_A,
    LINE_B,
    STOWED,
    EQUIPPED,
    MINIONS,
    TRAPS,
    ENERGIES,
    CASTING,
)
STACKS: Final[tuple[int, ...]] = (LINE_A, LINE_B)

# Bits of `Card.types`: kinds of cards, then icons. A character has the icons that it shows, any other card
# needs those that it shows.
KINDS: Final[tuple[str, ...]] = (
    *("Character", "Rank", "Value", "Weapon", "Armour", "Item", "Trap", "Spell", "Energy"),
    *("Minion", "Creature"),
)
ICONS: Final[tuple[str, ...]] = (
    *("green", "red", "blue", "white", "energy", "common", "sharp", "barbarian", "armour", "item", "trap"),
    *("minion", "creature"),
)
TYPES: Final[tuple[str, ...]] = (*KINDS, *ICONS)
IS_CHARACTER: Final = 1 << 0
RANK: Final = 1 << 1
VALUE: Final = 1 << 2
WEAPON: Final = 1 << 3
ARMOUR: Final = 1 << 4
ITEM: Final = 1 << 5
TRAP: Final = 1 << 6
SPELL: Final = 1 << 7
ENERGY: Final = 1 << 8
MINION: Final = 1 << 9
CREATURE: Final = 1 << 10
GREEN: Final = 1 << 11
RED: Final = 1 << 12
BLUE: Final = 1 << 13
WHITE: Final = 1 << 14
I_ENERGY: Final = 1 << 15
COMMON: Final = 1 << 16
SHARP: Final = 1 << 17
BARBARIAN: Final = 1 << 18
I_ARMOUR: Final = 1 << 19
I_ITEM: Final = 1 << 20
I_TRAP: Final = 1 << 21
I_MINION: Final = 1 << 22
I_CREATURE: Final = 1 << 23
ALL_ICONS: Final = sum(1 << i for i in range(len(KINDS), len(TYPES)))
COLOURS: Final = GREEN | RED | BLUE | WHITE
GEAR: Final = WEAPON | ARMOUR | ITEM
FIGHTERS: Final = MINION | CREATURE
MAGIC: Final = SPELL | ENERGY

# Lines of ranks; Soldier is the common rank of Swordsman and Gladiator.
LINES: Final[tuple[str, ...]] = (
    *("Green Magic", "Red Magic", "Blue Magic", "White Magic"),
    *("Swordsman", "Gladiator", "Barbarian", "Soldier"),
)
L_GREEN: Final = 1
L_RED: Final = 2
L_BLUE: Final = 3
L_WHITE: Final = 4
L_SWORDSMAN: Final = 5
L_GLADIATOR: Final = 6
L_BARBARIAN: Final = 7
L_SOLDIER: Final = 8
MAGIC_LINES: Final[tuple[int, ...]] = (L_GREEN, L_RED, L_BLUE, L_WHITE)
COMMON_OF: Final = {L_SWORDSMAN: L_SOLDIER, L_GLADIATOR: L_SOLDIER}
SHARING: Final[tuple[int, ...]] = (L_SWORDSMAN, L_GLADIATOR)
LINE_ICONS: Final[tuple[int, ...]] = (0, GREEN, RED, BLUE, WHITE, SHARP, SHARP, BARBARIAN, SHARP)
LINE_COLOURS: Final[tuple[int, ...]] = (0, GREEN, RED, BLUE, WHITE, 0, 0, 0, 0)

VALUES: Final[tuple[str, ...]] = ("Coin", "Magic", "Training")
V_COIN: Final = 1
V_MAGIC: Final = 2
V_TRAINING: Final = 3
RACES: Final[tuple[str, ...]] = ("Human", "Elf", "Dwarf", "Orc")

# `Card.stats`: figures, the first of which are also what a `Static` or a mod changes, then 1 + the place of a
# word, 0 = none. S_NUMBER is a Training Number, S_TOP the highest tier that a character may place, S_FOUNT
# the reserve that its tier 1 magic ranks hold beyond the printed one.
QUANTITIES: Final[tuple[str, ...]] = ("Suspend", "Attack", "Guard", "Armour", "Edge", "Life")
Q_SUSPEND: Final = 0
Q_ATTACK: Final = 1
Q_GUARD: Final = 2
Q_ARMOUR: Final = 3
Q_EDGE: Final = 4
Q_LIFE: Final = 5
Q_KEYWORD: Final = 6
FIGURES: Final[tuple[str, ...]] = (
    *QUANTITIES,
    *("Price", "Number", "Tier", "Reserve", "Coin", "Hands", "Uses", "Amount", "Initiative"),
    *("Training", "Top", "Fount"),
)
S_PRICE: Final = 6
S_NUMBER: Final = 7
S_TIER: Final = 8
S_RESERVE: Final = 9
S_COIN: Final = 10
S_HANDS: Final = 11
S_USES: Final = 12
S_AMOUNT: Final = 13
S_INITIATIVE: Final = 14
S_TRAINING: Final = 15
S_TOP: Final = 16
S_FOUNT: Final = 17
S_LINE: Final = 18
S_RACE: Final = 19
S_VALUE: Final = 20

KEYWORDS: Final[tuple[str, ...]] = (
    *("Immediate", "Alert", "Steadfast", "Pierce", "Eager", "Vanguard", "Cross Training", "Exclusive"),
    "Clumsy",
)
K_IMMEDIATE: Final = 0
K_ALERT: Final = 1
K_STEADFAST: Final = 2
K_PIERCE: Final = 3
K_EAGER: Final = 4
K_VANGUARD: Final = 5
K_CROSS: Final = 6
K_EXCLUSIVE: Final = 7
K_CLUMSY: Final = 8

_FIGHTING: Final = IS_CHARACTER | FIGHTERS
_USED: Final = IS_CHARACTER | FIGHTERS | GEAR | ENERGY | RANK
HAVING: Final = {
    **{"Suspend": _USED, "Attack": WEAPON | FIGHTERS, "Guard": GEAR, "Armour": _FIGHTING | ARMOUR},
    **{"Edge": IS_CHARACTER | RANK, "Life": _FIGHTING},
    **{"Immediate": MAGIC | ITEM | TRAP, "Alert": _USED, "Steadfast": _USED | SPELL | TRAP},
    **{"Pierce": WEAPON | FIGHTERS, "Eager": FIGHTERS, "Vanguard": IS_CHARACTER},
    **{"Cross Training": IS_CHARACTER, "Exclusive": RANK, "Clumsy": _FIGHTING},
}
"""By value or keyword the types of what can have it, to any effect."""

HAVING_RULES: Final = {
    **dict.fromkeys(("Coin", "Training", "Initiative", "Top", "Fount", "race"), "card.character-anatomy"),
    "Suspend": "suspend.cost",
    "Edge": "rank.edge",
    "Exclusive": "rank.exclusive",
    "Clumsy": "race.roster",
    **{word: f"keyword.{word.lower().replace(' ', '-')}" for word in KEYWORDS[:7]},
}
"""The rules that say so, where it is not that on figures."""

# Numbered columns: of a seat's body, then of cards. TAUGHT: whether a Masters Acknowledgement is held.
# SECOND: the line named as second calling. BOUND: bits of the lines that were opened at the start.
COLUMNS: Final[tuple[str, ...]] = (
    *("Hurt", "Actions", "Locked", "Coin", "Training", "Responses", "Taught", "Second", "Bound"),
    *("Reserve", "Uses", "Set"),
)
HURT: Final = 0
ACTIONS: Final = 1
LOCKED: Final = 2
COIN: Final = 3
TRAINING: Final = 4
RESPONSES: Final = 5
TAUGHT: Final = 6
SECOND: Final = 7
BOUND: Final = 8
RESERVE: Final = 9
USES: Final = 10
SET: Final = 11

# How long a mod lasts: until the close of this Response, of the next one of who made it, or for good. Beside
# it stands the seat that made it, or the number of that close.
U_RESPONSE: Final = 0
U_TURN: Final = 1
U_FOREVER: Final = 2

# Flags of an act beyond the engine's.
F_CARRIED: Final = 1 << 3
F_IMMEDIATE: Final = 1 << 4
F_ALERT: Final = 1 << 5
F_GUARDED: Final = 1 << 6

OWN_EVENTS: Final[tuple[str, ...]] = (
    *("value-played", "placed", "dropped", "minion-enters", "equipped", "stowed", "attacked", "spell-begun"),
    *("carried", "task-finishes", "task-broken", "immediate-played", "guards", "parries", "evades"),
    *("damaged", "damages", "healed", "loses-life", "killed", "explodes", "springs", "response-begins"),
    *("response-closes", "cut", "taught", "trap-set", "used", "spell-finished", "mulligan", "first"),
    *("proposed", "agreed", "declined", "game-over", "trimmed"),
)
EVENTS: Final[tuple[str, ...]] = (*atoms.EVENTS, *OWN_EVENTS)
E_VALUE: Final = 31
E_PLACED: Final = 32
E_DROPPED: Final = 33
E_FIELDED: Final = 34
E_EQUIPPED: Final = 35
E_STOWED: Final = 36
E_ATTACKED: Final = 37
E_BEGUN: Final = 38
E_CARRIED: Final = 39
E_FINISHING: Final = 40
E_BROKEN: Final = 41
E_IMMEDIATE: Final = 42
E_GUARDS: Final = 43
E_PARRIES: Final = 44
E_EVADES: Final = 45
E_DAMAGED: Final = 46
E_DAMAGES: Final = 47
E_HEALED: Final = 48
E_LOSES: Final = 49
E_KILLED: Final = 50
E_EXPLODES: Final = 51
E_SPRINGS: Final = 52
E_RESPONSE: Final = 53
E_CLOSES: Final = 54
E_CUT: Final = 55
E_TAUGHT: Final = 56
E_SET: Final = 57
E_USED: Final = 58
E_CAST: Final = 59
E_MULLIGAN: Final = 60
E_FIRST: Final = 61
E_PROPOSED: Final = 62
E_AGREED: Final = 63
E_DECLINED: Final = 64
E_GAME_OVER: Final = 65
E_TRIMMED: Final = 66

PHASES: Final[tuple[str, ...]] = ("set-up", "Reset", "Tasks", "Upkeep", "Main", "Close")
SETUP: Final = 0
RESETTING: Final = 1
TASKS: Final = 2
UPKEEP: Final = 3
MAIN: Final = 4
CLOSING: Final = 5

VERBS: Final[tuple[str, ...]] = (
    *(
        *kernel.VERBS,
        "value",
        "place",
        "descend",
        "bring",
        "lay",
        "stow",
        "equip",
        "attack",
        "strike",
        "cast",
    ),
    *("use", "set", "play", "arm", "alert", "spring", "guard", "parry", "evade", "name", "cut", "mulligan"),
    *("propose", "end"),
)
V_VALUE: Final = 7
V_PLACE: Final = 8
V_DESCEND: Final = 9
V_BRING: Final = 10
V_LAY: Final = 11
V_STOW: Final = 12
V_EQUIP: Final = 13
V_ATTACK: Final = 14
V_STRIKE: Final = 15
V_CAST: Final = 16
V_USE: Final = 17
V_SET: Final = 18
V_PLAY: Final = 19
V_ARM: Final = 20
V_ALERT: Final = 21
V_SPRING: Final = 22
V_GUARD: Final = 23
V_PARRY: Final = 24
V_EVADE: Final = 25
V_NAME: Final = 26
V_CUT: Final = 27
V_MULLIGAN: Final = 28
V_PROPOSE: Final = 29
V_END: Final = 30
WINDOWS: Final[tuple[str, ...]] = (
    *chain.WINDOWS,
    "immediate",
    "spring",
    "guard",
    "defence",
    "calling",
    "cutting",
    "mulligan",
    "agreement",
)
W_IMMEDIATE: Final = 4
W_SPRING: Final = 5
W_GUARD: Final = 6
W_DEFENCE: Final = 7
W_CALLING: Final = 8
W_CUT: Final = 9
W_MULLIGAN: Final = 10
W_AGREEMENT: Final = 11

# Keys of named arguments, after those of `kit.abilities`: what a hidden trap costs, a line, a place of a cut,
# and what can be agreed on, where a cap and a truce are Turns.
KEYS: Final[tuple[str, ...]] = ("", "ability", "mode", "cost", "line", "at", "games", "cap", "truce", "stake")
KEY_COST: Final = 3
KEY_LINE: Final = 4
KEY_AT: Final = 5
KEY_GAMES: Final = 6
KEY_CAP: Final = 7
KEY_TRUCE: Final = 8
KEY_STAKE: Final = 9
TRAP_COSTS: Final = ((1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 3))
"""(price, Suspend) that a trap may have: the player who lays one face-down says which."""

# The game's scalars. G_FIRST: Player One. G_DEED: the action over which Immediates may be played. G_CAP,
# G_GAMES: the Turn cap and the number of games that were agreed on, 0 = by the book. G_PLAYED, G_DRAWN: games
# that are over, and whether the last one was a draw that is replayed. G_WINS: games won, G_COLOUR: colour and
# tier of the last spell finished, both by seat.
G_FIRST: Final = 0
G_DEED: Final = 1
G_CAP: Final = 2
G_GAMES: Final = 3
G_PLAYED: Final = 4
G_DRAWN: Final = 5
G_WINS: Final = 6
G_COLOUR: Final = 10
SCALARS: Final = 14

# Marks: periods, and what is counted in them. MK_BLAME: 1 + the seat that hurt a character or minion last.
# MK_ARMED: the action for which a trap does not spring. MK_TRUCE: by pair of seats, the last Turn of a truce.
# P_LAST: what cards had that have left, for what still speaks of them.
P_RESPONSE: Final = 0
P_DEED: Final = 1
P_BLAME: Final = 2
P_DENIED: Final = 3
P_GAME: Final = 4
P_LAST: Final = 5
MK_VALUE: Final = 100_000
MK_PLACED: Final = 100_001
MK_PARRIED: Final = 100_002
MK_EVADED: Final = 100_003
MK_BLAME: Final = 100_004
MK_ARMED: Final = 100_005
MK_TRUCE: Final = 100_006

# Statements about hidden cards, numbers of `Rules.predicates`: anything, a character, a Preliminary, what the
# character or calling cannot use, a trap of each of `TRAP_COSTS`, an Immediate trap of each of them.
ST_ANY: Final = 1
ST_CHARACTER: Final = 2
ST_PRELIMINARY: Final = 3
ST_UNUSABLE: Final = 4
ST_TRAP: Final = 5
ST_INSTANT: Final = ST_TRAP + len(TRAP_COSTS)
