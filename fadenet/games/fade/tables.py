"""The numbers behind the words of the F.A.D.E. family: zones, phases, counters, keywords, verbs, events.

They are the same in all editions; each says in `editions/` which of them it uses, and in which words.
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms, kernel

# Zones of a seat: the letter by which moves name their cards, and the word of the family.
ZONES: Final[tuple[tuple[str, str], ...]] = (
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
FRONT: Final = 0
BACKUP: Final = 1
HAND: Final = 2
DECK: Final = 3
FIGHTERS: Final = 4
DISCARD: Final = 5
RIFT: Final = 6
ZONE: Final = 7
ORBIT: Final = 8
USED: Final = 9
ATTACH: Final = 10
STACK: Final = 11
ADRIFT: Final = 12
NZ: Final = 13
EQUIP: Final = NZ  # a kind of cell beyond the zones, for the cards attached to the Character ahead of it
SPARE_ZONES: Final[tuple[str, ...]] = ("orbital", "adrift")  # those without which an edition can do
LIVE: Final = frozenset({FRONT, BACKUP, ZONE, ATTACH})
D_MAIN: Final = 0
D_FIGHTERS: Final = 1

PHASES: Final[tuple[str, ...]] = ("starting", "draw", "preparation", "combat", "aftermath", "end")
STARTING: Final = 0
DRAWING: Final = 1
PREPARATION: Final = 2
COMBAT: Final = 3
AFTERMATH: Final = 4
ENDING: Final = 5
ALL_PHASES: Final[tuple[int, ...]] = (STARTING, DRAWING, PREPARATION, COMBAT, AFTERMATH, ENDING)
BATTLE: Final[tuple[int, ...]] = (PREPARATION, COMBAT, AFTERMATH)  # in which the turn player chooses freely
# In which the turn player moves, attaches and plays cards.
OWN_PHASES: Final[tuple[int, ...]] = (PREPARATION, AFTERMATH)
WHOLE_PHASES: Final = frozenset({STARTING, DRAWING, ENDING})  # no choice of the turn player ends them

SUPERTYPES: Final[tuple[str, ...]] = (
    "Character",
    "Skill",
    "Reaction",
    "Item",
    "Augment",
    "Zone",
    "Command",
    "World Rule",
)
CHARACTER: Final = 1 << 0
SKILL: Final = 1 << 1
REACTION: Final = 1 << 2
ITEM: Final = 1 << 3
AUGMENT: Final = 1 << 4
ZONECARD: Final = 1 << 5
COMMAND: Final = 1 << 6
WORLD_RULE: Final = 1 << 7
ALL_TYPES: Final = (1 << 8) - 1
# Ways of using a card or ability: the number of the Supertype, for the first six, or one of these.
M_CHARACTER: Final = 0
M_SKILL: Final = 1
M_REACTION: Final = 2
M_ITEM: Final = 3
M_AUGMENT: Final = 4
M_ZONE: Final = 5
M_NORMAL: Final = 6
M_ABILITY: Final = 7
M_TRIGGER: Final = 8
M_BARRIER: Final = 9
M_SHIELD: Final = 10
M_BESIDE: Final = 11
M_TEXT: Final = 12
M_COMMAND: Final = 13
M_LAID: Final = 14
M_GUARDS: Final = (M_BARRIER, M_SHIELD)  # in which a Counter is spent to guard its bearer
N_COMMAND: Final = 6
AS_WORDS: Final[tuple[str, ...]] = (*(t.lower() for t in SUPERTYPES if " " not in t), "overdrive", "mystify")
# The ways to play or use a card whose Overdrive is paid for with it, or its Mystify as it is shown.
N_DRIVEN: Final = 7
N_MYSTIFIED: Final = 8
WITH_MORE: Final[tuple[int, ...]] = (N_DRIVEN, N_MYSTIFIED)

ELEMENTS: Final[tuple[str, ...]] = (
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
ELEMENT_SHORT: Final[tuple[str, ...]] = ("Fi", "Wa", "Ea", "St", "Na", "Me", "Li", "Da", "Ti", "Sp", "Nu")
NULL: Final = 1 << 10
ALL_BUT_NULL: Final = NULL - 1
RARITIES: Final[tuple[str, ...]] = ("Common", "Uncommon", "Rare", "Super Rare", "Ultra Rare", "Omega Rare")
RANKS: Final[tuple[str, ...]] = ("Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary")
# Cells that touch one, clockwise; up is toward the front.
DIRECTIONS: Final[tuple[str, ...]] = (
    "Up",
    "Up-Right",
    "Right",
    "Down-Right",
    "Down",
    "Down-Left",
    "Left",
    "Up-Left",
)
DAMAGE_TYPES: Final[tuple[str, ...]] = ("Basic", "Unblockable", "True", "Relentless")
BASIC: Final = 1  # bits of a hit, in this order
# Of these a Damage Type withstands some.
DEFENCES: Final[tuple[str, ...]] = ("block", "deflect", "negate", "counter", "prevent", "defend")

# Numbered columns: TP, then the counters.
TP: Final = 0
COUNTERS: Final[tuple[str, ...]] = (
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
AURA: Final = 1
BARRIER: Final = 2
BLINDNESS: Final = 3
BLOODLUST: Final = 4
CURSE: Final = 5
DAMAGE: Final = 6
DRAIN: Final = 7
FRACTURE: Final = 8
PARALYZE: Final = 9
POISON: Final = 10
SHIELD: Final = 11
TIMEBOMB: Final = 12
CELL: Final = 13  # in which cell a card stands, where an edition has any: see `editions.grid`
POWER: Final = 14  # Power Counters, which no keyword puts on what it is used against
COMBO: Final = 15  # Combo Potential
GHOST: Final = 16  # Ghost Counters
STUN: Final = 17  # 1 as long as a Character is Stunned
SPARED: Final = 18  # how many slots fewer a Character takes up than it prints
COLUMN_NAMES: Final[tuple[str, ...]] = (
    "TP",
    *COUNTERS,
    "cell",
    "Power",
    "Combo Potential",
    "Ghost",
    "Stunned",
    "CS saved",
)
# The column of every Counter that a keyword puts, or that is Damage.
COUNTER_COLUMNS: Final = {name: column for column, name in enumerate(COUNTERS, 1)} | {"Ghost": GHOST}
BROUGHT_COLUMNS: Final = {"Carrier": POWER, "Stock": POWER}
"""The column of Counters that a keyword's card brings, and that no keyword puts."""

# Places in `Card.stats`.
S_COST: Final = 0
S_HP: Final = 1
S_PLV: Final = 2
S_LEVEL: Final = 3
S_CS: Final = 4
S_DEF: Final = 5
S_AGI: Final = 6
S_RANK: Final = 7
# Those that cards print only where the edition says so.
MORE_STATS: Final[tuple[str, ...]] = ("CS", "DEF", "AGI")
NONE: Final = -1  # a value that the card does not have

# Things that continuous effects and changes with an end can alter.
Q_PLV: Final = 0
Q_HP: Final = 1
Q_DEF: Final = 2
Q_AGI: Final = 3
Q_DEALT: Final = 4  # damage of attacks that a card deals
Q_TAKEN: Final = 5  # damage that a card takes
Q_TP_MAX: Final = 6
Q_HAND_MAX: Final = 7
Q_SLOTS: Final = 8  # Maximum CS
Q_COST: Final = 9  # altered by no text: it keeps its place, as the numbers behind it stand in states
Q_ELEMENTS: Final = 10  # n is the mask that replaces the elements
Q_LAST_STAND: Final = 11  # on a body: counts as in The Last Stand
Q_MAY_ATTACK: Final = 12  # on a body: may Attack outside The Last Stand
KEYWORDS: Final[tuple[str, ...]] = (
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
K: Final = {name: i for i, name in enumerate(KEYWORDS)}
K_AFFINITY: Final = 0
K_ARENA: Final = 1
K_ARM_UP: Final = 2
K_AURA: Final = 3
K_BACKUP: Final = 4
K_BARRIER: Final = 5
K_BLINDNESS: Final = 6
K_BLOODLUST: Final = 7
K_BOSS: Final = 8
K_BUILDUP: Final = 9
K_CARRIER: Final = 10
K_CHARGE: Final = 11
K_COMBO: Final = 12
K_CONCUSSION: Final = 13
K_CONTINGENCY: Final = 14
K_CURSE: Final = 15
K_DEATHMARK: Final = 16
K_DRAIN: Final = 17
K_EQUIP: Final = 18
K_FLASH: Final = 19
K_FRACTURE: Final = 20
K_FRIENDSHIP: Final = 21
K_GHOST: Final = 22
K_IMMUNE: Final = 23
K_INFUSED: Final = 24
K_LEVEL_UP: Final = 25
K_LOCK: Final = 26
K_LOCK_ON: Final = 27
K_MASTERY: Final = 28
K_MULTISTRIKE: Final = 29
K_MUTE: Final = 30
K_MYSTIFY: Final = 31
K_MYTHICAL: Final = 32
K_NEUTRALITY: Final = 33
K_ORBITAL: Final = 34
K_OVERDRIVE: Final = 35
K_PARADOX: Final = 36
K_PARALYZE: Final = 37
K_POISON: Final = 38
K_PROVOKE: Final = 39
K_RAIDER: Final = 40
K_REINFORCE: Final = 41
K_REPLAY: Final = 42
K_SHIELD: Final = 43
K_SIGNATURE: Final = 44
K_STACKER: Final = 45
K_STOCK: Final = 46
K_STUN: Final = 47
K_SURPRISE: Final = 48
K_SYNCHRONIZE: Final = 49
K_TAG_OUT: Final = 50
K_TIMEBOMB: Final = 51
K_TIMID: Final = 52
K_VENGEANCE: Final = 53
K_VOID: Final = 54
K_WILDCARD: Final = 55
K_WILLPOWER: Final = 56
SMALLEST: Final = frozenset({K_AURA, K_TIMID})
"""Keywords of which the smallest of several numbers counts, unless a keyword is "one number"."""
BANS: Final[tuple[str, ...]] = ("attack", "activate", "act", "move", "target", "answer")
B_ATTACK: Final = 0
B_ACTIVATE: Final = 1
B_ACT: Final = 2
B_MOVE: Final = 3
B_TARGET: Final = 4
B_ANSWER: Final = 5
Q_FORBID: Final = 13  # + number of the ban
Q_KEYWORD: Final = 19  # + number of the keyword: n is its value
QUANTITIES: Final[tuple[str, ...]] = (
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
QUANTITY_NAMES: Final = {"PLV": Q_PLV, "HP": Q_HP, "damage": Q_DEALT, "damage taken": Q_TAKEN}
STAT_NAMES: Final = {"DEF": Q_DEF, "AGI": Q_AGI}  # of `MORE_STATS` those that effects change
FIGURE_NAMES: Final = {"maximum TP": Q_TP_MAX, "Maximum Hand Size": Q_HAND_MAX}

# The names that Immune can list, as bits of its value. Keywords come last: on cards, or above abilities.
_BORNE: Final[tuple[str, ...]] = (
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
LABELS: Final[tuple[str, ...]] = ("Physical", "Energy", "Unknown")  # labels of damage, beside its Damage Type
IMMUNITIES: Final[tuple[str, ...]] = (
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
I_ABILITIES: Final = 1 << 7
I_ATTACKS: Final = 1 << 8
# By Supertype, 0 = nothing is Immune to it.
I_TYPES: Final = tuple(1 << IMMUNITIES.index(f"{x}s") if f"{x}s" in IMMUNITIES else 0 for x in SUPERTYPES)
I_COUNTER: Final = IMMUNITIES.index(COUNTERS[0])  # bit of the first counter
I_LABELS: Final = tuple(1 << IMMUNITIES.index(name) for name in LABELS)
I_PHYSICAL: Final = I_LABELS[LABELS.index("Physical")]
I_ELEMENT: Final = IMMUNITIES.index(ELEMENTS[0])  # bit of the first Element
I_RANK: Final = IMMUNITIES.index(RANKS[0])  # bit of the lowest Rank
I_ALL_ELEMENTS: Final = (1 << len(ELEMENTS)) - 1 << I_ELEMENT
# By column, 0 = cannot be named.
I_COLUMNS: Final = tuple(
    1 << IMMUNITIES.index(name) if name in COUNTER_COLUMNS else 0 for name in COLUMN_NAMES
)
# By keyword, likewise.
I_KEYWORDS: Final = tuple(1 << IMMUNITIES.index(x) if x in _BORNE else 0 for x in KEYWORDS)

CASTING: Final = -2  # the moment at which a Legend chooses what it does in its own turn

# Until when a change lasts. Its argument is the turn's number; of round and next turn, whose turn ends it.
U_TURN: Final = 0
U_ROUND: Final = 1
U_FOREVER: Final = 2
U_NEXT: Final = 3

# Periods of marks.
P_TURN: Final = 0
P_GAME: Final = 1
P_LAST: Final = 2  # the values that cards had when they left, for texts that still speak of them
P_STOPPED: Final = 3  # by Attack: which hits of it are Blocked one by one
P_DECLINED: Final = 4  # by Attack: the targets that do not Defend against it
P_ORBIT: Final = 5  # from which row an Orbital card came, until it returns
P_ROUND: Final = 6  # + the seat whose next turn ends the round
P_DENIED: Final = 12  # by code: the face-down cards whose owner has said that they are not it
# Keys of marks.
MK_NORMAL: Final = 0  # Normal Attacks of a card this turn; of its one Attack in all, all that count so
MK_STRIKES: Final = 1  # extra Normal Attacks of a card this round
MK_EXTRA: Final = 2  # Attacks that a card has beyond those of its turn
MK_USED: Final = 3  # cards and abilities among the Attacks that count this turn
MK_LATEST: Final = 4  # the latest Attack of this turn: 1 + its Rank if it was a Skill, or `NORMAL_ATTACK`
MK_MOVED: Final = 5
MK_REATTACHED: Final = 6
MK_TAGGED: Final = 7  # changed places by its Tag-Out this turn
MK_DOOMED: Final = 8
MK_FELL: Final = 9  # was Knocked Out this turn
MK_ALLY_DOWN: Final = 10
MK_BLAME: Final = 11  # the id of the act that last harmed something in a way that may Knock it Out
MK_PERSONAL: Final = 12  # Damage Counters that a Legend's personal effects put on somebody
MK_BUILT: Final = 13
MK_STOCKED: Final = 14  # activated by its Stock this round
MK_HELD: Final = 15  # control of a card for so long: the seat, by when it took that
MK_MIXED: Final = 16
MK_TRIGGERS: Final = 17
MK_CAST: Final = 18  # a card that a Legend has cast this turn
MK_SUNK: Final = 19  # such cards in its Deck, by code
MK_ABILITY: Final = 20  # uses of ability (key - MK_ABILITY); for a game, whether its edge holds

NORMAL_ATTACK: Final = 7  # one more than the highest of `RANKS`

# The game's own scalars.
V_CHAINED: Final = 0
V_ACTED: Final = 1
V_TIES: Final = 2
V_ROUND: Final = 3
V_FIRST: Final = 4
V_PEOPLE: Final = 5
V_WORLDS: Final = 6
NVARS: Final = 7

# Statements that a card comes with that is laid down hidden.
ST_ON_CHARACTER: Final = 1
ST_BESIDE_PLAYER: Final = 2
ST_VEILED: Final = 3  # a Character; where there is Mystify
ST_SIZED: Final = 4  # one of no CS, and from here on of more; where Characters take up slots as well
CS_MAX: Final = 6

# Verbs.
VERBS: Final[tuple[str, ...]] = (
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
V_ATTACK: Final = 7
V_USE: Final = 8
V_PLAY: Final = 9
V_ATTACH: Final = 10
V_MOVE: Final = 11
V_PLACE: Final = 12
V_REATTACH: Final = 13
V_ACTIVATE: Final = 14
V_SHIELD: Final = 15
V_BARRIER: Final = 16
V_END: Final = 17
V_MIX: Final = 18
V_SHOW: Final = 19
V_TAG: Final = 20
V_LAY: Final = 21
V_VEIL: Final = 22
V_UNVEIL: Final = 23
V_DECLINE: Final = 24
V_GUARDS: Final = (V_SHIELD, V_BARRIER)
KEYS: Final[tuple[str, ...]] = ("", "to", "as", "n", "part")
KEY_TO: Final = 1
KEY_AS: Final = 2
KEY_N: Final = 3
KEY_PART: Final = 4
KEY_WORDS: Final[dict[int, tuple[str, ...]]] = {
    KEY_TO: ("front", "backup"),  # where there are cells, their names
    KEY_AS: AS_WORDS,
}

# Events of this family, numbered after the kernel's.
_FADE_EVENTS: Final[tuple[str, ...]] = (
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
EVENTS: Final[tuple[str, ...]] = (*atoms.EVENTS, *_FADE_EVENTS)
E: Final = {name: i for i, name in enumerate(EVENTS)}
E_ATTACKS: Final = 31
E_ATTACKED: Final = 32
E_HIT: Final = 33
E_DEALS: Final = 34
E_TAKES: Final = 35
E_SUCCEEDS: Final = 36
E_KO: Final = 37
E_DESTROYED: Final = 38
E_IMPRISONED: Final = 39
E_PLAYED: Final = 40
E_USED: Final = 41
E_GAINS_TP: Final = 42
E_LOSES_TP: Final = 43
E_HEALED: Final = 44
E_DAMAGE_COUNTERS: Final = 45
E_MOVED_UP: Final = 46
E_ORBITAL: Final = 47
E_RETURNED: Final = 48
E_STARTING: Final = 49
E_DRAW_PHASE: Final = 50
E_PREPARATION: Final = 51
E_COMBAT_PHASE: Final = 52
E_AFTERMATH: Final = 53
E_END_PHASE: Final = 54
E_ACTIVATED: Final = 55
E_BLOCKED: Final = 56
E_DEFLECTED: Final = 57
E_NEGATED: Final = 58
E_MISSED: Final = 59
E_THROWN: Final = 60
E_KEEPS: Final = 61
E_STACKED: Final = 62
E_UNSTACKED: Final = 63
E_DOWNGRADED: Final = 64
E_PREVENTED: Final = 65
E_BECOMES_TRUE: Final = 66
E_LAID: Final = 67
E_VEILED: Final = 68
E_UNVEILED: Final = 69
E_AGREED: Final = 70
E_OUTVOTED: Final = 71
E_DECLINED: Final = 72
E_LOSES_HP: Final = 73
E_HIT_BLOCKED: Final = 74
E_SHIFTED: Final = 75
MOMENTS: Final = {
    **dict.fromkeys((atoms.LINKED, E_PLAYED, E_USED, E_ACTIVATED), 0),
    E_ATTACKS: 1,
    atoms.TARGETED: 2,
    E_ATTACKED: 3,
}
"""Events whose triggers join the Chain that is being added to: which come first, where that is by event."""
JOINING: Final = frozenset(MOMENTS)
PHASE_EVENTS: Final[tuple[int, ...]] = (
    E_STARTING,
    E_DRAW_PHASE,
    E_PREPARATION,
    E_COMBAT_PHASE,
    E_AFTERMATH,
    E_END_PHASE,
)

# Flags of acts.
ATTACK: Final = 1 << 3  # deals damage as an Attack
BLOCKED: Final = 1 << 4
FAILED: Final = 1 << 5  # lost its Blindness flip
STAYS: Final = 1 << 6  # its card goes to the field, not to the Discard Pile
REPLAYED: Final = 1 << 7  # the second use of a card with Replay
BUILT: Final = 1 << 8  # activated by its Buildup
PREVENTED: Final = 1 << 9  # never resolves; its card stays, without effect
LEFT_OVER: Final = 1 << 10  # hits of it wait for another target: its card stays at hand
REST: Final = 1 << 11  # it is the rest of an Attack
REWARDED: Final = 1 << 12  # its Stun has given its user one Attack more
PHYSICAL: Final = 1 << 13
LABEL_FLAGS: Final[tuple[int, ...]] = (PHYSICAL, PHYSICAL << 1, PHYSICAL << 2)  # by label of its damage

# The bits of `A_TYPES` of an Attack: the Damage Types that all its hits share, and from bit 4 on those of any
# of them; then by how many steps it is downgraded, was at the last Block, and at the last Deflect.
DOWN: Final = 8
DOWN_AT_BLOCK: Final = 10
DOWN_AT_DEFLECT: Final = 12

# Waiting rows without a chain, as ability numbers: Buildup, Replay, Charge, and by column what Counters do.
UP_BUILT: Final = -1
UP_REPLAY: Final = -2
UP_CHARGE: Final = -3
UPKEEP: Final = {
    column: UP_CHARGE - 1 - n for n, column in enumerate((*range(1, len(COUNTERS) + 1), POWER, GHOST))
}

# Pickers, numbered after the kernel's.
P_HAND: Final = 2
