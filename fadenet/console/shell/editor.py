"""The line that is typed on the full screen: completing, pasting, and for which question it was begun."""

from __future__ import annotations

from prompt_toolkit.buffer import Buffer

from fadenet.console.shell.scene import Scene
from fadenet.console.text import clean

PASTE_MAX = 500


class LineEditor:
    """One line. warned: whether Ctrl-C was pressed on it while it was empty, and nothing typed since."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.buffer = Buffer(multiline=False, on_text_changed=lambda _: self._changed())
        self.warned = False
        self._begun_for = 0  # the question for which the line was begun
        self._cycle: tuple[str, list[str], int] | None = None

    @property
    def text(self) -> str:
        return self.buffer.text

    @property
    def ahead(self) -> str:
        """The text before the cursor."""
        return self.buffer.document.text_before_cursor

    def _changed(self) -> None:
        stage = self.scene.stage
        if not stage.typed:
            self._begun_for = self.scene.asked
        stage.type(self.text)
        self.warned = False

    def clear(self, keep: bool = False) -> None:
        """Empty the line; keep: among those to go back to."""
        self.buffer.reset(append_to_history=keep)
        self.scene.stage.type("")

    def outlived(self) -> str:
        """That the line answers another question than it was begun for, in words, "" for any other line; once
        for each question."""
        line, asked = self.text, self.scene.asked
        if not line.strip() or line.startswith("?") or not asked or asked == self._begun_for:
            return ""
        before, self._begun_for = self._begun_for, asked
        return "the question has changed" if before else "you have been asked"

    def paste(self, text: str) -> None:
        """Only the first line of what is pasted, and not too much of it, unless the scene takes all."""
        if self.scene.paste(text):
            return
        first = text[: PASTE_MAX * 4].replace("\r", "\n").split("\n")[0]
        self.buffer.insert_text(clean(first, PASTE_MAX))

    def tab(self) -> None:
        """Complete as far as all words agree; then offer one after the other."""
        line = self.ahead
        if not self.text:
            self._replace(self.scene.proposal())
            return
        if self._cycle is not None:
            stem, found, at = self._cycle
            if line == stem + found[at]:
                at = (at + 1) % len(found)
                self._cycle = (stem, found, at)
                self._replace(stem + found[at])
                return
        self._cycle = None
        stem, found = self.scene.complete(line)
        if not found:
            return
        common = _common(found)
        if len(found) == 1:
            self._replace(stem + found[0] + " ")
        elif len(stem + common) > len(line):
            self._replace(stem + common)
        else:
            self._cycle = (stem, found, 0)
            self._replace(stem + found[0])

    def _replace(self, text: str) -> None:
        self.buffer.text = text
        self.buffer.cursor_position = len(text)


def _common(words: list[str]) -> str:
    """The longest beginning that all words share."""
    first, last = min(words), max(words)
    return next((first[:i] for i, ch in enumerate(first) if i >= len(last) or ch != last[i]), first)
