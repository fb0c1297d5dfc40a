"""The legality of actions right now: the same tests list the legal moves and refuse the others with a rule
id.

A function that returns a reason says why something is forbidden; "" = it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_EVENT, A_FLAGS, A_ID, A_LINK, A_MODE, A_SEAT, A_USER
from fadenet.engine.kernel import ask_of
from fadenet.engine.looking import once_a_look
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    HANDLE_MASK,
    ROW_ACT,
    ROW_MORE,
    Act,
    Known,
    Row,
    State,
    ref,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, values
from fadenet.games.fade.field.board import rests
from fadenet.games.fade.field.combat import characters, in_row, is_attacked
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of


def window_of(s: State, seat: int) -> int:
    """The window of the seat's ask, -1 for the turn player's free choice."""
    a = ask_of(s, seat)
    return -1 if a is None or a.kind == ACT else a.window


def cost(s: State, h: int, card: FadeCard, caster: int = 0) -> int:
    """TP that a card costs whoever controls it (faroe card.cost, value.minimum).

    caster: whose Elements are matched with those of the card, 0 = nobody's, ANY_CASTER = somebody with all of
    them (fade1 element.matching).
    """
    n = card.stats[t.S_COST]
    if caster:
        n -= _matched(s, caster, card)
    for saved, _ in rules_of(s).points.discounts:
        n -= saved(s, s.ctrl[h], card.code)
    return max(n, 0)


ANY_CASTER: Final = -1


def _matched(s: State, caster: int, card: FadeCard) -> int:
    """How much less a card costs for the Elements that its caster matches (fade1 element.matching)."""
    mine = card.traits & ~t.NULL
    if caster != ANY_CASTER and not _matches_all(s, caster):
        mine &= natures.elements(s, caster)
    return rules_of(s).figures.element_matching_reduction_per_element * mine.bit_count()


def _matches_all(s: State, caster: int) -> bool:
    found = False
    for matches in rules_of(s).points.matching:
        found = found or matches(s, caster)
    return found


def purse(s: State, seat: int, casts: bool = True) -> int:
    """The TP by which it is judged what a seat might be able to pay by what is printed on its cards.

    casts: whether what they cost may depend on who casts them.
    """
    if casts and rules_of(s).figures.element_matching_reduction_per_element:
        return atoms.LIMIT
    for _, most in rules_of(s).points.discounts:
        if most(s, seat):
            return atoms.LIMIT
    tp: int = s.num[t.TP][seat + 1]
    return tp


@once_a_look
def _means(s: State, seat: int) -> int:
    """The TP by which a seat might be able to pay for a card, together with all that cards in play save."""
    tp = s.num[t.TP][seat + 1]
    for _, most in rules_of(s).points.discounts:
        tp += most(s, seat)
    return tp


def affordable(
    s: State, seat: int, there: Sequence[int], codes: Known, kind: Callable[[FadeCard], bool]
) -> list[int]:
    """Those of some cards that are known to be of a kind, and that a seat might be able to pay by what is
    printed on them."""
    if not there:
        return []
    code, payable, found = s.code, rules_of(s).payable[kind, _means(s, seat)], []
    for h in there:
        if (code[h] or codes.get(h)) in payable:
            found.append(h)
    return found


def any_card(card: FadeCard) -> bool:
    """Every kind of card."""
    return True


# Attacks.


def in_orbit(s: State, h: int) -> str:
    """The reason against a card that is in Orbit, or lies on one that is, "" for any other."""
    return reasons.ORBITAL if s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.ORBIT, t.ADRIFT) else ""


def attack_refusal(s: State, u: int) -> str:
    """The reason that keeps a card or Player from Attacking, however the Attack begins: by a move or by
    itself.

    faroe combat.backup-cannot-attack, keyword.orbital, keyword.paralyze-details, card.cannot-beats-can
    """
    if u > s.seats:
        kind = s.zone[u] % t.NZ if s.zone[u] >= 0 else -1
        behind = kind == t.BACKUP and rules_of(s).policies.attacks_from_behind(s, s.ctrl[u])
        if kind != t.FRONT and not behind:
            return {t.BACKUP: reasons.BACK_ROW, t.ORBIT: reasons.ORBITAL}.get(kind, reasons.NO_FIGHTER)
    if values.banned(s, u, t.B_ATTACK) or values.banned(s, u, t.B_ACT):
        return reasons.CANNOT_ACT
    return hindrance(s, u)


def hindrance(s: State, u: int) -> str:
    """The reason that keeps a card or Player from both Attacking and defending, "" = none."""
    for hinders in rules_of(s).points.hindering:
        if why := hinders(s, u):
            return why
    return ""


def _never_from_behind(s: State, seat: int) -> bool:
    """They do not (faroe combat.backup-cannot-attack)."""
    return False


def _alone_from_behind(s: State, seat: int) -> bool:
    """They do as long as nobody is in front of them (fade2 combat.backup-attack)."""
    return not in_row(s, seat, t.FRONT)


FROM_BEHIND: Final = {"never": _never_from_behind, "alone": _alone_from_behind}
"""Whether the Characters of a seat Attack from the back row now, by the edition's word."""


def attacker_refusal(s: State, seat: int, u: int) -> str:
    """The reason that keeps a card or Player from Attacking now by its Player's choice. u: 0 = none was
    named.
    """
    if not u or s.ctrl[u] != seat:
        return reasons.DECLARATION
    why = attack_refusal(s, u)
    return reasons.FRESH if not why and is_fresh(s, u) else why


def is_fresh(s: State, u: int) -> bool:
    """Whether a Character came onto the field in this turn and has to wait (faroe combat.entry-delay)."""
    return u > s.seats and s.since[u] == s.turn and not _is_prompt(s, u)


@once_a_look
def _is_prompt(s: State, u: int) -> bool:
    return any([values.keyword(s, u, k) for k in rules_of(s).points.prompt])


def may_link_attack(s: State, seat: int, u: int) -> bool:
    """Whether the turn player may answer the running chain, if any, with an Attack of u: another's link is
    in it, and no Attack of u yet (fade2 link.active-player-attack, fade1 link.turn-player-attack).
    """
    links = [s.acts[k] for k in s.chain]
    answered = not links or any(link[A_SEAT] != seat for link in links)
    return answered and not any(
        link[A_FLAGS] & t.ATTACK and link[A_USER] & HANDLE_MASK == u for link in links
    )


def attacks_once_more(s: State, u: int, normal: bool) -> bool:
    """Whether one Attack in all leaves u another one, a Normal Attack or any other (fade1
    combat.one-attack-per-turn, attack.one-card-per-character, attack.extra-attacks).

    The Attacks that `strikes` add are Normal Attacks alone, before and after any other.
    """
    r = ref(s, u)
    most = 1 + atoms.marked(s, t.P_TURN, t.MK_EXTRA, r)
    left = most + strikes(s, u) - atoms.marked(s, t.P_TURN, t.MK_NORMAL, r)
    return left > 0 and (normal or atoms.marked(s, t.P_TURN, t.MK_USED, r) < most)


def strikes(s: State, u: int) -> int:
    """How many Normal Attacks more than one u makes (faroe keyword.multistrike)."""
    return sum([more(s, u) for more in rules_of(s).points.strikes])


def count_attack(s: State, u: int, latest: int, *keys: int) -> None:
    """An Attack of u is under way: it counts under these marks, and is the latest one."""
    r = ref(s, u)
    for key in keys:
        atoms.mark(s, t.P_TURN, key, r)
    atoms.unmark(s, t.P_TURN, t.MK_LATEST, r)
    if latest:
        atoms.mark(s, t.P_TURN, t.MK_LATEST, r, latest)


def is_chance(event: Row) -> bool:
    """Whether a row is a chance to use cards for an event (`features.springing`), and not to show one."""
    return len(event) > ROW_MORE and event[ROW_MORE] >= 0


def finds(event: Row) -> Iterator[tuple[int, int]]:
    """The places and abilities of a chance; none for an event alone."""
    more = event[ROW_MORE:] if is_chance(event) else ()
    return zip(more[::2], more[1::2], strict=True)


def is_as_a_card(s: State, act: Act) -> bool:
    """Whether an action is a card that is used, or an ability that goes as one."""
    number = act[A_ABILITY]
    if number < 0:
        return False
    return act[A_MODE] in (t.M_SKILL, t.M_REACTION, t.M_ITEM) or rules_of(s).abilities[number].as_card


def is_defended(s: State, seat: int, attack: Act | None) -> bool:
    """Whether a seat has used as many cards against an Attack on the Chain as it may, to answer it or
    because of it, on the side that is attacked (fade2 defend.once-per-attack).
    """
    most = rules_of(s).figures.defender_cards_per_attack
    if not most or attack is None or not attack[A_FLAGS] & t.ATTACK or attack[A_ID] not in s.chain:
        return False
    links = [act for k in s.chain if (act := s.acts[k])[A_SEAT] == seat]
    return sum(_is_against(s, act, attack) and is_as_a_card(s, act) for act in links) >= most


def _is_against(s: State, act: Act, attack: Act) -> bool:
    """Whether a link answers an Attack of an enemy, or was used for what that set off."""
    caused = bool(act[A_EVENT]) and act[A_EVENT][ROW_ACT] == attack[A_ID]
    foes = caused and s.rules.opposed(s, act[A_SEAT], attack[A_SEAT])
    return act[A_LINK] == attack[A_ID] or foes


def is_too_late(s: State, seat: int, event: Row) -> bool:
    """Whether a seat has used its card against the enemy's Attack that has set off an event."""
    attack = s.acts.get(event[ROW_ACT])
    return attack is not None and s.rules.opposed(s, seat, attack[A_SEAT]) and is_defended(s, seat, attack)


def _reacts_to_all(s: State, seat: int, attack: Act) -> bool:
    """A seat may react to every Attack (faroe link.reaction-start)."""
    return False


def _aims_away(s: State, seat: int, attack: Act) -> bool:
    """It is the own Attack, and aimed at nothing of the own side (fade1 attack.no-reactions-as-attacker,
    fade2 combat.roles).
    """
    if not attack[A_FLAGS] & t.ATTACK or attack[A_SEAT] != seat:
        return False
    return not any(s.ctrl[h] == seat for h in is_attacked(s, attack))


OWN: Final = {"start": _reacts_to_all, "answer": _aims_away}
"""Whether an Attack is one that a seat does not react to as it is its own, by what Reactions do."""


def in_person_refusal(s: State, seat: int, u: int) -> str:
    """The reason that keeps a Player from an Attack without a card of their own."""
    return "" if u > s.seats or s.code[u] else rules_of(s).policies.in_person(s, seat)


def _in_last_stand(s: State, seat: int) -> str:
    """A Player Attacks in The Last Stand, or as a card says (faroe attack.player)."""
    may = values.last_stand(s, seat) or values.changed(s, seat + 1, t.Q_MAY_ATTACK, 0)
    return "" if may else reasons.IN_PERSON


def _at_all_times(s: State, seat: int) -> str:
    """A Player Attacks as a Character does (fade2 combat.player-attack, fade1 combat.player-attacks)."""
    return ""


IN_PERSON: Final = {"last-stand": _in_last_stand, "always": _at_all_times}
"""The reason that keeps a Player from Attacking without a card, by when Players do."""


def user_refusal(s: State, seat: int, user: int, attached: bool, attack: bool) -> str:
    """The reason that keeps a Character or Player from using a card, attached or not, or Replaying one."""
    if attached and rests(s, user):
        return reasons.BACK_ROW
    if attached and values.banned(s, user, t.B_ANSWER):
        return reasons.CANNOT_ACT
    if user > s.seats and values.cannot_act(s, user):
        return reasons.CANNOT_ACT
    return hindrance(s, user) or (attacker_refusal(s, seat, user) if attack else "")


# Activated abilities, and what bears Counters.


def kept_from_activating(s: State, u: int) -> bool:
    """Whether something keeps a card or Player from activating abilities."""
    return values.cannot_act(s, u) or bool(values.banned(s, u, t.B_ACTIVATE))


def performer(s: State, h: int, ability: FadeAbility) -> int:
    """The performer of an activated ability: an Attack on an attached card is performed by its bearer."""
    return s.host[h] if ability.attack and s.host[h] else h


def working_cards(s: State, seat: int) -> list[int]:
    """The face-up cards that a seat controls on the field and whose activated abilities may be used: outside
    its own Combat Phase those that answer links (faroe combat.ability-times), or of Commands."""
    code, kids, rules = s.code, s.kids, rules_of(s)
    own = seat == s.active and s.phase == t.COMBAT
    active = rules.has_activated if own else rules.has_answers
    hosts = (*characters(s, seat), *s.zones[seat * t.NZ + t.ZONE], seat + 1)
    found = [h for h in hosts if active[code[h]]]
    for k in [k for host in sorted(kids) for k in kids[host] if active[code[k]]]:
        if s.role[k] == ATTACHED and s.face[k] and s.ctrl[k] == seat and not is_withheld(s, k):
            found.append(k)
    return found


def is_withheld(s: State, h: int) -> bool:
    """Whether a card cannot be used until its Player controls the Character on which it lies (fade2
    keyword.neutrality).
    """
    host = s.host[h]
    if host <= s.seats or s.ctrl[host] == s.ctrl[h]:
        return False
    return any(withholds(s, host) for withholds in rules_of(s).points.withholding)


def bearers(s: State, seat: int, column: int) -> list[int]:
    """The cards and Players of a seat that bear Counters of a kind."""
    numbers, ctrl = s.num[column], s.ctrl
    if numbers.count(0) == len(numbers):
        return []
    return [h for h, n in enumerate(numbers) if n and ctrl[h] == seat]
