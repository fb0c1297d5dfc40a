"""Parcels and invitations as text, which the person here gives away: printed, and copied where the terminal
does that."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from fadenet.cli.frame.context import Context, listed
from fadenet.console.run import SIMPLE_TERMINALS
from fadenet.console.shell.osc import clipboard
from protocol.armour import armoured

PARCEL, INVITATION = "PARCEL", "INVITATION"


class HandOut(NamedTuple):
    """Something for the person to give away. to: the name of its receiver, "" = whoever it is meant for;
    what: the word in its first line."""

    to: str
    data: bytes
    what: str


def give(ctx: Context, data: dict[str, Any], gifts: Sequence[HandOut], chat: bool = False) -> None:
    """Print what the person is to give away, each for whom it is; a single one is copied as well. chat: in
    few long lines."""
    texts = [armoured(one.data, one.what, chat) for one in gifts]
    lines = []
    for one, text in zip(gifts, texts, strict=True):
        lines += [f"For {one.to}:"] * (len(texts) > 1) + text.split("\n")
    parcels = [
        {"to": one.to, "bytes": len(one.data), "text": text} for one, text in zip(gifts, texts, strict=True)
    ]
    whom = listed(list(dict.fromkeys(one.to for one in gifts if one.to)))
    if whom:
        ctx.say(f"Give the text below to {whom}.")
    ctx.emit({**data, "parcels": parcels}, lines)
    if len(texts) == 1 and copied(ctx, texts[0]):
        paste = f"paste it to {whom}" if whom else "paste it to whom you want to play with"
        ctx.say(f"It is copied too, if your terminal lets programs copy: {paste}.")


def copied(ctx: Context, text: str) -> bool:
    """Have the terminal put a text onto the clipboard, if one is there and the person wants that; whether it
    was asked to."""
    shown = not ctx.json and sys.stdout.isatty() and os.environ.get("TERM", "") not in SIMPLE_TERMINALS
    sequence = clipboard(text) if shown and ctx.settings.copy else ""
    sys.stdout.write(sequence)
    sys.stdout.flush()
    return bool(sequence)
