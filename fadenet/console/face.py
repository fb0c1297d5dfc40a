"""What the console must know of a game to show it: rows of the field, figures, short words, verb letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Row, State


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown. Zones are named by their letters."""

    field: str  # zones whose cards lie on the field, the first row first
    hand: str  # zones of hidden cards that their owner plays from; they get labels that stay
    counts: tuple[tuple[str, str], ...]  # (word, zone) of the line of a player
    letters: Mapping[str, str]  # fixed letter -> verb
    idle: frozenset[str]  # verbs that do nothing: with only these legal, nobody is asked
    stopping: str  # the verb that ends a free turn to act
    worth: Callable[[State, int, int], str]  # (state, handle, code): figures of a card, short
    elements: Callable[[State, int, int], str]  # two letters each
    marks: Callable[[State, int], str]  # counters and the like, short
    figures: Callable[[State, int], str]  # of a player
    detail: Callable[[State, int, int], str]  # (state, handle or 0, code): one paragraph
    phase: Callable[[State], str]
    link: Callable[[State, int, int], str]  # (state, looking seat, number of the link)
    waiting: Callable[[State, Row, Callable[[int], int]], str]  # (state, row of the queue, code of a handle)
    question: Callable[[State, Row], str]
    picking: Callable[[State, Row, Sequence[int]], str]  # (state, need, codes taken): what must be taken next
    modes: Callable[[State, Row], tuple[str, ...]]  # words of the choices of a MODE ask, () = only numbers
    colours: Mapping[str, str]  # style of a word that colour repeats
    windows: tuple[tuple[str, str], ...]  # (name, what it is) of the chances to answer, "" = never
    legend: str  # what the figures of a card mean
    tells: Callable[[State, Row], bool]  # whether an event is worth a line in the log
    topics: Callable[[Rules, str], list[str]]  # ids of the rules about a slug
    warning: Callable[
        [State, int, Move], str
    ]  # why a seat is asked whether it is sure of a move, "" = it is not
