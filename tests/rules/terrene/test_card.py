"""The print on the cards of Terrene, and what it means: the topics `card`, `class` and `element`."""

from __future__ import annotations

import pytest

from fadenet.console.faces import face_of_family
from fadenet.engine.errors import LoadError
from fadenet.engine.state import MODE
from fadenet.games.terrene import cards
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.rules import make_rules
from tests.builders.scene import Scene
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import character, command

FACE = face_of_family("terrene")
RULES = cards.load()


def stats(slug: str, *names: str) -> list[int]:
    return [RULES.by_slug[slug].stats[t.QUANTITIES.index(name)] for name in names]


def loads(text: str) -> None:
    cards.add_cards(make_rules(), [("test.toml", text)])


def a_character(kind: str = "Energy", side: str = "Wind") -> str:
    return character("x", kind, side, hp=10, atk=5)


# Cards.


@pytest.mark.rule("terrene", "card.character-anatomy", "keyword.jin-passive")
def test_a_character_shows_all_its_parts() -> None:
    """given Jin, then he shows Hero, Engineer, LV 2, SP 1, HP 30, ATK 20, DEF 5, a passive, a trigger."""
    jin = RULES.by_slug["jin-the-ambitious"]
    assert jin.types & t.HERO and t.CLASSES[jin.stats[t.S_CLASS] - 1] == "Engineer"
    assert stats(jin.slug, "LV", "SP", "HP", "ATK", "DEF") == [2, 1, 30, 20, 5]
    assert jin.keywords[t.K_IMMUNE] and [a.kind for a in jin.abilities] == ["trigger"]
    p = Scene()
    x, foe = p.there(0, "jin-the-ambitious"), p.there(1)
    p.there(0)
    p.end_turn()
    p.fight(foe, x)
    assert p.damage(x) == 15 and p.hp(x) - p.damage(x) == 15
    p.end_turn()
    p.set(x, "Damage", 25)
    p.end_turn()
    p.fight(foe, x)
    assert p.xp(foe) == 2


@pytest.mark.rule("terrene", "card.name")
def test_copies_of_a_name_may_stand_side_by_side() -> None:
    """given Scout in play, when a second Scout is recruited, then both stay."""
    p = Scene()
    p.there(0, "scout")
    p.recruit("scout")
    p.pass_all()
    assert p.names(0, t.PARTY) == ["Scout", "Scout"]


@pytest.mark.rule("terrene", "card.figures")
def test_current_values_are_printed_ones_and_changes() -> None:
    """given ATK 20 and one +5 ATK gain, SP 3, then the player takes 25, and 1 of 4 Supply is free."""
    p = Scene(supply=4)
    x = p.there(0, "guntram-the-malefactor")
    p.counters(x, "gain-ATK", 5)
    assert p.used(0) == 3
    p.fight(x)
    assert p.hp_of(1) == 50 - 30


@pytest.mark.rule("terrene", "card.floors")
def test_the_floor_comes_after_the_sum() -> None:
    """given DEF 5, Defense Decay 10 and then +5 DEF, then DEF is 0, not 5."""
    p = Scene()
    x = p.there(0)
    p.counters(x, "Decay", 10)
    p.counters(x, "gain-DEF", 5)
    assert p.defence(x) == 0
    p.counters(x, "gain-DEF", 5)
    assert p.defence(x) == 5


@pytest.mark.rule("terrene", "card.floors")
@pytest.mark.parametrize("name", ["ATK", "LV", "SP"])
def test_no_figure_counts_below_zero(name: str) -> None:
    """given a figure that is lowered by 90, then it is 0; with +40 after that it is still 0."""
    p = Scene()
    x = p.there(0)
    p.lower(x, name, 90)
    assert p.figure(x, name) == 0
    p.lower(x, name, -40)
    assert p.figure(x, name) == 0


@pytest.mark.rule("terrene", "card.terrain-anatomy")
def test_a_terrain_shows_actions_rows_and_abilities() -> None:
    """given Seaside Market, then it gives 4 Actions, has five rows and two Trigger Abilities."""
    market = RULES.by_slug["seaside-market"]
    assert stats("seaside-market", "Actions") == [4]
    assert len(market.xp) == 4 and "5 XP and more: any earlier row." in market.text
    assert [a.colour for a in market.activated] == [t.GREEN, t.GREEN]
    p = Scene()
    x, other = p.there(0, "squire"), p.there(0, "page")
    h = p.terrain(0, market.slug)
    p.next_turn(0)
    assert p.actions_of(0) == 4
    assert p.can(0, "use", h, (ABILITY, 1)) and p.can(0, "use", h, (ABILITY, 2), other)
    p.actions(0, 9)
    found = []
    for _ in range(4):
        before = (p.defence(x), p.size(0, t.HAND), p.lv(x))
        p.use(p.hold(x, "jin-s-ambition"))
        now = (p.defence(x), p.size(0, t.HAND), p.lv(x))
        found.append(tuple(b - a for a, b in zip(before, now, strict=True)))
    assert found == [(5, 0, 0), (0, 2, 0), (0, 2, 1), (0, 0, 1)]
    p.play(0, "use", p.hold(x, "jin-s-ambition"))
    p.until(MODE)
    assert p.xp(x) == 5 and len(p.options(0)) == 4


@pytest.mark.rule("terrene", "card.item")
@pytest.mark.parametrize("holder", ["inu-the-inferno", "alexie-the-studious"])
def test_any_character_uses_an_item(holder: str) -> None:
    """given Fire Bomb behind a Beast and behind a Spellcaster, when each pays, then both may."""
    p = Scene()
    foe, x = p.there(1), p.there(0, holder)
    p.use(p.hold(x, "fire-bomb"), foe)
    assert p.damage(foe) == 5


@pytest.mark.rule("terrene", "card.subtypes")
def test_without_a_subtype_a_card_is_used_once() -> None:
    """given Life Potion and an On-going Command, when both are used, then only the Potion is discarded."""
    p = Scene()
    x, y = p.there(0), p.there(0)
    potion, stays = p.hold(x, "life-potion"), p.hold(y, "retaliate")
    p.use(potion)
    p.use(stays)
    assert (p.where(potion), p.where(stays)) == ("Discard Pile", "Held")
    with pytest.raises(LoadError):
        loads(command("x", subtype="Instant"))


@pytest.mark.rule("terrene", "card.abilities-optional")
def test_a_plain_character_only_fights_and_holds() -> None:
    """given a Character without text, then only attack, its card and dismissal are offered."""
    p = Scene()
    x = p.there(0)
    p.hold(x, "flare")
    verbs = {t.VERBS[move[0]] for move in p.options(0)}
    assert verbs == {"attack", "use", "dismiss", "run", "end"}
    assert [move for move in p.options(0) if move[0] == t.V_USE] == [(t.V_USE, p.held(x)[0])]


@pytest.mark.rule("terrene", "card.numbering")
def test_numbers_are_shown_and_mean_nothing() -> None:
    """given the list, then known numbers are shown, and no card has a rarity."""
    numbers = {c.slug: c.number for c in RULES.cards[1:] if c.number}
    assert numbers == {"jin-the-ambitious": "013/108", "seaside-market": "002/108"}
    p = Scene()
    numbered = p.terrain(0, "seaside-market")
    assert p.rules.cards[p.s.code[numbered]].number == "002/108"
    p.there(0)
    p.quietly(0, "terrain", p.hand(0, "seaside-market"))
    assert p.names(0, t.TERRAINS)[1:] == ["Seaside Market"] * 2
    assert not [
        i for i, rule in RULES.book.rules.items() if "rarit" in rule["text"] and i != "card.numbering"
    ]
    with pytest.raises(LoadError, match="rarity"):
        loads(a_character() + 'rarity = "Rare"\n')


@pytest.mark.rule("terrene", "card.text-wins")
def test_what_forbids_wins_over_what_allows() -> None:
    """given two attacks a turn for a Character and a Stun on it, when it tries to attack, then it cannot."""
    p = Scene()
    x = p.there(0)
    p.give(x, "Extra Attack")
    p.fight(x)
    assert p.can(0, "attack", x)
    p.give(x, "Stun")
    assert p.refused(0, "attack", x) == "keyword.stun"


@pytest.mark.rule("terrene", "card.tokens")
def test_numbers_never_run_out() -> None:
    """given 200 damage on all cards together, when more is dealt, then it is recorded."""
    p = Scene()
    everybody = [p.there(seat, "guntram-the-malefactor") for seat in (0, 1) for _ in range(6)]
    for h in everybody:
        p.set(h, "Damage", 20)
    x = p.there(0)
    p.use(p.hold(x, "fire-bomb"), everybody[-1])
    p.set(everybody[0], "Charge", 500)
    assert sum(p.damage(h) for h in everybody) == 240 and p.count(everybody[0], "Charge") == 500


@pytest.mark.rule("terrene", "card.token-characters")
def test_a_token_character_is_a_character_but_no_card() -> None:
    """given an Energy token of SP 1, then it enters if it fits, and is gone for good when defeated."""
    p = Scene(supply=2)
    maker = p.there(0, "demattei-the-architect")
    factory = p.hold(maker, "energy-factory", face=1)
    p.quietly(0, "use", factory, (ABILITY, 2))
    (token,) = (h for h in p.zone(0, t.PARTY) if h != maker)
    assert p.s.face[token] and p.used(0) == 2
    held = p.hold(token, "flare")
    p.end_turn()
    p.next_turn(0)
    p.quietly(0, "use", factory, (ABILITY, 2))
    assert p.used(0) == 2
    foe = p.there(1)
    p.end_turn()
    p.fight(foe, token)
    assert p.where(token) == "nowhere" and p.where(held) == "Discard Pile" and p.xp(foe) == 1
    assert p.hp_of(0) == 50 - 10


@pytest.mark.rule("terrene", "card.token-characters")
def test_a_token_character_is_not_turned_face_down() -> None:
    """given Scoops McGee and Steam Fields, when it is turned down, then it stays; the card is drawn."""
    p = Scene()
    h = p.there(0, "scoops-mcgee")
    p.there(0, "bran-the-pilferer")
    steam, hand = p.terrain(0, "steam-fields"), p.size(0, t.HAND)
    p.quietly(0, "use", steam, h)
    assert p.s.face[h] and p.size(0, t.HAND) == hand + 1


# Classes and affiliations.


@pytest.mark.rule("terrene", "class.list")
def test_there_are_twelve_classes() -> None:
    """given a Character of class Energy, then it is valid; with class Bard it is rejected."""
    assert len(t.CLASSES) == 12
    for kind in t.CLASSES:
        p = Terrene(a_character(kind))
        p.character(1)
        x = p.hand(0, "x")
        p.quietly(0, "recruit", x)
        assert p.s.face[x] and f"Wind {kind}" in FACE.detail(p.s, x, p.s.code[x])
    with pytest.raises(LoadError, match="'Bard' is no class"):
        loads(a_character("Bard"))


@pytest.mark.rule("terrene", "class.use")
def test_a_class_by_itself_does_nothing() -> None:
    """given figures and no text, when a Warrior or a Golem attacks, then it is the same."""
    found = []
    for attacker in ("grunt", "other"):
        p = Scene()
        x, foe = p.there(0, "grunt"), p.there(1)
        if attacker == "other":
            x = p.there(0, "plain")
        p.fight(x, foe)
        found.append((p.damage(foe), p.defence(foe), p.hp_of(1)))
    assert found[0] == found[1] == (15, 0, 50)


@pytest.mark.rule("terrene", "element.affiliations")
def test_there_are_six_affiliations() -> None:
    """given a Character of Wind, then it is valid; with Ice it is rejected."""
    assert len(t.AFFILIATIONS) == 6
    for side in t.AFFILIATIONS:
        p = Terrene(a_character(side=side), edition=True)
        p.character(1)
        x, market = p.character(0, "x"), p.terrain(0, "seaside-market")
        assert f"{side} Energy" in FACE.detail(p.s, x, p.s.code[x])
        assert p.can(0, "use", market, (ABILITY, 1)) == (side == "Water")
    with pytest.raises(LoadError, match="'Ice'"):
        loads(a_character(side="Ice"))


@pytest.mark.rule("terrene", "element.no-wheel")
def test_affiliations_change_no_damage() -> None:
    """given a Fire attacker with ATK 20 against Water and against Earth with DEF 5, then both take 15."""
    p = Scene()
    for slug in ("squire", "plain"):
        x, foe = p.there(0, "pawn"), p.there(1, slug)
        p.fight(x, foe)
        assert p.damage(foe) == 15


# Cards that rules name.


@pytest.mark.rule("terrene", "terrain.seaside-market")
def test_seaside_market() -> None:
    """given 4 Actions and the Characters needed, when both are used, then 2 are left, and once a turn."""
    p = Scene()
    p.actions(0, 4)
    water, _ = p.there(0, "squire"), p.there(0, "page")
    market = p.terrain(0, "seaside-market")
    p.set(water, "Damage", 15)
    for ability, targets in ((1, ()), (2, (water,))):
        p.quietly(0, "use", market, (ABILITY, ability), *targets)
    assert (p.actions_of(0), p.size(0, t.HAND), p.damage(water)) == (2, 1, 10)
    assert p.refused(0, "use", market, (ABILITY, 1)) == "limit.once-per-turn"
    assert p.refused(0, "use", market, (ABILITY, 2), water) == "limit.once-per-turn"


@pytest.mark.rule("terrene", "keyword.jin-recruit")
@pytest.mark.parametrize("there", [True, False])
def test_jin_looks_for_a_scout(there: bool) -> None:
    """given all Supply used and a Scout in the deck, then it enters for nothing when Jin does."""
    p = Scene(supply=4)
    for _ in range(3):
        p.there(0)
    p.actions(0, 1)
    scout = p.deck_top(0, "scout")[0] if there else 0
    p.recruit("jin-the-ambitious")
    p.pass_all()
    assert p.actions_of(0) == 0 and p.used(0) == 4 and p.happened("shuffled")
    assert ("Scout" in p.names(0, t.PARTY)) == there
    assert not there or (p.s.face[scout] and p.where(scout) == "Party")


@pytest.mark.rule("terrene", "counter.charge")
def test_charge_counters_pay_for_what_asks_for_them() -> None:
    """given 2 Charge and an ability that removes 2, then no Action is spent; at 1 it is refused."""
    p = Scene()
    x, foe = p.there(0, "rika-the-voltaic"), p.there(1)
    p.set(x, "Charge", 3)
    p.use(x, foe)
    assert (p.count(x, "Charge"), p.actions_of(0), p.damage(foe)) == (1, 10, 20)
    assert p.refused(0, "use", x, foe) == "counter.charge"


@pytest.mark.rule("terrene", "counter.stratagem")
def test_stratagem_counters_are_a_kind_of_their_own() -> None:
    """given Stratagem counters and a cost of Charge, then it is refused, and the other way round."""
    p = Scene()
    rika, isaac, foe = p.there(0, "rika-the-voltaic"), p.there(0, "isaac-the-observer"), p.there(1)
    p.set(rika, "Stratagem", 5)
    p.set(isaac, "Charge", 5)
    assert p.refused(0, "use", rika, foe) == p.refused(0, "use", isaac) == "counter.charge"
    p.set(isaac, "Stratagem", 1)
    p.use(isaac)
    assert (p.count(isaac, "Stratagem"), p.size(0, t.HAND)) == (0, 1)
