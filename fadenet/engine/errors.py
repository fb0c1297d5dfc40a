"""How the engine says no: an answer that the rules refuse, a wrong input, content that does not load."""

from __future__ import annotations

from typing import Final


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


PLACE_CHARACTERS: Final = 120
"""So much of a card or key is said where it is in the way: its author finds it by its beginning."""


class LoadError(Exception):
    """Content that does not load: `file`, `card` and `key` name the place, `hint` says what to do."""

    def __init__(self, file: str, card: str, key: str, hint: str) -> None:
        place = [file, *([_begun(card)] if card else []), _begun(key)]
        super().__init__(": ".join([*place, hint]))
        self.file = file
        self.card = card
        self.key = key
        self.hint = hint


def _begun(text: str) -> str:
    return text if len(text) <= PLACE_CHARACTERS else f"{text[:PLACE_CHARACTERS]} .."
