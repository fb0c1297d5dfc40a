"""The rules of the Chain: what opens it, what joins it, and how it is carried out (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import ATTACH, COMBAT, DISCARD, FRONT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction

CARDS = (
    cards("focus")
    + character("herald", cost=1, level=1, hp=5, plv=1, ability={"on": "enters", "do": {"draw": 1}})
    + reaction("snuff", cost=0, targets="enemy characters", do={"destroy": "target"})
    + reaction("riposte-5", cost=1, answers="attack", do={"attack": 5})
    + reaction("cover", cost=2, answers="attack", do={"block": True})
    + character("scholar", cost=1, level=1, hp=5, plv=1, ability={"activate": True, "do": {"draw": 1}})
    + character("duelist", cost=1, level=1, hp=5, plv=4)
    + character("target", name="Dummy", cost=1, level=1, hp=6, plv=1)
)


@pytest.mark.editions("chain.what")
def test_playing_a_card_is_a_chain_of_one_link_until_it_has_resolved() -> None:
    # Given no chain is running, and an opponent who could answer.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.on(y, "focus")
    edge = d.hand(0, "edge")
    assert d.s.chain == ()
    # When a Player plays an Augment.
    d.play(0, "play", edge, x)
    # Then there is a chain of one link until the Augment has resolved.
    assert d.links() == ["Edge"]
    assert d.s.host[edge] == 0
    d.pass_chain()
    assert d.s.chain == ()
    assert d.s.host[edge] == x


@pytest.mark.editions("chain.start-attack")
def test_a_normal_attack_never_joins_a_chain() -> None:
    # Given the opponent has added a Reaction to the first Normal Attack.
    d = Duel(CARDS)
    x, second, y = d.character(0), d.character(0), d.character(1, "giant")
    d.on(x, "focus")
    guard = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", guard, -1)
    # When a second Normal Attack is declared in the same chain, it is refused.
    assert d.asked() == [0]
    assert d.refused(0, "attack", second, y) == "chain.start-attack"
    # After the chain it is allowed.
    d.pass_all()
    assert d.can(0, "attack", second, y)


@pytest.mark.rule("faroe", "chain.play-card")
def test_a_card_joins_a_chain_only_when_its_player_may_play_it() -> None:
    # Given an opponent's Item starts a chain in the turn player's Preparation Phase.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    mine, theirs, ration = d.hand(0, "edge"), d.hand(1, "edge"), d.hand(1, "ration")
    d.on(y, "focus")
    d.play(0, "end")
    d.play(1, "play", ration)
    # When the turn player adds an Augment from the Hand, it is allowed.
    assert d.asked() == [0]
    d.play(0, "play", mine, x)
    assert d.links() == ["Ration", "Edge"]
    # The opponent could not add one.
    assert d.asked() == [1]
    assert d.refused(1, "play", theirs, y) == "chain.play-card"


@pytest.mark.rule("faroe", "chain.skill-continues")
def test_the_turn_player_adds_skills_to_a_chain_and_nobody_else_does() -> None:
    # Given a Normal Attack (1) and the defender's Reaction (2).
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    strike, theirs, guard = d.on(x, "strike"), d.on(y, "strike"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the defender tries to add a Skill, it is refused.
    assert d.refused(1, "use", theirs, x) == "chain.skill-continues"
    d.play(1, "use", guard, -1)
    # When the attacker adds an attached attack Skill (3), it is legal and resolves first.
    d.play(0, "use", strike, y)
    d.pass_chain()
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [strike, guard, x]
    assert d.hp(y) == 20 - 4


@pytest.mark.editions("chain.abilities")
def test_a_triggered_ability_opens_a_chain_that_can_be_answered() -> None:
    # Given no chain and an ability "when this card enters the field, draw 1 card".
    d = Duel(CARDS)
    d.character(0)
    d.on(d.character(1), "focus")
    herald = d.fighter(0, "herald")
    d.play(0, "play", herald, (1, 0))
    # When the card has entered.
    while d.where(herald) != "Character Zone":
        d.step()
    # Then the ability starts a new chain of one link, which can be answered.
    assert len(d.happened("chain-over")) == 1
    assert d.links() == ["Herald"]
    assert d.asked() == [1]
    assert d.size(0, HAND) == 0
    d.pass_chain()
    assert d.size(0, HAND) == 1


@pytest.mark.rule("faroe", "chain.example-counter")
def test_worked_example_of_a_counter_attack_blocked() -> None:
    # Given X (PLV 4, 5 HP) of A (3 TP) attacks Y (6 HP); B Counters with 5, A Blocks that for 2 TP.
    d = Duel(CARDS)
    x, y = d.character(0, "duelist"), d.character(1, "target")
    cover, riposte = d.on(x, "cover"), d.on(y, "riposte-5")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    d.play(0, "use", cover, -2)
    # When all pass.
    d.pass_all()
    # Then X stays at 5 HP, Y drops to 2, and A has 3 - 2 + 1 TP.
    assert (d.hp(x), d.hp(y), d.tp_of(0)) == (5, 2, 2)
    assert (d.names(0, DISCARD), d.names(1, DISCARD)) == (["Cover"], ["Riposte 5"])


@pytest.mark.rule("faroe", "chain.source-gone")
def test_an_ability_resolves_though_its_source_is_gone() -> None:
    # Given a Character's ability "draw 1 card" is Link 1 and Link 2 destroys that Character.
    d = Duel(CARDS)
    d.character(0)
    scholar, y = d.character(0, "scholar"), d.character(1)
    snuff = d.on(y, "snuff")
    d.go(0, COMBAT)
    before = d.size(0, HAND)
    d.play(0, "activate", scholar)
    d.play(1, "use", snuff, scholar)
    # When the chain resolves.
    d.pass_all()
    # Then the Character is destroyed and the card is drawn all the same.
    assert d.where(scholar) == "Discard Pile Zone"
    assert d.size(0, HAND) == before + 1


@pytest.mark.rule("faroe", "chain.permanent-enters")
def test_an_augment_whose_holder_is_gone_is_lost() -> None:
    # Given an Augment is played on X and a Reaction destroys X first.
    d = Duel(CARDS)
    d.character(0)
    x, y = d.character(0), d.character(1)
    edge, snuff = d.hand(0, "edge"), d.on(y, "snuff")
    d.play(0, "play", edge, x)
    assert d.tp_of(0) == 9
    d.play(1, "use", snuff, x)
    # When the Augment's link resolves.
    d.pass_all()
    # Then it goes to the Discard Pile and its Cost stays paid.
    assert d.where(x) == d.where(edge) == "Discard Pile Zone"
    assert d.tp_of(0) == 9
    assert not [row for row in d.happened("enters") if row[ROW_CARD] == edge]


@pytest.mark.editions("chain.no-chain")
def test_attaching_waits_until_no_chain_runs() -> None:
    # Given an opponent's Item on the chain in the own Preparation Phase.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(1)
    focus, ration = d.hand(0, "focus"), d.hand(1, "ration")
    d.play(0, "end")
    d.play(1, "play", ration)
    # When the turn player tries to attach a Reaction to answer with it.
    assert d.asked() == [0]
    # Then it is refused until the chain is over.
    assert d.refused(0, "attach", focus, x) == "chain.no-chain"
    d.pass_all()
    d.play(0, "attach", focus, x)
    assert d.s.zone[focus] % 13 == ATTACH
    assert d.s.zone[x] % 13 == FRONT


@pytest.mark.rule("faroe", "chain.permanent-enters")
@pytest.mark.parametrize("slug", ["squire", "plain", "edge"])
def test_what_is_played_is_not_on_the_field_before_its_link_resolves(slug: str) -> None:
    # Given a Character, a Zone or an Augment that is played, and an opponent who could answer.
    d = Duel(CARDS)
    x = d.character(0)
    d.on(d.character(1), "focus")
    played = d.fighter(0, slug) if slug == "squire" else d.hand(0, slug)
    line: tuple[object, ...] = {"squire": ((1, 0),), "plain": (), "edge": (x,)}[slug]
    entered = len(d.happened("enters"))
    d.play(0, "play", played, *line)
    # When the opponent is asked, then it is in use, and does nothing yet.
    assert (d.asked(), d.where(played)) == ([1], "in use")
    assert len(d.happened("enters")) == entered and d.plv(x) == 3
    # When its Link has resolved, then it has entered.
    d.pass_all()
    assert d.where(played) == {"squire": "Character Zone", "plain": "Zone", "edge": "attached"}[slug]
    assert [row[ROW_CARD] for row in d.happened("enters")][entered:] == [played]
