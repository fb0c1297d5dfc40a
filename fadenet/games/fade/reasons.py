"""Why the family refuses a move, a deck or a card, and why a match ends: each reason by its own word.

The reasons of a feature stand in its own file. Each edition says in `[reasons]` which rule of its book a
reason is, but for what it has not (`ONLY_WITH`). A test that refuses a verb returns the reason, else "";
`Rules.illegal` looks the rule up in `Rules.cites`.
"""

from typing import Final

# The moment of a move, and its price.
NOT_NOW: Final = "not-now"
OTHER_PHASE: Final = "other-phase"
NO_SKIPPING: Final = "no-skipping"
CHAIN_RUNNING: Final = "chain-running"
OWN_TURN: Final = "own-turn"
TOO_OFTEN: Final = "too-often"
TOO_DEAR: Final = "too-dear"
HP_TOO_DEAR: Final = "hp-too-dear"
HIDDEN: Final = "hidden"
FORBIDDEN: Final = "forbidden"
CANNOT_ACT: Final = "cannot-act"
MULLIGAN: Final = "mulligan"
MULLIGAN_DONE: Final = "mulligan-done"
NOTHING_TO_SHOW: Final = "nothing-to-show"

# Attacks.
DECLARATION: Final = "declaration"
IN_PERSON: Final = "in-person"
NORMAL_ONCE: Final = "normal-once"
ATTACK_STARTS: Final = "attack-starts"
BACK_ROW: Final = "back-row"
NO_FIGHTER: Final = "no-fighter"
FRESH: Final = "fresh"
LINKED_ATTACK: Final = "linked-attack"
ONE_ATTACK: Final = "one-attack"

# Targets.
NO_TARGET: Final = "no-target"
ONE_TARGET: Final = "one-target"
ENEMIES_ONLY: Final = "enemies-only"
OUT_OF_REACH: Final = "out-of-reach"
BEHIND: Final = "behind"
IMMUNE: Final = "immune"
ORBITAL: Final = "orbital"

# Using cards and abilities.
NOT_USABLE: Final = "not-usable"
OTHER_TYPE: Final = "other-type"
FROM_HAND: Final = "from-hand"
SURPRISE: Final = "surprise"
OTHER_CONTROLLER: Final = "other-controller"
NOT_THERE: Final = "not-there"
REACTION_START: Final = "reaction-start"
NO_ABILITY: Final = "no-ability"
ABILITY_TIMES: Final = "ability-times"
NOT_WORKING: Final = "not-working"
MUTE: Final = "mute"

# Answers.
MUST_LINK: Final = "must-link"
ANSWERS_NOTHING: Final = "answers-nothing"
WHICH_LINK: Final = "which-link"
NOT_CONCERNED: Final = "not-concerned"
DEFENDED: Final = "defended"
OWN_ATTACK: Final = "own-attack"
WITHSTANDS: Final = "withstands"
COUNTER_TARGET: Final = "counter-target"
DEFLECT_PART: Final = "deflect-part"
DEFLECT_TARGET: Final = "deflect-target"
WHICH_HIT: Final = "which-hit"
PERSONAL: Final = "personal"
IMMUNE_BEARER: Final = "immune-bearer"

# Playing cards.
NOT_PLAYABLE: Final = "not-playable"
ITEM_STARTS: Final = "item-starts"
ITEM_MOMENT: Final = "item-moment"
OTHER_DECK: Final = "other-deck"
NO_CHARACTERS_NOW: Final = "no-characters-now"
NEEDS_FRONT: Final = "needs-front"
AUGMENT_WHOM: Final = "augment-whom"
EQUIP_WHOM: Final = "equip-whom"
NO_ROOM: Final = "no-room"
NO_GROUND: Final = "no-ground"
SLOTS: Final = "slots"
FORWARD: Final = "forward"
CROSSING: Final = "crossing"

# The own field.
ATTACH: Final = "attach"
ATTACH_OWN: Final = "attach-own"
FACE_DOWN: Final = "face-down"
MOVE: Final = "move"
LAST_IN_FRONT: Final = "last-in-front"
REATTACH: Final = "reattach"
REATTACH_WHOM: Final = "reattach-whom"
STACKED: Final = "stacked"

# Decks.
DECK_SIZE: Final = "deck-size"
POOL_SIZE: Final = "pool-size"
POOL_LEVELS: Final = "pool-levels"
POOL_CHARACTERS: Final = "pool-characters"
CHARACTER_IN_DECK: Final = "character-in-deck"
COPIES: Final = "copies"
COPIES_TOGETHER: Final = "copies-together"
LEGEND_CARD: Final = "legend-card"
LEGEND_DECK_SIZE: Final = "legend-deck-size"
LEGEND_COPIES: Final = "legend-copies"
LEGEND_IN_DECK: Final = "legend-in-deck"
UNIQUE: Final = "unique"

OUTSIDE: Final = "outside"

# Requirements on cards.
SUPERTYPES: Final = "supertypes"
HP_AND_PLV: Final = "hp-and-plv"
RANK: Final = "rank"
ELEMENTS: Final = "elements"
DAMAGE_BY_ATTACK: Final = "damage-by-attack"

# How a match ends.
NO_HP: Final = "no-hp"
EMPTY_DECK: Final = "empty-deck"
DRAW: Final = "draw"
ENDLESS: Final = "endless"
RAIDERS_GONE: Final = "raiders-gone"

# Commands.
COMMAND_PLACE: Final = "command-place"
COMMAND_MOMENT: Final = "command-moment"

ONLY_WITH: Final = {
    ORBITAL: "keywords.Orbital",
    SURPRISE: "keywords.Surprise",
    MUTE: "keywords.Mute",
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

SPARE_WITH: Final = {
    IN_PERSON: "attacks.in_person.always",
    WITHSTANDS: "damage.judged.resolution",
    NEEDS_FRONT: "board.rows",
}
"""Reasons without which editions can do in whose file this stands, as table.key.word, or as table.key."""
