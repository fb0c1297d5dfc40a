"""Where Raiders meet other rules of the 40-card edition: votes, elimination, control, Counters, more players.

Those of the rules of Raiders themselves are in `test_raider.py`.
"""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ROW_CARD, ROW_N, ROW_SEAT
from fadenet.games.fade.field import reach, values
from fadenet.games.fade.opponents import raiders
from fadenet.games.fade.tables import COMBAT, HAND, PREPARATION
from tests.builders.raid import Raid
from tests.cards.fade import augment, cards, character, item, reaction

CARDS = (
    cards("marksman-3", "screen", "sharp-world", "sixty-hp", "truce")
    + character("neutral", plv=3, keywords="Neutrality")
    + augment(
        "hush",
        cost=0,
        keywords="Equip",
        attach="enemy characters",
        ability={"gives": {"Mute": True}, "to": "host"},
    )
    + item(
        "adopt",
        cost=0,
        targets="enemy characters",
        do={"grant": "Neutrality", "on": "target", "until": "end"},
    )
    + item("dart", cost=0, targets="enemy fighters", do={"damage": 4, "to": "target"})
    + item("reckoning", cost=0, targets="enemy characters", do={"damage": 4, "to": "target's player"})
    + item(
        "levy",
        cost=0,
        do=[
            {"draw": 1, "who": "enemy players"},
            {"gain_tp": 2, "who": "enemy players"},
            {"damage": 2, "to": "enemy players"},
        ],
    )
    + item("toll", cost=0, do={"damage": 2, "to": "all players"})
    + item(
        "dose",
        cost=0,
        targets="enemy characters",
        do=[{"counter": "Poison", "n": 2}, {"counter": "Timebomb", "n": 2}],
    )
    + item("finish", cost=0, targets="enemy characters", do={"knock_out": "target"})
    + character("shy", plv=3, ability={"gives": {"forbid": "target"}})
    + reaction("scatter", targets="all fighters", answers="attack", anyone=True, do={"deflect": True})
    + reaction("riposte-30", answers="attack", do={"attack": 30})
    + character(
        "dawn",
        plv=0,
        ability=[
            {"on": "turn-begins", "of": "enemy players", "do": {"heal": 1, "of": "this"}},
            {"on": "end-phase", "of": "all players", "do": {"counter": "Poison", "on": "this"}},
        ],
    )
    + character("golem", hp=30, keywords={"Raider": True, "Immune": ["Items"]})
    + character("warded", hp=30, keywords={"Raider": True, "Shield": 1, "Poison": 2})
    + character(
        "choir",
        hp=30,
        plv=1,
        keywords="Raider",
        ability=[
            {"activate": True, "do": {"damage": 2, "to": "enemy players"}},
            {"gives": {"PLV": 2}, "to": "ally characters"},
            {"on": "starting-phase", "do": {"heal": 3, "of": "this"}},
        ],
    )
    + character(
        "archer",
        hp=30,
        plv=1,
        keywords="Raider",
        ability={"activate": True, "targets": {"reach": True, "n": 2, "up_to": True}, "do": {"attack": 5}},
    )
    + character(
        "dying",
        hp=5,
        plv=1,
        keywords="Raider",
        ability={"on": "destroyed", "do": {"damage": 3, "to": "enemy players"}},
    )
    + character(
        "picker",
        hp=30,
        plv=1,
        keywords="Raider",
        ability=[
            {"activate": True, "targets": "enemy characters", "do": {"damage": 2, "to": "target"}},
            {
                "activate": True,
                "targets": {"pick": {"from": "enemy characters", "damaged": True}},
                "do": {"damage": 5, "to": "target"},
            },
        ],
    )
    + character(
        "vulture",
        hp=30,
        plv=1,
        keywords="Raider",
        ability=[
            {
                "activate": True,
                "targets": {"pick": {"from": "enemy characters", "damaged": True}},
                "do": {"damage": 5, "to": "target"},
            },
            {"on": "starting-phase", "do": {"damage": 2, "to": "all players"}},
        ],
    )
    + character(
        "press",
        name="Press Gang",
        hp=30,
        plv=1,
        keywords="Raider",
        ability={"activate": True, "targets": "enemy characters", "do": {"control": "target"}},
    )
)


# Votes.


def test_who_leaves_before_a_vote_is_not_counted() -> None:
    # Given three players, of whom one gives up before the vote, when the other two agree, then it is faced.
    r = Raid(CARDS, players=3, setup=False)
    r.answer(2, kernel.CONCEDE_MOVE)
    for _ in range(2):  # whoever goes, the others are asked anew
        r.yes(0)
        r.yes(1)
    assert r.s.out == (2,) and len(r.standing()) == 1 and not r.s.over


def test_who_is_left_alone_without_a_raider_has_won() -> None:
    # Given two players, of whom one gives up before the vote, when the other refuses the Raider.
    r = Raid(CARDS, setup=False)
    r.answer(1, kernel.CONCEDE_MOVE)
    r.no(0)
    r.no(0)
    # Then nobody is left to play against.
    assert r.s.over == ((1, 2, 2), "win.leaving")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_any_raider_the_last_player_wins(players: int) -> None:
    # Given Raiders that are voted down, when all others lose, then the last one has won alone.
    r = Raid(CARDS, ("brute", "imp")[:players], players=players, setup=False)
    for _ in range(2):
        r.vote(*[False] * players)
    r.begin()
    assert r.s.out == (players,) and not r.standing()
    for seat in range(1, players):
        r.damage(r.body(seat), 50)
    r.quietly(0, "play", r.hand(0, "toll"))
    assert r.s.over == ((1, *[2] * players), "win.hp-zero")


def test_without_any_raider_turns_go_round_the_players() -> None:
    # Given Raiders that are voted down, then no turn of theirs comes, and Items may be aimed at enemies.
    r = Raid(CARDS, setup=False)
    r.vote(False, False)
    r.begin()
    dart = r.hand(0, "dart")
    r.quietly(0, "play", dart, r.body(1))
    assert r.hp(r.body(1)) == 46
    r.go(1, PREPARATION)
    r.go(0, PREPARATION)
    assert [row[ROW_SEAT] for row in r.happened("turn-begins")] == [0, 1, 0]


def test_world_rules_change_raiders_too() -> None:
    # Given World Rules "60 HP" and "all Characters get +1 PLV" beside a Raider, then both hold for all.
    r = Raid(CARDS, ("brute",), worlds=("sixty-hp", "sharp-world"))
    (brute,) = r.standing()
    r.raid()
    assert r.plv(brute) == 5 and r.hp(r.body(0)) == 60 - 5


def test_a_world_rule_that_forbids_attacks_binds_raiders() -> None:
    # Given "Characters cannot attack", when the Raiders' turn comes, then they only activate.
    r = Raid(CARDS, ("choir",), worlds=("truce",))
    r.raid()
    assert not r.struck() and r.hp(r.body(0)) == r.hp(r.body(1)) == 48


# Control and places.


def test_a_neutral_character_stays_with_its_owner_in_the_raiders_turn() -> None:
    # Given A's Neutral Character, when the Raiders' turn comes, then no player has it, and it is attacked.
    r = Raid(CARDS)
    (brute,) = r.standing()
    x = r.character(0, "neutral")
    r.raided()
    assert r.s.active == r.raid_seat and r.s.ctrl[x] == 0 and r.struck() == [(brute, x)]
    r.rest_of_raid()
    assert r.hp(x) == 5
    # In B's turn it is B's.
    r.go(1, COMBAT)
    assert r.s.ctrl[x] == 1 and r.can(1, "attack", x, brute)


def test_neutrality_gives_nobody_a_raider() -> None:
    # Given a Raider that is given Neutrality, then it stays where it is and acts in its own turn.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.quietly(0, "play", r.hand(0, "adopt"), brute)
    assert values.keyword(r.s, brute, r.rules.edition.keywords["Neutrality"]) and r.s.ctrl[brute] == 2
    r.raid()
    assert r.struck() == [(brute, r.body(0))]


def test_a_character_that_a_raider_takes_does_not_keep_the_raid_alive() -> None:
    # Given a Raider that has taken A's Character, when the Raider is Knocked Out, then all have won.
    r = Raid(CARDS, ("press",))
    (press,) = r.standing()
    x = r.character(0)
    r.raid()
    assert r.s.ctrl[x] == r.raid_seat and r.at(x) == "c2" and r.standing() == [press]
    r.go(0, COMBAT)
    r.quietly(0, "play", r.hand(0, "finish"), press)
    assert r.s.over == ((1, 1, 2), "raider.win")


def test_lock_on_reaches_no_player_behind_the_raiders() -> None:
    # Given a Character with Lock-On, then it may attack each Raider, and nothing else.
    r = Raid(CARDS, ("brute", "imp"))
    x = r.character(0, "marksman-3")
    r.go(0, COMBAT)
    act = reach.attack_probe(r.s, 0, x, x, 6, -1)
    assert reach.reach(r.s, 0, True, act) == r.standing()


# Mute, Immune, Counters.


def test_a_muted_raider_attacks_all_the_same() -> None:
    # Given a Raider with effects, and an Augment that makes it Mute.
    r = Raid(CARDS, ("choir", "brute"))
    choir, brute = r.standing()
    assert r.plv(brute) == 6
    r.quietly(0, "play", r.hand(0, "hush"), choir)
    # Then it neither activates nor gives anything, but is a Raider as before.
    assert r.plv(brute) == 4 and r.standing() == [choir, brute]
    r.damage(choir, 5)
    r.raid()
    assert r.struck() == [(choir, r.body(0)), (brute, r.body(1))]
    assert r.hp(r.body(0)) == 49 and r.hp(choir) == 25


def test_an_immune_raider_is_chosen_by_nothing_that_it_lists() -> None:
    # Given a Raider that is Immune to Items, then none is aimed at it, and what is for all leaves it out.
    r = Raid(CARDS, ("golem",))
    (golem,) = r.standing()
    assert not r.can(0, "play", r.hand(0, "dart"), golem)
    r.quietly(0, "play", r.hand(0, "levy"))
    assert r.hp(golem) == 30
    # An attack hits it.
    x = r.character(0)
    r.go(0, COMBAT)
    r.quietly(0, "attack", x, golem)
    assert r.hp(golem) == 30 - r.plv(x)


def test_raiders_come_with_the_counters_that_they_print() -> None:
    # Given a Raider with Shield 1 and Poison 2, then it stands there with them, and the Shield Negates.
    r = Raid(CARDS, ("warded",))
    (warded,) = r.standing()
    assert (r.count(warded, "Shield"), r.count(warded, "Poison")) == (1, 2)
    x = r.character(0)
    r.go(0, COMBAT)
    r.quietly(0, "attack", x, warded)
    assert r.hp(warded) == 30 and r.count(warded, "Shield") == 0
    r.raid()
    assert r.hp(warded) == 29 and r.count(warded, "Poison") == 1


def test_counters_work_in_the_raiders_own_phases() -> None:
    # Given Poison and Timebomb Counters on a Raider, put there by an Item.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.quietly(0, "play", r.hand(0, "dose"), brute)
    r.go(1, PREPARATION)
    assert r.hp(brute) == 30 and r.count(brute, "Timebomb") == 2
    # When its turn has passed, then one Poison has done its harm and the Timebomb has grown.
    r.raid()
    assert r.hp(brute) == 29 and r.count(brute, "Timebomb") == 3


def test_a_timebomb_that_fells_the_last_raider_ends_the_match() -> None:
    # Given a Raider one Timebomb Counter before the end, when its End Phase comes, then all have won.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.counters(brute, "Timebomb", r.rules.figures.timebomb_knock_out_at - 1)
    r.raid()
    assert r.s.over == ((1, 1, 2), "raider.win") and len(r.struck()) == 1


# Chains.


def test_who_falls_in_the_middle_of_the_raiders_turn_is_no_longer_attacked() -> None:
    # Given A at 4 HP and a Raider with two attacks, in a round in which it attacks A.
    r = Raid(CARDS, ("twin",))
    (twin,) = r.standing()
    r.leave(r.body(0), 4)
    r.raid()
    # When the first one ends A, then the second one is aimed at B, who is left, and the match goes on.
    assert r.s.out == (0,) and r.struck() == [(twin, r.body(0)), (twin, r.body(1))]
    assert r.hp(r.body(1)) == 46 and not r.s.over


def test_an_attack_on_who_falls_in_its_chain_does_nothing() -> None:
    # Given a Raider with two attacks, the first of which is aimed at A's Character, that may answer.
    r = Raid(CARDS, ("twin",), players=3)
    (twin,) = r.standing()
    x = r.character(0, "giant")
    r.on(x, "screen")
    r.raided()
    assert r.asked() == [0] and r.struck() == [(twin, x)]
    # When A concedes, then that attack does nothing, and the second one goes to the one who is first now.
    r.answer(0, kernel.CONCEDE_MOVE)
    r.rest_of_raid()
    assert r.s.out == (0,) and r.lies(x) == "nowhere"
    assert r.struck() == [(twin, x), (twin, r.body(1))]
    assert [(row[ROW_CARD], row[ROW_N]) for row in r.happened("takes-damage")] == [(r.body(1), 4)]


def test_the_last_raider_that_falls_by_a_counter_hit_ends_the_chain() -> None:
    # Given one Raider that is left, when a Counter-hit fells it in its attack, all have won.
    r = Raid(CARDS)
    x = r.character(0, "giant")
    use = r.on(x, "riposte-30")
    r.raided()
    r.quietly(0, "use", use, -1)
    assert r.s.over == ((1, 1, 2), "raider.win") and r.hp(x) == 20


def test_an_attack_is_blocked_by_the_one_who_is_attacked() -> None:
    # Given A's Character with a Block, when a Raider attacks it, then the Block works as against a player.
    r = Raid(CARDS)
    x = r.character(0, "giant")
    use = r.on(x, "screen")
    r.raided()
    r.play(0, "use", use, -1)
    r.rest_of_raid()
    assert r.hp(x) == 20


def test_an_attack_is_deflected_to_another_raider() -> None:
    # Given two Raiders, when the attack of one is Deflected to the other, then that one takes it.
    r = Raid(CARDS, ("brute", "imp"))
    brute, imp = r.standing()
    x = r.character(0, "giant")
    use = r.on(x, "scatter")
    r.raided()
    assert r.struck() == [(brute, x)]
    r.play(0, "use", use, -1, imp)
    r.rest_of_raid()
    assert r.hp(x) == 20 and r.hp(imp) == 20 - 4


def test_a_raider_is_hit_by_what_asks_for_its_controller() -> None:
    # Given "4 damage to the player of the target", when a Raider is the target, then there is no such player.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.quietly(0, "play", r.hand(0, "reckoning"), brute)
    assert r.hp(brute) == 30 and r.hp(r.body(r.raid_seat)) == 50 and not r.s.over


def test_each_enemy_player_means_each_raider() -> None:
    # Given "each enemy player draws 1 card, gains 2 TP and takes 2 damage", then they only take damage.
    r = Raid(CARDS, ("brute", "imp"))
    brute, imp = r.standing()
    r.quietly(0, "play", r.hand(0, "levy"))
    assert (r.hp(brute), r.hp(imp)) == (28, 18)
    assert r.tp_of(r.raid_seat) == 0 and not r.size(r.raid_seat, HAND) and r.hp(r.body(1)) == 50


def test_all_players_means_raiders_as_well() -> None:
    # Given "2 damage to all players", then the players and the Raider take it once each.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.quietly(0, "play", r.hand(0, "toll"))
    assert (r.hp(r.body(0)), r.hp(r.body(1)), r.hp(brute)) == (48, 48, 28)


def test_a_raider_that_leaves_does_what_it_does_when_destroyed() -> None:
    # Given a Raider "when destroyed: 3 damage to each enemy player" beside another one, when it is felled.
    r = Raid(CARDS, ("dying", "brute"))
    dying, brute = r.standing()
    r.quietly(0, "play", r.hand(0, "finish"), dying)
    # Then its effect happens although it is nowhere, and the match goes on.
    assert r.hp(r.body(0)) == r.hp(r.body(1)) == 47 and r.standing() == [brute]


def test_what_lies_on_a_raider_is_destroyed_with_it() -> None:
    # Given A's Augment on a Raider, when that is Knocked Out, then the Augment is in A's Discard Pile.
    r = Raid(CARDS, ("brute", "imp"))
    brute, _ = r.standing()
    hush = r.hand(0, "hush")
    r.quietly(0, "play", hush, brute)
    r.quietly(0, "play", r.hand(0, "finish"), brute)
    assert r.lies(hush) == "discard" and r.lies(brute) == "nowhere"


def test_the_raiders_turn_is_that_of_an_enemy_player() -> None:
    # Given a damaged Character "when an enemy player begins a turn: heals 1", and "when an End Phase begins:
    # 1 Poison Counter on it", beside two Raiders that can do nothing.
    r = Raid(CARDS, ("brute", "imp"), worlds=("truce",))
    x = r.character(0, "dawn")
    r.damage(x, 5)
    # When a round is over, then it was the turn of an enemy once, and there were three End Phases.
    r.raid()
    assert r.count(x, "Poison") == 2 and r.hp(x) == 9 - 5 + 1 - 1


# Whom they aim at.


def test_an_untargetable_character_shields_its_player_from_raiders() -> None:
    # Given A with one Character in front that cannot be targeted, then the Raider makes no attack.
    r = Raid(CARDS)
    r.character(0, "shy")
    r.raid()
    assert not r.struck() and r.hp(r.body(0)) == r.hp(r.body(1)) == 50


def test_an_attack_by_an_effect_takes_the_weakest_first() -> None:
    # Given a Raider "5 damage to up to 2 enemies", and A's Characters with 9, 7 and 6 HP.
    r = Raid(CARDS, ("archer",))
    x, y, z = (r.character(0, "giant") for _ in range(3))
    for h, n in ((x, 9), (y, 7), (z, 6)):
        r.leave(h, n)
    r.raid()
    # Then the two weakest take it, in this order, and its Normal Attack goes to the weakest that is left.
    assert [target for _, target in r.struck()] == [z, y, z]
    assert r.lies(z) == "discard" and r.hp(y) == 2 and r.hp(x) == 9


@pytest.mark.parametrize(("players", "first"), [(3, 0), (3, 2), (4, 1)])
def test_the_rotation_closes_up_when_a_player_is_out(players: int, first: int) -> None:
    # Given several players, of whom the second in turn order is out from round 2 on.
    r = Raid(CARDS, players=players, first=first)
    (brute,) = r.standing()
    order = [(first + n) % players for n in range(players)]
    r.raid()
    gone = order.pop(1)
    r.damage(r.body(gone), 50)
    for n in (2, 3, 4):
        r.raid()
        # Then in round r the Raider attacks the player at place ((r - 1) mod n) + 1 of those left.
        assert r.struck()[-1] == (brute, r.body(order[(n - 1) % len(order)]))


def test_a_raider_keeps_its_column_when_another_one_falls() -> None:
    # Given Raiders in columns 1 and 2 against 3 players, when the first one is gone.
    r = Raid(CARDS, ("brute", "imp"), players=3)
    brute, imp = r.standing()
    r.quietly(0, "play", r.hand(0, "finish"), brute)
    r.raid()
    # Then the other one still goes by column 2: B in round 1.
    assert r.struck() == [(imp, r.body(1))] and raiders.column(r.s, imp) == 2


def test_four_raiders_face_four_players() -> None:
    # Given four Raiders of four players, then in round 1 each attacks the player of its column.
    r = Raid(CARDS, ("brute", "imp", "twin", "golem"), players=4)
    there = r.standing()
    r.raid()
    assert r.struck() == [
        (there[0], r.body(0)),
        (there[1], r.body(1)),
        (there[2], r.body(2)),
        (there[2], r.body(2)),
        (there[3], r.body(3)),
    ]


def test_all_who_give_up_have_lost() -> None:
    # Given two players against a Raider, when both concede, then the Raider has won.
    r = Raid(CARDS)
    r.answer(0, kernel.CONCEDE_MOVE)
    assert not r.s.over
    for _ in range(50):
        if 1 in r.asked():
            break
        r.step()
    r.answer(1, kernel.CONCEDE_MOVE)
    assert r.s.over == ((2, 2, 1), "win.leaving")


def test_an_effect_chooses_by_the_combat_zone_order() -> None:
    # Given A with 6 HP in front and 1 HP behind, when a Raider's effect may choose any enemy Character.
    r = Raid(CARDS, ("picker",))
    x, y = r.character(0, "giant"), r.character(0, "giant", backup=True)
    r.leave(x, 12)
    r.leave(y, 1)
    r.raid()
    # Then it takes the one in front, and so does the next one, which asks for a damaged Character.
    assert r.hp(x) == 12 - 2 - 5 - 1 and r.hp(y) == 1


def test_effects_come_before_the_first_attack_or_not_at_all() -> None:
    # Given an effect that needs a damaged Character, when there is one only after the Raider's attack.
    r = Raid(CARDS, ("vulture",))
    x = r.character(0, "giant")
    r.raid()
    assert r.hp(x) == 19
    # Then it is used in the next turn, ahead of the attack on B.
    r.raid()
    assert r.hp(x) == 19 - 5 and r.struck()[-1][1] == r.body(1)


def test_on_a_raider_all_players_leaves_raiders_out() -> None:
    # Given a Raider "when its Starting Phase begins: 2 damage to all Players", then it hurts no Raider.
    r = Raid(CARDS, ("vulture", "brute"))
    vulture, brute = r.standing()
    r.raid()
    assert (r.hp(vulture), r.hp(brute)) == (30, 30)
    assert (r.hp(r.body(0)), r.hp(r.body(1))) == (50 - 2 - 1, 50 - 2 - 4)


def test_votes_go_by_seat_a_world_rule_first() -> None:
    # Given Raiders of seats 1 and 2, and a World Rule of seat 1 too, then they are asked about in this order.
    r = Raid(CARDS, ("brute", "imp"), worlds=("sixty-hp",), setup=False)
    asked = []
    for _ in range(3):
        asked.append(r.rules.cards[r.s.asks[0].data[2]].slug)
        r.vote(True, True)
    assert asked == ["sixty-hp", "brute", "imp"]
