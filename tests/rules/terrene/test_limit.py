"""The limits of Terrene and what has none: hands, decks, free abilities, uses in a turn (topic `limit`)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, cards, character, command, green

CARDS = (
    cards("gag", "broom")
    + character(
        "buzzer",
        "Energy",
        "Light",
        hp=40,
        atk=5,
        ability=[
            blue(do={"counter": "Charge", "on": "this"}),
            blue(cost=1, do={"counter": "Charge", "on": "this"}),
            blue(spend={"Stratagem": 1}, do={"counter": "Charge", "on": "this"}),
        ],
    )
    + character(
        "single",
        "Energy",
        "Dark",
        hp=40,
        atk=5,
        ability=blue(limit=1, do={"counter": "Charge", "on": "this"}),
    )
    + character(
        "bleeder",
        "Energy",
        "Fire",
        hp=99,
        atk=5,
        ability=[
            {"on": "takes-damage", "do": {"heal": 5, "of": "this"}},
            {"on": "healed", "do": {"damage": 5, "to": "this"}},
        ],
    )
    + command("two", ability=green(do={"draw": 2}))
)

ONE, TWO, THREE = ((ABILITY, n) for n in (1, 2, 3))


def use(g: Terrene, h: int, *arguments: tuple[int, int]) -> None:
    """An ability that nobody answers."""
    g.quietly(g.s.ctrl[h], "use", h, *arguments)


@pytest.mark.rule("terrene", "limit.hand")
def test_a_hand_has_no_limit() -> None:
    """given 15 cards in hand, when the turn ends, then there are still 15; the next draw makes 16."""
    g = Terrene(CARDS)
    g.character(0), g.character(1)
    for _ in range(15):
        g.hand(0, "dart")
    g.end_turn()
    assert g.s.active == 1 and g.size(0, t.HAND) == 15 and g.size(0, t.DISCARD) == 0
    g.end_turn()
    assert g.size(0, t.HAND) == 16


@pytest.mark.rule("terrene", "limit.deck-out")
def test_an_empty_deck_has_no_penalty() -> None:
    """given 1 card in the deck and 'draw 2', then 1 is drawn; the next Draw Phase draws 0; no loss."""
    g = Terrene(CARDS)
    x, _ = g.character(0), g.character(1)
    g.discard(0, "dart")
    g.deck_size(0, 1)
    use(g, g.hold(x, "two"))
    assert (g.size(0, t.HAND), g.size(0, t.DECK)) == (1, 0)
    g.next_turn(0)
    assert (g.size(0, t.HAND), g.size(0, t.DECK)) == (1, 0)
    assert g.games() == 0 and not g.s.over and g.asked() == [0] and g.hp_of(0) == 50
    assert g.names(0, t.DISCARD) == ["Dart", "Two"]


@pytest.mark.rule("terrene", "limit.free-repeat")
def test_a_free_ability_comes_once_in_a_chain() -> None:
    """given a free Blue ability on the chain, when it is added again after a response, then refused."""
    g = Terrene(CARDS)
    x, foe = g.character(0, "buzzer"), g.character(1)
    dart = g.hold(foe, "dart")
    g.play(0, "use", x, ONE)
    g.play(1, "use", dart, x)
    assert g.asked() == [0]
    assert g.refused(0, "use", x, ONE) == "limit.free-repeat"
    g.pass_all()
    assert g.count(x, "Charge") == 1
    use(g, x, ONE)
    assert g.count(x, "Charge") == 2


@pytest.mark.rule("terrene", "limit.free-repeat")
def test_each_copy_counts_for_itself() -> None:
    """given two copies, when one's ability is on the chain, then the other one's may join."""
    g = Terrene(CARDS)
    x, y, foe = g.character(0, "buzzer"), g.character(0, "buzzer"), g.character(1)
    dart = g.hold(foe, "dart")
    g.play(0, "use", x, ONE)
    g.play(1, "use", dart, x)
    g.quietly(0, "use", y, ONE)
    assert (g.count(x, "Charge"), g.count(y, "Charge")) == (1, 1)


@pytest.mark.rule("terrene", "limit.free-repeat")
@pytest.mark.parametrize("which", [TWO, THREE])
def test_what_is_paid_for_may_be_added_twice(which: tuple[int, int]) -> None:
    """given a cost of 1 Action, or of a counter, when it can be paid twice, then it is added twice."""
    g = Terrene(CARDS)
    x, foe = g.character(0, "buzzer"), g.character(1)
    other = g.hold(g.character(1), "dart")
    dart = g.hold(foe, "dart")
    g.counters(x, "Stratagem", 2)
    g.actions(0, 2)
    g.play(0, "use", x, which)
    g.play(1, "use", dart, x)
    g.play(0, "use", x, which)
    assert len(g.s.chain) == 3
    g.play(1, "use", other, x)
    paid = "action.use-ability" if which == TWO else "counter.charge"
    assert g.refused(0, "use", x, which) == paid
    g.pass_all()
    assert g.count(x, "Charge") == 2


@pytest.mark.rule("terrene", "limit.free-repeat")
def test_a_free_ability_is_used_50_times_in_a_turn() -> None:
    """given 50 uses in a turn, then the 51st is refused; in the next turn it is accepted."""
    g = Terrene(CARDS)
    x, _ = g.character(0, "buzzer"), g.character(1)
    for _ in range(50):
        use(g, x, ONE)
    assert g.count(x, "Charge") == 50
    assert g.refused(0, "use", x, ONE) == "limit.free-repeat"
    use(g, x, TWO)
    g.end_turn()
    g.next_turn(0)
    use(g, x, ONE)
    assert g.count(x, "Charge") == 52


@pytest.mark.rule("terrene", "limit.free-repeat")
def test_endless_compulsory_effects_draw_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """given healing that hurts and hurt that heals, when it starts, then the game is drawn."""
    monkeypatch.setattr(kernel, "FRAMES_PER_STEP", 2_000)
    g = Terrene(CARDS)
    x, _ = g.character(0, "bleeder", damage=20), g.character(1)
    g.play(0, "use", g.hold(x, "dart"), x)
    while not g.games():
        g.step()
    assert g.ended() == ["limit.free-repeat"] and g.wins() == (0, 0) and not g.s.over
    assert g.s.turn == 0 and g.asked_kind() == PICK
    assert len(g.happened("healed")) > 50


@pytest.mark.rule("terrene", "limit.once-per-turn")
def test_once_per_turn_belongs_to_the_copy() -> None:
    """given Seaside Market used, switched away and back, then once a turn; a second copy has its own."""
    g = Terrene(CARDS, edition=True)
    g.character(0, "guard"), g.character(1)
    market = g.terrain(0, "seaside-market")
    use(g, market, ONE)
    assert g.size(0, t.HAND) == 1
    assert g.refused(0, "use", market, ONE) == "limit.once-per-turn"
    g.quietly(0, "terrain", g.zone(0, t.TERRAINS)[0])
    assert g.zone(0, t.TERRAINS)[-1] != market
    g.next_turn(0)
    g.quietly(0, "terrain", market)
    assert g.zone(0, t.TERRAINS)[-1] == market
    use(g, market, ONE)
    assert g.refused(0, "use", market, ONE) == "limit.once-per-turn"
    g.next_turn(0)
    use(g, market, ONE)
    copy = g.hand(0, "seaside-market")
    g.quietly(0, "terrain", copy)
    use(g, copy, ONE)
    assert g.refused(0, "use", copy, ONE) == "limit.once-per-turn"


@pytest.mark.rule("terrene", "limit.once-per-turn")
def test_the_limit_is_renewed_in_every_turn() -> None:
    """given a use in the own turn, then there is another one in the turn of the opponent."""
    g = Terrene(CARDS)
    x, foe = g.character(0, "single"), g.character(1)
    use(g, x)
    assert g.refused(0, "use", x) == "limit.once-per-turn"
    g.end_turn()
    g.play(1, "attack", foe)
    g.quietly(0, "use", x)
    assert g.count(x, "Charge") == 2


@pytest.mark.rule("terrene", "limit.once-per-turn")
def test_a_use_that_comes_to_nothing_counts() -> None:
    """given a use whose user is Silenced in answer, then it did nothing, and a second one is refused."""
    g = Terrene(CARDS)
    x, foe = g.character(0, "single"), g.character(1)
    broom = g.hold(x, "broom")
    gag = g.hold(foe, "gag")
    g.play(0, "use", x)
    g.quietly(1, "use", gag, x)
    assert g.count(x, "Charge") == 0 and g.has(x, "Silence")
    g.quietly(0, "use", broom, x)
    assert not g.has(x, "Silence") and g.refused(0, "use", x) == "limit.once-per-turn"
