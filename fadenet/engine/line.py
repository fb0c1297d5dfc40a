"""A line of the log as data: what an event says, in parts; its text is made last."""

from __future__ import annotations

from typing import Final, NamedTuple

LEADS: Final[tuple[str, ...]] = ("{who} ", "{who}: ")
"""How a sentence begins that is told of a seat, which may be said already."""


class Line(NamedTuple):
    """An event as the log tells it to somebody.

    kind: the event's name. who: the seat whose doing it is, -1 = nobody's. what: a sentence with `{who}`,
    `{card}` and `{n}` in the places of these parts. card: what the card is called. n: the event's number.
    """

    kind: str
    who: int
    what: str
    card: str
    n: int

    def text(self) -> str:
        """The whole sentence."""
        return self.what.format(who=f"p{self.who + 1}", card=self.card, n=self.n)

    def deed(self) -> str:
        """The sentence without its subject, to stand where it is said already whose doing it is."""
        lead = next((lead for lead in LEADS if self.what.startswith(lead)), "")
        return self._replace(what=self.what.removeprefix(lead)).text()
