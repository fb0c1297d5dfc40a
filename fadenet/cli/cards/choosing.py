"""Questions to a person at a terminal who sits down: with which deck, where there are several, and whatever a
game wants to be chosen about such a match."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import trio

from fadenet.cli.cards.decks import is_own, named_deck, own_decks, playable, remember_deck
from fadenet.cli.cards.formats import Kind, kind_of
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.shelf import about_set
from fadenet.cli.frame.signals import INTERRUPTED
from fadenet.cli.seat.person import options_of, run_async
from fadenet.console.menu.menu import Leads, Menu, MenuItem, Words
from fadenet.console.run import choose
from fadenet.engine.descriptor import Option
from fadenet.engine.rules import Rules
from keys.errors import UserError

HOST_WAITS_S = 45.0
"""How long a guest may choose: its host waits a minute, and then takes it for gone."""


class NotChosen(UserError):
    """Somebody who was asked left."""

    exit_code = INTERRUPTED


def is_asked(ctx: Context) -> bool:
    """Whether our player is to be asked for a deck: a person is there, and the command names none."""
    return is_there(ctx) and not (ctx.args.deck or ctx.args.bot)


def is_there(ctx: Context) -> bool:
    """Whether a person is at the terminal of this command, who reads what it prints."""
    return ctx.may_ask and sys.stdout.isatty() and not ctx.json


def option_menu(option: Option, then: Callable[[str], Leads]) -> Menu:
    """The values to be chosen from, each with what it means, the one that is offered first on top."""
    entries = [MenuItem(value, means, then(value)) for value, means in option.asked]
    return Menu(f"Which {option.word}?", entries)


def asked_kind(ctx: Context, kind: Kind) -> Kind:
    """The same kind of match, with what the person at the terminal is asked about it. Raises `NotChosen`."""
    taken = kind.rules.descriptor.taken(kind.rules.format).values()
    open_ = [one for one in taken if one.asked and getattr(ctx.args, one.word) is None]
    if not open_ or not is_there(ctx):
        return kind
    for option in open_:
        menu = option_menu(option, lambda value: (value,))
        options = options_of(ctx)
        words = run_async(partial(choose, menu, options), options)
        if not words:
            raise NotChosen(f"No {option.word} was chosen; nothing was begun.")
        setattr(ctx.args, option.word, words[0])
    return kind_of(ctx.args)


def deck_menu(ctx: Context, rules: Rules, then: Callable[[str], Leads]) -> Menu:
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
    """The deck that our player sits down with, asked for if need be; None = any. Raises `NotChosen`."""
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
    menu = as_guest(menu, rules, told)
    words = menu.entries[0].then
    with trio.move_on_after(HOST_WAITS_S):
        words = await choose(menu, options_of(ctx))
    assert isinstance(words, tuple)
    return _chosen(ctx, rules, words)


def as_guest(menu: Menu, rules: Rules, told: str) -> Menu:
    """The menu of decks for somebody for whom a host waits: with what it is told, and about its sets."""
    waits = f"The host waits: after {HOST_WAITS_S:.0f} s it is the first one."
    return replace(menu, about=[told, *map(about_set, rules.sets), *menu.about, waits])


def _menu(ctx: Context, rules: Rules) -> Menu | None:
    """The menu of decks to choose from; None if nobody is asked, or there is nothing to choose."""
    menu = deck_menu(ctx, rules, lambda name: (name,)) if is_asked(ctx) else None
    return menu if menu is not None and len(menu.entries) > 1 else None


def _chosen(ctx: Context, rules: Rules, words: Words) -> str:
    if not words:
        raise NotChosen("No deck was chosen; nothing was begun.")
    with comfort(ctx.say, "Which deck you chose is not remembered"):
        remember_deck(ctx.home, rules.name, words[0])
    return words[0]
