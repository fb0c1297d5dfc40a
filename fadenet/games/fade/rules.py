"""The F.A.D.E. family on the kernel: how moves are carried out, links resolve, and matches end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import (
    A_ABILITY,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_IT,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_TO,
    A_USER,
    A_X,
    FIZZLED,
    NEGATED,
    new_act,
    probe,
)
from fadenet.engine.chain import F_CHECK, F_RUN, W_CHAIN, W_GAP, W_PHASE, W_SHOW, WINDOWS
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.ops.language import Compiler, Language
from fadenet.engine.rules import Q_JOIN, Q_SHOW, Ability, Card, Index, Move, Rules, Slot
from fadenet.engine.state import (
    ACT,
    ASK_KIND,
    ASK_WINDOW,
    ATTACHED,
    CONFIRM,
    HANDLE_MASK,
    INST_SHIFT,
    RESPOND,
    Act,
    Known,
    Row,
    State,
    alive,
    ref,
)
from fadenet.games.fade import combat, deckrules, effects, keywords, legality, targets, turn, values, words
from fadenet.games.fade.tables import (
    ATTACK,
    AUGMENT,
    B_ACTIVATE,
    BACKUP,
    BARRIER,
    BUILT,
    CHARACTER,
    COMBAT,
    D_FIGHTERS,
    DECK,
    DISCARD,
    E_ACTIVATED,
    E_ATTACKED,
    E_ATTACKS,
    E_IMPRISONED,
    E_MOVED_UP,
    E_PLAYED,
    E_USED,
    EVENTS,
    FIGHTERS,
    FRONT,
    HAND,
    ITEM,
    K_BUILDUP,
    K_EQUIP,
    K_MULTISTRIKE,
    KEY_AS,
    KEY_N,
    KEY_PART,
    KEY_TO,
    KEY_WORDS,
    KEYS,
    M_ABILITY,
    M_AUGMENT,
    M_BARRIER,
    M_BUILDUP,
    M_CHARACTER,
    M_ITEM,
    M_NORMAL,
    M_SHIELD,
    M_TRIGGER,
    M_ZONE,
    MK_ABILITY,
    MK_DOOMED,
    MK_MOVED,
    MK_NORMAL,
    MK_REATTACHED,
    MK_STRIKES,
    MK_TRIGGERS,
    NQ,
    NULL,
    NVARS,
    NZ,
    ON_FIELD,
    P_ROUND,
    P_TURN,
    PHASES,
    PHYSICAL,
    REACTION,
    SHIELD,
    SKILL,
    STACK,
    STAYS,
    TIMEBOMB,
    TP,
    USED,
    V_ACTED,
    V_ACTIVATE,
    V_ATTACH,
    V_ATTACK,
    V_BARRIER,
    V_CHAINED,
    V_END,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_SHIELD,
    V_SHOW,
    V_USE,
    VERBS,
    ADRIFT,
    ATTACH,
    COLUMN_NAMES,
    ZONE,
    ZONECARD,
    ZONES,
)

_TARGETED_WHILE_ADDING = frozenset({atoms.TARGETED, E_ATTACKS, E_ATTACKED, atoms.LINKED, E_PLAYED, E_USED, E_ACTIVATED})


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
        self.attacks: list[effects.AttackRow] = []
        self.choices: list[Any] = []
        self.sides: tuple[int, ...] = (0, 1, 2, 3)
        self.has_activated: list[bool] = []
        self.contingent: list[Card] = []
        self.hidden_abilities: dict[int, list[Ability]] = {}
        self.min_item_cost = 0
        self.any_item = False
        self.on_field = [kind in ON_FIELD for _ in range(4) for kind in range(NZ)] + [False]
        self.frames = [*chain.FRAMES, *FRAMES]
        self.pickers = [*chain.PICKERS, turn.pick_hand, effects.pick_choice]
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
        self.contingent = [c for c in self.cards if c.extra["contingency"] is not None]
        self.hidden_abilities = {
            event: [a for c in self.cards for a in c.extra["hidden"].get(event, ())] for event in sorted(self.hidden_events)
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
        return legality.moves(s, seat, known)

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        rule = words.refusal(s, seat, move)
        return Illegal(rule, words.sentence(rule, self)) if rule else None

    def show_moves(self, s: State, seat: int, known: Known) -> list[Move]:
        """Cards in Hand that may be shown for the event at hand (faroe trigger.hidden, timing.draw)."""
        event = self._shown_event(s)
        found: list[Move] = []
        if event is None:
            return found
        for h in s.zones[seat * NZ + HAND]:
            code = s.code[h] or known.get(h, 0)
            for ability in self.cards[code].extra["hidden"].get(event[0], ()):
                r = ref(s, h)
                if ability.condition is None or ability.condition(s, probe(seat, r, r, ability.number, event)):
                    found.append((V_SHOW, h))
                    break
        return found

    def _shown_event(self, s: State) -> Row | None:
        for frame in reversed(s.frames):
            if frame[0] == F_SHOWN:
                return frame[2]  # type: ignore[no-any-return]
        return None

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        if move[0] in (V_USE, V_PLAY, V_SHOW) and legality.handle_of(move) and not s.code[move[1]]:
            return (move[1],)
        return ()

    def vouched(self, s: State, move: Move) -> int:
        """The number of the statement that comes with laying a card down hidden, 0 = none."""
        return {V_ATTACH: 1, V_PLACE: 2}.get(move[0], 0)

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        if window == W_CHAIN:
            return self._may_link(s, seat)
        if window == W_SHOW:
            return bool(s.zones[seat * NZ + HAND])
        if not s.zones[seat * NZ + HAND]:
            return self._has_surprise(s, seat)
        if self.any_item and s.num[TP][seat + 1] >= self.min_item_cost:
            return True
        return self._has_surprise(s, seat) or self._contingency_holds(s, seat)

    def _has_surprise(self, s: State, seat: int) -> bool:
        return any(s.role[k] == ATTACHED and not s.face[k] for k in s.kids.get(seat + 1, ()))

    def _contingency_holds(self, s: State, seat: int) -> bool:
        body = ref(s, seat + 1)
        seen = probe(seat, body, body, -1)
        tp = s.num[TP][seat + 1]
        return any(c.extra["contingency"](s, seen) and tp >= c.stats[0] for c in self.contingent)

    def _may_link(self, s: State, seat: int) -> bool:
        """Whether public facts leave this seat an answer (faroe response.no-answer-time)."""
        base = seat * NZ
        hand = s.zones[base + HAND]
        if hand and (values.last_stand(s, seat) or (self.contingent and self._contingency_holds(s, seat))):
            return True
        if seat == s.active and s.phase in legality.OWN_PHASES and (hand or s.zones[base + FIGHTERS]):
            return True
        for host, kids in s.kids.items():
            for k in kids:
                if s.role[k] == ATTACHED and s.ctrl[k] == seat and not s.face[k] and self.on_field[s.zone[k]]:
                    if host <= s.seats or s.ctrl[host] == seat:
                        return True
        for column in (SHIELD, BARRIER):
            numbers = s.num[column]
            if any(numbers) and any(n and s.ctrl[h] == seat for h, n in enumerate(numbers)):
                return True
        own = seat == s.active and s.phase == COMBAT
        for h in legality.working_cards(s, seat):
            if own or any(a.answers is not None for a in self.cards[s.code[h]].extra["activated"]):
                return True
        return False

    def gap_is_due(self, s: State) -> bool:
        return turn.gap_is_due(s)

    # Carrying moves out.

    def perform(self, s: State, seat: int, move: Move) -> None:
        verb = move[0]
        atoms.set_var(s, V_ACTED, 1)
        if verb == V_ATTACK:
            self._normal_attack(s, seat, move[1], move[2])
        elif verb == V_USE:
            self._use(s, seat, move)
        elif verb == V_PLAY:
            self._play(s, seat, move)
        elif verb == V_ATTACH:
            atoms.vouch(s, move[1], 1)
            atoms.lay_on(s, move[1], move[2], ATTACHED, 0, s.ctrl[move[2]] * NZ + ATTACH)
        elif verb == V_MOVE:
            h = move[1]
            kind = BACKUP if s.zone[h] % NZ == FRONT else FRONT
            atoms.mark(s, P_TURN, MK_MOVED, ref(s, h))
            atoms.move(s, h, seat * NZ + kind, 1, keep=True)
        elif verb == V_PLACE:
            atoms.vouch(s, move[1], 2)
            atoms.lay_on(s, move[1], seat + 1, ATTACHED, 0, seat * NZ + ATTACH)
        elif verb == V_REATTACH:
            atoms.mark(s, P_TURN, MK_REATTACHED, ref(s, move[1]))
            atoms.lay_on(s, move[1], move[2], ATTACHED, s.face[move[1]], s.ctrl[move[2]] * NZ + ATTACH)
            s.frames.append((F_CHECK,))
        elif verb == V_ACTIVATE:
            self._activate(s, seat, move)
        elif verb in (V_SHIELD, V_BARRIER):
            self._guard(s, seat, move)
        elif verb == V_MIX:
            turn.mix(s, seat)

    def _normal_attack(self, s: State, seat: int, u: int, target: int) -> None:
        r = ref(s, u)
        if atoms.marked(s, P_TURN, MK_NORMAL, r):
            atoms.mark(s, P_ROUND, MK_STRIKES, r)
        atoms.mark(s, P_TURN, MK_NORMAL, r)
        act = new_act(s, V_ATTACK, seat, r, r, -1)
        act[A_MODE] = M_NORMAL
        act[A_FLAGS] = PHYSICAL
        targets.attack_traits(s, act, -1)
        act[A_TARGETS] = (ref(s, target),)
        chain.start(s, act, not s.chain)

    def _split(self, s: State, move: Move) -> tuple[dict[int, int], int, tuple[int, ...]]:
        """The arguments of a move behind its card: (named values, link, handles)."""
        named, link, line = {}, 0, []
        for x in move[2:]:
            if type(x) is tuple:
                named[x[0]] = x[1]
            elif x < 0:
                link = -x
            else:
                line.append(x)
        return named, link, tuple(line)

    def _use(self, s: State, seat: int, move: Move) -> None:
        h = move[1]
        card = self.cards[s.code[h]]
        named, link, line = self._split(s, move)
        only = (card.types & (SKILL | REACTION | ITEM)).bit_length() - 1
        mode = named.get(KEY_AS, only)
        user, _ = legality.place_of(s, seat, h, card)
        ability = card.extra["use"]
        act = new_act(s, V_USE, seat, 0, ref(s, user), ability.number)
        act[A_MODE] = mode
        act[A_TARGETS] = legality.refs_of(s, line)
        act[A_LINK] = s.chain[link - 1] if link else 0
        act[A_X] = named.get(KEY_PART, 0)
        s.acts[act[A_ID]] = act
        atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
        atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
        self._announce(s, act, h, E_USED, ability)

    def _announce(self, s: State, act: Act, h: int, event: int, ability: Ability | None) -> None:
        act[A_SRC] = ref(s, h)
        if ability is not None and ability.extra.get("attack") and act[A_MODE] != M_ITEM:
            targets.attack_traits(s, act, ability.extra["attack_number"])
            if ability.extra.get("counters"):
                other = s.acts[act[A_LINK]]
                act[A_TARGETS] = (other[A_USER], *act[A_TARGETS])
        if ability is not None and "deflect" in ability.tags and not act[A_X]:
            act[A_X] = combat.parts(s, act[A_SEAT], s.acts[act[A_LINK]])[0]
        atoms.emit(s, event, h, act[A_SEAT], act[A_ID], act[A_MODE])
        chain.start(s, act, not s.chain)

    def _play(self, s: State, seat: int, move: Move) -> None:
        h = move[1]
        card = self.cards[s.code[h]]
        named, _, line = self._split(s, move)
        mode = M_CHARACTER if s.zone[h] % NZ == FIGHTERS else named.get(KEY_AS, self._only_way(card))
        act = new_act(s, V_PLAY, seat, 0, ref(s, seat + 1), -1)
        act[A_MODE] = mode
        s.acts[act[A_ID]] = act
        if mode == M_CHARACTER:
            act[A_TO] = named.get(KEY_TO, 0)
            boss = card.keywords[legality.K_BOSS]
            for paid in line[:boss]:
                atoms.emit(s, E_IMPRISONED, paid, seat, act[A_ID])
                atoms.move(s, paid, s.owner[paid] * NZ + 6, 1, act[A_ID])
            act[A_IT] = legality.refs_of(s, line[boss:])
        else:
            act[A_TARGETS] = legality.refs_of(s, line)
        atoms.put(s, TP, seat + 1, -legality.cost(s, h, card), act[A_ID], seat)
        atoms.move(s, h, seat * NZ + USED, 1, act[A_ID])
        ability = card.extra["use"] if mode == M_ITEM else None
        if ability is not None:
            act[A_ABILITY] = ability.number
        self._announce(s, act, h, E_PLAYED, None)

    def _only_way(self, card: Card) -> int:
        if card.keywords[K_BUILDUP] and card.types & (SKILL | REACTION):
            return M_BUILDUP
        return (card.types & (ITEM | AUGMENT | ZONECARD)).bit_length() - 1

    def _activate(self, s: State, seat: int, move: Move) -> None:
        h = move[1]
        named, link, line = self._split(s, move)
        ability = self.cards[s.code[h]].extra["activated"][named.get(KEY_N, 1) - 1]
        user = legality.performer(s, h, ability)
        act = new_act(s, V_ACTIVATE, seat, ref(s, h), ref(s, user), ability.number)
        act[A_MODE] = M_ABILITY
        paid = ability.extra["unstack"]
        for k in line[:paid]:
            keywords.take_out(s, k, DISCARD, 1, act)
        act[A_TARGETS] = legality.refs_of(s, line[paid:])
        act[A_LINK] = s.chain[link - 1] if link else 0
        act[A_X] = named.get(KEY_PART, 0)
        s.acts[act[A_ID]] = act
        self.count_use(s, ability, act[A_SRC])
        for k, n in ability.cost:
            atoms.put(s, k, seat + 1, -n, act[A_ID], seat)
        for k, n in ability.self_cost:
            atoms.put(s, k, h, -n, act[A_ID], seat)
        self._announce(s, act, h, E_ACTIVATED, ability)

    def _guard(self, s: State, seat: int, move: Move) -> None:
        verb, h, link = move[0], move[1], -move[2]
        column, mode = (SHIELD, M_SHIELD) if verb == V_SHIELD else (BARRIER, M_BARRIER)
        act = new_act(s, verb, seat, ref(s, h), ref(s, h), -1)
        act[A_MODE] = mode
        act[A_LINK] = s.chain[link - 1]
        atoms.put(s, column, h, -1, act[A_ID], seat)
        chain.start(s, act, False)

    def count_use(self, s: State, ability: Ability, src: int) -> None:
        atoms.mark(s, P_TURN, MK_ABILITY + ability.number, src)

    # Links.

    def on_link(self, s: State, act: Act) -> None:
        combat.on_link(s, act)

    def resolve(self, s: State, act: Act) -> None:
        mode = act[A_MODE]
        if act[A_FLAGS] & ATTACK and combat.performer_gone(s, act):
            return
        if mode == M_NORMAL:
            s.frames.append((F_STRIKE, act[A_ID], -1, 0, 0))
        elif mode == M_SHIELD:
            effects.do_block(s, act)
        elif mode == M_BARRIER:
            effects.do_negate(s, act)
        elif mode == M_CHARACTER:
            act[A_FLAGS] |= STAYS
            self.enter_character(s, act, act[A_SRC] & HANDLE_MASK, act[A_SEAT], BACKUP if act[A_TO] else FRONT)
        elif mode == M_ZONE:
            self._enter_zone(s, act)
        elif mode == M_AUGMENT or (mode == M_ITEM and self.cards[s.code[act[A_SRC] & HANDLE_MASK]].keywords[K_EQUIP]):
            self._enter_attached(s, act)
        elif mode == M_BUILDUP:
            act[A_FLAGS] |= STAYS
            h = act[A_SRC] & HANDLE_MASK
            atoms.lay_on(s, h, act[A_SEAT] + 1, ATTACHED, 1, act[A_SEAT] * NZ + ATTACH, act[A_ID])
            self._bring(s, act, h)
        else:
            program = self.abilities[act[A_ABILITY]].program
            if program >= 0 and not self._targets_lost(s, act):
                s.frames.append((F_RUN, act[A_ID], program, 0))

    def _targets_lost(self, s: State, act: Act) -> bool:
        """Targets are looked at again; those that are gone or became Immune drop out (faroe target.recheck)."""
        if act[A_FLAGS] & ATTACK:
            return False
        kept = []
        for r in act[A_TARGETS]:
            h = r & HANDLE_MASK
            if alive(s, r) and targets.targetable(s, act, h):
                kept.append(r)
            else:
                kept.append(r | 0x7FFF << INST_SHIFT)
        act[A_TARGETS] = tuple(kept)
        return False

    def enter_character(self, s: State, act: Act, h: int, seat: int, kind: int) -> None:
        """A Character comes onto the field (faroe prep.character-zone-lost, keyword.level-up)."""
        under = [r & HANDLE_MASK for r in act[A_IT] if alive(s, r)] if act[A_MODE] == M_CHARACTER else []
        if under:
            rows = [s.zone[u] % NZ for u in under]
            kind = BACKUP if act[A_TO] else FRONT
            kind = kind if kind in rows else rows[0]
        elif not s.zones[seat * NZ + FRONT]:
            kind = FRONT
        carried = [k for u in under for k in combat.attached(s, u)]
        stacked = [k for u in under for k in s.kids.get(u, ()) if s.role[k] != ATTACHED]
        atoms.move(s, h, seat * NZ + kind, 1, act[A_ID])
        for u in under:
            keywords.lay_under(s, u, h, act[A_ID])
        for k in carried:
            atoms.lay_on(s, k, h, ATTACHED, s.face[k], seat * NZ + ATTACH, act[A_ID])
        for k in stacked:
            atoms.lay_on(s, k, h, 2, 1, seat * NZ + STACK, act[A_ID])
        self._bring(s, act, h)

    def _bring(self, s: State, act: Act, h: int) -> None:
        """What comes onto the field together with a card: the Counters of its keywords."""
        ability = self.cards[s.code[h]].extra["enter"]
        if ability is not None:
            self.run_inline(s, act[A_SEAT], h, ability)
        keywords.offer_stacker(s, act[A_SEAT], h)

    def run_inline(self, s: State, seat: int, h: int, ability: Ability) -> None:
        """Carry out a program that is part of something else, not a link of its own."""
        act = new_act(s, chain.V_TRIGGER, seat, ref(s, h), ref(s, h), ability.number)
        act[A_MODE] = M_TRIGGER
        s.acts[act[A_ID]] = act
        s.frames.append((F_RUN, act[A_ID], ability.program, 0))

    def _enter_zone(self, s: State, act: Act) -> None:
        """One Zone card a Player; the new one replaces the old one (faroe zonecard.one)."""
        act[A_FLAGS] |= STAYS
        seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
        old = list(s.zones[seat * NZ + ZONE])
        atoms.move(s, h, seat * NZ + ZONE, 1, act[A_ID])
        self._bring(s, act, h)
        combat.fall(s, combat.DESTROY, old, act[A_ID])

    def _enter_attached(self, s: State, act: Act) -> None:
        """An Augment whose holder is gone goes to the Discard Pile (faroe chain.permanent-enters)."""
        h = act[A_SRC] & HANDLE_MASK
        target = act[A_TARGETS][0]
        host = target & HANDLE_MASK
        if alive(s, target) and (host <= s.seats or self.on_field[s.zone[host]]) and targets.targetable(s, act, host):
            act[A_FLAGS] |= STAYS
            atoms.lay_on(s, h, host, ATTACHED, 1, s.ctrl[host] * NZ + ATTACH, act[A_ID])
            self._bring(s, act, h)

    def link_done(self, s: State, act: Act) -> None:
        atoms.set_var(s, V_CHAINED, 1)
        h = act[A_SRC] & HANDLE_MASK
        if s.zone[h] >= 0 and s.zone[h] % NZ == USED and alive(s, act[A_SRC]):
            if keywords.waits_for_replay(s, act):
                keywords.await_replay(s, act)
            elif act[A_MODE] in (M_CHARACTER, M_AUGMENT, M_ZONE, M_BUILDUP) or act[A_FLAGS] & (NEGATED | FIZZLED):
                atoms.move(s, h, s.owner[h] * NZ + DISCARD, 1, act[A_ID])
            else:
                combat.spend(s, act)
        elif act[A_FLAGS] & BUILT:
            keywords.finish(s, act)

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
                self.endless(s)
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
        """A hidden card may be shown for this; who cannot hold one that fits is not asked (faroe trigger.hidden)."""
        seats = [s.ctrl[row[1]]] if row[0] == atoms.DRAWN else range(s.seats)
        for seat in seats:
            src = row[2] if row[0] == atoms.DRAWN else ref(s, seat + 1)
            fits = any(
                a.condition is None or a.condition(s, probe(seat, src, src, a.number, row))
                for a in self.hidden_abilities[row[0]]
            )
            if fits and seat not in s.out and s.zones[seat * NZ + HAND]:
                s.next_id += 1
                s.queue = (*s.queue, (Q_SHOW, seat, 0, 0, row, s.next_id))

    def offer(self, s: State, row: Row) -> None:
        s.frames.append((F_SHOW, row[1], row[4]))

    def _f_show(self, s: State, seat: int, event: Row) -> None:
        if seat not in s.out and not chain.stands_by(s, seat, W_SHOW) and self.may_respond(s, seat, W_SHOW):
            s.frames.append((F_SHOWN, seat, event))
            kernel.ask(s, seat, RESPOND, window=W_SHOW)

    def _f_shown(self, s: State, seat: int, event: Row) -> None:
        move = s.ans[0]
        if move == PASS_MOVE:
            return
        h = move[1]
        atoms.emit(s, atoms.SHOWN, h, seat)
        for ability in self.cards[s.code[h]].extra["hidden"].get(event[0], ()):
            s.frames.append((chain.F_TRIGGER, (1, seat, ability.number, ref(s, h), event, 0)))
            return

    def upkeep(self, s: State, row: Row) -> None:
        turn.upkeep(s, row)

    # Choices.

    def _pick_choice(self, s: State, seat: int, known: Known, act_id: int, slot: int) -> list[int]:
        act = s.acts[act_id]
        picked = act[21]
        return [h for h in self.choices[slot][0](s, act) if h not in picked]

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
        """Nothing joins a chain that is being carried out (faroe chain.closed-while-resolving, response.order)."""
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

    def tags_of(self, act: Act) -> frozenset[str]:
        """Declared categories of a link."""
        return self.abilities[act[A_ABILITY]].tags if act[A_ABILITY] >= 0 else frozenset()

    # Orbital.

    def note_orbit(self, s: State, h: int) -> None:
        """Remember from which row a card becomes Orbital."""
        atoms.mark(s, 9, 0, ref(s, h), 1 + s.zone[h] % NZ)

    def orbit_zone(self, s: State, h: int) -> int:
        kind = s.marks.pop((9, 0, ref(s, h)), 1) - 1
        return kind

    def rezone_tree(self, s: State, h: int, away: bool) -> None:
        """What lies on a card leaves the field with it, or comes back with it."""
        for k in combat.tree(s, h):
            kind = ADRIFT if away else ATTACH if s.role[k] == ATTACHED else STACK
            atoms.rezone(s, k, s.zone[h] // NZ * NZ + kind)

    # The state check and the end (faroe timing.state-check).

    def check_state(self, s: State) -> bool:
        fallen = []
        for seat in range(s.seats):
            for h in combat.characters(s, seat):
                if self._is_fallen(s, h):
                    fallen.append(h)
        losers = [seat for seat in range(s.seats) if seat not in s.out and self._is_fallen(s, seat + 1)]
        if losers:
            self.lose_all(s, losers, "win.lose-ko")
            if s.over:
                return True
        if fallen:
            combat.fall(s, combat.KO, fallen)
            return True
        moved = bool(losers)
        for seat in range(s.seats):
            base = seat * NZ
            if not s.zones[base + FRONT] and s.zones[base + BACKUP]:
                for h in s.zones[base + BACKUP]:
                    atoms.move(s, h, base + FRONT, 1, 0, E_MOVED_UP, keep=True)
                moved = True
        return moved

    def _is_fallen(self, s: State, h: int) -> bool:
        if values.full_hp(s, h) <= s.num[combat.DAMAGE][h]:
            return True
        if s.num[TIMEBOMB][h] >= self.figure_timebomb and not values.ignores(s, h, TIMEBOMB):
            return True
        return bool(s.marks) and (P_TURN, MK_DOOMED, ref(s, h)) in s.marks

    def lose(self, s: State, seat: int, rule: str) -> None:
        self.lose_all(s, [seat], rule)

    def lose_all(self, s: State, seats: list[int], rule: str) -> None:
        """Players lose at the same moment; the last person or team standing wins (faroe win.*)."""
        before = [seat for seat in range(s.seats) if seat not in s.out]
        for seat in seats:
            if seat not in s.out:
                atoms.leave_seat(s, seat)
        left = [seat for seat in before if seat not in s.out]
        if len({self.sides[seat] for seat in left}) <= 1:
            self.end(s, self._places(s, left or before), rule if left else "win.draw")

    def endless(self, s: State) -> None:
        """Repetition without an end is a draw of all who are left (faroe limit.repeat)."""
        self.end(s, self._places(s, [seat for seat in range(s.seats) if seat not in s.out]), "limit.repeat")

    def _places(self, s: State, first: list[int]) -> tuple[int, ...]:
        """The place of every seat: these and their teammates are first, all others second."""
        sides = {self.sides[seat] for seat in first}
        return tuple(1 if self.sides[seat] in sides else 2 for seat in range(s.seats))

    def end(self, s: State, places: tuple[int, ...], rule: str) -> None:
        """The match is over: places by seat, 1 = first, and the rule that decided."""
        if not s.over:
            s.over = (places, rule)
            s.asks = s.needs = ()
            s.answers = {}
            atoms.emit(s, atoms.OVER)

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
    effects.f_mill,
    effects.f_milled,
    effects.f_give_up,
    effects.f_tossed_away,
    effects.f_look,
    effects.f_looked,
    effects.f_found,
    effects.f_picked,
    effects.f_random,
    effects.f_under,
    play.f_show,
    play.f_shown,
    keywords.f_stacker,
    keywords.f_stacked,
    keywords.f_replay,
)
