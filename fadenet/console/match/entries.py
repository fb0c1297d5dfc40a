"""What a desk holds beside the match: when to be asked, and cards of the own deck to take."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Stops:
    """When the player is asked, beside the rule that something legal must be there: the last two lift it."""

    off: set[int] = field(default_factory=set)  # windows
    yielded: int = -1  # pass on everything in this turn
    hold: bool = False  # stop at the next one whatever is legal
    always: bool = False  # stop where nothing is legal too, if others cannot see that


@dataclass(frozen=True, slots=True)
class Taking:
    """Cards of the own deck to take from: up to `most`, or exactly one where `what` says for what.

    required: taking none is against the rules.
    """

    handles: list[int]
    most: int
    what: str
    required: bool

    def question(self) -> str:
        if self.what:
            return f"Choose {self.what}, by its number"
        if self.most == 1:
            return f"Take one of these cards, by its number{self.way_out}"
        return f"Take up to {self.most} of these cards, by their numbers{self.way_out}"

    @property
    def way_out(self) -> str:
        return "" if self.required else ", or none"

    def chosen(self, line: str) -> list[int] | None:
        """The handles that a line names, None if it does not answer."""
        words = line.replace(",", " ").split()
        if words == ["none"]:
            return None if self.required else []
        numbers = [int(w) if w.isdecimal() and len(w) < 5 else 0 for w in words]
        right = len(set(numbers)) == len(numbers) <= self.most and (numbers or not self.required)
        if not right or not all(0 < n <= len(self.handles) for n in numbers):
            return None
        return [self.handles[n - 1] for n in numbers]
