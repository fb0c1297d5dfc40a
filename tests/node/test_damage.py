"""Match files and secrets that a disk has damaged: the place is named, nobody is accused, nothing is cut."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import MatchFileDamaged
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.storage import MatchFolder
from protocol.encoding import ENTRY_MAX
from protocol.files import split_items
from tests.history.folder import file_of_own, played
from tests.node.tables import LONG_S, Party, Quitter, Slow, files, table
from tests.node.test_storage import ID


@cache
def items() -> list[bytes]:
    """A whole match, which one player soon gave up."""
    return split_items(file_of_own(played()))[0]


def opened(path: Path, data: bytes) -> list[bytes]:
    """The finding of a node in such a match file."""
    folder = MatchFolder(path)
    (path / f"{ID}.match").write_bytes(data)
    with folder.open(ID) as file:
        return file.items()


def test_an_item_whose_length_grew_is_no_torn_tail(tmp_path: Path) -> None:
    """given a length that reaches over all items behind it, whatever they are, then nothing is cut off."""
    good = items()
    for n in range(2, len(good) - 1):
        at = good[n].index(b"\x58")
        grown = good[n][:at] + b"\x59\x40\x00" + good[n][at + 2 :]
        data = b"".join(good[:n]) + grown + b"".join(good[n + 1 :])
        with pytest.raises(MatchFileDamaged) as damage:
            opened(tmp_path, data)
        assert damage.value.offset == sum(map(len, good[:n]))
        assert (tmp_path / f"{ID}.match").read_bytes() == data


def test_no_flipped_byte_costs_more_than_the_last_item(tmp_path: Path) -> None:
    """given any byte changed, then the file is refused or opened, and loses at most what was written last."""
    dice, data = Random(1), b"".join(items())
    last = len(data) - len(items()[-1])
    refused = 0
    for at in [dice.randrange(len(data)) for _ in range(250)]:
        changed = data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
        try:
            kept = opened(tmp_path, changed)
        except MatchFileDamaged as damage:
            refused += 1
            assert abs(damage.offset - at) < ENTRY_MAX
            assert (tmp_path / f"{ID}.match").read_bytes() == changed
        else:
            assert b"".join(kept) in (changed, changed[:last])
    assert refused


async def left(path: Path) -> Party:
    """A match that both have left before its end."""
    both = Party(table(path / "a", 0, Slow()), table(path / "b", 1, Slow()))
    assert await both.play(patience=40) == [None, None]
    return both


async def test_damage_is_told_with_its_place_and_accuses_nobody(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a match that was left, and one changed byte of its file
    both = await left(tmp_path)
    path = files(both.host.home, "match")[0]
    good = path.read_bytes()
    whole = split_items(good)[0]
    dice = Random(1)
    for at in (40, *(dice.randrange(len(good) - len(whole[-1])) for _ in range(8))):
        path.write_bytes(good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :])
        # when, then
        with pytest.raises(MatchFileDamaged, match="damaged at byte") as damage, trio.fail_after(LONG_S):
            await both.back(0)
        assert abs(damage.value.offset - at) < ENTRY_MAX
        assert path.stat().st_size == len(good)
    # and when the copy of the other node is in its place, then the match goes on
    shutil.copy(files(both.joiner.home, "match")[0], path)
    both.host, both.joiner = (replace(one, player=Quitter(3)) for one in both.tables)
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume())


@pytest.mark.parametrize("bytes_kept", [None, 1])
async def test_a_last_item_that_a_crash_has_changed_is_fetched_again(
    tmp_path: Path, autojump_clock: MockClock, bytes_kept: int | None
) -> None:
    # given a match that was left, and of its last item all or the first byte, the last of it being another
    both = await left(tmp_path)
    path = files(both.host.home, "match")[0]
    good = path.read_bytes()
    before = len(good) - len(split_items(good)[0][-1])
    cut = good[: before + bytes_kept] if bytes_kept else good
    path.write_bytes(cut[:-1] + bytes([cut[-1] ^ (0x80 if bytes_kept else 4)]))
    # when
    both.host, both.joiner = (replace(one, player=Quitter(3)) for one in both.tables)
    # then
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume())
    assert path.read_bytes().startswith(good[:before])


async def test_damaged_secrets_are_told_and_nothing_is_signed(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    # given a match that was left
    both = await left(tmp_path)
    path = files(both.host.home, "secret")[0]
    match, good = files(both.host.home, "match")[0], path.read_bytes()
    before = match.read_bytes()
    # when its secrets are cut, changed, or those of somebody else, then that is said
    for bad in (b"", good[:-1], b"\xff" + good[1:], files(both.joiner.home, "secret")[0].read_bytes()):
        path.write_bytes(bad)
        with (
            pytest.raises(MatchFileDamaged, match=r"secret is damaged|secrets of match"),
            trio.fail_after(LONG_S),
        ):
            await both.back(0)
        assert match.read_bytes() == before
    # and with the good ones it goes on
    path.write_bytes(good)
    both.host, both.joiner = (replace(one, player=Quitter(3)) for one in both.tables)
    assert all(isinstance(end, MatchEnd) and end.result for end in await both.resume())
