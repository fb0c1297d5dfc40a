"""Every number of Terrene Odyssey that a state or a card may hold, with its word: the game's dictionary.

An Item or Command lies ATTACHED on its Character and counts to the zone `held`. A Character in `party` is
hidden while it lies face-down and recruited while face-up. The last card of `terrains` is the active one.
The Hit Points that a side has lost are the column HURT on the body of the side's first seat.
"""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel

# Zones by kind.
ZONE_LETTERS = ("d", "h", "c", "e", "t", "x")
ZONE_NAMES = ("Deck", "Hand", "Party", "Held", "Terrains", "Discard Pile")
DECK, HAND, PARTY, HELD, TERRAINS, DISCARD = range(6)
NZ = len(ZONE_NAMES)
ON_FIELD = (PARTY, HELD, TERRAINS)

# Kinds of cards, bits of `Card.types`. SOURCES: what Immune can name.
TYPES = ("Character", "Terrain", "Item", "Command", "Token", "On-going", "Spell", "Trap", "Hero", "Storm")
CHARACTER, TERRAIN, ITEM, COMMAND, TOKEN, ONGOING, SPELL, TRAP, HERO, STORM = (1 << i for i in range(10))
SOURCES, HOLDABLE = CHARACTER | TERRAIN | ITEM | COMMAND, ITEM | COMMAND

# `Card.stats`. The first six are also the quantities that a `Static` or a mod changes; ACTIONS is what a
# Terrain gives. S_CLASS: 1 + index in CLASSES, 0 = none; on a Command the class that may activate it.
QUANTITIES = ("SP", "LV", "HP", "ATK", "DEF", "Actions")
Q_SP, Q_LV, Q_HP, Q_ATK, Q_DEF, Q_ACTIONS, S_CLASS, S_AFFILIATION = range(8)
Q_KEYWORD = 6
CLASSES = (
    *("Warrior", "Guardian", "Thief", "Spellcaster", "Tactician", "Assassin"),
    *("Machine", "Engineer", "Beast", "Golem", "Interdimensional", "Energy"),
)
SPELLCASTER, TACTICIAN, INTERDIMENSIONAL = 4, 5, 11
AFFILIATIONS = ("Earth", "Fire", "Water", "Wind", "Light", "Dark")

# Numbered columns: three of a seat's body, then those of Characters and other cards in play.
COLUMNS = (
    *("Actions", "Gained", "Hurt", "Damage", "XP", "Level", "Decay", "Charge", "Stratagem"),
    *("gain-ATK", "gain-DEF", "gain-HP", "Free"),
)
ACTIONS, GAINED, HURT, DAMAGE, XP, LEVEL, DECAY, CHARGE, STRATAGEM = range(9)
GAIN_ATK, GAIN_DEF, GAIN_HP, FREE = range(9, 13)
GAINS = {Q_LV: LEVEL, Q_HP: GAIN_HP, Q_ATK: GAIN_ATK, Q_DEF: GAIN_DEF}
COUNTERS = {"Charge": CHARGE, "Stratagem": STRATAGEM}

# Keywords: printed (`Card.keywords`, 0 = not), given by `Static` and by mods as `Q_KEYWORD + k`. The first
# three are the Status Conditions. Immune holds a mask of SOURCES, Extra Attack a number of attacks a turn;
# a Steadfast card cannot be dismissed.
KEYWORDS = (
    *("Slow", "Stun", "Silence", "Haste", "Stab", "Resourceful", "Retaliate", "Immune", "Unblockable"),
    *("Extra Attack", "Steadfast"),
)
K_SLOW, K_STUN, K_SILENCE, K_HASTE, K_STAB, K_RESOURCEFUL, K_RETALIATE, K_IMMUNE, K_UNBLOCKABLE = range(9)
K_EXTRA, K_STEADFAST = 9, 10
STATUSES = 3

# How long a mod lasts: U_TURN until the end of turn `arg`, U_START until the start of seat `arg`'s turn.
# U_NEXT is written as U_TURN: until the end of the next turn of whoever controls the card.
U_FOREVER, U_TURN, U_START, U_NEXT = range(4)

# Colours of a banner (`TerreneAbility.colour`); PASSIVE = in effect by itself: nobody may answer it.
COLOURS = ("", "Green", "Blue", "Purple")
PASSIVE, GREEN, BLUE, PURPLE = range(4)

# Events beyond the kernel's. The row's card is the one that the word speaks of, its number the amount.
OWN_EVENTS = (
    *("recruited", "hidden", "assigned", "traded", "dismissed", "terrain", "used", "attacks", "blocks"),
    *("takes-damage", "takes-battle-damage", "damages-character", "damages-player", "hurt", "healed"),
    *("defeated", "defeats", "gains-xp", "levels-up", "start-of-turn", "end-of-turn", "cancelled"),
    *("battle-over", "rolled", "game-begins", "game-over"),
)
EVENTS = (*atoms.EVENTS, *OWN_EVENTS)
_OWN = range(len(atoms.EVENTS), len(EVENTS))
E_RECRUITED, E_HIDDEN, E_ASSIGNED, E_TRADED, E_DISMISSED, E_TERRAIN, E_USED, E_ATTACKS, E_BLOCKS = _OWN[:9]
E_DAMAGED, E_BATTLE_DAMAGED, E_WOUNDS, E_STRIKES, E_HURT, E_HEALED, E_DEFEATED, E_DEFEATS = _OWN[9:17]
E_XP, E_LEVEL, E_START, E_END, E_CANCELLED, E_BATTLE_OVER, E_ROLLED, E_BEGINS, E_OVER = _OWN[17:]

PHASES = ("set-up", "Command Phase", "Draw Phase", "Action Phase", "End Phase")
SETUP, COMMANDING, DRAWING, ACTING, ENDING = range(5)

VERBS = (
    *(*kernel.VERBS, "recruit", "attack", "use", "terrain", "hide", "assign"),
    *("trade", "dismiss", "block", "run", "end"),
)
_VERBS = range(len(kernel.VERBS), len(VERBS))
V_RECRUIT, V_ATTACK, V_USE, V_TERRAIN, V_HIDE, V_ASSIGN = _VERBS[:6]
V_TRADE, V_DISMISS, V_BLOCK, V_RUN, V_END = _VERBS[6:]
WINDOWS = (*chain.WINDOWS, "block")
W_BLOCK = len(chain.WINDOWS)

# The game's scalars in `State.vars`. G_STEP: how far the next seat in turn order is. G_CARDS: the first
# handle that stands for no card of a deck. G_RAN: 1 + the seat that ran from the game before. G_WINS: games
# won, one scalar a side. G_SLOW: the surcharge of a Slow attack is paid or was part of its cost.
G_STEP, G_CARDS, G_GAMES, G_RAN, G_WINS = range(5)
G_IDLE, G_BUSY, G_ATTACKER, G_BLOCKER, G_SLOW = range(6, 11)
SCALARS = 11

# Marks: periods, and what is counted in them (abilities by their own number). MK_PICK + a code: picks seen.
P_TURN, P_CHAIN, P_BLAME, P_GAME, P_LAST = range(5)
MK_ATTACK, MK_TERRAIN, MK_TRADE, MK_RESOURCEFUL, MK_BLAME, MK_PICK = range(100_000, 100_006)

# Statements about hidden cards, numbers of `Rules.predicates`: a Character, an Item or Command, a Character
# and a Terrain for the set-up, the whole of a seat's picks (for `fitting`), an Item or Command among them.
ST_CHARACTER, ST_HELD, ST_STARTER, ST_TERRAIN, ST_SETUP, ST_PICKED = range(1, 7)
PICKED = (ST_STARTER, ST_PICKED)

Q_XP = 3  # a class of rows in the queue, after the kernel's: XP to be settled
