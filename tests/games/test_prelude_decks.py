"""The ready decks of Prelude: every card is in one, and they can do what their plans say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fadenet.engine.language import files
from fadenet.games import decks
from fadenet.games.prelude import book
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.cards import load
from fadenet.games.prelude.typed import PreludeCard
from tests.builders.prelude_scenario import Prelude, tiers
from tests.builders.prelude_start import Start

RULES = load()
READY = decks.packaged(RULES)
CARDS = "".join(
    text
    for name, text in files.sources("fadenet.games.prelude", "cards")
    if name not in ("ranks.toml", "values.toml")
)
MASTERS = {  # a deck whose character masters a colour, and the second one that it may learn then
    "noon-and-mercy": ("ioreth-nightfern", "red", "white"),
    "tide-and-dawn": ("ioreth-nightfern", "white", "blue"),
    "heron-and-stag": ("thessaly-reed", "blue", "green"),
}


def lists(name: str) -> tuple[list[PreludeCard], list[PreludeCard]]:
    """The cards of a ready deck, and its characters."""
    deck, characters = ([RULES.cards[code] for code in part] for part in decks.load_deck(RULES, name).lists)
    return deck, characters


def slugs(name: str) -> list[str]:
    return [card.slug for card in lists(name)[0]]


@pytest.mark.parametrize("name", READY)
def test_a_ready_deck_is_legal_and_has_a_plan(name: str) -> None:
    """given a ready deck, then no rule is against it, each of its characters has a calling with enough cards,
    and it says how it wins."""
    deck = decks.load_deck(RULES, name)
    assert decks.check_deck(RULES, deck.lists) == [] and deck.plan
    cards, characters = lists(name)
    least = RULES.figures.battle_chest_min
    assert all(max(n for _, n in book.pairings(who, cards)) >= least for who in characters)


def test_every_card_is_in_a_ready_deck_whose_character_may_use_it() -> None:
    """given all cards, then each is in a ready deck, and of use to one of its characters."""
    found: set[str] = set()
    for name in READY:
        cards, characters = lists(name)
        found |= {who.slug for who in characters}
        for who in characters:
            for _, lines, _ in book.callings(who, cards):
                found |= {card.slug for card in cards if not v.unusable(who, lines, card)}
    assert {card.slug for card in RULES.cards[1:]} - found == set()


def test_a_human_of_ember_and_thorn_casts_green_and_red_and_lets_them_explode() -> None:
    """given its Human, when both first ranks are placed, then both count; a Ring of Embers behind a Thorn
    Lash explodes on every enemy, and costs its caster once."""
    deck = slugs("ember-and-thorn")
    start = Start("alia-of-the-low-gate", "human", decks=[deck, ["soldier-1"]], cards=CARDS)
    start.place(("green-magic-1", "red-magic-1"), ("soldier-1",))
    start.first()
    assert set(v.counted_colours(start.s, 0)) == {t.GREEN, t.RED}
    g = Prelude("alia-of-the-low-gate", "human", ranks=("green-magic-1", "soldier-1"), cards=CARDS)
    g.ranks(0, "red-magic-1", "red-magic-2", more=True)
    guards = [g.minion(1, "hill-guard", 0) for _ in range(2)]
    g.actions(1, 0)
    for slug, targets in (("thorn-lash", [g.body(1)]), ("ring-of-embers", [])):
        assert slug in deck
        g.cast(0, slug, *targets)
    blast, ring = 1 + 2, 3 + 1
    assert (g.lost(0), g.lost(1)) == (blast, 4 + ring + blast)
    assert all(g.where(guard) == "Cemetery" for guard in guards)


@pytest.mark.parametrize("name", MASTERS)
def test_a_deck_of_magic_leads_to_mastery_and_to_a_second_colour(name: str) -> None:
    """given its Elf with the second calling named, when the ranks to tier 5 are placed one a Response, then
    it receives a Masters Acknowledgement, and begins the second colour in the next one."""
    who, colour, other = MASTERS[name]
    deck = slugs(name)
    climb = tiers(f"{colour}-magic", 5)
    assert all(deck.count(rank) >= 2 for rank in climb) and f"{other}-magic-1" in deck
    g = Prelude(who, "human", ranks=((climb[0]), "soldier-1"), cards=CARDS)
    g.second_calling(0, t.LINES.index(f"{other.title()} Magic") + 1)
    g.training(0, 6)
    for _, rank in pairwise(climb):
        assert g.refused(0, "place", g.hand(0, f"{other}-magic-1")) == "rank.one-until-mastered"
        g.play(0, "place", g.hand(0, rank))
        g.next(1)
        g.next(0)
    assert g.happened("taught") and g.s.num[t.TAUGHT][g.body(0)]
    g.play(0, "place", g.hand(0, f"{other}-magic-1"))
    assert len(v.counted_colours(g.s, 0)) == 2


@pytest.mark.parametrize("line", ["green", "red", "blue", "white"])
def test_each_colour_is_climbed_to_its_top_by_a_ready_deck(line: str) -> None:
    """given the ready decks, then one holds every tier of this colour and a character that reaches tier 8."""
    icon = getattr(t, line.upper())
    able = [
        name
        for name in READY
        if set(tiers(f"{line}-magic", 8)) <= set(slugs(name))
        if any(who.types & icon and not who.stats[t.S_TOP] for who in lists(name)[1])
    ]
    assert able
