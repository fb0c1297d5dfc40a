"""Write `keys/confusables.txt`, what looks like what in names, from the data file of Unicode.

    python scripts/confusables.py CONFUSABLES

CONFUSABLES is `confusables.txt` of Unicode Technical Standard 39. Of it those lines are kept whose character
a name may have: letters, marks, digits, - and _.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent / "keys" / "confusables.txt"
_LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA")
_VERSION = re.compile(r"# Version: ([0-9.]+)")
HEAD = """\
# What looks like what, of Unicode {version} (UTS #39, confusables.txt): a prototype, and what looks like it.
# Copyright (c) Unicode, Inc.; Unicode License, https://www.unicode.org/license.txt

"""


def main(arguments: list[str] | None = None) -> int:
    """Read and write; the exit code is 1 where the file is not what it should be."""
    parser = argparse.ArgumentParser(description="Write keys/confusables.txt from the data file of Unicode.")
    parser.add_argument("confusables", type=Path)
    text = parser.parse_args(arguments).confusables.read_text("utf-8-sig")
    version = _VERSION.search(text)
    if version is None:
        print("this is not confusables.txt of Unicode", file=sys.stderr)
        return 1
    looks: defaultdict[str, list[str]] = defaultdict(list)
    for char, prototype in _LINE.findall(text):
        if is_in_names(chr(int(char, 16))):
            looks["".join(chr(int(code, 16)) for code in prototype.split())].append(chr(int(char, 16)))
    lines = [f"{prototype} {''.join(sorted(chars))}" for prototype, chars in sorted(looks.items())]
    PLACE.write_text(HEAD.format(version=version[1]) + "\n".join(lines), "utf-8")
    return 0


def is_in_names(char: str) -> bool:
    """Whether a name may have this character (`keys.names.peer_name`)."""
    return char in "-_" or unicodedata.category(char)[0] in "LMN"


if __name__ == "__main__":
    sys.exit(main())
