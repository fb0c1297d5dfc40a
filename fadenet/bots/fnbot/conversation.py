"""A conversation with a bot that is a program: what it says of itself, questions and answers, and strikes.

A wrong answer and a late one are strikes. After three of them in a match, after a thousand lines that say
nothing, and when the program is gone, the conversation ends with `ProgramFailed`, and the program with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from fadenet.bots.fnbot import words
from fadenet.bots.fnbot.logs import ProgramLog
from fadenet.bots.fnbot.process import BotProcess, ProgramFailed
from fadenet.bots.options import set_options
from fadenet.engine.errors import WrongInput

HELLO_S: Final = 20.0
SET_S: Final = 60.0
"""So long a program has to take an option, as it may load what it has learned."""
LOOK_S: Final = 0.2
"""So often it is looked whether a question has been left."""
STRIKES_MAX: Final = 3
JUNK_SHOWN: Final = 10
JUNK_MAX: Final = 1_000
LINES_MAX: Final = 10_000
"""So many lines a program may say to one question."""
SAID_SIGNS: Final = 200
RESIGN: Final = "resign"

Tap = Callable[[str, str], None]
"""Is told a line, behind one of the marks."""
TO_IT: Final = ">"
BY_IT: Final = "<"
ASIDE: Final = "!"
"""The mark of what the program writes to its stderr."""


def unheard(mark: str, line: str) -> None:
    """Listen to nothing."""


class Conversation:
    """One program that runs. name: what it calls itself; wrong: the first things in this match that it did
    wrong, each with its question; tap: told every line, and what the program writes to its stderr.

    With the last answer it has said: info, a thought for a person; standing, its standing passes, None = it
    has not spoken of them.
    """

    def __init__(self, command: Sequence[str], options: Mapping[str, str], tap: Tap = unheard) -> None:
        """Start it, hear what it says of itself, and set its options. Raises `ProgramFailed`."""
        self.name = Path(command[-1]).name
        self.wrong: list[str] = []
        self.info = ""
        self.standing: str | None = None
        self._junk_seen = 0
        self._lines_seen = 0
        self._strikes = 0
        self._number = 0
        self._said = ""
        self._late = math.inf
        self._listed: Sequence[str] = ()
        self.said = words.Introduced()
        self._tap = tap
        self._program = BotProcess(command)
        self._log = ProgramLog(command, self._program.pid)
        try:
            self._hear()
            self._set(options)
        except ProgramFailed as failed:
            self._end(failed)
            raise

    def begin(self, match: str, about: str) -> None:
        """Tell of a match; strikes begin anew. match: JSON; about: what its log has of it."""
        self._strikes = self._junk_seen = 0
        self.wrong = []
        self._log.note("match", about)
        self.tell([f"match {match}"])

    @property
    def ended(self) -> bool:
        """Whether the program is gone."""
        return self._program.ended

    def last_words(self) -> str:
        """The last line that it has written to its stderr."""
        return self._program.last_words()

    def tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tap(TO_IT, line)
        self._program.tell(lines)

    def ask(self, question: str, listed: Sequence[str], more: bool, seconds: float) -> None:
        """Put a question: its seat and kind, the answers that are listed, and the time that there is."""
        self._number += 1
        self._lines_seen = 0
        self.info, self.standing = "", None
        self._listed, self._late = listed, monotonic() + seconds
        legal = [f"legal {text}" for text in listed]
        self.tell([f"ask {self._number} {question}", *legal, *["more"] * more, self._go()])

    def answer(self) -> str | None:
        """The answer to the question that was put, as a move's text or `RESIGN`; None = it came too late, and
        a strike. Raises `ProgramFailed`."""
        while (now := monotonic()) < self._late:
            raw = self._line(min(self._late, now + LOOK_S))
            if raw is not None and (answer := self._read(raw)):
                if self.info:
                    self._log.note("info", f"{self._number} {self.info}")
                self._keep_log()
                return answer
        self._said = ""
        self._strike("late")
        return None

    def over(self, how: str) -> None:
        """Tell of the end of a match."""
        self._log.note("over", how)
        self._keep_log()
        self.tell([f"over {how}"])

    def hurry(self) -> None:
        """The question is left: whatever comes now is late. May be called from another thread."""
        self._late = 0.0

    def refuse(self, why: str) -> None:
        """The answer cannot be: a strike, and the same question again. Raises `ProgramFailed`."""
        self.standing = None
        self._strike(f"illegal {why}")
        self.tell([self._go()])

    def end(self) -> None:
        """Have the program quit, and see to it that it does."""
        self._end(None)

    def _end(self, failed: ProgramFailed | None) -> None:
        """End the program, and its log with what has failed. Nothing, if it has ended."""
        if not self.ended:
            code = self._program.end()
            self._keep_log()
            if code and failed is None:
                last = self.last_words()[:SAID_SIGNS] or "without a word"
                self._note(f"it ended with exit code {code} behind `over` or `quit`: {last}")
            self._log.note("ends", failed.message if failed else "")
            self._log.write()

    def _keep_log(self) -> None:
        """Write what the program has written to stderr, and what was noted."""
        for line in self._program.errors():
            self._tap(ASIDE, line)
            self._log.note("err", line)
        self._log.write()

    def _go(self) -> str:
        return f"go {self._number} {max(math.ceil((self._late - monotonic()) * 1000), 0)}"

    def _line(self, until: float) -> bytes | None:
        """Raises `ProgramFailed` with the bot's name and its last words."""
        try:
            line = self._program.line(until)
        except ProgramFailed as failed:
            last = self._program.last_words()[:SAID_SIGNS]
            said = f" Its last words: {last}" if last else ""
            raise self._failed(f"{self.name} failed: {failed.message}.{said}") from None
        if line is not None:
            self._tap(BY_IT, line.decode(errors="replace"))
        return line

    def _hear(self) -> None:
        """Hear it out about itself, to the last line."""
        self.tell([f"fnbot {words.VERSION}"])
        until, ready = monotonic() + HELLO_S, False
        while not ready:
            raw = self._line(until)
            if raw is None:
                raise ProgramFailed(
                    f"{self.name} has not said `ok` within {HELLO_S:.0f} s. A program has to flush its stdout"
                    " after each line."
                )
            try:
                ready = self.said.take(words.line_of(raw))
            except WrongInput as wrong:
                raise ProgramFailed(f"{self.name} began wrongly: {wrong}.") from None
        self.name = self.said.name or self.name

    def _set(self, options: Mapping[str, str]) -> None:
        try:
            set_options(type("Options", (), dict(self.said.options))(), dict(options))
        except WrongInput as wrong:
            raise ProgramFailed(f"{self.name}: {wrong}.") from None
        for option, value in options.items():
            self.tell([f"set {option} {value}"])
            raw = self._line(monotonic() + SET_S)
            reply = b"error it has not said `ok` to it within a minute" if raw is None else raw
            if reply.strip() != b"ok":
                why = reply.decode(errors="replace").removeprefix("error ")[:SAID_SIGNS]
                raise ProgramFailed(f"{self.name} does not take {option}={value}: {why}.")

    def _read(self, raw: bytes) -> str:
        """Take a line; the answer, if it is one, else "". Raises `ProgramFailed` for lines without an end."""
        self._lines_seen += 1
        if self._lines_seen > LINES_MAX:
            raise self._failed(f"{self.name} has said {LINES_MAX} lines to one question, and no answer.")
        try:
            reply = words.reply_of(words.line_of(raw))
            if reply.number > self._number:
                raise WrongInput(f"there is no question {reply.number} yet")
        except WrongInput as wrong:
            self._pass_over(raw, str(wrong))
            return ""
        return self._taken(reply) if reply.number == self._number else ""  # or it came too late

    def _pass_over(self, raw: bytes, why: str) -> None:
        """A line says nothing: the first ones are told and kept."""
        self._junk_seen += 1
        said = f"{raw[:SAID_SIGNS].decode(errors='replace')}: {why}"
        if self._junk_seen <= JUNK_SHOWN:
            self._note(said)
            self.tell([f"error {self._number} unknown {why}"])
        if self._junk_seen >= JUNK_MAX:
            raise self._failed(f"{self.name} has said {JUNK_MAX} lines that mean nothing, at last {said}.")

    def _failed(self, why: str) -> ProgramFailed:
        """The error that ends it, which has ended."""
        failed = ProgramFailed(why)
        self._end(failed)
        return failed

    def _note(self, what: str) -> None:
        self.wrong.append(f"question {self._number}: {what}")
        self._log.note("wrong", self.wrong[-1])

    def _taken(self, reply: words.BotReply) -> str:
        """The answer in a reply, else ""."""
        self._said = f"{reply.word} {reply.number} {reply.text}"[:SAID_SIGNS]
        if reply.word == "info":
            self.info = reply.text[:SAID_SIGNS]
        elif reply.word == "pass-until":
            self.standing = reply.text
        elif reply.word == "move":
            try:
                return words.move_of(reply.text, self._listed)
            except WrongInput as wrong:
                self.refuse(str(wrong))
        return RESIGN if reply.word == RESIGN else ""

    def _strike(self, why: str) -> None:
        """Tell it what was wrong. Raises `ProgramFailed` for the last strike."""
        self._strikes += 1
        said = " ".join(why.split())
        self._note(f"{self._said}: {said}" if self._said else said)
        self.tell([f"error {self._number} {said}"])
        if self._strikes >= STRIKES_MAX:
            raise self._failed(
                f"{self.name} gives up its seat after {STRIKES_MAX} strikes, the last: {said}."
            )
