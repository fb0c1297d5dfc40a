"""A menu as a scene of the shell: numbers, the arrow keys or the beginning of a label choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fadenet.console.menu.menu import Menu, MenuItem, Prompt, TextPage, Words
from fadenet.console.shell.pages import PAGE_HINT, framed, page_lines
from fadenet.console.shell.scene import Scene
from fadenet.console.shell.stage import Stage
from fadenet.console.text import cells, fit, wrap

BACK, QUIT = ("0", "b", "back"), ("q", "quit")
TYPED_MAX = 64 * 1024
LABEL_CELLS_MAX = 40


class MenuScene(Scene):
    """Menus inside each other. chosen: the words of a command once something is chosen, () before that and
    if the person has left."""

    def __init__(self, first: Menu | Prompt) -> None:
        super().__init__(Stage())
        self.chosen: Words = ()
        self._open: list[Menu | Prompt] = []
        self._at = 0
        self._text = ""
        self.keys: Mapping[str, Callable[[], None]] = {
            "up": lambda: self._move(-1),
            "down": lambda: self._move(1),
            "left": self._back,
        }
        self._enter_into(first)

    # The menus that are open.

    @property
    def _now(self) -> Menu | Prompt:
        return self._open[-1]

    @property
    def _entries(self) -> Sequence[MenuItem]:
        return self._now.entries if isinstance(self._now, Menu) else ()

    def _enter_into(self, what: Menu | Prompt) -> None:
        self._open.append(what)
        self._show()

    def _show(self) -> None:
        now, self._text = self._now, ""
        self._at = now.at if isinstance(now, Menu) else 0
        self.stage.close_page()
        for paragraph in now.about:
            self.stage.write("note", paragraph)
        self.stage.write("ask", now.title)

    def _move(self, by: int) -> None:
        if self._entries:
            self._at = (self._at + by) % len(self._entries)

    def _back(self) -> None:
        if len(self._open) > 1:
            self._open.pop()
            self._show()

    def _choose(self, entry: MenuItem) -> None:
        if isinstance(entry.then, TextPage):
            self.stage.open_page(entry.label, entry.then.read())
        elif callable(entry.then):
            self._enter_into(entry.then())
        else:
            self.chosen = entry.then
            self.stage.leave("chosen")

    # The scene.

    def lines(self, width: int, height: int) -> list[str]:
        if self.stage.page is not None:
            return framed(page_lines(self.stage.page, width, height, []), width, height)
        now = self._now
        above = [line for paragraph in now.about for line in wrap(paragraph, width)]
        found = [now.title, "", *above, *[""] * bool(above)]
        if isinstance(now, Prompt):
            said = [entry.text for entry in self.stage.log if entry.kind == "refused"][-1:]
            return framed([*found, *(line for text in said for line in wrap(text, width))], width, height)
        rows = max(1, height - len(found))
        listed = self._listed(width, cut=False)
        if sum(map(len, listed)) > rows:
            listed = self._listed(width, cut=True)
        top = max(0, min(self._at - rows // 2, len(listed) - rows))
        return framed(
            [*found, *(line for lines in listed[top : top + rows] for line in lines)], width, height
        )

    def _listed(self, width: int, cut: bool) -> list[list[str]]:
        """The lines of each entry, one each if what they say is cut."""
        entries = self._entries
        widest = min(max((cells(entry.label) for entry in entries), default=0), LABEL_CELLS_MAX)
        digits, listed = len(str(len(entries))), []
        for n, entry in enumerate(entries, 1):
            label = entry.label if not entry.about else fit(entry.label, max(widest, 1))
            lead = f"{'>' if n - 1 == self._at else ' '} {n:>{digits}}  {label}  "
            about = [entry.about] if cut else wrap(entry.about, max(width - cells(lead), 20)) or [""]
            listed.append([lead + about[0], *(" " * cells(lead) + line for line in about[1:])])
        return listed

    def hints(self, line: str, width: int) -> str:
        if self.stage.page is not None:
            return fit(PAGE_HINT, width)
        back = "0 back   " if len(self._open) > 1 else ""
        if isinstance(self._now, Prompt):
            return fit(f"paste or type it, Enter   {back}q leaves", width)
        return fit(f"a number or Up Down and Enter   {back}q leaves", width)

    def enter(self, line: str) -> None:
        line = line.strip()
        if line.lower() in QUIT:
            self.stage.leave("quit")
        elif line.lower() in BACK and len(self._open) > 1:
            self._back()
        elif isinstance(self._now, Prompt):
            self._take(self._now, line)
        elif not line and self.stage.page is not None:
            self.stage.close_page()
        elif not line:
            if self._entries:
                self._choose(self._entries[self._at])
        elif not (line.isdecimal() and len(line) < 5 and self.pick(int(line))):
            self._named(line)
        self.stage.notify()

    def _take(self, prompt: Prompt, line: str) -> None:
        self._text = f"{self._text}\n{line}"[-TYPED_MAX:]
        text = self._text.strip()
        found = prompt.accept(text) if text else ("nothing has been typed yet", False)
        if found and isinstance(found[-1], bool):
            said, again = found
            self._text = "" if again else self._text
            if said:
                self.stage.write("refused", str(said))
                self.stage.write("ask", prompt.title)
        else:
            self.chosen = tuple(str(word) for word in found)
            self.stage.leave("chosen")

    def _named(self, line: str) -> None:
        found = [entry for entry in self._entries if entry.label.lower().startswith(line.lower())]
        found = [entry for entry in found if entry.label.lower() == line.lower()] or found
        if len(found) == 1:
            self._choose(found[0])
            return
        if self._lead(line):
            self.enter(line)
            return
        self.stage.write("refused", f"type a number from 1 to {len(self._entries)}, or q to leave")
        self.stage.write("ask", self._now.title)

    def _lead(self, text: str) -> bool:
        """Open what a pasted text leads to; whether it leads somewhere."""
        first = self._open[0]
        prompt = first.pasted(text) if isinstance(first, Menu) else None
        if prompt is not None:
            self._enter_into(prompt)
        return prompt is not None

    def complete(self, line: str) -> tuple[str, list[str]]:
        labels = [entry.label for entry in self._entries]
        return "", [label for label in labels if line and label.lower().startswith(line.lower())]

    def paste(self, text: str) -> bool:
        if not (isinstance(self._now, Prompt) or self._lead(text)):
            return False
        for line in text.replace("\r", "\n").split("\n"):
            if line.strip() and not self.stage.leaving:
                self.enter(line)
        return True

    @property
    def ways(self) -> tuple[str, str]:
        said = "0 goes back, q leaves" if len(self._open) > 1 else "q leaves"
        return f"a number; {said}", said

    @property
    def waits(self) -> bool:
        return not self.stage.leaving

    def answers(self) -> list[str]:
        return [f"{e.label}: {e.about}" if e.about else e.label for e in self._entries]

    def pick(self, number: int) -> bool:
        if not 0 < number <= len(self._entries):
            return False
        self._choose(self._entries[number - 1])
        return True

    def is_command(self, line: str) -> bool:
        return False

    def interrupt(self, again: bool) -> None:
        self.stage.leave("quit")
