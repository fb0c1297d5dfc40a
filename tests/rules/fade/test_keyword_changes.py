"""Keywords when something changes before they are done: sides, Orbital, Tails (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item, skill

CARDS = (
    cards("deny")
    + skill("last-word", cost=1, do={"attack": 4}, ability={"on": "destroyed", "do": {"heal": 3}})
    + item("echo", cost=1, targets="enemy characters", keywords={"Replay": 2}, do={"destroy": "target"})
    + item(
        "pincer",
        cost=1,
        targets=[{"pick": "enemy characters"}, {"pick": "enemy characters"}],
        keywords={"Replay": 2},
        do={"destroy": "first target"},
    )
    + item(
        "last-straw",
        cost=1,
        if_={"count": "enemy characters", "min": 2},
        keywords={"Replay": 2},
        do={"destroy": "enemy characters"},
    )
)


def stopped_skill(slug: str, how: str, edition: str) -> tuple[Duel, int]:
    """An attack Skill that lands on Tails or is Negated, at 10 damage on its Player; its Chain is over."""
    d = Duel(CARDS, edition=edition)
    user, target = d.character(0), d.character(1, "giant")
    skill, deny = d.on(user, slug), d.on(target, "deny")
    d.leave(d.body(0), 20)
    if how == "tails":
        d.counters(user, "Blindness", 1)
        d.coins = [1]
    d.go(0, COMBAT)
    d.play(0, "use", skill, target)
    if how == "negated":
        d.play(1, "use", deny, -1)
    d.pass_all()
    assert d.hp(target) == 20
    return d, skill


@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
@pytest.mark.editions("defend.negate-spent", fade2="defend.negate", fade1="defend.negate")
@pytest.mark.parametrize("how", ["tails", "negated"])
def test_when_destroyed_happens_to_a_card_that_was_stopped(how: str, edition: str) -> None:
    # Given a Skill with 'when destroyed, heal 3 HP'. When it misses through Blindness, or is Negated.
    d, word = stopped_skill("last-word", how, edition=edition)
    # Then its use is over as if it had resolved: it is destroyed, and its Player heals.
    assert d.lies(word) == "discard"
    assert word in [row[1] for row in d.happened("destroyed")]
    assert d.hp(d.body(0)) == 23


@pytest.mark.editions("keyword.replay-details", fade2="keyword.replay", fade1="keyword.replay-details")
@pytest.mark.editions("target.chosen-when", fade2="target.chosen-when", fade1="target.needs-legal-target")
@pytest.mark.parametrize(
    ("slug", "targets", "there", "offered"),
    [
        ("echo", 1, 2, True),
        ("echo", 1, 1, False),
        ("pincer", 2, 3, True),
        ("pincer", 2, 2, False),
        ("last-straw", 0, 2, False),
    ],
)
def test_replay_is_offered_only_if_the_repeat_finds_what_it_needs(
    slug: str, targets: int, there: int, offered: bool, edition: str
) -> None:
    # Given an Item with Replay 2 that destroys enemy Characters, so that there are less for the repeat.
    d = Duel(CARDS, edition=edition)
    foes = [d.character(1) for _ in range(there)]
    item = d.hand(0, slug)
    d.tp(0, 5)
    # When its first use is over.
    d.play(0, "play", item, *foes[:targets])
    # Then Replay is offered if enough are left; else nothing is paid and the card goes.
    assert (d.asked_kind() == CONFIRM) == offered
    d.pass_all()
    assert (d.tp_of(0), d.lies(item)) == (4, "discard")
