"""The greedy player: what it does in plain positions, that it wins, and that it knows only what it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest

from fadenet import bots, games
from fadenet.bots import arena, fade, fade_worth, lookahead
from fadenet.bots.base import Bot, run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.engine import atoms, kernel
from fadenet.engine.digest import digest
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, TAKE, Known, TableNeed
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import (
    AFTERMATH,
    COMBAT,
    DAMAGE,
    DECK,
    FRONT,
    HAND,
    KEY_TO,
    NZ,
    PREPARATION,
    V_END,
    V_LAY,
)
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, SeatView
from tests.builders.raid import Raid
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import character, command, item, skill, zone

SEED = 30_000
MAIN = {"strike": 14, "guard": 14, "ration": 6, "edge": 6}
OTHER_MAIN = {"ration": 10, "strike": 20, "edge": 10}
POOL = {"soldier": 4, "giant": 2, "squire": 4}


def seat_of(d: Duel, seat: int) -> SeatView:
    return SeatView(d.s, seat, d.dealer.known[seat])


def answer(d: Duel, seat: int) -> str:
    """The answer of greedy here, in notation."""
    it = seat_of(d, seat)
    return it.text(run_now(GreedyBot().choose(it)).move)


def codes(*parts: dict[str, int]) -> list[list[int]]:
    rules = rules_with()
    return [[rules.code_of(slug) for slug, n in part.items() for _ in range(n)] for part in parts]


# Positions.


def test_it_knocks_out_rather_than_spreads_damage() -> None:
    """given two targets of which one falls to this Attack, then that one is attacked."""
    d = Duel()
    mine = d.character(0, "soldier")
    d.character(1, "giant")
    weak = d.character(1, "soldier")
    d.damage(weak, 8)
    d.go(0, COMBAT)
    assert answer(d, 0) == "attack c1 p2.c2"
    d.quietly(0, "attack", mine, weak)
    assert d.where(weak) == "Discard Pile Zone"


def test_it_attacks_a_player_who_stands_alone() -> None:
    """given an opponent without Characters, then the opponent is attacked."""
    d = Duel()
    d.character(0, "soldier")
    d.go(0, COMBAT)
    assert answer(d, 0) == "attack c1 p2"


def test_it_fights_raiders_and_agrees_to_fight_them() -> None:
    """given a Raider, then greedy agrees to it, and attacks the one that it fells; HP are those of all."""
    r = Raid("", ("brute", "imp"), setup=False)
    assert answer(r, 0) == answer(r, 1) == "yes"
    r.vote(True, True)
    r.vote(True, True)
    r.begin()
    _, imp = r.standing()
    r.character(0, "soldier")
    r.leave(imp, 2)
    assert (fade.left(r.s, r.raid_seat), fade.left(r.s, 0)) == (32, 50)
    r.go(0, COMBAT)
    assert answer(r, 0) == "attack c1 p3.c2"


def test_it_saves_a_character_that_would_fall() -> None:
    """given a Reaction that Blocks and an Attack that would Knock Out, then it is used; else it is kept."""
    for damage, said in ((8, "use c1.1 k1"), (0, "pass")):
        d = Duel()
        attacker = d.character(0, "soldier")
        mine = d.character(1, "soldier")
        d.on(mine, "guard")
        d.tp(1, 2)
        d.damage(mine, damage)
        d.go(0, COMBAT)
        d.play(0, "attack", attacker, mine)
        assert answer(d, 1) == said


def test_it_kills_with_a_skill_when_the_attack_is_spent() -> None:
    """given a Skill whose 4 damage Knock Out the only target, then it is used."""
    d = Duel()
    mine = d.character(0, "soldier")
    d.on(mine, "strike")
    foe = d.character(1, "giant")
    d.damage(foe, 13)
    d.go(0, COMBAT)
    d.quietly(0, "attack", mine, foe)
    assert d.hp(foe) == 4
    assert answer(d, 0) == "use c1.1 p2.c1"


def test_it_brings_its_best_character_and_attaches_what_it_holds() -> None:
    """given TP for the dearer Character, then that one comes; a Skill in Hand is attached."""
    d = Duel()
    d.fighter(0, "squire")
    d.fighter(0, "giant")
    assert answer(d, 0) == "play f2 to=front"
    d = Duel()
    d.character(0, "soldier")
    d.hand(0, "strike")
    assert answer(d, 0) == "attach h1 c1"


def test_wounded_characters_step_back_behind_the_strongest() -> None:
    """given two Characters in front after Combat, then the weak one moves back, and the Phase ends."""
    d = Duel()
    d.character(0, "giant")
    weak = d.character(0, "soldier")
    d.character(1, "soldier")
    d.damage(weak, 7)
    d.go(0, AFTERMATH)
    assert answer(d, 0) == "move c2"
    d.play(0, "move", weak)
    assert answer(d, 0) == "end"


def test_it_steps_forward_before_combat() -> None:
    """given a Character in the back that could Attack, then it moves up in the Preparation Phase."""
    d = Duel()
    d.character(0, "soldier")
    d.character(0, "soldier", backup=True)
    d.character(1, "giant")
    assert d.s.phase == PREPARATION
    assert answer(d, 0) == "move b1"


MEADOW = zone("meadow", ability={"gives": {"HP": 1}, "to": "your characters"})


def test_where_there_are_cells_it_moves_between_the_rows_alone() -> None:
    """given cells: who can Attack steps forward, who is weak goes back, and nobody walks about in a row."""
    d = Duel(edition="fade2")
    x = d.character(0, "soldier", backup=True)
    assert answer(d, 0) == "move b1 to=c1"
    d.play(0, "move", x, (KEY_TO, d.cell("c1")))
    y = d.character(0, "giant")
    d.damage(x, 7)
    d.go(0, AFTERMATH)
    assert answer(d, 0) == "move c1 to=b1"
    d.play(0, "move", x, (KEY_TO, d.cell("b1")))
    assert d.at(y) == "c2"
    assert answer(d, 0) == "end"


def test_it_opens_a_cell_and_stands_behind_it() -> None:
    """given a Zone card, then it opens a cell of the front, and after Combat the weak stand behind that."""
    d = Duel(MEADOW, edition="fade2")
    d.character(0, "giant", at="c2")
    x = d.character(0, "soldier", at="c3")
    ground = d.hand(0, "meadow")
    assert answer(d, 0) == "play h1 to=c6"
    d.play(0, "play", ground, (KEY_TO, d.cell("c6")))
    d.go(0, AFTERMATH)
    assert answer(d, 0) == "move c2 to=c1"
    d.play(0, "move", x, (KEY_TO, d.cell("c1")))
    assert answer(d, 0) == "end"


DRUM = item(
    "drum",
    cost=1,
    ability={
        "keyword": "Stock",
        "n": 2,
        "activate": True,
        "targets": "enemy fighters",
        "do": {"damage": 5, "to": "target"},
    },
)


def test_it_lays_beside_itself_what_works_there_and_uses_it() -> None:
    """given an Item with Stock, then it is played for what it holds, and then activated."""
    d = Duel(DRUM, edition="fade2")
    d.character(0, "giant")
    d.character(1, "soldier")
    drum = d.hand(0, "drum")
    assert answer(d, 0) == "play h1 to=a1"
    d.quietly(0, "play", drum, (KEY_TO, d.cell("a1")))
    assert answer(d, 0) == "activate p1.1 p2"


BIG_AND_SMALL = character("big", hp=20, plv=6, cs=4) + character("small", hp=10, plv=3, cs=3)


def test_nobody_who_can_attack_goes_back_for_a_newcomer() -> None:
    """given slots for one of two, then the one in front keeps them; given enough for both, both come."""
    for mine, said in (("big", "end"), ("small", "play f1 to=c2")):
        d = Duel(BIG_AND_SMALL, edition="fade1")
        d.character(0, mine)
        d.character(1, "soldier")
        d.fighter(0, "small")
        assert answer(d, 0) == said


def test_who_has_tp_to_spare_has_somebody_wait_behind() -> None:
    """given slots for one of two, then somebody goes back for a newcomer once there are TP to spare."""
    for tp, said in ((4, "end"), (5, "play f1 to=c2")):
        d = Duel(BIG_AND_SMALL, edition="fade1")
        d.character(0, "big")
        d.character(1, "soldier")
        d.fighter(0, "big")
        d.tp(0, tp)
        assert answer(d, 0) == said


def test_who_waits_behind_takes_the_slots_before_others() -> None:
    """given slots for one of two, then who rests behind comes forward before somebody new is played."""
    d = Duel(BIG_AND_SMALL, edition="fade1")
    d.character(0, "small", backup=True)
    d.fighter(0, "big")
    assert answer(d, 0) == "move b1 to=c1"


def test_nothing_is_attached_to_who_rests() -> None:
    """given a Reaction and a Character that stays behind, then the one in front is given it."""
    d = Duel(BIG_AND_SMALL, edition="fade1")
    d.character(0, "small", backup=True)
    d.character(0, "big")
    d.hand(0, "guard")
    assert answer(d, 0) == "attach h1 c1"


ENGINE = command(
    "engine",
    cost=1,
    directions=["Right"],
    needs=[{"type": "Character"}],
    ability={"activate": True, "do": {"heal": 1, "of": "you"}},
)


def test_a_command_is_placed_where_it_finds_what_it_needs() -> None:
    """given a Command that needs a Character on its right, then it is played beside one, else kept."""
    for at, said in (("c3", "play h1 to=c2"), ("c1", "end")):
        d = Duel(ENGINE, edition="fade2")
        d.character(0, "giant", at=at)
        d.hand(0, "engine")
        d.tp(0, 3)
        assert answer(d, 0) == said


LATHE = ENGINE.replace("engine", "lathe").replace('["Right"]', '["Left", "Right"]')


def test_materials_are_tried_where_a_command_lacks_some_and_nowhere_else() -> None:
    """given a Command that points at two cells and needs one card, then cards are laid until it has it."""
    for at, tried in (("c6", True), ("c3", False)):
        d = Duel(LATHE, edition="fade2")
        d.command(0, "lathe", "c2")
        d.character(0, "giant", at=at)
        seat = seat_of(d, 0)
        moves = seat.options()
        assert any(move[0] == V_LAY for move in moves)
        assert any(move[0] == V_LAY for move in fade.worth_trying(seat, moves)) is tried


def test_who_strikes_harder_takes_the_place_in_front() -> None:
    """given a front without room, before Combat, then one behind changes places with a weaker one there."""
    for behind, said in (("giant", "move b1 to=c1"), ("soldier", "end")):
        d = Duel(edition="fade2")
        for _ in board.free(d.s, 0, FRONT):
            d.character(0, "soldier")
        d.character(0, behind, at="b1")
        assert answer(d, 0) == said


def test_a_card_of_a_thin_deck_is_worth_more_than_one_of_a_thick_one() -> None:
    """given Decks of 2, 12 and 40 cards, then a card less costs the more the fewer there are."""
    lost = []
    for left in (2, 12, 40):
        d = Duel(edition="fade2")
        worth = []
        for n in (left, left - 1):
            d.s.zones[DECK] = (0,) * n
            worth.append(fade_worth.side(d.s, 0, {}))
        lost.append(worth[0] - worth[1])
    assert lost[0] > lost[1] > lost[2] >= 0


def test_it_keeps_what_is_worth_most() -> None:
    """given a choice of cards of the own deck, then the dearest are taken."""
    d = Duel(skill("meteor", cost=6, rank="Ultra", do={"attack": 9}))
    cheap, dear = d.hand(0, "plain"), d.hand(0, "meteor")
    assert GreedyBot().pick_card(seat_of(d, 0), TableNeed(0, TAKE, 0, 0, 1, ()), (), [cheap, dear]) == dear


# Strength.


@pytest.mark.slow
def test_greedy_beats_random(so_many: Callable[[int, int], int]) -> None:
    """given a pair, or 20, with decks of all cards, then greedy has at least 85 % of the points."""
    pairs = so_many(1, 20)
    contest = arena.Contest(arena.Variant("faroe"), ("greedy", "random"), arena.DRAWN)
    score = arena.play_pairs(contest, pairs, SEED)
    assert score.games == 2 * pairs
    assert score.rate >= 0.85


# What it knows.


class Watched(GreedyBot):
    """Notes its answers, and sees to it that thinking changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        before, known = digest(seat.state), dict(seat.known)
        move = super().pick(seat, options)
        assert digest(seat.state) == before
        assert seat.known == known
        return move

    async def choose(self, seat: SeatView) -> Answer:
        found = await super().choose(seat)
        self.said.append(seat.text(found.move))
        return found


class Peeking(Watched):
    """Is handed what nobody may know, and uses it."""

    truth: Known = {}  # noqa: RUF012 - filled in by the test that cheats

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        theirs = seat.state.zones[(1 - seat.index) * NZ + HAND]
        return options[sum(self.truth.get(h, 0) for h in theirs) % len(options)]


class Idle(Bot):
    """Does nothing that would show a card."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        if ask.kind == ACT:
            return (V_END,)
        return PASS_MOVE if PASS_MOVE in options else options[-1]


class Stop(Exception):
    """Enough of this match has been seen."""


def answers_against(bot: Watched, foe: Sequence[dict[str, int]], turns: int = 7) -> list[str]:
    """The answers of a bot in the first turns against a hidden deck that never shows a card."""

    def watch(s: object, rows: object) -> None:
        if match.state.turn > turns:
            raise Stop

    match = LocalMatch(rules_with(), [bot, Idle()], codes(MAIN, POOL, *foe), seed=5, watch=watch)
    if isinstance(bot, Peeking):
        bot.truth = match.dealer.truth
    with suppress(Stop):
        run_now(match.play())
    return bot.said


def test_hidden_cards_of_others_change_nothing() -> None:
    """given two matches that differ only in cards no one has shown, then greedy answers both alike."""
    said = answers_against(Watched(), (MAIN, POOL))
    assert len(said) > 30
    assert said == answers_against(Watched(), (OTHER_MAIN, POOL))


def test_a_peek_would_be_noticed() -> None:
    """given a bot that was told the hidden cards, then the same comparison tells the matches apart."""
    assert answers_against(Peeking(), (MAIN, POOL)) != answers_against(Peeking(), (OTHER_MAIN, POOL))


def test_a_seat_holds_no_truth() -> None:
    """given a match under way, then a seat holds nothing but public state and what it knows itself."""
    d = Duel()
    theirs = d.hand(1, "strike")
    it = seat_of(d, 0)
    assert set(SeatView.__slots__) == {"state", "index", "known", "sightings", "clock"}
    assert it.state.code[theirs] == 0 == it.code(theirs)
    assert seat_of(d, 1).code(theirs) == d.rules.code_of("strike")


def test_looking_ahead_guesses_what_it_cannot_know() -> None:
    """given an Attack that makes hidden cards fall, when it is tried, then that ends and shows no card."""
    d = Duel()
    d.character(0, "soldier")
    foe = d.character(1, "squire")
    hidden = d.on(foe, "guard")
    d.go(0, COMBAT)
    it = seat_of(d, 0)
    points = {move: lookahead.outcome(it, move) for move in it.options() if move[0] != V_END}
    assert len(points) == 1
    assert d.s.code[hidden] == 0 and hidden not in it.known


@pytest.mark.slow
def test_the_same_seed_brings_the_same_answers() -> None:
    """given the same match twice, then all answers are the same; another seed brings others."""
    lines = []
    for seed in (3, 3, 4):
        match = LocalMatch(
            rules_with(), [bots.make(name) for name in ("greedy", "random")], codes(MAIN, POOL) * 2, seed
        )
        run_now(match.play())
        lines.append(match.answers)
    assert lines[0] == lines[1] != lines[2]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["free-for-all", "teams"])
def test_four_players_finish(format: str) -> None:
    """given a match of four, when a bot of each kind plays it, then it ends with a winner."""
    rules = rules_with(format=format)
    names = ("greedy", "normal", "easy", "random")
    match = LocalMatch(rules, [bots.make(name) for name in names], codes(MAIN, POOL) * 4, 2)
    places, _ = run_now(match.play())
    assert min(places) == 1 and max(places) > 1


def test_it_helps_its_teammate_and_not_the_enemy() -> None:
    """given a position of a team, then an enemy's loss is worth more than nothing, and a teammate's less."""
    d = Duel(seats=4, format="teams")
    for seat in range(4):
        d.character(seat)
    before = fade.position(d.s, 0, {})
    for seat, better in ((1, True), (2, False), (3, True)):
        s = d.s.clone()
        atoms.put(s, DAMAGE, seat + 1, 12)
        assert (fade.position(s, 0, {}) > before) == better


def test_a_card_of_the_deck_is_worth_more_against_more_foes() -> None:
    """given a Deck of 20, when a card of it is drawn, then that costs more where a match takes longer."""
    cost = {}
    for format, n in (("duel", 2), ("free-for-all", 4)):
        s = kernel.setup(games.load("fade2", format), n)
        s.zones[DECK] = (0,) * 20
        before = fade_worth.side(s, 0, {})
        s.zones[DECK] = (0,) * 19
        cost[format] = before - fade_worth.side(s, 0, {})
    assert cost["free-for-all"] > cost["duel"] > 0
