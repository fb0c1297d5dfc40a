"""A first look at a bot that is a program: a match of each game, what was wrong, and how long it took."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import fmean, quantiles
from time import monotonic

from fadenet.bots.base import Bot, run_now
from fadenet.bots.fnbot.conversation import BY_IT, TO_IT
from fadenet.bots.fnbot.host import ProgramBot
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch


@dataclass(slots=True)
class Trial:
    """One match of a program. answers_s: the time from each question to its answer, in seconds; ended: how
    the match came out, or why it did not; failed: the program could not go on; wrong: what it did wrong, in
    order."""

    game: str
    answers_s: list[float] = field(default_factory=list)
    ended: str = ""
    failed: bool = False
    wrong: list[str] = field(default_factory=list)

    def times(self) -> str:
        """How long the answers took."""
        if not self.answers_s:
            return "no question was answered"
        ms = sorted(1000 * s for s in self.answers_s)
        late = quantiles(ms, n=20)[-1] if len(ms) > 1 else ms[0]
        count = number_of(len(ms), "answer")
        return f"{count}, mean {fmean(ms):.1f} ms, p95 {late:.1f} ms, longest {ms[-1]:.1f} ms"


class _Heard:
    """Listens to a program. lines: told all that is said, behind its mark."""

    def __init__(self, trial: Trial, lines: Callable[[str], None]) -> None:
        self._trial = trial
        self._lines = lines
        self._asked = 0.0

    def __call__(self, mark: str, line: str) -> None:
        self._lines(f"{mark} {line}")
        word = line.partition(" ")[0]
        if mark == TO_IT and word == "go":
            self._asked = monotonic()
        elif mark == BY_IT and word in ("move", "resign"):
            self._trial.answers_s.append(monotonic() - self._asked)


def tried(
    command: str,
    options: Mapping[str, str],
    rules: Rules,
    other: Bot,
    seed: int,
    lines: Callable[[str], None],
) -> Trial:
    """Play one duel of a program on the first seat against another bot. lines: told all that is said between
    them. Raises `WrongInput` for a command that cannot be run."""
    trial = Trial(rules.name)
    program = ProgramBot(command, options, _Heard(trial, lines))
    decks = [load_deck(rules, name) for name in islice(cycle(packaged(rules)), 2)]
    match = LocalMatch(rules, [program, other], [codes for deck in decks for codes in deck.lists], seed)
    try:
        places, rule = run_now(match.play())
        trial.ended = f"{_came(places)} by {rule} in turn {match.state.turn}"
    except ProgramFailed as failed:
        trial.ended, trial.failed = failed.message, True
    trial.wrong = program.wrong
    return trial


def _came(places: Sequence[int]) -> str:
    return "won" if places[0] < places[1] else "lost" if places[0] > places[1] else "drew"
