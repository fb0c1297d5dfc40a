"""How bots are named, wherever one is: on the command line, in the arena, in a match that was left.

    name = word [":" options] / module ":" class [":" options]
    options = option "=" value *("," option "=" value)

as in `greedy`, `greedy:trials=8` and `my_bots.planner:Planner:depth=5`, whose module Python must find.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final

from fadenet.bots.base import Bot
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.levels import EasyBot, NormalBot
from fadenet.bots.random_ import RandomBot
from fadenet.bots.rollout import RolloutBot
from fadenet.engine.descriptor import Descriptor
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
"""The bots of the levels that every game offers, by how hard it is to beat them."""
EXPERT: Final = "expert"
"""The level above these, of which a game says who plays it, if it offers it (`Descriptor.expert`)."""

_MODULE: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


def levels_of(game: Descriptor) -> dict[str, str]:
    """The bots of the levels that a game offers, from easy to hard."""
    return LEVELS | ({EXPERT: game.expert} if game.expert else {})


def bot_of(name: str, game: Descriptor) -> str:
    """The bot that a name means in a game: that of a level, else the one of that name. Raises `WrongInput`
    for a level that the game does not offer."""
    offered = levels_of(game)
    if name == EXPERT and name not in offered:
        raise WrongInput(
            f"{name} is not offered in {game.name}: no bot that searches has been shown to be clearly better "
            f"there than {[*offered][-1]}. Levels: {', '.join(offered)}"
        )
    return offered.get(name, name)


def make(name: str) -> Bot:
    """A fresh bot. Raises `WrongInput` for a name that no bot has, with what there is."""
    kind, rest = _kind(name)
    values: dict[str, int | bool | str] = {}
    for pair in rest.split(",") if rest else ():
        option, is_given, value = pair.partition("=")
        if not is_given or option in values:
            raise WrongInput(f"{name!r}: options are OPTION=VALUE,.. with each option once, not {pair!r}")
        values[option] = value
    try:
        return kind(**values)
    except WrongInput as error:
        raise WrongInput(f"{name!r}: {error}") from None


def called(name: str) -> str:
    """The word that stands for a bot where it sits: its name without options, the class of one elsewhere."""
    word, _, rest = name.partition(":")
    return word if word in BOTS else rest.partition(":")[0] or word


def _kind(name: str) -> tuple[type[Bot], str]:
    """The class that a name leads to, and the options behind it."""
    word, _, rest = name.partition(":")
    if word in BOTS:
        return BOTS[word], rest
    wanted, _, rest = rest.partition(":")
    if not _MODULE.fullmatch(word) or not wanted.isidentifier():
        raise WrongInput(f"there is no bot {name!r}; bots: {', '.join(NAMES)}, and MODULE:CLASS of your own")
    try:
        kind = getattr(import_module(word), wanted, None)
    except (ImportError, SyntaxError) as error:
        raise WrongInput(f"the module {word} of the bot {name!r} cannot be imported: {error}") from None
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise WrongInput(f"{wanted} of the module {word} is not a class derived from fadenet.bots.base.Bot")
    return kind, rest
