"""Each word of a Prelude card finds its thing in each place where cards may say it, or is refused at loading.

A table says for each kind of place what each word stands for in a position that is played, "" = refused.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.state import ROW_CARD
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude, rules_with
from tests.cards.prelude import cards

SHELF = cards("club", "guard")
MINION = "life = 30\nattack = 1\nsuspend = 1\nprice = 2\n"
SPELL = 'icons = ["green"]\ntier = 1\nprice = 1\nsuspend = 1\n'
NOW = "keywords = { Immediate = true }\n"
ALERT = "keywords = { Alert = true }\n"
TRAP = "price = 2\nsuspend = 1\n"
ENERGY = "price = 2\nsuspend = 1\n"
TARGETS = 'targets = [{ pick = "enemy characters" }]\n'


def holder(kind: str, head: str, row: str, do: str = "") -> str:
    """The card that the tests are about, with one ability; do: what that does."""
    done = f"do = [{do}]\n" if do else ""
    return f'[card.holder]\nname = "Holder"\ntype = "{kind}"\n{head}[[card.holder.ability]]\n{row}{done}'


def match(text: str) -> Prelude:
    g = Prelude("human", "human", cards=SHELF + text, ranks="green-magic-1")
    g.coin(0, 9)
    return g


def attacked(g: Prelude, h: int) -> dict[str, int]:
    """A's character attacks B's with a club, and nobody defends."""
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    return {"holder": h}


def answering(g: Prelude, h: int, verb: str, *targets: int) -> dict[str, int]:
    """B uses the card over such an attack."""
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, verb, h, *targets)
    g.pass_all()
    return {"holder": h}


def waits(g: Prelude) -> dict[str, int]:
    return attacked(g, g.minion(1, "holder"))


def begins(g: Prelude) -> dict[str, int]:
    h = g.minion(1, "holder")
    g.next(1)
    return {"holder": h}


def sprung(g: Prelude) -> dict[str, int]:
    return attacked(g, g.trap(1, "holder"))


def toll(g: Prelude) -> dict[str, int]:
    h, m = g.trap(1, "holder"), g.hand(0, "guard")
    g.quietly(0, "bring", m)
    return {"holder": h, "minion": m}


def used(g: Prelude) -> dict[str, int]:
    h = g.minion(0, "holder")
    g.quietly(0, "use", h)
    return {"holder": h}


def used_at(g: Prelude) -> dict[str, int]:
    h = g.minion(0, "holder")
    g.quietly(0, "use", h, g.body(1))
    return {"holder": h}


def cast(g: Prelude) -> dict[str, int]:
    return {"holder": g.cast(0, "holder")}


def instant(g: Prelude) -> dict[str, int]:
    return answering(g, g.hand(1, "holder"), "play")


def alert(g: Prelude) -> dict[str, int]:
    return answering(g, g.minion(1, "holder"), "use")


Place = tuple[Callable[[str], str], Callable[[Prelude], dict[str, int]]]
USE = "activate = true\nsuspend = 1\n"
PLACES: dict[str, Place] = {
    "waiting": (lambda do: holder("Minion", MINION, 'on = "attacked"\nof = "you"\n', do), waits),
    "damaged": (lambda do: holder("Minion", MINION, 'on = "damaged"\nof = "you"\n', do), waits),
    "response": (lambda do: holder("Minion", MINION, 'on = "response-begins"\n', do), begins),
    "trap": (lambda do: holder("Trap", TRAP, 'on = "attacked"\n', do), sprung),
    "toll": (lambda do: holder("Trap", TRAP, 'on = "minion-enters"\nof = "enemy minions"\n', do), toll),
    "used": (lambda do: holder("Minion", MINION, USE, do), used),
    "used at": (lambda do: holder("Minion", MINION, USE + TARGETS, do), used_at),
    "spell": (lambda do: holder("Spell", SPELL, "activate = true\n", do), cast),
    "immediate": (lambda do: holder("Spell", SPELL + NOW, "activate = true\n", do), instant),
    "alert": (lambda do: holder("Minion", MINION + ALERT, USE, do), alert),
}
NOTHING = dict.fromkeys(
    ("target", "targets", "first target", "second target", "it", "them", "that", "attacker"), ""
)
OF_B = {**NOTHING, "this": "holder", "user": "holder", "you": "B"}
OF_A = {**OF_B, "you": "A"}
FINDS: dict[str, dict[str, str]] = {
    "waiting": {**OF_B, "that": "B"},
    "damaged": {**OF_B, "that": "B"},
    "response": {**OF_B, "that": "B"},
    "trap": {**OF_B, "that": "B", "attacker": "A", "user": "B"},
    "toll": {**OF_B, "that": "minion", "user": "B"},
    "used": OF_A,
    "used at": {**OF_A, "target": "B", "targets": "B", "first target": "B"},
    "spell": {**OF_A, "user": "A"},
    "immediate": {**OF_B, "user": "B", "attacker": "A"},
    "alert": {**OF_B, "attacker": "A"},
}


@pytest.mark.parametrize(
    ("place", "word", "what"), [(at, word, what) for at, row in FINDS.items() for word, what in row.items()]
)
def test_a_selector_finds_its_thing_or_is_refused(place: str, word: str, what: str) -> None:
    write, play = PLACES[place]
    text = write(f'{{ mod = "Steadfast", on = "{word}" }}')
    if not what:
        with pytest.raises(LoadError, match="finds nothing here") as refused:
            rules_with(SHELF + text)
        assert (refused.value.file, refused.value.card, refused.value.key.partition(".")[0]) == (
            "test",
            "holder",
            "ability 1",
        )
        return
    g = match(text)
    there = play(g) | {"A": g.body(0), "B": g.body(1)}
    found = [row[ROW_CARD] for row in g.happened("modified")]
    assert [name for name, h in there.items() if h in found] == [what]


AMOUNTS = {  # by place what "that many" and "the damage dealt" come to; -1 = refused. The club deals 5.
    "waiting": (-1, -1),
    "damaged": (5, -1),
    "response": (-1, -1),
    "trap": (-1, -1),
    "toll": (-1, -1),
    "used": (-1, -1),
    "immediate": (-1, -1),
}


@pytest.mark.parametrize("place", AMOUNTS)
@pytest.mark.parametrize("word", ["n", "dealt"])
def test_an_amount_comes_to_something_or_is_refused(place: str, word: str) -> None:
    write, play = PLACES[place]
    text, n = write(f'{{ coin = "{word}", who = "enemy characters" }}'), AMOUNTS[place][word == "dealt"]
    if n < 0:
        with pytest.raises(LoadError, match="finds nothing here"):
            rules_with(SHELF + text)
        return
    g = match(text)
    play(g)
    assert g.purse(0) == 9 + n


@pytest.mark.parametrize("place", PLACES)
def test_what_is_taken_off_an_attack_needs_one(place: str) -> None:
    # Given 'take 2 off the attack under way', then it is refused but for traps and answers to an attack.
    write, play = PLACES[place]
    text = write("{ weaken = 2 }")
    if place not in ("trap", "immediate", "alert"):
        with pytest.raises(LoadError, match="'weaken' finds nothing here: no action is under way"):
            rules_with(SHELF + text)
        return
    g = match(text)
    play(g)
    assert g.lost(1) == 3


@pytest.mark.parametrize(
    ("do", "found"),
    [
        ('{ pick = "your minions" }, { destroy = "it" }', True),
        ('{ coin = 1 }, { destroy = "it" }', False),
        ('{ mill = 1 }, { coin = "n" }', True),
        ('{ mod = "Attack", on = "this" }, { coin = "n" }', False),
        ('{ each = "your minions", do = [{ destroy = "them" }] }', True),
        ('{ each = "your minions", do = [{ coin = 1 }] }, { destroy = "them" }', False),
        ('{ damage = 2, to = "enemy characters" }, { heal = "dealt" }', True),
        ('{ damage = 2, to = "enemy characters" }, { draw = 1 }, { heal = "dealt" }', True),
        ('{ draw = 1 }, { damage = 2, to = "enemy characters" }, { coin = "n" }', True),
        ('{ repeat = 2, do = [{ heal = "dealt" }, { damage = 2, to = "enemy characters" }] }', True),
        ('{ repeat = 2, do = [{ destroy = "it" }, { choose = [[{ mill = 1 }], [{ coin = 1 }]] }] }', True),
        ('{ repeat = 2, do = [{ heal = "dealt" }, { coin = 1 }] }', False),
        ('{ heal = "dealt" }, { damage = 2, to = "enemy characters" }', False),
        ("{ damage = 2 }", False),
        ("{ slow = 1 }", False),
        ("{ if = { targets = 1 }, then = [{ coin = 1 }] }", False),
    ],
)
def test_a_word_stands_behind_what_brings_its_thing(do: str, found: bool) -> None:
    text = SHELF + PLACES["used"][0](do)
    if found:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match="finds nothing here"):
        rules_with(text)


@pytest.mark.parametrize("word", [*NOTHING])
def test_what_works_all_the_time_speaks_of_no_action(word: str) -> None:
    # Given a continuous ability of an energy that is given to the attacker, "it", a target and so on.
    row = f'gives = {{ Attack = 1 }}\nto = "{word}"\n'
    with pytest.raises(LoadError, match="finds nothing here"):
        rules_with(holder("Energy", ENERGY, row))


EVENTS = [  # (type of the card, its head, the event, whether that can ever come)
    ("Minion", MINION, 'on = "killed"', True),
    ("Minion", MINION, 'on = "killed"\nof = "enemy fighters"', True),
    ("Minion", MINION, 'on = "killed"\nof = "enemy minions"\nby = "enemy characters"', False),
    ("Minion", MINION, 'on = "killed"\nof = "your gear"', False),
    ("Minion", MINION, 'on = "response-begins"\nby = "you"', False),
    ("Minion", MINION, 'on = "response-begins"\nof = "enemy minions"', False),
    ("Minion", MINION, 'on = "guards"\nof = "you"', False),
    ("Minion", MINION, 'on = "guards"', True),
    ("Minion", MINION, 'on = "parries"', False),
    ("Minion", MINION, 'on = "parries"\nof = "your gear"', True),
    ("Minion", MINION, 'on = "spell-begun"', False),
    ("Minion", MINION, 'on = "spell-begun"\nof = "enemy characters"', True),
    ("Minion", MINION, 'on = "spell-finished"\nof = "you"', False),
    ("Minion", MINION, 'on = "spell-finished"\nof = { from = "enemy spells", type = "red" }', True),
    ("Minion", MINION, 'on = "attacked"\nof = { from = "enemy gear", type = "Weapon" }', False),
    ("Minion", MINION, 'on = "attacked"\nof = "your characters"\nby = "enemy minions"', True),
    ("Minion", MINION, 'on = "task-broken"', True),
    ("Energy", ENERGY, 'on = "killed"', False),
    ("Energy", ENERGY, 'on = "damages"', False),
    ("Energy", ENERGY, 'on = "damages"\nof = "enemy minions"', True),
    ("Energy", ENERGY, 'on = "killed"\nof = "your hand"', False),
    ("Trap", TRAP, 'on = "spell-begun"', False),
    ("Trap", TRAP, 'on = "minion-enters"\nof = "enemy minions"\nby = "enemy characters"', False),
]


@pytest.mark.parametrize(("kind", "head", "event", "comes"), EVENTS)
def test_an_event_that_never_comes_is_refused(kind: str, head: str, event: str, comes: bool) -> None:
    text = holder(kind, head, event + "\n", "{ coin = 1 }")
    if comes:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match=r"alone|nobody's action") as refused:
        rules_with(text)
    assert refused.value.key.partition(".")[0] == "ability 1"


@pytest.mark.parametrize(
    ("do", "reaches"),
    [
        *((f'{{ {word} = 1, who = "your minions" }}', False) for word in ("coin", "train", "fill", "draw")),
        *((f'{{ {word} = 1, who = "your fighters" }}', True) for word in ("coin", "train", "fill", "draw")),
        *((f'{{ {word} = 1, who = "enemy minions" }}', False) for word in ("lose_coin", "discard", "mill")),
        *((f'{{ {word} = 1, who = "enemy gear" }}', False) for word in ("hasten", "slow")),
        *((f'{{ {word} = 1, who = "enemy minions" }}', True) for word in ("hasten", "slow")),
        ('{ damage = 1, to = "enemy gear" }', False),
        ('{ damage = 1, to = { from = "all minions", damaged = true } }', True),
        ('{ heal = 1, of = { from = "your gear", type = "Armour" } }', False),
        ('{ interrupt = "enemy spells" }', False),
        ('{ distract = "enemy energies" }', False),
        ('{ distract = "enemy minions" }', True),
        ('{ shuffle = "your minions" }', False),
        ('{ shuffle = "you" }', True),
    ],
)
def test_an_effect_can_do_something_to_what_is_named(do: str, reaches: bool) -> None:
    text = SHELF + PLACES["used"][0](do)
    if reaches:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match=r"does something to a character.* alone") as refused:
        rules_with(text)
    assert (refused.value.card, refused.value.key.partition(".")[0]) == ("holder", "ability 1")


@pytest.mark.parametrize("word", ["target", "it", "attacker", "that"])
def test_what_an_event_happens_to_is_nothing_that_comes_later(word: str) -> None:
    # Given 'when the target is killed' on an ability that chooses a target once that has happened.
    row = f'on = "killed"\nof = "{word}"\n{TARGETS}'
    with pytest.raises(LoadError, match="finds nothing here"):
        rules_with(holder("Minion", MINION, row, "{ coin = 1 }"))


KEYS = [
    ('gives = { Attack = 1 }\nto = "this"', ("of", "by"), '"this"'),
    ('gives = { Attack = 1 }\nto = "this"', ("cost", "limit", "suspend"), "1"),
    ('gives = { Attack = 1 }\nto = "this"', ("do",), "[{ coin = 1 }]"),
    ('gives = { Attack = 1 }\nto = "this"', ("targets",), "[{}]"),
    ("activate = true\ndo = [{ coin = 1 }]", ("of", "by", "to"), '"this"'),
    ('on = "killed"\ndo = [{ coin = 1 }]', ("to",), '"this"'),
    ('on = "killed"\ndo = [{ coin = 1 }]', ("suspend",), "1"),
    ("activate = true\ntargets = [{ reach = true }]\ndo = [{ damage = 1 }]", ("",), ""),
]


@pytest.mark.parametrize(("row", "key", "value"), [(row, key, v) for row, keys, v in KEYS for key in keys])
def test_a_key_that_means_nothing_is_refused(row: str, key: str, value: str) -> None:
    text = holder("Minion", MINION, f"{row}\n" + (f"{key} = {value}\n" if key else ""))
    with pytest.raises(LoadError, match=f"'{key or 'reach'}' means nothing") as refused:
        rules_with(text)
    assert (refused.value.card, refused.value.key.partition(".")[0]) == ("holder", "ability 1")


def test_the_attack_under_way_is_nobody_in_particular() -> None:
    # Given 'take 2 off the attack under way' of somebody, then the key is refused: there is one such attack.
    with pytest.raises(LoadError, match="'weaken' has no key 'of'"):
        rules_with(PLACES["trap"][0]('{ weaken = 2, of = "you" }'))


@pytest.mark.parametrize("row", ['on = "response-begins"\ndo = [{ coin = 1 }]', "gives = { Coin = 1 }"])
def test_a_spell_has_only_what_is_used(row: str) -> None:
    # Given a spell, which lies on the field only while it is cast, then nothing of it triggers or lasts.
    with pytest.raises(LoadError, match="a spell works when it is cast"):
        rules_with(holder("Spell", SPELL, f"{row}\n"))


CHARACTER = (
    '[card.holder]\nname = "Holder"\ntype = "Character"\nrace = "Human"\nlife = 30\ninitiative = 9\n'
    'icons = ["green", "common", "sharp"]\n'
)
AT = 'targets = [{ pick = "%s" }]\n'
CANNOT_HAVE = [  # (what a text says, the rule against it, "" = it may be)
    (USE, '{ mod = "Attack", on = "your gear" }', ""),
    (USE, '{ mod = "Attack", on = "your fighters" }', ""),
    (USE, '{ mod = "Attack", on = "enemy characters" }', "card.figures"),
    (USE, '{ mod = "Attack", on = { from = "your gear", type = "Armour" } }', "card.figures"),
    (USE, '{ mod = "Attack", on = { from = "your gear", type = ["Armour", "Weapon"] } }', ""),
    (USE, '{ mod = "Attack", on = "this" }', ""),
    (USE, '{ mod = "Attack", on = "user" }', ""),
    (USE, '{ mod = "Attack", on = "you" }', "card.figures"),
    (USE, '{ mod = "Guard", on = "your minions" }', "card.figures"),
    (USE, '{ mod = "Armour", on = "your energies" }', "card.figures"),
    (USE, '{ mod = "Edge", on = "your minions" }', "rank.edge"),
    (USE, '{ mod = "Suspend", on = "enemy traps" }', "suspend.cost"),
    (USE, '{ mod = "Alert", on = { from = "your spells", type = "Spell" } }', "keyword.alert"),
    (USE, '{ mod = "Steadfast", on = "your spells" }', ""),
    (USE, '{ mod = "Steadfast", on = "your cemetery" }', "keyword.steadfast"),
    (USE, '{ mod = "Pierce", on = "you" }', "keyword.pierce"),
    (USE, '{ mod = "Eager", on = "your gear" }', "keyword.eager"),
    (USE, '{ mod = "Vanguard", on = "this" }', "keyword.vanguard"),
    (USE, '{ mod = "Clumsy", on = "enemy gear" }', "race.roster"),
    (USE + AT % "enemy gear", '{ mod = "Attack" }', ""),
    (USE + AT % "enemy energies", '{ mod = "Attack" }', "card.figures"),
    (USE + AT % "enemy characters", '{ mod = "Eager", on = "first target" }', "keyword.eager"),
    (USE, '{ each = "your gear", do = [{ mod = "Guard", on = "them" }] }', ""),
    (USE, '{ each = "your gear", do = [{ mod = "Eager", on = "them" }] }', "keyword.eager"),
    ('on = "killed"\nof = "enemy minions"\n', '{ mod = "Vanguard", on = "that" }', "keyword.vanguard"),
    ('gives = { Eager = 1 }\nto = "your minions"\n', "", ""),
    ('gives = { Eager = 1 }\nto = "your gear"\n', "", "keyword.eager"),
    ("gives = { Guard = 1, Attack = 1 }\n", "", "card.figures"),
    ("gives = { Edge = 1 }\n", "", "rank.edge"),
    (USE, '{ coin = { stat = "Coin", of = "enemy characters" } }', ""),
    (USE, '{ coin = { stat = "Coin", of = "enemy minions" } }', "card.character-anatomy"),
    (USE, '{ coin = { stat = "Attack", of = { from = "your hand", other = true } } }', "card.figures"),
    (USE, '{ damage = 1, to = { from = "enemy characters", lowest = "Attack" } }', "card.figures"),
    (USE, '{ damage = 1, to = { from = "enemy fighters", lowest = "Attack" } }', ""),
    (USE, '{ destroy = { from = "enemy gear", at_most = { of = "Life", n = 3 } } }', "card.figures"),
    (USE, '{ if = { is = "your gear", at_most = { of = "Guard", n = 3 } }, then = [{ coin = 1 }] }', ""),
    (
        USE,
        '{ if = { is = "you", at_least = { of = "Guard", n = 3 } }, then = [{ coin = 1 }] }',
        "card.figures",
    ),
]


@pytest.mark.parametrize(("row", "do", "rule"), CANNOT_HAVE)
def test_a_value_of_what_cannot_have_it_is_refused_by_its_rule(row: str, do: str, rule: str) -> None:
    """given a text that changes, gives, sums or compares a value or keyword of what can never have it, then
    the card is refused with the rule that says who has it."""
    text = SHELF + holder("Minion", MINION, row, do)
    if not rule:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match=rf"is had by .* alone \[{rule}\]") as refused:
        rules_with(text)
    assert (refused.value.card, refused.value.key.partition(".")[0]) == ("holder", "ability 1")


@pytest.mark.parametrize(
    "do",
    [
        '{ destroy = "enemy characters" }',
        '{ destroy = "enemy hand" }',
        '{ destroy = "your cemetery" }',
        '{ return = "enemy characters" }',
        '{ return = "enemy hand", to = "deck" }',
        '{ return = "your minions", to = "stowed" }',
        '{ pick = "enemy hand" }',
        '{ each = "your hand", do = [{ coin = 1 }] }',
        '{ random = "enemy hand" }',
    ],
)
def test_what_an_effect_cannot_reach_is_refused(do: str) -> None:
    """given an effect that would move a character, or do anything to cards in a hand but discard them."""
    with pytest.raises(LoadError, match=r"does something to .* alone"):
        rules_with(SHELF + PLACES["used"][0](do))


@pytest.mark.parametrize(
    ("selector", "told"),
    [
        ('{ from = "enemy fighters", casting = true }', True),
        ('{ from = "enemy minions", casting = true }', False),
        ('{ from = "your gear", damaged = true }', False),
        ('{ from = "your energies", carrying = true }', False),
        ('{ from = "your cemetery", line = "Barbarian" }', True),
        ('{ from = "your gear", line = "Barbarian" }', False),
        ('{ from = "your minions", value = "Coin" }', False),
        ('{ from = "enemy characters", name = "Guard" }', False),
        ('{ from = "enemy hand", type = "Spell" }', False),
        ('{ from = "enemy hand", other = true }', True),
    ],
)
def test_a_filter_can_tell_apart_what_is_named(selector: str, told: bool) -> None:
    """given how many of something pass a filter, then that is refused of what could never pass or fail it."""
    text = SHELF + PLACES["used"][0](f"{{ coin = {{ count = {selector} }} }}")
    if told:
        assert rules_with(text)
        return
    with pytest.raises(LoadError, match=r"tells apart .* alone"):
        rules_with(text)


@pytest.mark.parametrize(
    ("kind", "head", "rule"),
    [
        ("Weapon", "attack = 1\nprice = 1\nhands = 1\nlife = 3\n", "card.figures"),
        ("Weapon", "attack = 1\nprice = 1\nhands = 1\ncoin = 3\n", "card.character-anatomy"),
        ("Armour", "armour = 1\nprice = 1\nattack = 2\n", "card.figures"),
        ("Armour", "armour = 1\nprice = 1\nguard = 2\nhands = 1\n", "card.figures"),
        ("Minion", MINION + "edge = 1\n", "rank.edge"),
        ("Minion", MINION + "uses = 2\n", "card.figures"),
        ("Minion", MINION + "keywords = { Immediate = true }\n", "keyword.immediate"),
        ("Minion", MINION + "keywords = { Vanguard = true }\n", "keyword.vanguard"),
        ("Energy", ENERGY + "keywords = { Pierce = true }\n", "keyword.pierce"),
        ("Spell", SPELL + ALERT, "keyword.alert"),
        ("Trap", TRAP + 'line = "Soldier"\n', "card.figures"),
    ],
)
def test_a_figure_or_keyword_on_a_card_that_cannot_have_it_is_refused(
    kind: str, head: str, rule: str
) -> None:
    with pytest.raises(LoadError, match=rf"\[{rule}\]") as refused:
        rules_with(holder(kind, head, USE, "{ coin = 1 }"))
    assert refused.value.card == "holder"


def test_of_several_only_what_can_have_a_value_is_changed() -> None:
    # Given a text by which the own character and minions have 2 more Attack.
    g = match(PLACES["used"][0]('{ mod = "Attack", n = 2, on = "your fighters" }'))
    # When it takes effect, then it is the minions that have it.
    h = used(g)["holder"]
    assert [row[ROW_CARD] for row in g.happened("modified")] == [h]


@pytest.mark.rule("prelude", "rank.edge")
def test_edge_that_a_character_card_gives_itself_counts() -> None:
    # Given a character by whose own text it has 2 Edge, and its attack with a club of 5.
    text = CHARACTER + "[[card.holder.ability]]\ngives = { Edge = 2 }\n"
    g = Prelude("holder", "human", cards=SHELF + text, ranks="soldier-1")
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(1) == 7


@pytest.mark.parametrize(
    ("head", "do"),
    [
        ("", '{ damage = 1, to = { from = { from = "enemy fighters" } } }'),
        ("", '{ damage = 1, to = { from = "enemy fighters", at_most = 3 } }'),
        ("", '{ damage = 1, to = { from = "enemy fighters", at_most = { of = ["Life"], n = 1 } } }'),
        ("", '{ damage = 1, to = { from = "enemy fighters", lowest = ["Life"] } }'),
        ("", '{ mod = ["Attack"], on = "your gear" }'),
        ('keywords = { Pierce = "yes" }\n', "{ coin = 1 }"),
        ("keywords = { Pierce = [1] }\n", "{ coin = 1 }"),
    ],
)
def test_a_value_of_a_wrong_type_is_an_error_of_its_card(head: str, do: str) -> None:
    with pytest.raises(LoadError) as refused:
        rules_with(SHELF + holder("Minion", MINION + head, USE, do))
    assert refused.value.card == "holder"
