"""Kinds of match to choose from: formats, numbers of players, Legends and Raiders, options, a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from fadenet import games
from fadenet.cli.cards.choosing import option_menu
from fadenet.cli.cards.formats import counted
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.loading import described
from fadenet.cli.past.positions import line_of
from fadenet.console.menu.menu import Leads, Menu, MenuItem, Prompt, Words
from fadenet.engine.descriptor import Descriptor, Option
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.english import number_of
from fadenet.engine.position import head_of
from keys.errors import UserError

FORMAT = "--format"
NEED_NO_OTHER = 1
"""As many players sit down alone with what all fight together."""

Then = Callable[[Words], Menu]
"""Makes the menu behind a kind of match, which is given as the words of a command."""


def kinds(game: str, words: Words, then: Then, alone: bool) -> Menu:
    """Every kind of match of a game but the usual one. words: what it is added to; alone: whether one player
    without an opponent is enough, as on this machine."""
    offered = described(game)
    entries = [
        entry
        for format, counts in offered.formats.items()
        for entry in _of_format(offered, format, counts, words, then, alone)
    ]
    return Menu("Which kind of match?", entries)


def _of_format(
    offered: Descriptor, format: str, counts: tuple[int, ...], words: Words, then: Then, alone: bool
) -> Iterator[MenuItem]:
    first = next(iter(offered.formats))
    said = words if format == first else (*words, FORMAT, format)
    needed = [one for one in offered.taken(format).values() if one.formats == (format,) and one.shelf]
    players = [n for n in counts if alone or n > NEED_NO_OTHER]
    for option in needed:
        for value in games.choices(offered.name, option.word):
            about = f"{option.word}: all together against it"
            yield MenuItem(value, about, _seats((*said, f"--{option.word}", value), counts, players, then))
    if needed:
        return
    if format != first:
        yield MenuItem(format, counted(tuple(players)), _seats(said, counts, players, then))
    for option in offered.taken(format).values():
        values = [one for one in games.choices(offered.name, option.word) if one != option.usual]
        if format == first and values and not option.asked:
            yield _with_option(format, option, values, said, then)


def _with_option(format: str, option: Option, values: list[str], words: Words, then: Then) -> MenuItem:
    """A format with one of the values of an option, where there are several to be chosen."""
    entries = [_entry(value, (*words, f"--{option.word}", value), then) for value in values]
    if len(entries) == 1:
        return replace(entries[0], label=f"{format}, {option.word} {values[0]}", about=option.help)
    return MenuItem(f"{format}, {option.word}", option.help, lambda: Menu(f"Which {option.word}?", entries))


def _seats(words: Words, counts: tuple[int, ...], players: list[int], then: Then) -> Callable[[], Menu]:
    """How many play, where that is to be chosen."""
    entries = [
        _entry(number_of(n, "player"), words if n == counts[0] else (*words, "--seats", str(n)), then)
        for n in players
    ]
    return lambda: Menu("How many players?", entries)


def _entry(label: str, words: Words, then: Then) -> MenuItem:
    return MenuItem(label, "", lambda: then(words))


def begun(game: str, words: Words) -> Leads:
    """A command that begins a match, or the menu of what is asked about it first (`Option.asked`)."""
    offered = described(game)
    format = words[words.index(FORMAT) + 1] if FORMAT in words else next(iter(offered.formats))
    for option in offered.taken(format).values():
        if option.asked and f"--{option.word}" not in words:
            return partial(_asked, option, game, words)
    return words


def _asked(option: Option, game: str, words: Words) -> Menu:
    return option_menu(option, lambda value: begun(game, (*words, f"--{option.word}", value)))


def position(ctx: Context) -> Prompt:
    """Asks for a position to play on from."""
    about = "The name of a file with it, or a whole line. A record has many: fadenet position RECORD --at 57"
    return Prompt("Which position?", [ctx.typed(about)], _played_on)


def _played_on(text: str) -> Words | tuple[str, bool]:
    """The command that plays on from a line, else what is wrong with it."""
    named = " ".join(text.split())
    try:
        line = line_of(named)
        return "play", head_of(line or named).game, "--position", named
    except (WrongInput, UserError) as error:
        return f"{error} Name it once more.", True
