"""Bots against bots: `fadenet bot match`, `fadenet bot league` and `fadenet bot watch`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from fadenet.bots.arena import Contest, GamePair, Variant, run_pairs, score_of
from fadenet.bots.arena.journal import PairJournal
from fadenet.bots.arena.keeping import kept_record, worth_a_look
from fadenet.bots.arena.league import ratings
from fadenet.bots.arena.pairs import PairVoid, match_in, void_on_error
from fadenet.bots.arena.run import executor_of
from fadenet.bots.arena.score import Share, classes_of
from fadenet.bots.arena.sprt import CLASSES, Sprt
from fadenet.bots.arena.workers import Executor
from fadenet.bots.base import run_now
from fadenet.cli.cards.formats import kind_of
from fadenet.cli.frame.context import BotFailed, Context, Denied, Usage, make_bot, refuse_taken, write_new
from fadenet.cli.frame.progress import Progress
from fadenet.cli.frame.signals import INTERRUPTED
from fadenet.cli.top.computing import FAILURES, executor_for, workers_of
from fadenet.cli.top.options import PAIRS, SPRT_PAIRS
from fadenet.cli.top.results import (
    charts,
    league_lines,
    place_data,
    score_data,
    score_lines,
    setting_data,
    setting_lines,
    table_of,
    thinking_data,
    verdict_data,
    verdict_line,
)
from fadenet.engine.language.english import number_of

ANCHOR = "greedy"


def bot_match(ctx: Context) -> int:
    """Pairs of games between two bots, until there are enough, or a test is sure."""
    args = ctx.args
    if args.keep and not args.journal:
        raise Usage("--keep writes its records beside a journal. Name one: --journal NAME")
    if args.csv:
        refuse_taken(args.csv)
    contest = _contest(ctx, (args.a, args.b))
    test = Sprt(*args.sprt) if args.sprt else None
    run = _Run(ctx, contest, args.n or (SPRT_PAIRS if test else PAIRS), test)
    code = run.play()
    if not run.pairs:
        return code
    score = score_of(run.pairs)
    data = setting_data(contest) | score_data(score) | thinking_data(score)
    lines = [*setting_lines(contest), *score_lines(args.a, args.b, score)]
    if test is not None:
        data["sprt"] = verdict_data(test, score)
        lines.append(verdict_line(args.a, test, score))
    if not args.plain:
        lines += charts(score, test, run.pairs, args.ascii)
    if args.keep:
        data["kept"] = _keep(ctx, contest, run.pairs)
        lines += data["kept"]
    if args.csv:
        write_new(args.csv, table_of(run.pairs))
    ctx.emit(data, lines)
    run.complain()
    return code


def bot_league(ctx: Context) -> int:
    """Pairs of games of each two of several bots, and their ratings."""
    bots = tuple(ctx.args.bots)
    if len(bots) < 2 or len({*bots}) < len(bots):
        raise Usage("A league is of two different bots at least, each named once.")
    if ctx.args.csv:
        refuse_taken(ctx.args.csv)
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
    data = setting_data(contest) | {
        "pairs": len(run.pairs),
        "anchor": anchor,
        "league": [place_data(contest, place, run.pairs) for place in places],
        "crosstable": [{"bots": [*two], **score_data(score_of(some))} for two, some in played.items()],
    }
    if ctx.args.csv:
        write_new(ctx.args.csv, table_of(run.pairs))
    ctx.emit(data, [*setting_lines(contest), *league_lines(contest, places, run.pairs)])
    run.complain()
    return code


def bot_watch(ctx: Context) -> int:
    """One game between two bots, the first of the pair of this seed, and its replay."""
    from fadenet.cli.past.replaying import keep_record, replay_kept

    args = ctx.args
    if args.record is not None:
        refuse_taken(args.record)
    contest = _contest(ctx, (args.a, args.b))
    steps, begun = count(1), time.time()
    told = ctx.progress("the game", "steps")
    match = match_in(contest, args.seed, watch=lambda *_: told(next(steps)))
    try:
        with told, void_on_error(f"Pair {args.seed} of {args.a} and {args.b}"):
            run_now(match.play())
    except PairVoid as error:
        raise BotFailed(str(error)) from error
    path = keep_record(ctx, match, begun)
    ctx.say(f"To look at it again: fadenet replay {path}")
    return replay_kept(ctx, path)


class _Run:
    """The pairs of one call of a command. n: so many of each pairing."""

    def __init__(self, ctx: Context, contest: Contest, n: int, test: Sprt | None) -> None:
        self.pairs: list[GamePair] = []
        self._ctx = ctx
        self._contest = contest
        self._numbers = contest.numbers(ctx.args.seed, n)
        self._test = test
        self._what = "match" if len(contest.bots) == 2 else "league"
        self._counts = [0] * CLASSES
        self._executor = executor_for(ctx, contest, len(self._numbers))
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
            except FAILURES as error:
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
        with self._executor as executor:
            pairs = run_pairs(self._contest, self._numbers, executor, journal)
            with closing(pairs):
                for pair in _written(pairs, args.journal):
                    self.pairs.append(pair)
                    self._counts[pair.points] += 1
                    told(len(self.pairs), total, self._so_far(executor))
                    if self._test is not None and self._test.verdict(self._counts):
                        return

    def _so_far(self, executor: Executor) -> str:
        """Of two bots the share of the first one, and how near a verdict is; of a cluster its workers."""
        workers = workers_of(self._ctx, executor)
        if len(self._contest.bots) > 2:
            return workers
        return ", ".join(filter(None, (self._share(), workers)))

    def _share(self) -> str:
        share = Share(tuple(self._counts))
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
    variant = Variant.of(rules, kind.seats)
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
