"""The Characters that gain XP for a defeat, when, and what the rows of a Terrain give for it: the topic
`xp`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, MODE, ROW_CARD, ROW_EVENT
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import cards, character, green, item

CARDS = (
    cards("archer", "raid")
    + character(
        "thorn", "Golem", "Wind", hp=40, ability={"on": "blocks", "do": {"damage": 10, "to": "attacker"}}
    )
    + item("lesson", ability=green(targets="your characters", do={"xp": 3, "of": "target"}))
    + item("vigour", ability=green(do={"mod": "HP", "n": 10, "on": "all characters"}))
)


def duel(edition: bool = False) -> tuple[Terrene, int, int]:
    """A recruited Grunt (ATK 20) of seat 0, and a Guard of seat 1, so that it never is without Characters."""
    g = Terrene(CARDS, edition=edition)
    return g, g.character(0), g.character(1, "guard")


def market() -> tuple[Terrene, int]:
    """Seaside Market on seat 0's side, and its Grunt."""
    g, ann, _ = duel(edition=True)
    g.terrain(0, "seaside-market")
    return g, ann


def defeats(g: Terrene, h: int, levels: int = 1) -> None:
    """A Character of seat 0 defeats one of seat 1, which is worth so many XP."""
    g.play(0, "attack", h)
    g.to_block()
    g.play(1, "block", g.character(1, damage=19, level=levels - 1))


# Who gains.


@pytest.mark.rule("terrene", "xp.battle")
@pytest.mark.parametrize("ups", [0, 1])
def test_a_defeat_in_battle_is_worth_the_level_of_the_defeated(ups: int) -> None:
    """given a blocker of printed LV 1 that had levelled up once, when it is defeated, then XP is 2."""
    g, ann, _ = duel()
    bob = g.character(1, level=ups)
    g.fight(ann, bob)
    assert (g.where(bob), g.xp(ann)) == ("Discard Pile", 1 + ups)


@pytest.mark.rule("terrene", "xp.retaliate")
def test_a_blocker_that_retaliates_may_win() -> None:
    """given Retaliate and DEF 15 against 10 HP left, then 5 overkill, and the blocker gains 1 XP."""
    g, _, _ = duel()
    ann, giant = g.character(0, damage=10), g.character(1, "giant")
    g.give(giant, "Retaliate")
    g.fight(ann, giant)
    assert (g.where(ann), g.hp_of(0), g.hp_of(1)) == ("Discard Pile", 45, 50)
    assert (g.xp(giant), g.atk(giant)) == (1, 45)


@pytest.mark.rule("terrene", "xp.items-commands")
@pytest.mark.parametrize("slug", ["fire-bomb", "raid"])
def test_the_last_damage_counts_alone(slug: str) -> None:
    """given Sammy with 10 damage from Luminous and a card of Ethan that finishes her, then Ethan gains 1."""
    g = Terrene(CARDS, edition=True)
    luminous, ethan = g.character(0, "luminous"), g.character(0, "ethan-the-resilient")
    sammy, _ = g.character(1, "sammy-the-agile"), g.character(1)
    g.fight(luminous, sammy)
    assert (g.damage(sammy), g.hp(sammy)) == (10, 20)
    g.play(0, "use", g.hold(ethan, slug), sammy)
    assert g.where(sammy) == "Discard Pile"
    assert (g.xp(ethan), g.xp(luminous)) == (1, 0)


@pytest.mark.rule("terrene", "xp.abilities")
def test_an_ability_earns_for_its_character() -> None:
    """given an ability that deals 10 to LV 2 with 10 HP left and DEF 0, then its user gains 2 XP."""
    g, ann, _ = duel()
    archer, bob = g.character(0, "archer"), g.character(1, damage=10, level=1)
    g.play(0, "use", archer, bob)
    assert (g.where(bob), g.xp(archer), g.xp(ann)) == ("Discard Pile", 2, 0)


@pytest.mark.rule("terrene", "xp.abilities")
def test_a_passive_ability_earns_as_well() -> None:
    """given a blocker whose passive deals 10 to the attacker, when that falls, then the blocker gains XP."""
    g, _, _ = duel()
    ann, thorn = g.character(0, damage=10), g.character(1, "thorn")
    g.fight(ann, thorn)
    assert (g.where(ann), g.xp(thorn), g.damage(thorn), g.hp_of(1)) == ("Discard Pile", 1, 0, 50)


@pytest.mark.rule("terrene", "xp.wasted")
def test_what_a_storm_defeats_is_wasted() -> None:
    """given a Storm that defeats LV 2, then no Character's XP changes."""
    g, ann, guard = duel(edition=True)
    bob = g.character(1, damage=10, level=1)
    g.terrain(0, "fire-storm", since=g.s.turn)
    g.next_turn(0)
    assert (g.where(bob), g.hp_of(1)) == ("Discard Pile", 45)
    assert (g.xp(ann), g.xp(guard), g.happened("gains-xp")) == (0, 0, [])


@pytest.mark.rule("terrene", "xp.wasted")
def test_a_storm_that_finishes_somebody_takes_the_xp_of_whoever_hurt_it() -> None:
    """given 10 damage by a Character, when a Storm deals the rest, then that Character gains nothing."""
    g, ann, _ = duel(edition=True)
    bob = g.character(1)
    g.play(0, "use", g.hold(ann, "fire-bomb"), bob)
    g.terrain(0, "fire-storm", since=g.s.turn)
    g.next_turn(0)
    assert (g.where(bob), g.xp(ann)) == ("Discard Pile", 0)


@pytest.mark.rule("terrene", "xp.wasted")
def test_what_a_row_of_a_terrain_defeats_is_wasted() -> None:
    """given the fourth XP on Emberstadt, when its 10 damage defeat another, then the total stays at 4."""
    g, ann, _ = duel(edition=True)
    g.terrain(0, "emberstadt")
    g.counters(ann, "XP", 3)
    bystander = g.character(1, damage=10)
    defeats(g, ann)
    g.mode(0, 1)
    assert (g.where(bystander), g.xp(ann), len(g.happened("defeated"))) == ("Discard Pile", 4, 2)


@pytest.mark.rule("terrene", "xp.gainer-gone")
def test_who_is_gone_gains_nothing() -> None:
    """given attacker and Retaliating blocker that defeat each other, then nobody gains XP."""
    g, other, spare = duel()
    ann, bob = g.character(0, "thief", damage=25), g.character(1, "guard", damage=30 - 1)
    g.counters(ann, "gain-ATK", 10)
    g.give(bob, "Retaliate")
    g.fight(ann, bob)
    assert [g.where(h) for h in (ann, bob)] == ["Discard Pile"] * 2
    assert [g.xp(h) for h in (ann, bob, other, spare)] == [0] * 4 and not g.happened("gains-xp")


@pytest.mark.rule("terrene", "xp.gainer-gone")
def test_who_has_turned_face_down_gains_nothing() -> None:
    """given Javelin, who turns face-down by the ability that defeats, then the XP is wasted."""
    g, _, _ = duel(edition=True)
    javelin, bob = g.character(0, "javelin-from-the-mist"), g.character(1, damage=10)
    g.play(0, "use", javelin, bob)
    assert (g.where(bob), g.s.face[javelin], g.xp(javelin)) == ("Discard Pile", 0, 0)
    assert not g.happened("gains-xp")


@pytest.mark.rule("terrene", "xp.own-characters")
def test_own_characters_are_worth_xp_and_oneself_is_not() -> None:
    """given Fire Bombs, when Ethan defeats an own LV 1, then 1 XP and overkill; for himself none."""
    g, _, _ = duel(edition=True)
    ethan, own = g.character(0, "ethan-the-resilient"), g.character(0, damage=15)
    g.play(0, "use", g.hold(ethan, "fire-bomb"), own)
    assert (g.where(own), g.xp(ethan), g.hp_of(0)) == ("Discard Pile", 1, 45)
    g.counters(ethan, "Damage", 30)
    g.play(0, "use", g.hold(ethan, "fire-bomb"), ethan)
    assert (g.where(ethan), g.hp_of(0), len(g.happened("gains-xp"))) == ("Discard Pile", 45, 1)


@pytest.mark.rule("terrene", "xp.own-characters")
def test_an_allied_character_is_worth_xp_as_well() -> None:
    """given Fire Bombs, when Ethan defeats an LV 1 of the partner, then he gains 1 XP, and the team has the
    overkill."""
    g = Terrene(seats=4, edition=True)
    for seat in range(1, 4):
        g.character(seat)
    ethan, allied = g.character(0, "ethan-the-resilient"), g.character(2, damage=15)
    g.quietly(0, "use", g.hold(ethan, "fire-bomb"), allied)
    assert (g.where(allied), g.xp(ethan), g.hp_of(0), g.hp_of(2)) == ("Discard Pile", 1, 45, 45)


# What it gives.


@pytest.mark.rule("terrene", "xp.rows")
def test_xp_belongs_to_one_character_and_gives_its_row() -> None:
    """given Ethan with 1 XP and Gregory with 0, when each gains 1, then rows 2 and 1 are theirs."""
    g, _ = market()
    ethan, gregory = g.character(0, "ethan-the-resilient", xp=1), g.character(0, "gregory-the-hoarder")
    before = g.defence(ethan)
    defeats(g, ethan)
    assert (g.xp(ethan), g.size(0, t.HAND), g.defence(ethan), g.xp(gregory)) == (2, 2, before, 0)
    g.counters(gregory, "gain-ATK", 10)
    before = g.defence(gregory)
    defeats(g, gregory)
    assert (g.xp(gregory), g.size(0, t.HAND), g.defence(gregory), g.xp(ethan)) == (1, 2, before + 5, 2)


@pytest.mark.rule("terrene", "xp.rows")
@pytest.mark.parametrize("way", [1, 2])
def test_the_fourth_row_has_a_choice(way: int) -> None:
    """given a Character that reaches 4, then its player heals 20 or draws 4, with the level up in both."""
    g, ann = market()
    g.counters(ann, "XP", 3)
    g.counters(ann, "Damage", 19)
    defeats(g, ann)
    assert (g.asked(), g.asked_kind()) == ([0], MODE)
    g.mode(0, way)
    assert (g.xp(ann), g.lv(ann)) == (4, 2)
    assert (g.damage(ann), g.size(0, t.HAND)) == ((0, 0), (19, 4))[way - 1]


@pytest.mark.rule("terrene", "xp.rows")
def test_a_blockers_player_chooses_in_another_players_turn() -> None:
    """given a Retaliating blocker that reaches 4 XP, then its player is asked, in the attacker's turn."""
    g, _, _ = duel()
    ann, giant = g.character(0, damage=10), g.character(1, "giant", xp=3)
    g.give(giant, "Retaliate")
    g.play(0, "attack", ann)
    g.play(1, "block", giant)
    assert (g.asked(), g.asked_kind()) == ([1], MODE)
    g.mode(1, 2)
    assert (g.size(1, t.HAND), g.lv(giant), g.s.active) == (4, 4, 0)


@pytest.mark.rule("terrene", "xp.several-at-once")
def test_no_row_is_skipped() -> None:
    """given 0 XP on Seaside Market, when Jin (LV 2) is defeated, then +5 DEF, then 2 cards; total 2."""
    g, ann = market()
    jin = g.character(1, "jin-the-ambitious", damage=20)
    g.log.clear()
    g.fight(ann, jin)
    assert (g.where(jin), g.xp(ann), g.defence(ann), g.size(0, t.HAND)) == ("Discard Pile", 2, 5, 2)
    assert g.order("gains-xp", "drawn") == ["gains-xp", "gains-xp", "drawn", "drawn"]
    gains = [row for row in g.log if row[ROW_EVENT] == t.E_XP or row[5:6] == (t.GAIN_DEF,)]
    assert [row[ROW_EVENT] == t.E_XP for row in gains] == [True, False, True]


@pytest.mark.rule("terrene", "xp.five-plus")
def test_from_the_fifth_xp_on_any_row_may_be_chosen() -> None:
    """given 5 XP, when it gains 1, then its player picks one of four rows, here the third."""
    g, ann = market()
    g.counters(ann, "XP", 5)
    g.counters(ann, "Damage", 15)
    defeats(g, ann)
    assert (g.asked(), g.asked_kind(), len(g.options(0))) == ([0], MODE, 4)
    g.mode(0, 3)
    assert (g.xp(ann), g.lv(ann), g.size(0, t.HAND), g.damage(ann)) == (6, 2, 2, 5)
    assert g.asked_kind() == ACT


@pytest.mark.rule("terrene", "xp.five-plus")
def test_the_same_row_may_be_chosen_again() -> None:
    """given 4 XP that rows never rewarded, when it gains 2, then row 1 may be chosen twice."""
    g, ann = market()
    g.counters(ann, "XP", 4)
    defeats(g, ann, levels=2)
    for n in (5, 10):
        assert g.asked_kind() == MODE
        g.mode(0, 1)
        assert g.defence(ann) == n
    assert (g.xp(ann), g.lv(ann), g.asked_kind()) == (6, 1, ACT)


@pytest.mark.rule("terrene", "xp.five-plus")
def test_the_fourth_row_chosen_asks_for_its_own_choice() -> None:
    g, ann = market()
    g.counters(ann, "XP", 4)
    defeats(g, ann)
    g.mode(0, 4)
    assert (g.asked_kind(), len(g.options(0))) == (MODE, 2)
    g.mode(0, 2)
    assert (g.size(0, t.HAND), g.lv(ann), g.asked_kind()) == (4, 2, ACT)


@pytest.mark.rule("terrene", "xp.permanent")
def test_gains_stay_whatever_terrain_is_active_later() -> None:
    """given ATK 20 and +5 ATK of a first XP, when Seaside Market is active, then 25 and no +5 DEF."""
    g, ann, _ = duel(edition=True)
    defeats(g, ann)
    assert (g.atk(ann), g.defence(ann)) == (25, 0)
    g.play(0, "terrain", g.hand(0, "seaside-market"))
    assert (g.atk(ann), g.defence(ann), g.xp(ann)) == (25, 0, 1)
    g.next_turn(0)
    assert (g.atk(ann), g.defence(ann), g.xp(ann)) == (25, 0, 1)


@pytest.mark.rule("terrene", "xp.permanent")
def test_draws_and_heals_happen_once() -> None:
    """given the third row of Seaside Market, then nothing of it is drawn or healed again later."""
    g, ann = market()
    g.counters(ann, "XP", 2)
    defeats(g, ann)
    assert g.size(0, t.HAND) == 2
    g.counters(ann, "Damage", 15)
    g.next_turn(0)
    assert (g.size(0, t.HAND), g.damage(ann), g.lv(ann)) == (3, 15, 2)


@pytest.mark.rule("terrene", "xp.current-terrain")
def test_the_active_terrain_counts() -> None:
    """given 1 XP of The Plateau and Seaside Market now active, when it gains its second, then 2 cards."""
    g, ann, _ = duel(edition=True)
    g.terrain(0, "the-plateau")
    defeats(g, ann)
    assert (g.xp(ann), g.atk(ann), g.defence(ann)) == (1, 20, 0)
    g.play(0, "terrain", g.hand(0, "seaside-market"))
    g.next_turn(0)
    cards = g.size(0, t.HAND)
    defeats(g, ann)
    assert (g.xp(ann), g.size(0, t.HAND), g.atk(ann), g.defence(ann)) == (2, cards + 2, 20, 0)


@pytest.mark.rule("terrene", "xp.timing")
@pytest.mark.parametrize("theirs_first", [False, True])
def test_xp_waits_for_the_whole_chain_and_keeps_its_order(theirs_first: bool) -> None:
    """given a chain in which two effects defeat, then both rewards come after it, first defeat first."""
    g, ann, guard = duel()
    mine, victim = g.hold(ann, "stone"), g.character(1, damage=15)
    other, low = g.character(0), g.character(0, damage=15)
    third, foes = g.hold(other, "dart"), g.hold(guard, "stone")
    g.actions(1, 4)
    g.play(0, "use", mine, victim if theirs_first else guard)
    g.play(1, "use", foes, low)
    if not theirs_first:
        g.play(0, "use", third, victim)
    g.log.clear()
    g.pass_all()
    winner = ann if theirs_first else other
    assert [g.where(h) for h in (victim, low)] == ["Discard Pile"] * 2
    order = g.order("defeated", "chain-over", "gains-xp")
    assert order == ["defeated"] * 2 + ["chain-over"] + ["gains-xp"] * 2
    gained = [row[ROW_CARD] for row in g.happened("gains-xp")]
    assert gained == ([guard, winner] if theirs_first else [winner, guard])
    assert [g.atk(h) for h in (winner, guard)] == [25, 15]
    assert (g.asked(), g.asked_kind()) == ([0], ACT)


@pytest.mark.rule("terrene", "xp.timing")
@pytest.mark.parametrize("first", [0, 1])
def test_at_equal_moments_the_active_players_characters_come_first(first: int) -> None:
    """given two that fall as the turn ends, whoever was hurt first, then the active player's gains first."""
    g, ann, guard = duel()
    low, victim = g.character(0, damage=15), g.character(1, damage=15)
    g.play(0, "use", g.hold(ann, "vigour"))
    mine, foes = g.hold(ann, "dart"), g.hold(guard, "stone")
    g.actions(1, 4)
    for seat in (first, 1 - first):
        if seat == 0:
            g.play(0, "use", mine, victim)
            g.pass_chain()
        else:
            g.play(0, "use", g.hold(g.character(0, "mage"), "tonic"), ann)
            g.play(1, "use", foes, low)
            g.pass_chain()
    assert [g.damage(h) for h in (low, victim)] == [25, 20]
    assert [g.hp(h) for h in (low, victim)] == [30, 30]
    g.end_turn()
    assert [g.where(h) for h in (low, victim)] == ["Discard Pile"] * 2
    assert [row[ROW_CARD] for row in g.happened("gains-xp")] == [ann, guard]


@pytest.mark.rule("terrene", "xp.timing")
def test_xp_by_an_effect_comes_after_its_chain() -> None:
    """given an effect for 3 XP, then rows 1 to 3 come one after the other when the chain is over."""
    g, ann, _ = duel()
    g.play(0, "use", g.hold(ann, "lesson"), ann)
    assert (g.xp(ann), g.atk(ann), g.size(0, t.HAND), g.lv(ann)) == (3, 25, 4, 2)
    assert g.order("chain-over", "gains-xp") == ["chain-over"] + ["gains-xp"] * 3
