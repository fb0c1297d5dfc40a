"""The verbs that use cards and the abilities of cards: Skills, Reactions, Surprise and Contingency cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
    A_ABILITY,
    A_EVENT,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_MODE,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_USER,
    A_X,
    probe,
)
from fadenet.engine.card import Ability, Card, Slot
from fadenet.engine.chain import W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kit.abilities import AbilityUse
from fadenet.engine.kit.uses import NO_PART, Against, Priced, Use, Way, card_of, shown_for
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.engine.policies import uses
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ATTACHED,
    HANDLE_MASK,
    LAID,
    ROW_MORE,
    TURNED,
    Act,
    Known,
    Row,
    State,
    is_automaton,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade.field import combat, commands, falling, keywords, legality, reach, values, working
from fadenet.games.fade.field.board import rests
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.tables import (
    ADRIFT,
    ATTACK,
    AUGMENT,
    BATTLE,
    CHARACTER,
    COMBAT,
    COMBO,
    COMMAND,
    DISCARD,
    E_ACTIVATED,
    E_PLAYED,
    E_USED,
    HAND,
    ITEM,
    K_BUILDUP,
    K_COMBO,
    K_CONTINGENCY,
    K_MYSTIFY,
    K_OVERDRIVE,
    K_SURPRISE,
    KEY_AS,
    KEY_N,
    KEY_PART,
    M_ABILITY,
    M_BUILDUP,
    M_ITEM,
    M_REACTION,
    M_SKILL,
    MK_NORMAL,
    MK_STOCKED,
    MK_USED,
    N_DRIVEN,
    N_MYSTIFIED,
    NONE,
    NZ,
    ORBIT,
    P_ROUND,
    REACTION,
    S_RANK,
    SKILL,
    TP,
    USED,
    V_ACTIVATE,
    V_USE,
    ZONECARD,
)
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of
from fadenet.games.fade.verbs import springing
from fadenet.games.fade.verbs.fighting import shut_out, target_rule

_GUARDS = frozenset({"block", "deflect", "counter"})
_STOPS = frozenset({"block", "deflect", "negate", "prevent"})


class FadeUse(Use):
    """What all verbs have in common by which the family's cards are used."""

    part_key, names_link = KEY_PART, True
    unspent = unpaid = reasons.TOO_DEAR
    misparted = reasons.DEFLECT_PART

    def reads(self, move: Move) -> bool:
        """Whether this is a way to write it, legal or not: a card first, 0 if none is named."""
        return type(move[1]) is int and move[1] >= 0

    def hint(self, s: State, move: Move, rule: str) -> str:
        return ""

    def unmet(self, s: State, act: Act) -> str:
        return reasons.NOT_THERE

    def awaits(self, way: Way, event: Row) -> bool:
        """Its own rules say it."""
        return True

    # Answers (faroe defend.which-link, defend.whom).

    def against_answer(self, s: State, act: Act, ability: Ability, link: int) -> str:
        other, own = s.acts[link], fade(ability)
        assert own.answers is not None
        if not own.answers(s, act, link):
            return reasons.WHICH_LINK
        if any(reach.refuses(s, other, tag) for tag in own.tags & _STOPS):
            return reasons.PERSONAL if values.personal(s, other) else reasons.WITHSTANDS
        if own.counters and rules_of(s).withstood["counter"] and reach.refuses(s, other, "counter"):
            return reasons.WITHSTANDS
        if own.counters and not _can_counter(s, act, other):
            return reasons.COUNTER_TARGET
        aside = own.tags & _GUARDS and not own.anyone and not reach.concerns(s, act[A_SEAT], other)
        if aside or ("deflect" in own.tags and not combat.parts(s, act[A_SEAT], other)):
            return reasons.NOT_CONCERNED
        most = rules_of(s).figures.defender_cards_per_attack
        return reasons.DEFENDED if most and _cards_against(s, act, other) >= most else ""

    def against_link(self, s: State, act: Act, way: Way, link: int, there: Sequence[int]) -> str:
        assert way.ability is not None
        ability = fade(way.ability)
        if not link:
            return reasons.MUST_LINK
        if not there and not ability.tags & (_GUARDS | _STOPS):
            return reasons.ANSWERS_NOTHING if ability.answers_attack else reasons.NOT_THERE
        return "" if link in there else self.against_answer(s, act, ability, s.chain[link - 1])

    def parts(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        """The part of an Attack that a Deflect takes, to be named only if there are several."""
        if way.ability is not None and "deflect" in way.ability.tags and act[A_LINK]:
            parts = combat.parts(s, act[A_SEAT], s.acts[act[A_LINK]])
            if len(parts) > 1:
                return [((self.part_key, n),) for n in parts]
        return NO_PART

    # Targets.

    def against_choice(self, s: State, act: Act, way: Way, line: tuple[int, ...]) -> str:
        start = 0
        for slot in way.slots:
            if slot.reach:
                return _aim_rule(s, act, slot, line, start)
            start += slot.hi
        why = shut_out(s, act, line)
        if not why and not reach.keeps_order(s, act, line):
            why = reasons.OUT_OF_REACH
        if not why and line and way.ability is not None and "deflect" in way.ability.tags:
            why = shut_out(s, s.acts[act[A_LINK]], line[-1:])
        return why or reasons.NO_TARGET

    def adds(self, s: State, act: Act, way: Way) -> None:
        """An Attack gets what it is, a counter its target, a Deflect the part that it takes."""
        ability = None if way.ability is None else fade(way.ability)
        if act[A_FLAGS] & ATTACK and ability is not None:
            reach.attack_traits(s, act, ability.attack_number)
            if ability.counters:
                act[A_TARGETS] = (s.acts[act[A_LINK]][A_USER], *act[A_TARGETS])
        if ability is not None and act[A_LINK] and "deflect" in ability.tags and not act[A_X]:
            act[A_X] = combat.parts(s, act[A_SEAT], s.acts[act[A_LINK]])[0]
        self.tells(s, act)
        if act[A_EVENT] and s.chain:
            chain.add_link(s, act)
        else:
            chain.start(s, act, True)

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """What happened is remembered, not who might use a card for it."""
        super().announce(s, seat, move, event[:ROW_MORE])

    def tells(self, s: State, act: Act) -> None:
        """Report the use, under both names for a card that is played as well as used.

        What the card itself triggers by it is a link of its own (fade1 timing.on-activate).
        """
        h = act[A_SRC] & HANDLE_MASK
        atoms.emit(s, self.event, h, act[A_SEAT], act[A_ID], act[A_MODE])
        falling.hear_itself(s, self.event, act)
        as_well, types = _COUNTS_AS.get(self.event, (0, 0))
        if fade_card(s, h).types & types and act[A_MODE] != M_BUILDUP:
            atoms.emit(s, as_well, h, act[A_SEAT], act[A_ID], NONE)


class CardUse(FadeUse):
    """A verb that puts a card to use, for its Cost: the card is shown and lies at hand until it is done."""

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        h, caster = act[A_SRC] & HANDLE_MASK, 0
        if rules_of(s).figures.element_matching_reduction_per_element:
            caster = self.caster(act, way)
        card = fade_card(s, h)
        added = card.keywords[_ADDED[way.n]] if way.n in _ADDED else 0
        return ((TP, legality.cost(s, h, card, caster) + added),)

    def caster(self, act: Act, way: Way) -> int:
        """Whose Elements are matched with those of the card: who uses it (fade1 element.matching-caster)."""
        user: int = act[A_USER] & HANDLE_MASK
        return user if way.kind in (M_SKILL, M_REACTION) else 0

    def pay(self, s: State, act: Act, way: Way) -> None:
        super().pay(s, act, way)
        h = act[A_SRC] & HANDLE_MASK
        atoms.move(s, h, act[A_SEAT] * NZ + USED, 1, act[A_ID])
        act[A_SRC] = ref(s, h)


class _Using(CardUse):
    """Skills and Reactions, Surprise and Contingency cards."""

    event, key = E_USED, KEY_AS

    def __init__(self) -> None:
        where = (_against_place, _against_moment, _against_user)
        super().__init__(*where, self.against_cost, self.against_condition, _against_buildup)

    def done_at(self, now: int, phase: int) -> bool:
        return now >= 0 or phase == COMBAT

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        """What lies face-down or in Hand, as far as it may be used at such a moment."""
        if now == W_SHOW:
            there = springing.cards(s, seat, shown_for(s))
            return legality.affordable(s, seat, there, codes, legality.any_card)
        kids, role, face, ctrl, code = s.kids, s.role, s.face, s.ctrl, s.code
        contingent = rules_of(s).printing[K_CONTINGENCY]
        unasked = now >= 0 and not s.chain  # where nothing but Surprise and Contingency cards is used
        found = []
        for host in (*characters(s, seat), seat + 1) if kids else ():
            if host in kids:
                for h in kids[host]:
                    if face[h] or role[h] != ATTACHED or ctrl[h] != seat:
                        continue
                    if not unasked or host <= s.seats or (code[h] or codes.get(h)) in contingent:
                        found.append(h)
        standing = is_automaton(s, seat) or values.last_stand(s, seat)
        hand = s.zones[seat * NZ + HAND]
        if standing or not hand:
            return legality.affordable(s, seat, (*found, *hand), codes, legality.any_card)
        attached = legality.affordable(s, seat, found, codes, legality.any_card)
        return attached + legality.affordable(s, seat, hand, codes, _contingent)

    def ways(self, card: Card) -> Sequence[Way]:
        assert isinstance(card, FadeCard)
        kinds = [n for n in (M_SKILL, M_REACTION, M_ITEM) if card.types >> n & 1]
        if card.use is None:
            return ()
        use, several = card.use, len(kinds) > 1
        flags = [use.label | (ATTACK if card.attacks_as(n) else 0) for n in kinds]
        ways = [
            Way(n, ((KEY_AS, n),) if several else (), use, use.slots, n, kept)
            for n, kept in zip(kinds, flags, strict=True)
        ]
        return ways + driven(card, ways)

    def way_of(self, s: State, move: Move) -> Way | None:
        return _named(self.ways(card_of(s, move[1], {})), move, KEY_AS)

    def wayless(self, s: State, seat: int, move: Move, now: int) -> str:
        h = move[1]
        if h and not s.code[h]:
            return reasons.HIDDEN
        if not h or not self.ways(card_of(s, h, {})):
            return reasons.NOT_USABLE
        user, why = user_of(s, seat, h)
        return why if not user else reasons.OTHER_TYPE

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return user_of(s, seat, h)[0]

    def pay(self, s: State, act: Act, way: Way) -> None:
        _spend_attack(s, act, way)
        super().pay(s, act, way)


class _Activating(FadeUse, AbilityUse):
    """Activated abilities of what lies face-up on the field."""

    event, key, kind, shows = E_ACTIVATED, KEY_N, M_ABILITY, False
    limited = reasons.TOO_OFTEN

    def __init__(self, *own: Against) -> None:
        """own: further rules, cited behind the one that its card must work."""
        price = (self.against_limit, self.against_cost, _against_attack, self.against_condition)
        super().__init__(_against_idleness, *own, _against_its_moment, *price)

    def done_at(self, now: int, phase: int) -> bool:
        return now >= 0 or phase == COMBAT

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        return legality.working_cards(s, seat)

    def ways(self, card: Card) -> Sequence[Way]:
        ways = super().ways(card)
        return [replace(way, flags=traits(a)) for way, a in zip(ways, card.activated, strict=True)]

    def way_of(self, s: State, move: Move) -> Way | None:
        return _named(self.ways(card_of(s, move[1], {})), move, KEY_N)

    def wayless(self, s: State, seat: int, move: Move, now: int) -> str:
        return reasons.NO_ABILITY

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        assert way.ability is not None
        return legality.performer(s, h, fade(way.ability))

    def most(self, s: State, ability: Ability) -> int:
        most = rules_of(s).figures.rulings.repeat_limit_ability_per_turn
        return min(ability.limit or most, most)

    def against_limit(self, s: State, act: Act, way: Way, now: int) -> str:
        """What Stock activates is activated once a round (fade2 keyword.stock)."""
        assert way.ability is not None
        if fade(way.ability).stock and legality.stock_used(s, act[A_SRC] & HANDLE_MASK):
            return reasons.STOCK
        return super().against_limit(s, act, way, now)

    def pay(self, s: State, act: Act, way: Way) -> None:
        """What is taken out of a Stack for it is named ahead of the targets."""
        assert way.ability is not None
        _spend_attack(s, act, way)
        if fade(way.ability).stock:
            atoms.mark(s, P_ROUND + values.round_of(s), MK_STOCKED, act[A_SRC])
        n = fade(way.ability).unstack
        for r in act[A_TARGETS][:n]:
            keywords.take_out(s, r & HANDLE_MASK, DISCARD, 1, act)
        act[A_TARGETS] = act[A_TARGETS][n:]
        super().pay(s, act, way)


def driven(card: FadeCard, ways: Sequence[Way]) -> list[Way]:
    """The way to play or use a card with its Overdrive or Mystify, if it has one (fade2 keyword.overdrive,
    keyword.mystify).
    """
    if card.driven is None or not ways:
        return []
    n = N_MYSTIFIED if card.keywords[K_MYSTIFY] else N_DRIVEN
    named = replace(ways[0], n=n, named=((KEY_AS, n),))
    return [named if named.ability is None else replace(named, ability=card.driven, slots=card.driven.slots)]


_ADDED = {N_DRIVEN: K_OVERDRIVE, N_MYSTIFIED: K_MYSTIFY}
"""By such a way the keyword whose number is paid on top."""


def fade(ability: Ability) -> FadeAbility:
    """An ability as the family knows it."""
    assert isinstance(ability, FadeAbility)
    return ability


def traits(ability: Ability) -> int:
    """What `A_FLAGS` holds of a use of an ability."""
    own = fade(ability)
    return own.label | ATTACK if own.attack else own.label


def fade_card(s: State, h: int) -> FadeCard:
    """The card behind a handle."""
    return rules_of(s).cards[s.code[h]]


def _named(ways: Sequence[Way], move: Move, key: int) -> Way | None:
    """The way whose number a move names, the first one if it names none."""
    n = next((x[1] for x in move[:1:-1] if type(x) is tuple and x[0] == key), None)
    return next((way for way in ways if n in (None, way.n)), None)


def _can_counter(s: State, act: Act, other: Act) -> bool:
    """Whether the attacker is there to be struck (faroe defend.counter-target, target.chosen-when)."""
    seen = [*act]
    seen[A_FLAGS] |= ATTACK
    return not combat.performer_gone(s, other) and reach.targetable(s, seen, other[A_USER] & HANDLE_MASK)


def _cards_against(s: State, act: Act, other: Act) -> int:
    """How many cards the seat of a card that answers an Attack has used against it; 0 for anything else."""
    if not _is_as_a_card(s, act) or not other[A_FLAGS] & ATTACK:
        return 0
    links = [s.acts[k] for k in s.chain]
    mine = [k for k in links if k[A_LINK] == other[A_ID] and k[A_SEAT] == act[A_SEAT]]
    return sum(_is_as_a_card(s, k) for k in mine)


def _is_as_a_card(s: State, act: Act) -> bool:
    """Whether an answer is a card that is used, or stands under Signature, which goes as one."""
    number = act[A_ABILITY]
    if number < 0:
        return False
    return act[A_MODE] in (M_SKILL, M_REACTION, M_ITEM) or rules_of(s).abilities[number].signature


def _aim_rule(s: State, act: Act, slot: Slot, line: tuple[int, ...], start: int) -> str:
    """The rule behind a target for which reach is needed; the choice of it begins at `start` in the line."""
    for n, t in enumerate(line[start : start + slot.hi], start):
        act[A_TARGETS] = tuple([ref(s, h) for h in line[:n]])
        if t in line[:n]:
            return reasons.NO_TARGET
        if t not in reach.next_in_reach(s, act, slot):
            near = t in reach.in_reach(s, act[A_SEAT], values.locks_on(s, act), act)
            return reasons.NO_TARGET if near and t not in slot.candidates(s, act) else target_rule(s, act, t)
    return reasons.NO_TARGET


_COUNTS_AS = {E_USED: (E_PLAYED, CHARACTER | ITEM | AUGMENT | ZONECARD), E_PLAYED: (E_USED, SKILL | REACTION)}
"""Which Supertypes are played and which are used: a card of both kinds does both, in whichever way it is
announced (faroe card.multi-supertype)."""


def _contingent(card: FadeCard) -> bool:
    return bool(card.keywords[K_CONTINGENCY])


# The rules on using a card.


def user_of(s: State, seat: int, h: int) -> tuple[int, str]:
    """(who would use this card from where it is, ""), or 0 and the rule against that."""
    card, host = fade_card(s, h), s.host[h]
    if host and s.role[h] == ATTACHED and s.ctrl[h] == seat:
        if host <= s.seats:
            waits = card.keywords[K_SURPRISE] or card.keywords[K_CONTINGENCY]
            return (seat + 1, "") if waits else (0, reasons.SURPRISE)
        if s.ctrl[host] != seat:
            return 0, reasons.OTHER_CONTROLLER
        if s.face[h]:
            return 0, reasons.ATTACH
        return (host, "") if s.rules.on_field[s.zone[h]] else (0, reasons.ORBITAL)
    if s.zone[h] == seat * NZ + HAND:
        in_hand = _by_itself(s, seat, card) or card.keywords[K_CONTINGENCY]
        return (seat + 1, "") if in_hand else (0, reasons.FROM_HAND)
    return 0, reasons.NOT_NOW


def _by_itself(s: State, seat: int, card: FadeCard) -> bool:
    """Whether a card is used out of the Hand for what it is, not by Contingency."""
    return card.types & (SKILL | REACTION) > 0 and (is_automaton(s, seat) or values.last_stand(s, seat))


def _against_place(s: State, act: Act, way: Way, now: int) -> str:
    h = act[A_SRC] & HANDLE_MASK
    if way.n == N_MYSTIFIED and not s.host[h]:  # what is used out of the Hand did not lie face-down
        return reasons.MYSTIFY
    return "" if act[A_USER] & HANDLE_MASK else user_of(s, act[A_SEAT], h)[1]


def _against_moment(s: State, act: Act, way: Way, now: int) -> str:
    """Whether this is a moment for such a card: Surprise and Contingency have conditions of their own."""
    seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
    card, host = fade_card(s, h), s.host[h]
    surprising = 0 < host <= s.seats
    only_so = not host and not _by_itself(s, seat, card)
    if now == W_SHOW:
        if keyword := springing.refusal(s, act):
            return reasons.SURPRISE if keyword == K_SURPRISE else reasons.CONTINGENCY
        contingent, only_so = True, False
    else:
        seen = probe(seat, act[A_SRC], act[A_USER], -1)
        contingent = _is_contingent(s, act)
        if only_so and not contingent:
            return reasons.CONTINGENCY
        if surprising and not (card.surprise is not None and card.surprise(s, seen)):
            return reasons.SURPRISE
        if way.kind == M_REACTION and (why := _awaits_its_event(card)):
            return why
    if way.kind == M_ITEM:
        if s.chain:
            return reasons.ITEM_STARTS
        return "" if surprising or (contingent and not only_so) else reasons.ITEM_MOMENT
    if way.ability is not None and way.ability.answers is not None:
        return "" if s.chain else reasons.MUST_LINK
    if surprising or contingent:
        return ""
    own = seat == s.active and s.phase == COMBAT
    if way.kind == M_SKILL:
        if seat != s.active:
            return reasons.OWN_TURN
        if not own or not (s.chain or now < 0):
            return reasons.OTHER_PHASE
        return _linked_refusal(s, act)
    starts = own and now < 0 and rules_of(s).edition.reactions_start
    return "" if s.chain or starts else reasons.REACTION_START


def _awaits_its_event(card: FadeCard) -> str:
    """What keeps a Reaction from being used without its event: Trigger, or Contingency if it answers nothing
    by itself (fade2 link.reactions, keyword.trigger).
    """
    keywords = [keyword for keyword, _ in card.springs]
    if K_SURPRISE in keywords:
        return reasons.SURPRISE
    assert card.use is not None
    return reasons.CONTINGENCY if K_CONTINGENCY in keywords and card.use.answers is None else ""


def _is_contingent(s: State, act: Act) -> bool:
    """Whether the condition of a card's Contingency holds."""
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    seen = probe(act[A_SEAT], act[A_SRC], act[A_USER], -1)
    return card.contingency is not None and bool(card.contingency(s, seen))


def _is_its_attack(s: State, act: Act, way: Way) -> bool:
    """Whether a use is the one Attack of its user in this turn, where it has one in all: a Skill, even one
    that deals no damage, or what else Attacks, by the turn player in the Combat Phase (fade1
    combat.one-attack-per-turn, attack.damageless-skill); not what answers, nor Surprise or Contingency.
    """
    rules, ability = rules_of(s), way.ability
    if not rules.edition.one_attack or act[A_SEAT] != s.active or s.phase != COMBAT:
        return False
    if ability is None or ability.answers is not None or way.kind == M_ITEM:
        return False
    if way.kind == M_ABILITY:
        return bool(act[A_FLAGS] & ATTACK) or fade(ability).signature
    if 0 < s.host[act[A_SRC] & HANDLE_MASK] <= s.seats or act[A_EVENT] or _is_contingent(s, act):
        return False
    return way.kind == M_SKILL or bool(act[A_FLAGS] & ATTACK) or not s.chain


def _budget_refusal(s: State, act: Act, way: Way) -> str:
    """What keeps a card or ability from being the Attack of its user in this turn."""
    if not _is_its_attack(s, act, way) or legality.attacks_once_more(s, act[A_USER] & HANDLE_MASK, False):
        return ""
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    if way.kind == M_ABILITY or not card.keywords[K_COMBO]:
        return reasons.ONE_ATTACK
    return "" if legality.combos(s, act[A_USER] & HANDLE_MASK, card) else reasons.COMBO


def _spend_attack(s: State, act: Act, way: Way) -> None:
    """The use counts as its user's Attack of the turn, or costs Combo Potential."""
    if not _is_its_attack(s, act, way):
        return
    u, card = act[A_USER] & HANDLE_MASK, fade_card(s, act[A_SRC] & HANDLE_MASK)
    latest = card.stats[S_RANK] + 1 if way.kind == M_SKILL else 0
    if way.kind != M_ABILITY and legality.combos(s, u, card):
        atoms.set_number(s, COMBO, u, s.num[COMBO][u] - card.keywords[K_COMBO])
        legality.count_attack(s, u, latest)
    else:
        legality.count_attack(s, u, latest, MK_NORMAL, MK_USED)


def _linked_refusal(s: State, act: Act) -> str:
    """What keeps the turn player from a Skill or Attack as a link, where Normal Attacks are such as well."""
    if not s.chain or not rules_of(s).edition.normal_links:
        return ""
    may = legality.may_link_attack(s, act[A_SEAT], act[A_USER] & HANDLE_MASK)
    return "" if may else reasons.LINKED_ATTACK


def _against_user(s: State, act: Act, way: Way, now: int) -> str:
    attached, attack = s.host[act[A_SRC] & HANDLE_MASK] > 0, bool(act[A_FLAGS] & ATTACK)
    why = legality.user_refusal(s, act[A_SEAT], act[A_USER] & HANDLE_MASK, attached, attack)
    return why or _budget_refusal(s, act, way)


def _against_buildup(s: State, act: Act, way: Way, now: int) -> str:
    """A Buildup card is played, and activates by itself (faroe keyword.buildup-details)."""
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    return reasons.NOT_USABLE if card.keywords[K_BUILDUP] else ""


def item_moment(s: State, seat: int, now: int) -> str:
    """Items only open a chain, in certain gaps (faroe timing.item-window, chain.items-start-only)."""
    if s.chain:
        return reasons.ITEM_STARTS
    at_hand = now in (W_GAP, W_PHASE) or (now < 0 and seat == s.active)
    return "" if at_hand and s.phase in rules_of(s).edition.item_phases else reasons.ITEM_MOMENT


# The rules on activating an ability (faroe combat.ability-times, limit.repeat, keyword.mute).


def _its_own(s: State, h: int) -> bool:
    """Whether this is a Legend: its own abilities are kept from it by nothing."""
    return h <= s.seats and s.code[h] > 0


def _against_idleness(s: State, act: Act, way: Way, now: int) -> str:
    """A card must work, and neither it nor what bears it be kept from acting."""
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    legend = _its_own(s, h)
    works = s.face[h] and s.role[h] not in (TURNED, LAID)
    if s.ctrl[h] != seat or not (legend or s.rules.on_field[s.zone[h]]) or not works:
        return reasons.ORBITAL if s.zone[h] % NZ in (ORBIT, ADRIFT) else reasons.NOT_WORKING
    if legality.is_withheld(s, h):
        return reasons.OTHER_CONTROLLER
    if h in (s.index or s.rules.index_of(s)).muted:
        return reasons.MUTE
    if rests(s, h) and not (way.ability and working.is_backed(way.ability)):
        return reasons.BACK_ROW
    if legend:
        return ""
    host = s.host[h]
    kept = legality.kept_from_activating(s, h) or (host and legality.kept_from_activating(s, host))
    if kept:
        return reasons.CANNOT_ACT
    defends = way.ability is not None and way.ability.answers is not None
    return reasons.STUNNED if defends and legality.is_stunned(s, host or h) else ""


def _against_its_moment(s: State, act: Act, way: Way, now: int) -> str:
    assert way.ability is not None
    types = fade_card(s, act[A_SRC] & HANDLE_MASK).types
    if fade(way.ability).stock and types & ITEM:
        return item_moment(s, act[A_SEAT], now)
    if types & COMMAND and way.ability.answers is None:
        battle = act[A_SEAT] == s.active and s.phase in BATTLE
        return "" if battle and not s.chain else reasons.COMMAND_MOMENT
    own = act[A_SEAT] == s.active and s.phase == COMBAT
    if way.ability.answers is not None:
        return "" if s.chain else reasons.ANSWERS_NOTHING
    joins = act[A_FLAGS] & ATTACK or rules_of(s).edition.abilities_join
    return "" if own and (joins if s.chain else now < 0) else reasons.ABILITY_TIMES


def _against_attack(s: State, act: Act, way: Way, now: int) -> str:
    if not act[A_FLAGS] & ATTACK:
        return _budget_refusal(s, act, way)
    seat, bearer = act[A_SEAT], act[A_USER] & HANDLE_MASK
    why = legality.attacker_refusal(s, seat, bearer) or legality.in_person_refusal(s, seat, bearer)
    answers = way.ability is not None and way.ability.answers is not None
    return why or ("" if answers else _linked_refusal(s, act)) or _budget_refusal(s, act, way)


def _against_command(s: State, act: Act, way: Way, now: int) -> str:
    """A Material is not activated; a Command is with the Materials that it needs, and not too often.

    fade2 command.materials, command.activation, command.two-costs
    """
    h, rules = act[A_SRC] & HANDLE_MASK, rules_of(s)
    card, ability = rules.cards[s.code[h]], way.ability
    if h in commands.layout(s).materials:
        return reasons.COMMAND_MATERIAL if card.types & COMMAND else reasons.MATERIAL
    if not card.types & COMMAND:
        return ""
    assert ability is not None
    most = 0 if ability.limit else rules.figures.rulings.command_activations_per_turn
    if most and sum(uses(s, a, act[A_SRC]) for a in card.activated) >= most:
        return reasons.COMMAND_ONCE
    return "" if commands.is_supplied(s, act, h) else reasons.COMMAND_NEEDS


class _Further(_Activating):
    """The same where there are Commands, or Items that are activated by their Stock: not in combat alone."""

    def __init__(self) -> None:
        super().__init__(_against_command)

    def done_at(self, now: int, phase: int) -> bool:
        return True


USE, ACTIVATE, ACTIVATE_FURTHER = _Using(), _Activating(), _Further()
USING_VERBS: dict[int, AnyVerb] = {V_USE: USE, V_ACTIVATE: ACTIVATE}
