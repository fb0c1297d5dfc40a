"""The verbs that use cards and the abilities of cards: Skills, Reactions, Surprise and Contingency cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from fadenet.engine import atoms, chain
from fadenet.engine.acts import (
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
)
from fadenet.engine.card import Ability, Card, Slot
from fadenet.engine.chain import W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kit.uses import (
    NO_PART,
    LinkFinder,
    PartFinder,
    Payer,
    Priced,
    TargetFinder,
    Use,
    Way,
    WayFinder,
    card_of,
    shown_for,
)
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ATTACHED,
    HANDLE_MASK,
    ROW_MORE,
    Act,
    Known,
    Row,
    State,
    is_automaton,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import combat, falling, legality, natures, reach, values
from fadenet.games.fade.field.combat import characters
from fadenet.games.fade.typed import FadeCard, fade, fade_card, rules_of
from fadenet.games.fade.verbs.budget import against_budget, at_its_own_moment, spend_attack
from fadenet.games.fade.verbs.fighting import shut_out, target_rule

_GUARDS: Final = frozenset({"block", "deflect", "counter"})
_STOPS: Final = frozenset({"block", "deflect", "negate", "prevent"})


_MEANING_PARTS: Final = frozenset({"deflect", "hit"})


def _parts(s: State, seat: int, ability: Ability, other: Act) -> list[int]:
    """Numbers of what a seat may mean by a Deflect, or by a Block of one hit, of an Attack."""
    return (combat.blockable if "hit" in ability.tags else combat.parts)(s, seat, other)


class _AnsweredLink(LinkFinder):
    """The link that a move names (faroe defend.which-link, defend.whom)."""

    named = True

    def of(self, s: State, act: Act, ability: Ability) -> Sequence[int]:
        return [n for n, k in enumerate(s.chain, 1) if not self._kept_from(s, act, ability, k)]

    def against(self, s: State, act: Act, ability: Ability, link: int) -> str:
        if not link:
            return reasons.MUST_LINK
        own = fade(ability)
        if not own.tags & (_GUARDS | _STOPS) and not self.of(s, act, ability):
            return reasons.ANSWERS_NOTHING if own.answers_attack else reasons.NOT_THERE
        return self._kept_from(s, act, ability, s.chain[link - 1])

    def _kept_from(self, s: State, act: Act, ability: Ability, link: int) -> str:
        """The reason that keeps an ability from answering a link, by its act's id; "" = it may."""
        other, own = s.acts[link], fade(ability)
        assert own.answers is not None
        if not own.answers(s, act, link):
            return reasons.WHICH_LINK
        refuses = rules_of(s).policies.refuses
        if any(refuses(s, other, tag) for tag in own.tags & _STOPS):
            return reasons.PERSONAL if natures.personal(s, other) else reasons.WITHSTANDS
        if own.counters and rules_of(s).policies.withstood["counter"] and refuses(s, other, "counter"):
            return reasons.WITHSTANDS
        if own.counters and not _can_counter(s, act, other):
            return reasons.COUNTER_TARGET
        aside = own.tags & _GUARDS and not own.anyone and not reach.concerns(s, act[A_SEAT], other)
        if aside or (own.tags & _MEANING_PARTS and not _parts(s, act[A_SEAT], own, other)):
            return reasons.NOT_CONCERNED
        reaction = act[A_MODE] == t.M_REACTION or own.as_card
        if reaction and not own.answers_own and rules_of(s).policies.is_own(s, act[A_SEAT], other):
            return reasons.OWN_ATTACK
        spent = legality.is_as_a_card(s, act) and legality.is_defended(s, act[A_SEAT], other)
        return reasons.DEFENDED if spent else ""


class _AttackPart(PartFinder):
    """The part that a Deflect takes, or the hit that is Blocked: named only if there are several."""

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        if way.ability is not None and way.ability.tags & _MEANING_PARTS and act[A_LINK]:
            parts = _parts(s, act[A_SEAT], way.ability, s.acts[act[A_LINK]])
            if len(parts) > 1:
                return [((self.key, n),) for n in parts]
        return NO_PART

    def aims(self, way: Way) -> bool:
        """A Deflect names another target than the part has that it takes."""
        return way.ability is not None and "deflect" in way.ability.tags

    def missing(self, way: Way) -> str:
        blocks = way.ability is not None and "hit" in way.ability.tags
        return reasons.WHICH_HIT if blocks else reasons.DEFLECT_PART


ANSWERED_LINK: Final = _AnsweredLink()
ATTACK_PART: Final = _AttackPart(t.KEY_PART)


class ActionTargets(TargetFinder):
    """The targets of an action, which are in its reach, in order, and not shut to it."""

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        start = 0
        for slot in way.slots:
            if slot.reach:
                return _aim_rule(s, act, slot, line, start)
            start += slot.hi
        why = shut_out(s, act, line)
        if not why and not reach.keeps_order(s, act, line):
            why = reasons.OUT_OF_REACH
        if not why and line and act[A_LINK] and ATTACK_PART.aims(way):
            why = shut_out(s, s.acts[act[A_LINK]], line[-1:])
            if not why and not reach.sendable(s, act, line[-1:]):
                why = reasons.DEFLECT_TARGET
        return why or reasons.NO_TARGET


ACTION_TARGETS: Final = ActionTargets()


class FadeUse(Use):
    """The common part of all verbs by which the family's cards are used."""

    def reads(self, move: Move) -> bool:
        """Whether this is a way to write it, legal or not: a card first, 0 if none is named."""
        return type(move[1]) is int and move[1] >= 0

    def unmet(self, s: State, act: Act) -> str:
        return reasons.NOT_THERE

    def adds(self, s: State, act: Act, way: Way) -> None:
        """An Attack gets what it is, a counter its target, a Deflect or Block of a hit what it means."""
        ability = None if way.ability is None else fade(way.ability)
        if act[A_FLAGS] & t.ATTACK and ability is not None:
            reach.attack_traits(s, act, ability.attack_number)
            if ability.counters:
                act[A_TARGETS] = (s.acts[act[A_LINK]][A_USER], *act[A_TARGETS])
        if ability is not None and act[A_LINK] and ability.tags & _MEANING_PARTS and not act[A_X]:
            act[A_X] = _parts(s, act[A_SEAT], ability, s.acts[act[A_LINK]])[0]
        self.tells(s, act)
        if act[A_EVENT] and s.chain:
            chain.add_link(s, act)
        else:
            chain.start(s, act, True)

    def announce(self, s: State, seat: int, move: Move, event: Row) -> None:
        """The event is remembered, not the chances to use a card for it."""
        super().announce(s, seat, move, event[:ROW_MORE])

    def tells(self, s: State, act: Act) -> None:
        """Report the use, under both names for a card that is played as well as used.

        An ability of the card itself that this triggers is a link of its own (fade1 timing.on-activate). On
        the field it hears of it as others do.
        """
        h = act[A_SRC] & HANDLE_MASK
        atoms.emit(s, self.event, h, act[A_SEAT], act[A_ID], act[A_MODE])
        if not s.rules.on_field[s.zone[h]]:
            falling.hear_itself(s, self.event, act)
        as_well, types = _COUNTS_AS.get(self.event, (0, 0))
        if fade_card(s, h).types & types and act[A_MODE] != t.M_BESIDE:
            atoms.emit(s, as_well, h, act[A_SEAT], act[A_ID], t.NONE)


def against_hp(s: State, act: Act, way: Way) -> str:
    """A cost is paid in full, in HP too, even with the last ones (fade1 damage.loss-is-not-damage)."""
    hp = 0 if way.ability is None else fade(way.ability).pay_hp
    return reasons.HP_TOO_DEAR if hp and values.hp(s, act[A_SEAT] + 1) < hp else ""


def pay_hp(s: State, act: Act, way: Way) -> None:
    """The HP that an ability costs besides."""
    if way.ability is not None:
        combat.lose_hp(s, act[A_SEAT] + 1, fade(way.ability).pay_hp, act[A_ID])


def user_as_caster(act: Act, way: Way) -> int:
    """The user, whose Elements are matched with those of a Skill or Reaction, 0 for other cards (fade1
    element.matching-caster).
    """
    user: int = act[A_USER] & HANDLE_MASK
    return user if way.kind in (t.M_SKILL, t.M_REACTION) else 0


class CardPayer(Payer):
    """The Cost of a card that is put to use: it is shown, and lies at hand until it is done.

    caster: whose Elements are matched with those of the card, 0 = nobody's.
    """

    def __init__(self, caster: Callable[[Act, Way], int] = user_as_caster) -> None:
        super().__init__(reasons.TOO_DEAR, reasons.TOO_DEAR)
        self.caster = caster

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        h, caster = act[A_SRC] & HANDLE_MASK, 0
        if rules_of(s).figures.element_matching_reduction_per_element:
            caster = self.caster(act, way)
        card = fade_card(s, h)
        added = card.driven_price if way.n in t.WITH_MORE else 0
        return ((t.TP, legality.cost(s, h, card, caster) + added),)

    def against_cost(self, s: State, act: Act, way: Way, now: int) -> str:
        return against_hp(s, act, way) or super().against_cost(s, act, way, now)

    def pay(self, s: State, act: Act, way: Way) -> None:
        super().pay(s, act, way)
        pay_hp(s, act, way)
        h = act[A_SRC] & HANDLE_MASK
        atoms.move(s, h, act[A_SEAT] * t.NZ + t.USED, 1, act[A_ID])
        act[A_SRC] = ref(s, h)


class _BudgetPayer(CardPayer):
    """A card that is used may be the one Attack of its user in the turn."""

    def pay(self, s: State, act: Act, way: Way) -> None:
        spend_attack(s, act, way)
        super().pay(s, act, way)


class _UsingWays(WayFinder):
    """One for each of its Supertypes as which a card may be used."""

    def of(self, card: Card) -> Sequence[Way]:
        assert isinstance(card, FadeCard)
        kinds = [n for n in (t.M_SKILL, t.M_REACTION, t.M_ITEM) if card.types >> n & 1]
        if card.use is None:
            return ()
        use, several = card.use, len(kinds) > 1
        flags = [use.label | (t.ATTACK if card.attacks_as(n) else 0) for n in kinds]
        ways = [
            Way(n, ((t.KEY_AS, n),) if several else (), use, use.slots, n, kept)
            for n, kept in zip(kinds, flags, strict=True)
        ]
        return ways + driven(card, ways)

    def named(self, s: State, move: Move) -> Way | None:
        return named(self.of(card_of(s, move[1], {})), move, self.key)

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        h = move[1]
        if h and not s.code[h]:
            return reasons.HIDDEN
        if not h or not self.of(card_of(s, h, {})):
            return reasons.NOT_USABLE
        user, why = user_of(s, seat, h)
        return why if not user else reasons.OTHER_TYPE


class _Using(FadeUse):
    """Skills and Reactions, Surprise and Contingency cards."""

    event = t.E_USED

    def __init__(self) -> None:
        payer = _BudgetPayer()
        where = (_against_place, _against_moment, _against_user)
        price = (payer.against_cost, self.against_condition, _against_use)
        ways = _UsingWays(t.KEY_AS)
        super().__init__(
            ways, payer, *where, *price, links=ANSWERED_LINK, parts=ATTACK_PART, targets=ACTION_TARGETS
        )

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        """The cards face-down and in Hand, as far as they may be used at such a moment."""
        if now == W_SHOW:
            there = [h for _, cards in rules_of(s).points.chances for h in cards(s, seat, shown_for(s))]
            return legality.affordable(s, seat, there, codes, legality.any_card)
        kids, role, face, ctrl, code = s.kids, s.role, s.face, s.ctrl, s.code
        contingent = rules_of(s).passing[_from_hand]
        # Where cards are used at moments of their own alone:
        unasked = not s.chain and (now >= 0 or s.phase != t.COMBAT)
        found = []
        for host in (*characters(s, seat), seat + 1) if kids else ():
            if host in kids:
                for h in kids[host]:
                    if face[h] or role[h] != ATTACHED or ctrl[h] != seat:
                        continue
                    if not unasked or host <= s.seats or (code[h] or codes.get(h)) in contingent:
                        found.append(h)
        standing = is_automaton(s, seat) or values.last_stand(s, seat)
        hand = s.zones[seat * t.NZ + t.HAND]
        if standing or not hand:
            return legality.affordable(s, seat, (*found, *hand), codes, legality.any_card)
        attached = legality.affordable(s, seat, found, codes, legality.any_card)
        return attached + legality.affordable(s, seat, hand, codes, _from_hand)

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return user_of(s, seat, h)[0]


def driven(card: FadeCard, ways: Sequence[Way]) -> list[Way]:
    """The way to play or use a card with what is paid for on top, if it has any (fade2 keyword.overdrive,
    keyword.mystify).
    """
    if card.driven is None or not ways:
        return []
    n = card.driven_as
    named = replace(ways[0], n=n, named=((t.KEY_AS, n),))
    return [named if named.ability is None else replace(named, ability=card.driven, slots=card.driven.slots)]


def traits(ability: Ability) -> int:
    """The bits of `A_FLAGS` for a use of an ability: its label, and `ATTACK` if it is one."""
    own = fade(ability)
    return own.label | t.ATTACK if own.attack else own.label


def named(ways: Sequence[Way], move: Move, key: int) -> Way | None:
    """The way whose number a move names, the first one if it names none."""
    n = next((x[1] for x in move[:1:-1] if type(x) is tuple and x[0] == key), None)
    return next((way for way in ways if n in (None, way.n)), None)


def _can_counter(s: State, act: Act, other: Act) -> bool:
    """Whether the attacker is there to be struck (faroe defend.counter-target, target.chosen-when)."""
    seen = [*act]
    seen[A_FLAGS] |= t.ATTACK
    return not combat.performer_gone(s, other) and reach.targetable(s, seen, other[A_USER] & HANDLE_MASK)


def _aim_rule(s: State, act: Act, slot: Slot, line: tuple[int, ...], start: int) -> str:
    """The rule behind a target for which reach is needed; the choice of it begins at `start` in the line."""
    for n, table in enumerate(line[start : start + slot.hi], start):
        act[A_TARGETS] = tuple([ref(s, h) for h in line[:n]])
        if table in line[:n]:
            return reasons.NO_TARGET
        if table not in reach.next_in_reach(s, act, slot):
            near = table in reach.in_reach(s, act[A_SEAT], natures.reaches_far(s, act), act)
            return (
                reasons.NO_TARGET
                if near and table not in slot.candidates(s, act)
                else target_rule(s, act, table)
            )
    return reasons.NO_TARGET


_COUNTS_AS: Final = {
    t.E_USED: (t.E_PLAYED, t.CHARACTER | t.ITEM | t.AUGMENT | t.ZONECARD),
    t.E_PLAYED: (t.E_USED, t.SKILL | t.REACTION),
}
"""Which Supertypes are played and which are used: a card of both kinds does both, in whichever way it is
announced (faroe card.multi-supertype)."""


def _from_hand(card: Card) -> bool:
    assert isinstance(card, FadeCard)
    return card.from_hand


# The rules on using a card.


def user_of(s: State, seat: int, h: int) -> tuple[int, str]:
    """(who would use this card from where it is, ""), or 0 and the rule against that."""
    card, host = fade_card(s, h), s.host[h]
    if host and s.role[h] == ATTACHED and s.ctrl[h] == seat:
        if host <= s.seats:
            waits = card.placed or card.from_hand
            return (seat + 1, "") if waits else (0, reasons.SURPRISE)
        if s.ctrl[host] != seat:
            return 0, reasons.OTHER_CONTROLLER
        if s.face[h]:
            return 0, reasons.ATTACH
        return (host, "") if s.rules.on_field[s.zone[h]] else (0, legality.in_orbit(s, h))
    if s.zone[h] == seat * t.NZ + t.HAND:
        in_hand = card.from_hand or by_itself(s, seat, card)
        return (seat + 1, "") if in_hand else (0, reasons.FROM_HAND)
    return 0, reasons.NOT_NOW


def by_itself(s: State, seat: int, card: FadeCard) -> bool:
    """Whether a card is used out of the Hand for what it is, not at a moment of its own."""
    return card.types & (t.SKILL | t.REACTION) > 0 and (is_automaton(s, seat) or values.last_stand(s, seat))


def _against_place(s: State, act: Act, way: Way, now: int) -> str:
    h = act[A_SRC] & HANDLE_MASK
    for against in rules_of(s).points.adding if way.n in t.WITH_MORE else ():
        if why := against(s, act, way, now):
            return why
    return "" if act[A_USER] & HANDLE_MASK else user_of(s, act[A_SEAT], h)[1]


def _against_moment(s: State, act: Act, way: Way, now: int) -> str:
    """Whether this is a moment for such a card: that of its Supertype, or one of its own."""
    seat, h = act[A_SEAT], act[A_SRC] & HANDLE_MASK
    for against in rules_of(s).points.untimely:
        if why := against(s, act, way, now):
            return why
    own_moment = at_its_own_moment(s, act)
    if way.kind == t.M_ITEM:
        if s.chain:
            return reasons.ITEM_STARTS
        laid = s.host[h] or now == W_SHOW or by_itself(s, seat, fade_card(s, h))
        return "" if own_moment and laid else reasons.ITEM_MOMENT
    if way.ability is not None and way.ability.answers is not None:
        return "" if s.chain else reasons.MUST_LINK
    if own_moment:
        return ""
    own = seat == s.active and s.phase == t.COMBAT
    if way.kind == t.M_SKILL:
        if seat != s.active:
            return reasons.OWN_TURN
        if not own or not (s.chain or now < 0):
            return reasons.OTHER_PHASE
        return rules_of(s).policies.against_linking(s, act)
    return rules_of(s).policies.against_reaction(s, seat, now)


def _starts_chains(s: State, seat: int, now: int) -> str:
    """It begins one in the own Combat Phase, or goes with the newest link (faroe link.reaction-start)."""
    own = seat == s.active and s.phase == t.COMBAT
    return "" if s.chain or (own and now < 0) else reasons.REACTION_START


def _only_answers(s: State, seat: int, now: int) -> str:
    """It goes with the newest link, and not with the own Attack (fade2 link.reactions)."""
    if not s.chain:
        return reasons.REACTION_START
    newest = s.acts[s.chain[-1]]
    return reasons.OWN_ATTACK if rules_of(s).policies.is_own(s, seat, newest) else ""


REACTIONS: Final = {"start": _starts_chains, "answer": _only_answers}
"""The reason that keeps a seat from a Reaction that answers no link in particular, by what these do."""


def _against_user(s: State, act: Act, way: Way, now: int) -> str:
    attached, attack = s.host[act[A_SRC] & HANDLE_MASK] > 0, bool(act[A_FLAGS] & t.ATTACK)
    why = legality.user_refusal(s, act[A_SEAT], act[A_USER] & HANDLE_MASK, attached, attack)
    return why or against_budget(s, act, way)


def _against_use(s: State, act: Act, way: Way, now: int) -> str:
    """A Buildup card is played, and activates by itself (faroe keyword.buildup-details)."""
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    return reasons.NOT_USABLE if card.builds else ""


def item_moment(s: State, seat: int, now: int) -> str:
    """Items only open a chain, in certain gaps (faroe timing.item-window, chain.items-start-only)."""
    if s.chain:
        return reasons.ITEM_STARTS
    at_hand = now in (W_GAP, W_PHASE) or (now < 0 and seat == s.active)
    return "" if at_hand and s.phase in rules_of(s).policies.item_phases else reasons.ITEM_MOMENT


USE: Final = _Using()
