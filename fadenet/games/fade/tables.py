"""The numbers behind the words of the F.A.D.E. family: zones, phases, counters, keywords, verbs, events.

They are the same in all editions; each says in `editions/` which of them it uses, and in which words.
"""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import F_GAME

# Zones of a seat: the letter by which moves name their cards, and the word of the family.
ZONES = (
    ("c", "front"),
    ("b", "backup"),
    ("h", "hand"),
    ("d", "deck"),
    ("f", "pool"),
    ("x", "discard"),
    ("r", "rift"),
    ("z", "zone"),
    ("o", "orbital"),
    ("u", "use"),
    ("a", "attached"),
    ("s", "stack"),
    ("y", "adrift"),
)
FRONT, BACKUP, HAND, DECK, FIGHTERS, DISCARD, RIFT, ZONE, ORBIT, USED, ATTACH, STACK, ADRIFT = range(
    len(ZONES)
)
NZ = len(ZONES)
EQUIP = NZ  # a kind of cell beyond the zones, for the cards attached to the Character ahead of it
SPARE_ZONES = ("orbital", "adrift")  # those without which an edition can do
LIVE = frozenset({FRONT, BACKUP, ZONE, ATTACH})
D_MAIN, D_FIGHTERS = range(2)

PHASES = ("starting", "draw", "preparation", "combat", "aftermath", "end")
STARTING, DRAWING, PREPARATION, COMBAT, AFTERMATH, ENDING = range(6)
BATTLE = (PREPARATION, COMBAT, AFTERMATH)  # in which the turn player chooses freely
OWN_PHASES = (PREPARATION, AFTERMATH)  # in which the turn player moves, attaches and plays cards
WHOLE_PHASES = frozenset({STARTING, DRAWING, ENDING})  # no choice of the turn player ends them

SUPERTYPES = ("Character", "Skill", "Reaction", "Item", "Augment", "Zone", "Command", "World Rule")
CHARACTER, SKILL, REACTION, ITEM, AUGMENT, ZONECARD, COMMAND, WORLD_RULE = (
    1 << i for i in range(len(SUPERTYPES))
)
ALL_TYPES = (1 << len(SUPERTYPES)) - 1
# Ways of using a card or ability: the number of the Supertype, for the first six, or one of these.
M_CHARACTER, M_SKILL, M_REACTION, M_ITEM, M_AUGMENT, M_ZONE = range(6)
M_NORMAL, M_ABILITY, M_TRIGGER, M_BARRIER, M_SHIELD, M_BUILDUP, M_TEXT = range(6, 13)
M_COMMAND, M_LAID = range(13, 15)
N_COMMAND = SUPERTYPES.index("Command")
AS_WORDS = (*(t.lower() for t in SUPERTYPES if " " not in t), "overdrive", "mystify")
# The ways to play or use a card whose Overdrive is paid for with it, or its Mystify as it is shown.
N_DRIVEN, N_MYSTIFIED = WITH_MORE = (len(AS_WORDS) - 2, len(AS_WORDS) - 1)

ELEMENTS = (
    "Fire",
    "Water",
    "Earth",
    "Storm",
    "Nature",
    "Metal",
    "Light",
    "Darkness",
    "Time",
    "Space",
    "Null",
)
ELEMENT_SHORT = ("Fi", "Wa", "Ea", "St", "Na", "Me", "Li", "Da", "Ti", "Sp", "Nu")
NULL = 1 << 10
ALL_BUT_NULL = NULL - 1
RARITIES = ("Common", "Uncommon", "Rare", "Super Rare", "Ultra Rare", "Omega Rare")
RANKS = ("Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary")
# Cells that touch one, clockwise; up is toward the front.
DIRECTIONS = ("Up", "Up-Right", "Right", "Down-Right", "Down", "Down-Left", "Left", "Up-Left")
DAMAGE_TYPES = ("Basic", "Unblockable", "True", "Relentless")
BASIC = 1  # bits of a hit, in this order
DEFENCES = ("block", "deflect", "negate", "counter", "prevent", "defend")  # a Damage Type withstands some

# Numbered columns: TP, then the counters.
TP = 0
COUNTERS = (
    "Aura",
    "Barrier",
    "Blindness",
    "Bloodlust",
    "Curse",
    "Damage",
    "Drain",
    "Fracture",
    "Paralyze",
    "Poison",
    "Shield",
    "Timebomb",
)
(
    AURA,
    BARRIER,
    BLINDNESS,
    BLOODLUST,
    CURSE,
    DAMAGE,
    DRAIN,
    FRACTURE,
    PARALYZE,
    POISON,
    SHIELD,
    TIMEBOMB,
) = range(1, 13)
CELL = len(COUNTERS) + 1  # in which cell a card stands, where an edition has any: see `editions.grid`
POWER = CELL + 1  # Power Counters, which no keyword puts on what it is used against
COMBO = POWER + 1  # Combo Potential
GHOST = COMBO + 1  # Ghost Counters
STUN = GHOST + 1  # 1 as long as a Character is Stunned
SPARED = STUN + 1  # how many slots fewer a Character takes up than it prints
COLUMN_NAMES = ("TP", *COUNTERS, "cell", "Power", "Combo Potential", "Ghost", "Stunned", "CS saved")
# The column of every Counter that a keyword puts, or that is Damage.
COUNTER_COLUMNS = {name: column for column, name in enumerate(COUNTERS, 1)} | {"Ghost": GHOST}

# Places in `Card.stats`.
S_COST, S_HP, S_PLV, S_LEVEL, S_CS, S_DEF, S_AGI, S_RANK = range(8)
MORE_STATS = ("CS", "DEF", "AGI")  # those that cards print only where the edition says so
NONE = -1  # a value that the card does not have

# Things that continuous effects and changes with an end can alter.
(
    Q_PLV,
    Q_HP,
    Q_DEF,
    Q_AGI,
    Q_DEALT,  # damage of attacks that a card deals
    Q_TAKEN,  # damage that a card takes
    Q_TP_MAX,
    Q_HAND_MAX,
    Q_SLOTS,  # Maximum CS
    Q_COST,
    Q_ELEMENTS,  # n is the mask that replaces the elements
    Q_LAST_STAND,  # on a body: counts as in The Last Stand
    Q_MAY_ATTACK,  # on a body: may Attack outside The Last Stand
) = range(13)
KEYWORDS = (
    "Affinity",
    "Arena",
    "Arm Up",
    "Aura",
    "Backup",
    "Barrier",
    "Blindness",
    "Bloodlust",
    "Boss",
    "Buildup",
    "Carrier",
    "Charge",
    "Combo",
    "Concussion",
    "Contingency",
    "Curse",
    "Deathmark",
    "Drain",
    "Equip",
    "Flash",
    "Fracture",
    "Friendship",
    "Ghost",
    "Immune",
    "Infused",
    "Level-Up",
    "Lock",
    "Lock-On",
    "Mastery",
    "Multistrike",
    "Mute",
    "Mystify",
    "Mythical",
    "Neutrality",
    "Orbital",
    "Overdrive",
    "Paradox",
    "Paralyze",
    "Poison",
    "Provoke",
    "Raider",
    "Reinforce",
    "Replay",
    "Shield",
    "Signature",
    "Stacker",
    "Stock",
    "Stun",
    "Surprise",
    "Synchronize",
    "Tag-Out",
    "Timebomb",
    "Timid",
    "Vengeance",
    "Void",
    "Wildcard",
    "Willpower",
)
"""In the order of the books; a new one is added at the end, so that the numbers of all others stay."""
K = {name: i for i, name in enumerate(KEYWORDS)}
(
    K_AFFINITY,
    K_ARENA,
    K_ARM_UP,
    K_AURA,
    K_BACKUP,
    K_BARRIER,
    K_BLINDNESS,
    K_BLOODLUST,
    K_BOSS,
    K_BUILDUP,
    K_CARRIER,
    K_CHARGE,
    K_COMBO,
    K_CONCUSSION,
    K_CONTINGENCY,
    K_CURSE,
    K_DEATHMARK,
    K_DRAIN,
    K_EQUIP,
    K_FLASH,
    K_FRACTURE,
    K_FRIENDSHIP,
    K_GHOST,
    K_IMMUNE,
    K_INFUSED,
    K_LEVEL_UP,
    K_LOCK,
    K_LOCK_ON,
    K_MASTERY,
    K_MULTISTRIKE,
    K_MUTE,
    K_MYSTIFY,
    K_MYTHICAL,
    K_NEUTRALITY,
    K_ORBITAL,
    K_OVERDRIVE,
    K_PARADOX,
    K_PARALYZE,
    K_POISON,
    K_PROVOKE,
    K_RAIDER,
    K_REINFORCE,
    K_REPLAY,
    K_SHIELD,
    K_SIGNATURE,
    K_STACKER,
    K_STOCK,
    K_STUN,
    K_SURPRISE,
    K_SYNCHRONIZE,
    K_TAG_OUT,
    K_TIMEBOMB,
    K_TIMID,
    K_VENGEANCE,
    K_VOID,
    K_WILDCARD,
    K_WILLPOWER,
) = range(len(KEYWORDS))
SMALLEST = frozenset({K_AURA, K_TIMID})
"""Keywords of which the smallest of several numbers counts, unless a keyword is "one number"."""
BANS = ("attack", "activate", "act", "move", "target", "answer")
B_ATTACK, B_ACTIVATE, B_ACT, B_MOVE, B_TARGET, B_ANSWER = range(6)
Q_FORBID = Q_MAY_ATTACK + 1  # + number of the ban
Q_KEYWORD = Q_FORBID + len(BANS)  # + number of the keyword: n is its value
QUANTITIES = (
    "PLV",
    "HP",
    "DEF",
    "AGI",
    "damage",
    "damage taken",
    "maximum TP",
    "Maximum Hand Size",
    "Maximum CS",
    "Cost",
    "other Elements",
    "The Last Stand",
    "may Attack",
    *(f"cannot {ban}" for ban in BANS),
    *KEYWORDS,
)
QUANTITY_NAMES = {"PLV": Q_PLV, "HP": Q_HP, "damage": Q_DEALT, "damage taken": Q_TAKEN}
STAT_NAMES = {"DEF": Q_DEF, "AGI": Q_AGI}  # of `MORE_STATS` those that effects change
FIGURE_NAMES = {"maximum TP": Q_TP_MAX, "Maximum Hand Size": Q_HAND_MAX}

# The names that Immune can list, as bits of its value. Keywords come last: on cards, or above abilities.
_BORNE = (
    "Arm Up",
    "Backup",
    "Charge",
    "Concussion",
    "Deathmark",
    "Flash",
    "Lock-On",
    "Mastery",
    "Multistrike",
    "Mute",
    "Orbital",
    "Overdrive",
    "Paradox",
    "Provoke",
    "Reinforce",
    "Stun",
    "Vengeance",
    "Void",
    "Wildcard",
)
LABELS = ("Physical", "Energy", "Unknown")  # labels of damage, beside its Damage Type
IMMUNITIES = (
    "Characters",
    "Skills",
    "Reactions",
    "Items",
    "Augments",
    "Zones",
    "Commands",
    "Abilities",
    "Attacks",
    *ELEMENTS,
    *RANKS,
    *LABELS,
    *COUNTERS,
    "Ghost",
    *_BORNE,
)
I_ABILITIES, I_ATTACKS = (1 << IMMUNITIES.index(name) for name in ("Abilities", "Attacks"))
# By Supertype, 0 = nothing is Immune to it.
I_TYPES = tuple(1 << IMMUNITIES.index(f"{x}s") if f"{x}s" in IMMUNITIES else 0 for x in SUPERTYPES)
I_COUNTER = IMMUNITIES.index(COUNTERS[0])  # bit of the first counter
I_LABELS = tuple(1 << IMMUNITIES.index(name) for name in LABELS)
I_PHYSICAL = I_LABELS[LABELS.index("Physical")]
I_ELEMENT = IMMUNITIES.index(ELEMENTS[0])  # bit of the first Element
I_RANK = IMMUNITIES.index(RANKS[0])  # bit of the lowest Rank
I_ALL_ELEMENTS = (1 << len(ELEMENTS)) - 1 << I_ELEMENT
# By column, 0 = cannot be named.
I_COLUMNS = tuple(1 << IMMUNITIES.index(name) if name in COUNTER_COLUMNS else 0 for name in COLUMN_NAMES)
# By keyword, likewise.
I_KEYWORDS = tuple(1 << IMMUNITIES.index(x) if x in _BORNE else 0 for x in KEYWORDS)

CASTING = -2  # the moment at which a Legend chooses what it does in its own turn

# Until when a change lasts, and what its argument is.
U_TURN, U_ROUND, U_FOREVER, U_NEXT = range(4)  # turn: its number; round and next turn: whose turn ends it

# Periods of marks.
(
    P_TURN,
    P_GAME,
    P_LAST,  # the values that cards had when they left, for texts that still speak of them
    P_STOPPED,  # by Attack: which hits of it are Blocked one by one
    P_DECLINED,  # by Attack: the targets that do not Defend against it
    P_ORBIT,  # from which row an Orbital card came, until it returns
    P_ROUND,  # + the seat whose next turn ends the round
) = range(7)
# Keys of marks.
(
    MK_NORMAL,  # Normal Attacks of a card this turn; where it has one Attack in all, all that count as such
    MK_STRIKES,  # extra Normal Attacks of a card this round
    MK_EXTRA,  # Attacks that a card has beyond those of its turn
    MK_USED,  # cards and abilities among the Attacks that count this turn
    MK_LATEST,  # the latest Attack of this turn: 1 + its Rank if it was a Skill, or `NORMAL_ATTACK`
    MK_MOVED,
    MK_REATTACHED,
    MK_TAGGED,  # changed places by its Tag-Out this turn
    MK_DOOMED,
    MK_FELL,  # was Knocked Out this turn
    MK_ALLY_DOWN,
    MK_BLAME,  # the id of the act that last harmed something in a way that may Knock it Out
    MK_PERSONAL,  # Damage Counters that a Legend's personal effects put on somebody
    MK_BUILT,
    MK_STOCKED,  # activated by its Stock this round
    MK_HELD,  # control of a card for so long: the seat, by when it took that
    MK_MIXED,
    MK_TRIGGERS,
    MK_CAST,  # a card that a Legend has cast this turn
    MK_SUNK,  # such cards in its Deck, by code
    MK_ABILITY,  # uses of ability number (key - MK_ABILITY) come last; for a game, whether its edge holds
) = range(21)

NORMAL_ATTACK = len(RANKS) + 1

# The game's own scalars.
V_CHAINED, V_ACTED, V_TIES, V_ROUND, V_FIRST, V_PEOPLE, V_WORLDS = range(7)
NVARS = 7

# Statements that a card comes with that is laid down hidden.
ST_ON_CHARACTER, ST_BESIDE_PLAYER = 1, 2
ST_VEILED = 3  # a Character; where there is Mystify
ST_SIZED = 4  # one of no CS, and from here on of more; where Characters take up slots as well
CS_MAX = 6

# Verbs.
VERBS = (
    *kernel.VERBS,
    "attack",
    "use",
    "play",
    "attach",
    "move",
    "place",
    "reattach",
    "activate",
    "shield",
    "barrier",
    "end",
    "mix",
    "show",
    "tag",
    "lay",
    "veil",
    "unveil",
    "decline",
)
(
    V_ATTACK,
    V_USE,
    V_PLAY,
    V_ATTACH,
    V_MOVE,
    V_PLACE,
    V_REATTACH,
    V_ACTIVATE,
    V_SHIELD,
    V_BARRIER,
    V_END,
    V_MIX,
    V_SHOW,
    V_TAG,
    V_LAY,
    V_VEIL,
    V_UNVEIL,
    V_DECLINE,
) = range(len(kernel.VERBS), len(VERBS))
KEYS = ("", "to", "as", "n", "part")
KEY_TO, KEY_AS, KEY_N, KEY_PART = 1, 2, 3, 4
KEY_WORDS: dict[int, tuple[str, ...]] = {
    KEY_TO: ("front", "backup"),  # where there are cells, their names
    KEY_AS: AS_WORDS,
}

# Events of this family, numbered after the kernel's.
_FADE_EVENTS = (
    "attacks",
    "attacked",
    "hit",
    "deals-damage",
    "takes-damage",
    "succeeds",
    "knocked-out",
    "destroyed",
    "imprisoned",
    "played",
    "used",
    "gains-tp",
    "loses-tp",
    "healed",
    "damage-counters",
    "moved-up",
    "orbital",
    "returned",
    "starting-phase",
    "draw-phase",
    "preparation-phase",
    "combat-phase",
    "aftermath-phase",
    "end-phase",
    "activated",
    "blocked",
    "deflected",
    "negated",
    "missed",
    "thrown",
    "keeps",
    "stacked",
    "unstacked",
    "downgraded",
    "prevented",
    "becomes-true",
    "laid",
    "veiled",
    "unveiled",
    "agreed",
    "outvoted",
    "declined",
    "loses-hp",
    "hit-blocked",
    "shifted",
)
EVENTS = (*atoms.EVENTS, *_FADE_EVENTS)
E = {name: i for i, name in enumerate(EVENTS)}
(
    E_ATTACKS,
    E_ATTACKED,
    E_HIT,
    E_DEALS,
    E_TAKES,
    E_SUCCEEDS,
    E_KO,
    E_DESTROYED,
    E_IMPRISONED,
    E_PLAYED,
    E_USED,
    E_GAINS_TP,
    E_LOSES_TP,
    E_HEALED,
    E_DAMAGE_COUNTERS,
    E_MOVED_UP,
    E_ORBITAL,
    E_RETURNED,
    E_STARTING,
    E_DRAW_PHASE,
    E_PREPARATION,
    E_COMBAT_PHASE,
    E_AFTERMATH,
    E_END_PHASE,
    E_ACTIVATED,
    E_BLOCKED,
    E_DEFLECTED,
    E_NEGATED,
    E_MISSED,
    E_THROWN,
    E_KEEPS,
    E_STACKED,
    E_UNSTACKED,
    E_DOWNGRADED,
    E_PREVENTED,
    E_BECOMES_TRUE,
    E_LAID,
    E_VEILED,
    E_UNVEILED,
    E_AGREED,
    E_OUTVOTED,
    E_DECLINED,
    E_LOSES_HP,
    E_HIT_BLOCKED,
    E_SHIFTED,
) = range(len(atoms.EVENTS), len(EVENTS))
MOMENTS = {
    **dict.fromkeys((atoms.LINKED, E_PLAYED, E_USED, E_ACTIVATED), 0),
    E_ATTACKS: 1,
    atoms.TARGETED: 2,
    E_ATTACKED: 3,
}
"""Events whose triggers join the Chain that is being added to: which come first, where that is by event."""
JOINING = frozenset(MOMENTS)
PHASE_EVENTS = (E_STARTING, E_DRAW_PHASE, E_PREPARATION, E_COMBAT_PHASE, E_AFTERMATH, E_END_PHASE)

# Flags of acts.
(
    ATTACK,  # deals damage as an Attack
    BLOCKED,
    FAILED,  # lost its Blindness flip
    STAYS,  # its card goes to the field, not to the Discard Pile
    REPLAYED,  # the second use of a card with Replay
    BUILT,  # activated by its Buildup
    PREVENTED,  # never resolves; its card stays, without effect
    LEFT_OVER,  # hits of it wait for another target: its card stays at hand
    REST,  # it is the rest of an Attack
    REWARDED,  # its Stun has given its user one Attack more
    PHYSICAL,
) = (F_GAME << i for i in range(11))
LABEL_FLAGS = (PHYSICAL, PHYSICAL << 1, PHYSICAL << 2)  # by label of its damage

# The bits of `A_TYPES` of an Attack: the Damage Types that all its hits share, and from bit 4 on those of any
# of them; then by how many steps it is downgraded, was at the last Block, and at the last Deflect.
DOWN, DOWN_AT_BLOCK, DOWN_AT_DEFLECT = 8, 10, 12

# Waiting rows without a chain, as ability numbers: Buildup, Replay, Charge, and by column what Counters do.
UP_BUILT, UP_REPLAY, UP_CHARGE = -1, -2, -3
UPKEEP = {column: UP_CHARGE - 1 - n for n, column in enumerate((*range(1, len(COUNTERS) + 1), POWER, GHOST))}

# Pickers, numbered after the kernel's.
P_HAND = len(chain.PICKERS)
