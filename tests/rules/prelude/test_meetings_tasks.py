"""Tasks and what they meet: Immediates, damage, guards, explosions, death, the end of a match."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.state import CONFIRM, ROW_EVENT
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards, item, spell, weapon


def aimed(slug: str, at: str, do: object = MappingProxyType({"coin": 1})) -> str:
    """An Immediate that is aimed at such a card; left as it is, it does nothing to it."""
    return spell(slug, keywords="Immediate", ability={"activate": True, "targets": at, "do": do})


CARDS = (
    cards(
        *("club", "heavy-club", "whip", "knife", "mail", "flask"),
        *("deep-snare", "guard", "brewer"),
        *("bolt", "lance", "ember", "slower-bolt", "steady-bolt", "glow", "chill", "moss", "spark"),
    )
    + aimed("rust", "enemy gear", {"destroy": "target"})
    + aimed("tickle", "enemy gear")
    + aimed("jog", "enemy traps")
    + aimed("hum", "enemy spells")
    + item("barrel", price=2, suspend=4, hands=1, ability={"activate": True, "do": {"heal": 9}})
    + item(
        "keepsake",
        price=2,
        suspend=4,
        hands=1,
        ability=[
            {"activate": True, "do": {"heal": 9}},
            {"on": "task-broken", "do": {"heal": 3, "of": "you"}},
        ],
    )
    + weapon("horn", price=2, attack=1, ability={"activate": True, "suspend": 4, "do": {"heal": 9}})
    + spell(
        "leech",
        suspend=4,
        ability={
            "activate": True,
            "targets": {"pick": {"from": "enemy characters", "damaged": True}},
            "do": {"damage": 8},
        },
    )
    + spell("storm", suspend=4, ability={"activate": True, "do": {"damage": 3, "to": "enemy characters"}})
)


def match(*who: str, turn: int = 5) -> Prelude:
    """Characters that are soldiers where they cannot be mages."""
    ranks = ["soldier-1" if race == "dwarf" else "green-magic-1" for race in who]
    return Prelude(*who, cards=CARDS, turn=turn, ranks=ranks)


def clubbed(g: Prelude, target: int, seat: int = 0, paid: int = 2) -> int:
    """A seat begins an attack of Suspend 4 and strength 8 with so many actions."""
    club = g.equipped(seat, "heavy-club")
    g.begin(seat, "attack", club, target, paid=paid)
    return club


def slow(g: Prelude, target: int, seat: int) -> int:
    """A seat begins an attack of Suspend 8 with 2 actions: it takes two Responses of 3 more."""
    club = g.equipped(seat, "heavy-club")
    g.give(club, "Suspend", 4)
    g.begin(seat, "attack", club, target, paid=2)
    return club


def casting(g: Prelude, slug: str, target: int, paid: int = 2) -> int:
    """Seat 0 begins a spell with so many actions."""
    spell = g.hand(0, slug)
    g.begin(0, "cast", spell, target, paid=paid)
    return spell


def brewing(g: Prelude, seat: int, paid: int = 2) -> int:
    """A minion of a seat begins a task of 4 actions."""
    brewer = g.minion(seat, "brewer", paid)
    g.quietly(seat, "use", brewer)
    assert g.carries(brewer)
    return brewer


# Immediates.


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.wasted")
def test_an_immediate_aimed_at_the_weapon_stops_the_attack_and_leaves_the_weapon() -> None:
    """given a carried attack, when an Immediate is aimed at its weapon, then it stops; the weapon stays."""
    g = match("human", "human")
    club, tickle = g.equipped(0, "heavy-club"), g.hand(1, "tickle")
    g.actions(0, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", tickle, club)
    g.pass_all()
    assert (g.carries(g.body(0)), g.where(club), g.free(g.body(0))) == (False, "Equipped", 0)
    g.next(0)
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.one-task")
def test_an_immediate_aimed_at_other_gear_stops_nothing() -> None:
    """given a carried attack, when an Immediate is aimed at worn armour, then the attack goes on."""
    g = match("human", "human")
    club, mail, tickle = g.equipped(0, "heavy-club"), g.equipped(0, "mail"), g.hand(1, "tickle")
    g.actions(0, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", tickle, mail)
    g.pass_all()
    assert g.carries(g.body(0))


@pytest.mark.rule("prelude", "suspend.target-gone", "suspend.interrupt-immediate")
def test_a_destroyed_weapon_takes_its_attack_along() -> None:
    """given a carried attack, when its weapon is destroyed, then nothing is carried, and nothing comes."""
    g = match("human", "human")
    club, rust = g.equipped(0, "heavy-club"), g.hand(1, "rust")
    g.actions(0, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", rust, club)
    g.pass_all()
    assert (g.carries(g.body(0)), g.where(club)) == (False, "Cemetery")
    g.next(0)
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.spell-dissolves")
def test_an_immediate_aimed_at_the_spell_dissolves_it() -> None:
    """given a carried spell, when an Immediate is aimed at the spell, then it is in the cemetery."""
    g = match("human", "human")
    spell, hum = g.hand(0, "slower-bolt"), g.hand(1, "hum")
    g.actions(0, 2)
    g.play(0, "cast", spell, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", hum, spell)
    g.pass_all()
    (rank,) = g.zone(0, t.LINE_A)
    assert (g.carries(g.body(0)), g.where(spell), g.s.num[t.RESERVE][rank]) == (False, "Cemetery", 1)


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.trap-setting")
def test_an_immediate_aimed_at_a_trap_stops_its_setting() -> None:
    """given a trap being set, when an Immediate is aimed at the trap, then it lies there, not set."""
    g = match("human", "human")
    snare, jog = g.trap(0, "deep-snare", set=False), g.hand(1, "jog")
    g.actions(0, 1)
    g.play(0, "set", snare)
    g.when_asked(1, t.W_IMMEDIATE, "play", jog, snare)
    g.pass_all()
    assert not g.carries(g.body(0))
    g.next(0)
    assert (g.where(snare), g.s.num[t.SET][snare], g.s.face[snare]) == ("Traps", 0, 0)


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "minion.actions")
@pytest.mark.parametrize("at_minion", [True, False])
def test_an_immediate_stops_only_the_task_of_the_one_it_is_aimed_at(at_minion: bool) -> None:
    """given tasks of a character and its minion, when an Immediate is aimed at one, the other goes on."""
    g = match("human", "human")
    g.life(g.body(0), 20)
    brewer = brewing(g, 0)
    club, spark = g.equipped(0, "heavy-club"), g.hand(1, "spark")
    g.actions(0, 2)
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, brewer if at_minion else g.body(0))
    g.pass_all()
    assert (g.carries(brewer), g.carries(g.body(0))) == (not at_minion, at_minion)


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.finish-timing")
@pytest.mark.rule("prelude", "timing.immediate-window")
def test_a_task_about_to_finish_can_still_be_interrupted() -> None:
    """given an attack that comes in the close, when an Immediate hits its carrier there, then none comes."""
    g = match("human", "human")
    clubbed(g, g.body(1))
    g.next(1)
    spark = g.hand(1, "spark")
    g.end(1)
    assert g.until(t.W_IMMEDIATE) == 1 and g.s.phase == t.CLOSING
    g.quietly(1, "play", spark, g.body(0))
    assert (g.lost(0), g.lost(1), g.carries(g.body(0)), g.s.active) == (1, 0, False, 0)


@pytest.mark.rule("prelude", "suspend.interrupt-immediate", "suspend.carry-over")
def test_an_immediate_does_not_stop_what_is_paid_in_full() -> None:
    """given an attack that is paid in full, when an Immediate hits the attacker, then the attack comes."""
    g = match("human", "human")
    club, spark = g.equipped(0, "club"), g.hand(1, "spark")
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", spark, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (1, 5)


@pytest.mark.rule("prelude", "suspend.one-task", "suspend.lock", "timing.immediate-window")
def test_who_carries_a_task_plays_an_immediate_with_a_free_action() -> None:
    """given 2 locked and 1 free, when its owner plays an Immediate, then it works and the task goes on."""
    g = match("human", "human")
    spell = casting(g, "slower-bolt", g.body(1))
    g.next(1)
    club, moss = g.equipped(1, "club"), g.hand(0, "moss")
    assert g.free(g.body(0)) == 1
    g.play(1, "attack", club, g.body(0))
    g.when_asked(0, t.W_IMMEDIATE, "play", moss)
    g.pass_all()
    assert (g.lost(0), g.free(g.body(0))) == (2, 0)
    assert (g.carries(g.body(0)), g.where(spell)) == (True, "Casting")


@pytest.mark.rule("prelude", "keyword.alert", "suspend.interrupt-damage")
def test_a_small_alert_attack_on_the_carrier_does_not_stop_the_task() -> None:
    """given a carried spell and a threshold of 3, when an Alert attack deals 2, then it goes on."""
    g = match("human", "human")
    knife, spell = g.equipped(1, "knife"), g.hand(0, "slower-bolt")
    g.actions(0, 2)
    g.play(0, "cast", spell, g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "alert", knife, g.body(0))
    g.pass_all()
    assert (g.lost(0), g.carries(g.body(0))) == (2, True)


# Damage.


@pytest.mark.rule("prelude", "suspend.interrupt-damage", "defend.armour")
@pytest.mark.parametrize(("more", "goes_on"), [(-1, True), (0, False), (1, False)])
def test_the_threshold_is_compared_with_what_armour_lets_through(more: int, goes_on: bool) -> None:
    """given a Human in mail, when 2, 3 or 4 of an attack of 4, 5 or 6 get through, then 3 stop the task."""
    g = match("human", "human")
    g.equipped(0, "mail")
    casting(g, "slower-bolt", g.body(1), 3)
    g.next(1)
    g.actions(0, 0)
    club = g.equipped(1, "club")
    g.give(club, "Attack", more)
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (3 + more, goes_on)


@pytest.mark.rule("prelude", "suspend.interrupt-damage", "damage.life")
@pytest.mark.parametrize(("strength", "goes_on"), [(5, True), (6, False)])
def test_the_share_of_a_dwarf_is_rounded_up(strength: int, goes_on: bool) -> None:
    """given life 46 and Armour 1, when 4 get through, then the task goes on; 5 stop it."""
    g = match("dwarf", "human")
    clubbed(g, g.body(1))
    g.next(1)
    club = g.equipped(1, "club")
    g.give(club, "Attack", strength - 5)
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (strength - 1, goes_on)


@pytest.mark.rule("prelude", "damage.direct", "defend.guard", "minion.death")
def test_a_guarding_minion_dies_for_the_task_of_its_owner() -> None:
    """given a carried attack, when a minion guards its owner against 5 and dies, then the attack goes on."""
    g = match("human", "human")
    clubbed(g, g.body(1))
    g.next(1)
    guard, club = g.minion(0, "guard", 1), g.equipped(1, "club")
    g.play(1, "attack", club, g.body(0))
    g.when_asked(0, t.W_GUARD, "guard", guard)
    g.pass_all()
    assert (g.where(guard), g.lost(0), g.carries(g.body(0))) == ("Cemetery", 0, True)


@pytest.mark.rule("prelude", "defend.guard", "minion.actions", "suspend.interrupt-damage")
@pytest.mark.parametrize(("strength", "goes_on"), [(1, True), (2, False)])
def test_a_guarding_minion_has_a_threshold_of_its_own(strength: int, goes_on: bool) -> None:
    """given a minion of life 20 with a task that guards, then 1 damage leaves the task, 2 stop it."""
    g = match("human", "human")
    brewer = brewing(g, 0, 1)
    g.next(1)
    g.put(brewer, t.ACTIONS, 1)
    whip = g.equipped(1, "whip")
    g.give(whip, "Attack", strength - 2)
    g.play(1, "attack", whip, g.body(0))
    g.when_asked(0, t.W_GUARD, "guard", brewer)
    g.pass_all()
    assert (g.left(brewer), g.carries(brewer)) == (20 - strength, goes_on)


@pytest.mark.rule("prelude", "suspend.lock", "defend.guard")
def test_a_minion_whose_actions_are_locked_cannot_guard() -> None:
    """given a minion with 2 owed and a pool of 2, when its owner is attacked, then it is not asked."""
    g = match("human", "human")
    brewing(g, 0)
    g.next(1)
    club = g.equipped(1, "club")
    g.play(1, "attack", club, g.body(0))
    seen = [window for _, window in g.windows()]
    assert t.W_GUARD not in seen and t.W_DEFENCE in seen and g.lost(0) == 5


@pytest.mark.rule("prelude", "defend.guard", "suspend.finish-timing")
def test_a_minion_guards_against_an_attack_that_finishes_in_the_close() -> None:
    """given a carried attack, when it comes in the close, then a minion of the responder may guard."""
    g = match("human", "human")
    clubbed(g, g.body(1))
    guard = g.minion(1, "guard")
    g.next(1)
    g.end(1)
    g.when_asked(1, t.W_GUARD, "guard", guard)
    g.pass_all()
    assert (g.where(guard), g.lost(1)) == ("Cemetery", 0)


@pytest.mark.rule("prelude", "attack.strength", "suspend.interrupt-damage")
def test_damage_of_nothing_stops_nothing() -> None:
    """given a carried attack and an attack on its owner that armour stops, then the task goes on."""
    g = match("dwarf", "human")
    clubbed(g, g.body(1))
    g.next(1)
    g.give(g.body(0), "Armour", 9)
    club = g.equipped(1, "club")
    g.quietly(1, "attack", club, g.body(0))
    assert (g.lost(0), g.carries(g.body(0)), g.free(g.body(1))) == (0, True, 2)


@pytest.mark.rule("prelude", "limit.empty-chest", "damage.direct")
def test_time_stops_no_task() -> None:
    """given a carried task of 13 actions, when its owner loses 6 life to an empty chest, then it goes on."""
    g = match("human", "human")
    club = g.equipped(0, "heavy-club")
    g.give(club, "Suspend", 9)
    g.quietly(0, "attack", club, g.body(1))
    g.chest(0, 0)
    g.next(0)
    assert g.s.active == 0 and (g.lost(0), g.carries(g.body(0))) == (6, True)


@pytest.mark.rule("prelude", "limit.empty-chest", "suspend.finish-timing", "win.death")
def test_the_own_task_comes_before_the_empty_chest() -> None:
    """given life 3, an empty chest and an own task that kills, when its Response begins, then it wins."""
    g = match("dwarf", "human")
    clubbed(g, g.body(1), paid=1)
    g.chest(0, 0)
    g.life(g.body(0), 3)
    g.life(g.body(1), 8)
    g.next(1)
    g.end(1)
    g.pass_all()
    assert g.s.over == ((1, 2), "win.death") and g.lost(0) == 43


@pytest.mark.rule("prelude", "turn.parts", "suspend.finish-timing")
def test_the_own_task_finishes_before_upkeep() -> None:
    """given an own task of 4 actions and 1 paid before, when it is defended against, a wage was not paid."""
    g = match("dwarf", "human")
    clubbed(g, g.body(1), paid=1)
    g.coin(0, 0)
    g.training(0, 0)
    g.next(1)
    g.end(1)
    assert g.until(t.W_DEFENCE) == 1
    assert (g.s.active, g.purse(0), g.s.num[t.TRAINING][1]) == (0, 0, 0)
    g.pass_all()
    assert (g.purse(0), g.s.num[t.TRAINING][1], g.lost(1)) == (1, 1, 8)


# Explosions.


def two_colours(*who: str) -> Prelude:
    g = match(*who)
    g.ranks(0, "red-magic-1", "red-magic-2", "red-magic-3", more=True)
    return g


@pytest.mark.rule("prelude", "element.mixing-danger", "suspend.finish-timing")
def test_a_carried_spell_of_another_colour_explodes_in_the_close() -> None:
    """given green finished and red carried in one Response, when red finishes in the close, then 4 more."""
    g = two_colours("human", "human")
    g.give(g.zone(0, t.LINE_B)[-1], "Edge", -1)
    g.cast(0, "bolt", g.body(1))
    g.begin(0, "cast", g.hand(0, "lance"), g.body(1), paid=1)
    assert g.carries(g.body(0)) and g.lost(1) == 4
    g.next(1)
    g.end(1)
    g.pass_all()
    assert (g.lost(0), g.lost(1)) == (4, 4 + 12 + 4)


@pytest.mark.rule("prelude", "element.mixing-danger", "suspend.finish-timing")
def test_a_carried_spell_that_finishes_in_the_own_response_mixes_with_none_before() -> None:
    """given green finished and red carried to the next own Response, then nothing explodes."""
    g = two_colours("human", "human")
    g.give(g.zone(0, t.LINE_B)[-1], "Edge", -1)
    lance = g.hand(0, "lance")
    g.cast(0, "bolt", g.body(1))
    g.actions(0, 1)
    g.give(g.body(0), "Suspend", 2)
    g.quietly(0, "cast", lance, g.body(1))
    g.next(1)
    g.end(1)
    g.pass_all()
    assert g.s.active == 0 and not g.carries(g.body(0))
    assert (g.lost(0), g.lost(1)) == (0, 4 + 12)


@pytest.mark.rule("prelude", "element.mixing-danger", "suspend.abandon")
def test_an_abandoned_spell_mixes_with_nothing() -> None:
    """given green finished and red abandoned, then nothing explodes, and green is still the last colour."""
    g = two_colours("human", "human")
    lance, spark = g.hand(0, "lance"), g.hand(0, "spark")
    g.cast(0, "bolt", g.body(1))
    g.begin(0, "cast", lance, g.body(1), paid=1)
    g.end(0)
    g.yes(0)
    g.pass_all()
    club = g.equipped(1, "club")
    g.play(1, "attack", club, g.body(0))
    g.when_asked(0, t.W_IMMEDIATE, "play", spark, g.body(1))
    g.pass_all()
    assert (g.lost(0), g.lost(1), g.where(lance)) == (5, 5, "Cemetery")


@pytest.mark.rule("prelude", "element.explosion", "suspend.interrupt-damage", "defend.armour")
def test_an_explosion_of_the_threshold_stops_the_task_of_its_target() -> None:
    """given B in mail with a task, when a harmless red spell after a green one explodes on it, it stops."""
    g = two_colours("human", "human")
    g.next(1)
    club = clubbed(g, g.body(0), 1)
    g.equipped(1, "mail")
    g.next(0)
    guard = g.minion(1, "guard")
    g.cast(0, "bolt", guard)
    assert g.carries(g.body(1))
    g.cast(0, "glow", g.body(1))
    assert (g.lost(1), g.lost(0)) == (3, 3)
    assert g.happened("explodes") and not g.carries(g.body(1)) and g.where(club) == "Equipped"


@pytest.mark.rule("prelude", "element.explosion", "win.draw", "suspend.finish-timing")
def test_an_explosion_in_the_close_may_kill_both() -> None:
    """given a carried red spell after green, when its blast of 4 takes both to 0, then it is a draw."""
    g = two_colours("human", "human")
    g.give(g.zone(0, t.LINE_B)[-1], "Edge", -1)
    g.cast(0, "bolt", g.body(1))
    g.begin(0, "cast", g.hand(0, "lance"), g.body(1), paid=1)
    g.next(1)
    g.life(g.body(0), 4)
    g.life(g.body(1), 16)
    g.end(1)
    g.pass_all()
    assert g.s.over == ((1, 1), "win.draw")


@pytest.mark.rule("prelude", "win.death", "element.explosion")
def test_a_spell_that_kills_ends_the_duel_before_it_explodes() -> None:
    """given A at life 2 and a red spell after green that kills B, then A has won and nothing explodes."""
    g = two_colours("human", "human")
    ember = g.hand(0, "ember")
    g.cast(0, "bolt", g.body(1))
    g.life(g.body(0), 2)
    g.life(g.body(1), 3)
    g.quietly(0, "cast", ember, g.body(1))
    assert g.s.over == ((1, 2), "win.death") and g.left(g.body(0)) == 2


# Cards and targets that go.


@pytest.mark.rule("prelude", "action.hands", "suspend.target-gone")
@pytest.mark.parametrize("slug", ["barrel", "horn"])
def test_putting_away_what_is_being_used_stops_the_task(slug: str) -> None:
    """given a carried use of an item or a weapon's ability, when the card is put away, then it stops."""
    g = match("human", "human")
    gear = g.equipped(0, slug)
    g.life(g.body(0), 10)
    g.begin(0, "use", gear, paid=2)
    g.play(0, "stow", gear)
    assert (g.carries(g.body(0)), g.where(gear)) == (False, "Stowed")
    g.next(0)
    assert g.left(g.body(0)) == 10


@pytest.mark.rule("prelude", "action.hands", "suspend.target-gone")
def test_putting_away_another_card_stops_nothing() -> None:
    """given a carried use of an item, when a club is put away, then the task goes on and heals."""
    g = match("human", "human")
    barrel, club = g.equipped(0, "barrel"), g.equipped(0, "club")
    g.life(g.body(0), 10)
    g.begin(0, "use", barrel, paid=2)
    g.play(0, "stow", club)
    assert g.carries(g.body(0))
    g.next(0)
    assert (g.left(g.body(0)), g.where(barrel)) == (19, "Cemetery")


@pytest.mark.rule("prelude", "suspend.abandon", "item.single-use")
def test_an_abandoned_item_is_in_hand_and_unused() -> None:
    """given a carried use of an item, when it is abandoned, then the item is equipped, and heals nothing."""
    g = match("human", "human")
    barrel = g.equipped(0, "barrel")
    g.life(g.body(0), 10)
    g.begin(0, "use", barrel, paid=2)
    g.end(0)
    g.yes(0)
    g.pass_all()
    assert (g.where(barrel), g.s.num[t.USES][barrel], g.left(g.body(0))) == ("Equipped", 0, 10)
    assert g.free(g.body(0)) == 3


@pytest.mark.rule("prelude", "suspend.abandon", "turn.parts")
def test_what_an_abandoned_task_sets_off_comes_before_the_wage() -> None:
    """given an item that heals its user when its use is given up, then that is done before the upkeep."""
    g = match("human", "human")
    g.life(g.body(0), 10)
    g.begin(0, "use", g.equipped(0, "keepsake"), paid=2)
    g.end(0)
    since = len(g.log)
    g.yes(0)
    g.pass_all()
    story = [g.rules.events[row[ROW_EVENT]] for row in g.log[since:]]
    assert g.left(g.body(0)) == 13
    assert story.index("healed") < story.index("drawn")


@pytest.mark.rule("prelude", "suspend.target-gone", "damage.heal")
def test_a_spell_whose_target_is_no_longer_legal_has_no_effect() -> None:
    """given a carried spell at a damaged character, when that is healed in full, then nothing is dealt."""
    g = match("human", "human")
    g.life(g.body(1), 25)
    spell = casting(g, "leech", g.body(1))
    g.next(1)
    flask = g.equipped(1, "flask")
    g.quietly(1, "use", flask)
    assert g.lost(1) == 0
    g.end(1)
    g.pass_all()
    assert (g.lost(1), g.where(spell)) == (0, "Cemetery")


@pytest.mark.rule("prelude", "suspend.target-gone", "format.melee-out")
def test_a_carried_attack_on_who_is_out_comes_to_nothing() -> None:
    """given A's carried attack on B, when C kills B, then A's attack has no effect and its club stays."""
    g = match("human", "human", "human")
    club = clubbed(g, g.body(1), paid=1)
    g.next(2)
    g.actions(0, 0)
    g.life(g.body(1), 5)
    g.quietly(2, "attack", g.equipped(2, "club"), g.body(1))
    assert g.s.out == (1,)
    g.next(0)
    assert (g.carries(g.body(0)), g.where(club), g.lost(2)) == (False, "Equipped", 0)


@pytest.mark.rule("prelude", "suspend.target-gone", "spell.cast")
def test_a_carried_spell_at_a_dead_minion_is_lost() -> None:
    """given a spell carried at a minion, when the minion dies, then the spell ends in the cemetery."""
    g = match("human", "human", "human")
    guard = g.minion(1, "guard")
    g.give(g.body(0), "Suspend", 2)
    spell = casting(g, "slower-bolt", guard, paid=1)
    g.next(2)
    g.quietly(2, "attack", g.equipped(2, "club"), guard)
    assert g.where(guard) == "Cemetery" and g.where(spell) == "Casting"
    g.next(0)
    assert (g.where(spell), g.lost(1), g.carries(g.body(0))) == ("Cemetery", 0, False)


@pytest.mark.rule("prelude", "minion.death", "suspend.target-gone")
def test_a_task_dies_with_its_minion_and_its_owners_goes_on() -> None:
    """given tasks of a character and its minion, when the minion dies, then only the character's goes on."""
    g = match("human", "human")
    brewer = brewing(g, 0)
    clubbed(g, g.body(1))
    g.next(1)
    g.life(brewer, 5)
    g.life(g.body(0), 10)
    g.quietly(1, "attack", g.equipped(1, "club"), brewer)
    assert g.where(brewer) == "Cemetery" and g.carries(g.body(0))
    g.next(0)
    assert (g.left(g.body(0)), g.lost(1)) == (10, 8)


# Two tasks of one seat.


@pytest.mark.rule("prelude", "suspend.abandon", "minion.actions")
def test_one_of_two_tasks_may_be_abandoned() -> None:
    """given tasks of a character and its minion, when the first is abandoned, then the other finishes."""
    g = match("human", "human")
    g.life(g.body(0), 10)
    brewer = brewing(g, 0)
    club = clubbed(g, g.body(1))
    g.end(0)
    assert g.asked() == [0] and g.asked_kind() == CONFIRM
    g.yes(0)
    assert g.asked_kind() == CONFIRM
    g.no(0)
    g.pass_all()
    assert (g.carries(g.body(0)), g.carries(brewer), g.where(club)) == (False, True, "Equipped")
    assert (g.free(g.body(0)), g.free(brewer)) == (3, 0)
    g.next(0)
    assert (g.left(g.body(0)), g.lost(1)) == (13, 0)


@pytest.mark.rule("prelude", "timing.same-moment", "minion.actions")
def test_the_second_task_of_a_seat_comes_after_the_chosen_one() -> None:
    """given two tasks of B that are due, when B chooses its minion's, then that finishes first."""
    g = match("human", "human")
    g.next(1)
    g.life(g.body(1), 10)
    brewer = brewing(g, 1)
    clubbed(g, g.body(0), 1)
    g.next(0)
    g.end(0)
    assert g.asked() == [1]
    g.answer(1, (kernel.V_PICK, brewer))
    g.pass_all()
    names = [g.rules.events[row[ROW_EVENT]] for row in g.log]
    assert names.index("healed") < names.index("damaged")
    assert (g.lost(0), g.left(g.body(1)), g.s.active) == (8, 13, 1)


# Death in a close, and in a Melee.


@pytest.mark.rule("prelude", "suspend.finish-timing", "format.melee-out", "timing.same-moment")
def test_a_task_is_gone_when_another_kills_its_owner_in_the_same_close() -> None:
    """given tasks of B on C and of C on A, when B's kills C in A's close, then A is not hit."""
    g = match("human", "human", "human")
    g.next(1)
    slow(g, g.body(2), 1)
    g.next(2)
    clubbed(g, g.body(0), 2)
    g.next(0)
    assert g.carries(g.body(1)) and g.carries(g.body(2)) and not g.lost(2)
    g.life(g.body(2), 8)
    g.end(0)
    g.pass_all()
    assert (g.s.out, g.lost(0), g.s.active) == ((2,), 0, 1)


@pytest.mark.rule("prelude", "suspend.finish-timing", "format.melee-out", "format.melee-spoils")
def test_the_responder_dies_in_its_own_close_and_the_next_responds() -> None:
    """given A's carried attack that kills B in B's close, then A draws 2, B is out and C responds."""
    g = match("human", "human", "human")
    clubbed(g, g.body(1))
    g.next(1)
    g.life(g.body(1), 8)
    hand = g.size(0, t.HAND)
    g.end(1)
    g.pass_all()
    assert g.s.out == (1,) and g.s.active == 2 and g.size(0, t.HAND) == hand + 2
    assert not g.zone(1, t.HAND) and not g.size(1, t.CHEST)


@pytest.mark.rule("prelude", "format.melee-out", "suspend.finish-timing")
def test_when_the_responder_dies_in_its_close_tasks_of_others_still_finish() -> None:
    """given C's task on B and A's on C, both due in B's close, when B dies of the one, then C is hit."""
    g = match("human", "human", "human")
    g.next(2)
    slow(g, g.body(1), 2)
    g.next(0)
    clubbed(g, g.body(2))
    g.next(1)
    assert g.carries(g.body(2)) and g.carries(g.body(0)) and not g.lost(1)
    g.life(g.body(1), 8)
    g.end(1)
    g.pass_all()
    assert (g.s.out, g.lost(2), g.s.active) == ((1,), 8, 2)


@pytest.mark.rule("prelude", "format.melee-out", "win.leave")
def test_whoever_leaves_takes_the_carried_task_along() -> None:
    """given A's task on B in a Melee, when A concedes in B's Response, then B is not hit in the close."""
    g = match("human", "human", "human")
    spell = casting(g, "slower-bolt", g.body(1))
    g.next(1)
    g.leaves(0)
    g.next(2)
    assert (g.lost(1), g.where(spell), g.s.active) == (0, "nowhere", 2) and not g.s.over


@pytest.mark.rule("prelude", "format.melee-out", "win.leave")
def test_when_the_responder_leaves_tasks_of_others_finish_in_the_close() -> None:
    """given A's task on C locked in B's Response, when B concedes there, then A's task finishes still."""
    g = match("human", "human", "human")
    clubbed(g, g.body(2))
    g.next(1)
    g.leaves(1)
    g.pass_all()
    assert (g.lost(2), g.s.active, g.s.out) == (8, 2, (1,))


@pytest.mark.rule("prelude", "format.melee-out", "response.action-count")
def test_what_a_spell_does_until_the_casters_next_close_ends_with_the_caster() -> None:
    """given A's spell of 1 Suspend on C until A's next close, when A is out, C has its full pool."""
    g = match("human", "human", "human")
    g.cast(0, "chill", g.body(2))
    g.next(1)
    assert g.free(g.body(2)) == 2
    g.leaves(0)
    g.next(2)
    assert g.s.active == 2 and g.free(g.body(2)) == 3


@pytest.mark.rule("prelude", "format.melee-carried", "suspend.interrupt-damage")
@pytest.mark.parametrize("at", [1, 2, 3])
def test_each_response_of_a_melee_of_four_is_a_chance_to_interrupt(at: int) -> None:
    """given a task of 8 actions in a Melee of four, when its owner is hit for 5 in any Response, it stops."""
    g = match("dwarf", "human", "human", "human")
    club = g.equipped(0, "heavy-club")
    g.give(club, "Suspend", 5)
    g.quietly(0, "attack", club, g.body(1))
    g.next(at)
    assert g.carries(g.body(0)) and g.free(g.body(0)) == 0
    other = g.equipped(at, "club")
    g.give(other, "Attack", 1)
    g.quietly(at, "attack", other, g.body(0))
    assert (g.lost(0), g.carries(g.body(0))) == (5, False)
    g.next(0)
    assert g.lost(1) == 0


@pytest.mark.rule("prelude", "format.melee-carried", "format.melee-out")
def test_a_task_takes_no_actions_in_the_response_of_who_is_out() -> None:
    """given a task of A in a Melee of A, B, C with B out, then C's Response follows, it finishes there."""
    g = match("dwarf", "human", "human")
    g.leaves(1)
    clubbed(g, g.body(2))
    g.next()
    assert g.s.active == 2 and g.carries(g.body(0))
    g.next()
    assert g.s.active == 0 and g.lost(2) == 8


# Time, matches of several games, the first Turn.


@pytest.mark.rule("prelude", "limit.turn-cap", "suspend.carry-over")
def test_the_last_turn_ends_the_game_in_mid_task() -> None:
    """given Turn 30 and a task of the last player that still owes actions, then shares of life decide."""
    g = match("human", "human", turn=30)
    g.next(1)
    clubbed(g, g.body(0), 1)
    g.life(g.body(0), 8)
    g.life(g.body(1), 7)
    g.end(1)
    g.pass_all()
    assert g.s.over == ((1, 2), "limit.turn-cap") and g.left(g.body(0)) == 8


@pytest.mark.rule("prelude", "limit.turn-cap", "suspend.finish-timing")
def test_a_task_that_finishes_in_the_last_close_still_counts() -> None:
    """given a task of A due in the close of Turn 30's last Response, then its damage counts for the share."""
    g = match("human", "human", turn=30)
    clubbed(g, g.body(1))
    g.life(g.body(0), 20)
    g.next(1)
    g.life(g.body(1), 25)
    g.end(1)
    g.pass_all()
    assert g.s.over == ((1, 2), "limit.turn-cap") and g.left(g.body(1)) == 17


@pytest.mark.rule("prelude", "format.best-of-three", "suspend.finish-timing")
def test_nothing_of_a_carried_task_reaches_the_next_game() -> None:
    """given best of three and a second task on the field, when the first kills, then a fresh game begins."""
    g = match("human", "human")
    atoms.set_var(g.s, t.G_GAMES, 3)
    casting(g, "slower-bolt", g.body(1))
    g.next(1)
    g.life(g.body(1), 16)
    clubbed(g, g.body(0), 1)
    g.end(1)
    g.pass_all()
    assert g.s.vars[t.G_WINS] == 1 and g.s.turn == 1 and not g.s.acts
    assert [g.lost(seat) for seat in range(2)] == [0, 0]
    assert not any(g.carries(g.body(seat)) for seat in range(2))


@pytest.mark.rule("prelude", "turn.first-no-attack", "turn.what-is-attack")
def test_player_one_begins_no_slow_spell_against_all_in_the_first_turn() -> None:
    """given Turn 1, when Player One begins a spell that would deal damage to each enemy, it is refused."""
    g = match("human", "human", turn=1)
    storm = g.hand(0, "storm")
    assert g.refused(0, "cast", storm) == "turn.first-no-attack"


@pytest.mark.rule("prelude", "format.melee-grace", "turn.what-is-attack")
def test_a_spell_against_all_waits_for_who_has_grace() -> None:
    """given Turn 1 of a Melee, when B's spell would damage each enemy, so C too, then it is refused."""
    g = match("human", "human", "human", turn=1)
    g.next(1)
    assert g.refused(1, "cast", g.hand(1, "storm")) == "format.melee-grace"


@pytest.mark.rule("prelude", "mulligan.once", "setup.sequence")
def test_a_mulligan_is_no_task_and_costs_no_action() -> None:
    """given a hand without Value, when it is exchanged, then 7 cards are held and Turn 1 has full pools."""
    deck = ["club"] * 50 + ["soldier-1"]
    g = Prelude("human", "human", cards=CARDS, setup=False, decks=[deck, deck])
    g.until(t.W_MULLIGAN)
    seat = g.asked()[0]
    g.quietly(seat, "mulligan")
    assert g.size(seat, t.HAND) == 7 and g.s.turn == 1
    assert [g.free(g.body(each)) for each in range(2)] == [3, 3]
