"""Card sets while they are written: `fadenet cards new`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import keys
from fadenet.cli.frame.context import Context, write_new
from fadenet.cli.frame.loading import described
from fadenet.games.starting import first_set

CODE = "own"
"""The code of a set where its file gives none."""


def cards_new(ctx: Context) -> int:
    """Write a set to begin with."""
    game, file = described(ctx.args.game).name, ctx.args.file
    stem = Path(file).stem if file != "-" else ""
    code, name = _code(stem), " ".join(re.findall(r"[A-Za-z0-9]+", stem)).title()
    quoted = shlex.quote(file) if file != "-" else "FILE"
    text = first_set(game, quoted, code, name or "First Steps", _author(ctx))
    if file == "-":
        ctx.emit({"game": game, "file": None, "text": text}, text.splitlines())
        return 0
    write_new(file, text)
    ctx.emit({"game": game, "file": file}, [])
    ctx.say(f"Change it as you like; this says what is wrong: fadenet cards check {quoted} --watch")
    return 0


def _code(stem: str) -> str:
    """Two to five letters out of the name of a file."""
    letters = re.sub("[^a-z]", "", stem.lower())[:5]
    return letters if len(letters) > 1 else CODE


def _author(ctx: Context) -> str:
    """The name of the person's identity, "" where it is not plain who that is."""
    try:
        names = keys.IdentityStore(ctx.home).names()
    except keys.UserError:
        return ""
    return ctx.settings.name or (names[0] if len(names) == 1 else "")
