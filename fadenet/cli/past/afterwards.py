"""The time after a match: how it went, a look back at it, and the same once more."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import trio

from fadenet.cli.frame.context import Context, listed
from fadenet.console.menu.menu import Menu, MenuItem, Words

if TYPE_CHECKING:
    from fadenet.cli.seat.person import LatePerson
    from fadenet.console.replay.viewer import Viewer
    from fadenet.node.match.again import Again, Rematch
    from fadenet.node.match.follow import MatchEnd
    from fadenet.node.match.peers import Peer
    from fadenet.node.match.run import MatchRun

T = TypeVar("T")

REMATCH, LEAVE = ("rematch",), ("leave",)
REVIEW = "replay"
ONWARD = "Enter goes on: rematch, review"
"""How the screen of a match is left that a menu follows."""


def is_offered(ctx: Context) -> bool:
    """Whether somebody is there to be asked what comes next."""
    return not ctx.json and ctx.may_ask and sys.stdout.isatty()


def lead_on(ctx: Context, person: LatePerson) -> None:
    """Have the screen of a match say at its end that a menu follows, where one does."""
    if is_offered(ctx):
        person.way_out = ONWARD


def after_menu(title: str, about: Sequence[str], record: str | Path, rematch: str = "") -> Menu:
    """The menu after a match. about: how it went; record: where it is kept, "" = nowhere; rematch: what comes
    of another one, "" = none can be chosen."""
    again = [MenuItem("Rematch", rematch, REMATCH)] if rematch else []
    review = [MenuItem("Review", "step through what happened", (REVIEW, str(record)))] if record else []
    return Menu(title, [*again, *review, MenuItem("Leave", "", LEAVE)], about)


def choose_after(ctx: Context, menu: Menu) -> Words:
    """The choice of the person, once they have looked back for as long as they like; () = none."""
    from fadenet.cli.past.replaying import look_back
    from fadenet.cli.seat.person import options_of, run_async

    while True:
        words = run_async(partial(_choose, ctx, menu), options_of(ctx))
        if words[:1] != (REVIEW,):
            return words
        run_async(partial(look_back, ctx, Path(words[1])), options_of(ctx))


class Afterwards:
    """The person here after a match between nodes. run, ended: of the match, None before that is over;
    rematch: what all have agreed to; has_left: whether the person has chosen to leave."""

    def __init__(self, ctx: Context, person: LatePerson) -> None:
        self.rematch: Rematch | None = None
        self.run: MatchRun | None = None
        self.ended: MatchEnd | None = None
        self.has_left = False
        self._last: Again | None = None
        self._ctx = ctx
        self._person = person
        lead_on(ctx, person)

    async def stay(self, run: MatchRun, outcome: MatchEnd, again: Again) -> None:
        """Stay at the table as long as a rematch may come about and the person does not leave (a `Stay`)."""
        from fadenet.cli.past.replaying import look_back

        self.run, self.ended, self._last = run, outcome, again
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell, again)
            await self._person.rise(ending_lines(outcome)[1:])
            nursery.cancel_scope.cancel()
        while is_offered(self._ctx) and again.may_be and not (again.agreed or self.has_left):
            words = await _unless(again.changed.wait, partial(_choose, self._ctx, self.menu(again)))
            if words == REMATCH:
                await again.want()
            elif words and words[0] == REVIEW:
                news = partial(_say_beside, again)
                await _unless(again.begins, partial(look_back, self._ctx, outcome.path, news))
            elif words is not None:
                self.has_left = True
        self.rematch = again.rematch if again.agreed else None

    def menu(self, again: Again | None = None) -> Menu:
        """The menu after this match. again: with whom a rematch may come about, None = with nobody."""
        assert self.run is not None and self.ended is not None
        own, state = self.ended.seat, self._person.state
        title, *more = ending_lines(self.ended)
        names = (*self.ended.names, *self.run.entrant.rules.automaton_names)
        about = [*(self._person.figures.said(state, names, own) if state is not None else []), *more]
        rematch = ""
        if again is None:
            about += [_standing(self._last)] if self._last is not None and self._last.gone else []
        else:
            about.append(_standing(again))
            rematch = "" if again.wanted else "the same players and decks; who begins is thrown for anew"
        return after_menu(title, about, self.ended.path, rematch)

    async def _tell(self, again: Again) -> None:
        """Say what the others want, while the person still reads how the match came out."""
        while True:
            await again.changed.wait()
            self._person.say(_standing(again))


async def _say_beside(again: Again, viewer: Viewer) -> None:
    """Have a look back say what the others want meanwhile."""
    while True:
        viewer.warning = _standing(again)
        viewer.stage.notify()
        await again.changed.wait()


async def _choose(ctx: Context, menu: Menu) -> Words:
    from fadenet.cli.seat.person import options_of
    from fadenet.console.run import choose

    return await choose(menu, options_of(ctx))


def ending_lines(outcome: MatchEnd) -> list[str]:
    """How a match between nodes ended, as the person reads it who played in it."""
    from fadenet.cli.past.outcomes import outcome_lines, signed_line

    return [*outcome_lines(outcome, outcome.seat), signed_line(outcome, outcome.seat)]


async def _unless(news: Callable[[], Awaitable[object]], work: Callable[[], Awaitable[T]]) -> T | None:
    """The result of the work; None where the news come before it and cancel it."""
    done: list[T] = []
    async with trio.open_nursery() as nursery:

        async def watch() -> None:
            await news()
            nursery.cancel_scope.cancel()

        nursery.start_soon(watch)
        done.append(await work())
        nursery.cancel_scope.cancel()
    return done[0] if done else None


def _standing(again: Again) -> str:
    """A sentence on who would play once more, or who has left."""
    from fadenet.node.match.again import STAY_S

    def names(peers: Sequence[Peer]) -> str:
        return listed([f"p{peer.seat + 1} {peer.name}" for peer in peers])

    if again.gone:
        one = len(again.gone) == 1
        return f"{names(again.gone)} {'has' if one else 'have'} left the table: there is no rematch."
    if not again.may_be:
        return "The table is closed: there is no rematch."
    if again.wanted:
        most = f"{STAY_S / 60:.0f} min after the match at most"
        return f"You would play once more: waiting for {names(again.awaited) or 'the host'}, {most}."
    if again.asking:
        one = len(again.asking) == 1
        return f"{names(again.asking)} would play once more{'' if one else ', all of them'}."
    return f"{names(again.awaited)} {'is' if len(again.awaited) == 1 else 'are'} still at the table."
