"""Write the test vectors of the wire protocol, `protocol/vectors/*.json`.

    python scripts/make_vectors.py [--check]

All byte strings are lower-case hex. The inputs are fixed, so the output changes only when the protocol does;
`--check` writes nothing and exits with 1 when a file differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import forged_results  # noqa: E402
import forged_resumes  # noqa: E402
import forged_vectors  # noqa: E402
import reject_vectors  # noqa: E402

from protocol.boxes import seal  # noqa: E402
from protocol.cards import Ledger  # noqa: E402
from protocol.chains import links_of  # noqa: E402
from protocol.encoding import encode  # noqa: E402
from protocol.evidence import HEADS, VOTES, make_evidence, signed_statement  # noqa: E402
from protocol.files import split_items  # noqa: E402
from protocol.hashing import (  # noqa: E402
    H16,
    TAGS,
    H,
    Stream,
    arrange,
    many,
    place,
    shuffle,
    sign,
    u8,
    u32,
    var,
)
from protocol.hello import parse_hello  # noqa: E402
from protocol.messages import Entry, Head, Move, Pool, parse_message  # noqa: E402
from protocol.needs import NeedCommit, NeedMove, NeedPool  # noqa: E402
from protocol.secrets import (  # noqa: E402
    Derived,
    Secrets,
    choice_hash,
    deck_commitment,
    master_commitment,
    place_of,
)
from protocol.statements import Drop, Resume  # noqa: E402
from protocol.transcript import Transcript  # noqa: E402
from protocol.values import VERSION, Com, Op  # noqa: E402
from tests.protocol.toy import Table, hello_of, identity, secrets_of, seed  # noqa: E402

VECTORS = ROOT / "protocol" / "vectors"
GAME, MASTER = seed("G"), seed("M")
CARDS = [4, 9, 9, 12, 17, 23, 30]


def hashing() -> dict[str, object]:
    """H and H16 under every tag, with one field list; signatures are Ed25519 over tag, 00, data."""
    fields = u8(7) + u32(70000) + var(b"fadenet") + many([b"\1\2", b"\3\4"])
    key = identity("ana")
    return {
        "input": fields.hex(),
        "key": seed("key").hex(),
        "H": {tag: H(tag, fields).hex() for tag in TAGS},
        "H keyed": {tag: H(tag, fields, key=seed("key")).hex() for tag in TAGS},
        "H16": {tag: H16(tag, fields).hex() for tag in TAGS},
        "signature": {
            "seed": seed("ik", "ana").hex(),
            "public": key.public.hex(),
            "tag": "fn1/keys",
            "data": fields.hex(),
            "signature": key.sign("fn1/keys", fields).hex(),
        },
    }


def random() -> dict[str, object]:
    """The random stream, numbers below n, shuffles, and an order from tossed numbers."""
    words, low, wide = Stream(seed("r")), Stream(seed("r")), Stream(seed("r"))
    return {
        "seed": seed("r").hex(),
        "words": [str(words.word()) for _ in range(9)],
        "below 6": [low.below(6) for _ in range(20)],
        "below 2^63 + 1": [str(wide.below(2**63 + 1)) for _ in range(6)],
        "shuffle": {str(n): shuffle(range(n), seed("r")) for n in (0, 1, 2, 7, 60)},
        "arrange": {"items": [0, 1, 2, 3], "numbers": [2, 0, 1], "order": arrange(range(4), [2, 0, 1])},
    }


def derived() -> dict[str, object]:
    """What follows from a master secret M in the match G, for seat 1."""
    one, ik = Derived(MASTER, GAME, 1), identity("ana").public
    order, move = one.order(3, CARDS), encode(Move("rock").wire())
    salt = one.choice_salt(place_of(21, seed("prev"), seed("state")), move)
    return {
        "G": GAME.hex(),
        "M": MASTER.hex(),
        "seat": 1,
        "IK": ik.hex(),
        "mc": master_commitment(ik, MASTER).hex(),
        "decks": [CARDS, []],
        "dc": deck_commitment(ik, MASTER, (tuple(CARDS), ())).hex(),
        "epoch": 3,
        "epoch seed": one.epoch_seed(3).hex(),
        "card salts": [one.card_salt(3, j, order[j]).hex() for j in range(3)],
        "order": order,
        "commitments": one.commitments(3, order).hex(),
        "choice": {
            "seq": 21,
            "prev": seed("prev").hex(),
            "state": seed("state").hex(),
            "salt": salt.hex(),
            "move": move.hex(),
            "hash": choice_hash(GAME, 1, 21, move, salt).hex(),
        },
    }


def chain() -> dict[str, object]:
    """The first round of the chain of seat 1 for deck 0."""
    start = Derived(MASTER, GAME, 1).chain_seed(0, 0, 0)
    links = links_of(GAME, 1, 0, start)
    shown = {str(q): links[q].hex() for q in (1, 2, 1023, 1024)}
    return {
        "G": GAME.hex(),
        "M": MASTER.hex(),
        "seat": 1,
        "deck": 0,
        "era": 0,
        "round": 0,
        "seed": start.hex(),
    } | {
        "anchor": links[0].hex(),
        "links": shown,
    }


def bind() -> dict[str, object]:
    """Binds, a split and a toss from given tokens: deck 0 of seat 0, a pool of seven in epoch 0."""
    owner = Derived(MASTER, GAME, 0)
    ledger = Ledger(GAME, [0, 255], 2)
    made = Pool(0, 0, owner.commitments(0, owner.order(0, CARDS)))
    ledger.make(0, 1, NeedPool(0), made)
    ledger.fill(1, CARDS)
    links = [seed("T1"), seed("T2")]
    first = ledger.bind(0, [0, 0, 0], 1, links[:1])
    ownerless = ledger.bind(1, [1, 1], 5, links)
    number = ledger.split(0, 2, 2, links[:1])
    apart = ledger.pools[number].coms[:]
    second = ledger.bind(0, [number, 0], 3, links[1:])
    toss = [place(H("fn1/toss", GAME, u32(4), u32(i), many(links)), n) for i, n in enumerate((2, 6))]
    return {
        "G": GAME.hex(),
        "tokens": [link.hex() for link in links],
        "pool": 7,
        "bind q 1, three slots, first token": first,
        "split q 2, two slots, first token": apart,
        "bind q 3, split pool then deck, second token": second,
        "ownerless deck 1": CARDS,
        "bind q 5, two slots, both tokens": ownerless,
        "toss q 4, below 2 and 6, both tokens": toss,
    }


def box() -> dict[str, object]:
    """A private opening of two commitments by seat 1, for seat 0, in entry 9."""
    one = Derived(MASTER, GAME, 1)
    receiver = Derived(seed("XK"), GAME, 0).ephemeral(b"")
    ops = [Op(Com(1, 3, j), card, one.card_salt(3, j, card)) for j, card in enumerate((9, 23))]
    key = one.ephemeral(place_of(9, seed("prev"), seed("state")))
    sealed = seal(GAME, 1, 0, 9, key, receiver.public_key().public_bytes_raw(), ops)
    return {
        "G": GAME.hex(),
        "M of the author": MASTER.hex(),
        "author": 1,
        "seat": 0,
        "seq": 9,
        "prev": seed("prev").hex(),
        "state": seed("state").hex(),
        "XK private": receiver.private_bytes_raw().hex(),
        "ephemeral public": sealed.ephemeral.hex(),
        "openings": [[*op.com, op.card, op.salt.hex()] for op in ops],
        "boxes": [one.hex() for one in sealed.boxes],
    }


def hello() -> dict[str, object]:
    """A HELLO from its parts: what is hashed, what is signed."""
    own, ana = secrets_of("ana", "vectors"), identity("ana")
    item = hello_of("ana", own, 2, "vectors")
    parsed = parse_hello(item)
    return {
        "IK seed": seed("ik", "ana").hex(),
        "SK seed": own.sk.private_bytes_raw().hex(),
        "XK private": own.xk.private_bytes_raw().hex(),
        "M": own.master.hex(),
        "decks": own.decks,
        "IK": ana.public.hex(),
        "SK": parsed.binding.sk.hex(),
        "XK": parsed.binding.xk.hex(),
        "nonce": parsed.nonce.hex(),
        "seating": parsed.seating.hex(),
        "seating of (IK, nonce)": [
            [identity(name).public.hex(), seed("nonce", name, "vectors", 0).hex()] for name in ("ana", "ben")
        ],
        "mc": parsed.master.hex(),
        "dc": parsed.decks.hex(),
        "config": parsed.config.wire(),
        "rules hash": parsed.rules.hex(),
        "card-set hash": parsed.card_set.hex(),
        "key binding": parsed.binding.raw.hex(),
        "item": item.hex(),
    }


def played(seats: int) -> tuple[Table, list[bytes], list[Secrets], list[str]]:
    """A whole match of the tests' script: table, items of seat 0's file, secrets and names by seat.

    With more than two seats two vote to drop a third, and take that back when its entry comes.
    """
    table = Table(seats, "vectors")
    if seats > 2:
        accused = table.until(NeedMove)
        for node in [node for node in table.nodes if node is not accused][:2]:
            wire = node.transcript.leaving.drop(accused.transcript.seat or 0)
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
    table.say(lambda node: node.transcript.leaving.forks.say(proof))
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
        head = Head.make(kind, transcript.game_id, seat, seq, prev, state, H("fn1/body", var(text)))
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
        "root": transcript.closing.root.hex(),
        "items": [item.hex() for item in items],
    }


def match() -> dict[str, object]:
    """A whole match of two seats that uses every primitive, with its audit."""
    return _match(*played(2))


def match4() -> dict[str, object]:
    """A whole match of four seats, with its audit and votes to drop a seat that are taken back."""
    return _match(*played(4))


def forked() -> dict[str, object]:
    """A whole match of four seats, three of which go back behind a fork of the fourth: what comes behind
    their RESUMEs is of era 1."""
    return _match(*gone_back())


def evidence() -> dict[str, object]:
    """Two EVIDENCE items against seat 0 of the match of two seats."""
    table, _, (own, _), _ = played(2)
    transcript = table.nodes[0].transcript
    heads, votes = _two_heads(transcript, 0, own, 2, 5, seed("prev"), seed("state")), []
    for text in (b"one", b"two"):
        drop = encode(Drop(transcript.game_id, 0, 1, 7, seed("state"), text == b"one").wire())
        votes += [drop, sign(own.sk, "fn1/stmt", signed_statement(13, drop))]
    binding = transcript.players[0].binding
    return {
        "heads": make_evidence(HEADS, binding, *heads).hex(),
        "heads prove (seat, seq)": [0, 5],
        "votes": make_evidence(VOTES, binding, *votes).hex(),
        "votes prove (seat, seq)": [0, 7],
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


def rejects() -> dict[str, object]:
    """What is no item of canonical CBOR, and items that have no message's shape."""
    return {"encoding": reject_vectors.encoding(), "shapes": reject_vectors.shapes()}


def forged() -> dict[str, object]:
    """Edits of whole matches, and what must be said of each; README.md here tells how to read a row."""
    proofs = evidence()
    bases = {"match": played(2)[1:], "match4": played(4)[1:]}
    heads, votes = (bytes.fromhex(str(proofs[name])) for name in ("heads", "votes"))
    return {"files": forged_vectors.files(bases, heads, votes)}


def results() -> dict[str, object]:
    """Whole matches with another RESULT, and RESULTs alone, told as in forged.json."""
    return {"files": forged_results.files({"match": played(2)[1:], "match4": played(4)[1:]})}


def resumes() -> dict[str, object]:
    """A match with RESUMEs, `forked`, with other ones or with others behind them, told as in forged.json."""
    return {"files": forged_resumes.files(gone_back()[1:], played(2)[1:])}


def build() -> dict[str, str]:
    """File name -> text of every vector file."""
    parts = [hashing, random, derived, hello, chain, bind, box, match, match4, evidence, resume, rejects]
    parts += [forged, results, forked, resumes]
    return {f"{part.__name__}.json": _text({"about": part.__doc__} | part()) for part in parts}


def _text(content: dict[str, object]) -> str:
    """JSON with one line a row."""
    lines = []
    for name, value in content.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {json.dumps(row)}" for row in value)
            lines.append(f" {json.dumps(name)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(name)}: " + json.dumps(value, indent=1).replace("\n", "\n "))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments: list[str]) -> int:
    """Write or compare; the exit code is 1 when a compared file differs."""
    parser = argparse.ArgumentParser(description="Write the test vectors of the wire protocol.")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    options = parser.parse_args(arguments)
    VECTORS.mkdir(exist_ok=True)
    differs = False
    for name, text in build().items():
        path = VECTORS / name
        if options.check:
            same = path.exists() and path.read_text() == text
            differs = differs or not same
            print(name, "same" if same else "DIFFERS")
        else:
            path.write_text(text)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
