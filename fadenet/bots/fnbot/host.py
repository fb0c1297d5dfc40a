"""A bot that is a program: each question to its seat is put over `fnbot 1`, and its answer held against the
rules."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fadenet.bots.base import Bot, Thought
from fadenet.bots.fnbot.conversation import RESIGN, Conversation, Tap, unheard
from fadenet.bots.fnbot.process import ProgramFailed, command_of
from fadenet.engine import kernel, position
from fadenet.engine.errors import WrongInput
from fadenet.engine.kit.arguments import cut_uses
from fadenet.engine.notation import place
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ASK_WORDS, RESPOND, ROW_CARD, ROW_EVENT, ROW_N, ROW_SEAT, Row, TableNeed
from fadenet.table import plain
from fadenet.table.scribe import sentences
from fadenet.table.view import Answer, MatchInfo, SeatView
from keys import peer_name

ANSWER_S: Final = 60.0
"""So long a program has for an answer where no clock runs."""
SPARE_S: Final = 0.25
"""So much of a clock is kept back for what lies between its answer and the table."""
IDLE_MAX: Final = 4
"""So many programs wait for their next match."""
PROPOSALS: Final = "proposals"
TAKE, DONE = "take ", "done"

_idle: dict[tuple[str, ...], list[Conversation]] = {}
_commands: dict[str, tuple[str, ...]] = {}
_names: dict[tuple[str, ...], str] = {}
"""The names that programs have given themselves."""


class ProgramBot(Bot):
    """A program in any language that speaks fnbot.

    wrong: the first things that it has done wrong in this match, each with its question.
    """

    proposes = True

    def __init__(self, command: str, options: Mapping[str, str], tap: Tap = unheard) -> None:
        """command: as it is typed; options: by name, as the program names them; tap: told every line.

        Raises `WrongInput`.
        """
        super().__init__()
        self._line = command
        self._command = resolved(command)
        self._options = dict(options)
        self._tap = tap
        self._session: Conversation | None = None
        self.wrong: list[str] = []
        self._news: list[str] = []
        self._standing: tuple[tuple[int, int], ...] | None = None
        self._resigns = False

    @property
    def session(self) -> Conversation:
        """The program that plays this match. Raises `ProgramFailed` if it is gone."""
        if self._session is None or self._session.ended:
            raise ProgramFailed(f"{self._command[-1]} does not run any more.")
        return self._session

    def running(self) -> Conversation:
        """The program for a match that begins: the one that plays, one that waits, or a fresh one. Raises
        `ProgramFailed`."""
        if self._session is None or self._session.ended:
            waiting = _idle.get(self._key) if self._tap is unheard else None
            if waiting:
                self._session = waiting.pop()
            else:
                self._session = self._started()
                _names[self._command] = peer_name(self._session.said.name)
        return self._session

    def _started(self) -> Conversation:
        """A fresh one. Raises `ProgramFailed`, for what may not be run any more as well."""
        try:
            command = command_of(self._line)
        except WrongInput as wrong:
            raise ProgramFailed(f"{Path(self._command[-1]).name} cannot be started: {wrong}.") from None
        return Conversation(command, self._options, self._tap)

    def meet(self, game: str = "") -> None:
        """Start the program, if none waits, and let it wait for its match. Raises `ProgramFailed`, for a game
        that it does not play too."""
        self._check(self.running(), game)
        self._let_wait()

    def _check(self, session: Conversation, game: str) -> None:
        """Raises `ProgramFailed` for a game that it does not play."""
        if game and session.said.games and game not in session.said.games:
            raise ProgramFailed(f"{session.name} plays {', '.join(session.said.games)}, not {game}.")

    def _let_wait(self) -> None:
        """The program waits for its next match, if not too many do."""
        session, self._session = self._session, None
        assert session is not None
        waiting = _idle.setdefault(self._key, [])
        if len(waiting) < IDLE_MAX and self._tap is unheard:
            waiting.append(session)
        else:
            session.end()

    @property
    def _key(self) -> tuple[str, ...]:
        return (*self._command, "?", *[f"{name}={value}" for name, value in sorted(self._options.items())])

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        """Raises `ProgramFailed`."""
        await super().start(match, seat)
        session, self._news, self._resigns = self.running(), [], False
        self._check(session, match.game)
        self.proposes = self.proposes and PROPOSALS in session.said.wants
        told = plain.match_of(seat.state, match)
        session.begin(_json(told), f"{match.game} {match.format} {plain.seat_name(match.seat)}")
        self.wrong = session.wrong

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        """Kept until the next question."""
        wants = self.session.said.wants
        if "events" in wants:
            self._news += [_event(seat, row) for row in rows]
        if "told" in wants:
            self._news += [f"told {line}" for line in sentences(rules_of(seat.state), seat.state, rows)]

    def decide(self, seat: SeatView) -> Answer:
        """Raises `ProgramFailed`."""
        if self._resigns and seat.refusal(kernel.CONCEDE_MOVE) is None:
            return Answer(kernel.CONCEDE_MOVE)
        self._standing, self.late = None, False
        answer = super().decide(seat)
        return replace(answer, standing=self._standing)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        ask, rules = seat.ask, rules_of(seat.state)
        assert ask is not None
        kind = ASK_WORDS[ask.kind]
        if ask.kind == RESPOND:
            kind += f" {rules.windows[ask.window]}"
        texts = [seat.text(move) for move in options]
        self._put(seat, kind + " sealed" * ask.sealed, texts, bool(cut_uses(seat.state, options)))
        while (text := self.session.answer()) is not None:
            if text == RESIGN:
                return kernel.CONCEDE_MOVE
            try:
                move = options[texts.index(text)] if text in texts else legal_move(seat, text)
                self._standing = standing_of(rules, self.session.standing)
            except WrongInput as wrong:
                self.session.refuse(str(wrong))
            else:
                return move
        self.late = True
        return kernel.default_answer(seat.state, seat.index, seat.known)

    def propose(self, seat: SeatView, options: list[Move]) -> Move:
        return self.pick(seat, options)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        """Card by card, until it says that it is done or no more can be taken; if it resigns, the match is
        given up at the next question. Raises `ProgramFailed`."""
        cards, taken = rules_of(seat.state).cards, list[int]()
        while not self._resigns and (there := seat.takeable(need, taken)):
            first: dict[str, int] = {}
            for h in there:
                first.setdefault(TAKE + cards[seat.code(h)].slug, h)
            texts = [*first, *[DONE] * (len(taken) >= seat.least(need))]
            self._put(seat, f"take {need.id}", texts, False)
            while (text := self.session.answer()) not in (None, RESIGN, *texts):
                self.session.refuse(f"{text!r:.80} is none of the answers that are listed")
            self._resigns = text == RESIGN
            if text in (None, RESIGN, DONE):
                break
            taken.append(first[text])
        return taken

    def hurry(self) -> None:
        """The answer to the question that waits would come too late."""
        if self._session is not None:
            self._session.hurry()

    def thought(self) -> Thought | None:
        info = self._session.info if self._session is not None else ""
        return Thought(0.0, 0, info) if info else None

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """The program is told, and waits for another match."""
        session = self._session
        if session is None or session.ended:
            return
        said = [f"{plain.seat_name(i)}={n}" for i, n in enumerate(places)]
        session.over(" ".join((*said, rule)) if said else "void")
        self._let_wait()

    def end(self) -> None:
        """End the program at once, in the midst of a match too."""
        session, self._session = self._session, None
        if session is not None:
            session.end()

    def _put(self, seat: SeatView, kind: str, texts: Sequence[str], more: bool) -> None:
        """Tell what the program wants to know, and ask."""
        session, (news, self._news) = self.session, (self._news, [])
        session.tell([*news, *told_of(seat, session.said.wants)])
        seconds = min(max(seat.clock.left_s - SPARE_S, 0.0), ANSWER_S)
        session.ask(f"{plain.seat_name(seat.index)} {kind}", texts, more, seconds)


def told_of(seat: SeatView, wants: Container[str]) -> list[str]:
    """The lines that tell of a match as it is, for a program that wants these."""
    lines = [f"view {_json(plain.view_of(seat))}"] if "view" in wants else []
    if "position" in wants:
        lines += [f"position {position.dump(seat.state)}", f"hidden {_json(plain.hidden_of(seat))}"]
    return lines


def resolved(command: str) -> tuple[str, ...]:
    """The words of a command as `command_of` found them when it was first named in this process: a bot whose
    program goes while its table stands is still a bot, which fails when it is started. Raises `WrongInput`.
    """
    if command not in _commands:
        _commands[command] = tuple(command_of(command))
    return _commands[command]


def name_of(command: str) -> str:
    """The name that a program has given itself, as one word, cleaned as that of a peer; "" if it has not run
    in this process, or has said none. command: as it is typed."""
    return _names.get(_commands.get(command, ()), "")


def end_all() -> None:
    """End the programs that wait for another match."""
    for waiting in _idle.values():
        while waiting:
            waiting.pop().end()


def legal_move(seat: SeatView, text: str) -> Move:
    """The move that a text names. Raises `WrongInput` for what is not one, and for one that is refused, with
    the rule's id."""
    move = seat.parse(text)
    refused = seat.refusal(move)
    if refused is not None:
        raise WrongInput(f"{refused.text} [{refused.rule}]")
    return move


def standing_of(rules: Rules, text: str | None) -> tuple[tuple[int, int], ...] | None:
    """The standing passes that `WINDOW,.. TURN` says, () = none from now on, None = as they are. Raises
    `WrongInput`."""
    if not text:
        return None if text is None else ()
    names, _, turn = text.partition(" ")
    mask, there = 0, rules.windows
    for name in names.split(","):
        if name not in there:
            raise WrongInput(f"`pass-until N WINDOW,.. TURN` names {', '.join(there)}, not {name[:32]!r}")
        mask |= 1 << there.index(name)
    if not turn.isascii() or not turn.isdigit() or len(turn) > 9:
        raise WrongInput(f"the turn of `pass-until N WINDOW,.. TURN` is a number, not {turn[:32]!r}")
    return ((mask, int(turn)),)


def _event(seat: SeatView, row: Row) -> str:
    """An event: its word, the place with the card if the seat knows it, the seat and the number."""
    s, rules, h = seat.state, rules_of(seat.state), row[ROW_CARD]
    code = seat.code(h) if h > s.seats else 0
    card = f"={rules.cards[code].slug}" if code else ""
    at = place(s, seat.index, h) if h else "-"
    who = plain.seat_name(row[ROW_SEAT]) if row[ROW_SEAT] >= 0 else "-"
    return f"event {rules.events[row[ROW_EVENT]]} {at}{card} {who} {row[ROW_N]}"


def _json(what: object) -> str:
    return json.dumps(what, separators=(",", ":"), ensure_ascii=False)
