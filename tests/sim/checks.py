"""What must hold in every simulated match, checked from outside the nodes: on their disks and on how they
end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from protocol.files import State, split_items, verify_file
from protocol.hello import parse_hello
from protocol.messages import Entry, ResultMessage, parse_message
from protocol.result import check_result


class Ledger:
    """What each node has promised to hold, told at every sync of a match file.

    public: the identity key of each node. may_drop: whether seats may be voted out. A file only grows; but a
    RESULT gives way to one that more have signed, and where a seat has been voted out, what stood on its late
    entries goes. `failures` says what did not hold.
    """

    def __init__(self, public: Sequence[bytes], may_drop: bool) -> None:
        self._public = list(public)
        self._may_drop = may_drop
        self._kept = [b""] * len(public)
        self._files: list[Path | None] = [None] * len(public)
        self._items: list[list[bytes]] = [[] for _ in public]
        self._ever: list[set[bytes]] = [set() for _ in public]
        self._signed = [False] * len(public)
        self._bodies: dict[tuple[str, int, int], dict[bytes, set[int]]] = {}
        self._seats: list[int] = []
        self._begun = False
        self.failures: list[str] = []

    @property
    def begun(self) -> bool:
        """Whether every node can go on with the same match from its disk."""
        if not self._begun:
            hellos = {tuple(items[: len(self._public)]) for items in self._items}
            self._begun = len(hellos) == 1 and not self.without()
        return self._begun

    @property
    def answers(self) -> int:
        """The most entries that one seat has signed: each has given it some of its time bank back."""
        return max((seq + 1 for _, _, seq in self._bodies), default=0)

    def without(self) -> list[int]:
        """The nodes that cannot go on with the match from their disk."""
        return [n for n, items in enumerate(self._items) if len(items) < len(self._public)]

    def has_signed(self, n: int) -> bool:
        """Whether anything behind the HELLOs of its present match was ever on the disk of node n."""
        return self._signed[n]

    def synced(self, n: int, path: Path, content: bytes) -> None:
        """Node n has been promised that its match file holds this."""
        if path != self._files[n]:
            self.gone(n)
            self._files[n] = path
        kept, held = self._kept[n], self._items[n]
        if content.startswith(kept):
            fresh = split_items(content[len(kept) :])[0]
            held += fresh
        else:
            self._items[n] = split_items(content)[0]
            lost = [parse_message(item) for item in set(held) - set(self._items[n])]
            if not (self._may_drop or all(isinstance(message, ResultMessage) for message in lost)):
                self.failures.append(f"lost: node {n} held {len(kept)} bytes and has come back with others")
            fresh = [item for item in self._items[n] if item not in held]
        self._kept[n] = content
        for item in fresh:
            if item in self._items[n][: len(self._public)]:
                continue
            message = parse_message(item)
            self._ever[n].add(item)
            self._signed[n] = True
            if isinstance(message, Entry):
                self._entry(n, path.stem, item, message)

    def _entry(self, n: int, match: str, item: bytes, entry: Entry) -> None:
        author = self._author(n, entry.head.author)
        if item not in self._ever[author]:
            self.failures.append(
                f"hasty: node {n} holds entry {entry.head.seq} of node {author}, whose disk never held it"
            )
        holders = self._bodies.setdefault((match, author, entry.head.seq), {})
        holders.setdefault(item, set()).add(n)
        if len(holders) > 1:
            self.failures.append(f"two faces: entry {entry.head.seq} of node {author}, seen by node {n}")

    def _author(self, n: int, seat: int) -> int:
        if not self._seats:
            hellos = self._items[n][: len(self._public)]
            seated = (parse_hello(item).binding.ik for item in hellos)
            self._seats = [self._public.index(key) for key in seated]
        return self._seats[seat]

    def has_result(self, n: int) -> bool:
        """Whether node n holds a RESULT."""
        items = self._items[n][len(self._public) :]
        return any(isinstance(parse_message(item), ResultMessage) for item in items)

    def absent(self, over: Sequence[int]) -> set[int]:
        """The nodes whose seats the results on these nodes call absent."""
        found: set[int] = set()
        for n in over:
            for item in self._items[n][len(self._public) :]:
                message = parse_message(item)
                if isinstance(message, ResultMessage):
                    found |= {self._author(n, seat) for seat in check_result(item).absent}
        return found

    def gone(self, n: int) -> None:
        """Node n has no match any more, or another one: it may have signed nothing yet."""
        if self.has_signed(n):
            self.failures.append(f"lost: node {n} has signed, and its match is gone")
        self.given_up(n)

    def given_up(self, n: int) -> None:
        """Node n has given up a match that the host never began. What others signed in it binds nobody."""
        self._kept[n], self._items[n], self._signed[n] = b"", [], False

    def forgot(self, n: int, content: bytes) -> None:
        """The disk of node n has lost what it held behind this. Entries that nobody else holds never were."""
        if len(content) >= len(self._kept[n]):
            return
        before, self._items[n] = self._items[n], split_items(content)[0]
        self._kept[n] = content
        lost = set(before) - set(self._items[n])
        for place, holders in list(self._bodies.items()):
            for item in lost & set(holders):
                holders[item].discard(n)
                if not holders[item]:
                    del holders[item]
            if not holders:
                del self._bodies[place]

    def conclude(self, files: Mapping[int, Path], over: Sequence[int], rules: Rules) -> tuple[int, ...]:
        """The files must prove one and the same fault-free result, and hold the same entries, but that nodes
        that were voted out may lack some. over: nodes whose match is over. Returns the absent seats."""
        results: set[bytes] = set()
        entries: dict[int, frozenset[bytes]] = {}
        voted_out = self.absent(over)
        for n, path in files.items():
            data = path.read_bytes()
            items, _ = split_items(data)
            self.synced(n, path, data)
            messages = [(item, parse_message(item)) for item in items[len(self._public) :]]
            if n not in voted_out:
                entries[n] = frozenset(item for item, message in messages if isinstance(message, Entry))
            if n in over:
                results |= {item for item, message in messages if isinstance(message, ResultMessage)}
                if not isinstance(messages[-1][1], ResultMessage):
                    self.failures.append(f"no result: the file of node {n} ends without it")
        if self.failures or len(results) != 1:
            self.failures = self.failures or [f"diverged: {len(results)} results"]
            return ()
        result = check_result(results.pop())
        if len(set(entries.values())) != 1:
            self.failures.append("diverged: other entries")
        if result.findings or result.outcome is None or (result.absent and not self._may_drop):
            self.failures.append(f"accused: findings {result.findings}, absent {result.absent}")
        for n in files:
            if n in over:
                report = verify_file(files[n].read_bytes(), Replica(rules))
                if report.state is not State.VALID:
                    self.failures.append(f"not valid: node {n}: {report.why}")
        return tuple(result.absent)
