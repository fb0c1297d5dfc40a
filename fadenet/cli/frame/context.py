"""The context that every command is given: the global options, the data folder, and the three ways to speak.

Data goes to stdout, as text or as JSON (`"v": 1`, and it only grows); messages go to stderr; questions are
asked only of a person at a terminal.
"""

from __future__ import annotations

import getpass
import os
import shutil
import sys
import textwrap
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import keys
from fadenet.cli.frame.escape import harmless, json_line
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.parser import WIDTH, Parser
from fadenet.cli.frame.progress import Progress
from fadenet.cli.frame.settings import NOTHING_SET, Settings
from fadenet.cli.frame.signals import Stopped
from fadenet.console.typed import as_begun, unbroken
from keys.errors import MissingPassphrase
from keys.files import as_utf8, private
from keys.names import own_name, peer_name

JSON_VERSION = 1
BUG, FAULT_PROVEN, BOT_FAILED, CLAIMED = 1, 6, 7, 10
INPUT_BYTES_MAX = 64 * 1024 * 1024


class Usage(keys.UserError):
    """Arguments that do not go together."""

    exit_code = keys.ExitCode.USAGE


class BadInput(keys.UserError):
    """A file or text that is not what the command needs."""


class NotFound(keys.UserError):
    """Something that was named is not there."""

    exit_code = keys.ExitCode.NOT_FOUND


class Denied(keys.UserError):
    """The system does not let us read or write."""

    exit_code = keys.ExitCode.KEY


class BotFailed(keys.UserError):
    """A bot that plays as a program of its own has ended before its match did."""

    exit_code = BOT_FAILED


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The whole command line, which stands above every command. parser: describes it; run: runs words as if
    they had been typed behind `fadenet`, and returns the exit code."""

    parser: Callable[[], Parser]
    run: Callable[[Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class Context:
    """One call of a command. `args`: what argparse read; `folder`: the data folder, perhaps not there yet, or
    why there can be none; `line`: what the command was typed on; `settings`: what counts where the arguments
    say nothing."""

    args: Namespace
    folder: Path | keys.UserError
    line: CommandLine
    settings: Settings = NOTHING_SET

    @property
    def home(self) -> Path:
        """The data folder. Raises `keys.UserError` where there can be none: many commands need none."""
        if isinstance(self.folder, keys.UserError):
            raise self.folder
        return self.folder

    @property
    def json(self) -> bool:
        return bool(self.args.json)

    # Speaking.

    def put(self, text: str) -> None:
        """Print a line of data at once."""
        print(harmless(text), flush=True)

    def emit(self, data: dict[str, Any], lines: Iterable[str]) -> None:
        """Print a command's result: `data` as one JSON line, or else `lines`."""
        if self.json:
            print(json_line({"v": JSON_VERSION, **data}), flush=True)
        else:
            for line in lines:
                self.put(line)

    def say(self, text: str) -> None:
        """A message for the person, unless it is not wanted."""
        if not self.args.quiet:
            complain(self.typed(text))

    def typed(self, text: str) -> str:
        """A sentence whose commands begin as this one did, for its data folder."""
        return as_begun(text, getattr(self.args, "home", None))

    def progress(self, what: str, unit: str) -> Progress:
        """For what may take long: `with ctx.progress(..) as told:`, and inside `told(done, total)`."""
        shown = not self.args.quiet and not self.json and sys.stderr.isatty()
        return Progress(what, unit, shown=shown, over=not self.args.plain)

    # Asking.

    @property
    def may_ask(self) -> bool:
        """Whether somebody is there to answer."""
        return not self.args.no_input and sys.stdin.isatty() and sys.stderr.isatty()

    def confirm(self, question: str) -> bool:
        """Ask yes or no; anything but yes is no. The caller has looked at `may_ask`."""
        return (_typed(f"{harmless(question)} [y/N] ") or "").lower() in ("y", "yes")

    def ask(self, question: str) -> str:
        """Ask for a word, "" for none; the end of the input (Ctrl-D) leaves. The caller has looked at
        `may_ask`."""
        word = _typed(f"{question} ")
        if word is None:
            raise Stopped(0)
        return word

    def passphrase(self, question: str, file: str | None) -> str | None:
        """A passphrase from the first line of a file, or typed unseen; None when nobody can be asked."""
        if file is not None:
            first = keys.SecretBytes(read_bytes(file, 4096).split(b"\n", 1)[0].removesuffix(b"\r"))
            try:
                return keys.SecretText(first.decode())
            except UnicodeDecodeError:
                raise BadInput(f"The passphrase in {file} is not UTF-8. Write it anew.") from None
        return _typed_unseen(question) if self.may_ask else None

    def unlocking(self, question: str, file: str | None) -> str:
        """The passphrase of a key file that has one; `MissingPassphrase` when nobody can be asked."""
        given = self.passphrase(question, file)
        if given is None:
            raise MissingPassphrase(
                f"{question}: nobody can be asked for it here. Give it with --passphrase-file FILE."
            )
        return given

    # The identity that plays.

    def identity(self, wanted: str | None = None) -> keys.Identity:
        """The identity that plays: the one named, the only one, or a fresh one under a made-up name,
        as that of the login need not be known to others."""
        store = keys.IdentityStore(self.home)
        name = wanted or self.default_name(store)
        if name not in store.names() and wanted is None:
            identity = self._first(store, name)
            name = identity.name
            words = " ".join(keys.fingerprint_words(identity.public))
            self.say(f"This is your first time: made the identity {name} ({words}). See: fadenet key show")
            return identity
        info = store.show(name)
        passphrase = None
        if info.encrypted:
            passphrase = self.unlocking(f"Passphrase of {name}", self.args.passphrase_file)
        return store.load(name, passphrase)

    def _first(self, store: keys.IdentityStore, name: str) -> keys.Identity:
        """A fresh identity, under the name that the person wants, if one can be asked."""
        while self.may_ask:
            wanted = self.ask(f"What shall other players call you? [{name}]")
            try:
                return store.create(wanted or name)
            except keys.UserError as error:
                if not wanted:
                    raise
                self.say(error.message)
        return store.create(name)

    def default_name(self, store: keys.IdentityStore, option: str = "--as NAME") -> str:
        """The name of the identity that is meant when none is named; it may not be there yet.

        option: how the command takes the name, for the `Usage` that several identities are.
        """
        if self.settings.name:
            return self.settings.name
        names = store.names()
        if len(names) == 1:
            return names[0]
        if names:
            raise Usage(f"There are several identities: {', '.join(names)}. Say which: {option}.")
        return keys.made_up_name()


def _typed(question: str) -> str | None:
    """The line that is typed at a question, None where the input ends instead."""
    print(question, end="", file=sys.stderr, flush=True)
    try:
        line = sys.stdin.readline()
    except OSError:  # how a terminal whose window was closed answers
        line = ""
    if not line:
        print(file=sys.stderr, flush=True)
    return line.strip() if line else None


def _typed_unseen(question: str) -> keys.SecretText:
    try:
        return keys.SecretText(getpass.getpass(harmless(question) + ": "))
    except (EOFError, OSError):  # Ctrl-D, or a terminal that is gone
        raise MissingPassphrase(f"{question}: none was typed, so nothing was done. Try again.") from None


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def folded(text: str, indent: int = 2) -> list[str]:
    """A line of data as lines of at most `WIDTH` signs, broken between words; all but the first indented."""
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def complain(text: str) -> None:
    """Print a message on stderr, on a terminal broken between words.

    A command in it stays in one piece, so that it can be pasted.
    """
    text = harmless(text)
    if sys.stderr.isatty():
        text = unbroken(text, max(40, shutil.get_terminal_size().columns))
    print(text, file=sys.stderr, flush=True)


def login_name() -> str:
    """The login's name as an identity may be named, `player` if it has no letter or digit."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    return own_name(peer_name(login).lstrip("-_")) or "player"


def read_bytes(path: str, most: int = INPUT_BYTES_MAX) -> bytes:
    """A file, or stdin for `-`, without the mark of an encoding; NotFound, Denied, or BadInput when it is
    larger than `most` bytes."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except FileNotFoundError:
        raise NotFound(f"There is no file {path}. Check the name.") from None
    except PermissionError:
        raise Denied(f"{path} may not be read. Check who owns it and its mode.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}. Name an ordinary file.") from None
    if len(data) > most:
        raise BadInput(f"{path} is larger than {most} bytes. Check that it is the right file.")
    return as_utf8(data)


def first_line(most: int) -> str:
    """The next line of stdin, at most `most` bytes; the bytes behind it are left to the next reader."""
    line = bytearray()
    while len(line) < most and not line.endswith(b"\n"):
        byte = os.read(sys.stdin.fileno(), 1)
        if not byte:
            break
        line += byte
    return as_utf8(bytes(line)).decode("utf-8", "replace").strip()


def refuse_taken(path: str) -> None:
    """Raises BadInput if there is such a file: before the work whose outcome is to be written there."""
    if os.path.lexists(path):
        raise BadInput(f"{path} is there already. Choose another name, or move that file away.")


def write_new(path: str, text: str) -> None:
    """Write a file that is not there yet, for its owner alone; BadInput or Denied."""
    try:
        with open(path, "x", encoding="utf-8", newline="\n", opener=private) as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                os.unlink(path)
                raise
    except FileExistsError:
        raise BadInput(f"{path} is there already. Choose another name, or move that file away.") from None
    except OSError as error:
        raise Denied(f"{path} cannot be written: {error.strerror}. Choose another place.") from None


def write_out(ctx: Context, usual: str, text: str) -> int:
    """Write what is to be shown to others to `--out`, a new file or - for stdout; without it to `usual` in
    the current folder. Raises as `write_new` does."""
    path = ctx.args.out or usual
    if path == "-":
        ctx.emit({"text": text}, text.removesuffix("\n").split("\n"))
        return 0
    write_new(path, text)
    ctx.emit({"file": path}, [])
    ctx.say(f"Wrote {path}")
    return 0


def make_bot(name: str, agreements: bool = False) -> Any:
    """A fresh bot by its name; NotFound lists those there are, Usage says what is wrong with its options.
    agreements: it may propose some."""
    from fadenet import bots
    from fadenet.engine.errors import WrongInput

    try:
        bot = bots.make(name)
    except bots.UnknownBot:
        if bots.looks_like_program(name):
            raise NotFound(
                f"There is no bot {name!r}. A program is named exec:COMMAND, as in 'exec:python3 mybot.py' or"
                f" exec:./mybot. To try one: fadenet bot try"
            ) from None
        word, there = name.partition(":")[0], bots.known()
        known = f"Bots: {', '.join(there)}, and {bots.OF_YOURS}. See: fadenet bot list"
        raise NotFound(f"There is no bot {word!r}{guess(word, there)} {known}") from None
    except WrongInput as error:
        raise Usage(f"A bot cannot play so: {error}. See: fadenet bot list") from None
    bot.proposes = agreements
    return bot
