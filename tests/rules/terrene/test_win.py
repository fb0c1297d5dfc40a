"""How a game of Terrene is won, lost and drawn: the topic `win`."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.atoms import set_var
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.state import ROW_CARD
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene


def table(seats: int = 2, score: tuple[int, int] = (0, 0)) -> Terrene:
    """Nobody is in play yet. score: games won before this one."""
    g = Terrene(seats=seats, edition=True)
    for side, n in enumerate(score):
        set_var(g.s, t.G_WINS + side, n)
    g.log.clear()
    return g


@pytest.mark.rule("terrene", "win.hp")
def test_the_last_hp_loses_the_game_at_once() -> None:
    """given 5 HP and a Direct Attack of 20, then HP show 0 and the game is lost before anything else."""
    g = table(score=(1, 0))
    x = g.character(0, "pernicious")
    g.character(1, hidden=True)
    card = g.hand(1, "stone")
    g.hurt(1, 45)
    g.quietly(0, "attack", x)
    assert g.s.over == ((1, 2), "format.best-of-three") and g.ended() == ["win.hp"]
    assert g.hp_of(1) == 0 and g.where(card) == "Hand" and g.s.num[t.HURT][2] == 65


@pytest.mark.rule("terrene", "win.hp")
def test_the_last_hp_by_overkill_gives_no_xp() -> None:
    """given 5 HP and overkill of 5, then the game is lost before the attacker gains XP."""
    g = table()
    x, foe = g.character(0), g.character(1, "mage")
    g.character(1, hidden=True)
    g.hurt(1, 45)
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.ended() == ["win.hp"] and g.wins() == (1, 0)
    assert g.order("defeated", "hurt", "gains-xp", "game-over") == ["defeated", "hurt", "game-over"]


@pytest.mark.rule("terrene", "win.hp")
def test_one_hp_is_enough() -> None:
    """given 21 HP and a Direct Attack of 20, then the game goes on at 1 HP."""
    g = table()
    x = g.character(0)
    g.character(1, hidden=True)
    g.hurt(1, 29)
    g.quietly(0, "attack", x)
    assert g.hp_of(1) == 1 and not g.ended() and g.asked() == [0]


@pytest.mark.rule("terrene", "win.no-characters")
def test_without_characters_the_game_is_lost() -> None:
    """given 40 HP, one Character and two in hand, when it is defeated, then after overkill all is lost."""
    g = table(score=(1, 0))
    x, foe = g.character(0), g.character(1, "mage")
    for _ in range(2):
        g.hand(1, "guard")
    g.hurt(1, 10)
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.ended() == ["win.no-characters"] and g.s.over[0] == (1, 2)
    assert g.hp_of(1) == 35 and g.size(1, t.HAND) == 2
    assert g.order("defeated", "hurt", "game-over", "gains-xp") == ["defeated", "hurt", "game-over"]


@pytest.mark.rule("terrene", "win.no-characters")
def test_who_dismisses_the_last_character_has_lost() -> None:
    """given one Character of one's own, when it is dismissed, then the game is lost with 50 HP."""
    g = table()
    x = g.character(0)
    g.character(1)
    g.play(0, "dismiss", x)
    assert g.ended() == ["win.no-characters"] and g.wins() == (0, 1)


@pytest.mark.rule("terrene", "win.hidden-count")
def test_hidden_characters_keep_their_player_in_the_game() -> None:
    """given the only recruited Character defeated and a hidden one left, then attacks go straight to HP."""
    g = table()
    x, other, foe = g.character(0), g.character(0, "titan"), g.character(1, "mage")
    g.character(1, hidden=True)
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.where(foe) == "Discard Pile" and not g.ended() and g.hp_of(1) == 45
    g.play(0, "attack", other)
    assert g.asked() == [0] and g.hp_of(1) == 15


@pytest.mark.rule("terrene", "win.simultaneous")
def test_both_losing_at_once_is_a_draw() -> None:
    """given the last Characters of both, defeated by each other, then the score is unchanged."""
    g = table(score=(1, 1))
    x, foe = g.character(0, damage=10), g.character(1, "guard", damage=25)
    g.give(foe, "Retaliate")
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.ended() == ["win.simultaneous"] and g.wins() == (1, 1)
    assert g.games() == 1 and not g.s.over
    assert [row[ROW_CARD] for row in g.happened("game-over")] == [0]


@pytest.mark.rule("terrene", "win.simultaneous")
def test_losing_in_two_ways_at_once_is_a_draw_as_well() -> None:
    """given the last Character of P1 and the last HP of P2 gone in one check, then nobody has won."""
    g = table()
    x, foe = g.character(0, damage=10), g.character(1, "guard", damage=25)
    g.character(1, hidden=True)
    g.hurt(1, 45)
    g.give(foe, "Retaliate")
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.ended() == ["win.simultaneous"] and g.wins() == (0, 0)


@pytest.mark.rule("terrene", "win.leaving")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("way", ["leave", "concede"])
def test_who_leaves_has_lost_the_match(way: str, seats: int) -> None:
    """given 1 to 0 for P1, when P1 leaves in another's turn, then P2's side has the match, and no bonus."""
    g = table(seats, score=(1, 0))
    for seat in range(seats):
        g.character(seat)
    g.hold(g.zone(0, t.PARTY)[0], "fire-bomb")
    g.end_turn()
    g.play(1, "attack", g.zone(1, t.PARTY)[0])
    while g.asked() != [0]:
        g.step()
    if way == "leave":
        kernel.leave(g.s, 0)
    else:
        g.answer(0, CONCEDE_MOVE)
    assert g.s.over == ((2, 1) * (seats // 2), "win.leaving")
    assert g.s.vars[t.G_RAN] == 0 and not g.s.asks and not g.ended()


@pytest.mark.rule("terrene", "format.time")
@pytest.mark.parametrize("seats", [2, 4])
def test_who_runs_out_of_time_has_lost_the_match(seats: int) -> None:
    """given 1 to 0 for P1, when P1 runs out of time, then P2's side has the match, and no bonus."""
    g = table(seats, score=(1, 0))
    for seat in range(seats):
        g.character(seat)
    g.hold(g.zone(0, t.PARTY)[0], "fire-bomb")
    g.end_turn()
    g.play(1, "attack", g.zone(1, t.PARTY)[0])
    while g.asked() != [0]:
        g.step()
    g.answer(0, g.s.rules.timeout)
    assert g.s.over == ((2, 1) * (seats // 2), "format.time")
    assert g.s.vars[t.G_RAN] == 0 and not g.s.asks and not g.ended()


@pytest.mark.rule("terrene", "win.leaving")
def test_a_player_may_leave_when_nothing_is_asked_of_it() -> None:
    """given the opponent's free choice, when P1 leaves then, then P2 has won; running then is refused."""
    g = table()
    for seat in (0, 1):
        g.character(seat)
    g.end_turn()
    assert g.asked() == [1] and g.refused(0, "run") == "response.active-first"
    kernel.leave(g.s, 0)
    assert g.s.over == ((2, 1), "win.leaving")


@pytest.mark.rule("terrene", "win.turn-limit")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("hp", "wins"), [((20, 15), (1, 0)), ((15, 20), (0, 1)), ((20, 20), (0, 0))])
def test_after_50_turns_each_the_higher_hp_win(
    seats: int, hp: tuple[int, int], wins: tuple[int, int]
) -> None:
    """given the end of turn 100 (2v2: 200) at 20 to 15 HP, then the first wins; at 20 to 20 it is drawn."""
    g = table(seats)
    for seat in range(seats):
        g.character(seat)
    for seat in (0, 1):
        g.hurt(seat, 50 - hp[seat])
    g.s.turn = 49 * seats + 1
    for _ in range(seats):
        assert not g.ended() and g.wins() == (0, 0)
        g.answer(g.s.active, (t.V_END,))
    assert g.ended() == ["win.turn-limit"] and g.wins() == wins and g.s.turn == 0


@pytest.mark.rule("terrene", "win.stalemate")
def test_twenty_idle_turns_are_a_draw() -> None:
    """given empty decks and hands, when the 20th turn without anything ends, then the game is drawn."""
    g = table()
    for seat in (0, 1):
        g.character(seat)
        g.deck_size(seat, 0)
    for n in range(20):
        assert not g.ended(), n
        g.answer(g.asked()[0], (t.V_END,))
    assert g.ended() == ["win.stalemate"] and g.wins() == (0, 0) and g.games() == 1


@pytest.mark.rule("terrene", "win.stalemate")
def test_damage_restarts_the_count() -> None:
    """given an attack dealing 5 in the 20th idle turn, then 20 more idle turns are needed."""
    g = table()
    x = g.character(0, "mage")
    g.character(1, hidden=True)
    for seat in (0, 1):
        g.deck_size(seat, 0)
    set_var(g.s, t.G_IDLE, 19)
    g.play(0, "attack", x)
    assert g.hp_of(1) == 45
    g.answer(0, (t.V_END,))
    for n in range(20):
        assert not g.ended(), n
        g.answer(g.asked()[0], (t.V_END,))
    assert g.ended() == ["win.stalemate"]


@pytest.mark.rule("terrene", "win.stalemate")
@pytest.mark.parametrize(
    ("what", "busy"),
    [
        *(("heal", True), ("dismiss", True), ("assign", True), ("hide", True), ("recruit", True)),
        *(("terrain", True), ("switch", False), ("trade", False), ("attack", False), ("end", False)),
    ],
)
def test_what_counts_as_something(what: str, busy: bool) -> None:
    """given 19 idle turns, then a card played, healing, coming and going restart the count, nothing else."""
    g = table()
    x, other, foe = g.character(0, "mage", damage=5), g.character(0, "mage"), g.character(1, "guard")
    for seat in (0, 1):
        g.deck_size(seat, 0)
    below = g.zone(0, t.TERRAINS)[0]
    g.terrain(0, "harbour")
    if what == "heal":
        g.character(0, "luminous")
    if what == "trade":
        g.hold(x, "stone"), g.hold(other, "stone")
    moves: dict[str, tuple[str, *tuple[int, ...]]] = {
        "dismiss": ("dismiss", other),
        "assign": ("assign", g.hand(0, "stone"), x),
        "hide": ("hide", g.hand(0, "grunt")),
        "recruit": ("recruit", g.hand(0, "grunt")),
        "terrain": ("terrain", g.hand(0, "meadow")),
        "switch": ("terrain", below),
        "trade": ("trade", x, other),
        "attack": ("attack", x),
    }
    set_var(g.s, t.G_IDLE, 19)
    if what in moves:
        verb, *cards = moves[what]
        g.play(0, verb, *cards)
    if what == "attack":
        g.play(1, "block", foe)
    g.answer(0, (t.V_END,))
    assert (g.ended() == []) is busy


@pytest.mark.rule("terrene", "win.stalemate")
@pytest.mark.parametrize("cards", [0, 1])
def test_a_card_drawn_restarts_the_count(cards: int) -> None:
    """given 19 idle turns and a card in the next player's deck, when it is drawn, then the count is 0."""
    g = table()
    for seat in (0, 1):
        g.character(seat)
        g.deck_size(seat, cards * seat)
    set_var(g.s, t.G_IDLE, 18)
    g.answer(0, (t.V_END,))
    assert g.s.vars[t.G_IDLE] == 19 and g.size(1, t.HAND) == cards
    g.answer(1, (t.V_END,))
    assert (g.ended(), g.s.vars[t.G_IDLE]) == (([], 0) if cards else (["win.stalemate"], 0))
