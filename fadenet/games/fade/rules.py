"""The F.A.D.E. family on the kernel: how moves are carried out, links resolve, and matches end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fadenet.engine import atoms, chain, lasting
from fadenet.engine.acts import (
    A_ABILITY,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_USER,
    probe,
)
from fadenet.engine.card import Ability, Slot
from fadenet.engine.chain import W_SHOW
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError
from fadenet.engine.kit.abilities import run_ability
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.line import Line
from fadenet.engine.policies import (
    Course,
    DeckFault,
    Effects,
    GamePolicies,
    Index,
    Links,
    Triggers,
    count_use,
    uses,
)
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    ROW_CARD,
    ROW_EVENT,
    ROW_MORE,
    ROW_N,
    Act,
    Codes,
    Move,
    Row,
    State,
    Waiting,
    is_automaton,
    ref,
)
from fadenet.games.fade import deckrules, reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.board import Layout
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.editions.words import Format
from fadenet.games.fade.features import leftover
from fadenet.games.fade.features.table import points_of
from fadenet.games.fade.field import (
    again,
    boards,
    combat,
    commands,
    ending,
    falling,
    legality,
    natures,
    reach,
    values,
    working,
)
from fadenet.games.fade.figures import Figures
from fadenet.games.fade.frames import ASKING, FRAMES, PICKERS, STEPS
from fadenet.games.fade.language import statements
from fadenet.games.fade.language.anatomy import ANATOMY
from fadenet.games.fade.opponents.legend_policy import Legend
from fadenet.games.fade.opponents.raiders import Raiders
from fadenet.games.fade.turn import phases, play
from fadenet.games.fade.typed import FadeCard, FadeRules, Opponent, rules_being_made, rules_of
from fadenet.games.fade.verbs import hidden, playing
from fadenet.games.fade.verbs.stakes import FadeStakes
from fadenet.games.fade.verbs.table import answers, verb_table
from fadenet.games.fade.wording import policies_of


def make_rules(
    descriptor: Descriptor, edition: Edition, format: str = "duel", options: Mapping[str, str] | None = None
) -> FadeRules:
    """The rules of one edition, without any card. Raises `WrongInput` and `LoadError`."""
    rules = FadeRules(descriptor, edition, points_of(edition), format, options)
    book = FadeBook(rules)
    rules.figures = book.figures_as(Figures)
    _follow(rules, book, edition)
    rulings = rules.figures.rulings
    rules.decision_timer = rulings.decision_timer_seconds
    even = rules.options.get("opening") == "even"
    rules.second_tp = rulings.even_opening_second_player_tp if even else 0
    rules.frames = [*chain.FRAMES, *FRAMES]
    rules.steps, rules.asking, rules.offering = STEPS, ASKING, hidden.f_show
    rules.pickers = [*chain.PICKERS, *PICKERS]
    verbs = verb_table(edition, rules.points)
    rules.played_by(
        GamePolicies(
            course=FadeCourse(),
            moves=FadeMoves(rules, verbs, answers(edition, rules.points, verbs), gaps=True),
            triggers=FadeTriggers(),
            book=book,
            links=FadeLinks(),
            effects=FadeEffects(),
            stakes=FadeStakes(),
            automaton=rules.opponent,
        )
    )
    rules.add_card(ANATOMY.blank(FadeCard))
    rules.built_in = {word: adds(rules, edition) for word, adds in rules.points.built_in}
    return rules


def _follow(rules: FadeRules, book: FadeBook, edition: Edition) -> None:
    """Compose what the edition names. Raises `LoadError` for what neither book nor code knows."""
    _check_names(rules, book, edition)
    rules.cites = edition.reasons
    rules.policies = policies_of(edition, rules.points)
    rules.board = boards.board_of(edition, rules.figures)
    format = edition.formats.get(rules.format, Format())
    rules.sides = format.sides or rules.sides
    rules.opponent = OPPONENTS[format.opponent]()
    rules.automata, rules.automata_last = rules.opponent.seats, rules.opponent.is_last


def _check_names(rules: FadeRules, book: FadeBook, edition: Edition) -> None:
    """The book has a rule for every reason, and the game every format of the edition."""
    for reason, rule in edition.reasons.items():
        if rule not in book.rules:
            raise LoadError(edition.file, "", f"reasons.{reason}", f"the book has no rule {rule!r}")
    for format in edition.formats:
        edition.named("formats", format, rules.descriptor.formats)


OPPONENTS: Final[dict[str, type[Opponent]]] = {"": Opponent, "Legend": Legend, "Raiders": Raiders}
"""By the word of a format of an edition."""


def seal(rules: FadeRules) -> None:
    """Called once all cards are loaded: derives public facts about the whole card set."""
    for card in rules.cards:
        put = [column for column, n in zip(t.COUNTER_COLUMNS.values(), card.counters, strict=True) if n]
        counters = sum(t.I_COLUMNS[column] for column in put)
        rank = card.stats[t.S_RANK]
        card.marks = (card.traits or t.NULL) << t.I_ELEMENT | (1 << t.I_RANK + rank if rank >= 0 else 0)
        card.breed = sum(bit for n, bit in enumerate(t.I_TYPES) if card.types >> n & 1)
        card.nature = card.breed | counters
    for bits in rules.points.recorded:
        rules.immune_named |= bits
    rules.has_activated = [bool(c.activated) for c in rules.cards]
    rules.has_answers = [
        any(a.answers is not None or a.by_round or c.types & t.COMMAND for a in c.activated)
        for c in rules.cards
    ]
    rules.directions = [c.directions for c in rules.cards]
    rules.immune = [c.keywords[t.K_IMMUNE] for c in rules.cards]
    rules.stamina = [0 if c.fights else max(c.stats[t.S_HP], 0) for c in rules.cards]
    rules.stamina[0] = rules.figures.starting_hp
    rules.works = [working.works(c) for c in rules.cards]
    rules.works_at_rest = [working.works(c, rules.points.tireless) for c in rules.cards]
    if rules.edition.draws_from_anywhere and atoms.DRAWN in rules.hidden_events:
        rules.hidden_events |= {atoms.MOVED}
    rules.hidden_abilities = {
        event: [a for c in rules.cards for a in c.hidden.get(event, ())]
        for event in sorted(rules.hidden_events)
    }
    for card in rules.cards:
        for keyword, ability in card.springs:
            rules.springs.setdefault(ability.event, []).append((keyword, ability))
    items = [c.stats[0] for c in rules.cards if c.types & t.ITEM]
    rules.items_in = [bool(items) and phase in rules.edition.item_phases for phase in range(len(t.PHASES))]
    links = any(playing.makes_link(c, rules.edition.quiet_plays) for c in rules.cards[1:])
    rules.links_in = [links and phase in t.OWN_PHASES for phase in range(len(t.PHASES))]
    rules.min_item_cost = max(min(items, default=0), 0)


class FadeMoves(Verbs):
    """The verbs of the family, and when they answer."""

    def occasion(self, s: State, row: Row) -> None:
        hidden.occasion(s, row)

    def offer_rest(self, s: State, seat: int, move: Move, event: Row) -> None:
        hidden.offer_rest(s, seat, move, event)

    def exists(self, s: State, x: int) -> bool:
        """A card or body, or -n for link n of the running chain."""
        return 0 < x < len(s.code) or -len(s.chain) <= x < 0

    def misread(self, s: State, seat: int, move: Move, now: int) -> str:
        verb = self.table.get(move[0])
        if verb is not None and not verb.names:
            return verb.breaks(s, seat, move[:1], now) or s.rules.cites["moves"]
        return reasons.ONE_TARGET if move[0] == t.V_ATTACK and len(move) > 3 else s.rules.cites["moves"]

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """Its own rules say it, except while a card may be shown for an event."""
        verb = self.table[move[0]]
        if now == W_SHOW and verb.names:
            return reasons.NOTHING_TO_SHOW
        return verb.breaks(s, seat, move, now) or s.rules.cites["moves"]

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        may = rules_of(s).opponent.may_respond if is_automaton(s, seat) else hidden.may_respond
        return may(s, seat, window)

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        return [one for denying in rules_of(s).points.denying for one in denying(s, seat, move)]

    def perform(self, s: State, seat: int, move: Move) -> None:
        if move[0] in (t.V_PLAY, t.V_USE) and is_automaton(s, seat):
            atoms.mark(s, t.P_TURN, t.MK_CAST, move[1])  # faroe legend.once-per-turn
        atoms.set_var(s, t.V_ACTED, 1)
        self.table[move[0]].announce(s, seat, move, ())

    def resolve(self, s: State, act: Act) -> None:
        if rules_of(s).points.wards and play.warded(s, act):
            return
        if not act[A_FLAGS] & t.REST:
            super().resolve(s, act)
        elif not play.lapsed(s, act):
            leftover.resume(s, act)

    def offer(self, s: State, row: Waiting) -> None:
        chain.push(s, hidden.f_show, row.seat, row.event)


class FadeLinks(Links):
    """The steps of the family around the links of a Chain."""

    def done(self, s: State, act: Act) -> None:
        play.link_done(s, act)

    def gap_is_due(self, s: State) -> bool:
        return phases.gap_is_due(s)

    def lapsed(self, s: State, act: Act) -> bool:
        return play.lapsed(s, act)

    def recheck(self, s: State, act: Act) -> None:
        play.drop_lost_targets(s, act)

    def added(self, s: State, act: Act) -> None:
        combat.on_link(s, act)
        for follows in rules_of(s).points.targeted:
            follows(s, act)


class FadeTriggers(Triggers):
    """The abilities that listen, and how triggered ones come to the Chain."""

    def build_index(self, s: State) -> Index:
        return working.build_index(s)

    def upkeep(self, s: State, row: Waiting) -> None:
        phases.upkeep(s, row)

    def dropped(self, s: State, act: Act) -> None:
        again.finish(s, act)

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int, event: Row) -> bool:
        rules = rules_of(s)
        rulings = rules.figures.rulings
        if ability.may and uses(s, ability, src) >= rulings.repeat_limit_ability_per_turn:
            return False
        if ability.limit and uses(s, ability, src) >= ability.limit:
            return False
        h = src & HANDLE_MASK
        if ability.event == atoms.ENTERS and h in commands.layout(s).materials:
            return False  # only now it is known in which cell it stands
        own = rules.abilities[ability.number]
        if own.as_card and legality.is_too_late(s, seat, event):
            return False
        if own.attack:
            who = legality.performer(s, h, own)
            if own.as_card and legality.attacker_refusal(s, seat, who):  # as with cards
                return False
            if legality.attack_refusal(s, who):
                return False
        if not ability.may:
            if ability.limit:
                count_use(s, ability, src)
            if atoms.mark(s, t.P_TURN, t.MK_TRIGGERS, 0) >= rulings.compulsory_triggers_per_turn_before_draw:
                ending.endless(s)
                return False
        return True

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        if s.turn and not (s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.ADRIFT,)):
            super().trigger(s, h, ability, row)

    def waits_as(self, s: State, ability: Ability, event: int) -> int:
        """Signature is a chance, as Contingency at an event is (fade2 trigger.window)."""
        if rules_of(s).abilities[ability.number].as_card:
            return chain.chance_of(s, event)
        return super().waits_as(s, ability, event)

    def foremost(self, s: State, rows: list[Waiting]) -> list[Waiting]:
        return rules_of(s).policies.in_turn(rows) if rows else rows

    def muted_listener(self, s: State, h: int, ability: Ability) -> bool:
        return h in s.rules.index_of(s).muted

    def keeps_index(self, s: State, h: int, was: int, now: int) -> bool:
        """Not if a Command or a Zone card comes, where a Command now points at other cards, while Mute may
        fall on others, nor from row to row where cards may rest: there it depends on where they lie.
        """
        index, rules = s.index, rules_of(s)
        if index is None:
            return False
        if now % t.NZ == t.ZONE or (rules.points.resting and was % t.NZ != now % t.NZ):
            return False
        if values.Q_MUTE in index.changes:
            return False
        layout: Layout | None = index.memo.get(commands.LAYOUT)
        if working.MUTING in index.memo and (s.host[h] or layout or values.Q_IMMUNE in index.changes):
            return False
        points, code = rules.directions, s.code
        if points[code[h]] or any([points[code[k]] for k in s.kids.get(h, ())]):
            return False
        return layout is None or commands.points_alike(s, layout, h)

    def speaks(self, s: State, row: Waiting) -> list[Act]:
        """A chance may become the use of any card for which it is given."""
        abilities, cards = rules_of(s).abilities, rules_of(s).cards
        for number, would in rules_of(s).points.speaking:
            if row.ability == number:
                return would(s, row)
        if row.src or not legality.is_chance(row.event):
            return super().speaks(s, row)
        body = ref(s, row.seat + 1)
        uses_of = [cards[abilities[n].code].use for _, n in legality.finds(row.event)]
        return [probe(row.seat, body, body, use.number, row.event) for use in uses_of if use is not None]

    def prepare(self, s: State, act: Act) -> None:
        act[A_MODE] = t.M_TRIGGER
        ability = rules_of(s).abilities[act[A_ABILITY]]
        if ability.attack:
            act[A_USER] = ref(s, legality.performer(s, act[A_SRC] & HANDLE_MASK, ability))
            reach.attack_traits(s, act, ability.attack_number)
        act[A_FLAGS] |= ability.label

    def at_once(self, s: State, act: Act) -> bool:
        """An ability that a hit triggers is part of the Attack in some editions (fade2
        trigger.when-resolving).
        """
        inline = act[A_EVENT] and act[A_EVENT][ROW_EVENT] in rules_of(s).policies.inline
        if inline and not rules_of(s).abilities[act[A_ABILITY]].as_card:
            run_ability(s, act)
            for follows in rules_of(s).points.targeted:
                follows(s, act)
            return True
        return False


class FadeEffects(Effects):
    """The cards that may be chosen and affected, and the steps of effects on cards."""

    def targetable(self, s: State, act: Act, h: int) -> bool:
        return reach.targetable(s, act, h)

    def choosable(self, s: State, act: Act, slot: Slot) -> list[int]:
        return reach.open_to(s, act, slot)

    def touched(self, s: State, act: Act, h: int) -> bool:
        return reach.touched(s, act, h)

    def figures(self, s: State, h: int) -> dict[str, int]:
        if h > s.seats and not (s.face[h] and s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.FRONT, t.BACKUP)):
            return {}
        words, of = rules_of(s).quantities, (values.plv, values.hp, values.defense, values.agility)
        return {words[what]: n for what, value in enumerate(of) if (n := value(s, h))}

    def nature(self, s: State, act: Act) -> int:
        return natures.nature(s, act)

    def in_any_order(self, act: Act, slot: Slot) -> bool:
        """An Attack with several targets hits them in the order in which they are named, in reach or not."""
        return bool(act[A_FLAGS] & t.ATTACK)

    def stays(self, s: State, h: int) -> bool:
        return rules_of(s).opponent.includes(s, h)  # fade2 raider.removal

    def shed(self, s: State, h: int, act_id: int) -> None:
        """Cards attached to or stacked under a card that goes into a pile are destroyed."""
        lasting.keep(s, [h, *falling.tree(s, h)])
        for k in falling.tree(s, h):
            falling.fall(s, falling.DESTROY, [k], act_id)

    def leaving(self, s: State, h: int) -> None:
        lasting.keep(s, [h])

    def put_counters(self, s: State, act: Act, h: int, column: int, n: int) -> bool:
        if n >= 0 and values.ignores(s, h, column) and not natures.personal(s, act):
            return False
        if h <= s.seats and column in rules_of(s).policies.columns_of_cards:
            return False
        for comes_first in rules_of(s).points.receiving:
            if comes_first(s, act, h, column, n):
                return True
        if column == t.DAMAGE and n >= 0:
            combat.take_counters(s, h, n, act[A_ID])
            return True
        if n > 0 and column in [fatal for fatal, _ in rules_of(s).points.fatal]:
            combat.blame(s, h, act[A_ID])
        return super().put_counters(s, act, h, column, n)

    def change(self, s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
        if what == t.Q_HP and n < 0:
            combat.blame(s, h, act[A_ID])
        super().change(s, act, h, what, n, until)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """(until, its number) of a change: the turn with which it ends, the seat whose next turn ends it as
        it begins, or the round.
        """
        if until == t.U_NEXT:
            return until, act[A_SEAT]
        return until, s.turn if until == t.U_TURN else rules_of(s).policies.round_of(s)


class FadeCourse(Course):
    """How a match begins, goes round and ends (faroe timing.state-check)."""

    def check_state(self, s: State) -> bool:
        return ending.check_state(s)

    def endless(self, s: State) -> None:
        ending.endless(s)

    def begin(self, s: State) -> None:
        chain.push(s, phases.f_begin)

    def next_seat(self, s: State, seat: int) -> int:
        """The turn of a Legend or Raiders, and its answers, come after the last Player's.

        faroe legend.turn-place, fade2 raider.turn
        """
        if not s.rules.automata:
            return (seat + 1) % s.seats
        players, first = s.seats - 1, s.vars[t.V_FIRST]
        if seat == players:
            return first
        after = (seat + 1) % players
        return players if after == first else after

    def unasked(self, s: State, seat: int) -> str:
        if not s.turn and all(a.kind == CONFIRM and len(a.data) == 2 for a in s.asks):
            return s.rules.cites[reasons.MULLIGAN_DONE if seat in s.answers else reasons.MULLIGAN]
        return super().unasked(s, seat)

    def lose(self, s: State, seat: int, rule: str) -> None:
        ending.lose_all(s, [seat], rule)


class FadeBook(RuleBook):
    """The rule book: deck building, and the lines of the log."""

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[DeckFault]:
        """The rules that a seat's Deck and Fighter Pool break (faroe deck.check-before-game)."""
        return deckrules.faults(rules_being_made(self.of), *decks)

    def automaton_faults(self, slug: str, deck: Sequence[int]) -> list[DeckFault]:
        rules = rules_being_made(self.of)
        return deckrules.legend_faults(rules, rules.by_slug[slug], deck)

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        return deckrules.draw(rules_being_made(self.of), shuffle)

    def complete_deck(
        self, seen: Sequence[Sequence[int]], sizes: Sequence[int], shuffle: Callable[[list[Any]], None]
    ) -> tuple[tuple[int, ...], ...]:
        return deckrules.complete(rules_being_made(self.of), seen, sizes, shuffle)

    def event_line(self, s: State, row: Row) -> Line | None:
        event = t.EVENTS[row[ROW_EVENT]]
        said = dict(rules_of(s).points.lines).get(event) or statements.LINES.get(event)
        if said is None:
            return super().event_line(s, row)
        what = said(s, row[ROW_CARD], row[ROW_N], row[ROW_MORE] if len(row) > ROW_MORE else 0)
        return self.line(row, what, self.name_of(s, row[ROW_CARD]))
