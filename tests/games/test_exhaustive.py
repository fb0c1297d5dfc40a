"""Plays random matches of each edition with random legal decks until all that there is was used, and worked.

Every card, every instruction of every card, every ability, every keyword, every kind of Counter, every event
that triggers anything; in matches against Legends all that is theirs.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from random import Random
from typing import Any

import pytest

from fadenet import games
from fadenet.engine import atoms, digest
from fadenet.engine.acts import A_ABILITY, A_MODE, A_SRC
from fadenet.engine.card import Card
from fadenet.engine.kernel import V_NO
from fadenet.engine.state import HANDLE_MASK, ROW_CARD, ROW_EVENT, Act, Row, State
from fadenet.games.fade import edition
from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import FadeCard, FadeRules, rules_of
from tests.builders import witnesses
from tests.builders.card_sets import SETS, CardSet
from tests.builders.journey import Found, Journey, said
from tests.builders.monitors import monitors
from tests.builders.scenario import GAME_OF

GAMES_MAX = 300
GAMES_LONG = 2_000
FIRST = {"faroe": 400, "fade2": 100, "fade1": 300}
"""The seeds from which everything is seen after the fewest games: 33, 17 and 8."""
SLICE = {"faroe": 5, "fade2": 4, "fade1": 2}
"""So many of these a normal run plays."""


class Fade(Journey):
    """The things that all matches of the family have in common."""

    doing = (t.V_USE, t.V_PLAY, t.V_ACTIVATE, t.V_SHOW, t.V_PLACE, t.V_VEIL, t.V_UNVEIL)

    def play(self, seed: int) -> State:
        """A game under the eyes of the monitors."""
        self.monitors = monitors()
        return super().play(seed)

    def used(self, s: State, row: Row, act: Act | None) -> int:
        """A card is used when an action that is neither an Attack nor an ability is carried out, or is
        played."""
        if (
            row[ROW_EVENT] == t.E_PLAYED
            and rules_of(s).cards[s.code[row[ROW_CARD]]].types & rules_of(s).edition.quiet_plays
        ):
            return row[ROW_CARD]
        if (
            row[ROW_EVENT] != atoms.RESOLVED
            or act is None
            or act[A_MODE] in (t.M_NORMAL, t.M_ABILITY, t.M_TRIGGER)
        ):
            return 0
        return act[A_SRC] & HANDLE_MASK  # type: ignore[no-any-return]


class Duels(Fade):
    """All that Players' cards can do, in duels. seen: the slugs of those that are not looked for, nor the
    events at which no other card triggers anything.
    """

    def __init__(self, it: CardSet, seen: Container[str] = ()) -> None:
        self.events = it.language.events
        awaited = {a.event for card in it.cards if card.slug not in seen for a in card.abilities}
        due = {"events": {name for name, (n, _) in self.events.items() if not seen or n in awaited}}
        if it.name == "faroe":
            due |= {"keywords": set(it.keywords), "Counters": set(t.COUNTERS)}
        rules = edition.load(GAME_OF[it.name], edition.edition_of(it.name))
        self.figures = rules.figures
        own = [c for c in rules.cards[1:] if not (c.legend or c.is_brought)]
        super().__init__(rules, own, (2,), due)
        self.parts -= {part for part in self.parts if part[0] in seen}
        if rules.edition.attacks.on_hit == "inline":
            due["events"].discard("hit")
            inline = [part for n, part in self.names.items() if rules.abilities[n].event == t.E_HIT]
            self.parts -= {*inline}  # what it does is seen, but it is no action

    def witness(self, s: State, row: Row, act: Act | None) -> Found:
        if row[ROW_EVENT] == atoms.RESOLVED and act is not None and act[A_MODE] == t.M_TRIGGER:
            event = self.rules.abilities[act[A_ABILITY]].event
            yield from said("events", (name for name, (n, _) in self.events.items() if n == event))
        if "keywords" in self.due:
            yield from said("keywords", witnesses.keywords(s, row, act))
            yield from said("Counters", witnesses.counters(s, row, act))

    def goes_along(self, card: Card, text: str) -> bool:
        """The words that it names, and those that have to do with the Counters that it speaks of."""
        return card.name in text or any(f"{word} " in text and word in card.text for word in t.COUNTERS)

    def draft(self, random: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Characters that may be in the Deck are in the Fighter Pool or in the Deck."""
        wanted = [self.rules.cards[code] for code in self.needed(random)]
        others = random.sample(self.cards, len(self.cards))
        main: list[int] = []
        pool: list[int] = []
        levels = self.figures.fighter_pool_max_total_level
        for card in [*wanted, *others, *others, *others, *others]:
            place = self._place(card, main, pool, levels, random)
            if place is pool:
                levels -= max(card.stats[t.S_LEVEL], 0)
            if place is not None:
                place.append(card.code)
        return tuple(main), tuple(pool)

    def _place(
        self, card: Card, main: list[int], pool: list[int], levels: int, random: Random
    ) -> list[int] | None:
        """Where another copy of a card may go."""
        assert isinstance(card, FadeCard)
        figures = self.figures
        one = card.keywords[t.K["Mythical"]]
        most = figures.copies_max_mythical if one else card.copies
        if main.count(card.code) + pool.count(card.code) >= most:
            return None
        if card.types & t.CHARACTER and not (card.in_deck and random.random() < 0.5):
            most = figures.fighter_pool_max_cards
            fits = (not most or len(pool) < most) and card.stats[t.S_LEVEL] <= levels
            return pool if fits else None
        return main if len(main) < figures.deck_min else None


class Legend(Fade):
    """All that a Legend and the cards that are Unique to it can do, against one to four Players."""

    def __init__(self, slug: str) -> None:
        rules: FadeRules = edition.load_edition("faroe", "legend", {"legend": slug})
        legend = rules.by_slug[slug]
        own = [c for c in rules.cards[1:] if legend.name in c.unique_to]
        super().__init__(rules, [legend, *own], rules.seat_counts, {})
        self.parts.remove((slug, "its use"))

    def witness(self, s: State, row: Row, act: Act | None) -> Found:
        return ()


class Raider(Fade):
    """All that a Raider can do, against one to four Players, the second of whom brings another one."""

    rare = frozenset({V_NO})  # else hardly any Raider would be agreed on

    def __init__(self, slug: str) -> None:
        other = next(name for name in games.choices("fade2", "raiders") if name != slug)
        rules = edition.load_edition("fade2", "raiders", {"raiders": f"{slug},{other}"})
        super().__init__(rules, [rules.by_slug[slug]], rules.seat_counts, {})
        self.parts.remove((slug, "its use"))

    def witness(self, s: State, row: Row, act: Act | None) -> Found:
        return ()


def duels(name: str) -> Duels:
    """Words that two editions share are looked for in the one that comes first here."""
    before = [SETS[other] for other in SETS][: [*SETS].index(name)]
    return Duels(SETS[name], {card.slug for one in before for card in one.cards})


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_most_is_used_and_resolves_in_a_few_games(name: str) -> None:
    """given random legal decks, when they meet a few times, then a fifth of the game was never at work at
    the most."""
    journey = duels(name)
    due = journey.count_unseen()
    journey.until_all_seen(SLICE[name], FIRST[name])
    assert journey.count_unseen() * 5 < due


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
def test_everything_is_used_and_resolves(name: str) -> None:
    """given random legal decks, when they meet often enough, then nothing in the game was never at work."""
    assert duels(name).until_all_seen(GAMES_MAX, FIRST[name]) == {}


def dear(slugs: Iterable[str], dearest: str) -> list[Any]:
    """All of them; the one that takes the most matches only in a long run."""
    return [pytest.param(slug, marks=[pytest.mark.long] * (slug == dearest)) for slug in slugs]


@pytest.mark.slow
@pytest.mark.parametrize("slug", dear(games.choices("faroe", "legend"), "orsolme-of-the-drowned-choir"))
def test_everything_of_a_legend_is_used_and_resolves(slug: str) -> None:
    """given a Legend, when Players meet it often enough, then none of its cards was never at work."""
    assert Legend(slug).until_all_seen(GAMES_MAX) == {}


@pytest.mark.slow
@pytest.mark.parametrize("slug", dear(games.choices("fade2", "raiders"), "mother-of-switches"))
def test_everything_of_a_raider_is_used_and_resolves(slug: str) -> None:
    """given a Raider, when Players meet it often enough, then nothing that it can do was never at work."""
    assert Raider(slug).until_all_seen(GAMES_MAX) == {}


def test_every_card_for_legends_belongs_to_one_that_is_played() -> None:
    """given the cards that Players may not have, then each is of a Legend that comes with the edition."""
    rules = games.load("faroe")
    assert isinstance(rules, FadeRules)
    names = {rules.by_slug[slug].name for slug in games.choices("faroe", "legend")}
    assert all(c.name in names or names & {*c.unique_to} for c in rules.cards if c.legend)


@pytest.mark.long
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("first", [10_000, 20_000, 30_000])
def test_everything_is_used_from_other_seeds_too(name: str, first: int) -> None:
    """given other random games, when there are enough of them, then everything happens in them as well."""
    assert Duels(SETS[name]).until_all_seen(GAMES_LONG, first) == {}


@pytest.mark.long
@pytest.mark.parametrize("slug", games.choices("faroe", "legend"))
@pytest.mark.parametrize("first", [10_000, 20_000, 30_000])
def test_everything_of_a_legend_is_used_from_other_seeds_too(slug: str, first: int) -> None:
    """given other random games, when there are enough of them, then everything happens in them as well."""
    assert Legend(slug).until_all_seen(GAMES_LONG, first) == {}


@pytest.mark.long
def test_the_same_seed_gives_the_same_game() -> None:
    """given a seed, when the game is played twice, then both end in the same state."""
    faroe = SETS["faroe"]
    assert digest.digest(Duels(faroe).play(3)) == digest.digest(Duels(faroe).play(3))
