"""The settings of a player once for all: `config.toml` in the data folder, and FADENET_* variables over it.

    plain = true
    clock = "900+10"

    [deck]
    faroe = "cinder-circuit"

The options of a command count more than both. A line is changed in its place, so that notes and the order of
lines stay as their writer has them.
"""

from __future__ import annotations

import os
import re
import shlex
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from fadenet import games
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.parser import CLOCK, CLOCK_FORM, LEVELS, TableTime, clock
from keys.errors import UserError
from keys.files import as_utf8, exclusive, make_folder, replace_private
from keys.names import NAME_FORM, own_name

FILE, LOCK_FILE = "config.toml", "config.lock"
FILE_BYTES = 64 * 1024
TEXT_CHARS = 1_000
LIST_MAX = 32
PREFIX = "FADENET_"
DECK, NAME, STOPS, HOOK = "deck.", "name", "stops", "hook.turn"
TEXT = "{text}"
"""The place in a hook's arguments at which it is said what has happened."""
NO_NOTICE = "none"

_ON, _OFF = ("true", "on", "yes", "1"), ("false", "off", "no", "0")
PACES = ("once", "step", "turn")
_STOP = re.compile(r"[a-z]+ (?:on|mine|off)")


class BadSetting(UserError):
    """A setting, or the file of settings, makes no sense; the message says where and what would."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; one that nobody has made is as here.

    name: the identity that plays, "" = the only one; decks: by game, a packaged name or a file; clock: the
    time of a table; hint: the bot that a hint asks, "" = the usual one; pace: of what others do (once: all
    at once); board: lines of nodes that lead to the board of strangers; strangers: whether `seek` may show
    our player there; stops: as typed behind `stops`, such as "gap on"; confirm: whether ending a turn with
    something left to do asks; notice: which sequence has the terminal show that it is our turn by
    correspondence; copy: whether parcels go to its clipboard; hook_turn: a command that is run then.
    """

    plain: bool = False
    color: str = "auto"
    ascii: bool = False
    name: str = ""
    decks: Mapping[str, str] = field(default_factory=dict)
    clock: TableTime = CLOCK
    level: str = LEVELS[0]
    hint: str = ""
    pace: str = "step"
    confirm: bool = True
    bell: bool = True
    title: bool = True
    notice: str = NO_NOTICE
    copy: bool = True
    hook_turn: str = ""
    board: tuple[str, ...] = ()
    strangers: bool = False
    stops: tuple[str, ...] = ()


NOTHING_SET = Settings()


class Setting(NamedTuple):
    """One thing that can be set. values: what it may be, () = any text that `read` takes.

    read: what stands in the file, or text, as a value of `Settings`; raises `ValueError`: what it must be.
    """

    about: str
    read: Callable[[Any], Any]
    values: tuple[str, ...] = ()


def _switch(given: Any) -> bool:
    if type(given) is bool:
        return given
    word = given.lower() if type(given) is str else ""
    if word in _ON or word in _OFF:
        return word in _ON
    raise ValueError("true or false")


def _one_of(values: tuple[str, ...]) -> Callable[[Any], str]:
    def read(given: Any) -> str:
        if given not in values:
            raise ValueError(f"one of {', '.join(values)}")
        return str(given)

    return read


def _text(given: Any) -> str:
    if type(given) is not str or not given.isprintable() or not 0 < len(given) <= TEXT_CHARS:
        raise ValueError(f"a text of 1 to {TEXT_CHARS} printable characters")
    return given


def _name(given: Any) -> str:
    name = own_name(given) if type(given) is str else ""
    if not name:
        raise ValueError(f"a name of {NAME_FORM}")
    return name


def _hook(given: Any) -> str:
    text = _text(given)
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise ValueError(f"a command and its arguments, such as: notify-send {TEXT}")
    return text


def _clock(given: Any) -> TableTime:
    try:
        return clock(_text(given))
    except (ArgumentTypeError, ValueError) as error:
        raise ValueError(CLOCK_FORM) from error


def _texts(given: Any) -> tuple[str, ...]:
    parts = [part.strip() for part in given.split(",")] if type(given) is str else given
    if type(parts) is not list or len(parts) > LIST_MAX:
        raise ValueError(f"a list of at most {LIST_MAX} texts")
    return tuple(_text(part) for part in parts if part != "")


def _stops(given: Any) -> tuple[str, ...]:
    found = _texts(given)
    if not all(_STOP.fullmatch(one) for one in found):
        raise ValueError(
            'a list such as ["gap on", "phase off"], with on, mine or off, as typed behind `stops`'
        )
    return found


_SWITCH = ("true", "false")
_COLORS = ("auto", "always", "never")
_NOTICES = (NO_NOTICE, "osc9", "osc777")
"""The ways of `console.shell.osc`, which is not loaded for their names."""

KEYS: Mapping[str, Setting] = {
    "plain": Setting("plain lines instead of the full screen", _switch, _SWITCH),
    "color": Setting("colour on the full screen", _one_of(_COLORS), _COLORS),
    "ascii": Setting("draw with ASCII only", _switch, _SWITCH),
    NAME: Setting("the identity that plays", _name),
    **{f"{DECK}{game}": Setting(f"the deck that you play {game} with", _text) for game in games.NAMES},
    "clock": Setting("the time at a table of yours: 600+5 s, or days:3 for each decision", _clock),
    "level": Setting("how strong your opponent is in `play`", _one_of(LEVELS), LEVELS),
    "hint": Setting("the bot that `hint` asks, as `bot list` names them", _text),
    "pace": Setting("what others do is shown at once, or stops at every step or turn", _one_of(PACES), PACES),
    "confirm": Setting("ask before a turn ends in which something could be done", _switch, _SWITCH),
    "bell": Setting("ring the bell when it is your turn", _switch, _SWITCH),
    "title": Setting("say in the title of the window that it is your turn", _switch, _SWITCH),
    "notice": Setting(
        "the terminal shows that it is your turn by correspondence", _one_of(_NOTICES), _NOTICES
    ),
    "copy": Setting("put parcels on the clipboard of the terminal", _switch, _SWITCH),
    HOOK: Setting(f"a command for your turn by correspondence: notify-send {TEXT}", _hook),
    "board": Setting("lines of nodes that lead to the board of strangers", _texts),
    "strangers": Setting("`seek` shows you to strangers, on the board", _switch, _SWITCH),
    STOPS: Setting("where you are asked, besides the usual", _stops),
}
"""By name; a dot parts a table of the file from the key in it."""


def path_of(home: Path) -> Path:
    """Where the settings of a data folder are."""
    return home / FILE


def load(home: Path | None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a data folder, if there is one, FADENET_* variables first. Raises `BadSetting`."""
    return _settings({**(read_file(home) if home is not None else {}), **_variables(environ)})


def read_file(home: Path) -> dict[str, Any]:
    """The values that the file sets, by key. Raises `BadSetting` for the first one that makes no sense."""
    place = str(path_of(home))
    return {key: _read(key, value, place) for key, value in raw(home).items()}


def raw(home: Path) -> dict[str, Any]:
    """The values in the file by key, sense or not. Raises `BadSetting` for a file that cannot be read."""
    path = path_of(home)
    text = _text_of(path)
    return _flat(_parse(text, path)) if text else {}


def variable(key: str) -> str:
    """The variable that sets a key."""
    return PREFIX + key.replace(".", "_").upper()


def change(home: Path, values: Mapping[str, Any]) -> None:
    """Set keys in the file; None takes a line out. All of it or nothing; raises `BadSetting`.

    A value is what the file or the command line would say: `True`, `"600+5"`, `["gap on"]`.
    """
    path = path_of(home)
    wanted = {key: None if value is None else _plain(_read(key, value, "")) for key, value in values.items()}
    make_folder(home)
    with exclusive(home / LOCK_FILE, wait=True):
        before = _text_of(path)
        after = _edited(before, wanted)
        old, new = _flat(_parse(before, path)), {k: v for k, v in wanted.items() if v is not None}
        expected = {k: v for k, v in old.items() if k not in wanted} | new
        try:
            same = _flat(_parse(after, path)) == expected
        except BadSetting:
            same = False
        if not same:
            raise BadSetting(
                f"{path} is written in a way that cannot be changed here. Change it in an editor."
            )
        if after != before:
            replace_private(path, after.encode())


def save(home: Path, settings: Settings) -> None:
    """Keep what differs from the settings that hold now; nothing else is written. Raises `BadSetting`."""
    now, wanted = _keyed(load(home)), _keyed(settings)
    change(home, {key: wanted.get(key) for key in KEYS if now.get(key) != wanted.get(key)})


def shown(settings: Settings) -> dict[str, Any]:
    """The value of every key as JSON has it, None for one that is empty."""
    found = _keyed(settings)
    return {key: found.get(key) for key in KEYS}


# One value.


def _read(key: str, given: Any, place: str) -> Any:
    """The value of a key. place: where it was said, for the `BadSetting`, "" = where everybody sees it."""
    where = f"{place}: " if place else ""
    if key not in KEYS:
        raise BadSetting(
            f"{where}There is no setting {key[:60]!r}{guess(key, tuple(KEYS))} Settings: {', '.join(KEYS)}."
        )
    try:
        return KEYS[key].read(given)
    except ValueError as must:
        raise BadSetting(f"{where}{key} is {str(given)[:60]!r}, but must be {must}.") from None


def _plain(value: Any) -> Any:
    """A value as TOML and JSON have it."""
    if isinstance(value, TableTime):
        return str(value)
    return list(value) if type(value) is tuple else value


def _settings(values: Mapping[str, Any]) -> Settings:
    decks = {key.removeprefix(DECK): value for key, value in values.items() if key.startswith(DECK)}
    others = {_field(key): value for key, value in values.items() if not key.startswith(DECK)}
    return Settings(decks=decks, **others)


def _field(key: str) -> str:
    """The name of the field of `Settings` in which a key's value stands."""
    return key.replace(".", "_")


def _keyed(settings: Settings) -> dict[str, Any]:
    """The settings by key, as TOML and JSON have them, without those that are empty."""
    own = [key for key in KEYS if not key.startswith(DECK)]
    plain = {key: _plain(getattr(settings, _field(key))) for key in own}
    found = {key: value for key, value in plain.items() if value not in ("", [])}
    return found | {f"{DECK}{game}": deck for game, deck in settings.decks.items()}


def _variables(environ: Mapping[str, str]) -> dict[str, Any]:
    """The settings that FADENET_* variables say, by key; other such variables are not settings."""
    said = {key: environ[variable(key)] for key in KEYS if environ.get(variable(key))}
    return {key: _read(key, text, variable(key)) for key, text in said.items()}


# The file.


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES + 1)
        if len(data) > FILE_BYTES:
            raise BadSetting(f"{path} is larger than {FILE_BYTES} bytes, so it is not what it should be.")
        return as_utf8(data).decode()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise BadSetting(f"{path} is not text in UTF-8. Save it as such, or move it away.") from None
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror}. Check its owner and its mode.") from None


def _parse(text: str, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise BadSetting(f"{path} is not TOML: {error}. Mend that line in an editor.") from None


def _flat(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of tables with their table's name before them."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        if type(value) is dict and value:
            found |= {f"{key}.{inner}": one for inner, one in value.items()}
        elif type(value) is not dict:
            found[key] = value
    return found


def _edited(text: str, values: Mapping[str, Any]) -> str:
    """The text with keys set to values (None: without them), all other lines as they were."""
    import tomlkit

    document = tomlkit.parse(text)
    for key, value in values.items():
        table, _, name = key.rpartition(".")
        if table and table not in document and value is not None:
            document[table] = tomlkit.table()
        there: Any = document.get(table, {}) if table else document
        if not isinstance(there, MutableMapping):
            continue  # the file has a value of that name, and cannot hold the key
        if value is None:
            there.pop(name, None)
        else:
            there[name] = value
    return tomlkit.dumps(document)
