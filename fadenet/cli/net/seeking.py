"""`seek`: looking for a stranger to play with."""

from __future__ import annotations

from fadenet.cli.cards.choosing import asked_deck, asked_kind
from fadenet.cli.cards.decks import deck_of
from fadenet.cli.cards.formats import between_nodes
from fadenet.cli.frame import settings
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, Usage
from fadenet.cli.net.boards import boarding, lines_of
from fadenet.cli.net.doors import hosting_at
from fadenet.cli.net.relays import helpers_of
from fadenet.cli.net.tables import config_at, node_of, play_table
from fadenet.node.match.follow import MatchEnd, Say
from fadenet.node.match.run import Participant
from fadenet.node.seek import Sought, Wanted, seek_match


def seek(ctx: Context) -> int:
    """Look for a stranger to play with, and play."""
    kind = between_nodes(ctx.args)
    _agree(ctx)
    lines_of(ctx)  # before anything is asked, or made, for what is none
    listen = [] if ctx.args.no_listen else hosting_at(ctx)
    deck = deck_of(ctx.home, kind.rules, asked_deck(ctx, kind.rules))
    if ctx.args.bot is None:
        kind = asked_kind(ctx, kind)
    wanted = Wanted(people=not ctx.args.bots, bots=not ctx.args.people)
    sought = Sought(kind.rules, deck, config_at(ctx, kind), wanted)

    async def look(participant: Participant, say: Say) -> MatchEnd:
        async with (
            node_of(ctx, participant) as node,
            boarding(ctx, node, participant.identity, helpers_of(ctx), lan=ctx.args.lan) as board,
        ):
            assert board is not None
            return await seek_match(node, board, participant, sought, listen=listen, say=say)
        raise AssertionError("a match ends with an outcome or an error")

    return play_table(ctx, ctx.args.bot, look)


def _agree(ctx: Context) -> None:
    """Our player agrees to be seen by strangers: now, or has done so before."""
    if ctx.args.board and not ctx.settings.strangers:
        with comfort(ctx.say, "That you agree counts this time, and is not remembered"):
            settings.change(ctx.home, {"strangers": True})
    elif not (ctx.args.board or ctx.settings.strangers):
        raise Usage(
            "Strangers on the board would see your name, your address and what you look for. If that is what "
            f"you want, say so once: fadenet seek {ctx.args.game} --board"
        )
    ctx.args.board = True
