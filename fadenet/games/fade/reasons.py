"""Why the family refuses a move, a deck or a card, and why a match ends: each reason by its own word.

The reasons of a feature stand in its own file. Each edition says in `[reasons]` which rule of its book a
reason is, but for what it has not (`ONLY_WITH`). A test that refuses a verb returns the reason, else "";
`Rules.illegal` looks the rule up in `Rules.cites`.
"""

# The moment of a move, and its price.
NOT_NOW = "not-now"
OTHER_PHASE = "other-phase"
NO_SKIPPING = "no-skipping"
CHAIN_RUNNING = "chain-running"
OWN_TURN = "own-turn"
TOO_OFTEN = "too-often"
TOO_DEAR = "too-dear"
HP_TOO_DEAR = "hp-too-dear"
HIDDEN = "hidden"
FORBIDDEN = "forbidden"
CANNOT_ACT = "cannot-act"
MULLIGAN = "mulligan"
MULLIGAN_DONE = "mulligan-done"
NOTHING_TO_SHOW = "nothing-to-show"

# Attacks.
DECLARATION = "declaration"
IN_PERSON = "in-person"
NORMAL_ONCE = "normal-once"
ATTACK_STARTS = "attack-starts"
BACK_ROW = "back-row"
NO_FIGHTER = "no-fighter"
FRESH = "fresh"
LINKED_ATTACK = "linked-attack"
ONE_ATTACK = "one-attack"

# Targets.
NO_TARGET = "no-target"
ONE_TARGET = "one-target"
ENEMIES_ONLY = "enemies-only"
OUT_OF_REACH = "out-of-reach"
BEHIND = "behind"
IMMUNE = "immune"
ORBITAL = "orbital"

# Using cards and abilities.
NOT_USABLE = "not-usable"
OTHER_TYPE = "other-type"
FROM_HAND = "from-hand"
SURPRISE = "surprise"
OTHER_CONTROLLER = "other-controller"
NOT_THERE = "not-there"
REACTION_START = "reaction-start"
NO_ABILITY = "no-ability"
ABILITY_TIMES = "ability-times"
NOT_WORKING = "not-working"
MUTE = "mute"

# Answers.
MUST_LINK = "must-link"
ANSWERS_NOTHING = "answers-nothing"
WHICH_LINK = "which-link"
NOT_CONCERNED = "not-concerned"
DEFENDED = "defended"
OWN_ATTACK = "own-attack"
WITHSTANDS = "withstands"
COUNTER_TARGET = "counter-target"
DEFLECT_PART = "deflect-part"
DEFLECT_TARGET = "deflect-target"
WHICH_HIT = "which-hit"
PERSONAL = "personal"
IMMUNE_BEARER = "immune-bearer"

# Playing cards.
NOT_PLAYABLE = "not-playable"
ITEM_STARTS = "item-starts"
ITEM_MOMENT = "item-moment"
OTHER_DECK = "other-deck"
NO_CHARACTERS_NOW = "no-characters-now"
NEEDS_FRONT = "needs-front"
BOSS = "boss"
LEVEL_UP = "level-up"
LEVEL_UP_WAIT = "level-up-wait"
AUGMENT_WHOM = "augment-whom"
EQUIP_WHOM = "equip-whom"
NO_ROOM = "no-room"
NO_GROUND = "no-ground"
SLOTS = "slots"
FORWARD = "forward"
CROSSING = "crossing"

# The own field.
ATTACH = "attach"
ATTACH_OWN = "attach-own"
FACE_DOWN = "face-down"
MOVE = "move"
LAST_IN_FRONT = "last-in-front"
REATTACH = "reattach"
REATTACH_WHOM = "reattach-whom"
STACKED = "stacked"

# Decks.
DECK_SIZE = "deck-size"
POOL_SIZE = "pool-size"
POOL_LEVELS = "pool-levels"
POOL_CHARACTERS = "pool-characters"
CHARACTER_IN_DECK = "character-in-deck"
COPIES = "copies"
COPIES_TOGETHER = "copies-together"
MYTHICAL = "mythical"
LEGEND_CARD = "legend-card"
LEGEND_DECK_SIZE = "legend-deck-size"
LEGEND_COPIES = "legend-copies"
LEGEND_IN_DECK = "legend-in-deck"
UNIQUE = "unique"

OUTSIDE = "outside"

# Requirements on cards.
SUPERTYPES = "supertypes"
HP_AND_PLV = "hp-and-plv"
RANK = "rank"
ELEMENTS = "elements"
DAMAGE_BY_ATTACK = "damage-by-attack"

# How a match ends.
NO_HP = "no-hp"
EMPTY_DECK = "empty-deck"
DRAW = "draw"
ENDLESS = "endless"
RAIDERS_GONE = "raiders-gone"

# Commands.
COMMAND_PLACE = "command-place"
COMMAND_MOMENT = "command-moment"

ONLY_WITH = {
    ORBITAL: "keywords.Orbital",
    SURPRISE: "keywords.Surprise",
    MUTE: "keywords.Mute",
    BOSS: "keywords.Boss",
    LEVEL_UP: "keywords.Level-Up",
    LEVEL_UP_WAIT: "turn.level_up_waits",
    MYTHICAL: "keywords.Mythical",
    OUTSIDE: "cards.outside",
    PERSONAL: "formats.legend",
    LEGEND_CARD: "formats.legend",
    LEGEND_DECK_SIZE: "formats.legend",
    LEGEND_COPIES: "formats.legend",
    LEGEND_IN_DECK: "formats.legend",
    UNIQUE: "formats.legend",
    LAST_IN_FRONT: "back.last_front_stays",
    NO_ROOM: "board.rows",
    NO_GROUND: "board.rows",
    SLOTS: "board.slots",
    FORWARD: "board.slots",
    CROSSING: "back.phases",
    LINKED_ATTACK: "attacks.normal_links",
    ONE_ATTACK: "attacks.budget.one",
    COMMAND_PLACE: "commands.materials",
    COMMAND_MOMENT: "commands.materials",
    HP_TOO_DEAR: "damage.losses",
    BEHIND: "back.reached.lock-on",
    WHICH_HIT: "damage.hit_blocks",
    RAIDERS_GONE: "keywords.Raider",
}
"""Reasons that only editions have in whose file this stands, as table.key, and is neither false nor empty, or
where a keyword works so, as keywords.word.how, or it says so, as table.key.word."""

SPARE_WITH = {
    IN_PERSON: "attacks.in_person.always",
    WITHSTANDS: "damage.judged.resolution",
    NEEDS_FRONT: "board.rows",
}
"""Reasons without which editions can do in whose file this stands, as table.key.word, or as table.key."""
