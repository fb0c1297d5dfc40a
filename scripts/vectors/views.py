"""Vectors for bots in any language: what they are told of a match as JSON, in each game."""

from __future__ import annotations

import json
from contextlib import suppress

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.random_ import RandomBot
from fadenet.engine import position
from fadenet.engine.rules import Move
from fadenet.games.decks import load_deck, packaged
from fadenet.table import plain
from fadenet.table.local import LocalMatch
from fadenet.table.view import MatchInfo, SeatView
from vectors.games import Enough

SEEDS = {"faroe": 2, "fade2": 13, "fade1": 13, "terrene": 43, "prelude": 32}
"""Duels in which there are many kinds of things to be told of."""
QUESTIONS = 150
"""So many of each seat are looked at, for the view that says most of these:"""
KINDS = ("won", "chain", "answers", "targets", "changes", "secret", "down", "is", "owner", "shown_to", "on")


class Looker(RandomBot):
    """Answers at random. told: the JSON of its richest question, and the position; kinds: how rich it is."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, object] = {}
        self.kinds = 0
        self._left = QUESTIONS
        self._match: dict[str, object] = {}

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self._match = plain.match_of(seat.state, match)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        self._left -= 1
        if not self._left:
            raise Enough
        view = plain.view_of(seat)
        text = json.dumps(view)
        kinds = sum(f'"{kind}":' in text for kind in KINDS)
        if kinds > self.kinds:
            self.kinds = kinds
            self.told = {
                "match": self._match,
                "position": position.dump(seat.state),
                "hidden": plain.hidden_of(seat),
                "view": view,
            }
        return super().pick(seat, options)


def views() -> dict[str, object]:
    """The JSON that a bot is told at one question of each game, and the position there; ../FNBOT.md says what
    it means, ../fnbot.cddl which shape it has."""
    return {"views": [_told(game, seed) for game, seed in SEEDS.items()]}


def _told(game: str, seed: int) -> dict[str, object]:
    rules, bots = games.load(game), [Looker(), Looker()]
    decks = [codes for name in packaged(rules)[:2] for codes in load_deck(rules, name).lists]
    with suppress(Enough):
        run_now(LocalMatch(rules, bots, decks, seed).play())
    return max(bots, key=lambda bot: bot.kinds).told
