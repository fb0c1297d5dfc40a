"""The rules that must hold in every simulated match, checked from outside the nodes: on their disks and on
how they end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fadenet.engine.rules import Rules
from fadenet.history.reading import NoMatch, read_match
from fadenet.table.replica import Replica
from protocol.files import FileState, split_items, verify_file
from protocol.hello import parse_hello
from protocol.messages import Entry, Ready, ResultMessage, Statement, parse_message
from protocol.result import Result, check_result
from protocol.standing import ELIMINATED
from protocol.statements import Audit, Body, Drop, End, parse_body


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match has ended. absent: the seats that its RESULT calls so; void: without a winner, as all
    wanted that; alone: the nodes that have no RESULT, as one of two has stopped waiting for the other in
    mid-game, or in vain behind it; rule: how it was won, by the RESULT; era: how often all have gone back
    behind a fork; won: whether somebody has won, by the history of any node."""

    absent: tuple[int, ...] = ()
    void: bool = False
    alone: tuple[int, ...] = ()
    rule: str = ""
    era: int = 0
    won: bool = False


class Ledger:
    """The items that each node has promised to hold, told at every sync of a match file.

    public: the identity key of each node. bank: seconds that a node has to wait before it goes on without
    another one, 0 = for ever. waited: how long a node can have waited. wants_void: whether a node's player
    would end the match without a winner. cheat: a node whose entries and words are not judged, -1 = none. A
    file only grows; but a RESULT gives way to one that more have signed, and where a seat has been voted out,
    or left behind with a fork, what stood on its entries goes. `failures` says what did not hold.
    """

    def __init__(
        self,
        public: Sequence[bytes],
        bank: int,
        waited: Callable[[int], float],
        wants_void: Callable[[int], bool],
        cheat: int = -1,
    ) -> None:
        self._public = list(public)
        self._bank = bank
        self._cheat = cheat
        self._may_drop = (bank > 0 and len(public) > 2) or cheat >= 0
        self._waited = waited
        self._wants_void = wants_void
        self._kept = [b""] * len(public)
        self._files: list[Path | None] = [None] * len(public)
        self._items: list[list[bytes]] = [[] for _ in public]
        self._ever: list[set[bytes]] = [set() for _ in public]
        self._before = [b""] * len(public)
        self._signed = [False] * len(public)
        self._bodies: dict[tuple[str, int, int, int], dict[bytes, set[int]]] = {}
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
            known = item in self._ever[n] or item in self._before[n]
            self._ever[n].add(item)
            self._signed[n] = True
            if isinstance(message, Entry):
                self._entry(n, path.stem, item, message)
            elif not known and n != self._cheat:
                self._says(n, message)

    def came_back(self, n: int, content: bytes) -> None:
        """Node n lives again, and finds this on its disk: it was made in an earlier life."""
        self._before[n] = content

    def _says(self, n: int, message: Statement | ResultMessage) -> None:
        """Node n may end the match as void only if its player wants that, and without another one only if it
        has waited for it."""
        if isinstance(message, ResultMessage):
            absent = {self._author(n, seat) for seat in check_result(message.wire).absent}
            alone = len(self._public) == 2 and bool(absent - {n})
        else:
            body = parse_body(message.kind, message.body)
            if self._author(n, body.seat) != n:
                return
            if isinstance(body, End) and body.outcome is None and not self._wants_void(n):
                self.failures.append(f"void: node {n} ends the match so, which its player does not want")
            alone = isinstance(body, Drop) and body.vote and not body.final
            if isinstance(body, Drop) and self._author(n, body.accused) == self._cheat:
                alone = False  # it is proven to be one
            alone = alone or (isinstance(body, Audit) and len(self._public) == 2 and len(self._ended(n)) < 2)
        waited = round(self._waited(n), 6)
        if alone and not 0 < self._bank <= waited:
            self.failures.append(f"impatient: node {n} goes on without another after {waited} s")

    def _bodies_of(self, n: int) -> list[Body]:
        """All statements in the file of node n."""
        messages = map(parse_message, self._items[n][len(self._public) :])
        return [parse_body(one.kind, one.body) for one in messages if isinstance(one, Statement)]

    def _ended(self, n: int) -> set[int]:
        """The seats that have signed an END with an outcome, as node n holds it."""
        ends = (body for body in self._bodies_of(n) if isinstance(body, End))
        return {end.seat for end in ends if end.outcome is not None}

    def closing(self, n: int) -> int:
        """How many statements about how the match has ended node n holds."""
        bodies = self._bodies_of(n)
        ended = (one for one in bodies if not isinstance(one, End) or one.outcome is not None)
        return sum(not isinstance(one, Drop) for one in ended)

    def is_void(self, n: int) -> bool:
        """Whether node n holds the signatures of all under one END void."""
        ends = [body for body in self._bodies_of(n) if isinstance(body, End) and body.outcome is None]
        seats = [{end.seat for end in ends if end.root == root} for root in {end.root for end in ends}]
        return any(len(signed) == len(self._public) for signed in seats)

    def _entry(self, n: int, match: str, item: bytes, entry: Entry) -> None:
        author = self._author(n, entry.head.author)
        if author == self._cheat:
            return
        if item not in self._ever[author]:
            self.failures.append(
                f"hasty: node {n} holds entry {entry.head.seq} of node {author}, whose disk never held it"
            )
        holders = self._bodies.setdefault((match, author, entry.head.seq, entry.head.era), {})
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

    def results(self, over: Sequence[int]) -> dict[bytes, list[int]]:
        """The RESULTs on these nodes, and which of them hold each."""
        found: dict[bytes, list[int]] = {}
        for n in over:
            for item in self._items[n][len(self._public) :]:
                if isinstance(parse_message(item), ResultMessage):
                    found.setdefault(item, []).append(n)
        return found

    def absent(self, over: Sequence[int]) -> set[int]:
        """The nodes whose seats the results on these nodes call absent."""
        held = self.results(over)
        return {self._author(held[item][0], seat) for item in held for seat in check_result(item).absent}

    def gone(self, n: int) -> None:
        """Node n has no match any more, or another one: it may have signed nothing yet."""
        if self.has_signed(n):
            self.failures.append(f"lost: node {n} has signed, and its match is gone")
        self.given_up(n)

    def given_up(self, n: int) -> None:
        """Node n has given up a match that the host never began. The signatures of others in it bind
        nobody."""
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

    def conclude(self, files: Mapping[int, Path], over: Sequence[int], rules: Rules) -> Ending:
        """The files must prove one and the same fault-free result, and hold the same entries, but that nodes
        that were voted out may lack some. Of two with a time bank who lose each other each may end the match
        alone, and one of them at most has won it then.

        over: nodes whose match is over.
        """
        for n, path in files.items():
            data = path.read_bytes()
            self.came_back(n, data)  # what its last life may not have made durable speaks for nobody
            self.synced(n, path, data)
        there = [n for n in over if n in files]
        held = self.results(there)
        alone = tuple(n for n in there if all(n not in holders for holders in held.values()))
        results = [check_result(item) for item in held]
        self._agree(results, alone, there)
        left = {*alone} | self.absent(there)
        if len({self._entries(n) for n in files if n not in left}) > 1:
            self.failures.append("diverged: other entries")
        won = {n: self._proven(n, files[n], rules) for n in there} if not self.failures else {}
        sides = {side for side in won.values() if side is not None}
        if len(sides) > 1:
            self.failures.append(f"two winners: {won}")
        absent = {seat for result in results for seat in result.absent}
        rule = next((result.outcome[1] for result in results if result.outcome is not None), "")
        void = any(result.outcome is None for result in results)
        era = max((place[3] for place in self._bodies), default=0)
        return Ending(tuple(sorted(absent)), void, alone, rule, era, bool(sides))

    def _agree(self, results: Sequence[Result], alone: Sequence[int], there: Sequence[int]) -> None:
        """There is one RESULT, that accuses nobody. Without a time bank nobody is absent; with one each of
        two may have ended the match alone, so may the last two of more, who then leave those behind who are
        out and whom they do not reach; and more may have given it up before all were ready."""
        two = self._bank > 0 and len(self._public) == 2
        ended = {n for n in alone if self._bank and (not self._is_ready(n) or any(map(self._shown, alone)))}
        excused = self.absent(there) if results else ended
        lost = [n for n in alone if n not in excused]
        if lost and not two:
            self.failures.append(f"no result: the files of nodes {lost} end without it")
        if len(results) > 1:
            self.failures.append(f"diverged: {len(results)} results")
        for result in results:
            if result.findings or (self.absent(there) - {self._cheat} and not self._bank):
                self.failures.append(f"accused: findings {result.findings}, absent {result.absent}")

    def _is_ready(self, n: int) -> bool:
        """Whether the file of node n holds what all have signed when they were ready."""
        entries = [one for one in map(parse_message, self._entries(n)) if isinstance(one, Entry)]
        return sum(one.head.kind == Ready.TYPE for one in entries) == len(self._public)

    def _shown(self, n: int) -> bool:
        """Whether the file of node n holds an AUDIT: one of the last two has stopped waiting in mid-game."""
        items = map(parse_message, self._items[n][len(self._public) :])
        shown = any(isinstance(one, Statement) and one.kind == Audit.TYPE for one in items)
        return shown and not self._ended(n)

    def _entries(self, n: int) -> frozenset[bytes]:
        items = self._items[n][len(self._public) :]
        return frozenset(item for item in items if isinstance(parse_message(item), Entry))

    def _proven(self, n: int, path: Path, rules: Rules) -> int | None:
        """The file of node n verifies, and counts for ratings only if somebody won, and nobody was dropped
        on the way there without having signed that. The side that has won by it, None = none."""
        result, replica = next(iter(map(check_result, self.results([n]))), None), Replica(rules)
        report = verify_file(path.read_bytes(), replica)
        gone = set() if replica.transcript is None else replica.transcript.who_is(ELIMINATED)
        if report.findings or report.state is not (FileState.VALID if result else FileState.INCOMPLETE):
            self.failures.append(f"not valid: node {n}: {report.why}")
        if result is not None and result.outcome is None and not self._is_sound_void(n):
            self.failures.append(f"void: node {n} holds such a RESULT, and not the END of all, or an AUDIT")
        try:
            match = read_match(path, [self._public[n]], lambda *_: rules)
        except NoMatch as error:
            if result is None and gone and not self._shown(n):
                return None  # it was out, and has not been told how the others went on
            self.failures.append(f"rated: node {n}: {error.message}")
            return None
        if match is None and result is None and not self._is_ready(n):
            return None  # nobody was in it yet
        won = result is not None and result.outcome is not None
        batches = () if replica.transcript is None else replica.transcript.batches
        dropped = {seat for batch in batches for seat in batch.dropped}
        left = result is None or not all(result.ended[seat] or seat not in dropped for seat in result.absent)
        if match is None or match.rated != (won and not left):
            self.failures.append(f"rated: node {n} counts it wrongly, {match}")
        seats = match.seats if match is not None else ()
        first = {rules.sides[seat] for seat, one in enumerate(seats) if one.place == 1}
        return first.pop() if len(first) == 1 else None

    def _is_sound_void(self, n: int) -> bool:
        """All have agreed, and nobody has shown its secrets."""
        return self.is_void(n) and not any(isinstance(body, Audit) for body in self._bodies_of(n))
