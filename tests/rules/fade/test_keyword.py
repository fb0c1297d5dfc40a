"""Keywords in general, and those of Elements and immunity (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import natures
from fadenet.games.fade.tables import COMBAT, DRAIN, ELEMENTS
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("smith", "snipe")
    + reaction("free-firewall", cost=0, answers={"to": "attack", "element": "Fire"}, do={"block": True})
    + character("proof", "Water", cost=1, level=2, keywords={"Immune": ["Items"]})
    + item("rain", cost=0, do={"damage": 2, "to": "all characters"})
    + item("dart", cost=0, targets="all characters", do={"damage": 2, "to": "target"})
    + character("chatterbox", cost=1, hp=10, ability={"gives": {"PLV": 3}})
    + character("loud", cost=1, hp=10, keywords={"Immune": "Mute"}, ability={"gives": {"PLV": 3}})
    + augment("own-gag", cost=0, keywords="Equip", ability={"gives": {"Mute": True}})
    + item("hush", cost=0, do={"grant": "Mute", "on": "all characters"})
    + augment("voice", cost=0, keywords="Equip", ability={"gives": {"Immune": ["Mute"]}})
    + character("kindled", "Water", cost=1, level=2, keywords={"Infused": ["Fire"]})
    + skill("thunder", "Storm", cost=1, do={"attack": 2})
    + augment("soak", cost=1, keywords="Equip", ability={"gives": {"Infused": ["Water"]}})
    + skill("forge", "Fire", "Metal", cost=1, do={"attack": 3})
)


@pytest.mark.editions("keyword.general", fade2="keyword.general", fade1="keyword.general")
def test_a_keyword_of_a_skill_counts_for_its_own_attack(edition: str) -> None:
    # Given a Skill with Lock-On.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.character(1)
    back = d.character(1, backup=True)
    snipe = d.on(x, "snipe")
    d.go(0, COMBAT)
    # Then its own Attack may reach any enemy, the Character's Normal Attack may not.
    assert d.can(0, "use", snipe, back)
    assert d.can(0, "use", snipe, d.body(1))
    assert d.refused(0, "attack", x, back) == d.rule("behind" if edition == "fade1" else "out-of-reach")


@pytest.mark.editions("keyword.immune", fade2="keyword.immune", fade1="keyword.effect-immune")
def test_no_effect_puts_counters_on_who_is_immune_to_them(edition: str) -> None:
    # Given two Characters, one of them Immune to Drain Counters.
    d = Duel(
        CARDS
        + character("clean", level=1, keywords={"{Immune}": ["{Drain}"]})
        + item("ebb", cost=0, do={"counter": "{Drain}", "n": 1, "on": "enemy characters"}),
        edition=edition,
    )
    clean, other = d.character(1, "clean"), d.character(1)
    # When an Item puts one on all enemy Characters, then only the other one gets it.
    d.quietly(0, "play", d.hand(0, "ebb"))
    assert (d.s.num[DRAIN][clean], d.s.num[DRAIN][other]) == (0, 1)


@pytest.mark.editions("keyword.immune", fade2="keyword.immune", fade1="keyword.effect-immune")
def test_what_immune_lists_neither_targets_nor_touches(edition: str) -> None:
    # Given a Character Immune (Items).
    d = Duel(CARDS, edition=edition)
    x, proof = d.character(0), d.character(1, "proof")
    dart, strike = d.hand(0, "dart"), d.on(x, "strike")
    # When an Item "deal 2 damage to all Characters" resolves, then it takes none.
    d.quietly(0, "play", d.hand(0, "rain"))
    assert (d.hp(x), d.hp(proof)) == (8, 9)
    # When somebody wants to target it with an Item, that is refused, the own side included.
    assert d.refused(0, "play", dart, proof) == d.rule("immune")
    # A Skill works normally.
    d.go(0, COMBAT)
    d.quietly(0, "use", strike, proof)
    assert d.hp(proof) == 5


@pytest.mark.editions("keyword.immune", fade2="keyword.immune", fade1="keyword.effect-immune")
@pytest.mark.parametrize("by_item", [True, False])
def test_who_is_immune_to_mute_is_not_muted(by_item: bool, edition: str) -> None:
    # Given three Characters with abilities: one Immune (Mute), one made so, one not. When all are Muted.
    d = Duel(CARDS, edition=edition)
    loud, voiced, plain = d.character(0, "loud"), d.character(0, "chatterbox"), d.character(0, "chatterbox")
    d.on(voiced, "voice", face=1)
    assert [d.plv(h) for h in (loud, voiced, plain)] == [5, 5, 5]
    if by_item:
        d.play(0, "play", d.hand(0, "hush"))
        d.pass_chain()
    else:
        for h in (loud, voiced, plain):
            d.play(0, "play", d.hand(0, "own-gag"), h)
            d.pass_chain()
    # Then only the third one is.
    assert [d.plv(h) for h in (loud, voiced, plain)] == [5, 5, 2]


@pytest.mark.editions("keyword.infused", fade2="keyword.infused", fade1="keyword.element-infused")
def test_infused_replaces_elements_of_bearer_and_attacks(edition: str) -> None:
    # Given Water Characters Infused (Fire).
    d = Duel(CARDS, edition=edition)
    kindled, other, y = d.character(0, "kindled"), d.character(0, "kindled"), d.character(1)
    thunder = d.on(other, "thunder")
    wall, spare = d.on(y, "free-firewall"), d.on(y, "free-firewall")
    fire, water = 1 << ELEMENTS.index("Fire"), 1 << ELEMENTS.index("Water")
    assert natures.elements(d.s, kindled) == fire
    d.go(0, COMBAT)
    # When one performs a Normal Attack or uses a Storm Skill, then the Attack is Fire.
    d.play(0, "attack", kindled, y)
    d.quietly(1, "use", wall, -1)
    d.play(0, "use", thunder, y)
    d.quietly(1, "use", spare, -1)
    assert d.hp(y) == 10
    # With several Infused the newest applies.
    d.on(kindled, "soak", face=1)
    assert natures.elements(d.s, kindled) == water


@pytest.mark.editions("keyword.mastery", fade2="keyword.mastery", fade1="keyword.element-mastery")
def test_mastery_doubles_once(edition: str) -> None:
    # Given Mastery (Fire, Metal) and a Fire/Metal Skill of 3 damage.
    d = Duel(CARDS, edition=edition)
    smith, other, y = d.character(0, "smith"), d.character(0, "smith"), d.character(1, "giant")
    forge = d.on(other, "forge")
    d.go(0, COMBAT)
    # When it hits, then 6 damage are dealt, not 12.
    d.quietly(0, "use", forge, y)
    assert d.hp(y) == 14
    # A Null Normal Attack stays undoubled.
    d.quietly(0, "attack", smith, y)
    assert d.hp(y) == 12
