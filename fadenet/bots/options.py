"""The options of bots: numbers, switches, words and texts, declared in the class of a bot.

    class Planner(Bot):
        depth = SpinOption(3, 1, 8, "turns that are looked ahead")

makes `planner:depth=5` a name, `Planner(depth=5)` a call, and `self.depth` an int. The kinds are those of the
UCI protocol of chess programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from fadenet.engine.errors import WrongInput

T = TypeVar("T")


class BotOption(Generic[T]):
    """One option: read from a bot, it is what was set there, or else the default."""

    form = ""
    """The values that it may have, in words."""

    def __init__(self, default: T, about: str) -> None:
        """about: what it does, in a few words."""
        self.default = default
        self.about = about

    def __get__(self, bot: object, owner: type) -> T:
        return self.default

    def read(self, text: str) -> T:
        """The value that a text says. Raises `ValueError` for a text that is none of its values."""
        raise NotImplementedError

    def text(self) -> str:
        """The default as it is typed."""
        return str(self.default)


class SpinOption(BotOption[int]):
    """A number from `lo` to `hi`."""

    def __init__(self, default: int, lo: int, hi: int, about: str) -> None:
        super().__init__(default, about)
        self.lo, self.hi = lo, hi
        self.form = f"{lo} to {hi}"

    def read(self, text: str) -> int:
        value = int(text)
        if not self.lo <= value <= self.hi:
            raise ValueError(text)
        return value


class CheckOption(BotOption[bool]):
    """A switch."""

    form = "true or false"

    def read(self, text: str) -> bool:
        return ("false", "true").index(text.lower()) == 1

    def text(self) -> str:
        return str(self.default).lower()


class ChoiceOption(BotOption[str]):
    """One of several words."""

    def __init__(self, default: str, words: Sequence[str], about: str) -> None:
        super().__init__(default, about)
        self.words = tuple(words)
        self.form = ", ".join(words)

    def read(self, text: str) -> str:
        return self.words[self.words.index(text)]


class TextOption(BotOption[str]):
    """Any text; in a name it ends at a comma."""

    form = "a text without a comma"

    def read(self, text: str) -> str:
        return text


def options_of(bot: type) -> dict[str, BotOption[int] | BotOption[bool] | BotOption[str]]:
    """The options that a class of bots declares, those of its bases first."""
    return {
        name: one
        for kind in reversed(bot.__mro__)
        for name, one in vars(kind).items()
        if isinstance(one, BotOption)
    }


def set_options(bot: object, values: dict[str, int | bool | str]) -> None:
    """Set options of a bot, each given as its value or as text. Raises `WrongInput` for one that the bot does
    not have, or that may not be so."""
    there = options_of(type(bot))
    for name, value in values.items():
        if name not in there:
            has = ", ".join(f"{word} ({one.form})" for word, one in there.items())
            raise WrongInput(f"it has no option {name!r}; options: {has or 'none'}")
        try:
            setattr(bot, name, there[name].read(str(value)))
        except ValueError:
            raise WrongInput(f"{name} is {there[name].form}, not {value!r}") from None
