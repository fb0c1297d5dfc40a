"""The scene that the shell shows: it draws lines of text, takes typed lines, and says what may be typed next.

The full screen and plain mode know scenes and nothing else. A scene knows neither of them: it may use all
that lies beside it in its own room, and has its `Stage` in common with the one that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fadenet.console.shell.stage import Stage

NUMBER_SIGNS = 5


class Scene:
    """One thing to show. Besides the first three methods a scene overrides what it needs.

    keys: what single keys do while the line is empty and no page is open, by prompt_toolkit's names.
    """

    keys: Mapping[str, Callable[[], None]] = {}

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def lines(self, width: int, height: int) -> list[str]:
        """Exactly `height` lines of exactly `width` cells."""
        raise NotImplementedError

    def hints(self, line: str, width: int) -> str:
        """One row of `width` cells below the line that is typed."""
        raise NotImplementedError

    def enter(self, line: str) -> None:
        """Carry out a typed line; an empty one closes the page, and `?` opens help."""
        raise NotImplementedError

    def complete(self, line: str) -> tuple[str, list[str]]:
        """(what stays of the line, words that may follow it)."""
        return line, []

    def paste(self, text: str) -> bool:
        """Take what is pasted, all its lines; False: the first of them goes into the line that is typed."""
        return False

    @property
    def colours(self) -> Mapping[str, str]:
        """The style of words that colour repeats, by regular expressions without groups; the first counts."""
        return {}

    @property
    def history(self) -> str:
        """The word that opens what has been said so far as a page, "" for none."""
        return ""

    # Questions.

    @property
    def ways(self) -> tuple[str, str]:
        """The words on what may be typed at a question, for plain mode: (where its answers stand below it,
        where they stand beside it)."""
        return "a number or a move; ? help", "? help"

    @property
    def asked(self) -> int:
        """The number of the question that a typed line answers, 0 = none."""
        return 0

    @property
    def waits(self) -> bool:
        """Whether something is asked that only a typed line answers."""
        return False

    @property
    def thinks(self) -> bool:
        """Whether words are on their way that a line has asked for."""
        return False

    @property
    def over(self) -> bool:
        """Whether nothing will be asked any more."""
        return False

    def answers(self) -> list[str]:
        """The answers to the open question in the order of their numbers, where a number will do."""
        return []

    def pick(self, number: int) -> bool:
        """Choose the answer of this number on the screen, from 1 on; False where numbers are not answers."""
        return False

    @property
    def holds(self) -> bool:
        """Whether a line that is not a command waits for a question that is still to come."""
        return False

    def proposal(self) -> str:
        """The line that Tab types where nothing is typed, "" for none."""
        return ""

    def take(self, line: str) -> None:
        """Carry out a typed line, or give the answer whose number it is."""
        if not (line.isdecimal() and len(line) < NUMBER_SIGNS and self.pick(int(line))):
            self.enter(line)

    def is_command(self, line: str) -> bool:
        """Whether a line means something without a question that it could answer."""
        return True

    # Keys and time.

    def interrupt(self, again: bool) -> None:
        """Ctrl-C on the empty line; again: just after another one."""
        self.stage.leave("interrupt")

    @property
    def tick_s(self) -> float:
        """Seconds until the next `tick`, 0 = nothing moves by itself here."""
        return 0

    def tick(self) -> None:
        """Move on whatever moves by itself, such as a replay that plays."""
