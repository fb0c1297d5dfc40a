"""The F.A.D.E. family on the kernel: how moves are carried out, links resolve, and matches end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
    A_ID,
    A_MODE,
    A_SEAT,
    A_SRC,
)
from fadenet.engine.chain import WINDOWS
from fadenet.engine.errors import Illegal
from fadenet.engine.ops.language import Compiler
from fadenet.engine.rules import Ability, Card, Index, Move, Rules, Slot
from fadenet.engine.state import (
    ASK_KIND,
    CONFIRM,
    HANDLE_MASK,
    RESPOND,
    Act,
    Known,
    Row,
    State,
    alive,
)
from fadenet.games.fade import (
    combat,
    deckrules,
    ending,
    hidden,
    instructions,
    keywords,
    legality,
    moves,
    play,
    targets,
    turn,
    values,
    words,
)
from fadenet.games.fade.tables import (
    ADRIFT,
    COLUMN_NAMES,
    D_FIGHTERS,
    DECK,
    E_ACTIVATED,
    E_ATTACKED,
    E_ATTACKS,
    E_PLAYED,
    E_USED,
    EVENTS,
    F_BEGIN,
    F_SHOW,
    FIGHTERS,
    ITEM,
    K_MUTE,
    KEY_WORDS,
    KEYS,
    M_TRIGGER,
    MK_ABILITY,
    MK_TRIGGERS,
    NVARS,
    NZ,
    ON_FIELD,
    P_TURN,
    PHASES,
    V_ATTACH,
    V_END,
    V_PLACE,
    V_PLAY,
    V_SHOW,
    V_USE,
    VERBS,
    ZONES,
)

_TARGETED_WHILE_ADDING = frozenset(
    {atoms.TARGETED, E_ATTACKS, E_ATTACKED, atoms.LINKED, E_PLAYED, E_USED, E_ACTIVATED}
)


class FadeRules(Rules):
    """Compiled rules of one edition of the family: its figures, its cards, its frames."""

    verbs = VERBS
    end_move = (V_END,)
    keys = KEYS
    key_words = KEY_WORDS
    phases = PHASES
    events = EVENTS
    windows = WINDOWS
    zone_letters = tuple(z[0] for z in ZONES)
    zone_names = tuple(z[1] for z in ZONES)
    decks_per_seat = 2
    numbers = len(COLUMN_NAMES)
    scalars = NVARS
    joining = _TARGETED_WHILE_ADDING

    def __init__(self, name: str, figures: dict[str, Any]) -> None:
        super().__init__()
        self.name = name
        self.figures = figures
        rulings = figures["rulings"]
        self.seat_counts = range(figures["players_min"], figures["players_max"] + 1)
        self.figure_hp = figures["starting_hp"]
        self.figure_plv = figures["starting_plv"]
        self.figure_tp_start = figures["starting_tp"]
        self.figure_hand = figures["opening_hand"]
        self.figure_tp_phase = figures["tp_gain_starting_phase"]
        self.figure_tp_attack = figures["tp_gain_normal_attack"]
        self.figure_tp_last_stand = figures["tp_gain_normal_attack_last_stand"]
        self.figure_tp_max = figures["tp_max"]
        self.figure_draw = figures["draw_per_draw_phase"]
        self.duel_first_draw = figures["first_player_first_turn_draw_two_players"]
        self.figure_hand_max = figures["hand_max"]
        self.figure_timebomb = figures["timebomb_knock_out_at"]
        self.figure_ties = rulings["rps_tied_throws_before_seeded_pick"]
        self.figure_repeat = rulings["repeat_limit_ability_per_turn"]
        self.figure_triggers = rulings["compulsory_triggers_per_turn_before_draw"]
        self.title = name
        self.book: dict[str, dict[str, Any]] = {}
        self.card_hash = b""
        self.attacks: list[instructions.AttackRow] = []
        self.choices: list[Any] = []
        self.sides: tuple[int, ...] = (0, 1, 2, 3)
        self.has_activated: list[bool] = []  # by code
        self.works: list[bool] = []  # by code: whether a card listens or changes anything by itself
        self.contingent: list[Card] = []
        self.hidden_abilities: dict[int, list[Ability]] = {}
        self.min_item_cost = 0
        self.any_item = False
        self.on_field = [kind in ON_FIELD for _ in range(4) for kind in range(NZ)] + [False]
        self.frames = [*chain.FRAMES, *FRAMES]
        self.pickers = [*chain.PICKERS, turn.pick_hand, instructions.pick_choice]
        nobody = Card(0, "", "", 0, (-1,) * 5, 0, (0,) * 40, frozenset(), (), {}, "", _NO_EXTRA)
        self.cards.append(nobody)
        self.charge = self._built_in_charge()

    def _built_in_charge(self) -> Ability:
        """Charge as a triggered ability (faroe keyword.charge): granted or printed, it uses the chain."""
        from fadenet.games.fade.tables import K_CHARGE

        def gain(s: State, act: Act) -> None:
            h = act[A_SRC] & HANDLE_MASK
            if alive(s, act[A_SRC]):
                combat.gain_tp(s, act[A_SEAT], values.keyword(s, h, K_CHARGE), act[A_ID])

        ability = Ability(0, 0, "trigger", "Charge: you gain that many TP")
        self.programs.append(((gain, ()),))
        ability.program = 0
        self.abilities.append(ability)
        return ability

    def seal(self) -> None:
        """Called once all cards are loaded: what public facts say about the whole card set."""
        self.has_activated = [bool(c.extra["activated"]) for c in self.cards]
        self.works = [bool(c.extra["statics"] or c.by_event or c.keywords[K_MUTE]) for c in self.cards]
        self.contingent = [c for c in self.cards if c.extra["contingency"] is not None]
        self.hidden_abilities = {
            event: [a for c in self.cards for a in c.extra["hidden"].get(event, ())]
            for event in sorted(self.hidden_events)
        }
        items = [c.stats[0] for c in self.cards if c.types & ITEM]
        self.any_item = bool(items)
        self.min_item_cost = max(min(items, default=0), 0)

    def predicate(self, c: Compiler, table: dict[str, Any]) -> tuple[int, str]:
        """A statement about a hidden card, numbered from 1: filters that look at printed values only."""
        test, said = words.printed_test(c, table)
        self.predicates.append(test)
        self.predicate_texts.append(said)
        return len(self.predicates), said

    # Set-up.

    def begin(self, s: State) -> None:
        s.frames.append((F_BEGIN,))

    def deck_zone(self, deck: int) -> int:
        return deck // 2 * NZ + (FIGHTERS if deck % 2 == D_FIGHTERS else DECK)

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; a Fighter Pool is only ever chosen from."""
        return deck % 2 != D_FIGHTERS

    # Answers.

    def acting_options(self, s: State, seat: int, known: Known) -> list[Move]:
        return moves.legal(s, seat, known)

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        rule = words.refusal(s, seat, move)
        return Illegal(rule, words.sentence(rule, self)) if rule else None

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        if move[0] in (V_USE, V_PLAY, V_SHOW) and legality.handle_of(move) and not s.code[move[1]]:
            return (move[1],)
        return ()

    def vouched(self, s: State, move: Move) -> int:
        """The number of the statement that comes with laying a card down hidden, 0 = none."""
        return {V_ATTACH: 1, V_PLACE: 2}.get(move[0], 0)

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return hidden.may_respond(s, seat, window)

    def gap_is_due(self, s: State) -> bool:
        return turn.gap_is_due(s)

    # Carrying moves out.

    def perform(self, s: State, seat: int, move: Move) -> None:
        play.perform(s, seat, move)

    def count_use(self, s: State, ability: Ability, src: int) -> None:
        atoms.mark(s, P_TURN, MK_ABILITY + ability.number, src)

    # Links.

    def on_link(self, s: State, act: Act) -> None:
        combat.on_link(s, act)

    def resolve(self, s: State, act: Act) -> None:
        play.resolve(s, act)

    def link_done(self, s: State, act: Act) -> None:
        play.link_done(s, act)

    def dropped(self, s: State, act: Act) -> None:
        keywords.finish(s, act)

    # Triggers.

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int) -> bool:
        if ability.may and atoms.marked(s, P_TURN, MK_ABILITY + ability.number, src) >= self.figure_repeat:
            return False
        if ability.limit and atoms.marked(s, P_TURN, MK_ABILITY + ability.number, src) >= ability.limit:
            return False
        if not ability.may:
            if ability.limit:
                self.count_use(s, ability, src)
            if atoms.mark(s, P_TURN, MK_TRIGGERS, 0) >= self.figure_triggers:
                ending.endless(s)
                return False
        return True

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        if s.turn and not (s.zone[h] >= 0 and s.zone[h] % NZ in (ADRIFT,)):
            super().trigger(s, h, ability, row)

    def muted_listener(self, s: State, h: int, ability: Ability) -> bool:
        return h in self.index_of(s).muted

    def build_index(self, s: State) -> Index:
        return values.build_index(s)

    def occasion(self, s: State, row: Row) -> None:
        hidden.occasion(s, row)

    def offer(self, s: State, row: Row) -> None:
        s.frames.append((F_SHOW, row[1], row[4]))

    def upkeep(self, s: State, row: Row) -> None:
        turn.upkeep(s, row)

    # Choices.

    def targetable(self, s: State, act: Act, h: int) -> bool:
        return targets.targetable(s, act, h)

    def touched(self, s: State, act: Act, h: int) -> bool:
        return targets.touched(s, act, h)

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        """An Attack's targets follow the Combat Zone Order however it comes about."""
        if slot.reach:
            return targets.next_in_reach(s, act, slot)
        return super().choosable(s, act, slot)

    def prepare(self, s: State, act: Act) -> None:
        act[A_MODE] = M_TRIGGER
        extra = self.abilities[act[A_ABILITY]].extra
        if extra.get("attack"):
            targets.attack_traits(s, act, extra["attack_number"])

    def unasked(self, s: State, seat: int) -> str:
        """Nothing joins a chain that resolves (faroe chain.closed-while-resolving, response.order)."""
        if not s.turn and all(a[ASK_KIND] == CONFIRM for a in s.asks):
            return "mulligan.once" if seat in s.answers else "mulligan.whole-hand"
        if not s.chain:
            return "turn.definition"
        answering = any(a[ASK_KIND] == RESPOND for a in s.asks)
        return "response.order" if answering else "chain.closed-while-resolving"

    def deck_fault(self, decks: Sequence[Sequence[int]]) -> str | None:
        """The first rule that a seat's Deck and Fighter Pool break (faroe deck.check-before-game)."""
        found = deckrules.faults(self, *decks)
        return found[0][0] if found else None

    # The state check and the end (faroe timing.state-check).

    def check_state(self, s: State) -> bool:
        return ending.check_state(s)

    def lose(self, s: State, seat: int, rule: str) -> None:
        ending.lose_all(s, [seat], rule)

    def endless(self, s: State) -> None:
        ending.endless(s)

    def describe_event(self, s: State, row: Row) -> str:
        return words.event_line(s, row)


_NO_EXTRA: dict[str, Any] = {
    "statics": [],
    "activated": [],
    "hidden": {},
    "use": None,
    "enter": None,
    "attack": False,
    "contingency": None,
    "surprise": None,
    "attach": None,
    "level_up": (),
    "copies": 0,
    "in_deck": False,
    "legend": False,
    "archetypes": (),
    "print": ("Common", "", ""),
    "counters": (0,) * 12,
}


FRAMES = (
    turn.f_begin,
    turn.f_placed,
    turn.f_thrown,
    turn.f_first,
    turn.f_dealt,
    turn.f_mulligan,
    turn.f_kept,
    turn.f_redeal,
    turn.f_turn,
    turn.f_phase,
    turn.f_close,
    turn.f_closed,
    turn.f_next_turn,
    turn.f_act,
    turn.f_acted,
    turn.f_ended,
    turn.f_curse,
    turn.f_draw,
    turn.f_drawn,
    turn.f_discard,
    turn.f_put,
    combat.f_declared,
    combat.f_blind,
    combat.f_strike,
    combat.f_fall,
    combat.f_fallen,
    instructions.f_mill,
    instructions.f_milled,
    instructions.f_give_up,
    instructions.f_tossed_away,
    instructions.f_look,
    instructions.f_looked,
    instructions.f_found,
    instructions.f_picked,
    instructions.f_random,
    instructions.f_under,
    hidden.f_show,
    hidden.f_shown,
    keywords.f_stacker,
    keywords.f_stacked,
    keywords.f_replay,
)
