"""A match as a scene of the shell."""

from __future__ import annotations

from collections.abc import Mapping

from fadenet.console.match import commands, view
from fadenet.console.match.desk import Desk
from fadenet.console.shell.scene import Scene


class MatchScene(Scene):
    """One seat at one match."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk

    def lines(self, width: int, height: int) -> list[str]:
        return view.view(self.desk, width, height)

    def hints(self, line: str, width: int) -> str:
        return view.hints(self.desk, line, width)

    def enter(self, line: str) -> None:
        commands.enter(self.desk, line)

    def complete(self, line: str) -> tuple[str, list[str]]:
        return commands.complete(self.desk, line)

    @property
    def colours(self) -> Mapping[str, str]:
        return self.desk.face.colours if self.desk.info else {}

    @property
    def history(self) -> str:
        return "log" if self.desk.info else ""

    @property
    def asked(self) -> int:
        return self.desk.ask_id

    @property
    def waits(self) -> bool:
        return bool(self.desk.ask_id or self.desk.taking)

    @property
    def over(self) -> bool:
        return bool(self.desk.result)

    def answers(self) -> list[str]:
        return [] if self.desk.taking else self.desk.choices()

    def pick(self, number: int) -> bool:
        if not self.desk.ask_id or not 0 < number <= len(self.desk.options):
            return False
        self.desk.give(self.desk.options[number - 1])
        return True

    def is_command(self, line: str) -> bool:
        return line.startswith("?") or line.partition(" ")[0].lower() in commands.COMMANDS

    def interrupt(self, again: bool) -> None:
        if again or self.over:
            super().interrupt(again)
        else:
            self.stage.write("note", "leave the match? Ctrl-C once more leaves, any other key stays")
