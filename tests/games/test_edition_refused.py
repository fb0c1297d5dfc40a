"""The file of an edition and its cards are refused with the place of what they may not say."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.kit.moves import Verbs
from fadenet.games.fade.edition import read
from fadenet.games.fade.tables import V_DECLINE, V_VEIL
from fadenet.games.fade.typed import PACKAGE
from tests.builders.editions import FAMILY, differing
from tests.builders.scenario import rules_with

COMMAND_REASONS = [
    'command-place = "command.places"\n',
    'command-moment = "command.activation"\n',
    'command-once = "command.activation"\n',
    'command-needs = "command.two-costs"\n',
    'command-material = "command.materials-of-others"\n',
    '\nmaterial = "command.materials"\n',
    'lay = "command.lay-materials"\n',
    'lay-cell = "command.lay-materials"\n',
    'lay-character = "command.character-out-of-place"\n',
]
"""The reasons for which a Command or its Materials are refused, in the file of fade2."""
FILES = {
    "what is built up in a cell needs cells": (
        "faroe",
        [('Buildup = { kind = "number" }', 'Buildup = { kind = "number", how = "cell" }')],
        "keywords.Buildup.how",
    ),
    "a row for Lock-On alone is not a group of reach": (
        "fade1",
        [('reach = ["front"]', 'reach = ["front", "backup"]')],
        "back.reached",
    ),
    "Tag-Out needs cells": (
        "faroe",
        [
            ("[keywords]\n", '[keywords]\nTag-Out = { kind = "plain", how = "anywhere" }\n'),
            ("[reasons]\n", '[reasons]\ntag-out = "prep.move"\n'),
        ],
        "keywords.Tag-Out",
    ),
    "Stun needs one Attack a turn": (
        "faroe",
        [
            ("[keywords]\n", '[keywords]\nStun = { kind = "plain" }\n'),
            ('fresh = "', 'stunned = "combat.roles"\nfresh = "'),
        ],
        "keywords.Stun",
    ),
    "slots are counted in CS": ("fade1", [('stats = ["CS", ', "stats = [")], "board.slots"),
    "with slots nobody is played into the back row": (
        "fade1",
        [('enter = "never"', 'enter = "free"')],
        "back.enter",
    ),
    "with slots a Tag-Out is with one behind": (
        "fade1",
        [('kind = "plain", how = "behind"', 'kind = "plain", how = "anywhere"')],
        "keywords.Tag-Out.how",
    ),
    "there is no such word for Mystify": (
        "fade2",
        [
            (
                'Mystify = { kind = "number", how = "battle" }',
                'Mystify = { kind = "number", how = "stays on" }',
            )
        ],
        "keywords.Mystify.how",
    ),
    "Mystify needs cells": (
        "faroe",
        [
            ("[keywords]\n", '[keywords]\nMystify = { kind = "number", how = "battle" }\n'),
            ("[reasons]\n", '[reasons]\nmystify = "prep.move"\nunveil = "prep.move"\n'),
        ],
        "keywords.Mystify",
    ),
    "without Mystify nothing is refused for it": (
        "fade2",
        [('Mystify = { kind = "number", how = "battle" }\n', "")],
        "reasons.mystify",
    ),
    "there is no such word for the HP of attached cards": (
        "fade1",
        [('attached_hp = "adds"', 'attached_hp = "some"')],
        "damage",
    ),
    "the HP of an Item are its uses or suffer": (
        "fade2",
        [('attached_hp = "suffers"', 'attached_hp = "suffers"\nitem_uses = true')],
        "damage.item_uses",
    ),
    "with one Attack a turn Multistrike is by the turn": (
        "fade1",
        [('kind = "number", how = "turn"', 'kind = "number", how = "round"')],
        "keywords.Multistrike.how",
    ),
    "without one Attack a turn nothing is refused for it": (
        "fade2",
        [("[reasons]\n", '[reasons]\none-attack = "attack.normal-limit"\n')],
        "reasons.one-attack",
    ),
    "a turn sets what there is of Combo": (
        "fade1",
        [('starts = ["deck", "combo"]', 'starts = ["deck"]')],
        "turn.starts",
    ),
    "a cell holds at least one card": ("fade1", [("room = 5", "room = 0")], "board"),
    "cards with Arena need cells": (
        "faroe",
        [("[keywords]\n", '[keywords]\nArena = { kind = "plain" }\n')],
        "board.arena",
    ),
    "without cells rows are changed in both Phases": (
        "faroe",
        [
            ('enter = "behind-front"', 'enter = "behind-front"\nphases = ["preparation"]'),
            ("[reasons]\n", '[reasons]\ncrossing = "prep.move"\n'),
        ],
        "back.phases",
    ),
    "without DEF nobody declines to Defend": (
        "fade2",
        [
            ('attached_hp = "suffers"', 'attached_hp = "suffers"\ndeclines = true'),
            ("[reasons]\n", '[reasons]\ndecline = "defend.user"\n'),
        ],
        "damage.declines",
    ),
    "there is no such word for Command Materials": (
        "fade2",
        [('materials = "silent"', 'materials = "loud"')],
        "commands",
    ),
    "Synchronize needs Command Materials": (
        "fade2",
        [('[commands]\nmaterials = "silent"\n\n', ""), *[(row, "") for row in COMMAND_REASONS]],
        "keywords.Synchronize",
    ),
    "Commands need cells": (
        "faroe",
        [
            ("[classes]", '[commands]\nmaterials = "silent"\n\n[classes]'),
            ("[reasons]\n", "[reasons]\n" + "".join(COMMAND_REASONS)),
        ],
        "commands",
    ),
    "what is refused has its rule": ("fade2", [('lay = "command.lay-materials"\n', "")], "reasons.lay"),
}
"""By what is refused: an edition, other words in some places of its file, and the key that is named."""


@pytest.mark.parametrize("case", FILES)
def test_words_of_a_file_that_do_not_go_together_are_refused(case: str) -> None:
    # Given the file of an edition with other words in some places, then the error names the key.
    name, pairs, key = FILES[case]
    text = FAMILY.joinpath("editions", f"{name}.toml").read_text("utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    with pytest.raises(LoadError) as fault:
        read(PACKAGE, "made.toml", text)
    assert fault.value.key == key


def test_there_is_no_other_word_for_what_is_left_of_an_attack() -> None:
    # Given a word for it that the family does not know, then the rules are not made, and the error names it.
    with pytest.raises(LoadError, match="leftover"):
        differing("", ('in_person = "last-stand"\n', 'in_person = "last-stand"\nleftover = "all"\n'))


def character(rest: str) -> str:
    return f'[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 9\nplv = 1\n{rest}\n'


def ability(row: str) -> str:
    return character(f"[[card.odd.ability]]\n{row}")


def other(kind: str, rest: str) -> str:
    return f'[card.odd]\nname = "Odd"\ntypes = ["{kind}"]\nrank = "Normal"\n{rest}\n'


SYNCHRONIZE = 'keyword = "Synchronize"\ngives = { PLV = 1 }\n'
OVERDRIVE = """cost = 2
do = [{ draw = 1 }]
[[card.odd.ability]]
keyword = "Overdrive"
cost = 3
do = [{ draw = 2 }]"""
CARDS = [
    (
        "faroe",
        ability('gives = { PLV = 1 }\nif = { amount = { counters = "Power", of = "this" }, min = 2 }'),
        "Power",
    ),
    (
        "fade2",
        other("Item", '[[card.odd.ability]]\nkeyword = "Stock"\nn = 1\non = "enters"\ndo = [{ draw = 1 }]'),
        "what stands under Stock is activated, and has a number",
    ),
    (
        "fade2",
        other("Item", '[[card.odd.ability]]\nkeyword = "Stock"\nactivate = true\ndo = [{ draw = 1 }]'),
        "and has a number",
    ),
    ("faroe", character("def = 1"), r"odd.*def.*no card here prints DEF"),
    ("faroe", ability("gives = { DEF = 2 }"), "odd: ability 1: 'DEF' is no thing to be given"),
    ("faroe", other("Item", "keywords = { Buildup = 2 }"), "odd: keywords: only a Skill or Reaction"),
    ("faroe", other("Augment", "keywords = { Buildup = 2 }"), "odd: keywords: only a Skill or Reaction"),
    *[
        ("faroe", character(f"keywords = {{ {words} }}"), "odd")
        for words in (
            "Stun = true",
            'Immune = ["Stun"]',
            'Immune = ["Fire"]',
            "Ghost = 1",
            'Lock = ["Fire"]',
            "Willpower = true",
        )
    ],
    ("fade2", ability("do = [{ draw = 1 }]"), "odd: ability 1"),
    ("fade2", ability('keyword = "Paradox"\non = "becomes-true"\ndo = [{ draw = 1 }]'), "odd: ability 1"),
    ("fade2", character('level_up = ["Soldier"]\nkeywords = { Mystify = 1 }'), "odd: keywords: .*face-down"),
    ("fade2", character("keywords = { Boss = 1, Mystify = 1 }"), "odd: keywords: .*face-down"),
    ("faroe", ability('on = "unveiled"\ndo = [{ draw = 1 }]'), "event"),
    ("faroe", other("Reaction", 'answers = { to = "anything" }\ndo = [{ prevent = true }]'), "prevent"),
    ("fade2", ability(f'{SYNCHRONIZE}directions = ["Up"]'), "from 1 to 8"),
    ("fade2", ability(f"{SYNCHRONIZE}n = 2"), "'directions' lists nothing: name one"),
    ("fade2", ability(f'{SYNCHRONIZE}n = 2\ndirections = ["North"]'), "no direction"),
    (
        "fade2",
        ability(f'{SYNCHRONIZE}n = 2\ndirections = ["Up"]\namong = {{ type = "Character" }}'),
        "whatever they are",
    ),
    (
        "fade2",
        ability('keyword = "Backup"\ngives = { PLV = 1 }\ndirections = ["Up"]'),
        "for a keyword that counts adjacent cards",
    ),
    *[
        ("fade2", other("Reaction", f"{waits}\ndo = [{{ draw = 1 }}]"), f"odd: {waits.partition(' ')[0]}")
        for waits in (
            'contingency = { of = "you" }',
            "contingency = { your_turn = true }",
            'surprise = { on = "sneezes" }',
            'surprise = { on = "attacks", min = 2 }',
        )
    ],
    ("fade2", character("keywords = { Arena = true }"), "odd: keywords: .*Supertype that may have it"),
    ("fade2", other("Augment", 'attach = "you"'), "odd: attach"),
    ("fade2", other("Augment", 'makes = "front"'), "odd: makes"),
    ("fade2", '[card.odd]\nname = "Odd"\ntypes = ["Zone"]\nmakes = "hand"', "odd: makes"),
    ("faroe", '[card.odd]\nname = "Odd"\ntypes = ["Zone"]\nmakes = "backup"', "odd: makes"),
    ("fade2", other("Item", OVERDRIVE.replace("cost = 3", "cost = 0")), "has a cost"),
    (
        "fade2",
        other("Item", OVERDRIVE.replace("cost = 3", "cost = 3\nlimit = 1")),
        "nothing but what is done",
    ),
    ("fade2", other("Item", OVERDRIVE.replace("draw = 2", "attack = 2")), "adds no Attack"),
    ("fade2", other('Item", "Skill', OVERDRIVE), "one Supertype"),
    (
        "fade2",
        other("Item", OVERDRIVE.replace("cost = 2", "cost = 2\nkeywords = { Mystify = 1 }")),
        "one Supertype",
    ),
    *[
        ("fade2", character(f"keywords = {{ Friendship = {value} }}"), "odd")
        for value in ('["Fire"]', '["Mud", 2]', "2", "[0]")
    ],
    *[
        ("fade2", f'[card.odd]\nname = "Odd"\ntypes = ["Command"]\n{row}', said)
        for row, said in (
            ("", "odd: directions: name directions"),
            ('directions = ["Left", "Left"]', "odd: directions: name directions"),
            ('directions = ["North"]', "odd: directions: .*no direction"),
            ('directions = ["Left"]\nneeds = [{ n = 9, type = "Skill" }]', "odd: needs: .*from 1 to 8"),
            ('directions = ["Left"]\nneeds = [{ n = 5 }, { n = 4 }]', "odd: needs: .*at most 8"),
            ('directions = ["Left"]\ndo = [{ draw = 1 }]', "odd: do: .*write an ability"),
        )
    ],
    ("fade2", other("Item", 'directions = ["Left"]'), "odd: directions: only a Command"),
    ("faroe", '[card.odd]\nname = "Odd"\ntypes = ["Command"]\ndirections = ["Left"]', "odd: .*Command"),
    ("faroe", character('keywords = { Immune = ["Commands"] }'), "odd: .*Commands"),
    *[
        ("faroe", other("Item", f"do = [{{ {row} }}]"), f"odd: do 1: .*{word}")
        for row, word in (
            ('destroy = "all commands"', "commands"),
            ('destroy = { from = "all cards", type = "Command" }', "Command"),
            ('destroy = "materials"', "materials"),
            ('search = 1, for = { type = "Command" }', "Command"),
        )
    ],
]
"""An edition, a card that it cannot have, and what is said of it."""


@pytest.mark.parametrize(("edition", "card", "said"), CARDS, ids=[row[2] for row in CARDS])
def test_a_card_that_its_edition_cannot_have_is_refused(edition: str, card: str, said: str) -> None:
    # Given such a card, then loading names it and says why.
    with pytest.raises(LoadError, match=said):
        rules_with(card, edition=edition)


def test_a_verb_is_there_only_where_something_is_done_by_it() -> None:
    # Given an edition without Mystify and DEF, then nobody turns up anything or declines to Defend.
    moves = {name: rules_with(edition=name).moves for name in ("faroe", "fade1", "fade2")}
    verbs = {name: played.table for name, played in moves.items() if isinstance(played, Verbs)}
    assert [name for name in verbs if V_DECLINE in verbs[name]] == ["fade1"]
    assert [name for name in verbs if V_VEIL in verbs[name]] == ["fade1", "fade2"]
