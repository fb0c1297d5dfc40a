"""Every message's shape (section 5), and the three that stand for themselves: HELLO, RESULT, EVIDENCE."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from checker.cbor import (
    ITEM_MAX,
    U8,
    U32,
    U63,
    Bad,
    Finding,
    array,
    ascending,
    decode,
    encode,
    num,
    once,
    raw,
    split_first,
    text,
)
from checker.crypto import ROUND, Com, Op, be, h, listed, signed, var

HELLO, READY, MOVE, PASS, POOL, TOKEN, ACK, TAKE, OPEN, PRIVATE, RECOMMIT, TOSS, CHOOSE = range(13)
DROP, END, AUDIT, VERDICT, RESULT, EVIDENCE, RESUME = range(13, 20)
VERSION = 2
TOSSES = 255
BOX_BYTES = 80
BOT_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z._:=,+-]{0,31}")
P_25519 = 2**255 - 19
SMALL_ORDER = {
    0,
    1,
    P_25519 - 1,
    *(
        int.from_bytes(bytes.fromhex(y), "little")
        for y in (
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        )
    ),
}
"""The y coordinates of the eight points of Ed25519 whose order divides 8, those below p."""


@dataclass(frozen=True)
class Hello:
    """The content of a HELLO."""

    ik: bytes
    sk: bytes
    xk: bytes
    rules: bytes
    card_set: bytes
    config: dict[str, Any]
    nonce: bytes
    seating: bytes
    mc: bytes
    dc: bytes
    binding: bytes


def check_binding(binding: bytes, sig_ik: bytes) -> list[bytes]:
    """IK, SK, XK and the hash of hello, out of keys that IK signed."""
    keys = [raw(one, 32) for one in array(decode(raw(binding, 1, ITEM_MAX)), 4)]
    for key in keys[:2]:
        y = int.from_bytes(key, "little") & (2**255 - 1)
        if y >= P_25519 or y in SMALL_ORDER:
            raise Bad("a key of small order or out of range")
    try:
        X25519PrivateKey.from_private_bytes(b"\1" * 32).exchange(X25519PublicKey.from_public_bytes(keys[2]))
    except ValueError:
        raise Bad("an X25519 key of small order") from None
    if not signed(keys[0], "keys", binding, raw(sig_ik, 64)):
        raise Bad("the signature of IK does not hold")
    return keys


def check_config(config: Any) -> dict[str, Any]:
    names = {"audit", "bank", "bonus", "format", "game", "games", "opts", "seats", "timer"}
    if type(config) is not dict or set(config) - {"days"} != names or config["audit"] != "full":
        raise Bad("a config of another shape")
    if "days" in config:
        num(config["days"], 14, 1)
        if config["bank"] or config["timer"] or config["bonus"]:
            raise Bad("a match by correspondence that counts seconds")
    for name, top in (("bank", 86400), ("timer", 86400), ("bonus", 3600)):
        num(config[name], top)
    text(config["format"], 64), text(config["game"], 64)
    num(config["seats"], 4, 2)
    if num(config["games"], 3) not in (1, 3) or type(config["opts"]) is not dict:
        raise Bad("a config of another shape")
    if any(type(key) is not str for key in config["opts"]) or len(encode(config)) > 2048:
        raise Bad("a config of another shape")
    return config


def check_hello(item: bytes) -> Hello:
    version, kind, hello, binding, sig_ik, sig_sk = array(decode(item), 6)
    if (num(version), num(kind)) != (VERSION, HELLO):
        raise Bad(f"no HELLO of version {VERSION}")
    keys = check_binding(binding, sig_ik)
    if not signed(keys[1], "keys", binding, raw(sig_sk, 64)):
        raise Bad("the signature of SK does not hold")
    if keys[3] != h("hello", var(raw(hello, 1, ITEM_MAX))):
        raise Bad("the key binding is of another hello")
    version, rules, cards, config, bot, nonce, seating, mc, dc = array(decode(hello), 9)
    num(version, VERSION, VERSION)
    if type(bot) is not str:
        num(bot, 1)
    elif not BOT_NAME.fullmatch(bot):
        raise Bad("a name that no bot has")
    for one in (rules, cards, nonce, seating, mc, dc):
        raw(one, 32)
    ik, sk, xk, _ = keys
    return Hello(ik, sk, xk, rules, cards, check_config(config), nonce, seating, mc, dc, binding)


def game_of(bindings: Sequence[bytes]) -> bytes:
    return h("game", listed([var(one) for one in bindings]))


def check_players(items: Sequence[bytes]) -> tuple[list[Hello], bytes]:
    """All HELLOs of a match in seat order, and G."""
    players = [check_hello(item) for item in items]
    for name in ("ik", "sk", "xk", "nonce", "mc"):
        if len({getattr(player, name) for player in players}) != len(players):
            raise Bad(f"two seats with one {name}")
    same = {(player.rules, player.card_set, encode(player.config)) for player in players}
    if len(same) != 1 or players[0].config["seats"] != len(players):
        raise Bad("the HELLOs do not agree on rules, card set or config")
    ascending(player.ik for player in players)
    seating = h("seating", listed([player.ik + player.nonce for player in players]))
    if any(player.seating != seating for player in players):
        raise Bad("a HELLO for other players, or for another table")
    return players, game_of([player.binding for player in players])


def com_of(value: Any) -> Com:
    owner, epoch, nth = array(value, 3)
    return num(owner, U8), num(epoch), num(nth, 1023)


def coms_of(value: Any, low: int = 0) -> list[Com]:
    coms = [com_of(one) for one in array(value, low, 1024)]
    once(coms)
    return coms


def ops_of(value: Any, low: int = 0) -> list[Op]:
    rows = [array(one, 5) for one in array(value, low, 1024)]
    ops = [Op(com_of(row[:3]), num(row[3], U32, 1), raw(row[4], 16)) for row in rows]
    once(op.com for op in ops)
    return ops


def claims_of(value: Any, low: int = 0) -> list[list[Com]]:
    found = []
    for claim in array(value, low, 1024):
        array(claim, 2, 3)
        num(claim[0])
        found.append(coms_of(claim[1]))
        if len(claim) == 3:
            [num(one, U63) for one in array(claim[2], 1, 16)]
    return found


class Tok(NamedTuple):
    """A token of a chain; `anchor` is the next round's, or empty."""

    deck: int
    q: int
    link: bytes
    anchor: bytes


def tok_of(value: Any) -> Tok:
    array(value, 3, 4)
    deck, q, link = num(value[0], U8), num(value[1], U32, 1), raw(value[2], 32)
    if (len(value) == 4) != (q % ROUND == 0):
        raise Bad("an anchor where no round ends, or none where one does")
    return Tok(deck, q, link, raw(value[3], 32) if len(value) == 4 else b"")


def toks_of(value: Any) -> list[Tok]:
    toks = [tok_of(one) for one in array(value, 1, 32)]
    ascending(tok.deck for tok in toks)
    return toks


def standing_of(value: Any) -> None:
    for one in array(value, 0, 64):
        [num(part, U63) for part in array(one, 2)]


def hashes_of(value: Any) -> list[bytes]:
    whole = raw(value, 0, 32 * 1024)
    if len(whole) % 32:
        raise Bad("hashes that are no multiple of 32 bytes")
    return [whole[at : at + 32] for at in range(0, len(whole), 32)]


def outcome_of(value: Any) -> Any:
    """[] = void, or [places, rule]."""
    if array(value, 0, 2):
        places, rule = array(value, 2)
        [num(place, 4) for place in array(places, 2, 4)]
        text(rule, 96)
    return value


def findings_of(value: Any) -> list[Finding]:
    rows = [array(one, 3) for one in array(value, 0, 64)]
    found = [(num(row[0], U8), num(row[1]), text(row[2], 96)) for row in rows]
    ascending(found)
    return found


class Head(NamedTuple):
    """The signed part of an entry."""

    kind: int
    game: bytes
    author: int
    seq: int
    prev: bytes
    state: bytes
    body: bytes
    era: int


def head_of(data: Any) -> Head:
    version, kind, game, author, seq, prev, state, body, era = array(decode(raw(data, 0, ITEM_MAX)), 9)
    num(version, VERSION, VERSION)
    where = num(kind, U8), raw(game, 32), num(author, U8), num(seq)
    return Head(*where, raw(prev, 32), raw(state, 32), raw(body, 32), num(era, U8))


def entry_of(fields: list[Any]) -> tuple[Head, bytes, bytes]:
    """Head, payload and signature of an entry."""
    head, payload, signature = fields
    return head_of(head), raw(payload, 0, ITEM_MAX), raw(signature, 64)


def statement_of(fields: list[Any]) -> tuple[int, bytes, bytes]:
    """Type, body and signature of a statement."""
    version, kind, body, signature = fields
    num(version, VERSION, VERSION)
    if num(kind, RESUME, DROP) in (RESULT, EVIDENCE):
        raise Bad("no statement has this type")
    return kind, raw(body, 0, ITEM_MAX), raw(signature, 64)


class MoveMap(NamedTuple):
    """The openings, claims, tokens and taken cards of a MOVE map."""

    ops: list[Op]
    claims: list[list[Com]]
    toks: list[Tok]
    taken: list[Com]


def move_of(value: Any) -> MoveMap:
    if type(value) is not dict or 0 not in value or not set(value) <= set(range(6)):
        raise Bad("a MOVE of another shape")
    text(value[0], 1024)
    ops = ops_of(value[1], 1) if 1 in value else []
    claims = claims_of(value[2], 1) if 2 in value else []
    toks = toks_of(value[3]) if 3 in value else []
    if 4 in value:
        standing_of(value[4])
    taken = coms_of(value[5], 1) if 5 in value else []
    ascending(op.com for op in ops)
    ascending(taken)
    return MoveMap(ops, claims, toks, taken)


def decks_of(value: Any) -> list[list[int]]:
    decks = [[num(card, U32, 1) for card in array(deck, 0, 1024)] for deck in array(value, 0, 32)]
    if any(deck != sorted(deck) for deck in decks):
        raise Bad("a deck list that is not ascending")
    return decks


def anchors_of(tosses: Any, anchors: Any) -> tuple[bytes, dict[int, bytes]]:
    """The anchor for tosses, and those by deck."""
    pairs = [array(one, 2) for one in array(anchors, 0, 32)]
    ascending(num(deck, TOSSES - 1) for deck, _ in pairs)
    return raw(tosses, 32), {deck: raw(anchor, 32) for deck, anchor in pairs}


def parse_payload(kind: int, payload: bytes) -> Any:
    """The payload of an entry, its shape checked."""
    value = decode(payload)
    if kind == READY:
        tosses, anchors = array(value, 2)
        return anchors_of(tosses, anchors)
    if kind == MOVE:
        return move_of(value)
    if kind == PASS:
        for one in array(value, 0, 1):
            standing_of(one)
        return None
    if kind == POOL:
        deck, epoch, hashes_ = array(value, 3)
        return num(deck, U8), num(epoch), hashes_of(hashes_)
    if kind == TOKEN:
        return toks_of(value)
    if kind == ACK:
        return array(value, 0)
    if kind == TAKE:
        deck, coms, ops, claims = array(value, 4)
        return num(deck, U8), coms_of(coms), ops_of(ops), claims_of(claims)
    if kind == OPEN:
        return ops_of(value, 1)
    if kind == PRIVATE:
        seat, ephemeral, boxes = array(value, 3)
        return num(seat, U8), raw(ephemeral, 32), [raw(box, BOX_BYTES) for box in array(boxes, 1, 512)]
    if kind == RECOMMIT:
        epoch, hashes_ = array(value, 2)
        return num(epoch), hashes_of(raw(hashes_, 32, 32 * 1024))
    if kind == TOSS:
        return tok_of([TOSSES, *array(value, 2, 3)])
    if num(array(value, 2, 3)[0], 1) == 0:
        return 0, raw(array(value, 2)[1], 32)
    return 1, raw(array(value, 3)[1], 16), value[2], move_of(value[2])


class Body(NamedTuple):
    """The body of a statement: its match, its seat, and what it states."""

    game: bytes
    seat: int
    says: Any


class Vote(NamedTuple):
    """The body of a DROP."""

    game: bytes
    voter: int
    accused: int
    seq: int
    digest: bytes
    vote: bool
    final: bool
    era: int


def vote_of(data: bytes) -> Vote:
    game, voter, accused, seq, digest, vote, final, era = array(decode(data), 8)
    if type(vote) is not bool or type(final) is not bool:
        raise Bad("a DROP of another shape")
    where = raw(game, 32), num(voter, U8), num(accused, U8), num(seq), raw(digest, 32)
    return Vote(*where, vote, final, num(era, U8))


def parse_body(kind: int, data: bytes) -> Body:
    """The body of a statement, its shape checked: a vote, a fork, or a hash and what goes with it."""
    if kind == DROP:
        vote = vote_of(data)
        return Body(vote.game, vote.voter, vote)
    if kind == RESUME:
        game, seat, proof, tosses, anchors = array(decode(data), 5)
        raw(game, 32), num(seat, U8)
        return Body(game, seat, (fork_of(raw(proof, 1, ITEM_MAX)), anchors_of(tosses, anchors)))
    game, seat, first, second = array(decode(data), 4)
    raw(game, 32), num(seat, U8), raw(first, 32)
    parse = {END: outcome_of, AUDIT: decks_of, VERDICT: findings_of}[kind]
    return Body(game, seat, (first, parse(second)))


class Fork(NamedTuple):
    """Two entries of one seat for one place at one rest, or two votes of it on an entry: whose entry that is,
    the digests that they name, and who is left behind with it, by the key binding that proves it."""

    game: bytes
    accused: int
    owing: int
    seq: int
    era: int
    states: frozenset[bytes]
    out: dict[int, bytes]

    @property
    def again(self) -> bool:
        """Whether it is that of a second RESUME, which leaves two behind."""
        return len(self.out) > 1


def fork_of(proof: bytes) -> Fork:
    """The fork that an EVIDENCE proves, in a second RESUME with another one behind it."""
    first, more = split_first(proof)
    fork = first_fork(first)
    if more:
        game, (seat, *_) = check_evidence(more)
        if game != fork.game or seat in fork.out:
            raise Bad("a second proof of another match, or against the same seat")
        fork = fork._replace(out={**fork.out, seat: decode(more)[3]})
    return fork


def first_fork(proof: bytes) -> Fork:
    """The fork that one EVIDENCE proves."""
    if num(array(decode(proof), 9)[2], 2) == 2:
        raise Bad("two RESUMEs are no fork")
    check_evidence(proof)
    _, _, what, binding, _, a, _, b, _ = decode(proof)
    if what:
        vote, other = vote_of(a), vote_of(b)
        if vote.accused == vote.voter or not vote.seq:
            raise Bad("two votes of a seat on itself, or on READY, are no fork")
        states, out = frozenset({vote.digest, other.digest}), {vote.voter: binding}
        return Fork(vote.game, vote.voter, vote.accused, vote.seq, vote.era, states, out)
    one, two = head_of(a), head_of(b)
    if (one.prev, one.state) != (two.prev, two.state):
        raise Bad("two entries that stand at different rests are no fork")
    if not one.seq and READY not in (one.kind, two.kind):
        raise Bad("a fork of a seat that has not signed READY")
    where = one.game, one.author, one.author, one.seq, one.era
    return Fork(*where, frozenset({one.state}), {one.author: binding})


def check_result(item: bytes) -> dict[str, Any]:
    """The contents of a RESULT whose keys and signatures hold."""
    version, kind, body, bindings, signatures = array(decode(item), 5)
    num(version, VERSION, VERSION), num(kind, RESULT, RESULT)
    game, name, root, outcome, findings, absent = array(decode(raw(body, 1, ITEM_MAX)), 6)
    text(name, 64), raw(root, 32), outcome_of(outcome)
    pairs = [array(one, 2) for one in array(bindings, 2, 4)]
    keys = [check_binding(binding, signature) for binding, signature in pairs]
    ascending(key[0] for key in keys)
    seats = len(keys)
    if game_of([binding for binding, _ in pairs]) != raw(game, 32):
        raise Bad("the keys are not those of this match")
    ascending(num(seat, seats - 1) for seat in array(absent, 0, seats - 1))
    if any(accused >= seats for accused, _, _ in findings_of(findings)):
        raise Bad("a finding that names no seat")
    if (outcome and len(outcome[0]) != seats) or (not outcome and absent):
        raise Bad("an outcome of other seats than the keys")
    for seat, signature in enumerate(array(signatures, seats)):
        tag, statement = "stmt", be(RESULT, 1) + body
        if seat in absent and type(signature) is list:
            data, signature = array(signature, 2)
            ready = head_of(data)
            if (ready.kind, ready.game, ready.author, ready.seq) != (READY, game, seat, 0):
                raise Bad(f"what shows that seat {seat} is in the match is not its READY")
            tag, statement = "msg", data
        elif seat in absent:
            statement = be(END, 1) + encode([game, seat, root, outcome])
        if not signed(keys[seat][1], tag, statement, raw(signature, 64)):
            raise Bad(f"the signature of seat {seat} does not hold")
    named = {"game": game, "name": name, "root": root, "outcome": outcome, "seats": seats}
    return named | {"findings": [tuple(one) for one in findings], "absent": absent}


def check_evidence(item: bytes) -> tuple[bytes, Finding]:
    """In which match (G) who signed two things for one place."""
    version, kind, what, binding, sig_ik, a, sig_a, b, sig_b = array(decode(item), 9)
    num(version, VERSION, VERSION), num(kind, EVIDENCE, EVIDENCE)
    tag, prefix = (("msg", b""), ("stmt", be(DROP, 1)), ("stmt", be(RESUME, 1)))[num(what, 2)]
    keys = check_binding(binding, sig_ik)
    for data, signature in ((a, sig_a), (b, sig_b)):
        if not signed(keys[1], tag, prefix + raw(data, 0, ITEM_MAX), raw(signature, 64)):
            raise Bad("the signature does not hold")
    place = place_of(what, a)
    if a == b or place != place_of(what, b):
        raise Bad("the two are not different, or not for the same place")
    game, seat, seq, _ = place
    return game, (seat, seq, "equivocation")


def place_of(what: int, data: bytes) -> tuple[bytes, int, int, Any]:
    """Of what nobody signs two: (G, who, seq, what there is besides)."""
    if what == 0:
        head = head_of(data)
        return head.game, head.author, head.seq, head.era
    if what == 1:
        vote = vote_of(data)
        return vote.game, vote.voter, vote.seq, (vote.final, vote.accused, vote.era)
    body = parse_body(RESUME, data)
    fork, _ = body.says
    if fork.again or fork.game != body.game:
        raise Bad("a second RESUME, or one behind a fork of another match")
    return body.game, body.seat, 0, fork.era
