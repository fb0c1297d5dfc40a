"""How a chain of Terrene is carried out: the topics `chain` and `timing`."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.acts import A_MODE, A_TARGETS
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.state import ACT, CONFIRM, MODE, ORDER, PICK, RESPOND, ROW_CARD, ROW_N, ref
from fadenet.games.terrene import tables as t
from fadenet.table.view import SeatView
from tests.builders.terrene_scenario import WAY, Terrene
from tests.cards.terrene import blue, cards, character, green, item

# Items are free and Blue; Characters have HP 30, ATK 20, DEF 0.
CARDS = (
    cards("gag", "sludge", "veil")
    + item("bolt", ability=blue(targets={}, do={"damage": 10}))
    + item("deal", ability=blue(do={"discard": 1}))
    + item("rest", ability=blue(do=[{"draw": 2}, {"heal": 10, "of": "you"}, {"gain_actions": 1}]))
    + item(
        "conquest",
        ability=blue(
            targets={"pick": "enemy characters", "n": 2},
            do=[
                {"damage": 40, "to": "first target"},
                {"pick": "your hidden characters"},
                {"recruit": "it"},
                {"control": "second target"},
            ],
        ),
    )
    + character(
        "shielder",
        "Interdimensional",
        "Dark",
        hp=30,
        atk=20,
        ability=blue(targets={}, do={"mod": "DEF", "n": 10}),
    )
    + character(
        "shooter",
        "Interdimensional",
        "Dark",
        hp=30,
        atk=20,
        ability=green(cost=1, limit=1, targets={}, do=[{"damage": "power"}, {"heal": 5, "of": "this"}]),
    )
    + character(
        "choosy",
        "Interdimensional",
        "Dark",
        hp=30,
        atk=20,
        ability=green(cost=1, targets={}, do={"mode": [[{"heal": 20, "of": "target"}], [{"draw": 4}]]}),
    )
    + character(
        "doubtful",
        "Interdimensional",
        "Dark",
        hp=30,
        atk=20,
        ability=green(cost=1, do={"may": [{"draw": 1}]}),
    )
)


def table() -> Terrene:
    """Four Actions each, and a Character without abilities on either side."""
    g = Terrene(CARDS, edition=True)
    for seat in (0, 1):
        g.actions(seat, 4)
        g.character(seat, "thief")
    return g


def armed(g: Terrene, seat: int, slug: str) -> int:
    """An Item behind a Character of its own."""
    return g.hold(g.character(seat, "mage"), slug)


@pytest.mark.rule("terrene", "chain.lifo")
def test_the_last_announced_comes_first() -> None:
    """given 10 to X, +10 DEF as answer, Silence as answer to that, then X takes the 10 undiminished."""
    g = table()
    x, shielder = g.character(1, "grunt"), g.character(1, "shielder")
    bolt, gag = armed(g, 0, "bolt"), armed(g, 0, "gag")
    g.play(0, "use", bolt, x)
    g.play(1, "use", shielder, x)
    g.play(0, "use", gag, shielder)
    assert len(g.s.chain) == 3 and g.damage(x) == 0
    g.pass_all()
    assert (g.damage(x), g.defence(x)) == (10, 0) and g.has(shielder, "Silence")
    assert [row[ROW_CARD] for row in g.happened("link-resolved")] == [gag, shielder, bolt]
    assert [row[ROW_CARD] for row in g.happened("link-stopped")] == [shielder]


@pytest.mark.rule("terrene", "chain.lifo")
def test_an_answer_changes_what_comes_after_it() -> None:
    """given 10 to X and +10 DEF as answer, then X takes nothing."""
    g = table()
    x, shielder = g.character(1, "grunt"), g.character(1, "shielder")
    g.play(0, "use", armed(g, 0, "bolt"), x)
    g.quietly(1, "use", shielder, x)
    assert (g.damage(x), g.defence(x)) == (0, 10)


@pytest.mark.rule("terrene", "chain.closed")
def test_nothing_joins_a_chain_that_resolves() -> None:
    """given three effects, one resolved and the second at a choice, then Blue is refused until the end."""
    g = table()
    x, foe = g.zone(0, t.PARTY)[0], g.character(1, "guard")
    first, third = armed(g, 0, "bolt"), armed(g, 0, "sludge")
    second, spare = armed(g, 1, "deal"), armed(g, 1, "bolt")
    own = armed(g, 0, "gag")
    for seat in (0, 1):
        for _ in range(2):
            g.hand(seat, "stone")
    g.play(0, "use", first, foe)
    g.play(1, "use", second)
    g.play(0, "use", third, foe)
    g.pass_(1)
    assert g.has(foe, "Slow") and g.asked_kind() == PICK and g.asked() == [1]
    assert len(g.s.chain) == 2 and g.damage(foe) == 0
    assert g.refused(1, "use", spare, x) == "response.not-to-oneself"
    assert g.refused(0, "use", own, foe) == "chain.closed"
    g.pick(1, g.zone(1, t.HAND)[0])
    assert not g.s.chain and g.asked() == [0] and g.can(0, "use", own, foe)


@pytest.mark.rule("terrene", "chain.new-triggers-wait")
def test_what_a_chain_brings_about_comes_after_it_in_order() -> None:
    """given XP, too much Supply, a Slow attacker and Jin recruited in one chain, then in that order."""
    g = Terrene(CARDS, edition=True)
    attacker = g.character(0, "grunt")
    holder = g.character(0, "mage")
    jin = g.character(0, "jin-the-ambitious", hidden=True)
    g.actions(0, 2)
    weak, big, foe = g.character(1, "mage"), g.character(1, "titan"), g.character(1, "thief")
    conquest, sludge = g.hold(holder, "conquest"), g.hold(foe, "sludge")
    (scout,) = g.deck_top(0, "scout")
    g.play(0, "attack", attacker)
    g.play(1, "use", sludge, attacker)
    g.play(0, "use", conquest, weak, big)
    g.log.clear()
    g.pass_(1)
    assert g.where(weak) == "Discard Pile" and g.s.ctrl[big] == 0 and g.s.face[jin]
    assert not g.s.chain and g.xp(holder) == 1 and g.atk(holder) == 10
    assert g.asked() == [0] and g.asked_kind() == PICK and g.used(0) == 5
    assert g.refused(0, "end") == "action.when"
    g.pick(0, holder)
    assert g.used(0) == 4 and g.where(holder) == "Discard Pile"
    assert g.asked_kind() == CONFIRM and g.s.asks[0].data[1] == attacker
    g.yes(0)
    assert g.actions_of(0) == 0 and g.asked_kind() == CONFIRM and g.s.asks[0].data[1] == -1
    assert g.where(scout) == "Deck"
    g.yes(0)
    g.pass_all()
    assert g.where(scout) == "Party"
    order = g.order("link-resolved", "chain-over", "gains-xp", "dismissed", "battle-over")
    assert order[:6] == [*["link-resolved"] * 3, "chain-over", "gains-xp", "dismissed"]


@pytest.mark.rule("terrene", "chain.costs-first")
def test_targets_and_ways_are_public_before_anybody_answers() -> None:
    """given 'heal 20 or draw 4' with a target named, then both are fixed when it is announced."""
    g = table()
    x, hurt = g.character(0, "choosy"), g.character(0, "titan", damage=25)
    armed(g, 1, "bolt")
    g.play(0, "use", x, hurt, (WAY, 1))
    assert g.asked() == [1] and g.asked_kind() == RESPOND
    act = g.s.acts[g.s.chain[-1]]
    assert act[A_TARGETS] == (ref(g.s, hurt),) and act[A_MODE] == 1
    assert (g.actions_of(0), g.damage(hurt)) == (3, 25)
    g.pass_(1)
    assert (g.damage(hurt), g.size(0, t.HAND)) == (5, 0)
    assert g.refused(0, "use", x, hurt) == g.refused(0, "use", x, hurt, (WAY, 3)) == "target.choice"
    assert g.refused(0, "use", x, (WAY, 1)) == "target.choice"


@pytest.mark.rule("terrene", "chain.costs-first")
def test_yes_or_no_is_decided_on_resolving() -> None:
    """given 'you may draw', then its player is asked after the answers."""
    g = table()
    x = g.character(0, "doubtful")
    armed(g, 1, "bolt")
    g.play(0, "use", x)
    assert g.asked() == [1] and g.actions_of(0) == 3
    g.pass_(1)
    assert g.asked() == [0] and g.asked_kind() == CONFIRM and len(g.s.chain) == 1
    g.yes(0)
    assert g.size(0, t.HAND) == 1


@pytest.mark.rule("terrene", "chain.source-gone")
def test_an_ability_outlives_its_source() -> None:
    """given damage equal to ATK 20 and its user defeated in response, then 20 is dealt and gives no XP."""
    g = table()
    x, victim = g.character(0, "shooter", damage=20), g.character(1, "grunt")
    bolt = armed(g, 1, "bolt")
    g.play(0, "use", x, victim)
    g.quietly(1, "use", bolt, x)
    assert g.where(x) == g.where(victim) == "Discard Pile"
    assert [row[ROW_N] for row in g.happened("takes-damage") if row[ROW_CARD] == victim] == [20]
    assert [row[ROW_CARD] for row in g.happened("gains-xp")] == [g.zone(1, t.PARTY)[1]]
    assert g.happened("healed") == []


@pytest.mark.rule("terrene", "chain.source-gone")
def test_an_ability_outlives_its_source_being_hidden() -> None:
    """given its user (ATK 25) turned face-down in response, then 25 is dealt, and it does not heal itself."""
    g = table()
    x, victim = g.character(0, "shooter", damage=10), g.character(1, "titan")
    veil = armed(g, 1, "veil")
    g.counters(x, "gain-ATK", 5)
    g.play(0, "use", x, victim)
    g.quietly(1, "use", veil, x)
    assert not g.s.face[x] and g.where(x) == "Party"
    assert (g.damage(victim), g.damage(x)) == (15, 10)


@pytest.mark.rule("terrene", "chain.partial")
def test_an_effect_does_what_it_can_in_order() -> None:
    """given 'draw 2 and heal 10 HP' with 1 card in the deck and no damage, then 1 card is drawn."""
    g = table()
    rest = armed(g, 0, "rest")
    g.deck_size(0, 1)
    g.play(0, "use", rest)
    assert (g.size(0, t.HAND), g.size(0, t.DECK), g.hp_of(0), g.actions_of(0)) == (1, 0, 50, 5)
    assert not g.happened("healed") and not g.ended()


@pytest.mark.rule("terrene", "timing.state-check")
def test_the_state_is_checked_after_every_effect_of_a_chain() -> None:
    """given two effects of 10 on 10 HP left and DEF 0, then the first discards it and no overkill follows."""
    g = table()
    x = g.character(1, "grunt", damage=10)
    first, second, other = armed(g, 0, "bolt"), armed(g, 0, "bolt"), armed(g, 1, "sludge")
    g.play(0, "use", first, x)
    g.play(1, "use", other, x)
    g.play(0, "use", second, x)
    g.log.clear()
    g.pass_all()
    assert g.where(x) == "Discard Pile" and g.hp_of(1) == 50
    assert [row[ROW_N] for row in g.happened("takes-damage")] == [10]
    assert g.order("link-resolved", "defeated", "chain-over") == [
        *("link-resolved", "defeated", "link-resolved", "link-resolved", "chain-over")
    ]


@pytest.mark.rule("terrene", "timing.state-check")
def test_a_game_is_lost_inside_a_chain() -> None:
    """given overkill that takes the last HP while a chain runs, then what is left of it never happens."""
    g = table()
    x = g.character(1, "grunt", damage=15)
    g.hurt(1, 45)
    first, second, other = armed(g, 0, "rest"), armed(g, 0, "bolt"), armed(g, 1, "sludge")
    g.play(0, "use", first)
    g.play(1, "use", other, x)
    g.play(0, "use", second, x)
    g.log.clear()
    g.pass_(1)
    assert g.ended() == ["win.hp"] and g.wins() == (1, 0)
    order = g.order("defeated", "hurt", "game-over", "drawn", "link-resolved")
    assert order == ["link-resolved", "defeated", "hurt", "game-over"]


@pytest.mark.rule("terrene", "timing.decision-limit")
def test_who_runs_out_of_time_takes_the_mildest_answer() -> None:
    """given an unanswered block question, then the attack is unblocked; own Action Phase: the turn ends."""
    g = table()
    x, foe = g.character(0, "grunt"), g.character(1, "guard")
    g.hold(foe, "bolt")

    def default(seat: int) -> object:
        return kernel.default_answer(g.s, seat, g.dealer.known[seat])

    assert default(0) == (t.V_END,)
    g.play(0, "attack", x)
    assert g.asked_kind() == RESPOND and default(1) == PASS_MOVE
    g.pass_(1)
    assert g.s.asks[0].window == t.W_BLOCK and (t.V_BLOCK, foe) in g.options(1) and default(1) == PASS_MOVE
    g.answer(1, PASS_MOVE)
    assert g.hp_of(1) == 30 and not g.happened("blocks")


@pytest.mark.rule("terrene", "timing.decision-limit")
def test_out_of_time_the_character_to_dismiss_is_the_first_one() -> None:
    """given too much Supply and no answer, then the first Character is dismissed."""
    g = table()
    first, last = g.zone(0, t.PARTY)[0], g.character(0, "giant")
    g.character(0)
    g.play(0, "use", g.hold(last, "rest"))
    assert g.asked_kind() == PICK and len(g.options(0)) == 3
    g.answer(0, kernel.default_answer(g.s, 0, g.dealer.known[0]))
    assert g.where(first) == "Discard Pile" and g.where(last) == "Party" and g.asked_kind() == ACT


@pytest.mark.rule("terrene", "timing.decision-limit")
def test_out_of_time_the_picks_of_the_set_up_are_the_first_legal_ones() -> None:
    """given a set-up without any picks named, then nine legal cards are taken, and the game begins."""
    g = Terrene(CARDS, setup=False)
    g.answer(g.asked()[0], (kernel.V_PICK, 1), settle=False)
    (need, _) = g.s.needs
    seat = SeatView(g.s, 0, {h: g.dealer.truth[h] for h in g.s.pool[0]})
    taken = seat.settled(need, ())
    there = seat.takeable(need)
    assert len(taken) == 9 and taken[0] == there[0] and len({g.slug(h) for h in taken}) == 9
    g.dealer.choose_take[need.id] = taken
    g.settle()
    assert g.s.turn == 1 and g.zone(0, t.PARTY) == taken[:4]


@pytest.mark.rule("terrene", "timing.decision-limit")
@pytest.mark.parametrize("kind", [MODE, ORDER, PICK, CONFIRM])
def test_out_of_time_what_must_be_chosen_is_the_first_legal_option(kind: int) -> None:
    """given a choice of an XP row, an order, a discard or a forced dismissal, then the first is taken."""
    g = table()
    x = g.character(0, "grunt")
    if kind == MODE:
        g.counters(x, "XP", 4)
        g.play(0, "use", g.hold(x, "bolt"), g.character(1, "mage", damage=10))
    elif kind == ORDER:
        for slug in ("isaac-the-observer", "avis-the-predecessor"):
            g.character(1, slug)
        for _ in range(2):
            g.character(1, "luminous")
        g.answer(0, (t.V_END,))
    elif kind == PICK:
        for _ in range(2):
            g.hand(0, "stone")
        g.play(0, "use", g.hold(x, "deal"))
    else:
        g.play(0, "use", g.character(0, "doubtful"))
    seat = g.until(kind)
    answer = kernel.default_answer(g.s, seat, g.dealer.known[seat])
    assert len(g.options(seat)) > 1
    assert answer == (NO_MOVE if kind == CONFIRM else g.options(seat)[0])
    g.answer(seat, answer)
    g.pass_all()
    assert g.asked_kind() == ACT
