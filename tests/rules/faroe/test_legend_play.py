"""The rules of Legends: how one plays by itself, and the Players' votes (F.A.R.O.E., topic legend)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.kernel import DONE_MOVE, V_PICK
from fadenet.engine.state import PICK, ROW_CARD, ROW_N, ROW_SEAT
from fadenet.games.fade.opponents import legend
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, HAND, NZ, PREPARATION
from tests.builders.fight import Fight
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("dear-sting", "snack")
    + item("two", cost=2, do=[{"heal": 1, "of": "all players"}, {"damage": 1, "to": "enemy players"}])
    + item("three", cost=3, do={"damage": 1, "to": "enemy players"})
    + item("six", cost=6, do={"damage": 1, "to": "enemy players"})
    + item("seven", cost=7, do={"damage": 1, "to": "enemy players"})
    + skill("hew", cost=3, do={"attack": 2})
    + skill("psi", cost=4, rank="Special", do={"attack": 1})
    + skill("qua", cost=4, rank="Ultra", do={"attack": 1})
    + skill("rho", cost=2, rank="Hyper", do={"attack": 1})
    + skill("great", cost=5, rank="Hyper", do={"attack": 4})
    + item("salve", cost=0, targets="your characters", do={"heal": 3, "of": "target"})
    + augment("boon", cost=0, attach="all fighters", ability={"gives": {"PLV": 2}})
    + augment("bane", cost=0, attach="all fighters", ability={"gives": {"PLV": -2}})
    + item("bolt", cost=0, targets="all fighters", do={"damage": 2, "to": "target"})
    + character(
        "kern",
        cost=1,
        level=1,
        hp=4,
        plv=1,
        ability=[
            {"keyword": "Overdrive", "cost": 2, "do": {"counter": "Aura", "on": "this"}},
            {"activate": True, "do": {"counter": "Aura", "on": "this"}},
        ],
    )
    + character("weak", cost=1, level=2, hp=3, plv=1)
    + character("elder", cost=1, level=5, hp=4, plv=1)
    + character("stout", cost=1, level=9, plv=1)
    + character("six-hp", name="Six HP", cost=1, level=1, hp=6, plv=1)
    + character("eight-hp", name="Eight HP", cost=1, level=8, hp=8, plv=1)
    + reaction("ward", cost=2, answers={"to": "attack", "by": "enemy"}, do={"block": True})
    + item("sort", cost=0, do={"choose": [[{"damage": 1, "to": "enemy players"}], [{"gain_tp": 1}]]})
    + item("yield", cost=0, targets="enemy players", do={"discard": 2, "who": "target"})
    + skill("again", cost=0, keywords={"Replay": 2}, do={"attack": 1})
    + item("maybe", cost=0, do={"may": [{"gain_tp": 1}]})
)


# What it can pay it casts.


@pytest.mark.rule("faroe", "legend.tp")
def test_a_legend_gains_and_pays_tp() -> None:
    # Given a Legend with 10 TP. When its Starting Phase is over. Then it still has 10.
    f = Fight(CARDS)
    f.tp(f.legend, 10)
    f.fill()
    f.legend_at(PREPARATION)
    assert f.tp_of(f.legend) == 10
    # When it casts a card of Cost 4. Then it has 6.
    g = Fight(CARDS)
    g.tp(g.legend, 10)
    g.held("dear-sting")
    g.fill()
    g.legend_at(PREPARATION)
    assert g.cast() == ["Dear Sting"] and g.tp_of(g.legend) == 6


@pytest.mark.rule("faroe", "legend.must-spend")
def test_it_casts_until_it_cannot() -> None:
    # Given a Legend with 5 TP and cards of Cost 3, 2 and 4 that could be cast now.
    f = Fight(CARDS)
    for slug in ("three", "two", "dear-sting"):
        f.held(slug)
    f.fill()
    f.legend_tp(5)
    f.legend_at(PREPARATION)
    # Then it casts the 4 and then nothing.
    assert f.cast() == ["Dear Sting"] and f.tp_of(f.legend) == 1
    assert set(f.names(f.legend, HAND)) == {"Three", "Two", "Idle"}
    # With 6 TP it casts the 4 and the 2.
    g = Fight(CARDS)
    for slug in ("three", "two", "dear-sting"):
        g.held(slug)
    g.fill()
    g.legend_tp(6)
    g.legend_at(PREPARATION)
    assert g.cast() == ["Dear Sting", "Two"] and g.tp_of(g.legend) == 0


@pytest.mark.rule("faroe", "legend.must-spend-when")
def test_the_duty_is_looked_at_moment_by_moment() -> None:
    # Given a Legend with 3 TP in its Preparation Phase, a Skill of Cost 3 and an Item of Cost 2.
    f = Fight(CARDS)
    f.held("hew")
    f.held("two")
    f.fill()
    f.legend_tp(3)
    f.counters(f.body(f.legend), "Drain", 4)  # so that its Attack brings no TP
    f.legend_at(AFTERMATH)
    # Then it casts the Item first and cannot pay the Skill in Combat.
    assert f.cast() == ["Two"] and f.tp_of(f.legend) == 1


@pytest.mark.rule("faroe", "legend.must-spend-when")
def test_a_card_without_a_possible_effect_is_not_cast() -> None:
    # Given a healing Item and no damaged Character, a harmful one whose only targets are its own.
    f = Fight(CARDS)
    f.character(f.legend, "kern")
    salve = f.held("salve")
    f.fill()
    f.legend_turn()
    assert "Salve" not in f.cast() and f.where(salve) == "Hand"
    # Given it is the Players' turn. Then no Item is cast.
    g = Fight(CARDS)
    g.tp(g.legend, 10)
    g.held("three")
    g.end_turn()
    assert g.s.active == 1 and g.cast() == []


@pytest.mark.rule("faroe", "legend.once-per-turn")
def test_a_card_is_cast_once_a_turn() -> None:
    # Given 4 cards that cannot be afforded, Zed 1 in Hand, an empty Deck, and Zed 2 in the Discard Pile.
    f = Fight(CARDS)
    f.held("snack")
    f.fill(5, "dear")
    f.deck_size(f.legend, 0)
    f.discard(f.legend, "snack")
    f.legend_turn()
    # Then Zed 1 draws Zed 2, Zed 2 draws Zed 1, and Zed 1 is not cast again this turn.
    assert f.cast() == ["Snack", "Snack"]
    assert sorted(f.names(f.legend, HAND)) == ["Dear"] * 4 + ["Snack"]
    # In its next turn it is cast again.
    f.legend_turn()
    assert f.cast() == ["Snack"] * 4


# Which card.


@pytest.mark.rule("faroe", "legend.choice-order")
def test_the_fixed_order() -> None:
    # Given 6 TP and castable Skills Psi (4, Special), Qua (4, Ultra) and Rho (2, Hyper).
    f = Fight(CARDS)
    for slug in ("psi", "qua", "rho"):
        f.held(slug)
    f.fill()
    f.legend_tp(6)
    f.counters(f.body(f.legend), "Drain", 4)  # its own Attack does nothing and brings no TP
    f.legend_turn()
    # Then Qua is cast first, then Rho; Psi stays as intent.
    assert f.cast() == ["Qua", "Rho"]
    assert "Psi" in f.names(f.legend, HAND) and f.tp_of(f.legend) == 0


def voting(
    players: int = 2, people: tuple[int, ...] = (0, 1), choice: str = "vote", leaves: int = -1
) -> Fight:
    """A Legend with 4 TP that can cast Three or Two in its Preparation Phase, about to choose."""
    f = Fight(CARDS, players, people=people, choice=choice)
    if leaves >= 0:
        kernel.leave(f.s, leaves)
        f.settle()
    f.held("three")
    f.held("two")
    f.fill()
    f.legend_tp(4)
    for _ in range(60):
        if f.cast() or (f.s.asks and f.s.asks[0].sealed):
            break
        f.step()
    return f


def vote(f: Fight, *names: str) -> None:
    """Each Player in turn votes for the card of that name, "" for none."""
    for seat, name in enumerate(names):
        h = next((m[1] for m in f.options(seat)[:-1] if f.rules.cards[f.s.code[m[1]]].name == name), 0)
        f.answer(seat, (V_PICK, h) if h else DONE_MOVE)
    while not f.cast():
        f.step()


@pytest.mark.rule("faroe", "legend.who-decides")
def test_persons_vote_and_nobody_else() -> None:
    # Given two human Players and two castable cards. Then both are asked, unseen by each other.
    assert sorted(voting().asked()) == [0, 1]
    # Given one human Player with bots, or the setting `fixed`. Then the first card in the order is cast.
    for f in (voting(people=(0,)), voting(choice="fixed")):
        assert f.cast()[0] == "Three"
    # Given one of two human Players has left, a bot is still there. Then nobody is asked either.
    assert voting(players=3, people=(0, 2)).asked() == [0, 2]
    assert voting(players=3, people=(0, 2), leaves=2).cast()[0] == "Three"


@pytest.mark.rule("faroe", "legend.vote")
def test_most_votes_win() -> None:
    f = voting(players=3, people=(0, 1, 2))
    vote(f, "Two", "Two", "Three")
    assert f.cast()[0] == "Two"
    # Given as many votes for both. Then the one that stands first in the fixed order.
    g = voting(players=4, people=(0, 1, 2, 3))
    vote(g, "Two", "Three", "Two", "Three")
    assert g.cast()[0] == "Three"
    # Given nobody votes. Then the first of all castable cards; this is also what a lapsed timer answers.
    e = voting()
    assert e.s.asks[0].kind == PICK
    vote(e, "", "")
    assert e.cast()[0] == "Three"


@pytest.mark.rule("faroe", "legend.intent")
def test_what_it_cannot_afford_is_shown_as_intent() -> None:
    # Given a Legend with 2 TP holding cards of Cost 4, 6 and 7.
    f = Fight(CARDS)
    cards = [f.held(slug) for slug in ("dear-sting", "six", "seven")]
    f.deck_size(f.legend, 0)
    f.tp(f.legend, 2)
    # Then they lack 2, 4 and 5 TP, and the one of Cost 4 is marked.
    assert legend.intent(f.s) == list(zip(cards, (2, 4, 5), strict=True))
    assert legend.next_intent(f.s) == cards[0]
    f.tp(f.legend, 0)
    f.counters(f.body(f.legend), "Drain", 4)
    f.legend_turn()
    assert f.names(f.legend, HAND)[:3] == ["Dear Sting", "Six", "Seven"]


# At whom.


@pytest.mark.rule("faroe", "legend.targets")
def test_it_takes_what_it_would_knock_out_of_the_highest_level() -> None:
    # Given an Attack of 4 damage, front Characters with 3 HP (Level 2), 4 HP (Level 5) and 9 HP.
    f = Fight(CARDS)
    f.character(0, "weak")
    elder = f.character(0, "elder")
    f.character(0, "stout")
    f.character(1, "stout")
    f.fill()
    f.legend_turn()
    assert [row[ROW_CARD] for row in f.happened("attacked")] == [elder]
    # Given 6, 8 and 9 HP instead. Then the one with 6.
    g = Fight(CARDS)
    g.character(0, "eight-hp")
    g.character(1, "stout")
    six = g.character(1, "six-hp")
    g.fill()
    g.legend_turn()
    assert [row[ROW_CARD] for row in g.happened("attacked")] == [six]


@pytest.mark.rule("faroe", "legend.targets")
def test_ties_and_players() -> None:
    # Given two Players alike. Then the one whose turn comes soonest; of two Characters the older one.
    f = Fight(CARDS, first=1)
    f.fill()
    f.go(0, PREPARATION)
    f.legend_turn()
    assert [row[ROW_CARD] for row in f.happened("attacked")] == [f.body(1)]
    # Given a Player and a Character that both would be Knocked Out. Then the Player.
    g = Fight(CARDS)
    g.character(0, "weak")
    g.damage(g.body(1), 27)
    g.fill()
    g.legend_turn()
    assert [row[ROW_CARD] for row in g.happened("attacked")] == [g.body(1)]
    # Given an Item for any fighter. Then it is aimed at an enemy, never at its own side.
    e = Fight(CARDS)
    e.character(e.legend, "kern")
    e.character(1, "stout")
    e.held("bolt")
    e.held("bane")
    e.fill()
    e.legend_at(PREPARATION)
    assert e.s.num[6][e.body(e.legend)] == 0
    assert {e.s.ctrl[row[ROW_CARD]] for row in e.happened("targeted")} <= {0, 1}


@pytest.mark.rule("faroe", "legend.helpful")
def test_helpful_things_are_for_itself() -> None:
    # Given an Augment "+2 PLV to a Character or Player". Then it is attached to the Legend.
    f = Fight(CARDS)
    boon = f.held("boon")
    f.fill()
    f.character(f.legend, "kern")
    f.legend_at(PREPARATION)
    assert f.s.host[boon] == f.body(f.legend) and f.plv(f.body(f.legend)) == 6
    # Given "heal 3 HP on a Character" and its Characters with 5 and 2 HP left, both damaged.
    g = Fight(CARDS)
    strong, weak = g.character(g.legend, "stout"), g.character(g.legend, "six-hp")
    g.damage(strong, 4)
    g.damage(weak, 4)
    g.held("salve")
    g.fill()
    g.legend_at(PREPARATION)
    assert (g.hp(strong), g.hp(weak)) == (8, 2)


@pytest.mark.rule("faroe", "legend.other-choices")
def test_it_uses_whatever_it_may() -> None:
    # Given a Legend with 3 TP casting a card of Cost 1 with Overdrive 2.
    f = Fight(CARDS)
    kern = f.held("kern")
    f.fill()
    f.legend_tp(3)
    f.legend_at(PREPARATION)
    # Then the Overdrive is paid and 0 TP are left.
    assert f.count(kern, "Aura") == 1 and f.tp_of(f.legend) == 0
    # Each activated ability is used once a turn.
    f.legend_at(AFTERMATH)
    assert f.count(kern, "Aura") == 2
    # It says yes to every "may", and pays Replay.
    g = Fight(CARDS)
    g.held("maybe")
    again = g.held("again")
    g.fill()
    g.counters(g.body(g.legend), "Drain", 4)
    g.legend_tp(1)
    g.legend_turn()
    assert g.cast().count("Again") == 1 and g.tp_of(g.legend) == 0
    assert len([row for row in g.happened("attacks") if row[ROW_SEAT] == g.legend]) == 3
    assert g.where(again) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "legend.other-choices")
def test_it_gives_up_the_lowest_cost_then_the_newest() -> None:
    # Given a Player's card that makes the Legend discard 2 of Six, Idle, Idle and Four.
    f = Fight(CARDS)
    cards = [f.held(slug) for slug in ("six", "idle", "idle", "dear-sting")]
    f.quietly(0, "play", f.hand(0, "yield"), f.body(f.legend))
    assert f.names(f.legend, HAND) == ["Six", "Dear Sting"]
    assert f.s.zones[f.legend * NZ + DISCARD] == (cards[2], cards[1])


@pytest.mark.rule("faroe", "legend.other-choices")
def test_other_choices_are_tossed() -> None:
    # Given a card of two modes, in many games. Then both come about, and nobody was asked.
    done = set()
    for seed in range(12):
        f = Fight(CARDS, seed=seed)
        f.held("sort")
        f.fill()
        f.legend_at(PREPARATION)
        done.add((f.tp_of(f.legend), f.hp(f.body(0))))
    assert done == {(2, 30), (1, 29)}


# Answers and Attacks.


@pytest.mark.rule("faroe", "legend.reactions")
def test_a_reaction_is_used_at_the_first_chance() -> None:
    # Given a Legend with 2 TP and a Reaction of Cost 2 "Block an Attack".
    f = Fight(CARDS)
    f.held("ward")
    f.held("ward")
    f.tp(f.legend, 4)
    weak, strong = f.character(0, "weak"), f.character(0, "giant")
    f.go(0, COMBAT)
    # When the first Player attacks it for 1. Then it is used at once, one for one Attack.
    f.quietly(0, "attack", weak, f.body(f.legend))
    assert f.cast() == ["Ward"] and f.hp(f.body(f.legend)) == 60
    f.quietly(0, "attack", strong, f.body(f.legend))
    assert f.cast() == ["Ward", "Ward"] and f.hp(f.body(f.legend)) == 60


@pytest.mark.rule("faroe", "legend.combat")
def test_it_attacks_first_and_then_uses_skills() -> None:
    # Given 4 PLV, 3 TP, no Characters, a Skill of Cost 5 and a Player's Character with 6 HP in front.
    f = Fight(CARDS, players=1)
    f.character(0, "six-hp")
    great = f.held("great")
    f.fill()
    f.legend_tp(3)
    f.legend_turn()
    # When it attacks successfully. Then it has 5 TP and goes on to use the Skill.
    assert f.cast() == ["Great"] and f.where(great) == "Discard Pile Zone" and f.tp_of(f.legend) == 0
    # Its Characters attack after it, the oldest first, whatever came first onto the table.
    g = Fight(CARDS)
    young, old = g.character(g.legend, "kern"), g.character(g.legend, "weak")
    g.s.stamp[young], g.s.stamp[old] = g.s.stamp[old], g.s.stamp[young]
    g.fill()
    g.legend_turn()
    assert [row[ROW_CARD] for row in g.happened("attacks")] == [g.body(g.legend), old, young]


@pytest.mark.rule("faroe", "legend.normal-attack")
@pytest.mark.parametrize(("characters", "tp"), [(1, 5), (0, 6)])
def test_a_legend_attacks_with_and_without_characters(characters: int, tp: int) -> None:
    # Given a Legend with 4 TP. When its Normal Attack succeeds.
    f = Fight(CARDS)
    for _ in range(characters):
        f.character(f.legend, "kern", fresh=True)
    f.fill()
    f.legend_tp(4)
    f.legend_at(COMBAT)
    attacks = [row for row in f.happened("attacks") if row[ROW_CARD] == f.body(f.legend)]
    gained = [row[ROW_N] for row in f.happened("gains-tp") if row[ROW_SEAT] == f.legend]
    # Then it has 5 TP with a Character, and 6 without one (faroe laststand).
    assert len(attacks) == 1 and gained[:2] == [1, tp - 4]
