"""The items of one match file in the order in which they were accepted, and why that order ever changes.

The node of a seat stores what is new before it sends our own; a seat that is fed its own journal again stands
where it stood. Two kinds of items have a place of their own: an entry that a vote of ours says is here goes
in with the vote, though it is not taken yet, and a RESULT is the last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from protocol.messages import Entry, ResultMessage, parse_message
from protocol.needs import Accepted


class Journal:
    """`items` begin with the HELLOs. They only grow, but for four cases, after which `revision` is higher
    and all of them are to be stored anew: the others have dropped a seat, perhaps ours, in place of an entry
    that is among them; a RESULT comes that more have signed; the author of an END void turns out to have
    signed an entry at that rest; or another RESUME of a seat counts than the first."""

    def __init__(self, hellos: Sequence[bytes]) -> None:
        self.items = [*hellos]
        self.revision = 0
        self._hellos = len(hellos)
        self._early: dict[int, bytes] = {}  # by seat
        self._result: bytes | None = None
        self._late: list[bytes] = []  # what came behind the RESULT: a better one may need it

    def add(self, items: Iterable[bytes]) -> None:
        """Add items that we have made ourselves, but for a RESULT."""
        self.items += items

    def add_early(self, seat: int, item: bytes) -> None:
        """An entry that our vote says is here: what was signed must stay true if our node dies."""
        if seat not in self._early:
            self._early[seat] = item
            self.items.append(item)

    def keep(self, accepted: Sequence[Accepted], result: bytes | None) -> None:
        """Add the items that were accepted, and the RESULT once it is whole."""
        fresh = [one.wire for one in accepted if not isinstance(one.payload, ResultMessage)]
        if self._early:
            fresh = [wire for wire in fresh if wire not in self._early.values()]
            self._early = {s: w for s, w in self._early.items() if all(w != one.wire for one in accepted)}
        if self._result is None:
            self.items += fresh
        else:
            self._late += fresh
        if result is None or result == self._result:
            return
        if self._result is not None:
            self.items[-1:] = self._late
            self.revision += 1
        self._result, self._late = result, []
        self.items.append(result)

    def forget_early(self, dropped: Iterable[int]) -> None:
        """These seats were dropped in place of the entries that were here."""
        for seat in self._early.keys() & {*dropped}:
            self.items.remove(self._early.pop(seat))
            self.revision += 1

    def forget(self, item: bytes) -> None:
        """An item that counts for nothing any more."""
        (self.items if item in self.items else self._late).remove(item)
        self.revision += 1

    def rewind(self, seat: int, seq: int) -> list[bytes]:
        """Cut back to the HELLOs; returns what was behind them, without a seat's entries from `seq` on."""
        kept = [item for item in self.items[self._hellos :] if not _is_behind(item, seat, seq)]
        del self.items[self._hellos :]
        self.revision += 1
        self._early, self._result, self._late = {}, None, []
        return kept


def _is_behind(item: bytes, seat: int, seq: int) -> bool:
    """Whether an item is an entry of a seat from `seq` on."""
    message = parse_message(item)
    return isinstance(message, Entry) and message.head.author == seat and message.head.seq >= seq
