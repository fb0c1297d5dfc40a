"""The rules' part of the audit: were the decks legal, and was everything true that was said of hidden cards?

The replica has followed the match already and refused what the rules forbid; what is left for the end are
decks and statements about cards that nobody could see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fadenet.engine import needs
from fadenet.engine.state import Row
from protocol.audit import Ruling
from protocol.needs import Batch
from protocol.values import Com, Decks

if TYPE_CHECKING:
    from fadenet.table.replica import Replica


@dataclass(frozen=True, slots=True)
class Statement:
    """What a seat said of hidden cards in its entry `seq`: all of `coms` fit the predicate, or none does.

    need: a search that was answered with them, in this order; then the rules of the search decide.
    """

    seat: int
    seq: int
    rule: str
    predicate: int
    coms: tuple[Com, ...]
    fits: bool
    need: Row | None = None


class TableJudge:
    """The protocol's `Judge` for one match that a replica has followed."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica

    def decks(self, seat: int, decks: Decks) -> str | None:
        """The id of the first rule that a seat's deck list breaks."""
        rules = self._replica.rules
        if len(decks) != rules.decks_per_seat or any(c >= len(rules.cards) for deck in decks for c in deck):
            return rules.cites["decks"]
        return rules.deck_fault(decks)

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        """Hold every statement against the cards; the first false one names its author.

        One about a card that no AUDIT shows is nobody's to judge.
        """
        replica = self._replica
        rules = replica.rules
        for said in replica.statements:
            codes = [cards[com] for com in said.coms if com in cards]
            if len(codes) < len(said.coms):
                continue
            fits = rules.predicates[said.predicate - 1]
            if said.need is not None:
                true = needs.may_all_be_taken(rules, said.need, codes)
            else:
                true = all(fits(rules.cards[code]) == said.fits for code in codes)
            if not true:
                return Ruling((said.seat, said.seq, said.rule))
        return Ruling(None, replica.outcome if replica.state is not None else None)
