"""Words of Terrene that would find nothing where they stand are refused as cards are loaded."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from tests.builders.terrene_scenario import Terrene, rules_with

USED = 'activate = true\ncolour = "Green"\ncost = 1\n'
AIMED = USED + 'targets = [{ pick = "enemy characters" }]\n'
WAITS = 'on = "recruited"\nof = "your characters"\n'


def card(row: str, do: str) -> str:
    """A Character with one ability."""
    head = 'type = "Character"\nclass = "Warrior"\naffiliation = "Fire"\n'
    return holder(head + "sp = 1\nlv = 1\nhp = 20\natk = 10\ndef = 0\n", row, do)


def item(row: str, do: str = "") -> str:
    """An On-going Item with one ability."""
    return holder('type = "Item"\nsubtype = "On-going"\n', row, do)


def trap(row: str, do: str) -> str:
    """A Trap."""
    return holder('type = "Command"\nsubtype = "Trap"\n', f'colour = "Blue"\n{row}', do)


def terrain(row: str, do: str, xp: str = "{ draw = 1 }") -> str:
    """A Terrain with one ability; xp: what its rows say."""
    return holder(f'type = "Terrain"\nactions = 4\nxp = [{", ".join([f"[{xp}]"] * 4)}]\n', row, do)


def holder(head: str, row: str, do: str) -> str:
    done = f"do = [{do}]\n" if do else ""
    return f'[card.holder]\nname = "Holder"\n{head}[[card.holder.ability]]\n{row}{done}'


@pytest.mark.parametrize(
    ("row", "do", "found"),
    [
        (AIMED, '{ damage = 5, to = "target" }', True),
        (USED, '{ damage = 5, to = "target" }', False),
        (AIMED, '{ damage = 5, to = "second target" }', False),
        (WAITS, '{ heal = 5, of = "that" }', True),
        (USED, '{ heal = 5, of = "that" }', False),
        (USED, '{ draw = 1 }, { gain_actions = "n" }', True),
        (USED, '{ gain_actions = "n" }', False),
        (USED, '{ each = "your characters", do = [{ heal = 5, of = "them" }] }', True),
        (USED, '{ heal = 5, of = "them" }', False),
        (USED, '{ pick = "your characters" }, { heal = 5, of = "it" }', True),
        (USED, '{ heal = 5, of = "it" }', False),
        (USED, '{ heal = 5, of = "those" }', False),
    ],
)
def test_a_word_has_something_to_stand_for(row: str, do: str, found: bool) -> None:
    if found:
        assert rules_with(card(row, do))
        return
    with pytest.raises(LoadError, match="finds nothing here") as refused:
        rules_with(card(row, do))
    assert refused.value.card == "holder" and refused.value.key.partition(".")[0] == "ability 1"


@pytest.mark.parametrize(
    ("row", "key"),
    [
        *(
            ('gives = { ATK = 5 }\nto = "this"\n', key)
            for key in ('of = "this"', 'by = "this"', "cost = 1", "limit = 1", "targets = [{}]")
        ),
        *((USED, key) for key in ('of = "this"', 'by = "this"', 'to = "this"')),
        (WAITS, 'to = "this"'),
    ],
)
def test_a_key_that_means_nothing_is_refused(row: str, key: str) -> None:
    word = key.partition(" ")[0]
    row = row.replace('of = "your characters"\n', "")
    text = card(f"{row}{key}\n", "{ draw = 1 }")
    text = text.replace("do = [{ draw = 1 }]\n", "") if "gives" in row else text
    with pytest.raises(LoadError, match=f"'{word}' means nothing beside") as refused:
        rules_with(text)
    assert refused.value.card == "holder" and refused.value.key.partition(".")[0] == "ability 1"


BLUE = USED.replace("Green", "Blue")
STARTS = 'on = "start-of-turn"\n'
ANSWER = 'activate = true\nanswers = { to = "%s", by = "enemy" }\n'
AT_ONE = 'targets = [{ pick = "enemy characters" }]\n'
HITS = '{ damage = 5, to = "attacker" }'
STRONG = '{ damage = "power", to = "enemy characters" }'
SPELLED = '{ damage = "x", to = "enemy characters" }'
IN_FULL = "gives = { ATK = 5 }\n"
PLACES = [
    ("an attack may be answered", card(BLUE, HITS), True),
    ("Green answers nothing", card(USED, HITS), False),
    ("nobody attacks as a turn begins", card(STARTS, HITS), False),
    ("damage may be dealt before a battle", card('on = "takes-damage"\n', HITS), True),
    ("a battle is over", card('on = "takes-battle-damage"\n', HITS), False),
    ("an attack is answered", trap(ANSWER % "attack", HITS), True),
    ("a use may be part of a battle", trap(ANSWER % "use", HITS), True),
    ("nobody recruits in a battle", trap(ANSWER % "recruit", HITS), False),
    ("what works all the time", item(IN_FULL + 'to = "attacker"\n'), True),
    ("XP may come of a battle", terrain(STARTS, "{ draw = 1 }", HITS), True),
    ("asked of an attack", card(BLUE + "if = { attacked = true }\n", "{ draw = 1 }"), True),
    ("asked where nobody attacks", card(USED + "if = { attacked = true }\n", "{ draw = 1 }"), False),
    ("a held card has a holder", item(IN_FULL + 'to = "host"\n'), True),
    ("a Character is held by nobody", card(WAITS, '{ heal = 5, of = "host" }'), False),
    ("a Terrain is held by nobody", terrain(STARTS, '{ heal = 5, of = "host" }'), False),
    ("a held card's Character acts", item(BLUE, '{ heal = 5, of = "user" }'), True),
    ("a held card's Character is its user", item(WAITS, '{ heal = 5, of = "user" }'), True),
    ("a Terrain acts by itself", terrain(STARTS, '{ heal = 5, of = "user" }'), False),
    ("a row of XP is for a Character", terrain(STARTS, "{ draw = 1 }", '{ heal = 5, of = "user" }'), True),
    ("a Trap is used by its holder", trap('on = "defeats"\nof = "user"\n', "{ draw = 1 }"), True),
    ("a held card is used by nobody yet", item('on = "attacks"\nof = "user"\n', "{ draw = 1 }"), False),
    ("a held card has a holder already", item('on = "attacks"\nof = "host"\n', "{ draw = 1 }"), True),
    ("the ATK of who acts", card(BLUE, STRONG), True),
    ("a Terrain has no ATK", terrain(STARTS, STRONG), False),
    ("the LV of who announces", card(BLUE, SPELLED), True),
    ("the LV of who triggers", card(WAITS, SPELLED), True),
    ("a Terrain has no LV", terrain(STARTS, SPELLED), False),
    ("rows of XP are not announced", terrain(STARTS, "{ draw = 1 }", SPELLED), False),
    ("what works is not announced", card('gives = { ATK = "x" }\n', ""), False),
    ("asked before it is announced", card(WAITS + 'if = { amount = "x", min = 2 }\n', "{ draw = 1 }"), False),
    ("asked as it is announced", card(BLUE + 'if = { amount = "x", min = 2 }\n', "{ draw = 1 }"), True),
    ("damage was dealt", card(BLUE, '{ damage = 5, to = "this" }, { draw = "dealt" }'), True),
    ("no damage was dealt", card(BLUE, '{ draw = "dealt" }'), False),
    (
        "something may have been found",
        card(BLUE, "{ look = 1 }, { if = { found = true }, then = [{ draw = 1 }] }"),
        True,
    ),
    ("nothing was looked for", card(BLUE, "{ if = { found = true }, then = [{ draw = 1 }] }"), False),
    ("something was chosen", card(BLUE + AT_ONE, "{ if = { targets = 1 }, then = [{ draw = 1 }] }"), True),
    ("nothing was chosen", card(BLUE, "{ if = { targets = 1 }, then = [{ draw = 1 }] }"), False),
    (
        "chosen once it has happened",
        card(f'on = "recruited"\nof = "target"\n{AT_ONE}', "{ draw = 1 }"),
        False,
    ),
    ("chosen of who did it", card(f'on = "recruited"\nby = "target"\n{AT_ONE}', "{ draw = 1 }"), False),
    ("found once it has happened", card('on = "recruited"\nof = "it"\n', "{ draw = 1 }"), False),
    ("said by itself", card('on = "recruited"\nof = "that"\n', "{ draw = 1 }"), False),
]


@pytest.mark.parametrize(("text", "found"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_a_word_finds_its_thing_in_its_place(text: str, found: bool) -> None:
    if found:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match="finds nothing here") as refused:
        rules_with(text)
    assert refused.value.card == "holder" and refused.value.key.partition(".")[0] in ("ability 1", "xp 1")


@pytest.mark.parametrize(
    ("event", "comes"),
    [
        ('on = "start-of-turn"\nof = "enemy players"', True),
        ('on = "start-of-turn"\nof = "enemy characters"', False),
        ('on = "recruited"\nof = "you"', False),
        ('on = "recruited"\nof = "your terrains"', False),
        ('on = "recruited"\nof = { from = "your hidden characters", other = true }', False),
        ('on = "dismissed"\nof = "your hidden characters"', True),
        ('on = "hurt"\nof = "this"', False),
        ('on = "healed"\nof = "all players"', True),
        ('on = "terrain"', False),
        ('on = "terrain"\nof = "allied terrains"', True),
        ('on = "used"\nof = "enemy held cards"', True),
        ('on = "used"\nof = "your discard pile"', False),
        ('on = "takes-damage"\nby = "enemy characters"', True),
        ('on = "defeated"\nby = "enemy characters"', False),
        ('on = "end-of-turn"\nby = "you"', False),
    ],
)
def test_an_event_that_never_comes_is_refused(event: str, comes: bool) -> None:
    text = card(f"{event}\n", "{ draw = 1 }")
    if comes:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match=r"alone|no effect of anybody") as refused:
        rules_with(text)
    assert refused.value.card == "holder" and refused.value.key.partition(".")[0] == "ability 1"


@pytest.mark.parametrize(
    ("word", "what"), [("host", "holder"), ("user", "holder"), ("that", "holder"), ("attacker", "attacker")]
)
def test_what_a_held_card_waits_for_has_a_holder_and_an_attacker(word: str, what: str) -> None:
    # Given a held card that waits until its holder blocks an attack.
    row = 'on = "blocks"\nof = "host"\n'
    g = Terrene(item(row, f'{{ mod = "ATK", n = 7, on = "{word}" }}'))
    there = {"attacker": g.character(0, "titan"), "holder": g.character(1, "giant")}
    g.hold(there["holder"], "holder", face=1)
    before = {name: g.atk(h) for name, h in there.items()}
    # When it does, then the word stands for one of the two.
    g.fight(there["attacker"], there["holder"])
    assert [name for name, h in there.items() if g.atk(h) == before[name] + 7] == [what]
