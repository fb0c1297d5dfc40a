"""The F.A.D.E. family on the kernel: how moves are carried out, links resolve, and matches end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
    A_FLAGS,
    A_ID,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_USER,
)
from fadenet.engine.card import Ability, Slot, Test
from fadenet.engine.chain import W_SHOW, WINDOWS
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.kit import verbs
from fadenet.engine.kit.books import BookRules
from fadenet.engine.kit.verbs import VerbRules
from fadenet.engine.language import instructions
from fadenet.engine.line import Line
from fadenet.engine.rules import Index, Move
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    ROW_CARD,
    ROW_EVENT,
    ROW_MORE,
    ROW_N,
    Act,
    Ask,
    Row,
    State,
    Waiting,
    is_automaton,
    ref,
)
from fadenet.games.fade import deckrules, reasons
from fadenet.games.fade.editions.shape import Edition, Format
from fadenet.games.fade.field import combat, ending, keywords, reach, values
from fadenet.games.fade.language import instructions as fade_instructions
from fadenet.games.fade.language import statements
from fadenet.games.fade.language.cards import ANATOMY
from fadenet.games.fade.legend import policy as legend_policy
from fadenet.games.fade.legend import seat as legend
from fadenet.games.fade.tables import (
    ADRIFT,
    ATTACK,
    COLUMN_NAMES,
    D_FIGHTERS,
    DAMAGE,
    DAMAGE_TYPES,
    DECK,
    DEFENCES,
    DISCARD,
    E_ACTIVATED,
    E_ATTACKED,
    E_ATTACKS,
    E_PLAYED,
    E_USED,
    EVENTS,
    F_BEGIN,
    F_SHOW,
    FIGHTERS,
    HAND,
    ITEM,
    K_CHARGE,
    K_IMMUNE,
    KEY_WORDS,
    KEYS,
    M_TRIGGER,
    MK_ABILITY,
    MK_CAST,
    MK_TRIGGERS,
    NVARS,
    NZ,
    P_TURN,
    PHASES,
    U_TURN,
    UP_CHARGE,
    UPKEEP,
    V_ACTED,
    V_ATTACK,
    V_END,
    V_PLAY,
    V_USE,
    VERBS,
    ZONES,
)
from fadenet.games.fade.turn import phases, play
from fadenet.games.fade.typed import FadeAbility, FadeCard
from fadenet.games.fade.verbs import hidden, legality
from fadenet.games.fade.verbs.table import ANSWERS, VERB_TABLE

_TARGETED_WHILE_ADDING = frozenset(
    {atoms.TARGETED, E_ATTACKS, E_ATTACKED, atoms.LINKED, E_PLAYED, E_USED, E_ACTIVATED}
)


class FadeRules(VerbRules, BookRules):
    """Compiled rules of one edition of the family: its figures, its cards, its frames."""

    cards: Sequence[FadeCard]
    by_slug: Mapping[str, FadeCard]
    abilities: Sequence[FadeAbility]
    verbs = VERBS
    end_move, newest_first = (V_END,), True
    keys = KEYS
    key_words = KEY_WORDS
    events = EVENTS
    windows = WINDOWS
    zone_letters = tuple(z[0] for z in ZONES)
    decks_per_seat = 2
    deck_tables = (("deck", "Deck"), ("pool", "Fighter Pool"))
    package = "fadenet.games.fade"
    automaton_shelf = "legends"
    numbers = len(COLUMN_NAMES)
    scalars = NVARS
    deck_kind, hand_kind, discard_kind = DECK, HAND, DISCARD
    use_marks = (P_TURN, MK_ABILITY)
    joining = _TARGETED_WHILE_ADDING
    verb_table, answers, gaps = VERB_TABLE, ANSWERS, True

    def __init__(
        self,
        descriptor: Descriptor,
        edition: Edition,
        format: str = "duel",
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.descriptor, self.edition, self.package = descriptor, edition, edition.package
        self.phases, self.zone_names, self.field_kinds = edition.phases, edition.zones, edition.field
        self.quantities = edition.quantities
        super().__init__(format, options)
        self._follow(self.edition)
        figures = self.figures
        rulings = figures["rulings"]
        self.decision_timer = rulings["decision_timer_seconds"]
        self.immune_named = 0  # whatever a card of the set is, or makes something, Immune to
        self.legend_fixed = self.options.get("choice", "vote") == "fixed"
        self.legend_hp: tuple[int, ...] = ()  # of the Legend that is fought, for 1, 2, 3 and 4 Players
        self.legend_plv: tuple[int, ...] = ()
        self.legend_hand = 0
        self.figure_hp = figures["starting_hp"]
        self.figure_plv = figures["starting_plv"]
        self.figure_tp_start = figures["starting_tp"]
        even = self.options.get("opening") == "even"
        self.figure_tp_second = rulings["even_opening_second_player_tp"] if even else 0
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
        self.attacks: list[fade_instructions.AttackRow] = []
        self.has_activated: list[bool] = []  # by code
        self.works: list[values.Works | None] = []  # by code: what a card does by itself, None = nothing
        self.contingent: list[tuple[Test, int]] = []  # conditions of Contingency, with the TP of their cards
        self.hidden_abilities: dict[int, list[FadeAbility]] = {}
        self.min_item_cost = 0
        self.any_item = False
        self.frames = [*chain.FRAMES, *FRAMES]
        self.pickers = [*chain.PICKERS, instructions.pick_hand, instructions.pick_choice, *legend.PICKERS]
        self.add_card(ANATOMY.blank(FadeCard))
        self.charge = self._built_in_charge()
        self.charge_row = self.charge.number if edition.charge_on_chain else UP_CHARGE

    def _follow(self, edition: Edition) -> None:
        """What the edition says by words becomes numbers and functions. Raises `LoadError`."""
        self.cites = edition.reasons
        for reason, rule in edition.reasons.items():
            if rule not in self.book:
                raise LoadError(edition.file, "", f"reasons.{reason}", f"the book has no rule {rule!r}")
        for format in edition.formats:
            edition.named("formats", format, self.descriptor.formats)
        row = edition.formats.get(self.format, Format())
        self.sides = row.sides or self.sides
        self.automata = row.automata
        self.turn_starts = [edition.named("turn.starts", x, phases.TURN_STARTS) for x in edition.turn_starts]
        self.stages = [edition.named("damage.stages", x, combat.STAGES) for x in edition.stages]
        self.knock_out_costs = edition.named(
            "damage.knock_out_costs", edition.knock_out_costs, combat.KNOCK_OUT_COSTS
        )
        # By defence the Damage Types that withstand it, as bits of a hit.
        self.withstood = {
            tag: sum(1 << DAMAGE_TYPES.index(name) for name, tags in edition.classes.items() if tag in tags)
            for tag in DEFENCES
        }
        self.upkeep_in: list[list[int]] = [[] for _ in PHASES]  # by Phase the columns of Counters
        self.upkeep_of = {}  # by number of the waiting row the column, and what happens
        self.paid_for = 0  # the column of the Counters for which TP are asked
        for word, upkeep in edition.upkeep.items():
            column, does = (
                edition.counters[word],
                edition.named(f"upkeep.{word}.does", upkeep.does, phases.UPKEEPS),
            )
            self.upkeep_in[PHASES.index(upkeep.phase)].append(column)
            self.upkeep_of[UPKEEP[column]] = (column, does)
            if upkeep.does == "pay":
                self.paid_for = column

    def _built_in_charge(self) -> FadeAbility:
        """Charge as a triggered ability: granted or printed, it uses the chain (faroe keyword.charge)."""

        def gain(s: State, act: Act) -> None:
            phases.charge(s, act[A_SEAT], act[A_SRC], act[A_ID])

        ability = FadeAbility(0, 0, "trigger", f"{self.edition.words[K_CHARGE]}: you gain that many TP")
        self.programs.append(((gain, ()),))
        ability.program = 0
        self.add_ability(ability)
        return ability

    def seal(self) -> None:
        """Called once all cards are loaded: what public facts say about the whole card set."""
        self.has_activated = [bool(c.activated) for c in self.cards]
        self.works = [values.works(c) for c in self.cards]
        self.immune = [c.keywords[K_IMMUNE] for c in self.cards]
        self.contingent = [(c.contingency, c.stats[0]) for c in self.cards if c.contingency is not None]
        self.hidden_abilities = {
            event: [a for c in self.cards for a in c.hidden.get(event, ())]
            for event in sorted(self.hidden_events)
        }
        items = [c.stats[0] for c in self.cards if c.types & ITEM]
        self.any_item = bool(items)
        self.min_item_cost = max(min(items, default=0), 0)

    def fight(self, slug: str, deck: Sequence[int]) -> None:
        """The Legend of this match and its Deck. Raises `WrongInput` for a card that is no Legend."""
        card = self.by_slug.get(slug)
        if card is None or not card.fights:
            known = ", ".join(c.slug for c in self.cards if c.fights)
            raise WrongInput(f"there is no Legend {slug!r}; Legends: {known}")
        faults = self.automaton_faults(slug, deck)
        if faults:
            raise WrongInput(f"the Deck of {card.name} is not legal: {faults[0][1]} [{faults[0][0]}]")
        self.legend = card
        self.legend_hp, self.legend_plv, self.legend_hand = card.fights
        self.ownerless = (tuple(deck), ())
        self.automaton_names = (card.name,)

    # Automata.

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[tuple[str, str]]:
        return deckrules.legend_faults(self, self.by_slug[slug], deck)

    def side(self, s: State, seat: int) -> int:
        """All Players are one team against a Legend (faroe legend.what)."""
        return int(is_automaton(s, seat)) if self.automata else self.sides[seat]

    def next_seat(self, s: State, seat: int) -> int:
        return legend.next_seat(s, seat) if self.automata else (seat + 1) % s.seats

    def seat_kinds(self, s: State, people: Sequence[int]) -> None:
        if self.automata:
            legend.note_people(s, people)

    def policy(self, s: State, ask: Ask) -> list[Move]:
        return legend_policy.answers(s, ask)

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        """A Legend draws until its Hand is full (faroe legend.draw-up)."""
        if is_automaton(s, seat) and n > 0:
            chain.push(s, legend.f_fill, seat, act_id)
        return is_automaton(s, seat)

    def searches(self, s: State, act: Act, predicate: int, n: int) -> None:
        legend.search(s, act, predicate, n)

    # Set-up.

    def begin(self, s: State) -> None:
        s.frames.append((F_BEGIN,))

    def deck_zone(self, deck: int) -> int:
        return deck // 2 * NZ + (FIGHTERS if deck % 2 == D_FIGHTERS else DECK)

    def is_drawn_from(self, deck: int) -> bool:
        """Whether cards come out of this deck unseen; a Fighter Pool is only ever chosen from."""
        return deck % 2 != D_FIGHTERS

    # Answers.

    def exists(self, s: State, x: int) -> bool:
        """A card or body, or -n for link n of the running chain."""
        return 0 < x < len(s.code) or -len(s.chain) <= x < 0

    def misread(self, s: State, seat: int, move: Move, now: int) -> str:
        verb = self.verb_table.get(move[0])
        if verb is not None and not verb.names:
            return verb.breaks(s, seat, move[:1], now) or self.cites["moves"]
        return reasons.ONE_TARGET if move[0] == V_ATTACK and len(move) > 3 else self.cites["moves"]

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """Its own rules say it, except while a card may be shown for an event."""
        verb = self.verb_table[move[0]]
        if now == W_SHOW and verb.names:
            return reasons.NOTHING_TO_SHOW
        return verb.breaks(s, seat, move, now) or self.cites["moves"]

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        may = legend_policy.may_respond if is_automaton(s, seat) else hidden.may_respond
        return may(s, seat, window)

    def gap_is_due(self, s: State) -> bool:
        return phases.gap_is_due(s)

    # Carrying moves out.

    def perform(self, s: State, seat: int, move: Move) -> None:
        if is_automaton(s, seat) and move[0] in (V_PLAY, V_USE):
            atoms.mark(s, P_TURN, MK_CAST, move[1])  # faroe legend.once-per-turn
        atoms.set_var(s, V_ACTED, 1)
        super().perform(s, seat, move)

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
        if ability.may and self.uses(s, ability, src) >= self.figure_repeat:
            return False
        if ability.limit and self.uses(s, ability, src) >= ability.limit:
            return False
        h = src & HANDLE_MASK
        own = self.abilities[ability.number]
        if own.attack and legality.attack_refusal(s, legality.performer(s, h, own)):
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

    def keeps_index(self, s: State) -> bool:
        """Not while anything is Mute: what that silences may depend on where cards lie."""
        return s.index is not None and not s.index.muted and values.Q_MUTE not in s.index.statics

    def occasion(self, s: State, row: Row) -> None:
        hidden.occasion(s, row)

    def offer(self, s: State, row: Waiting) -> None:
        s.frames.append((F_SHOW, row.seat, row.event))

    def upkeep(self, s: State, row: Waiting) -> None:
        phases.upkeep(s, row)

    # Choices.

    def targetable(self, s: State, act: Act, h: int) -> bool:
        return reach.targetable(s, act, h)

    def touched(self, s: State, act: Act, h: int) -> bool:
        return reach.touched(s, act, h)

    def nature(self, s: State, act: Act) -> int:
        return values.nature(s, act)

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        return reach.open_to(s, act, slot)

    def in_any_order(self, act: Act, slot: Slot) -> bool:
        """An Attack with several targets hits them in the order in which they are named."""
        return slot.reach and bool(act[A_FLAGS] & ATTACK)

    def shed(self, s: State, h: int, act_id: int) -> None:
        """What lies on a card that goes into a pile is destroyed."""
        for k in combat.tree(s, h):
            combat.fall(s, combat.DESTROY, [k], act_id)

    def put_counters(self, s: State, act: Act, h: int, column: int, n: int) -> bool:
        if n >= 0 and values.ignores(s, h, column) and not values.personal(s, act):
            return False
        if column == DAMAGE and n >= 0:
            combat.take_counters(s, h, n, act[A_ID])
            return True
        return super().put_counters(s, act, h, column, n)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """What lasts for a turn ends with that turn, else with the turn of whoever's turn it is now."""
        return until, s.turn if until == U_TURN else s.active

    def prepare(self, s: State, act: Act) -> None:
        act[A_MODE] = M_TRIGGER
        ability = self.abilities[act[A_ABILITY]]
        if ability.attack:
            act[A_USER] = ref(s, legality.performer(s, act[A_SRC] & HANDLE_MASK, ability))
            reach.attack_traits(s, act, ability.attack_number)

    def unasked(self, s: State, seat: int) -> str:
        if not s.turn and all(a.kind == CONFIRM for a in s.asks):
            return self.cites[reasons.MULLIGAN_DONE if seat in s.answers else reasons.MULLIGAN]
        return super().unasked(s, seat)

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        """The rules that a seat's Deck and Fighter Pool break (faroe deck.check-before-game)."""
        return deckrules.faults(self, *decks)

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        return deckrules.draw(self, shuffle)

    # The state check and the end (faroe timing.state-check).

    def check_state(self, s: State) -> bool:
        return ending.check_state(s)

    def lose(self, s: State, seat: int, rule: str) -> None:
        ending.lose_all(s, [seat], rule)

    def endless(self, s: State) -> None:
        ending.endless(s)

    def event_line(self, s: State, row: Row) -> Line | None:
        said = statements.LINES.get(EVENTS[row[ROW_EVENT]])
        if said is None:
            return super().event_line(s, row)
        what = said(s, row[ROW_CARD], row[ROW_N], row[ROW_MORE] if len(row) > ROW_MORE else 0)
        return self.line(row, what, self.name_of(s, row[ROW_CARD]))


FRAMES = (
    phases.f_begin,
    phases.f_placed,
    phases.f_thrown,
    phases.f_first,
    phases.f_dealt,
    phases.f_mulligan,
    phases.f_kept,
    phases.f_redeal,
    phases.f_turn,
    phases.f_phase,
    phases.f_close,
    phases.f_closed,
    phases.f_next_turn,
    phases.f_act,
    phases.f_acted,
    phases.f_ended,
    phases.f_curse,
    instructions.f_draw,
    instructions.f_drawn,
    instructions.f_discard,
    instructions.f_put,
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
    fade_instructions.f_under,
    hidden.f_show,
    verbs.f_shown,
    keywords.f_stacker,
    keywords.f_stacked,
    keywords.f_replay,
    ending.f_clear,
    ending.f_cleared,
    *legend.FRAMES,
    *legend_policy.FRAMES,
)
