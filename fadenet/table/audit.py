"""The rules' part of the audit: were the decks legal, and was everything true that was said of hidden cards?

The replica has followed the match already and refused what the rules forbid; left for the end are the decks,
and the statements about cards that nobody could see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fadenet.engine import needs
from fadenet.engine.rules import Rules
from fadenet.table.statements import CardStatement
from protocol.audit import Ruling
from protocol.needs import Batch
from protocol.values import Com, Decks, Outcome


class TableJudge:
    """The protocol's `Judge` for one match that was followed to its end. statements: all that was said of
    hidden cards; outcome: what the match came to; shown: takes the card that lay behind each commitment."""

    def __init__(
        self, rules: Rules, statements: Sequence[CardStatement], outcome: Outcome, shown: dict[Com, int]
    ) -> None:
        self._rules = rules
        self._statements = statements
        self._outcome = outcome
        self._shown = shown

    def decks(self, seat: int, decks: Decks) -> str | None:
        """The id of the first rule that a seat's deck list breaks."""
        rules = self._rules
        if len(decks) != rules.decks_per_seat or any(c >= len(rules.cards) for deck in decks for c in deck):
            return rules.cites["decks"]
        return rules.deck_fault(decks)

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        """Hold every statement against the cards; the first false one names its author.

        A statement about a card that no AUDIT shows cannot be judged.
        """
        rules = self._rules
        self._shown.clear()
        self._shown.update(cards)
        for said in self._statements:
            codes = [cards[com] for com in said.coms if com in cards]
            if len(codes) < len(said.coms):
                continue
            if said.need is not None:
                true = needs.may_all_be_taken(rules, said.need, codes)
            else:
                true = all((code in said.codes) == said.fits for code in codes)
            if not true:
                return Ruling((said.seat, said.seq, said.rule))
        return Ruling(None, self._outcome)
