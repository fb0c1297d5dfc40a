"""Commands inside sentences: for the data folder that was named, and in one piece, to be pasted."""

from __future__ import annotations

import re
import shlex
import textwrap

_BEGIN = r"fadenet (?:--home (?:'[^']*'|\S+) )?[a-z]"
_COMMAND = re.compile(
    rf"(?<=: ){_BEGIN}.*?(?=\.?$|\. [A-Z]|[;,] )|(?<=`){_BEGIN}[^`]*(?=`)|(?<=\(){_BEGIN}[^)]*(?=\))"
)
_OTHERS = re.compile(r"(?:Give|Whoever|Others|Ask) |.*\bthe line of `")
"""How sentences begin that tell what somebody else types."""
_PLAIN = "fadenet "
_JOINT = "\0"


def at_home(text: str, home: str | None) -> str:
    """The sentence with `--home` in its commands. home: as it was named, None = it was not."""
    if home is None or _OTHERS.match(text):
        return text
    option = f"--home {shlex.quote(home)} "

    def named(found: re.Match[str]) -> str:
        rest = found[0].removeprefix(_PLAIN)
        return _PLAIN + rest if rest.startswith("--home") else _PLAIN + option + rest

    return _COMMAND.sub(named, text)


def unbroken(text: str, width: int) -> str:
    """The sentence in lines of so many cells, broken between words but never inside a command."""
    joined = _COMMAND.sub(lambda found: found[0].replace(" ", _JOINT), text)
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(_JOINT, " ")
