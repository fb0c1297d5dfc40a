"""Matches of Terrene, and teams of two: the topic `format`."""

from __future__ import annotations

from collections import Counter

import pytest

from fadenet import games
from fadenet.engine import kernel, needs
from fadenet.engine.atoms import set_var
from fadenet.engine.errors import WrongInput
from fadenet.engine.state import CONFIRM, PICK, ROW_EVENT, TAKE
from fadenet.games.terrene import tables as t
from fadenet.table.view import SeatView
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import green, item

# Shells strike one player by name.
CARDS = item("shell", ability=green(targets="enemy players", do={"damage": 20, "to": "target"}))

CREW = ("grunt", "guard", "thief")
KIT = ("stone", "dart", "tonic")
DECK = [slug for slug in (*CREW, "mage", "planner", *KIT, "order") for _ in range(3)]
DECK += ["meadow", "meadow", "harbour"]


def table(seats: int = 4) -> Terrene:
    """Nobody is in play yet; four Actions each."""
    g = Terrene(CARDS, seats)
    for seat in range(seats):
        g.actions(seat, 4)
    return g


def opening(seats: int = 4) -> Terrene:
    """At the question who begins."""
    return Terrene(CARDS, seats, setup=False, decks=[DECK] * seats)


def started(g: Terrene) -> Terrene:
    """Side 0 begins, with seat 0; all pick the first cards that they may."""
    while not g.s.turn:
        g.pick(g.asked()[0], min(h for _, h in g.options(g.asked()[0])))
    return g


def drawn_game(g: Terrene) -> None:
    """The running game ends by its last turn at equal HP."""
    started(g)
    g.s.turn = 100
    g.answer(g.s.active, (t.V_END,))


def won_game(g: Terrene, side: int) -> None:
    """The running game is given up by the other side."""
    started(g)
    while g.s.active == side:
        g.end_turn()
    g.play(g.s.active, "run")


@pytest.mark.rule("terrene", "format.best-of-three")
@pytest.mark.parametrize("results", [(0, 0), (1, 1), (0, 1, 1), (1, 0, 0)])
def test_two_won_games_win_the_match(results: tuple[int, ...]) -> None:
    """given 1 to 1, when P2 wins the third, then P2 wins 2 to 1; at 2 to 0 no third game is played."""
    g = opening(2)
    for side in results:
        assert not g.s.over
        won_game(g, side)
    winner = results[-1]
    assert g.s.over == ((1, 2) if winner == 0 else (2, 1), "format.best-of-three")
    assert g.games() == len(results) and g.wins()[winner] == 2


@pytest.mark.rule("terrene", "format.best-of-three")
def test_every_game_is_played_with_full_hp_and_decks() -> None:
    """given a game with damage, cards drawn and lost, when the next begins, then all is as at first."""
    g = started(opening(2))
    first = [sorted(g.slug(h) for h in g.s.pool[seat]) for seat in (0, 1)]
    g.hurt(1, 30)
    g.quietly(0, "recruit", g.zone(0, t.PARTY)[0])
    g.quietly(0, "dismiss", g.zone(0, t.PARTY)[0])
    won_game(g, 0)
    g.settle()
    assert not g.s.turn and g.wins() == (1, 0)
    started(g)
    for seat in (0, 1):
        cards = [*g.s.pool[seat], *g.zone(seat, t.HAND)]
        assert g.hp_of(seat) == 50 and g.size(seat, t.DISCARD) == 0 and g.size(seat, t.PARTY) == 4
        assert len(cards) + 9 == 30 and Counter(g.slug(h) for h in cards) <= Counter(DECK)
    assert [len(slugs) for slugs in first] == [20, 21] and g.size(0, t.HAND) == 1


@pytest.mark.rule("terrene", "format.drawn-games")
def test_drawn_games_are_played_again_up_to_five() -> None:
    """given win P1 and four draws, when game 5 ends, then P1 wins the match 1 to 0."""
    g = opening(2)
    won_game(g, 0)
    for n in range(1, 5):
        assert g.games() == n and not g.s.over
        drawn_game(g)
    assert g.ended() == ["action.run", *["win.turn-limit"] * 4]
    assert g.s.over == ((1, 2), "format.drawn-games") and g.wins() == (1, 0)


@pytest.mark.rule("terrene", "format.drawn-games")
def test_with_equal_wins_after_five_games_the_match_is_drawn() -> None:
    """given 1 to 1 and the fifth game drawn, then nobody has won the match."""
    g = opening(2)
    set_var(g.s, t.G_GAMES, 3)
    for side in (0, 1):
        set_var(g.s, t.G_WINS + side, 1)
    drawn_game(g)
    assert (g.wins(), g.games()) == ((1, 1), 4) and not g.s.over
    drawn_game(g)
    assert g.s.over == ((1, 1), "format.drawn-games")


@pytest.mark.rule("terrene", "format.same-deck")
def test_other_picks_of_the_same_deck_and_no_other_cards() -> None:
    """given game 2, then other SP 1 Characters may be picked; a card from outside the deck is refused."""
    g = opening(2)
    g.picks(0, "grunt", "guard", "thief", "mage", *KIT, "order", "meadow")
    won_game(g, 0)
    second = ("planner", "thief", "mage", "guard", "order", *KIT, "harbour")
    g.answer(g.asked()[0], (kernel.V_PICK, 1), settle=False)
    wanted = [need for need in g.s.needs if need.kind == TAKE]
    for seat, need in enumerate(wanted):
        assert sorted(g.slug(h) for h in g.s.pool[seat]) == sorted(DECK)
        foreign = sorted(g.s.pool[1 - seat])[: need.n]
        values = [(tuple(foreign if w is need else ()), ()) for w in wanted]
        with pytest.raises(WrongInput):
            needs.supply(g.s, values)
    g.picks(0, *second)
    g.settle()
    party = g.zone(0, t.PARTY)
    assert [g.slug(h) for h in party] == list(second[:4])
    assert [g.slug(g.held(h)[0]) for h in party] == list(second[4:8])


@pytest.mark.rule("terrene", "format.supported")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_two_players_or_two_teams_of_two(seats: int) -> None:
    """given a game of three, then it is refused; two players or two teams of two are accepted."""
    for name, right in (("duel", 2), ("2v2", 4)):
        rules = games.load("terrene", name)
        if seats == right:
            assert kernel.setup(rules, seats).seats == seats
        else:
            with pytest.raises(WrongInput, match=r"format\.supported"):
                kernel.setup(rules, seats)
    with pytest.raises(WrongInput, match="formats: duel, 2v2"):
        games.load("terrene", "free-for-all")


# Two against two.


@pytest.mark.rule("terrene", "format.2v2-order")
@pytest.mark.parametrize(
    ("side", "first", "other", "order"),
    [(0, 0, 1, (0, 1, 2, 3)), (0, 2, 1, (2, 1, 0, 3)), (1, 0, 3, (3, 0, 1, 2)), (1, 2, 1, (1, 2, 3, 0))],
)
def test_turns_alternate_between_teams(side: int, first: int, other: int, order: tuple[int, ...]) -> None:
    """given who begins, when eight turns are played, then the order is A1, B1, A2, B2 twice."""
    g = opening()
    assert g.asked_kind() == PICK and len(g.asked()) == 1
    g.pick(g.asked()[0], 1 + side)
    chosen = {g.s.asks[0].seat, g.s.asks[1].seat}
    assert chosen == {0, 1}
    g.pick(0, 1 + first)
    g.pick(1, 1 + other)
    played = []
    for _ in range(8):
        played.append(g.s.active)
        g.end_turn()
    assert tuple(played) == order * 2


@pytest.mark.rule("terrene", "format.2v2-order")
def test_the_winner_of_the_roll_decides() -> None:
    """given B1 and B2 tied at 5 and B2 ahead in the second roll, then B2 says which team begins."""
    g = started(opening())
    g.rolls = [(2, 5, 1, 5), (4, 6)]
    g.play(0, "run")
    g.yes(2)
    assert g.asked() == [3] and g.asked_kind() == PICK
    assert [h for _, h in g.options(3)] == [1, 2]


@pytest.mark.rule("terrene", "format.2v2-hp")
@pytest.mark.parametrize("seat", [1, 3])
def test_a_team_shares_its_hp(seat: int) -> None:
    """given B1 took 30 and B2 takes 20, when totals are added, then team B is at 0 and loses."""
    g = table()
    x = g.character(0)
    for other in (1, 2, 3):
        g.character(other)
    big = g.character(1, "titan", damage=10)
    g.end_turn()
    g.quietly(1, "dismiss", big)
    assert (g.hp_of(1), g.hp_of(3), g.hp_of(0)) == (40, 40, 50)
    for _ in range(3):
        g.end_turn()
    g.hurt(1, 20)
    assert g.s.active == 0 and g.hp_of(3) == 20
    g.quietly(0, "use", g.hold(x, "shell"), seat + 1)
    assert g.ended() == ["win.hp"] and g.wins() == (1, 0)


@pytest.mark.rule("terrene", "format.2v2-hp")
def test_overkill_and_direct_attacks_count_on_the_team() -> None:
    """given overkill of 5 on B2 and a Direct Attack of 20, then both players of team B show 25 HP."""
    g = table()
    x, other = g.character(0), g.character(0, "grunt")
    g.character(1)
    foe = g.character(3, "mage")
    g.play(0, "attack", x)
    g.pass_(1)
    g.quietly(3, "block", foe)
    assert (g.hp_of(1), g.hp_of(3)) == (45, 45)
    g.quietly(0, "attack", other)
    assert [g.hp_of(seat) for seat in range(4)] == [50, 25, 50, 25]


@pytest.mark.rule("terrene", "format.2v2-hp")
def test_a_dismissal_costs_the_whole_team() -> None:
    """given A2 who dismisses a Character with 15 damage, then both players of team A show 35 HP."""
    g = table()
    for seat in range(4):
        g.character(seat)
    hurt = g.character(2, "guard", damage=15)
    g.next_turn(2)
    g.quietly(2, "dismiss", hurt)
    assert [g.hp_of(seat) for seat in range(4)] == [35, 50, 35, 50]


@pytest.mark.rule("terrene", "format.2v2-supply")
def test_supply_is_not_lent_to_a_teammate() -> None:
    """given A1 with 3 SP used and A2 with 1, when A1 hides another, then it is refused; A2 may."""
    g = table()
    for seat in (0, 0, 0, 1, 2):
        g.character(seat)
    cards = {seat: g.hand(seat, "thief") for seat in (0, 2)}
    assert (g.used(0), g.used(2)) == (3, 1)
    assert g.refused(0, "hide", cards[0]) == "supply.limit"
    assert g.refused(0, "recruit", cards[0]) == "supply.recruit-full"
    g.next_turn(2)
    g.play(2, "hide", cards[2])
    assert g.used(2) == 2


@pytest.mark.rule("terrene", "format.2v2-setup")
def test_a_team_of_two_starts_with_three_characters_each() -> None:
    """given 2v2, when a player picks four Characters, then it is refused; three use 3 of 3 Supply."""
    g = opening()
    g.pick(g.asked()[0], 1)
    g.answer(0, (kernel.V_PICK, 1), settle=False)
    g.answer(1, (kernel.V_PICK, 2), settle=False)
    assert set(g.takeable(0, *CREW[:2])) == {"thief", "mage", "planner"}
    assert set(g.takeable(0, *CREW)) == {*KIT, "order"}
    assert set(g.takeable(0, *CREW, *KIT)) == {"meadow", "harbour"}
    assert g.takeable(0, *CREW, *KIT, "meadow") == []
    g.picks(0, *CREW, "mage", *KIT)
    with pytest.raises(WrongInput, match="mage may not be picked as number 4"):
        g.settle()
    for seat in range(4):
        g.picks(seat, *CREW, *KIT, "meadow")
    g.settle()
    for seat in range(4):
        assert [g.slug(h) for h in g.zone(seat, t.PARTY)] == list(CREW)
        assert (g.used(seat), g.rules.supply) == (3, 3)
        assert g.size(seat, t.DECK) == 23 - (seat == 0)


@pytest.mark.rule("terrene", "format.2v2-loss")
def test_a_team_plays_on_while_one_of_it_has_a_character() -> None:
    """given B1 with no Character and B2 with one hidden, then B1 has turns; without both, team B loses."""
    g = table()
    x = g.character(0)
    g.character(2)
    foe = g.character(1, "mage")
    last = g.character(3, hidden=True)
    g.play(0, "attack", x)
    g.quietly(1, "block", foe)
    assert g.size(1, t.PARTY) == 0 and not g.ended()
    g.end_turn()
    assert g.s.active == 1
    a, b = g.hand(1, "grunt"), g.hand(1, "guard")
    g.play(1, "hide", a)
    g.play(1, "recruit", b)
    assert g.size(1, t.PARTY) == 2
    for h in (a, b):
        g.play(1, "dismiss", h)
    assert not g.ended()
    for _ in range(2):
        g.end_turn()
    assert g.s.active == 3
    g.play(3, "dismiss", last)
    assert g.ended() == ["win.no-characters"] and g.wins() == (1, 0)


@pytest.mark.rule("terrene", "format.2v2-first-attack")
def test_only_the_very_first_turn_is_without_attacks() -> None:
    """given turn 1, when A1 attacks, then no; B1's attack in turn 2 and A2's in turn 3 are accepted."""
    g = started(opening())
    for turn, seat in enumerate((0, 1, 2), 1):
        assert (g.s.turn, g.s.active) == (turn, seat)
        x = g.zone(seat, t.PARTY)[0]
        g.quietly(seat, "recruit", x)
        if turn == 1:
            assert g.refused(0, "attack", x) == "turn.first-turn-no-attack"
        else:
            g.quietly(seat, "attack", x)
            assert len(g.happened("attacks")) == turn - 1
        g.end_turn()
    assert (g.hp_of(0), g.hp_of(1)) == (50 - g.atk(g.zone(1, t.PARTY)[0]), 50 - g.atk(g.zone(2, t.PARTY)[0]))


@pytest.mark.rule("terrene", "format.2v2-defence")
def test_a_player_without_characters_is_skipped_when_blocks_are_asked() -> None:
    """given B1 without Characters and B2 with one, then B2 is asked, and overkill goes to the team."""
    g = table()
    x = g.character(0)
    g.character(2)
    foe = g.character(3, "mage")
    g.character(3, hidden=True)
    g.play(0, "attack", x)
    assert g.asked() == [3] and g.s.asks[0].window == t.W_BLOCK
    g.quietly(3, "block", foe)
    assert g.where(foe) == "Discard Pile" and g.xp(x) == 1
    assert (g.hp_of(1), g.hp_of(3)) == (45, 45)


@pytest.mark.rule("terrene", "format.2v2-defence")
@pytest.mark.parametrize("blocks", [(True,), (False, True), (False, False)])
@pytest.mark.parametrize("active", [0, 2])
def test_the_team_is_asked_for_a_block_in_turn_order(active: int, blocks: tuple[bool, ...]) -> None:
    """given both have recruited Characters, then they are asked in turn until one blocks; else direct."""
    g = table()
    fighters = [g.character(seat, "titan" if seat % 2 else "grunt") for seat in range(4)]
    if active:
        g.next_turn(2)
    g.play(active, "attack", fighters[active])
    order = [(active + 1) % 4, (active + 3) % 4]
    for seat, block in zip(order, blocks, strict=False):
        assert g.asked() == [seat]
        if block:
            assert g.refused(seat, "block", fighters[(seat + 2) % 4]) == "defend.choose-blocker"
            g.play(seat, "block", fighters[seat])
        else:
            g.pass_(seat)
    assert g.asked() == [active]
    if True in blocks:
        assert g.damage(fighters[order[len(blocks) - 1]]) == 10 and g.hp_of(1) == 50
    else:
        assert g.hp_of(1) == 30


@pytest.mark.rule("terrene", "format.2v2-allied")
def test_teammates_share_no_actions_and_no_cards() -> None:
    """given A2 with 2 unspent Actions and A1 with 0, when A1 recruits, then no; A2's cards are not A1's."""
    g = table()
    mine, mate = g.character(0), g.character(2, "guard")
    g.character(1)
    bomb, spare, card = g.hold(mate, "tonic"), g.hold(mine, "stone"), g.hand(0, "order")
    h, away = g.hand(0, "thief"), g.terrain(2, "harbour")
    g.actions(0, 0)
    g.actions(2, 2)
    assert g.refused(0, "recruit", h) == "action.spend-free"
    assert g.refused(0, "attack", mine) == "action.spend-free"
    g.actions(0, 4)
    assert g.refused(0, "attack", mate) == "attack.declare"
    assert g.refused(0, "use", bomb, mate) == "item.through-character"
    assert g.refused(0, "assign", card, mate) == "action.assign"
    assert g.refused(0, "trade", mine, mate) == "action.trade"
    assert g.refused(0, "dismiss", mate) == "action.dismiss"
    assert g.refused(0, "terrain", away) == "terrain.play-or-switch"
    assert g.refused(0, "recruit", g.hand(2, "thief")) == "action.recruit"
    assert g.held(mine) == [spare] and g.actions_of(2) == 2


@pytest.mark.rule("terrene", "format.2v2-information")
def test_teammates_see_each_other_s_hidden_cards() -> None:
    """given A1's client, then it names A2's hidden Characters, Items and hand; B1's does not."""
    g = started(opening())
    for _ in range(4):
        g.end_turn()
    seats = [SeatView(g.s, seat, g.dealer.known[seat]) for seat in range(4)]
    for seat in range(4):
        party = g.zone(seat, t.PARTY)
        hidden = [*party, *(k for h in party for k in g.held(h)), *g.zone(seat, t.HAND)]
        assert len(hidden) >= 7 and not any(g.s.code[h] for h in hidden)
        for viewer in seats:
            knows = viewer.index % 2 == seat % 2
            assert [bool(viewer.code(h)) for h in hidden] == [knows] * len(hidden)
            assert not any(viewer.code(h) for h in g.zone(seat, t.DECK))


@pytest.mark.rule("terrene", "format.2v2-run-and-leave")
def test_running_needs_the_teammate_s_consent() -> None:
    """given A1 proposes to run and A2 refuses, then the game goes on with A1's turn."""
    g = started(opening())
    g.play(0, "run")
    assert g.asked() == [2] and g.asked_kind() == CONFIRM
    g.no(2)
    assert not g.ended() and (g.s.turn, g.asked()) == (1, [0]) and g.can(0, "run")


@pytest.mark.rule("terrene", "format.2v2-run-and-leave")
def test_who_ran_draws_two_and_the_teammate_one() -> None:
    """given A2 agrees, then team B wins, and in the next game A1 draws 2 and A2 draws 1 in the first turn."""
    g = started(opening())
    g.play(0, "run")
    g.yes(2)
    assert g.ended() == ["action.run"] and g.wins() == (0, 1) and not g.s.over
    started(g)
    drawn = {}
    for _ in range(4):
        drawn[g.s.active] = g.size(g.s.active, t.HAND)
        g.end_turn()
    assert drawn == {0: 2, 1: 1, 2: 1, 3: 1}
    assert g.s.active == 0 and g.size(0, t.HAND) == 3


@pytest.mark.rule("terrene", "format.2v2-run-and-leave")
def test_who_leaves_loses_the_match_for_the_team() -> None:
    """given a match of two teams, when A2 leaves, then team B has won it."""
    g = started(opening())
    kernel.leave(g.s, 2)
    assert g.s.over == ((2, 1, 2, 1), "win.leaving")


def told(g: Terrene, since: int) -> list[str]:
    """The lines of the log about ended games, from that row of the log on."""
    rows = [row for row in g.log[since:] if row[ROW_EVENT] == t.E_OVER]
    return [line.text() for row in rows if (line := g.rules.book.event_line(g.s, row))]


@pytest.mark.rule("terrene", "format.best-of-three")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_log_says_how_a_game_has_ended_and_what_comes_next(seats: int) -> None:
    """given games won by both sides, then the log names winner, rule, score and the next game or the end."""
    g = opening(seats)
    first, second = ("p1", "p2") if seats == 2 else ("p1 and p3", "p2 and p4")
    score = f"score: {first} {{}}, {second} {{}}"
    for side, said in (
        (1, f"game 1 goes to {second}: {first} ran [action.run]; {score.format(0, 1)}; game 2 follows"),
        (0, f"game 2 goes to {first}: {second} ran [action.run]; {score.format(1, 1)}; game 3 follows"),
        (
            0,
            f"game 3 goes to {first}: {second} ran [action.run]; {score.format(2, 1)};"
            " the match is over [format.best-of-three]",
        ),
    ):
        since = len(g.log)
        if seats == 2:
            won_game(g, side)
        else:
            started(g)
            while g.s.active % 2 == side:
                g.end_turn()
            g.play(g.s.active, "run")
            g.answer(g.asked()[0], kernel.YES_MOVE)
        assert told(g, since) == [said]
    assert g.s.over


@pytest.mark.rule("terrene", "format.drawn-games")
def test_the_log_says_that_a_game_is_drawn_and_that_the_cap_ends_the_match() -> None:
    g = opening(2)
    set_var(g.s, t.G_GAMES, 3)
    set_var(g.s, t.G_WINS, 1)
    drawn_game(g)
    why = "the turn limit, by Hit Points left [win.turn-limit]; score: p1 1, p2 0; "
    assert told(g, 0) == [f"game 4 is drawn: {why}game 5 follows"]
    since = len(g.log)
    drawn_game(g)
    assert told(g, since) == [f"game 5 is drawn: {why}the match is over [format.drawn-games]"]


@pytest.mark.rule("terrene", "win.hp", "win.no-characters", "win.simultaneous")
@pytest.mark.parametrize(
    ("hurt", "why"),
    [
        ((0, 50), "game 1 goes to p1: no Hit Points left to p2 [win.hp]"),
        ((50, 50), "game 1 is drawn: both sides fell together [win.simultaneous]"),
        ((), "game 1 goes to p2: no Character left to p1 [win.no-characters]"),
    ],
)
def test_the_log_says_why_a_game_has_ended(hurt: tuple[int, ...], why: str) -> None:
    """given damage to players, or none and a last Character that is dismissed, then the log says so."""
    g = table(2)
    mine, _ = g.character(0), g.character(1)
    for seat, n in enumerate(hurt):
        g.hurt(seat, n)
    if hurt:
        g.quietly(0, "recruit", g.hand(0, "thief"))
    else:
        g.play(0, "dismiss", mine)
    assert told(g, 0)[0].partition("; ")[0] == why
