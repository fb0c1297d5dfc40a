"""Reactions to the own Attack; how many cards are used against one Attack (topics combat, defend)."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_CHAIN
from fadenet.engine.state import RESPOND
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction

CARDS = (  # Reactions that answer an Attack, each with another effect
    cards("annul", "avert", "bounce", "screen")
    + reaction("soften", answers="attack", do={"mod": "damage taken", "n": -2, "on": "attacked"})
    + reaction("toughen", answers="attack", do={"draw": 1})
)
OWN = (
    CARDS
    + cards("hero-3", "hunch", "jab-2", "refute", "riposte-2")
    + reaction("cheer", answers={"to": "attack", "by": "you"}, do={"gain_tp": 1})
    + character(
        "old-hand",
        hp=20,
        plv=3,
        ability={"keyword": "Signature", "activate": True, "answers": "attack", "do": {"gain_tp": 1}},
    )
)
ROLES = pytest.mark.editions(fade2="combat.roles", fade1="attack.no-reactions-as-attacker")


def attacked(slug: str, edition: str, by: str = "attack") -> tuple[Duel, int, int, int]:
    """A's Fighter, on which a Reaction lies, attacks B's, on which a Counter-hit lies; B is asked."""
    d = Duel(OWN, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    own, back, blow = d.on(x, slug), d.on(y, "riposte-2"), d.on(x, "jab-2")
    d.go(0, COMBAT)
    if by == "attack":
        d.play(0, "attack", x, y)
    else:
        d.play(0, "use", blow, y)
    return d, own, back, y


@ROLES
@pytest.mark.parametrize("by", ["attack", "skill"])
@pytest.mark.parametrize("slug", ["annul", "screen", "bounce", "avert", "soften", "toughen"])
def test_no_reaction_is_used_for_the_own_attack(slug: str, by: str, edition: str) -> None:
    # Given A's attack, whatever it is made with, and A's Reaction that answers attacks, whatever it does,
    # when B has answered with a Counter-hit, then A uses it against that alone.
    d, own, back, y = attacked(slug, edition, by)
    d.play(1, "use", back, -1)
    aim = (y,) if slug == "bounce" else ()
    assert d.asked() == [0]
    why = "not-concerned" if slug in ("screen", "bounce") else "own-attack"
    assert d.refused(0, "use", own, -1, *aim) == d.rule(why)
    assert d.can(0, "use", own, -2, *aim)


@ROLES
def test_a_reaction_that_says_so_is_used_for_the_own_attack(edition: str) -> None:
    # Given A's Reaction 'answer your own attack: gain 1 TP', then A uses it as B passes.
    d, own, _, _ = attacked("cheer", edition)
    d.play(1, "pass")
    assert d.can(0, "use", own, -1)


@ROLES
def test_a_text_that_names_what_was_played_means_another_players_card(edition: str) -> None:
    # Given A's Reaction 'Negate a Reaction' and B's Counter-hit, then A may Negate that; a Reaction that
    # answers nothing in particular goes with the newest link: on A's own attack, it is refused.
    d, own, back, _ = attacked("refute", edition)
    d.play(1, "use", back, -1)
    assert d.can(0, "use", own, -2)
    d, own, back, _ = attacked("hunch", edition)
    d.play(1, "pass")
    assert d.refused(0, "use", own) == d.rule("own-attack")
    d, own, back, _ = attacked("hunch", edition)
    d.play(1, "use", back, -1)
    assert d.can(0, "use", own)


@ROLES
def test_an_attack_that_comes_back_is_reacted_to(edition: str) -> None:
    # Given A's attack that B Deflects to A's own Character, then that is attacked, and A's Block answers it.
    d = Duel(OWN, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    own, bounce = d.on(x, "screen"), d.on(y, "bounce")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", bounce, -1, x)
    assert d.can(0, "use", own, -1)


@ROLES
def test_a_signature_reaction_is_none_for_the_own_attack_either(edition: str) -> None:
    # Given A's Character with a Signature Reaction to attacks, then it is refused for A's own attack.
    d = Duel(OWN, edition=edition)
    x, y = d.character(0, "old-hand"), d.character(1, "hero-3")
    back = d.on(y, "riposte-2")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    assert d.refused(0, "activate", x, -1) == d.rule("own-attack")
    assert d.can(0, "activate", x, -2)


# One card against one attack.

ONCE = pytest.mark.editions(fade2="defend.once-per-attack", fade1="defend.once-per-attack")


def because(on: str = "attacked", of: str = "your characters") -> str:
    """A use because of an event, unless told otherwise an Attack on an own Character."""
    return (
        reaction("alarm", contingency={"on": on, "of": of}, do={"gain_tp": 1})
        + reaction("attack-alarm", surprise={"on": on, "of": of}, do={"gain_tp": 1})
        + character(
            "veteran",
            hp=20,
            plv=1,
            ability={"keyword": "Signature", "on": on, "of": of, "do": {"gain_tp": 1}},
        )
    )


def alarmed(slug: str, edition: str) -> tuple[Duel, int, int]:
    """B has what is used when a Character of B's is attacked, and a Block on that; A attacks it."""
    d = Duel(OWN + because(), edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    screen = d.on(y, "screen")
    if slug == "alarm":
        used = d.hand(1, slug)
    elif slug == "attack-alarm":
        used = d.on(d.body(1), slug)
    else:
        used = d.character(1, slug)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    return d, used, screen


def uses(d: Duel, slug: str, used: int) -> None:
    """B uses what waits for the Attack."""
    if slug == "veteran":
        d.yes(1)
    else:
        d.play(1, "use", used)


@ONCE
@pytest.mark.parametrize("slug", ["alarm", "attack-alarm", "veteran"])
def test_what_is_used_because_of_an_attack_is_the_card_against_it(slug: str, edition: str) -> None:
    # Given a card that B uses because a Character is attacked, without answering the attack by it, when B
    # then wants to Block the attack, then that is refused; if B passes the chance up, it may be Blocked.
    d, used, screen = alarmed(slug, edition)
    uses(d, slug, used)
    while d.asked() != [1]:
        d.step()
    assert d.refused(1, "use", screen, -1) == "defend.once-per-attack"
    d, used, screen = alarmed(slug, edition)
    while d.s.asks[0].window != W_CHAIN or d.asked_kind() != RESPOND:
        d.step()
    assert d.asked() == [1] and d.can(1, "use", screen, -1)


@ONCE
@pytest.mark.parametrize("slug", ["alarm", "veteran"])
def test_no_second_card_is_used_because_of_one_attack(slug: str, edition: str) -> None:
    # Given two such cards, when one has been used, then the other is not offered for the same attack; for the
    # next one it is.
    d = Duel(OWN + because(), edition=edition)
    x, y, z = d.character(0, "hero-3"), d.character(1, "hero-3"), d.character(0, "hero-3")
    first, second = [d.character(1, "veteran") if slug == "veteran" else d.hand(1, "alarm") for _ in range(2)]
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    uses(d, slug, first)
    d.pass_all()
    assert len(d.happened("gains-tp")) == 2  # that of the card, and that of the Normal Attack
    d.play(0, "attack", z, y)
    assert d.asked() == [1]
    uses(d, slug, second)


@ONCE
def test_the_attacker_and_a_third_player_are_not_counted(edition: str) -> None:
    # Given three Players of whom two have a Contingency for any Character that is attacked, when B has used a
    # card because of A's attack, then C still uses one, and A's own is no card against it.
    cards = OWN + because(of="all characters")
    d = Duel(cards, seats=3, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    alarms = [d.hand(seat, "alarm") for seat in range(3)]
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    for seat in (1, 2, 0):
        while d.asked() != [seat]:
            d.step()
        d.play(seat, "use", alarms[seat])
    assert len(d.s.chain) == 4


@ONCE
def test_what_comes_when_the_attack_is_over_is_not_against_it(edition: str) -> None:
    # Given a Contingency for a Character that takes damage, when B has answered the attack with a card that
    # lets it through, then the Contingency is used behind the Chain all the same.
    cards = OWN + because("takes-damage")
    d = Duel(cards, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    answer, alarm = d.on(y, "toughen"), d.hand(1, "alarm")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", answer, -1)
    d.until_shown(1)
    d.play(1, "use", alarm)
    assert d.s.chain
