"""Matches on this machine alone, `fadenet play`, and the bots that play them, `fadenet bot list`."""

from __future__ import annotations

import secrets
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fadenet.cli.cards.choosing import asked_kind
from fadenet.cli.cards.decks import deck_of, is_own, legal_deck, named_deck, own_path
from fadenet.cli.cards.formats import between_nodes, kind_of
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, Usage, login_name, make_bot, refuse_taken
from fadenet.cli.frame.logs import keep_bot_logs
from fadenet.cli.past.afterwards import REMATCH, after_menu, choose_after, is_offered, lead_on
from fadenet.cli.past.outcomes import NOBODY, ending
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, load_deck, packaged
from keys import ExitCode

if TYPE_CHECKING:
    from fadenet.cli.past.kept import LeftMatch
    from fadenet.console.match.summary import MatchFigures


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a match on this machine, and their decks. decks: by seat, each with the name by which it
    is found; bot: the one that plays all seats but that of the person here."""

    rules: Rules
    decks: Sequence[tuple[str, Deck]]
    names: Sequence[str]
    seed: int
    bot: str

    def match(self, players: Sequence[Any], watch: Any = None, person: bool = False) -> Any:
        """The match of these players, which has not begun. person: whether the first of them is one."""
        from fadenet.table.local import LocalMatch
        from fadenet.table.scribe import Scribe

        codes = [part for _, deck in self.decks for part in deck.lists]
        kinds = ["human" if person else "bot", *["bot"] * (len(players) - 1)]
        match = LocalMatch(self.rules, players, codes, self.seed, names=self.names, kinds=kinds, watch=watch)
        match.scribe = Scribe(self.rules)
        return match

    def anew(self) -> Lineup:
        """The same with the decks shuffled anew."""
        return replace(self, seed=secrets.randbits(32))


def play(ctx: Context) -> int:
    """A match against bots: in this process, or with `--net` each of them a node of its own."""
    args = ctx.args
    if args.position is not None:
        return _play_on(ctx)
    kind = between_nodes(args) if args.net else kind_of(args)
    args.bot = opponent(ctx)
    wanted = named_deck(ctx, kind.rules)
    decks = decks_for(ctx.home, kind.rules, wanted, kind.seats, args.against)
    if not args.auto and args.seed is None:
        kind = asked_kind(ctx, kind)
    rules = kind.rules
    if args.net:
        if args.seed is not None:
            ctx.say("--seed is left out: with --net the nodes throw the dice together.")
        if args.record is not None:
            ctx.say("--record is left out: the match file of --net becomes one by `fadenet record convert`.")
        from fadenet.cli.net.netplay import play_net

        return play_net(ctx, kind, decks)
    if args.record is not None:
        refuse_taken(args.record)
    if args.clock is not None:
        ctx.say("--clock is left out: only with --net does somebody wait for you.")
    seed = secrets.randbits(32) if args.seed is None else args.seed
    names = _names(ctx, kind.seats)
    mine = f" --deck {wanted}" if wanted else ""
    mine += f" --against {args.against}" if args.against else ""
    auto = " --auto" if args.auto else ""
    again = f"fadenet play {rules.name}{kind.typed} --bot {shlex.quote(args.bot)}{mine}{auto} --seed"
    lineup = Lineup(rules, decks, names, seed, args.bot)
    if args.auto:
        state, record = _auto(ctx, lineup)
        return _told(ctx, lineup, state, record, [_once_more(ctx, state, f"{again} {seed}")])
    while True:
        command = f"{again} {lineup.seed}"
        state, record, figures = _with_person(ctx, lineup, command)
        _keep_result(ctx, lineup, state, record)
        code = _told(ctx, lineup, state, record, [_once_more(ctx, state, command)])
        if not wants_rematch(ctx, names, state, record, figures):
            return code
        lineup = lineup.anew()


def opponent(ctx: Context) -> str:
    """The bot that is named, or that of the level, which is ready. Raises `NotFound` for a name that no bot
    has, and what keeps a program from playing."""
    from fadenet.bots import LEVELS, placed

    args = ctx.args
    name: str = args.bot or LEVELS[args.level or ("hard" if args.auto else ctx.settings.level)]
    keep_bot_logs(ctx)
    make_bot(name).meet()
    return placed(name)


def _names(ctx: Context, seats: int) -> tuple[str, ...]:
    """The players of a match on this machine, the person here first."""
    from fadenet.bots import called

    args = ctx.args
    bot = called(args.bot)
    return (bot if args.auto else ctx.settings.name or login_name(), *[bot] * (seats - 1))


def _once_more(ctx: Context, state: Any, again: str) -> str:
    return ctx.typed(f"{number_of(state.turn, 'turn')}; to play it again: {again}")


def wants_rematch(ctx: Context, names: Sequence[str], state: Any, record: str, figures: MatchFigures) -> bool:
    """Offer the person what may come after a match; whether they want the same once more."""
    if not is_offered(ctx):
        return False
    places, rule = state.over
    title = ending((*names, *state.rules.automaton_names), places, rule, sides_of(state), 0)
    menu = after_menu(title, figures.said(state, names, 0), record, "the same decks, shuffled anew")
    return choose_after(ctx, menu) == REMATCH


def _play_on(ctx: Context) -> int:
    """A match against bots that begins where a position stands; no record is kept of it."""
    from fadenet.bots.base import run_now
    from fadenet.cli.past.positions import start_of
    from fadenet.cli.seat.local_bot import LocalBot
    from fadenet.cli.seat.person import at_console
    from fadenet.table.local import LocalMatch

    args = ctx.args
    if args.net or args.deck is not None or args.against is not None or args.record is not None:
        raise Usage("--position goes on with its own decks, on this machine, without a record.")
    start = start_of(ctx)
    rules = start.state.rules
    args.bot = opponent(ctx)
    n = start.state.seats - rules.automata
    seed = secrets.randbits(32) if args.seed is None else args.seed
    names = _names(ctx, n)
    kinds = ["bot" if args.auto else "human", *["bot"] * (n - 1)]
    if args.auto:
        bots = [make_bot(args.bot) for _ in names]
        places, rule = run_now(
            LocalMatch.going_on(start.state, start.hidden, bots, seed, names, kinds).play()
        )
    else:

        async def run(player: Any) -> tuple[tuple[int, ...], str]:
            players = [player, *(LocalBot(args.bot, player) for _ in names[1:])]
            return await LocalMatch.going_on(start.state, start.hidden, players, seed, names, kinds).play()

        places, rule = at_console(ctx, run, "The position is still there: play it on again in the same way.")
    ctx.emit(
        {"game": rules.name, "format": rules.format, "places": list(places), "rule": rule, "seed": seed},
        [ending((*names, *rules.automaton_names), places, rule, sides_of(start.state), _own(ctx))],
    )
    return 0


def decks_for(
    home: Path, rules: Rules, wanted: str | None, seats: int, against: str | None = None
) -> list[tuple[str, Deck]]:
    """A deck for each seat, with a name by which any node finds it: ours, and for the others the one that is
    wanted, else the packaged ones in turn."""
    shelf = packaged(rules)
    own, mine = wanted or shelf[0], deck_of(home, rules, wanted)
    if against is not None:
        theirs = str(own_path(home, rules.name, against)) if is_own(home, rules.name, against) else against
        return [(own, mine), *[(theirs, legal_deck(home, rules, against))] * (seats - 1)]
    others = [name for name in shelf if name != own] or shelf
    return [(own, mine), *((name, load_deck(rules, name)) for name in islice(cycle(others), seats - 1))]


def _own(ctx: Context) -> int:
    """The seat of the person here, `NOBODY` where bots play among themselves."""
    return NOBODY if getattr(ctx.args, "auto", False) else 0


def sides_of(state: Any) -> list[int]:
    """The side of every seat."""
    return [state.rules.side(state, seat) for seat in range(state.seats)]


def _recorded(ctx: Context, match: Any, begun: float) -> str:
    """Keep the record of what was played; where it is, "" if nothing was played, or it could not be kept."""
    from fadenet.cli.past.replaying import keep_record

    if match is None or not match.answers:
        return ""
    with comfort(ctx.say, "There is no record of the match"):
        path = keep_record(ctx, match, begun)
        ctx.say(f"To look at it again: fadenet replay {path}")
        return path
    return ""


def _keep_result(ctx: Context, lineup: Lineup, state: Any, record: str) -> None:
    """Keep the result of a match; the modules for that are not in memory while one plays."""
    from fadenet.cli.past.solo import keep_solo

    keep_solo(ctx, lineup.rules, state, lineup.bot, lineup.decks[0][1].name, record)


def _auto(ctx: Context, lineup: Lineup) -> tuple[Any, str]:
    """Bots in all seats; the state at the end, and where the record is."""
    from fadenet.bots.base import run_now

    players = [make_bot(lineup.bot, ctx.args.agreements) for _ in lineup.names]
    steps, begun = count(1), time.time()
    told = ctx.progress("the match", "steps")
    match = lineup.match(players, lambda *_: told(next(steps)))
    try:
        with told:
            run_now(match.play())
    except KeyboardInterrupt:
        _recorded(ctx, match, begun)
        raise
    return match.state, _recorded(ctx, match, begun)


def _with_person(
    ctx: Context, lineup: Lineup, again: str = "", left: LeftMatch | None = None
) -> tuple[Any, str, MatchFigures]:
    """The person at the console against bots: the state at the end, where the record is, how it went.

    again: the command that begins it anew. left: the match that goes on. It is kept on disk until it is over,
    so that it can be gone on with whenever the person, or the machine, leaves it.
    """
    from fadenet.cli.past.kept import Autosave
    from fadenet.cli.seat.local_bot import LocalBot
    from fadenet.cli.seat.person import at_console
    from fadenet.console.match.summary import MatchFigures
    from fadenet.table.local import NOTHING_PLAYED

    figures = MatchFigures()

    person: Any = None
    begun = left.begun if left else time.time()
    keeper = Autosave(ctx.home, lineup.bot, lineup.decks, begun, lambda text: person.say(text))
    keeper.path = left.path if left else None

    def look(state: Any, rows: Any) -> None:
        figures(state, rows)
        assert keeper.match is not None
        if left and len(keeper.match.choices) >= len(left.played.choices):
            person.caught_up()
        keeper.look()

    async def run(player: Any) -> tuple[tuple[int, ...], str]:
        nonlocal person
        person = player
        lead_on(ctx, player)
        agreements = getattr(ctx.args, "agreements", False)
        players = [player, *(LocalBot(lineup.bot, player, agreements) for _ in lineup.names[1:])]
        if left:
            player.go_on()
        keeper.match = lineup.match(players, look, person=True)
        over: tuple[tuple[int, ...], str] = await keeper.match.play(left.played if left else NOTHING_PLAYED)
        return over

    try:
        at_console(ctx, run, "")
    except BaseException:
        path = keeper.keep()
        if getattr(ctx.args, "record", None):
            _recorded(ctx, keeper.match, keeper.begun)
        if path is not None:
            how = " as it was when it could be kept last" if keeper.stale else ""
            ctx.say(ctx.typed(f"The match is kept{how}. To go on: fadenet resume {path.stem}"))
        elif again:
            ctx.say(ctx.typed(f"To begin the same match again: {again}"))
        raise
    keeper.forget()
    assert keeper.match is not None
    return keeper.match.state, _recorded(ctx, keeper.match, keeper.begun), figures


def go_on(ctx: Context, left: LeftMatch) -> int:
    """Go on with a local match that was left."""
    keep_bot_logs(ctx)
    rules = left.load_rules()
    make_bot(left.bot).meet(rules.name)
    lineup = Lineup(rules, left.decks, left.names, left.seed, left.bot)
    going_on: LeftMatch | None = left
    while True:
        state, record, figures = _with_person(ctx, lineup, left=going_on)
        _keep_result(ctx, lineup, state, record)
        code = _told(ctx, lineup, state, record, [])
        if not wants_rematch(ctx, lineup.names, state, record, figures):
            return code
        lineup, going_on = lineup.anew(), None


def _told(ctx: Context, lineup: Lineup, state: Any, record: str, more: list[str]) -> int:
    """Say how a match came out; an exit code, which tells whether a record that was asked for is there."""
    rules, (places, rule) = lineup.rules, state.over
    ctx.emit(
        {
            "game": rules.name,
            "format": rules.format,
            "options": rules.options,
            "players": list(lineup.names),
            "decks": [deck.name for _, deck in lineup.decks],
            "places": list(places),
            "rule": rule,
            "turns": state.turn,
            "seed": lineup.seed,
            "record": record,
        },
        [ending((*lineup.names, *rules.automaton_names), places, rule, sides_of(state), _own(ctx)), *more],
    )
    return int(ExitCode.KEY) if getattr(ctx.args, "record", None) and not record else 0


# Bots.


def bot_list(ctx: Context) -> int:
    """List the bots, those of installed packages too, with what each is."""
    from fadenet.bots.naming import class_of, known
    from fadenet.bots.options import options_of
    from fadenet.engine.errors import WrongInput

    about: dict[str, str] = {}
    options: dict[str, dict[str, dict[str, str]]] = {}
    lines: list[str] = []
    for name in known():
        try:
            bot = class_of(name)
        except WrongInput as wrong:
            ctx.say(f"The bot {name} of an installed package cannot play: {wrong}.")
            continue
        about[name] = (bot.__doc__ or "").strip().split("\n")[0]
        lines.append(f"{name:10} {about[name]}")
        options[name] = {}
        for word, one in options_of(bot).items():
            options[name][word] = {"default": one.text(), "values": one.form, "about": one.about}
            lines.append(f"{'':10} :{word}={one.text()}  {one.about} ({one.form})")
    lines.append(
        f"{'exec:..':10} A program of yours, in any language: 'exec:python3 mybot.py', exec:./mybot?depth=3"
    )
    lines.append(f"{'':10} a first one: fadenet bot example; what it does wrong: fadenet bot try")
    ctx.emit({"bots": about, "options": options}, lines)
    return 0
