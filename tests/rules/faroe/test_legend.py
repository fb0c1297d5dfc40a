"""The rules of Legends: what they are, set-up, Deck, Hand, protection, the end (F.A.R.O.E., topic legend)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.state import ROW_CARD, ROW_SEAT
from fadenet.games.decks import check_automaton, check_deck
from fadenet.games.fade import tables as t
from tests.builders.fight import Fight, fight_rules
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, card, cards, character, item, skill

CARDS = (
    cards("death-touch", "deny", "foe-dart", "snack")
    + card("omen", types=[], unique_to=["Ogre"], do={"damage": 1, "to": "all players"})
    + card("hex", types=[], unique_to=["Witch"], do={"damage": 1, "to": "all players"})
    + item("crown", cost=1, rank="Legendary", keywords="Mythical", do={"draw": 1})
    + item("studies", cost=0, do={"draw": 3})
    + item(
        "shatter",
        cost=0,
        targets="enemy fighters",
        do=[
            {"destroy": "target"},
            {"imprison": "target"},
            {"orbital": "target"},
            {"control": "target"},
            {"return": "target"},
        ],
    )
    + item(
        "shake",
        cost=0,
        targets="enemy fighters",
        do=[{"grant": "Concussion", "on": "target"}, {"orbital": "target"}],
    )
    + item("lance", cost=0, targets="enemy characters", do={"damage": 3, "to": "target"})
    + skill("toll", cost=0, targets="enemy players", do={"lose_tp": 2, "who": "target"})
    + card(
        "dragon",
        types=[],
        legend=True,
        hp=[50, 50, 50, 50],
        plv=[4, 4, 4, 4],
        ability={"on": "end-phase", "do": {"damage": 1, "to": "all players"}},
    )
    + card(
        "giants",
        types=[],
        legend=True,
        hp=[30, 60, 90, 120],
        plv=[1, 2, 3, 4],
        ability={"on": "end-phase", "if": {"players": 3}, "do": {"damage": 1, "to": "all players"}},
    )
    + augment("muzzle", cost=0, attach="all fighters", ability={"gives": {"Mute": True}})
    + augment("cloak", cost=0, attach="your fighters", ability={"gives": {"Immune": ["Abilities", "Damage"]}})
    + skill("club", cost=1, do={"attack": 5})
    + character("wall", cost=1, level=1, hp=5, plv=1)
)


# What a Legend is.


@pytest.mark.rule("faroe", "legend.what")
def test_all_players_fight_the_legend_together() -> None:
    # Given 3 Players against a Legend that has a Character, each Player with one too.
    f = Fight(players=3)
    mine = [f.character(seat) for seat in range(3)]
    theirs = f.character(f.legend)
    # When the first Player attacks. Then only the Legend's side may be chosen.
    f.go(0, t.COMBAT)
    assert [m[2] for m in f.options(0) if m[0] == f.move("attack")[0]] == [theirs]
    for other in (mine[1], mine[2], f.body(1), f.body(2)):
        assert f.refused(0, "attack", mine[0], other) == "target.enemies-only"


@pytest.mark.rule("faroe", "legend.player-count")
def test_one_player_may_practise_against_a_legend() -> None:
    assert not Fight(players=1).s.over
    with pytest.raises(WrongInput, match=r"format\.players"):
        kernel.setup(fight_rules(), 5)
    with pytest.raises(WrongInput, match=r"format\.players"):
        kernel.setup(rules_with(), 1)


@pytest.mark.rule("faroe", "legend.own-rules")
def test_the_number_of_players_at_the_start_counts_throughout() -> None:
    # Given a Legend that prints 60 HP for 2 Players and 90 for 3, and an ability for 3 Players only.
    two, three = Fight(CARDS, 2, legend="giants"), Fight(CARDS, 3, legend="giants")
    assert (two.hp(two.body(2)), two.plv(two.body(2))) == (60, 2)
    assert (three.hp(three.body(3)), three.plv(three.body(3))) == (90, 3)
    # When one of the three is eliminated. Then it still counts as in a game of three.
    kernel.leave(three.s, 2)
    three.settle()
    assert (three.hp(three.body(3)), three.plv(three.body(3))) == (90, 3)
    two.legend_turn()
    three.legend_turn()
    assert [two.hp(two.body(seat)) for seat in (0, 1)] == [28, 30]
    assert [three.hp(three.body(seat)) for seat in (0, 1)] == [30 - 3 - 1, 29]


@pytest.mark.rule("faroe", "legend.own-rules")
@pytest.mark.parametrize(
    "wrong", [{"hp": 60}, {"plv": 4}, {"hp": [30, 60, 90]}, {"plv": [4] * 5}, {"types": ["Character"]}]
)
def test_a_legend_prints_hp_and_plv_for_one_to_four_players(wrong: dict[str, object]) -> None:
    # Given a Legend with one number, with three or five, or with a Supertype, then it is refused.
    printed = {"types": [], "hp": [30, 60, 90, 120], "plv": [4] * 4, "legend": True}
    assert fight_rules(card("titan", **printed)).by_slug["titan"].fights
    with pytest.raises(LoadError, match="a Legend has no Supertype and prints a list of four"):
        fight_rules(card("titan", **printed | wrong))


@pytest.mark.rule("faroe", "legend.text-only-cards")
def test_a_text_only_card_is_cast_for_nothing_and_discarded() -> None:
    # Given a Deck with 4 text-only cards: they count towards its 30.
    rules = fight_rules(CARDS)
    deck = [rules.code_of("omen")] * 4 + [rules.code_of("idle")] * 26
    assert check_automaton(rules, "ogre", deck) == []
    # Given one of them in Hand, without Cost and Supertype. When the Preparation Phase is over.
    f = Fight(CARDS)
    omen = f.held("omen")
    f.legend_at(t.PREPARATION)
    # Then it was cast for 0 TP and lies in the Discard Pile.
    assert f.where(omen) == "Discard Pile Zone"
    assert f.tp_of(f.legend) == 1
    assert [f.hp(f.body(seat)) for seat in (0, 1)] == [29, 29]


@pytest.mark.rule("faroe", "legend.setup")
def test_the_legend_at_the_end_of_setup() -> None:
    f = Fight(setup=False)
    assert f.size(f.legend, t.DECK) == 25
    assert f.names(f.legend, t.HAND) == ["Idle"] * 5
    assert f.tp_of(f.legend) == 0
    assert f.hp(f.body(f.legend)) == 60 and f.s.face[f.body(f.legend)]
    # It threw nothing and was offered no mulligan: two throws and two answers were all that was asked.
    assert len(f.happened("thrown")) == 0 or f.legend not in {row[ROW_SEAT] for row in f.happened("thrown")}
    assert f.legend not in {row[ROW_SEAT] for row in f.happened("keeps")}


@pytest.mark.rule("faroe", "legend.turn-place")
def test_the_legend_takes_its_turn_after_the_last_player() -> None:
    # Given turn order 2, 3, 1 by Rock-Paper-Scissors.
    f = Fight(players=3, first=1)
    for _ in range(5):
        f.end_turn()
    turns = [row[ROW_SEAT] + 1 for row in f.happened("turn-begins")]
    assert turns == [2, 3, 1, 4, 2, 3, 1]


@pytest.mark.rule("faroe", "legend.turn-phases")
def test_a_legends_turn_has_the_phases_of_a_players() -> None:
    # Given a Legend with 2 TP and 3 cards in Hand.
    f = Fight()
    f.tp(f.legend, 2)
    f.fill(3)
    f.legend_at(t.PREPARATION)
    # Then it has 3 TP and 5 cards when its Preparation Phase has come.
    assert f.tp_of(f.legend) == 3
    assert f.size(f.legend, t.HAND) == 5


@pytest.mark.rule("faroe", "legend.turn-phases")
def test_the_lowest_cost_is_discarded_first() -> None:
    # Given a Legend that holds 7 cards: six of Cost 10 and one Idle of Cost 1 among them.
    f = Fight()
    for slug in ("dear", "dear", "idle", "dear", "dear", "dear", "dear"):
        f.held(slug)
    f.legend_turn()
    # Then it discards down to 5, the Idle first.
    assert f.names(f.legend, t.HAND) == ["Dear"] * 5
    assert sorted(f.names(f.legend, t.DISCARD)) == ["Dear", "Idle"]


@pytest.mark.rule("faroe", "turn.first-draw-coop")
def test_every_player_draws_on_the_first_turn() -> None:
    for players in (1, 2):
        f = Fight(players=players, setup=False)
        f.go(0, t.PREPARATION)
        assert f.s.turn == 1 and f.size(0, t.HAND) == 7


# Decks.


@pytest.mark.rule("faroe", "legend.deck-size")
@pytest.mark.parametrize(("size", "legal"), [(29, False), (30, True), (31, False)])
def test_a_legends_deck_has_thirty_cards(size: int, legal: bool) -> None:
    rules = fight_rules()
    faults = check_automaton(rules, "ogre", [rules.code_of("idle")] * size)
    assert [rule for rule, _ in faults] == ([] if legal else ["legend.deck-size"])


@pytest.mark.rule("faroe", "legend.deck-contents", "deck.no-characters")
def test_a_legends_deck_may_hold_characters_but_no_legend() -> None:
    rules = fight_rules(CARDS)
    code = rules.code_of
    deck = [code("soldier")] * 4 + [code("giant")] * 2 + [code("idle")] * 20 + [code("omen")] * 4
    assert check_automaton(rules, "ogre", deck) == []
    faults = check_automaton(rules, "ogre", [code("witch"), *deck[1:]])
    assert [rule for rule, _ in faults] == ["legend.deck-contents"]


@pytest.mark.rule("faroe", "legend.deck-copies")
@pytest.mark.parametrize(("slug", "copies", "legal"), [("strike", 4, True), ("strike", 5, False)])
def test_four_copies_of_a_name_at_most(slug: str, copies: int, legal: bool) -> None:
    rules = fight_rules(CARDS)
    deck = [rules.code_of(slug)] * copies + [rules.code_of("idle")] * (30 - copies)
    found = [rule for rule, _ in check_automaton(rules, "ogre", deck)]
    assert found == ([] if legal else ["legend.deck-copies"])
    crowns = [rules.code_of("crown")] * 2 + [rules.code_of("idle")] * 28
    assert [rule for rule, _ in check_automaton(rules, "ogre", crowns)] == ["legend.deck-copies"]


@pytest.mark.rule("faroe", "legend.unique", "deck.no-legend-cards")
def test_unique_cards_belong_to_one_legend() -> None:
    rules = fight_rules(CARDS)
    deck = [rules.code_of("omen")] + [rules.code_of("idle")] * 29
    assert check_automaton(rules, "ogre", deck) == []
    assert [rule for rule, _ in check_automaton(rules, "witch", deck)] == ["legend.unique"]
    own = [rules.code_of("omen")] + [rules.code_of("idle")] * 29 + [rules.code_of("dear")] * 10
    assert [rule for rule, _ in check_deck(rules, [own, []])] == ["deck.no-legend-cards"]


# The Hand.


@pytest.mark.rule("faroe", "legend.hand")
def test_everybody_sees_what_a_legend_draws() -> None:
    f = Fight()
    f.fill(3)
    f.legend_at(t.PREPARATION)
    hand = f.s.zones[f.legend * t.NZ + t.HAND]
    assert len(hand) == 5
    assert all(f.s.code[h] for h in hand)
    # Nobody has known the order of what is left: no card of its Deck is bound to a place.
    assert set(f.s.zones[f.legend * t.NZ + t.DECK]) == {0}
    assert not any(h in known for h in f.s.pool[f.legend * 2] for known in f.dealer.known)


@pytest.mark.rule("faroe", "legend.draw-up")
def test_a_legend_draws_until_its_hand_is_full() -> None:
    # Given 2 cards in Hand. When its Draw Phase comes. Then it draws 3.
    f = Fight()
    f.fill(2)
    f.legend_at(t.PREPARATION)
    assert len([row for row in f.happened("drawn") if row[ROW_SEAT] == f.legend]) == 5 + 3
    # With 5 it draws none.
    g = Fight()
    g.fill(5)
    g.legend_at(t.PREPARATION)
    assert len([row for row in g.happened("drawn") if row[ROW_SEAT] == g.legend]) == 5
    # Given an effect "draw 1 card" that leaves 4 others in Hand. Then it draws 1; of 2 in Hand it draws 3.
    e = Fight(CARDS)
    e.held("snack")
    e.fill(5)
    e.legend_at(t.PREPARATION)
    assert e.size(e.legend, t.HAND) == 5 and e.cast() == ["Snack"]


@pytest.mark.rule("faroe", "legend.draw-up", "legend.draw-moment")
def test_an_effect_that_draws_fills_the_hand_and_no_more() -> None:
    # Given two cards in Hand after casting "draw 1 card" in the Aftermath Phase: see what it then holds.
    f = Fight(CARDS)
    f.legend_at(t.PREPARATION)
    f.empty(f.legend, t.HAND)
    f.fill(2)
    f.held("snack")
    f.legend_at(t.AFTERMATH)
    assert f.cast() == ["Snack"] and f.size(f.legend, t.HAND) == 5
    # Given 4 in Hand and an effect "draw 3". Then it draws 1.
    g = Fight(CARDS)
    g.legend_at(t.PREPARATION)
    before = len(g.happened("drawn"))
    g.empty(g.legend, t.HAND)
    g.fill(4)
    g.held("studies")
    g.legend_at(t.AFTERMATH)
    assert g.cast() == ["Studies"] and len(g.happened("drawn")) == before + 1


@pytest.mark.rule("faroe", "legend.draw-moment")
def test_the_hand_is_not_filled_after_casting() -> None:
    # Given a Legend with 5 cards of which it casts 3, none of which makes it draw.
    f = Fight(CARDS)
    for _ in range(3):
        f.held("foe-dart")
    f.fill(5)
    f.legend_turn()
    # Copies are one choice at a time, but each is cast: it holds 2 until its next Draw Phase.
    assert f.cast() == ["Foe Dart"] * 3
    assert f.size(f.legend, t.HAND) == 2


@pytest.mark.rule("faroe", "legend.reshuffle")
def test_the_discard_pile_becomes_the_deck() -> None:
    # Given an empty Deck, 21 cards in the Discard Pile and 4 in Hand.
    f = Fight()
    f.fill(4)
    f.deck_size(f.legend, 0)
    for _ in range(21):
        f.discard(f.legend, "idle")
    f.legend_at(t.PREPARATION)
    # Then its Starting Phase did nothing to it, the 21 were shuffled, 1 was drawn and 20 remain.
    assert not f.s.over and f.legend not in f.s.out
    assert f.size(f.legend, t.DECK) == 20 and f.size(f.legend, t.DISCARD) == 0
    assert f.size(f.legend, t.HAND) == 5


@pytest.mark.rule("faroe", "legend.reshuffle-details")
def test_the_deck_runs_out_in_the_middle_of_drawing() -> None:
    # Given 1 card in the Deck, 10 in the Discard Pile, 2 in Hand and one in the Rift Zone.
    f = Fight()
    f.fill(2)
    f.deck_size(f.legend, 1)
    for _ in range(10):
        f.discard(f.legend, "idle")
    rift = f.rift(f.legend, "idle")
    f.legend_at(t.PREPARATION)
    assert f.size(f.legend, t.HAND) == 5 and f.size(f.legend, t.DECK) == 8
    assert f.size(f.legend, t.RIFT) == 1 and f.where(rift) == "Rift Zone"
    # With nothing in Deck and Discard Pile it simply draws no more.
    g = Fight()
    g.fill(2)
    g.deck_size(g.legend, 0)
    g.legend_at(t.PREPARATION)
    assert g.size(g.legend, t.HAND) == 2 and not g.s.over


# What it is spared.


@pytest.mark.rule("faroe", "legend.protected")
def test_nothing_moves_a_legend() -> None:
    # Given an unpaid Curse Counter on the Legend.
    f = Fight(CARDS)
    ogre = f.body(f.legend)
    f.counters(ogre, "Curse", 1)
    # When an Item destroys, imprisons, moves and steals it, and another gives it Orbital.
    for slug in ("shatter", "shake"):
        h = f.hand(0, slug)
        f.quietly(0, "play", h, ogre)
        assert f.s.zone[ogre] == -1 and f.s.ctrl[ogre] == f.legend and not f.s.kids
    f.legend_turn()
    # Then it is where it was, has its TP, and still bears the Counter.
    assert f.legend not in f.s.out and f.count(ogre, "Curse") == 1
    assert f.hp(ogre) == 60


@pytest.mark.rule("faroe", "legend.knock-out")
def test_a_legend_is_knocked_out_by_losing_its_hp() -> None:
    # Given a Legend with 1 HP taking 1 damage. Then it is Knocked Out.
    f = Fight(CARDS)
    f.damage(f.body(f.legend), 59)
    soldier = f.character(0)
    f.go(0, t.COMBAT)
    f.quietly(0, "attack", soldier, f.body(f.legend))
    assert f.s.over == ((1, 1, 2), "win.lose-ko")
    # Given 40 HP and 10 Timebomb Counters, and Concussion taking 3 damage. Then it is not.
    g = Fight(CARDS)
    ogre = g.body(g.legend)
    g.damage(ogre, 20)
    g.counters(ogre, "Timebomb", 10)
    for slug in ("shake", "foe-dart"):
        g.quietly(0, "play", g.hand(0, slug), ogre)
    assert not g.s.over and g.hp(ogre) == 37


@pytest.mark.rule("faroe", "legend.knock-out-effects")
def test_counters_work_but_direct_knock_outs_do_not() -> None:
    # Given a Legend at 50 HP with 3 Poison and 2 Drain Counters and 4 PLV, and an Item "Knock Out".
    f = Fight(CARDS)
    ogre = f.body(f.legend)
    f.damage(ogre, 10)
    f.quietly(0, "play", f.hand(0, "death-touch"), ogre)
    f.counters(ogre, "Poison", 3)
    f.counters(ogre, "Drain", 2)
    f.fill()
    f.legend_at(t.DRAWING)
    # When its Starting Phase has passed. Then it has 47 HP and 2 PLV.
    assert f.hp(ogre) == 47 and f.plv(ogre) == 2


@pytest.mark.rule("faroe", "legend.personal-effects")
def test_personal_effects_cannot_be_stopped() -> None:
    # Given "at the end of its turn each Player takes 1 damage", Mute on the Legend, Immune on a Player.
    f = Fight(CARDS, legend="dragon")
    f.on(f.body(f.legend), "muzzle", 1, seat=0)
    f.on(f.body(0), "cloak", 1)
    soldier = f.character(1)
    hush = f.on(soldier, "deny")
    front = f.character(0)
    before = [f.hp(f.body(seat)) for seat in (0, 1)]
    while not (f.s.chain and f.s.phase == t.ENDING and 1 in f.asked()):
        f.step()
    # When a Player answers with Negate. Then it is refused.
    assert f.refused(1, "use", hush, -1) == "legend.personal-effects"
    assert all(m[0] != f.move("use")[0] for m in f.options(1))
    there = [(f.where(h), f.hp(h)) for h in (soldier, front)]
    f.pass_all()
    # Then each Player takes 1, with Immune as well, and nobody else does.
    assert [f.hp(f.body(seat)) for seat in (0, 1)] == [n - 1 for n in before]
    assert [(f.where(h), f.hp(h)) for h in (soldier, front)] == there


@pytest.mark.rule("faroe", "legend.personal-effects-limit")
def test_cards_of_a_legend_are_negated_as_usual() -> None:
    # Given a Skill from the Legend's Hand.
    f = Fight(CARDS)
    club = f.held("club")
    f.legend_tp(1)
    soldier = f.character(1)
    hush = f.on(soldier, "deny")
    f.fill()
    f.counters(f.body(f.legend), "Paralyze", 0)
    while "Club" not in f.links() or 1 not in f.asked():
        f.step()
    before = f.hp(soldier)
    f.play(1, "use", hush, -1)
    f.pass_chain()
    # Then it does nothing and goes to the Legend's Discard Pile.
    assert f.hp(soldier) == before and f.where(club) == "Discard Pile Zone" and f.s.owner[club] == f.legend


@pytest.mark.rule("faroe", "legend.personal-effects-limit")
def test_a_paralyzed_legend_does_not_attack_but_its_effects_happen() -> None:
    f = Fight(CARDS, legend="dragon")
    f.held("club")
    f.legend_tp(1)
    f.counters(f.body(f.legend), "Paralyze", 1)
    f.legend_turn()
    assert f.happened("attacks") == []
    assert [f.hp(f.body(seat)) for seat in (0, 1)] == [29, 29]


@pytest.mark.rule("faroe", "legend.not-a-character")
def test_what_speaks_of_characters_does_not_mean_a_legend() -> None:
    f = Fight(CARDS)
    lance = f.hand(0, "lance")
    assert f.refused(0, "play", lance, f.body(f.legend)) == "target.chosen-when"


@pytest.mark.rule("faroe", "legend.combat-zone-order", "legend.characters")
def test_characters_guard_a_legend() -> None:
    # Given a Legend that casts a Character of Cost 1 with 1 TP.
    f = Fight(CARDS)
    wall = f.held("wall")
    f.fill()
    f.legend_tp(1)
    f.legend_turn()
    # Then it is in the Character Zone and did not attack, and shields the Legend.
    assert f.s.zone[wall] == f.legend * t.NZ + t.FRONT
    assert {row[ROW_CARD] for row in f.happened("attacks")} == {f.body(f.legend)}
    soldiers = [f.character(0, "giant"), f.character(0, "giant")]
    f.go(0, t.COMBAT)
    assert f.refused(0, "attack", soldiers[0], f.body(f.legend)) == "target.order"
    # When it has been Knocked Out. Then it lies in the Discard Pile, and the Legend may be attacked.
    f.quietly(0, "attack", soldiers[0], wall)
    assert f.where(wall) == "Discard Pile Zone"
    f.quietly(0, "attack", soldiers[1], f.body(f.legend))
    assert f.hp(f.body(f.legend)) == 55


@pytest.mark.rule("faroe", "legend.as-player")
def test_cards_treat_a_legend_as_a_player() -> None:
    f = Fight(CARDS)
    f.tp(f.legend, 5)
    soldier = f.character(0)
    toll = f.on(soldier, "toll")
    f.go(0, t.COMBAT)
    f.quietly(0, "use", toll, f.body(f.legend))
    assert f.tp_of(f.legend) == 3


@pytest.mark.rule("faroe", "legend.unique-means-players")
def test_players_on_unique_cards_are_the_human_side() -> None:
    # Given a Unique card "each Player takes 1 damage". Then every Player takes it and the Legend none.
    f = Fight(CARDS)
    f.held("omen")
    f.legend_at(t.PREPARATION)
    assert [f.hp(f.body(seat)) for seat in range(3)] == [29, 29, 60]
    # Given an ordinary Item "you draw". Then the Legend draws, up to its Hand limit.
    g = Fight(CARDS)
    g.held("studies")
    g.fill(4)
    g.legend_at(t.PREPARATION)
    assert g.cast() == ["Studies"] and g.size(g.legend, t.HAND) == 5


# The end.


@pytest.mark.rule("faroe", "legend.win-lose")
def test_all_players_win_or_lose_together() -> None:
    # Given 3 Players, one eliminated, and a Legend at 2 HP. When an Attack deals 2 to it. Then all have won.
    f = Fight(players=3)
    kernel.leave(f.s, 2)
    f.settle()
    f.damage(f.body(f.legend), 88)
    soldier = f.character(0)
    f.go(0, t.COMBAT)
    f.quietly(0, "attack", soldier, f.body(f.legend))
    assert f.s.over == ((1, 1, 1, 2), "win.lose-ko")
    # Given the Legend Knocks Out the last Player. Then all have lost.
    g = Fight()
    kernel.leave(g.s, 1)
    g.settle()
    g.damage(g.body(0), 27)
    g.legend_turn()
    assert g.s.over == ((2, 2, 1), "win.lose-ko")


@pytest.mark.rule("faroe", "legend.win-lose")
def test_both_at_the_same_moment_is_a_draw() -> None:
    f = Fight(CARDS, players=1)
    f.damage(f.body(f.legend), 27)
    f.damage(f.body(0), 30)
    f.quietly(0, "play", f.hand(0, "foe-dart"), f.body(f.legend))
    assert f.s.over == ((1, 1), "win.draw")


@pytest.mark.rule("faroe", "legend.player-out")
def test_an_eliminated_player_goes_alone() -> None:
    # Given turn order 1, 2, 3, Legend, and Player 2's Deck is empty as their turn starts.
    f = Fight(players=3)
    f.deck_size(1, 0)
    for _ in range(5):
        f.end_turn()
    turns = [row[ROW_SEAT] + 1 for row in f.happened("turn-begins") if row[ROW_SEAT] != 1]
    assert 1 in f.s.out and not f.s.over
    assert turns[:7] == [1, 3, 4, 1, 3, 4, 1]


def test_a_legend_needs_a_deck_and_a_card() -> None:
    with pytest.raises(WrongInput, match="there is no Legend"):
        fight_rules(CARDS, legend="soldier")
    assert Duel().s.rules.automata == 0


@pytest.mark.rule("faroe", "format.time")
def test_against_a_legend_who_runs_out_of_time_is_out_and_the_others_play_on() -> None:
    # Given two Players against a Legend, of whom one is asked.
    f = Fight(players=2)
    (late,) = f.asked()
    # When its time bank is spent, then it alone has lost; when the other's is too, then all have.
    kernel.apply(f.s, late, f.s.rules.timeout)
    f.settle()
    assert f.s.out == (late,) and not f.s.over
    while f.asked() != [1 - late]:
        f.step()
    kernel.apply(f.s, 1 - late, f.s.rules.timeout)
    assert f.s.over == ((2, 2, 1), "format.time")
