"""A replay as one page for a browser: the board at every step, the log, and whose eyes one looks with.

`page.html` is the page; it asks nobody for anything and holds all that it shows. Each text, card, row and
line of a player is written once, in a list, and a step says the numbers of what it shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from fadenet.console.match.board import BoardView, CardView, Rank
from fadenet.console.match.sight import Sight
from fadenet.console.replay.viewer import Still, Viewer
from fadenet.engine.acts import A_SEAT, A_SRC, A_TARGETS
from fadenet.engine.rules import rules_of
from fadenet.engine.state import HANDLE_MASK
from fadenet.table.record import ALL, PUBLIC
from fadenet.table.replay import Replay

VIEWS = {ALL: "everything", PUBLIC: "what all see"}
"""The names of the views that do not belong to a player."""
DATA, TITLE = "{{data}}", "{{title}}"
Number = int


class Interner:
    """Values that are written once each, with their numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, Number] = {}

    def of(self, value: Any) -> Number:
        """The number of a value that JSON can write."""
        key = json.dumps(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class ReplayPage:
    """The data of the page of a replay. views: those that it holds, the one shown first at first. at: after
    how many steps it begins, None = at the first turn. ended: how the match ended."""

    def __init__(self, replay: Replay, views: Sequence[str], at: int | None, ended: str) -> None:
        self._replay = replay
        self._views = views
        self._at = replay.at_turn(1) if at is None else at
        self._ended = ended
        self._texts, self._cards, self._rows, self._sides = Interner(), Interner(), Interner(), Interner()

    def html(self) -> str:
        """The page."""
        names = [player.name for player in self._replay.record.players]
        title = f"{self._replay.rules.title}: {' and '.join(names)}"
        data = json.dumps(self.data(title), ensure_ascii=False, separators=(",", ":"))
        template = resources.files(__package__).joinpath("page.html").read_text("utf-8")
        # "<" begins no tag and no comment within a script, whatever names and chat say
        return template.replace(TITLE, _escaped(title)).replace(DATA, data.replace("<", "\\u003c"))

    def data(self, title: str) -> Mapping[str, Any]:
        """All that the page shows, by view and step."""
        return {
            "title": title,
            "ended": self._ended,
            "at": self._at,
            "length": self._replay.length,
            "legend": self._legend(),
            "views": [
                {
                    "name": VIEWS.get(view, f"what {view} sees"),
                    "steps": list(self._steps(Viewer(self._replay, view, at=0))),
                }
                for view in self._views
            ],
            "texts": self._texts.values,
            "cards": self._cards.values,
            "rows": self._rows.values,
            "sides": self._sides.values,
        }

    def _legend(self) -> str:
        viewer = Viewer(self._replay, self._views[0], at=0)
        return viewer.sight.face.legend(viewer.sight.seat.state)

    def _steps(self, viewer: Viewer) -> Iterator[list[Any]]:
        """A step: its place in the replay, turn, phase, sides from the top down, what was decided and has
        happened, links, arrows."""
        for frame in viewer.frames():
            s, sight = frame.sight.seat.state, frame.sight
            board = BoardView(sight)
            links = [sight.face.link(s, sight.token, n) for n in range(1, len(s.chain) + 1)]
            yield [
                frame.at,
                s.turn,
                self._texts.of(sight.face.phase(s)),
                [self._side(board, seat, True) for seat in board.far],
                [self._side(board, seat, False) for seat in board.near],
                [self._texts.of(line) for line in _said(frame)],
                [self._texts.of(line) for line in links if line],
                _arrows(sight),
            ]

    def _side(self, board: BoardView, seat: int, far: bool) -> Number:
        """A side: its line, its rows from the top of the table down, the cards that its player holds."""
        sight, s = board.sight, board.sight.seat.state
        counts = [f"{word} {n}" for word, n in sight.counted(seat) if n]
        figures = sight.face.figures(s, seat)
        rows = [self._row(rank) for rank in board.sides[seat].ranks if rank.drawn or not rank.empty]
        return self._sides.of(
            [
                seat + 1,
                sight.names[seat],
                self._texts.of("  ".join([figures, *counts])),
                rows[::-1] if far else rows,
                list(self._held(board, seat)),
                int(seat == s.active and bool(s.turn)),
            ]
        )

    def _held(self, board: BoardView, seat: int) -> Iterator[list[Any]]:
        """The hidden cards of a player, as far as they are known: [zone, cards], zone by zone."""
        sight, rules = board.sight, rules_of(board.sight.seat.state)
        for letter in sight.face.hand:
            there = [h for h in sight.lying(seat, letter) if sight.seat.code(h)]
            if there:
                name = rules.zone_names[rules.zone_letters.index(letter)]
                yield [name, [self._card(board.card(h)) for h in there]]

    def _row(self, rank: Rank) -> Number:
        places = [
            [place.name, place.note, int(place.hung), [self._card(card) for card in place.cards]]
            for place in rank.places
        ]
        return self._rows.of([rank.title, int(rank.drawn), places])

    def _card(self, card: CardView) -> Number:
        words = [card.label, card.name or "hidden", card.worth, card.elements, card.marks, card.hurt]
        share = round(100 * max(card.left, 0) / card.whole) if card.whole else -1
        lying = [self._card(one) for one in card.lying]
        return self._cards.of([*words, share, self._texts.of(card.text), lying])


def _said(frame: Still) -> Iterator[str]:
    """The decisions of the step, then the entries that came of them."""
    if frame.decided:
        yield f"> {frame.decided}"
    yield from (f"{entry.lead}{entry.text}" for entry in frame.entries)


def _arrows(sight: Sight) -> list[list[str]]:
    """From what each link of the chain comes, on whom it is, and whose it is, by their labels."""
    s = sight.seat.state
    found = []
    for n in s.chain:
        act = s.acts[n]
        source = act[A_SRC] & HANDLE_MASK
        by, on = f"p{act[A_SEAT] + 1}", [r & HANDLE_MASK for r in act[A_TARGETS]]
        found += [[sight.token(source), sight.token(h), by] for h in on if source and h]
    return found


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
