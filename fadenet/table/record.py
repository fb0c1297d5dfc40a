"""Match records (`.fnr`): a match as lines of text, to be read, kept, shared and replayed.

A record holds every answer in order, those of the players and those of the table, so that a replay needs no
keys, no network and no dice. It is the readable companion of a match; proof is the signed transcript, which
its tag `Head` names. Here are its parts and the text they make; `reading` takes the text apart, `scribe`
makes the lines of a match, `replay` carries them out.

    %fadenet-record 1                       first line
    [Game "faroe"]                          tags: Game, Format, Options, Set1 .., Date, P1 .., Kinds, Keys,
    [P1 "Aud"]                              Clock, Rules, Cards, Deck1 .., View, Result, Head, each a JSON
                                            string
                                            one blank line, then the body
    turn 6 p1                               the turn begins, with the seat whose turn it is
    = 3fa94c0d1e22b781                      the first 8 bytes of the state digest, once a turn and at the end
    12. p1 bind #41=rising-kick             an answer: number, seat or - for the table, words
    13. p1 play h2 h2=rising-kick ! @583000 ; why not
      > p1 plays Rising Kick                what came of it (may be left out)
    ; a comment of its own

Behind the words of an answer may stand the standing passes from then on (`~3:7,1:9`: window mask and last
turn; `~` alone takes them back), a mark (! ? !! ?? !? ?!), the clock in milliseconds and a comment. `write`
gives the canonical text; `reading.parse` takes more blanks, CRLF, blank lines and unknown tags as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from keys import UserError

FIRST_LINE: Final = "%fadenet-record 1"

TABLE: Final = -1
"""The author of answers that no seat decides alone."""

MARKS: Final = frozenset({"!", "?", "!!", "??", "!?", "?!"})
PUBLIC, ALL = "public", "all"


class BadRecord(UserError):
    """A text that is not a match record, or a record that does not follow from its own start."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line} of the record: {what}." if line else f"The record: {what}.")
        self.line = line


@dataclass(frozen=True, slots=True)
class Seated:
    """A player. key: text that names the identity, "" for none."""

    name: str
    kind: str = "human"  # or "bot"
    key: str = ""


@dataclass(frozen=True, slots=True)
class TurnBegins:
    """A turn begins."""

    turn: int
    seat: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer. who: a seat or `TABLE`; words: the answer itself; standing: None = as they were."""

    who: int
    words: tuple[str, ...]
    standing: tuple[tuple[int, int], ...] | None = None
    mark: str = ""
    clock_ms: int = -1  # -1 = not noted
    comment: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Event:
    """An outcome of the answers before it, as a sentence."""

    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """The first 8 bytes of the state digest at this rest, in hex."""

    digest: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on a line of its own."""

    text: str
    line: int = field(default=0, compare=False)


RecordLine = TurnBegins | Answered | Event | Check | Note


@dataclass(frozen=True, slots=True)
class Placing:
    """How the match ended. order: groups of seats, the winners first; seats of one group are drawn."""

    order: tuple[tuple[int, ...], ...]
    rule: str

    @staticmethod
    def of(places: Sequence[int], rule: str) -> Placing:
        """From places by seat, 1 = first."""
        groups = tuple(tuple(i for i, p in enumerate(places) if p == n) for n in sorted(set(places)))
        return Placing(groups, rule)

    def __str__(self) -> str:
        return ">".join("=".join(f"p{seat + 1}" for seat in group) for group in self.order) + f" {self.rule}"


@dataclass(frozen=True, slots=True)
class Record:
    """A match record. Hidden cards are named as far as `view` knows them: "all", "public", or "p1" ..

    sets: the card sets that its options name, each as its packed line: a reader needs no file of them.
    decks: slugs by deck, in the rules' order of decks; an empty list is one that the view does not know.
    rules, cards: hashes, 64 hex digits. clock: (bank, bonus) in seconds, or the days
    that a match by correspondence gave for each decision. result: None = still running.
    """

    game: str
    format: str
    players: tuple[Seated, ...]
    rules: str
    cards: str
    decks: tuple[tuple[str, ...], ...]
    lines: tuple[RecordLine, ...]
    options: tuple[tuple[str, str], ...] = ()
    sets: tuple[str, ...] = field(default=(), repr=False)
    date: str = ""
    clock: tuple[int, int] | int | None = None
    view: str = ALL
    result: Placing | None = None
    head: str = ""

    @property
    def entries(self) -> list[Answered]:
        """The answers, in order."""
        return [line for line in self.lines if isinstance(line, Answered)]


# Writing.


def write(record: Record) -> str:
    """The canonical text of a record; `reading.parse` gives it back."""
    out = [FIRST_LINE, *(f"[{name} {_quoted(value)}]" for name, value in _tags(record))]
    number = 0
    blank = True
    for line in record.lines:
        if blank or isinstance(line, TurnBegins):
            out.append("")
            blank = False
        if isinstance(line, Answered):
            number += 1
            out.append(f"{number}. {entry_text(line)}")
        else:
            out.append(_line_text(line))
    return "\n".join(out) + "\n"


def _quoted(text: str) -> str:
    """A JSON string in which everything that cannot be printed is escaped."""
    return '"' + "".join(json.dumps(ch, ensure_ascii=not ch.isprintable())[1:-1] for ch in text) + '"'


def _tags(r: Record) -> Iterator[tuple[str, str]]:
    yield "Game", r.game
    yield "Format", r.format
    if r.options:
        yield "Options", " ".join(f"{key}={value}" for key, value in r.options)
    for i, one in enumerate(r.sets, 1):
        yield f"Set{i}", one
    if r.date:
        yield "Date", r.date
    for i, player in enumerate(r.players, 1):
        yield f"P{i}", player.name
    yield "Kinds", " ".join(player.kind for player in r.players)
    if any(player.key for player in r.players):
        yield "Keys", " ".join(player.key or "-" for player in r.players)
    if r.clock is not None:
        yield "Clock", f"days:{r.clock}" if isinstance(r.clock, int) else f"{r.clock[0]}+{r.clock[1]}"
    yield "Rules", f"b2:{r.rules}"
    yield "Cards", f"b2:{r.cards}"
    for i, deck in enumerate(r.decks, 1):
        yield f"Deck{i}", _deck_text(deck)
    yield "View", r.view
    yield "Result", str(r.result) if r.result is not None else "*"
    if r.head:
        yield "Head", f"b2:{r.head}"


def _deck_text(deck: Sequence[str]) -> str:
    """Slugs in order; the same one several times in a row is written once, with the number."""
    runs: list[tuple[str, int]] = []
    for slug in deck:
        if runs and runs[-1][0] == slug:
            runs[-1] = (slug, runs[-1][1] + 1)
        else:
            runs.append((slug, 1))
    return " ".join(slug if n == 1 else f"{slug}*{n}" for slug, n in runs)


def entry_text(entry: Answered) -> str:
    """An answer as it is written behind its number."""
    parts = [_who_text(entry.who), *entry.words]
    if entry.standing is not None:
        parts.append("~" + ",".join(f"{mask}:{until}" for mask, until in entry.standing))
    if entry.mark:
        parts.append(entry.mark)
    if entry.clock_ms >= 0:
        parts.append(f"@{entry.clock_ms}")
    if entry.comment:
        parts.append(f"; {entry.comment}")
    return " ".join(parts)


def _who_text(who: int) -> str:
    return "-" if who == TABLE else f"p{who + 1}"


def _line_text(line: TurnBegins | Event | Check | Note) -> str:
    if isinstance(line, TurnBegins):
        return f"turn {line.turn} {_who_text(line.seat)}"
    if isinstance(line, Event):
        return f"  > {line.text}"
    if isinstance(line, Check):
        return f"= {line.digest}"
    return f"; {line.text}" if line.text else ";"
