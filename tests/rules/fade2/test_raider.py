"""Raiders, whom all Players fight together (F.A.D.E. 40-card edition, topic raider, and format.co-op)."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import atoms, kernel
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.state import ACT, RESPOND, ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT
from fadenet.games import decks
from fadenet.games.fade.field import values
from fadenet.games.fade.opponents import raiders
from fadenet.games.fade.tables import COMBAT, DECK, HAND, STARTING
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of
from tests.builders.raid import RAIDERS, Raid
from tests.builders.scenario import rules_with
from tests.cards.fade import card, cards, character, item, reaction

CARDS = (
    cards("drizzle", "lend", "riposte-3", "sixty-hp")
    + character(
        "mourner",
        level=5,
        hp=30,
        plv=4,
        keywords="Raider",
        ability={"on": "turn-ends", "do": {"damage": 1, "to": "enemy players"}},
    )
    + item(
        "fine",
        cost=0,
        targets="enemy players",
        do=[
            {"damage": 3, "to": "target"},
            {"discard": 1, "who": "target"},
            {"lose_tp": 1, "who": "target"},
            {"mill": 1, "who": "target"},
        ],
    )
    + item("shatter", cost=0, targets="enemy characters", do={"destroy": "target"})
    + item("wave", cost=0, targets="enemy characters", do={"return": "target", "to": "hand"})
    + item("drown", cost=0, targets="enemy characters", do={"imprison": "target"})
    + item("push-back", cost=0, targets="enemy characters", do={"row": "target", "to": "backup"})
    + item(
        "bury",
        cost=0,
        targets=[{"pick": "enemy characters"}, {"pick": "your characters"}],
        do={"under": "first target", "onto": "second target"},
    )
    + item("quake", cost=0, do={"damage": 30, "to": "all fighters"})
    + item("salve", cost=0, targets="ally characters", do={"heal": 2, "of": "target"})
    + character(
        "gambler",
        hp=30,
        plv=1,
        keywords="Raider",
        ability=[
            {"activate": True, "cost": 2, "do": {"damage": 5, "to": "enemy players"}},
            {
                "activate": True,
                "do": {
                    "choose": [[{"damage": 2, "to": "enemy players"}], [{"damage": 9, "to": "enemy players"}]]
                },
            },
            {"activate": True, "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
            {"on": "deals-damage", "may": True, "limit": 1, "do": {"heal": 1, "of": "this"}},
        ],
    )
    + character(
        "herald",
        hp=30,
        plv=0,
        keywords="Raider",
        ability={"on": "knocked-out", "of": "all characters", "do": {"damage": 1, "to": "enemy players"}},
    )
    + character("wisp", hp=5, plv=1, keywords={"Raider": True, "Void": True})
    + reaction("grand-riposte", answers="attack", do={"attack": 30})
    + character("widow", hp=1, plv=1, ability={"on": "knocked-out", "do": {"gain_tp": 1}})
)


# What it is, and how it is agreed on.


@pytest.mark.rule("fade2", "raider.purpose")
def test_the_players_do_not_fight_each_other() -> None:
    # Given a game with an agreed Raider, when A wants to attack B or a Character of B's.
    r = Raid(CARDS)
    (brute,) = r.standing()
    x, y = r.character(0), r.character(1)
    r.go(0, COMBAT)
    # Then it is refused; the Raider is the only enemy.
    assert r.refused(0, "attack", x, y) == "target.enemies-only"
    assert r.refused(0, "attack", x, r.body(1)) == "target.enemies-only"
    assert r.can(0, "attack", x, brute)


@pytest.mark.rule("fade2", "raider.agreement")
@pytest.mark.parametrize(("of_a", "of_b"), [(True, True), (False, True), (True, False), (False, False)])
def test_each_raider_is_agreed_on_by_itself(of_a: bool, of_b: bool) -> None:
    # Given A and B who each show a Raider, when all agree to one, to the other, to both, or to none.
    r = Raid(CARDS, ("brute", "imp"), setup=False)
    assert r.asked() == [0, 1] and not r.happened("shuffled")
    r.vote(True, of_a)
    r.vote(of_b, True)
    r.begin()
    # Then those agreed are faced; with none it is an ordinary game of enemies.
    names = [r.rules.cards[r.s.code[h]].slug for h in r.standing()]
    assert names == ["brute"] * of_a + ["imp"] * of_b
    assert len(r.happened("agreed")) == of_a + of_b
    x = r.character(0)
    r.go(0, COMBAT)
    assert r.can(0, "attack", x, r.body(1)) == (not names)
    assert r.rules.side(r.s, 0) == r.rules.side(r.s, 1) or not names


@pytest.mark.rule("fade2", "raider.agreement")
def test_raiders_and_world_rules_are_used_together() -> None:
    # Given a World Rule of A and a Raider of B, when all agree to both, then both are there.
    r = Raid(CARDS, ("none", "brute"), worlds=("sixty-hp",))
    assert r.hp(r.body(0)) == r.hp(r.body(1)) == 60 and len(r.standing()) == 1


@pytest.mark.rule("fade2", "raider.agreement")
def test_no_answer_in_time_is_a_no() -> None:
    r = Raid(CARDS, setup=False)
    assert kernel.default_answer(r.s, 1, {}) == r.move("no")


@pytest.mark.rule("fade2", "raider.agreement")
def test_a_player_brings_one_raider_at_most() -> None:
    # Given one Raider more than there can be Players, then it is refused, and so is a match without any.
    with pytest.raises(WrongInput, match="each player brings one Raider at most"):
        Raid(CARDS, ("brute",) * 5, players=4)
    for none in ((), ("none", "none")):
        with pytest.raises(WrongInput, match="name a Raider"):
            Raid(CARDS, none)
    # What seats bring that nobody plays is not in the match.
    assert len(Raid(CARDS, ("brute", "imp", "imp")).standing()) == 2


@pytest.mark.rule("fade2", "keyword.raider")
def test_the_players_have_won_when_no_raider_is_left() -> None:
    # Given 2 Raiders, when one is destroyed, then the game goes on.
    r = Raid(CARDS, ("brute", "imp"))
    brute, imp = r.standing()
    r.quietly(0, "play", r.hand(0, "shatter"), brute)
    assert not r.s.over and r.standing() == [imp]
    # When the second one is, then all players have won.
    r.quietly(0, "play", r.hand(0, "shatter"), imp)
    assert r.s.over == ((1, 1, 2), "raider.win")


@pytest.mark.rule("fade2", "deck.outside-cards", "keyword.raider", "limit.world-rule-raider")
def test_a_raider_is_in_no_deck_and_no_fighter_pool() -> None:
    # Given lists with a Raider, when they are checked, then it is named.
    rules = rules_with(LISTED + RAIDERS, edition="fade2")
    brute = rules.code_of("brute")
    forty = deck_of(rules, 40)
    for lists in ([[*forty, brute], []], [forty, [brute]]):
        assert broken(rules, *lists) == ["deck.outside-cards"]
        assert decks.check_deck(rules, lists)[0][1].startswith("'Brute' is a Raider")
    assert broken(rules, forty, []) == []


@pytest.mark.rule("fade2", "keyword.raider")
@pytest.mark.parametrize(
    "wrong",
    [
        character("odd", cost=2, keywords="Raider"),
        card("odd", types=["Item"], rank="Normal", hp=9, plv=1, keywords="Raider"),
        character("odd", level_up=["Brute"], keywords="Raider"),
    ],
)
def test_a_raider_is_a_character_that_nobody_plays(wrong: str) -> None:
    # Given a card with Raider that has a Cost, is an Item, or is laid on another one, then it is an error.
    with pytest.raises(LoadError, match="a Raider is a Character that nobody plays"):
        rules_with(wrong, edition="fade2")
    # Only a Raider has more than 99 HP.
    tall = character("tall", hp=100, keywords="Raider")
    assert rules_with(tall, edition="fade2").by_slug["tall"].is_brought
    with pytest.raises(LoadError, match="hp"):
        rules_with(character("tall", hp=100), edition="fade2")


# Where they stand.


@pytest.mark.rule("fade2", "raider.no-controller")
def test_nobody_takes_control_of_a_raider() -> None:
    # Given A's effect "take control of an enemy Character this turn", when it targets a Raider.
    r = Raid(CARDS, ("brute", "none"))
    (brute,) = r.standing()
    r.quietly(0, "play", r.hand(0, "lend"), brute)
    # Then nothing happens, and A, who brought it, has no say in what it does.
    assert r.s.ctrl[brute] == r.raid_seat and r.at(brute) == "c1"
    r.go(0, COMBAT)
    assert r.refused(0, "attack", brute, r.body(1))
    r.raid()
    assert r.struck() == [(brute, r.body(0))]


@pytest.mark.rule("fade2", "raider.side")
def test_raiders_stand_in_front_by_the_seats_that_brought_them() -> None:
    # Given Raiders brought by seats 1, 2 and 4, when the field is set up.
    r = Raid(CARDS, ("brute", "imp", "none", "twin"), players=4)
    # Then they stand in columns 1, 2 and 3, at full HP, with all that is printed.
    there = r.standing()
    assert [r.at(h) for h in there] == ["c1", "c2", "c3"]
    assert [(r.hp(h), r.plv(h), values.level(r.s, h)) for h in there] == [(30, 4, 5), (20, 6, 3), (30, 4, 5)]
    # Each may be chosen by any attack, and there is no player behind them, not even with Lock-On.
    x = r.character(0)
    r.go(0, COMBAT)
    assert all(r.can(0, "attack", x, h) for h in there)
    assert not r.can(0, "attack", x, r.body(r.raid_seat))


# Their turn.


@pytest.mark.rule("fade2", "raider.turn")
def test_the_raiders_take_one_turn_after_the_last_player() -> None:
    # Given 2 players and Raiders, one of which has a Poison Counter.
    r = Raid(CARDS, ("brute", "imp"))
    brute, imp = r.standing()
    r.counters(imp, "Poison", 1)
    # When both players have had their first turn, then the Raiders take one before A's second.
    r.raid()
    assert [row[ROW_SEAT] for row in r.happened("turn-begins")] == [0, 1, r.raid_seat, 0]
    # The Poison Counter works in its Starting Phase; only their Combat Step follows, then the End Phase.
    assert r.hp(imp) == 19 and r.hp(brute) == 30
    begun = [row for row in r.happened("phase-begins") if row[ROW_SEAT] == r.raid_seat]
    assert [row[ROW_N] for row in begun] == [STARTING, COMBAT, 5]
    # They draw nothing and gain nothing, not even for a successful attack.
    assert len(r.struck()) == 2 and r.hp(r.body(0)) == 46
    assert r.tp_of(r.raid_seat) == 0 and not r.size(r.raid_seat, HAND)


@pytest.mark.rule("fade2", "raider.turn", "turn.end-phase")
def test_what_the_end_of_the_raiders_turn_sets_off_comes_in_it() -> None:
    # Given a Raider that deals 1 damage to everybody as a turn of the Raiders ends.
    r = Raid(CARDS, ("mourner",))
    # When that turn ends, then the damage is dealt before the next player's turn begins.
    r.raid()
    names = [(r.rules.events[row[ROW_EVENT]], row[ROW_SEAT]) for row in r.log]
    ended = names.index(("turn-ends", r.raid_seat))
    story = [name for name, _ in names[ended:] if name in ("turn-ends", "takes-damage", "turn-begins")]
    assert story == ["turn-ends", "takes-damage", "takes-damage", "turn-begins"]


@pytest.mark.rule("fade2", "raider.attacks")
def test_each_raider_makes_all_its_normal_attacks() -> None:
    # Given two Raiders with PLV 4 and PLV 6, the first with Multistrike 1, when their turn comes.
    r = Raid(CARDS, ("twin", "imp"))
    twin, imp = r.standing()
    a, b = r.body(0), r.body(1)
    r.raid()
    # Then there are three Normal Attacks: 4, 4, 6.
    assert r.struck() == [(twin, a), (twin, a), (imp, b)]
    assert (r.hp(a), r.hp(b)) == (50 - 8, 50 - 6)
    # A Paralyzed Raider makes none.
    r.counters(twin, "Paralyze", 1)
    r.raid()
    assert r.struck()[3:] == [(imp, a)]


@pytest.mark.rule("fade2", "raider.attacks")
def test_a_raider_first_activates_all_that_costs_no_tp() -> None:
    # Given a Raider with '2 TP: deal 5', and activated effects that cost nothing, and B's Character.
    r = Raid(CARDS, ("gambler",))
    (gambler,) = r.standing()
    y = r.character(1, "giant")
    r.raid()
    # Then those that cost nothing are used once each in printed order, before it attacks.
    took = [(row[ROW_CARD], row[ROW_N]) for row in r.happened("takes-damage")]
    a, b = r.body(0), r.body(1)
    assert took == [(a, 2), (b, 2), (y, 1), (a, 1)] and r.struck() == [(gambler, a)]


@pytest.mark.rule("fade2", "raider.attacks")
def test_an_effect_without_a_legal_use_is_left_out() -> None:
    # Given the same Raider and nobody with a Character, then the effect that needs one is not used.
    r = Raid(CARDS, ("gambler",))
    r.raid()
    assert len(r.happened("activated")) == 1


@pytest.mark.rule("fade2", "raider.target-player")
def test_whom_they_attack_goes_round() -> None:
    # Given 3 players A, B, C and 2 Raiders.
    r = Raid(CARDS, ("brute", "imp"), players=3)
    brute, imp = r.standing()
    a, b, c = (r.body(n) for n in range(3))
    # Then what comes is known in advance, and in round 1 they attack A and B, then B and C, then C and A.
    for n, (first, second) in enumerate([(a, b), (b, c), (c, a)]):
        foreseen = [raiders.quarry(r.s, h) + 1 for h in (brute, imp)]
        r.raid()
        assert r.struck()[2 * n :] == [(brute, first), (imp, second)]
        assert foreseen == [first, second]


@pytest.mark.rule("fade2", "raider.target-player")
def test_the_round_begins_with_the_first_player() -> None:
    # Given 3 players of whom B is first, then the Raider in column 1 attacks B in round 1, and C in round 2.
    r = Raid(CARDS, players=3, first=1)
    (brute,) = r.standing()
    r.raid()
    r.raid()
    assert r.struck() == [(brute, r.body(1)), (brute, r.body(2))]


@pytest.mark.rule("fade2", "raider.target-character")
def test_the_weakest_in_front_is_attacked_and_chosen_anew() -> None:
    # Given front Characters of A with 5, 3 and 3 HP in columns 1, 2 and 4, and one behind them with 1 HP.
    r = Raid(CARDS, ("twin",))
    (twin,) = r.standing()
    x, y, z = (r.character(0, "giant", at=cell) for cell in ("c1", "c2", "c4"))
    back = r.character(0, "giant", at="b3")
    for h, n in ((x, 5), (y, 3), (z, 3), (back, 4)):
        r.leave(h, n)
    # When a Raider with Multistrike 1 attacks, then it Knocks Out the one in column 2, then that in column 4.
    r.raid()
    assert r.struck() == [(twin, y), (twin, z)]
    assert r.lies(y) == r.lies(z) == "discard" and r.hp(x) == 5 and r.hp(back) == 4


@pytest.mark.rule("fade2", "raider.target-character")
def test_without_characters_the_player_is_attacked() -> None:
    # Given A whose only Character, in Backup, has fewer HP than that one's next attack takes.
    r = Raid(CARDS, ("twin",))
    (twin,) = r.standing()
    x = r.character(0, backup=True)
    r.leave(x, 1)
    # When a Raider attacks twice, then it Knocks the Character Out and goes for the player.
    r.raid()
    assert r.struck() == [(twin, x), (twin, r.body(0))]


@pytest.mark.rule("fade2", "raider.choices")
@pytest.mark.parametrize(("coin", "hit"), [(0, True), (1, False)])
def test_a_raider_calls_heads(coin: int, hit: bool) -> None:
    # Given a Raider with 1 Blindness Counter, when it attacks, then Heads lets it through and Tails does not.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.counters(brute, "Blindness", 1)
    r.coins = [coin]
    r.raid()
    assert not r.coins and r.hp(r.body(0)) == 50 - 4 * hit


@pytest.mark.rule("fade2", "raider.choices")
def test_a_raider_does_what_it_may_and_takes_the_first_way() -> None:
    # Given a damaged Raider with '2 TP: deal 5', 'choose one: deal 2, or deal 9', and 'you may heal 1'.
    r = Raid(CARDS, ("gambler",))
    (gambler,) = r.standing()
    r.damage(gambler, 5)
    r.raid()
    # Then the part that costs TP is never used, the first way is taken, and it heals.
    assert r.hp(r.body(1)) == 50 - 2 and r.hp(r.body(0)) == 50 - 2 - 1
    assert r.hp(gambler) == 30 - 5 + 1
    assert r.tp_of(r.raid_seat) == 0


@pytest.mark.rule("fade2", "raider.choices")
def test_a_target_is_chosen_by_the_two_rules() -> None:
    # Given A's Characters with 6 and 4 HP, and B's with 1, when "an enemy Character" is asked for in round 1.
    r = Raid(CARDS, ("gambler",))
    x, y = r.character(0, "giant"), r.character(0, "giant")
    z = r.character(1, "giant")
    for h, n in ((x, 6), (y, 4), (z, 1)):
        r.leave(h, n)
    r.raid()
    # Then it is A's with the fewest HP, which the attack hits as well.
    assert (r.hp(x), r.hp(y), r.hp(z)) == (6, 4 - 1 - 1, 1)


# Answers, and what cards say.


@pytest.mark.rule("fade2", "raider.players-respond")
def test_a_counter_hit_comes_before_the_attack() -> None:
    # Given a Raider that attacks A's Character, when A flips a Counter-hit Reaction.
    r = Raid(CARDS)
    (brute,) = r.standing()
    x = r.character(0, "giant")
    use = r.on(x, "riposte-3")
    r.raided()
    r.play(0, "use", use, -1)
    r.rest_of_raid()
    # Then the Raider is hit first and its attack follows.
    assert r.hp(brute) == 30 - 3 and r.hp(x) == 20 - 4
    hits = [row[ROW_CARD] for row in r.happened("hit")]
    assert hits == [brute, x]


@pytest.mark.rule("fade2", "raider.players-respond")
def test_items_are_played_in_the_raiders_battle_phase() -> None:
    # Given B with an Item in Hand, when a Raider's attack is over, then B may play it in the Raiders' turn.
    r = Raid(CARDS)
    (brute,) = r.standing()
    fine = r.hand(1, "fine")
    for _ in range(400):
        if r.s.active == r.raid_seat and r.asked() == [1] and r.s.phase == COMBAT and not r.s.chain:
            break
        r.step()
    assert r.asked_kind() == RESPOND
    r.quietly(1, "play", fine, brute)
    assert r.hp(brute) == 27


@pytest.mark.rule("fade2", "raider.players-respond")
@pytest.mark.parametrize("raid", [True, False])
def test_what_a_raider_triggers_comes_first_in_its_turn_alone(raid: bool) -> None:
    # Given a Raider "when a Character is Knocked Out: 1 damage to each enemy player", and A's Widow, "when it
    # is Knocked Out: you gain 1 TP", that falls in the Raiders' turn or, by B's Item, in B's turn.
    r = Raid(CARDS, ("brute", "herald"))
    r.character(0, "widow")
    if raid:
        r.raid()
    else:
        pebble = r.hand(1, "drizzle")
        r.go(1, COMBAT)
        r.quietly(1, "play", pebble)
    # Then the Raider's effect comes first in the Raiders' turn, and last in that of a player.
    pain = r.log.index(
        next(row for row in r.happened("takes-damage") if row[ROW_CARD] == r.body(1) and row[ROW_N] == 1)
    )
    gain = r.log.index(next(row for row in r.happened("gains-tp") if row[ROW_SEAT] == 0 and row[ROW_N] == 1))
    assert (pain < gain) == raid


@pytest.mark.rule("fade2", "raider.player-words")
def test_an_enemy_player_may_be_a_raider() -> None:
    # Given an Item 'deal 3 to an enemy player, they discard 1 card', when a Raider is chosen.
    r = Raid(CARDS)
    (brute,) = r.standing()
    kept = r.hand(1, "plain")
    fine = r.hand(0, "fine")
    assert not r.can(0, "play", fine, r.body(1)) and not r.can(0, "play", fine, r.body(r.raid_seat))
    r.quietly(0, "play", fine, brute)
    # Then it takes 3 and nothing is discarded, by nobody.
    assert r.hp(brute) == 27 and r.lies(kept) == "hand" and r.size(1, DECK) == 34
    assert not r.happened("milled") and not r.happened("loses-tp")


@pytest.mark.rule("fade2", "raider.player-words")
def test_all_players_are_each_others_allies() -> None:
    # Given B's damaged Character, when A heals "an ally", then it may be that one.
    r = Raid(CARDS)
    y = r.character(1, "giant")
    r.damage(y, 5)
    r.quietly(0, "play", r.hand(0, "salve"), y)
    assert r.hp(y) == 17


@pytest.mark.rule("fade2", "raider.removal")
def test_a_curse_does_not_remove_a_raider() -> None:
    # Given 2 Curse Counters on a Raider, when its Starting Phase comes, then it stays although nobody pays.
    r = Raid(CARDS)
    (brute,) = r.standing()
    r.counters(brute, "Curse", 2)
    r.raid()
    assert r.standing() == [brute] and len(r.struck()) == 1 and not r.happened("imprisoned")
    # An effect 'destroy an enemy Character' removes it from the game.
    r.go(0, COMBAT)
    r.quietly(0, "play", r.hand(0, "shatter"), brute)
    assert r.lies(brute) == "nowhere" and r.s.over


@pytest.mark.rule("fade2", "raider.removal")
@pytest.mark.parametrize("slug", ["wave", "drown", "push-back", "bury", "lend"])
def test_nothing_else_moves_a_raider(slug: str) -> None:
    # Given an effect that would return, imprison, move or bury a Raider, or take it over.
    r = Raid(CARDS)
    (brute,) = r.standing()
    x = r.character(0)
    r.quietly(0, "play", r.hand(0, slug), brute, *([x] if slug == "bury" else []))
    # When it resolves, then the Raider stands where it stood.
    assert r.standing() == [brute] and r.at(brute) == "c1" and r.lies(brute) == "front" and not r.s.over


@pytest.mark.rule("fade2", "raider.removal")
def test_a_raider_with_void_is_destroyed_too() -> None:
    # Given a Raider that has Void, when it is Knocked Out, then it counts as destroyed and is nowhere.
    r = Raid(CARDS, ("wisp", "brute"))
    wisp, _ = r.standing()
    r.quietly(0, "play", r.hand(0, "shatter"), wisp)
    assert [row[ROW_CARD] for row in r.happened("destroyed")].count(wisp) == 1
    assert not r.happened("imprisoned") and r.lies(wisp) == "nowhere" and not r.s.over


# The end.


@pytest.mark.rule("fade2", "raider.win")
def test_those_who_are_out_have_won_as_well() -> None:
    # Given 3 players with C eliminated, and one Raider left at 2 HP.
    r = Raid(CARDS, players=3)
    (brute,) = r.standing()
    x = r.character(0)
    r.damage(r.body(2), 50)
    r.quietly(0, "play", r.hand(0, "salve"), x)
    assert r.s.out == (2,)
    r.leave(brute, 2)
    r.go(0, COMBAT)
    # When A's attack deals 2 to it, then A, B and C have won.
    r.quietly(0, "attack", x, brute)
    assert r.s.over == ((1, 1, 1, 2), "raider.win")


@pytest.mark.rule("fade2", "raider.lose")
def test_the_others_fight_on_and_lose_with_the_last() -> None:
    # Given 2 players, when A is eliminated, then B plays on against the Raiders, which now all attack B.
    r = Raid(CARDS, ("brute", "imp"))
    brute, imp = r.standing()
    r.damage(r.body(0), 50)
    r.raid()
    assert r.s.out == (0,) and not r.s.over
    assert r.struck() == [(brute, r.body(1)), (imp, r.body(1))]
    # When B's Deck is empty at B's Starting Phase, then both have lost.
    r.deck_size(1, 0)
    r.raid()
    assert r.s.over == ((2, 2, 1), "win.deck-empty")


@pytest.mark.rule("fade2", "raider.lose")
def test_who_falls_with_the_last_raider_has_won() -> None:
    # Given one player with 30 HP left and one Raider with 30, when an effect deals 30 to both at once.
    r = Raid(CARDS, players=1)
    r.leave(r.body(0), 30)
    r.quietly(0, "play", r.hand(0, "quake"))
    # Then the player has won.
    assert r.s.over == ((1, 2), "raider.win")


@pytest.mark.rule("fade2", "raider.solo")
def test_one_player_alone_fights_a_raider() -> None:
    # Given one player and one Raider, when the game starts, then nobody is asked whether it is agreed on.
    r = Raid(CARDS, players=1, setup=False)
    assert len(r.standing()) == 1
    assert r.asked() == [0] and r.refused(0, "end") == "mulligan.exchange"
    # The player gains no TP and draws nothing in turn 1, and the Raider attacks after that turn.
    r.no(0)
    r.go(0, COMBAT)
    assert r.tp_of(0) == 0 and r.size(0, HAND) == 6
    r.raid()
    assert r.struck() == [(r.standing()[0], r.body(0))] and r.hp(r.body(0)) == 46
    r.go(0, COMBAT)
    assert r.tp_of(0) == 3 and r.size(0, HAND) == 8


@pytest.mark.rule("fade2", "format.co-op")
def test_there_are_no_teams_against_raiders() -> None:
    # Given 4 players and a Raider, when 2v2 teams are asked for as well, then the start is refused.
    slug = games.choices("fade2", "raiders")[0]
    with pytest.raises(WrongInput, match="teams takes no option 'raiders'"):
        games.load("fade2", "teams", raiders=slug)
    # With Raiders all 4 are one team against them.
    r = Raid(CARDS, players=4)
    assert len({r.rules.side(r.s, seat) for seat in range(4)}) == 1
    x, y = r.character(0), r.character(2)
    r.go(0, COMBAT)
    assert r.refused(0, "attack", x, y) == "target.enemies-only" and r.asked_kind() == ACT


@pytest.mark.rule("fade2", "raider.target-character", "raider.target-player", "raider.win")
def test_worked_case_ten() -> None:
    """Two players against R1 (PLV 4, Multistrike 1) and R2 (PLV 6); B fells both by Counter-hits."""
    r = Raid(CARDS, ("twin", "imp"))
    first, second = r.standing()
    # Given A with Characters of 6 HP in column 3 and of 5 and 5 in 1 and 2, B with one that has 9 and a
    # Counter-hit of 30.
    tall, low, other = (r.character(0, "giant", at=cell) for cell in ("c3", "c1", "c2"))
    for h, n in ((tall, 6), (low, 5), (other, 5)):
        r.leave(h, n)
    y = r.character(1, "giant")
    use = r.on(y, "grand-riposte")
    # When R1 attacks A's side twice, each time it takes the fewest HP, ties to the lowest column.
    r.raided()
    assert r.struck() == [(first, low)]
    for _ in range(50):
        if r.s.chain and r.struck()[-1][0] == second and r.asked() == [1]:
            break
        r.step()
    assert r.struck() == [(first, low), (first, low), (second, y)]
    assert r.hp(other) == 5 and r.lies(low) == "discard"
    # When B's Counter-hit fells R2, its attack does not happen, and the game goes on with R1.
    r.play(1, "use", use, -1)
    r.rest_of_raid()
    assert r.standing() == [first] and r.hp(y) == 20 and not r.s.over
    # In round 2 R1 attacks B, who has no Characters and 1 HP, and answers from the Hand in The Last Stand.
    atoms.take_away(r.s, y)
    r.leave(r.body(1), 1)
    held = r.hand(1, "grand-riposte")
    r.go(1, COMBAT)
    r.raided()
    assert r.struck()[-1] == (first, r.body(1)) and values.last_stand(r.s, 1)
    r.quietly(1, "use", held, -1)
    # Then the Counter-hit resolves first and fells R1: all have won, and R1's attack did not happen.
    assert r.s.over == ((1, 1, 2), "raider.win") and r.hp(r.body(1)) == 1


MOTHER = character(
    "mother",
    level=12,
    hp=110,
    plv=6,
    keywords="Raider",
    ability={
        "on": "takes-damage",
        "by": "enemy characters",
        "min": 4,
        "may": True,
        "do": {"damage": 4, "to": "attacker"},
    },
) + character("fighter", level=1, hp=12, plv=5)


@pytest.mark.rule("fade2", "trigger.cause")
def test_a_raider_strikes_back_at_who_hurt_it() -> None:
    # Given a Raider, like the Mother of Switches, that may deal 4 damage to an attacker who dealt it as much,
    # when a Character with 5 PLV attacks it, then that takes 4 once the Chain is over.
    d = Raid(MOTHER, ("mother",), players=1)
    x = d.character(0, "fighter")
    (mother,) = d.standing()
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, mother)
    assert d.hp(x) == 12 - 4
