"""Prelude on the kernel: its tables, and its answers where the engine asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fadenet.engine import atoms, chain, lasting
from fadenet.engine.acts import A_ABILITY, A_SEAT
from fadenet.engine.kit import moves as kit_moves
from fadenet.engine.kit import quantities
from fadenet.engine.kit.series import Series
from fadenet.engine.language import instructions
from fadenet.engine.policies import Course, Effects, GamePolicies, Index, Links, Triggers
from fadenet.engine.state import CONFIRM, RESPOND, ROW_CARD, Act, Row, State, ref
from fadenet.games.prelude import agreements, aims, deeds, harm, moves, ranks, setup, traps, turn, vocabulary
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.book import PreludeBook
from fadenet.games.prelude.figures import Figures
from fadenet.games.prelude.stakes import PreludeStakes
from fadenet.games.prelude.typed import PreludeCard, PreludeRules, rules_of

_PARTS: Final = (chain, instructions, kit_moves, agreements, setup, turn, deeds, traps, ranks, harm)


def make_rules(format: str = "duel", options: Mapping[str, str] | None = None) -> PreludeRules:
    """The rules of one format, without any card. Raises `WrongInput`."""
    rules = PreludeRules(format, options)
    book = PreludeBook(rules)
    rules.figures = book.figures_as(Figures)
    rules.frames = [run for part in _PARTS for run in part.FRAMES]
    rules.steps = frozenset(
        [*chain.STEPS, *agreements.STEPS, *setup.STEPS, *turn.STEPS, *deeds.STEPS, *traps.STEPS, *harm.STEPS]
    )
    rules.asking = {**chain.ASKING, **agreements.ASKING, **turn.ASKING, **deeds.ASKING, **traps.ASKING}
    rules.pickers = [*chain.PICKERS, *instructions.PICKERS, *ranks.PICKERS, *turn.PICKERS]
    rules.composed_of(_games(book))
    rules.language = vocabulary.make_language(rules)
    book.describe(rules.language)
    rules.played_by(
        GamePolicies(
            course=PreludeCourse(),
            moves=moves.PreludeMoves(rules, moves.VERB_TABLE, moves.ANSWERS, gaps=True),
            triggers=PreludeTriggers(),
            book=book,
            links=Links(),
            effects=PreludeEffects(),
            hidden=setup.SetupStatements(),
            stakes=PreludeStakes(),
            automaton=harm.Draws(),
        )
    )
    rules.add_card(vocabulary.ANATOMY.blank(PreludeCard))
    return rules


def _games(book: PreludeBook) -> Series:
    """Best of three, where the players have agreed on it."""
    return Series(
        begin=setup.begin_again,
        to_win=agreements.WINS,
        cap=agreements.GAMES,
        rule_won="format.best-of-three",
        rule_cap="format.best-of-three",
        event=t.E_GAME_OVER,
        ends=tuple(book.rules),
        games=t.G_PLAYED,
        wins=t.G_WINS,
        forgets=range(t.G_COLOUR, t.SCALARS),
    )


class PreludeCourse(Course):
    """How a match begins and ends."""

    def begin(self, s: State) -> None:
        setup.begin(s)

    def lose(self, s: State, seat: int, rule: str) -> None:
        harm.lose(s, seat, rule)

    def check_state(self, s: State) -> bool:
        return harm.check_state(s)

    def unasked(self, s: State, seat: int) -> str:
        """The rule that keeps a seat from a move for which it is not asked now: on the open window, on tasks
        that are decided upon, or on whose Response it is."""
        if s.turn and seat == s.active and s.asks:
            ask = s.asks[0]
            if ask.kind == RESPOND:
                return moves.WINDOW_RULES[ask.window]
            if ask.kind == CONFIRM and ask.data[1:] == (t.TASKS,):
                return "suspend.lock"
        return super().unasked(s, seat)

    def endless(self, s: State) -> None:
        harm.by_share(s)


class PreludeTriggers(Triggers):
    """The abilities that listen: none of them becomes a link."""

    def build_index(self, s: State) -> Index:
        return quantities.build_index(s, v.working(s), -1)

    def watch(self, s: State, row: Row) -> None:
        """A card that is opened must be one that its owner may have (prelude zone.hidden-audit)."""
        h = row[ROW_CARD]
        seat = s.owner[h]
        if s.turn and seat not in s.out and s.zone[h] % t.NZ not in (t.ASIDE, t.ROSTER):
            who = v.card_of(s, v.character(s, seat))
            if why := v.unusable(who, setup.usable_lines(s, seat), v.card_of(s, h)):
                harm.lose(s, seat, why)

    def due(self, s: State) -> list[Act]:
        """The traps that are still to spring, whatever they are."""
        return traps.records(s)

    def at_once(self, s: State, act: Act) -> bool:
        """A triggered ability happens at once (prelude timing.no-answers)."""
        chain.push(s, chain.f_check)
        chain.push(s, instructions.f_carried_out, act[0])
        chain.push(s, chain.f_run, act[0], rules_of(s).abilities[act[A_ABILITY]].program, 0)
        return True


class PreludeEffects(Effects):
    """The steps of effects on cards."""

    def touched(self, s: State, act: Act, h: int) -> bool:
        return v.affected(s, act, h)

    def figures(self, s: State, h: int) -> dict[str, int]:
        """Of a body those of its character, whose life is less what it is hurt."""
        words = rules_of(s).quantities
        if h <= s.seats:
            there = range(t.Q_KEYWORD) if v.character(s, h - 1) else ()
        else:
            there = range(t.Q_KEYWORD) if s.zone[h] >= 0 and s.rules.on_field[s.zone[h]] else ()
        found = {words[what]: n for what in there if v.has(s, h, what) and (n := v.figure(s, h, what))}
        return found | {words[t.Q_LIFE]: v.life(s, h)} if words[t.Q_LIFE] in found else found

    def targetable(self, s: State, act: Act, h: int) -> bool:
        """Nobody is attacked by a card who may not be attacked now (prelude turn.first-no-attack)."""
        return not aims.bars(s, act, h)

    def reached(self, s: State, act: Act, there: Sequence[int]) -> None:
        """Characters and minions on whom a card took effect are kept with the action (prelude
        element.explosion)."""
        for h in there:
            r = ref(s, h)
            if aims.is_fighter(s, h) and harm.part_of(act, r) == (-1, 0):
                harm.note(act, r, -1, 0)

    def change(self, s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
        """A thing that cannot have a value or keyword is left alone (prelude card.figures)."""
        if v.has(s, h, what):
            super().change(s, act, h, what, n, until)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """Until this Response closes, or the next one of the acting player, or never; with whose doing it is,
        because it ends when that player is out (prelude format.melee-out)."""
        seat = act[A_SEAT]
        return until, v.closing(s, seat, 1) if until == t.U_TURN else seat

    def stays(self, s: State, h: int) -> bool:
        """A minion without life goes to the cemetery and nowhere else, as soon as the text under way is over
        (prelude minion.death, timing.checks)."""
        return s.zone[h] >= 0 and s.zone[h] % t.NZ == t.MINIONS and not v.life(s, h)

    def leaving(self, s: State, h: int) -> None:
        """Texts that still speak of a card go by the values that it last had (prelude timing.last-had)."""
        lasting.keep(s, [h])
        atoms.unmark(s, t.P_BLAME, t.MK_ARMED, s.inst[h] << 16 | h)
