"""Matches on this machine alone: `fadenet play` and `fadenet bot ...`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from fadenet.cli.context import Context, Usage, login_name, make_bot
from fadenet.cli.decks import legal_deck
from fadenet.cli.formats import Kind, between_nodes, kind_of
from fadenet.cli.outcomes import ending
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, packaged


def play(ctx: Context) -> int:
    """A match against bots: in this process, or with `--net` each of them a node of its own."""
    args = ctx.args
    if args.position is not None:
        return _play_on(ctx)
    kind = between_nodes(args) if args.net else kind_of(args)
    rules = kind.rules
    make_bot(args.bot)
    decks = decks_for(rules, args.deck, kind.seats)
    if args.net:
        if args.seed is not None:
            ctx.say("--seed is left out: with --net the nodes throw the dice together.")
        if args.record is not None:
            ctx.say("--record is left out: the match file of --net becomes one by `fadenet record convert`.")
        from fadenet.cli.netplay import play_net

        return play_net(ctx, kind, decks)
    if args.clock is not None:
        ctx.say("--clock is left out: only with --net does somebody wait for you.")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    names = (args.bot if args.auto else login_name(), *[args.bot] * (kind.seats - 1))
    mine = f" --deck {args.deck}" if args.deck else ""
    auto = " --auto" if args.auto else ""
    again = f"fadenet play {rules.name}{kind.typed} --bot {args.bot}{mine}{auto} --seed {seed}"
    lists = [deck for _, deck in decks]
    if args.auto:
        state, record = _auto(ctx, kind, lists, names, seed)
    else:
        state, record = _with_person(ctx, kind, lists, names, seed, again)
    places, rule = state.over
    ctx.emit(
        {
            "game": rules.name,
            "format": rules.format,
            "options": rules.options,
            "players": list(names),
            "decks": [deck.name for deck in lists],
            "places": list(places),
            "rule": rule,
            "turns": state.turn,
            "seed": seed,
            "record": record,
        },
        [
            ending((*names, *rules.automaton_names), places, rule, sides_of(state)),
            f"{state.turn} turns; to play it again: {again}",
        ],
    )
    return 0


def _play_on(ctx: Context) -> int:
    """A match against bots that begins where a position stands; no record is kept of it."""
    from fadenet.bots.base import run_now
    from fadenet.cli.person import at_console
    from fadenet.cli.positions import start_of
    from fadenet.table.local import LocalMatch

    args = ctx.args
    if args.net or args.deck is not None or args.record is not None:
        raise Usage("--position goes on with its own decks, on this machine, without a record.")
    make_bot(args.bot)
    start = start_of(ctx)
    rules = start.state.rules
    n = start.state.seats - rules.automata
    seed = secrets.randbits(32) if args.seed is None else args.seed
    names = (args.bot if args.auto else login_name(), *[args.bot] * (n - 1))
    kinds = ["bot" if args.auto else "human", *["bot"] * (n - 1)]
    bots = [make_bot(args.bot) for _ in names]
    if args.auto:
        places, rule = run_now(
            LocalMatch.going_on(start.state, start.hidden, bots, seed, names, kinds).play()
        )
    else:

        async def run(player: Any) -> tuple[tuple[int, ...], str]:
            players = [player, *bots[1:]]
            return await LocalMatch.going_on(start.state, start.hidden, players, seed, names, kinds).play()

        places, rule = at_console(ctx, run, "The position is still there: play it on again in the same way.")
    ctx.emit(
        {"game": rules.name, "format": rules.format, "places": list(places), "rule": rule, "seed": seed},
        [ending((*names, *rules.automaton_names), places, rule, sides_of(start.state))],
    )
    return 0


def decks_for(rules: Rules, wanted: str | None, seats: int) -> list[tuple[str, Deck]]:
    """A deck for each seat, with its name: ours, and for the others the packaged ones in turn."""
    shelf = packaged(rules)
    own = wanted or shelf[0]
    others = [name for name in shelf if name != own] or shelf
    found = [own, *islice(cycle(others), seats - 1)]
    decks = {name: legal_deck(rules, name) for name in found}
    return [(name, decks[name]) for name in found]


def sides_of(state: Any) -> list[int]:
    """The side of every seat."""
    return [state.rules.side(state, seat) for seat in range(state.seats)]


def _match(
    rules: Rules, players: Sequence[Any], decks: Sequence[Deck], names: Sequence[str], seed: int
) -> Any:
    from fadenet.table.local import LocalMatch
    from fadenet.table.scribe import Scribe

    codes = [part for deck in decks for part in deck.lists]
    kinds = ["bot" if hasattr(player, "pick") else "human" for player in players]
    return LocalMatch(rules, players, codes, seed, names, kinds, scribe=Scribe(rules))


def _kept(ctx: Context, match: Any, begun: float) -> str:
    """Keep the record of what was played; where it is, "" if nothing was played."""
    from fadenet.cli.replaying import keep_record

    if match is None or not match.answers:
        return ""
    path = keep_record(ctx, match, begun)
    ctx.say(f"To look at it again: fadenet replay {path}")
    return path


Played = tuple[Any, str]
"""The state at the end, where the record is."""


def _auto(ctx: Context, kind: Kind, decks: Sequence[Deck], names: Sequence[str], seed: int) -> Played:
    """Bots in all seats."""
    from fadenet.bots.base import run_now

    match = _match(kind.rules, [make_bot(ctx.args.bot) for _ in names], decks, names, seed)
    begun = time.time()
    run_now(match.play())
    return match.state, _kept(ctx, match, begun)


def _with_person(
    ctx: Context, kind: Kind, decks: Sequence[Deck], names: Sequence[str], seed: int, again: str
) -> Played:
    """The person at the console against bots."""
    from fadenet.cli.person import at_console

    begun = time.time()
    match: Any = None

    async def run(player: Any) -> tuple[tuple[int, ...], str]:
        nonlocal match
        match = _match(kind.rules, [player, *(make_bot(ctx.args.bot) for _ in names[1:])], decks, names, seed)
        over: tuple[tuple[int, ...], str] = await match.play()
        return over

    try:
        at_console(ctx, run, f"To begin the same match again: {again}")
    finally:
        record = _kept(ctx, match, begun)
    return match.state, record


# Bots.


def bot_list(ctx: Context) -> int:
    """List the bots, with what each is."""
    from fadenet import bots

    about = {name: (type(bots.make(name)).__doc__ or "").strip().split("\n")[0] for name in bots.NAMES}
    ctx.emit({"bots": about}, [f"{name:10} {text}" for name, text in about.items()])
    return 0


def bot_match(ctx: Context) -> int:
    """Pairs of games between two bots, on all cores."""
    from fadenet.bots import arena
    from fadenet.games.decks import load_deck

    args = ctx.args
    kind = kind_of(args)
    rules = kind.rules
    for name in (args.a, args.b):
        make_bot(name)
    decks = [load_deck(rules, name) for name in packaged(rules)]
    match = arena.Setting(rules.name, rules.format, kind.seats, tuple(rules.options.items()))
    score = arena.play_pairs(match, args.a, args.b, decks, args.n, args.seed, args.workers or 0)
    data = {
        "game": rules.name,
        "format": rules.format,
        "options": rules.options,
        "seats": kind.seats,
        "bots": [args.a, args.b],
        "pairs": args.n,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "rate": round(score.rate, 4),
        "low": round(score.low, 4),
        "turns_max": score.turns_max,
        "answers": score.answers,
    }
    lines = [
        f"{args.a} against {args.b}: {score.wins} won, {score.draws} drawn, "
        f"{score.losses} lost of {score.games}",
        f"{args.a} took {score.rate:.1%} of the points (95 % interval from {score.low:.1%})",
    ]
    ctx.emit(data, lines)
    return 0
