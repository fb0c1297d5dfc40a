"""How the engine says no: an answer that the rules refuse, a wrong input, content that does not load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final


class Illegal:
    """Why a move is refused: `rule` is the id of the rule it breaks, `text` one sentence for the player."""

    __slots__ = ("rule", "text")

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.text = text

    def __repr__(self) -> str:
        return f"Illegal({self.rule!r}, {self.text!r})"


class IllegalMove(Exception):
    """Raised by `apply` for a refused move; the state is unchanged. `reason` is the `Illegal`."""

    def __init__(self, reason: Illegal) -> None:
        super().__init__(f"{reason.text} [{reason.rule}]")
        self.reason = reason


class WrongInput(Exception):
    """Raised when an answer or a supplied value is not one that the present rest asks for."""


HINT_CHARACTERS: Final = 3_000
"""So much is said of what is wrong with it, whatever stands there."""
PLACE_CHARACTERS: Final = 120
"""So much of a card or key is said where it is in the way: its author finds it by its beginning."""


class LoadError(Exception):
    """Content that does not load: `file`, `card` and `key` name the place, `hint` says what to do.

    word: what stands there and is wrong, as it is written; "" = it is not a single word. lacks: what would
    have to stand beside it, by key, with a value that would do (None where no value is known to).
    """

    def __init__(
        self,
        file: str,
        card: str,
        key: str,
        hint: str,
        word: str = "",
        lacks: Mapping[str, Any] | None = None,
    ) -> None:
        hint = _begun(hint, HINT_CHARACTERS)
        place = [file, *([_begun(card)] if card else []), _begun(key)]
        super().__init__(": ".join([*place, hint]))
        self.file = file
        self.card = card
        self.key = key
        self.hint = hint
        self.word = word
        self.lacks = lacks or {}
        self.needed = True  # whether something else may be wrong only because this is left out
        self.faults: tuple[LoadError, ...] = (self,)  # all that is wrong, where `LoadErrors` gathers more


class LoadErrors(LoadError):
    """Several things that are wrong with some content: `faults`, in the order of the content.

    The words are those of the first, and how many more there are. left: by card what could be read of it, as
    its table.
    """

    def __init__(self, faults: Sequence[LoadError], left: Mapping[str, dict[str, Any]] | None = None) -> None:
        first = faults[0]
        super().__init__(first.file, first.card, first.key, first.hint, first.word, first.lacks)
        if len(faults) > 1:
            self.args = (f"{first} (and {len(faults) - 1} more)",)
        self.faults = tuple(faults)
        self.left = left or {}


def _begun(text: str, most: int = PLACE_CHARACTERS) -> str:
    """The beginning of a text, without marks that any terminal would not show as they are."""
    text = text if len(text) <= most else f"{text[:most]} .."
    return text if text.isprintable() else "".join(x if x.isprintable() else ascii(x)[1:-1] for x in text)
