"""The description of a game before any of its rules is read: its name, its numbers of players, its options.

It is small and needs nothing else, so that a command line can be built from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Option(NamedTuple):
    """Something to be chosen about a match besides its format.

    word: as it is typed, recorded and sent. formats: those that take it. placeholder, help: how a person is
    told of it. values: those it may have; () = the names of the TOML files in `shelf`, a folder of the game's
    family. usual: the value that says what holds without it, "" = there is none. each: whether it lists
    one of these for each seat, with commas between them, "none" for none. asked: what a person is asked who
    sets such a match up: values, each with what it means in a sentence, the one that is offered first at the
    head; () = nobody is asked.
    """

    word: str
    placeholder: str
    help: str
    formats: tuple[str, ...]
    values: tuple[str, ...] = ()
    shelf: str = ""
    usual: str = ""
    each: bool = False
    asked: tuple[tuple[str, str], ...] = ()


class Mistakes(NamedTuple):
    """The mistakes of an opponent of a level, in per cent.

    forgets: of the windows in which it may answer those that it lets go by. overlooks: of the cards that
    could do something in a turn those of which it does not see it. hurries: of its choices those in which it
    takes any move that gains something. misaims: of its choices of a target those in which it takes any that
    does not harm itself. stops: of its free choices those in which it ends what it is about, whatever is
    left.
    """

    forgets: int
    overlooks: int
    hurries: int
    misaims: int
    stops: int


class Descriptor(NamedTuple):
    """One game. family: the package with its code; its face, catalogue and judgement go by it.

    formats: how many may play each, the usual number first. The first format is the usual one. queries: lines
    of examples of what its cards are found by, for a person. about: what kind of game it is, in a few words.
    mistakes: those of an opponent of the easy and of the normal level. A game in which one move loses more
    wants fewer: each level is to win some two of three matches against the one below it. searcher: the
    bot, by its name with options, that plays moves out and is better for it, which a hint asks; "" = there is
    none. slight: the damage up to which an attack is not worth an answer to a bot that is away.
    """

    name: str
    family: str
    formats: Mapping[str, tuple[int, ...]]
    options: tuple[Option, ...] = ()
    queries: tuple[str, ...] = ()
    about: str = ""
    mistakes: tuple[Mistakes, Mistakes] = (
        Mistakes(forgets=24, overlooks=11, hurries=20, misaims=24, stops=4),
        Mistakes(forgets=10, overlooks=4, hurries=8, misaims=10, stops=1),
    )
    searcher: str = ""
    slight: int = 0

    def taken(self, format: str) -> dict[str, Option]:
        """The options that a format takes, by word."""
        return {option.word: option for option in self.options if format in option.formats}
