"""Attacks, defence and damage: the topics `attack`, `defend` and `damage`."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import PICK
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import armour, cards, minion, spell, weapon

CARDS = (
    cards("barbs")
    + cards(
        *("sword", "club", "heavy-club", "long-club", "beam", "shield", "mail", "flask"),
        *("snare", "guard", "giant"),
        *("bolt", "dart", "moss"),
    )
    + weapon("maul", price=2, attack=7)
    + weapon("mace", price=2, attack=4)
    + weapon("flail", price=2, attack=6)
    + weapon("ram", price=2, attack=11)
    + armour("wall", price=5, hands=1, guard=9, ability={"on": "damaged", "do": {"coin": 1}})
    + armour(
        "quills",
        price=3,
        ability={"on": "damaged", "do": [{"pick": "enemy characters"}, {"damage": 3, "to": "it"}]},
    )
    + weapon("thirst", price=3, attack=8, ability={"on": "damages", "do": {"coin": 1}})
    + minion("thief", price=3, attack=1, suspend=2, ability={"on": "damages", "do": {"coin": 1}})
    + spell(
        "halving",
        ability={
            "activate": True,
            "targets": {},
            "do": {"damage": {"half": {"stat": "Life", "of": "target"}}},
        },
    )
    + spell(
        "late-balm",
        ability={"activate": True, "targets": {}, "do": [{"damage": 3}, {"heal": 5, "of": "target"}]},
    )
)


def duel(one: str = "human", two: str = "human", rank: str = "soldier-1") -> Prelude:
    """Two characters; the second one is a soldier."""
    return Prelude(one, two, cards=CARDS, ranks=(rank, "soldier-1"))


@pytest.mark.rule("prelude", "attack.sequence")
def test_traps_then_immediates_then_defence() -> None:
    """given a set trap and an Immediate, when attacked for 5, then trap, Immediate, defence follow."""
    g = Prelude("human", "human", cards=CARDS, ranks=("soldier-1", "green-magic-1"))
    club, trap, moss = g.equipped(0, "club"), g.trap(1, "snare"), g.hand(1, "moss")
    minion = g.minion(1, "guard")
    g.play(0, "attack", club, g.body(1))
    assert g.free(g.body(0)) == 2
    assert (g.window(), g.asked(), g.lost(0)) == (t.W_SPRING, [1], 0)
    g.play(1, "spring", trap)
    assert g.lost(0) == 4
    assert (g.window(), g.asked()) == (t.W_IMMEDIATE, [1])
    g.play(1, "play", moss)
    assert (g.window(), g.asked(), g.free(minion)) == (t.W_GUARD, [1], 1)
    g.pass_(1)
    assert (g.window(), g.asked(), g.lost(1)) == (t.W_DEFENCE, [1], 0)
    g.play(1, "evade")
    assert (g.lost(1), g.free(g.body(1))) == (1, 1)
    assert g.window() == -1


@pytest.mark.rule("prelude", "attack.sequence")
def test_a_result_is_known_before_the_next_attack() -> None:
    """given two attacks, when the first is defended, then its damage comes before the second."""
    g = duel()
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.refused(0, "attack", club, g.body(1))
    g.pass_all()
    assert g.lost(1) == 5
    g.quietly(0, "attack", club, g.body(1))
    assert g.lost(1) == 10


@pytest.mark.rule("prelude", "attack.strength")
def test_strength_less_armour_parry_and_evade() -> None:
    """given Attack 7 and Edge 1 against armour 2, a parry of 3 and an evade, then 2 is dealt."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2"), g.ranks(1, "soldier-1")
    maul, shield = g.equipped(0, "maul"), g.equipped(1, "shield")
    g.equipped(1, "mail")
    g.play(0, "attack", maul, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", shield)
    g.quietly(1, "evade")
    assert g.lost(1) == 2


@pytest.mark.rule("prelude", "attack.strength")
def test_an_attack_of_no_damage_triggers_nothing() -> None:
    """given a parry of 9 against 8, then 0 is dealt, 'when damaged' is silent and the actions are spent."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2"), g.ranks(1, "soldier-1")
    maul, wall = g.equipped(0, "maul"), g.equipped(1, "wall")
    g.coin(1, 0)
    g.play(0, "attack", maul, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", wall)
    g.pass_all()
    assert (g.lost(1), g.purse(1), g.free(g.body(0))) == (0, 0, 2)
    g.quietly(0, "attack", maul, g.body(1))
    assert (g.lost(1), g.purse(1)) == (8, 1)


@pytest.mark.rule("prelude", "attack.strength")
def test_what_deals_damage_says_so_and_what_deals_none_does_not() -> None:
    """given a weapon and a minion that pay 1 Coin when they deal damage, then each pays for what it deals,
    and neither for an attack that a parry or armour brings down to 0."""
    g = duel()
    thirst, thief, wall = g.equipped(0, "thirst"), g.minion(0, "thief", 2), g.equipped(1, "wall")
    g.coin(0, 0)
    g.quietly(0, "attack", thirst, g.body(1))
    assert (g.lost(1), g.purse(0)) == (8, 1)
    g.quietly(0, "attack", thief, g.body(1))
    assert (g.lost(1), g.purse(0)) == (9, 2)
    g.play(0, "attack", thirst, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", wall)
    g.pass_all()
    g.equipped(1, "mail")
    g.quietly(0, "attack", thief, g.body(1))
    assert (g.lost(1), g.purse(0)) == (9, 2)


@pytest.mark.rule("prelude", "attack.strength")
def test_edge_that_a_text_gives_to_a_character_is_for_its_own_attacks() -> None:
    """given 2 Edge that B has by a text, when A and B strike with a sword of 3, then A deals 3 and B 5."""
    g = duel()
    g.give(g.body(1), "Edge", 2)
    g.quietly(0, "attack", g.equipped(0, "sword"), g.body(1))
    g.next(1)
    g.quietly(1, "attack", g.equipped(1, "sword"), g.body(0))
    assert (g.lost(1), g.lost(0)) == (3, 5)


@pytest.mark.rule("prelude", "attack.targets")
def test_anyone_of_another_player_can_be_attacked() -> None:
    """given an opponent with two minions, then the character can be attacked; nothing of one's own can."""
    g = duel()
    club, own = g.equipped(0, "club"), g.minion(0, "guard")
    first, second = g.minion(1, "guard"), g.minion(1, "guard")
    assert g.can(0, "attack", club, first)
    assert g.can(0, "attack", club, second)
    assert g.refused(0, "attack", club, g.body(0)) == "attack.targets"
    assert g.refused(0, "attack", club, own) == "attack.targets"
    g.quietly(0, "attack", club, g.body(1))
    assert (g.lost(1), g.left(first), g.left(second)) == (5, 5, 5)


@pytest.mark.rule("prelude", "defend.parry")
def test_each_card_parries_once_against_an_attack() -> None:
    """given 3 actions, Guard 1 and Guard 3, when 8 comes, then both parry: 4 damage, 1 action left."""
    g = duel()
    club = g.equipped(0, "long-club")
    sword, shield = g.equipped(1, "sword"), g.equipped(1, "shield")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", sword)
    assert g.refused(1, "parry", sword) == "defend.parry"
    g.play(1, "parry", shield)
    assert g.refused(1, "parry", sword) == "defend.parry"
    assert g.refused(1, "parry", shield) == "defend.parry"
    g.pass_all()
    assert (g.lost(1), g.free(g.body(1))) == (4, 1)


@pytest.mark.rule("prelude", "defend.parry")
@pytest.mark.parametrize(("verb", "lost"), [("attack", 1), ("strike", 0)])
def test_a_shield_parries_strikes(verb: str, lost: int) -> None:
    """given a shield of Guard 3, when a minion strikes for 4 or a fist for 1, then a parry takes 3 off."""
    g = duel()
    giant, shield = g.minion(0, "giant", 1), g.equipped(1, "shield")
    g.give(giant, "Attack", 4 - values.figure(g.s, giant, t.Q_ATTACK))
    g.play(0, verb, *([giant] if verb == "attack" else []), g.body(1))
    g.when_asked(1, t.W_DEFENCE, "parry", shield)
    g.pass_all()
    assert (g.lost(1), g.free(g.body(1))) == (lost, 2)


@pytest.mark.rule("prelude", "defend.parry")
def test_a_spell_is_not_parried() -> None:
    """given a shield, when a spell comes, then parrying is refused."""
    g = duel(rank="green-magic-1")
    bolt, shield = g.hand(0, "bolt"), g.equipped(1, "shield")
    g.play(0, "cast", bolt, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    assert g.refused(1, "parry", shield) == "defend.parry"
    g.pass_all()
    assert g.lost(1) == 4


@pytest.mark.rule("prelude", "defend.evade")
def test_a_spell_is_evaded_once() -> None:
    """given a spell of 4 and 2 free actions, when evaded, then 3 is dealt and nothing more can be done."""
    g = duel(rank="green-magic-1")
    bolt = g.hand(0, "bolt")
    g.actions(1, 2)
    g.play(0, "cast", bolt, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    assert g.window() == -1
    assert (g.lost(1), g.free(g.body(1))) == (3, 1)


@pytest.mark.rule("prelude", "defend.evade")
def test_a_second_evade_of_the_same_attack_is_refused() -> None:
    """given an attack that was evaded, then it is not evaded again; the next one is."""
    g = duel()
    club = g.equipped(0, "club")
    g.equipped(1, "shield")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    assert g.refused(1, "evade") == "defend.evade"
    g.pass_all()
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert g.lost(1) == 8


@pytest.mark.rule("prelude", "defend.armour")
def test_armour_lowers_weapon_attacks_without_an_action_but_no_spells() -> None:
    """given worn armour 2 and no actions, when 5 hits, then 3 is dealt; a spell of 5 deals 5."""
    g = duel(rank="green-magic-1")
    club, dart = g.equipped(0, "club"), g.hand(0, "dart")
    g.equipped(1, "mail")
    g.actions(1, 0)
    g.quietly(0, "attack", club, g.body(1))
    assert g.lost(1) == 3
    g.quietly(0, "cast", dart, g.body(1))
    assert g.lost(1) == 8


@pytest.mark.rule("prelude", "defend.armour")
def test_armour_stops_strikes_but_no_traps() -> None:
    """given worn armour 2, then a minion's strike of 3 deals 1, an unarmed strike 0, a trap its 4."""
    g = duel()
    minion, mail = g.minion(0, "guard"), g.equipped(0, "mail")
    g.equipped(1, "mail"), g.trap(1, "snare")
    g.quietly(0, "strike", g.body(1))
    assert (g.lost(0), g.lost(1), g.where(mail)) == (4, 0, "Equipped")
    g.quietly(0, "attack", minion, g.body(1))
    assert g.lost(1) == 1


@pytest.mark.rule("prelude", "defend.guard", "damage.direct")
def test_a_guarding_minion_takes_all_of_the_damage() -> None:
    """given a minion with life 5 and 1 action, when it guards against 11, then it dies and nothing passes."""
    g = duel()
    ram, minion = g.equipped(0, "ram"), g.minion(1, "guard", actions=1)
    g.play(0, "attack", ram, g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", minion)
    g.pass_all()
    assert (g.where(minion), g.lost(1), g.free(g.body(1))) == ("Cemetery", 0, 3)


@pytest.mark.rule("prelude", "defend.guard")
def test_a_guarding_minion_evades_with_another_action() -> None:
    """given a minion with 2 actions, when it guards against 5 and evades, then it takes 4."""
    g = duel()
    club, minion = g.equipped(0, "club"), g.minion(1, "guard", actions=2)
    tired = g.minion(1, "guard", actions=0)
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_GUARD) == 1
    assert g.refused(1, "guard", tired) == "defend.guard"
    g.play(1, "guard", minion)
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert (g.left(minion), g.free(minion), g.lost(1)) == (1, 0, 0)


@pytest.mark.rule("prelude", "defend.guard")
def test_one_minion_guards_its_owner_and_no_other_minion() -> None:
    """given two minions with an action each, when their owner is attacked, then one guards, the other is not
    asked and the guard has no action to evade with; when a minion is attacked, then nobody guards it."""
    g = duel()
    club, first, second = g.equipped(0, "club"), g.minion(1, "giant", 1), g.minion(1, "giant", 1)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", first)
    assert g.windows() == [] and (g.left(first), g.left(second), g.lost(1)) == (35, 40, 0)
    g.play(0, "attack", club, first)
    assert g.windows() == [] and (g.left(first), g.left(second), g.lost(1)) == (30, 40, 0)


@pytest.mark.rule("prelude", "damage.life")
def test_damage_stays_from_turn_to_turn() -> None:
    """given life 30, when 4 is dealt in Turn 2 and 5 in Turn 3, then life is 21; minions stay hurt too."""
    g = Prelude("human", "human", cards=CARDS, turn=2, ranks="soldier-1")
    mace, club, giant = g.equipped(0, "mace"), g.equipped(0, "club"), g.minion(1, "giant")
    g.quietly(0, "attack", mace, g.body(1))
    g.quietly(0, "attack", mace, giant)
    assert (g.left(g.body(1)), g.left(giant)) == (26, 36)
    g.next(0)
    assert g.s.turn == 3
    g.quietly(0, "attack", club, g.body(1))
    assert (g.left(g.body(1)), g.left(giant)) == (21, 36)


@pytest.mark.rule("prelude", "damage.life")
def test_life_never_goes_below_0() -> None:
    """given life 3, when 5 is dealt, then life is 0 and 3 was lost."""
    g = duel()
    club = g.equipped(0, "club")
    g.life(g.body(1), 3)
    g.quietly(0, "attack", club, g.body(1))
    assert (g.left(g.body(1)), g.lost(1)) == (0, 30)
    assert g.s.over


@pytest.mark.rule("prelude", "damage.life")
def test_shares_of_life_are_rounded_up() -> None:
    """given a Dwarf of life 46 carrying a task, then 4 damage do not stop it and 5 do."""
    g = duel("dwarf")
    heavy = g.equipped(0, "heavy-club")
    club, flail = g.equipped(1, "club"), g.equipped(1, "flail")
    assert values.threshold(g.s, g.body(0)) == 5
    g.quietly(0, "attack", heavy, g.body(1))
    g.next()
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (4, True)
    g.quietly(1, "attack", flail, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (9, False)


@pytest.mark.rule("prelude", "damage.life")
@pytest.mark.parametrize(("life", "part"), [(1, 1), (10, 1), (11, 2), (90, 9), (91, 10), (99, 10)])
def test_every_share_of_life_is_rounded_up(life: int, part: int) -> None:
    """given a printed life, when a tenth of it is taken, then it is the next whole figure."""
    assert values.share(life, 10) == part


@pytest.mark.rule("prelude", "damage.life")
@pytest.mark.parametrize(("life", "left"), [(5, 3), (4, 2), (1, 1)])
def test_any_other_fraction_is_rounded_down(life: int, left: int) -> None:
    """given a spell of half the target's life, when that has 5 left, then it deals 2."""
    g = duel(rank="green-magic-1")
    g.life(g.body(1), life)
    g.cast(0, "halving", g.body(1))
    assert g.left(g.body(1)) == left


@pytest.mark.rule("prelude", "damage.direct")
@pytest.mark.parametrize("guards", [True, False])
def test_what_a_guarding_minion_takes_is_not_direct(guards: bool) -> None:
    """given a carried task, when a guarding minion takes 9, then it goes on; taken oneself, it stops."""
    g = duel()
    heavy, beam = g.equipped(0, "heavy-club"), g.equipped(1, "beam")
    giant = g.minion(0, "giant")
    g.begin(0, "attack", heavy, g.body(1), paid=2)
    g.next()
    g.play(1, "attack", beam, g.body(0))
    assert g.until(t.W_GUARD) == 0
    if guards:
        g.play(0, "guard", giant)
    g.pass_all()
    assert (g.left(giant), g.lost(0)) == ((31, 0) if guards else (40, 9))
    assert g.carries(g.body(0)) == guards


@pytest.mark.rule("prelude", "damage.heal")
def test_healing_stops_at_the_printed_life() -> None:
    """given life 28 of 30, when a flask heals 6, then life is 30."""
    g = duel()
    flask = g.equipped(0, "flask")
    g.life(g.body(0), 28)
    g.quietly(0, "use", flask)
    assert g.left(g.body(0)) == 30


@pytest.mark.rule("prelude", "damage.heal")
@pytest.mark.parametrize(("life", "there"), [(3, False), (4, True)])
def test_healing_brings_nobody_back(life: int, there: bool) -> None:
    """given a spell that deals 3 and then restores 5, when a minion of 3 life is its target, then it is dead;
    one of 4 life lives on."""
    g = duel(rank="green-magic-1")
    giant = g.minion(1, "giant")
    g.life(giant, life)
    g.cast(0, "late-balm", giant)
    assert (g.where(giant), len(g.happened("healed"))) == (("Minions", 1) if there else ("Cemetery", 0))


@pytest.mark.rule("prelude", "damage.heal")
def test_healing_brings_no_character_back() -> None:
    """given the same spell, when a character of 3 life is its target, then its player has lost."""
    g = duel(rank="green-magic-1")
    g.life(g.body(1), 3)
    g.cast(0, "late-balm", g.body(1))
    assert g.s.over == ((1, 2), "win.death")


@pytest.mark.rule("prelude", "turn.what-is-attack")
def test_an_ability_that_triggers_is_no_attack() -> None:
    """given Turn 1 and armour of Player One that deals 3 to enemies when its wearer takes damage, when B
    attacks, then B takes 3 though Player One may not attack, no trap springs and nobody is asked to evade."""
    g = Prelude("human", "human", cards=CARDS, turn=1, ranks="soldier-1")
    g.equipped(0, "barbs"), g.trap(1, "snare")
    g.next(1)
    g.play(1, "attack", g.equipped(1, "sword"), g.body(0))
    assert g.s.turn == 1 and [seat for seat, _ in g.windows()] == [0]
    assert (g.lost(0), g.lost(1)) == (3, 3)


@pytest.mark.rule("prelude", "turn.what-is-attack", "setup.agreement-kinds")
def test_an_ability_that_triggers_may_hurt_a_partner_of_a_truce() -> None:
    """given a truce of A and B and A's armour that deals 3 to an enemy of A's choice when A takes damage,
    when C attacks A, then A may choose B, who takes 3."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    atoms.mark(g.s, t.P_GAME, t.MK_TRUCE, 0 << 4 | 1, 9)
    g.equipped(0, "quills")
    g.next(2)
    g.play(2, "attack", g.equipped(2, "sword"), g.body(0))
    while g.asked_kind() != PICK:
        g.step()
    assert [move[1] for move in g.options(0)] == [g.body(1), g.body(2)]
    g.quietly(0, "pick", g.body(1))
    assert [g.lost(seat) for seat in range(3)] == [3, 3, 0]


@pytest.mark.rule("prelude", "defend.armour", "attack.strength")
def test_what_lowers_a_characters_armour_lowers_that_which_is_worn() -> None:
    """given worn armour of 2 and -1 Armour on its wearer, when a sword of 3 hits, then it takes 2; and of -5
    no more than 3."""
    for given, lost in ((-1, 2), (-5, 3)):
        g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
        g.equipped(1, "mail")
        g.give(g.body(1), "Armour", given)
        g.quietly(0, "attack", g.equipped(0, "sword"), g.body(1))
        assert g.lost(1) == lost
