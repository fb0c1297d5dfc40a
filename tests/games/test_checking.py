"""A set that is looked at while it is written: what is wrong, what is odd, and where each stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fadenet import games
from fadenet.games import oddities
from fadenet.games.checking import Checked, Remark, check
from fadenet.games.starting import first_set
from keys.names import readings


def looked_at(game: str, *changes: tuple[str, str], more: str = "") -> Checked:
    """The set with which somebody begins, with these changes, and with more behind it."""
    text = first_set(game, "", "ash", "Ash", "")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return check([("ash.toml", text + more)], readings)


def at(remark: Remark) -> tuple[str, str]:
    """(the line, the rest of it from where the remark is)."""
    assert remark.place is not None
    return remark.place.shown.strip(), remark.place.shown[remark.place.column - 1 :]


def said(remarks: tuple[Remark, ...]) -> list[str]:
    return [remark.said for remark in remarks]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_set_as_it_begins_is_in_order(game: str) -> None:
    checked = looked_at(game)
    assert (checked.faults, checked.warnings) == ((), ())
    assert checked.card_set is not None and len(checked.card_set.cards) == 3


def test_each_fault_stands_where_it_is() -> None:
    # Given a head, a card, an ability, an effect in a list and a deck with a fault each, then each is told
    # with its line, from the wrong word on, in their order.
    checked = looked_at(
        "faroe",
        ("version = 1", "version = 0"),
        ("hp = 5", 'hp = "five"'),
        ('on = "enters"', 'on = "entres"'),
        ("draw = 1", "drow = 1"),
        ("comet-uppercut = 2", "comet-upercut = 2"),
    )
    assert [at(one) for one in checked.faults] == [
        ("version = 0", "version = 0"),
        ('hp = "five"', 'five"'),
        ('on = "entres"', 'entres"'),
        (
            "do = [{ attack = 4 }, { if = { landed = true }, then = [{ drow = 1 }] }]",
            "drow = 1 }] }]",
        ),
        ("comet-upercut = 2", "comet-upercut = 2"),
    ]
    assert [one.card for one in checked.faults] == [
        "",
        "ashen-page",
        "ashen-page",
        "bell-tongue",
        "first-steps",
    ]
    assert sum("did you mean" in one for one in said(checked.faults)) == 3
    assert checked.card_set is not None and set(checked.card_set.cards) == {
        "ashen-page",
        "bell-tongue",
        "ninth-echo",
    }


def test_the_second_ability_is_meant_by_its_number() -> None:
    more = '\n[card.ninth]\nname = "Ninth"\ntypes = ["Item"]\nrank = "Normal"\n'
    row = "\n[[card.ninth.ability]]\nactivate = true\nlimit = {}\ndo = [{{ draw = 1 }}]\n"
    checked = looked_at("faroe", more=more + row.format(1) + row.format(-1))
    (fault,) = checked.faults
    assert (fault.key, at(fault)[0]) == ("ability 2.limit", "limit = -1")


def test_tables_that_are_not_toml_hide_no_others() -> None:
    # Given two tables that are not TOML and a card with a fault, then all three are told.
    checked = looked_at(
        "prelude",
        ("damage = 3", "damge = 3"),
        ("attack = 4", "attack = "),
        ("life = 4", "life 4"),
    )
    assert [at(one)[0] for one in checked.faults] == [
        "do = [{ damge = 3 }, { draw = 1 }]",
        "attack =",
        "life 4",
    ]
    assert checked.card_set is not None and set(checked.card_set.cards) == {"ash-whisper"}


def test_more_faults_than_are_looked_for_at_once_lose_no_card() -> None:
    # Given a set of many cards with a fault each, when it is looked at, then all are told and all are read.
    more = '\n[card.guard-{0}]\nname = "Guard {0}"\ntype = "Minion"\nlife = 1\nprice = 1\nattakc = 1\n'
    checked = looked_at("prelude", more="".join(map(more.format, range(240))))
    assert len([one for one in checked.faults if one.key == "attakc"]) == 240
    assert checked.card_set is not None and len(checked.card_set.cards) == 3 + 240


def test_a_table_that_stands_twice_is_a_fault() -> None:
    checked = looked_at("prelude", more='\n[card.ash-whisper]\nname = "Again"\n')
    assert len(checked.faults) == 1 and "further up" in checked.faults[0].said


def test_a_set_without_a_head_has_its_cards_looked_at_once_it_has_a_game() -> None:
    checked = looked_at(
        "prelude", ('code = "ash"', "code = 7"), ('name = "Ash"', ""), ("damage = 3", "damge = 3")
    )
    assert [one.key for one in checked.faults] == ["set.name", "set.code", "ability 1.do 1"]
    checked = looked_at("prelude", ('game = "prelude"', 'game = "prelud"'))
    assert "did you mean prelude?" in checked.faults[0].said and checked.rules is None


def test_a_folder_says_in_which_file() -> None:
    text = first_set("prelude", "", "ash", "Ash", "").replace("life = 4", "life = true")
    head, _, minion = text.partition("# A Minion")
    minion, _, deck = minion.partition("# A deck")
    checked = check([("a.toml", head + "# A deck" + deck), ("b.toml", "# A Minion" + minion)], readings)
    assert [(one.file, at(one)[0]) for one in checked.faults] == [("b.toml", "life = true")]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("R\u0456sing Kick", "'rising-kick', Rising Kick"),
        ("Bell T\u043engue", "'ash:bell-tongue', Bell Tongue"),
    ],
)
def test_a_name_that_looks_like_another_is_refused(name: str, other: str) -> None:
    """given a card with a letter in its name by which it looks like a packaged card, or like another one of
    its set, then that is wrong, and said where the name stands."""
    checked = looked_at("faroe", ('"Ninth Echo"', f'"{name}"'))
    assert said(checked.faults) == [f"'{name}' looks like the name of {other}"]
    assert at(checked.faults[0])[0] == f'name = "{name}"'


MORE = " has all of this and more, at no higher cost"
PICK = 'pick = "enemy characters"'
ODD = [
    (
        "faroe",
        [(PICK, 'pick = { from = "enemy characters", archetype = "Beest" }')],
        "no card of any deck fits this: archetype = 'Beest' (did you mean Beast?)",
    ),
    (
        "faroe",
        [("level = 2", 'level = 2\nlevel_up = ["Rooky Ace"]')],
        "there is no card named 'Rooky Ace' (did you mean Rookie Ace?)",
    ),
    (
        "faroe",
        [('on = "enters"', "activate = true\ncost = 11")],
        "nobody can ever use this: it costs 11 TP, and nobody has more than 10",
    ),
    (
        "faroe",
        [("attack = 4 }, { if = { landed = true }, then = [{ draw = 1 }] }", "attack = 2 }")],
        f"'rising-kick'{MORE}",
    ),
    ("prelude", [("damage = 3 }, { draw = 1 }", "damage = 1 }")], MORE),
    (
        "terrene",
        [
            ('do = [{ damage = 5 }, { mod = "DEF", n = -5 }]', 'do = [{ mod = "Stun" }]'),
            ("cost = 1", "cost = 2"),
        ],
        "this says the same as 'blinding-bomb'",
    ),
    (
        "faroe",
        [(PICK, 'pick = { from = "enemy face-down cards", element = "Fire" }')],
        "what lies face-down shows nothing to 'element': this finds nothing",
    ),
    (
        "faroe",
        [(PICK, 'pick = { from = "enemy face-down cards", lowest = "Cost" }')],
        "what lies face-down shows nothing to 'lowest': this finds nothing",
    ),
    (
        "terrene",
        [
            (
                "do = [{ damage = 5 },",
                'do = [{ damage = 5, to = { from = "enemy hidden characters", class = "Thief" } },',
            )
        ],
        "what lies face-down shows nothing to 'class': this finds nothing",
    ),
    ("prelude", [("scorch = 1\n", "scorch = 9\n")], "this deck may not be played: "),
]


@pytest.mark.parametrize(("game", "changes", "why"), ODD, ids=[f"{game}-{why[:30]}" for game, _, why in ODD])
def test_what_is_odd_is_told_with_its_reason(game: str, changes: list[tuple[str, str]], why: str) -> None:
    checked = looked_at(game, *changes)
    assert checked.faults == () and any(why in one for one in said(checked.warnings)), said(checked.warnings)
    assert all(one.place is not None for one in checked.warnings)


def test_a_card_that_no_character_may_use_is_odd() -> None:
    # Given sets that stand alone, with a Command for a class that no Character has, and a spell without mage,
    # when they are looked at, then nobody can use them.
    alone = ('with = ["{}"]', "with = []")
    terrene = looked_at(
        "terrene", (alone[0].format("terrene"), alone[1]), ("subtype = ", 'class = "Thief"\nsubtype = ')
    )
    prelude = looked_at("prelude", (alone[0].format("prelude"), alone[1]))
    for checked, card in ((terrene, "night-watch"), (prelude, "ash-whisper")):
        assert any(one.card == card and "nobody can ever use" in one.said for one in checked.warnings)


@pytest.mark.parametrize("game", games.NAMES)
def test_nothing_that_a_packaged_card_says_is_for_nothing(game: str) -> None:
    # Given the cards of a game, then each filter fits one of them, and each ability can be paid for.
    rules = games.load(game)
    odd = oddities.found(rules, list(rules.by_slug))
    idle = [one for one in odd if one.hint.startswith(("no card", "nobody", "there is no card", "what lies"))]
    assert list(map(str, idle)) == []


TYPED = ['"', "[", "]", "{ }", "= 1", "\n[card]\n", "[[set]]", "true", "'''", "\x00", "\n[card.x.y]\n"]


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_any_text_is_looked_at(data: st.DataObject) -> None:
    # Given a set into which somebody has typed anything anywhere, then it is looked at to its end.
    text = first_set("prelude", "", "ash", "Ash", "")
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    typed = data.draw(
        st.sampled_from(['"', "[", "]", "{ }", "= 1", "\n[card]\n", "[[set]]", "true", "'''", "\x00"])
        | st.text(max_size=8)
    )
    checked = check([("ash.toml", text[:start] + typed + text[end:])], readings)
    assert all(one.said for one in (*checked.faults, *checked.warnings))
