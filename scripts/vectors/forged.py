"""Forged files: whole matches that one edit spoils, from HELLO to AUDIT, and forged EVIDENCE.

The verdict on each stands here by hand; nothing in this file comes from what it is to test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from protocol.encoding import decode, encode
from protocol.hashing import H, sign, var
from protocol.secrets import Secrets
from tests.protocol.toy import identity, seed
from vectors.forger import GUILTY, INCOMPLETE, INVALID, VALID, VERSION, Case, Forger, SignedMatch, flipped

HELLO = ("version", "rules", "cards", "config", "kind", "nonce", "seating", "mc", "dc")
SMALL = {
    "0": bytes(32),
    "1": b"\1" + bytes(31),
    "-1": bytes.fromhex("ec" + "ff" * 30 + "7f"),
    "order 8": bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "order 8 with the sign bit": bytes.fromhex(
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"
    ),
    "p": bytes.fromhex("ed" + "ff" * 30 + "7f"),
}
"""Points that are not keys: of small order, and one that is not below p."""


class _Hello:
    """The first HELLO of a match, made with other parts. name: who sent it."""

    def __init__(self, f: Forger, own: Secrets, name: str) -> None:
        self.fields = f.fields[0]
        self.ik, self.sk, self.xk, _ = decode(self.fields[3])
        self.config = decode(self.fields[2])[3]
        self.other, self.other_keys = decode(f.fields[1][2]), decode(f.fields[1][3])
        self._own, self._me = own, identity(name)

    def bound(self, keys: list[bytes], hello: bytes | None = None) -> bytes:
        """With other keys, bound to it by those that belong there."""
        body = self.fields[2] if hello is None else hello
        data = encode([*keys, H("fn1/hello", var(body))])
        signed = [self._me.sign("fn1/keys", data), sign(self._own.sk, "fn1/keys", data)]
        return encode([VERSION, 0, body, data, *signed])

    def said(self, **changes: Any) -> bytes:
        """With another content, signed."""
        value = decode(self.fields[2])
        for key, change in changes.items():
            value[HELLO.index(key)] = change
        return self.bound([self.ik, self.sk, self.xk], encode(value))

    def configured(self, **changes: Any) -> bytes:
        return self.said(config=self.config | changes)


def _signed(h: _Hello) -> list[tuple[str, bytes]]:
    """HELLOs that are not what was signed."""
    _, _, hello, binding, by_ik, by_sk = h.fields
    return [
        ("another signature of IK", encode([VERSION, 0, hello, binding, flipped(by_ik), by_sk])),
        ("another signature of SK", encode([VERSION, 0, hello, binding, by_ik, flipped(by_sk)])),
        ("another hello", encode([VERSION, 0, flipped(hello), binding, by_ik, by_sk])),
    ]


def _said(h: _Hello) -> list[tuple[str, bytes]]:
    """HELLOs with another content."""
    return [
        ("a hello of another version", h.said(version=VERSION + 1)),
        ("other rules", h.said(rules=seed("other"))),
        ("another card set", h.said(cards=seed("other"))),
        ("a kind that is none", h.said(kind=2)),
        ("a nonce of 31 bytes", h.said(nonce=bytes(31))),
        ("the nonce of the other", h.said(nonce=h.other[5])),
        ("the mc of the other", h.said(mc=h.other[7])),
        ("another nonce than the seating names", h.said(nonce=seed("other"))),
        ("the seating of another table", h.said(seating=seed("other"))),
    ]


def _configured(h: _Hello, seats: int) -> list[tuple[str, bytes]]:
    """HELLOs with another config."""
    return [
        ("a config of another number of seats", h.configured(seats=3 if seats == 2 else 2)),
        ("a config of five seats", h.configured(seats=5)),
        ("a config without audit", h.configured(audit="none")),
        ("a config of two games", h.configured(games=2)),
        ("a config with another timer", h.configured(timer=61)),
        ("a config with a timer that is true", h.configured(timer=True)),
        ("a config with one key more", h.configured(more=1)),
        ("a config of more than 2,048 bytes", h.configured(opts={"x": "x" * 2048})),
        ("a config with a number for an option's name", h.configured(opts={1: 1})),
    ]


def _keyed(h: _Hello) -> list[tuple[str, bytes]]:
    """HELLOs with keys that are none."""
    return [
        *((f"SK = {which}", h.bound([h.ik, key, h.xk])) for which, key in SMALL.items()),
        *((f"XK = {which}", h.bound([h.ik, h.sk, SMALL[which]])) for which in ("0", "1", "-1", "p")),
        *((f"IK = {which}", h.bound([SMALL[which], h.sk, h.xk])) for which in ("1", "order 8", "p")),
    ]


def _hellos(f: Forger, own: Secrets, name: str) -> None:
    """Edits of the first HELLO; `name` is who sent it."""
    h = _Hello(f, own, name)
    rows = [
        *((f"a HELLO with {what}", item) for what, item in _signed(h)),
        ("a HELLO of another version", encode([VERSION + 1, *h.fields[1:]])),
        ("a HELLO with one field more", encode([*h.fields, 0])),
        *_said(h),
        ("the SK of the other", h.bound([h.ik, h.other_keys[1], h.xk])),
        ("the XK of the other", h.bound([h.ik, h.sk, h.other_keys[2]])),
        *_configured(h, f.seats),
        *_keyed(h),
    ]
    for told, item in rows:
        f.row(told, 0, 1, [item], INVALID)
    f.row("HELLOs not in seat order", 0, 2, [f.items[1], f.items[0]], INVALID)
    f.row("one player twice", 1, 1, [f.items[0]], INVALID)
    f.row("a HELLO is missing", 1, len(f.items), [], INCOMPLETE)


def _any_entry(f: Forger) -> None:
    """Edits that spoil an entry of any type: what was signed, by whom, and where it stands."""
    ready, pool, move, opened = (f.at(kind) for kind in (1, 4, 2, 8))
    for name, at in (("READY", ready), ("POOL", pool), ("MOVE", move), ("OPEN", opened)):
        head, payload, signature = f.fields[at]
        author, seq = f.head(at)[3], f.head(at)[4]
        other = (author + 1) % f.seats
        f.row(
            f"{name} with another signature",
            at,
            1,
            [encode([head, payload, flipped(signature, 5)])],
            INVALID,
        )
        f.row(f"{name} signed by another seat", at, 1, [f.entry(at, by=other)], INVALID)
        f.row(f"{name} with another payload", at, 1, [encode([head, flipped(payload), signature])], INVALID)
        f.row(f"{name} of another match", at, 1, [f.entry(at, game=seed("other"))], INVALID)
        f.row(f"{name} of another version", at, 1, [f.entry(at, version=VERSION + 1)], INVALID)
        f.row(f"{name} of seat 9", at, 1, [f.entry(at, by=author, author=9)], INVALID)
        f.row(f"{name} with another prev", at, 1, [f.entry(at, prev=seed("prev"))], INVALID)
        f.row(f"{name} ahead of its seq", at, 1, [f.entry(at, seq=seq + 1)], INVALID)
        f.row(f"{name} twice", at + 1, 0, [f.items[at]], INVALID)
        f.row(f"{name} missing", at, 1, [], INVALID)
        more = {"finding": [author, seq, "equivocation"], "blind": GUILTY}
        f.row(f"{name} and another one", at + 1, 0, [f.entry(at, prev=seed("fork"))], GUILTY, **more)
    f.row("READY with another state", ready, 1, [f.entry(ready, state=seed("state"))], INVALID)
    f.row("MOVE with another state", move, 1, [f.entry(move, state=seed("state"))], INVALID)


def _randomness(f: Forger) -> None:
    """Edits of READY, POOL, tosses and tokens. An edit at the right table digest convicts, where the
    rules are there to say so."""
    ready, pool, toss, token = (f.at(kind) for kind in (1, 4, 11, 5))
    f.guilty("a MOVE in place of READY", ready, f.entry(ready, {0: "x"}, kind=2), "entry.unexpected", GUILTY)
    f.guilty("an entry of type 13", ready, f.entry(ready, kind=13), "entry.unexpected", GUILTY)
    f.guilty("READY that is no READY", ready, f.entry(ready, [1, 2]), "encoding", GUILTY)
    f.guilty("READY not canonical", ready, f.entry(ready, f.fields[ready][1] + b"\0"), "encoding", GUILTY)
    deck, epoch, made = f.value(pool)
    f.guilty("POOL of another epoch", pool, f.entry(pool, [deck, epoch + 1, made]), "commitment", GUILTY)
    f.guilty("POOL of another deck", pool, f.entry(pool, [deck + 1, epoch, made]), "commitment", GUILTY)
    f.guilty("POOL of 33 bytes", pool, f.entry(pool, [deck, epoch, bytes(33)]), "encoding", GUILTY)
    q, link = f.value(toss)
    f.guilty("a toss with another link", toss, f.entry(toss, [q, flipped(link)]), "token")
    f.guilty("a toss of the next q", toss, f.entry(toss, [q + 1, link]), "token")
    first, *others = f.value(token)
    f.guilty("a token with another link", token, f.entry(token, [[*first[:2], seed("T")], *others]), "token")
    f.guilty("a token of the next q", token, f.entry(token, [[first[0], 2, first[2]], *others]), "token")
    f.guilty("a token of its own deck", token, f.entry(token, [[f.head(token)[3], 1, link]]), "token")
    f.guilty("a toss for a token", token, f.entry(token, [[255, 1, link]]), "token")


def _decisions(f: Forger) -> None:
    """Edits of decisions, sealed and open."""
    commit, move, passed = f.at(12), f.at(2), f.at(3)
    reveal = next(i for i in range(commit, len(f.items)) if f.value(i)[0] == 1 and f.head(i)[1] == 12)
    choice = f.value(reveal)
    f.guilty(
        "another move than the sealed one", reveal, f.entry(reveal, [1, choice[1], {0: "other"}]), "opening"
    )
    f.guilty("another choice salt", reveal, f.entry(reveal, [1, flipped(choice[1]), choice[2]]), "opening")
    f.guilty("a second seal for an opening", reveal, f.entry(reveal, [0, seed("x")]), "entry.answer")
    play = f.value(move)
    (one,) = play[1]
    ops = {
        "with another card": [*one[:3], one[3] + 1, one[4]],
        "with another salt": [*one[:4], flipped(one[4])],
        "of another commitment": [*one[:2], (one[2] + 1) % 12, *one[3:]],
        "of a commitment that nobody made": [one[0], 9, *one[2:]],
    }
    for which, op in ops.items():
        f.guilty(f"an opening {which}", move, f.entry(move, play | {1: [op]}), "opening")
    f.guilty(
        "a move that takes what is in no pool",
        move,
        f.entry(move, play | {5: [[one[0], 9, 0]]}),
        "commitment",
    )
    f.guilty("PASS that is no PASS", passed, f.entry(passed, [1]), "encoding")


def _hidden_cards(f: Forger) -> None:
    """Edits of what hides, shows and takes cards outside of a decision."""
    private, again, take, opened, toss = (f.at(kind) for kind in (9, 10, 7, 8, 11))
    (one,) = f.value(f.at(2))[1]
    to, eph, boxes = f.value(private)
    answer, unexpected = "entry.answer", "entry.unexpected"
    f.guilty("more private openings than cards", private, f.entry(private, [to, eph, boxes * 30]), answer)
    f.guilty(
        "a private opening to oneself",
        private,
        f.entry(private, [f.head(private)[3], eph, boxes]),
        "entry.answer",
    )
    epoch, made = f.value(again)
    f.guilty("RECOMMIT of another epoch", again, f.entry(again, [epoch + 1, made]), "commitment")
    f.guilty(
        "RECOMMIT before a card has left any pool", toss, f.entry(toss, [1, bytes(32)], kind=10), unexpected
    )
    f.guilty("RECOMMIT of more than there can be", again, f.entry(again, [epoch, made * 30]), "commitment")
    f.guilty("RECOMMIT of 31 bytes", again, f.entry(again, [epoch, made[1:]]), "encoding")
    deck, coms, _, claims = f.value(take)
    f.guilty(
        "TAKE from another deck", take, f.entry(take, [(deck + 1) % f.seats, coms, [], []]), "entry.answer"
    )
    f.guilty(
        "TAKE of what nobody made", take, f.entry(take, [deck, [[deck, 9, 0]], [], claims]), "commitment"
    )
    inside = f.op(f.head(toss)[3], 0, 3)
    f.guilty("OPEN of what lies in a pool", toss, f.entry(toss, [inside], kind=8), unexpected)
    f.guilty(
        "TAKE that opens what it does not take", take, f.entry(take, [deck, coms, [one], claims]), "opening"
    )
    shown = f.value(opened)
    f.guilty("OPEN of what is open already", opened, f.entry(opened, [one, shown[1]]), "opening")
    f.guilty(
        "OPEN with another salt", opened, f.entry(opened, [[*shown[0][:4], bytes(16)], shown[1]]), "opening"
    )


def _statements(f: Forger) -> None:
    """Edits that spoil a statement of any type: what was signed, by whom, and where it stands."""
    for name, at in (("END", f.at(14)), ("AUDIT", f.at(15)), ("VERDICT", f.at(16))):
        version, kind, body, signature = f.fields[at]
        value = decode(body)
        changed = encode([version, kind, body, flipped(signature, 5)])
        f.row(f"{name} with another signature", at, 1, [changed], INVALID)
        f.row(f"{name} signed by another seat", at, 1, [f.statement(kind, value, 1 - value[1])], INVALID)
        f.row(f"{name} of another match", at, 1, [f.statement(kind, [seed("x"), *value[1:]])], INVALID)
        f.row(f"{name} of seat 9", at, 1, [f.statement(kind, [value[0], 9, *value[2:]], value[1])], INVALID)
        f.row(f"{name} of another version", at, 1, [f.statement(kind, value, version=VERSION + 1)], INVALID)
        f.row(f"{name} twice", at + 1, 0, [f.items[at]], INVALID)
        f.row(f"{name} as a statement of type 17", at, 1, [encode([VERSION, 17, body, signature])], INVALID)


def _ends(f: Forger) -> None:
    """ENDs that say something else, and END void beside entries."""
    end, move = f.at(14), f.at(2)
    game, seat, root, outcome = f.value(end)
    other = f.statement(14, [game, seat, root, [[2] * f.seats, "x"]])
    f.row("an END with another outcome besides", end + 1, 0, [other], VALID)
    false = [f.statement(14, [game, seat, seed("x"), [[n + 1] * f.seats, "x"]]) for n in range(17)]
    f.row("more false ENDs than are kept", end + 1, 0, false, INVALID)
    void = f.statement(14, [game, f.author(move), f.root(move), []])
    both = {"blind": INVALID, "finding": [f.author(move), f.head(move)[4], "entry.unexpected"], "on": False}
    f.row("END void and then an entry of that rest", move, 1, [void, f.items[move]], GUILTY, **both)
    f.row("an entry and then END void of that rest", move + 1, 0, [void], GUILTY, **both)
    f.row("an entry and much later END void of that rest", end, 0, [void], GUILTY, **both)
    f.row("END void besides the END", end, 0, [f.statement(14, [game, seat, root, []])], VALID)
    more = f.statement(14, [game, seat, root, [outcome[0] * 2, "x"]])
    f.row("an END of other seats", end, 1, [more], INVALID)
    f.row("the ENDs missing", end, f.seats, [], INCOMPLETE)


def _audits(f: Forger) -> None:
    """AUDITs and VERDICTs that say something else."""
    audit, verdict = f.at(15), f.at(16)
    game, seat, master, decks = f.value(audit)
    false, unsorted = [game, seat, seed("x"), decks], [game, seat, master, [[2, 1]]]
    f.row("a second AUDIT", audit + 1, 0, [f.statement(15, false)], INVALID)
    f.row("an AUDIT with another M", audit, 1, [f.statement(15, false)], INVALID)
    f.row("a deck list that is not ascending", audit, 1, [f.statement(15, unsorted)], INVALID)
    f.row("the AUDIT missing", audit, 1, [], INCOMPLETE)
    _, seat, root, _ = f.value(verdict)
    f.row("a second VERDICT", verdict + 1, 0, [f.statement(16, [game, seat, root, [[0, 0, "x"]]])], INVALID)


def _votes(f: Forger) -> None:
    """DROP votes, with more than two seats."""
    at, last = f.at(13), f.at(13, 2)
    first, final = f.value(at), f.value(last)
    game, voter, accused, seq, digest, *_ = first

    def vote(*changed: Any) -> list[bytes]:
        return [f.statement(13, [*changed, *first[len(changed) :]])]

    others = [s for s in range(f.seats) if s != accused]
    proof = {"finding": [voter, seq, "equivocation"], "blind": GUILTY}
    f.row("two votes on one entry", at + 1, 0, vote(*first[:5], not first[5]), GUILTY, **proof)
    proof = {"finding": [final[1], seq, "equivocation"], "blind": GUILTY}
    f.row("two final votes on one entry", last + 1, 0, vote(*final[:5], not final[5], True), GUILTY, **proof)
    f.row("a vote to drop oneself", at, 1, vote(game, voter, voter), INVALID)
    f.row("a final vote on oneself", at, 1, vote(game, voter, voter, seq, digest, False, True), INVALID)
    f.row("a vote on seat 9", at, 1, vote(game, voter, 9), INVALID)
    f.row("a vote on READY", f.at(1), 0, vote(game, voter, accused, 0, game), INVALID)
    f.row("a vote far ahead", at, 1, vote(game, voter, accused, seq + 64), INVALID)
    f.row("a vote of another seat's key", at, 1, [f.statement(13, f.value(at), accused)], INVALID)
    f.row("a vote twice", at + 1, 0, [f.items[at]], INVALID)
    cast = [[game, s, accused, seq, digest, True, last, 0] for last in (False, True) for s in others]
    votes = [f.statement(13, one) for one in cast]
    keys, by_ik = f.fields[voter][3:5]
    final_of_same = f.fields[
        next(i for i in f.every(13) if f.value(i)[1:4:2] == [voter, seq] and f.value(i)[6])
    ]
    rounds = [VERSION, 18, 1, keys, by_ik, *f.fields[at][2:], *final_of_same[2:]]
    disorder = f.result(absent=[2, 1])
    f.row("a RESULT with absent seats out of order, alone", 0, len(f.items), [disorder], INVALID)
    f.row("EVIDENCE of a vote in each round", 0, len(f.items), [encode(rounds)], INVALID)
    f.row("an entry of a seat that was voted out", at, len(f.every(13)), votes, INVALID)
    early = next(i for i in range(at, 0, -1) if f.author(i) == accused)
    before = [*votes, *f.items[early:at]]
    f.row("an entry of a seat voted out in advance", early, at - early + len(f.every(13)), before, INVALID)


def _evidence(f: Forger, heads: bytes, votes: bytes) -> None:
    """EVIDENCE that proves nothing; alone in its file."""
    for name, item in (("heads", heads), ("votes", votes)):
        version, kind, what, binding, by_ik, a, sig_a, b, sig_b = decode(item)
        head = [version, kind, what, binding, by_ik]
        other = f.fields[1]
        told = {
            "of one and the same": [*head, a, sig_a, a, sig_a],
            "with another signature": [*head, a, sig_a, b, flipped(sig_b, 5)],
            "with swapped signatures": [*head, a, sig_b, b, sig_a],
            "with another signature of IK": [*head[:4], flipped(by_ik), a, sig_a, b, sig_b],
            "with the keys of another": [*head[:3], other[3], other[4], a, sig_a, b, sig_b],
            "of the other kind": [version, kind, 1 - what, binding, by_ik, a, sig_a, b, sig_b],
            "of a kind that is none": [version, kind, 2, binding, by_ik, a, sig_a, b, sig_b],
            "of another version": [VERSION + 1, *decode(item)[1:]],
            "with one field more": [*decode(item), 0],
            "with one field less": decode(item)[:-1],
        }
        for which, fields in told.items():
            f.row(f"EVIDENCE of {name} {which}", 0, len(f.items), [encode(fields)], INVALID)
        f.row(f"EVIDENCE of {name} and more", 0, len(f.items), [item, item], INVALID)


def files(bases: Mapping[str, SignedMatch], heads: bytes, votes: bytes) -> list[Case]:
    """Every forged file: `bases` are whole matches, by name."""
    rows: list[Case] = []
    for base, (items, secrets, names) in bases.items():
        f = Forger(base, items, secrets)
        if f.seats == 2:
            _hellos(f, secrets[0], names[0])
            _evidence(f, heads, votes)
            _any_entry(f)
            _randomness(f)
            _decisions(f)
            _hidden_cards(f)
        else:
            _votes(f)
        _statements(f)
        _ends(f)
        _audits(f)
        rows += f.rows
    return rows
