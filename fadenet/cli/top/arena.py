"""Bots against bots: `fadenet bot match` and `fadenet bot league`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from fadenet.bots.arena import Contest, GamePair, Score, Variant, run_pairs, score_of
from fadenet.bots.arena.interval import within
from fadenet.bots.arena.journal import PairJournal
from fadenet.bots.arena.keeping import kept_record, worth_a_look
from fadenet.bots.arena.league import LeaguePlace, ratings
from fadenet.bots.arena.pairs import PairVoid
from fadenet.bots.arena.run import PairsDiffer, executor_of
from fadenet.bots.arena.score import Share, classes_of
from fadenet.bots.arena.sprt import H0, H1, Sprt
from fadenet.bots.arena.workers import WorkerDied
from fadenet.cli.cards.formats import kind_of
from fadenet.cli.frame.context import BotFailed, Context, Denied, Usage, make_bot, write_new
from fadenet.cli.frame.progress import Progress
from fadenet.cli.frame.signals import INTERRUPTED
from fadenet.cli.top.options import PAIRS, SPRT_PAIRS
from fadenet.engine.language.english import number_of

ANCHOR = "greedy"
CLASSES = ("0", "1/2", "1", "3/2", "2")
"""The points of a pair."""


def bot_match(ctx: Context) -> int:
    """Pairs of games between two bots, until there are enough, or a test is sure."""
    args = ctx.args
    if args.keep and not args.journal:
        raise Usage("--keep writes its records beside a journal. Name one: --journal NAME")
    contest = _contest(ctx, (args.a, args.b))
    test = Sprt(*args.sprt) if args.sprt else None
    run = _Run(ctx, contest, args.n or (SPRT_PAIRS if test else PAIRS), test)
    code = run.play()
    if not run.pairs:
        return code
    score = score_of(run.pairs)
    data = _setting_data(contest) | _score_data(score)
    data["cpu_ms"] = [round(ms, 1) for ms in score.cpu_ms] if any(score.cpu_ms) else None
    lines = [*_score_lines(args.a, args.b, score)]
    if test is not None:
        llr, verdict = test.llr(score.pairs.classes), test.verdict(score.pairs.classes)
        data["sprt"] = {
            "h0": test.low,
            "h1": test.high,
            "llr": round(llr, 4),
            "bounds": [round(bound, 4) for bound in test.bounds],
            "verdict": verdict or None,
        }
        lines.append(_verdict_line(args.a, test, llr, verdict, len(run.pairs)))
    if args.keep:
        data["kept"] = _keep(ctx, contest, run.pairs)
        lines += data["kept"]
    ctx.emit(data, lines)
    run.complain()
    return code


def bot_league(ctx: Context) -> int:
    """Pairs of games of each two of several bots, and their ratings."""
    bots = tuple(ctx.args.bots)
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise Usage("A league is of two different bots at least, each named once.")
    contest = _contest(ctx, bots)
    run = _Run(ctx, contest, ctx.args.n, None)
    code = run.play()
    played = {two: [pair for pair in run.pairs if pair.bots == two] for two in contest.pairings}
    if not all(played.values()):
        ctx.say("That is too little for ratings: not every two bots have played.")
        run.complain()
        return code
    anchor = ANCHOR if ANCHOR in bots else bots[0]
    places = ratings(bots, {two: classes_of(pairs) for two, pairs in played.items()}, anchor)
    data = _setting_data(contest) | {
        "pairs": len(run.pairs),
        "anchor": anchor,
        "league": [_place_data(place, score_of(_seen_by(place.bot, run.pairs))) for place in places],
        "crosstable": [{"bots": [*two], **_score_data(score_of(some))} for two, some in played.items()],
    }
    ctx.emit(data, _crosstable(places, run.pairs))
    run.complain()
    return code


class _Run:
    """The pairs of one call of a command. n: so many of each pairing."""

    def __init__(self, ctx: Context, contest: Contest, n: int, test: Sprt | None) -> None:
        self.pairs: list[GamePair] = []
        self._ctx = ctx
        self._contest = contest
        self._numbers = contest.numbers(ctx.args.seed, n)
        self._test = test
        self._what = "match" if len(contest.bots) == 2 else "league"
        self._counts = [0] * len(CLASSES)
        self._failed: Exception | None = None

    def play(self) -> int:
        """Play them; an exit code. The pairs that have come are there, whatever ended it."""
        args = self._ctx.args
        over = sys.stderr.isatty() and not args.plain
        with Progress(f"bot {self._what}", "pairs", shown=not args.quiet, over=over) as told:
            try:
                self._play(told)
            except KeyboardInterrupt:
                self._stopped()
                return INTERRUPTED
            except (WorkerDied, PairsDiffer, PairVoid) as error:
                self._failed = error
                self._stopped()
        if not self.pairs:
            self.complain()
        return 0

    def complain(self) -> None:
        """Raise `BotFailed` if a bot, or what it ran in, has ended the run."""
        if self._failed is not None:
            raise BotFailed(str(self._failed))

    def _play(self, told: Progress) -> None:
        args = self._ctx.args
        journal = _journal(args.journal, self._contest)
        total = 0 if self._test else len(self._numbers)  # nobody knows when a test is sure
        with executor_of(args.workers, len(self._numbers)) as executor:
            pairs = run_pairs(self._contest, self._numbers, executor, journal)
            with closing(pairs):
                for pair in _written(pairs, args.journal):
                    self.pairs.append(pair)
                    self._counts[pair.points] += 1
                    told(len(self.pairs), total, self._so_far())
                    if self._test is not None and self._test.verdict(self._counts):
                        return

    def _so_far(self) -> str:
        """The share of the first bot, and how near a verdict is; "" for more bots than two."""
        share = Share(tuple(self._counts))
        if len(self._contest.bots) > 2:
            return ""
        said = f"{share.rate:.1%}"
        if share.interval is not None:
            said += f" +-{(share.interval[1] - share.interval[0]) / 2:.1%}"
        if self._test is not None:
            low, high = self._test.bounds
            said += f", LLR {self._test.llr(self._counts):.2f} [{low:.2f}, {high:.2f}]"
        return said

    def _stopped(self) -> None:
        if self.pairs:
            of = number_of(len(self._numbers), "pair")
            self._ctx.say(f"Stopped after {len(self.pairs)} of {of}; what they came to:")


def _contest(ctx: Context, bots: tuple[str, ...]) -> Contest:
    """The contest that the arguments ask for."""
    kind = kind_of(ctx.args)
    for name in bots:
        make_bot(name)
    rules = kind.rules
    variant = Variant(rules.name, rules.format, kind.seats, tuple(rules.options.items()))
    return Contest(variant, bots, ctx.args.decks, ctx.args.mirror)


def _journal(name: str | None, contest: Contest) -> PairJournal | None:
    """The journal of that name in the current folder."""
    if name is None:
        return None
    path = Path(f"arena-{name}.jsonl")
    try:
        return PairJournal(path, contest)
    except OSError as error:
        raise Denied(f"{path} cannot be read and written: {error.strerror}. Choose another place.") from None


def _written(pairs: Iterator[GamePair], name: str | None) -> Iterator[GamePair]:
    """These pairs, which are written into the journal as they come."""
    try:
        yield from pairs
    except OSError as error:
        raise Denied(f"arena-{name}.jsonl cannot be written: {error.strerror}. Make room for it.") from None


def _keep(ctx: Context, contest: Contest, pairs: Sequence[GamePair]) -> list[str]:
    """Write records of the games that are worth a look, in a folder beside the journal; a line for each."""
    games = worth_a_look(pairs, ctx.args.keep)
    folder = Path(f"arena-{ctx.args.journal}")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Denied(f"{folder} cannot be made: {error.strerror}. Choose another place.") from None
    paths = [folder / f"pair-{one.pair.number}-{one.game + 1}.fnr" for one in games]
    lines = [
        f"{path}: {one.why}, {number_of(one.pair.games[one.game].turns, 'turn')}"
        for path, one in zip(paths, games, strict=True)
    ]
    wanted = [(path, one) for path, one in zip(paths, games, strict=True) if not path.exists()]
    if wanted:
        with executor_of(ctx.args.workers, len(wanted)) as executor:
            records = executor.each(partial(kept_record, contest), [one for _, one in wanted])
            for (path, _), record in zip(wanted, records, strict=True):
                write_new(str(path), record)
    return lines


# Telling.


def _setting_data(contest: Contest) -> dict[str, Any]:
    variant = contest.variant
    return {
        "game": variant.game,
        "format": variant.format,
        "options": dict(variant.options),
        "seats": variant.seats,
        "bots": list(contest.bots),
        "decks": contest.decks,
        "mirror": contest.mirror,
    }


def _score_data(score: Score) -> dict[str, Any]:
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


def _share_data(share: Share) -> dict[str, Any]:
    ends = share.interval
    return {
        "rate": round(share.rate, 4),
        "interval": None if ends is None else [round(end, 4) for end in ends],
    }


def _score_lines(a: str, b: str, score: Score) -> Iterator[str]:
    yield f"{a} against {b}: {score.wins} won, {score.draws} drawn, {score.losses} lost of {score.games}"
    yield f"{a} took {score.rate:.1%} of the points ({within(score.interval, 'pairs')})"
    for word, share in (("beginner", score.beginner), ("second", score.second)):
        if share.n:
            yield f"as {word} {share.rate:.1%} of {share.n} ({within(share.interval, 'games')})"
    classes = ", ".join(f"{word} in {n}" for word, n in zip(CLASSES, score.pairs.classes, strict=True) if n)
    yield f"points of {a} in a pair: {classes}"
    if any(score.cpu_ms):
        own, others = score.cpu_ms
        yield f"thinking took {a} {own:.0f} ms of a processor a game, {b} {others:.0f} ms"
    if score.unswapped:
        yield f"in {number_of(score.unswapped, 'pair')} the same bot began both games: one of them gives way"


def _verdict_line(bot: str, test: Sprt, llr: float, verdict: str, pairs: int) -> str:
    low, high = test.bounds
    said = {
        H0: f"{bot} takes {test.low:.0%} of the points at most (H0)",
        H1: f"{bot} takes {test.high:.0%} of the points or more (H1)",
        "": f"it is not sure whether {bot} takes {test.low:.0%} or {test.high:.0%} of the points",
    }[verdict]
    return f"after {number_of(pairs, 'pair')} {said}; LLR {llr:.2f} [{low:.2f}, {high:.2f}]"


def _place_data(place: LeaguePlace, score: Score) -> dict[str, Any]:
    return {
        "bot": place.bot,
        "elo": round(place.elo, 1),
        "reach": round(place.reach, 1),
        **_score_data(score),
    }


def _crosstable(places: Sequence[LeaguePlace], pairs: Sequence[GamePair]) -> list[str]:
    """The lines of the ratings: a row for each bot, and what it took from each other."""
    wide = max(len(place.bot) for place in places) + len(f"{len(places)} ")
    numbers = "".join(f"{n:>7}" for n in range(1, len(places) + 1))
    lines = [f"{'':{wide}}    Elo   +-    all  beginner  second{numbers}"]
    for n, place in enumerate(places, 1):
        own = _seen_by(place.bot, pairs)
        score = score_of(own)
        cells = [f"{place.elo:+.0f}", f"{place.reach:.0f}" if place.reach else "", f"{score.rate:.0%}"]
        cells += [f"{share.rate:.0%}" if share.n else "-" for share in (score.beginner, score.second)]
        against = [[pair for pair in own if pair.bots[1] == other.bot] for other in places]
        cells += [f"{score_of(some).rate:.0%}" if some else "-" for some in against]
        widths = (7, 5, 7, 10, 8, *[7] * len(places))
        row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{f'{n} {place.bot}':{wide}}{row}")
    return lines


def _seen_by(bot: str, pairs: Iterable[GamePair]) -> list[GamePair]:
    """The pairs of a bot, as if it were the first in each."""
    return [pair if pair.bots[0] == bot else pair.turned() for pair in pairs if bot in pair.bots]
