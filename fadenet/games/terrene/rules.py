"""Terrene Odyssey on the kernel: its tables, and what it answers where the engine asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fadenet.engine import atoms, chain
from fadenet.engine.acts import A_ABILITY, A_SRC, A_USER, A_VERB, A_X
from fadenet.engine.card import Ability
from fadenet.engine.kit import quantities, series, turns, verbs
from fadenet.engine.kit.abilities import KEYS
from fadenet.engine.kit.verbs import VerbRules
from fadenet.engine.language import instructions
from fadenet.engine.rules import Q_SHOW, Index
from fadenet.engine.state import HANDLE_MASK, ROW_EVENT, ROW_N, Act, Row, State, alive, ref, seat_order
from fadenet.games.descriptors import TERRENE
from fadenet.games.terrene import battle, moves, turn, vocabulary
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import TerreneAbility, TerreneCard

_COUNTED = (atoms.COUNTER_PUT, atoms.COUNTER_GONE)


class TerreneRules(VerbRules, series.SeriesRules):
    """The compiled rules of one format; figures and texts come from the book."""

    cards: Sequence[TerreneCard]
    by_slug: Mapping[str, TerreneCard]
    abilities: Sequence[TerreneAbility]
    descriptor = TERRENE
    package = "fadenet.games.terrene"
    verbs, keys, end_move = t.VERBS, KEYS, (t.V_END,)
    phases, events, windows = t.PHASES, t.EVENTS, t.WINDOWS
    zone_letters, zone_names = t.ZONE_LETTERS, t.ZONE_NAMES
    deck_kind, hand_kind, discard_kind, token_types = t.DECK, t.HAND, t.DISCARD, t.TOKEN
    field_kinds, use_marks, open_partners = t.ON_FIELD, (t.P_TURN, 0), True
    stacks = {t.TERRAINS: t.E_TERRAIN}  # noqa: RUF012 - terrene terrain.stack
    numbers, scalars = len(t.COLUMNS), series.SCALARS + 5
    watched = frozenset({*_COUNTED, atoms.DRAWN, atoms.ENTERS, atoms.LEAVES, t.E_ASSIGNED})
    quantities, columns = (*t.QUANTITIES, *t.KEYWORDS), t.COLUMNS

    touched, nature = staticmethod(v.touched), staticmethod(v.nature)
    change = staticmethod(battle.change)
    may_show = staticmethod(moves.may_spring)
    gains, losses = t.GAINS, {t.Q_DEF: t.DECAY}
    first_keyword, barring = t.Q_KEYWORD, t.K_IMMUNE
    verb_table, answers = moves.VERB_TABLE, moves.ANSWERS

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        super().__init__(format, options)
        self.additions = self.options.get("additions") == "2015"
        team = format == "2v2"
        self.supply: int = self.figures["supply_2v2_per_player" if team else "supply_1v1"]
        self.party: int = self.figures["setup_characters_2v2" if team else "setup_characters_1v1"]
        shared = (chain, instructions, series, turns, verbs)
        self.frames = [run for module in (*shared, battle) for run in module.FRAMES]
        self.pickers = [*chain.PICKERS, *instructions.PICKERS, *series.PICKERS, battle.pick_supply]
        self.composed_of(turn.TRACK)
        self.language = vocabulary.make_language(self)
        self.describe(self.language)
        picks = (*[t.ST_STARTER] * self.party, *[t.ST_HELD] * self.party, t.ST_TERRAIN)
        self.plays(picks, t.ST_SETUP, t.PICKED, (t.P_GAME, t.MK_PICK), (t.ACTIONS, t.GAINED, t.HURT))
        self.add_card(vocabulary.ANATOMY.blank(TerreneCard))

    def lay_picks(self, s: State, seat: int, cards: tuple[int, ...]) -> None:
        turn.lay_picks(s, seat, cards)

    # Moves.

    def unasked(self, s: State, seat: int) -> str:
        if s.turn and not s.chain and s.vars[t.G_ATTACKER]:
            return "combat.damage-locked" if s.vars[t.G_SLOW] else "action.when"
        return super().unasked(s, seat)

    # Windows and links.

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return battle.may_block(s, seat) if window == t.W_BLOCK else moves.may_answer(s, seat)

    def _colour(self, ability: int) -> int:
        return self.abilities[ability].colour if ability >= 0 else -1

    def asked_after(self, s: State, act: Act) -> int:
        """Nobody answers passive or Purple abilities, or oneself (terrene trigger.purple, response.order)."""
        return 0 if self._colour(act[A_ABILITY]) in (t.PASSIVE, t.PURPLE) else s.seats - 1

    def reopens(self, s: State) -> bool:
        return self.additions

    def leaving(self, s: State, h: int) -> None:
        super().leaving(s, h)
        battle.last_known(s, h)

    def link_done(self, s: State, act: Act) -> None:
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

    # Triggers.

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        if s.turn and (self._colour(ability.number) != t.GREEN or s.ctrl[h] == s.active):
            super().trigger(s, h, ability, row)

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int) -> bool:
        """A passive ability happens although its card has left; a banner is offered no more, unless it speaks
        of its leaving (terrene keyword.passive)."""
        leaving = ability.event in (t.E_DEFEATED, atoms.LEAVES, t.E_DISMISSED)
        return (leaving or not ability.may or alive(s, src)) and super().may_trigger(s, seat, ability, src)

    def gathers(self, kind: int, ability: int) -> bool:
        """Banners that one event sets off form one chain (terrene trigger.simultaneous)."""
        return kind == Q_SHOW or self._colour(ability) > t.PASSIVE

    def prepare(self, s: State, act: Act) -> None:
        h, there = act[A_SRC] & HANDLE_MASK, alive(s, act[A_SRC])
        act[A_USER] = r = ref(s, s.host[h] or h) if there else act[A_SRC]
        act[A_X] = v.figure(s, r & HANDLE_MASK, t.Q_LV) if there else atoms.marked(s, t.P_TURN, t.MK_LV, r)

    def watch(self, s: State, row: Row) -> None:
        if row[ROW_EVENT] not in _COUNTED or row[ROW_N] in (t.DAMAGE, t.HURT):
            atoms.set_var(s, t.G_BUSY, 1)

    def build_index(self, s: State) -> Index:
        return quantities.build_index(s, v.working(s), t.Q_KEYWORD + t.K_SILENCE)

    # Effects.

    def shed(self, s: State, h: int, act_id: int) -> None:
        """What a card holds is discarded."""
        instructions.discard(s, s.kids.get(h, ()), act_id)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """Until the end of this turn, or of the next one of whoever controls the card, or its start."""
        seat = s.ctrl[h]
        if until == t.U_NEXT:
            return t.U_TURN, s.turn + (seat_order(s, s.active).index(seat) or s.seats)
        return until, s.turn if until == t.U_TURN else seat

    # The state check and the end.

    def check_state(self, s: State) -> bool:
        """Defeat and overkill, then losing (terrene timing.state-check, win.simultaneous)."""
        damage, lowered = s.num[t.DAMAGE], t.Q_HP in (s.index or self.index_of(s)).changes
        weak = [h for h in v.all_recruited(s) if damage[h] or lowered] if lowered or any(damage) else ()
        fallen = [h for h in weak if damage[h] >= v.figure(s, h, t.Q_HP)] if weak else ()
        if fallen:
            battle.fall(s, fallen)
            return True
        hp, parties, hurt = self.figures["starting_hp"], s.zones[t.PARTY :: t.NZ], s.num[t.HURT]
        if not s.turn or (hurt[1] < hp > hurt[2] and all(parties)):
            return False
        felled = [n >= hp for n in hurt[1:3]]
        lost = [felled[side] or not any(parties[side::2]) for side in (0, 1)]
        if not any(lost):
            return False
        rule = "win.simultaneous" if all(lost) else "win.hp" if any(felled) else "win.no-characters"
        series.over(s, -1 if all(lost) else int(lost[0]), rule)
        return True

    def endless(self, s: State) -> None:
        series.over(s, -1, "limit.free-repeat")
