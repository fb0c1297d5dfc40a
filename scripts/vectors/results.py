"""Forged RESULTs: with other contents, with false findings, and alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from protocol.encoding import decode, encode
from protocol.hashing import sign
from tests.protocol.toy import seed
from vectors.forger import CLAIMED, INCOMPLETE, INVALID, Case, Forger, SignedMatch, flipped


def _result(f: Forger) -> None:
    """The RESULT cut, doubled, followed by something, or with other contents."""
    result, verdict = len(f.items) - 1, f.at(16)
    f.row("the RESULT missing", result, 1, [], INCOMPLETE)
    f.row("the RESULT cut", result, 1, [f.items[result][:-1]], INCOMPLETE)
    f.row("the RESULT twice", result + 1, 0, [f.items[result]], INVALID)
    f.row("something after the RESULT", result + 1, 0, [f.items[verdict]], INVALID)
    f.row("half an item after the RESULT", result + 1, 0, [f.items[verdict][:9]], INVALID)
    _findings(f)
    if f.seats == 2:
        _lone_accusers(f)
        _alone(f)
    other = f.result(outcome=[[2] * f.seats, "x"])
    f.row("a RESULT with another outcome", result, 1, [other], INVALID)
    f.row("a RESULT of another root", result, 1, [f.result(root=seed("x"))], INVALID)
    for name, item in _results(f).items():
        f.row(name, result, 1, [item], INVALID)
        if f.seats == 2:
            f.row(f"{name}, alone", 0, result + 1, [item], INVALID)


def _findings(f: Forger) -> None:
    """RESULTs that all have signed, with findings that no AUDIT bears out. Without the rules nobody can say
    which commitments a later POOL or a RECOMMIT replaces, or what a game forbids."""
    result, pools = len(f.items) - 1, f.every(4)
    first, later = pools[0], pools[-1]
    told: list[tuple[str, int, int, str, str]] = [
        ("the first POOL", f.author(first), f.head(first)[4], "audit.pool", INVALID),
        ("an entry that is no POOL", 0, 0, "audit.pool", INVALID),
        ("an entry that is no RECOMMIT", 0, 0, "audit.recommit", INVALID),
        ("an entry that is no private opening", 0, 0, "audit.open", INVALID),
        ("an entry that nobody has made", 0, 999, "toy.claim", INVALID),
        ("a chain", 0, 0, "audit.chain", INVALID),
        ("a deck list", 0, 0, "audit.deck", INVALID),
        ("an M", 0, 0, "audit.master", INVALID),
        ("a later POOL", f.author(later), f.head(later)[4], "audit.pool", CLAIMED),
        ("a rule of the game", 0, f.head(f.at(12))[4], "toy.claim", CLAIMED),
    ]
    for what, seat, seq, rule, blind in told:
        item = f.result(findings=[[seat, seq, rule]])
        f.row(f"a RESULT that accuses {what} against the audit", result, 1, [item], INVALID, blind=blind)


def _alone(f: Forger) -> None:
    """RESULTs that stand alone: their signers' word, and only against who has signed something there."""
    whole = len(f.items)

    def row(name: str, says: str, *changes: Any, **more: Any) -> None:
        f.row(f"{name}, alone", 0, whole, [f.result(*changes, **more)], says)

    f.row("the RESULT, alone", 0, whole, [f.items[-1]], CLAIMED)
    row("a RESULT with a finding against a signer", CLAIMED, findings=[[0, 3, "toy.claim"]])
    row("a RESULT without one who has signed READY", CLAIMED, absent=[1])
    row(
        "a RESULT that accuses one who has signed READY", CLAIMED, absent=[1], findings=[[1, 3, "audit.pool"]]
    )
    other, pool = f.joined(0), f.joined(1, 4)
    ready, signature = f.joined(1)
    head = decode(ready)
    elsewhere = encode([*head[:2], seed("other"), *head[3:]])
    shown = {
        "nothing": b"",
        "the READY of another seat": other,
        "another entry than READY": pool,
        "a READY with another signature": [ready, flipped(signature)],
        "a READY of another match": [elsewhere, sign(f.secrets[1].sk, "fn1/msg", elsewhere)],
        "an END of another outcome": f.fields[f.at(14)][3],
        "a READY without its signature": [ready],
    }
    for what, place in shown.items():
        row(f"a RESULT in which the absent seat has signed {what}", INVALID, (), {1: place}, absent=[1])
    row("a RESULT in which a present seat has signed READY only", INVALID, (), {1: [ready, signature]})


def _lone_accusers(f: Forger) -> None:
    """The seat that stays of two calls the other absent, whose AUDIT it does not have, and guilty on its own
    word."""
    end, result = f.at(14), len(f.items) - 1
    own = [f.items[i] for i in (*f.every(14), *f.every(15)) if f.value(i)[1] == 0]
    for rule, blind in (("audit.chain", INVALID), ("audit.pool", INVALID), ("toy.claim", CLAIMED)):
        accusing = f.result(findings=[[1, 3, rule]], absent=[1])
        name = f"a RESULT whose only signer accuses the absent by {rule}"
        f.row(name, end, result + 1 - end, [*own, accusing], INVALID, blind=blind)


def _results(f: Forger) -> dict[str, bytes]:
    """RESULTs that do not hold, not even alone."""
    version, kind, body, bindings, signatures = f.fields[-1]
    swapped = [bindings[1], bindings[0], *bindings[2:]]
    return {
        "a RESULT with another signature": encode(
            [version, kind, body, bindings, [flipped(signatures[0]), *signatures[1:]]]
        ),
        "a RESULT that one has not signed": encode([version, kind, body, bindings, [b"", *signatures[1:]]]),
        "a RESULT with swapped signatures": encode(
            [version, kind, body, bindings, [signatures[1], signatures[0], *signatures[2:]]]
        ),
        "a RESULT with swapped keys": encode([version, kind, body, swapped, signatures]),
        "a RESULT with one signature less": encode([version, kind, body, bindings, signatures[1:]]),
        "a RESULT of another match": f.result(game=seed("x")),
        "a RESULT where all are absent": f.result(absent=list(range(f.seats))),
        "a RESULT where seat 9 is absent": f.result(absent=[9]),
        "a RESULT with a finding against seat 9": f.result(findings=[[9, 0, "x"]]),
        "a RESULT with findings out of order": f.result(findings=[[1, 0, "x"], [0, 0, "x"]]),
        "a void RESULT with somebody absent": f.result(outcome=[], absent=[1]),
        "a RESULT with an outcome of other seats": f.result(outcome=[[1] * (6 - f.seats), "x"]),
    }


def files(bases: Mapping[str, SignedMatch]) -> list[Case]:
    """Every file with a forged RESULT: `bases` as in `forged.files`."""
    rows: list[Case] = []
    for base, (items, secrets, _) in bases.items():
        f = Forger(base, items, secrets)
        _result(f)
        rows += f.rows
    return rows
