"""Words that F.A.R.O.E. has not: how cards say them, and what the screen and a written move show of them."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import notation
from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade.language.printed import lines, printed
from fadenet.games.fade.tables import COMBAT, KEY_AS, N_DRIVEN
from tests.builders.cells import to
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, command, item, reaction, skill, zone

SAID = [
    ("fade2", character("x", plv=1, keywords={"Aura": 3}), "Aura 3."),
    (
        "fade2",
        character("x", plv=1, keywords={"Carrier": 1, "Immune": ["Timebomb", "Arm Up", "Backup"]}),
        "Carrier 1, Immune (Timebomb, Arm Up, Backup).",
    ),
    (
        "fade2",
        item(
            "x",
            ability={
                "keyword": "Stock",
                "n": 2,
                "activate": True,
                "targets": "all fighters",
                "do": {"damage": 1, "to": "target"},
            },
        ),
        "Stock 2: once a round, remove 1 Power Counter from this card: deal 1 damage to "
        "a Character or Player.",
    ),
    (
        "fade2",
        character("x", plv=1, ability={"keyword": "Reinforce", "n": 2, "do": {"gain_tp": 1}}),
        "Reinforce 2: gain 1 TP.",
    ),
    (
        "fade2",
        character("x", plv=1, ability={"keyword": "Paradox", "cost": 2, "do": {"draw": 1}}),
        "Paradox: you may pay 2 TP: draw 1 card.",
    ),
    (
        "fade2",
        character(
            "x",
            plv=1,
            ability={
                "keyword": "Synchronize",
                "n": 2,
                "directions": ["Up-Left", "Up-Right"],
                "gives": {"PLV": 3},
            },
        ),
        "Synchronize Up-Left, Up-Right 2 Command Materials: this card gets +3 PLV.",
    ),
    (
        "fade1",
        character(
            "x",
            plv=1,
            ability={
                "keyword": "Synchronize",
                "n": 2,
                "directions": ["Left", "Right"],
                "among": {"type": "Character"},
                "gives": {"PLV": 3},
            },
        ),
        "Synchronize Left, Right 2 Character cards: this card gets +3 PLV.",
    ),
    (
        "fade2",
        item("x", cost=2, do={"draw": 1}, ability={"keyword": "Overdrive", "cost": 3, "do": {"draw": 2}}),
        "Overdrive 3: draw 2 cards",
    ),
    (
        "fade2",
        character("x", plv=1, ability={"keyword": "Mystify", "cost": 2, "do": {"draw": 3}}),
        "Mystify 2: draw 3 cards.",
    ),
    ("fade2", character("x", plv=1, keywords={"Mystify": 1}), "Mystify 1."),
    (
        "fade2",
        skill("x", contingency={"on": "knocked-out", "of": "all characters"}, do={"draw": 1}),
        "Contingency (a Character is Knocked Out).",
    ),
    (
        "fade2",
        reaction("x", surprise={"on": "takes-damage", "of": "you", "min": 5}, do={"draw": 1}),
        "Trigger (you take 5 or more damage).",
    ),
    ("fade1", augment("x", hp=3, plv=1, keywords="Equip"), "Its bearer gets +3 HP and +1 PLV"),
    ("fade1", item("x", hp=3, keywords="Equip"), "Each Attack of its bearer takes 1 HP from it."),
    ("fade2", skill("x", do={"attack": 3, "label": "Energy"}), "Deal 3 Energy damage to an enemy."),
    (
        "fade2",
        item("x", targets="enemy characters", do={"damage": 3, "to": "target", "label": "Energy"}),
        "Deal 3 Energy damage to an enemy Character.",
    ),
    (
        "fade2",
        reaction("x", answers={"to": "attack", "label": ["Energy", "Physical"]}, do={"block": True}),
        "an Energy or Physical Attack",
    ),
    (
        "fade2",
        character(
            "x", plv=1, ability={"gives": {"damage taken": -1}, "attacks": {"label": "Energy", "kind": "any"}}
        ),
        "takes 1 less damage from Energy Attacks and abilities",
    ),
    ("fade2", character("x", plv=1, keywords={"Immune": ["Physical"]}), "Immune (Physical)."),
    ("fade2", reaction("x", answers="attack", do={"downgrade": True}), "Answer an Attack: downgrade it."),
    ("fade2", reaction("x", answers="anything", do={"prevent": True}), "Answer a Link: Prevent it."),
    ("fade2", character("x", plv=1, keywords={"Affinity": ["Fire", "Storm"]}), "Affinity (Fire, Storm)."),
    (
        "fade2",
        character(
            "x", plv=1, ability={"keyword": "Signature", "cost": 3, "activate": True, "do": {"attack": 4}}
        ),
        "Signature: pay 3 TP: deal 4 damage to an enemy.",
    ),
    *[
        ("fade2", item("x", targets="enemy characters", do={"control": "target", **until}), said)
        for until, said in (
            ({}, "of an enemy Character."),
            ({"until": "turn"}, "of an enemy Character this turn."),
            ({"until": "round"}, "of an enemy Character this round."),
        )
    ],
    *[
        ("fade2", zone("x", makes=makes), f"The cell over this card is {said}.")
        for makes, said in (("backup", "a Backup Zone"), ("attached", "an Equip Zone"))
    ],
    (
        "fade2",
        character("x", plv=1, keywords={"Friendship": ["Fire", "Water", 2]}),
        "Friendship 2 (Fire, Water).",
    ),
    (
        "fade2",
        command("x", directions=["Left", "Right"], ability={"activate": True, "do": {"draw": 1}}),
        "Command Materials (Left, Right). Activate: draw 1 card.",
    ),
    (
        "fade2",
        command(
            "x",
            directions=["Left"],
            needs=[{"n": 2, "element": "Fire", "type": "Character"}, {"type": "Augment"}],
            ability={"activate": True, "do": {"gain_tp": {"count": "materials"}}},
        ),
        "Command Materials (Left): 2 Fire Character cards and 1 Augment card. Activate: ",
    ),
]
"""An edition, a card, and what its text says."""


@pytest.mark.parametrize(("edition", "made", "text"), SAID, ids=[row[2] for row in SAID])
def test_cards_say_the_words_of_their_edition(edition: str, made: str, text: str) -> None:
    # Given such a card, then its text says so in plain English.
    said = rules_with(made, edition=edition).by_slug["x"].text
    assert text in said


def test_the_figures_of_a_character_stand_on_its_card() -> None:
    # Given a Character with CS, DEF and AGI, then its face and its lines show them.
    x = rules_with(character("x", hp=12, plv=4, def_=3, agi=1, cs=2), edition="fade1").by_slug["x"]
    face = printed(x)
    assert (face.cost, face.left, face.right) == ("2 CS", "12 HP 3 DEF", "4 PLV 1 AGI")
    assert "12 HP 3 DEF" in lines(x)[1]


@pytest.mark.parametrize(("edition", "said"), [("fade1", "2HP"), ("fade2", "1HP")])
def test_an_item_shows_the_hp_that_are_left(edition: str, said: str) -> None:
    # Given an Item of HP 4 that is hurt, with its bearer or by its uses, then its line and its detail say it.
    d = Duel(item("buckler", hp=4, keywords="Equip"), edition=edition)
    buckler = d.on(d.character(0), "buckler", 1)
    d.damage(buckler, 4 - int(said[0]))
    assert FADE.worth(d.s, buckler, d.s.code[buckler]) == f"Item {said}"
    assert f"HP {said[0]}/4" in FADE.detail(d.s, buckler, d.s.code[buckler])


def test_counters_and_keywords_are_marked_on_a_character() -> None:
    # Given Stunned, a Ghost Counter and Combo Potential 3, then the marks and the detail of each say so.
    d = Duel(character("runner", plv=3, agi=3), edition="fade1")
    x, y, runner = d.character(0), d.character(0), d.character(0, "runner")
    d.next_turn(0)
    d.counters(x, "Stunned", 1)
    d.counters(y, "Ghost", 1)
    assert [FADE.marks(d.s, h).split()[0] for h in (x, y, runner)] == ["St", "Gh1", "Co3"]
    assert "Stunned" in FADE.detail(d.s, x, d.s.code[x])
    assert "Combo Potential 3" in FADE.detail(d.s, runner, d.s.code[runner])


@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_a_command_and_its_materials_are_marked(edition: str) -> None:
    # Given Gate in Hand, then its line says where it looks for Materials, and what it costs.
    d = Duel(cards("gate", "topple"), edition=edition)
    gate = d.hand(0, "gate")
    assert FADE.worth(d.s, gate, d.rules.code_of("gate")) == "Cmd R/L 2TP"
    # When a Character and a Skill are laid beside it, then both are marked as Material, the Skill as idle.
    d.play(0, "play", gate, to(d, "c2"))
    squire, skill = d.fighter(0, "squire"), d.hand(0, "strike")
    d.play(0, "lay", squire, to(d, "c1"))
    d.play(0, "lay", skill, to(d, "c3"))
    for h, marks in ((squire, "mat"), (skill, "mat idle")):
        assert FADE.marks(d.s, h) == marks and "Command Material" in FADE.detail(d.s, h, d.s.code[h])
    assert "idle" in FADE.detail(d.s, skill, d.s.code[skill])
    # When Gate is gone, then the Skill is idle alone.
    d.quietly(0, "play", d.hand(0, "topple"), gate)
    assert "mat" not in FADE.marks(d.s, squire) and FADE.marks(d.s, skill) == "idle"


def test_what_lies_face_down_is_shown_to_its_owner() -> None:
    # Given a face-down Character, then its owner sees what is printed on it, and the others a hidden card.
    d = Duel(MASK, edition="fade2")
    mask, code = d.veiled(0, "mask", "c1"), d.rules.code_of("mask")
    assert FADE.worth(d.s, mask, code) == "4/9 3TP" and FADE.marks(d.s, mask) == "down"
    assert "face-down" in FADE.detail(d.s, mask, code) and FADE.detail(d.s, mask, 0) == "a hidden card"
    assert "Fi" in FADE.elements(d.s, mask, code)


MASK = character("mask", "Fire", cost=3, plv=4, keywords={"Mystify": 1})
TRICKSTER = character(
    "trickster", cost=2, plv=1, ability={"keyword": "Mystify", "cost": 2, "do": {"draw": 3}}
)


def question(d: Duel, kind: int) -> str:
    """The words of the next question of this kind."""
    d.until(kind)
    return FADE.question(d.s, d.s.asks[0], str)


def test_questions_say_what_is_asked() -> None:
    # Given a face-down Character that is attacked, then its player is asked whether to pay for it.
    d = Duel(MASK + TRICKSTER, edition="fade2")
    x, mask, trickster = d.character(0), d.veiled(1, "mask", "c1"), d.veiled(0, "trickster", "c2")
    d.play(0, "unveil", trickster)
    assert "Mystify 2" in question(d, CONFIRM)
    d.no(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, mask)
    assert question(d, CONFIRM) == "Pay 3 TP for Mask, or it is destroyed?"
    # Given one that tags out to an empty cell, then it is asked who takes the one that it left.
    d = Duel(character("runner", plv=3, keywords="Tag-Out"), edition="fade2")
    x = d.character(0, "runner", at="c1")
    for at in ("c2", "b2"):
        d.character(0, at=at)
    d.play(0, "tag", x, to(d, "b5"))
    assert question(d, PICK).endswith("to take the cell that Runner left")


def test_questions_say_who_comes_who_goes_and_who_is_hit() -> None:
    # Given an Attack that fells the only Character in front, then who steps forward is asked, and then at
    # whom the rest is aimed.
    cards = "".join(character(f"of-{n}", plv=3, cs=n) for n in (2, 3, 4))
    d = Duel(cards + skill("triple", do={"attack": 9, "hits": 3}), edition="fade1")
    x, y = d.character(0, "of-3"), d.character(1, "of-3")
    for slug in ("of-3", "of-4"):
        d.character(1, slug, True)
    triple = d.on(x, "triple")
    d.go(0, COMBAT)
    d.play(0, "use", triple, y)
    said = question(d, PICK)
    assert "to step forward" in said
    d.play(1, "pick", int(d.options(1)[0][1]))
    assert question(d, PICK).startswith("Choose a new target")
    # Given no room for one that is played, then it is asked who leaves for it.
    d = Duel(cards, edition="fade1")
    for _ in range(2):
        d.character(0, "of-3")
    d.play(0, "play", d.fighter(0, "of-2"), d.to("front"))
    assert "for others to have room" in question(d, PICK)


def test_questions_name_the_price_and_what_it_is_for() -> None:
    # Given a Character with 2 Curse Counters, then its player is asked for as many TP as its upkeep begins.
    d = Duel()
    d.counters(d.character(1), "Curse", 2)
    d.tp(1, 3)
    assert question(d, CONFIRM) == "Pay 2 TP for the Curse of Soldier, or it is imprisoned?"
    # Given a Skill with Replay 3 that has been used, then it is asked whether it is used again.
    d = Duel(skill("echo", cost=1, keywords={"Replay": 3}, do={"attack": 1}))
    x, y = d.character(0), d.character(1)
    echo = d.on(x, "echo")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "use", echo, y)
    assert question(d, CONFIRM) == "Pay 3 TP to Replay Echo?"


def test_moves_are_written_with_the_words_of_their_edition() -> None:
    # Given moves that F.A.R.O.E. has not, then each is written, and read as what it was.
    overdrive = {"keyword": "Overdrive", "cost": 2, "do": {"draw": 1}}
    d = Duel(
        (
            MASK
            + cards("gate", "scout-trap")
            + character("runner", plv=3, keywords="Tag-Out")
            + character("turncoat", plv=3, keywords="Neutrality")
            + skill("lunge", do={"attack": 2}, ability=overdrive)
        ),
        edition="fade2",
    )
    x, neutral = d.character(0, "runner", at="c1"), d.character(1, "turncoat", at="c1")
    d.character(0, at="b1")
    down, mask, lunge = d.veiled(0, "mask", "c2"), d.fighter(0, "mask"), d.on(x, "lunge")
    ambush, gate = d.hand(0, "scout-trap"), d.hand(0, "gate")
    d.s.ctrl[neutral] = 0
    for move, text in (
        (d.move("tag", x, to(d, "b4")), "tag c1 to=b4"),
        (d.move("veil", mask, to(d, "b2")), "veil f1 to=b2"),
        (d.move("unveil", down), "unveil c2"),
        (d.move("place", ambush, to(d, "a3")), "place h1 to=a3"),
        (d.move("play", gate, to(d, "a4")), "play h2 to=a4"),
        (d.move("lay", ambush, to(d, "c3")), "lay h1 to=c3"),
        (d.move("attack", neutral, d.body(1)), "attack p2.c1 p2"),
        (d.move("use", lunge, (KEY_AS, N_DRIVEN), d.body(1)), "use c1.1 as=overdrive p2"),
    ):
        assert notation.format_move(d.s, 0, move) == text
        assert notation.parse_move(d.s, 0, text) == move
    assert FADE.letters["g"] == "tag"
