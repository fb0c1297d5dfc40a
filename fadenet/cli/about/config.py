"""`fadenet config`: what is set, where it is said, and how it is changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from fadenet import games
from fadenet.cli.cards.decks import find_deck, is_own
from fadenet.cli.frame import settings
from fadenet.cli.frame.context import Context, NotFound, folded
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import load_game
from fadenet.cli.frame.parser import deck

_WIDTH = max(map(len, settings.KEYS))
_VALUE = 8
"""Cells of most values; a longer one pushes what it is about aside."""


def config_list(ctx: Context) -> int:
    """List all settings: what holds now, and who says so."""
    now, file = settings.shown(settings.load(ctx.home)), settings.read_file(ctx.home)
    said = {key: _said_by(key, file, os.environ) for key in now}
    lines = []
    for key, value in now.items():
        about = f"{settings.KEYS[key].about}{f' [{said[key]}]' if said[key] else ''}"
        lines += folded(f"{key:{_WIDTH}} {_text(value) or '-':{_VALUE}} {about}", _WIDTH + _VALUE + 2)
    ctx.emit({"settings": now, "set": {key: by for key, by in said.items() if by}}, lines)
    ctx.say("To change one: fadenet config set KEY VALUE")
    return 0


def config_get(ctx: Context) -> int:
    """Print the value that holds now; 4 if there is none."""
    key = ctx.args.key
    now = settings.shown(settings.load(ctx.home))
    if key not in now:
        raise NotFound(_unknown(key))
    if now[key] is None:
        raise NotFound(f"{key} is not set. To set it: fadenet config set {key} VALUE")
    ctx.emit({"key": key, "value": now[key]}, [_text(now[key])])
    return 0


def config_set(ctx: Context) -> int:
    """Keep a value in the file."""
    key, value = ctx.args.key, " ".join(ctx.args.value)
    game = key.removeprefix(settings.DECK)
    if game != key and game in games.NAMES:
        value = deck(value)
        if not is_own(ctx.home, game, value):
            find_deck(ctx.home, load_game(game), value)
            value = os.path.abspath(value) if os.path.exists(value) else value
    settings.change(ctx.home, {key: value})
    kept = settings.raw(ctx.home)[key]
    ctx.emit({"key": key, "value": kept, "file": str(settings.path_of(ctx.home))}, [])
    ctx.say(f"{key} is {_text(kept)} from now on.")
    over = settings.variable(key)
    if os.environ.get(over):
        ctx.say(f"As long as {over} is set, that counts instead.")
    return 0


def config_unset(ctx: Context) -> int:
    """Take a value out of the file; 4 if it is not in it."""
    key = ctx.args.key
    if key not in settings.raw(ctx.home):
        near = "." if key in settings.KEYS else guess(key, tuple(settings.KEYS))
        raise NotFound(f"{settings.path_of(ctx.home)} does not set {key[:60]!r}{near}")
    settings.change(ctx.home, {key: None})
    ctx.emit({"key": key, "value": None, "file": str(settings.path_of(ctx.home))}, [])
    ctx.say(f"{key} is as it was at first.")
    return 0


def config_path(ctx: Context) -> int:
    """Print where the file is, or would be."""
    path = settings.path_of(ctx.home)
    ctx.emit({"path": str(path), "exists": path.exists()}, [str(path)])
    return 0


def _said_by(key: str, file: Mapping[str, Any], environ: Mapping[str, str]) -> str:
    """The name of the variable that has set a key, else that of the file; "" if neither has."""
    name = settings.variable(key)
    return name if environ.get(name) else settings.FILE if key in file else ""


def _unknown(key: str) -> str:
    return f"There is no setting {key[:60]!r}{guess(key, tuple(settings.KEYS))} See: fadenet config list"


def _text(value: Any) -> str:
    """A value as one types it."""
    if type(value) is bool:
        return "true" if value else "false"
    return ", ".join(value) if type(value) is list else value or ""
