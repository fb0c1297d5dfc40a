"""A data folder of one player, and finished matches to put there: played, or just signed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import keys
from fadenet import games
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Rules
from fadenet.history import History
from fadenet.node.match import saved
from fadenet.table.seat import TableSeat
from keys.files import create_private, make_folder
from keys.keyfile import encode_key
from protocol.encoding import encode
from protocol.files import split_items
from protocol.hashing import sign
from protocol.hello import Config, HelloParts, game_id, make_hello, parse_hello, seat_hellos, seating
from protocol.messages import EntryPlace, Head
from protocol.result import result_body
from protocol.secrets import Secrets
from protocol.statements import End
from protocol.values import END, READY, RESULT, VERSION, Finding, Outcome
from tests.table.wire import Match, file_of, identity, seeded

FAROE = games.load("faroe")
START = 1_700_000_000
"""When the first match of a test ended (unix seconds)."""


def rules_of(game: str, format: str, options: Iterable[tuple[str, Any]]) -> Rules:
    """The rules of a match, as the command line finds them."""
    try:
        return games.load(game, format, **dict(options))
    except WrongInput as error:
        raise keys.UserError(f"no {game} as {format}") from error


def give_up(table: TableSeat) -> list[bytes]:
    """A player who concedes as soon as it is asked for anything that can be answered so."""
    return table.concede() if table.question() is not None else []


class Home:
    """The data folder of ana. `put` files a match under it; every one ended an hour after the one before."""

    def __init__(self, path: Path, name: str = "ana") -> None:
        self.path = path
        self.own = identity(name)
        self.said: list[str] = []
        self._count = 0
        make_folder(path)
        draft = path / "draft"
        create_private(draft, encode_key(self.own.key, None))
        keys.IdentityStore(path).import_file(name, draft)
        draft.unlink()
        saved.folder_of(path)

    def put(self, data: bytes, name: str = "", *, secret: bool = False) -> Path:
        """Keep a match file; `name` if it is not the one that its HELLOs give it."""
        path = self.path / saved.FOLDER / f"{name or id_of(data)}.match"
        path.write_bytes(data)
        if secret:
            path.with_suffix(".secret").write_bytes(b"")
        ended = START + 3600 * self._count
        os.utime(path, (ended, ended))
        self._count += 1
        return path

    def history(self) -> History:
        return History.open(self.path, self.said.append)

    def take_in(self) -> tuple[list[Any], list[str]]:
        """(all matches of the history, what was refused) after a look at the folder."""
        with self.history() as history:
            refused = history.take_in({self.own.public}, rules_of)
            return history.matches(), refused


def id_of(data: bytes) -> str:
    """The id of the match in a file."""
    items, _ = split_items(data)
    players = seat_hellos(items[: parse_hello(items[0]).config.seats])
    return game_id(player.binding for player in players).hex()[:32]


def played(seed: int = 1, choose: Callable[[TableSeat], list[bytes]] = give_up) -> Match:
    """A real match of faroe between ana and ben; without `choose` whoever is asked first gives up."""
    return Match(FAROE, seed).play(choose)


def signed(
    names: Sequence[str],
    outcome: Outcome,
    *,
    rules: Rules = FAROE,
    findings: Sequence[Finding] = (),
    absent: Sequence[str] = (),
    left: Sequence[str] = (),
    bots: Mapping[str, str] = MappingProxyType({}),
    number: int = 0,
) -> bytes:
    """HELLOs and the RESULT of a match of these players, without what was played between them.

    outcome and findings: by place in `names`. absent: who has signed END only; left: not even that.
    bots: the bots that play for players.
    """
    config = Config(rules.name, rules.format, len(names), opts=tuple(sorted(rules.options.items())))
    owns = []
    for name in names:
        master, signing, opening = (seeded(part, name, number) for part in "MSX")
        owns.append(Secrets(master, signing, opening, ((1,),)))
    nonces = [seeded("n", name, number) for name in names]
    together = seating((identity(name).public, nonce) for name, nonce in zip(names, nonces, strict=True))
    hellos = [
        make_hello(
            identity(name),
            own,
            config,
            HelloParts(rules.hash, rules.card_hash, nonce, together),
            name in bots,
            bots.get(name, ""),
        )
        for name, own, nonce in zip(names, owns, nonces, strict=True)
    ]
    players = seat_hellos(hellos)
    order = sorted(range(len(names)), key=lambda i: identity(names[i]).public)
    ranked = outcome and (tuple(outcome[0][i] for i in order), outcome[1])
    found = sorted((order.index(i), seq, rule) for i, seq, rule in findings)
    gone = sorted(order.index(i) for i, name in enumerate(names) if name in (*absent, *left))
    game, root = game_id(player.binding for player in players), seeded("root")
    body = result_body(game, rules.name, root, ranked, found, gone)
    signatures: list[object] = []
    for seat, i in enumerate(order):
        if names[i] in left:
            head = Head.make(READY, EntryPlace(game, seat, 0), game, game, seeded("READY"))
            signatures.append([head, sign(owns[i].sk, "fn1/msg", head)])
            continue
        end = encode(End(game, seat, root, ranked).wire())
        kind, what = (END, end) if seat in gone else (RESULT, body)
        signatures.append(sign(owns[i].sk, "fn1/stmt", bytes([kind]) + what))
    bindings = [[player.binding.raw, player.binding.signature] for player in players]
    result = encode([VERSION, RESULT, body, bindings, signatures])
    return b"".join([*(player.wire for player in players), result])


def file_of_own(match: Match, name: str = "ana") -> bytes:
    """The match file of the node of one player."""
    return file_of(next(t for t in match.seats if t.players[t.seat].binding.ik == identity(name).public))
