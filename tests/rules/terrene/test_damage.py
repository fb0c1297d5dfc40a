"""Damage, what makes it less, and what goes through to the player: the topic `damage`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_N
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, character, item

ITEMS = (
    item("rock", ability=blue(targets={}, do={"damage": 15}))
    + item("spear", ability=blue(targets={}, do={"damage": 15, "stab": True}))
    + item("claws", ability=blue(targets={}, do=[{"damage": 10}, {"damage": 10}]))
    + item("pike", ability=blue(targets={}, do={"damage": 10, "stab": True}))
    + item("blast", ability=blue(do={"damage": 10, "to": "all characters"}))
    + item("smoke", ability=blue(do={"cancel": "attacker"}))
)
CHARACTERS = (
    cards("archer", "dove", "raid")
    + character("martyr", "Guardian", "Light", ability={"on": "hurt", "of": "you", "do": {"draw": 1}})
    + character(
        "sentinel", "Machine", "Light", hp=60, ability={"on": "takes-battle-damage", "do": {"draw": 1}}
    )
)


def duel() -> tuple[Terrene, int, int]:
    """A recruited Grunt (ATK 20, HP 20, DEF 0) on each side."""
    g = Terrene(ITEMS + CHARACTERS)
    return g, g.character(0, "grunt"), g.character(1, "grunt")


@pytest.mark.rule("terrene", "damage.formula")
def test_battle_damage_is_atk_minus_def() -> None:
    """given ATK 20, DEF 10 and 5 damage on the blocker, then 10 is dealt and it carries 15."""
    g, ann, _ = duel()
    guard = g.character(1, "guard", damage=5)
    g.fight(ann, guard)
    assert (g.damage(guard), [row[ROW_N] for row in g.happened("takes-damage")]) == (15, [10])


@pytest.mark.rule("terrene", "damage.minimum-zero")
def test_damage_is_never_below_zero() -> None:
    """given ATK 10 and DEF 15, then 0 is dealt and nothing is healed."""
    g, _, _ = duel()
    thief, giant = g.character(0, "thief"), g.character(1, "giant", damage=20)
    g.fight(thief, giant)
    assert (g.damage(giant), g.happened("takes-damage"), g.happened("healed")) == (20, [], [])


@pytest.mark.rule("terrene", "damage.minimum-zero", "damage.player")
def test_an_attack_of_0_does_a_player_no_damage() -> None:
    """given 'when you take damage', when a Character of ATK 0 is not blocked, then it does not happen."""
    g, ann, _ = duel()
    g.character(1, "martyr")
    dove, hand = g.character(0, "dove"), g.size(1, t.HAND)
    g.fight(dove)
    assert (g.hp_of(1), g.happened("hurt"), g.size(1, t.HAND)) == (50, [], hand)
    g.fight(ann)
    g.pass_all()
    assert (g.hp_of(1), len(g.happened("hurt")), g.size(1, t.HAND)) == (30, 1, hand + 1)


@pytest.mark.rule("terrene", "damage.persists")
def test_damage_stays_from_turn_to_turn() -> None:
    """given 15 damage in a turn, when the turn after next begins, then it is still 15."""
    g, ann, _ = duel()
    thief = g.character(1, "thief")
    g.fight(ann, thief)
    turn = g.s.turn
    assert g.damage(thief) == 15
    g.end_turn()
    assert g.damage(thief) == 15
    g.end_turn()
    assert (g.damage(thief), g.s.turn) == (15, turn + 2)


@pytest.mark.rule("terrene", "damage.def-applies")
@pytest.mark.parametrize(("slug", "dealt"), [("rock", 10), ("spear", 15), ("claws", 10), ("raid", 5)])
def test_def_reduces_all_damage_but_stab(slug: str, dealt: int) -> None:
    """given DEF 5, then 15 deals 10, 15 Stab 15, and two effects of 10 each deal 5 + 5."""
    g, ann, _ = duel()
    thief = g.character(1, "thief")
    g.play(0, "use", g.hold(ann, slug), thief)
    assert g.damage(thief) == dealt
    each = {"claws": [5, 5]}.get(slug, [dealt])
    assert [row[ROW_N] for row in g.happened("takes-damage")] == each


@pytest.mark.rule("terrene", "damage.def-applies")
def test_def_reduces_damage_of_abilities_and_for_each_character() -> None:
    """given 10 damage to all, then DEF 0, 5 and 10 take 10, 5 and 0; a Character's ability is reduced too."""
    g, ann, _ = duel()
    thief, guard = g.character(1, "thief"), g.character(1, "guard")
    g.play(0, "use", g.hold(ann, "blast"))
    assert [g.damage(h) for h in (ann, thief, guard)] == [10, 5, 0]
    g.play(0, "use", g.character(0, "archer"), thief)
    assert g.damage(thief) == 10


@pytest.mark.rule("terrene", "damage.battle")
def test_battle_damage_is_that_of_an_attack() -> None:
    """given "takes battle damage", then an Item does not set it off, a Stab attack does."""
    g, ann, _ = duel()
    sentinel = g.character(1, "sentinel")
    g.play(0, "use", g.hold(ann, "stone"), sentinel)
    assert (g.damage(sentinel), g.size(1, t.HAND)) == (10, 0)
    g.give(ann, "Stab")
    g.fight(ann, sentinel)
    assert (g.damage(sentinel), g.size(1, t.HAND)) == (30, 1)


@pytest.mark.rule("terrene", "damage.battle")
def test_retaliation_is_no_battle_damage() -> None:
    """given an attacker with "takes battle damage", when a blocker retaliates, then it is not set off."""
    g, _, _ = duel()
    sentinel, guard = g.character(0, "sentinel"), g.character(1, "guard")
    g.give(guard, "Retaliate")
    g.fight(sentinel, guard)
    assert (g.damage(sentinel), g.size(0, t.HAND)) == (10, 0)


@pytest.mark.rule("terrene", "damage.stab")
def test_stab_damage_ignores_def() -> None:
    """given 10 Stab damage and DEF 15, then it takes 10; an attack with Stab does likewise."""
    g, ann, _ = duel()
    giant = g.character(1, "giant")
    g.play(0, "use", g.hold(ann, "pike"), giant)
    assert (g.damage(giant), g.defence(giant)) == (10, 15)
    g.give(ann, "Stab")
    g.fight(ann, giant)
    assert g.damage(giant) == 30


@pytest.mark.rule("terrene", "damage.player")
def test_damage_to_a_player_adds_up() -> None:
    """given marks of 30 and then 15 more, then HP are 5; DEF of its Characters does not help."""
    g, _, _ = duel()
    g.hurt(1, 30)
    g.character(1, "giant")
    mage = g.character(0, "mage")
    g.counters(mage, "gain-ATK", 10)
    g.fight(mage)
    assert (g.hp_of(1), g.hp_of(0), g.ended()) == (5, 50, [])


@pytest.mark.rule("terrene", "damage.heal")
def test_a_heal_in_an_xp_row_heals_the_character() -> None:
    """given 5 damage and the third XP on Seaside Market, then it has 0, 2 cards are drawn, HP stay."""
    g = Terrene(edition=True)
    g.terrain(0, "seaside-market")
    ann, bob = g.character(0, "thief", damage=5, xp=2), g.character(1, damage=15)
    g.character(1)
    g.hurt(0, 20)
    g.fight(ann, bob)
    assert (g.xp(ann), g.damage(ann), g.hp(ann), g.lv(ann)) == (3, 0, 30, 2)
    assert (g.size(0, t.HAND), g.hp_of(0)) == (2, 30)


@pytest.mark.rule("terrene", "damage.heal")
def test_a_player_is_healed_when_the_text_says_so() -> None:
    """given 25 damage on a player, when a text says so, then its HP rise to 50 at most."""
    g = Terrene(
        item("balm", ability=blue(do={"heal": 40, "of": "your players"}))
        + item("salve", ability=blue(targets={}, do={"heal": 5}))
    )
    ann, thief = g.character(0), g.character(0, "thief", damage=15)
    g.character(1)
    g.hurt(0, 25)
    g.play(0, "use", g.hold(thief, "salve"), thief)
    assert (g.damage(thief), g.hp_of(0)) == (10, 25)
    g.play(0, "use", g.hold(ann, "balm"))
    assert (g.damage(thief), g.hp_of(0)) == (10, 50)


@pytest.mark.rule("terrene", "damage.overkill")
@pytest.mark.parametrize(("before", "through"), [(5, 5), (0, 0)])
def test_excess_damage_goes_through(before: int, through: int) -> None:
    """given HP 20, damage on it and 20 more, then its player loses the excess, nothing at exactly 20."""
    g, ann, _ = duel()
    bob = g.character(1, damage=before)
    g.fight(ann, bob)
    assert (g.where(bob), g.hp_of(1)) == ("Discard Pile", 50 - through)


@pytest.mark.rule("terrene", "damage.overkill-all-sources")
@pytest.mark.parametrize(("slug", "excess"), [("stone", 5), ("raid", 5), ("pike", 5), ("rock", 10)])
@pytest.mark.parametrize("seat", [0, 1])
def test_items_and_commands_overkill(slug: str, excess: int, seat: int) -> None:
    """given HP 20, 15 damage, DEF 0 and an Item for 10, then its player loses 5, also by an own Item."""
    g, ann, _ = duel()
    victim = g.character(seat, damage=15)
    g.play(0, "use", g.hold(ann, slug), victim)
    assert g.where(victim) == "Discard Pile"
    assert (g.hp_of(seat), g.hp_of(1 - seat)) == (50 - excess, 50)


@pytest.mark.rule("terrene", "damage.overkill-all-sources")
def test_abilities_and_retaliation_overkill() -> None:
    """given 15 damage on HP 20, then an ability for 10 and a Retaliate of 10 let 5 through each."""
    g, _, _ = duel()
    first, second = g.character(1, damage=15), g.character(0, damage=15)
    g.play(0, "use", g.character(0, "archer"), first)
    assert (g.where(first), g.hp_of(1)) == ("Discard Pile", 45)
    guard = g.character(1, "guard")
    g.give(guard, "Retaliate")
    g.fight(second, guard)
    assert (g.where(second), g.hp_of(0)) == ("Discard Pile", 45)


@pytest.mark.rule("terrene", "damage.overkill-all-sources")
def test_a_terrain_overkills() -> None:
    """given a Storm for 10 and 15 damage on HP 20, then 5 goes through to either player."""
    g, _, _ = duel()
    for seat in range(2):
        g.character(seat, damage=15)
    g.terrain(0, "gale", since=g.s.turn)
    g.next_turn(0)
    assert (g.hp_of(0), g.hp_of(1)) == (45, 45)


@pytest.mark.rule("terrene", "damage.overkill-all-sources")
@pytest.mark.parametrize("left", [5, 6])
def test_overkill_can_lose_the_game(left: int) -> None:
    """given 5 HP, when 5 goes through because of an own Item, then the game is lost."""
    g, ann, _ = duel()
    g.hurt(0, 50 - left)
    g.play(0, "use", g.hold(ann, "stone"), g.character(0, damage=15))
    assert g.ended() == (["win.hp"] if left == 5 else [])
    assert g.wins() == (0, int(left == 5))


@pytest.mark.rule("terrene", "damage.decay")
def test_def_decays_with_every_block() -> None:
    """given DEF 10 and three attacks of 20, then it is 10, 15 and 20, and DEF reads 5, 0 and 0 after."""
    g, _, _ = duel()
    guard = g.character(1, "guard")
    g.counters(guard, "gain-HP", 30)
    total = 0
    for n, decayed in ((10, 5), (15, 0), (20, 0)):
        g.fight(g.character(0), guard)
        total += n
        assert (g.damage(guard), g.defence(guard)) == (total, decayed)
    assert [row[ROW_N] for row in g.happened("takes-damage")] == [10, 15, 20]


@pytest.mark.rule("terrene", "damage.decay-duration")
def test_decay_lasts_until_the_start_of_its_players_turn() -> None:
    """given 2v2 and a block of B2 in A1's turn, then DEF is 5 for a block in A2's, and 10 when B2 begins."""
    g = Terrene(seats=4)
    first, _, second, guard = (
        g.character(seat, slug) for seat, slug in enumerate(("grunt",) * 3 + ("guard",))
    )
    g.fight(first, guard)
    assert (g.damage(guard), g.defence(guard)) == (10, 5)
    g.end_turn()
    assert (g.s.active, g.defence(guard)) == (1, 5)
    g.end_turn()
    assert (g.s.active, g.defence(guard)) == (2, 5)
    g.fight(second, guard)
    assert (g.damage(guard), g.defence(guard)) == (10 + 15, 0)
    g.end_turn()
    assert (g.s.active, g.defence(guard)) == (3, 10)


@pytest.mark.rule("terrene", "damage.decay-cause")
def test_only_a_block_wears_down() -> None:
    """given DEF 10, then an Item leaves it so; ATK 5 blocked does 0 damage and leaves 5, Stab 0."""
    g, ann, _ = duel()
    mage, guard = g.character(0, "mage"), g.character(1, "guard")
    g.play(0, "use", g.hold(ann, "rock"), guard)
    assert (g.damage(guard), g.defence(guard)) == (5, 10)
    g.fight(mage, guard)
    assert (g.damage(guard), g.defence(guard)) == (5, 5)
    g.give(ann, "Stab")
    g.fight(ann, guard)
    assert (g.damage(guard), g.defence(guard)) == (25, 0)


@pytest.mark.rule("terrene", "damage.decay-cause")
def test_what_is_no_block_wears_nobody_down() -> None:
    """given a Retaliate, a Storm, a direct and a cancelled attack, then nobody's DEF changes by them."""
    g, ann, bob = duel()
    thief, guard = g.character(0, "thief"), g.character(1, "guard")
    g.give(guard, "Retaliate")
    g.fight(thief, guard)
    assert (g.damage(thief), g.defence(thief), g.defence(guard)) == (10, 5, 5)
    g.fight(ann)
    assert (g.hp_of(1), g.defence(guard)) == (30, 5)
    mine, other = g.hold(g.character(0), "dart"), g.character(0)
    smoke = g.hold(bob, "smoke")
    g.play(0, "attack", other)
    g.to_block()
    g.play(1, "block", guard)
    g.play(0, "use", mine, bob)
    g.quietly(1, "use", smoke)
    assert len(g.happened("cancelled")) == 1
    assert (g.defence(guard), g.hp_of(1)) == (5, 30)
    g.terrain(0, "gale", since=g.s.turn)
    g.next_turn(0)
    assert (g.defence(guard), g.defence(thief), g.damage(thief)) == (10, 5, 15)


@pytest.mark.rule("terrene", "damage.simultaneous")
def test_damage_of_one_effect_falls_at_once() -> None:
    """given 10 to two Characters of different players with 10 HP left, then both are defeated together."""
    g, ann, _ = duel()
    mine, theirs = g.character(0, damage=10), g.character(1, damage=10)
    g.play(0, "use", g.hold(ann, "blast"))
    assert [g.where(h) for h in (mine, theirs)] == ["Discard Pile"] * 2
    order = g.order("takes-damage", "defeated", "discarded", "gains-xp")
    used = ["takes-damage"] * 4 + ["discarded"]
    assert order == used + ["defeated"] * 2 + ["discarded"] * 2 + ["gains-xp"] * 2
    assert g.xp(ann) == 2


@pytest.mark.rule("terrene", "damage.simultaneous")
def test_both_players_fall_together() -> None:
    """given 5 HP each and 5 of overkill each by one effect, then neither falls first: the game is drawn."""
    g, ann, _ = duel()
    for seat in range(2):
        g.character(seat, damage=15)
        g.hurt(seat, 45)
    g.play(0, "use", g.hold(ann, "blast"))
    assert (g.ended(), g.wins()) == (["win.simultaneous"], (0, 0))
