"""Gained Abilities and other keywords of Terrene: the topic `keyword`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM, ROW_CARD
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.builders.terrene_words import CARDS, fight, table
from tests.cards.terrene import character, green, item, terrain

# Attacks.


@pytest.mark.rule("terrene", "keyword.haste")
def test_haste_makes_an_attack_free_and_gives_no_second() -> None:
    """given 0 Actions and Haste, then an attack is accepted, a second one refused."""
    g = table()
    x, _ = g.character(0), g.character(1)
    g.give(x, "Haste")
    g.actions(0, 0)
    fight(g, x)
    assert g.refused(0, "attack", x) == "attack.once-per-turn"


@pytest.mark.rule("terrene", "keyword.haste-and-slow")
def test_haste_and_slow_cancel_out() -> None:
    """given both, then an attack costs 1 Action; a Haste attacker that becomes Slow owes 1."""
    g = table()
    x, y, foe = g.character(0), g.character(0), g.character(1)
    g.give(x, "Haste")
    g.give(x, "Slow")
    g.actions(0, 0)
    assert not g.can(0, "attack", x)
    g.actions(0, 1)
    fight(g, x)
    assert g.actions_of(0) == 0
    g.give(y, "Haste")
    sludge = g.hold(foe, "sludge")
    g.play(0, "attack", y)
    g.quietly(1, "use", sludge, y)
    assert g.happened("cancelled")


@pytest.mark.rule("terrene", "keyword.stab")
def test_stab_ignores_def() -> None:
    """given ATK 20 with Stab against DEF 10, then the blocker takes 20 and its DEF is 5."""
    g = table()
    x, foe = g.character(0), g.character(1, "guard")
    g.give(x, "Stab")
    fight(g, x, foe)
    assert (g.damage(foe), g.defence(foe)) == (20, 5)


@pytest.mark.rule("terrene", "keyword.resourceful")
def test_resourceful_makes_held_cards_free() -> None:
    """given 0 Actions, then a cost 2 Command is accepted, the own cost 1 ability refused."""
    g = table()
    x, foe = g.character(0, "lookout"), g.character(1)
    g.give(x, "Resourceful")
    g.actions(0, 0)
    assert g.refused(0, "use", x, foe) == "action.use-ability"
    g.quietly(0, "use", g.hold(x, "order-of-two"))
    assert g.size(0, t.HAND) == 1


@pytest.mark.rule("terrene", "keyword.retaliate")
def test_retaliate_deals_the_own_def_as_stab_damage() -> None:
    """given Retaliate and DEF 10 against ATK 20 and DEF 15, then 10 are dealt to each."""
    g = table()
    x, foe = g.character(0), g.character(1, "guard")
    g.counters(x, "gain-DEF", 15)
    g.give(foe, "Retaliate")
    fight(g, x, foe)
    assert (g.damage(foe), g.damage(x)) == (10, 10)


@pytest.mark.rule("terrene", "keyword.retaliate-timing")
def test_retaliate_comes_with_the_damage_of_the_attack() -> None:
    """given both with little left, then both are defeated, 5 go through, and nobody gains XP."""
    g = table()
    x, foe = g.character(0, damage=10), g.character(1, "guard", damage=25)
    a, b = g.character(0), g.character(1)
    g.give(foe, "Retaliate")
    fight(g, x, foe)
    assert g.where(x) == g.where(foe) == "Discard Pile"
    assert g.hp_of(1) == 45 and (g.xp(a), g.xp(b)) == (0, 0)
    fight(g, a)
    assert g.hp_of(0) == 50


@pytest.mark.rule("terrene", "keyword.retaliate-decayed")
def test_retaliate_uses_the_current_def() -> None:
    """given DEF 10 blocking two attacks in a turn, then the attackers take 10 and 5 and keep their DEF."""
    g = table()
    x, y, foe = g.character(0, "planner"), g.character(0, "planner"), g.character(1, "guard")
    g.give(foe, "Retaliate")
    fight(g, x, foe)
    fight(g, y, foe)
    assert (g.damage(x), g.damage(y)) == (10, 5) and (g.defence(x), g.defence(y)) == (5, 5)


@pytest.mark.rule("terrene", "keyword.unblockable")
@pytest.mark.parametrize("late", [False, True])
def test_unblockable_attacks_are_direct(late: bool) -> None:
    """given Unblockable, then no block is offered; gained after a block, the blocker takes the damage."""
    g = table()
    x, foe, _ = g.character(0), g.character(1), g.character(1)
    if not late:
        g.give(x, "Unblockable")
        fight(g, x)
        assert g.hp_of(1) == 30 and not g.happened("blocks")
        return
    g.play(0, "attack", x)
    while g.s.chain:
        g.step()
    g.play(1, "block", foe)
    g.give(x, "Unblockable")
    g.pass_all()
    assert g.hp_of(1) == 50 and g.where(foe) == "Discard Pile"


# Immunity.


@pytest.mark.rule("terrene", "keyword.immune")
def test_the_immune_may_be_chosen_and_is_not_affected() -> None:
    """given 10 damage to all by an ability, then the Immune one takes 0, the others some; it can be named."""
    g = table()
    x, saint, other = g.character(0, "herald"), g.character(1, "saint"), g.character(1)
    assert g.can(0, "use", x, saint)
    g.quietly(0, "use", x, saint)
    assert (g.damage(saint), g.damage(other)) == (0, 10)


@pytest.mark.rule("terrene", "keyword.immune-scope")
def test_immunity_covers_the_named_source_only() -> None:
    """given Immune to Character abilities, then Items and attacks count, own help and Retaliate do not."""
    g = table()
    saint, friend, foe = g.character(0, "saint"), g.character(0, "saint"), g.character(1, "guard")
    g.quietly(0, "use", g.hold(friend, "stone"), saint)
    assert g.damage(saint) == 5
    g.quietly(0, "use", friend, saint)
    assert g.damage(saint) == 5
    g.give(foe, "Retaliate")
    fight(g, saint, foe)
    assert g.damage(saint) == 5
    g.quietly(0, "use", saint, foe)
    assert g.damage(foe) == 0
    g.end_turn()
    fight(g, foe, saint)
    assert g.damage(saint) == 10


PURGE = (
    character(
        "purger",
        "Golem",
        "Dark",
        ability=[
            green(do={"destroy": "enemy characters"}),
            green(do={"destroy": "enemy hidden characters"}),
            green(do={"return": {"from": "your discard pile", "class": "Golem"}, "to": "hand"}),
        ],
    )
    + item("curtain", ability=green(targets={}, do={"turn_down": "target"}))
    + character("rock", "Golem", "Water", hp=30, atk=20, keywords={"Immune": ["Terrain"]})
    + terrain(
        "spring",
        xp=[[{"gain": "ATK", "n": 5}, {"draw": 1}], [{"heal": 10, "of": "user"}], [{"level_up": "user"}], []],
        ability=green(targets={}, do={"heal": 10}),
    )
)


@pytest.mark.rule("terrene", "keyword.immune")
def test_an_ability_that_discards_spares_the_immune() -> None:
    """given Immune to Character abilities, when one discards all enemy Characters, then it stays in play."""
    g = Terrene(CARDS + PURGE)
    purger, saint, other = g.character(0, "purger"), g.character(1, "saint"), g.character(1)
    g.quietly(0, "use", purger, (ABILITY, 1))
    assert (g.where(saint), g.where(other)) == ("Party", "Discard Pile")


@pytest.mark.rule("terrene", "keyword.immune", "keyword.passive")
def test_a_printed_immunity_holds_while_its_character_is_recruited() -> None:
    """given it turned face-down, then an ability discards it; from the discard pile one returns it."""
    g = Terrene(CARDS + PURGE)
    purger, saint = g.character(0, "purger"), g.character(1, "saint")
    g.character(1)
    g.play(0, "use", g.hold(purger, "curtain"), saint)
    assert g.s.code[saint] and not g.s.face[saint]
    g.play(0, "use", purger, (ABILITY, 2))
    assert g.where(saint) == "Discard Pile"
    mine = g.discard(0, "saint")
    g.play(0, "use", purger, (ABILITY, 3))
    assert g.where(mine) == "Hand"


@pytest.mark.rule("terrene", "keyword.immune-scope")
def test_rows_of_xp_are_no_ability_of_a_terrain() -> None:
    """given Immune to Terrain abilities, then rows of XP reward it, and a Terrain's ability does not."""
    g = Terrene(CARDS + PURGE)
    rock, foes = g.character(0, "rock", damage=20), [g.character(1, damage=15) for _ in range(2)]
    g.character(1)
    spring = g.terrain(0, "spring")
    g.play(0, "use", spring, rock)
    assert g.damage(rock) == 20
    g.fight(rock, foes[0])
    assert (g.xp(rock), g.atk(rock), g.size(0, t.HAND)) == (1, 25, 1)
    g.next_turn(0)
    g.fight(rock, foes[1])
    assert (g.xp(rock), g.damage(rock)) == (2, 10)


# Kinds of cards.


@pytest.mark.rule("terrene", "keyword.ongoing")
def test_an_ongoing_card_stays_and_works() -> None:
    """given an On-going +5 ATK, then it holds turn after turn and keeps its Character's only place."""
    g = table()
    x, _ = g.character(0), g.character(1)
    banner, other = g.hold(x, "banner"), g.hand(0, "stone")
    g.quietly(0, "use", banner)
    assert g.atk(x) == 25 and g.refused(0, "assign", other, x) == "item.one-per-character"
    g.next_turn(0)
    assert g.atk(x) == 25 and g.where(banner) == "Held"


@pytest.mark.rule("terrene", "keyword.ongoing")
def test_an_ongoing_card_works_from_its_resolving_on() -> None:
    """given an On-going +5 ATK that is activated, then it does nothing while it may still be answered."""
    g = table()
    x, foe = g.character(0), g.character(1)
    banner = g.hold(x, "banner")
    g.hold(foe, "dart")
    g.play(0, "use", banner)
    assert (g.asked(), g.s.face[banner], g.atk(x)) == ([1], 1, 20)
    g.pass_all()
    assert g.atk(x) == 25


@pytest.mark.rule("terrene", "keyword.ongoing-ends")
def test_an_ongoing_effect_ends_with_its_card() -> None:
    """given a face-up On-going card, then it cannot be used again or traded; dismissed, its effect ends."""
    g = table()
    x, y, _ = g.character(0), g.character(0), g.character(1)
    banner = g.hold(x, "banner")
    g.hold(y, "stone")
    g.quietly(0, "use", banner)
    assert g.refused(0, "use", banner) == "keyword.ongoing-ends"
    assert g.refused(0, "trade", x, y) == "action.trade"
    g.quietly(0, "dismiss", banner)
    assert g.atk(x) == 20 and g.can(0, "assign", g.hand(0, "stone"), x)


@pytest.mark.rule("terrene", "keyword.ongoing-ends")
def test_an_ongoing_card_works_while_its_holder_is_hidden() -> None:
    """given Item Expertise and a Factory whose holders are turned down, then both work; a banner does not."""
    g = Terrene(CARDS + PURGE, edition=True)
    x, y, maker, _ = g.character(0), g.character(0), g.character(0, "demattei-the-architect"), g.character(1)
    g.hold(x, "item-expertise", face=1)
    factory = g.hold(maker, "machine-factory", face=1)
    g.counters(factory, "Charge", 1)
    for h in (x, maker):
        g.quietly(0, "use", g.hold(y, "curtain"), h)
    assert (g.s.face[x], g.s.face[maker]) == (0, 0)
    assert (g.has(y, "Resourceful"), g.has(x, "Resourceful")) == (1, 0)
    g.next_turn(0)
    assert g.count(factory, "Charge") == 2
    assert g.refused(0, "use", factory, (ABILITY, 2)) == "action.use-ability"
    g.quietly(0, "recruit", maker)
    assert g.can(0, "use", factory, (ABILITY, 2))


@pytest.mark.rule("terrene", "keyword.spell", "item.illegal-activation")
def test_only_a_spellcaster_casts_spells() -> None:
    """given a Spell behind a Thief, then it is refused and stays unknown; a Spellcaster casts it."""
    g = table()
    thief, mage, foe = g.character(0, "thief"), g.character(0, "mage"), g.character(1)
    spell, other = g.hold(thief, "spark"), g.hold(mage, "spark")
    assert g.refused(0, "use", spell, foe) == "keyword.spell"
    assert not g.s.code[spell] and g.actions_of(0) == 4
    assert g.can(0, "use", other, foe)


@pytest.mark.rule("terrene", "keyword.spell-strength", "level.effects")
def test_a_spell_has_the_strength_of_its_caster_at_the_announcement() -> None:
    """given 10 damage per LV and one level gained, then 20 are used, also if the caster is defeated first."""
    g = table()
    mage, foe = g.character(0, "mage", level=1), g.character(1, "guard")
    g.character(0)
    stone = g.hold(foe, "dart")
    g.counters(mage, "Damage", 10)
    g.play(0, "use", g.hold(mage, "spark"), foe)
    g.quietly(1, "use", stone, mage)
    assert g.where(mage) == "Discard Pile" and g.damage(foe) == 10 and g.xp(foe) == 2


@pytest.mark.rule("terrene", "keyword.trap", "keyword.trap-tactician")
def test_a_trap_needs_a_recruited_tactician() -> None:
    """given a Trap behind a Thief, then a hidden Tactician is not enough; a Silenced recruited one is."""
    g = table()
    x, thief = g.character(0), g.character(1, "thief")
    hidden = g.character(1, "planner", hidden=True)
    snare = g.hold(thief, "snare")
    g.play(0, "attack", x)
    assert g.refused(1, "use", snare) == "keyword.trap-tactician"
    g.pass_all()
    assert hidden
    planner = g.character(1, "planner")
    g.give(planner, "Silence")
    y = g.character(0)
    g.play(0, "attack", y)
    g.quietly(1, "use", snare)
    assert g.damage(y) == 15


@pytest.mark.rule("terrene", "keyword.trap-tactician")
def test_a_tactician_that_was_turned_face_down_is_not_enough() -> None:
    """given a Trap behind a Thief, and a Tactician that all know but that lies face-down, then refused."""
    g = table()
    x, thief, planner = g.character(0), g.character(1, "thief"), g.character(1, "planner")
    snare, veil = g.hold(thief, "snare"), g.hold(x, "veil")
    g.quietly(0, "use", veil, planner)
    assert g.s.code[planner] and not g.s.face[planner]
    g.play(0, "attack", x)
    assert g.refused(1, "use", snare) == "keyword.trap-tactician"


@pytest.mark.rule("terrene", "keyword.trap-trigger")
def test_a_trap_waits_for_its_event() -> None:
    """given 'when an opponent attacks', then it is legal in answer to that, and at no other time."""
    g = table()
    x, _ = g.character(0), g.character(0, hidden=True)
    foe = g.character(1, "planner")
    snare = g.hold(foe, "snare")
    hidden = g.zone(0, t.PARTY)[1]
    g.play(0, "recruit", hidden)
    assert g.refused(1, "use", snare) == "keyword.trap-trigger"
    g.pass_all()
    g.play(0, "attack", x)
    g.quietly(1, "use", snare)
    assert g.damage(x) == 15 and g.where(snare) == "Discard Pile"
    g.end_turn()
    assert not g.can(1, "use", g.hold(foe, "snare"))


@pytest.mark.rule("terrene", "keyword.trap-trigger")
@pytest.mark.parametrize("tactician", [True, False])
def test_a_trap_whose_event_is_no_action_is_offered_after_it(tactician: bool) -> None:
    """given 'when its holder takes battle damage', then it is offered when that is settled, at its price."""
    g = Terrene(CARDS, edition=True)
    x, foe = g.character(0), g.character(1, "guard")
    g.character(1, "planner", hidden=not tactician)
    trap = g.hold(foe, "lethal-counter-attack")
    g.play(0, "attack", x)
    g.to_block()
    g.play(1, "block", foe)
    while not g.damage(foe):
        g.step()
    if not tactician:
        assert g.damage(foe) == 10 and g.asked() == [0] and g.asked_kind() == ACT
        return
    assert g.damage(foe) == 10 and g.asked() == [1] and g.can(1, "use", trap, x)
    g.quietly(1, "use", trap, x)
    assert (g.damage(x), g.actions_of(1), g.where(trap)) == (10, 3, "Discard Pile")


@pytest.mark.rule("terrene", "keyword.passive")
def test_passive_abilities_hold_at_once() -> None:
    """given a passive +5 DEF for allies, then it holds from recruiting on, without any link of its own."""
    g = table()
    x, captain = g.character(0), g.character(0, "captain", hidden=True)
    g.character(1)
    assert g.defence(x) == 0
    g.quietly(0, "recruit", captain)
    assert g.defence(x) == 5 and len(g.happened("linked")) == 1


@pytest.mark.rule("terrene", "keyword.hero")
def test_a_hero_fights_like_anybody() -> None:
    """given a Hero in play, then it attacks, blocks and is defeated like any Character."""
    g = table()
    hero, foe = g.character(0, "herald"), g.character(1)
    g.character(0)
    fight(g, hero, foe)
    g.end_turn()
    fight(g, foe, hero)
    assert g.damage(foe) == 10 and g.where(hero) == "Discard Pile" and g.xp(foe) == 1


@pytest.mark.rule("terrene", "keyword.allied")
def test_allied_covers_the_team() -> None:
    """given one own and one teammate's Beast, then 'Allied' counts both and 'you control' the own one."""
    g = table(seats=4)
    x = g.character(0, "shepherd", damage=30)
    for seat, slug in ((0, "hound"), (2, "hound"), (1, "grunt")):
        g.character(seat, slug)
    g.quietly(0, "use", x, (ABILITY, 1))
    assert g.damage(x) == 20
    g.quietly(0, "use", x, (ABILITY, 2))
    assert g.damage(x) == 15


LAST = character(
    "ember",
    "Golem",
    "Fire",
    atk=15,
    ability=[
        {
            "on": "takes-battle-damage",
            "do": [
                {"damage": {"plus": ["power", {"times": ["x", 5]}]}, "to": "enemy characters"},
                {"heal": 10, "of": "this"},
            ],
        },
        {"on": "takes-battle-damage", "colour": "Green", "do": {"gain_actions": 5}},
    ],
) + character(
    "revenge",
    "Golem",
    "Fire",
    atk=15,
    ability={"on": "takes-battle-damage", "colour": "Blue", "do": {"gain_actions": 5}},
)


@pytest.mark.rule("terrene", "keyword.passive", "chain.source-gone")
def test_a_passive_ability_happens_though_its_own_event_defeats_its_character() -> None:
    """given a blocker that is defeated, then its passive strikes with the last ATK and LV, without XP."""
    g = Terrene(LAST)
    ann, other, ember = g.character(0, damage=15), g.character(0, "titan"), g.character(1, "ember", level=1)
    g.character(1)
    g.counters(ember, "gain-ATK", 10)
    g.fight(ann, ember)
    # Then it deals 25 by its ATK and 10 by its LV to all, which defeats the attacker.
    assert g.where(ember) == g.where(ann) == "Discard Pile"
    assert g.damage(other) == 35 - 10
    # And the attacker alone has gained XP, by the battle: the ability heals nobody and earns nothing.
    assert [row[ROW_CARD] for row in g.happened("gains-xp")] == [ann, ann] and not g.happened("healed")


@pytest.mark.rule("terrene", "keyword.passive")
@pytest.mark.parametrize("left", [False, True])
def test_the_banner_of_a_character_that_has_left_is_not_offered(left: bool) -> None:
    """given a banner for battle damage, then it is offered while its Character is there, and only then."""
    g = Terrene(LAST)
    ann, blocker = g.character(0), g.character(1, "revenge", damage=0)
    g.character(1)
    g.give(ann, "ATK", 0 if left else -10)
    g.actions(1, 0)
    g.play(0, "attack", ann)
    g.to_block()
    g.play(1, "block", blocker)
    while g.asked_kind() not in (ACT, CONFIRM):
        g.step()
    assert (g.where(blocker) == "Discard Pile") == left
    assert g.asked_kind() == (ACT if left else CONFIRM)


@pytest.mark.rule("terrene", "keyword.passive")
@pytest.mark.parametrize("slug", ["asu-the-flame-hellion", "inu-the-inferno", "bran-the-pilferer"])
def test_asu_inu_and_bran_have_their_last_word(slug: str) -> None:
    """given one of them that its own battle defeats, then what it does for that battle's damage happens."""
    g = Terrene(edition=True)
    mine = g.character(0, slug)
    g.give(mine, "HP", -g.hp(mine) + 1)
    g.character(0)
    foe, other = g.character(1), g.character(1)
    if slug.startswith("asu"):
        # When she blocks.
        g.end_turn()
        g.fight(foe, mine)
    else:
        # When it attacks somebody who strikes back.
        g.give(mine, "ATK", 5)
        g.give(foe, "DEF", 10)
        g.give(foe, "Retaliate")
        g.fight(mine, foe)
    # Then the Character is gone, and its ability has happened: 10 damage to all enemies, -10 DEF for the
    # blocker beside its decay, an Action more after the one for the attack.
    assert g.where(mine) == "Discard Pile"
    if slug.startswith("asu"):
        assert (g.damage(foe), g.damage(other)) == (10, 10)
    elif slug.startswith("inu"):
        assert g.defence(foe) == 0
    else:
        assert g.actions_of(0) == 4
