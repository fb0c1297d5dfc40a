"""Terrene at two nodes' tables: secret set-ups, cards that change hands, several games in a match, liars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import pytest

from fadenet import games
from fadenet.engine.card import Card
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import TableNeed
from fadenet.games.decks import load_deck
from fadenet.games.terrene import tables as t
from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.view import SeatView
from protocol.faults import IllegalEntry
from protocol.files import FileState, verify_file
from protocol.messages import MoveMessage, Pool, Private, Take
from protocol.needs import NeedPrivate
from tests.table.wire import Brazen, Match, acting, file_of, give_up

DUELS = {"book": games.load("terrene"), "additions": games.load("terrene", additions="2015")}
BOOK = DUELS["book"]
TALON = BOOK.by_slug["talon-the-pickpocket"]
duels = pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.long] * (name != "book")) for name, rules in DUELS.items()],
    ids=DUELS,
)

MATCHES = 5
"""So many matches at most are looked through for one in which a card is used that somebody else owns."""


HANDED = 24
"""So many for three in which a card changes hands that nobody else sees."""


def messages(table: Follower) -> Iterator[tuple[int, object]]:
    """(author, payload) of every entry of a match."""
    for batch in table.transcript.batches:
        for entry in batch.entries:
            yield entry.seat, entry.payload


def ended(match: Match, guilty: Sequence[tuple[int, int, str]] = ()) -> None:
    """Both nodes hold one RESULT with these findings, and the file of either says the same to a stranger."""
    one, two = match.seats
    assert one.result is not None and one.result == two.result
    for table in match.seats:
        assert table.ending.audited is not None and table.ending.audited.findings == tuple(guilty)
        report = verify_file(file_of(table), Replica(table.rules))
        state = FileState.GUILTY if guilty else FileState.VALID
        assert (report.state, report.findings) == (state, tuple(guilty))


# Whole matches.


@pytest.mark.slow
@duels
def test_hidden_cards_go_back_unseen_between_games(rules: Rules) -> None:
    """given several games, then each begins with the whole decks, and some picks were never shown."""
    unseen = 0
    for seed in range(3):
        match = Match(rules, seed, looking=1).play()
        ended(match)
        (table,) = match.onlookers
        assert table.replica.state is not None and table.result == match.seats[0].result
        played = table.replica.state.vars[t.G_GAMES]
        made = [(seat, said) for seat, said in messages(table) if isinstance(said, Pool)]
        whole = [seat for seat, said in made if len(said.hashes) == 30 * 32]
        assert played >= 2 and sorted(whole) == [0] * played + [1] * played
        picks = [said for _, said in messages(table) if isinstance(said, Take) and len(said.coms) == 9]
        assert len(picks) == 2 * played and not any(said.ops for said in picks)
        opened = table.transcript.play.ledger.card
        unseen += sum(com not in opened for said in picks for com in said.coms)
    assert unseen, "picks that nobody has seen went back"


# Cards that change hands.


class Thief:
    """Both players send an empty-handed Talon against who holds something, and use what it brings."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.used = 0

    def __call__(self, table: TableSeat) -> list[bytes]:
        view, search = table.view, table.search()
        if view is not None and search is not None:
            there = sorted(view.takeable(search), key=lambda h: view.code(h) != TALON.code)
            return table.take(there)
        if view is None or table.question() is None:
            return []
        options = view.options()
        worth = [self.worth(view, move) for move in options]
        best = [move for move, n in zip(options, worth, strict=True) if n == max(worth)]
        self.used += max(worth) == 9
        return table.answer(self.match.random.choice(best))

    def worth(self, view: SeatView, move: Move) -> int:
        s = view.state
        if any(s.owner[h] != view.index for h, _ in view.opened(move)):
            return 9
        h = next((x for x in move[1:2] if type(x) is int and x > 0), 0)
        talon = view.code(h) == TALON.code
        if move[0] == t.V_DISMISS:
            return 8 if view.code(s.host[h]) == TALON.code and s.owner[h] == view.index else -1
        if move[0] == t.V_BLOCK:
            return 7 if h in s.kids and not talon else 1
        return {t.V_RECRUIT: 6 if talon else 4, t.V_ATTACK: 5 if talon else -1, t.V_END: 0}.get(move[0], -1)


def thieves() -> list[list[int]]:
    """Legal decks with three of Talon the Pickpocket."""
    deck = [code for code in load_deck(BOOK, "jin").lists[0] if code != TALON.code]
    spare = [code for code in deck if deck.count(code) > 1 and holdable(BOOK.cards[code])]
    for code in spare[: 3 - (30 - len(deck))]:
        deck.remove(code)
    return [[*deck, *[TALON.code] * 3]] * 2


@pytest.mark.slow
@duels
def test_a_hidden_card_is_used_by_whoever_has_got_it(rules: Rules) -> None:
    """given cards that change hands unseen, then their new players can show them, and all nodes agree."""
    for seed in range(MATCHES):
        match = Match(rules, seed, looking=1, decks=thieves())
        thief = Thief(match)
        match.play(thief)
        ended(match)
        if thief.used:
            ops = [
                op
                for seat, said in messages(match.seats[0])
                if isinstance(said, MoveMessage)
                for op in said.ops
                if op.com.owner != seat
            ]
            assert len(ops) == thief.used
            return
    raise AssertionError("nobody has used a card of somebody else")


@pytest.mark.slow
def test_a_card_handed_over_in_a_false_box_is_named_by_the_audit() -> None:
    """given a changed client that seals nonsense, then its victim plays on, and the audit names the entry."""
    for seed in range(MATCHES):
        match = Match(BOOK, seed, decks=thieves())
        liar = match.seats[0]
        vault = liar.transcript.play.vault
        assert vault is not None
        private = vault.private

        def false(
            need: NeedPrivate, seq: int, place: bytes, xk: bytes, honest: Callable[..., Private] = private
        ) -> Private:
            said = honest(need, seq, place, xk)
            return Private(said.seat, said.ephemeral, tuple(bytes(80) for _ in said.boxes))

        vault.private = false  # type: ignore[method-assign]
        match.play(Thief(match))
        lies = [e for b in liar.transcript.batches for e in b.entries if isinstance(e.payload, Private)]
        lies = [entry for entry in lies if entry.seat == liar.seat]
        if lies:
            assert lies[0].seq is not None
            ended(match, [(liar.seat, lies[0].seq, "audit.open")])
            return
    raise AssertionError("nothing has changed hands")


BEYOND = len(BOOK.cards)
"""The first code that no card of the set has."""


def pretending(match: Match, card: int) -> TableSeat:
    """Let the seat with a card beyond the set in its deck play as if it were this one; its table."""
    host = next(i for i, own in enumerate(match.secrets) if BEYOND in own.decks[0])
    table = match.seats[host]
    learn = table._learn

    def learned() -> None:
        learn()
        vault, state = table.transcript.play.vault, table.replica.state
        assert vault is not None and state is not None
        for h, com in table.replica.handles.com.items():
            if vault.card.get(com) == BEYOND and h < len(state.code) and not state.code[h]:
                table.known[h] = card

    table._learn = learned  # type: ignore[method-assign]
    return table


def handed_beyond(seed: int) -> tuple[Match, int] | None:
    """A match that has ended with a card beyond the set in the other's hands, unseen by all else, and whose
    deck had it; None where it was shown to all, which is refused at once, or stayed where it was."""
    spared, (deck, other) = BOOK.by_slug["energy-factory"].code, thieves()
    match = Match(BOOK, seed, decks=[[BEYOND if code == spared else code for code in deck], other])
    liar = pretending(match, spared)
    vault = match.seats[1 - liar.seat].transcript.play.vault
    assert vault is not None
    handed, thief, more = vault.card.values(), Thief(match), iter(range(20))

    def decide(table: TableSeat) -> list[bytes]:
        """Play on a while once the card has changed hands, and end before it must be shown to all."""
        return give_up(table) if BEYOND in handed and next(more, None) is None else thief(table)

    try:
        match.play(decide)
    except IllegalEntry:
        return None
    return (match, liar.seat) if BEYOND in handed else None


@pytest.mark.slow
def test_a_card_that_the_set_has_not_stays_unknown_to_whom_it_is_handed() -> None:
    """given a deck with a card beyond the set that changes hands unseen, then its new holder plays on without
    it, and the audit names the deck."""
    matches = filter(None, map(handed_beyond, range(HANDED)))
    for match, liar in islice(matches, 3):
        ended(match, [(liar, 0, "deck.size")])
    assert next(matches, None) is not None, "there were three, and there is another"


# Liars at the set-up.


class Shameless(Brazen):
    """A changed client that takes for its set-up whatever it likes."""

    def settled(self, need: TableNeed, chosen: Sequence[int]) -> list[int]:
        return list(chosen)


def at_setup(match: Match) -> tuple[TableSeat, dict[int, Card]]:
    """(the table of seat 0 when it picks its set-up, the cards of its deck by handle)."""
    for step in range(100):
        table = match.seats[step % 2]
        wires = table.pump()
        if not wires and table.search() is not None and table.seat == 0:
            assert table.view is not None
            table.view = Shameless(table.view.state, 0, table.view.known)
            return table, {h: match.rules[0].cards[c] for h, c in sorted(table.known.items())}
        match.send(table.seat, wires or match.move(table))
    raise AssertionError("no set-up")


def first(deck: dict[int, Card], n: int, fits: Callable[[Card], bool]) -> list[int]:
    """The handles of n cards of different names that fit."""
    found: dict[str, int] = {}
    for h, card in deck.items():
        if fits(card):
            found.setdefault(card.name, h)
    return list(found.values())[:n]


def twins(deck: dict[int, Card], fits: Callable[[Card], bool]) -> list[int]:
    """Two cards of one name."""
    by_name: dict[str, list[int]] = {}
    for h, card in deck.items():
        if fits(card):
            by_name.setdefault(card.name, []).append(h)
    return next(handles[:2] for handles in by_name.values() if len(handles) > 1)


def starter(card: Card) -> bool:
    return bool(card.types & t.CHARACTER) and card.stats[t.Q_SP] <= 1


def holdable(card: Card) -> bool:
    return bool(card.types & t.HOLDABLE)


def false_picks(kind: str, deck: dict[int, Card]) -> list[int]:
    """Nine cards that break one rule of the set-up."""
    who, held = first(deck, 4, starter), first(deck, 4, holdable)
    place = first(deck, 1, lambda card: card.types & (t.TERRAIN | t.STORM) == t.TERRAIN)
    if kind == "one Character twice":
        pair = twins(deck, starter)
        who = [*pair, *[h for h in who if deck[h].name != deck[pair[0]].name][:2]]
    elif kind == "one Item twice":
        pair = twins(deck, holdable)
        held = [*pair, *[h for h in held if deck[h].name != deck[pair[0]].name][:2]]
    elif kind == "a Character of SP 2":
        who[3:] = first(deck, 1, lambda card: bool(card.types & t.CHARACTER) and card.stats[t.Q_SP] == 2)
    elif kind == "an Item for a Character":
        who[3:] = first(deck, 5, holdable)[4:]
    elif kind == "another order":
        who, held = held, who
    return [*who, *held, *place]


LIES = (
    "one Character twice",
    "one Item twice",
    "a Character of SP 2",
    "an Item for a Character",
    "another order",
)


@pytest.mark.parametrize("kind", LIES)
def test_a_false_set_up_that_nobody_sees_is_named_by_the_audit(kind: str) -> None:
    """given a set-up that breaks a rule and is never shown, then the audit names seat, entry and rule."""
    match = Match(BOOK, 2)
    liar, deck = at_setup(match)
    seq = len(liar.transcript.entries(0))
    match.send(0, liar.take(false_picks(kind, deck)))
    match.play(give_up)
    ended(match, [(0, seq, "zone.hidden-audit")])


def test_a_false_set_up_is_remembered_through_the_next_game() -> None:
    """given a false set-up in a first game that its player runs from, then the audit names it at the end."""
    match = Match(BOOK, 2)
    liar, deck = at_setup(match)
    seq = len(liar.transcript.entries(0))
    match.send(0, liar.take(false_picks("one Character twice", deck)))

    def run(table: TableSeat) -> list[bytes]:
        assert table.replica.state is not None
        if table.replica.state.vars[t.G_GAMES]:
            return give_up(table)
        if table.seat == 0 and acting(table):
            return table.answer((t.V_RUN,))
        return (
            table.answer(table.view.options()[-1]) if table.question() and table.view else match.move(table)
        )

    match.play(run)
    ended(match, [(0, seq, "zone.hidden-audit")])


def test_an_honest_set_up_convicts_nobody() -> None:
    """given the same cards picked by the rules, then nobody is guilty."""
    match = Match(BOOK, 2)
    liar, deck = at_setup(match)
    match.send(0, liar.take(false_picks("none", deck)))
    match.play(give_up)
    ended(match)


def test_a_set_up_of_nothing_is_refused_at_once() -> None:
    """given a changed client that takes nothing, then the other node has a proof of it."""
    match = Match(BOOK, 2)
    liar, _ = at_setup(match)
    wire = liar.transcript.write(Take(0))
    honest = match.seats[1]
    with pytest.raises(IllegalEntry) as caught:
        honest.receive(wire)
        while wires := honest.pump() or match.move(honest):
            match.send(1, wires)
    assert caught.value.author == 0 and caught.value.proven


# Liars in play.


def test_a_false_card_behind_a_character_is_named_by_the_audit() -> None:
    """given a Character assigned to a Character as if it were an Item, then the audit names the entry."""
    match = Match(BOOK, 4)
    lie: list[Move] = []

    def could(table: TableSeat) -> bool:
        if not acting(table) or table.view is None:
            return False
        s, cards = table.view.state, table.rules.cards
        hand = s.zones[table.seat * t.NZ + t.HAND]
        wrong = [h for h in hand if not s.code[h] and not holdable(cards[table.view.code(h)])]
        hosts = [move[2] for move in Brazen(s, table.seat, {}).options() if move[0] == t.V_ASSIGN]
        lie[:] = [(t.V_ASSIGN, h, host) for h in wrong for host in hosts[:1]]
        return bool(lie)

    liar = match.until(could)
    assert liar.view is not None
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(lie[0]))
    match.play(give_up)
    ended(match, [(liar.seat, seq, "zone.hidden-audit")])


@pytest.mark.parametrize(
    "text", ["use p1", "recruit p2", "use p1 p1", "terrain p1", "assign p1 p2", "attack k1"]
)
def test_moves_with_what_is_no_card_are_refused(text: str) -> None:
    """given a signed move that names a player where a card belongs, then the other node names its author."""
    match = Match(BOOK, 4)
    liar = match.until(acting)
    wire = liar.transcript.write(MoveMessage(text))
    with pytest.raises(IllegalEntry) as caught:
        match.seats[1 - liar.seat].receive(wire)
    assert caught.value.author == liar.seat and caught.value.proven


@pytest.mark.parametrize("standing", [((1, 1),) * 17, ((3, 2**40),)], ids=["too many", "too far"])
def test_a_standing_pass_beyond_its_bounds_is_refused(standing: tuple[tuple[int, int], ...]) -> None:
    """given a legal move with standing passes that cannot be, then the other node names its author."""
    match = Match(BOOK, 4)
    liar = match.until(acting)
    wire = liar.transcript.write(MoveMessage("run", standing=standing))
    with pytest.raises(IllegalEntry) as caught:
        match.seats[1 - liar.seat].receive(wire)
    assert caught.value.author == liar.seat and caught.value.proven
