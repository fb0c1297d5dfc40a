"""Levels: which a game offers, and the mistakes that tell them apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet import bots, games
from fadenet.bots.arena import Contest, Variant, play_pairs
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.levels import EASY, NORMAL, WaveringBot
from fadenet.cli.frame.context import make_bot
from fadenet.cli.past.solo import level_of
from fadenet.engine.descriptor import Mistakes
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.games.fade.tables import COMBAT, V_ATTACK, V_END
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.cards.fade import item

PAIRS = 1, 10
"""Pairs in a run, and in a long one."""
SEEDS = 24
NEVER = Mistakes(0, 0, 0, 0, 0)
ZAP = item("zap", cost=0, targets=[{"pick": "all characters"}], do={"damage": 2, "to": "target"})
"""Harms any Character, also one of its player."""


class Erring(WaveringBot):
    """Makes the mistakes that it is told to."""

    def __init__(self, shares: Mistakes) -> None:
        super().__init__()
        self.shares = shares

    def mistakes(self, seat: SeatView) -> Mistakes:
        return self.shares


def answers(d: Duel, seat: int, shares: Mistakes) -> set[str]:
    """The answers to a question, in notation, of bots with other dice that make mistakes so often."""
    it, found = SeatView(d.s, seat, d.dealer.known[seat]), set[str]()
    for seed in range(SEEDS):
        bot = Erring(shares)
        run_now(bot.start(MatchInfo("m", "faroe", "duel", seat, ("a", "b"), ("bot", "bot"), (), seed), it))
        first = run_now(bot.choose(it)).move
        assert run_now(bot.choose(it)).move == first, "the same view, the same answer"
        found.add(it.text(first))
    return found


def fight(cards: str = "") -> Duel:
    """Two Characters of the first seat may attack: one of three falls at once, and two do not."""
    d = Duel(cards)
    d.character(0, "soldier")
    d.character(0, "giant")
    for slug, damage in (("giant", 0), ("soldier", 0), ("soldier", 8)):
        d.damage(d.character(1, slug), damage)
    return d


def test_the_levels_go_from_easy_to_hard() -> None:
    """given the levels, then each is a bot there is, an easier one makes no mistake less often in any game,
    and the hardest of all games makes none."""
    assert list(bots.LEVELS) == ["easy", "normal", "hard"] and set(bots.LEVELS.values()) <= set(bots.NAMES)
    for game in games.GAMES.values():
        easy, normal = game.mistakes[EASY], game.mistakes[NORMAL]
        assert easy != normal
        assert all(100 > more >= less > 0 for more, less in zip(easy, normal, strict=True)), game.name
    assert bots.LEVELS["hard"] == "greedy"


def test_a_level_is_a_name_of_its_bot() -> None:
    """given a level, then it is the bot of that level, with its options, wherever a bot is named, and the
    history calls that bot by it; a bot of no level keeps its name."""
    assert type(bots.make("hard:trials=8")) is GreedyBot and bots.called("hard:trials=8") == "hard"
    assert [level_of(name) for name in ("greedy", "easy", "rollout")] == ["hard", "easy", "rollout"]


# Mistakes.


def test_without_mistakes_it_plays_as_greedy_does() -> None:
    d = fight()
    d.go(0, COMBAT)
    it = SeatView(d.s, 0, d.dealer.known[0])
    assert answers(d, 0, NEVER) == {it.text(run_now(GreedyBot().choose(it)).move)} == {"attack c1 p2.c3"}


def test_it_forgets_to_answer() -> None:
    """given a Reaction that would save a Character, then it is not used."""
    d = Duel()
    attacker, mine = d.character(0, "soldier"), d.character(1, "soldier")
    d.on(mine, "guard")
    d.damage(mine, 8)
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, mine)
    assert answers(d, 1, NEVER) == {"use c1.1 k1"}
    assert answers(d, 1, NEVER._replace(forgets=100)) == {"pass"}
    assert answers(d, 1, NEVER._replace(forgets=50)) == {"use c1.1 k1", "pass"}


def test_what_it_overlooks_it_overlooks_until_the_turn_is_over() -> None:
    """given two Characters that may attack, then some bots overlook one of them, and still do after the other
    one has attacked; where nothing is seen the Phase ends."""
    d = fight()
    d.go(0, COMBAT)
    half = NEVER._replace(overlooks=50)
    assert answers(d, 0, NEVER._replace(overlooks=100)) == {"end"}
    assert answers(d, 0, half) == {"end", "attack c1 p2.c3", "attack c2 p2.c3"}
    bot, it = Erring(half), SeatView(d.s, 0, d.dealer.known[0])
    run_now(bot.start(MatchInfo("m", "faroe", "duel", 0, ("a", "b"), ("bot", "bot"), (), 4), it))
    assert it.text(run_now(bot.choose(it)).move) == "attack c2 p2.c3"
    d.quietly(0, "attack", *it.parse("attack c2 p2.c3")[1:])
    assert {move[0] for move in it.options()} > {V_ATTACK}
    for _ in range(SEEDS):
        d.s.next_id += 1  # other dice, in the same turn
        assert run_now(bot.choose(it)).move[0] == V_END


def test_it_takes_what_looks_good_first_and_never_what_does_not() -> None:
    """given several Attacks that gain something, then any of them is made, and nothing else."""
    d = fight()
    d.go(0, COMBAT)
    hasty = answers(d, 0, NEVER._replace(hurries=100))
    assert len(hasty) > 3 and all(said.startswith("attack ") for said in hasty)


def test_it_aims_at_what_it_should_not_but_never_at_its_own() -> None:
    """given an Item that harms any Character, then any is harmed whose harm is worth it, and no own one."""
    d = fight(ZAP)
    d.hand(0, "zap")
    usual = answers(d, 0, NEVER)
    assert usual == {"play h1 p2.c3"}
    assert answers(d, 0, NEVER._replace(misaims=100)) == {"play h1 p2.c2", "play h1 p2.c3"}


def test_it_ends_with_something_left() -> None:
    d = fight()
    d.go(0, COMBAT)
    assert answers(d, 0, NEVER._replace(stops=100)) == {"end"}
    assert answers(d, 0, NEVER._replace(stops=50)) == {"end", "attack c1 p2.c3"}


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("greedy", "easy"), ("easy", "random")])
def test_each_level_beats_what_is_far_below_it(
    better: str, worse: str, so_many: Callable[[int, int], int]
) -> None:
    """given a few paired games of faroe, then the better bot wins most; the long form is `bot match`."""
    assert play_pairs(Contest(Variant("faroe"), (better, worse)), so_many(*PAIRS), 1).rate > 0.5


@pytest.mark.parametrize("agreements", [False, True])
@pytest.mark.parametrize("name", bots.NAMES)
def test_bots_propose_agreements_only_where_they_are_asked_to(name: str, agreements: bool) -> None:
    """given the agreements before a match of Prelude, then no bot that plays with people proposes anything,
    whatever its dice say, but where it may."""
    deck = ["copper-purse"] * 50 + ["soldier-1", "green-magic-1"]
    g = Prelude("human", "dwarf", setup=False, decks=[deck, deck], agreements=True)
    seat, bot, answers = SeatView(g.s, 0, g.dealer.known[0]), make_bot(name, agreements), set[Move]()
    for seed in range(40):
        info = MatchInfo("m", "prelude", "duel", 0, ("Ada", "Ben"), ("bot", "human"), (), seed)
        run_now(bot.start(info, seat))
        answers.add(run_now(bot.choose(seat)).move)
    assert PASS_MOVE in answers and (len(answers) > 1) == agreements
