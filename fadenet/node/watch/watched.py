"""A match as somebody sees it who looks on: every item is judged here, whoever shows it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import trio

from fadenet.engine.rules import Rules
from fadenet.node.errors import bare
from fadenet.node.watch.feed import Feed
from fadenet.node.watch.messages import Show
from fadenet.node.watch.recording import Recording
from fadenet.node.watch.shelf import Shelf
from fadenet.table.follower import Follower
from fadenet.table.scribe import Scribe
from fadenet.table.view import StepListener
from keys.errors import UserError
from keys.files import make_folder, replace_private
from protocol.faults import (
    BadHello,
    BadResult,
    BadStatement,
    PeerFault,
    UnexpectedEntry,
    WrongPrev,
    WrongSeq,
    WrongState,
)
from protocol.hello import Config, parse_hello
from protocol.messages import Entry, parse_message

log = logging.getLogger(__name__)

_MISFITS: Final = (WrongPrev, WrongState, WrongSeq, UnexpectedEntry, BadStatement, BadResult)
"""Faults that may come of what we were shown before, by another feed or of a cheat: not a reason to leave a
feed."""

RulesOfConfig = Callable[[Config], Rules]
"""The rules for a config. Raises `keys.UserError` where there are none, or others than the match has."""


class Audience(Protocol):
    """The audience of a match that is shown."""

    def begin(self, show: Show, rules: Rules) -> tuple[StepListener | None, Scribe | None]:
        """A match is shown. The watcher that is told the events of every step, and the scribe that writes
        down what is answered; None = nobody."""

    def note(self, text: str) -> None:
        """Tell a sentence that is to be known besides."""


class WatchedMatch:
    """One match, from the first SHOW on.

    kept: where it is kept, None = nowhere; evidence: where the proof goes that somebody has signed two things
    for one place. `show`, `follower`, `shelf` are there once it has begun; `shares`: the feed that shows it
    to others; `proven`: the first fault of a player that is proven.
    """

    def __init__(
        self, rules_of: RulesOfConfig, audience: Audience, evidence: Path, kept: Recording | None
    ) -> None:
        self.kept = kept
        self.shares: Feed | None = None
        self.show: Show | None = None
        self.follower: Follower
        self.shelf: Shelf
        self.proven: PeerFault | None = None
        self._rules_of = rules_of
        self._audience = audience
        self._evidence = evidence
        self._scribe: Scribe | None = None
        self._seen: set[bytes] = set()
        self._blamed: set[int | None] = set()
        self._extra: list[bytes] = []  # the entry that proves a fault, which no follower takes in

    @property
    def begun(self) -> bool:
        """Whether it is known which match it is."""
        return self.show is not None

    def begin(self, show: Show) -> None:
        """A feed says what it shows; the first one says which match it is. Raises `PeerFault` for HELLOs that
        do not make a match, or make another one, and what the rules raise."""
        if self.show is not None:
            if show.hellos != self.show.hellos:
                raise BadHello("another match than the one that is looked on at")
            return
        rules = self._rules_of(parse_hello(show.hellos[0]).config)
        Follower(rules, show.hellos).transcript.let_go()  # nobody is told of a match that is none
        watch, self._scribe = self._audience.begin(show, rules)
        self.follower = Follower(rules, show.hellos, watch)
        self.shelf = Shelf(self.follower.transcript.game_id, len(show.hellos))
        self.show = show
        if self.shares is not None:
            self.shares.begin(show, rules.sets)
        self._store()

    def judge(self, wire: bytes) -> None:
        """Take an item in, if it is what it should be. Of a fault of a player nobody is to blame who shows
        it. Raises `PeerFault` for what no honest feed shows."""
        if wire in self._seen:
            return
        try:
            accepted = self.follower.receive(wire)
        except PeerFault as fault:
            self._store()
            if fault.proven:
                self._blame(fault)
                if self._goes_on(fault):
                    self.judge(wire)
            elif isinstance(fault, _MISFITS):
                log.info("what was shown does not fit: %s", fault)
            else:
                raise
            return
        if accepted or self._waits(wire):
            self._seen.add(wire)
            self._store()

    def _goes_on(self, fault: PeerFault) -> bool:
        """Whether the others take an entry of a seat that has signed END void at that rest: so do we then."""
        follower, author = self.follower, fault.author
        if author is None or len(follower.players) < 3 or follower.void:
            return False
        if not (isinstance(fault, UnexpectedEntry) and follower.transcript.closing.is_void_for(author)):
            return False
        follower.refute_void(author)
        self._extra = []  # the entry is taken in after all
        return True

    def _waits(self, wire: bytes) -> bool:
        """Whether an item is an entry that waits for its rest."""
        message = parse_message(wire)
        held = self.follower.transcript.leaving.held
        return isinstance(message, Entry) and held(message.head.author, message.head.seq) == wire

    def _store(self) -> None:
        """Keep and show what is new."""
        follower, seats = self.follower, len(self.follower.players)
        follower.replica.scribe = self._scribe  # a match that has gone back has another replica
        items, now = follower.journal[seats:], trio.current_time()
        self.shelf.put(items, follower.transcript.era, now)
        self.shelf.release(now)
        if self.shares is not None:
            self.shares.take(items, follower.transcript.era)
        self._keep()

    def _keep(self) -> None:
        kept = self.kept
        if kept is not None and not kept.failed:
            kept.keep(self.follower.journal + self._extra)
            if kept.failed:
                self._audience.note(kept.failed)

    def _blame(self, fault: PeerFault) -> None:
        """The fault of a player is proven: tell it once of each, and keep what proves it."""
        if fault.author in self._blamed or fault.author is None:
            return
        self._blamed.add(fault.author)
        self.proven = self.proven or bare(fault)
        who = self.name(fault.author)
        if fault.transferable:
            twice = f"{who} has signed two different things for one place."
            try:
                make_folder(self._evidence.parent)
                replace_private(self._evidence, fault.evidence)
            except UserError as error:
                self._audience.note(f"{twice} The proof is not kept: {error.message}")
            else:
                proof = self._evidence
                self._audience.note(f"{twice} The proof is in {proof}; to judge it: fadenet verify {proof}")
            return
        if fault.evidence not in self.follower.journal and self.follower.result is None:
            self._extra = [fault.evidence]
            self._keep()
        place = "" if fault.seq is None else f" with entry {fault.seq} of its own"
        self._audience.note(f"{who} broke the protocol{place} [{fault.rule}]: {fault.why}.")

    def name(self, seat: int) -> str:
        """How a seat is called."""
        named = self.show.names[seat] if self.show is not None else ""
        return f"p{seat + 1} {named}".strip()
