"""How bots are named, wherever one is: on the command line, in the arena, in a match that was left.

    name = word [":" options] / module ":" class [":" options] / "exec:" command ["?" options]
    options = option "=" value *("," option "=" value)

as in `greedy`, `greedy:trials=8`, `my_bots.planner:Planner:depth=5`, whose module Python must find, and
`exec:./mybot?depth=3`, a program that speaks fnbot (`protocol/FNBOT.md`). A word is one of the bots that come
with the program, or an entry point of the group `fadenet.bots` of an installed package.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Final

from fadenet.bots.base import Bot
from fadenet.bots.fnbot.host import ProgramBot, name_of, resolved
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.levels import EasyBot, NormalBot
from fadenet.bots.random_ import RandomBot
from fadenet.bots.rollout import RolloutBot
from fadenet.engine.errors import WrongInput

BOTS: Final[dict[str, type[Bot]]] = {
    "rollout": RolloutBot,
    "greedy": GreedyBot,
    "normal": NormalBot,
    "easy": EasyBot,
    "random": RandomBot,
}
"""The bots that come with the program, by their words."""
NAMES: Final = tuple(BOTS)
LEVELS: Final = {"easy": "easy", "normal": "normal", "hard": "greedy"}
"""The bots by how hard it is to beat them. A level is a name of its bot."""
EXEC: Final = "exec:"
"""The beginning of the name of a bot that is a program."""
OF_YOURS: Final = "your own as MODULE:CLASS or exec:COMMAND"
NO_MORE: Final[Mapping[str, str]] = MappingProxyType({})
GROUP: Final = "fadenet.bots"
"""The entry points of packages that bring bots."""

PUBLIC_CHARS: Final = 32
DIGITS: Final = 8
"""So many hexadecimal digits tell names apart that begin alike."""

_UNTOLD: Final = re.compile(r"[^0-9A-Za-z._:=,+-]")
_MODULE: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


class UnknownBot(WrongInput):
    """A name that does not lead to a bot."""


def looks_like_program(name: str) -> bool:
    """Whether a name that no bot has could be a command before which `exec:` was forgotten."""
    first = name.split()[0] if name.split() else ""
    return " " in name.strip() or Path(first).is_file()


def known() -> tuple[str, ...]:
    """The names of the bots that come with the program, and of those that installed packages bring."""
    return (*NAMES, *sorted(installed()))


def make(name: str, more: Mapping[str, str] = NO_MORE) -> Bot:
    """A fresh bot. more: options beside those of its name, which they override.

    Raises `WrongInput`, for a name that no bot has as `UnknownBot` with what there is.
    """
    if (command := command_in(name)) is not None:
        return ProgramBot(command[0], {**options_in(name, command[1]), **more})
    kind, rest = _class_in(name)
    try:
        return kind(**{**options_in(name, rest), **more})
    except WrongInput as error:
        raise WrongInput(f"{name!r}: {error}") from None


def command_in(name: str) -> tuple[str, str] | None:
    """The command and the options in the name of a program, None in that of another bot."""
    if not name.startswith(EXEC):
        return None
    command, _, rest = name.removeprefix(EXEC).partition("?")
    return command, rest


def placed(name: str) -> str:
    """The same name as one that is good in any folder: of a program, its files by their whole paths. Raises
    `WrongInput`."""
    if (command := command_in(name)) is None:
        return name
    return f"{EXEC}{shlex.join(resolved(command[0]))}" + f"?{command[1]}" * bool(command[1])


def options_in(name: str, text: str) -> dict[str, str]:
    """`OPTION=VALUE,..` of a bot's name. Raises `WrongInput`."""
    values: dict[str, str] = {}
    for pair in text.split(",") if text else ():
        option, is_given, value = pair.partition("=")
        if not is_given or option in values:
            raise WrongInput(f"{name!r}: options are OPTION=VALUE,.. with each option once, not {pair!r}")
        values[option] = value
    return values


def called(name: str) -> str:
    """The word that stands for a bot where it sits: its name without options, the class of one elsewhere, the
    name that a program has given itself (`Bot.meet`), or else its file."""
    if (command := command_in(name)) is not None:
        return name_of(command[0]) or PurePath((command[0].split() or [EXEC])[-1]).name
    word, _, rest = name.partition(":")
    return word if word in (*BOTS, *LEVELS, *installed()) else rest.partition(":")[0] or word


def public_name(name: str) -> str:
    """The name of a bot where others read it: its word and its options, without which nobody could tell how
    strong it is. It has at most 32 letters and digits of ASCII and . _ : = , + -.

    Of a path only the end stays; of a longer name the beginning, and a hash that tells it from others.
    """
    whole, rest = _parted(name)
    word = whole if whole in BOTS else called(name)
    options = (option.partition("=") for option in rest)
    told = ",".join(f"{option}={PurePath(value).name}" for option, _, value in options)
    plain = _UNTOLD.sub("_", word + f":{told}" * bool(told)).lstrip("._:=,+-") or "bot"
    if len(plain) > PUBLIC_CHARS:
        digest = hashlib.sha256(one_name(name).encode()).hexdigest()[:DIGITS]
        return f"{plain[: PUBLIC_CHARS - DIGITS - 1]}+{digest}"
    return plain


def one_name(name: str) -> str:
    """One of the names by which a bot with these options may be called, always the same."""
    whole, options = _parted(name)
    return f"{whole} {','.join(options)}".rstrip()


def _parted(name: str) -> tuple[str, list[str]]:
    """The word that leads to a bot, one for those that lead to the same, and its options, sorted."""
    command = command_in(name)
    if command is not None:
        word, rest = EXEC + command[0], command[1]
    else:
        word, _, rest = name.partition(":")
        word = LEVELS.get(word, word)
        if word not in BOTS and word not in installed():
            kind, _, rest = rest.partition(":")
            word = f"{word}:{kind}"
    return word, sorted(option for option in rest.split(",") if option)


def class_of(name: str) -> type[Bot]:
    """The class that a name leads to, without its options. Raises `WrongInput`."""
    return _class_in(name)[0]


def _class_in(name: str) -> tuple[type[Bot], str]:
    """The class that a name leads to, and the options behind it."""
    word, _, rest = name.partition(":")
    word = LEVELS.get(word, word)
    if word in BOTS:
        return BOTS[word], rest
    if word in installed():
        return _bot_class(installed()[word]), rest
    wanted, _, rest = rest.partition(":")
    if not _MODULE.fullmatch(word) or not wanted.isidentifier():
        raise UnknownBot(f"there is no bot {name!r}; bots: {', '.join(known())}, and {OF_YOURS}")
    return _bot_class(EntryPoint(wanted, f"{word}:{wanted}", GROUP)), rest


def _bot_class(place: EntryPoint) -> type[Bot]:
    """The class at a place. Raises `WrongInput` if it cannot be imported, or is not a bot."""
    try:
        kind = getattr(import_module(place.module), place.attr, None)
    except (ImportError, SyntaxError) as error:
        raise WrongInput(
            f"the module {place.module} of the bot {place.name} cannot be imported: {error}"
        ) from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise WrongInput(
            f"{place.attr} of the module {place.module} is not a class derived from fadenet.bots.base.Bot"
        )
    return kind


@cache
def installed() -> dict[str, EntryPoint]:
    """The bots of installed packages, by name."""
    return {one.name: one for one in entry_points(group=GROUP) if one.name not in BOTS}
