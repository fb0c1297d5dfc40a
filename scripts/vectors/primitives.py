"""Vectors of the primitives: hashes, chance, what a master secret leads to, chains, binds, boxes, a HELLO."""

from __future__ import annotations

from protocol.boxes import seal
from protocol.chains import links_of
from protocol.encoding import encode
from protocol.hashing import (
    H16,
    TAGS,
    H,
    Stream,
    arrange,
    many,
    place,
    shuffle,
    u8,
    u32,
    var,
)
from protocol.hello import parse_hello
from protocol.ledger import Ledger
from protocol.messages import MoveMessage, Pool
from protocol.needs import NeedPool
from protocol.secrets import (
    Derived,
    choice_hash,
    deck_commitment,
    master_commitment,
    place_of,
)
from protocol.values import Com, Op
from tests.protocol.toy import hello_of, identity, secrets_of, seed

GAME, MASTER = seed("G"), seed("M")
CARDS = [4, 9, 9, 12, 17, 23, 30]
BOT = "rollout:moves=3,worlds=3"


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
    order, move = one.order(3, CARDS), encode(MoveMessage("rock").wire())
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
        "bot": BOT,
        "item of the bot": hello_of("ana", own, 2, "vectors", bot=BOT).hex(),
    }
