"""The border to the terminal: whatever text a command prints, only signs that can be seen get out.

Names, options, rules and file contents come from anywhere, and so does what error messages quote of them. The
console and the rooms below clean what they show at length; this is the last look at every line.
"""

from __future__ import annotations


def harmless(line: str) -> str:
    """One line of text without signs that steer a terminal, reorder text or hide in it.

    White space becomes blanks, all else that cannot be seen U+FFFD.
    """
    if line.isprintable():
        return line
    return "".join(ch if ch.isprintable() else " " if ch.isspace() else "\ufffd" for ch in line)


def json_line(data: object) -> str:
    """Data as one line of JSON that reads back to the same; such signs are escaped in it."""
    import json  # only who is asked for JSON waits for it

    line = json.dumps(data, ensure_ascii=False)
    if line.isprintable():
        return line
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in line)
