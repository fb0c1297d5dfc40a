"""Prelude at nodes' tables: decks trimmed unseen, traps that must spring, and who lies about either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from check_match import check

from fadenet import games
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.games.decks import load_deck
from fadenet.games.prelude import tables as t
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol.encoding import encode
from protocol.files import FileState, verify_file
from protocol.messages import Entry, Pass, parse_message
from tests.table.wire import Brazen, Match, NeverComes, file_of, keeps_one_too_many, state_of

DUEL, MELEE = games.load("prelude"), games.load("prelude", "melee")
STATEMENT, SEARCH = DUEL.cites["statement"], DUEL.cites["search"]
MATCHES_MAX = 30
LIKED = ((t.V_SPRING,), (t.V_SET,), (t.V_LAY, t.V_VALUE, t.V_DESCEND), (t.V_ATTACK, t.V_STRIKE, t.V_EQUIP))
"""The moves of who lays snares, best first."""


def snares() -> list[list[int]]:
    """The lists of one player: a starter deck of two callings with more traps, most sprung by an attack."""
    chest, characters = load_deck(DUEL, "gate-and-grove").lists
    spared = (
        "tripwire",
        "slow-river",
        "willow-flask",
        "quick-draught",
        "padded-coat",
        "hill-guard",
        "mend-bark",
    )
    dropped = {DUEL.by_slug[slug].code for slug in spared}
    laid = [DUEL.by_slug[slug].code for slug in ("tripwire", "swinging-log", "hidden-bell")]
    return [[*(code for code in chest if code not in dropped), *laid * 3], list(characters)]


DECKS = snares() * 2


def springing(table: TableSeat) -> bool:
    """Whether a trap of the seat has to spring now, which only its node knows."""
    return asked_of_traps(table) and table.view is not None and table.view.options()[0][0] == t.V_SPRING


def asked_of_traps(table: TableSeat) -> bool:
    return state_of(table).asks[0].window == t.W_SPRING


def two_due(table: TableSeat) -> Move | None:
    """The move that springs the younger of two traps that both have to, if it is so now."""
    if not springing(table) or table.view is None:
        return None
    ((_, older),) = table.view.options()
    younger = {h: code for h, code in table.view.known.items() if h != older}
    return next((m for m in kernel.options(state_of(table), table.seat, younger) if m[0] == t.V_SPRING), None)


class Snares(Match):
    """Both players set every trap and attack whenever they can; at random else."""

    def move(self, table: TableSeat) -> list[bytes]:
        if table.question() is None or table.view is None:
            return super().move(table)
        options = table.view.options()
        best = next((liked for liked in LIKED if any(m[0] in liked for m in options)), None)
        return table.answer(self.random.choice([m for m in options if not best or m[0] in best]))


def caught(wanted: Callable[[TableSeat], object], first: int = 1) -> tuple[Match, TableSeat]:
    """A match in which a seat is asked of its traps as wanted, the first that comes to that, and that seat's
    table."""
    for seed in range(first, first + MATCHES_MAX):
        match = Snares(DUEL, seed, decks=DECKS)
        with suppress(NeverComes):
            return match, match.until(lambda table: bool(wanted(table)))
    raise AssertionError(f"{MATCHES_MAX} matches never came to that")


def ended(match: Match, guilty: Sequence[tuple[int, int, str]] = ()) -> None:
    """All nodes hold one RESULT with these findings, and what is found in every file bears it out: the
    checker without rules knows a fault only as claimed."""
    one = match.seats[0]
    state = FileState.GUILTY if guilty else FileState.VALID
    for table in match.seats:
        assert table.result is not None and table.result == one.result
        assert table.ending.audited is not None and table.ending.audited.findings == tuple(guilty)
        report = verify_file(file_of(table), Replica(table.rules))
        assert (report.state, report.findings) == (state, tuple(guilty))
        assert check(file_of(table)).state == ("claimed" if guilty else "valid")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players"), [(DUEL, 2), (MELEE, 3), pytest.param(MELEE, 4, marks=pytest.mark.long)]
)
def test_whole_matches_are_played_and_proven(
    rules: Rules, players: int, so_many: Callable[[int, int], int]
) -> None:
    """given matches at random, then all nodes agree, and both checkers find their files valid."""
    for seed in range(so_many(1, 4)):
        ended(Match(rules, seed, players=players, looking=1).finish())


# Trimming (prelude setup.trim-by-race, setup.trim-by-rank, zone.hidden-audit).


@pytest.mark.slow
def test_who_keeps_a_card_of_another_calling_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """given a changed client that trims one card fewer than it must, then the audit names seat and entry."""
    match = Match(DUEL, 3, decks=DECKS)
    seqs = keeps_one_too_many(match.seats[0], monkeypatch)
    match.finish()
    ended(match, [(0, seqs[0], SEARCH)])


# Traps (prelude item.trap-springs).


def lie(match: Match, liar: TableSeat, move: Move) -> int:
    """The seat answers so, whatever it knows; the number of the entry."""
    assert liar.view is not None
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(move))
    return seq


def test_an_honest_client_does_not_sign_that_its_trap_need_not_spring() -> None:
    _, owner = caught(springing)
    assert owner.view is not None and PASS_MOVE not in owner.view.options()
    refusal = owner.view.refusal(PASS_MOVE)
    assert refusal is not None and refusal.rule == STATEMENT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_claims_that_no_trap_need_spring_is_found(seed: int) -> None:
    """given a changed client that passes though its trap must spring, then the audit names seat and entry."""
    match, liar = caught(springing, seed)
    seq = lie(match, liar, PASS_MOVE)
    match.finish()
    ended(match, [(liar.seat, seq, STATEMENT)])


@pytest.mark.slow
def test_who_springs_a_younger_trap_for_the_older_is_found() -> None:
    """given two traps that both have to spring, when the younger does, then that states that the older need
    not, and the audit names it."""
    match, liar = caught(two_due)
    move = two_due(liar)
    assert move is not None
    seq = lie(match, liar, move)
    match.finish()
    ended(match, [(liar.seat, seq, STATEMENT)])


def test_a_pass_at_traps_looks_the_same_whatever_lies_there() -> None:
    """given somebody whose set traps need not spring, then the entry is as empty as any pass, and the node
    holds it back as long as all answers that hidden cards decide."""
    _, owner = caught(lambda table: asked_of_traps(table) and not springing(table))
    assert owner.view is not None and owner.view.options() == [PASS_MOVE] and owner.view.concerned()
    (wire,) = owner.answer(PASS_MOVE)[:1]
    said = parse_message(wire)
    assert isinstance(said, Entry) and said.payload == encode(Pass().wire())
