"""The verb that activates abilities of what lies face-up on the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.card import Ability, Card
from fadenet.engine.kit.abilities import Abilities, AbilityPayer, run_ability
from fadenet.engine.kit.uses import Against, Use, Way, card_of
from fadenet.engine.rules import Move
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, stacks
from fadenet.games.fade.field.board import rests
from fadenet.games.fade.typed import fade, fade_card, rules_of
from fadenet.games.fade.verbs.budget import against_budget, spend_attack
from fadenet.games.fade.verbs.using import (
    ACTION_TARGETS,
    ANSWERED_LINK,
    ATTACK_PART,
    FadeUse,
    against_hp,
    item_moment,
    named,
    pay_hp,
    traits,
)


class _ActivatingWays(Abilities):
    """The abilities of a card, of which a move names one, or the first."""

    def of(self, card: Card) -> Sequence[Way]:
        ways = super().of(card)
        return [replace(way, flags=traits(a)) for way, a in zip(ways, card.activated, strict=True)]

    def named(self, s: State, move: Move) -> Way | None:
        return named(self.of(card_of(s, move[1], {})), move, self.key)

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        return reasons.NO_ABILITY

    def hint(self, s: State, move: Move, rule: str) -> str:
        return ""


class _ActivatingPayer(AbilityPayer):
    """The price of an ability: columns, HP and cards of a Stack, and how often it may be activated."""

    def most(self, s: State, ability: Ability) -> int:
        most = rules_of(s).figures.rulings.repeat_limit_ability_per_turn
        return min(ability.limit or most, most)

    def against_limit(self, s: State, act: Act, way: Way, now: int) -> str:
        for keeps in rules_of(s).points.activating:
            if why := keeps(s, act, way, now):
                return why
        return super().against_limit(s, act, way, now)

    def against_cost(self, s: State, act: Act, way: Way, now: int) -> str:
        return against_hp(s, act, way) or super().against_cost(s, act, way, now)

    def pay(self, s: State, act: Act, way: Way) -> None:
        """The cards that are taken out of a Stack for it are named ahead of the targets."""
        assert way.ability is not None
        spend_attack(s, act, way)
        for follows in rules_of(s).points.activated:
            follows(s, act, way)
        n = fade(way.ability).unstack
        for r in act[A_TARGETS][:n]:
            stacks.take_out(s, r & HANDLE_MASK, t.DISCARD, 1, act)
        act[A_TARGETS] = act[A_TARGETS][n:]
        super().pay(s, act, way)
        pay_hp(s, act, way)


class Activating(FadeUse):
    """Activated abilities of what lies face-up on the field."""

    event = t.E_ACTIVATED
    shows = False

    def resolve(self, s: State, act: Act) -> None:
        run_ability(s, act)

    def __init__(self, *own: Against, further: bool = False) -> None:
        """own: further rules, cited behind the one that its card must work. further: not in combat alone."""
        self.further = further
        ways = _ActivatingWays(t.KEY_N, t.M_ABILITY)
        payer = _ActivatingPayer(reasons.TOO_DEAR, reasons.TOO_DEAR, reasons.TOO_OFTEN)
        price = (payer.against_limit, payer.against_cost, _against_attack, self.against_condition)
        rules = _against_idleness, *own, _against_its_moment, *price
        super().__init__(ways, payer, *rules, links=ANSWERED_LINK, parts=ATTACK_PART, targets=ACTION_TARGETS)
        self.others.sort(key=lambda rule: rule is _against_idleness)  # a list asks last what few fail

    def done_at(self, now: int, phase: int) -> bool:
        return self.further or now >= 0 or phase == t.COMBAT

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        return legality.working_cards(s, seat)

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        assert way.ability is not None
        return legality.performer(s, h, fade(way.ability))


def _its_own(s: State, h: int) -> bool:
    """Whether this is a Legend: its own abilities are kept from it by nothing."""
    return h <= s.seats and s.code[h] > 0


def _against_idleness(s: State, act: Act, way: Way, now: int) -> str:
    """A card must work, and neither it nor what bears it be kept from acting."""
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    legend = _its_own(s, h)
    works = s.face[h] and s.role[h] in (0, ATTACHED)
    if s.ctrl[h] != seat or not (legend or s.rules.on_field[s.zone[h]]) or not works:
        return legality.in_orbit(s, h) or reasons.NOT_WORKING
    if legality.is_withheld(s, h):
        return reasons.OTHER_CONTROLLER
    if h in (s.index or s.rules.index_of(s)).muted:
        return reasons.MUTE
    if rests(s, h) and not _is_tireless(s, h, way):
        return reasons.BACK_ROW
    if legend:
        return ""
    host = s.host[h]
    kept = legality.kept_from_activating(s, h) or (host and legality.kept_from_activating(s, host))
    if kept:
        return reasons.CANNOT_ACT
    defends = way.ability is not None and way.ability.answers is not None
    return legality.hindrance(s, host or h) if defends else ""


def _is_tireless(s: State, h: int, way: Way) -> bool:
    """Whether an ability may be activated though its card rests."""
    assert way.ability is not None
    card, ability = rules_of(s).cards[s.code[h]], way.ability
    return all([goes_on(card, ability, t.NONE) for goes_on in rules_of(s).points.tireless])


def _against_its_moment(s: State, act: Act, way: Way, now: int) -> str:
    assert way.ability is not None
    types = fade_card(s, act[A_SRC] & HANDLE_MASK).types
    if fade(way.ability).by_round and types & t.ITEM:
        return item_moment(s, act[A_SEAT], now)
    if types & t.COMMAND and way.ability.answers is None:
        battle = act[A_SEAT] == s.active and s.phase in t.BATTLE
        return "" if battle and not s.chain else reasons.COMMAND_MOMENT
    own = act[A_SEAT] == s.active and s.phase == t.COMBAT
    if way.ability.answers is not None:
        return "" if s.chain else reasons.ANSWERS_NOTHING
    timely = rules_of(s).policies.joins(way.ability) if s.chain else now < 0
    return "" if own and timely else reasons.ABILITY_TIMES


def _joins(ability: Ability) -> bool:
    """Every one does (faroe combat.ability-times)."""
    return True


def _attacks(ability: Ability) -> bool:
    """An Attack does, all others only start one (fade2 combat.ability-times)."""
    return fade(ability).attack


JOINS: Final = {"join": _joins, "start": _attacks}
"""Whether an activated ability that answers nothing joins a running Chain, by the edition's word."""


def _against_attack(s: State, act: Act, way: Way, now: int) -> str:
    if not act[A_FLAGS] & t.ATTACK:
        return against_budget(s, act, way)
    seat, bearer = act[A_SEAT], act[A_USER] & HANDLE_MASK
    why = legality.attacker_refusal(s, seat, bearer) or legality.in_person_refusal(s, seat, bearer)
    answers = way.ability is not None and way.ability.answers is not None
    why = why or ("" if answers else rules_of(s).policies.against_linking(s, act))
    return why or against_budget(s, act, way)


ACTIVATE: Final = Activating()
ACTIVATE_FURTHER: Final = Activating(further=True)
