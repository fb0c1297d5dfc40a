"""What must hold in every simulated match, checked from outside the nodes: on their disks and on how they
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fadenet.engine.rules import Rules
from fadenet.table.replica import Replica
from protocol.files import State, split_items, verify_file
from protocol.hello import parse_hello
from protocol.messages import Entry, ResultMessage, parse_message
from protocol.result import check_result


class Ledger:
    """What each node has promised to hold, told at every sync of a match file.

    public: the identity key of each node. `failures` says what did not hold.
    """

    def __init__(self, public: Sequence[bytes]) -> None:
        self._public = list(public)
        self._kept = [b""] * len(public)
        self._ever: list[set[bytes]] = [set() for _ in public]
        self._bodies: dict[tuple[int, int], dict[bytes, set[int]]] = {}
        self._seats: list[int] = []
        self.failures: list[str] = []

    @property
    def begun(self) -> bool:
        """Whether every node can go on with the match from its disk."""
        return all(len(split_items(kept)[0]) >= len(self._public) for kept in self._kept)

    def synced(self, n: int, content: bytes) -> None:
        """Node n has been promised that its match file holds this."""
        kept = self._kept[n]
        if not content.startswith(kept):
            self.failures.append(f"lost: node {n} held {len(kept)} bytes and has come back with others")
            return
        self._kept[n] = content
        items, _ = split_items(content[len(kept) :])
        hellos = max(0, len(self._public) - len(split_items(kept)[0]))
        for item in items[hellos:]:
            self._ever[n].add(item)
            message = parse_message(item)
            if isinstance(message, Entry):
                self._entry(n, item, message)

    def _entry(self, n: int, item: bytes, entry: Entry) -> None:
        author = self._author(n, entry.head.author)
        if item not in self._ever[author]:
            self.failures.append(
                f"hasty: node {n} holds entry {entry.head.seq} of node {author}, whose disk never held it"
            )
        holders = self._bodies.setdefault((author, entry.head.seq), {})
        holders.setdefault(item, set()).add(n)
        if len(holders) > 1:
            self.failures.append(f"two faces: entry {entry.head.seq} of node {author}, seen by node {n}")

    def _author(self, n: int, seat: int) -> int:
        if not self._seats:
            items, _ = split_items(self._kept[n])
            seated = (parse_hello(item).binding.ik for item in items[: len(self._public)])
            self._seats = [self._public.index(key) for key in seated]
        return self._seats[seat]

    def forgot(self, n: int, content: bytes) -> None:
        """The disk of node n has lost what it held behind this. Entries that nobody else holds never were."""
        if len(content) >= len(self._kept[n]):
            return
        lost = set(split_items(self._kept[n])[0]) - set(split_items(content)[0])
        self._kept[n] = content
        for place, holders in list(self._bodies.items()):
            for item in lost & set(holders):
                holders[item].discard(n)
                if not holders[item]:
                    del holders[item]
            if not holders:
                del self._bodies[place]

    def conclude(self, files: Sequence[Path], over: Sequence[bool], rules: Rules) -> None:
        """The files must prove one and the same fault-free result, those of nodes that are not over the same
        entries."""
        results: set[bytes] = set()
        entries: set[frozenset[bytes]] = set()
        for n, path in enumerate(files):
            data = path.read_bytes()
            items, _ = split_items(data)
            if not data.startswith(self._kept[n]):
                self.failures.append(f"lost: the file of node {n} does not hold what it has promised")
            messages = [(item, parse_message(item)) for item in items[len(files) :]]
            entries.add(frozenset(item for item, message in messages if isinstance(message, Entry)))
            if over[n]:
                results.add(items[-1])
                if not isinstance(messages[-1][1], ResultMessage):
                    self.failures.append(f"no result: the file of node {n} ends without it")
        if self.failures:
            return
        if len(results) > 1 or len(entries) > 1:
            self.failures.append(f"diverged: {len(results)} results, {len(entries)} sets of entries")
            return
        result = check_result(results.pop())
        report = verify_file(files[over.index(True)].read_bytes(), Replica(rules))
        if result.findings or result.absent or result.outcome is None:
            self.failures.append(f"accused: findings {result.findings}, absent {result.absent}")
        elif report.state is not State.VALID:
            self.failures.append(f"not valid: {report.why}")
