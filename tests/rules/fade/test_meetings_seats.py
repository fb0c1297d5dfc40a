"""Players who leave in the middle of a Chain of the older editions, and three and four at a table."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, item, skill

CARDS = (
    meetings.CARDS
    + cards("bodyguard", "deflection", "doom-5", "riposte-9")
    + meetings.bearer("neutral", keywords="Neutrality")
    + meetings.bearer("captain", ability={"gives": {"PLV": 1}, "to": "all characters"})
    + augment("leech", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"PLV": -2}})
    + item("toxic", cost=0, targets="all characters", do={"counter": "Poison", "n": 2, "on": "target"})
    + skill("storm", targets={"reach": True, "n": 2}, do={"attack": 5})
)


def table(edition: str, seats: int = 3, format: str = "") -> Duel:
    """Three every one for themselves, or four in teams."""
    return Duel(CARDS, seats=seats, format=format, edition=edition)


@meetings.cited(
    ("win.elimination", "win.elimination-cards"), ("win.elimination-active", "win.elimination-turn")
)
@pytest.mark.parametrize("skill", [False, True])
def test_who_falls_by_a_counter_hit_takes_the_attack_along(skill: bool, edition: str) -> None:
    # Given three players, and A in The Last Stand with 1 HP who attacks B.
    d = table(edition)
    d.leave(d.body(0), 1)
    card = d.hand(0, "storm") if skill else 0
    x = d.character(1, "bearer", at="c3")
    y = d.character(1, "soldier", at="c4")
    lash = d.on(x, "riposte-9")
    d.go(0, COMBAT)
    d.play(0, *(("use", card, x, y) if skill else ("attack", d.body(0), x)))
    # When B's Counter-hit eliminates A, then nothing of A's attack happens and B's turn begins.
    d.until_asked(1)
    d.quietly(1, "use", lash, -1)
    assert d.s.out == (0,) and not d.s.over
    assert (d.count(x, "Damage"), d.count(y, "Damage")) == (0, 0)
    assert d.s.active == 1
    # All that A owned is gone, in whatever zone it lay.
    assert all(d.s.zone[h] < 0 for h in range(4, len(d.s.code)) if d.s.owner[h] == 0)


@meetings.cited(("win.elimination", "win.elimination-cards"))
def test_a_link_of_who_is_gone_does_nothing_and_the_others_resolve(edition: str) -> None:
    # Given A attacks B, C answers to guard B, and B answers with a Counter-hit that eliminates A.
    d = table(edition)
    d.leave(d.body(0), 1)
    x = d.character(1, "bearer", at="c3")
    z = d.character(2, "bearer", at="c3")
    lash, bar = d.on(x, "riposte-9"), d.on(z, "bodyguard")
    d.go(0, COMBAT)
    d.play(0, "attack", d.body(0), x)
    d.until_asked(1)
    d.play(1, "use", lash, -1)
    d.until_asked(2)
    d.quietly(2, "use", bar, -1)
    # Then C's Reaction is used up as usual, B's too, and both play on.
    assert (d.lies(lash), d.lies(bar)) == ("discard", "discard")
    assert d.s.out == (0,) and d.s.active == 1


@meetings.cited(("win.elimination", "win.elimination-cards"), ("counter.leave", "counter.leave-with-card"))
def test_counters_stay_and_continuous_effects_go_with_their_player(edition: str) -> None:
    # Given C's Augment on B's Character, C's Captain, and Poison Counters that C has put on it.
    d = table(edition)
    x = d.character(1, "bearer", at="c3")
    d.character(2, "captain", at="c3")
    d.on(x, "leech", face=1, seat=2)
    assert d.plv(x) == 5 + 1 - 2
    d.go(2, PREPARATION)
    d.quietly(2, "play", d.hand(2, "toxic"), x)
    # When C is eliminated, then both effects end and the Counters stay.
    d.leave(d.body(2), 5)
    d.quietly(2, "play", d.hand(2, "doom-5"))
    assert d.s.out == (2,)
    assert (d.plv(x), d.count(x, "Poison")) == (5, 2)


@meetings.cited(("win.elimination", "win.elimination-cards"), ("zone.control-change", "zone.control-change"))
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_character_under_another_players_control(leaver: int, edition: str) -> None:
    # Given A's Character under B's control.
    d = table(edition)
    x = d.character(0, "bearer", at="c3")
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1
    # When B is eliminated, then it goes to A's Discard Pile; when A is, then it leaves the game.
    d.leave(d.body(leaver), 5)
    d.quietly(1, "play", d.hand(1, "doom-5"))
    assert d.s.out == (leaver,)
    assert d.lies(x) == ("discard" if leaver else "nowhere")


@meetings.cited(
    ("win.elimination", "win.elimination-cards"), ("keyword.neutrality", "keyword.neutrality-details")
)
def test_a_neutral_character_stays_with_its_owner(edition: str) -> None:
    # Given A's Neutral Character in B's turn, when B is eliminated, then it is where it was.
    d = table(edition)
    x = d.character(0, "neutral", at="c3")
    d.go(1, PREPARATION)
    assert d.s.ctrl[x] == 1
    d.leave(d.body(1), 5)
    d.quietly(1, "play", d.hand(1, "doom-5"))
    assert d.s.out == (1,)
    assert (d.lies(x), d.at(x)) == ("front", "c3") and d.s.ctrl[x] in (0, 2)


@meetings.cited(("win.simultaneous", "win.draw"))
@pytest.mark.parametrize("low", [(0, 1), (0, 2), (1, 2), (0, 1, 2)])
def test_who_loses_through_the_same_effect(low: tuple[int, ...], edition: str) -> None:
    # Given an Item that deals 5 damage to each player, and some with 5 HP.
    d = table(edition)
    for seat in low:
        d.leave(d.body(seat), 5)
    d.quietly(0, "play", d.hand(0, "doom-5"))
    # Then who is left has won; if nobody is, the game is a draw of all of them.
    assert d.s.over
    places, _ = d.s.over
    left = {0, 1, 2} - {*low}
    assert len({places[seat] for seat in low}) == 1
    assert all(places[seat] < places[low[0]] for seat in left)


@meetings.cited(("win.team", "win.team"), ("format.teams", "format.teams"))
def test_a_team_plays_on_with_one_of_its_members(edition: str) -> None:
    # Given teams A+C and B+D, and A with 5 HP.
    d = table(edition, 4, "teams")
    d.leave(d.body(0), 5)
    z = d.character(2, "bearer", at="c3")
    d.quietly(0, "play", d.hand(0, "doom-5"))
    # When A is eliminated, then C has what is C's, B's turn comes and no attack of C's may go at A.
    assert d.s.out == (0,) and not d.s.over and d.s.active == 1
    d.go(2, COMBAT)
    targets = {move[2] for move in d.options(2) if move[:2] == (d.rules.verbs.index("attack"), z)}
    assert targets == {d.body(1), d.body(3)}
    # When both others are eliminated, then A has won with C.
    d.leave(d.body(1), 5)
    d.leave(d.body(3), 5)
    d.leave(d.body(2), 6)
    d.go(3, PREPARATION)
    d.quietly(3, "play", d.hand(3, "doom-5"))
    places, _ = d.s.over
    assert places[0] == places[2] < places[1] == places[3]


@meetings.cited(("format.teams", "format.teams"), ("defend.third-players", "defend.who-may-react"))
@pytest.mark.parametrize(("seats", "format", "helper"), [(4, "teams", 3), (4, "", 2), (3, "", 2)])
def test_a_third_player_may_guard_by_the_cards_own_text(
    seats: int, format: str, helper: int, edition: str
) -> None:
    # Given A attacks B's Character and a Reaction that may guard anybody, then its Player Blocks the attack.
    d = table(edition, seats, format)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    bar = d.on(d.character(helper, "soldier", at="c1"), "bodyguard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(helper)
    d.quietly(helper, "use", bar, -1)
    assert d.count(y, "Damage") == 0 and d.lies(bar) == "discard"


@meetings.cited(("defend.deflect", "defend.deflect"))
@pytest.mark.parametrize("new", [0, 2, 3])
def test_an_attack_is_deflected_to_any_other_player(new: int, edition: str) -> None:
    # Given four players, when B Deflects A's attack to another player or A, then that one is damaged.
    d = table(edition, 4)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    answer = d.on(y, "deflection")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.quietly(1, "use", answer, -1, d.body(new))
    assert (d.count(y, "Damage"), d.count(d.body(new), "Damage")) == (0, 5)


@meetings.cited(
    ("counter.victims-phases", "counter.whose-phase"), ("keyword.neutrality", "keyword.neutrality-details")
)
def test_counters_of_a_neutral_character_count_in_every_turn(edition: str) -> None:
    # Given three players and a Neutral Character with 3 Poison Counters, controlled by whose turn it is.
    d = table(edition)
    x = d.character(0, "neutral", at="c3")
    d.counters(x, "Poison", 3)
    for seat, harmed in ((1, 1), (2, 2), (0, 3)):
        d.next_turn(seat)
        # Then it is harmed in each player's Starting Phase.
        assert (d.count(x, "Damage"), d.count(x, "Poison")) == (harmed, 3 - harmed)
