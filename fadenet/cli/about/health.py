"""Commands about fadenet itself: `doctor`, `completion` and `version`."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import socket
import stat
import sys
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import keys
from fadenet.cli.frame.context import Context
from fadenet.cli.frame.probing import FAMILIES, refusal
from fadenet.cli.frame.version import version
from keys.files import remedy, try_out

LIBRARIES = ("cbor2", "cryptography", "msgspec", "prompt-toolkit", "trio")
_CLOCK_FIRST, _CLOCK_LAST = 1_735_689_600, 4_102_444_800  # 2025 to 2100, in unix seconds
ROOM_BYTES = 1024 * 1024
"""So much is tried to be written: more than a match takes."""
_TAKEN = "`fadenet host` takes the next free one, `fadenet node` and `fadenet relay` need one with --listen"
_COLUMNS_MIN, _LINES_MIN = 60, 18


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One line of `doctor`. code: 0 = fine, else what the command exits with because of it."""

    name: str
    text: str
    code: int = 0


def version_(ctx: Context) -> int:
    """Print the version."""
    ctx.emit({"version": version(), "python": platform.python_version()}, [f"fadenet {version()}"])
    return 0


def completion(ctx: Context) -> int:
    """Print what a shell needs to complete our words."""
    from fadenet.cli.about.shells import SCRIPTS

    text = SCRIPTS[ctx.args.shell]
    ctx.emit({"shell": ctx.args.shell, "text": text}, text.splitlines())
    return 0


def doctor(ctx: Context) -> int:
    """Check everything that a match needs; exits with the code of the first thing that is wrong."""
    found = [*_versions(), _clock(), *_kept(ctx), *_terminal(), *_ports(), *_net(ctx)]
    wrong = [finding for finding in found if finding.code]
    data = [{"name": f.name, "ok": not f.code, "text": f.text} for f in found]
    lines = [ctx.typed(f"{'WRONG' if f.code else 'ok':5} {f.name:14} {f.text}") for f in found]
    ctx.emit({"checks": data}, lines)
    ctx.say(f"{len(wrong)} of {len(found)} things need your attention." if wrong else "All is well.")
    return wrong[0].code if wrong else 0


def _net(ctx: Context) -> list[Diagnosis]:
    """How this machine can be reached, if that is asked for. It breaks nothing if it cannot."""
    if not ctx.args.net:
        return []
    from fadenet.cli.net.network import net_findings

    ctx.say("Asking the router, the relays and the network; this may take a quarter of a minute.")
    return [
        Diagnosis(told.name, told.text, 0 if told.fine else int(keys.ExitCode.NETWORK))
        for told in net_findings(ctx)
    ]


def _versions() -> list[Diagnosis]:
    found = [Diagnosis("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")]
    for name in LIBRARIES:
        try:
            found.append(Diagnosis(name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            found.append(Diagnosis(name, f"is not installed; install it: pip install {name}", 1))
    return found


def _clock() -> Diagnosis:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if _CLOCK_FIRST <= now <= _CLOCK_LAST:
        return Diagnosis("clock", shown)
    return Diagnosis(
        "clock", f"{shown} cannot be right; invitations expire by it, so set it", int(keys.ExitCode.BAD_INPUT)
    )


def _kept(ctx: Context) -> list[Diagnosis]:
    """The findings on the data folder: whether it can be written to, its settings, its marks and its keys."""
    try:
        home = ctx.home
    except keys.UserError as error:
        return [Diagnosis("data folder", error.message, int(error.exit_code))]
    return [_folder(home), _settings(home), _marks(home), *_keys(home)]


def _folder(home: Path) -> Diagnosis:
    denied = int(keys.ExitCode.KEY)
    if not home.exists():
        there = next(one for one in home.parents if one.exists())
        if lacking := _lacking(there):
            return Diagnosis("data folder", lacking, denied)
        return Diagnosis("data folder", f"{home} will be made when it is needed")
    if not home.is_dir():
        return Diagnosis("data folder", _lacking(home), denied)
    mode = stat.S_IMODE(home.stat().st_mode)
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        return Diagnosis("data folder", f"{home} (mode {mode:04o}) cannot be used; chmod 700 {home}", denied)
    if sys.platform != "win32" and mode & 0o077:
        said = f"{home} is open to others (mode {mode:04o}). {remedy(home, 'chmod 700')}"
        return Diagnosis("data folder", said, denied)
    if lacking := _lacking(home):
        return Diagnosis("data folder", lacking, denied)
    return Diagnosis(
        "data folder", f"{home} (mode {mode:04o}, {shutil.disk_usage(home).free >> 20} MiB free)"
    )


def _lacking(folder: Path) -> str:
    """The reason why a folder cannot keep a match, "" for none: it lacks the folder, room, a file more, or
    locks."""
    if not folder.is_dir():
        return f"{folder} is no folder; choose another with --home"
    try:
        try_out(folder, ROOM_BYTES)
    except keys.UserError as error:
        free = shutil.disk_usage(folder).free
        if free < ROOM_BYTES:
            return f"{folder} has {free >> 10} KiB free: a match needs {ROOM_BYTES >> 10}. Free some space"
        if _is_full(error):
            return f"{folder} takes no more files, though {free >> 20} MiB are free: remove some of its disk"
        return error.message
    return ""


def _is_full(error: BaseException) -> bool:
    return getattr(error.__cause__, "errno", None) in (errno.ENOSPC, errno.EDQUOT)


def _settings(home: Path) -> Diagnosis:
    """The file of settings, without which everything is as it was at first."""
    from fadenet.cli.frame import settings

    try:
        settings.load(home)
    except settings.BadSetting as error:
        return Diagnosis("settings", error.message, int(error.exit_code))
    path = settings.path_of(home)
    return Diagnosis("settings", str(path) if path.exists() else "none yet; see: fadenet config list")


def _marks(home: Path) -> Diagnosis:
    """The folder that tells a match whether its data folder is the newest."""
    from fadenet.node.match.mark import VARIABLE, marks_folder

    try:
        folder = marks_folder()
    except keys.UserError as error:
        return Diagnosis("marks", error.message, int(error.exit_code))
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        denied = int(keys.ExitCode.KEY)
        return Diagnosis("marks", f"{folder} cannot be used, so no match can begin; set {VARIABLE}", denied)
    if lacking := _lacking(there):
        return Diagnosis("marks", lacking, int(keys.ExitCode.KEY))
    if folder.is_relative_to(home):
        lies = f"{folder} lies in the data folder and would be put back with it; set {VARIABLE}"
        return Diagnosis("marks", lies, int(keys.ExitCode.BAD_INPUT))
    return Diagnosis("marks", str(folder))


def _keys(home: Path) -> list[Diagnosis]:
    store = keys.IdentityStore(home)
    try:
        names = store.names()
    except (keys.UserError, PermissionError) as error:
        return [Diagnosis("identities", str(error), int(keys.ExitCode.KEY))]
    if not names:
        return [Diagnosis("identities", "none yet; the first match makes one")]
    found = []
    for name in names:
        try:
            info = store.show(name)
        except keys.UserError as error:
            found.append(Diagnosis(f"key {name}", error.message, int(error.exit_code)))
        else:
            lock = "with a passphrase" if info.encrypted else "no passphrase"
            found.append(Diagnosis(f"key {name}", f"{keys.fingerprint_text(info.public)}, {lock}"))
    return found


def _terminal() -> list[Diagnosis]:
    term = os.environ.get("TERM", "")
    columns, lines = shutil.get_terminal_size()
    both = sys.stdin.isatty() and sys.stdout.isatty()
    if not both:
        shown = "no terminal here: matches are played in plain lines"
    elif term in ("", "dumb", "unknown"):
        shown = f"TERM={term or '(empty)'}: matches are played in plain lines"
    elif columns < _COLUMNS_MIN or lines < _LINES_MIN:
        shown = f"{columns}x{lines} is small; make it {_COLUMNS_MIN}x{_LINES_MIN} or larger, or use --plain"
    else:
        shown = f"TERM={term}, {columns}x{lines}: full screen"
    encoding = (sys.stdout.encoding or "ascii").lower()
    said = encoding if "utf" in encoding else f"{encoding}: what it has no sign for is shown as ?"
    return [Diagnosis("terminal", shown), Diagnosis("encoding", said)]


def _ports() -> list[Diagnosis]:
    from fadenet.node.link.candidates import DEFAULT_PORT

    found = [_port(name, family, host, DEFAULT_PORT) for name, family, host in FAMILIES]
    if all(finding.code for finding in found):
        return found
    return [Diagnosis(f.name, f.text) for f in found]  # one family is enough to play


def _port(name: str, family: socket.AddressFamily, host: str, port: int) -> Diagnosis:
    why = refusal(family, host, port)
    if not why:
        return Diagnosis(name, f"port {port} is free")
    if not refusal(family, host, 0):
        return Diagnosis(name, f"port {port} is taken ({why}); {_TAKEN}")
    return Diagnosis(
        name, f"no port can be listened on ({why}); you can join but not host", int(keys.ExitCode.NETWORK)
    )
