"""Names that peers give themselves, made harmless for any screen, file and message.

A name may come with colour codes, text that runs backwards, letters without width or a tower of accents;
none of it may reach a terminal, or make two names look alike that differ only in what nobody sees.
"""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from wcwidth import wcwidth

NAME_CELLS_MAX = 32
NAME_BYTES_MAX = 128
NAME_FORM = f"1 to {NAME_CELLS_MAX} letters or digits of any script, - and _, the first a letter or a digit"
"""The form of an identity's name, in the words of a sentence about one of another form."""
_MARKS_MAX = 2
_INPUT_MAX = 1024
# Letters and marks that are drawn as nothing, although their category does not say so.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    chr(code) for block in (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for code in block
)
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def clean_name(text: str) -> str:
    """The name in NFC, on one line, at most 32 terminal cells wide; may be empty.

    Control, format (bidi, zero-width, tag), unassigned and blank characters go, white space becomes single
    blanks, and a letter keeps at most two combining marks. Cleaning a clean name changes nothing.
    """
    shown = "".join(
        " " if char.isspace() else char
        for char in text[:_INPUT_MAX]
        if char.isspace() or (unicodedata.category(char) not in _DROPPED and char not in _BLANK)
    )
    kept: list[str] = []
    cells = marks = 0
    for char in " ".join(unicodedata.normalize("NFC", shown).split()):
        if unicodedata.category(char) in {"Mn", "Me"}:
            marks += 1
            if marks > _MARKS_MAX or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
            cells += max(wcwidth(char), 1)
        if cells > NAME_CELLS_MAX:
            break
        kept.append(char)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def peer_name(text: str) -> str:
    """The name that a peer gives itself, clean and as one word: what is neither a letter, a mark nor a digit,
    - or _ becomes _, so that no name reads as more than a name."""
    cleaned = clean_name(text)
    kept = (char in "-_" or unicodedata.category(char)[0] in "LMN" for char in cleaned)
    return "".join(char if keep else "_" for char, keep in zip(cleaned, kept, strict=True))


def own_name(text: str) -> str:
    """The name in NFC if somebody may be called so here, else "".

    It is what others show of it: one word in the letters and digits of any script, - and _, that begins with
    a letter or a digit, at most 32 terminal cells and `NAME_BYTES_MAX` bytes in UTF-8.
    """
    name = unicodedata.normalize("NFC", text)
    same = name == peer_name(name) and unicodedata.category(name[:1] or "-")[0] in "LN"
    return name if same and len(name.encode()) <= NAME_BYTES_MAX else ""


def alike(name: str, other: str) -> bool:
    """Whether people would take two names for one: as they are read aloud, or as they look."""
    return not readings(name).isdisjoint(readings(other))


@lru_cache(1 << 12)
def readings(name: str) -> frozenset[str]:
    """The readings of a name, one of which it shares with all that are `alike`: with case and compatibility
    forms folded, and as a skeleton, in each case."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return frozenset({folded, *map(skeleton, (name, folded))})


def skeleton(text: str) -> str:
    """The skeleton that a text shares with all that look the same in common fonts (UTS #39 section 4, without
    its rules for text that runs from right to left)."""
    prototypes = _prototypes()
    shown = "".join(prototypes.get(char, char) for char in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", shown)


@cache
def _prototypes() -> dict[str, str]:
    """By letter, mark or digit the text that it looks like."""
    _, _, table = files("keys").joinpath("confusables.txt").read_text("utf-8").partition("\n\n")
    pairs = [line.rpartition(" ") for line in table.split("\n")]
    return {char: prototype for prototype, _, chars in pairs for char in chars}
