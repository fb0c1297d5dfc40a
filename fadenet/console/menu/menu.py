"""A menu: entries to choose from, each with where it leads, or a text that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Words = tuple[str, ...]
"""The words of a command, to which a choice leads in the end."""


@dataclass(frozen=True, slots=True)
class TextPage:
    """A text that is read as a page of the menu. words: the command that prints it; read: its lines."""

    words: Words
    read: Callable[[], list[str]]


Leads = Words | TextPage | Callable[[], "Menu | Prompt"]
"""Where a choice leads: to a command, a text, or another menu."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One line of a menu. about: what it is, behind its label; then: what it leads to."""

    label: str
    about: str
    then: Leads


@dataclass(frozen=True, slots=True)
class Menu:
    """Something to choose. about: paragraphs above the entries; at: the entry that is chosen first; pasted:
    where a text leads that is pasted into it, or into a menu behind it, None = nowhere."""

    title: str
    entries: Sequence[MenuItem]
    about: Sequence[str] = ()
    at: int = 0
    pasted: Callable[[str], Prompt | None] = lambda text: None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that is asked for, over several lines if it has them.

    accept: takes all that has been typed; the words it comes to, or what is still lacking or wrong with it,
    "" = it goes on, and whether to begin again.
    """

    title: str
    about: Sequence[str]
    accept: Callable[[str], Words | tuple[str, bool]]
