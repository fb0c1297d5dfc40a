"""Files that hold secrets: where they lie, who may read them, and one writer at a time.

The rules are ssh's: a file of secrets is an ordinary file with one name, belongs to the user, and is closed
to everybody else; otherwise it is refused and the message says how to put it right. On Windows owner and
mode do not say who may read; there the access list of the user's profile does this work.
"""

import codecs
import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from keys.errors import (
    AlreadyRunning,
    CorruptKeyFile,
    FileTooLarge,
    FileTrouble,
    ForeignOwner,
    IdentityExists,
    IdentityNotFound,
    LinkedFile,
    NoHome,
    OpenToOthers,
)
from keys.secret import SecretBytes

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

APP_NAME = "fadenet"
HOME_VARIABLE = "FADENET_HOME"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
# Without it, opening a FIFO that lies in a key's place would wait for ever.
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_DRAFT = ".draft"
_UNSYNCED = frozenset(
    {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EBADF, errno.EACCES, errno.EPERM}
)
"""Error numbers of a folder that cannot be synced, or whose names may not be read."""
NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
"""Error numbers of an attempt to lock a file where locks are missing, as on some network disks."""


def data_home(override: str | None = None) -> Path:
    """The absolute data folder: `override` (--home), else $FADENET_HOME, else the platform's own. Raises
    `NoHome`."""
    chosen = override or os.environ.get(HOME_VARIABLE)
    if chosen:
        return absolute(chosen)
    usual = usual_folder(user_data_path, APP_NAME)
    if usual is None:
        raise NoHome(
            f"This user has no home folder. Say where the data shall lie: --home FOLDER, or {HOME_VARIABLE}."
        )
    return usual


def usual_folder(platform: Callable[..., Path], name: str) -> Path | None:
    """The folder that a function of platformdirs gives for this name; None if that is not an absolute path,
    or for a user without a home folder."""
    try:
        found = platform(name, appauthor=False)
    except RuntimeError:
        return None
    return found if found.is_absolute() else None


def absolute(path: str) -> Path:
    """A folder as somebody names it, `~` read as a shell reads it. Raises `NoHome`."""
    try:
        return Path(path).expanduser().absolute()
    except (RuntimeError, OSError):
        raise NoHome(
            f"{path} is nowhere: there is no such home folder, or the current folder is gone. Name a folder "
            "from the root on."
        ) from None


def make_folder(path: Path) -> None:
    """Make a folder that is missing, closed to others (0700); FileTrouble if the system refuses."""
    with _trouble(path, "make the folder"):
        if path.is_dir():
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir(mode=0o700)
            path.chmod(0o700)
        except FileExistsError:
            if not path.is_dir():  # else another process was faster
                raise NotADirectoryError(errno.ENOTDIR, "a file is in its way") from None


def check_folder(path: Path) -> None:
    """Refuse a folder of secrets that others can read (OpenToOthers) or own (ForeignOwner)."""
    with _trouble(path, "look at the folder"):
        _check_owner(path, path.stat(), "chmod 700")


def read_private(path: Path, size_max: int) -> SecretBytes:
    """All of a file of secrets, at most size_max bytes, as `as_utf8` gives it.

    Raises IdentityNotFound, LinkedFile, ForeignOwner, OpenToOthers, FileTooLarge, CorruptKeyFile (no ordinary
    file) or FileTrouble.
    """
    with _trouble(path, "read"):
        descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT | _BINARY)
        try:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode):
                raise CorruptKeyFile(f"{path} is not an ordinary file. Put the file itself there.")
            if info.st_nlink > 1:
                raise LinkedFile(
                    f"{path} has a second name (hard link) through which it may be read or changed. "
                    "Remove the other name, or put a copy in its place."
                )
            _check_owner(path, info, "chmod 600")
            with open(descriptor, "rb", closefd=False) as file:
                data = SecretBytes(as_utf8(file.read(size_max + 1)))
        finally:
            os.close(descriptor)
    if len(data) > size_max:
        raise FileTooLarge(
            f"{path} is larger than {size_max} bytes, so it is not what it should be. "
            "Check the path, or restore the file from a backup."
        )
    return data


def as_utf8(data: bytes) -> bytes:
    """The content of a file, without the mark of its encoding (Unicode, section 23.8) that editors of Windows
    put in front; from UTF-16, as its shell writes it, in UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode()
    return data.removeprefix(codecs.BOM_UTF8)


def create_private(path: Path, data: bytes) -> None:
    """Write a new file of secrets (0600) and make it durable; IdentityExists if the path is taken.

    A process that dies here leaves a part of the file: only for copies of what stays where it is.
    """
    with _trouble(path, "create"):
        _write_new(path, data)
    _make_sure(path.parent)


def replace_private(path: Path, data: bytes, *, alone: bool = False) -> None:
    """Put data in a file's place (0600): after a crash the old or the new bytes are there, whole.

    alone: nobody else writes this file meanwhile, so that there is one draft of it at most, and the next
    write removes what is left of the one before.
    """
    draft = path.with_name(f".{path.name}.{'' if alone else secrets.token_hex(8)}{_DRAFT}")
    with _trouble(path, "replace"):
        if alone:
            draft.unlink(missing_ok=True)
        _write_new(draft, data)
        try:
            os.replace(draft, path)
        except OSError:
            draft.unlink()
            raise
    _make_sure(path.parent)


def _write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet; its content is durable on return, its name not."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY, 0o600)
    try:
        with open(descriptor, "wb") as file:
            if sys.platform != "win32":
                os.fchmod(descriptor, 0o600)  # an odd umask takes away even our own rights
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except BaseException:
        path.unlink()
        raise


def private(path: str, flags: int) -> int:
    """An `opener` for `open`: a file that it makes is its owner's alone (0600), whatever the umask."""
    descriptor = os.open(path, flags, 0o600)
    if sys.platform != "win32":
        os.fchmod(descriptor, 0o600)
    return descriptor


def remove_drafts(path: Path) -> None:
    """Remove the drafts of processes that died while they replaced this file. The caller keeps other writers
    out."""
    with _trouble(path, "tidy up beside"):
        for draft in path.parent.glob(f".{path.name}.*{_DRAFT}"):
            draft.unlink()


@contextmanager
def lock(home: Path) -> Iterator[None]:
    """Hold the data folder for this process; AlreadyRunning if another one has it.

    Two nodes with one identity would sign two different histories, which their peers take for cheating.
    """
    make_folder(home)
    with exclusive(home / "lock", wait=False):
        yield


@contextmanager
def exclusive(path: Path, *, wait: bool) -> Iterator[None]:
    """Hold an advisory lock on a file of its own, which is made if missing and stays.

    If another process holds it: wait, or raise AlreadyRunning.
    """
    with _trouble(path, "lock"):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NO_FOLLOW, 0o600)
    try:
        with _trouble(path, "lock"):
            if sys.platform != "win32":
                os.fchmod(descriptor, 0o600)
            _lock(descriptor, path, wait)
        yield
    finally:
        os.close(descriptor)  # gives the lock back


def _lock(descriptor: int, path: Path, wait: bool) -> None:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        if error.errno in NO_LOCKS:
            raise FileTrouble(lockless(path.parent)) from error
        if error.errno not in {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}:
            raise
        raise AlreadyRunning(
            f"Another fadenet is using {path.parent}. Close it first, or give this one a folder of its own "
            "with --home."
        ) from None


def lockless(folder: Path) -> str:
    """The sentence about a folder in which no file can be locked (`NO_LOCKS`)."""
    return (
        f"The file system of {folder} has no locks, and without them two programs could spoil one match. "
        f"Keep the data folder on another one: --home FOLDER, or {HOME_VARIABLE}."
    )


def _check_owner(path: Path, info: os.stat_result, command: str) -> None:
    if sys.platform == "win32":
        return
    if info.st_uid != os.geteuid():
        raise ForeignOwner(
            f"{path} belongs to another user (number {info.st_uid}). Use a copy that belongs to you."
        )
    if info.st_mode & 0o077:
        raise OpenToOthers(
            f"{path} can be read by others (mode {stat.S_IMODE(info.st_mode):04o}). {remedy(path, command)}"
        )


def sync_folder(folder: Path) -> None:
    """Make a new name in the folder durable (fsync(2): the file's own fsync does not).

    Where folders cannot be synced, or not be read, names are as durable as that file system makes them.
    """
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _UNSYNCED:
            raise


def _make_sure(folder: Path) -> None:
    """Sync a folder, so that the files written there outlive a power cut. The error that it raises says that
    they may not."""
    with _trouble(folder, "be sure that what was written lasts in"):
        sync_folder(folder)


def try_out(folder: Path, size: int) -> None:
    """Make a file of so many bytes in the folder, make it durable, lock it, and remove it: all that a match
    asks of a disk. Raises FileTrouble."""
    path = folder / f".try.{secrets.token_hex(8)}{_DRAFT}"
    with _trouble(path, "write"):
        _write_new(path, bytes(size))
    try:
        with exclusive(path, wait=False):
            pass
    finally:
        path.unlink()


def remedy(path: Path, command: str) -> str:
    """A sentence on what helps against a file or folder that others can read: this command, or another file
    system where no mode is kept."""
    folder = path if path.is_dir() else path.parent
    if _keeps_modes(folder):
        return f"Close it with: {command} '{path}'"
    return (
        f"The file system of {folder} keeps no modes (as exFAT, or a disk of Windows), so nothing there can "
        f"be closed. Keep the data folder on another one: --home FOLDER, or {HOME_VARIABLE}"
    )


def _keeps_modes(folder: Path) -> bool:
    """Whether a file that is made for its owner alone is so there; True where none can be made."""
    path = folder / f".try.{secrets.token_hex(8)}{_DRAFT}"
    try:
        descriptor = private(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    except OSError:
        return True
    try:
        return not os.fstat(descriptor).st_mode & 0o077
    finally:
        os.close(descriptor)
        path.unlink()


@contextmanager
def _trouble(path: Path, doing: str) -> Iterator[None]:
    """Turn the system's errors into errors that name the path and the next step."""
    try:
        yield
    except FileExistsError:
        raise IdentityExists(
            f"{path} is there already. Choose another name, or move that file away."
        ) from None
    except FileNotFoundError:
        raise IdentityNotFound(f"There is no {path}. Check the name and the data folder (--home).") from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise LinkedFile(f"{path} is a symbolic link. Put the file itself there.") from None
        raise FileTrouble(
            f"Cannot {doing} {path}: {error.strerror}. Check the disk and the rights of the folder."
        ) from error
