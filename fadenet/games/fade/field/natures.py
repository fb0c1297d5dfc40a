"""The nature of actions and cards: their Elements, and the bits that Immune can name."""

from __future__ import annotations

from typing import Final

from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_MODE, A_SRC, A_TRAITS, A_USER
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field.values import changes_of, is_face_down
from fadenet.games.fade.typed import rules_of

_LABELLED: Final = sum(t.I_LABELS)
_MARKED: Final = t.I_ALL_ELEMENTS | (1 << len(t.RANKS)) - 1 << t.I_RANK


def personal(s: State, act: Act) -> bool:
    """Whether this is printed on the Legend itself: nothing stops it (faroe legend.personal-effects)."""
    src = act[A_SRC] & HANDLE_MASK
    return src <= s.seats and s.code[src] > 0 and act[A_MODE] in (t.M_ABILITY, t.M_TRIGGER)


def reaches_far(s: State, act: Act) -> bool:
    """Whether an Attack reaches whoever stands behind others."""
    found = False
    for far in rules_of(s).points.far:
        found = found or far(s, act)
    return found


def nature(s: State, act: Act) -> int:
    """The nature of an action, as the bits that Immune can name."""
    mode = act[A_MODE]
    bits = t.I_ATTACKS if act[A_FLAGS] & t.ATTACK else 0
    if bits:
        for bit, has in rules_of(s).points.natured:
            if rules_of(s).immune_named & bit and has(s, act):
                bits |= bit
    if rules_of(s).immune_named & _LABELLED:
        bits |= sum(bit for bit, flag in zip(t.I_LABELS, t.LABEL_FLAGS, strict=True) if act[A_FLAGS] & flag)
    if rules_of(s).immune_named & _MARKED:
        bits |= _marks(s, act)
    if mode == t.M_NORMAL:
        return bits | t.CHARACTER
    if mode in t.M_GUARDS or personal(s, act):
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
    """The Elements of what an action deals: those of an Attack, else Null, unless its user gives others."""
    if act[A_FLAGS] & t.ATTACK:
        return act[A_TRAITS] or t.NULL
    for given in rules_of(s).points.damage_elements:
        if its_own := given(s, act[A_USER] & HANDLE_MASK):
            return its_own
    return t.NULL


def element_bits(s: State, act: Act) -> int:
    """The Elements of an Attack (faroe element.of-attacks, keyword.infused).

    One that stands under Signature has those of who performs it (fade2 keyword.signature-rules).
    """
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    for given in rules_of(s).points.attack_elements:
        if its_own := given(s, user):
            return its_own
    if act[A_ABILITY] >= 0 and rules_of(s).abilities[act[A_ABILITY]].as_card:
        return elements(s, user)
    if act[A_MODE] in (t.M_NORMAL, t.M_ABILITY, t.M_TRIGGER) or src == user:
        return t.NULL
    code: int = s.code[src]
    return rules_of(s).cards[code].deeds


def elements(s: State, h: int) -> int:
    """Elements as a mask, Null without any (faroe element.list, keyword.infused, keyword.wildcard).

    A card that lies face-down does not even have Null.
    """
    if not s.face[h] and is_face_down(s, h):
        return 0
    card = s.rules.cards[s.code[h]]
    found, stamp = card.traits or t.NULL, -1
    if h not in (s.index or s.rules.index_of(s)).muted:
        for given in rules_of(s).points.elements:
            mask, at = given(s, h)
            if at > stamp:
                found, stamp = mask, at
    for _, _, mask, at, _ in changes_of(s, t.Q_ELEMENTS, h):
        if at > stamp:
            found = mask
    return found
