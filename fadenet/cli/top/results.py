"""The outcome of a contest between bots: as data, as lines for a person, as a table for other programs."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from fadenet.bots import make
from fadenet.bots.arena import Contest, GamePair, Score, score_of
from fadenet.bots.arena.games import NOBODY
from fadenet.bots.arena.interval import within
from fadenet.bots.arena.league import LeaguePlace
from fadenet.bots.arena.pairs import DRAWN
from fadenet.bots.arena.score import Share
from fadenet.bots.arena.sprt import CLASSES, H0, H1, Sprt
from fadenet.bots.options import options_of
from fadenet.cli.top.bars import bar, columns
from fadenet.engine.cardset import options_said
from fadenet.engine.language.english import number_of

POINTS = ("0", "1/2", "1", "3/2", "2")
"""The points of a pair, by its class."""
BY_DECK = "by deck"
ROW = ("pair", "game", "bot", "against", "decks", "began", "points", "rule", "turns", "answers", "digest")
"""The columns of a table of games. game: the first or second of its pair; decks: by seat; points: those of
the first bot; rule: that ended it; digest: of the state at its end."""


# The setting.


def setting_data(contest: Contest) -> dict[str, Any]:
    """The kind of match, and the bots with all their options."""
    variant = contest.variant
    return {
        "game": variant.game,
        "format": variant.format,
        "options": dict(variant.options),
        "seats": variant.seats,
        "bots": list(contest.bots),
        "bot_options": {name: _options(name) for name in contest.bots},
        "decks": contest.decks,
        "mirror": contest.mirror,
    }


def setting_lines(contest: Contest) -> Iterator[str]:
    """The same in words: the game, then each bot that has options, with all of them."""
    variant = contest.variant
    options = "".join(f", {said}" for said in options_said(dict(variant.options)))
    lists = contest.decks + " decks" + ", one list on all seats" * contest.mirror
    seats = number_of(variant.seats, "seat")
    yield f"{variant.game}, format {variant.format}{options}, {seats}; {lists}"
    for name in contest.bots:
        if options := ", ".join(f"{option}={value}" for option, value in _options(name).items()):
            yield f"{name} plays with {options}"


def _options(name: str) -> dict[str, Any]:
    """The options of a bot, with what they are set to."""
    bot = make(name)
    return {option: getattr(bot, option) for option in options_of(type(bot))}


# Two bots.


def score_data(score: Score) -> dict[str, Any]:
    """The outcome of pairs."""
    return {
        "pairs": score.pairs.n,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        **_share_data(score.pairs),
        "classes": list(score.pairs.classes),
        "beginner": _share_data(score.beginner) if score.beginner.n else None,
        "second": _share_data(score.second) if score.second.n else None,
        "unswapped": score.unswapped,
        "turns_max": score.turns_max,
        "answers": score.answers,
    }


def thinking_data(score: Score) -> dict[str, Any]:
    """How long the bots thought, None where the pairs were played by another run."""
    if not score.timed:
        return {"cpu_ms": None, "decision_ms": None}
    return {
        "cpu_ms": [round(one.ms / score.timed, 1) for one in score.thinking],
        "decision_ms": [
            {"mean": round(one.mean_ms, 2), "p95": round(one.p95_ms, 2)} for one in score.thinking
        ],
    }


def _share_data(share: Share) -> dict[str, Any]:
    ends = share.interval
    return {
        "rate": round(share.rate, 4),
        "interval": None if ends is None else [round(end, 4) for end in ends],
    }


def score_lines(a: str, b: str, score: Score) -> Iterator[str]:
    """The outcome of pairs, in words."""
    yield f"{a} against {b}: {score.wins} won, {score.draws} drawn, {score.losses} lost of {score.games}"
    yield f"{a} took {score.rate:.1%} of the points ({within(score.interval, 'pairs')})"
    for word, share in (("beginner", score.beginner), ("second", score.second)):
        if share.n:
            yield f"as {word} {share.rate:.1%} of {share.n} ({within(share.interval, 'games')})"
    classes = ", ".join(f"{word} in {n}" for word, n in zip(POINTS, score.pairs.classes, strict=True) if n)
    yield f"points of {a} in a pair: {classes}"
    for bot, one in zip((a, b), score.thinking, strict=True):
        if one.n:
            each = f"{one.mean_ms:.1f} ms a decision, for 95 of 100 of them {one.p95_ms:.3g} ms at most"
            yield f"{bot} thought for {one.ms / score.timed:.0f} ms of a processor a game, {each}"
    if score.unswapped:
        yield f"in {number_of(score.unswapped, 'pair')} the same bot began both games: one of them gives way"


def verdict_data(test: Sprt, score: Score) -> dict[str, Any]:
    """The verdict of a test."""
    counts = score.pairs.classes
    return {
        "h0": round(test.low, 6),
        "h1": round(test.high, 6),
        "llr": round(test.llr(counts), 4),
        "bounds": [round(bound, 4) for bound in test.bounds],
        "verdict": test.verdict(counts) or None,
    }


def verdict_line(bot: str, test: Sprt, score: Score) -> str:
    """The same in words."""
    (low, high), counts = test.bounds, score.pairs.classes
    less, more = (f"{100 * share:.3g}%" for share in (test.low, test.high))
    said = {
        H0: f"{bot} takes {less} of the points at most (H0)",
        H1: f"{bot} takes {more} of the points or more (H1)",
        "": f"it is not sure whether {bot} takes {less} or {more} of the points",
    }[test.verdict(counts)]
    pairs = number_of(score.pairs.n, "pair")
    return f"after {pairs} {said}; LLR {test.llr(counts):.2f} [{low:.2f}, {high:.2f}]"


def charts(score: Score, test: Sprt | None, pairs: Sequence[GamePair], ascii: bool) -> Iterator[str]:
    """The classes of pairs as a bar; the way to the verdict of a test, pair by pair, as columns."""
    yield f"pairs by points, from 0 |{bar(score.pairs.classes, ascii)}| to 2"
    if test is not None:
        low, high = test.bounds
        yield f"LLR, from {low:.2f} |{columns(_course(test, pairs), low, high, ascii)}| to {high:.2f}"


def _course(test: Sprt, pairs: Sequence[GamePair]) -> list[float]:
    """The LLR after each pair."""
    one_more = ([int(pair.points == at) for at in range(CLASSES)] for pair in pairs)
    return [
        test.llr(counts) for counts in accumulate(one_more, lambda a, b: [*map(sum, zip(a, b, strict=True))])
    ]


# Leagues.


def place_data(contest: Contest, place: LeaguePlace, pairs: Sequence[GamePair]) -> dict[str, Any]:
    """The rating of a bot, and what it came to in its pairs of a league."""
    own = seen_by(place.bot, pairs)
    return {
        "bot": place.bot,
        "elo": round(place.elo, 1),
        "reach": round(place.reach, 1),
        **score_data(score_of(own)),
        "by_deck": {deck: _share_data(share) for deck, share in _by_deck(contest, own).items()},
    }


def league_lines(contest: Contest, places: Sequence[LeaguePlace], pairs: Sequence[GamePair]) -> Iterator[str]:
    """The ratings with what each bot took from each other; then the pairings, and the decks."""
    yield from _crosstable(places, pairs)
    yield ""
    for a, b in contest.pairings:
        score = score_of([pair for pair in pairs if pair.bots == (a, b)])
        said = f"{a} : {b} {score.rate:.0%} ({within(score.interval, 'pairs')})"
        begun = [
            f"as {word} {share.rate:.0%} of {share.n}"
            for word, share in (("beginner", score.beginner), ("second", score.second))
            if share.n
        ]
        yield ", ".join([said, *begun])
    if contest.decks != DRAWN:
        yield ""
        yield from _deck_table(contest, places, pairs)


def _crosstable(places: Sequence[LeaguePlace], pairs: Sequence[GamePair]) -> Iterator[str]:
    wide = max(len(place.bot) for place in places) + len(f"{len(places)} ")
    numbers = "".join(f"{n:>7}" for n in range(1, len(places) + 1))
    yield f"{'':{wide}}    Elo   +-    all  beginner  second{numbers}"
    for n, place in enumerate(places, 1):
        own = seen_by(place.bot, pairs)
        score = score_of(own)
        cells = [f"{place.elo:+.0f}", f"{place.reach:.0f}" if place.reach else "", f"{score.rate:.0%}"]
        cells += [f"{share.rate:.0%}" if share.n else "-" for share in (score.beginner, score.second)]
        against = [[pair for pair in own if pair.bots[1] == other.bot] for other in places]
        cells += [f"{score_of(some).rate:.0%}" if some else "-" for some in against]
        widths = (7, 5, 7, 10, 8, *[7] * len(places))
        row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield f"{f'{n} {place.bot}':{wide}}{row}"


def _deck_table(contest: Contest, places: Sequence[LeaguePlace], pairs: Sequence[GamePair]) -> Iterator[str]:
    """A row for each deck: what every bot took of the points of the games that it played with it."""
    found = [_by_deck(contest, seen_by(place.bot, pairs)) for place in places]
    decks = sorted({deck for shares in found for deck in shares})
    wide = max(map(len, [BY_DECK, *decks]))
    yield f"{BY_DECK:{wide}}" + "".join(f"{n:>7}" for n in range(1, len(places) + 1))
    for deck in decks:
        cells = [f"{shares[deck].rate:.0%}" if deck in shares else "-" for shares in found]
        yield f"{deck:{wide}}" + "".join(f"{cell:>7}" for cell in cells)


def _by_deck(contest: Contest, pairs: Iterable[GamePair]) -> dict[str, Share]:
    """The share of points that the first bot of these pairs took, by the decks on its seats."""
    alone = contest.rules().automata > 0  # a bot has all seats
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for pair in pairs:
        for game, score in enumerate(pair.scores):
            for deck in {*pair.decks} if alone else {*pair.decks[game::2]}:
                found[deck][score] += 1
    return {deck: Share(tuple(counts)) for deck, counts in sorted(found.items())}


def seen_by(bot: str, pairs: Iterable[GamePair]) -> list[GamePair]:
    """The pairs of a bot, as if it were the first in each."""
    return [pair if pair.bots[0] == bot else pair.turned() for pair in pairs if bot in pair.bots]


# Games.


def table_of(pairs: Iterable[GamePair]) -> str:
    """Comma-separated values: a line for each game, below the names of the columns."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(ROW)
    for pair in pairs:
        for game, one in enumerate(pair.games):
            began = pair.beginners[game]
            table.writerow(
                (
                    pair.number,
                    game + 1,
                    *pair.bots,
                    " / ".join(pair.decks),
                    "" if began == NOBODY else pair.bots[began],
                    pair.scores[game] / 2,
                    one.rule,
                    one.turns,
                    one.answers,
                    one.digest,
                )
            )
    return text.getvalue()
