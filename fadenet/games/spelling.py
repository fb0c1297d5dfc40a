"""Names as people type, paste and save them, and how to tell that two spellings are one name.

Word processors bend apostrophes and quotes and stretch hyphens, web pages put in hard spaces and marks of no
width, keyboards lack accents. Names are compared by their letters, never sign by sign.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("`\u00b4\u2018\u2019\u201a\u201b\u2032\u02b9\u02bb\u02bc\u02bd\ua78c", "'"),
        **dict.fromkeys("\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "-"),
        "\u2044": "/",
    }
)


def typed(text: str) -> str:
    """A text in the signs of a keyboard, its letters as they are: NFKC, plain quotes and hyphens, blanks.

    Marks that nobody sees are left out (byte order marks, zero width, direction); lines stay lines.
    """
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
    seen = (ch for ch in plain if unicodedata.category(ch) != "Cf")
    return "".join(" " if unicodedata.category(ch) == "Zs" else ch for ch in seen)


def plain(text: str) -> str:
    """The same without accents, and in small letters: for looking something up in a text."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", typed(text))
        text = "".join(ch for ch in apart if unicodedata.category(ch) != "Mn")
    return text.casefold()


@lru_cache(maxsize=8_192)
def slug(name: str) -> str:
    """How a name is typed: its words in small letters and digits, with hyphens between them."""
    said = plain(name).replace("'", "")
    return "-".join("".join(ch if ch.isalnum() else " " for ch in said).split())


def letters(name: str) -> str:
    """The letters and digits of a name, which all its spellings share; "" if it has none."""
    return slug(name).replace("-", "")
