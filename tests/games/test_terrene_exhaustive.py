"""Plays random matches of Terrene with random legal decks until all that there is was used, and resolved.

Every card with its tokens, every instruction of every card and of every reward for XP, every ability, every
Status Condition and Gained Ability of the set, every colour, every counter, every event, every Action and an
answer to it.
"""

from __future__ import annotations

import pytest

from fadenet.engine import digest
from fadenet.engine.card import Card
from fadenet.engine.rules import Move
from fadenet.engine.state import Act, Row, State
from fadenet.games.terrene import cards, values
from fadenet.games.terrene import tables as t
from tests.builders import terrene_witnesses as witnesses
from tests.builders.journey import Found, Journey, said

GAMES_MAX = 600
GAMES_LONG = 3_000
FIRST = 1_200  # the seed from which everything is seen after few games, 71
SLICE = 12  # so many of these a normal run plays


class Terrene(Journey):
    """All that the cards can do."""

    doing = (t.V_RECRUIT, t.V_USE, t.V_TERRAIN, t.V_ATTACK)
    rare = frozenset({t.V_DISMISS})
    never = frozenset({t.V_RUN})

    def __init__(self, format: str = "duel", **options: str) -> None:
        rules = cards.load(format, options)
        made = rules.cards[1:]
        banners = {a.number for c in made for a in c.abilities if a.kind != "static"}
        due = {
            "keywords": witnesses.keywords_of(rules),
            "banners": {witnesses.banner(rules, n) for n in banners},
            "counters": {f"{word}, {way}" for word in t.COUNTERS for way in ("counter-put", "counter-gone")},
            "events": set(t.OWN_EVENTS),
            "rewards": {str(n + 1) for n in range(rules.figures.xp_free_choice_from)},
            "answers": {t.VERBS[verb] for verb in range(t.V_RECRUIT, t.V_RUN)},
        }
        super().__init__(rules, made, rules.seat_counts, due)
        for card in made:
            for n, program in enumerate(card.xp, 1):
                self.observe(card.slug, f"XP {n}", program)

    def used(self, s: State, row: Row, act: Act | None) -> int:
        return witnesses.used(s, row, act)

    def witness(self, s: State, row: Row, act: Act | None) -> Found:
        yield from said("keywords", witnesses.keywords(s, row, act))
        yield from witnesses.others(s, row, act)

    def goes_along(self, card: Card, text: str) -> bool:
        return card.name in text or f"{t.CLASSES[card.stats[t.S_CLASS] - 1]} " in text

    def pursue(self, s: State, moves: list[Move], wanted: set[int]) -> list[Move]:
        """On a Terrain whose rewards are needed: the best attacker fights, the weakest Character blocks."""
        if not s.turn or s.code[values.terrain(s, s.active)] not in wanted:
            return []
        attacks = [m for m in moves if m[0] == t.V_ATTACK]
        blocks = [m for m in moves if m[0] == t.V_BLOCK]
        best = sorted(attacks, key=lambda m: (s.num[t.XP][m[1]], values.figure(s, m[1], t.Q_ATK)))
        weak = sorted(blocks, key=lambda m: values.figure(s, m[1], t.Q_HP) - s.num[t.DAMAGE][m[1]])
        return best[-1:] + weak[:1]


@pytest.mark.slow
def test_most_is_used_and_resolves_in_a_few_games() -> None:
    """given random legal decks, when they meet a few times, then a fifth of the game was never at work at
    the most."""
    journey = Terrene()
    due = journey.count_unseen()
    journey.until_all_seen(SLICE, FIRST)
    assert journey.count_unseen() * 5 < due


@pytest.mark.long
def test_everything_is_used_and_resolves() -> None:
    """given random legal decks, when they meet often enough, then nothing in the game was never at work."""
    assert Terrene().until_all_seen(GAMES_MAX, FIRST) == {}


@pytest.mark.long
@pytest.mark.parametrize("additions", [{}, {"additions": "2015"}])
@pytest.mark.parametrize("format", ["duel", "2v2"])
@pytest.mark.parametrize("first", [10_000, 20_000])
def test_everything_is_used_in_every_format(format: str, additions: dict[str, str], first: int) -> None:
    """given other random games, when there are enough of them, then everything happens in each format."""
    assert Terrene(format, **additions).until_all_seen(GAMES_LONG, first) == {}


def test_what_never_happened_is_named() -> None:
    """given a single match, then much is left, by name, and nothing of that is what was seen."""
    journey = Terrene()
    left = journey.until_all_seen(1)
    assert {"cards", "keywords"} <= set(left) <= {"cards", *journey.due}
    assert all(not journey.seen[kind] & {*names} for kind, names in left.items() if kind != "cards")
    slugs = {line.split(": ")[0] for line in left["cards"]}
    assert slugs == {journey.rules.cards[code].slug for code in journey.wanted()}


def test_the_same_seed_gives_the_same_game() -> None:
    """given a seed, when the game is played twice, then both end in the same state."""
    assert digest.digest(Terrene().play(3)) == digest.digest(Terrene().play(3))
