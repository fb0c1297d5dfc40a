"""A match as a scene of the shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fadenet.console.match import wording
from fadenet.console.match.colours import colours_of
from fadenet.console.match.commands import COMMANDS, EARLY, TAKE_HINT, complete, enter, pick, proposal
from fadenet.console.match.desk import Desk
from fadenet.console.match.view import hinted, view
from fadenet.console.shell.pages import PAGE_HINT, framed
from fadenet.console.shell.scene import Scene
from fadenet.console.text import fit, fit_hints
from fadenet.engine.state import RESPOND


class MatchScene(Scene):
    """One seat at one match."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.keys: Mapping[str, Callable[[], None]] = {
            "f2": lambda: self.enter("pass"),
            "f3": lambda: self.enter("yield turn"),
            "f4": lambda: self.enter("full"),
        }

    def lines(self, width: int, height: int) -> list[str]:
        if not self.desk.begun:
            return framed(["waiting for the match to begin"], width, height)
        return view(self.desk, self.desk.table(), width, height)

    def hints(self, line: str, width: int) -> str:
        desk = self.desk
        if not desk.begun:
            said = ""
        elif desk.dialogue.confirming == "concede":
            said = f"type concede {desk.conceding}; anything else plays on"
        elif desk.page is not None and not desk.page.stays:
            said = PAGE_HINT + ("   or type your answer" if desk.dialogue.asked else "")
        elif not line:
            return fit_hints(self._resting_hint(), width)
        else:
            said = desk.takes(line) or desk.behind(line)
            said = said or hinted(desk.sight, line, complete(desk, line)[1], desk.known(line))
        return fit(said, width)

    def _resting_hint(self) -> str:
        desk = self.desk
        if desk.result:
            return f"{desk.way_out}   log   look   ?"
        if desk.dialogue.taking:
            return "PgUp PgDn scroll   ? help   ? NAME a card   log   concede   quit"
        if desk.at_rest and not desk.dialogue.asked:
            return "Enter leaves   ? help   ? c1 a card   log   clock   claim   quit"
        if not desk.dialogue.asked:
            return "wait for the others   ? help   ? c1 a card   log   quit"
        a = desk.sight.seat.ask
        if a is not None and a.kind == RESPOND:
            return "F2 pass   F3 pass the turn   F4 full control   Tab hint   stops   ?"
        return "Tab completes, alone: hint   ? help   ? c1 a card   legal   why   quit"

    def enter(self, line: str) -> None:
        enter(self.desk, line)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return complete(self.desk, line)

    @property
    def colours(self) -> Mapping[str, str]:
        return colours_of(self.desk.sight) if self.desk.begun else {}

    @property
    def history(self) -> str:
        return "log" if self.desk.begun else ""

    @property
    def asked(self) -> int:
        asked = self.desk.dialogue.asked
        return asked.id if asked else 0

    @property
    def waits(self) -> bool:
        return self.desk.dialogue.waits or self.desk.at_rest

    @property
    def over(self) -> bool:
        return bool(self.desk.result)

    def answers(self) -> list[str]:
        return [wording.priced(self.desk.sight, line) for line in self.desk.move_lines()]

    def pick(self, number: int) -> bool:
        return pick(self.desk, number)

    @property
    def holds(self) -> bool:
        desk = self.desk
        return desk.begun and not desk.result and not self.waits

    def proposal(self) -> str:
        return proposal(self.desk)

    def is_command(self, line: str) -> bool:
        word = line.partition(" ")[0].lower()
        if not self.desk.begun:
            return word in EARLY  # any other line waits for the match
        return line.startswith("?") or word in COMMANDS or line == TAKE_HINT

    @property
    def thinks(self) -> bool:
        return self.desk.search is not None

    def interrupt(self, again: bool) -> None:
        self.desk.hurry()
        if again or self.over:
            super().interrupt(again)
        else:
            self.stage.write("note", "leave the match? Ctrl-C once more leaves, any other key stays")
