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

from protocol.boxes import seal  # noqa: E402
from protocol.cards import Ledger  # noqa: E402
from protocol.chains import links_of  # noqa: E402
from protocol.encoding import encode  # noqa: E402
from protocol.evidence import HEADS, make_evidence  # noqa: E402
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
from protocol.messages import Entry, Head, Move, Pool, parse_message  # noqa: E402
from protocol.needs import NeedPool  # noqa: E402
from protocol.secrets import (  # noqa: E402
    Derived,
    choice_hash,
    deck_commitment,
    master_commitment,
)
from protocol.values import Com, Op  # noqa: E402
from tests.protocol.toy import Table, identity, seed  # noqa: E402

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
    order = one.order(3, CARDS)
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
        "card salts": [one.card_salt(3, j).hex() for j in range(3)],
        "order": order,
        "commitments": one.commitments(3, order).hex(),
        "choice": {
            "seq": 21,
            "salt": one.choice_salt(21).hex(),
            "move": encode(Move("rock").wire()).hex(),
            "hash": choice_hash(GAME, 1, 21, encode(Move("rock").wire()), one.choice_salt(21)).hex(),
        },
    }


def chain() -> dict[str, object]:
    """The first round of the chain of seat 1 for deck 0."""
    start = Derived(MASTER, GAME, 1).chain_seed(0, 0)
    links = links_of(GAME, 1, 0, start)
    shown = {str(q): links[q].hex() for q in (1, 2, 1023, 1024)}
    return {"G": GAME.hex(), "M": MASTER.hex(), "seat": 1, "deck": 0, "round": 0, "seed": start.hex()} | {
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
    receiver = Derived(seed("XK"), GAME, 0).ephemeral(0)
    ops = [Op(Com(1, 3, j), card, one.card_salt(3, j)) for j, card in enumerate((9, 23))]
    sealed = seal(GAME, 1, 0, 9, one.ephemeral(9), receiver.public_key().public_bytes_raw(), ops)
    return {
        "G": GAME.hex(),
        "M of the author": MASTER.hex(),
        "author": 1,
        "seat": 0,
        "seq": 9,
        "XK private": receiver.private_bytes_raw().hex(),
        "ephemeral public": sealed.ephemeral.hex(),
        "openings": [[*op.com, op.card, op.salt.hex()] for op in ops],
        "boxes": [one.hex() for one in sealed.boxes],
    }


def match() -> dict[str, object]:
    """A whole match of two seats that uses every primitive, and an EVIDENCE item."""
    table = Table()
    table.play()
    table.close()
    node = table.nodes[0]
    transcript, items = node.transcript, split_items(node.file)[0]
    entries = []
    for item in items[2:]:
        message = parse_message(item)
        if isinstance(message, Entry):
            head = message.head
            entries.append([head.author, head.seq, head.kind, H("fn1/link", var(head.raw)).hex()])
    own = next(s for s in table.secrets.values() if s.sk_public == transcript.players[0].binding.sk)
    signed = []
    for text in (b"one", b"two"):
        head_bytes = Head.make(2, GAME, 0, 5, seed("prev"), seed("state"), H("fn1/body", var(text)))
        signed += [head_bytes, sign(own.sk, "fn1/msg", head_bytes)]
    return {
        "G": transcript.game_id.hex(),
        "secrets by seat": [
            next(s for s in table.secrets.values() if s.sk_public == player.binding.sk).store().hex()
            for player in transcript.players
        ],
        "entries (author, seq, type, link)": entries,
        "root": transcript.closing.root.hex(),
        "items": [item.hex() for item in items],
        "evidence": make_evidence(HEADS, transcript.players[0].binding, *signed).hex(),
    }


def build() -> dict[str, str]:
    """File name -> text of every vector file."""
    parts = (hashing, random, derived, chain, bind, box, match)
    return {
        f"{part.__name__}.json": json.dumps({"about": part.__doc__} | part(), indent=1) + "\n"
        for part in parts
    }


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
