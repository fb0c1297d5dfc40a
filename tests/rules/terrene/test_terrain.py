"""The gifts of Terrains, which of them counts, and how Storms blow over: the topic `terrain`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_EVENT
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import green, item, terrain


def edition() -> Terrene:
    """The game's own cards, with a Grunt on each side."""
    g = Terrene(edition=True)
    for seat in range(2):
        g.character(seat)
    return g


def active(g: Terrene, seat: int) -> str:
    return g.slug(g.zone(seat, t.TERRAINS)[-1])


@pytest.mark.rule("terrene", "terrain.role")
def test_each_player_has_a_terrain_of_its_own() -> None:
    """given Seaside Market and Terroria, when P2's Character gains its first XP, then P2's row is used."""
    g = edition()
    g.terrain(0, "seaside-market")
    g.terrain(1, "terroria")
    victim, winner = g.character(0, damage=15), g.character(1)
    g.end_turn()
    assert (g.s.active, g.actions_of(1)) == (1, 3)
    g.fight(winner, victim)
    assert (g.xp(winner), g.atk(winner), g.defence(winner)) == (1, 30, 0)
    g.end_turn()
    assert (g.s.active, g.actions_of(0)) == (0, 4)


@pytest.mark.rule("terrene", "terrain.play-or-switch")
def test_one_terrain_is_played_or_switched_to_in_a_turn() -> None:
    """given Seaside Market active, when Terroria is played, then switching back waits a turn."""
    g = edition()
    market = g.terrain(0, "seaside-market")
    terror, other = g.hand(0, "terroria"), g.hand(0, "emberstadt")
    g.play(0, "terrain", terror)
    assert (active(g, 0), g.actions_of(0)) == ("terroria", 4)
    assert g.refused(0, "terrain", market) == "terrain.play-or-switch"
    assert g.refused(0, "terrain", other) == "terrain.play-or-switch"
    g.end_turn()
    assert active(g, 0) == "terroria"
    assert g.refused(0, "terrain", market) == "response.active-first"
    g.next_turn(0)
    assert g.actions_of(0) == 3
    assert g.refused(0, "terrain", terror) == "terrain.play-or-switch"
    g.play(0, "terrain", market)
    assert (active(g, 0), g.actions_of(0)) == ("seaside-market", 3)
    assert g.refused(0, "terrain", other) == "terrain.play-or-switch"
    assert g.refused(0, "terrain", g.hand(0, "stone")) == "terrain.play-or-switch"


@pytest.mark.rule("terrene", "terrain.stack")
def test_terrains_pile_up() -> None:
    """given three Terrains played over three turns, then the stack holds four, one active, none discarded."""
    g = edition()
    played = [g.hand(0, slug) for slug in ("seaside-market", "the-plateau", "emberstadt")]
    for h in played:
        g.play(0, "terrain", h)
        g.next_turn(0)
    assert g.zone(0, t.TERRAINS)[1:] == played and g.size(0, t.TERRAINS) == 4
    assert (active(g, 0), g.zone(0, t.DISCARD), g.actions_of(0)) == ("emberstadt", [], 4)
    assert g.names(0, t.TERRAINS) == ["Meadow", "Seaside Market", "The Plateau", "Emberstadt"]
    g.play(0, "terrain", played[0])
    assert g.zone(0, t.TERRAINS)[1:] == [played[1], played[2], played[0]]


@pytest.mark.rule("terrene", "terrain.inactive")
@pytest.mark.parametrize("covered", [True, False])
def test_an_inactive_terrain_does_nothing(covered: bool) -> None:
    """given Fire Storm under an active Emberstadt, when its effect would apply, then it does not."""
    g = edition()
    ann = g.character(0, "giant")
    market = g.terrain(0, "seaside-market")
    g.character(0, "guard")
    storm = g.terrain(0, "fire-storm", since=g.s.turn)
    if covered:
        g.terrain(0, "emberstadt")
    g.give(ann, "DEF", -15)
    assert g.s.code[storm] and g.s.code[market]
    assert g.refused(0, "use", market, (ABILITY, 1)) == "terrain.inactive"
    g.next_turn(0)
    assert g.damage(ann) == (0 if covered else 15)
    assert g.actions_of(0) == (4 if covered else 2)
    assert g.where(storm) == "Terrains"
    g.end_turn()
    assert g.where(storm) == "Discard Pile"
    assert active(g, 0) == ("emberstadt" if covered else "seaside-market")


@pytest.mark.rule("terrene", "terrain.inactive")
def test_an_inactive_terrain_rewards_nobody() -> None:
    """given Terroria under Seaside Market, when a Character gains its first XP, then it is +5 DEF alone."""
    g = edition()
    g.terrain(0, "terroria")
    g.terrain(0, "seaside-market")
    ann, bob = g.character(0), g.character(1, damage=15)
    g.fight(ann, bob)
    assert (g.xp(ann), g.atk(ann), g.defence(ann)) == (1, 20, 5)


@pytest.mark.rule("terrene", "terrain.actions-mid-turn")
def test_a_new_terrain_gives_its_actions_from_the_next_turn_on() -> None:
    """given 4 Actions, 1 spent, when a Terrain that gives 5 is played, then 3 are left; next turn 5."""
    g = Terrene()
    g.character(0)
    g.character(1)
    g.play(0, "recruit", g.hand(0, "thief"))
    g.play(0, "terrain", g.hand(0, "harbour"))
    assert g.actions_of(0) == 3
    g.next_turn(0)
    assert g.actions_of(0) == 5


@pytest.mark.rule("terrene", "terrain.affiliation-ability")
def test_a_terrain_asks_for_a_recruited_character() -> None:
    """given a hidden Water Character, then the ability is refused; recruited, even Silenced, it works."""
    g = edition()
    market, low = g.terrain(0, "seaside-market"), g.character(0, "guard", hidden=True)
    assert g.refused(0, "use", market, (ABILITY, 1)) == "terrain.affiliation-ability"
    g.play(0, "recruit", low)
    for word in ("Silence", "Slow", "Stun"):
        g.give(low, word)
    hand, before = g.size(0, t.HAND), g.s.clone()
    g.play(0, "use", market, (ABILITY, 1))
    assert (g.size(0, t.HAND), g.actions_of(0)) == (hand + 1, 2)
    assert g.s.zone[low] == before.zone[low] and g.s.face[low] == before.face[low] == 1
    assert [column[low] for column in g.s.num] == [column[low] for column in before.num]
    assert [g.has(low, word) for word in ("Silence", "Slow", "Stun")] == [1, 1, 1]


@pytest.mark.rule("terrene", "terrain.affiliation-ability")
def test_a_character_of_somebody_else_is_none_that_you_control() -> None:
    g = edition()
    market = g.terrain(0, "seaside-market")
    g.character(1, "guard")
    assert g.refused(0, "use", market, (ABILITY, 1)) == "terrain.affiliation-ability"


@pytest.mark.rule("terrene", "terrain.two-affiliations")
def test_two_affiliations_are_two_characters() -> None:
    """given one Water Character, then Water and Wind is refused; with a Wind Character as well it works."""
    g = edition()
    market, water = g.terrain(0, "seaside-market"), g.character(0, "guard", damage=15)
    assert g.refused(0, "use", market, (ABILITY, 2), water) == "terrain.affiliation-ability"
    g.character(0, "thief")
    g.play(0, "use", market, (ABILITY, 2), water)
    assert (g.damage(water), g.actions_of(0)) == (10, 3)


TWINS = terrain(
    "twins",
    xp=[[{"draw": 1}], [{"draw": 1}], [{"draw": 1}], [{"draw": 1}]],
    ability=green(if_={"controls": ["Water", "Water"]}, do={"draw": 1}),
)


@pytest.mark.rule("terrene", "terrain.two-affiliations")
def test_the_same_affiliation_twice_is_two_characters() -> None:
    """given an ability for two Water Characters, then one of them is too few."""
    g = Terrene(TWINS)
    g.character(1)
    g.character(0, "guard")
    twins = g.terrain(0, "twins")
    assert g.refused(0, "use", twins) == "terrain.affiliation-ability"
    g.character(0, "guard")
    g.play(0, "use", twins)
    assert g.size(0, t.HAND) == 1


@pytest.mark.rule("terrene", "terrain.not-dismissed")
def test_terrains_are_neither_dismissed_nor_hidden() -> None:
    """given two Terrains in the stack, when the player tries to dismiss one, then it is refused."""
    g = edition()
    g.terrain(0, "seaside-market")
    stack = g.zone(0, t.TERRAINS)
    assert [g.refused(0, "dismiss", h) for h in stack] == ["terrain.not-dismissed"] * 2
    assert [g.refused(0, "hide", h) for h in stack] == ["action.hide"] * 2
    assert [g.slug(h) for h in stack] == ["meadow", "seaside-market"]


@pytest.mark.rule("terrene", "terrain.not-dismissed")
def test_a_storm_leaves_without_penalty_and_without_an_action() -> None:
    """given 30 damage on its player, when a Storm has had its turn, then it is discarded for nothing."""
    g = edition()
    g.character(0, "giant")
    g.hurt(0, 30)
    storm = g.terrain(0, "rain-storm", since=g.s.turn)
    g.next_turn(0)
    assert (g.where(storm), g.actions_of(0)) == ("Terrains", 3)
    g.end_turn()
    assert (g.where(storm), g.s.owner[storm], g.zone(0, t.DISCARD)) == ("Discard Pile", 0, [storm])
    assert (g.hp_of(0), g.actions_of(0), g.happened("dismissed")) == (20, 3, [])


@pytest.mark.rule("terrene", "terrain.damage-stays")
def test_a_new_terrain_does_not_change_the_damage() -> None:
    """given 30 damage on Seaside Market, when The Plateau is played over it, then HP are still 20."""
    g = edition()
    market = g.terrain(0, "seaside-market")
    g.hurt(0, 30)
    g.play(0, "terrain", g.hand(0, "the-plateau"))
    assert (g.hp_of(0), g.hp_of(1)) == (20, 50)
    g.next_turn(0)
    g.play(0, "terrain", market)
    assert g.hp_of(0) == 20


@pytest.mark.rule("terrene", "terrain.storm")
def test_a_storm_strikes_everybody_recruited() -> None:
    """given 10 damage to all, then 10 HP left are gone without XP, DEF 5 takes 5, a hidden one 0."""
    g = Terrene(edition=True)
    first, second = g.character(0, damage=10), g.character(1, "thief")
    low = g.character(0, "thief", hidden=True)
    mine = g.character(0, "guard")
    assert g.hp(first) - g.damage(first) == 10
    g.terrain(0, "snow-storm", since=g.s.turn)
    g.end_turn()
    assert [g.damage(h) for h in (first, second, low, mine)] == [10, 0, 0, 0]
    g.next_turn(0)
    assert g.where(first) == "Discard Pile"
    assert [g.damage(h) for h in (second, low, mine)] == [5, 0, 0]
    assert [g.defence(h) for h in (second, mine)] == [5, 10]
    assert [g.xp(h) for h in (second, low, mine)] == [0, 0, 0] and not g.happened("gains-xp")
    assert (g.hp_of(0), g.hp_of(1)) == (50, 50)


@pytest.mark.rule("terrene", "terrain.after-storm")
@pytest.mark.parametrize("switched", [False, True])
def test_after_a_storm_the_terrain_below_is_active(switched: bool) -> None:
    """given Fire Storm over Emberstadt and 30 damage, when its turn ends, then Emberstadt is active again."""
    g = Terrene(edition=True)
    g.character(0, "giant")
    g.character(1)
    ember = g.terrain(0, "emberstadt")
    g.hurt(0, 30)
    storm, spare = g.hand(0, "fire-storm"), g.hand(0, "the-plateau")
    g.play(0, "terrain", storm)
    assert active(g, 0) == "fire-storm"
    g.next_turn(0)
    assert (active(g, 0), g.actions_of(0)) == ("fire-storm", 2)
    if switched:
        g.play(0, "terrain", ember)
        assert [g.slug(h) for h in g.zone(0, t.TERRAINS)] == ["meadow", "fire-storm", "emberstadt"]
    g.end_turn()
    assert g.where(storm) == "Discard Pile"
    assert (active(g, 0), g.hp_of(0)) == ("emberstadt", 20)
    g.next_turn(0)
    assert g.actions_of(0) == 4
    g.play(0, "terrain", spare)
    assert active(g, 0) == "the-plateau"


CLEARING = item("lull", ability=green(do={"destroy": {"from": "your terrains", "type": "Storm"}}))


@pytest.mark.rule("terrene", "terrain.after-storm")
def test_a_storm_that_leaves_uses_up_no_play() -> None:
    """given a Storm that an effect discards, then the Terrain below is active and another may be played."""
    g = Terrene(CLEARING, edition=True)
    ann, _ = g.character(0), g.character(1)
    g.terrain(0, "emberstadt")
    g.hurt(0, 30)
    storm, spare = g.terrain(0, "fire-storm", since=g.s.turn), g.hand(0, "the-plateau")
    g.play(0, "use", g.hold(ann, "lull"))
    assert (g.where(storm), active(g, 0), g.hp_of(0)) == ("Discard Pile", "emberstadt", 20)
    g.play(0, "terrain", spare)
    assert active(g, 0) == "the-plateau"


@pytest.mark.rule("terrene", "terrain.after-storm")
@pytest.mark.parametrize("cleared", [False, True])
def test_what_lies_under_a_departing_storm_becomes_active_with_its_event(cleared: bool) -> None:
    """given Demattei and a Storm over Emberstadt, when it goes, then all get +5 DEF, as if it were played."""
    g = Terrene(CLEARING, edition=True)
    ann, mate, _ = g.character(0, "demattei-the-architect"), g.character(0), g.character(1)
    ember = g.terrain(0, "emberstadt")
    g.terrain(0, "rain-storm", since=g.s.turn if cleared else 0)
    before = g.defence(ann), g.defence(mate)
    # When an effect clears it, or its turn ends.
    if cleared:
        g.play(0, "use", g.hold(ann, "lull"))
    else:
        g.end(0)
    g.pass_all()
    # Then the Terrain below is active, and that has happened before the next turn's first phase.
    assert active(g, 0) == "emberstadt"
    assert [row[ROW_CARD] for row in g.happened("terrain")] == [ember]
    assert (g.defence(ann), g.defence(mate)) == (before[0] + 5, before[1] + 5)
    words = [g.rules.events[row[ROW_EVENT]] for row in g.log]
    gained = max(at for at, word in enumerate(words) if word == "modified")
    assert cleared or gained < max(at for at, word in enumerate(words) if word == "turn-begins")
    # And it lasts until the own next turn.
    g.next_turn(0)
    assert (g.defence(ann), g.defence(mate)) == before


@pytest.mark.rule("terrene", "terrain.after-storm")
def test_a_storm_that_leaves_from_below_makes_nothing_active() -> None:
    """given a Storm under the active Terrain, when its turn ends, then no Terrain becomes active by that."""
    g = Terrene(edition=True)
    ann, _ = g.character(0, "demattei-the-architect"), g.character(1)
    storm = g.terrain(0, "rain-storm")
    g.terrain(0, "emberstadt")
    before = g.defence(ann)
    g.end_turn()
    assert g.where(storm) == "Discard Pile" and not g.happened("terrain")
    assert g.defence(ann) == before


@pytest.mark.rule("terrene", "terrain.after-storm")
def test_of_two_storms_that_leave_together_none_becomes_active() -> None:
    """given a Storm on a Storm, when an effect clears both, then what lies below them is active, once."""
    g = Terrene(CLEARING, edition=True)
    ann, _ = g.character(0), g.character(1)
    ember = g.terrain(0, "emberstadt")
    g.terrain(0, "rain-storm", since=g.s.turn)
    g.terrain(0, "snow-storm", since=g.s.turn)
    g.quietly(0, "use", g.hold(ann, "lull"))
    assert [row[ROW_CARD] for row in g.happened("terrain")] == [ember]
