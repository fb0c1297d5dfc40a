"""Where Stun, Ghost Counters, Lock and Willpower meet other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("augment-breaker", "daze-2", "gag", "hero-5", "rightward", "riposte-4", "seize", "smash-30", "veer")
    + character("tower", level=4, hp=20, plv=5, def_=3)
    + character("runner", hp=20, plv=5, keywords="Tag-Out")
    + character("turncoat", hp=20, plv=5, keywords="Neutrality")
    + character("proof", hp=20, plv=5, keywords={"Immune": ["Stun"]})
    + character("steel", level=3, hp=6, plv=5, keywords="Willpower")
    + character("shaken", hp=6, plv=5, keywords={"Willpower": True, "Concussion": True})
    + character("keep", hp=20, plv=5, keywords={"Lock": ["Fire"]})
    + character("flame", "Fire", hp=20, plv=5)
    + skill("both", targets={"reach": True, "n": 2}, keywords="Stun", do={"attack": 2})
    + skill("true-hit", do={"attack": 30, "type": "Relentless"})
    + skill("blow", do={"attack": 4, "label": "Physical"})
    + skill("fire", "Fire", do={"attack": 4})
    + reaction("thump", answers="attack", keywords="Stun", do={"attack": 1})
    + reaction("riposte-4-physical", answers="attack", do={"attack": 4, "label": "Physical"})
    + reaction("vanish", answers="attack", do={"counter": "Ghost", "n": 1, "on": "attacked"})
    + augment("shell", "Fire", hp=5, keywords="Equip")
    + item("fire-bomb", "Fire", targets="enemy characters", do={"damage": 4, "to": "target"})
    + item("bomb", targets="enemy characters", do={"damage": 4, "to": "target"})
    + item("storm", do={"damage": 4, "to": "enemy characters"})
)


def match(mine: str, theirs: str, *slugs: str, seats: int = 2) -> tuple[Duel, int, int, list[int]]:
    """(a match, seat 0's Character, seat 1's, the cards on the former) in seat 0's Combat Step."""
    d = Duel(CARDS, seats=seats, edition="fade1")
    x, y = d.character(0, mine), d.character(1, theirs, at="c3")
    found = [d.on(x, slug) for slug in slugs]
    d.go(0, COMBAT)
    return d, x, y, found


# Stun.


@pytest.mark.rule("fade1", "keyword.stun-details", "keyword.shield-counter")
def test_a_shield_keeps_stun_away() -> None:
    # Given a Shield Counter on Y, when a Stun attack targets it, then it is Negated: Y is not Stunned.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    d.counters(y, "Shield", 1)
    d.quietly(0, "use", daze, y)
    assert (d.count(y, "Stunned"), d.count(y, "Shield")) == (0, 0)
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")


@pytest.mark.rule("fade1", "keyword.stun-details")
@pytest.mark.parametrize(("immune", "victims"), [(False, 2), (True, 1)])
def test_two_victims_are_one_extra_attack(immune: bool, victims: int) -> None:
    # Given a Stun attack on two, one of whom may be Immune to Stun, then there is one extra attack.
    d, x, y, (both,) = match("hero-5", "tower", "both")
    z = d.character(1, "proof" if immune else "tower")
    d.quietly(0, "use", both, y, z)
    assert d.count(y, "Stunned") + d.count(z, "Stunned") == victims
    d.quietly(0, "attack", x, y)
    assert d.refused(0, "attack", x, z) == d.rule("normal-once")
    # Then the attack on Y has ended Y's Stun alone.
    assert (d.count(y, "Stunned"), d.count(z, "Stunned")) == (0, victims - 1)


@pytest.mark.rule("fade1", "keyword.stun-details", "defend.counter-hit")
def test_a_stunned_attacker_finishes_its_attack() -> None:
    # Given X attacking Y, and Y's Counter-hit with Stun.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    thump = d.on(y, "thump")
    d.play(0, "attack", x, y)
    d.quietly(1, "use", thump, -1)
    # Then X is Stunned, its attack that was declared goes on, and it makes no other one in this turn.
    assert d.count(x, "Stunned") == 1 and d.hp(y) == 20 - 2 and d.hp(x) == 19
    assert d.refused(0, "use", daze, y) == d.rule("stunned")
    # Then Y, in whose controller's Combat Step it was not, has no extra attack.
    d.go(1, COMBAT)
    d.quietly(1, "attack", y, x)
    assert d.refused(1, "attack", y, x) == d.rule("normal-once")


@pytest.mark.rule("fade1", "keyword.stun-details", "keyword.tag-out")
def test_stun_goes_along_in_a_tag_out() -> None:
    # Given a Stunned Character with Tag-Out, when it has changed places, then it is Stunned until the End
    # Phase.
    d, _, y, (daze,) = match("hero-5", "runner", "daze-2")
    other = d.character(1, "tower", at="b2")
    d.quietly(0, "use", daze, y)
    while not d.can(1, "tag", y, to(d, "b2")):
        d.step()
    d.play(1, "tag", y, to(d, "b2"))
    assert (d.count(y, "Stunned"), d.count(other, "Stunned")) == (1, 0)
    d.go(1, PREPARATION)
    assert d.count(y, "Stunned") == 0


@pytest.mark.rule("fade1", "keyword.stun", "keyword.mute")
def test_stun_holds_under_mute_and_on_material() -> None:
    # Given a Stunned Character that is Muted and Command Material, then its DEF still lowers nothing.
    d, x, y, (daze,) = match("hero-5", "tower", "daze-2")
    d.quietly(0, "use", daze, y)
    d.on(y, "gag", 1)
    d.on(d.body(1), "rightward", 1, at="c2")
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 20 - 5 and d.count(y, "Stunned") == 0


@pytest.mark.rule("fade1", "keyword.stun-details", "keyword.neutrality-control")
def test_a_stunned_neutral_character_attacks_for_the_next_player() -> None:
    # Given a Neutral Character of C in A's turn: it is no enemy of A, who cannot Stun it.
    d = Duel(CARDS, seats=3, edition="fade1")
    n, x, c = d.character(2, "turncoat"), d.character(0, "hero-5"), d.character(2, "tower")
    daze = d.on(x, "daze-2")
    d.go(0, COMBAT)
    assert d.refused(0, "use", daze, n) == d.rule("enemies-only")
    d.counters(n, "Stunned", 1)
    # When it is Stunned otherwise, then A does not attack with it, and in the next turn B does.
    assert d.refused(0, "attack", n, c) == d.rule("stunned")
    d.go(1, COMBAT)
    assert d.can(1, "attack", n, c)


@pytest.mark.rule("fade1", "keyword.stun", "defend.deflect-target")
def test_an_attack_deflected_onto_a_stunned_one_ends_its_stun() -> None:
    # Given Y Stunned and an attack on W that is Deflected to Y, then Y takes it without DEF, and recovers.
    d, _, y, (daze,) = match("hero-5", "tower", "daze-2")
    second, w = d.character(0, "hero-5"), d.character(1, "tower")
    veer = d.on(w, "veer")
    d.quietly(0, "use", daze, y)
    d.play(0, "attack", second, w)
    d.quietly(1, "use", veer, -1, y)
    assert (d.hp(y), d.hp(w), d.count(y, "Stunned")) == (15, 20, 0)


# Ghost.


@pytest.mark.rule("fade1", "keyword.ghost-counter")
@pytest.mark.parametrize(("slug", "left"), [("riposte-4-physical", 20), ("riposte-4", 16)])
def test_a_ghost_that_attacks_is_hit_by_no_physical_counter(slug: str, left: int) -> None:
    # Given X with a Ghost Counter that attacks Y, and Y's Physical Counter-hit, or another one.
    d, x, y, _ = match("hero-5", "tower")
    answer = d.on(y, slug)
    d.counters(x, "Ghost", 1)
    d.play(0, "attack", x, y)
    if left == 20:
        # Then the former finds nobody it could target.
        assert d.asked() == [1] and not d.can(1, "use", answer, -1)
    else:
        d.play(1, "use", answer, -1)
    d.pass_all()
    assert d.hp(x) == left and d.hp(y) == 18


@pytest.mark.rule("fade1", "keyword.ghost-counter", "keyword.ghost-counter-details", "chain.filo")
def test_who_becomes_a_ghost_in_time_is_not_hit() -> None:
    # Given a Normal Attack on Y, and Y's 'put 1 Ghost Counter on it' as link 2, then Y is not hit, and no
    # TP come.
    d, x, y, _ = match("hero-5", "tower")
    vanish = d.on(y, "vanish")
    d.tp(0, 0)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", vanish, -1)
    assert d.hp(y) == 20 and d.count(y, "Ghost") == 1 and d.tp_of(0) == 0


@pytest.mark.rule("fade1", "keyword.ghost-counter", "defend.deflect-target")
def test_no_physical_attack_is_deflected_to_a_ghost() -> None:
    # Given a Normal Attack on Y, then a Deflect does not name a Ghost.
    d, x, y, _ = match("hero-5", "tower")
    ghost, w = d.character(1, "tower"), d.character(1, "tower")
    veer = d.on(y, "veer")
    d.counters(ghost, "Ghost", 1)
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", veer, -1, ghost) == d.rule("ghost")
    assert d.can(1, "use", veer, -1, w)


# Lock.


@pytest.mark.rule("fade1", "keyword.element-lock")
@pytest.mark.parametrize(("slug", "left"), [("bomb", 20), ("fire-bomb", 16), ("storm", 20)])
def test_a_lock_keeps_items_out_and_what_targets_nobody(slug: str, left: int) -> None:
    # Given Fire Lock, then an Item without Elements neither targets it nor, where it names all, harms it.
    d, _, y, _ = match("hero-5", "keep")
    h = d.hand(0, slug)
    if slug == "bomb":
        assert d.refused(0, "play", h, y) == d.rule("lock")
    else:
        d.quietly(0, "play", h, *[y] * (slug == "fire-bomb"))
    assert d.hp(y) == left


@pytest.mark.rule("fade1", "keyword.element-lock-scope", "zone.control-change")
def test_a_lock_keeps_a_change_of_control_out() -> None:
    # Given Fire Lock, then 'take control of an enemy Character' without Elements does not choose it.
    d, _, y, _ = match("hero-5", "keep")
    assert d.refused(0, "play", d.hand(0, "seize"), y) == d.rule("lock")


@pytest.mark.rule("fade1", "keyword.element-lock", "defend.counter-hit")
def test_a_lock_keeps_out_counter_hits() -> None:
    # Given X with Fire Lock that attacks Y, then Y's Counter-hit without Elements finds nobody.
    d, x, y, _ = match("keep", "tower")
    spark = d.on(y, "riposte-4")
    d.play(0, "attack", x, y)
    assert d.asked() == [1] and not d.can(1, "use", spark, -1)
    d.pass_all()
    assert d.hp(x) == 20 and d.hp(y) == 18
    # Then a Fire Character's own attack, which has no Element unless it is Infused, is kept out as well.
    other = d.character(1, "flame")
    d.go(1, COMBAT)
    assert d.refused(1, "attack", other, x) == d.rule("lock")


# Willpower.


@pytest.mark.rule("fade1", "keyword.willpower", "damage.class-and-type")
def test_willpower_withstands_relentless_damage() -> None:
    # Given Willpower and a Relentless hit of 30, then 1 HP is left: it is no Defending Mechanic.
    d, _, y, (card,) = match("hero-5", "steel", "true-hit")
    d.quietly(0, "use", card, y)
    assert d.hp(y) == 1


@pytest.mark.rule("fade1", "keyword.willpower-details", "keyword.concussion")
def test_willpower_is_no_help_against_concussion() -> None:
    # Given Willpower and Concussion, when a hit lands, then the Character is Knocked Out.
    d, _, y, (card,) = match("hero-5", "shaken", "blow")
    d.quietly(0, "use", card, y)
    assert d.lies(y) == "discard"


@pytest.mark.rule("fade1", "keyword.willpower-details", "augment.stats-lost", "ko.controller-loses-level")
def test_willpower_is_no_help_when_hp_of_an_augment_go() -> None:
    # Given Willpower, HP 6 and an Augment of HP 5, when a hit leaves 1, then 10 Damage Counters lie there.
    d, _, y, (card,) = match("hero-5", "steel", "smash-30")
    shell = d.on(y, "shell", 1)
    assert d.hp(y) == 11
    d.quietly(0, "use", card, y)
    assert d.hp(y) == 1
    # When the Augment is destroyed, then it is Knocked Out, and costs its Level.
    d.quietly(0, "play", d.hand(0, "augment-breaker"), shell)
    assert d.lies(y) == "discard" and d.hp(d.body(1)) == 47
