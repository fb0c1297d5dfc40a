"""Where the one attack of a turn meets other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders import meetings
from tests.builders.meetings import Change
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    meetings.CARDS
    + meetings.bearer("twin", keywords={"Multistrike": 1})
    + meetings.bearer("brute", ability={"activate": True, "do": {"attack": 2}})
    + cards("annul", "combo-jab", "daze-1", "jab-1", "lend", "riposte-1", "screen")
    + character("pole", hp=60)
    + character("drifter", hp=60, keywords="Neutrality")
    + item(
        "crossbow",
        cost=0,
        keywords="Equip",
        attach="your characters",
        ability={"activate": True, "do": {"attack": 2}},
    )
    + augment("boots", cost=0, agi=1, keywords="Equip", attach="all fighters")
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def attacks(d: Duel, x: int) -> int:
    """How many Normal Attacks this makes in the turn of its controller."""
    seat = d.s.ctrl[x]
    foe = d.character(1 - seat, "pole")
    d.go(seat, COMBAT)
    for n in range(9):
        if not d.can(seat, "attack", x, foe):
            return n
        d.quietly(seat, "attack", x, foe)
    raise AssertionError("there was no end of attacks")


@pytest.mark.rule("fade1", "attack.effect-attack", "keyword.mute", "command.materials-lose-effects")
@meetings.after("may", untouched=True, muted=False, material=False)
def test_an_effect_that_attacks_and_a_normal_attack_are_one_together(change: Change, may: bool) -> None:
    # Given an effect that hits, when its card is Muted or Material, then it cannot be used, and the Normal
    # Attack stays; else it is the attack of the turn.
    d = duel()
    x, foe = change(d, d.character(0, "brute", at="c3")), d.character(1, "pole")
    d.go(0, COMBAT)
    assert d.can(0, "activate", x, foe) == may
    if may:
        d.quietly(0, "activate", x, foe)
    assert d.can(0, "attack", x, foe) == (not may)


@pytest.mark.rule("fade1", "attack.effect-attack", "combat.one-attack-per-turn")
def test_an_equip_items_effect_that_attacks_is_its_bearers_attack() -> None:
    # Given an Equip Item that hits, when it is activated, then its bearer has attacked, and the Player and
    # other Characters have not.
    d = duel()
    x, other, foe = d.character(0, "pole"), d.character(0, "pole"), d.character(1, "pole")
    bow = d.on(x, "crossbow", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "activate", bow, foe)
    assert d.hp(foe) == 58 and d.refused(0, "attack", x, foe) == "attack.normal-once"
    assert d.can(0, "attack", other, foe) and d.can(0, "attack", d.body(0), foe)
    # And after a Normal Attack of its bearer it is not activated.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, foe)
    assert d.refused(0, "activate", bow, foe) == "combat.one-attack-per-turn"


@pytest.mark.rule("fade1", "combat.one-attack-per-turn", "attack.counts-when-stopped", "attack.extra-attacks")
@pytest.mark.parametrize(("slug", "more"), [("annul", False), ("screen", True)])
def test_a_stun_that_was_negated_gives_no_extra_attack(slug: str, more: bool) -> None:
    # Given a Skill with Stun that is Negated, or Blocked, then the attack of the turn is used up; the extra
    # attack comes of the Blocked one alone.
    d = duel()
    x, foe = d.character(0, "pole"), d.character(1, "pole")
    answer, daze = d.on(foe, slug), d.on(x, "daze-1")
    d.go(0, COMBAT)
    d.play(0, "use", daze, foe)
    d.quietly(1, "use", answer, -1)
    assert d.can(0, "attack", x, foe) == more


@pytest.mark.rule("fade1", "attack.extra-attacks", "target.free-choice-of-opponent")
def test_an_extra_attack_may_be_aimed_at_another_enemy() -> None:
    # Given three players and a Stun on B's Character, when the extra attack is aimed at C's, then it is made,
    # and B's is still Stunned for the next attack on it.
    d = duel(3)
    x, other = d.character(0, "bearer"), d.character(0, "bearer")
    foes = [d.character(seat, "pole") for seat in (1, 2)]
    screen, daze = d.on(foes[0], "screen"), d.on(x, "daze-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, foes[0])
    d.quietly(0, "attack", x, foes[1])
    assert d.hp(foes[1]) == 55
    d.play(0, "attack", other, foes[0])
    assert d.asked() != [1] or not d.can(1, "use", screen, -1)
    d.pass_all()
    assert d.hp(foes[0]) == 59 - 5 and d.lies(screen) == "attached"


@pytest.mark.rule("fade1", "link.turn-player-attack", "combat.one-attack-per-turn")
def test_a_normal_attack_that_is_linked_is_the_attack_of_the_turn() -> None:
    # Given X attacking Y, Y's Counter-hit, and Z, who links a Normal Attack to that.
    d = duel()
    x, z, y = d.character(0, "bearer"), d.character(0, "bearer"), d.character(1, "pole")
    back, jab = d.on(y, "riposte-1"), d.on(z, "jab-1")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    d.play(1, "use", back, -1)
    d.quietly(0, "attack", z, y)
    # Then both attacks are performed, and neither of them attacks again, by a card or without.
    assert (d.hp(y), d.hp(x)) == (50, 19)
    assert d.refused(0, "attack", z, y) == d.refused(0, "attack", x, y) == "attack.normal-once"
    assert d.refused(0, "use", jab, y) == "combat.one-attack-per-turn"


@pytest.mark.rule("fade1", "combat.one-attack-per-turn", "zone.control-change")
def test_a_taken_character_attacks_once_in_each_controllers_turn() -> None:
    # Given A's Character that attacked in A's turn, when B takes it in B's, then it attacks once there; when
    # it is A's again, once in A's next.
    d = duel()
    x, mine, foe = d.character(0, "bearer"), d.character(0, "pole"), d.character(1, "pole")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, foe)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "lend"), x)
    d.go(1, COMBAT)
    d.quietly(1, "attack", x, mine)
    assert d.refused(1, "attack", x, mine) == "attack.normal-once"
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.s.ctrl[x] == 0
    d.quietly(0, "attack", x, foe)
    assert (d.hp(foe), d.hp(mine)) == (50, 55)


@pytest.mark.rule("fade1", "combat.one-attack-per-turn", "keyword.neutrality-control")
def test_of_three_players_each_attacks_once_with_a_neutral_character() -> None:
    # Given A's Character with Neutrality and three players, when each turn comes, then it attacks once.
    d = duel(3)
    x = d.character(0, "drifter")
    foes = [d.character(seat, "pole") for seat in range(3)]
    for seat in range(3):
        d.go(seat, COMBAT)
        d.quietly(seat, "attack", x, foes[(seat + 1) % 3])
        assert d.refused(seat, "attack", x, foes[(seat + 1) % 3]) == "attack.normal-once"
    assert [d.hp(h) for h in foes] == [58] * 3


@pytest.mark.rule("fade1", "combat.one-attack-per-turn", "keyword.level-up-timing")
def test_who_is_levelled_up_in_this_turn_has_no_attack() -> None:
    # Given a Character that could attack, when another is played onto it, then that one may not; next turn it
    # may, once.
    d = duel()
    x, foe = meetings.levelled(d, d.character(0, "bearer")), d.character(1, "pole")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, foe) == "combat.fresh-characters"
    d.next_turn(0)
    assert attacks(d, x) == 1


@pytest.mark.rule("fade1", "attack.one-card-per-character", "keyword.combo", "value.agi")
def test_a_combo_card_goes_beyond_the_one_card_as_far_as_agi_reaches() -> None:
    # Given one with AGI 1 by an Augment since the turn began, a Skill and two Combo cards of cost 1.
    d = duel()
    x, foe = d.character(0, "pole"), d.character(1, "pole")
    d.on(x, "boots", face=1)
    jab, first, second = d.on(x, "jab-1"), d.on(x, "combo-jab"), d.on(x, "combo-jab")
    d.next_turn(0)
    d.go(0, COMBAT)
    for used in (jab, first):
        d.quietly(0, "use", used, foe)
    # Then the first follows the Skill, and the second is refused for want of Combo Potential.
    assert d.hp(foe) == 58 and d.refused(0, "use", second, foe) == "keyword.combo"


@pytest.mark.rule("fade1", "attack.no-reactions-as-attacker", "combat.can-act")
def test_a_counter_hit_of_who_can_act_is_no_attack_of_the_turn() -> None:
    # Given Y with a Counter-hit, when it is Paralyzed, then that cannot be used; else it is, and in the own
    # turn Y still has its attack.
    for paralyzed in (True, False):
        d = duel()
        x, y = d.character(0, "pole"), d.character(1, "pole")
        back = d.on(y, "riposte-1")
        d.counters(y, "Paralyze", int(paralyzed))
        d.go(0, COMBAT)
        d.play(0, "attack", x, y)
        if paralyzed:
            assert d.asked() == [0] or not d.can(1, "use", back, -1)
            continue
        d.quietly(1, "use", back, -1)
        d.go(1, COMBAT)
        assert d.hp(x) == 59 and d.can(1, "attack", y, x)
