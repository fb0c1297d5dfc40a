"""Matches on this machine alone: `fadenet play` and `fadenet bot ...`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from fadenet.cli.content import legal_deck
from fadenet.cli.context import Context, load_game, login_name, make_bot
from fadenet.games.decks import Deck, packaged


def play(ctx: Context) -> int:
    """A match against a bot: in this process, or with `--net` between two nodes."""
    args = ctx.args
    rules = load_game(args.game)
    make_bot(args.bot)
    own, other = decks_for(rules, args.deck)
    if args.net:
        if args.seed is not None:
            ctx.say("--seed is left out: with --net the two nodes throw the dice together.")
        from fadenet.cli.sparring import play_net

        return play_net(ctx, rules, own, other)
    if args.clock is not None:
        ctx.say("--clock is left out: only with --net does somebody wait for you.")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    names = (args.bot if args.auto else login_name(), args.bot)
    places, rule, turns = (_auto if args.auto else _with_person)(ctx, rules, (own[1], other[1]), names, seed)
    ctx.emit(
        {
            "game": rules.name,
            "players": list(names),
            "decks": [own[1].name, other[1].name],
            "places": list(places),
            "rule": rule,
            "turns": turns,
            "seed": seed,
        },
        [ending(names, places, rule), f"{turns} turns; to play it again: --seed {seed}"],
    )
    return 0


def decks_for(rules: Any, wanted: str | None) -> tuple[tuple[str, Deck], tuple[str, Deck]]:
    """Our deck and the opponent's, with what they are found by: ours by name, the other packaged."""
    shelf = packaged(rules)
    own = wanted or shelf[0]
    other = next((name for name in shelf if name != own), shelf[0])
    return (own, legal_deck(rules, own)), (other, legal_deck(rules, other))


def ending(names: Sequence[str], places: Sequence[int], rule: str) -> str:
    """How a match ended, in one sentence."""
    first = [f"p{i + 1} {names[i]}" for i, place in enumerate(places) if place == 1]
    if len(first) == 1:
        return f"{first[0]} wins [{rule}]"
    return f"drawn between {' and '.join(first)} [{rule}]"


Played = tuple[tuple[int, ...], str, int]
"""Places by seat, the rule that decided, turns."""


def _match(rules: Any, players: Sequence[Any], decks: Sequence[Deck], names: Sequence[str], seed: int) -> Any:
    from fadenet.table.local import LocalMatch

    codes = [part for deck in decks for part in (deck.deck, deck.pool)]
    kinds = ["bot" if hasattr(player, "pick") else "human" for player in players]
    return LocalMatch(rules, players, codes, seed, names, kinds)


def _auto(ctx: Context, rules: Any, decks: Sequence[Deck], names: Sequence[str], seed: int) -> Played:
    """Two bots."""
    from fadenet.bots.base import run_now

    match = _match(rules, [make_bot(ctx.args.bot), make_bot(ctx.args.bot)], decks, names, seed)
    places, rule = run_now(match.play())
    return places, rule, match.state.turn


def _with_person(ctx: Context, rules: Any, decks: Sequence[Deck], names: Sequence[str], seed: int) -> Played:
    """The person at the console against a bot."""
    from fadenet.cli.seated import at_console

    turns = 0

    async def run(player: Any) -> tuple[tuple[int, ...], str]:
        nonlocal turns
        match = _match(rules, [player, make_bot(ctx.args.bot)], decks, names, seed)
        over: tuple[tuple[int, ...], str] = await match.play()
        turns = match.state.turn
        return over

    places, rule = at_console(
        ctx, run, f"To begin the same match again: fadenet play {rules.name} --seed {seed}"
    )
    return places, rule, turns


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
    rules = load_game(args.game)
    for name in (args.a, args.b):
        make_bot(name)
    decks = [load_deck(rules, name) for name in packaged(rules)]
    score = arena.play_pairs(rules.name, args.a, args.b, decks, args.n, args.seed, args.workers or 0)
    data = {
        "game": rules.name,
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
