"""Names that peers give themselves, made harmless for any screen, file and message.

A name may come with colour codes, text that runs backwards, letters without width or a tower of accents;
none of it may reach a terminal, or make two names look alike that differ only in what nobody sees.
"""

import unicodedata

NAME_CELLS_MAX = 32
NAME_BYTES_MAX = 128
NAME_FORM = f"1 to {NAME_CELLS_MAX} letters or digits of any script, - and _, the first a letter or a digit"
"""What an identity may be called, as a sentence about one that may not be says it."""
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
            cells += 2 if unicodedata.east_asian_width(char) in "WF" else 1
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


def name_key(name: str) -> str:
    """What two names share that people would take for one: case and compatibility forms folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
