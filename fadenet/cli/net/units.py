"""The unit by which systemd runs a headless node."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import fadenet
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.parser import USUAL_DELAY
from fadenet.node.limits import MATCHES
from fadenet.packed import packed

KEPT_DAYS = 7
HOMES = ("/home", "/root", "/run/user")
"""The folders that `ProtectHome` hides (systemd.exec)."""
LINE_BYTES = 512
UNIT = """[Unit]
Description=fadenet: tables that anybody who is invited can join
After=network-online.target
Wants=network-online.target

[Service]
ExecStart={command}
DynamicUser=yes
StateDirectory=fadenet fadenet-marks
StateDirectoryMode=0700
Environment=FADENET_HOME=/var/lib/fadenet FADENET_MARKS=/var/lib/fadenet-marks
KillSignal=SIGTERM
TimeoutStopSec={stop}
Restart=on-failure
RestartSec=2
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
NoNewPrivileges=yes
MemoryMax=4G
LimitNOFILE={files}

[Install]
WantedBy=multi-user.target"""


def print_unit(ctx: Context, stop_s: int, files: int) -> int:
    """Print it, for a node that takes at most `stop_s` seconds to end and has so many files open."""
    program, file = shutil.which("fadenet"), packed()
    if file is not None:
        start = [sys.executable, "-I", file]
    else:
        start = [program] if program is not None else [sys.executable, "-P", "-m", "fadenet"]
    text = unit(start, ctx.args, stop_s, files)
    ctx.emit({"unit": text}, text.splitlines())
    code = [] if start == [program] else [Path(file or fadenet.__path__[0])]
    hidden = next(filter(_is_at_home, [*needed_by(Path(start[0])), *code]), None)
    if hidden is not None:
        leads = f"{start[0]} leads to {hidden}" if str(hidden) != start[0] else start[0]
        ctx.say(
            f"The service may not read what it starts: {leads}, which lies in somebody's home. Install "
            "fadenet for all users, as with: pipx install --global ."
        )
    return 0


def needed_by(program: Path) -> Iterator[Path]:
    """The paths that are read when a program starts: itself, the target of its links, the environment that
    holds that, and the same for the interpreter that its first line names."""
    seen = set()
    while program not in seen:
        seen.add(program)
        yield program
        real = program.resolve()
        yield real
        yield real.parent.parent  # an environment, whose Python is a link out of it
        with suppress(OSError), real.open("rb") as file:
            line = file.readline(LINE_BYTES)
            if line.startswith(b"#!") and (words := line[2:].split()):
                program = Path(os.fsdecode(words[0]))


def _is_at_home(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in HOMES)


def unit(start: Sequence[str], args: Namespace, stop_s: int, files: int) -> str:
    """The text of a unit that runs `start` with these arguments."""
    words = [*start, "--no-input", "--quiet", "node"]
    for option, values in (("--table", args.table), ("--listen", args.listen)):
        words += [word for value in values or () for word in (option, value)]
    words += [word for file in args.strength or () for word in ("--strength", os.path.abspath(file))]
    words += ["--max", str(args.max)] if args.max != MATCHES else []
    words += ["--keep-days", str(args.keep_days)] if args.keep_days != KEPT_DAYS else []
    words += (
        ["--watch", *([str(args.watch)] if args.watch != USUAL_DELAY else [])]
        if args.watch is not None
        else []
    )
    words += ["--watchers", str(args.watchers)] if args.watchers else []
    words += ["--as", args.identity] if args.identity else []
    words += ["--relay"] if args.relay else []
    words += [] if args.boxes else ["--no-boxes"]
    words += ["--lan"] if args.lan else []
    words += ["--board"] if args.board else []
    words += [word for line in args.board_at or () for word in ("--board-at", line)]
    words += ["--behind-nat"] if args.behind_nat else []
    words += ["--drain"] if args.drain else []
    return UNIT.format(command=" ".join(map(_quoted, words)), stop=stop_s, files=files)


def _quoted(word: str) -> str:
    """A word of a command line as systemd reads it (systemd.service, "COMMAND LINES")."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if not word or set(word) & set(" \t'\";") else word
