"""Stun, Ghost Counters, Lock and Willpower in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, DAMAGE, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("annul", "avert", "daze-2", "exhume", "hero-5", "jab-1", "scrap", "screen", "veer", "wreck-any")
    + augment("fire-ward", keywords="Equip", ability={"gives": {"Lock": ["Fire"]}})
    + character("tower", hp=20, plv=5, def_=3)
    + character("keep", hp=10, plv=3, keywords={"Lock": ["Fire", "Water"]})
    + character("hearth", hp=10, plv=3, keywords={"Lock": ["Fire"]})
    + character("sturdy", hp=10, plv=3, keywords="Willpower")
    + character(
        "sentry", hp=20, plv=3, ability={"activate": True, "answers": "attack", "do": {"block": True}}
    )
    + skill("fire", "Fire", do={"attack": 2})
    + skill("steam", "Fire", "Water", do={"attack": 2})
    + skill("beam", do={"attack": 2, "label": "Energy"})
    + skill("blow", do={"attack": 2, "label": "Physical"})
    + skill("smash", do={"attack": 20})
    + skill("double", do={"attack": 9, "hits": 2})
    + augment("torch", "Fire", keywords="Equip", ability={"gives": {"PLV": 2}})
    + augment("coat", "Water", keywords="Equip", ability={"gives": {"PLV": 2}})
    + item("gout", targets="all characters", do={"counter": "Damage", "n": 2, "on": "target"})
    + item("salve", targets="all characters", do={"heal": 3, "of": "target"})
)


def match(mine: str, theirs: str, *slugs: str) -> tuple[Duel, int, int, list[int]]:
    """(a match, seat 0's Character, seat 1's, the cards on the former) in seat 0's Combat Step."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, mine), d.character(1, theirs)
    found = [d.on(x, slug) for slug in slugs]
    d.go(0, COMBAT)
    return d, x, y, found


# Stun.


@pytest.mark.rule("fade1", "keyword.stun")
def test_the_extra_attack_meets_no_defense_and_ends_the_stun() -> None:
    # Given X hitting Y (DEF 3) with a Stun Skill, when X makes its extra Normal Attack of PLV 5 on Y.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    other = d.character(0, "hero-5")
    d.quietly(0, "use", daze, y)
    assert d.hp(y) == 20 and d.count(y, "Stunned") == 1
    d.quietly(0, "attack", x, y)
    # Then Y takes 5, and the Stun is over; a third attack of X is refused.
    assert d.hp(y) == 15 and d.count(y, "Stunned") == 0
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")
    # Then the next attack of PLV 5 by another Character deals 5 - 3.
    d.quietly(0, "attack", other, y)
    assert d.hp(y) == 13


@pytest.mark.rule("fade1", "keyword.stun")
def test_the_victim_cannot_attack() -> None:
    # Given Y Stunned in its own controller's turn, then it cannot attack in it, and again in the next one.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "hero-5"), d.character(1, "tower")
    other = d.character(0, "hero-5")
    jab, thump = d.on(x, "jab-1"), d.on(other, "jab-1")
    d.go(0, COMBAT)
    d.counters(x, "Stunned", 1)
    assert d.refused(0, "attack", x, y) == d.refused(0, "use", jab, y) == d.rule("stunned")
    assert d.can(0, "attack", other, y) and d.can(0, "use", thump, y)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_the_victim_uses_no_card_or_effect_as_defender() -> None:
    # Given Y Stunned by A's Character, with a Reaction and an effect that Blocks.
    d, x, y, (daze,) = match("hero-5", "sentry", "daze-2")
    block = d.on(y, "screen")
    d.quietly(0, "use", daze, y)
    # When A's next attack on Y is declared, then Y may use neither.
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", block, -1) == d.rule("stunned")
    assert d.refused(1, "activate", y, -1) == d.rule("stunned")
    d.pass_all()
    assert d.hp(y) == 20 - 2 - 5
    # When B's turn comes, then the Stun is over, and Y may attack.
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, x)


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_without_another_attack_it_ends_with_the_end_phase() -> None:
    # Given Y Stunned and not attacked again, when B's turn comes, then Y may attack.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    d.quietly(0, "use", daze, y)
    assert d.count(y, "Stunned") == 1
    d.go(1, PREPARATION)
    assert d.count(y, "Stunned") == 0
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, x)


@pytest.mark.rule("fade1", "keyword.stun-details")
@pytest.mark.parametrize(("answer", "stunned"), [("screen", True), ("annul", False), ("avert", False)])
def test_it_takes_effect_unless_the_attack_never_does(answer: str, stunned: bool) -> None:
    # Given a Stun attack that is Blocked, Negated or Prevented.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    card = d.on(y, answer)
    d.play(0, "use", daze, y)
    d.quietly(1, "use", card, -1)
    # Then Y is Stunned in the first case alone, and only then X has one more attack.
    assert d.count(y, "Stunned") == stunned and d.can(0, "attack", x, y) == stunned


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_a_deflected_attack_stuns_whom_it_strikes() -> None:
    # Given a Stun attack on Y that is Deflected to Z, then Z is Stunned and Y is not.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    z = d.character(1, "tower")
    veer = d.on(y, "veer")
    d.play(0, "use", daze, y)
    d.quietly(1, "use", veer, -1, z)
    assert (d.count(y, "Stunned"), d.count(z, "Stunned")) == (0, 1) and d.can(0, "attack", x, z)


@pytest.mark.rule("fade1", "keyword.stun-details")
def test_the_extra_attack_is_one_for_each_stun_attack() -> None:
    # Given a Stun Skill, then one more attack; if that is a Stun Skill as well, another one follows.
    d, x, y, (one, two) = match("hero-5", "tower", "daze-2", "daze-2")
    d.quietly(0, "use", one, y)
    d.quietly(0, "use", two, y)
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 20 - 2 - 5
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")


@pytest.mark.rule("fade1", "keyword.not-on-players")
def test_a_player_is_not_stunned() -> None:
    # Given a Skill with Stun used on a Player, when it hits.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "hero-5")
    daze, jab = d.on(x, "daze-2"), d.on(x, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, d.body(1))
    # Then damage is dealt, the Player is not Stunned, and no extra attack is gained.
    assert d.hp(d.body(1)) == 48 and d.count(d.body(1), "Stunned") == 0
    assert d.refused(0, "attack", x, d.body(1)) == d.rule("normal-once")
    assert d.refused(0, "use", jab, d.body(1)) == d.rule("one-attack")


# Ghost.


@pytest.mark.rule("fade1", "keyword.ghost-counter")
def test_what_is_physical_cannot_target_a_ghost() -> None:
    # Given a Character with 1 Ghost Counter, then a Normal Attack and a Physical Skill are refused.
    d, x, y, (beam, blow) = match("hero-5", "tower", "beam", "blow")
    d.counters(y, "Ghost", 1)
    assert d.refused(0, "attack", x, y) == d.rule("ghost")
    assert d.refused(0, "use", blow, y) == d.rule("ghost")
    # Then an Energy Skill is accepted.
    assert d.can(0, "use", beam, y)
    # Then after its controller's next Starting Phase the Counter is gone.
    d.next_turn(1)
    assert d.count(y, "Ghost") == 0
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "keyword.ghost-counter")
def test_one_goes_in_each_of_its_own_starting_phases() -> None:
    # Given 3 Ghost Counters, then none goes in the other's turn and one in each of its own.
    d, _, y, _ = match("hero-5", "tower")
    d.counters(y, "Ghost", 3)
    left = []
    for seat in (1, 0, 1):
        d.next_turn(seat)
        left.append(d.count(y, "Ghost"))
    assert left == [2, 2, 1]


@pytest.mark.rule("fade1", "keyword.ghost-counter")
@pytest.mark.parametrize(("label", "dealt"), [("Physical", 0), ("Energy", 2)])
def test_a_physical_ability_does_nothing_to_a_ghost(label: str, dealt: int) -> None:
    # Given a Ghost beside another Character, and an Item of Physical or of Energy damage.
    one = item("stone", targets="all characters", do={"damage": 2, "to": "target", "label": label})
    every = item("quake", do={"damage": 2, "to": "enemy characters", "label": label})
    d = Duel(CARDS + one + every, edition="fade1")
    ghost, other = d.character(1, "sturdy"), d.character(1, "sturdy")
    d.counters(ghost, "Ghost", 1)
    # Then the Physical one cannot target it, and deals nothing to it where it names all.
    assert d.can(0, "play", d.hand(0, "stone"), ghost) == (dealt > 0)
    d.quietly(0, "play", d.hand(0, "quake"))
    assert (d.count(ghost, "Damage"), d.count(other, "Damage")) == (dealt, 2)


# Lock.


@pytest.mark.rule("fade1", "keyword.element-lock")
def test_only_what_has_every_element_may_target_it() -> None:
    # Given a Character with Fire/Water Lock, then a Fire Skill and a Normal Attack are refused.
    d, x, y, (fire, steam) = match("hero-5", "keep", "fire", "steam")
    d.character(1, "tower")
    assert d.refused(0, "use", fire, y) == d.rule("lock")
    assert d.refused(0, "attack", x, y) == d.rule("lock")
    # Then a Fire/Water Skill may, and does what it says.
    d.quietly(0, "use", steam, y)
    assert d.hp(y) == 8


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
def test_it_keeps_out_cards_of_its_controller_and_no_rules() -> None:
    # Given a Character with Fire Lock, when its controller wants to attach an Augment.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "hearth")
    d.character(0, "hero-5")
    coat, torch, salve = d.hand(0, "coat"), d.hand(0, "torch"), d.hand(0, "salve")
    d.damage(x, 5)
    # Then a Water Augment is refused and a Fire Augment accepted; a Null Item does not target it.
    assert d.refused(0, "play", coat, x) == d.rule("augment-whom")
    assert d.refused(0, "play", salve, x) == d.rule("lock")
    d.quietly(0, "play", torch, x)
    assert d.plv(x) == 5
    # Then moving it to Reserve is possible.
    d.play(0, "move", x, *d.across(x))
    assert d.lies(x) == "backup"


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
@pytest.mark.parametrize("given", [True, False])
def test_what_it_keeps_out_is_not_rearranged_onto_it(given: bool) -> None:
    # Given a Water and a Fire Augment on a Character beside one with Fire Lock, printed or by an Augment, in
    # the Aftermath Step, then the former is not attached to that one, and the latter is.
    d = Duel(CARDS, edition="fade1")
    x, locked = d.character(0, "hero-5"), d.character(0, "hero-5" if given else "hearth")
    if given:
        d.on(locked, "fire-ward", 1)
    coat, torch = d.on(x, "coat", 1), d.on(x, "torch", 1)
    d.go(0, AFTERMATH)
    assert d.refused(0, "reattach", coat, locked) == d.rule("reattach-whom")
    d.quietly(0, "reattach", torch, locked)
    assert d.s.host[torch] == locked


@pytest.mark.rule("fade1", "keyword.element-lock")
def test_a_lock_in_the_discard_pile_keeps_nothing_out() -> None:
    # Given a Character with Lock in the Discard Pile, when an Item without Elements brings it back, then
    # it is on the field.
    d = Duel(CARDS, edition="fade1")
    keep = d.discard(0, "keep")
    d.quietly(0, "play", d.hand(0, "exhume"), keep)
    assert d.lies(keep) == "backup"


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
def test_what_was_there_before_has_no_effect_while_it_lasts() -> None:
    # Given a Water and a Fire Augment on a Character that gains Fire Lock.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "hero-5")
    d.on(x, "coat", 1)
    d.on(x, "torch", 1)
    assert d.plv(x) == 9
    ward = d.on(x, "fire-ward", 1)
    # Then the former gives it nothing, until the Lock is gone.
    assert d.plv(x) == 7
    d.quietly(0, "play", d.hand(0, "scrap"), ward)
    assert d.plv(x) == 9


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
@pytest.mark.parametrize(("element", "kept"), [("Water", 0), ("Fire", 2)])
def test_what_an_effect_has_done_before_has_no_effect_while_it_lasts(element: str, kept: int) -> None:
    # Given an Item of Water or of Fire by which a Character has +2 PLV, when it gains Fire Lock, then what is
    # of Water gives it nothing, until the Lock is gone.
    more = {"mod": "PLV", "n": 2, "on": "target", "until": "turn"}
    oil = item("oil", element, cost=0, targets="your characters", do=more)
    d = Duel(CARDS + oil, edition="fade1")
    x = d.character(0, "hero-5")
    d.quietly(0, "play", d.hand(0, "oil"), x)
    assert d.plv(x) == 7
    ward = d.on(x, "fire-ward", 1)
    assert d.plv(x) == 5 + kept
    d.quietly(0, "play", d.hand(0, "scrap"), ward)
    assert d.plv(x) == 7


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
def test_counters_do_what_the_rules_say() -> None:
    # Given Poison, Ghost and Drain Counters on a Character with Lock, then they harm and weaken it, and are
    # removed.
    d, _, y, _ = match("hero-5", "keep")
    for name, n in (("Poison", 2), ("Ghost", 1), ("Drain", 1)):
        d.counters(y, name, n)
    assert d.plv(y) == 3 - 1
    d.next_turn(1)
    assert (d.count(y, "Ghost"), d.count(y, "Poison"), d.hp(y)) == (0, 1, 9)
    d.next_turn(0)
    assert (d.count(y, "Drain"), d.plv(y)) == (0, 3)


# Willpower.


@pytest.mark.rule("fade1", "keyword.willpower")
def test_a_hit_that_would_take_the_last_hp_leaves_one() -> None:
    # Given Willpower and 5 HP, when a hit of 20 lands, then it has 1 HP.
    d, x, y, (smash,) = match("hero-5", "sturdy", "smash")
    other = d.character(0, "hero-5")
    jab = d.on(other, "jab-1")
    d.leave(y, 5)
    d.quietly(0, "use", smash, y)
    assert d.hp(y) == 1 and d.lies(y) == "front"
    # Then a second hit of 1 Knocks it Out.
    d.quietly(0, "use", jab, y)
    assert d.lies(y) == "discard" and x


@pytest.mark.rule("fade1", "keyword.willpower-details")
@pytest.mark.parametrize(("hp", "slug", "left"), [(5, "double", 0), (10, "smash", 1), (10, "double", 0)])
def test_it_works_on_each_hit_by_itself(hp: int, slug: str, left: int) -> None:
    # Given Willpower, then a 2-hit attack of 9 each leaves it at 1 after hit 1, and hit 2 Knocks it Out.
    d, _, y, (card,) = match("hero-5", "sturdy", slug)
    d.leave(y, hp)
    d.quietly(0, "use", card, y)
    assert d.lies(y) == ("front" if left else "discard")
    assert not left or d.hp(y) == left


@pytest.mark.rule("fade1", "keyword.willpower-details")
def test_it_works_again_after_regaining_hp() -> None:
    # Given 1 HP after Willpower, when it has regained 3 HP, then another hit leaves 1 again.
    d, x, y, (smash, again) = match("hero-5", "sturdy", "smash", "smash")
    d.quietly(0, "use", smash, y)
    assert d.hp(y) == 1
    d.quietly(0, "play", d.hand(0, "salve"), y)
    assert d.hp(y) == 4
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "use", again, y)
    assert d.hp(y) == 1 and x


@pytest.mark.rule("fade1", "keyword.willpower-details")
@pytest.mark.parametrize("slug", ["gout", "wreck-any"])
def test_it_is_no_help_against_counters_and_destruction(slug: str) -> None:
    # Given Willpower and 2 HP, when one effect puts 2 Damage Counters on it, or destroys it, then it falls.
    d, _, y, _ = match("hero-5", "sturdy")
    d.leave(y, 2)
    d.quietly(0, "play", d.hand(0, slug), y)
    assert d.lies(y) == "discard"
    assert d.s.num[DAMAGE][y] == 0
