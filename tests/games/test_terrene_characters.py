"""The abilities of the Characters of Terrene, each played in a real position."""

from __future__ import annotations

import pytest

from fadenet.engine.kernel import DONE_MOVE, V_PICK
from fadenet.engine.state import PICK, ROW_CARD, ROW_SEAT
from fadenet.games.terrene import tables as t
from tests.builders.scene import HEADS, TAILS, Scene
from tests.builders.terrene_scenario import ABILITY


@pytest.fixture
def p() -> Scene:
    return Scene()


# Heroes.


def test_gregory_fetches_an_item_back(p: Scene) -> None:
    x = p.there(0, "gregory-the-hoarder")
    item, command = p.discard(0, "flare"), p.discard(0, "taunt")
    assert not p.can(0, "use", x, command)
    p.use(x, item)
    assert p.where(item) == "Hand"
    assert p.refused(0, "use", x, item) == "limit.once-per-turn"


def test_the_art_historian_swaps_what_lies_behind_two(p: Scene) -> None:
    x, foe = p.there(0, "s-k-the-art-historian"), p.there(1)
    mine, theirs = p.hold(x, "flare"), p.hold(foe, "fire-bomb")
    p.use(x, x, foe)
    assert (p.s.host[mine], p.s.host[theirs]) == (foe, x)
    assert p.s.ctrl[theirs] == 0 and p.dealer.known[0][theirs] == p.rules.code_of("fire-bomb")
    p.use(theirs, foe)
    assert p.damage(foe) == 5 and p.s.zone[theirs] == p.rules.zone_id(1, t.DISCARD)


def test_mr_white_looks_for_a_spell(p: Scene) -> None:
    x, other = p.there(0, "mr-white-the-astute"), p.hand(0, "taunt")
    spell = p.deck_top(0, "fireball")[0]
    p.play(0, "use", x)
    p.until(PICK)
    p.pick(0, other)
    assert p.where(spell) == "Hand" and p.where(other) == "Discard Pile"


def test_skylar_strikes_harder_when_hurt_and_heals_by_it(p: Scene) -> None:
    x = p.there(0, "skylar-the-determined")
    assert p.figure(x, "ATK") == 20
    p.set(x, "Damage", 10)
    assert p.figure(x, "ATK") == 30
    p.there(1)
    p.fight(x)
    assert p.hp_of(1) == 20 and p.damage(x) == 0


def test_zowie_charges_up(p: Scene) -> None:
    x, friend = p.there(0, "zowie-the-ingenuic"), p.there(0)
    p.there(1)
    p.turns(2)
    assert p.count(x, "Charge") == 1
    assert p.refused(0, "use", x, friend) == "counter.charge"
    p.turns(2)
    p.use(x, friend)
    assert (p.figure(friend, "ATK"), p.figure(friend, "DEF"), p.count(x, "Charge")) == (30, 15, 0)


@pytest.mark.parametrize("place", ["hand", "deck"])
def test_jin_brings_the_scout(p: Scene, place: str) -> None:
    p.there(1)
    scout = p.hand(0, "scout") if place == "hand" else p.deck_top(0, "scout")[0]
    if place == "deck":
        p.hand(0, "taunt")
    jin = p.recruit("jin-the-ambitious")
    while p.s.chain and p.asked_kind() != PICK:
        p.step()
    assert p.options(0) == [*([(V_PICK, scout)] if place == "hand" else []), DONE_MOVE]
    p.answer(0, p.options(0)[0])
    p.pass_all()
    assert p.where(scout) == "Party" and p.where(jin) == "Party" and p.s.num[t.FREE][scout]
    assert p.figure(jin, "LV") == 2 and p.has(jin, "Immune") == t.CHARACTER


# Warriors and Guardians.


def test_ike_swings_wide(p: Scene) -> None:
    x, foe = p.there(0, "ike-the-aggressive"), p.there(1)
    p.fight(x, foe)
    assert p.damage(foe) == 15 and p.figure(x, "DEF") == 0
    p.turns(1)
    assert (p.figure(x, "ATK"), p.figure(x, "DEF")) == (15, 0)
    p.turns(1)
    assert p.figure(x, "DEF") == 5


def test_ethan_shakes_everything_off(p: Scene) -> None:
    x, foe = p.there(0, "ethan-the-resilient"), p.there(1)
    orb = p.hold(foe, "silence-orb")
    p.set(x, "Damage", 20)
    p.turns(1)
    p.quietly(1, "use", orb, x)
    assert p.has(x, "Silence")
    p.turns(1)
    assert p.has(x, "Silence") and p.damage(x) == 20
    p.turns(2)
    assert not p.has(x, "Silence") and p.damage(x) == 15


def test_jake_and_lillith_grow_with_the_party(p: Scene) -> None:
    x = p.there(0, "jake-and-lillith-the-unity")
    assert (p.figure(x, "ATK"), p.figure(x, "DEF")) == (15, 5)
    p.there(0)
    p.there(0)
    assert (p.figure(x, "ATK"), p.figure(x, "DEF")) == (25, 5)


def test_guntram_gains_by_a_defeat(p: Scene) -> None:
    x, foe = p.there(0, "guntram-the-malefactor"), p.there(1)
    p.there(1)
    p.set(x, "Damage", 20)
    p.set(foe, "Damage", 20)
    p.fight(x, foe)
    assert p.where(foe) == "Discard Pile" and p.damage(x) == 10
    assert p.hp_of(1) == 50 - 10 - 5


@pytest.mark.parametrize(("coin", "atk", "hurt"), [(HEADS, 10, 0), (TAILS, 20, 15)])
def test_olivia_stumbles_or_trips_the_other(p: Scene, coin: tuple[int, ...], atk: int, hurt: int) -> None:
    x, foe = p.there(0), p.there(1, "olivia-the-graceless")
    p.rolls = [coin]
    p.fight(x, foe)
    assert (p.figure(x, "ATK"), p.damage(foe)) == (atk, hurt)


def test_asu_burns_back(p: Scene) -> None:
    x, asu, other = p.there(0), p.there(1, "asu-the-flame-hellion"), p.there(0)
    p.fight(x, asu)
    assert p.damage(asu) == 10 and (p.damage(x), p.damage(other)) == (5, 5)
    assert p.figure(asu, "DEF") == 5


def test_luminous_heals_at_the_end_of_the_turn(p: Scene) -> None:
    x, friend = p.there(0, "luminous"), p.there(0)
    p.there(1)
    p.set(friend, "Damage", 10)
    p.turns(1)
    assert p.damage(friend) == 5
    p.turns(1)
    assert p.damage(friend) == 5 and x


# Tacticians.


def test_the_traveler_brings_cards_and_leaves_some(p: Scene) -> None:
    p.there(1)
    p.there(0)
    x = p.recruit("just-a-traveler")
    p.pass_all()
    assert p.size(0, t.HAND) == 1
    p.quietly(0, "dismiss", x)
    assert p.size(0, t.HAND) == 3


def test_zile_recruits_for_nothing(p: Scene) -> None:
    x, y = p.there(0, "zile-the-recruiter"), p.character(0, "ike-the-aggressive", hidden=True)
    p.use(x, y)
    assert p.s.face[y] and p.s.code[y] == p.rules.code_of("ike-the-aggressive") and p.actions_of(0) == 10


def test_akos_sees_what_is_held_and_what_comes(p: Scene) -> None:
    x, foe = p.there(0, "akos-the-perceptive"), p.there(1)
    k = p.hold(foe, "fire-bomb")
    p.use(x, k)
    assert p.dealer.known[0][k] == p.rules.code_of("fire-bomb") and not p.s.code[k]
    p.turns(2)
    assert [row[ROW_SEAT] for row in p.happened("looked")] == [0, 0]


def test_isaac_notes_what_the_others_bring(p: Scene) -> None:
    x = p.there(0, "isaac-the-observer")
    p.there(1)
    p.turns(1)
    h = p.hand(1, "plain")
    p.quietly(1, "recruit", h)
    assert p.count(x, "Stratagem") == 1
    p.turns(1)
    hand = p.size(0, t.HAND)
    p.use(x)
    assert p.size(0, t.HAND) == hand + 1 and p.count(x, "Stratagem") == 0


def test_the_scout_sees_hands_and_hidden_characters(p: Scene) -> None:
    p.there(1)
    hand, hidden = p.hand(1, "flare"), p.character(1, "scout", hidden=True)
    p.recruit("scout")
    p.pass_all()
    assert p.dealer.known[0][hand] and p.dealer.known[0][hidden] and not p.s.code[hidden]


# Thieves.


def test_sammy_is_agile_until_she_is_hit(p: Scene) -> None:
    x = p.there(0, "sammy-the-agile")
    p.there(1)
    p.actions(0, 0)
    assert p.can(0, "attack", x)
    p.set(x, "Damage", 5)
    assert p.refused(0, "attack", x) == "action.spend-free"


def test_jace_spoils_what_is_held(p: Scene) -> None:
    x, foe = p.there(0, "jace-the-saboteur"), p.there(1)
    k = p.hold(foe, "flare")
    p.use(x, k)
    assert p.where(k) == "Discard Pile" and p.actions_of(0) == 8


def test_talon_picks_a_pocket(p: Scene) -> None:
    x, foe = p.there(0, "talon-the-pickpocket"), p.there(1)
    k = p.hold(foe, "flare")
    p.fight(x, foe)
    assert p.s.host[k] == x and p.s.ctrl[k] == 0 and not p.s.face[k]
    assert p.dealer.known[0][k] == p.rules.code_of("flare")
    assert p.can(0, "use", k)


def test_bran_takes_an_action(p: Scene) -> None:
    x, foe = p.there(0, "bran-the-pilferer"), p.there(1)
    p.fight(x, foe)
    assert (p.actions_of(0), p.actions_of(1)) == (10, 9)


def test_chogan_finds_something_in_the_rubbish(p: Scene) -> None:
    x = p.there(0, "chogan-the-scrounger")
    top = p.deck_top(0, "plain", "flare")
    p.play(0, "use", x)
    p.until(PICK)
    assert p.options(0) == [(V_PICK, top[1]), DONE_MOVE]
    p.pick(0, top[1])
    assert [p.where(h) for h in top] == ["Discard Pile", "Hand"]


# Spellcasters.


def test_alexie_learns_from_spells(p: Scene) -> None:
    x = p.there(0, "alexie-the-studious")
    foe = p.there(1)
    k = p.hold(x, "fireball")
    p.use(k, foe)
    assert p.count(x, "XP") == 1 and p.damage(foe) == 10 and p.figure(x, "ATK") == 10


def test_ashen_makes_two_shrink_back(p: Scene) -> None:
    x, a, b = p.there(0, "ashen-the-unseemly"), p.there(1), p.there(1)
    p.use(x, a, b)
    assert (p.figure(a, "ATK"), p.figure(b, "ATK")) == (15, 15)
    p.turns(1)
    assert p.figure(a, "ATK") == 20


def test_candace_raises_the_level_of_other_spellcasters(p: Scene) -> None:
    candace, x, y = (p.there(0, "candace-the-catalyst"), p.there(0, "alexie-the-studious"), p.there(0))
    assert [p.figure(h, "LV") for h in (candace, x, y)] == [1, 2, 1]
    foe = p.there(1)
    p.use(p.hold(x, "fireball"), foe)
    assert p.damage(foe) == 25


def test_susana_slows(p: Scene) -> None:
    x, foe = p.there(0, "susana-the-glacial"), p.there(1)
    p.turns(1)
    p.actions(1, 1)
    p.play(1, "attack", foe)
    p.quietly(0, "use", x, foe)
    assert p.happened("cancelled") and p.hp_of(0) == 50


def test_valorie_takes_over(p: Scene) -> None:
    x, foe = p.there(0, "valorie-the-manipulator"), p.there(1)
    big = p.there(1, "the-revenant")
    assert not p.can(0, "use", x, big)
    k = p.hold(foe, "fire-bomb")
    p.use(x, foe)
    assert p.s.ctrl[foe] == 0 and p.where(foe) == "Party" and p.s.owner[foe] == 1
    assert p.s.ctrl[k] == 0 and p.dealer.known[0][k] and p.where(k) == "Held"
    p.use(k, big)
    assert p.damage(big) == 5 and p.s.zone[k] == p.rules.zone_id(1, t.DISCARD)


def test_sade_heals_two(p: Scene) -> None:
    x, a, b = p.there(0, "sade-the-rejuvenative"), p.there(0), p.there(0)
    for h in (a, b):
        p.set(h, "Damage", 20)
    p.use(x, a, b)
    assert (p.damage(a), p.damage(b)) == (15, 15)


def test_rika_discharges(p: Scene) -> None:
    x, foe = p.there(0, "rika-the-voltaic"), p.there(1)
    p.fight(x, foe)
    assert p.count(x, "Charge") == 1
    p.set(x, "Charge", 2)
    p.use(x, foe)
    assert p.damage(foe) == 5 + 20 and p.count(x, "Charge") == 0


# Assassins.


def test_hooks_pull_a_card_away(p: Scene) -> None:
    x, foe = p.there(0, "hooks-in-the-zephyr"), p.there(1)
    k = p.hold(foe, "flare")
    p.use(x, k)
    assert p.where(k) == "Hand" and p.s.ctrl[k] == 1


def test_the_dagger_is_sharpest_near_death(p: Scene) -> None:
    x = p.there(0, "dagger-on-the-edge")
    assert (p.figure(x, "ATK"), p.has(x, "Stab")) == (15, 0)
    p.set(x, "Damage", 10)
    assert (p.figure(x, "ATK"), p.has(x, "Stab")) == (20, 1)


def test_the_sabre_strikes_as_it_comes(p: Scene) -> None:
    foe = p.there(1)
    p.recruit("sabre-in-the-sun")
    p.pass_all()
    assert p.damage(foe) == 5


def test_blades_cannot_be_blocked(p: Scene) -> None:
    x = p.there(0, "blades-up-above")
    p.there(1)
    p.fight(x)
    assert p.hp_of(1) == 35 and not p.happened("blocks")


def test_the_javelin_is_thrown_and_vanishes(p: Scene) -> None:
    x, foe = p.there(0, "javelin-from-the-mist"), p.there(1)
    p.use(x, foe)
    assert p.damage(foe) == 15 and not p.s.face[x]


def test_the_knife_comes_out_of_the_dark(p: Scene) -> None:
    p.there(1)
    x = p.recruit("knife-in-the-shadows")
    p.pass_all()
    assert p.has(x, "Haste") and p.has(x, "Unblockable")
    p.turns(1)
    assert not p.has(x, "Haste") and not p.has(x, "Unblockable")


def test_gerald_silences_when_he_attacks(p: Scene) -> None:
    x, foe = p.there(0, "gerald-the-silent"), p.there(1, "luminous")
    p.fight(x)
    assert p.has(foe, "Silence")
    p.turns(1)
    assert p.has(foe, "Silence")
    p.turns(1)
    assert not p.has(foe, "Silence")


def test_zane_ends_the_weak(p: Scene) -> None:
    x, foe = p.there(0, "zane-the-ender"), p.there(1)
    p.there(1)
    assert not p.can(0, "use", x, foe)
    p.set(foe, "Damage", 15)
    p.use(x, foe)
    assert p.where(foe) == "Discard Pile" and p.hp_of(1) == 50 and p.count(x, "XP") == 1


# Beasts, Golems, Engineers, Machines.


def test_inu_crushes_def(p: Scene) -> None:
    x, foe = p.there(0, "inu-the-inferno"), p.there(1, "asu-the-flame-hellion")
    p.fight(x, foe)
    assert p.figure(foe, "DEF") == 0
    p.turns(1)
    assert p.figure(foe, "DEF") == 0
    p.turns(1)
    assert p.figure(foe, "DEF") == 10


def test_pernicious_tears_a_card_away(p: Scene) -> None:
    x = p.there(0, "pernicious")
    p.there(1)
    p.hand(1, "flare")
    p.hand(1, "taunt")
    p.fight(x)
    assert p.size(1, t.HAND) == 1 and p.size(1, t.DISCARD) == 1


def test_ivan_grows_back_stronger(p: Scene) -> None:
    x = p.there(0, "ivan-the-organic")
    p.there(1)
    p.set(x, "Damage", 15)
    p.turns(1)
    assert p.damage(x) == 5 and p.figure(x, "ATK") == 10
    p.turns(2)
    assert p.damage(x) == 0 and p.figure(x, "ATK") == 15


@pytest.mark.parametrize(("coin", "left"), [(HEADS, 11), (TAILS, 9)])
def test_ready_may_be_absurdly_ready(p: Scene, coin: tuple[int, ...], left: int) -> None:
    x = p.there(0, "ready-the-absurd")
    p.rolls = [coin]
    p.use(x)
    assert p.actions_of(0) == left and bool(p.has(x, "Slow")) == (coin == TAILS)


def test_demattei_builds(p: Scene) -> None:
    x = p.recruit("demattei-the-architect")
    p.pass_all()
    (terrain,) = p.zone(0, t.HAND)
    assert p.slug(terrain) == "meadow" and p.happened("shuffled")
    p.quietly(0, "terrain", terrain)
    assert p.where(terrain) == "Terrains" and p.figure(x, "DEF") == 10


@pytest.mark.rule("terrene", "card.token-characters")
def test_avis_is_charged_by_a_token_that_is_a_machine(p: Scene) -> None:
    """given a Machine Factory with 2 Charge, when its token enters recruited, then Avis gets 1 Charge."""
    x, maker = p.there(0, "avis-the-predecessor"), p.there(0, "zowie-the-ingenuic")
    factory = p.hold(maker, "machine-factory", face=1)
    p.set(factory, "Charge", 2)
    p.use(factory, (ABILITY, 2))
    token = p.zone(0, t.PARTY)[-1]
    assert p.slug(token) == "wanderer-alpha" and [row[ROW_CARD] for row in p.happened("recruited")] == [token]
    assert p.count(x, "Charge") == 1


def test_avis_waits_for_other_machines(p: Scene) -> None:
    x = p.there(0, "avis-the-predecessor")
    p.there(1)
    p.recruit("wanderer-from-a-previous-world")
    p.pass_all()
    assert p.count(x, "Charge") == 1 and p.figure(x, "ATK") == 20


def test_the_wanderer_brings_alpha_and_beta(p: Scene) -> None:
    x = p.there(0, "wanderer-from-a-previous-world")
    p.use(x)
    assert p.names(0, t.PARTY)[1:] == ["Wanderer Alpha", "Wanderer Beta"]


# Interdimensional.


def test_bellicose_sees_through(p: Scene) -> None:
    x, foe = p.there(0, "bellicose-the-insightful"), p.there(1)
    p.hold(foe, "fire-bomb")
    p.hand(0, "flare")
    p.play(0, "use", x)
    assert p.asked() == [0] and p.asked_kind() == PICK
    p.pass_all()
    assert p.size(0, t.HAND) == 2


def test_insidious_lowers_the_guard(p: Scene) -> None:
    x, foe = p.there(0, "insidious"), p.there(1, "asu-the-flame-hellion")
    p.use(x, foe)
    assert p.figure(foe, "DEF") == 0


def test_malicious_hurts_everybody_a_little(p: Scene) -> None:
    x, foe = p.there(0, "malicious"), p.there(1)
    p.use(x, foe)
    assert p.damage(foe) == 5 and p.hp_of(1) == 45


def test_prague_is_strongest_as_the_last(p: Scene) -> None:
    x = p.there(0, "prague-the-last-of-them")
    assert p.figure(x, "ATK") == 30
    assert p.refused(0, "dismiss", x) == "status.gained-abilities"
    p.there(0, "insidious")
    assert p.figure(x, "ATK") == 20 and p.can(0, "dismiss", x)


def test_the_revenant_feeds_on_arrivals(p: Scene) -> None:
    x = p.there(0, "the-revenant")
    p.there(1)
    p.recruit("insidious")
    p.pass_all()
    assert p.count(x, "XP") == 1


def test_the_banisher_sends_away(p: Scene) -> None:
    x, foe = p.there(0, "the-banisher"), p.there(1)
    p.there(1)
    k = p.hold(foe, "flare")
    p.use(x, foe)
    assert p.where(foe) == "Hand" and p.where(k) == "Discard Pile" and p.s.ctrl[foe] == 1
