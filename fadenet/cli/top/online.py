"""Matches between nodes: `host`, `join`, `resume` and `matches`."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import trio

import keys
from fadenet.cli.cards.choosing import asked_deck, asked_kind, deck_at_table
from fadenet.cli.cards.decks import deck_of, games_with
from fadenet.cli.cards.formats import Kind, between_nodes
from fadenet.cli.frame.context import BadInput, Context, Usage, first_line, listed, make_bot
from fadenet.cli.frame.filetypes import INVITATION, RELAY, refuse_other_line
from fadenet.cli.frame.loading import finished_rules, game_of
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.shelf import SetShelf, about_set
from fadenet.cli.frame.signals import Stopped
from fadenet.cli.net import netplay
from fadenet.cli.net.doors import door_of, hosting_at, machine_of
from fadenet.cli.net.inviting import line_of
from fadenet.cli.net.mailing import host_by_hand, look_up, post_once_more
from fadenet.cli.net.tables import config_at, host_table, node_of, play_table, watch_of
from fadenet.cli.net.turns import since_when, turn_data
from fadenet.cli.past import kept
from fadenet.cli.past.history import keep
from fadenet.cli.past.outcomes import NOBODY, outcome_data, outcome_lines
from fadenet.cli.past.solo import read_solo, solo_data, solo_lines
from fadenet.cli.seat.person import run_async
from fadenet.cli.top import local
from fadenet.cli.top.resuming import chosen, clear, unfinished
from fadenet.console.text import wrap
from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node import play
from fadenet.node.knock import knock
from fadenet.node.limits import HOST_AWAITED_S, WATCHERS
from fadenet.node.link.candidates import Address, RelayAddress, ip_of
from fadenet.node.lobby.invite import parse_invite, parse_seat
from fadenet.node.lobby.seating import votes_of
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id
from fadenet.node.match.messages import Watch, behind
from fadenet.node.match.run import Entrant, Participant
from fadenet.node.sitting import Hosting, Joining
from protocol.hello import Config

INVITE_BYTES_MAX = 16_384
SOLO_SHOWN = 10
"""So many matches against bots stand below those with others."""


def host(ctx: Context) -> int:
    """Open a table and play when all its seats are taken."""
    kind = between_nodes(ctx.args)
    deck = deck_of(ctx.home, kind.rules, asked_deck(ctx, kind.rules))
    bot = ctx.args.bot
    if bot is None:
        kind = asked_kind(ctx, kind)
    if ctx.args.by_hand:
        return host_by_hand(ctx, kind, deck)
    listen = hosting_at(ctx)
    lan = bot is None if ctx.args.lan is None else ctx.args.lan
    table = _OpenTable(ctx, kind, deck, listen, lan, watch_of(ctx))
    return play_table(ctx, bot, table.play)


@dataclass(frozen=True, slots=True)
class _OpenTable:
    """A table for whoever gets its invitation. lan: whether those nearby are told of it."""

    ctx: Context
    kind: Kind
    deck: Deck
    listen: Sequence[Address]
    lan: bool
    watch: Watch

    async def play(self, participant: Participant, say: Say) -> MatchEnd:
        """Open it, and play."""
        hosting = Hosting(
            config_at(self.ctx, self.kind),
            self.listen,
            partial(self._invite, say),
            self.ctx.args.hours,
            lan=self.lan,
            watch=self.watch,
            watchers=self.ctx.args.watchers or WATCHERS,
            invite_to_watch=partial(self._invite_to_watch, say),
        )
        return await host_table(self.ctx, participant.entrant(self.kind.rules, self.deck), hosting, say)

    def _invite(self, say: Say, text: str) -> None:
        rules, seats = self.kind.rules, self.kind.seats
        self.ctx.emit({"invite": text, "format": rules.format, "options": rules.options}, [text])
        others = "the other player, who types" if seats == 2 else "all other players, who type"
        what = saved.played(rules.name, rules.format, rules.options)
        say(f"It leads to {what}; you play {self.deck.name}.")
        say(_reached_at(text))
        say(f"Give this line to {others}: fadenet join INVITE")
        if self.lan:
            say("Whoever is nearby finds it without this line: fadenet tables")
        if self.ctx.args.board:
            say("Strangers find it on the board: fadenet tables --board, fadenet seek")
        if told := votes_of(seats):
            say(told)

    def _invite_to_watch(self, say: Say, text: str) -> None:
        delay = self.watch.delay
        self.ctx.emit({"watch": text, "delay": delay}, [text])
        say(f"Whoever may look on, {behind(delay)}, gets this second line: fadenet watch LINE")


def _reached_at(invite: str) -> str:
    """Where the node of an invitation can be reached, and by whom as far as is known."""
    there = parse_invite(invite).candidates
    own = [one for one in there if isinstance(one, Address)]
    ips = [ip for one in own if (ip := ip_of(one.host)) is not None]
    ways = [f"at {listed([str(one) for one in own])}"] * bool(own)
    ways += ["through your relay"] * any(isinstance(one, RelayAddress) for one in there)
    near = bool(ips) and all(ip.is_loopback for ip in ips)
    by = (
        "on this machine"
        if near
        else "in your own network"
        if ips and not any(ip.is_global for ip in ips)
        else ""
    )
    return (
        f"Others reach you {listed(ways)}{f', {by}' * bool(by and len(ways) == 1)}, as far as is known here."
    )


def invitation(ctx: Context, command: str) -> str:
    """The invitation that the person here pastes; `Usage` if nobody can be asked."""
    if not ctx.may_ask or ctx.json or not sys.stdout.isatty():
        raise Usage(f"Say which invitation: fadenet {command} INVITE, or - to read it from stdin.")
    from fadenet.cli.top.home import chosen, invited

    words = chosen(ctx, invited(ctx, command))
    if not words:
        raise Stopped(0)
    return words[-1]


def join(ctx: Context) -> int:
    """Accept an invitation and play what the host offers."""
    wanted = ctx.args.deck
    if wanted is not None and ":" not in wanted:  # a deck of a set may come with that
        games_with(ctx.home, wanted)
    text = invitation(ctx, "join") if ctx.args.invite is None else ctx.args.invite
    if text == "-":
        text = first_line(INVITE_BYTES_MAX)
    text = line_of(ctx, text) or text
    refuse_other_line(text, INVITATION, RELAY)
    parse_seat(text)  # before anything is made for what is none

    picked: list[str | None] = []

    async def ask(config: Config, told: str) -> None:
        rules = game_of(config.game, config.format, config.opts)
        for one in rules.sets:
            SetShelf(ctx.home).keep(one)  # so that its cards can be read before one sits down
            ctx.say(about_set(one))
        picked.append(await deck_at_table(ctx, rules, told))

    def choose(config: Config) -> tuple[Any, Deck]:
        rules = game_of(config.game, config.format, config.opts)
        try:
            return rules, deck_of(ctx.home, rules, picked[-1])
        except LoadError as error:
            raise BadInput(f"The host plays {rules.name}, and {error}") from None

    listen = door_of(ctx)
    usual = HOST_AWAITED_S if ctx.may_ask and ctx.args.bot is None else 0.0
    minutes = getattr(ctx.args, "wait", None)
    patience = usual if minutes is None else 60.0 * minutes

    bot = getattr(ctx.args, "seated", "")
    joining = Joining(text, choose, listen, partial(knock, patience=patience), ask, bot)

    async def come(participant: Participant, say: Say) -> MatchEnd:
        async with node_of(ctx, participant) as node:
            return await play.join_match(node, participant, joining, say=say)
        raise AssertionError("a match ends with an outcome or an error")

    return play_table(ctx, ctx.args.bot, come)


def resume(ctx: Context) -> int:
    """Go on with a match that was left; those who were processes of ours come back too."""
    if not ctx.args.match:
        ctx.args.match = chosen(ctx)
    here = _kept_here(ctx)
    if here is not None:
        return local.go_on(ctx, here)
    found = saved.find_match(ctx.home, ctx.args.match)
    note = saved.read_table(ctx.home, found)
    if note.days and not (note.turn or note.bot):
        look_up(ctx)
        note = saved.read_table(ctx.home, found)
    rules = finished_rules(note)
    ctx.args.identity = note.name
    try:
        decks = saved.read_secrets(saved.folder_of(ctx.home), found).decks
    except FileNotFoundError:
        if note.lacking and note.days:
            return post_once_more(ctx, found)
        if note.lacking:
            return _give(ctx, found, note, rules)
        raise BadInput(
            f"Match {short_id(found)} is over ({note.result}). "
            f"To read it: fadenet replay {_path(ctx.home, found)} --text"
        ) from None
    others, listen = netplay.homes_of(ctx.home, found), door_of(ctx)
    again = ["resume", found, *(["--moved"] if ctx.args.moved else [])]

    async def go_on(participant: Participant, say: Say) -> MatchEnd:
        table = replace(participant, paced=participant.paced and not others).entrant(
            rules, Deck(note.deck, "", decks)
        )
        over = trio.Event()
        async with trio.open_nursery() as nursery:
            for home in others:
                nursery.start_soon(netplay.against, home, again, "", over)
            async with node_of(ctx, table) as node:
                outcome = await play.resume_match(
                    node, table, found, say=say, listen=listen, moved=ctx.args.moved
                )
            over.set()
        for home in others:
            netplay.forget(home)
        return outcome

    return play_table(ctx, note.bot or None, go_on, found)


def _kept_here(ctx: Context) -> kept.LeftMatch | None:
    """The local match that is meant; None: one between nodes is."""
    text = ctx.args.match
    there = saved.saved_matches(ctx.home)
    if not text or any(m.match.startswith(text) for m in there):
        return None
    return kept.find_kept(ctx.home, text)


def _give(ctx: Context, found: str, note: saved.SavedTable, rules: Rules) -> int:
    """Give a finished match to those who do not have its result yet."""
    start_log(ctx)
    listen = door_of(ctx)

    async def give() -> MatchEnd:
        async with node_of(ctx, table, finished=None) as node:
            return await play.give_match(node, table, found, say=ctx.say, listen=listen)

    with keys.lock(ctx.home):
        player = make_bot(note.bot or "random")
        own = ctx.home, ctx.identity(note.name), rules, Deck(note.deck, "", ()), player, note.kind
        table = Entrant(*own, machine=machine_of(ctx))
        outcome = run_async(give)
    reader = NOBODY if note.bot else outcome.seat
    ctx.emit(outcome_data(outcome), outcome_lines(outcome, reader))
    ctx.say("Now everybody has the result.")
    keep(ctx)
    return 0


def matches(ctx: Context) -> int:
    """List all matches of the data folder, unfinished ones first, then the latest first; or give one up."""
    if ctx.args.forget is not None:
        return _forget(ctx)
    if ctx.args.clear is not None:
        return clear(ctx, ctx.args.clear)
    found = saved.saved_matches(ctx.home)
    found.sort(key=lambda m: (m.finished, -m.note.when))
    data = [
        {
            "match": m.match,
            "game": m.note.game,
            "format": m.note.format,
            "options": m.note.options,
            "role": m.note.role,
            "peers": list(m.peers),
            "bot": m.note.bot or None,
            "deck": m.note.deck,
            "finished": m.finished,
            "days": m.note.days or None,
            **(turn_data(m.note) if m.note.days and not m.finished else {}),
            "result": m.note.result or None,
            "lacking": list(m.lacking),
            "file": str(_path(ctx.home, m.match)),
        }
        for m in found
    ]
    lines = []
    for m in found:
        what = saved.played(m.note.game, m.note.format, m.note.options)
        how = "against" if m.note.format == "duel" else "with"
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(m.note.when))
        line = f"{short_id(m.match)}  {when}  {what} {how} {listed(m.peers)}, "
        late = f"; {listed(m.lacking)} may not have the result yet" if m.lacking else ""
        open_ = since_when(m.note, time.time()) if m.note.days else "not finished"
        lines += wrap(line + (m.note.result or open_) + late, 80, " " * 26)
    solo = read_solo(ctx)
    told = solo_lines(solo, SOLO_SHOWN)
    some = f", the last {len(told)}" if len(told) > 1 else ""
    lines += [f"on this machine{some}:", *told] if told else []
    ctx.emit({"matches": data, **solo_data(solo)}, lines)
    if not found:
        ctx.say("There is no match with others yet. Play one: fadenet play faroe --net")
        if unfinished(ctx.home):
            ctx.say("To go on with a match against bots: fadenet resume")
    elif not found[0].finished:
        ctx.say(f"To go on: fadenet resume {short_id(found[0].match)}")
    else:
        ctx.say(f"To look back at the last one: fadenet replay {short_id(found[0].match)}")
    return 0


def _forget(ctx: Context) -> int:
    """Give up an unfinished match for good."""
    found = saved.find_match(ctx.home, ctx.args.forget)
    short = short_id(found)
    if not ctx.args.yes:
        raise Usage(
            f"Afterwards nobody can go on with match {short} from here, and the others wait for you in vain. "
            "If that is what you want, repeat with --yes."
        )
    with keys.lock(ctx.home):
        note = saved.forget(ctx.home, Machine(), found)
        for home in netplay.homes_of(ctx.home, found):
            saved.discard(home, Machine(), found)
            netplay.forget(home)
    keep(ctx)
    kept = _path(ctx.home, found)
    others = listed([peer.name for peer in note.peers])
    said = f"Match {short} with {others} is given up: its secrets are deleted. The signed file stays: {kept}"
    ctx.emit({"match": found, "forgotten": True, "file": str(kept)}, wrap(said, 80))
    return 0


# Where to listen, and where a match lies.


def _path(home: Path, found: str) -> Path:
    return home / saved.FOLDER / f"{found}.match"
