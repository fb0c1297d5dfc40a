"""Terrene Odyssey on the kernel: its tables, and its answers where the engine asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fadenet.engine import atoms, chain, lasting
from fadenet.engine.acts import A_ABILITY, A_SRC, A_USER, A_VERB, A_X
from fadenet.engine.card import Ability, Slot
from fadenet.engine.kit import moves as kit_moves
from fadenet.engine.kit import quantities, series, turns
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.series import Series
from fadenet.engine.language import instructions
from fadenet.engine.line import Line
from fadenet.engine.policies import Q_SHOW, Course, Effects, GamePolicies, Index, Links, Triggers
from fadenet.engine.state import HANDLE_MASK, ROW_EVENT, ROW_N, Act, Row, State, alive, ref, seat_order
from fadenet.games.terrene import battle, moves, setup, turn, vocabulary
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.figures import Figures
from fadenet.games.terrene.stakes import TerreneStakes
from fadenet.games.terrene.typed import COUNTED, TerreneCard, TerreneRules, rules_of

_PARTS: Final = (chain, instructions, setup, turn, turns, kit_moves, battle)
_STACKS: Final = {t.TERRAINS: t.E_TERRAIN}
"""Kinds of zones of which the last card alone counts: terrene terrain.stack."""


def make_rules(format: str = "duel", options: Mapping[str, str] | None = None) -> TerreneRules:
    """The rules of one format, without any card. Raises `WrongInput`."""
    rules = TerreneRules(format, options)
    book = TerreneBook(rules)
    rules.figures = figures = book.figures_as(Figures)
    rules.additions = rules.options.get("additions") == "2015"
    team = format == "2v2"
    rules.supply = figures.supply_2v2_per_player if team else figures.supply_1v1
    rules.party = figures.setup_characters_2v2 if team else figures.setup_characters_1v1
    rules.sides = tuple(seat % 2 for seat in range(max(rules.seat_counts)))
    rules.frames = [run for part in _PARTS for run in part.FRAMES]
    rules.pickers = [*chain.PICKERS, *instructions.PICKERS, *setup.PICKERS, battle.pick_supply]
    rules.language = vocabulary.make_language(rules)
    rules.level = rules.add_reading("", lambda act: (act[A_USER],), v.level)
    book.describe(rules.language)
    rules.picks = (*[t.ST_STARTER] * rules.party, *[t.ST_HELD] * rules.party, t.ST_TERRAIN)
    rules.composed_of(turn.TRACK, _games(book))
    rules.played_by(
        GamePolicies(
            course=TerreneCourse(),
            moves=TerreneMoves(rules, moves.VERB_TABLE, moves.ANSWERS),
            triggers=TerreneTriggers(),
            book=book,
            links=TerreneLinks(),
            effects=TerreneEffects(),
            hidden=setup.Picks(),
            stakes=TerreneStakes(),
        )
    )
    rules.add_card(vocabulary.ANATOMY.blank(TerreneCard))
    return rules


def _games(book: RuleBook) -> Series:
    """Best of three, up to five games with the drawn ones."""
    return Series(
        begin=setup.begin_again,
        to_win=book.figure("games_to_win_match"),
        cap=book.figure("match_game_cap"),
        rule_won="format.best-of-three",
        rule_cap="format.drawn-games",
        event=t.E_OVER,
        ends=("", *book.facts["series"]["ends"]),
        games=t.G_GAMES,
        wins=t.G_WINS,
        forgets=range(t.G_IDLE, t.SCALARS),
    )


class TerreneBook(RuleBook):
    """The rule book, and how a game went."""

    def event_line(self, s: State, row: Row) -> Line | None:
        over = row[ROW_EVENT] == t.E_OVER
        return series.told(s, row, self) if over else super().event_line(s, row)


class TerreneMoves(Verbs):
    """Its verbs, and when they answer."""

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return battle.may_block(s, seat) if window == t.W_BLOCK else moves.may_answer(s, seat)

    def may_show(self, s: State, seat: int) -> bool:
        return moves.may_spring(s, seat)


def _colour(s: State, ability: int) -> int:
    return rules_of(s).abilities[ability].colour if ability >= 0 else -1


class TerreneLinks(Links):
    """The seats that answer links, and where the cards of links go."""

    def asked_after(self, s: State, act: Act) -> int:
        """Nobody answers passive or Purple abilities, or oneself (terrene trigger.purple, response.order)."""
        return 0 if _colour(s, act[A_ABILITY]) in (t.PASSIVE, t.PURPLE) else s.seats - 1

    def reopens(self, s: State) -> bool:
        return rules_of(s).additions

    def done(self, s: State, act: Act) -> None:
        """A used Item or Command is discarded, an On-going one stays and works (terrene item.activation)."""
        h = act[A_SRC] & HANDLE_MASK
        if s.host[h] and s.face[h]:
            s.index = None
        stays = v.card_of(s, h).types & t.ONGOING
        if act[A_VERB] == t.V_USE and s.host[h] and alive(s, act[A_SRC]) and not stays:
            instructions.discard(s, [h])

    def chain_done(self, s: State) -> None:
        atoms.clear_marks(s, t.P_CHAIN)
        battle.f_after(s)


class TerreneTriggers(Triggers):
    """The abilities that listen, and when they may trigger."""

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        if s.turn and (_colour(s, ability.number) != t.GREEN or s.ctrl[h] == s.active):
            super().trigger(s, h, ability, row)

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int, event: Row) -> bool:
        """A passive ability happens although its card has left; a banner is offered no more, unless it speaks
        of its leaving (terrene keyword.passive)."""
        leaving = ability.event in (t.E_DEFEATED, atoms.LEAVES, t.E_DISMISSED)
        there = leaving or not ability.may or alive(s, src)
        return there and super().may_trigger(s, seat, ability, src, event)

    def gathers(self, s: State, kind: int, ability: int) -> bool:
        """Banners that one event sets off form one chain (terrene trigger.simultaneous)."""
        return kind == Q_SHOW or _colour(s, ability) > t.PASSIVE

    def prepare(self, s: State, act: Act) -> None:
        h = act[A_SRC] & HANDLE_MASK
        act[A_USER] = ref(s, s.host[h] or h) if alive(s, act[A_SRC]) else act[A_SRC]
        act[A_X] = lasting.read(s, act, rules_of(s).level)

    def watch(self, s: State, row: Row) -> None:
        if not s.vars[t.G_BUSY] and (row[ROW_EVENT] not in COUNTED or row[ROW_N] in (t.DAMAGE, t.HURT)):
            atoms.set_var(s, t.G_BUSY, 1)

    def build_index(self, s: State) -> Index:
        return quantities.build_index(s, v.working(s), t.Q_KEYWORD + t.K_SILENCE)


class TerreneEffects(Effects):
    """The steps of effects on cards."""

    def touched(self, s: State, act: Act, h: int) -> bool:
        return v.touched(s, act, h)

    def figures(self, s: State, h: int) -> dict[str, int]:
        if h <= s.seats:
            return {"HP": v.hit_points(s, h - 1), "SP": v.supply_left(s, h - 1)}
        of = range(t.Q_KEYWORD) if v.recruited(s, h) else ()
        return {rules_of(s).quantities[what]: n for what in of if (n := v.figure(s, h, what))}

    def nature(self, s: State, act: Act) -> int:
        return v.nature(s, act)

    def change(self, s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
        battle.change(s, act, h, what, n, until)

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        """All candidates: nothing keeps a card from being chosen, only from being affected."""
        return slot.candidates(s, act)

    def leaving(self, s: State, h: int) -> None:
        kit_moves.uncovers(s, h, _STACKS)
        lasting.keep(s, [h])

    def stays(self, s: State, h: int) -> bool:
        """No effect takes a Terrain other than a Storm from its stack (terrene terrain.stack)."""
        lies = s.zone[h] >= 0 and s.zone[h] % t.NZ == t.TERRAINS
        return lies and not v.card_of(s, h).types & t.STORM

    def shed(self, s: State, h: int, act_id: int) -> None:
        """The cards that a card holds are discarded."""
        instructions.discard(s, s.kids.get(h, ()), act_id)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """Until the end of this turn, or of the next one of whoever controls the card, or its start."""
        seat = s.ctrl[h]
        if until == t.U_NEXT:
            return t.U_TURN, s.turn + (seat_order(s, s.active).index(seat) or s.seats)
        return until, s.turn if until == t.U_TURN else seat


class TerreneCourse(Course):
    """A match of several games: how they begin and end."""

    def begin(self, s: State) -> None:
        setup.begin(s)

    def lose(self, s: State, seat: int, rule: str) -> None:
        turn.lose(s, seat, rule)

    def next_seat(self, s: State, seat: int) -> int:
        """Turn order, in which the sides alternate."""
        return (seat + s.vars[t.G_STEP]) % s.seats

    def unasked(self, s: State, seat: int) -> str:
        if s.turn and not s.chain and s.vars[t.G_ATTACKER]:
            return "combat.damage-locked" if s.vars[t.G_SLOW] else "action.when"
        return super().unasked(s, seat)

    def check_state(self, s: State) -> bool:
        """Defeat and overkill, then losing (terrene timing.state-check, win.simultaneous)."""
        rules, damage, faces, parties = rules_of(s), s.num[t.DAMAGE], s.face, s.zones[t.PARTY :: t.NZ]
        changed = t.Q_HP in (s.index or rules.index_of(s)).changes
        fallen = []
        for line in parties:
            for h in line:
                if (damage[h] or changed) and faces[h] and damage[h] >= v.figure(s, h, t.Q_HP):
                    fallen.append(h)
        if fallen:
            battle.fall(s, fallen)
            return True
        hp, hurt = rules.figures.starting_hp, s.num[t.HURT]
        if not s.turn or (hurt[1] < hp > hurt[2] and all(parties)):
            return False
        felled = [n >= hp for n in hurt[1:3]]
        lost = [felled[side] or not any(parties[side::2]) for side in (0, 1)]
        if not any(lost):
            return False
        rule = "win.simultaneous" if all(lost) else "win.hp" if any(felled) else "win.no-characters"
        turn.over(s, -1 if all(lost) else int(lost[0]), rule)
        return True

    def endless(self, s: State) -> None:
        turn.over(s, -1, "limit.free-repeat")
