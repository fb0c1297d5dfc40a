"""The bot that plays its candidates out: it sees no more than its seat, keeps to its budget, and judges all
leaves alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from fadenet import bots, games
from fadenet.bots.base import Bot, Thought, run_now
from fadenet.bots.beliefs import packaged_lists
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.rollout import RolloutBot, gain
from fadenet.bots.worlds import Worlds
from fadenet.engine.kit.series import series_of
from fadenet.engine.language import files
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, TableNeed
from fadenet.games.decks import load_deck
from fadenet.games.prelude import cards as compiler
from fadenet.games.prelude.rules import make_rules
from fadenet.games.prelude.typed import PACKAGE
from fadenet.table.local import LocalMatch
from fadenet.table.view import Clock, MatchInfo, SeatView
from tests.builders.playout import deck_lists
from tests.builders.scenario import rules_with
from tests.cards.prelude import character


class Onlooker(GreedyBot):
    """Plays as greedy does, and keeps its free choices until there are enough."""

    def __init__(self, enough: int) -> None:
        super().__init__(trials=4)
        self.enough = enough
        self.kept: list[tuple[SeatView, list[Move]]] = []

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.match = match

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask = seat.ask
        assert ask is not None
        if seat.state.turn > 2 and ask.kind == ACT and len(options) > 3:
            own = SeatView(seat.state.clone(), seat.index, seat.known.copy(), seat.sightings.clone())
            self.kept.append((own, options))
        if len(self.kept) == self.enough:
            raise Enough
        return super().pick(seat, options)


class Chooser(GreedyBot):
    """Is asked for a card of its deck, and looks no further."""

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        self.match = match

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        self.seat, self.need = seat, need
        raise Enough


class Enough(Exception):
    """All that is to be looked at has been kept."""


def choices(game: str, n: int = 1) -> tuple[Onlooker, list[tuple[SeatView, list[Move]]]]:
    """The first n free choices of a match, with the player that had them."""
    rules = games.load(game)
    onlooker = Onlooker(n)
    players: list[Bot] = [onlooker, GreedyBot(trials=4)]
    with pytest.raises(Enough):
        run_now(LocalMatch(rules, players, deck_lists(rules), seed=3).play())
    return onlooker, onlooker.kept


def asked(bot: Bot, match: MatchInfo, seat: SeatView) -> tuple[Move, Thought | None]:
    """The move and the thought of a bot that is asked in this view."""
    run_now(bot.start(match, seat))
    return run_now(bot.choose(seat)).move, bot.thought()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["terrene", "prelude", "faroe"])
def test_the_same_view_gives_the_same_move_whatever_lies_hidden(game: str) -> None:
    """given free choices of a match, when what lies hidden is another world that fits, then a fresh rollout
    picks the same move for the same reasons, within its budget."""
    onlooker, kept = choices(game, 3)
    bot = bots.make("rollout:moves=2,worlds=2,replies=2")
    assert isinstance(bot, RolloutBot)
    played = 0
    for seat, options in kept:
        move, thought = asked(bot, onlooker.match, seat)
        assert move in options
        assert thought is None or 2 <= thought.playouts <= 3 * 2
        played += thought is not None
        run_now(bot.start(onlooker.match, seat))
        assert bot._lists is not None
        other = Worlds(seat, bot._lists).draw(Random(1))
        same = SeatView(other.state.clone(), seat.index, other.known[seat.index], seat.sightings.clone())
        assert asked(bots.make("rollout:moves=2,worlds=2,replies=2"), onlooker.match, same) == (move, thought)
    assert played


@pytest.mark.parametrize("game", games.NAMES)
def test_a_position_that_has_not_changed_is_worth_nothing(game: str) -> None:
    """given a position, whatever its points, then nothing is gained in it; and a game of the match that was
    won since, or lost, is all that there is to gain, or to lose. From before the first turn on, a game that
    goes on is worth nothing either."""
    _, ((seat, _), *_) = choices(game)
    assert gain(seat, seat) == 0
    rules = rules_of(seat.state)
    if game in ("terrene", "prelude"):
        begun = seat.state.clone()
        begun.turn = 0
        assert gain(SeatView(begun, seat.index, seat.known), seat) == 0
    for winner in (0, 1):
        after = seat.state.clone()
        if game in ("terrene", "prelude"):
            series = series_of(after)
            won = list(after.vars)
            won[series.wins + winner] += 1
            after.vars, after.turn = tuple(won), 0
        else:
            after.over = (tuple(1 if e == winner else 2 for e in range(2)), "win.last")
        leaf = SeatView(after, seat.index, seat.known)
        assert gain(seat, leaf) == (1 if rules.side(after, seat.index) == winner else -1)


def test_who_begins_a_match_is_found_by_playing_it_out() -> None:
    """given a deck with a character who dies of the first blow and one who does not, then a rollout takes the
    other, whichever greedy takes; where it plays no games, it takes the one that greedy takes."""
    frail = character("frail", life=1, icons=["green", "red", "energy", "common", "sharp", "minion"], coin=4)
    rules = compiler.add_cards(make_rules(), [*files.sources(PACKAGE, "cards"), ("test", frail)])
    chest = load_deck(rules, "axe-and-ember").lists[0]
    deck = [chest, [rules.by_slug["frail"].code, rules.by_slug["wat-the-ferryman"].code]]
    chooser = Chooser()
    with pytest.raises(Enough):
        run_now(LocalMatch(rules, [chooser, GreedyBot()], [*deck, *deck], seed=1).play())
    seat, need = chooser.seat, chooser.need

    def taken(bot: Bot) -> str:
        run_now(bot.start(chooser.match, seat))
        (h,) = run_now(bot.take(seat, need))
        return rules.cards[seat.code(h)].slug

    bot = RolloutBot(games=2, replies=1)
    assert taken(bot) == "wat-the-ferryman"
    thought = bot.thought()
    assert thought is not None and thought.playouts == 4
    greedy = RolloutBot(games=0)
    assert taken(greedy) == taken(GreedyBot())
    assert greedy.thought() is None


def test_a_clock_ends_the_thinking_with_what_is_there() -> None:
    """given no time for a decision, then a rollout makes the first of its candidates, without a playout."""
    onlooker, kept = choices("terrene", 3)
    bot = RolloutBot(moves=3, worlds=1, replies=1)
    seat, options = next(one for one in kept if asked(bot, onlooker.match, one[0])[1] is not None)
    for clock in (Clock(decision_s=0), Clock(bank_s=0)):
        seat.clock = clock
        assert asked(bot, onlooker.match, seat) == (GreedyBot().pick(seat, options), None)


def test_a_card_set_of_ones_own_has_no_packaged_decks() -> None:
    """given cards of which none is in a deck of the game, then no list is known."""
    assert packaged_lists(rules_with()) == () != packaged_lists(games.load("faroe"))


def test_without_a_match_to_believe_anything_of_it_is_greedy() -> None:
    """given a view of no match under way, as puzzles have it, then a rollout picks what greedy does."""
    _, ((seat, options), *_) = choices("terrene")
    assert RolloutBot().pick(seat, options) == GreedyBot().pick(seat, options)
