"""Replay (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM, ORDER, PICK, ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("focus")
    + skill("echo", cost=2, keywords={"Replay": 3}, do={"attack": 4})
    + reaction("free-veto", cost=0, answers="attack", do={"negate": True})
    + item("encore", cost=1, targets="enemy characters", keywords={"Replay": 2}, do={"destroy": "target"})
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


@pytest.mark.editions("keyword.replay", fade2="keyword.replay", fade1="keyword.replay")
def test_replay_activates_the_card_a_second_time(edition: str) -> None:
    # Given a Skill of Cost 2 with Replay 3 dealing 4 damage and 5 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    echo = d.on(x, "echo")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "use", echo, y)
    # When it has resolved and you pay 3.
    assert d.until(CONFIRM) == 0
    assert d.hp(y) == 16
    assert d.lies(echo) == "use"
    d.yes(0)
    d.pass_all()
    # Then it is activated once more for 4 damage and then goes to the Discard Pile; TP are 0.
    assert d.hp(y) == 12
    assert d.lies(echo) == "discard"
    assert d.tp_of(0) == 0


@pytest.mark.editions("keyword.replay", fade2="keyword.replay", fade1="keyword.replay")
@pytest.mark.parametrize("tp", [4, 5])
def test_replay_is_optional_and_needs_its_cost(tp: int, edition: str) -> None:
    # Given the same Skill with too few TP for Replay, or a Player who declines.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    echo = d.on(x, "echo")
    d.go(0, COMBAT)
    d.tp(0, tp)
    d.play(0, "use", echo, y)
    # Then it is offered only if it can be paid, and the card goes to the Discard Pile.
    assert (d.asked_kind() == CONFIRM) == (tp == 5)
    d.pass_all()
    assert (d.hp(y), d.tp_of(0)) == (16, tp - 2)
    assert d.lies(echo) == "discard"


@pytest.mark.editions("keyword.replay-details", fade2="keyword.replay", fade1="keyword.replay-details")
@pytest.mark.parametrize("stop", ["free-veto", "guard"])
def test_replay_starts_a_new_chain_with_new_targets_once(stop: str, edition: str) -> None:
    # Given the first use was Negated, or Blocked, and you have the Replay cost.
    d = Duel(CARDS, edition=edition)
    x, y, other = d.character(0), d.character(1), d.character(1)
    d.character(0)
    echo = d.on(x, "echo")
    answer, focus = d.on(y, stop), d.on(other, "focus")
    d.go(0, COMBAT)
    d.play(0, "use", echo, y)
    d.play(1, "use", answer, -1)
    assert d.until(CONFIRM) == 0
    assert d.hp(y) == 10
    attacks = len(d.happened("attacks"))
    # When you pay it, then a new chain starts with the same card, with new targets.
    d.yes(0)
    assert (d.asked(), d.asked_kind()) == ([0], PICK)
    d.play(0, "pick", other)
    assert d.links() == ["Echo"]
    # It is a new Attack by the same attacker.
    assert [row[ROW_CARD] for row in d.happened("attacks")][attacks - 1 :] == [x, x]
    # And it can be answered.
    assert d.asked() == [1]
    d.play(1, "use", focus)
    while d.asked_kind() != ACT:
        assert d.asked_kind() != CONFIRM
        d.step()
    # After it a second Replay is not offered.
    assert (d.hp(y), d.hp(other)) == (10, 6)
    assert d.lies(echo) == "discard"
    assert d.tp_of(0) == 10 - 2 - 3


@pytest.mark.editions("keyword.replay-details", fade2="keyword.replay", fade1="keyword.replay-details")
@pytest.mark.editions("target.chosen-when", fade2="target.chosen-when", fade1="target.needs-legal-target")
@pytest.mark.parametrize(
    ("slug", "targets", "there", "offered"),
    [
        ("encore", 1, 2, True),
        ("encore", 1, 1, False),
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


@pytest.mark.editions("keyword.replay-details", fade2="keyword.replay", fade1="keyword.replay-details")
def test_a_repeat_whose_condition_fails_once_it_is_paid_for_does_nothing(edition: str) -> None:
    # Given an Item of Cost 1 with Replay 2 that asks for 3 TP, and 5 TP.
    rich = {"count": {"from": "you", "at_least": {"of": "TP", "n": 3}}, "min": 1}
    hoard = item("hoard", cost=1, if_=rich, keywords={"Replay": 2}, do={"damage": 1, "to": "enemy players"})
    d = Duel(hoard, edition=edition)
    h, before = d.hand(0, "hoard"), d.hp(d.body(1))
    d.tp(0, 5)
    # When Replay is paid, then the repeat asks for more than the 2 TP that are left, and the card goes.
    d.play(0, "play", h)
    assert d.until(CONFIRM) == 0
    d.yes(0)
    d.pass_all()
    assert (d.lies(h), d.tp_of(0), d.hp(d.body(1))) == ("discard", 2, before - 1)


@pytest.mark.editions("chain.source-gone")
def test_a_repeat_counts_with_what_its_user_had_when_it_left(edition: str) -> None:
    # Given a Skill with Replay 1 'gain as many TP as the PLV of its user', whose user has 2 PLV and 'when one
    # of your Characters is destroyed, destroy this', and an answer that destroys another one.
    surge = skill("surge", cost=0, keywords={"Replay": 1}, do={"gain_tp": {"stat": "PLV", "of": "user"}})
    fell = reaction("fell", answers="card", targets="enemy characters", do={"destroy": "target"})
    loyal = character(
        "loyal", ability={"on": "destroyed", "of": "your characters", "do": {"destroy": "this"}}
    )
    d = Duel(surge + fell + loyal, edition=edition)
    x, other, y = d.character(0, "loyal"), d.character(0), d.character(1)
    card, answer = d.on(x, "surge"), d.on(y, "fell")
    d.go(0, COMBAT)
    d.tp(0, 1)
    d.play(0, "use", card)
    d.play(1, "use", answer, -1, other)
    # When the Chain is over, and its user leaves while the Replay waits.
    assert d.until(ORDER) == 0
    leaves, _ = d.s.queue
    d.play(0, "pick", -leaves.stamp)
    assert d.until(CONFIRM) == 0
    assert (d.lies(x), d.tp_of(0)) == ("discard", 1 + 2)
    # Then the second use, for 1, brings as many TP as the first one.
    d.yes(0)
    d.pass_all()
    assert (d.lies(card), d.tp_of(0)) == ("discard", 1 + 2 - 1 + 2)
