"""How a match ended, in words and as data: the result, who signed it, who broke a rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import keys
from fadenet.cli.frame.context import FAULT_PROVEN, listed
from fadenet.node.match.ids import short_id
from protocol.faults import PeerFault

if TYPE_CHECKING:
    from fadenet.engine.rules import Rules
    from fadenet.node.match.follow import MatchEnd

AUDITED = {
    "audit.master": "what it showed at the end is not what it committed to at the start.",
    "audit.deck": "the deck that it showed at the end is not the one that it committed to at the start.",
    "audit.chain": "its share in the shuffles is not what it committed to.",
    "audit.pool": "it shuffled other cards than it had, or in another order than it had to.",
    "audit.recommit": "it put other cards in place of those that it held.",
    "audit.open": "what it showed to one player was not the card.",
    "audit.choose": "what it chose in secret was not what it had committed to.",
    "equivocation": "it signed two different things for one place.",
}
"""The rules of the protocol's audit, each in words for people who read that it was broken."""


NOBODY = -1
"""The seat of a reader who played in none."""


def ending(
    names: Sequence[str], places: Sequence[int], rule: str, sides: Sequence[int] = (), own: int = NOBODY
) -> str:
    """How a match ended, in one sentence. sides: of the seats, none = every one for themselves; own: the seat
    of whoever reads it.

    Seats behind the last name are played by the game itself; where it has won they may be left out.
    """
    won = [seat for seat, place in enumerate(places) if place == 1]
    said = [_called(names, seat, own) for seat in sorted(won, key=lambda seat: seat != own)]
    if not won:
        return f"all players lose [{rule}]"
    if len({sides[seat] if sides else seat for seat in won}) == 1:
        return f"{listed(said)} win{'s' if len(won) == 1 and won != [own] else ''} [{rule}]"
    return f"drawn between {listed(said)} [{rule}]"


def _called(names: Sequence[str], seat: int, own: int) -> str:
    """A player as whoever sits at `own` reads it."""
    if seat == own:
        return "you"
    return f"p{seat + 1} {names[seat]}" if seat < len(names) else f"p{seat + 1}"


def outcome_lines(outcome: MatchEnd, own: int = NOBODY) -> list[str]:
    """How a match between nodes ended: one line, and one for each that the audit names. own: as in
    `ending`."""
    guilty = [
        f"guilty: {broken(_called(outcome.names, seat, own), seq, rule)}"
        for seat, seq, rule in outcome.findings
    ]
    if not outcome.begun:
        return ["not begun: not everybody was there in time"]
    if outcome.places is None:
        void = "void: all players have ended this match together, without a winner"
        return [f"no result [{outcome.rule}]" if outcome.result is None else void, *guilty]
    return [ending(outcome.names, outcome.places, outcome.rule, outcome.sides, own), *guilty]


def signed_line(outcome: MatchEnd, own: int = NOBODY) -> str:
    """A sentence on who has signed the result, and what that means. own: as in `ending`."""
    if not outcome.begun:
        return "Nobody has won or left this match: it does not stand in your history."
    if outcome.places is None and outcome.result is None:
        return "The match was broken off without a result here: it stands in your history alone."
    if outcome.result is None:
        return "The others have not signed this result: it stands in your history alone, and is not rated."
    from protocol.result import check_result

    absent = check_result(outcome.result).absent
    if not absent:
        return "All players have signed this result."
    names = listed([_called(outcome.names, seat, own) for seat in absent])
    return f"All players have signed this result but {names}, who stayed away."


def outcome_data(outcome: MatchEnd) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "match": outcome.match,
        "file": str(outcome.path),
        "seat": outcome.seat,
        "players": list(outcome.names),
        "places": None if outcome.places is None else list(outcome.places),
        "rule": outcome.rule or None,
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in outcome.findings],
        "signed": outcome.result is not None,
    }


def broken(who: str, seq: int, rule: str, rules: Rules | None = None) -> str:
    """A sentence on who broke which rule where, and what that means. rules: of the game, which tell of their
    own."""
    meant = AUDITED.get(rule) or (rules.book.rules.get(rule, {}).get("text", "") if rules is not None else "")
    return f"{who} broke [{rule}] with entry {seq}" + (f": {meant}" if meant else "")


class BrokenOff(keys.UserError):
    """A match that ended because somebody broke the protocol."""

    def __init__(self, message: str, proven: bool) -> None:
        super().__init__(message)
        self.exit_code = FAULT_PROVEN if proven else int(keys.ExitCode.NETWORK)


def broken_off(fault: PeerFault, path: Path | None = None, names: Sequence[str] = ()) -> BrokenOff:
    """The error that says who broke which rule where, what proves it, and what to do about it. path: the
    match file, None = no match has begun; names: of its seats."""
    place = "" if fault.seq is None else f" with entry {fault.seq}"
    if not fault.proven or fault.author is None or path is None:
        go_on = "" if path is None else f" To try to go on: fadenet resume {short_id(path.stem)}"
        return BrokenOff(
            f"The match has stopped: what came is against the protocol [{fault.rule}]: {fault.why}. "
            f"It proves nothing about anybody: the other node may be out of order.{go_on}",
            False,
        )
    proof = path.with_suffix(".evidence") if fault.transferable else path
    who = f"p{fault.author + 1} {names[fault.author]}"
    return BrokenOff(
        f"{who} broke the protocol{place} [{fault.rule}]: {fault.why}. The match ends here, and the "
        f"signature proves it to everybody: show them this file, to be judged with: fadenet verify {proof}",
        True,
    )
