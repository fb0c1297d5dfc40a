"""Edits of whole matches, made with the keys of all seats, and what must be said of what comes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from protocol.encoding import decode, encode
from protocol.hashing import H, many, sign, u32, var
from protocol.secrets import Derived, Secrets

VERSION = 2
VALID, INVALID, INCOMPLETE, GUILTY, CLAIMED = "valid", "invalid", "incomplete", "guilty", "claimed"
Case = dict[str, object]
SignedMatch = tuple[Sequence[bytes], Sequence[Secrets], Sequence[str]]
"""A match: its items, and by seat the secrets and the names."""
HEAD = ("version", "kind", "game", "author", "seq", "prev", "state", "body", "era")


class Forger:
    """Edits of one match, made with the keys of all its seats."""

    def __init__(self, base: str, items: Sequence[bytes], secrets: Sequence[Secrets]) -> None:
        self.base, self.items, self.secrets = base, items, secrets
        self.fields = [decode(item) for item in items]
        self.seats = len(secrets)
        self.rows: list[Case] = []

    def every(self, kind: int) -> list[int]:
        """The numbers of the items of a type."""
        return [i for i, fields in enumerate(self.fields) if self._kind(fields) == kind]

    def at(self, kind: int, nth: int = 0) -> int:
        """The number of the nth item of a type."""
        return self.every(kind)[nth]

    def _kind(self, fields: list[Any]) -> int:
        return int(decode(fields[0])[1] if len(fields) == 3 else fields[1])

    def author(self, at: int) -> int:
        """The author of an entry; nobody's is -1."""
        return int(self.head(at)[3]) if len(self.fields[at]) == 3 else -1

    def head(self, at: int) -> list[Any]:
        return list(decode(self.fields[at][0]))

    def value(self, at: int) -> Any:
        """The payload of an entry or the body of a statement."""
        fields = self.fields[at]
        return decode(fields[1] if len(fields) == 3 else fields[2])

    def root(self, at: int) -> bytes:
        """The root of the rest at which entry `at` was owed."""
        game, state = self.head(at)[2], self.head(at)[6]
        heads = [(0, game)] * self.seats
        for i in range(at):
            if len(self.fields[i]) == 3 and self.head(i)[6] != state:
                heads[self.author(i)] = self.head(i)[4] + 1, H("fn1/link", var(self.fields[i][0]))
        return H("fn1/root", game, many([u32(seq) + link for seq, link in heads]))

    def entry(self, at: int, payload: Any = None, by: int | None = None, **changes: Any) -> bytes:
        """Entry `at` with another payload or head, signed again, by its author unless `by` somebody else."""
        head = self.head(at)
        data = self.fields[at][1] if payload is None else payload
        data = data if isinstance(data, bytes) else encode(data)
        head[7] = H("fn1/body", var(data))
        for name, value in changes.items():
            head[HEAD.index(name)] = value
        signed = encode(head)
        return encode([signed, data, sign(self.secrets[head[3] if by is None else by].sk, "fn1/msg", signed)])

    def guilty(self, name: str, at: int, item: bytes, rule: str, blind: str = INVALID) -> None:
        """An entry in the place of another that convicts its author of breaking this rule."""
        head = self.head(at)
        finding = [head[3], head[4], rule]
        self.row(name, at, 1, [item], GUILTY, on=False, blind=blind, finding=finding)

    def op(self, owner: int, epoch: int, nth: int) -> list[Any]:
        """The opening of a commitment of a first POOL, from its owner's M."""
        own = self.secrets[owner]
        derived = Derived(own.master, self.head(self.at(1))[2], owner)
        card = derived.order(epoch, list(own.decks[0]))[nth]
        return [owner, epoch, nth, card, derived.card_salt(epoch, nth, card)]

    def statement(self, kind: int, value: Any, by: int | None = None, version: int = VERSION) -> bytes:
        body = encode(value)
        sk = self.secrets[value[1] if by is None else by].sk
        return encode([version, kind, body, sign(sk, "fn1/stmt", bytes([kind]) + body)])

    def joined(self, seat: int, kind: int = 1) -> list[bytes]:
        """The head of the first entry of a type of a seat, and its signature: of READY, if none is named."""
        at = next(i for i in self.every(kind) if self.author(i) == seat)
        return [self.fields[at][0], self.fields[at][2]]

    def result(
        self, sign_as: Iterable[int] = (), places: Mapping[int, Any] | None = None, **changes: Any
    ) -> bytes:
        """The RESULT with other contents, signed again by everybody present, or by `sign_as` alone; who is
        absent has signed READY. `places`: what stands in the places of these seats instead."""
        _, _, body, bindings, _ = self.fields[-1]
        value = decode(body)
        for name, change in changes.items():
            value[("game", "name", "root", "outcome", "findings", "absent").index(name)] = change
        data = encode(value)
        signers = set(sign_as) or set(range(self.seats)) - set(value[5])
        signed: dict[int, Any] = {seat: self.joined(seat) for seat in value[5] if seat < self.seats}
        signed |= {one: sign(self.secrets[one].sk, "fn1/stmt", bytes([17]) + data) for one in signers}
        signed |= places or {}
        return encode([VERSION, 17, data, bindings, [signed.get(seat, b"") for seat in range(self.seats)]])

    def _told(self, item: bytes) -> str | int:
        return self.items.index(item) if item in self.items else item.hex()

    def row(self, name: str, at: int, cut: int, put: Sequence[bytes], says: str, **more: object) -> None:
        """The file with `cut` items from `at` on replaced by `put`.

        `more`: on (whether the items behind them follow), blind (what is said without the rules), finding.
        """
        told: Case = {
            "name": name,
            "base": self.base,
            "at": at,
            "cut": cut,
            "put": [self._told(one) for one in put],
        }
        self.rows.append(told | {"on": True, "says": says, "blind": says} | more)


def flipped(data: bytes, at: int = -1) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)
