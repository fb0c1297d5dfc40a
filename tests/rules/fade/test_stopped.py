"""Cards whose use was stopped, by Blindness or an answer (topics timing, defend, keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, skill

CARDS = (
    cards("deny")
    + skill("last-word", cost=1, do={"attack": 4}, ability={"on": "destroyed", "do": {"heal": 3}})
    + skill("nova", cost=1, keywords="Void", do={"attack": 4})
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
    assert word in [row[ROW_CARD] for row in d.happened("destroyed")]
    assert d.hp(d.body(0)) == 23


@pytest.mark.rule("faroe", "keyword.void", "defend.negate-spent", "attack.spent-when-stopped")
@pytest.mark.parametrize("how", ["tails", "negated"])
def test_a_void_card_that_was_stopped_is_imprisoned_as_if_it_had_resolved(how: str) -> None:
    # Given an attack Skill with Void. When it misses through Blindness, or is Negated.
    d, nova = stopped_skill("nova", how, edition="faroe")
    # Then it is imprisoned, not destroyed.
    assert d.lies(nova) == "rift"
    assert [row[ROW_CARD] for row in d.happened("imprisoned")] == [nova]
    assert nova not in [row[ROW_CARD] for row in d.happened("destroyed")]
