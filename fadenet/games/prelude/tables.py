"""Every number of Prelude that a state or a card may hold, with its word: the game's dictionary.

A seat's body is its character: its lost life, its actions, Coin and Training are columns there; the character
card lies beside it and says what it can do. Of a line of ranks the last card is the top one. A trap lies
face-down until it springs. A task that is carried is an act that outlives its Response (see `deeds`).
"""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel

# Zones by kind.
ZONE_LETTERS = ("d", "h", "r", "c", "a", "b", "s", "e", "m", "t", "n", "g", "x", "o", "w")
ZONE_NAMES = (
    *("Battle Chest", "Hand", "Roster", "Character", "First Line", "Second Line", "Stowed", "Equipped"),
    *("Minions", "Traps", "Energies", "Casting", "Cemetery", "Aside", "Stakes"),
)
CHEST, HAND, ROSTER, CHARACTER, LINE_A, LINE_B, STOWED, EQUIPPED = range(8)
MINIONS, TRAPS, ENERGIES, CASTING, CEMETERY, ASIDE, STAKES = range(8, 15)
NZ = len(ZONE_NAMES)
ON_FIELD = (CHARACTER, LINE_A, LINE_B, STOWED, EQUIPPED, MINIONS, TRAPS, ENERGIES, CASTING)
STACKS = (LINE_A, LINE_B)

# Bits of `Card.types`: kinds of cards, then icons. A character has the icons that it shows, any other card
# needs those that it shows.
KINDS = (
    *("Character", "Rank", "Value", "Weapon", "Armour", "Item", "Trap", "Spell", "Energy"),
    *("Minion", "Creature"),
)
ICONS = (
    *("green", "red", "blue", "white", "energy", "common", "sharp", "barbarian", "armour", "item", "trap"),
    *("minion", "creature"),
)
TYPES = (*KINDS, *ICONS)
IS_CHARACTER, RANK, VALUE, WEAPON, ARMOUR, ITEM, TRAP, SPELL, ENERGY, MINION, CREATURE = (
    1 << i for i in range(11)
)
GREEN, RED, BLUE, WHITE, I_ENERGY, COMMON, SHARP, BARBARIAN = (1 << i for i in range(11, 19))
I_ARMOUR, I_ITEM, I_TRAP, I_MINION, I_CREATURE = (1 << i for i in range(19, 24))
ALL_ICONS = sum(1 << i for i in range(len(KINDS), len(TYPES)))
COLOURS = GREEN | RED | BLUE | WHITE
GEAR = WEAPON | ARMOUR | ITEM
FIGHTERS = MINION | CREATURE
MAGIC = SPELL | ENERGY

# Lines of ranks; Soldier is the common rank of Swordsman and Gladiator.
LINES = (
    *("Green Magic", "Red Magic", "Blue Magic", "White Magic"),
    *("Swordsman", "Gladiator", "Barbarian", "Soldier"),
)
L_GREEN, L_RED, L_BLUE, L_WHITE, L_SWORDSMAN, L_GLADIATOR, L_BARBARIAN, L_SOLDIER = range(1, 9)
MAGIC_LINES = (L_GREEN, L_RED, L_BLUE, L_WHITE)
COMMON_OF = {L_SWORDSMAN: L_SOLDIER, L_GLADIATOR: L_SOLDIER}
SHARING = (L_SWORDSMAN, L_GLADIATOR)
LINE_ICONS = (0, GREEN, RED, BLUE, WHITE, SHARP, SHARP, BARBARIAN, SHARP)
LINE_COLOURS = (0, GREEN, RED, BLUE, WHITE, 0, 0, 0, 0)

VALUES = ("Coin", "Magic", "Training")
V_COIN, V_MAGIC, V_TRAINING = 1, 2, 3
RACES = ("Human", "Elf", "Dwarf", "Orc")

# `Card.stats`: figures, the first of which are also what a `Static` or a mod changes, then 1 + the place of a
# word, 0 = none. S_NUMBER is a Training Number, S_TOP the highest tier that a character may place, S_FOUNT
# the reserve that its tier 1 magic ranks hold beyond the printed one.
QUANTITIES = ("Suspend", "Attack", "Guard", "Armour", "Edge", "Life")
Q_SUSPEND, Q_ATTACK, Q_GUARD, Q_ARMOUR, Q_EDGE, Q_LIFE = range(6)
Q_KEYWORD = 6
FIGURES = (
    *QUANTITIES,
    *("Price", "Number", "Tier", "Reserve", "Coin", "Hands", "Uses", "Amount", "Initiative"),
    *("Training", "Top", "Fount"),
)
S_PRICE, S_NUMBER, S_TIER, S_RESERVE, S_COIN, S_HANDS, S_USES, S_AMOUNT, S_INITIATIVE = range(6, 15)
S_TRAINING, S_TOP, S_FOUNT, S_LINE, S_RACE, S_VALUE = range(15, 21)

KEYWORDS = (
    *("Immediate", "Alert", "Steadfast", "Pierce", "Eager", "Vanguard", "Cross Training", "Exclusive"),
    "Clumsy",
)
K_IMMEDIATE, K_ALERT, K_STEADFAST, K_PIERCE, K_EAGER, K_VANGUARD, K_CROSS, K_EXCLUSIVE, K_CLUMSY = range(9)

_FIGHTING, _USED = IS_CHARACTER | FIGHTERS, IS_CHARACTER | FIGHTERS | GEAR | ENERGY | RANK
HAVING = {
    **{"Suspend": _USED, "Attack": WEAPON | FIGHTERS, "Guard": GEAR, "Armour": _FIGHTING | ARMOUR},
    **{"Edge": IS_CHARACTER | RANK, "Life": _FIGHTING},
    **{"Immediate": MAGIC | ITEM | TRAP, "Alert": _USED, "Steadfast": _USED | SPELL | TRAP},
    **{"Pierce": WEAPON | FIGHTERS, "Eager": FIGHTERS, "Vanguard": IS_CHARACTER},
    **{"Cross Training": IS_CHARACTER, "Exclusive": RANK, "Clumsy": _FIGHTING},
}
"""By value or keyword the types of what can have it, to any effect."""

HAVING_RULES = {
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
COLUMNS = (
    *("Hurt", "Actions", "Locked", "Coin", "Training", "Responses", "Taught", "Second", "Bound"),
    *("Reserve", "Uses", "Set"),
)
HURT, ACTIONS, LOCKED, COIN, TRAINING, RESPONSES, TAUGHT, SECOND, BOUND = range(9)
RESERVE, USES, SET = range(9, 12)

# How long a mod lasts: until the close of this Response, of the next one of who made it, or for good. Beside
# it stands the seat that made it, or the number of that close.
U_RESPONSE, U_TURN, U_FOREVER = range(3)

# Flags of an act beyond the engine's.
F_CARRIED, F_IMMEDIATE, F_ALERT, F_GUARDED = (8 << i for i in range(4))

OWN_EVENTS = (
    *("value-played", "placed", "dropped", "minion-enters", "equipped", "stowed", "attacked", "spell-begun"),
    *("carried", "task-finishes", "task-broken", "immediate-played", "guards", "parries", "evades"),
    *("damaged", "damages", "healed", "loses-life", "killed", "explodes", "springs", "response-begins"),
    *("response-closes", "cut", "taught", "trap-set", "used", "spell-finished", "mulligan", "first"),
    *("proposed", "agreed", "declined", "game-over", "trimmed"),
)
EVENTS = (*atoms.EVENTS, *OWN_EVENTS)
_OWN = range(len(atoms.EVENTS), len(EVENTS))
E_VALUE, E_PLACED, E_DROPPED, E_FIELDED, E_EQUIPPED, E_STOWED, E_ATTACKED, E_BEGUN = _OWN[:8]
E_CARRIED, E_FINISHING, E_BROKEN, E_IMMEDIATE, E_GUARDS, E_PARRIES, E_EVADES = _OWN[8:15]
E_DAMAGED, E_DAMAGES, E_HEALED, E_LOSES, E_KILLED, E_EXPLODES, E_SPRINGS, E_RESPONSE = _OWN[15:23]
E_CLOSES, E_CUT, E_TAUGHT, E_SET, E_USED, E_CAST, E_MULLIGAN, E_FIRST = _OWN[23:31]
E_PROPOSED, E_AGREED, E_DECLINED, E_GAME_OVER, E_TRIMMED = _OWN[31:]

PHASES = ("set-up", "Reset", "Tasks", "Upkeep", "Main", "Close")
SETUP, RESETTING, TASKS, UPKEEP, MAIN, CLOSING = range(6)

VERBS = (
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
_VERBS = range(len(kernel.VERBS), len(VERBS))
V_VALUE, V_PLACE, V_DESCEND, V_BRING, V_LAY, V_STOW, V_EQUIP, V_ATTACK, V_STRIKE, V_CAST = _VERBS[:10]
V_USE, V_SET, V_PLAY, V_ARM, V_ALERT, V_SPRING, V_GUARD, V_PARRY, V_EVADE, V_NAME = _VERBS[10:20]
V_CUT, V_MULLIGAN, V_PROPOSE, V_END = _VERBS[20:]
WINDOWS = (
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
W_IMMEDIATE, W_SPRING, W_GUARD, W_DEFENCE, W_CALLING, W_CUT, W_MULLIGAN, W_AGREEMENT = range(
    len(chain.WINDOWS), len(WINDOWS)
)

# Keys of named arguments, after those of `kit.abilities`: what a hidden trap costs, a line, a place of a cut,
# and what can be agreed on, where a cap and a truce are Turns.
KEYS = ("", "ability", "mode", "cost", "line", "at", "games", "cap", "truce", "stake")
KEY_COST, KEY_LINE, KEY_AT, KEY_GAMES, KEY_CAP, KEY_TRUCE, KEY_STAKE = range(3, 10)
TRAP_COSTS = ((1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 3))
"""(price, Suspend) that a trap may have: the player who lays one face-down says which."""

# The game's scalars. G_FIRST: Player One. G_DEED: the action over which Immediates may be played. G_CAP,
# G_GAMES: the Turn cap and the number of games that were agreed on, 0 = by the book. G_PLAYED, G_DRAWN: games
# that are over, and whether the last one was a draw that is replayed. G_WINS: games won, G_COLOUR: colour and
# tier of the last spell finished, both by seat.
G_FIRST, G_DEED, G_CAP, G_GAMES, G_PLAYED, G_DRAWN, G_WINS, G_COLOUR = *range(7), 10
SCALARS = 14

# Marks: periods, and what is counted in them. MK_BLAME: 1 + the seat that hurt a character or minion last.
# MK_ARMED: the action for which a trap does not spring. MK_TRUCE: by pair of seats, the last Turn of a truce.
# P_LAST: what cards had that have left, for what still speaks of them.
P_RESPONSE, P_DEED, P_BLAME, P_DENIED, P_GAME, P_LAST = range(6)
MK_VALUE, MK_PLACED, MK_PARRIED, MK_EVADED, MK_BLAME, MK_ARMED, MK_TRUCE = range(100_000, 100_007)

# Statements about hidden cards, numbers of `Rules.predicates`: anything, a character, a Preliminary, what the
# character or calling cannot use, a trap of each of `TRAP_COSTS`, an Immediate trap of each of them.
ST_ANY, ST_CHARACTER, ST_PRELIMINARY, ST_UNUSABLE, ST_TRAP = range(1, 6)
ST_INSTANT = ST_TRAP + len(TRAP_COSTS)
