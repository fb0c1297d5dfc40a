"""Greedy at Terrene: what it does in plain positions, that it wins, and that it knows only what it may."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest

from fadenet import games
from fadenet.bots import arena, terrene
from fadenet.bots.arena import DRAWN, Contest, Variant
from fadenet.bots.base import Bot, run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.random_ import RandomBot
from fadenet.engine import atoms
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, Row, State
from fadenet.games.decks import load_deck, packaged
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.table.local import LocalMatch
from fadenet.table.view import SeatView, StepListener
from tests.bots.test_greedy import Watched
from tests.builders.terrene_scenario import DECK, Terrene, rules_with

SEED = 40_000


def answer(g: Terrene, seat: int) -> str:
    """The answer of greedy here, in notation."""
    it = SeatView(g.s, seat, g.dealer.known[seat])
    return it.text(run_now(GreedyBot().choose(it)).move)


# Positions.


def test_it_strikes_a_player_whom_nobody_guards() -> None:
    """given an opponent whose only Character is hidden, then the Character that can attack does."""
    g = Terrene()
    g.character(0, "grunt")
    g.character(1, "guard", hidden=True)
    assert answer(g, 0) == "attack c1"


def test_it_recruits_before_it_can_attack() -> None:
    """given hidden Characters and no attack, then the better one is recruited."""
    g = Terrene()
    g.character(0, "mage", hidden=True)
    g.character(0, "grunt", hidden=True)
    g.character(1, "guard")
    assert answer(g, 0) == "recruit c2"


def test_it_hides_and_assigns_first_since_that_is_free() -> None:
    """given cards in hand and room for them, then they are laid out, an attack comes after that."""
    g = Terrene()
    g.character(0, "grunt")
    g.character(1, "guard", hidden=True)
    g.hand(0, "stone")
    g.hand(0, "thief")
    assert answer(g, 0) == "hide h2"
    g.say(0, "hide h2")
    g.pass_all()
    assert answer(g, 0) == "assign h1 c1"


def test_it_blocks_rather_than_loses() -> None:
    """given an attack that would take most HP left, then it is blocked; at full HP no Character is spent."""
    for hurt, said in ((40, "block c1"), (0, "pass")):
        g = Terrene()
        attacker = g.character(0, "grunt")
        g.character(1, "titan", damage=30)
        g.character(1, "mage", hidden=True)
        g.hurt(1, hurt)
        g.play(0, "attack", attacker)
        g.to_block()
        assert answer(g, 1) == said


def test_it_answers_an_attack_with_what_it_kept_an_action_for() -> None:
    """given an attacker that a Stone would defeat, then it is thrown; at a sound one it is kept."""
    for damage, said in ((10, "use c1.1 p1.c1"), (0, "pass")):
        g = Terrene()
        attacker = g.character(0, "grunt", damage=damage)
        g.hold(g.character(1, "guard"), "stone")
        g.play(0, "attack", attacker)
        assert answer(g, 1) == said


def test_it_keeps_its_last_action_for_an_answer_rather_than_for_a_scratch() -> None:
    """given an attack that would only wear out the DEF of its blocker, then it is made with the last Action,
    but not if a Stone lies ready that may need it."""
    for held, said in (("tonic", "attack c1"), ("stone", "end")):
        g = Terrene()
        g.hold(g.character(0, "thief"), held)
        g.character(1, "guard")
        g.actions(0, 1)
        assert answer(g, 0) == said


def test_it_takes_the_attack_that_defeats() -> None:
    """given a blocker that only the stronger attacker defeats, then that one gets the last Action."""
    g = Terrene()
    g.character(0, "thief")
    g.character(0, "titan")
    g.character(1, "guard", damage=10)
    g.actions(0, 1)
    assert answer(g, 0) == "attack c2"


def test_it_makes_room_for_a_better_character() -> None:
    """given no Supply left and a Giant in hand, then a worthless Character is dismissed for it."""
    g = Terrene()
    g.character(0, "guard")
    for _ in range(3):
        g.character(0, "mage", hidden=True)
    g.character(1, "guard")
    g.hand(0, "grunt")
    assert answer(g, 0) == "dismiss c2"


def test_it_never_runs() -> None:
    """given a game that is as good as lost, then running is allowed and not done."""
    g = Terrene()
    g.character(0, "mage", damage=10)
    g.hurt(0, 49)
    for _ in range(4):
        g.character(1, "grunt")
    assert (t.V_RUN,) in g.options(0)
    assert answer(g, 0) in ("end", "attack c1")


def test_it_refuses_to_run_with_its_teammate() -> None:
    """given a teammate who wants to run, then the game goes on."""
    g = Terrene(seats=4)
    for seat in range(4):
        g.character(seat)
    g.play(0, "run")
    assert g.asked() == [2]
    assert answer(g, 2) == "no"


def test_it_sets_up_what_can_be_used() -> None:
    """given the ready-made decks, then three of four can use what they hold, and Actions count."""
    rules = games.load("terrene")
    for name in packaged(rules):
        lists = load_deck(rules, name).lists * 2
        match = LocalMatch(rules, [GreedyBot(), GreedyBot()], lists, 1, watch=stop_after(0))
        with suppress(Stop):
            run_now(match.play())
        s, truth = match.state, match.dealer.truth
        pairs = [(rules.cards[truth[s.kids[h][0]]], rules.cards[truth[h]]) for h in v.party(s, 0)]
        assert sum(terrene.fits(card, host, True) for card, host in pairs) >= 3, name
        places = [c for c in map(rules.cards.__getitem__, lists[0]) if rules.predicates[t.ST_TERRAIN - 1](c)]
        picked = v.card_of(s, v.terrain(s, 0)).stats[t.Q_ACTIONS]
        assert picked == max(c.stats[t.Q_ACTIONS] for c in places), name


# Strength.


class Stay(RandomBot):
    """Any legal move but running away, so that games are played out."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return super().pick(seat, [move for move in options if move[0] != t.V_RUN])


def against_random(format: str, seats: int) -> Contest:
    return Contest(Variant("terrene", format, seats), ("greedy", "random"), DRAWN)


@pytest.mark.slow
@pytest.mark.parametrize(("format", "seats"), [("duel", 2), ("2v2", 4)])
def test_greedy_beats_random(format: str, seats: int) -> None:
    """given pairs of matches, then greedy has at least 85 % of the points."""
    score = arena.play_pairs(against_random(format, seats), 4, SEED)
    assert score.games == 8
    assert score.rate >= 0.85


@pytest.mark.slow
@pytest.mark.parametrize(("format", "seats"), [("duel", 2), ("2v2", 4)])
def test_greedy_beats_who_never_runs(format: str, seats: int) -> None:
    """given opponents who play every game out, then greedy wins from either side."""
    rules = games.load("terrene", format)
    shelf = packaged(rules)
    for seed in range(2):
        for side in (0, 1):
            players = [GreedyBot() if seat % 2 == side else Stay() for seat in range(seats)]
            lists = [load_deck(rules, shelf[(seed + seat) % 6]).lists[0] for seat in range(seats)]
            places, _ = run_now(LocalMatch(rules, players, lists, seed).play())
            assert places[side] == 1 and places[1 - side] == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("format", "seats", "pairs", "bad_luck"), [("duel", 2, 200, 0.90), ("2v2", 4, 50, 0.84)]
)
def test_greedy_beats_random_in_hundreds_of_matches(
    format: str, seats: int, pairs: int, bad_luck: float
) -> None:
    """given many matches, then greedy has 95 % of the points, and nearly as many even with bad luck."""
    score = arena.play_pairs(against_random(format, seats), pairs, SEED, workers=None)
    assert score.rate >= 0.95
    assert score.interval is not None and score.interval[0] > bad_luck


# What it knows.


class Stop(Exception):
    """Enough of this match has been seen."""


def stop_after(turns: int) -> StepListener:
    """Stops a match as soon as a turn after so many begins."""

    def watch(s: State, rows: Sequence[Row]) -> None:
        if s.turn > turns:
            raise Stop

    return watch


class Idle(Bot):
    """Does nothing that would show a card."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        if ask.kind == ACT:
            return (t.V_END,)
        return PASS_MOVE if PASS_MOVE in options else options[-1]


def answers_against(slugs: Sequence[str]) -> list[str]:
    """The answer of greedy to a hidden deck that never shows a card but its Terrain."""
    rules = rules_with()
    bot = Watched()
    lists = [[rules.code_of(slug) for slug in deck] for deck in (DECK, slugs)]
    match = LocalMatch(rules, [bot, Idle()], lists, seed=5, watch=stop_after(7))
    with suppress(Stop):
        run_now(match.play())
    return bot.said


def test_hidden_cards_of_others_change_nothing() -> None:
    """given two matches that differ only in cards no one has shown, then greedy answers both alike."""
    other = DECK[:12][::-1] + ["titan"] * 3 + ["banner", "order", "tonic", "dart"] * 3 + ["meadow"] * 3
    assert len(other) == len(DECK)
    said = answers_against(DECK)
    assert len(said) > 8
    assert said == answers_against(other)


def test_it_helps_its_teammate_and_not_the_enemy() -> None:
    """given four Characters in 2v2, then damage on an enemy's is good, and bad on a teammate's."""
    g = Terrene(seats=4)
    each = [g.character(seat) for seat in range(4)]
    before = terrene.position(g.s, 0, {})
    lost = []
    for h in each:
        s = g.s.clone()
        atoms.put(s, t.DAMAGE, h, 10)
        lost.append(before - terrene.position(s, 0, {}))
    assert lost[0] > 0 and lost[2] > 0
    assert lost[1] < 0 and lost[3] < 0
