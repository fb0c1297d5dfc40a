"""The things that a player may do in a turn, what it costs and what comes of it: the topic `action`."""

from __future__ import annotations

import pytest

from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.engine.state import ACT, PICK, RESPOND, ROW_CARD
from fadenet.games.terrene import tables as t
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, cards, character, green, item

ITEMS = (
    cards("cloak", "hammer")
    + item("quake", ability=green(do={"damage": 10, "to": "all characters"}))
    + item("burden", ability=blue(targets={}, do={"mod": "SP", "n": 1, "on": "target"}))
    + item("grab", ability=blue(do={"discard": 1, "who": "enemy players", "random": True}))
    + item("call", ability=green(targets="your hidden characters", do={"recruit": "target"}))
    + item("axe", ability=blue(cost=2, targets={}, do={"damage": 10}))
    + character(
        "bowman",
        "Energy",
        "Wind",
        ability=[green(cost=1, targets={}, do={"damage": 5}), green(cost=1, limit=1, do={"draw": 1})],
    )
)


def duel() -> tuple[Terrene, int, int]:
    """A recruited Grunt on each side."""
    g = Terrene(ITEMS)
    return g, g.character(0, "grunt"), g.character(1, "grunt")


@pytest.mark.rule("terrene", "action.spend-free")
def test_spend_actions_need_actions_and_free_ones_do_not() -> None:
    """given 0 Actions, when recruiting then it is refused; assigning an Item and hiding are accepted."""
    g, ann, bob = duel()
    low, tonic = g.hand(0, "thief"), g.hand(0, "tonic")
    stone = g.hold(g.character(0, "guard"), "stone")
    g.actions(0, 0)
    assert g.refused(0, "recruit", low) == "action.spend-free"
    assert g.refused(0, "attack", ann) == "action.spend-free"
    assert g.refused(0, "use", stone, bob) == "action.use-ability"
    g.play(0, "assign", tonic, ann)
    g.play(0, "hide", low)
    assert (g.held(ann), g.where(low), g.actions_of(0)) == ([tonic], "Party", 0)
    g.actions(0, 1)
    g.play(0, "recruit", low)
    assert (g.s.face[low], g.actions_of(0)) == (1, 0)


@pytest.mark.rule("terrene", "action.payment")
def test_a_cancelled_action_is_not_paid_back() -> None:
    """given 2 Actions and an attack cancelled by Stun in response, then 1 Action is left."""
    g = Terrene(edition=True)
    ann, bob = g.character(0), g.character(1)
    bomb = g.hold(bob, "blinding-bomb")
    g.actions(0, 2)
    g.actions(1, 2)
    g.play(0, "attack", ann)
    assert g.actions_of(0) == 1
    g.quietly(1, "use", bomb, ann)
    assert (g.actions_of(0), g.actions_of(1), g.hp_of(1)) == (1, 0, 50)
    assert len(g.happened("cancelled")) == 1


@pytest.mark.rule("terrene", "action.when")
def test_no_action_while_a_battle_is_under_way() -> None:
    """given an attack waiting for a block, when its player hides or assigns, then only after it."""
    g, ann, bob = duel()
    low, tonic, foe = g.hand(0, "thief"), g.hand(0, "tonic"), g.hand(1, "thief")
    moves: list[tuple[str, *tuple[int, ...]]] = [("hide", low), ("assign", tonic, ann), ("recruit", low)]
    moves += [("attack", ann), ("end",)]
    g.play(0, "attack", ann)
    assert (g.asked(), g.s.asks[0].window) == ([1], t.W_BLOCK)
    assert [g.refused(0, *move) for move in moves] == ["action.when"] * 5
    assert g.refused(1, "hide", foe) == "action.when"
    g.pass_(1)
    for move in moves[:2]:
        g.play(0, *move)
    assert g.where(low) == "Party" and g.held(ann) == [tonic]
    g.hold(bob, "dart")
    g.play(0, "recruit", low)
    assert g.asked() == [1]
    assert g.refused(0, "attack", ann) == "response.not-to-oneself"
    assert g.refused(1, "hide", foe) == "response.to-actions"
    g.pass_(1)
    assert g.refused(1, "hide", foe) == "response.active-first"


@pytest.mark.rule("terrene", "action.recruit")
def test_recruiting_turns_up_or_brings_from_hand() -> None:
    """given 4 Actions, then a hidden SP 1 Character comes for 1; SP 2 from hand needs 2 Supply."""
    g, _, _ = duel()
    low = g.character(0, "thief", hidden=True)
    dart = g.hold(low, "dart")
    g.play(0, "recruit", low)
    assert (g.s.face[low], g.s.face[dart], g.actions_of(0), g.used(0)) == (1, 0, 3, 2)
    assert g.can(0, "attack", low) and g.can(0, "use", dart, low)
    titan, spare = g.hand(0, "titan"), g.hand(0, "tonic")
    g.play(0, "recruit", titan)
    assert (g.where(titan), g.s.face[titan], g.held(titan)) == ("Party", 1, [])
    assert (g.actions_of(0), g.used(0)) == (2, 4)
    g.play(0, "assign", spare, titan)
    assert g.held(titan) == [spare] and g.can(0, "attack", titan)
    g.play(0, "dismiss", titan)
    g.character(0, "guard")
    other = g.hand(0, "titan")
    assert g.used(0) == 3
    assert g.refused(0, "recruit", other) == "supply.recruit-full"
    assert g.refused(0, "recruit", low) == "action.recruit"
    assert g.refused(0, "recruit", g.hand(0, "stone")) == "action.recruit"


@pytest.mark.rule("terrene", "action.recruited-stays")
def test_a_recruited_character_cannot_hide() -> None:
    """given a recruited Character with 15 damage, when its player tries to hide it, then it is refused."""
    g = Terrene()
    ann = g.character(0, damage=15)
    g.character(1)
    assert g.refused(0, "hide", ann) == "action.recruited-stays"
    low = g.character(0, hidden=True)
    assert g.refused(0, "hide", low) == "action.hide"
    g.next_turn(0)
    assert g.s.face[ann] and not g.s.face[low]


@pytest.mark.rule("terrene", "action.turned-face-down")
def test_a_character_turned_face_down_keeps_its_marks() -> None:
    """given SP 2 with 10 damage and 1 XP turned down, then 10 damage to all spares it; it comes back so."""
    g, ann, _ = duel()
    titan = g.character(0, "titan", damage=10, xp=1)
    g.counters(titan, "gain-DEF", 5)
    stone, foe = g.hold(titan, "stone"), g.character(1, "guard")
    assert g.used(0) == 3
    g.play(0, "use", g.hold(ann, "cloak"), titan)
    assert (g.s.face[titan], g.used(0), g.held(titan)) == (0, 2, [stone])
    assert g.refused(0, "attack", titan) == "attack.declare"
    assert g.refused(0, "use", stone, foe) == "action.use-ability"
    g.play(0, "use", g.hold(ann, "quake"))
    assert (g.damage(titan), g.damage(ann), g.damage(foe)) == (10, 10, 0)
    g.play(0, "recruit", titan)
    assert (g.actions_of(0), g.used(0)) == (3, 3)
    assert (g.damage(titan), g.xp(titan), g.defence(titan)) == (10, 1, 15)
    assert g.can(0, "attack", titan)


@pytest.mark.rule("terrene", "action.turned-face-down")
def test_a_character_turned_face_down_keeps_its_conditions_while_they_last() -> None:
    """given Silence, Haste and a Stun with an end, then they do nothing while it is hidden and run out."""
    g, ann, _ = duel()
    titan = g.character(0, "titan")
    for word in ("Silence", "Haste", "Steadfast"):
        g.give(titan, word)
    g.give(titan, "Stun", until=t.U_TURN)
    # When an effect turns it face-down and it is recruited again in that turn.
    g.play(0, "use", g.hold(ann, "cloak"), titan)
    assert g.can(0, "dismiss", titan)
    g.play(0, "recruit", titan)
    # Then all of it is still there.
    assert [g.has(titan, word) for word in ("Silence", "Haste", "Steadfast", "Stun")] == [1, 1, 1, 1]
    assert g.refused(0, "attack", titan) == "keyword.stun"
    # When it is turned down again until that turn is over, then what had an end is gone.
    g.play(0, "use", g.hold(ann, "cloak"), titan)
    g.next_turn(0)
    g.play(0, "recruit", titan)
    assert [g.has(titan, word) for word in ("Silence", "Haste", "Steadfast", "Stun")] == [1, 1, 1, 0]
    g.actions(0, 0)
    assert g.can(0, "attack", titan)


@pytest.mark.rule("terrene", "action.recruit-by-effect")
def test_an_effect_recruits_without_an_action() -> None:
    """given 0 Actions when Jin's ability resolves, then a Scout enters, and attacks if an Action is there."""
    g = Terrene(edition=True)
    g.character(0)
    g.character(1)
    jin, scout = g.hand(0, "jin-the-ambitious"), g.hand(0, "scout")
    g.actions(0, 1)
    g.play(0, "recruit", jin)
    g.yes(0)
    assert g.actions_of(0) == 0
    g.pick(0, scout)
    g.pass_all()
    assert (g.where(scout), g.s.face[scout], g.actions_of(0)) == ("Party", 1, 0)
    assert [row[ROW_CARD] for row in g.happened("recruited")] == [jin, scout]
    assert g.refused(0, "attack", scout) == "action.spend-free"
    g.actions(0, 1)
    g.fight(scout)
    assert g.hp_of(1) == 50 - 10


@pytest.mark.rule("terrene", "action.recruit-by-effect")
@pytest.mark.parametrize("full", [False, True])
def test_an_effect_recruits_only_what_fits(full: bool) -> None:
    """given a hidden SP 2 Character, then an effect recruits it only if one more Supply is free."""
    g, ann, _ = duel()
    low = g.character(0, "titan", hidden=True)
    for _ in range(2 if full else 1):
        g.character(0, "guard")
    assert g.used(0) == (4 if full else 3)
    g.quietly(0, "use", g.hold(ann, "call"), low)
    assert (g.s.face[low], g.used(0), g.actions_of(0)) == (int(not full), 4, 4)


@pytest.mark.rule("terrene", "action.recruit-answered")
def test_a_recruit_that_no_longer_fits_fails() -> None:
    """given SP 2 from hand with 2 free and a response that fills 1, then it stays there, the Action spent."""
    g, ann, bob = duel()
    g.character(0, "guard")
    titan, burden = g.hand(0, "titan"), g.hold(bob, "burden")
    g.play(0, "recruit", titan)
    g.quietly(1, "use", burden, ann)
    assert (g.where(titan), g.actions_of(0), g.used(0)) == ("Hand", 3, 3)
    assert not g.happened("recruited")


@pytest.mark.rule("terrene", "action.recruit-answered")
def test_a_recruit_whose_card_is_gone_fails() -> None:
    """given a recruit from hand and a response that discards that card, then nobody enters."""
    g, _, bob = duel()
    low, grab = g.hand(0, "thief"), g.hold(bob, "grab")
    g.play(0, "recruit", low)
    g.quietly(1, "use", grab)
    assert (g.where(low), g.actions_of(0), g.happened("recruited")) == ("Discard Pile", 3, [])


@pytest.mark.rule("terrene", "action.use-ability")
def test_a_use_costs_what_the_banner_says() -> None:
    """given an Item of cost 2, then 1 Action is too few, 2 are spent; behind a hidden one it is refused."""
    g, ann, bob = duel()
    axe, dart = g.hold(ann, "axe"), g.hold(g.character(0, "guard"), "dart")
    low = g.character(0, "thief", hidden=True)
    below = g.hold(low, "axe")
    g.actions(0, 1)
    assert g.refused(0, "use", axe, bob) == "action.use-ability"
    g.actions(0, 2)
    assert g.refused(0, "use", below, bob) == "action.use-ability"
    g.play(0, "use", axe, bob)
    assert (g.actions_of(0), g.damage(bob)) == (0, 10)
    g.play(0, "use", dart, bob)
    assert (g.actions_of(0), g.damage(bob)) == (0, 15)
    archer = g.character(0, "bowman", hidden=True)
    g.actions(0, 4)
    assert g.refused(0, "use", archer, (ABILITY, 1), bob) == "action.use-ability"


@pytest.mark.rule("terrene", "action.use-repeatedly")
def test_an_ability_may_be_used_again_and_again() -> None:
    """given cost 1 and 3 Actions, then three uses are legal; one that is "once per turn" is not."""
    g, _, bob = duel()
    archer = g.character(0, "bowman")
    g.actions(0, 3)
    for n in range(1, 4):
        g.play(0, "use", archer, (ABILITY, 1), bob)
        assert (g.actions_of(0), g.damage(bob)) == (3 - n, 5 * n)
    assert g.refused(0, "use", archer, (ABILITY, 1), bob) == "action.use-ability"
    g.actions(0, 2)
    g.play(0, "use", archer, (ABILITY, 2))
    assert g.refused(0, "use", archer, (ABILITY, 2)) == "limit.once-per-turn"
    g.next_turn(0)
    assert g.can(0, "use", archer, (ABILITY, 2))


@pytest.mark.rule("terrene", "action.hide")
def test_hiding_is_free_as_long_as_there_is_supply() -> None:
    """given 2 free SP and three Characters in hand, when two are hidden, then the third is refused."""
    g, _, _ = duel()
    g.character(0, "guard")
    first, second, third = (g.hand(0, slug) for slug in ("thief", "giant", "mage"))
    for low in (first, second):
        g.play(0, "hide", low)
        assert (g.where(low), g.s.face[low], g.s.code[low]) == ("Party", 0, 0)
    assert (g.actions_of(0), g.used(0)) == (4, 4)
    assert g.refused(0, "hide", third) == "supply.limit"
    assert g.where(third) == "Hand"


@pytest.mark.rule("terrene", "action.assign")
def test_assigning_lays_a_card_face_down_behind_an_own_character() -> None:
    """given own ones without and with a card and a teammate's, then only the first may be assigned one."""
    g = Terrene(seats=4, edition=True)
    ike, ethan = g.character(0, "ike-the-aggressive"), g.character(0, "ethan-the-resilient")
    mate, _ = g.character(2), g.character(1)
    g.hold(ethan, "fire-bomb")
    potion, low = g.hand(0, "life-potion"), g.hand(0, "grunt")
    assert g.refused(0, "assign", potion, ethan) == "item.one-per-character"
    assert g.refused(0, "assign", potion, mate) == "action.assign"
    assert g.move("assign", potion, ike) in g.options(0) and g.move("assign", low, ike) not in g.options(0)
    g.play(0, "assign", potion, ike)
    assert (g.held(ike), g.s.face[potion], g.s.code[potion]) == ([potion], 0, 0)
    assert g.actions_of(0) == 4
    assert not [m for m in g.options(0) if m[1:2] == (potion,) and t.VERBS[m[0]] not in ("use", "dismiss")]


@pytest.mark.rule("terrene", "action.assign")
def test_a_hidden_character_may_be_assigned_a_card() -> None:
    g, _, _ = duel()
    low, order = g.character(0, "thief", hidden=True), g.hand(0, "order")
    g.play(0, "assign", order, low)
    assert (g.held(low), g.s.face[order], g.s.face[low]) == ([order], 0, 0)


@pytest.mark.rule("terrene", "action.trade")
def test_a_trade_swaps_two_face_down_cards_once_a_turn() -> None:
    """given face-down cards of two and a face-up one, then only the two may trade, and once in a turn."""
    g = Terrene(edition=True)
    gregory, sammy, ike = (
        g.character(0, slug) for slug in ("gregory-the-hoarder", "sammy-the-agile", "ike-the-aggressive")
    )
    bomb, order = g.hold(gregory, "haze-bomb"), g.hold(sammy, "intimidate")
    ongoing = g.hold(ike, "aggressively-engaged", face=1)
    g.character(1)
    assert g.refused(0, "trade", gregory, ike) == "action.trade"
    assert g.held(ike) == [ongoing]
    g.play(0, "trade", gregory, sammy)
    assert (g.held(gregory), g.held(sammy)) == ([order], [bomb])
    assert [g.s.face[h] for h in (order, bomb)] == [g.s.code[h] for h in (order, bomb)] == [0, 0]
    assert g.actions_of(0) == 4
    assert g.refused(0, "trade", gregory, sammy) == "action.trade"
    g.next_turn(0)
    g.play(0, "trade", gregory, sammy)
    assert (g.held(gregory), g.held(sammy)) == ([bomb], [order])


@pytest.mark.rule("terrene", "action.trade-both")
def test_a_trade_is_no_gift() -> None:
    """given Ike with a face-down Item and Rika with nothing, when Ike hands it over, then it is refused."""
    g = Terrene(edition=True)
    ike, rika = g.character(0, "ike-the-aggressive"), g.character(0, "rika-the-voltaic")
    bomb = g.hold(ike, "fire-bomb")
    low = g.character(0, hidden=True)
    tonic = g.hold(low, "tonic")
    g.character(1)
    assert g.refused(0, "trade", ike, rika) == "action.trade-both"
    g.play(0, "trade", ike, low)
    assert (g.held(ike), g.held(low)) == ([tonic], [bomb])


@pytest.mark.rule("terrene", "action.dismiss")
def test_dismissing_puts_cards_into_the_discard_pile() -> None:
    """given a face-down Item, when it is dismissed then another may come; the Character takes that along."""
    g, ann, bob = duel()
    g.character(0, "guard")
    stone, tonic = g.hold(ann, "stone"), g.hand(0, "tonic")
    g.play(0, "dismiss", stone)
    assert (g.where(stone), g.held(ann)) == ("Discard Pile", [])
    g.play(0, "assign", tonic, ann)
    low = g.character(0, "thief", hidden=True)
    for h in (ann, low):
        g.play(0, "dismiss", h)
    assert [g.where(h) for h in (ann, tonic, low)] == ["Discard Pile"] * 3
    assert g.names(0, t.DISCARD) == ["Stone", "Grunt", "Tonic", "Thief"]
    assert (g.xp(bob), g.happened("defeated"), g.happened("gains-xp"), g.actions_of(0)) == (0, [], [], 4)
    assert g.refused(0, "dismiss", bob) == "action.dismiss"


@pytest.mark.rule("terrene", "action.dismiss")
def test_nobody_dismisses_in_another_players_turn() -> None:
    g, ann, _ = duel()
    g.character(0, "guard")
    g.end_turn()
    assert g.refused(0, "dismiss", ann) == "response.active-first"
    g.next_turn(0)
    assert g.can(0, "dismiss", ann)


@pytest.mark.rule("terrene", "action.dismiss-penalty")
def test_the_damage_of_a_dismissed_character_falls_on_its_player() -> None:
    """given 15 damage and DEF 10, then the player goes from 50 to 35; a hidden one costs nothing."""
    g = Terrene()
    g.character(0)
    g.character(1)
    guard, low = g.character(0, "guard", damage=15), g.character(0, "thief", hidden=True)
    assert g.defence(guard) == 10
    g.play(0, "dismiss", guard)
    assert g.hp_of(0) == 35
    g.play(0, "dismiss", low)
    assert (g.hp_of(0), g.hp_of(1)) == (35, 50)


@pytest.mark.rule("terrene", "action.dismiss-penalty")
def test_what_an_effect_discards_costs_nothing() -> None:
    """given an opponent's effect that discards the damaged Character, then it costs its player 0."""
    g, ann, _ = duel()
    guard = g.character(1, "guard", damage=15)
    g.play(0, "use", g.hold(ann, "hammer"), guard)
    assert (g.where(guard), g.hp_of(1), g.xp(ann), g.happened("defeated")) == ("Discard Pile", 50, 0, [])


@pytest.mark.rule("terrene", "action.dismiss-last")
def test_dismissing_the_last_character_loses_at_once() -> None:
    """given one Character in play and one in hand, when the one is dismissed, then the game is lost."""
    g, ann, _ = duel()
    g.hand(0, "thief")
    g.play(0, "dismiss", ann)
    assert (g.ended(), g.wins(), g.s.turn) == (["win.no-characters"], (0, 1), 0)


@pytest.mark.rule("terrene", "action.dismiss-last")
def test_a_team_loses_with_its_last_character() -> None:
    g = Terrene(seats=4)
    ann, mate = g.character(0), g.character(2)
    for seat in (1, 3):
        g.character(seat)
    g.play(0, "dismiss", ann)
    assert g.ended() == []
    g.next_turn(2)
    g.play(2, "dismiss", mate)
    assert (g.ended(), g.wins()) == (["win.no-characters"], (0, 1))


@pytest.mark.rule("terrene", "action.dismiss-last")
@pytest.mark.parametrize("alone", [True, False])
def test_the_console_asks_before_the_last_one_goes(alone: bool) -> None:
    """given a dismissal of the last Character, then it counts when it is typed a second time in a row."""
    g, ann, _ = duel()
    if not alone:
        g.character(0, "guard", hidden=True)
    desk = Desk()
    info = MatchInfo("m", "terrene", "duel", 0, ("Aud", "Mara"), ("human", "human"), (), 0)
    desk.start(info, SeatView(g.s, 0, g.dealer.known[0]))
    assert desk.open() is None
    enter(desk, "dismiss c1")
    if alone:
        assert desk.dialogue.answer is None and "game is lost" in desk.log[-1].text
        enter(desk, "dismiss c1")
    assert desk.dialogue.answer is not None and desk.dialogue.answer.move == g.move("dismiss", ann)


@pytest.mark.rule("terrene", "action.run")
def test_running_forfeits_the_game_and_not_the_match() -> None:
    """given an own turn of game 1, when its player runs, then the other has won it and game 2 is set up."""
    g, _, bob = duel()
    g.hold(bob, "dart")
    g.end_turn()
    assert g.refused(0, "run") == "response.active-first"
    g.next_turn(0)
    g.play(0, "run")
    assert (g.ended(), g.wins(), g.games(), g.s.over) == (["action.run"], (0, 1), 1, ())
    assert g.s.turn == 0 and g.asked_kind() not in (ACT, RESPOND)
    g.next_turn(g.until(ACT))
    assert g.hp_of(0) == g.hp_of(1) == 50 and g.games() == 1


@pytest.mark.rule("terrene", "action.run")
def test_nobody_runs_from_an_answer() -> None:
    """given an attack on the other player, when that one runs in place of a block, then it is refused."""
    g, ann, _ = duel()
    g.play(0, "attack", ann)
    assert g.refused(1, "run") == "action.when"


def third_turn() -> Terrene:
    """A match in turn 3, in which seat 0 has begun."""
    g = Terrene(setup=False)
    g.pick(g.asked()[0], 1)
    while g.s.turn < 3 or g.asked_kind() != ACT:
        g.step()
    assert g.s.active == 0
    return g


def run(g: Terrene, first: int) -> list[int]:
    """The turn's player runs; on to the next game, which `first` begins; the sizes of the decks."""
    g.rolls = [(2, 1) if first == 0 else (1, 2)]
    g.play(g.s.active, "run")
    g.pick(first, first + 1)
    while not g.s.turn or g.asked_kind() != ACT:
        g.step()
    assert g.s.active == first
    return [g.size(seat, t.DECK) for seat in range(2)]


@pytest.mark.rule("terrene", "action.run-bonus")
def test_who_ran_draws_two_cards_in_its_next_first_turn() -> None:
    """given a run in game 1, then its player draws 2 in the first turn of game 2 (21 to 19), then 1."""
    g = third_turn()
    assert run(g, 0) == [19, 21]
    g.end_turn()
    assert [g.size(seat, t.DECK) for seat in range(2)] == [19, 20]
    g.end_turn()
    assert [g.size(seat, t.DECK) for seat in range(2)] == [18, 20]


@pytest.mark.rule("terrene", "action.run-bonus")
def test_the_bonus_is_for_one_game_and_does_not_add_up() -> None:
    """given runs of both in turn, then in game 3 only who ran last draws 2; after the match there is none."""
    g = third_turn()
    assert run(g, 1) == [21, 20]
    assert run(g, 0) == [20, 21]
    g.end_turn()
    assert [g.size(seat, t.DECK) for seat in range(2)] == [20, 19]
    g.next_turn(0)
    g.play(0, "run")
    assert (g.s.over, g.wins()) == (((2, 1), "format.best-of-three"), (1, 2))
    again = third_turn()
    assert [again.size(seat, t.DECK) for seat in range(2)] == [19, 20]


@pytest.mark.rule("terrene", "action.run-bonus")
def test_the_bonus_is_gone_when_the_game_after_it_is_drawn() -> None:
    """given a run in game 1 and a game 2 drawn before its player has a turn, then game 3 has none."""
    g = third_turn()
    assert run(g, 1) == [21, 20]
    for seat in range(2):
        g.hurt(seat, 50)
    g.rolls = [(2, 1)]
    g.end(1)
    g.until(PICK)
    g.pick(0, 1)
    while not g.s.turn or g.asked_kind() != ACT:
        g.step()
    assert (g.ended(), g.games()) == (["action.run", "win.simultaneous"], 2)
    assert g.s.active == 0 and [g.size(seat, t.DECK) for seat in range(2)] == [20, 21]
