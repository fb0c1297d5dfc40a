"""The rules of damage: its types, its Counters, healing and its sources (topic damage)."""

from __future__ import annotations

from typing import Any

import pytest

from fadenet.console.faces import fade_moves
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, item, reaction, skill

CARDS = (
    cards("boost", "deflection", "plate-mail", "refusal", "riposte")
    + skill("two", cost=1, do={"attack": 2})
    + skill("nine", cost=1, do={"attack": 9})
    + item("balm", cost=0, do={"heal": 5})
)

POWER = augment("power", keywords="Equip", ability={"gives": {"damage": 2}})

OLDER = (
    CARDS
    + cards("beam-3", "crush-4", "downgrade", "fist-3", "plain-four", "ward-off")
    + skill("piercing", do={"attack": 4, "type": "Unblockable"})
    + skill("riddle", do={"attack": 3})
    + reaction("parry", answers={"to": "attack", "label": "Physical"}, do={"block": True})
    + reaction("damper", answers={"to": "attack", "label": "Energy"}, do={"negate": True})
    + reaction("answer", answers={"to": "attack", "label": "Unknown"}, do={"block": True})
)


@pytest.mark.editions("damage.vs-hp", fade2="damage.to-hp", fade1="damage.plv-against-def")
def test_damage_goes_straight_against_hp(edition: str) -> None:
    # Given a target with 7 HP and an attacker with 4 PLV.
    d = Duel(CARDS, edition=edition)
    x, other, y, z = d.character(0), d.character(0), d.character(1), d.character(1)
    d.on(x, "edge", face=1)
    d.on(other, "edge", face=1)
    d.damage(y, 3)
    d.damage(z, 3)
    skill = d.on(other, "two")
    d.go(0, COMBAT)
    # When it performs its Normal Attack, then 2 HP are left.
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 2
    # When another one of 4 PLV uses a Skill 'deal 2 damage' instead, then 5 HP are left: PLV adds nothing.
    d.quietly(0, "use", skill, z)
    assert d.hp(z) == 5


@pytest.mark.editions("damage.heal", fade2="damage.healing", fade1="value.hp-maximum")
def test_healing_stops_at_the_full_value(edition: str) -> None:
    # Given a Player with 2 Damage Counters, when the Player heals 5, then HP are those of the start.
    d = Duel(CARDS, edition=edition)
    d.damage(d.body(0), 2)
    d.quietly(0, "play", d.hand(0, "balm"))
    assert d.hp(d.body(0)) == d.rules.figures.starting_hp and d.count(d.body(0), "Damage") == 0
    # Given a Character with 8 HP and 3 Damage Counters that gains '+2 HP', then it has 7 of 10 HP.
    x = d.character(0)
    d.counters(x, "Damage", 5)
    d.quietly(0, "play", d.hand(0, "boost"), x)
    assert d.hp(x) == 12 - 5 and d.count(x, "Damage") == 5


@pytest.mark.editions("damage.no-overflow", fade2="ko.overflow", fade1="ko.no-damage-carry")
def test_damage_beyond_the_last_hp_is_lost(edition: str) -> None:
    # Given a Character with 2 HP, another one beside it, and a Player unhurt.
    d = Duel(CARDS, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    d.damage(y, 8)
    skill = d.on(x, "nine")
    d.go(0, COMBAT)
    # When the Character takes 9 damage, then it is Knocked Out and nobody else takes any; the Player loses
    # no more than what a Knock Out costs there.
    d.quietly(0, "use", skill, y)
    assert d.lies(y) == "discard" and not d.count(z, "Damage")
    assert [row[ROW_CARD] for row in d.happened("takes-damage")] == [y]
    assert d.count(d.body(1), "Damage") == {"nothing": 0, "Level": 3}[d.rules.edition.damage.knock_out_costs]


WITHSTOOD = {
    "fade2": {"piercing": ("guard", "deflection"), "crush-4": ("guard", "deflection", "refusal", "riposte")},
    "fade1": {"piercing": ("guard",), "crush-4": ("guard", "deflection", "refusal", "riposte")},
}
"""By edition and Attack, Unblockable or Relentless, the Reactions that do nothing against it."""
_SAID = {"guard": "Block", "deflection": "Deflect", "refusal": "Negate", "riposte": "a Counter-hit"}
WARNINGS = {
    (answer, skill): f"{word} does nothing against {kind} damage"
    for answer, word in _SAID.items()
    for skill, kind in (("piercing", "Unblockable"), ("crush-4", "Relentless"))
}
"""The hint about a Reaction that would be spent for nothing."""


def warning(d: Duel, seat: int, verb: str, *arguments: Any) -> str:
    """The hint of the program about a move before it is made."""
    return fade_moves.remark(d.s, seat, d.move(verb, *arguments), d.dealer.known[seat].__getitem__)


@pytest.mark.editions(fade2="damage.class-matrix", fade1="damage.class-strength")
@pytest.mark.parametrize("skill", ["plain-four", "piercing", "crush-4"])
@pytest.mark.parametrize(
    ("answer", "target", "dealt"),
    [
        ("guard", False, (0, 0, 0)),
        ("deflection", True, (0, 4, 0)),
        ("refusal", False, (0, 0, 0)),
        ("ward-off", False, (0, 0, 0)),
        ("riposte", False, (4, 0, 2)),
    ],
)
def test_what_works_against_which_class(
    skill: str, answer: str, target: bool, dealt: tuple[int, ...], edition: str
) -> None:
    # Given an Attack of 4 of a class, and a Block, Deflect, Negate, Prevent or Counter-hit of 2.
    d = Duel(OLDER, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    attack, card = d.on(x, skill), d.on(y, answer)
    d.go(0, COMBAT)
    # When it is linked and resolves, then it works or its card is just spent.
    d.play(0, "use", attack, y)
    works = answer not in WITHSTOOD[edition].get(skill, ())
    # (and in that case the program says so before)
    assert warning(d, 1, "use", card, -1, *[z] * target) == ("" if works else WARNINGS[answer, skill])
    d.quietly(1, "use", card, -1, *[z] * target)
    assert tuple(d.count(h, "Damage") for h in (y, z, x)) == (dealt if works else (4, 0, 0))
    assert d.lies(card) == "discard"


@pytest.mark.editions(fade2="keyword.unblockable-damage", fade1="keyword.unblockable-damage")
@pytest.mark.editions(fade2="keyword.relentless-damage", fade1="keyword.relentless-damage")
@pytest.mark.parametrize(("skill", "shielded"), [("piercing", True), ("crush-4", False)])
def test_a_shield_counter_negates_what_negate_works_on(skill: str, shielded: bool, edition: str) -> None:
    # Given an Attack of 4 on a Character with a Shield Counter, then that stops what is Unblockable, and is
    # still there where damage is Relentless.
    d = Duel(OLDER, edition=edition)
    x, y = d.character(0), d.character(1)
    attack = d.on(x, skill)
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.quietly(0, "use", attack, y)
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == ((0, 0) if shielded else (4, 1))


@pytest.mark.editions(fade2="damage.downgrade", fade1="damage.downgrade")
@pytest.mark.parametrize(("times", "answer", "dealt"), [(1, "refusal", 0), (1, "guard", 4), (2, "guard", 0)])
def test_a_downgraded_attack_is_open_to_more(times: int, answer: str, dealt: int, edition: str) -> None:
    # Given link 1 a Relentless attack on B, link 2 a Negate or Block by B, and a downgrade by C or two.
    d = Duel(OLDER, seats=4, edition=edition)
    x, y = d.character(0), d.character(1)
    attack, card = d.on(x, "crush-4"), d.on(y, answer)
    helpers = [d.on(d.character(seat), "downgrade") for seat in (2, 3)][:times]
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1)
    for seat, weaken in zip((2, 3), helpers, strict=False):
        d.until_asked(seat)
        d.play(seat, "use", weaken, -1)
    # When the Chain resolves, then the attack is a class lower for each.
    d.pass_all()
    assert d.count(y, "Damage") == dealt and len(d.happened("downgraded")) == times


@pytest.mark.editions(fade2="keyword.basic-damage", fade1="keyword.basic-damage")
def test_damage_of_no_named_class_is_basic_and_stays_so(edition: str) -> None:
    # Given a Skill with no class printed, when it is downgraded and Blocked, then its damage is 0.
    d = Duel(OLDER, seats=3, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(2)
    attack, card, weaken = d.on(x, "plain-four"), d.on(y, "guard"), d.on(z, "downgrade")
    d.go(0, COMBAT)
    d.play(0, "use", attack, y)
    d.play(1, "use", card, -1)
    d.until_asked(2)
    d.quietly(2, "use", weaken, -1)
    assert d.count(y, "Damage") == 0


@pytest.mark.editions(fade2="damage.type-physical", fade1="damage.type-physical")
@pytest.mark.editions(fade2="damage.type-energy", fade1="damage.type-energy")
@pytest.mark.editions(fade2="damage.type-unknown", fade1="damage.type-unknown")
@pytest.mark.parametrize(
    ("skill", "fits"), [("", "parry"), ("fist-3", "parry"), ("beam-3", "damper"), ("riddle", "answer")]
)
def test_an_answer_that_names_a_type_fits_that_type_alone(skill: str, fits: str, edition: str) -> None:
    # Given a Normal Attack or a Skill, and Reactions that each answer one damage type.
    d = Duel(OLDER, edition=edition)
    x, y = d.character(0), d.character(1)
    attack = d.on(x, skill) if skill else 0
    answers = {slug: d.on(y, slug) for slug in ("parry", "damper", "answer")}
    d.go(0, COMBAT)
    d.play(0, *(("use", attack, y) if skill else ("attack", x, y)))
    # Then only the one of its type may be flipped, and works.
    for slug, card in answers.items():
        if slug != fits:
            assert d.refused(1, "use", card, -1) == d.rule("which-link")
    d.quietly(1, "use", answers[fits], -1)
    assert d.count(y, "Damage") == 0


@pytest.mark.editions(fade2="damage.types-matter", fade1="damage.types")
def test_a_type_changes_nothing_by_itself(edition: str) -> None:
    # Given attacks of 3 of each type, when they hit the same kind of target, then each takes 3.
    d = Duel(OLDER, edition=edition)
    targets = [d.character(1) for _ in range(3)]
    skills = [d.on(d.character(0), slug) for slug in ("fist-3", "beam-3", "riddle")]
    d.go(0, COMBAT)
    for used, y in zip(skills, targets, strict=True):
        d.quietly(0, "use", used, y)
    assert [d.count(y, "Damage") for y in targets] == [3, 3, 3]


@pytest.mark.editions("damage.alter", fade2="damage.modifiers", fade1="damage.altered-by-cards")
def test_damage_of_every_class_is_lowered_and_raised(edition: str) -> None:
    # Given an Attack of 5 of the strongest class, and a target that takes 2 less damage.
    strongest = {"faroe": "True", "fade2": "Relentless", "fade1": "Relentless"}[edition]
    truth = skill("truth", cost=1, do={"attack": 5, "type": strongest})
    d = Duel(CARDS + truth + POWER, edition=edition)
    x, strong, y, z = d.character(0), d.character(0), d.character(1), d.character(1)
    d.on(y, "plate-mail", face=1)
    one, two = d.on(x, "truth"), d.on(strong, "truth")
    d.on(strong, "power", face=1)
    d.go(0, COMBAT)
    # When it hits, then 3 damage are dealt.
    d.quietly(0, "use", one, y)
    assert d.hp(y) == 7
    # An attacker whose Attacks deal 2 more deals 7.
    d.quietly(0, "use", two, z)
    assert d.hp(z) == 3
