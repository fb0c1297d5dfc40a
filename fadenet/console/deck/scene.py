"""The deck editor as a scene of the shell: the deck on the left, what is looked at on the right.

In plain mode the same is said as lines: what a change came to, how many cards there are, and every rule that
the deck breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from fadenet.console.deck.editor import WORDS, DeckEditor, Panel, Reply
from fadenet.console.shell.pages import PAGE_HINT, framed, page_lines
from fadenet.console.shell.scene import Scene
from fadenet.console.shell.stage import Stage
from fadenet.console.text import cells, clean, fit, wrap
from fadenet.engine.language.english import number_of
from fadenet.games.decks import NAME_MAX, Deck
from keys.errors import UserError

MIN_WIDTH, MIN_HEIGHT = 60, 16
WIDE = 110
LIST_CELLS, LIST_CELLS_MAX = 40, 56
LAW_ROWS, SAID_ROWS = 4, 3
"""At most so many rows say what is illegal, and what was said last."""
NAME_CELLS_MIN = 10
FACE_CELLS = 72
STEP = 5
"""Rows that an arrow key scrolls."""
HINT = "+3 NAME  -1 NAME  words look for cards  check curve hand list undo save quit  ?"
BAR, RULE = "\u2502", "\u2500"


class Store(Protocol):
    """Where decks are kept."""

    def place(self, title: str) -> str:
        """Where a deck of this title is kept; "" for a title of which no name of a file can be made."""

    def has(self, where: str) -> bool:
        """Whether something is kept there."""

    def keep(self, where: str, deck: Deck) -> str:
        """Keep a deck there; says where that is. Raises `UserError`."""


class DeckScene(Scene):
    """An editor, and where its deck is kept. unsaved: whether it was left by somebody who did not say that
    changes may be lost."""

    def __init__(self, editor: DeckEditor, store: Store) -> None:
        super().__init__(Stage())
        self.editor = editor
        self.store = store
        self._warned = ""  # the line that is carried out if it is typed once more
        self._discards = False
        self._top = self._right = 0
        self._heard = 0  # the entries of the log before the last line was typed
        self.keys: Mapping[str, Callable[[], None]] = {
            "up": lambda: self._scroll(-STEP),
            "down": lambda: self._scroll(STEP),
            "left": lambda: self._turn(-1),
            "right": lambda: self._turn(1),
        }
        self.stage.write("guide", f"{editor.rules.name}: {editor.deck.name}")
        self._judge()
        self.stage.write("ask", "Cards in or out? As in +3 NAME, -1 NAME; words look for cards; ? helps")

    @property
    def unsaved(self) -> bool:
        return self.editor.changed and not self._discards

    # Drawing.

    def lines(self, width: int, height: int) -> list[str]:
        if width < MIN_WIDTH or height < MIN_HEIGHT:
            brief = f"{self.editor.deck.name}: {self.editor.counts()}"
            return framed([f"{brief} (the deck needs {MIN_WIDTH}x{MIN_HEIGHT + 2})"], width, height)
        if self.stage.page is not None:
            return framed(page_lines(self.stage.page, width, height, []), width, height)
        above, below = self._above(width), self._said(width)
        rows = height - len(above) - len(below)
        return framed([*above, *self._body(width, rows), *below], width, height)

    def _above(self, width: int) -> list[str]:
        """The deck's name, its counts, whether it is saved, and whether it is legal."""
        editor = self.editor
        state = "changed, not saved" if editor.changed else "saved" if editor.where else ""
        status = f"{editor.counts()}   {state}".rstrip()
        room = width - cells(status) - 2
        law = [line for text in editor.legality() for line in wrap(text, width, "  ")]
        more = len(law) - LAW_ROWS
        shown = law if more <= 0 else [*law[: LAW_ROWS - 1], f"and {number_of(more + 1, 'line')} more: check"]
        name = fit(f"{editor.rules.name}: {editor.deck.name}", room)
        return [f"{name}  {status}", *shown, RULE * width]

    def _said(self, width: int) -> list[str]:
        """The answer to the last line, in `SAID_ROWS` rows at most below a rule; [] without one."""
        fresh = list(self.stage.log)[self._heard - self.stage.told :] if self._heard < self.stage.told else []
        last = [entry for entry in fresh if entry.kind in ("note", "refused")][-1:]
        lines = [line for entry in last for line in wrap(entry.lead + entry.text, width, "  ")]
        return [RULE * width, *lines[:SAID_ROWS]] if lines else []

    def _body(self, width: int, rows: int) -> list[str]:
        left = LIST_CELLS if width < WIDE else min(LIST_CELLS_MAX, width * 2 // 5)
        deck, beside = self._deck(left - 2, rows), self._beside(width - left, rows)
        return [f"{a} {BAR}{b}" for a, b in zip(deck, beside, strict=True)]

    def _deck(self, width: int, rows: int) -> list[str]:
        """The deck, as far as it fits, the card that was changed last among it."""
        lines: list[str] = []
        at = None
        for title, cards in self.editor.listed():
            lines.append(f"{title}: {sum(n for n, _ in cards)}")
            for n, code in cards:
                at = len(lines) if code == self.editor.focus else at
                lines.append(self._row(f"{n:>2} ", code, width))
        if len(lines) <= rows:
            return framed(lines, width, rows)
        if at is not None and not self._top < at < self._top + rows - 2:
            self._top = at - rows // 2
        self._top = max(0, min(self._top, len(lines) - rows))
        shown, below = lines[self._top : self._top + rows], len(lines) - rows - self._top
        if self._top:
            shown[0] = f"+{number_of(self._top + 1, 'row')} above: Up, or list"
        if below:
            shown[-1] = f"+{number_of(below + 1, 'row')} below: Down, or list"
        return framed(shown, width, rows)

    def _row(self, lead: str, code: int, width: int) -> str:
        """A card in one row: its name is cut, its figures are not."""
        figures = self.editor.figures(code)
        room = max(width - cells(lead) - cells(figures) - 1, NAME_CELLS_MIN)
        return f"{lead}{fit(self.editor.rules.cards[code].name, room)} {figures}"

    def _beside(self, width: int, rows: int) -> list[str]:
        """The panel that is looked at, else the words that can be typed; a part of it where there is more
        than fits."""
        panel = self.editor.panel
        lines = self._panel(panel, width) if panel else [f"{word}: {text}" for word, text in WORDS.items()]
        broken = ([line] if cells(line) <= width else wrap(line, width, "  ") for line in lines)
        lines = [part for parts in broken for part in parts]
        each = rows - 2
        if len(lines) > rows - 1:
            parts = -(-len(lines) // each)
            self._right = min(self._right, parts - 1)
            part = lines[self._right * each : (self._right + 1) * each]
            lines = [*part, *[""] * (each - len(part)), f"part {self._right + 1} of {parts}: Right, Left"]
        return framed([panel.title if panel else "words", *lines], width, rows)

    def _panel(self, panel: Panel, width: int) -> list[str]:
        editor, cards = self.editor, self.editor.rules.cards
        if panel.title == "card":
            faces = (editor.catalogue.face(cards[code], width - 1) for code in panel.codes)
            return [line.rstrip() for face in faces for line in face]
        lines = list(panel.rows)
        digits = len(str(len(panel.codes)))
        for number, code in enumerate(panel.codes, 1):
            lead = f"{number:>{digits}} " if panel.numbered else ""
            lines.append(self._row(lead, code, width - 1))
            if width >= FACE_CELLS - 10 and cards[code].text:
                lines += [f"    {line}" for line in wrap(cards[code].text, width - 5)]
        return lines

    def _scroll(self, by: int) -> None:
        self.editor.focus = 0
        self._top = max(0, self._top + by)

    def _turn(self, by: int) -> None:
        self._right = max(0, self._right + by)

    def hints(self, line: str, width: int) -> str:
        if self.stage.page is not None:
            return fit(PAGE_HINT, width)
        return fit("   ".join(self.complete(line)[1][:12]) if line.strip() else HINT, width)

    @property
    def colours(self) -> Mapping[str, str]:
        return self.editor.face.colours

    # Typing.

    def enter(self, line: str) -> None:
        self.stage.close_page()
        self._heard = self.stage.told
        if line.strip():
            self._answer(self.editor.do(line), line.strip())
        self.stage.notify()

    def _answer(self, reply: Reply, line: str) -> None:
        """Show what came of a line, and do what it wants."""
        warned, self._warned = self._warned, ""
        if reply.wants == "save":
            self._save(reply.name, again=warned == line)
        elif reply.wants == "quit":
            self._quit(again=warned == "quit")
        elif reply.refused:
            self.stage.write("refused", reply.refused)
        elif reply.page is not None:
            self.stage.open_page(reply.page[0], list(reply.page[1]))
        else:
            self._right = 0
            self._tell(reply)

    def _tell(self, reply: Reply) -> None:
        """Say what was done; for plain mode also what the full screen shows of it by itself."""
        panel = reply.panel
        if reply.said:
            self.stage.write("note", reply.said)
        if panel is None:
            self._judge()
        elif panel.numbered:
            self.stage.write("ask", "Which one? A number puts it in; anything else as before.")
        else:
            for row in (*panel.rows, *map(self._spoken, panel.codes)):
                self.stage.write("guide", row, panel.title)

    def _spoken(self, code: int) -> str:
        return self.editor.line(code)

    def _judge(self) -> None:
        for text in (self.editor.counts(), *self.editor.legality()):
            self.stage.write("guide", text)

    def _save(self, name: str, again: bool) -> None:
        editor, title = self.editor, clean(name, NAME_MAX)
        where = self.store.place(title) if title else editor.where
        if not where:
            why = "a name needs a letter or a digit" if title else "it has no name of yours yet"
            self.stage.write("refused", f"{why}: save NAME")
        elif title and where != editor.where and self.store.has(where) and not again:
            self._warned = f"save {name}"
            self.stage.write("refused", f"you have a deck {where}; type this once more to write over it")
        else:
            deck = replace(editor.deck, name=title) if title else editor.deck
            try:
                said = self.store.keep(where, deck)
            except UserError as error:
                self.stage.write("refused", error.message)
                return
            editor.saved(deck, where)
            self.stage.write("note", said if editor.legal else f"{said}; it is not legal yet: check")

    def _quit(self, again: bool) -> None:
        if self.editor.changed and not again:
            self._warned = "quit"
            self.stage.write("refused", "there are changes that are not saved: save them, or quit once more")
            return
        self._discards = True
        self.stage.leave("quit")

    def interrupt(self, again: bool) -> None:
        """Ctrl-C asks as `quit` does; pressed twice it leaves, and nothing is lost."""
        if again or not self.editor.changed:
            self.stage.leave("interrupt" if self.editor.changed else "quit")
        else:
            self.stage.write("refused", "not all is saved: save it, or Ctrl-C once more and a draft is kept")

    def complete(self, line: str) -> tuple[str, list[str]]:
        stem, name = _begun(line)
        if stem:
            return stem, self.editor.known(name, inside=stem.startswith("-"))
        return "", [word for word in WORDS if line and word.startswith(line)]

    # Questions.

    @property
    def waits(self) -> bool:
        return not self.stage.leaving

    @property
    def over(self) -> bool:
        return bool(self.stage.leaving)

    def answers(self) -> list[str]:
        panel = self.editor.panel
        return list(map(self._spoken, panel.codes)) if panel is not None and panel.numbered else []

    def pick(self, number: int) -> bool:
        self.enter(str(number))
        return True


def _begun(line: str) -> tuple[str, str]:
    """(text before the name of a card on a line, the name as far as it is typed), each "" without one."""
    if line.startswith("?"):
        return "? ", line[1:].strip()
    count = line[1:].lstrip().partition(" ")[0]
    if not line.startswith(("+", "-")):
        return "", line
    if count.isdecimal():
        stem, _, name = line.partition(count)
        return f"{stem.strip()}{count} ", name.strip()
    return f"{line[0]} ", line[1:].strip()
