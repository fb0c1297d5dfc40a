"""The nature of actions and cards: their Elements, and the bits that Immune can name."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_MODE, A_SRC, A_TRAITS, A_USER
from fadenet.engine.card import Card
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field.values import changes_of, is_bare, is_veiled, keyword
from fadenet.games.fade.typed import FadeRules, rules_of

_LOCK_ON: Final = t.I_KEYWORDS[t.K_LOCK_ON]
_Q_INFUSED: Final = t.Q_KEYWORD + t.K_INFUSED
_LABELLED: Final = sum(t.I_LABELS)
_MARKED: Final = t.I_ALL_ELEMENTS | (1 << len(t.RANKS)) - 1 << t.I_RANK


def personal(s: State, act: Act) -> bool:
    """Whether this is printed on the Legend itself: nothing stops it (faroe legend.personal-effects)."""
    src = act[A_SRC] & HANDLE_MASK
    return src <= s.seats and s.code[src] > 0 and act[A_MODE] in (t.M_ABILITY, t.M_TRIGGER)


def locks_on(s: State, act: Act) -> bool:
    """Lock-On of the attacker, or printed on the card that attacks (faroe keyword.general)."""
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    if keyword(s, user, t.K_LOCK_ON):
        return True
    return src != user and bool(s.code[src]) and bool(s.rules.cards[s.code[src]].keywords[t.K_LOCK_ON])


def nature(s: State, act: Act) -> int:
    """The nature of an action, as the bits that Immune can name."""
    mode = act[A_MODE]
    bits = t.I_ATTACKS if act[A_FLAGS] & t.ATTACK else 0
    if bits and rules_of(s).immune_named & _LOCK_ON and locks_on(s, act):
        bits |= _LOCK_ON
    if rules_of(s).immune_named & _LABELLED:
        bits |= sum(bit for bit, flag in zip(t.I_LABELS, t.LABEL_FLAGS, strict=True) if act[A_FLAGS] & flag)
    if rules_of(s).immune_named & _MARKED:
        bits |= _marks(s, act)
    if mode == t.M_NORMAL:
        return bits | t.CHARACTER
    if mode in (t.M_SHIELD, t.M_BARRIER) or personal(s, act):
        return 0
    if mode in (t.M_ABILITY, t.M_TRIGGER):
        bits |= t.I_ABILITIES
    if act[A_ABILITY] >= 0:
        bits |= rules_of(s).abilities[act[A_ABILITY]].names
    code: int = s.code[act[A_SRC] & HANDLE_MASK]
    return bits | rules_of(s).cards[code].nature


def _marks(s: State, act: Act) -> int:
    """The Elements and the Rank of an action, an Attack having Elements of its own (fade2 keyword.immune)."""
    src = act[A_SRC] & HANDLE_MASK
    printed = rules_of(s).cards[s.code[src]].marks if src > s.seats and act[A_MODE] != t.M_NORMAL else 0
    return printed & ~t.I_ALL_ELEMENTS | elements_of(s, act) << t.I_ELEMENT


def elements_of(s: State, act: Act) -> int:
    """The Elements of an Attack, those that it was begun with, or of the card whose text anything else is."""
    if act[A_FLAGS] & t.ATTACK:
        return act[A_TRAITS] or element_bits(s, act)
    return elements(s, act[A_SRC] & HANDLE_MASK)


def of_damage(s: State, act: Act) -> int:
    """The Elements of what an action deals: those of an Attack, or what the edition says of anything else."""
    if act[A_FLAGS] & t.ATTACK:
        return act[A_TRAITS] or t.NULL
    return rules_of(s).policies.infused(s, act)


def _null(s: State, act: Act) -> int:
    """Null: Infused is about Attacks alone (faroe keyword.infused)."""
    return t.NULL


def _of_user(s: State, act: Act) -> int:
    """Those of a user that is Infused, else Null (fade2 keyword.infused, fade1 keyword.element-infused)."""
    return infused(s, act[A_USER] & HANDLE_MASK) or t.NULL


INFUSED: Final = {"Attacks": _null, "damage": _of_user}
"""The Elements of damage that is not an Attack's, by the way in which Infused works."""


def element_bits(s: State, act: Act) -> int:
    """The Elements of an Attack (faroe element.of-attacks, keyword.infused).

    One that stands under Signature has those of who performs it (fade2 keyword.signature-rules).
    """
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    its_own = infused(s, user)
    if its_own:
        return its_own
    if act[A_ABILITY] >= 0 and rules_of(s).abilities[act[A_ABILITY]].as_card:
        return elements(s, user)
    if act[A_MODE] in (t.M_NORMAL, t.M_ABILITY, t.M_TRIGGER) or src == user:
        return t.NULL
    return printed_elements(rules_of(s), rules_of(s).cards[s.code[src]])


WILDCARDS: Final = {"not Null": t.ALL_BUT_NULL, "all": t.ALL_BUT_NULL | t.NULL, "cheaper": 0}
"""The Elements that Wildcard gives, by the way in which it works."""


def printed_elements(rules: FadeRules, card: Card) -> int:
    """The Elements of a card that is used or played, its own Infused and Wildcard counted in (faroe
    keyword.general): those of what it does.
    """
    if card.keywords[t.K_INFUSED]:
        return card.keywords[t.K_INFUSED]
    if rules.policies.wildcard and card.keywords[t.K_WILDCARD]:
        return rules.policies.wildcard
    return card.traits or t.NULL


def elements(s: State, h: int) -> int:
    """Elements as a mask, Null without any (faroe element.list, keyword.infused, keyword.wildcard).

    A card that lies face-down does not even have Null.
    """
    if not s.face[h] and is_veiled(s, h):
        return 0
    card = s.rules.cards[s.code[h]]
    found = card.traits or t.NULL
    index = s.index or s.rules.index_of(s)
    stamp = -1
    if h not in index.muted:
        found, stamp = _infused(s, h, found)
        if rules_of(s).policies.wildcard and keyword(s, h, t.K_WILDCARD):
            return rules_of(s).policies.wildcard
    for _, _, mask, at, _ in changes_of(s, t.Q_ELEMENTS, h):
        if at > stamp:
            found = mask
    return found


def _infused(s: State, h: int, found: int) -> tuple[int, int]:
    """The newest Infused decides; returns the mask and its stamp."""
    stamp = -1
    printed = s.rules.cards[s.code[h]].keywords[t.K_INFUSED] if s.face[h] else 0
    if printed and not is_bare(s, h):
        found, stamp = printed, 0
    for _, _, mask, at, _ in changes_of(s, _Q_INFUSED, h):
        if at > stamp:
            found, stamp = mask, at
    return found, stamp


def infused(s: State, h: int) -> int:
    """The mask that Infused gives to the Attacks of its bearer, 0 = not Infused."""
    if h in (s.index or s.rules.index_of(s)).muted:
        return 0
    found, stamp = _infused(s, h, 0)
    return found if stamp >= 0 else 0
