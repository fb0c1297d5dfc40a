"""The worth of the cards of a set, by games of bots whose decks hold many of them.

A card is judged by the games in which it came to hand, since nobody chooses that; which cards are played is
chosen by whoever is ahead. Its share of them is held against that of the game's own cards of the same cost.

A share needs thousands of games to tell a strong card from a good one. So its uses are judged as well, by how
much better they make its player's position, by the bots' judgement: half as much damage again shows in tens
of games. A card is called strong if it brings more where it comes to hand than any of the game's own of its
kind and cost, which lie in the same decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import combinations
from math import ceil, sqrt
from random import Random
from typing import Any, Final

from fadenet.bots.arena.games import Variant, random_deck
from fadenet.bots.arena.interval import interval
from fadenet.bots.arena.pairs import void_on_error
from fadenet.bots.arena.workers import Executor
from fadenet.bots.blunders.review import Decision, reviewed
from fadenet.bots.blunders.waste import is_spent_for_nothing, settled
from fadenet.bots.judgement import judgement_of
from fadenet.engine.card import Card
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import ACT, RESPOND
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import Deck, check_deck, load_deck, packaged

COPIES: Final = 2
"""So many copies of a card of the set are put into a deck."""
TRIES: Final = 24
"""So often a deck with cards of the set is drawn until it is legal; each time with fewer of them."""
AT_HAND: Final = 200
"""In so many games a card is to come to hand: the reach of its share is 7 points then."""
FIRST_GAMES: Final = 20
"""After so many games it is told how many it takes."""
GAMES_MAX: Final = 4_000
LEGAL_MIN: Final = 50
"""A card that was legal in so many positions and never chosen is one that the bot does not understand."""
APART: Final = 0.05
"""A share has to lie so far off that of other cards to be called strong or weak."""
SURE_Z: Final = 3.0
"""And so many standard errors: of thirty cards that are like all others none is, in twelve weighings of
thirteen."""
GAIN_MIN: Final = 40
"""In so many games a card has come to hand before it is said what it brings."""
PEERS_MIN: Final = 3
"""So many of the game's own cards of its kind and cost there are that a card is held against."""
GRAINS_MAX: Final = 50
"""So many of the smallest differences that are worth a word count of one use: a threat to win counts for
thousands, and one such use would hide all others."""
MORE: Final = 0.2
"""By such a part a card brings more than each of them to be called strong."""
GAIN_Z: Final = 2.0
"""And by so many standard errors: it has to be better than all of them at once."""
ONE_OF: Final = 10
"""Of so many, the best one is left out: a game may have a card that is too strong itself."""
HARDLY: Final = 200
"""A card that is chosen in fewer than one of so many positions in which it could be is hardly ever chosen."""
PAIRS_TOLD: Final = 5


@dataclass(frozen=True, slots=True)
class Weighing:
    """The setting from which every game follows by its number. code: that of the set that is weighed."""

    variant: Variant
    bot: str
    code: str

    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.variant.rules()


@dataclass(slots=True)
class CardTally:
    """A card in some games, counted by seats.

    points: of a game one is won with 2, drawn with 1. held: it was in the deck; hand: it came to hand;
    played: it was used; turns: of the games in which it came to hand. legal, chosen: positions in which it
    could be used, and was; wasted: of the latter, the ones after which all is as before. gains: the points
    that its uses brought where it came to hand, but for those that ended the match; squares: the sum of the
    squares of a game's.
    """

    held: int = 0
    held_points: int = 0
    hand: int = 0
    hand_points: int = 0
    played: int = 0
    played_points: int = 0
    turns: int = 0
    legal: int = 0
    chosen: int = 0
    wasted: int = 0
    gains: int = 0
    squares: int = 0

    def add(self, other: CardTally) -> None:
        """Count what came of it elsewhere as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class GamesTally:
    """The cards of some games. cards: by slug; pairs: by two slugs of the set, ascending, (games in which
    both came to hand, points in them)."""

    games: int = 0
    turns: int = 0
    cards: dict[str, CardTally] = field(default_factory=dict)
    pairs: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def add(self, other: GamesTally) -> None:
        """Count other games as well."""
        self.games += other.games
        self.turns += other.turns
        for slug, card in other.cards.items():
            self.cards.setdefault(slug, CardTally()).add(card)
        for pair, (n, points) in other.pairs.items():
            before = self.pairs.get(pair, (0, 0))
            self.pairs[pair] = before[0] + n, before[1] + points


# Playing.


def weigh_game(weighing: Weighing, number: int) -> GamesTally:
    """The tally of the game of this number. Raises `PairVoid`."""
    rules, seats = weighing.rules(), weighing.variant.seats
    own, peers = _own_codes(rules, weighing.code), kindred(rules, weighing.code)
    dice = Random(f"weigh {number}")
    decks = [featured_deck(rules, own, dice, peers) for _ in range(seats)]
    with void_on_error(f"Game {number} of {weighing.bot}"):
        review = reviewed(rules, [weighing.bot] * seats, decks, dice.getrandbits(32))
    over = review.over
    best = min(over) if over else 0
    tally = GamesTally(1, review.turns)
    for seat, deck in enumerate(decks):
        won = 0 if not over or over[seat] != best else 1 if over.count(best) > 1 else 2
        decisions = [one for one in review.decisions if one.seat == seat]
        _count(tally, rules, own, deck, decisions, won, review.turns)
    return tally


@lru_cache(1)
def _own_codes(rules: Rules, code: str) -> tuple[int, ...]:
    return tuple([card.code for card in rules.cards[1:] if card.slug.startswith(f"{code}:")])


@lru_cache(1)
def kindred(rules: Rules, code: str) -> tuple[int, ...]:
    """The cards of the game's own decks that are of a kind of which the set has cards."""
    own = {card.code for card in rules.cards[1:] if ":" not in card.slug}
    kinds = {rules.cards[one].types for one in _own_codes(rules, code)}
    lists = [load_deck(rules, name).lists for name in packaged(rules) if ":" not in name]
    there = {one for deck in lists for part in deck for one in part}
    return tuple(sorted(one for one in there & own if rules.cards[one].types in kinds))


def featured_deck(rules: Rules, own: Sequence[int], dice: Random, peers: Sequence[int] = ()) -> Deck:
    """A legal deck with as many cards of these codes as half of it holds, and half as many of the peers,
    drawn by the dice; where no such deck is legal, one drawn from all cards."""
    sizes = [len(part) for part in random_deck(rules, dice).lists]
    table = catalogue_of(rules).table
    for tried in range(TRIES):
        most = max(sizes[0] // (2 * COPIES) * (TRIES - tried) // TRIES, 1)
        chosen = dice.sample(list(own), min(len(own), most))
        chosen += dice.sample(list(peers), min(len(peers), most // 2))
        seen: list[list[int]] = [[] for _ in sizes]
        for code in chosen:
            at = min(table(rules.cards[code]), len(sizes) - 1)
            seen[at] += [code] * (COPIES if at == 0 else 1)
        if all(len(part) <= size for part, size in zip(seen, sizes, strict=True)):
            lists = rules.book.complete_deck(seen, sizes, dice.shuffle)
            if not check_deck(rules, lists):
                return Deck("drawn at random", "", lists)
    return random_deck(rules, dice)


def _count(
    tally: GamesTally,
    rules: Rules,
    own: Sequence[int],
    deck: Deck,
    decisions: Sequence[Decision],
    points: int,
    turns: int,
) -> None:
    """Count what came of the cards of one seat."""
    hand, played = set[str](), set[str]()
    legal, chosen, wasted = Counter[str](), Counter[str](), Counter[str]()
    brought = Counter[str]()
    of_set = {rules.cards[code].slug for code in own}
    uses = judgement_of(rules).USES
    for decision in decisions:
        if decision.kind not in (ACT, RESPOND):
            continue
        known, s = decision.at.hidden.known[decision.seat], decision.at.state
        for h in s.zones[rules.zone_id(decision.seat, rules.hand_kind)]:
            if code := s.code[h] or known.get(h, 0):
                hand.add(rules.cards[code].slug)
        offered = {decision.card(move) for move in decision.options if move[0] in uses} - {""}
        hand |= offered
        legal.update(offered)
        slug = decision.card(decision.move) if decision.move[0] in uses else ""
        if slug:
            played.add(slug)
            chosen[slug] += 1
            wasted[slug] += slug in of_set and is_spent_for_nothing(decision)
            if (gain := gain_of(decision)) is not None:
                brought[slug] += gain
    for slug in {rules.cards[code].slug for part in deck.lists for code in part}:
        card = tally.cards.setdefault(slug, CardTally())
        is_hand, is_played = int(slug in hand), int(slug in played)
        gain = brought[slug] * is_hand
        card.add(
            CardTally(
                *(1, points, is_hand, is_hand * points, is_played, is_played * points, is_hand * turns),
                *(legal[slug], chosen[slug], wasted[slug]),
                *(gain, gain * gain),
            )
        )
    for pair in combinations(sorted(hand & of_set), 2):
        before = tally.pairs.get(pair, (0, 0))
        tally.pairs[pair] = before[0] + 1, before[1] + points


def gain_of(decision: Decision) -> int | None:
    """The points by which a use makes the position of its player better, in the judgement of its game's bots
    and if nobody answers, `GRAINS_MAX` of their grains at most; None = the match is over then, or would be
    without it."""
    view, s = decision.at.all_seen(decision.seat), decision.at.state
    before = settled(decision, PASS_MOVE, []) if decision.kind == RESPOND else s
    after = settled(decision, decision.move, [])
    if before.over or after.over:
        return None
    judge = judgement_of(rules_of(s))
    most = GRAINS_MAX * judge.GRAIN
    points = [judge.position(one, decision.seat, view.known) for one in (before, after)]
    return max(-most, min(points[1] - points[0], most))


# Judging.


@dataclass(frozen=True, slots=True)
class Gain:
    """The points that the uses of a card bring in a game in which it comes to hand, in the mean, with their
    standard error."""

    card: Card
    points: float
    error: float


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """The judgement of a card of the set.

    share: of the games in which it came to hand, those that were won, 0 to 1, with its 95 % interval; unused:
    of those in which it lay in the deck; usual: the share of the game's own cards of its cost. gain: what
    it brings, best: what the best of the game's own cards does that are of its kind and cost no more; None =
    too few games. better: whether it surely brings more than those (`is_better`). finding: what is doubted
    about it, "" = nothing.
    """

    card: Card
    cost: int | None
    tally: CardTally
    share: float | None
    reach: tuple[float, float] | None
    played: float | None
    unused: float | None
    usual: float
    turns: float | None
    gain: Gain | None
    best: Gain | None
    better: bool
    finding: str


def verdicts(rules: Rules, code: str, tally: GamesTally) -> list[CardVerdict]:
    """The verdicts on the cards of the set of this code, those that stand out most first."""
    usual, cost_of = _usual(rules, code, tally), _costs(rules)
    gains = {slug: gain for slug, one in tally.cards.items() if (gain := _gain(rules.by_slug[slug], one))}
    found = []
    for number in _own_codes(rules, code):
        card = rules.cards[number]
        one = tally.cards.get(card.slug, CardTally())
        cost = cost_of(card)
        share = _share(one.hand_points, one.hand)
        level = usual.get(cost, usual[None])
        gain, peers = gains.get(card.slug), _peers_of(rules, card, gains)
        better = gain is not None and is_better(gain, peers)
        verdict = CardVerdict(
            card=card,
            cost=cost,
            tally=one,
            share=share,
            reach=None if share is None else interval(share, one.hand),
            played=_share(one.played_points, one.played),
            unused=_share(one.held_points - one.hand_points, one.held - one.hand),
            usual=level,
            turns=one.turns / one.hand if one.hand else None,
            gain=gain,
            best=max(peers, key=lambda peer: peer.points, default=None),
            better=better,
            finding=_finding(one, share, level, better),
        )
        found.append(verdict)
    return sorted(found, key=lambda one: (not one.finding, -abs((one.share or one.usual) - one.usual)))


def _gain(card: Card, one: CardTally) -> Gain | None:
    if one.hand < GAIN_MIN:
        return None
    mean = one.gains / one.hand
    spread = max(one.squares / one.hand - mean * mean, 0.0)
    return Gain(card, mean, sqrt(spread / (one.hand - 1)))


def _peers_of(rules: Rules, card: Card, gains: Mapping[str, Gain]) -> list[Gain]:
    """The gains of the game's own cards that are of the same kind and cost no more, [] where they are few."""
    cost_of = _costs(rules)
    cost = cost_of(card) or 0
    peers = [
        gain
        for slug, gain in gains.items()
        if ":" not in slug and gain.card.types == card.types and (cost_of(gain.card) or 0) <= cost
    ]
    return peers if len(peers) >= PEERS_MIN else []


def is_better(gain: Gain, peers: Sequence[Gain]) -> bool:
    """Whether a card surely brings more than each of these, of which there are some; of many, than each but
    the best, and no less than that one."""
    usual = sorted(peers, key=lambda peer: peer.points)
    if len(usual) >= ONE_OF and usual.pop().points > gain.points:
        return False
    return bool(usual) and all(
        gain.points - peer.points >= max(MORE * peer.points, GAIN_Z * sqrt(gain.error**2 + peer.error**2))
        for peer in usual
    )


def _share(points: int, games: int) -> float | None:
    return points / 2 / games if games else None


def _costs(rules: Rules) -> Callable[[Card], int | None]:
    catalogue = catalogue_of(rules)
    return lambda card: catalogue.facts(card)[catalogue.curves[0]]


def _usual(rules: Rules, code: str, tally: GamesTally) -> Mapping[int | None, float]:
    """By cost the share of the games in which other cards than those of the set came to hand; by None that of
    all of them, which takes the place of a cost that is rare."""
    cost_of = _costs(rules)
    counts: dict[int | None, list[int]] = {None: [0, 0]}
    for slug, one in tally.cards.items():
        if not slug.startswith(f"{code}:"):
            for cost in (None, cost_of(rules.by_slug[slug])):
                line = counts.setdefault(cost, [0, 0])
                line[0] += one.hand_points
                line[1] += one.hand
    return {
        cost: points / 2 / n if n else 0.5
        for cost, (points, n) in counts.items()
        if cost is None or n >= AT_HAND
    }


def _finding(one: CardTally, share: float | None, usual: float, better: bool) -> str:
    """The doubt about a card, "" = none. better: whether it brings more than all others of its kind."""
    if not one.legal and one.hand >= LEGAL_MIN:
        return "never legal"
    if not one.chosen and one.legal >= LEGAL_MIN:
        return "legal and never chosen"
    if HARDLY * one.chosen < one.legal:
        return "hardly ever chosen"
    if one.chosen and 2 * one.wasted > one.chosen and one.chosen >= FIRST_GAMES:
        return "mostly without effect"
    if better:
        return "strong"
    if share is None or abs(share - usual) < APART:
        return ""
    if abs(share - usual) < SURE_Z * sqrt(usual * (1 - usual) / one.hand):
        return ""
    return "strong" if share > usual else "weak"


def pairs_apart(tally: GamesTally) -> list[tuple[tuple[str, str], int, float, float]]:
    """Cards that win together more than apart, beyond chance, the most so first: (both, games in which both
    came to hand, share of them that was won, the mean of both cards' own shares)."""
    found = []
    for pair, (n, points) in tally.pairs.items():
        shares = [_share(tally.cards[slug].hand_points, tally.cards[slug].hand) for slug in pair]
        apart = sum(share or 0.0 for share in shares) / 2
        together = points / 2 / n
        if together - apart >= max(APART, SURE_Z * sqrt(max(apart * (1 - apart), 0.01) / n)):
            found.append((pair, n, together, apart))
    return sorted(found, key=lambda one: one[3] - one[2])[:PAIRS_TOLD]


def games_needed(rules: Rules, code: str, tally: GamesTally) -> int:
    """How many games it takes until the cards of the set have come to hand `AT_HAND` times in the mean, by
    what the first games have come to; `GAMES_MAX` at most."""
    own = [tally.cards.get(rules.cards[number].slug, CardTally()).hand for number in _own_codes(rules, code)]
    each = sum(own) / (len(own) or 1) / (tally.games or 1)
    return min(max(ceil(AT_HAND / each) if each else GAMES_MAX, FIRST_GAMES), GAMES_MAX)


def weighed(
    weighing: Weighing, executor: Executor, games: int = 0
) -> Generator[tuple[GamesTally, int], None, None]:
    """(what came of the games so far, the same object every time; how many they are to be, 0 = that is not
    known yet). games: so many, 0 = as many as the first ones say that it takes."""
    total, work = GamesTally(), partial(weigh_game, weighing)
    for one in executor.each(work, range(games or FIRST_GAMES)):
        total.add(one)
        yield total, games
    if not games:
        needed = games_needed(weighing.rules(), weighing.code, total)
        for one in executor.each(work, range(FIRST_GAMES, needed)):
            total.add(one)
            yield total, needed


def data_of(found: Sequence[CardVerdict]) -> list[dict[str, Any]]:
    """The verdicts as plain data."""
    return [
        {
            "card": one.card.slug,
            "name": one.card.name,
            "cost": one.cost,
            "games": one.tally.held,
            "hand": one.tally.hand,
            "share": one.share,
            "interval": one.reach,
            "usual": one.usual,
            "played": one.tally.played,
            "played_share": one.played,
            "unused_share": one.unused,
            "turns": one.turns,
            "gain": _gain_data(one.gain),
            "best": _gain_data(one.best),
            "legal": one.tally.legal,
            "chosen": one.tally.chosen,
            "wasted": one.tally.wasted,
            "finding": one.finding,
        }
        for one in found
    ]


def _gain_data(gain: Gain | None) -> dict[str, Any] | None:
    return None if gain is None else {"card": gain.card.slug, "points": gain.points, "error": gain.error}
