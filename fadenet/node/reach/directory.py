"""What is known of where players can be dialled."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from fadenet.node.limits import PLAYERS_REMEMBERED
from fadenet.node.link.candidates import Candidate, dialable


class Directory:
    """Where players can be dialled, by fingerprint (16 bytes): what the player says itself comes before what
    others have said of it."""

    def __init__(self) -> None:
        self._named: OrderedDict[bytes, tuple[Candidate, ...]] = OrderedDict()
        self._own_word: dict[bytes, tuple[Candidate, ...]] = {}
        self._helped: set[bytes] = set()

    def named(self, player: bytes, candidates: Iterable[Candidate]) -> None:
        """An invitation, a host or a note on our disk says where a player can be dialled."""
        self._named[player] = dialable(candidates)
        self._named.move_to_end(player)
        if len(self._named) > PLAYERS_REMEMBERED:
            gone, _ = self._named.popitem(last=False)
            self._own_word.pop(gone, None)
            self._helped.discard(gone)

    def moved(self, player: bytes, candidates: Iterable[Candidate]) -> None:
        """The player itself says where it can be dialled from now on."""
        if player in self._named:
            self._own_word[player] = dialable(candidates)

    def reached(self, player: bytes, *, helped: bool) -> None:
        """A player has been reached, by a helper or by dialling it."""
        if helped and player in self._named:
            self._helped.add(player)
        else:
            self._helped.discard(player)

    def is_helped(self, player: bytes) -> bool:
        """Whether it was a helper that led to a player the last time."""
        return player in self._helped

    def candidates(self, player: bytes) -> tuple[Candidate, ...]:
        """Where to dial a player, the most promising first."""
        return dialable([*self._own_word.get(player, ()), *self._named.get(player, ())])
