"""HP that cards take or are paid with, which is not damage, in the 60-card edition (topic damage)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("annul", "avert", "gag", "hero-5")
    + character("wall", level=4, hp=10, plv=1, def_=3)
    + character("brittle", hp=10, plv=1, keywords="Concussion")
    + character("willing", hp=2, plv=1, keywords="Willpower")
    + character("aloof", hp=10, plv=1, keywords={"Immune": ["Items"]})
    + character("mask", plv=1, keywords={"Mystify": 1})
    + character("mourner", hp=20, plv=1, ability={"keyword": "Vengeance", "do": {"heal": 3, "of": "you"}})
    + character("broker", plv=1, ability={"activate": True, "cost": 1, "pay_hp": 2, "do": {"draw": 1}})
    + augment(
        "ledger",
        cost=0,
        keywords="Equip",
        attach="all fighters",
        ability=[
            {"on": "takes-damage", "of": "your fighters", "do": {"draw": 1}},
            {"on": "damage-counters", "of": "your fighters", "do": {"draw": 1}},
            {"on": "counter-put", "of": "your fighters", "do": {"draw": 1}},
        ],
    )
    + augment(
        "cushion", cost=0, keywords="Equip", attach="all fighters", ability={"gives": {"damage taken": -3}}
    )
    + item("bleed", cost=0, targets="all fighters", do={"lose_hp": 3, "of": "target"})
    + item("drain", cost=0, do={"lose_hp": 4, "of": "all players"})
    + item("balm", cost=0, targets="all fighters", do={"heal": 2, "of": "target"})
    + item("drought", cost=0, do={"lose_hp": 3, "of": "enemy characters"})
    + item("draft", cost=0, pay_hp=4, do={"draw": 2})
    + skill("vein", pay_hp=3, do={"attack": 4})
    + reaction("tourniquet", answers="attack", pay_hp=5, do={"block": True})
)

LOSS = pytest.mark.rule("fade1", "damage.loss-is-not-damage")
IN_FULL = pytest.mark.rule("fade1", "timing.as-much-as-possible")


def duel(seats: int = 2, format: str = "") -> Duel:
    d = Duel(CARDS, seats=seats, format=format, edition="fade1")
    d.character(1, "hero-5", at="c5")
    return d


# HP that are lost.


@LOSS
@pytest.mark.parametrize("whose", ["player", "character"])
def test_nothing_lowers_a_loss_and_nothing_hears_of_damage(whose: str) -> None:
    # Given a Character or Player with DEF, less damage taken, and all that hears of damage and Counters.
    d = duel()
    y = d.character(1, "wall", at="c1") if whose == "character" else d.body(1)
    d.on(y, "cushion", 1)
    d.on(d.body(1), "ledger", 1)
    hp, hand = d.hp(y), d.size(1, HAND)
    # When 3 HP are lost, then it has 3 less and nothing is triggered; they stay lost until HP are given back.
    d.quietly(0, "play", d.hand(0, "bleed"), y)
    assert d.hp(y) == hp - 3 and d.size(1, HAND) == hand
    assert [row[-1] for row in d.happened("loses-hp")] == [3] and not d.happened("counter-put")
    d.next_turn(1)
    assert d.hp(y) == hp - 3
    d.quietly(1, "play", d.hand(1, "balm"), y)
    assert d.hp(y) == hp - 1
    assert not invariants.fault(d.s)


@LOSS
@pytest.mark.rule("fade1", "keyword.effect-immune")
@pytest.mark.parametrize(("slug", "left"), [("brittle", 7), ("aloof", 10)])
def test_concussion_is_not_about_a_loss_and_immune_is(slug: str, left: int) -> None:
    # Given a Character with Concussion and one Immune to Items, when an Item makes all lose 3 HP, then the
    # latter keeps them, and neither is Knocked Out.
    d = duel()
    y = d.character(1, slug, at="c1")
    d.quietly(0, "play", d.hand(0, "drought"))
    assert d.lies(y) == "front" and d.hp(y) == left


@LOSS
@pytest.mark.rule("fade1", "keyword.willpower", "keyword.vengeance")
def test_a_character_without_hp_is_knocked_out_by_a_loss() -> None:
    # Given a Character of 2 HP with Willpower beside one with Vengeance, when it loses 3 HP, then it is
    # Knocked Out, for that was no hit, and the other's effect happens.
    d = duel()
    y = d.character(1, "willing", at="c1")
    d.character(1, "mourner", at="c2")
    d.leave(d.body(1), 40)
    d.quietly(0, "play", d.hand(0, "bleed"), y)
    assert d.lies(y) == "discard" and d.hp(d.body(1)) == 43


@LOSS
@pytest.mark.parametrize(("hp", "over"), [((4, 9), (2, 1)), ((4, 4), (1, 1)), ((5, 5), ())])
def test_players_lose_hp_at_the_same_moment(hp: tuple[int, int], over: tuple[int, ...]) -> None:
    # Given two Players, when both lose 4 HP, then those without any have lost together, and with 1 left the
    # match goes on.
    d = duel()
    for seat in (0, 1):
        d.leave(d.body(seat), hp[seat])
    d.quietly(0, "play", d.hand(0, "drain"))
    assert (d.s.over[0] if d.s.over else ()) == over


@LOSS
@pytest.mark.rule("fade1", "format.teams")
def test_one_of_a_team_may_be_out_by_a_loss_in_the_middle_of_a_chain() -> None:
    # Given two teams, and seat 2 with 4 HP, when all Players lose 4 while a partner holds an answer, then
    # seat 2 is out, the others have 4 less, and its partner plays on.
    d = duel(4, format="teams")
    d.leave(d.body(1), 4)
    hp = [d.hp(d.body(seat)) for seat in range(4)]
    d.quietly(0, "play", d.hand(0, "drain"))
    assert d.s.out == (1,)
    assert [d.hp(d.body(seat)) for seat in (0, 2, 3)] == [hp[seat] - 4 for seat in (0, 2, 3)]
    assert not d.s.over and not invariants.fault(d.s)


@LOSS
@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_what_lies_face_down_is_turned_up_before_it_loses_hp() -> None:
    # Given a face-down Character, when all enemy Characters lose 3 HP, then it is turned up first, and loses
    # them once.
    d = duel()
    mask = d.veiled(1, "mask", at="c1")
    d.quietly(0, "play", d.hand(0, "drought"))
    assert (
        d.s.face[mask]
        and d.hp(mask) == 6
        and len([row for row in d.happened("loses-hp") if row[ROW_CARD] == mask]) == 1
    )


# HP that are paid.


@LOSS
@IN_FULL
@pytest.mark.parametrize("slug", ["vein", "draft", "broker"])
def test_hp_are_paid_beside_tp_and_in_full(slug: str) -> None:
    # Given what costs 3, 4 or 2 HP, then with one less it is refused, and with one more it is used, and that
    # one is left, whatever DEF there is.
    price = {"vein": 3, "draft": 4, "broker": 2}[slug]
    d = duel()
    d.on(d.body(0), "cushion", 1)
    x, y = d.character(0, "broker" if slug == "broker" else "hero-5"), d.character(1, "hero-5", at="c1")
    line: tuple[int, ...] = (x,)
    if slug != "broker":
        line = (d.on(x, "vein"), y) if slug == "vein" else (d.hand(0, "draft"),)
    verb = {"vein": "use", "draft": "play"}.get(slug, "activate")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.leave(d.body(0), price - 1)
    assert not d.can(0, verb, *line)
    assert d.refused(0, verb, *line) == d.rule(reasons.HP_TOO_DEAR)
    d.leave(d.body(0), price + 1)
    assert d.can(0, verb, *line)
    d.play(0, verb, *line)
    assert d.hp(d.body(0)) == 1 and d.happened("loses-hp")[-1][-1] == price
    assert d.tp_of(0) == 5 - (slug == "broker")
    d.pass_all()
    assert not d.s.over and all(row[ROW_CARD] != d.body(0) for row in d.happened("takes-damage"))


@LOSS
def test_the_last_hp_may_be_paid_and_that_is_the_end() -> None:
    # Given a Player with 4 HP, when an Item is played for 4, then the Player has lost before it resolves.
    d = duel()
    d.leave(d.body(0), 4)
    d.play(0, "play", d.hand(0, "draft"))
    assert d.s.over == ((2, 1), d.rule(reasons.NO_HP)) and d.size(0, HAND) == 0


@LOSS
@pytest.mark.rule("fade1", "win.elimination-chain")
def test_who_pays_the_last_hp_for_an_answer_is_out_and_the_others_go_on() -> None:
    # Given three Players, when the one attacked answers for the last 5 HP, then that one is out, its Block
    # does nothing, and the attacker's turn goes on.
    d = duel(3)
    x, y = d.character(0, "hero-5"), d.character(1, "wall", at="c1")
    d.character(2, "hero-5")
    block = d.on(y, "tourniquet")
    d.leave(d.body(1), 5)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", block, -1)
    assert 1 in d.s.out and not d.s.over and not d.happened("blocked")
    assert d.s.active == 0 and not invariants.fault(d.s)


@LOSS
@IN_FULL
@pytest.mark.parametrize("answer", ["annul", "avert"])
def test_what_was_paid_stays_paid(answer: str) -> None:
    # Given a Skill that costs 3 HP, when it is Negated or Prevented, then they are paid all the same.
    d = duel()
    x, y = d.character(0, "hero-5"), d.character(1, "wall", at="c1")
    vein, card = d.on(x, "vein"), d.on(y, answer)
    d.go(0, COMBAT)
    hp = d.hp(d.body(0))
    d.play(0, "use", vein, y)
    d.quietly(1, "use", card, -1)
    assert d.hp(d.body(0)) == hp - 3 and d.hp(y) == 10


@LOSS
@pytest.mark.rule("fade1", "keyword.mute")
def test_the_muted_pay_nothing() -> None:
    # Given a Muted Character with an ability that costs HP, then that is refused for Mute, not for the HP.
    d = duel()
    x = d.character(0, "broker")
    d.on(x, "gag", 1)
    d.leave(d.body(0), 1)
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x) == d.rule(reasons.MUTE)


# The words.


def test_the_text_says_it() -> None:
    # Given these cards, then their text says what is lost and paid.
    rules = rules_with(CARDS, edition="fade1")
    assert rules.by_slug["drain"].text == "Each Player loses 4 HP."
    assert rules.by_slug["vein"].text == "Pay 3 HP to use this card. Deal 4 damage to an enemy."
    assert rules.by_slug["draft"].text == "Pay 4 HP to play this card. Draw 2 cards."
    assert rules.by_slug["broker"].text == "Pay 1 TP and 2 HP: draw 1 card."


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (augment("odd", cost=0, pay_hp=1, keywords="Equip", attach="all fighters"), "used up"),
        (item("odd", cost=0, pay_hp=1, keywords="Equip", attach="all fighters"), "used up"),
        (skill("odd", pay_hp=1, keywords={"Buildup": 1}, do={"attack": 1}), "used up"),
        (skill("odd", pay_hp=100, do={"attack": 1}), "0 to 99"),
        (character("odd", plv=1, ability={"on": "enters", "pay_hp": 1, "do": {"draw": 1}}), "activated"),
    ],
)
def test_hp_are_not_paid_for_anything_else(made: str, why: str) -> None:
    # Given a card that says so, then it is refused.
    with pytest.raises(LoadError, match=why):
        rules_with(made, edition="fade1")


@pytest.mark.parametrize("edition", ["fade2", "faroe"])
@pytest.mark.parametrize(
    "made", [item("odd", cost=0, do={"lose_hp": 1}), skill("odd", pay_hp=1, do={"attack": 1})]
)
def test_no_other_book_speaks_of_it(made: str, edition: str) -> None:
    # Given an edition in whose book HP are lost by damage alone, then its cards have neither word.
    with pytest.raises(LoadError, match=r"lose_hp|paid"):
        rules_with(made, edition=edition)
