"""The score of pairs of games, seen from the first bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fadenet.bots.arena.interval import classes_interval, interval, share_of_classes
from fadenet.bots.arena.pairs import GamePair
from fadenet.bots.arena.sprt import CLASSES
from fadenet.bots.arena.timing import Thinking


@dataclass(frozen=True, slots=True)
class Share:
    """A share of points. classes: how many trials brought 0, 1/k .. 1 of what they are worth: the five of
    pairs, or the three of games."""

    classes: tuple[int, ...]

    @property
    def n(self) -> int:
        return sum(self.classes)

    @property
    def rate(self) -> float:
        """The share, a draw counting half; 0 without a trial."""
        return share_of_classes(self.classes)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `rate`; None after too few trials. Games are hardly ever drawn, so they are
        taken as won or lost."""
        return classes_interval(self.classes) if len(self.classes) == CLASSES else interval(self.rate, self.n)


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of paired games.

    pairs: by their half points, 0 to 4; beginner, second: of the games in which this bot, or the other one,
    had the first turn, one of each pair; both are empty against an automaton. unswapped: the pairs in which
    the same bot began twice, though all was tried.
    """

    wins: int
    draws: int
    losses: int
    pairs: Share
    beginner: Share
    second: Share
    unswapped: int
    turns_max: int
    answers: int  # all answers given in all games
    timed: int  # games of which it is known how long the bots thought
    thinking: tuple[Thinking, Thinking]  # of this bot and the other, in those

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of points, a draw counting half."""
        return self.pairs.rate

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of `rate`, a pair being one trial; None after too few pairs."""
        return self.pairs.interval


def score_of(pairs: Sequence[GamePair]) -> Score:
    """Sum up pairs, one at least."""
    games = [one for pair in pairs for one in zip(pair.scores, pair.beginners, strict=True)]
    scores = Counter(score for score, _ in games)
    timed = [pair.thinking for pair in pairs if any(one.n for one in pair.thinking)]
    own, others = (sum((two[bot] for two in timed), Thinking()) for bot in (0, 1))
    return Score(
        wins=scores[2],
        draws=scores[1],
        losses=scores[0],
        pairs=Share(classes_of(pairs)),
        beginner=_share(score for score, first in games if first == 0),
        second=_share(score for score, first in games if first == 1),
        unswapped=sum(pair.beginners[0] == pair.beginners[1] >= 0 for pair in pairs),
        turns_max=max(game.turns for pair in pairs for game in pair.games),
        answers=sum(game.answers for pair in pairs for game in pair.games),
        timed=2 * len(timed),
        thinking=(own, others),
    )


def classes_of(pairs: Iterable[GamePair]) -> tuple[int, ...]:
    """How many pairs there are of each class."""
    found = Counter(pair.points for pair in pairs)
    return tuple(found[points] for points in range(CLASSES))


def _share(scores: Iterable[int]) -> Share:
    found = Counter(scores)
    return Share((found[0], found[1], found[2]))
