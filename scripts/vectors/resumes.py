"""Forged RESUMEs: other ones, too few of them, and what may not stand behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.encoding import decode, encode
from protocol.evidence import check_evidence
from protocol.hashing import H, sign, var
from protocol.secrets import Secrets
from tests.protocol.toy import seed
from vectors.forger import (
    GUILTY,
    HEAD,
    INCOMPLETE,
    INVALID,
    VALID,
    VERSION,
    Case,
    Forger,
    SignedMatch,
    flipped,
)

READY, MOVE, POOL, TOKEN, RECOMMIT, RESUME = 1, 2, 4, 5, 10, 19


class _Resumes(Forger):
    """Edits of a match in which all who remain have said RESUME, one behind the other."""

    def __init__(self, base: str, items: Sequence[bytes], secrets: Sequence[Secrets]) -> None:
        super().__init__(base, items, secrets)
        self.said = self.every(RESUME)
        self.proof = self.value(self.said[0])[2]
        self.fork = decode(decode(self.proof)[5])  # the head of an entry
        self.accused = int(self.fork[3])

    def heads(self, one: Sequence[Any], two: Sequence[Any]) -> bytes:
        """The EVIDENCE of these two heads, signed by the accused."""
        sk, proof = self.secrets[self.accused].sk, decode(self.proof)
        signed = [part for head in map(encode, (one, two)) for part in (head, sign(sk, "fn1/msg", head))]
        return encode([*proof[:5], *signed])

    def forks(self, **changes: Any) -> bytes:
        """The EVIDENCE of a fork that differs from the true one in this."""
        head = [changes.get(name, value) for name, value in zip(HEAD, self.fork, strict=True)]
        return self.heads([*head[:7], seed("one"), head[8]], [*head[:7], seed("two"), head[8]])

    def says(self, at: int, by: int | None = None, **changes: Any) -> bytes:
        """A RESUME with other contents, signed by its seat unless `by` another."""
        names = ("game", "seat", "proof", "toss", "anchors")
        return self.statement(
            RESUME, [changes.get(n, v) for n, v in zip(names, self.value(at), strict=True)], by
        )

    def all_say(self, **changes: Any) -> list[bytes]:
        return [self.says(at, **changes) for at in self.said]

    def forked_entry(self, **changes: Any) -> bytes:
        """An entry of the accused where it has forked."""
        data = encode([0, seed("sealed")])
        named = {"body": H("fn1/body", var(data))} | changes
        head = encode([named.get(name, value) for name, value in zip(HEAD, self.fork, strict=True)])
        return encode([head, data, sign(self.secrets[self.accused].sk, "fn1/msg", head)])


def _words(f: _Resumes) -> None:
    """RESUMEs that do not hold, each in the place of the second one, so that another stands before and behind
    it."""
    at = f.said[1]
    _, seat, _, toss, anchors = f.value(at)
    version, kind, body, signature = f.fields[at]
    own = next(deck for deck in range(f.seats) if deck not in dict(anchors))
    rows = {
        "with another signature": encode([version, kind, body, flipped(signature, 5)]),
        "signed by another seat": f.says(at, by=f.value(f.said[0])[1]),
        "of another match": f.says(at, game=seed("x")),
        "of seat 9": f.says(at, by=seat, seat=9),
        "of another version": f.statement(RESUME, f.value(at), version=VERSION + 1),
        "with one field more": f.statement(RESUME, [*f.value(at), 0]),
        "with one field less": f.statement(RESUME, f.value(at)[:-1]),
        "of the accused": f.says(at, seat=f.accused),
        "without the anchor of a deck": f.says(at, anchors=anchors[1:]),
        "with an anchor for its own deck": f.says(at, anchors=sorted([*anchors, [own, toss]])),
        "with anchors that are not ascending": f.says(at, anchors=anchors[::-1]),
        "with an anchor of 31 bytes": f.says(at, toss=toss[1:]),
    }
    for which, item in rows.items():
        f.row(f"a RESUME {which}", at, 1, [item], INVALID)
    last = f.said[-1] + 1
    f.row("a RESUME twice", last, 0, [f.items[at]], INVALID)
    for which, item in {
        "of another fork": f.says(at, proof=f.forks(seq=1)),
        "of the same fork": f.says(at, proof=f.forks()),
        "with other anchors": f.says(at, toss=seed("x")),
    }.items():
        proven = {"finding": [seat, 0, "equivocation"], "blind": GUILTY}
        f.row(f"a second RESUME of a seat, {which}", at + 1, 0, [item], GUILTY, **proven)


def _proofs(f: _Resumes) -> None:
    """RESUMEs of all whose EVIDENCE is none of the fork behind which they go back."""
    at, proof, head = f.said[0], decode(f.proof), f.fork
    other = next(f.value(one)[1] for one in f.said)
    vote = encode([*head[2:4], other, 5, head[6], True, False, 0])
    deny = encode([*head[2:4], other, 5, head[6], False, False, 0])
    by = [sign(f.secrets[f.accused].sk, "fn1/stmt", b"\x0d" + one) for one in (vote, deny)]
    rows = {
        "no proof": b"",
        "half a proof": f.proof[:-1],
        "one head twice": encode([*proof[:7], *proof[5:7]]),
        "a signature that does not hold": encode([*proof[:8], flipped(proof[8], 5)]),
        "the keys of another": encode([*proof[:3], *f.fields[other][3:5], *proof[5:]]),
        "two votes": encode([*proof[:2], 1, *proof[3:5], vote, by[0], deny, by[1]]),
        "two entries with another prev": f.heads(head, [*head[:5], seed("x"), *head[6:]]),
        "two entries of different rests": f.heads(head, [*head[:6], seed("x"), *head[7:]]),
        "two entries of different eras": f.heads(head, [*head[:8], 1]),
        "two entries of different places": f.heads(head, [*head[:4], head[4] + 1, *head[5:]]),
        "a fork of another match": f.forks(game=seed("x")),
        "a fork of the next era": f.forks(era=1),
        "a fork at another place": f.forks(seq=head[4] - 1),
    }
    said = f.said[1]
    twice = [encode(f.value(said)), encode([*f.value(said)[:3], seed("x"), f.value(said)[4]])]
    seat, keys = f.value(said)[1], f.fields
    own = [sign(f.secrets[seat].sk, "fn1/stmt", b"\x13" + one) for one in twice]
    both = encode([*proof[:2], 2, *keys[seat][3:5], twice[0], own[0], twice[1], own[1]])
    assert check_evidence(both).seat == seat
    rows |= {
        "two RESUMEs": both,
        "a second proof against the same seat": f.proof + f.forks(),
        "a second proof of another match": f.proof + f.forks(game=seed("x")),
        "a second proof that proves nothing": f.proof + both[:-1] + flipped(both[-1:], 0),
        "half a second proof": f.proof + both[:-1],
        "a second proof and another one": f.proof + both + both,
        "a second proof against one of those who go back": f.proof + both,
    }
    for which, item in rows.items():
        f.row(f"RESUMEs with {which}", at, len(f.said), f.all_say(proof=item), INVALID)
    nowhere = f.all_say(proof=f.forks(state=seed("x")))  # for who has no rules that may have been a rest
    f.row("RESUMEs with a fork at no rest", at, len(f.said), nowhere, INVALID, blind=VALID)
    apart = [f.says(f.said[0], proof=f.forks(state=seed("x")))]
    f.row("RESUMEs for different rests", at, 1, apart, INVALID)
    f.row("RESUMEs with different proofs of one fork", at, 1, [f.says(at, proof=f.forks())], VALID)


def _places(f: _Resumes) -> None:
    """Too few RESUMEs, RESUMEs in other places, and entries of an era that is not the present one there."""
    first, last = f.said[0], f.said[-1]
    fresh, owed, many = last + 1, f.said[0] - 1, len(f.said)
    f.row("the first RESUME missing", first, 1, [], INVALID)
    f.row("the last RESUME missing", last, 1, [], INVALID)
    f.row("all RESUMEs missing", first, many, [], INVALID)
    f.row("nothing behind the RESUMEs", fresh, 0, [], INCOMPLETE, on=False)
    f.row("nothing behind all RESUMEs but one", last, 1, [], INCOMPLETE, on=False)
    begun = next(i for i in range(fresh, len(f.items)) if f.author(i) == f.value(first)[1])
    f.row("an era that has begun too early", last, 1, [f.items[begun]], INVALID, on=False, blind=INCOMPLETE)
    f.row("an entry of the next era between RESUMEs", last, 2, [f.items[fresh], f.items[last]], INVALID)
    words = f.items[first:fresh]
    f.row("an entry of the fork's rest behind a RESUME", owed, 2, [f.items[first], f.items[owed]], VALID)
    f.row("an entry of the fork's rest behind all RESUMEs", owed, 1 + many, [*words, f.items[owed]], VALID)
    early = next(i for i in f.every(TOKEN) if f.author(i) == f.accused)
    moved = [*words, *f.items[early:first]]
    f.row("RESUMEs before the rest to which they go back", early, fresh - early, moved, VALID)
    later = next(i for i in range(fresh, len(f.items)) if f.author(i) == f.value(last)[1])
    f.row(
        "RESUMEs behind entries of the era that they begin",
        first,
        later + 1 - first,
        [*f.items[fresh : later + 1], *words],
        INVALID,
    )
    f.row("a RESUME in the era that it has begun", later + 1, 0, [f.says(last, proof=f.forks())], INVALID)
    f.row("a RESUME behind the RESULT", len(f.items), 0, [f.says(last, proof=f.forks())], INVALID)
    for era in (0, 2):
        f.row(f"an entry of era {era} behind the RESUMEs", fresh, 1, [f.entry(fresh, era=era)], INVALID)
        f.row(f"an entry of era {era} in era 1", later, 1, [f.entry(later, era=era)], INVALID)
    f.row("an entry of era 1 in era 0", owed, 1, [f.entry(owed, era=1)], INVALID)
    head = f.head(owed)
    proven = {"finding": [head[3], head[4], "equivocation"], "blind": GUILTY}
    second = f.entry(owed, [0, seed("sealed")])
    f.row("a second entry of the era before", later + 1, 0, [second], GUILTY, **proven)
    head = f.head(fresh)
    proven = {"finding": [head[3], head[4], "equivocation"], "blind": GUILTY}
    f.row("a second entry of era 1", later + 1, 0, [f.entry(fresh, prev=seed("x"))], GUILTY, **proven)


def _accused(f: _Resumes) -> None:
    """The ends of those who were left behind."""
    fresh, first = f.said[-1] + 1, f.said[0]
    f.row("an entry of the fork before the RESUMEs", first, 0, [f.forked_entry()], INVALID)
    f.row("an entry of the fork behind the RESUMEs", fresh, 0, [f.forked_entry()], INVALID)
    f.row("an entry of the fork in era 1", fresh + 1, 0, [f.forked_entry()], INVALID)
    state = f.head(fresh)[6]
    f.row("an entry of the accused for era 1", fresh + 1, 0, [f.forked_entry(era=1, state=state)], INVALID)
    last = len(f.items) - 1
    f.row("a RESULT in which the accused is present", last, 1, [f.result(absent=[])], INCOMPLETE)


def _votes(f: _Resumes) -> None:
    """Votes on entries that are there: they count in their own era only, wherever in the file they stand."""
    first, fresh = f.said[0], f.said[-1] + 1
    move = next(i for i in f.every(MOVE) if i > fresh)

    def votes(at: int, era: int) -> list[bytes]:
        game, accused, seq, state = (f.head(at)[i] for i in (2, 3, 4, 6))
        voters = [f.value(one)[1] for one in f.said if f.value(one)[1] != accused]
        cast = [[game, one, accused, seq, state, True, last, era] for last in (False, True) for one in voters]
        return [f.statement(13, one) for one in cast]

    for era, says in ((0, VALID), (1, INVALID), (2, VALID)):
        f.row(f"votes of era {era} in era 1", move, 0, votes(move, era), says)
    f.row("votes of era 1 before it has begun", first, 0, votes(fresh, 1), INVALID)


def _secrets(f: _Resumes) -> None:
    """Chains and epochs of the era before, in era 1; and anchors that are not those of M."""
    fresh, last = f.said[-1] + 1, len(f.items) - 1
    token = next(i for i in f.every(TOKEN) if i > fresh)
    before = next(i for i in f.every(TOKEN) if f.author(i) == f.author(token))
    deck, q, link = f.value(token)[0]
    old = dict((one[0], one[2]) for one in f.value(before))
    f.guilty("a token of the era before", token, f.entry(token, [[deck, q, old[deck]]]), "token")
    f.guilty("a token with the q of the era before", token, f.entry(token, [[deck, q + 1, link]]), "token")
    for name, kind in (("POOL", POOL), ("RECOMMIT", RECOMMIT)):
        at = next(i for i in f.every(kind) if i > fresh)
        value = f.value(at)
        value[-2] = 1
        f.guilty(f"{name} with an epoch of the era before", at, f.entry(at, value), "commitment")
    said = next(at for at in f.said if f.value(at)[1] == f.author(token))
    anchors = [[one, seed("x") if one == deck else anchor] for one, anchor in f.value(said)[4]]
    more = {"finding": [f.author(token), f.head(token)[4], "token"], "blind": INVALID}
    f.row(
        "a RESUME with the anchor of another chain", said, 1, [f.says(said, anchors=anchors)], GUILTY, **more
    )
    tossed, seat = f.says(said, toss=seed("x")), f.author(token)
    f.row("a RESUME with an anchor that is not that of M", said, 1, [tossed], INVALID)
    found = [seat, 0, "audit.chain"]
    put = [tossed, *f.items[said + 1 : last], f.result(findings=[found])]
    proven = {"finding": found, "blind": GUILTY}
    f.row("the same, and the RESULT says so", said, last + 1 - said, put, GUILTY, **proven)


def _of_two(f: Forger) -> None:
    """Two seats cannot go on without one."""
    ready, move = f.at(READY), f.at(MOVE)
    seat = f.author(move)
    head = f.head(move)
    sk = f.secrets[seat].sk
    heads = [encode([*head[:7], seed(text), 0]) for text in ("one", "two")]
    signed = [part for one in heads for part in (one, sign(sk, "fn1/msg", one))]
    proof = encode([VERSION, 18, 0, *f.fields[seat][3:5], *signed])
    toss, anchors = f.value(ready)
    said = f.statement(RESUME, [head[2], 1 - seat, proof, toss, anchors])
    f.row("a RESUME between two seats", move, 0, [said], INVALID)


def files(forked: SignedMatch, match: SignedMatch) -> list[Case]:
    """Every file with forged RESUMEs: `forked` is a match with RESUMEs, `match` one of two seats; of each the
    items, secrets and names by seat."""
    f = _Resumes("forked", *forked[:2])
    for edit in (_words, _proofs, _places, _accused, _votes, _secrets):
        edit(f)
    two = Forger("match", *match[:2])
    _of_two(two)
    return f.rows + two.rows
