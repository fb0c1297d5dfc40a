"""No card of Prelude is strictly better than another of its kind, nor several small spells than a great one.

A card is at least as good as another if whoever may use the other may use it, it costs no more, every figure
is at least as good, it has each good keyword of the other and no bad one that the other lacks, and for each
ability of the other one that does the same or more. Harm to the card's own player counts against it.
"""

from __future__ import annotations

import tomllib
from itertools import permutations, product
from typing import Any

from fadenet.engine.language import files
from fadenet.games.oddities import users
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.cards import load
from fadenet.games.prelude.typed import PreludeRules

Written = dict[str, Any]
LESS_IS_BETTER = ("price", "suspend", "number", "tier", "hands")
MORE_IS_BETTER = (
    *("life", "attack", "guard", "armour", "uses", "amount", "coin", "training", "initiative", "fount"),
)
BAD_KEYWORDS = {"Clumsy", "Exclusive"}
WIDER = {"enemy fighters": "enemy characters"}
"""A choice among these includes the other one."""


def written(*texts: str) -> dict[str, Written]:
    """Each card by its slug, as it stands in its file, or in these texts."""
    there = texts or [text for _, text in files.sources("fadenet.games.prelude", "cards")]
    return {slug: card for text in there for slug, card in tomllib.loads(text)["card"].items()}


def own_harm(effect: Written) -> bool:
    """Whether an effect is bad for the player of its card."""
    whose = effect.get("who") or effect.get("to")
    return (whose == "you" and bool({"damage", "slow"} & set(effect))) or (
        "discard" in effect and whose is None
    )


def covers(a: Any, b: Any, harm: bool = False) -> bool:
    """Whether what stands in a says as much as what stands in b, or more; of harm to oneself no more."""
    if type(b) is int:
        return type(a) is int and (a <= b if harm else a >= b)
    if type(b) is list and all(type(x) is dict for x in b):
        return type(a) is list and does_more(a, b)
    if type(b) is not dict or type(a) is not dict:
        return bool(a == b)
    return set(a) == set(b) and all(covers(a[key], b[key], harm) for key in b)


def does_more(a: list[Written], b: list[Written]) -> bool:
    """The same of two lists of effects; one may do good besides, and leave harm to oneself out."""
    left = list(a)
    for effect in b:
        found = next((x for x in left if covers(x, effect, own_harm(effect))), None)
        if found is not None:
            left.remove(found)
        elif not own_harm(effect):
            return False
    return not any(own_harm(x) for x in left)


def aims_wider(a: list[Written], b: list[Written]) -> bool:
    picks = [[one.get("pick", "enemy fighters") for one in targets] for targets in (a, b)]
    return len(a) == len(b) and all(x == y or WIDER.get(str(x)) == y for x, y in zip(*picks, strict=True))


def does_the_same(a: Written, b: Written) -> bool:
    """Whether an ability is at least as good as another one."""
    parts = ("do", "targets", "suspend", "gives")
    if any(a.get(key) != b.get(key) for key in {*a, *b} - {*parts, "if"}) or a.get(
        "if", b.get("if")
    ) != b.get("if"):
        return False
    gives = all(a.get("gives", {}).get(word, 0) >= n for word, n in b.get("gives", {}).items())
    aims = aims_wider(a.get("targets", []), b.get("targets", []))
    return (
        gives
        and aims
        and a.get("suspend", 0) <= b.get("suspend", 0)
        and covers(a.get("do", []), b.get("do", []))
    )


def at_least(a: Written, b: Written) -> bool:
    """Whether a card is at least as good as another one by all that is printed, but for who may use it."""
    if any(a.get(key) != b.get(key) for key in ("type", "race", "value")) or a["type"] == "Rank":
        return False
    cheap = all(a.get(key, 0) <= b.get(key, 0) for key in LESS_IS_BETTER)
    strong = all(a.get(key, 0) >= b.get(key, 0) for key in MORE_IS_BETTER)
    words, others = set(a.get("keywords", {})), set(b.get("keywords", {}))
    left = list(a.get("ability", []))
    for row in b.get("ability", []):
        found = next((x for x in left if does_the_same(x, row)), None)
        if found is None:
            return False
        left.remove(found)
    harmless = not any(own_harm(effect) for row in left for effect in row.get("do", []))
    good = others - BAD_KEYWORDS <= words and words & BAD_KEYWORDS <= others
    return cheap and strong and good and harmless


def dominating(rules: PreludeRules, cards: dict[str, Written]) -> list[tuple[str, str]]:
    """Each pair of cards of which the first is at least as good as the second."""
    pairs = [(a, b) for a, b in permutations(cards, 2) if at_least(cards[a], cards[b])]
    cards_of = [(rules.by_slug[a], rules.by_slug[b]) for a, b in pairs]
    characters = t.IS_CHARACTER
    return [
        pair
        for pair, (a, b) in zip(pairs, cards_of, strict=True)
        if b.types & characters or users(rules, a) >= users(rules, b)
    ]


def blows(card: Written) -> int:
    """The damage of a spell to its target less the damage to its own caster, 0 = it does not say."""
    rows: list[Written] = [one for one in card["ability"][0]["do"] if "damage" in one]
    dealt: list[int] = [one["damage"] for one in rows if "to" not in one]
    suffered: list[int] = [one["damage"] for one in rows if one.get("to") == "you"]
    return sum(dealt) - sum(suffered)


def test_no_card_is_at_least_as_good_as_another() -> None:
    """given all cards, then of no two the first has all that the second has."""
    assert dominating(load(), written()) == []


def test_a_card_that_is_strictly_better_is_found() -> None:
    """given a card with one figure, price, keyword, effect or target better than another, then it is found;
    not one that is better in one and worse in another."""
    worse = '[card.a]\nname = "A"\ntype = "Spell"\nicons = ["red"]\ntier = 2\nprice = 3\nsuspend = 2\n{}'
    use = '[[card.a.ability]]\nactivate = true\ntargets = [{ pick = "enemy characters" }]\n'
    plain = worse.format(use + 'do = [{ damage = 9 }, { damage = 1, to = "you" }]\n')
    better = {
        "price = 3": "price = 2",
        "suspend = 2": "suspend = 1",
        "tier = 2": "tier = 1",
        "suspend = 2\n": "suspend = 2\nkeywords = { Steadfast = true }\n",
        "damage = 9": "damage = 10",
        '{ damage = 9 }, { damage = 1, to = "you" }': "{ damage = 9 }",
        "{ damage = 9 }, ": "{ damage = 9 }, { draw = 1 }, ",
        '{ pick = "enemy characters" }': "{}",
    }
    for old, new in better.items():
        other = plain.replace(old, new)
        assert at_least(written(other)["a"], written(plain)["a"]), new
        assert not at_least(written(plain)["a"], written(other)["a"]), new
        mixed = other.replace("icons", "number = 1\nicons")
        assert not at_least(written(mixed)["a"], written(plain)["a"]), new


def test_a_great_spell_is_worth_more_than_several_small_ones() -> None:
    """given casts of a spell that together cost no more reserve and actions than a spell of a higher tier
    that only deals damage, then they take less off their target, with the Edge of that tier on each."""
    spells = [card for card in written().values() if card["type"] == "Spell"]
    great_ones = [card for card in spells if all("damage" in one for one in card["ability"][0]["do"])]
    edges, met = load().figures.tier_edge, set()
    for small, great, n in product(spells, great_ones, (2, 3, 4)):
        of_one = small["icons"] == great["icons"] and small["tier"] < great["tier"]
        cheap = all(n * max(small[key], 1) <= great[key] for key in ("price", "suspend"))
        if of_one and cheap and blows(small) > 0 and blows(great) > 0:
            met.add(great["name"])
            edge = edges[great["tier"] - 1]
            assert n * (blows(small) + edge) < blows(great) + edge, (small["name"], great["name"])
    assert {"Sun at Noon", "Falling Oak", "Scorch"} <= met
