"""A bot of Python that speaks fnbot itself: over stdin and stdout, for whoever is on the other side.

It is asked with the position and what its seat knows besides, and answers as it would have in the process of
the match: the tests play every bot both ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from fadenet import games
from fadenet.bots.base import Bot, run_now
from fadenet.bots.options import (
    BotOption,
    CheckOption,
    ChoiceOption,
    SpinOption,
    options_of,
)
from fadenet.engine import position
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Rules, rules_of
from fadenet.table.sightings import Sightings
from fadenet.table.view import Clock, MatchInfo, SeatView

TAKE: Final = "take"
NO_NEED: Final = -1

BotMaker = Callable[[Mapping[str, str]], Bot]
"""Makes a fresh bot with these options beside its own."""


def serve(make: BotMaker, name: str, lines: Iterator[str], say: Callable[[str], None]) -> None:
    """Answer until the other side quits. lines: what it says; say: one line to it, at once. Raises
    `WrongInput` for a match that cannot be played here."""
    served = _Served(make, name, say)
    for line in lines:
        word, _, rest = line.rstrip("\r\n").partition(" ")
        if word == "quit":
            return
        served.take(word, rest)


class _Served:
    def __init__(self, make: BotMaker, name: str, say: Callable[[str], None]) -> None:
        self._make = make
        self._name = name
        self._say = say
        self._options: dict[str, str] = {}
        self._bot = make({})
        self._rules: Rules | None = None
        self._info: MatchInfo | None = None
        self._begun = False
        self._position = ""
        self._hidden: dict[str, Any] = {}
        self._kind = ""
        self._need = NO_NEED
        self._searched = NO_NEED
        self._chosen: list[str] = []

    def take(self, word: str, rest: str) -> None:
        """Take one line. Words that are not known are none of this bot's."""
        takes = getattr(self, f"_{word.replace('-', '_')}_line", None)
        if takes is not None:
            takes(rest)

    def _fnbot_line(self, rest: str) -> None:
        self._say(f"name {self._name}")
        for name, option in options_of(type(self._bot)).items():
            self._say(f"option {name} {_written(option)}")
        self._say("want position" + " proposals" * self._bot.proposes)
        self._say("ok")

    def _set_line(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        try:
            self._make({name: value})
        except WrongInput as wrong:
            self._say(f"error {wrong}")
            return
        self._options[name] = value
        self._say("ok")

    def _match_line(self, rest: str) -> None:
        """Raises `WrongInput` for a match under other rules, or with other cards, than there are here."""
        told = json.loads(rest)
        rules = games.load(told["game"], told["format"], **told["options"])
        if [rules.hash.hex(), rules.card_hash.hex()] != [told["rules"], told["cards"]]:
            raise WrongInput(f"the rules or cards of {rules.name} are not those of the match")
        self._rules, self._info, self._begun, self._searched = rules, info_of(rules, told), False, NO_NEED
        self._bot = self._make(self._options)

    def _position_line(self, rest: str) -> None:
        self._position = rest

    def _hidden_line(self, rest: str) -> None:
        self._hidden = json.loads(rest)

    def _ask_line(self, rest: str) -> None:
        self._kind, *more = rest.split(" ")[2:]
        self._need = int(more[0]) if self._kind == TAKE else NO_NEED

    def _go_line(self, rest: str) -> None:
        number, ms = rest.split(" ")
        assert self._info is not None and self._rules is not None
        seat = view_of(self._rules, self._info.seat, self._position, self._hidden)
        seat.clock = Clock(decision_s=int(ms) / 1000)
        if not self._begun:
            run_now(self._bot.start(self._info, seat))
            self._begun = True
        text = self._taken(seat) if self._kind == TAKE else seat.text(self._bot.decide(seat).move)
        if self._kind != TAKE and (thought := self._bot.thought()) is not None:
            self._say(f"info {number} {thought.text}")
        self._say(f"move {number} {text}")

    def _taken(self, seat: SeatView) -> str:
        """The next card of a search, which is chosen as a whole when it is asked for first."""
        need = next(w for w in seat.state.needs if w.id == self._need)
        if need.id != self._searched:
            cards = rules_of(seat.state).cards
            self._searched = need.id
            self._chosen = [cards[seat.code(h)].slug for h in run_now(self._bot.take(seat, need))]
        return f"take {self._chosen.pop(0)}" if self._chosen else "done"


def info_of(rules: Rules, told: dict[str, Any]) -> MatchInfo:
    """The facts of a match out of its line."""

    def codes(slugs: list[str]) -> tuple[int, ...]:
        return tuple([rules.code_of(slug) for slug in slugs])

    return MatchInfo(
        match="fnbot",
        game=told["game"],
        format=told["format"],
        seat=int(told["you"][1:]) - 1,
        names=tuple([seat["name"] for seat in told["seats"]]),
        kinds=tuple([seat["kind"] for seat in told["seats"]]),
        decks=tuple(map(codes, told["decks"])),
        seed=told["seed"],
        lists=tuple([None if slugs is None else codes(slugs) for slugs in told["lists"]]),
    )


def view_of(rules: Rules, seat: int, text: str, hidden: dict[str, Any]) -> SeatView:
    """The view of a seat out of a position and what it knows besides. Raises `WrongInput`."""

    def codes(by_slug: dict[str, int]) -> dict[int, int]:
        return {rules.code_of(slug): n for slug, n in by_slug.items()}

    sightings = Sightings(tuple([_row(line) for line in hidden["laid"]]))
    sightings.recall(
        tuple(map(codes, hidden["seen"])),
        {int(h): tuple([int(name[1:]) - 1 for name in seats]) for h, seats in hidden["shown"].items()},
    )
    known = {int(h): rules.code_of(slug) for h, slug in hidden["known"].items()}
    return SeatView(position.load(rules, text), seat, known, sightings)


def _row(handles: list[int]) -> range | tuple[int, ...]:
    row = range(handles[0], handles[-1] + 1) if handles else range(0)
    return row if [*row] == handles else tuple(handles)


def _written(option: BotOption[int] | BotOption[bool] | BotOption[str]) -> str:
    """An option as a bot tells it."""
    if isinstance(option, SpinOption):
        return f"spin {option.default} {option.lo} {option.hi}"
    if isinstance(option, CheckOption):
        return f"check {option.text()}"
    if isinstance(option, ChoiceOption):
        return f"choice {option.default} {' '.join(option.words)}"
    return f"text {option.text()}"
