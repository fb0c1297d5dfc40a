"""Terrene Odyssey on the kernel: its tables, and what it answers where the engine asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_SRC, A_USER, A_VERB, A_X
from fadenet.engine.errors import Illegal
from fadenet.engine.ops import decklists, deeds, figures, files, games, steps
from fadenet.engine.ops.decklists import Limit
from fadenet.engine.rules import Q_SHOW, Ability, Card, Index, Move
from fadenet.engine.state import (
    ASK_KIND,
    HANDLE_MASK,
    RESPOND,
    Act,
    Known,
    Row,
    State,
    alive,
    ref,
    seat_order,
)
from fadenet.games.terrene import battle, moves, turn
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v

_COUNTED = (atoms.COUNTER_PUT, atoms.COUNTER_GONE)
_BUSY = frozenset({*_COUNTED, atoms.DRAWN, atoms.ENTERS, atoms.LEAVES, t.E_ASSIGNED})
_NO_EXTRA: dict[str, Any] = {"activated": (), "statics": [], "xp": (), "print": ""}


class TerreneRules(games.SeriesRules):
    """The compiled rules of one format; figures and texts come from the book."""

    name = "terrene"
    package = "fadenet.games.terrene"
    formats = {"duel": (2,), "2v2": (4,)}  # noqa: RUF012
    format_options = {"duel": ("additions",), "2v2": ("additions",)}  # noqa: RUF012
    verbs, keys, end_move = t.VERBS, deeds.KEYS, (t.V_END,)
    phases, events, windows = t.PHASES, t.EVENTS, t.WINDOWS
    zone_letters, zone_names = tuple(z[0] for z in t.ZONES), tuple(z[1] for z in t.ZONES)
    deck_kind, hand_kind, discard_kind = t.DECK, t.HAND, t.DISCARD
    numbers, scalars = len(t.COLUMNS), games.SCALARS + 5
    cites = {  # noqa: RUF012
        "players": "format.supported",
        "leaving": "win.leaving",
        "choice": "target.choice",
        "standing": "response.auto-pass",
        "statement": "zone.hidden-audit",
        "search": "zone.hidden-audit",
        "openings": "item.illegal-activation",
        "decks": "deck.size",
        "moves": "action.when",
    }

    def __init__(self, format: str = "duel", options: Mapping[str, str] | None = None) -> None:
        super().__init__(format, options)
        book = files.book(self.package, self.name)
        self.book = {rule["id"]: rule for rule in book["rule"]}
        self.lines: dict[str, str] = book["lines"]
        self.title, self.figures = book["book"]["title"], book["book"]["figures"]
        self.additions = self.options.get("additions") == "2015"
        team = format == "2v2"
        self.sides = (0, 1, 0, 1) if team else (0, 1)
        self.supply = self.figures["supply_2v2_per_player" if team else "supply_1v1"]
        self.party = self.figures["setup_characters_2v2" if team else "setup_characters_1v1"]
        self.on_field = [kind in t.ON_FIELD for _ in range(4) for kind in range(t.NZ)] + [False]
        self.frames = [*chain.FRAMES, *steps.FRAMES, *games.FRAMES, *turn.FRAMES, *battle.FRAMES]
        self.pickers = [*chain.PICKERS, *steps.PICKERS, *games.PICKERS, battle.pick_supply]
        series = (self.figures["games_to_win_match"], self.figures["match_game_cap"])
        ends, events = ("format.best-of-three", "format.drawn-games"), (t.E_ROLLED, t.E_OVER)
        body = (t.ACTIONS, t.GAINED, t.HURT)
        self.series = games.Series(*series, *ends, 6, t.ST_SETUP, 2 * self.party + 1, *events, body)
        most = self.figures["setup_character_sp"]
        self.predicates = [
            lambda card: bool(card.types & t.CHARACTER),
            lambda card: bool(card.types & t.HOLDABLE),
            lambda card: is_starter(card, 0 if self.additions else most, most),
            lambda card: bool(card.types & t.TERRAIN) and not card.types & t.STORM,
            lambda card: True,
            lambda card: bool(card.types & t.HOLDABLE),
        ]
        self.limits, self.copies = self._limits(self.figures)
        self.predicate_texts = ["a Character", "an Item or Command", "a starting Character", "a Terrain"]
        self.predicate_texts += ["a pick", "an Item or Command"]
        self.cards.append(Card(0, "", "", 0, (0,) * 8, 0, (0,) * 11, frozenset(), (), {}, "", _NO_EXTRA))

    def _limits(self, figures: dict[str, int]) -> tuple[list[Limit], Limit]:
        """What a deck may hold (terrene deck.*, additions.villain)."""
        size, starter, held, place = figures["deck_size"], *(self.predicates[k - 1] for k in (3, 2, 4))
        limits = [
            Limit("deck.size", lambda card: True, size, size),
            Limit("card.token-characters", lambda card: bool(card.types & t.TOKEN), 0, 0),
            Limit("deck.hero", lambda card: bool(card.types & t.HERO), 0, figures["hero_cards_max"]),
            Limit("deck.four-supply-one", starter, figures["deck_min_sp1_characters"], names=True),
            Limit("deck.terrain-minimum", place, figures["deck_min_terrains"], names=True),
            Limit("deck.items-commands-minimum", held, figures["deck_min_items_and_commands"], names=True),
        ]
        if self.additions:
            villain = lambda card: bool(card.types & t.CHARACTER) and card.stats[t.Q_SP] >= 3  # noqa: E731
            limits.append(Limit("additions.villain", villain, 0, 1))
        return limits, Limit("deck.copies", lambda card: True, 0, figures["deck_max_copies_per_name"])

    def seal(self) -> None:
        """Called once all cards are loaded: the events that some Trap waits for."""
        traps = [a for c in self.cards if c.types & t.TRAP for a in c.extra["activated"]]
        self.hidden_events = frozenset(a.event for a in traps if a.event >= 0)
        self.heard = self.hidden_events.union(*(c.by_event for c in self.cards))

    def lay_picks(self, s: State, seat: int, cards: tuple[int, ...]) -> None:
        turn.lay_picks(s, seat, cards)

    def start_game(self, s: State) -> None:
        atoms.emit(s, t.E_BEGINS, s.active + 1, s.active, 0, s.vars[games.X_GAMES] + 1)
        chain.push(s, turn.f_turn, s.active)

    def confidants(self, s: State, seat: int) -> Sequence[int]:
        """Teammates see each other's hidden cards (terrene format.2v2-information)."""
        return [e for e in range(s.seats) if e != seat and self.sides[e] == self.sides[seat]]

    # Moves.

    def acting_options(self, s: State, seat: int, known: Known) -> list[Move]:
        return deeds.legal(s, seat, known, moves.DEEDS, moves.verbs_now(s, seat), moves.USE)

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        rule = moves.refusal(s, seat, move)
        return Illegal(rule, self.sentence(rule)) if rule else None

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        return deeds.opened(s, move, (t.V_RECRUIT, t.V_USE, t.V_TERRAIN))

    def vouched(self, s: State, move: Move) -> int:
        return {t.V_HIDE: t.ST_CHARACTER, t.V_ASSIGN: t.ST_HELD}.get(move[0], 0)

    def is_true(self, s: State, h: int, code: int) -> bool:
        """Picks of the set-up must differ in name as well (terrene setup.no-duplicates)."""
        first = s.stated[h] not in t.PICKED or atoms.mark(s, t.P_GAME, t.MK_PICK + code, s.owner[h]) == 1
        return first and super().is_true(s, h, code)

    def may_take(self, need: Row, taken: tuple[int, ...], code: int) -> bool:
        """Set-up: Characters, what they hold, a Terrain, no name twice (terrene setup.no-duplicates)."""
        if need[5][0] != t.ST_SETUP:
            return super().may_take(need, taken, code)
        at = len(taken)
        kind = t.ST_STARTER if at < self.party else t.ST_HELD if at < 2 * self.party else t.ST_TERRAIN
        return code not in taken and at <= 2 * self.party and self.predicates[kind - 1](self.cards[code])

    def perform(self, s: State, seat: int, move: Move) -> None:
        turn.perform(s, seat, move)

    def unasked(self, s: State, seat: int) -> str:
        if not s.turn:
            return "mulligan.none"
        if s.chain:
            if s.acts[s.chain[-1]][A_SEAT] == seat:
                return "response.not-to-oneself"
            answering = any(a[ASK_KIND] == RESPOND for a in s.asks)
            return "response.order" if answering else "chain.closed"
        if s.vars[t.G_ATTACKER]:
            return "combat.damage-locked" if s.vars[t.G_SLOW] else "action.when"
        return "action.when" if seat == s.active else "response.active-first"

    # Windows and links.

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        return moves.may_answer(s, seat)

    def _colour(self, ability: int) -> int:
        return self.abilities[ability].extra["colour"] if ability >= 0 else -1

    def asked_after(self, s: State, act: Act) -> int:
        """Nobody answers passive or Purple abilities, or oneself (terrene trigger.purple, response.order)."""
        return 0 if self._colour(act[A_ABILITY]) in (t.PASSIVE, t.PURPLE) else s.seats - 1

    def reopens(self, s: State) -> bool:
        return self.additions

    def resolve(self, s: State, act: Act) -> None:
        turn.resolve(s, act)

    def link_done(self, s: State, act: Act) -> None:
        """A used Item or Command is discarded, an On-going one stays and works (terrene item.activation)."""
        h = act[A_SRC] & HANDLE_MASK
        if s.host[h]:
            s.index = None
        stays = v.card_of(s, h).types & t.ONGOING
        if act[A_VERB] == t.V_USE and s.host[h] and alive(s, act[A_SRC]) and not stays:
            battle.discard(s, [h])

    def chain_done(self, s: State) -> None:
        atoms.clear_marks(s, t.P_CHAIN)
        chain.push(s, battle.f_after)

    # Triggers.

    def trigger(self, s: State, h: int, ability: Ability, row: Row) -> None:
        if s.turn and (self._colour(ability.number) != t.GREEN or s.ctrl[h] == s.active):
            super().trigger(s, h, ability, row)

    def may_trigger(self, s: State, seat: int, ability: Ability, src: int) -> bool:
        """An ability of a card that has left is not offered any more, unless it speaks of its leaving."""
        used = atoms.marked(s, t.P_TURN, ability.number, src)
        leaving = ability.event in (t.E_DEFEATED, atoms.LEAVES, t.E_DISMISSED)
        if (ability.limit and used >= ability.limit) or not (leaving or alive(s, src)):
            return False
        if not ability.may:
            self.count_use(s, ability, src)
        return True

    def count_use(self, s: State, ability: Ability, src: int) -> None:
        atoms.mark(s, t.P_TURN, ability.number, src)

    def gathers(self, kind: int, ability: int) -> bool:
        """Banners that one event sets off form one chain (terrene trigger.simultaneous)."""
        return kind == Q_SHOW or self._colour(ability) > t.PASSIVE

    def prepare(self, s: State, act: Act) -> None:
        h = act[A_SRC] & HANDLE_MASK
        act[A_USER] = ref(s, s.host[h] or h) if alive(s, act[A_SRC]) else act[A_SRC]
        act[A_X] = v.figure(s, act[A_USER] & HANDLE_MASK, t.Q_LV)

    def listen(self, s: State, row: Row) -> None:
        if row[0] in _BUSY and (row[0] not in _COUNTED or row[5] in (t.DAMAGE, t.HURT)):
            atoms.set_var(s, t.G_BUSY, 1)
        if row[0] in self.heard:
            super().listen(s, row)

    def occasion(self, s: State, row: Row) -> None:
        for seat in range(s.seats):
            if moves.may_spring(s, seat):
                atoms.enqueue(s, (Q_SHOW, seat, -1, 0, row))

    def offer(self, s: State, row: Row) -> None:
        if moves.may_spring(s, row[1]):
            chain.push(s, turn.f_shown, row[1], row[4])
            kernel.ask(s, row[1], RESPOND, window=chain.W_SHOW)

    def build_index(self, s: State) -> Index:
        return figures.build_index(s, v.working(s), t.Q_KEYWORD + t.K_SILENCE)

    # Effects.

    def touched(self, s: State, act: Act, h: int) -> bool:
        return v.touched(s, act, h)

    def change(self, s: State, act: Act, h: int, what: int, n: int, until: int) -> None:
        battle.mod(s, act, [h], what, n, until)

    def shed(self, s: State, h: int, act_id: int) -> None:
        """What a card holds is discarded; a token goes to no pile."""
        if v.card_of(s, h).types & t.TOKEN:
            chain.push(s, battle.f_sweep, (h,))
        battle.discard(s, s.kids.get(h, ()), act_id)

    def leaving(self, s: State, h: int) -> None:
        battle.last_known(s, h)

    def ending(self, s: State, act: Act, h: int, until: int) -> tuple[int, int]:
        """Until the end of this turn, or of the next one of whoever controls the card, or its start."""
        seat = s.ctrl[h]
        if until == t.U_NEXT:
            return t.U_TURN, s.turn + (seat_order(s, s.active).index(seat) or s.seats)
        return until, s.turn if until == t.U_TURN else seat

    # The state check and the end.

    def check_state(self, s: State) -> bool:
        """Defeat and overkill, then losing (terrene timing.state-check, win.simultaneous)."""
        lowered = t.Q_HP in s.rules.index_of(s).changes
        hurt = [h for h in v.all_recruited(s) if lowered or s.num[t.DAMAGE][h]]
        fallen = [h for h in hurt if s.num[t.DAMAGE][h] >= v.figure(s, h, t.Q_HP)]
        if fallen:
            battle.fall(s, fallen)
            return True
        if not s.turn:
            return False
        hp, parties = self.figures["starting_hp"], s.zones[t.PARTY :: t.NZ]
        felled = [n >= hp for n in s.num[t.HURT][1:3]]
        lost = [felled[side] or not any(parties[side::2]) for side in (0, 1)]
        if not any(lost):
            return False
        rule = "win.simultaneous" if all(lost) else "win.hp" if any(felled) else "win.no-characters"
        battle.game_over(s, -1 if all(lost) else int(lost[0]), rule)
        return True

    def endless(self, s: State) -> None:
        s.loops = 0
        battle.game_over(s, -1, "limit.free-repeat")

    # Decks.

    def deck_faults(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        return decklists.faults(self, decks[0], self.limits, self.copies)

    def deck_hints(self, decks: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
        """Advice, never a fault: how many Characters there should be (terrene deck.*)."""
        cards = [self.cards[code] for code in decks[0]]
        least, most = self.figures["deck_recommended_characters"]
        n = sum(bool(c.types & t.CHARACTER) for c in cards)
        why = f"it has {n} Characters; {least} to {most} are recommended"
        return [] if least <= n <= most else [("deck.recommended-characters", why)]

    def draw_deck(self, shuffle: Callable[[list[Any]], None]) -> tuple[tuple[int, ...], ...]:
        return (decklists.draw(self, self.limits, self.copies, self.figures["deck_size"], shuffle),)

    def describe_event(self, s: State, row: Row) -> str:
        event, h, _, seat, _, n = row[:6]
        card = f"p{h}" if 0 < h <= s.seats else self.cards[s.code[h]].name or "a hidden card"
        phase = t.PHASES[n] if event == atoms.PHASE_BEGINS else ""
        return self.lines.get(t.EVENTS[event], "").format(who=f"p{seat + 1}", card=card, n=n, phase=phase)


def is_starter(card: Card, least: int, most: int) -> bool:
    """Whether it may be in a starting party (terrene setup.characters, additions.zero-supply-start)."""
    return bool(card.types & t.CHARACTER) and not card.types & t.TOKEN and least <= card.stats[t.Q_SP] <= most
