"""The worth of one's own cards: `fadenet cards weigh`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

from fadenet.bots.arena import Contest, Variant
from fadenet.bots.weighing import (
    FIRST_GAMES,
    GAMES_MAX,
    CardVerdict,
    GamesTally,
    Weighing,
    data_of,
    is_better,
    pairs_apart,
    verdicts,
    weighed,
)
from fadenet.cli.cards.formats import kind_of
from fadenet.cli.frame.context import BotFailed, Context, NotFound, make_bot
from fadenet.cli.frame.shelf import SetShelf, set_named
from fadenet.cli.frame.signals import INTERRUPTED
from fadenet.cli.top.computing import FAILURES, executor_for, workers_of
from fadenet.console.text import fit
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules

NAME_CELLS = 20


def cards_weigh(ctx: Context) -> int:
    """Play games with decks that hold many cards of a set, and say what came of each of them."""
    args = ctx.args
    own = set_named(SetShelf(ctx.home), args.file)
    args.game, args.sets = own.game, [args.file, *(args.sets or [])]
    make_bot(args.bot)
    kind = kind_of(args)
    weighing = Weighing(Variant.of(kind.rules, kind.seats), args.bot, own.code)
    where = executor_for(ctx, Contest(weighing.variant, (args.bot,)), args.games or GAMES_MAX)
    tally, code = GamesTally(), 0
    failed: Exception | None = None
    told = ctx.progress("weigh", "games")
    try:
        with (
            where as executor,
            closing(weighed(weighing, executor, args.games or 0)) as course,
            told,
        ):
            for tally, of in course:
                told(tally.games, of, workers_of(ctx, executor))
                if of and not args.games and tally.games == FIRST_GAMES + 1:
                    ctx.say(f"It takes {number_of(of, 'game')} to tell these cards from others.")
    except KeyboardInterrupt:
        code = INTERRUPTED
    except FAILURES as error:
        failed = error
    if failed is not None and not tally.games:
        raise BotFailed(str(failed))
    if not tally.games:
        raise NotFound("No game was played to its end; nothing can be said.")
    found = verdicts(kind.rules, own.code, tally)
    pairs = pairs_apart(tally)
    data = {
        "game": own.game,
        "set": own.id,
        "bot": args.bot,
        "games": tally.games,
        "turns": tally.turns / tally.games,
        "cards": data_of(found),
        "pairs": [
            {"cards": [*pair], "hand": n, "share": together, "apart": apart}
            for pair, n, together, apart in pairs
        ],
    }
    ctx.emit(data, [*_lines(found, tally), *_pair_lines(kind.rules, pairs)])
    ctx.say(
        "Won are shares of the games in which a card came to hand, with their 95 % intervals; usual is that "
        "of other cards of its cost. Of thirty cards one or two lie outside by chance. Gain is what it "
        "brings where it comes to hand, in the points by which bots judge positions of this game."
    )
    if failed is not None:
        raise BotFailed(str(failed))
    return code


def _lines(found: Sequence[CardVerdict], tally: GamesTally) -> Iterator[str]:
    """The table of the cards."""
    mean = tally.turns / tally.games
    yield f"{number_of(tally.games, 'game')}; turns in the mean: {mean:.1f}"
    yield f"{'card':{NAME_CELLS}} cost hand   won in %     usual played idle  gain used/legal"
    for one in found:
        yield _line(one)
        if one.finding:
            yield f"{'':{NAME_CELLS}} {one.finding}{_than_best(one)}"


def _line(one: CardVerdict) -> str:
    card = one.tally
    reach = f"[{one.reach[0]:3.0%},{one.reach[1]:4.0%}]".replace("%", "") if one.reach else ""
    cost = "-" if one.cost is None else str(one.cost)
    return (
        f"{fit(one.card.name, NAME_CELLS)} {cost:>4} {card.hand:4} {_percent(one.share):>4} {reach:9} "
        f"{_percent(one.usual):>4}  {_percent(one.played):>4}  {_percent(one.unused):>4} "
        f"{'-' if one.gain is None else format(one.gain.points, '.0f'):>5} {card.chosen}/{card.legal}"
    ).rstrip()


def _than_best(one: CardVerdict) -> str:
    """The best of the game's own cards of its kind, if it is called strong beside these."""
    if one.gain is None or one.best is None or not one.better:
        return ""
    best = fit(one.best.card.name, NAME_CELLS).rstrip()
    if is_better(one.gain, [one.best]):
        return f": of its kind {best} gains {one.best.points:.0f}"
    return f": of its kind only {best} gains as much, {one.best.points:.0f}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f}"


def _pair_lines(rules: Rules, pairs: Sequence[tuple[tuple[str, str], int, float, float]]) -> Iterator[str]:
    for pair, n, together, apart in pairs:
        names = " and ".join(rules.by_slug[slug].name for slug in pair)
        yield f"together {names} win {together:.0%} of {number_of(n, 'game')}, apart {apart:.0%}"
