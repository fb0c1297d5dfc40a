"""The rules of numbers: least values, order of changes, rounding, costs, what is public (topic value)."""

from __future__ import annotations

import pytest

from fadenet.engine.looking import looked_at
from fadenet.engine.state import ATTACHED, ROW_EVENT
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, ELEMENTS, HAND, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("armor", "attack-5", "husk", "plv-tonic")
    + character("feeble", level=1, hp=10, plv=1)
    + character("master", "Fire", level=1, hp=10, keywords={"Mastery": ["Null"]})
    + skill("swing", do={"attack": {"stat": "PLV", "of": "user"}})
    + augment("power", keywords="Equip", ability={"gives": {"damage": 1}})
    + character("mirror-self", level=1, hp=10, ability={"gives": {"PLV": {"stat": "PLV", "of": "this"}}})
    + character(
        "meek",
        level=1,
        hp=10,
        ability={"gives": {"PLV": 2}, "if": {"is": "this", "at_most": {"of": "PLV", "n": 2}}},
    )
    + character("herd", level=1, hp=10, ability={"gives": {"PLV": {"stat": "PLV", "of": "your characters"}}})
    + character(
        "chameleon",
        "Fire",
        level=1,
        hp=10,
        ability={
            "gives": {"Infused": ["Water"]},
            "if": {"elements_among": "your characters", "all": ["Fire"]},
        },
    )
    + skill("toll", cost=3, do={"attack": 1})
    + item("drain-tp", name="Leech", cost=0, do={"lose_tp": 5})
)


@pytest.mark.editions("value.minimum", fade2="value.floors", fade1="value.floors")
def test_plv_never_counts_below_zero_but_the_sum_is_kept(edition: str) -> None:
    # Given a Character with 1 PLV and 3 Drain Counters, then its PLV counts as 0.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "feeble"), d.character(1)
    d.counters(x, "Drain", 3)
    assert d.plv(x) == 0
    # When it gains 2 PLV the sum is 0; with 2 more it is 2.
    d.on(x, "edge", face=1)
    assert d.plv(x) == 0
    d.on(x, "edge", face=1)
    assert d.plv(x) == 2
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 8


@pytest.mark.editions("value.minimum", fade2="value.floors", fade1="value.floors")
def test_damage_and_tp_never_go_below_zero(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "feeble"), d.character(1)
    d.on(y, "armor", face=1)
    d.on(y, "armor", face=1)
    d.tp(1, 3)
    d.quietly(0, "play", d.hand(0, "drain-tp"))
    assert d.tp_of(1) == 0
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 10


@pytest.mark.parametrize("less", [-6, {"plus": [-8, 2]}, {"times": [-3, {"min": [2, 5]}]}])
@pytest.mark.editions("value.minimum", fade2="value.floors", fade1="value.floors")
def test_damage_that_printed_hp_outlast_fells_who_has_fewer(edition: str, less: object) -> None:
    # Given a Character with 5 of 10 HP left, when a card, however it says so, takes away 6, then it falls.
    weight = augment("weight", keywords="Equip", ability={"gives": {"HP": less}})
    d = Duel(CARDS + weight, edition=edition)
    d.character(0, "feeble")
    y = d.character(1)
    d.damage(y, 5)
    d.on(y, "weight", face=1)
    d.quietly(0, "play", d.hand(0, "drain-tp"))
    assert d.where(y).startswith("Discard Pile")


@pytest.mark.editions("value.modifier-order", fade2="damage.modifiers", fade1="damage.order-of-changes")
def test_own_changes_then_doubling_then_the_target(edition: str) -> None:
    # Given PLV 2 and 2 more (4), Mastery that applies, and a target that takes 1 less damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "master"), d.character(1)
    d.on(x, "edge", face=1)
    d.on(y, "armor", face=1)
    swing = d.on(x, "swing")
    d.go(0, COMBAT)
    # When a Skill of as much damage as the PLV hits, then it deals 4 x 2 - 1 = 7.
    d.quietly(0, "use", swing, y)
    assert d.hp(y) == 3


@pytest.mark.editions("value.modifier-order", fade2="damage.modifiers", fade1="damage.order-of-changes")
def test_halving_takes_its_place_between_the_two_sides(edition: str) -> None:
    # Given PLV 2 and 1 more damage dealt, doubled, halved by the target, which then takes 1 less.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "master"), d.character(1)
    d.on(y, "armor", face=1)
    d.on(y, "husk", face=1)
    d.on(x, "power", face=1)
    swing = d.on(x, "swing")
    d.go(0, COMBAT)
    d.quietly(0, "use", swing, y)
    # Then it deals (2 + 1) x 2 / 2 - 1 = 2, whatever came into play first.
    assert d.hp(y) == 8


@pytest.mark.editions("value.costs", fade2="attack.card-cost", fade1="attack.card-cost")
def test_characters_share_their_players_tp(edition: str) -> None:
    # Given 5 TP and two Characters with Skills of Cost 3.
    d = Duel(CARDS, edition=edition)
    a, b, y = d.character(0), d.character(0), d.character(1)
    one, two = d.on(a, "toll"), d.on(b, "toll")
    d.tp(0, 5)
    d.go(0, COMBAT)
    # When the first Skill is used, then 2 TP are left and the second cannot be used.
    d.quietly(0, "use", one, y)
    assert d.tp_of(0) == 2
    assert d.refused(0, "use", two, y) == d.rule("too-dear")


@pytest.mark.editions("value.public", fade2="card.hidden-information", fade1="setup.hidden-information")
def test_counts_are_public_and_faces_are_not(edition: str) -> None:
    # Given A with 3 TP, 6 cards in Hand and a face-down card on a Character.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.tp(0, 3)
    hand = [d.hand(0, "attack-5") for _ in range(6)]
    skill = d.on(x, "attack-5")
    d.on(y, "guard")
    # When B inspects A's side, then B sees 3 TP, 6 cards and one face-down card, and no card face.
    assert d.tp_of(0) == 3 and d.size(0, HAND) == 6
    assert [k for k in d.s.kids[x] if d.s.role[k] == ATTACHED and not d.s.face[k]] == [skill]
    assert not any(d.s.code[h] or h in d.dealer.known[1] for h in (*hand, skill))
    # When A uses the face-down card, then B sees it before anything of it happens.
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    assert d.asked() == [1] and d.rules.cards[d.s.code[skill]].name == "Attack 5" and d.hp(y) == 10
    events = [d.rules.events[row[ROW_EVENT]] for row in d.log]
    assert events.index("opened") < events.index("used") < events.index("linked")


@cited(("value.duration", "value.duration"))
def test_a_change_without_a_stated_end_lasts_for_the_turn(edition: str) -> None:
    # Given an Item "+2 PLV to a Character" and an Augment of +2 PLV.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.on(x, "edge", face=1)
    d.quietly(0, "play", d.hand(0, "plv-tonic"), x)
    assert d.plv(x) == 7
    # When the turn ends, then the Item's bonus is gone, the Augment's is not.
    d.go(0, AFTERMATH)
    assert d.plv(x) == 7
    d.go(1, PREPARATION)
    assert d.plv(x) == 5


@pytest.mark.editions("value.own-effect", fade2="value.own-effect", fade1="value.own-effect")
def test_an_effect_asks_for_a_value_without_itself(edition: str) -> None:
    """given effects that ask for the very PLV that they change, then each is told it without itself, whether
    the state is being looked at or not."""
    for slug in ("mirror-self", "meek"):
        d = Duel(CARDS, edition=edition)
        x = d.character(0, slug)
        assert values.plv(d.s, x) == looked_at(d.s, values.plv, x) == 4


@pytest.mark.editions("value.own-effect", fade2="value.own-effect", fade1="value.own-effect")
def test_effects_that_ask_for_each_other_come_to_an_end(edition: str) -> None:
    """given Characters each of whom gets PLV equal to that of all, then each is told without those that ask
    already: of two, one is told its own 2 and the 6 of the other, told 2 and 2; a crowd is counted soon."""
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "herd"), d.character(0, "herd")
    assert values.plv(d.s, x) == values.plv(d.s, y) == looked_at(d.s, values.plv, x) == 10
    for _ in range(2):
        d.character(0, "herd")
    plv = values.plv(d.s, x)
    assert looked_at(d.s, values.plv, x) == plv > 10


@pytest.mark.editions("value.own-effect", fade2="value.own-effect", fade1="value.own-effect")
def test_what_gives_an_element_may_ask_for_elements(edition: str) -> None:
    """given a Fire Character that is Infused with Water while there is Fire among one's own, then it is."""
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "chameleon")
    water = 1 << ELEMENTS.index("Water")
    assert natures.elements(d.s, x) == looked_at(d.s, natures.elements, x) == water


@pytest.mark.editions("value.costs", fade2="attack.card-cost", fade1="attack.card-cost")
def test_what_cannot_pay_all_its_costs_is_not_used_at_all(edition: str) -> None:
    # Given an ability that costs 1 TP and 2 Counters of its card.
    press = {"activate": True, "cost": 1, "spend": {"Fracture": 2}, "do": {"draw": 1}}
    d = Duel(character("press", plv=1, ability=press), edition=edition)
    x = d.character(0, "press")
    d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 1)
    # With 1 Counter, or without TP, it is not used, and nothing is paid; with both all is paid at once.
    d.counters(x, "Fracture", 1)
    assert not d.can(0, "activate", x)
    d.counters(x, "Fracture", 1)
    d.tp(0, 0)
    assert not d.can(0, "activate", x)
    d.tp(0, 1)
    d.play(0, "activate", x)
    assert (d.tp_of(0), d.count(x, "Fracture")) == (0, 0)
