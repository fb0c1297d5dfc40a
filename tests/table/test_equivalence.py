"""Every replica of a match is in the same state after every decision, whatever it knows of hidden cards.

The players, whoever looks on, and a dealer who sees all cards run the same transitions from the same public
facts. If one of them came to depend on something that only some know, honest nodes would part in the middle
of a match and accuse each other. A leak planted on purpose shows that these tests would notice.
"""

from __future__ import annotations

import copy
from collections import ChainMap, Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from fadenet import games
from fadenet.engine import atoms, kernel, needs, notation
from fadenet.engine.acts import A_ID, A_SEAT
from fadenet.engine.card import Card
from fadenet.engine.digest import digest, parts
from fadenet.engine.language import instructions
from fadenet.engine.rules import Rules
from fadenet.engine.state import NEED_WORDS, OPEN, TAKE, Act, Known, Row, State
from fadenet.games.fade.tables import HAND, NZ, TP
from fadenet.table.dealer import Dealer
from fadenet.table.follower import Follower
from tests.builders.playout import FAROE, RESTS_MAX, TABLES, Table, brisk, deck_lists, every_table, in_turn
from tests.builders.ten import TEN, Ten
from tests.table.ledger import Ledger
from tests.table.wire import Match, give_up

NETWORK_MATCHES = {"ten-duel-2": range(6), "faroe-duel-2": range(3, 4)}
NETWORK_ELSE = range(1)
"""Seeds of matches over the protocol objects in a normal run, between two: all signatures and commitments."""

STEPS_ELSE = 300
"""So far it follows the one match of such a table."""

STEPS_OF_SEVERAL = 100
"""Where more than two sit at the table, or play against a Legend, a normal run plays one match, so far."""

PLAIN_MATCHES = {"ten-duel-2": 20, "faroe-duel-2": 2}
PLAIN_ELSE = {"faroe": 1, "terrene": 5}
"""Matches on engine states alone in a normal run, and on the other tables of a game: by turns with packaged
decks and with prying cards."""

PLAIN_STEPS = 200
"""So many decisions of a match a normal run follows there; it follows the matches of `PLAIN_MATCHES` to the
end."""

LONG_MATCHES = {"ten": 2_000, "faroe": 200}

GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
ALL = {"private opening", "take", "recommit", "pool", "face-down"}
SECRETS = {"ten-duel-2": ALL, "faroe-duel-2": ALL}
MESSAGES = {"Private", "Take", "Recommit", "Pool", "Reveal", "Open", "face-down"}
"""The events that make knowledge differ, and so have to come up in the matches of a run; and as messages."""

SHARED = [table for table in TABLES if table.players > 1]
TWO = [table for table in SHARED if table.players == 2 and table.format not in games.OPTIONS]
SEVERAL = [table for table in SHARED if table not in TWO]
"""The tables whose matches the protocol carries."""

PRYING = {
    instructions.do_show,
    instructions.do_show_hand,
    instructions.do_look,
    instructions.do_search,
    instructions.do_shuffle_in,
}
"""The effects that give somebody knowledge of hidden cards, or take it away."""

two_seats = pytest.mark.parametrize("table", TWO, ids=str)
several = pytest.mark.parametrize("table", SEVERAL, ids=str)
both = pytest.mark.parametrize("game", sorted(GAMES))


def divergence(states: Mapping[str, State]) -> str:
    """Which states differ from the first one, and in which part of the digest first; "" if none does."""
    (name, first), *others = states.items()
    right = digest(first)
    for other, s in others:
        if digest(s) != right:
            mine, theirs = parts(first), parts(s)
            part = next((part for part in mine if mine[part] != theirs[part]), "nothing")
            return f"{other} differs from {name} first in {part}"
    return ""


def lists_for(rules: Rules, seed: int, players: int = 2) -> list[list[int]]:
    """The codes of every deck of a match: packaged ones, and in every other match as many prying
    cards as may be.

    The events that have to come up then do so whatever cards there are, and not by the luck of a seed.
    """
    if rules.name == "ten" or seed % 2 == 0:
        return deck_lists(rules, seed, players)
    random = Random(seed)

    def shuffle(cards: list[Card]) -> None:
        random.shuffle(cards)
        cards.sort(key=lambda card: not pries(rules, card))

    return [list(part) for _ in range(players) for part in rules.book.draw_deck(shuffle)]


def pries(rules: Rules, card: Card) -> bool:
    programs = [rules.programs[ability.program] for ability in card.abilities if ability.program >= 0]
    return any(step in PRYING for program in programs for step, _ in program)


def note(s: State, seen: Counter[str]) -> None:
    """Count what happens with hidden cards at this rest."""
    for w in s.needs:
        private = w.kind == OPEN and w.n >= 0
        seen["private opening" if private else NEED_WORDS[w.kind]] += 1
    seen["face-down"] += any(s.stated)
    seen["decisions"] += bool(s.asks)


# Over the protocol.


class Watch:
    """Compares all replicas whenever everybody has heard everything.

    A seat may have passed several rests at once then; each of its messages is signed over the state in
    between, so whoever took them in stood at the same one.
    """

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.batches = 0

    def __call__(self, match: Match) -> None:
        counts = {len(table.transcript.batches) for table in match.tables}
        assert len(counts) == 1, "after delivery all stand at the same rest"
        if counts == {self.batches}:
            return
        for batch in match.onlookers[0].transcript.batches[self.batches :]:
            self.seen.update(type(entry.payload).__name__ for entry in batch.entries)
        self.batches = counts.pop()
        states = {self.name(t, match): t.replica.state for t in match.tables if t.replica.state is not None}
        assert len(states) in (0, len(match.tables))
        if states:
            found = divergence(states)
            assert not found, f"{found}, after {match.decisions} decisions"
            self.seen["face-down"] += any(next(iter(states.values())).stated)
        assert len({t.transcript.table_digest for t in match.tables}) == 1
        self.agree([t.known for t in match.seats])

    def name(self, table: Follower, match: Match) -> str:
        place = match.tables.index(table)
        seats = len(match.seats)
        return f"seat {place + 1}" if place < seats else f"onlooker {place - seats + 1}"

    def agree(self, known: Sequence[Known]) -> None:
        """The knowledge of several seats about a card is the same."""
        for one, two in combinations(known, 2):
            assert all(one[h] == two[h] for h in one.keys() & two.keys())


def network(table: Table, seeds: Iterable[int], steps: int = 0) -> Counter[str]:
    """Play matches over the protocol objects with an onlooker; what came up in them.

    steps: how many, if not to the end; then all give up. In every other match players pass in advance.
    """
    seen: Counter[str] = Counter()
    rules, n = table.rules, table.players
    for seed in seeds:
        watch = Watch()
        match = Match(
            rules,
            seed,
            looking=1,
            after=watch,
            decks=lists_for(rules, seed, n),
            players=n,
            people=range(n) if seed % 3 else (),
            standing=seed % 2 == 1,
        )
        if steps:
            match.play(steps=steps)
            match.play(give_up)
        else:
            match.play()
        results = {table.result for table in match.tables}
        assert len(results) == 1 and None not in results
        assert all(
            table.ending.audited is not None and not table.ending.audited.findings for table in match.seats
        )
        seen += watch.seen
    return seen


@pytest.mark.slow
@in_turn(5, TWO, always=NETWORK_MATCHES)
def test_all_nodes_of_a_match_are_in_the_same_state(table: Table) -> None:
    """given matches over the protocol, then seats and onlooker agree after each decision and at the end."""
    steps = 0 if str(table) in NETWORK_MATCHES else STEPS_ELSE
    seen = network(table, NETWORK_MATCHES.get(str(table), NETWORK_ELSE), steps=steps)
    assert str(table) not in NETWORK_MATCHES or set(seen) >= MESSAGES, seen


@pytest.mark.slow
@in_turn(4, SEVERAL)
def test_all_nodes_of_several_seats_are_in_the_same_state(table: Table) -> None:
    """given the start of a match of several, or against a Legend, then all agree after each decision."""
    seen = network(table, [SEVERAL.index(table)], STEPS_OF_SEVERAL)
    assert seen["MoveMessage"] and (seen["Ack"] or table.players < 3)


@pytest.mark.long
@several
def test_all_nodes_of_whole_matches_of_several_seats_are_in_the_same_state(table: Table) -> None:
    """given whole matches of three or four seats, or against a Legend, then the same holds to the end."""
    network(table, range(2_000, 2_010))


@pytest.mark.long
@two_seats
def test_all_nodes_of_many_matches_are_in_the_same_state(table: Table) -> None:
    """given hundreds of matches over the protocol, then the same holds."""
    seen = network(table, range(1_000, 1_000 + LONG_MATCHES.get(table.game, 200)))
    assert str(table) not in NETWORK_MATCHES or set(seen) >= MESSAGES


# On engine states alone.


def plain(
    seed: int, table: Table, rules: Sequence[Rules] = (), dealer: Ledger | None = None, steps: int = RESTS_MAX
) -> Counter[str]:
    """One match of several states: the dealer's, each seat's, and one that only ever hears what is public.

    steps: how many decisions are made, if not all. rules: an object for each of them. The public one gets
    moves as text, openings and values, and is never asked for options; a seat's lists the moves of that seat
    only.
    """
    seen: Counter[str] = Counter()
    random = Random(seed)
    n = table.players
    lists = [*lists_for(table.rules, seed, n), *table.rules.ownerless]
    dealer = dealer or Ledger(lists, n, seed)
    truth, *own, public = (kernel.setup(r, n) for r in rules or [table.rules] * (n + 2))
    states = {
        "the public state": public,
        **{f"seat {i + 1}": s for i, s in enumerate(own)},
        "the dealer": truth,
    }
    rows: list[list[Row]] = []
    for _ in range(RESTS_MAX):
        found = divergence(states)
        assert not found, f"{found}, after {seen['decisions']} decisions of match {seed}"
        assert all(told == rows[0] for told in rows), "all are told the same events"
        assert not dealer.too_much(truth), "nobody knows what nothing has told"
        note(public, seen)
        if truth.over or seen["decisions"] > steps:
            return seen
        if truth.needs:
            choose(dealer, truth, random)
            rows = [dealer.deal(truth), *(needs.supply(s, dealer.said) for s in (*own, public))]
            continue
        for asked in [a.seat for a in truth.asks if kernel.ask_of(truth, a.seat) is not None]:
            mine = own[asked]
            move = brisk(random, kernel.options(mine, asked, dealer.known[asked]))
            text, opened = notation.format_move(mine, asked, move), dealer.opening(truth, move)
            rows = [kernel.apply(truth, asked, move, opened)]
            for s in (*own, public):
                rows.append(kernel.apply(s, asked, notation.parse_move(s, asked, text), opened))
            if truth.needs or truth.over:
                break
    raise AssertionError("the match does not end")


def choose(dealer: Dealer, s: State, random: Random) -> None:
    """Searches take any cards that fit, not only the first ones."""
    for w in s.needs:
        if w.kind == TAKE:
            taken: list[int] = []
            while there := dealer.takeable(s, w, taken):
                taken.append(random.choice(there))
            dealer.choose_take[w.id] = taken


@pytest.mark.slow
@in_turn(6, always=PLAIN_MATCHES)
def test_public_facts_alone_lead_to_the_same_states(table: Table) -> None:
    """given matches, then who knows all, each seat and who knows nothing agree at every rest."""
    seen: Counter[str] = Counter()
    first = [one for one in TABLES if one.game == table.game].index(table)
    for seed in range(first, first + PLAIN_MATCHES.get(str(table), PLAIN_ELSE.get(table.game, 2))):
        seen += plain(seed, table, steps=RESTS_MAX if str(table) in PLAIN_MATCHES else PLAIN_STEPS)
    assert seen["decisions"] > 100
    assert str(table) not in SECRETS or set(seen) >= SECRETS[str(table)], seen


@pytest.mark.long
@every_table
def test_public_facts_alone_lead_to_the_same_states_in_many_matches(table: Table) -> None:
    """given more matches, then the same holds."""
    for seed in range(10_000, 10_000 + 5 * LONG_MATCHES.get(table.game, 200)):
        plain(seed, table)


# A leak is found.


def peek(s: State, act: Act) -> None:
    """A leaky effect: one TP more if a card that the rules object happens to know is in the foe's hand."""
    foe = 1 - act[A_SEAT]
    rules: Any = s.rules
    if any(rules.seen.get(h, 0) % 2 for h in s.zones[foe * NZ + HAND]):
        atoms.put(s, TP, act[A_SEAT] + 1, 1, act[A_ID], act[A_SEAT])


def leaky(game: str, seen: Mapping[int, int]) -> Rules:
    """Rules with an effect too many, which reads what this replica alone has seen."""
    rules: Any = Ten() if game == "ten" else copy.copy(FAROE)
    rules.seen = seen
    if game == "ten":
        rules.peeked = 1
    else:
        rules.programs = [(*program, (peek, ())) for program in FAROE.programs]
    return rules  # type: ignore[no-any-return]


COLUMN = {"ten": "num0", "faroe": f"num{TP}"}


@pytest.mark.slow
@both
def test_a_leak_parts_the_replicas(game: str) -> None:
    """given an effect that reads hidden cards, when matches are played, then its column is reported; where
    it finds nothing to read, it parts nobody."""

    def match(seed: int, leaks: bool) -> str:
        dealer = Ledger(deck_lists(GAMES[game], seed), 2, seed)
        known: Sequence[Mapping[int, int]] = (dealer.truth, *dealer.known, {})
        rules = [leaky(game, seen if leaks else {}) for seen in known]
        try:
            plain(seed, Table(game, "duel", 2), rules, dealer)
        except AssertionError as error:
            return str(error)
        return ""

    parted, report = next((seed, found) for seed in range(8) if (found := match(seed, True)))
    assert f"first in {COLUMN[game]}," in report
    assert not match(parted, False)


@both
def test_a_leak_parts_the_nodes_of_a_match(game: str) -> None:
    """given that effect on nodes that know what their seats know, then its column is reported."""
    report = ""
    for seed in range(8):
        known: list[dict[int, int]] = [{}, {}]
        seen: list[Any] = [ChainMap(known[0]), ChainMap(known[1]), {}]
        match = Match(GAMES[game], seed, looking=1, rules=[leaky(game, k) for k in seen], after=Watch())
        for table, view in zip(match.seats, seen, strict=False):
            view.maps[0] = table.known
        try:
            match.play()
        except AssertionError as error:
            report = str(error)
            break
    assert f"first in {COLUMN[game]}," in report
