"""Every card of Prelude with an ability, played: it does just what its text says."""

from __future__ import annotations

import pytest

from fadenet.engine.language import files
from fadenet.engine.state import CONFIRM, MODE
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.cards import load
from tests.builders.prelude_scenario import COST, Prelude

CARDS = "".join(
    text
    for name, text in files.sources("fadenet.games.prelude", "cards")
    if name not in ("ranks.toml", "values.toml")
)
EDGE = (0, 0, 1, 1, 2, 2)  # what the magic ranks of these tiers add to a spell
BOOK = {card.slug: card for card in load().cards}

# The cards by what they do. Every card with a text stands in one of these tables.

BLASTS = {  # spells that deal damage to whom they are aimed at
    **{"thorn-lash": 4, "ember-dart": 4, "spark": 2, "falling-oak": 12, "cinder-spear": 12},
    **{"rebuke": 5, "lance-of-morning": 10, "sun-at-noon": 20},
}
HEALING_ITEMS = {"willow-flask": 6, "quick-draught": 4}
WARDS = {"ward-of-moss": 2, "shield-of-light": 5, "smoke-pot": 3}
STOPPERS = ("break-the-thought", "whistle-of-the-watch")
UNDRESSERS = {"undertow": "Hand", "hooked-rope": "Stowed"}
SNARES = {"tripwire": (4, 0), "swinging-log": (5, 3)}  # damage, strength that the attack loses
ALERT_WEAPONS = {"boathook": 2, "watch-spear": 4}
ALERT = (*ALERT_WEAPONS, "quick-draught", "bag-of-caltrops", "field-surgeon", "bell-ringer")
PIERCE = {"needle-rapier": 3, "tusk-pick": 5}
PIERCING_MINIONS = {"hired-knife": 4, "siege-mason": 5}
STEADFAST = {"executioner": 12, "mountain-splitter": 16, "sun-at-noon": 20, "warden-s-patience": 14}
LASHES = ("carter-s-whip", "silk-lash")
RESTS = ("copper-purse", "flicker-of-magic", "morning-drill")
DELAYS = ("merchants-chest", "torrent-of-magic", "masters-lesson")
EAGER = ("eager-squire", "hired-knife", "kiln-imp")
ORCS = ("ghar-two-rivers", "mokra-the-tall")
CROSS = ("alia-of-the-low-gate", "wat-the-ferryman")
EXCLUSIVE = ("gladiator-6", "gladiator-7", "gladiator-8", "barbarian-7", "barbarian-8")
IMMEDIATE_SPELLS = (
    *("ward-of-moss", "root-grasp", "spark", "backdraft", "break-the-thought", "counterchant"),
    *("shield-of-light", "stern-word"),
)
IMMEDIATE_ITEMS = ("smoke-pot", "whistle-of-the-watch")
IMMEDIATE_TRAPS = ("cold-iron", "snapping-jaw")
SINGLE = (  # cards with a scenario of their own
    *("thorn-lash", "ward-of-moss", "mend-bark", "root-grasp", "falling-oak", "second-spring"),
    *("warden-s-patience", "green-tide", "hearthfire", "scorch", "cinder-spear", "backdraft"),
    *("ring-of-embers", "kiln-heart", "cold-hand", "break-the-thought", "still-water", "counterchant"),
    *("frost-bind", "quick-current", "drowned-bell", "lay-on-hands", "rebuke", "lesson-of-the-elders"),
    *("stern-word", "banner-of-dawn", "lance-of-morning", "oath-of-stone", "great-healing"),
    *("twice-filled-jug", "peddler-s-scales", "tutor-s-primer", "smoke-pot", "whistle-of-the-watch"),
    *("pitch-torch", "bag-of-caltrops", "tinderbox-charm", "whetstone"),
    *("hidden-bell", "echo-stone", "covered-pit", "toll-gate", "salt-circle", "cold-iron", "loose-rafter"),
    *("snapping-jaw", "standing-flame", "slow-river", "hum-of-the-hive", "stone-mantle"),
    *("whispering-page", "braided-wind", "mirror-shield", "gilded-plate", "net-and-cudgel", "whale-chain"),
    *("watch-spear", "executioner", "tusk-pick"),
    *("toll-keeper", "field-surgeon", "old-drillmaster", "pit-brawler", "lantern-boy", "shieldbearer"),
    *("chronicler", "bell-ringer", "elder-stag", "kiln-imp", "ashen-drake", "river-sprite", "ice-heron"),
    *("dove-of-peace", "golden-lion"),
    *("wat-the-ferryman", "ioreth-nightfern", "hilde-stonesong", "mokra-the-tall"),
)
COLOURS = {t.GREEN: "green", t.RED: "red", t.BLUE: "blue", t.WHITE: "white"}


def mage(g: Prelude, seat: int, slug: str, tier: int = 0) -> int:
    """The ranks that a spell or creature needs, with a full reserve; the top card."""
    card = BOOK[slug]
    colour = COLOURS.get(card.types & t.COLOURS, "red")
    steps = range(1, (tier or card.stats[t.S_TIER] or 1) + 1)
    top = g.ranks(seat, *[f"{colour}-magic-{n}" for n in steps])[-1]
    g.reserve(top, 30)
    return top


def against(slug: str, *more: str, tier: int = 0, foe: str = "human") -> Prelude:
    """An Elf who can cast this, with 4 actions, against a Human who has none left."""
    g = Prelude("elf", foe, *more, cards=CARDS)
    mage(g, 0, slug, tier)
    for seat in range(1, 2 + len(more)):
        g.ranks(seat, "soldier-1" if foe != "elf" or seat > 1 else "green-magic-1")
        g.actions(seat, 0)
    return g


def cast(g: Prelude, seat: int, slug: str, *targets: int) -> int:
    """A spell from the hand, played out to its end if its actions suffice."""
    h = g.hand(seat, slug)
    g.quietly(seat, "cast", h, *targets)
    return h


def fighters(human: str = "human", foe: str = "human") -> Prelude:
    """Two fighters of the first tier with all the Training that weapons ask for."""
    g = Prelude(human, foe, cards=CARDS)
    for seat in (0, 1):
        dwarf = (human, foe)[seat] in ("dwarf", "hilde-stonesong")
        g.ranks(seat, "barbarian-1" if dwarf else "soldier-1")
        g.training(seat, 9)
    return g


def trained(g: Prelude, seat: int) -> int:
    return g.s.num[t.TRAINING][seat + 1]


def in_hand(g: Prelude, seat: int) -> int:
    return g.size(seat, t.HAND)


def until_asked(g: Prelude, kind: int) -> None:
    """Answer quietly until somebody is asked for an answer of this kind."""
    for _ in range(20):
        if g.asked_kind() == kind:
            return
        g.step()
    raise AssertionError("nobody was ever asked that")


def choose(g: Prelude, seat: int, way: int) -> None:
    """One of the ways that what is under way lets its player choose, from 1 on; then all goes on quietly."""
    until_asked(g, MODE)
    g.quietly(seat, "mode", (0, way))


# Spells.


@pytest.mark.parametrize("slug", BLASTS)
def test_damage_spell(slug: str) -> None:
    """given the ranks that it needs, when it is cast, then its target takes the damage and what the rank
    adds, its caster nothing; a minion can be the target as well."""
    g = against(slug)
    n = BLASTS[slug] + EDGE[BOOK[slug].stats[t.S_TIER]]
    spell = cast(g, 0, slug, g.body(1))
    assert (g.lost(1), g.lost(0), g.where(spell)) == (n, 0, "Cemetery")
    g = against(slug)
    mason = g.minion(1, "siege-mason", 0)
    cast(g, 0, slug, mason)
    assert g.lost(1) == 0 and (g.left(mason) == 8 - n if n < 8 else g.where(mason) == "Cemetery")


def test_thorn_lash() -> None:
    """given a reserve of 10, then it costs 2 and adds 1."""
    g = against("thorn-lash")
    top = g.zone(0, t.LINE_A)[-1]
    g.reserve(top, 10)
    cast(g, 0, "thorn-lash", g.body(1))
    assert g.s.num[t.RESERVE][top] == 9


def test_falling_oak() -> None:
    """given two enemy minions, when one is hit by 12, then both take 2 more with the Edge of tier 3, as
    both do when their owner is hit; an own one nothing."""
    g = against("falling-oak")
    own, one, two = g.minion(0, "siege-mason"), g.minion(1, "siege-mason", 0), g.minion(1, "siege-mason", 0)
    cast(g, 0, "falling-oak", one)
    n = 2 + EDGE[3]
    assert (g.where(one), g.left(two), g.left(own), g.lost(1)) == ("Cemetery", 8 - n, 8, 0)
    g.actions(0, 4)
    cast(g, 0, "falling-oak", g.body(1))
    assert (g.left(two), g.lost(1)) == (8 - 2 * n, 12 + EDGE[3])


def test_scorch() -> None:
    """given an enemy, then it takes 9 and the Edge of tier 2, and the caster 1 without it."""
    g = against("scorch")
    cast(g, 0, "scorch", g.body(1))
    assert (g.lost(1), g.lost(0)) == (9 + EDGE[2], 1)


def test_cinder_spear() -> None:
    """given an empty hand, then one card is drawn."""
    g = against("cinder-spear")
    cast(g, 0, "cinder-spear", g.body(1))
    assert (in_hand(g, 0), in_hand(g, 1)) == (1, 0)


def test_lance_of_morning() -> None:
    """given a hurt caster and a hurt minion, then each gets 2 life back, and an enemy minion none."""
    g = against("lance-of-morning")
    own, foe = g.minion(0, "siege-mason"), g.minion(1, "siege-mason", 0)
    for h in (g.body(0), own, foe):
        g.life(h, 3)
    cast(g, 0, "lance-of-morning", g.body(1))
    assert [g.left(h) for h in (g.body(0), own, foe)] == [5, 5, 3]


def test_backdraft() -> None:
    """given an enemy who casts a spell, then it takes 5 and the Edge of tier 2; one who strikes cannot be a
    target. A spell that was done at once takes effect all the same."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "ember-dart")
    mage(g, 1, "backdraft")
    burn = g.hand(1, "backdraft")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert not g.can(1, "play", burn, g.body(0))
    g.pass_all()
    lost = g.lost(1)
    g.play(0, "cast", g.hand(0, "ember-dart"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", burn, g.body(0))
    assert (g.lost(0), g.lost(1)) == (5 + EDGE[2], lost + 4)


def test_stern_word() -> None:
    """given an enemy with a task, then it takes 4 and the Edge of tier 2, and the task stops; one without a
    task cannot be a target."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "falling-oak")
    mage(g, 1, "stern-word")
    word = g.hand(1, "stern-word")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert not g.can(1, "play", word, g.body(0))
    g.pass_all()
    g.actions(0, 2)
    g.play(0, "cast", g.hand(0, "falling-oak"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", word, g.body(0))
    assert g.lost(0) == 5 + EDGE[2] and not g.carries(g.body(0))


def test_great_healing() -> None:
    """given a hurt caster and a hurt minion, then 14 life come back to each, never beyond the printed; an
    enemy gets none."""
    g = against("great-healing")
    own = g.minion(0, "siege-mason")
    for h, n in ((g.body(0), 2), (g.body(1), 9), (own, 1)):
        g.life(h, n)
    cast(g, 0, "great-healing")
    assert [g.left(h) for h in (g.body(0), g.body(1), own)] == [16, 9, 8]


def test_mend_bark() -> None:
    """given a caster with 2 life, then 4 come back, and an attack of 3 takes only 2 until the close of
    the next own Response."""
    g = against("mend-bark")
    g.life(g.body(0), 2)
    sword = g.equipped(1, "long-sword")
    cast(g, 0, "mend-bark")
    left = [g.left(g.body(0))]
    for _ in range(2):
        g.life(g.body(0), 10)
        g.next(1)
        g.actions(0, 0)
        g.quietly(1, "attack", sword, g.body(0))
        left.append(g.left(g.body(0)))
        g.next(0)
    assert left == [6, 8, 7]


def test_root_grasp() -> None:
    """given an enemy with 3 actions, then 2 are lost; one with 1 loses that; so does a minion."""
    for before, after in ((3, 1), (1, 0)):
        g = against("root-grasp")
        g.actions(1, before)
        cast(g, 0, "root-grasp", g.body(1))
        assert g.free(g.body(1)) == after and g.free(g.body(0)) == 3 and not g.lost(1)
    g = against("root-grasp")
    guard = g.minion(1, "hill-guard")
    cast(g, 0, "root-grasp", guard)
    assert g.free(guard) == 0


def test_second_spring() -> None:
    """given a reserve of 10, then it costs 4 and adds 5, and 3 life come back."""
    g = against("second-spring")
    top = g.zone(0, t.LINE_A)[-1]
    g.reserve(top, 10)
    g.life(g.body(0), 10)
    cast(g, 0, "second-spring")
    assert g.s.num[t.RESERVE][top] == 11 and g.left(g.body(0)) == 13


def test_second_spring_two_reserves() -> None:
    """given two counted colours, then its player chooses to which reserve the Magic goes."""
    g = against("second-spring")
    red = g.ranks(0, "red-magic-1", more=True)[-1]
    g.reserve(red, 1)
    g.play(0, "cast", g.hand(0, "second-spring"))
    for _ in range(20):
        if g.move("pick", red) in g.options(0):
            break
        g.step()
    g.quietly(0, "pick", red)
    assert g.s.num[t.RESERVE][red] == 6


def test_wardens_patience() -> None:
    """given a hurt caster, then the target takes 14 and the Edge of tier 4, and the caster gets 6 life
    back."""
    g = against("warden-s-patience")
    g.life(g.body(0), 5)
    cast(g, 0, "warden-s-patience", g.body(1))
    assert (g.lost(1), g.left(g.body(0))) == (14 + EDGE[4], 11)


@pytest.mark.parametrize("minions", [0, 2])
def test_green_tide(minions: int) -> None:
    """given a hurt caster, then 12 life come back, and a card is drawn for each minion of the caster's."""
    g = against("green-tide")
    g.minion(1, "hill-guard", 0)
    for _ in range(minions):
        g.minion(0, "hill-guard")
    g.life(g.body(0), 5)
    cast(g, 0, "green-tide")
    assert (g.left(g.body(0)), in_hand(g, 0), in_hand(g, 1)) == (17, minions, 0)


def test_ring_of_embers() -> None:
    """given two enemies and minions on both sides, then each enemy and each enemy minion takes 3 and the
    Edge, nobody of the own side anything."""
    g = against("ring-of-embers", "human")
    own, one, two = g.minion(0, "siege-mason"), g.minion(1, "siege-mason", 0), g.minion(2, "siege-mason", 0)
    cast(g, 0, "ring-of-embers")
    n = 3 + EDGE[3]
    assert [g.lost(seat) for seat in range(3)] == [0, n, n]
    assert [g.left(h) for h in (own, one, two)] == [8, 8 - n, 8 - n]


def test_kiln_heart() -> None:
    """given 2 actions, then it costs 1 and gives 2; a hit of 5 does not stop a task that is begun then."""
    g = against("kiln-heart")
    g.actions(0, 2)
    cast(g, 0, "kiln-heart")
    assert g.free(g.body(0)) == 3
    g.actions(0, 1)
    g.play(0, "cast", g.hand(0, "cinder-spear"), g.body(1))
    mason = g.minion(1, "siege-mason")
    g.next(1)
    g.actions(0, 0)
    g.quietly(1, "attack", mason, g.body(0))
    assert g.lost(0) == 5 and g.carries(g.body(0))


def test_cold_hand() -> None:
    """given an enemy with 3 actions, then it takes 5 and loses 1 action; a minion cannot be a target."""
    g = against("cold-hand")
    g.actions(1, 3)
    mason = g.minion(1, "siege-mason", 0)
    h = g.hand(0, "cold-hand")
    assert not g.can(0, "cast", h, mason)
    g.quietly(0, "cast", h, g.body(1))
    assert (g.lost(1), g.free(g.body(1))) == (5, 2)


def test_still_water() -> None:
    """given an empty hand, then two cards are drawn, and one of them is discarded."""
    g = against("still-water")
    cast(g, 0, "still-water")
    assert (in_hand(g, 0), in_hand(g, 1), g.size(0, t.CEMETERY)) == (1, 0, 2)


@pytest.mark.parametrize("slug", STOPPERS)
def test_stops_a_task(slug: str) -> None:
    """given an enemy's task that is carried, when it is aimed at its bearer in the window, then the task
    stops, and nothing else happens to the bearer."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "falling-oak")
    mage(g, 1, "break-the-thought")
    g.coin(1, 9)
    g.actions(0, 2)
    oak = g.hand(0, "falling-oak")
    stop = g.hand(1, slug)
    g.play(0, "cast", oak, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1 and g.carries(g.body(0))
    g.quietly(1, "play", stop, g.body(0))
    assert not g.carries(g.body(0)) and g.where(oak) == "Cemetery" and g.where(stop) == "Cemetery"
    assert (g.lost(0), g.lost(1)) == (0, 0)


def test_break_the_thought() -> None:
    """given an empty hand, when it is played, then a card is drawn."""
    g = against("break-the-thought")
    cast(g, 0, "break-the-thought", g.body(1))
    assert (in_hand(g, 0), in_hand(g, 1)) == (1, 0)


def test_whistle_of_the_watch() -> None:
    """given own minions, when it is blown in another's Response, then each has 1 action more; not an
    enemy one; and whom it is blown at has one less."""
    g = fighters()
    g.coin(1, 5)
    one, two = g.minion(1, "hill-guard", 0), g.minion(1, "siege-mason", 1)
    foe = g.minion(0, "hill-guard", 1)
    whistle = g.hand(1, "whistle-of-the-watch")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    before = g.free(g.body(0))
    g.play(1, "play", whistle, g.body(0))
    assert [g.free(h) for h in (one, two, foe)] == [1, 2, 1]
    assert g.free(g.body(0)) == before - 1 > 0


def test_stops_a_task_of_a_minion() -> None:
    """given an enemy minion with a task, when it is the target in the own Response, then its task stops."""
    g = Prelude("elf", "human", cards=CARDS)
    mage(g, 0, "break-the-thought")
    g.ranks(1, "soldier-1")
    ringer = g.minion(1, "bell-ringer", 1)
    g.next(1)
    g.put(ringer, t.ACTIONS, 1)
    g.quietly(1, "use", ringer, g.body(0))
    assert g.carries(ringer)
    g.actions(0, 4)
    g.put(ringer, t.ACTIONS, 0)
    for_own = g.hand(0, "break-the-thought")
    g.play(1, "strike", g.body(0))
    assert g.until(t.W_IMMEDIATE) == 0
    g.quietly(0, "play", for_own, ringer)
    assert not g.carries(ringer)


@pytest.mark.parametrize("slug", UNDRESSERS)
def test_puts_gear_away(slug: str) -> None:
    """given an enemy with a sword in hand and armour, then the sword is stowed, or back in its owner's
    hand."""
    g = against("undertow")
    sword, mail = g.equipped(1, "long-sword"), g.equipped(1, "mail-shirt")
    if slug == "undertow":
        cast(g, 0, slug, sword)
    else:
        rope = g.equipped(0, slug)
        g.quietly(0, "use", rope, sword)
        assert g.where(rope) == "Cemetery"
    assert (g.where(sword), g.where(mail)) == (UNDRESSERS[slug], "Equipped")


@pytest.mark.parametrize("slug", UNDRESSERS)
def test_puts_gear_of_a_task_away(slug: str) -> None:
    """given a weapon with which a task is carried, when it is put away, then the task stops."""
    g = Prelude("human", "elf", cards=CARDS)
    g.ranks(0, "soldier-1")
    mage(g, 1, "undertow")
    hammer = g.equipped(0, "mill-hammer")
    g.actions(0, 1)
    g.play(0, "attack", hammer, g.body(1))
    g.next(1)
    assert g.carries(g.body(0))
    if slug == "undertow":
        g.play(1, "cast", g.hand(1, slug), hammer)
    else:
        g.play(1, "use", g.equipped(1, slug), hammer)
    g.pass_all()
    assert not g.carries(g.body(0)) and g.where(hammer) == UNDRESSERS[slug] and not g.lost(1)


def test_counterchant() -> None:
    """given a spell that is cast, then it comes to nothing, and is gone with its price; a weapon attack is
    not a spell."""
    g = Prelude("elf", "elf", cards=CARDS)
    top = mage(g, 0, "ember-dart")
    mage(g, 1, "counterchant")
    dart, chant = g.hand(0, "ember-dart"), g.hand(1, "counterchant")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert not g.can(1, "play", chant, g.body(0))
    g.pass_all()
    lost = g.lost(1)
    g.play(0, "cast", dart, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", chant, g.body(0))
    assert g.lost(1) == lost and g.where(dart) == "Cemetery" and g.s.num[t.RESERVE][top] == 28
    assert g.where(chant) == "Cemetery"


def test_counterchant_own_response() -> None:
    """given a spell that an enemy carries, when it is cast in the own Response, then that spell stops."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "falling-oak")
    mage(g, 1, "counterchant")
    g.actions(0, 1)
    oak, chant = g.hand(0, "falling-oak"), g.hand(1, "counterchant")
    g.give(g.body(0), "Suspend", 3)
    g.play(0, "cast", oak, g.body(1))
    g.next(1)
    assert g.carries(g.body(0))
    g.quietly(1, "cast", chant, g.body(0))
    assert not g.carries(g.body(0)) and g.where(oak) == "Cemetery"


def test_frost_bind() -> None:
    """given an enemy with 3 actions, then it takes 7 and the Edge of tier 3, and has 2 actions at each reset
    up to the close of the next Response of the caster; from then on 3 again."""
    g = against("frost-bind")
    cast(g, 0, "frost-bind", g.body(1))
    assert g.lost(1) == 7 + EDGE[3]
    g.next(1)
    assert g.free(g.body(1)) == 2
    g.next(0)
    assert g.free(g.body(1)) == 2
    g.next(1)
    assert g.free(g.body(1)) == 3


@pytest.mark.parametrize(("energies", "cards"), [(0, 1), (1, 2)])
def test_quick_current(energies: int, cards: int) -> None:
    """given 4 actions, then it costs 1 and gives 2, and a card is drawn; two with an energy of one's own."""
    g = against("quick-current")
    g.energy(1, "slow-river")
    for _ in range(energies):
        g.energy(0, "slow-river")
    cast(g, 0, "quick-current")
    assert (g.free(g.body(0)), in_hand(g, 0)) == (5, cards)


@pytest.mark.parametrize(("cards", "left"), [(3, 1), (1, 0)])
def test_drowned_bell(cards: int, left: int) -> None:
    """given an enemy with cards in hand, then it takes 14 and the Edge of tier 5, and 2 of them go."""
    g = against("drowned-bell")
    for _ in range(cards):
        g.hand(1, "long-sword")
    own = g.hand(0, "ember-dart")
    cast(g, 0, "drowned-bell", g.body(1))
    assert g.lost(1) == 14 + EDGE[5] and in_hand(g, 1) == left and g.where(own) == "Hand"
    assert g.size(1, t.CEMETERY) == cards - left


def test_lay_on_hands() -> None:
    """given a hurt caster and a hurt minion, then the one that is named gets 6 back, an enemy cannot be."""
    for who in (0, 1):
        g = against("lay-on-hands")
        body, mason = g.body(0), g.minion(0, "siege-mason")
        g.life(body, 4)
        g.life(mason, 1)
        h = g.hand(0, "lay-on-hands")
        assert not g.can(0, "cast", h, g.body(1))
        g.quietly(0, "cast", h, (body, mason)[who])
        assert (g.left(body), g.left(mason)) == ((10, 1), (4, 7))[who]


def test_rebuke() -> None:
    """given a caster, then it gains 1 Training, the target none."""
    g = against("rebuke")
    cast(g, 0, "rebuke", g.body(1))
    assert (trained(g, 0), trained(g, 1)) == (1, 0)


@pytest.mark.parametrize(("way", "gained"), [(1, (3, 0)), (2, (0, 2))])
def test_lesson_of_the_elders(way: int, gained: tuple[int, int]) -> None:
    """given a caster, then it gains 3 Training or draws 2 cards, as it likes."""
    g = against("lesson-of-the-elders")
    g.play(0, "cast", g.hand(0, "lesson-of-the-elders"))
    choose(g, 0, way)
    assert (trained(g, 0), in_hand(g, 0), trained(g, 1)) == (*gained, 0)


def test_banner_of_dawn() -> None:
    """given a hurt caster and two hurt minions, then each gets 2 life back, and each minion has 2 more
    Attack, until the close of the next own Response."""
    g = against("banner-of-dawn")
    minions = [g.minion(0, "siege-mason"), g.minion(0, "hill-guard")]
    for h in (g.body(0), *minions):
        g.life(h, 2)
    cast(g, 0, "banner-of-dawn")
    assert [g.left(h) for h in (g.body(0), *minions)] == [4, 4, 4]
    g.quietly(0, "attack", minions[1], g.body(1))
    assert g.lost(1) == 5
    g.next(1)
    g.next(0)
    g.actions(1, 0)
    g.quietly(0, "attack", minions[1], g.body(1))
    assert g.lost(1) == 10
    g.next(1)
    g.next(0)
    g.actions(1, 0)
    g.quietly(0, "attack", minions[1], g.body(1))
    assert g.lost(1) == 13


def test_oath_of_stone() -> None:
    """given an attack of 3, then only 1 gets through until the close of the next own Response."""
    g = against("oath-of-stone")
    sword = g.equipped(1, "long-sword")
    cast(g, 0, "oath-of-stone")
    took = []
    for _ in range(2):
        before = g.lost(0)
        g.next(1)
        g.actions(0, 0)
        g.quietly(1, "attack", sword, g.body(0))
        took.append(g.lost(0) - before)
        g.next(0)
    assert took == [1, 3]


def test_hearthfire() -> None:
    """given two equipped weapons, then both hit for 2 more until the Response closes."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(1, "soldier-1")
    g.ranks(0, "soldier-1")
    g.reserve(g.ranks(0, "red-magic-1", more=True)[-1], 9)
    g.actions(0, 4)
    g.training(0, 2)
    g.actions(1, 0)
    sword, other = g.equipped(0, "long-sword"), g.equipped(0, "silk-lash")
    cast(g, 0, "hearthfire")
    took = []
    for weapon, later in ((other, False), (sword, False), (sword, True)):
        if later:
            g.next(1)
            g.next(0)
            g.actions(1, 0)
        before = g.lost(1)
        g.quietly(0, "attack", weapon, g.body(1))
        took.append(g.lost(1) - before)
    assert took == [4, 5, 3]


def test_whetstone() -> None:
    """given two equipped weapons, then the one that is named hits for 1 more for the rest of the game;
    a card that is not a weapon cannot be named, nor a weapon of an enemy."""
    g = fighters()
    stone = g.equipped(0, "whetstone")
    lash, foe = g.equipped(0, "silk-lash"), g.equipped(1, "long-sword")
    assert not g.can(0, "use", stone, stone) and not g.can(0, "use", stone, foe)
    g.quietly(0, "use", stone, lash)
    other = g.equipped(0, "long-sword")
    took = []
    for weapon, later in ((lash, False), (other, False), (lash, True)):
        if later:
            g.next(1)
            g.next(0)
        g.actions(1, 0)
        before = g.lost(1)
        g.quietly(0, "attack", weapon, g.body(1))
        took.append(g.lost(1) - before)
    assert took == [3, 3, 3] and g.where(stone) == "Cemetery"


# Immediates that weaken.


@pytest.mark.parametrize("slug", WARDS)
@pytest.mark.parametrize("spell", [False, True])
def test_weakens_an_attack(slug: str, spell: bool) -> None:
    """given an attack by weapon or spell, when it is played, then the attack loses so much strength."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "cinder-spear")
    mage(g, 1, "lance-of-morning" if slug == "shield-of-light" else "thorn-lash")
    g.coin(1, 5)
    ward = g.hand(1, slug)
    if spell:
        g.play(0, "cast", g.hand(0, "cinder-spear"), g.body(1))
    else:
        g.play(0, "attack", g.equipped(0, "mill-hammer"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", ward)
    assert g.lost(1) == (12 + EDGE[3] if spell else 6) - WARDS[slug] and g.where(ward) == "Cemetery"


def test_ward_of_moss() -> None:
    """given a hurt player, when it is played, then 1 life comes back."""
    g = Prelude("elf", "elf", cards=CARDS)
    g.ranks(0, "red-magic-1")
    mage(g, 1, "ward-of-moss")
    g.life(g.body(1), 5)
    ward = g.hand(1, "ward-of-moss")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", ward)
    assert g.left(g.body(1)) == 6


def test_smoke_pot() -> None:
    """given an enemy with 3 actions who strikes, when the pot is thrown, then one more is lost."""
    g = fighters()
    g.coin(1, 5)
    pot = g.hand(1, "smoke-pot")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", pot)
    assert (g.lost(1), g.free(g.body(0))) == (0, 1)


# Items.


@pytest.mark.parametrize("slug", HEALING_ITEMS)
def test_healing_item(slug: str) -> None:
    """given a hurt character, then so much comes back, never beyond the printed life, and the item is
    gone."""
    for before, after in ((3, 3 + HEALING_ITEMS[slug]), (29, 30)):
        g = fighters()
        g.life(g.body(0), before)
        h = g.equipped(0, slug)
        g.quietly(0, "use", h)
        assert (g.left(g.body(0)), g.free(g.body(0)), g.where(h)) == (after, 2, "Cemetery")


def test_quick_draught_in_the_window() -> None:
    """given a hurt character with a stowed draught, when an enemy strikes, then it may be drunk before
    the blow."""
    g = fighters()
    g.life(g.body(1), 3)
    flask, other = g.stowed(1, "quick-draught"), g.equipped(1, "willow-flask")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "use", other) == "response.own-only"
    g.quietly(1, "use", flask)
    assert (g.left(g.body(1)), g.where(flask)) == (6, "Cemetery")


def test_twice_filled_jug() -> None:
    """given two uses, then each brings 5 life or a card, as its user likes."""
    g = fighters()
    g.life(g.body(0), 3)
    h = g.equipped(0, "twice-filled-jug")
    for way, life, cards in ((1, 8, 0), (2, 8, 1)):
        assert g.where(h) == "Equipped"
        g.play(0, "use", h)
        choose(g, 0, way)
        assert (g.left(g.body(0)), in_hand(g, 0)) == (life, cards)
    assert g.where(h) == "Cemetery"


def test_peddlers_scales() -> None:
    """given three uses, then each brings 1 Coin."""
    g = fighters()
    h = g.equipped(0, "peddler-s-scales")
    for n in (1, 2, 3):
        g.quietly(0, "use", h)
        assert g.purse(0) == n
    assert g.where(h) == "Cemetery" and g.purse(1) == 0


def test_tutors_primer() -> None:
    """given two uses of 2 actions, then each brings 1 Training, and a card may be discarded for 2 others."""
    g = fighters()
    g.training(0, 0)
    g.actions(0, 4)
    h, card = g.equipped(0, "tutor-s-primer"), g.hand(0, "long-sword")
    for n, wants, cards in ((1, False, 1), (2, True, 2)):
        g.play(0, "use", h)
        until_asked(g, CONFIRM)
        (g.yes if wants else g.no)(0)
        g.pass_all()
        assert (trained(g, 0), in_hand(g, 0), g.free(g.body(0))) == (n, cards, 4 - 2 * n)
    assert g.where(h) == g.where(card) == "Cemetery"


@pytest.mark.parametrize(("before", "n"), [(30, 3), (20, 5)])
def test_pitch_torch(before: int, n: int) -> None:
    """given an enemy in armour, then 3 damage all the same; 5 if it has been damaged before."""
    g = fighters()
    g.actions(1, 0)
    g.life(g.body(1), before)
    g.equipped(1, "mail-shirt")
    torch = g.equipped(0, "pitch-torch")
    g.quietly(0, "use", torch, g.body(1))
    assert g.left(g.body(1)) == before - n and g.where(torch) == "Cemetery"


def test_bag_of_caltrops() -> None:
    """given a stowed bag, when it is used at once, then the enemy loses 1 action; a minion cannot be a
    target."""
    g = fighters()
    bag, guard = g.stowed(0, "bag-of-caltrops"), g.minion(1, "hill-guard")
    assert not g.can(0, "use", bag, guard)
    g.quietly(0, "use", bag, g.body(1))
    assert g.free(g.body(1)) == 2 and g.where(bag) == "Cemetery"


def test_tinderbox_charm() -> None:
    """given a reserve of 1, then it holds 4."""
    g = against("ember-dart")
    top = g.zone(0, t.LINE_A)[-1]
    g.reserve(top, 1)
    g.quietly(0, "use", g.stowed(0, "tinderbox-charm"))
    assert g.s.num[t.RESERVE][top] == 4


def test_bag_of_caltrops_in_the_window() -> None:
    """given a stowed bag, when an enemy strikes, then it may be used at once."""
    g = fighters()
    bag = g.stowed(1, "bag-of-caltrops")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "use", bag, g.body(0))
    assert (g.free(g.body(0)), g.lost(1)) == (1, 1)


# Traps.


@pytest.mark.parametrize("slug", SNARES)
def test_trap_for_an_attacker(slug: str) -> None:
    """given a set trap, when its owner is attacked, then whoever attacks takes the damage: a character, or a
    minion that strikes; an attack on a minion does not spring it. The log takes 3 off the attack."""
    n, less = SNARES[slug]
    g = fighters()
    guard = g.minion(1, "hill-guard", 0)
    trap = g.trap(1, slug)
    blade = g.equipped(0, "parrying-blade")
    g.quietly(0, "attack", blade, guard)
    assert g.lost(0) == 0 and g.where(trap) == "Traps"
    g.quietly(0, "attack", blade, g.body(1))
    assert (g.lost(0), g.lost(1), g.where(trap)) == (n, max(2 - less, 0), "Cemetery")
    g = fighters()
    mason = g.minion(0, "siege-mason")
    g.trap(1, slug)
    g.quietly(0, "attack", mason, g.body(1))
    assert (g.lost(0), g.left(mason), g.lost(1)) == (0, 8 - n, 5 - less)


@pytest.mark.parametrize("window", [False, True])
def test_hidden_bell(window: bool) -> None:
    """given a set bell, when an enemy plays an Immediate, in the window or like an ordinary card, then it
    takes 3; one of its owner does not spring it."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    mage(g, 1, "spark")
    trap = g.trap(0 if window else 1, "hidden-bell")
    if window:
        spark = g.hand(1, "spark")
        g.play(0, "strike", g.body(1))
        assert g.until(t.W_IMMEDIATE) == 1
        g.play(1, "play", spark, g.body(0))
    else:
        g.play(0, "cast", g.hand(0, "spark"), g.body(1))
    g.pass_all()
    assert g.lost(1 if window else 0) == 3 + (1 if window else 0) and g.where(trap) == "Cemetery"
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    g.ranks(1, "red-magic-1")
    trap = g.trap(0, "hidden-bell")
    g.quietly(0, "cast", g.hand(0, "spark"), g.body(1))
    assert g.lost(0) == 0 and g.where(trap) == "Traps"


def test_hidden_bell_item_and_trap() -> None:
    """given a set bell, when an Immediate item is played from the hand, or an Immediate trap is laid in the
    window, then it springs."""
    for slug in ("smoke-pot", "cold-iron"):
        g = fighters()
        g.coin(1, 5)
        trap = g.trap(0, "hidden-bell")
        h = g.hand(1, slug)
        g.play(0, "strike", g.body(1))
        assert g.until(t.W_IMMEDIATE) == 1
        if slug == "smoke-pot":
            g.play(1, "play", h)
        else:
            g.play(1, "arm", h, (COST, t.TRAP_COSTS.index((2, 1))))
        g.pass_all()
        assert g.where(trap) == "Cemetery", slug


def test_echo_stone() -> None:
    """given a set stone, when an enemy plays an Immediate, then that one loses 1 action beyond its cost, and
    the owner of the trap draws a card."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    g.ranks(1, "red-magic-1")
    g.trap(1, "echo-stone")
    g.quietly(0, "cast", g.hand(0, "spark"), g.body(1))
    assert (g.free(g.body(0)), in_hand(g, 0), in_hand(g, 1), g.lost(0)) == (2, 0, 1, 0)


@pytest.mark.parametrize("own", [False, True])
def test_covered_pit(own: bool) -> None:
    """given a set pit, when an enemy minion comes, then that takes 3; an own one, or one that was there, does
    not."""
    g = fighters()
    g.coin(0, 9)
    there = g.minion(0, "siege-mason")
    trap = g.trap(0 if own else 1, "covered-pit")
    guard = g.hand(0, "hill-guard")
    g.quietly(0, "bring", guard)
    assert (g.left(guard), g.left(there)) == (5 if own else 2, 8)
    assert g.where(trap) == ("Traps" if own else "Cemetery")


@pytest.mark.parametrize(("coin", "left"), [(6, 1), (4, 0)])
def test_toll_gate(coin: int, left: int) -> None:
    """given a set gate, when an enemy brings a minion of 3 Coin, then it loses 2 more as far as it has them,
    and the owner gains 2."""
    g = fighters()
    g.coin(0, coin)
    g.coin(1, 1)
    g.trap(1, "toll-gate")
    g.quietly(0, "bring", g.hand(0, "hill-guard"))
    assert (g.purse(0), g.purse(1)) == (left, 3)


def test_salt_circle() -> None:
    """given a set circle, when an enemy begins a spell, then the spell comes to nothing."""
    g = against("ember-dart")
    trap = g.trap(1, "salt-circle")
    dart = cast(g, 0, "ember-dart", g.body(1))
    assert g.lost(1) == 0 and g.where(dart) == "Cemetery" and g.where(trap) == "Cemetery"
    cast(g, 0, "ember-dart", g.body(1))
    assert g.lost(1) == 4


def test_salt_circle_carried() -> None:
    """given a set circle, when an enemy begins a spell that will be carried, then it carries nothing."""
    g = against("falling-oak")
    g.actions(0, 1)
    g.trap(1, "salt-circle")
    oak = cast(g, 0, "falling-oak", g.body(1))
    assert not g.carries(g.body(0)) and g.where(oak) == "Cemetery"


def test_salt_circle_immediate() -> None:
    """given a set circle, when an enemy plays an Immediate spell in the window, then that spell comes to
    nothing, and the action over which it was played goes on."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    mage(g, 1, "spark")
    trap, spark = g.trap(0, "salt-circle"), g.hand(1, "spark")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", spark, g.body(0))
    assert (g.lost(0), g.lost(1), g.where(trap)) == (0, 1, "Cemetery")


def test_cold_iron() -> None:
    """given a set iron, when an enemy begins a spell, then it takes 3, and the spell takes effect."""
    g = against("ember-dart")
    trap = g.trap(1, "cold-iron")
    cast(g, 0, "ember-dart", g.body(1))
    assert (g.lost(0), g.lost(1), g.where(trap)) == (3, 4, "Cemetery")


def test_cold_iron_stops() -> None:
    """given a set iron and an Elf of 22 life, when it begins a spell that is carried, then 3 stop it."""
    g = against("falling-oak")
    g.actions(0, 1)
    g.trap(1, "cold-iron")
    oak = cast(g, 0, "falling-oak", g.body(1))
    assert g.lost(0) == 3 and not g.carries(g.body(0)) and g.where(oak) == "Cemetery"


@pytest.mark.parametrize(("slug", "n"), [("loose-rafter", 5), ("snapping-jaw", 4)])
def test_trap_for_the_end_of_a_task(slug: str, n: int) -> None:
    """given a set trap and an enemy's carried attack, when it comes to its end, then the enemy takes the
    damage first, which stops the task; an action that is done at once does not spring it."""
    g = fighters()
    hammer, trap = g.equipped(0, "mill-hammer"), g.trap(1, slug)
    g.actions(0, 2)
    g.actions(1, 0)
    g.quietly(0, "attack", hammer, g.body(1))
    assert (g.lost(0), g.lost(1), g.where(trap)) == (0, 6, "Traps")
    g.actions(0, 1)
    g.play(0, "attack", hammer, g.body(1))
    g.next(1)
    assert g.carries(g.body(0)) and g.where(trap) == "Traps"
    g.next(0)
    assert (g.lost(0), g.lost(1), g.where(trap)) == (n, 6, "Cemetery")


def test_loose_rafter() -> None:
    """given an enemy with 3 actions whom the rafter has hit, then it has 2 at each reset up to the close
    of the next Response of the trap's owner."""
    g = fighters()
    hammer = g.equipped(0, "mill-hammer")
    g.trap(1, "loose-rafter")
    g.actions(0, 1)
    g.play(0, "attack", hammer, g.body(1))
    pools = []
    for seat in (1, 0, 1, 0):
        g.next(seat)
        pools.append(g.free(g.body(0)))
    assert pools == [2, 2, 2, 3]


WINDOWED = {"spark": (2, "play"), "boathook": (2, "alert")}  # damage, verb


@pytest.mark.parametrize("slug", WINDOWED)
@pytest.mark.parametrize("trap", SNARES)
def test_trap_for_an_attacker_in_the_window(trap: str, slug: str) -> None:
    """given a set trap of the player who acts, when an enemy attacks in the window, by an Immediate or
    with Alert, then it is the enemy who takes the damage of the trap, and that attack the one that loses
    strength."""
    n, verb = WINDOWED[slug]
    hurt, less = SNARES[trap]
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    mage(g, 1, "spark")
    g.training(1, 9)
    g.trap(0, trap)
    h = g.hand(1, slug) if verb == "play" else g.equipped(1, slug)
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, verb, h, g.body(0))
    assert (g.lost(0), g.lost(1)) == (max(n - less, 0), hurt + 1)


def test_cold_iron_immediate() -> None:
    """given a set iron, when an enemy plays an Immediate spell in the window, then it takes 3."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    mage(g, 1, "spark")
    trap, spark = g.trap(0, "cold-iron"), g.hand(1, "spark")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", spark, g.body(0))
    assert (g.lost(0), g.lost(1), g.where(trap)) == (2, 4, "Cemetery")


def test_drowned_bell_on_a_guard() -> None:
    """given an enemy minion that guards, then it takes the damage, and nobody's hand is touched but its
    owner's."""
    g = against("drowned-bell")
    mason = g.minion(1, "siege-mason", 1)
    cards = [g.hand(1, "long-sword") for _ in range(3)]
    own = g.hand(0, "ember-dart")
    g.play(0, "cast", g.hand(0, "drowned-bell"), g.body(1))
    assert g.until(t.W_GUARD) == 1
    g.quietly(1, "guard", mason)
    assert (g.lost(1), g.where(mason), g.where(own)) == (0, "Cemetery", "Hand")
    assert len(cards) - in_hand(g, 1) in (0, 2)


def test_ring_of_embers_first_turn() -> None:
    """given Player One in the first Turn, then no spell that would harm an enemy may be cast."""
    g = Prelude("elf", "human", cards=CARDS, turn=1)
    mage(g, 0, "ring-of-embers")
    g.ranks(1, "soldier-1")
    assert g.refused(0, "cast", g.hand(0, "ring-of-embers")) == "turn.first-no-attack"


def test_ring_of_embers_is_an_attack() -> None:
    """given a set trap for attackers, when a spell hits all enemies, then its owner has been attacked."""
    g = against("ring-of-embers")
    trap = g.trap(1, "tripwire")
    cast(g, 0, "ring-of-embers")
    assert (g.lost(0), g.where(trap)) == (4, "Cemetery")


# Values.


@pytest.mark.parametrize("slug", [*RESTS, *DELAYS])
def test_the_smallest_value_rests_and_the_largest_takes_time(slug: str) -> None:
    """given a hurt Mage with 2 actions, when the smallest card of a kind is played, then 2 life come back;
    the largest takes 1 action, and is played all the same where none is left."""
    for actions in (2, 0):
        g = against("ember-dart")
        g.life(g.body(0), 10)
        g.actions(0, actions)
        top = g.zone(0, t.LINE_A)[-1]
        before = g.purse(0) + g.s.num[t.RESERVE][top] + trained(g, 0)
        h = g.hand(0, slug)
        g.quietly(0, "value", h)
        gained = g.purse(0) + g.s.num[t.RESERVE][top] + trained(g, 0) - before
        late = slug in DELAYS and actions > 0
        assert (gained, g.where(h)) == (BOOK[slug].stats[t.S_AMOUNT], "Cemetery")
        assert (g.left(g.body(0)), g.free(g.body(0))) == (12 if slug in RESTS else 10, actions - late)


# Energies.


def test_energy_is_laid() -> None:
    """given a reserve, when energies are cast, then they lie on the field and are not used up."""
    for slug, card in BOOK.items():
        if card.types & t.ENERGY:
            g = against("ember-dart")
            assert g.where(cast(g, 0, slug)) == "Energies"


def test_standing_flame() -> None:
    """given this energy, then a spell deals 1 more."""
    g = against("ember-dart")
    g.energy(0, "standing-flame")
    cast(g, 0, "ember-dart", g.body(1))
    assert g.lost(1) == 5


@pytest.mark.parametrize(("slug", "place"), [("slow-river", t.ENERGIES), ("elder-stag", t.MINIONS)])
def test_heals_each_response(slug: str, place: int) -> None:
    """given a hurt owner, when his or her own Response begins, then 1 life comes back; not in another's. The
    minions of the stag's owner get 1 back as well, the stag among them."""
    g = fighters()
    h, guard = g.card(0, slug, place), g.minion(0, "hill-guard")
    g.life(guard, 2)
    if place == t.MINIONS:
        g.life(h, 2)
    g.life(g.body(0), 5)
    g.life(g.body(1), 5)
    g.next(1)
    assert (g.left(g.body(0)), g.left(g.body(1))) == (5, 5)
    g.next(0)
    assert (g.left(g.body(0)), g.left(g.body(1))) == (6, 5)
    stag = place == t.MINIONS
    assert g.left(guard) == 2 + stag and (not stag or g.left(h) == 3)


def test_hum_of_the_hive() -> None:
    """given this energy, then an own minion of Attack 3 hits for 4, an enemy one for 3."""
    g = fighters()
    g.energy(0, "hum-of-the-hive")
    own, foe = g.minion(0, "hill-guard"), g.minion(1, "hill-guard")
    g.actions(1, 0)
    g.put(foe, t.ACTIONS, 0)
    g.quietly(0, "attack", own, g.body(1))
    assert g.lost(1) == 4
    g.next(1)
    g.actions(0, 0)
    g.put(own, t.ACTIONS, 0)
    g.quietly(1, "attack", foe, g.body(0))
    assert g.lost(0) == 3


def test_stone_mantle() -> None:
    """given this energy, then an attack of 3 takes 2."""
    g = fighters()
    g.energy(1, "stone-mantle")
    g.actions(1, 0)
    g.quietly(0, "attack", g.equipped(0, "long-sword"), g.body(1))
    assert g.lost(1) == 2


def test_whispering_page() -> None:
    """given this energy, when an own spell is finished, then a card is drawn; not for an enemy's."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "ember-dart")
    mage(g, 1, "ember-dart")
    g.energy(0, "whispering-page")
    cast(g, 0, "ember-dart", g.body(1))
    assert (in_hand(g, 0), in_hand(g, 1)) == (1, 0)
    g.next(1)
    before = in_hand(g, 0)
    cast(g, 1, "ember-dart", g.body(0))
    assert in_hand(g, 0) == before


def test_braided_wind() -> None:
    """given this energy, when its owner plays an Immediate, in the window or not, then 1 Coin comes in; not
    for an ordinary spell or an enemy's Immediate."""
    g = Prelude("elf", "elf", cards=CARDS)
    mage(g, 0, "spark")
    mage(g, 1, "spark")
    g.energy(0, "braided-wind")
    cast(g, 0, "spark", g.body(1))
    assert g.purse(0) == 1
    cast(g, 0, "ember-dart", g.body(1))
    assert g.purse(0) == 1
    theirs = g.hand(1, "spark")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    g.quietly(1, "play", theirs, g.body(0))
    assert g.purse(0) == 1
    g.next(1)
    ours = g.hand(0, "spark")
    g.play(1, "strike", g.body(0))
    assert g.until(t.W_IMMEDIATE) == 0
    before = g.purse(0)
    g.quietly(0, "play", ours, g.body(1))
    assert g.purse(0) == before + 1


# Armour and weapons.


def test_mirror_shield() -> None:
    """given a hurt character with this shield, when it parries, then 1 life comes back; another's parry with
    another card brings nothing."""
    g = fighters()
    shield, blade = g.equipped(1, "mirror-shield"), g.equipped(1, "parrying-blade")
    g.life(g.body(1), 10)
    sword = g.equipped(0, "long-sword")
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    g.quietly(1, "parry", shield)
    assert g.left(g.body(1)) == 11
    g.play(0, "attack", sword, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    g.quietly(1, "parry", blade)
    assert g.left(g.body(1)) == 10


def test_gilded_plate() -> None:
    """given an enemy's hits, then each that gets through brings its wearer 1 Coin; one that is stopped
    does not."""
    g = fighters()
    g.actions(1, 0)
    g.equipped(1, "gilded-plate")
    sword, lash = g.equipped(0, "long-sword"), g.equipped(0, "silk-lash")
    g.quietly(0, "attack", lash, g.body(1))
    assert (g.lost(1), g.purse(1)) == (0, 0)
    g.quietly(0, "attack", sword, g.body(1))
    assert (g.lost(1), g.purse(1), g.purse(0)) == (1, 1, 0)


def test_executioner() -> None:
    """given this sword, when an enemy minion is killed, then its owner gains 2 Coin; not for one of the
    own."""
    g = fighters()
    g.equipped(0, "executioner")
    foe, own = g.minion(1, "hill-guard", 0), g.minion(0, "hill-guard", 0)
    mason = g.minion(0, "siege-mason")
    g.quietly(0, "attack", mason, foe)
    assert g.where(foe) == "Cemetery" and g.purse(0) == 2
    g.next(1)
    g.put(own, t.ACTIONS, 0)
    g.life(own, 1)
    g.quietly(1, "strike", own)
    assert g.where(own) == "Cemetery" and g.purse(0) == 2


@pytest.mark.parametrize(("armoured", "coin", "left"), [(False, 3, 2), (False, 0, 0), (True, 3, 3)])
def test_tusk_pick(armoured: bool, coin: int, left: int) -> None:
    """given an enemy with Coin, when the pick deals damage, then it loses 1; not if nothing gets through."""
    g = fighters("dwarf")
    pick = g.equipped(0, "tusk-pick")
    g.coin(1, coin)
    shields = [g.equipped(1, "round-shield") for _ in range(2)] if armoured else []
    g.play(0, "attack", pick, g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    for shield in shields:
        g.play(1, "parry", shield)
    g.pass_all()
    assert (g.lost(1), g.purse(1)) == (0 if armoured else 5, left)


@pytest.mark.parametrize("armoured", [False, True])
def test_net_and_cudgel(armoured: bool) -> None:
    """given an enemy with 3 actions, when the net deals damage, then it loses 1 action; not if armour stops
    the hit."""
    g = fighters()
    net = g.equipped(0, "net-and-cudgel")
    if armoured:
        g.equipped(1, "mail-shirt")
    g.quietly(0, "attack", net, g.body(1))
    assert (g.lost(1), g.free(g.body(1))) == ((0, 3) if armoured else (2, 2))


def test_net_and_cudgel_melee() -> None:
    """given two enemies, when one is hit, then each loses 1 action."""
    g = Prelude("human", "human", "human", cards=CARDS)
    for seat in range(3):
        g.ranks(seat, "soldier-1")
    g.quietly(0, "attack", g.equipped(0, "net-and-cudgel"), g.body(1))
    assert [g.free(g.body(seat)) for seat in range(3)] == [2, 2, 2]


@pytest.mark.parametrize("hit", [False, True])
def test_whale_chain(hit: bool) -> None:
    """given an enemy with 2 actions free, when the chain deals damage, be it to a minion, then one of
    them is lost."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.ranks(1, "barbarian-1")
    g.training(1, 9)
    chain, guard = g.equipped(1, "whale-chain"), g.minion(0, "siege-mason", 0)
    g.next(1)
    g.actions(0, 2)
    if not hit:
        g.give(guard, "Armour", 9)
    g.quietly(1, "attack", chain, guard)
    assert g.free(g.body(0)) == 2 - hit


@pytest.mark.parametrize("slug", ALERT_WEAPONS)
def test_alert_weapon(slug: str) -> None:
    """given an equipped weapon with Alert, when an enemy acts, then it may attack at once; another may
    not."""
    g = fighters()
    spear = g.equipped(1, slug)
    lash = g.equipped(1, "silk-lash")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "alert", lash, g.body(0)) == "response.own-only"
    g.actions(0, 0)
    g.quietly(1, "alert", spear, g.body(0))
    assert g.lost(0) == ALERT_WEAPONS[slug]


def test_watch_spear() -> None:
    """given a minion at its bearer's side, then the spear hits for 3, not 4."""
    g = fighters()
    g.minion(0, "hill-guard")
    g.minion(1, "hill-guard", 0)
    g.actions(1, 0)
    g.quietly(0, "attack", g.equipped(0, "watch-spear"), g.body(1))
    assert g.lost(1) == 3


@pytest.mark.parametrize("slug", LASHES)
def test_the_hits_of_a_whip_add_up(slug: str) -> None:
    """given a stowed whip and 3 actions, then it hits for 2, 3 and 4, and for 2 again in the next Response; a
    hit that armour stops adds nothing."""
    g = fighters()
    g.actions(1, 0)
    lash = g.stowed(0, slug)
    dealt = []
    for _ in range(3):
        before = g.lost(1)
        g.quietly(0, "attack", lash, g.body(1))
        dealt.append(g.lost(1) - before)
    assert (dealt, g.free(g.body(0))) == ([2, 3, 4], 0)
    g.next(1)
    g.next(0)
    g.actions(1, 0)
    g.equipped(1, "mail-shirt")
    before = g.lost(1)
    for _ in range(3):
        g.quietly(0, "attack", lash, g.body(1))
    assert g.lost(1) == before


@pytest.mark.parametrize("slug", PIERCE)
def test_pierce(slug: str) -> None:
    """given armour 2, then the attack takes its whole strength; a parry of 1 counts."""
    for parry in (False, True):
        g = fighters("dwarf" if slug == "tusk-pick" else "human")
        g.equipped(1, "mail-shirt")
        blade = g.equipped(1, "long-sword")
        g.play(0, "attack", g.equipped(0, slug), g.body(1))
        assert g.until(t.W_DEFENCE) == 1
        if parry:
            g.play(1, "parry", blade)
        g.pass_all()
        assert g.lost(1) == PIERCE[slug] - parry


@pytest.mark.parametrize("slug", PIERCING_MINIONS)
def test_piercing_minion(slug: str) -> None:
    """given armour 2, then the strike of this minion takes its whole Attack, that of a hill guard 2 less."""
    for who, n in ((slug, PIERCING_MINIONS[slug]), ("hill-guard", 1)):
        g = fighters()
        g.actions(1, 0)
        g.equipped(1, "mail-shirt")
        g.quietly(0, "attack", g.minion(0, who), g.body(1))
        assert g.lost(1) == n


@pytest.mark.parametrize("slug", STEADFAST)
def test_steadfast(slug: str) -> None:
    """given a task with this card, when its bearer takes a hit of 7, then the task goes on, and ends."""
    spell = BOOK[slug].types & t.SPELL
    who = "elf" if spell else "dwarf" if slug == "mountain-splitter" else "human"
    g = Prelude(who, "dwarf", cards=CARDS)
    g.training(0, 9)
    g.training(1, 9)
    if spell:
        mage(g, 0, slug)
    else:
        g.ranks(0, "barbarian-1" if who == "dwarf" else "soldier-1")
    g.ranks(1, "barbarian-1")
    cleaver = g.equipped(1, "bone-cleaver")
    g.actions(0, 1)
    if spell:
        g.play(0, "cast", g.hand(0, slug), g.body(1))
    else:
        g.play(0, "attack", g.equipped(0, slug), g.body(1))
    g.next(1)
    assert g.carries(g.body(0))
    g.quietly(1, "attack", cleaver, g.body(0))
    assert g.lost(0) >= 5 and g.carries(g.body(0))
    while not g.lost(1):
        g.step()
    armour = 0 if spell else 1
    assert g.lost(1) == STEADFAST[slug] + (EDGE[BOOK[slug].stats[t.S_TIER]] if spell else 0) - armour


# Minions and creatures.


@pytest.mark.parametrize("slug", EAGER)
def test_eager(slug: str) -> None:
    """given an Eager minion or creature, when it is brought, then it may strike at once; a hill guard may
    not."""
    g = Prelude("elf" if slug == "kiln-imp" else "human", "human", cards=CARDS)
    if slug == "kiln-imp":
        mage(g, 0, slug)
    else:
        g.ranks(0, "soldier-1")
    g.ranks(1, "soldier-1")
    g.coin(0, 9)
    g.actions(1, 0)
    eager = g.hand(0, slug)
    g.quietly(0, "bring", eager)
    g.quietly(0, "attack", eager, g.body(1))
    assert g.lost(1) == BOOK[slug].stats[t.Q_ATTACK]
    if slug != "kiln-imp":
        guard = g.hand(0, "hill-guard")
        g.quietly(0, "bring", guard)
        assert g.refused(0, "attack", guard, g.body(1)) == "minion.no-actions-yet"


def test_toll_keeper() -> None:
    """given this minion, when the own Response begins, then 1 Coin comes with the wage of 1."""
    g = fighters()
    g.minion(0, "toll-keeper")
    g.next(1)
    assert (g.purse(0), g.purse(1)) == (0, 1)
    g.next(0)
    assert (g.purse(0), g.purse(1)) == (2, 1)


def test_field_surgeon() -> None:
    """given a hurt character and a hurt minion, when 1 action of the surgeon is used, then one of them gets 2
    back; an enemy cannot."""
    for who in (0, 1):
        g = fighters()
        surgeon, mason = g.minion(0, "field-surgeon"), g.minion(0, "siege-mason")
        g.life(g.body(0), 4)
        g.life(mason, 1)
        assert not g.can(0, "use", surgeon, g.body(1))
        g.quietly(0, "use", surgeon, (g.body(0), mason)[who])
        assert (g.left(g.body(0)), g.left(mason)) == ((6, 1), (4, 3))[who]
        assert (g.free(surgeon), g.free(g.body(0))) == (1, 3)


def test_field_surgeon_in_the_window() -> None:
    """given a hurt character, when an enemy strikes, then the surgeon may help before the blow, a
    chronicler not."""
    g = fighters()
    surgeon, scribe = g.minion(1, "field-surgeon"), g.minion(1, "chronicler")
    g.life(g.body(1), 4)
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    assert g.refused(1, "use", scribe) == "response.own-only"
    g.quietly(1, "use", surgeon, g.body(1))
    assert (g.left(g.body(1)), g.free(surgeon)) == (5, 1)


def test_old_drillmaster() -> None:
    """given its one action, then 1 Training is gained, or each own minion hits for 1 more until the Response
    closes."""
    g = fighters()
    g.training(0, 2)
    drill = g.minion(0, "old-drillmaster")
    g.play(0, "use", drill)
    choose(g, 0, 1)
    assert (trained(g, 0), g.free(drill), g.free(g.body(0))) == (3, 0, 3)
    g = fighters()
    drill, guard = g.minion(0, "old-drillmaster"), g.minion(0, "hill-guard")
    g.play(0, "use", drill)
    choose(g, 0, 2)
    took = []
    for later in (False, True):
        if later:
            g.next(1)
            g.next(0)
        g.actions(1, 0)
        before = g.lost(1)
        g.quietly(0, "attack", guard, g.body(1))
        took.append(g.lost(1) - before)
    assert took == [4, 3] and trained(g, 0) == 10  # 9, and 1 for the own Response


@pytest.mark.parametrize("stopped", [False, True])
def test_pit_brawler(stopped: bool) -> None:
    """given a hit of the brawler, then its owner gains 1 Coin; not if nothing gets through."""
    g = fighters()
    brawler = g.minion(0, "pit-brawler")
    if stopped:
        g.give(g.body(1), "Armour", 9)
    g.quietly(0, "attack", brawler, g.body(1))
    assert (g.lost(1), g.purse(0), g.purse(1)) == ((0, 0, 0) if stopped else (4, 1, 0))


@pytest.mark.parametrize("guards", [False, True])
def test_shieldbearer(guards: bool) -> None:
    """given a hurt character, when the bearer guards against a hit, then 1 life comes back to its owner;
    not when it is attacked itself."""
    g = fighters()
    bearer = g.minion(1, "shieldbearer", 1)
    g.life(g.body(1), 5)
    g.play(0, "attack", g.equipped(0, "long-sword"), g.body(1) if guards else bearer)
    if guards:
        assert g.until(t.W_GUARD) == 1
        g.play(1, "guard", bearer)
    g.pass_all()
    assert (g.left(g.body(1)), g.left(bearer)) == (5 + guards, 4)


def test_chronicler() -> None:
    """given its one action, then a card is drawn."""
    g = fighters()
    scribe = g.minion(0, "chronicler")
    g.quietly(0, "use", scribe)
    assert (in_hand(g, 0), in_hand(g, 1), g.free(scribe), g.free(g.body(0))) == (1, 0, 0, 3)


def test_lantern_boy() -> None:
    """given this minion, when an enemy kills it, then its owner draws; not when another dies."""
    g = fighters()
    lash = g.equipped(0, "silk-lash")
    guard, boy = g.minion(1, "hill-guard", 0), g.minion(1, "lantern-boy", 0)
    g.life(guard, 1)
    g.quietly(0, "attack", lash, guard)
    assert g.where(guard) == "Cemetery" and in_hand(g, 1) == 0
    g.quietly(0, "attack", lash, boy)
    assert g.where(boy) == "Cemetery" and (in_hand(g, 0), in_hand(g, 1)) == (0, 1)


def test_bell_ringer() -> None:
    """given an enemy's task, when both actions of the ringer are used in the own Response, then it stops."""
    g = fighters()
    hammer = g.equipped(0, "siege-maul")
    g.actions(0, 1)
    g.play(0, "attack", hammer, g.body(1))
    ringer = g.minion(1, "bell-ringer")
    g.next(1)
    assert g.carries(g.body(0)) and g.free(ringer) == 2
    g.quietly(1, "use", ringer, g.body(0))
    assert not g.carries(g.body(0)) and g.free(ringer) == 0 and g.lost(0) == 0


def test_bell_ringer_in_the_window() -> None:
    """given an enemy who carries a task, when it is begun, then the ringer may stop it at once."""
    g = fighters()
    hammer = g.equipped(0, "siege-maul")
    g.actions(0, 1)
    ringer = g.minion(1, "bell-ringer")
    g.play(0, "attack", hammer, g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1 and g.carries(g.body(0))
    g.quietly(1, "use", ringer, g.body(0))
    assert not g.carries(g.body(0)) and g.free(ringer) == 0


def test_kiln_imp() -> None:
    """given this creature, when it is killed, then each enemy takes 1; not when another dies."""
    g = fighters()
    lash = g.equipped(0, "silk-lash")
    guard, imp = g.minion(1, "hill-guard", 0), g.minion(1, "kiln-imp", 0)
    for h, lost in ((guard, 0), (imp, 1)):
        g.life(h, 1)
        g.quietly(0, "attack", lash, h)
        assert (g.where(h), g.lost(0), g.lost(1)) == ("Cemetery", lost, 0)


def test_ashen_drake() -> None:
    """given its one action, then each enemy minion takes 3, nobody else anything."""
    g = fighters()
    drake = g.minion(0, "ashen-drake")
    own, one, two = g.minion(0, "siege-mason"), g.minion(1, "siege-mason", 0), g.minion(1, "hill-guard", 0)
    g.quietly(0, "use", drake)
    assert [g.left(h) for h in (own, one, two, drake)] == [8, 5, 2, 7]
    assert (g.lost(0), g.lost(1), g.free(drake)) == (0, 0, 1)


@pytest.mark.parametrize("own", [False, True])
def test_golden_lion(own: bool) -> None:
    """given the lion on one side, then an attack of 3 on a minion of that side takes 2, and 3 on the
    other."""
    g = fighters()
    g.minion(1 if own else 0, "golden-lion", 0)
    guard = g.minion(1, "hill-guard", 0)
    g.quietly(0, "attack", g.equipped(0, "long-sword"), guard)
    assert g.left(guard) == (3 if own else 2)


@pytest.mark.parametrize("stopped", [False, True])
def test_ice_heron(stopped: bool) -> None:
    """given a hit of the heron, then an enemy with 3 actions has 2 at each reset up to the close of its
    owner's next Response; not if nothing gets through."""
    g = fighters()
    heron = g.minion(0, "ice-heron")
    if stopped:
        g.give(g.body(1), "Armour", 9)
    g.quietly(0, "attack", heron, g.body(1))
    pools = []
    for seat in (1, 0, 1):
        g.next(seat)
        pools.append(g.free(g.body(1)))
    assert (g.lost(1), pools) == ((0, [3, 3, 3]) if stopped else (4, [2, 2, 3]))


@pytest.mark.parametrize(("wants", "hand"), [(False, 1), (True, 2)])
def test_river_sprite(wants: bool, hand: int) -> None:
    """given a card in hand, when the sprite deals damage, then its owner may discard it and draw 2."""
    g = fighters()
    sprite, card = g.minion(0, "river-sprite"), g.hand(0, "long-sword")
    g.play(0, "attack", sprite, g.body(1))
    until_asked(g, CONFIRM)
    (g.yes if wants else g.no)(0)
    g.pass_all()
    assert (in_hand(g, 0), g.where(card)) == (hand, "Cemetery" if wants else "Hand")
    assert (g.lost(1), in_hand(g, 1)) == (2, 0)


def test_river_sprite_that_is_stopped() -> None:
    """given a hit that does not get through, then nobody is asked."""
    g = fighters()
    g.give(g.body(1), "Armour", 9)
    g.hand(0, "long-sword")
    g.quietly(0, "attack", g.minion(0, "river-sprite"), g.body(1))
    assert in_hand(g, 0) == 1 and not g.lost(1)


def test_dove_of_peace() -> None:
    """given a hurt caster, when the dove comes, then 4 life come back; not when another creature comes."""
    g = against("dove-of-peace")
    g.life(g.body(0), 5)
    g.quietly(0, "bring", g.hand(0, "dove-of-peace"))
    assert g.left(g.body(0)) == 9
    g.reserve(g.ranks(0, "red-magic-1", more=True)[-1], 9)
    g.quietly(0, "bring", g.hand(0, "kiln-imp"))
    assert g.left(g.body(0)) == 9


# Characters.


@pytest.mark.parametrize("slug", ORCS)
def test_vanguard_and_clumsy(slug: str) -> None:
    """given an Orc as Player One, then it may attack in the first Turn; it may parry, but never evade."""
    g = Prelude(slug, "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    g.ranks(1, "soldier-1")
    assert g.can(0, "attack", g.equipped(0, "thorn-crook"), g.body(1)) or g.can(0, "strike", g.body(1))
    g = Prelude("human", slug, cards=CARDS)
    g.ranks(0, "soldier-1")
    g.ranks(1, "soldier-1")
    g.equipped(1, "long-sword")
    g.play(0, "strike", g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    assert g.refused(1, "evade") == "race.roster"


@pytest.mark.parametrize("slug", ["alia-of-the-low-gate", "borrum-deepkeel"])
def test_no_vanguard(slug: str) -> None:
    """given another character as Player One, then it may not."""
    g = Prelude(slug, "human", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    g.ranks(1, "soldier-1")
    assert g.refused(0, "strike", g.body(1)) == "turn.first-no-attack"


def test_mokra_the_tall() -> None:
    """given a hurt Mokra, when an enemy minion is killed, then 2 life come back; not for one of its own."""
    g = fighters("mokra-the-tall")
    g.life(g.body(0), 5)
    foe, own = g.minion(1, "hill-guard", 0), g.minion(0, "hill-guard", 0)
    g.life(foe, 1)
    g.life(own, 1)
    g.quietly(0, "strike", foe)
    assert g.where(foe) == "Cemetery" and g.left(g.body(0)) == 7
    g.next(1)
    g.put(own, t.ACTIONS, 0)
    g.quietly(1, "strike", own)
    assert g.where(own) == "Cemetery" and g.left(g.body(0)) == 7


@pytest.mark.parametrize(("coin", "after"), [(0, 2), (1, 2), (2, 3)])
def test_wat_the_ferryman(coin: int, after: int) -> None:
    """given an empty purse when the own Response begins, then 1 Coin comes with the wage of 1."""
    g = fighters("wat-the-ferryman")
    g.next(1)
    g.coin(0, coin)
    g.next(0)
    assert g.purse(0) == after


def test_ioreth_nightfern() -> None:
    """given a hurt Ioreth, when 2 actions are used, then 2 life come back, or 2 Magic; twice in a
    Response."""
    g = Prelude("ioreth-nightfern", "human", cards=CARDS)
    top = g.ranks(0, "green-magic-1")[-1]
    g.ranks(1, "soldier-1")
    g.reserve(top, 1)
    g.life(g.body(0), 5)
    for way, life, magic, left in ((1, 7, 1, 2), (2, 7, 3, 0)):
        g.play(0, "use", g.zone(0, t.CHARACTER)[0])
        choose(g, 0, way)
        assert (g.left(g.body(0)), g.s.num[t.RESERVE][top], g.free(g.body(0))) == (life, magic, left)


def test_hilde_stonesong() -> None:
    """given 2 actions, when both are used, then 1 Training is gained."""
    g = fighters("hilde-stonesong")
    g.quietly(0, "use", g.zone(0, t.CHARACTER)[0])
    assert (trained(g, 0), g.free(g.body(0))) == (10, 0)


# The rest of the keywords.


def test_immediates() -> None:
    """given all cards, then those marked Immediate are the ones that are played in the window here."""
    marked = {slug for slug, card in BOOK.items() if card.keywords[t.K_IMMEDIATE]}
    assert marked == {*IMMEDIATE_SPELLS, *IMMEDIATE_ITEMS, *IMMEDIATE_TRAPS}


@pytest.mark.parametrize("slug", [*IMMEDIATE_SPELLS, *IMMEDIATE_ITEMS])
def test_immediate(slug: str) -> None:
    """given a spell of an enemy, which is carried for the one that asks for a task, then an Immediate may
    be played over it for 1 action; without any not."""
    carried = slug == "stern-word"
    over = "falling-oak" if carried else "ember-dart"
    for actions in (1, 0):
        g = Prelude("elf", "elf", "elf", cards=CARDS)
        mage(g, 0, over)
        mage(g, 1, slug if BOOK[slug].types & t.SPELL else "spark")
        g.ranks(2, "red-magic-1")
        g.coin(1, 9)
        g.actions(0, 2 if carried else 4)
        g.actions(1, actions)
        h = g.hand(1, slug)
        g.play(0, "cast", g.hand(0, over), g.body(1))
        if not actions:
            g.pass_all()
            assert g.where(h) == "Hand" and g.lost(1) == (0 if carried else 4)
            continue
        assert g.until(t.W_IMMEDIATE) == 1
        aimed = bool(BOOK[slug].activated[0].slots)
        g.play(1, "play", h, *([g.body(0)] if aimed else []))
        assert g.free(g.body(1)) == 0
        g.pass_all()
        assert g.where(h) == "Cemetery"


def test_alerts() -> None:
    """given all cards, then those marked Alert are the ones that are used in the window here."""
    assert {slug for slug, card in BOOK.items() if card.keywords[t.K_ALERT]} == {*ALERT}


@pytest.mark.parametrize("slug", EXCLUSIVE)
def test_exclusive(slug: str) -> None:
    """given all tiers of a line below this one, then it may be placed; not with another line beside them."""
    line, tier = slug.rsplit("-", 1)
    steps = [f"{line}-{n}" for n in range(1, int(tier))]
    if line == "gladiator":
        steps[0] = "soldier-1"
    for beside in (False, True):
        g = Prelude("dwarf", "human", cards=CARDS)
        g.ranks(1, "soldier-1")
        g.training(0, 15)
        g.put(g.body(0), t.TAUGHT, 1)
        g.ranks(0, *steps)
        if beside:
            g.ranks(0, "barbarian-1" if line == "gladiator" else "soldier-1", more=True)
        top = g.hand(0, slug)
        if beside:
            assert g.refused(0, "place", top) == "rank.exclusive"
        else:
            g.play(0, "place", top)
            assert g.zone(0, t.LINE_A)[-1] == top


@pytest.mark.parametrize(("line", "other"), [("gladiator", "barbarian-1"), ("barbarian", "soldier-1")])
def test_exclusive_bars_another_line(line: str, other: str) -> None:
    """given an Exclusive rank on the field, then the second calling may no longer be begun."""
    top = 6 if line == "gladiator" else 7
    steps = ["soldier-1" if (line, n) == ("gladiator", 1) else f"{line}-{n}" for n in range(1, top + 1)]
    for last in (top - 1, top):
        g = Prelude("dwarf", "human", cards=CARDS)
        g.ranks(1, "soldier-1")
        g.ranks(0, *steps[:last])
        g.put(g.body(0), t.TAUGHT, 1)
        g.put(g.body(0), t.SECOND, t.L_SWORDSMAN if other == "soldier-1" else t.L_BARBARIAN)
        rank = g.hand(0, other)
        if last == top:
            assert g.refused(0, "place", rank) == "rank.exclusive"
        else:
            g.play(0, "place", rank)
            assert g.zone(0, t.LINE_B) == [rank]


@pytest.mark.parametrize("slug", IMMEDIATE_TRAPS)
def test_immediate_trap(slug: str) -> None:
    """given an Immediate trap in hand, when an enemy acts, then it is laid and set in one go, does not spring
    for that action, and does for the next one of its kind."""
    g = Prelude("elf", "human", cards=CARDS)
    mage(g, 0, "ember-dart")
    g.ranks(1, "soldier-1")
    g.coin(1, 9)
    stats = BOOK[slug].stats
    trap = g.hand(1, slug)
    g.play(0, "cast", g.hand(0, "ember-dart"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1
    cost = t.TRAP_COSTS.index((stats[t.S_PRICE], stats[t.Q_SUSPEND]))
    g.quietly(1, "arm", trap, (COST, cost))
    assert g.where(trap) == "Traps" and g.lost(0) == 0 and g.lost(1) == 4
    assert (g.purse(1), g.free(g.body(1))) == (9 - stats[t.S_PRICE], 3 - stats[t.Q_SUSPEND])
    if slug == "cold-iron":
        cast(g, 0, "ember-dart", g.body(1))
        assert g.where(trap) == "Cemetery" and g.lost(0) == 3


@pytest.mark.parametrize("slug", CROSS)
def test_cross_training(slug: str) -> None:
    """given Cross Training, when the match begins, then two lines may be placed at tier 1; an Elf may not."""
    purses = ["copper-purse"] * 50
    for who, lines in ((slug, 2), ("thessaly-reed", 1)):
        decks = [[*purses, "green-magic-1", "red-magic-1"], [*purses, "soldier-1"]]
        g = Prelude(who, "human", cards=CARDS, setup=False, decks=decks)
        g.pass_all()
        assert len([h for kind in t.STACKS for h in g.zone(0, kind)]) == lines


# All of them.


def test_every_card_with_text_has_a_scenario() -> None:
    """given all cards with a text, then each stands in one of the tables above, and nothing else does."""
    tables = (
        *(BLASTS, HEALING_ITEMS, WARDS, STOPPERS, UNDRESSERS, SNARES, ALERT, PIERCE, PIERCING_MINIONS),
        *(STEADFAST, LASHES, RESTS, DELAYS, EAGER, ORCS, CROSS, EXCLUSIVE, SINGLE),
    )
    assert {slug for table in tables for slug in table} == {slug for slug, card in BOOK.items() if card.text}
