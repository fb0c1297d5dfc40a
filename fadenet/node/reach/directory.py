"""The places at which players can be dialled, as far as they are known."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import trio

from fadenet.node.limits import CANDIDATES, PLAYERS_REMEMBERED
from fadenet.node.link.candidates import Address, Candidate, RelayAddress, dialable


class Directory:
    """Where players can be dialled, by fingerprint (16 bytes): what the player says itself comes before what
    others have said of it."""

    def __init__(self) -> None:
        self._named: OrderedDict[bytes, tuple[Candidate, ...]] = OrderedDict()
        self._own_word: dict[bytes, tuple[Candidate, ...]] = {}
        self._found_at: dict[bytes, bytes] = {}
        self._helped: OrderedDict[bytes, None] = OrderedDict()
        self._changed = trio.Event()

    def named(self, player: bytes, candidates: Iterable[Candidate]) -> None:
        """An invitation, a host or a note on our disk says where a player can be dialled."""
        self._named[player] = dialable(candidates)
        self._named.move_to_end(player)
        if len(self._named) > PLAYERS_REMEMBERED:
            gone, _ = self._named.popitem(last=False)
            self._own_word.pop(gone, None)
            self._found_at.pop(gone, None)
        self._tell()

    def moved(self, player: bytes, candidates: Iterable[Candidate]) -> None:
        """The player itself says where it can be dialled from now on."""
        if player in self._named:
            self._own_word[player] = dialable(candidates)
            self._tell()

    def found_at(self, player: bytes, helper: bytes) -> None:
        """A player that was named is to be found at another one as well, wherever that is."""
        if player in self._named:
            self._found_at[player] = helper

    async def changed(self) -> None:
        """Wait until somebody may be somewhere else, or be reached in another way."""
        await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def reached(self, player: bytes, *, helped: bool) -> None:
        """A player has been reached, or has come, by a helper or by dialling alone."""
        before = self.is_helped(player)
        self._helped.pop(player, None)
        if helped:
            self._helped[player] = None
            if len(self._helped) > PLAYERS_REMEMBERED:
                self._helped.popitem(last=False)
        if helped is not before:
            self._tell()

    def is_helped(self, player: bytes) -> bool:
        """Whether it was a helper that led to a player the last time."""
        return player in self._helped

    def candidates(self, player: bytes) -> tuple[Candidate, ...]:
        """Where to dial a player, the most promising first."""
        there = self._told_of(player)
        helper = self._found_at.get(player)
        if helper is None:
            return there
        own = [one for one in self._told_of(helper) if isinstance(one, Address) and one.tcp]
        relays = [RelayAddress(helper, one.host, one.port) for one in own[: CANDIDATES // 2]]
        return dialable([*there[: CANDIDATES - len(relays)], *relays])

    def _told_of(self, player: bytes) -> tuple[Candidate, ...]:
        return dialable([*self._own_word.get(player, ()), *self._named.get(player, ())])
