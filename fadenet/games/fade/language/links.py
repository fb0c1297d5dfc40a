"""The words of cards about a link of the chain, and about an Attack: tests and their English."""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import (
    A_FLAGS,
    A_MODE,
    A_SEAT,
    A_SRC,
)
from fadenet.engine.card import CardTest
from fadenet.engine.language.compiler import Compiler, Said
from fadenet.engine.language.english import article, either, one_of
from fadenet.engine.language.filters import listed, mask_of
from fadenet.engine.state import HANDLE_MASK, Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures, reach
from fadenet.games.fade.typed import rules_being_made, rules_of

ANSWERS: Final[tuple[str, ...]] = ("attack", "normal attack", "card", "ability", "anything")
"""Kinds of links that are answered, beside the Supertypes of cards in lower case."""


def answer_test(c: Compiler, table: dict[str, Any], behind: Said = "") -> tuple[CardTest, Said]:
    """A link of the running chain: { to = "attack", by = "enemy", rank = ..., element = ... }.

    behind: words on it that follow. Where damage has one label alone, that is said by its name, as `true`.
    """
    edition = rules_being_made(c.rules).edition
    labels = edition.labels
    labelled = labels[0].lower() if len(labels) == 1 else "label"
    c.known(table, "to", "by", "rank", "rank_below", "element", labelled, "type", "targets")
    if len(labels) == 1 and labelled in table:
        table = {**table, "label": labels[0]}
    known = (*ANSWERS, *(word.lower() for word in edition.supertypes))
    to = c.word(table.get("to", "anything"), known, "kind of Link")
    by = c.word(table.get("by", "anyone"), {"anyone": 0, "enemy": 0, "you": 0}, "side")
    ranks = (
        [t.RANKS.index(c.word(x, t.RANKS, "Rank")) for x in listed(table["rank"])]
        if "rank" in table
        else None
    )
    below = t.RANKS.index(c.word(table["rank_below"], t.RANKS, "Rank")) if "rank_below" in table else None
    if to == "ability" and (ranks is not None or below is not None):
        raise c.fail("an ability has no Rank")
    if to == "normal attack" and ranks is not None and 0 not in ranks:
        raise c.fail("no Normal Attack has such a Rank")
    element = mask_of(c, table["element"], t.ELEMENTS, "Element") if "element" in table else 0
    label = label_mask(c, table["label"]) if "label" in table else 0
    aim, aim_said = c.select(table["targets"]) if "targets" in table else (None, "")

    def test(s: State, act: Act, k: int) -> bool:
        other = s.acts[k]
        if by != "anyone" and (other[A_SEAT] == act[A_SEAT]) != (by == "you"):
            return False
        if by == "enemy" and s.rules.side(s, other[A_SEAT]) == s.rules.side(s, act[A_SEAT]):
            return False
        if not _is_kind(s, other, to) or (label and not other[A_FLAGS] & label):
            return False
        if element and not natures.elements_of(s, other) & element:
            return False
        rank = link_rank(s, other)
        if (ranks is not None and rank not in ranks) or (below is not None and not 0 <= rank < below):
            return False
        return aim is None or any(reach.aims_at(s, other, h) for h in aim(s, act))

    noun = _link_said(to, table) + behind
    said = {"anyone": article(noun), "enemy": f"an enemy's {noun}", "you": f"your own {noun}"}[by]
    return test, said + (f" that targets {one_of(aim_said)}" if aim_said else "")


def label_mask(c: Compiler, value: Any) -> int:
    """Labels of damage, one or a list, as flags of an act."""
    labels = rules_being_made(c.rules).edition.labels
    return sum(t.LABEL_FLAGS[t.LABELS.index(c.word(x, labels, "label of damage"))] for x in listed(value))


def _link_said(to: str, table: dict[str, Any]) -> str:
    noun = _LINK_NOUNS.get(to, to.capitalize())
    before = []
    if "label" in table:
        before.append(either(listed(table["label"])))
    if "rank" in table:
        noun += f" of {either(listed(table['rank']))} Rank"
    if "element" in table:
        before.append(either(listed(table["element"])))
    noun = " ".join([*before, noun])
    if "rank_below" in table:
        noun += f" of lower Rank than {table['rank_below']}"
    return noun


_LINK_NOUNS: Final = {
    "attack": "Attack",
    "normal attack": "Normal Attack",
    "anything": "Link",
    "card": "card",
    "ability": "ability",
}


def _is_kind(s: State, other: Act, to: str) -> bool:
    mode = other[A_MODE]
    if to == "anything":
        return True
    if to == "attack":
        return bool(other[A_FLAGS] & t.ATTACK)
    if to == "normal attack":
        return mode == t.M_NORMAL  # type: ignore[no-any-return]
    if to == "ability":
        return mode in (t.M_ABILITY, t.M_TRIGGER) or mode in t.M_GUARDS
    if mode > t.M_ZONE and mode not in (t.M_BESIDE, t.M_TEXT, t.M_COMMAND):
        return False
    if to == "card":
        return True
    card = rules_of(s).cards[s.code[other[A_SRC] & HANDLE_MASK]]
    return bool(card.types >> [table.lower() for table in t.SUPERTYPES].index(to) & 1)


def link_rank(s: State, other: Act) -> int:
    """The Rank of a link: of its card, Normal for a Normal Attack (faroe rank.normal), -1 without one."""
    if other[A_MODE] == t.M_NORMAL:
        return 0
    code = s.code[other[A_SRC] & HANDLE_MASK]
    return s.rules.cards[code].stats[t.S_RANK] if code and _is_kind(s, other, "card") else -1


def attack_test(c: Compiler, table: dict[str, Any]) -> tuple[Any, Said]:
    """Which Attacks a continuous change of damage is about: { element = "Fire", kind = "attack" }."""
    c.known(table, "element", "kind", "label")
    label = label_mask(c, table["label"]) if "label" in table else 0
    element = mask_of(c, table["element"], t.ELEMENTS, "Element") if "element" in table else 0
    kind = c.word(table.get("kind", "attack"), {"attack": 0, "any": 0, "ability": 0}, "kind of damage")
    if kind == "ability" and element & ~t.NULL and not rules_being_made(c.rules).points.damage_elements:
        raise c.fail("what abilities deal is Null")

    def test(s: State, act: Act) -> bool:
        attack = bool(act[A_FLAGS] & t.ATTACK)
        if (kind != "any" and attack != (kind == "attack")) or (label and not act[A_FLAGS] & label):
            return False
        return not element or bool(natures.of_damage(s, act) & element)

    words = "".join(f"{either(listed(table[key]))} " for key in ("label", "element") if key in table)
    return test, words + {"attack": "Attacks", "any": "Attacks and abilities", "ability": "abilities"}[kind]
