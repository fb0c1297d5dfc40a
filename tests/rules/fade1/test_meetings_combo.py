"""Where Combo meets other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, skill

POTENTIAL = "Combo Potential"
CARDS = (
    cards("annul", "avert", "club-3", "gag", "riposte-1", "screen", "seize")
    + character("runner", hp=20, agi=3)
    + character("elder", hp=20, agi=5, level_up=["Runner"])
    + character("turncoat", hp=20, agi=2, keywords="Neutrality")
    + character("crumb", hp=1, plv=1)
    + skill("jab", rank="Special", do={"attack": 1})
    + skill("triple", rank="Hyper", do={"attack": 1, "hits": 3})
    + skill("daze", rank="Special", keywords="Stun", do={"attack": 1})
    + skill("knee", cost=1, rank="Special", keywords={"Combo": 1}, do={"attack": 1})
    + skill("spin", rank="Hyper", keywords={"Combo": 2}, do={"attack": 1})
    + skill("finish", rank="Ultra", keywords={"Combo": 1}, do={"attack": 1})
    + skill("again", rank="Special", keywords={"Combo": 1, "Replay": 1}, do={"attack": 1})
    + augment("boots", agi=2, keywords="Equip")
    + augment("spur", keywords="Equip", ability={"gives": {"AGI": 2}})
)


def match(slug: str, *slugs: str) -> tuple[Duel, int, int, list[int]]:
    """(a match, seat 0's Character, seat 1's Giant, the cards on the former) in seat 0's next Combat Step."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, slug), d.character(1, "giant")
    d.next_turn(0)
    found = [d.on(x, each) for each in slugs]
    d.go(0, COMBAT)
    return d, x, y, found


@pytest.mark.rule("fade1", "keyword.combo-details", "defend.prevent")
@pytest.mark.parametrize("answer", ["screen", "annul", "avert"])
def test_an_attack_that_was_stopped_is_followed_all_the_same(answer: str) -> None:
    # Given a Skill that is Blocked, Negated or Prevented, then a Combo card follows it.
    d, x, y, (jab, knee) = match("runner", "jab", "knee")
    stop = d.on(y, answer)
    d.play(0, "use", jab, y)
    d.quietly(1, "use", stop, -1)
    assert d.hp(y) == 20
    d.quietly(0, "use", knee, y)
    assert d.hp(y) == 19 and d.count(x, POTENTIAL) == 2


@pytest.mark.rule("fade1", "keyword.combo-details")
@pytest.mark.parametrize("answer", ["annul", "avert"])
def test_what_a_stopped_combo_card_has_cost_is_gone(answer: str) -> None:
    # Given a Combo card after a Normal Attack that is Negated or Prevented.
    d, x, y, (knee, finish) = match("runner", "knee", "finish")
    stop = d.on(y, answer)
    d.quietly(0, "attack", x, y)
    d.tp(0, 1)
    d.play(0, "use", knee, y)
    d.quietly(1, "use", stop, -1)
    # Then TP and Combo Potential are spent, and it was the latest attack: an Ultra card does not follow it.
    assert (d.tp_of(0), d.count(x, POTENTIAL), d.hp(y)) == (0, 2, 18)
    assert d.refused(0, "use", finish, y) == d.rule("combo")


@pytest.mark.rule("fade1", "combo.own-pool", "keyword.mute")
def test_mute_leaves_potential_and_face_down_cards_alone() -> None:
    # Given a Character with Combo Potential that is Muted, then it uses the Combo card attached to it.
    d, x, y, (knee,) = match("runner", "knee")
    d.on(x, "gag", 1)
    d.quietly(0, "attack", x, y)
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 2 and d.hp(y) == 20 - 2 - 1


@pytest.mark.rule("fade1", "combo.potential-set", "keyword.mute")
@pytest.mark.parametrize(("slug", "potential"), [("boots", 5), ("spur", 5)])
def test_agility_of_an_augment_counts_under_mute(slug: str, potential: int) -> None:
    # Given AGI 3 and an Augment that prints or gives 2 more on a Muted Character, when its turn starts.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "runner")
    d.on(x, slug, 1)
    d.on(x, "gag", 1)
    d.next_turn(0)
    # Then both count: Mute leaves figures alone, whatever gives them.
    assert d.count(x, POTENTIAL) == potential


@pytest.mark.rule("fade1", "combo.potential-set", "zone.control-change")
def test_who_changes_sides_keeps_its_potential_until_it_is_set_anew() -> None:
    # Given A's Character with 3 Combo Potential that B takes control of in B's turn.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "runner"), d.character(0, "giant")
    d.next_turn(0)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1 and d.count(x, POTENTIAL) == 3
    # Then it has not come into play: it attacks in B's turn, and a Combo card of B follows.
    knee = d.on(x, "knee")
    d.go(1, COMBAT)
    d.quietly(1, "attack", x, y)
    d.quietly(1, "use", knee, y)
    assert d.count(x, POTENTIAL) == 2
    # Then A's next turn leaves it alone, and B's sets it.
    d.next_turn(0)
    assert d.count(x, POTENTIAL) == 2
    d.next_turn(1)
    assert d.count(x, POTENTIAL) == 3


@pytest.mark.rule("fade1", "combo.entering-mid-turn", "keyword.level-up-carry-over")
def test_a_level_up_card_has_none_in_its_first_turn() -> None:
    # Given a Character with Combo Potential that is Levelled Up, then the card above it has none: that is no
    # Counter, and it has come into play in this turn.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "runner")
    d.next_turn(0)
    assert d.count(x, POTENTIAL) == 3
    elder = d.fighter(0, "elder")
    d.quietly(0, "play", elder, to(d, d.at(x)), x)
    assert d.count(elder, POTENTIAL) == 0
    d.next_turn(0)
    assert d.count(elder, POTENTIAL) == 5


@pytest.mark.rule("fade1", "combo.potential-set", "keyword.neutrality-control")
def test_the_potential_of_a_neutral_character_is_set_in_each_turn() -> None:
    # Given A's Neutral Character with AGI 2 that spends 1 in A's turn, when B's turn starts, then it has 2.
    d, n, y, (knee,) = match("turncoat", "knee")
    d.quietly(0, "attack", n, y)
    d.quietly(0, "use", knee, y)
    assert d.count(n, POTENTIAL) == 1
    d.next_turn(1)
    assert d.s.ctrl[n] == 1 and d.count(n, POTENTIAL) == 2


@pytest.mark.rule("fade1", "keyword.combo-details", "ko.overflow-answers")
def test_a_combo_card_follows_when_the_rest_is_over() -> None:
    # Given a Hyper Skill whose first hit fells its target, when the hits left have their Chain.
    d = Duel(CARDS, edition="fade1")
    x, y, crumb = d.character(0, "runner"), d.character(1, "giant"), d.character(1, "crumb")
    d.next_turn(0)
    triple, spin, riposte = d.on(x, "triple"), d.on(x, "spin"), d.on(y, "riposte-1")
    d.go(0, COMBAT)
    d.play(0, "use", triple, crumb)
    d.until(PICK)
    d.play(0, "pick", y)
    d.play(1, "use", riposte, -1)
    # Then no Combo card joins it; after it one of the same Rank follows.
    d.until_asked(0)
    assert d.refused(0, "use", spin, y) == d.rule("linked-attack")
    d.pass_all()
    assert d.hp(y) == 18
    d.quietly(0, "use", spin, y)
    assert d.count(x, POTENTIAL) == 1 and d.hp(y) == 17


@pytest.mark.rule("fade1", "keyword.combo-details", "keyword.stun-details")
def test_an_extra_attack_may_be_a_combo_card_that_follows_nothing() -> None:
    # Given a Special Stun Skill, then an Ultra Combo card does not follow it by Combo, but as the extra
    # attack.
    d, x, y, (daze, finish, knee) = match("runner", "daze", "finish", "knee")
    d.quietly(0, "use", daze, y)
    d.quietly(0, "use", finish, y)
    assert d.count(x, POTENTIAL) == 3
    # Then it was that attack, and a Special Combo card follows it.
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 2 and d.hp(y) == 17


@pytest.mark.rule("fade1", "keyword.stun-details", "keyword.combo", "keyword.combo-details")
def test_the_extra_attack_is_left_while_combo_pays() -> None:
    # Given a Stun Skill, then a Combo card spends Combo Potential, and the extra attack is there afterwards.
    d, x, y, (daze, knee) = match("runner", "daze", "knee")
    d.quietly(0, "use", daze, y)
    d.quietly(0, "use", knee, y)
    assert d.count(x, POTENTIAL) == 2
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "item.equip-item-counting", "keyword.combo-details")
def test_each_combo_card_is_a_use_of_an_equip_item() -> None:
    # Given an Equip Item with HP 3, when its bearer attacks and two Combo cards follow, then it is used up.
    d, x, y, (one, two) = match("runner", "knee", "knee")
    club = d.on(x, "club-3", 1)
    d.quietly(0, "attack", x, y)
    d.quietly(0, "use", one, y)
    assert d.hp(club) == 1
    d.quietly(0, "use", two, y)
    assert d.lies(club) == "discard"


@pytest.mark.rule("fade1", "laststand.limits-still-hold", "keyword.combo")
def test_a_player_in_the_last_stand_follows_with_combo_from_hand() -> None:
    # Given a Player in The Last Stand with AGI 2 of an Augment, when their turn starts.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "giant")
    d.on(d.body(0), "boots", 1)
    d.next_turn(0)
    knee, jab = d.hand(0, "knee"), d.hand(0, "jab")
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    # Then after a Normal Attack a Combo Skill from Hand follows, of their own potential.
    assert d.refused(0, "use", jab, y) == d.rule("one-attack")
    d.quietly(0, "use", knee, y)
    assert d.count(d.body(0), POTENTIAL) == 1 and d.lies(knee) == "discard"


@pytest.mark.rule("fade1", "keyword.combo", "keyword.replay")
def test_a_replayed_combo_card_spends_nothing_again() -> None:
    # Given a Combo card with Replay after a Normal Attack, when its Replay is paid for.
    d, x, y, (again,) = match("runner", "again")
    d.quietly(0, "attack", x, y)
    d.tp(0, 1)
    d.play(0, "use", again, y)
    d.until(CONFIRM)
    d.yes(0)
    d.pass_all()
    # Then it has hit twice, for 1 Combo Potential.
    assert d.hp(y) == 20 - 2 - 1 - 1 and d.count(x, POTENTIAL) == 2 and d.tp_of(0) == 0
