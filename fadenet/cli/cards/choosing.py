"""Which deck somebody sits down with: asked of a person at a terminal, where there are several."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import trio

from fadenet.cli.cards.decks import is_own, named_deck, own_decks, playable, remember_deck
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.signals import INTERRUPTED
from fadenet.cli.seat.person import options_of, run_async
from fadenet.console.menu.menu import Menu, MenuItem, Words
from fadenet.console.run import choose
from fadenet.engine.rules import Rules
from keys.errors import UserError

HOST_WAITS_S = 45.0
"""How long a guest may choose: its host waits a minute, and then takes it for gone."""


class NoDeck(UserError):
    """Somebody who was asked for a deck left."""

    exit_code = INTERRUPTED


def is_asked(ctx: Context) -> bool:
    """Whether our player is to be asked for a deck: a person is there, and the command names none."""
    args = ctx.args
    return ctx.may_ask and sys.stdout.isatty() and not (ctx.json or args.deck or args.bot)


def deck_menu(ctx: Context, rules: Rules, then: Callable[[str], Words]) -> Menu:
    """All decks that may be played, with their plans, the one that was chosen last first."""
    home, game = ctx.home, rules.name
    decks = playable(home, rules, ctx.settings.decks.get(game))
    entries = [
        MenuItem(
            name, f"yours: {deck.plan or deck.name}" if is_own(home, game, name) else deck.plan, then(name)
        )
        for name, deck in decks
    ]
    there = [name for name, _ in decks]
    left_out = [name for name in own_decks(home, game) if name not in there]
    about = [f"Not legal yet, so not here: {', '.join(left_out)}"] if left_out else []
    return Menu("With which deck?", entries, about)


def asked_deck(ctx: Context, rules: Rules) -> str | None:
    """The deck that our player sits down with, asked for if need be; None = any. Raises `NoDeck`."""
    menu = _menu(ctx, rules)
    if menu is None:
        return named_deck(ctx, rules)
    options = options_of(ctx)
    return _chosen(ctx, rules, run_async(lambda: choose(menu, options), options))


async def deck_at_table(ctx: Context, rules: Rules, told: str) -> str | None:
    """The same for somebody for whom a host waits: after a while it is the first of the list. told: who that
    is, and what is played."""
    menu = _menu(ctx, rules)
    if menu is None:
        return named_deck(ctx, rules)
    about = f"The host waits: after {HOST_WAITS_S:.0f} s it is the first one."
    menu = replace(menu, about=[told, *menu.about, about])
    words = menu.entries[0].then
    with trio.move_on_after(HOST_WAITS_S):
        words = await choose(menu, options_of(ctx))
    assert isinstance(words, tuple)
    return _chosen(ctx, rules, words)


def _menu(ctx: Context, rules: Rules) -> Menu | None:
    """The menu of decks to choose from; None if nobody is asked, or there is nothing to choose."""
    menu = deck_menu(ctx, rules, lambda name: (name,)) if is_asked(ctx) else None
    return menu if menu is not None and len(menu.entries) > 1 else None


def _chosen(ctx: Context, rules: Rules, words: Words) -> str:
    if not words:
        raise NoDeck("No deck was chosen; nothing was begun.")
    with comfort(ctx.say, "Which deck you chose is not remembered"):
        remember_deck(ctx.home, rules.name, words[0])
    return words[0]
