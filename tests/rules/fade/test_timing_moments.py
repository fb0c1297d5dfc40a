"""When exactly something happens, what does not count as it, who comes first (topics timing, trigger)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK, RESPOND, ROW_CARD, ROW_EVENT, ROW_SEAT
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

GAIN = {"gain_tp": 1}


def hears(slug: str, event: str, do: object = GAIN, of: str | None = None) -> str:
    """A Character of 20 HP with one triggered ability."""
    whose = {"of": of} if of else {}
    return character(slug, hp=20, ability={"on": event, **whose, "do": do})


PILES = {"discard": "discard pile", "rift": "rift zone"}
ENTRANCES = cards("charm") + hears("newcomer", "enters")
ENTRANCES += "".join(
    item(f"from-{lies}", targets=f"your {pile}", do={"enter": "target"}) for lies, pile in PILES.items()
)
ENTERS = pytest.mark.editions(
    "timing.enters-field", fade2="timing.on-enter-field", fade1="timing.on-enter-field"
)


@ENTERS
@pytest.mark.parametrize("lies", PILES)
def test_coming_from_a_pile_is_entering(lies: str, edition: str) -> None:
    # Given "when this enters the field, gain 1 TP" in the Discard Pile or the Rift Zone.
    d = Duel(ENTRANCES, edition=edition)
    d.character(0)
    new = d.discard(0, "newcomer") if lies == "discard" else d.rift(0, "newcomer")
    d.tp(0, 5)
    # When an Item puts it onto the field, then its Player gains 1.
    d.quietly(0, "play", d.hand(0, f"from-{lies}"), new)
    assert (d.lies(new), d.tp_of(0)) == ("front", 6)


@ENTERS
def test_changing_the_controller_is_not_entering(edition: str) -> None:
    # Given the same on an enemy's Character, when control of it is taken, then nobody gains anything.
    d = Duel(ENTRANCES, edition=edition)
    new = d.character(1, "newcomer")
    d.tp(0, 5)
    d.tp(1, 5)
    d.quietly(0, "play", d.hand(0, "charm"), new)
    assert (d.s.ctrl[new], d.tp_of(0), d.tp_of(1)) == (0, 5, 5)


@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
def test_being_imprisoned_is_not_being_destroyed(edition: str) -> None:
    # Given "when destroyed, gain 1 TP" on two enemy Characters.
    more = "".join(
        item(word, targets="enemy characters", do={word: "target"}) for word in ("destroy", "imprison")
    )
    d = Duel(hears("heir", "destroyed") + more, edition=edition)
    one, other = d.character(1, "heir"), d.character(1, "heir")
    d.tp(1, 5)
    # When one is imprisoned, then nothing is gained; when the other is destroyed, 1 TP is.
    d.quietly(0, "play", d.hand(0, "imprison"), one)
    assert (d.lies(one), d.tp_of(1)) == ("rift", 5)
    d.quietly(0, "play", d.hand(0, "destroy"), other)
    assert (d.lies(other), d.tp_of(1)) == ("discard", 6)


@pytest.mark.editions("timing.attacks", fade2="timing.on-attacked", fade1="timing.on-attacked")
def test_each_target_of_an_attack_was_attacked_once(edition: str) -> None:
    # Given "when attacked, gain 1 TP" on both targets of an Attack of two hits.
    volley = skill("volley", targets={"n": 2, "reach": True}, do={"attack": 1, "hits": 2})
    d = Duel(volley + hears("alarm", "attacked"), edition=edition)
    x, one, other = d.character(0), d.character(1, "alarm"), d.character(1, "alarm")
    used = d.on(x, "volley")
    d.on(one, "guard")
    d.go(0, COMBAT)
    d.tp(1, 3)
    # When it is declared, then both have joined its Chain, and each once.
    d.play(0, "use", used, one, other)
    d.until(RESPOND)
    assert d.links() == ["Volley", "Alarm", "Alarm"]
    d.pass_all()
    assert d.tp_of(1) == 5
    assert len(d.happened("hit")) == 4


@pytest.mark.editions(
    "timing.success", fade2="timing.on-successful-attack", fade1="timing.on-successful-attack"
)
def test_success_comes_after_the_last_hit(edition: str) -> None:
    # Given "on a successful Attack, heal as much as was dealt", and an Attack of three hits.
    d = Duel(cards("flurry") + hears("leech", "succeeds", {"heal": "dealt", "of": "this"}), edition=edition)
    x, y = d.character(0, "leech"), d.character(1, "giant")
    flurry = d.on(x, "flurry")
    d.damage(x, 10)
    hp = d.hp(y)
    d.go(0, COMBAT)
    d.quietly(0, "use", flurry, y)
    # Then it heals what all three have dealt together, once.
    assert d.hp(x) == 10 + hp - d.hp(y)
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log]
    assert names.index("succeeds") > max(n for n, name in enumerate(names) if name == "hit")


@pytest.mark.editions("trigger.on-adding", fade2="trigger.when-declared", fade1="chain.triggered-effects")
def test_what_joins_a_chain_together_joins_in_the_order_of_turns(edition: str) -> None:
    # Given an attacker with "when it attacks", and "when attacked" on its targets, of the third and second
    # Player, chosen in this order.
    watchers = hears("zeal", "attacks") + hears("first", "attacked") + hears("second", "attacked")
    comet = skill("comet", targets={"pick": "enemy characters", "n": 2}, do={"attack": 1})
    d = Duel(comet + watchers, seats=3, edition=edition)
    x, one, other = d.character(0, "zeal"), d.character(1, "first"), d.character(2, "second")
    used = d.on(x, "comet")
    d.on(one, "guard")
    d.go(0, COMBAT)
    # When the Attack is declared, then the turn player's joins first, then those of the others, clockwise.
    d.play(0, "use", used, other, one)
    assert d.links() == ["Comet", "Zeal", "First", "Second"]


@pytest.mark.editions("trigger.simultaneous", fade2="trigger.order", fade1="timing.simultaneous")
def test_what_is_triggered_meanwhile_waits_at_the_end_of_the_line(edition: str) -> None:
    # Given "when it takes damage, gain 1 TP" on both sides, and a Character of the turn player that draws 1
    # card when its Player gains TP.
    bruised = hears("mine", "takes-damage") + hears("theirs", "takes-damage")
    d = Duel(cards("drizzle") + bruised + hears("late", "gains-tp", {"draw": 1}), edition=edition)
    for seat, slug in ((0, "mine"), (0, "late"), (1, "theirs")):
        d.character(seat, slug)
    d.tp(0, 3)
    d.tp(1, 3)
    told = len(d.log)
    # When both take damage, then the card is drawn behind the gain of the other side, which waited before.
    d.quietly(0, "play", d.hand(0, "drizzle"))
    names = [(d.rules.events[row[ROW_EVENT]], row[ROW_SEAT]) for row in d.log[told:]]
    assert [row for row in names if row[0] in ("gains-tp", "drawn")] == [
        ("gains-tp", 0),
        ("gains-tp", 1),
        ("drawn", 0),
    ]


WINDOW = pytest.mark.editions("timing.item-window", fade2="chain.waiting-items", fade1="turn.action-windows")


@WINDOW
def test_others_are_asked_clockwise_as_a_phase_is_to_end(edition: str) -> None:
    # Given four Players, the other three with an Item, when the turn player wants to end the Phase.
    d = Duel(seats=4, edition=edition)
    for seat in (3, 1, 2):
        d.hand(seat, "ration")
    d.play(0, "end")
    asked = []
    while d.asked() != [0]:
        asked += d.asked()
        d.step()
    # Then they are asked in the order of turns.
    assert asked[:3] == [1, 2, 3]


@WINDOW
def test_no_item_is_played_ahead_of_what_waits(edition: str) -> None:
    # Given an attacker with "on a successful Attack, gain 1 TP", and an enemy with an Item.
    d = Duel(hears("victor", "succeeds"), edition=edition)
    x, y = d.character(0, "victor"), d.character(1)
    ration = d.hand(1, "ration")
    d.go(0, COMBAT)
    d.tp(0, 3)
    # When the Attack's Chain is over, then the ability comes before the chance for an Item.
    d.play(0, "attack", x, y)
    while d.s.chain or d.asked() != [1]:
        d.step()
    assert [row[ROW_CARD] for row in d.happened("link-resolved")][-2:] == [x, x]
    assert d.can(1, "play", ration)


@cited(("timing.on-destroyed", "timing.on-destroyed"))
def test_a_card_that_makes_room_is_discarded_and_not_destroyed(edition: str) -> None:
    # Given an Augment 'when destroyed, draw 1 card' among 5 cards on a Character, when a sixth is attached.
    d = Duel(cards("keepsake"), edition=edition)
    x = d.character(0)
    relic = d.on(x, "keepsake", face=1)
    for _ in range(4):
        d.on(x, "guard")
    sixth = d.hand(0, "guard")
    d.play(0, "attach", sixth, x)
    assert d.until(PICK) == 0
    # When it is discarded over the limit of five, then nothing is drawn.
    d.quietly(0, "pick", relic)
    assert d.lies(relic) == "discard" and d.s.host[sixth] == x and d.size(0, HAND) == 0
