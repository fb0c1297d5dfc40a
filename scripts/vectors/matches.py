"""Vectors of whole matches, and of the EVIDENCE and RESUMEs that may come of them."""

from __future__ import annotations

from protocol.encoding import encode
from protocol.evidence import HEADS, RESUMES, VOTES, make_evidence, signed_statement
from protocol.files import split_items
from protocol.hashing import H, sign, var
from protocol.messages import Entry, EntryPlace, Head, Ready, parse_message
from protocol.needs import NeedCommit, NeedMove
from protocol.secrets import Secrets
from protocol.statements import Drop, Resume
from protocol.transcript import Transcript
from protocol.values import VERSION
from tests.protocol.toy import Table, Veiling, seed


def played(seats: int) -> tuple[Table, list[bytes], list[Secrets], list[str]]:
    """A whole match of the tests' script: table, items of seat 0's file, secrets and names by seat.

    With more than two seats two vote to drop a third, and take that back when its entry comes.
    """
    table = Table(seats, "vectors")
    if seats > 2:
        accused = table.until(NeedMove)
        for node in [node for node in table.nodes if node is not accused][:2]:
            wire = node.transcript.drop(accused.transcript.seat or 0)
            node.file += wire
            table.send(node, wire)
        table.send(accused, accused.write())
        table.settle()
    return _whole(table)


def gone_back() -> tuple[Table, list[bytes], list[Secrets], list[str]]:
    """A whole match of four seats, as `played`: where all seal, one seals two things, and the others go back
    behind that."""
    table = Table(4, "forked")
    table.until(NeedCommit)
    forking = (table.nodes[0].toy.first + 2) % 4
    accused = table.nodes.pop(forking).transcript
    for node in table.nodes:
        table.send(node, node.write())
    own = next(own for own in table.secrets.values() if own.sk_public == accused.players[forking].binding.sk)
    seq, prev = accused.heads()[forking]
    heads = _two_heads(accused, forking, own, 12, seq, prev, accused.table_digest)
    proof = make_evidence(HEADS, accused.players[forking].binding, *heads)
    table.say(lambda node: node.transcript.go_back(proof))
    for node in table.nodes:
        node.advance()
    return _whole(table)


def _whole(table: Table) -> tuple[Table, list[bytes], list[Secrets], list[str]]:
    """Played to the end, as `played` returns it."""
    table.play()
    table.close()
    players = table.nodes[0].transcript.players
    names = [next(n for n, s in table.secrets.items() if s.sk_public == one.binding.sk) for one in players]
    return table, split_items(table.nodes[0].file)[0], [table.secrets[name] for name in names], names


def _two_heads(
    transcript: Transcript, seat: int, own: Secrets, kind: int, seq: int, prev: bytes, state: bytes
) -> list[bytes]:
    """Two heads of a seat for one place, each with its signature behind it."""
    heads = []
    for text in (b"one", b"two"):
        head = Head.make(
            kind, EntryPlace(transcript.game_id, seat, seq), prev, state, H("fn1/body", var(text))
        )
        heads += [head, sign(own.sk, "fn1/msg", head)]
    return heads


def _match(table: Table, items: list[bytes], secrets: list[Secrets], _: list[str]) -> dict[str, object]:
    transcript, seats = table.nodes[0].transcript, len(secrets)
    entries = []
    for item in items[seats:]:
        message = parse_message(item)
        if isinstance(message, Entry):
            head = message.head
            entries.append([head.author, head.seq, head.kind, H("fn1/link", var(head.raw)).hex()])
    return {
        "G": transcript.game_id.hex(),
        "secrets by seat": [own.store().hex() for own in secrets],
        "entries (author, seq, type, link)": entries,
        "root": transcript.root.hex(),
        "items": [item.hex() for item in items],
    }


def match() -> dict[str, object]:
    """A whole match of two seats that uses every primitive, with its audit."""
    return _match(*played(2))


def match4() -> dict[str, object]:
    """A whole match of four seats, with its audit and votes to drop a seat that are taken back."""
    return _match(*played(4))


def veiled() -> dict[str, object]:
    """A whole match of two seats in which cards are played face-down out of the pools that they are chosen
    from, key 5 of MOVE: alone, beside one that is opened, and sealed. One of them is opened later."""
    return _match(*_whole(Table(2, "veiled", script=Veiling)))


def forked() -> dict[str, object]:
    """A whole match of four seats, three of which go back behind a fork of the fourth: what comes behind
    their RESUMEs is of era 1."""
    return _match(*gone_back())


def evidence() -> dict[str, object]:
    """Three EVIDENCE items against seat 0 of the match of two seats."""
    table, _, (own, other), _ = played(2)
    transcript = table.nodes[0].transcript
    heads, votes = _two_heads(transcript, 0, own, 2, 5, seed("prev"), seed("state")), []
    for text in (b"one", b"two"):
        drop = encode(Drop(transcript.game_id, 0, 1, 7, seed("state"), text == b"one").wire())
        votes += [drop, sign(own.sk, "fn1/stmt", signed_statement(13, drop))]
    binding, resumes = transcript.players[0].binding, []
    for seq in (5, 6):
        pair = _two_heads(transcript, 1, other, 2, seq, seed("prev"), seed("state"))
        proof = make_evidence(HEADS, transcript.players[1].binding, *pair)
        said = encode(Resume(transcript.game_id, 0, proof, Ready(seed("toss"), ())).wire())
        resumes += [said, sign(own.sk, "fn1/stmt", signed_statement(Resume.TYPE, said))]
    return {
        "heads": make_evidence(HEADS, binding, *heads).hex(),
        "heads prove (seat, seq)": [0, 5],
        "votes": make_evidence(VOTES, binding, *votes).hex(),
        "votes prove (seat, seq)": [0, 7],
        "resumes": make_evidence(RESUMES, binding, *resumes).hex(),
        "resumes prove (seat, seq)": [0, 0],
    }


def resume() -> dict[str, object]:
    """RESUME of seat 1 in the match of four seats, behind a fork of seat 0 at its entry 5, into era 1."""
    table, _, secrets, _ = played(4)
    transcript, own = table.nodes[1].transcript, secrets[1]
    heads = _two_heads(transcript, 0, secrets[0], 2, 5, seed("prev"), seed("state"))
    proof = make_evidence(HEADS, transcript.players[0].binding, *heads)
    vault = transcript.play.vault
    assert vault is not None
    ready = vault.chains.ready(transcript.play.ledger.decks, 1)
    body = encode(Resume(transcript.game_id, 1, proof, ready).wire())
    signature = sign(own.sk, "fn1/stmt", signed_statement(Resume.TYPE, body))
    return {
        "statement": encode([VERSION, Resume.TYPE, body, signature]).hex(),
        "G": transcript.game_id.hex(),
        "SK of seat 1": transcript.players[1].binding.sk.hex(),
        "M of seat 1": own.master.hex(),
        "anchors (deck, anchor)": [[255, ready.toss.hex()], *([deck, a.hex()] for deck, a in ready.anchors)],
        "leads to (era, seat left behind, seq)": [1, 0, 5],
    }
