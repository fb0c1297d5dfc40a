"""The published vectors, replayed twice: by the code, and by a second reading of the specification.

The second reading uses nothing of `protocol` but the decoded bytes: hashes straight from `hashlib`, so a slip
that the code makes on both sides of a match would show here.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from contextlib import suppress
from hashlib import blake2b, sha512
from io import BytesIO
from pathlib import Path
from typing import Any

import cbor2
import pytest
import vectors.games
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from make_vectors import build
from vectors.games import again

from fadenet.node.mail.content import pack, parse, parse_invitation
from protocol.armour import unarmoured
from protocol.encoding import decode, item_end
from protocol.evidence import check_evidence, fork_of
from protocol.faults import BadEncoding, Incomplete
from protocol.files import FileState, verify_file
from protocol.messages import Head, Statement, parse_message, parse_payload
from protocol.parcels import unseal
from protocol.secrets import Secrets
from protocol.statements import parse_body
from tests.protocol.test_cddl import PAYLOADS
from tests.protocol.toy import Node, Toy, Veiling, identity, seed
from tests.protocol.vectors import VECTORS, published

SCRIPTS: dict[str, type[Toy]] = {"veiled": Veiling}
"""The moves of a match, if not the script of most."""


def h(tag: str, *fields: bytes, key: bytes = b"", size: int = 32) -> bytes:
    person = tag.encode() + bytes(16 - len(tag))
    return blake2b(b"".join(fields), digest_size=size, person=person, key=key).digest()


def n(value: int, width: int = 4) -> bytes:
    return value.to_bytes(width, "big")


def stream(seed: bytes, count: int) -> list[int]:
    blocks = b"".join(h("fn1/rand", n(i), key=seed) for i in range(count))
    return [int.from_bytes(blocks[at : at + 8], "big") for at in range(0, len(blocks), 8)]


def shuffled(items: list[int], seed: bytes) -> list[int]:
    """For lists so short that no word of the stream is skipped (the chance is below 2^-50)."""
    order, words = list(items), stream(seed, len(items))
    for at in range(len(order) - 1, 0, -1):
        other = words.pop(0) % (at + 1)
        order[at], order[other] = order[other], order[at]
    return order


@pytest.mark.slow
def test_the_files_are_what_the_code_makes() -> None:
    made = build()
    assert {path.name for path in VECTORS.glob("*.json")} == made.keys()
    for name, text in made.items():
        assert (VECTORS / name).read_text() == text, f"{name}: run scripts/make_vectors.py"


@pytest.mark.parametrize("spoilt", [None, 3])
def test_a_published_match_is_played_again_while_the_rules_allow_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: int | None
) -> None:
    """given a match, one answer of which is another, then that is not played."""
    (setting,) = (one for one in vectors.games.MATCHES if one.game == "terrene")
    told = published("played-terrene")
    if spoilt is not None:
        [row for row in told["rests"] if "move" in row][spoilt]["move"] = "concede"
    (tmp_path / "played-terrene.json").write_text(json.dumps(told))
    monkeypatch.setattr(vectors.games, "PUBLISHED", tmp_path)
    played = again(setting)
    assert (played is None) == (spoilt is not None)
    assert played is None or json.loads(json.dumps(played[1].rows)) == told["rests"]


def test_hashes() -> None:
    vector = published("hashing")
    data, key = bytes.fromhex(vector["input"]), bytes.fromhex(vector["key"])
    assert data == n(7, 1) + n(70000) + n(7) + b"fadenet" + n(2) + b"\1\2\3\4"
    for tag in vector["H"]:
        assert h(tag, data).hex() == vector["H"][tag]
        assert h(tag, data, key=key).hex() == vector["H keyed"][tag]
        assert h(tag, data, size=16).hex() == vector["H16"][tag]
    signed = {name: bytes.fromhex(vector["signature"][name]) for name in ("public", "data", "signature")}
    message = vector["signature"]["tag"].encode() + b"\0" + signed["data"]
    Ed25519PublicKey.from_public_bytes(signed["public"]).verify(signed["signature"], message)


def test_the_random_stream() -> None:
    vector = published("random")
    seed = bytes.fromhex(vector["seed"])
    words = stream(seed, 5)
    assert [str(word) for word in words[:9]] == vector["words"]
    assert [word % 6 for word in words] == vector["below 6"]
    big = [str(w) for w in stream(seed, 30) if w < 2**63 + 1]
    assert big[:6] == vector["below 2^63 + 1"]
    for size, order in vector["shuffle"].items():
        assert shuffled(list(range(int(size))), seed) == order


def test_what_follows_from_a_master_secret() -> None:
    vector = published("derived")
    game, master, ik = (bytes.fromhex(vector[name]) for name in ("G", "M", "IK"))
    assert h("fn1/mc", ik, master).hex() == vector["mc"]
    decks = cbor2.dumps(vector["decks"])
    salt = h("fn1/dsalt", key=master, size=16)
    assert h("fn1/deck", ik, n(len(decks)), decks, key=salt).hex() == vector["dc"]
    seed = h("fn1/epoch", game, n(1, 1), n(3), key=master)
    assert seed.hex() == vector["epoch seed"]
    assert shuffled(vector["decks"][0], seed) == vector["order"]
    made = b""
    for j, card in enumerate(vector["order"]):
        card_salt = h("fn1/salt", game, n(3), n(j), n(card), key=master, size=16)
        made += h("fn1/card", game, n(1, 1), n(3), n(j), n(card), key=card_salt)
    assert made.hex() == vector["commitments"]
    choice = vector["choice"]
    prev, state, move = (bytes.fromhex(choice[name]) for name in ("prev", "state", "move"))
    salt = h("fn1/csalt", game, n(21), prev, state, n(len(move)), move, key=master, size=16)
    assert salt.hex() == choice["salt"]
    assert h("fn1/choose", game, n(1, 1), n(21), n(len(move)), move, key=salt).hex() == choice["hash"]


def test_a_token_chain() -> None:
    vector = published("chain")
    game, master = bytes.fromhex(vector["G"]), bytes.fromhex(vector["M"])
    link = h("fn1/seed", game, n(0, 1), n(0, 1), n(0), key=master)
    person = b"fn1/chn" + bytes([1, 0])
    for q in range(1024, 0, -1):
        if str(q) in vector["links"]:
            assert link.hex() == vector["links"][str(q)]
        link = blake2b(link, digest_size=32, key=game, person=person + bytes(7)).digest()
    assert link.hex() == vector["anchor"]


def test_binds_a_split_and_a_toss() -> None:
    vector = published("bind")
    game = bytes.fromhex(vector["G"])
    one, two = ([bytes.fromhex(vector["tokens"][i])] for i in (0, 1))

    def pick(tag: str, deck: int, q: int, i: int, links: list[bytes], left: list[Any]) -> Any:
        x = h(tag, game, n(deck, 1), n(0), n(q), n(i), n(len(links)), *links)
        return left.pop(int.from_bytes(x, "big") % len(left))

    pool = [[0, 0, j] for j in range(vector["pool"])]
    assert [pick("fn1/bind", 0, 1, i, one, pool) for i in range(3)] == vector[
        "bind q 1, three slots, first token"
    ]
    apart = sorted(pick("fn1/split", 0, 2, i, one, pool) for i in range(2))
    assert apart == vector["split q 2, two slots, first token"]
    expected = [pick("fn1/bind", 0, 3, 0, two, apart), pick("fn1/bind", 0, 3, 1, two, pool)]
    assert expected == vector["bind q 3, split pool then deck, second token"]
    cards = list(vector["ownerless deck 1"])
    both = one + two
    assert [pick("fn1/bind", 1, 5, i, both, cards) for i in range(2)] == vector[
        "bind q 5, two slots, both tokens"
    ]
    tossed = [
        int.from_bytes(h("fn1/toss", game, n(4), n(i), n(2), *both), "big") % bound
        for i, bound in enumerate((2, 6))
    ]
    assert tossed == vector["toss q 4, below 2 and 6, both tokens"]


def test_a_private_opening() -> None:
    vector = published("box")
    game = bytes.fromhex(vector["G"])
    own = X25519PrivateKey.from_private_bytes(bytes.fromhex(vector["XK private"]))
    place = n(9) + bytes.fromhex(vector["prev"]) + bytes.fromhex(vector["state"])
    key = h("fn1/eph", game, place, key=bytes.fromhex(vector["M of the author"]))
    public = X25519PrivateKey.from_private_bytes(key).public_key()
    assert public.public_bytes_raw().hex() == vector["ephemeral public"]
    shared = own.exchange(public)
    info = b"fn1/open" + n(1, 1) + n(0, 1) + n(9)
    cipher = ChaCha20Poly1305(HKDF(hashes.SHA256(), 32, game, info).derive(shared))
    for i, (owner, epoch, nth, card, salt) in enumerate(vector["openings"]):
        plain = cipher.decrypt(n(i, 12), bytes.fromhex(vector["boxes"][i]), None)
        expected = n(epoch) + n(nth) + n(card) + bytes.fromhex(salt) + n(owner, 1)
        assert plain == expected + bytes(64 - len(expected))


@pytest.mark.parametrize("base", ["match", "match4", "forked", "veiled"])
def test_a_whole_match(base: str) -> None:
    """Every link and the root by the second reading; every rule by the verifier."""
    vector = published(base)
    seats = len(vector["secrets by seat"])
    items = [bytes.fromhex(item) for item in vector["items"]]
    keys = [cbor2.loads(item)[3] for item in items[:seats]]
    game = h("fn1/game", n(seats), *(n(len(key)) + key for key in keys))
    assert game.hex() == vector["G"]
    heads: list[list[Any]] = [[0, game] for _ in range(seats)]
    links, gone_back = [], 0
    for item in items[seats:]:
        fields = cbor2.loads(item)
        if len(fields) != 3:
            gone_back |= fields[1] == 19
            continue
        head, payload, signature = fields
        _, kind, named, author, seq, prev, _, body, era = cbor2.loads(head)
        assert (named, [seq, prev], era) == (game, heads[author], gone_back)
        assert body == h("fn1/body", n(len(payload)), payload)
        sk = cbor2.loads(keys[author])[1]
        Ed25519PublicKey.from_public_bytes(sk).verify(signature, b"fn1/msg\0" + head)
        link = h("fn1/link", n(len(head)), head)
        heads[author] = [seq + 1, link]
        links.append([author, seq, kind, link.hex()])
    assert links == vector["entries (author, seq, type, link)"]
    assert h("fn1/root", game, n(seats), *(n(seq) + link for seq, link in heads)).hex() == vector["root"]
    report = verify_file(b"".join(items), SCRIPTS.get(base, Toy)())
    assert (report.state, report.game_id) == (FileState.VALID, game)


def test_a_card_is_taken_face_down_and_opened_later() -> None:
    """given the match with key 5 of MOVE, then one takes a card that it does not open, one opens another
    beside such a one, sealed ones take such as well, and a later MOVE opens what was taken face-down."""
    entries = [cbor2.loads(bytes.fromhex(item)) for item in published("veiled")["items"]]
    payloads = [(cbor2.loads(one[0])[1], cbor2.loads(one[1])) for one in entries if len(one) == 3]
    moves = [payload for kind, payload in payloads if kind == 2]
    sealed = [payload[2] for kind, payload in payloads if kind == 12 and payload[0] == 1]
    first, second, last = moves
    assert (len(first[5]), 1 in first, len(second[5]), len(second[1])) == (1, False, 2, 1)
    assert all(move[5] == move[2][0][1] and 1 not in move for move in sealed) and len(sealed) == 2
    assert [op[:3] for op in last[1]] == first[5] and 5 not in last


@pytest.mark.parametrize("what", ["heads", "votes", "resumes"])
def test_evidence(what: str) -> None:
    vector = published("evidence")
    guilt = check_evidence(bytes.fromhex(vector[what]))
    assert [guilt.seat, guilt.seq] == vector[f"{what} prove (seat, seq)"]


def test_a_resume() -> None:
    """Its parts, its signature, and its anchors from M: 1,024 steps from the seed of the first round."""
    vector = published("resume")
    g, sk, master = (bytes.fromhex(vector[name]) for name in ("G", "SK of seat 1", "M of seat 1"))
    version, kind, body, signature = cbor2.loads(bytes.fromhex(vector["statement"]))
    Ed25519PublicKey.from_public_bytes(sk).verify(signature, b"fn1/stmt\0" + n(kind, 1) + body)
    game, seat, proof, *anchors = cbor2.loads(body)
    assert (version, kind, game, seat) == (2, 19, g, 1)
    fork, (era, accused, seq) = fork_of(proof), vector["leads to (era, seat left behind, seq)"]
    assert (fork.era + 1, fork.seat, fork.seq) == (era, accused, seq)
    assert [[255, anchors[0]], *anchors[1]] == [
        [d, bytes.fromhex(a)] for d, a in vector["anchors (deck, anchor)"]
    ]
    for deck, anchor in vector["anchors (deck, anchor)"]:
        link = h("fn1/seed", g, n(deck, 1), n(era, 1), n(0), key=master)
        person = b"fn1/chn" + n(seat, 1) + n(deck, 1) + bytes(7)
        for _ in range(1024):
            link = blake2b(link, digest_size=32, key=g, person=person).digest()
        assert link.hex() == anchor
    parsed = parse_message(bytes.fromhex(vector["statement"]))
    assert isinstance(parsed, Statement) and parse_body(parsed.kind, parsed.body).TYPE == 19


def test_a_hello() -> None:
    """Keys from their seeds, both commitments, the key binding, both signatures."""
    vector = published("hello")
    raw = {
        name: bytes.fromhex(value)
        for name, value in vector.items()
        if type(value) is str and name not in ("about", "bot")
    }
    ik = Ed25519PrivateKey.from_private_bytes(raw["IK seed"]).public_key().public_bytes_raw()
    sk = Ed25519PrivateKey.from_private_bytes(raw["SK seed"]).public_key().public_bytes_raw()
    xk = X25519PrivateKey.from_private_bytes(raw["XK private"]).public_key().public_bytes_raw()
    assert (ik, sk, xk) == (raw["IK"], raw["SK"], raw["XK"])
    assert h("fn1/mc", ik, raw["M"]) == raw["mc"]
    decks, salt = cbor2.dumps(vector["decks"]), h("fn1/dsalt", key=raw["M"], size=16)
    assert h("fn1/deck", ik, n(len(decks)), decks, key=salt) == raw["dc"]
    players = sorted(bytes.fromhex(ik + nonce) for ik, nonce in vector["seating of (IK, nonce)"])
    assert h("fn1/seating", n(2), *players) == raw["seating"] and ik + raw["nonce"] in players
    fresh = [raw[name] for name in ("nonce", "seating", "mc", "dc")]
    named = [raw["rules hash"], raw["card-set hash"], vector["config"], 0, *fresh]
    binding = _hello_holds(raw["item"], [2, *named], [ik, sk, xk])
    assert binding == raw["key binding"]
    named[3] = vector["bot"]
    _hello_holds(raw["item of the bot"], [2, *named], [ik, sk, xk])


def _hello_holds(item: bytes, fields: list[object], keys: list[bytes]) -> bytes:
    """That an item is the HELLO of these fields, and signed; its key binding."""
    hello = cbor2.dumps(fields, canonical=True)
    binding = cbor2.dumps([*keys, h("fn1/hello", n(len(hello)), hello)])
    version, kind, *parts, by_ik, by_sk = cbor2.loads(item)
    assert (version, kind, parts) == (2, 0, [hello, binding])
    for key, signature in ((keys[0], by_ik), (keys[1], by_sk)):
        Ed25519PublicKey.from_public_bytes(key).verify(signature, b"fn1/keys\0" + binding)
    return binding


@pytest.mark.parametrize("row", published("rejects")["encoding"], ids=lambda row: str(row["name"]))
def test_what_is_no_item_is_refused(row: dict[str, Any]) -> None:
    """given malformed CBOR, then the code refuses it; and only what is cut passes for a beginning."""
    data = bytes.fromhex(row["hex"])
    with pytest.raises(BadEncoding):
        decode(data)
    try:
        whole = item_end(data) == len(data)
    except Incomplete:
        assert row["cut"]
    except BadEncoding:
        assert not row["cut"]
    else:
        assert not whole, "bytes left over"


@pytest.mark.parametrize("number", range(len(published("rejects")["shapes"])))
def test_what_has_no_message_s_shape_is_refused(number: int) -> None:
    row = published("rejects")["shapes"][number]
    kinds, data = {name: kind for kind, name in PAYLOADS.items()}, bytes.fromhex(row["hex"])
    with pytest.raises(BadEncoding):
        if row["rule"] == "head":
            Head.parse(data)
        elif row["rule"] in kinds:
            kind = kinds[row["rule"]]
            parse_payload(kind, data) if kind <= 12 else parse_body(kind, data)
        else:
            message = parse_message(data)
            assert isinstance(message, Statement)
            parse_body(message.kind, message.body)


def test_there_are_rejects_enough() -> None:
    rejects, forged = published("rejects"), published("forged")["files"]
    assert len(rejects["encoding"]) >= 80 and len(rejects["shapes"]) >= 100 and len(forged) >= 150
    assert all(path.stat().st_size < 300_000 for path in VECTORS.iterdir())


@pytest.mark.parametrize(
    ("base", "seat"),
    [
        *[("match", 0), ("match", 1), ("match4", 0), ("match4", 3), ("forked", 1), ("forked", 2)],
        *[("veiled", 0), ("veiled", 1)],
    ],
)
def test_a_player_of_the_recorded_match_would_write_the_same_bytes(base: str, seat: int) -> None:
    vector = published(base)
    seats = len(vector["secrets by seat"])
    items = [bytes.fromhex(item) for item in vector["items"]]
    own = Secrets.load(bytes.fromhex(vector["secrets by seat"][seat]))
    node = Node(items[:seats], own, SCRIPTS.get(base, Toy))
    for item in items[seats:]:
        if len(cbor2.loads(item)) != 3:
            if cbor2.loads(item)[1] not in (13, 19):
                break
            node.receive(item)
        elif cbor2.loads(cbor2.loads(item)[0])[3] == seat:
            assert node.write() == item
        else:
            node.receive(item)
    assert node.now is not None and node.now.over


def base32hex(data: bytes) -> str:
    """RFC 4648, section 7, of whole groups of five bytes."""
    bits = int.from_bytes(data, "big")
    return "".join(
        "0123456789abcdefghijklmnopqrstuv"[bits >> 5 * at & 31] for at in range(8 * len(data) // 5)
    )[::-1]


def test_card_sets_are_named_by_their_lines() -> None:
    told = published("sets")
    for one in told["sets"].values():
        line = one["line"].encode()
        assert line == json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")).encode()
        assert [*json.loads(line)] == ["set", "card", "deck"]
        assert one["hash"] == h("fn1/set", line).hex()
        assert one["id"] == base32hex(bytes.fromhex(one["hash"])[:15])


def test_the_pool_of_a_match_is_hashed_and_numbered_in_the_order_of_its_sets() -> None:
    told = published("sets")
    by_id = {one["id"]: one for one in told["sets"].values()}
    for match in told["matches"]:
        there = [by_id[id] for id in match["options"]["sets"].split(",")]
        assert there == sorted(there, key=lambda one: one["hash"])
        pool = [told["own"]] * match["own cards"] + [one["hash"] for one in there]
        text = "[" + ",".join(f'"{part}"' for part in pool) + "]"
        assert match["card-set hash"] == h("fn1/pool", text.encode()).hex()
        heads = [(json.loads(one["line"])["set"]["code"], json.loads(one["line"])["card"]) for one in there]
        slugs = [f"{code}:{slug}" for code, cards in heads for slug in sorted(cards)]
        assert [*match["numbers"]] == slugs
        first = match["numbers"][slugs[0]]
        assert [*match["numbers"].values()] == [*range(first, first + len(slugs))]
        assert match["own cards"] or first == 1


# Matches by correspondence.

P = 2**255 - 19


def montgomery(ik: bytes) -> bytes:
    """The u of an Edwards point with this y (RFC 7748, section 4.1)."""
    y = int.from_bytes(ik, "little") % 2**255
    return ((1 + y) * pow(1 - y, P - 2, P) % P).to_bytes(32, "little")


def test_the_keys_that_parcels_are_sealed_to() -> None:
    vector = published("parcels")
    for one in vector["players"]:
        ik_seed, ik = bytes.fromhex(one["IK seed"]), bytes.fromhex(one["IK"])
        assert Ed25519PrivateKey.from_private_bytes(ik_seed).public_key().public_bytes_raw() == ik
        private = sha512(ik_seed).digest()[:32]
        assert (private.hex(), montgomery(ik).hex()) == (one["sealing private"], one["sealing public"])
        public = X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
        assert public == montgomery(ik)
        assert h("fn1/pseudo", bytes.fromhex(vector["subject"]), ik)[:12].hex() == one["pseudonym"]


def test_a_parcel() -> None:
    """From its parts to its bytes, and back with the key of the receiver alone."""
    vector = published("parcels")
    ana, ben = vector["players"]
    subject, content, parcel = (bytes.fromhex(vector[name]) for name in ("subject", "content", "parcel"))
    ephemeral = X25519PrivateKey.from_private_bytes(bytes.fromhex(vector["ephemeral private"]))
    header = b"\1" + bytes.fromhex(ben["pseudonym"] + ana["pseudonym"])
    header += ephemeral.public_key().public_bytes_raw()
    to, number = bytes.fromhex(ben["IK"]), n(vector["number"])
    signed = b"fn1/parcel\0" + header + subject + to + number + content
    signature = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(ana["IK seed"])).sign(signed)
    public = X25519PublicKey.from_public_bytes(montgomery(to))
    own = X25519PrivateKey.from_private_bytes(bytes.fromhex(ben["sealing private"]))
    shared = ephemeral.exchange(public)
    assert shared == own.exchange(ephemeral.public_key())
    key = HKDF(algorithm=hashes.SHA256(), length=32, salt=subject, info=b"fn1/seal" + to).derive(shared)
    plain = bytes.fromhex(ana["IK"]) + signature + number + content
    assert header + ChaCha20Poly1305(key).encrypt(bytes(12), plain, header) == parcel
    # and the code opens it
    opened = unseal(identity("ben"), subject, parcel)
    assert (opened.sender.hex(), opened.number, opened.content) == (ana["IK"], vector["number"], content)


def sequence(data: bytes) -> list[Any]:
    """The items of a CBOR sequence."""
    stream, found = BytesIO(data), list[Any]()
    while stream.tell() < len(data):
        found.append(cbor2.load(stream))
    return found


def whole_entries(pieces: list[Any]) -> list[bytes]:
    """The items of a parcel, those made that stand in brief."""
    game, links, found = b"", dict[tuple[int, int], bytes](), list[bytes]()
    for piece in pieces:
        if len(piece) in (7, 8):
            kind, author, seq, state, era, payload, signature, *prev = piece
            body = h("fn1/body", n(len(payload)) + payload)
            before = prev[0] if prev else links[author, seq - 1]
            piece = [
                cbor2.dumps([2, kind, game, author, seq, before, state, body, era]),
                payload,
                signature,
            ]
        if len(piece) == 3:
            _, _, game, author, seq, *_ = cbor2.loads(piece[0])
            links[author, seq] = h("fn1/link", n(len(piece[0])) + piece[0])
        found.append(cbor2.dumps(piece))
    return found


def test_the_contents_of_parcels() -> None:
    vector = published("parcels")
    heads = [[[3, seed("link 0")], [2, seed("link 1")]], seed("digest")[:16], 0]
    hello, where = bytes.fromhex(vector["hello of ana"]), bytes.fromhex(vector["candidate"])
    token, nonce = bytes.fromhex(vector["token"]), bytes.fromhex(vector["nonces"]["ben"])
    rows = {row["kind"]: [bytes.fromhex(item) for item in row["items"]] for row in vector["contents"]}
    told: dict[str, list[object]] = {
        "ITEMS": [0, heads, False],
        "ITEMS, many": [0, heads, False],
        "ITEMS, none, and it is over": [0, [*heads[:2], 1], True],
        "ACCEPT": [1, "ben", nonce, [where]],
        "STARTED": [2, token, [["ana", hello, [where]], ["ben", rows["ACCEPT"][0], []]], heads, False],
        "DECLINE": [3, 0],
    }
    assert rows.keys() == told.keys()
    for row in vector["contents"]:
        head, *pieces = sequence(data := bytes.fromhex(row["hex"]))
        assert head == told[row["kind"]] and whole_entries(pieces) == rows[row["kind"]]
        assert pack(parse(data)) == data
    assert {len(piece) for piece in sequence(bytes.fromhex(vector["contents"][1]["hex"]))} == {3, 7, 8}
    assert cbor2.loads(cbor2.loads(hello)[2])[3] == vector["config"] and vector["config"]["days"] == 3


def test_an_invitation_by_parcels() -> None:
    vector = published("parcels")
    data = bytes.fromhex(vector["invitation"])
    body, signature = data[:-64], data[-64:]
    ana = bytes.fromhex(vector["players"][0]["IK"])
    Ed25519PublicKey.from_public_bytes(ana).verify(signature, b"fn1/offer\0" + body)
    id, where = bytes.fromhex(vector["subject"]), bytes.fromhex(vector["candidate"])
    nonce = bytes.fromhex(vector["nonces"]["ana"])
    who = ["ana", ana, nonce, ""]
    fields = [1, id, vector["config"], seed("rules"), seed("cards"), *who, [where], [b"a packed set"]]
    assert body == cbor2.dumps(fields, canonical=True)
    assert parse_invitation(data).config.wire() == vector["config"]


def lines_of(text: str) -> dict[tuple[int, bytes], set[str]]:
    """The lines of armour in a text: number and bytes, with the checksums that stand behind them."""
    found: dict[tuple[int, bytes], set[str]] = {}
    for piece in "".join(re.findall(r"[A-Za-z0-9+/=.:]", text)).split(".")[1:]:
        number, body, check = piece[:4], *piece[4:].partition(":")[::2]
        with suppress(ValueError):
            found.setdefault((int(number), b64decode(body, validate=True)), set()).add(check[:3])
    return found


def whole_of(text: str) -> list[bytes]:
    """The things in armour that come through whole, in the order of their first lines."""
    lines, found = lines_of(text), list[bytes]()
    for number, head in lines:
        digest = head[2:]

        def holds(i: int, body: bytes, digest: bytes = digest) -> bool:
            data = n(i, 2) + digest + body
            mixed = blake2b(data, digest_size=3, person=b"fn1/line").digest()
            return b64encode(mixed).decode()[:3] in lines[i, body]

        if number == 0 and len(head) == 10 and holds(0, head):
            good = {i: body for i, body in lines if i and holds(i, body)}
            data = b"".join(good.get(i, b"") for i in range(1, int.from_bytes(head[:2], "big") + 1))
            if blake2b(data, digest_size=8, person=b"fn1/armour").digest() == digest:
                found.append(data)
    return found


def test_armour() -> None:
    """Text of a second hand and the code's own are read alike, however they come."""
    vector = published("parcels")
    parcel = bytes.fromhex(vector["parcel"])
    text = "\n".join(vector["armour"])
    assert whole_of(text) == [parcel] == unarmoured(text).whole
    assert len(vector["armour"]) == 3 + -(-len(parcel) // 48) and max(map(len, vector["armour"])) == 73
    assert whole_of("\n".join(vector["armour of nothing"])) == [b""]
    for row in vector["arrived"]:
        whole = [bytes.fromhex(one) for one in row["whole"]]
        assert whole_of(row["text"]) == whole == unarmoured(row["text"]).whole, row["how"]
