"""The tells of public bytes about hidden cards: which draw a play was, a card behind a digest, lengths."""

from __future__ import annotations

from collections import Counter

import pytest

from fadenet.engine import atoms
from fadenet.engine.digest import digest
from protocol.ledger import Ledger
from protocol.messages import Commit, Pass, Pool, Private, Recommit, Token, Toss
from protocol.needs import NeedPool, NeedRecommit
from protocol.values import Com
from protocol.vault import Vault
from tests.builders.ten import TEN
from tests.protocol.toy import Table, secrets_of, seed
from tests.table.wire import Match, acting

MATCHES = 1_200
HAND = 6
HIDDEN = (Pool, Recommit, Token, Toss, Private, Commit, Pass)
"""Messages that must say nothing of the cards they are about."""


def played_card(match: int, recommit: bool) -> tuple[list[Com], list[Com], Com]:
    """A hand of six and one card played of it: (commitments as drawn, as held, the played one). The card that
    was drawn last is the one that is played: what an onlooker wants to know."""
    game, own = seed("G", match), secrets_of("ana", match)
    ledger = Ledger(game, [0, 1], 2)
    vault = Vault(own, game, 0, ledger)
    pool = NeedPool(0)
    made = vault.pool(pool)
    vault.made(pool, 0)
    ledger.make(0, 1, pool, made)
    drawn = [com for com in ledger.bind(0, [0] * HAND, 1, [seed("T", match)]) if isinstance(com, Com)]
    held, played = drawn, drawn[-1]
    if recommit:
        need = NeedRecommit(tuple(drawn))
        fresh, order = vault.recommit(need), sorted(drawn)
        places = vault.derived.order(1, list(range(HAND)))
        vault.made(need, 1)
        ledger.make(0, 2, need, fresh)
        held = [Com(0, 1, n) for n in range(HAND)]
        played = held[places.index(order.index(drawn[-1]))]
        assert vault.card[played] == vault.card[drawn[-1]]
    assert ledger.fits(vault.op(played))
    return drawn, held, played


def linked(recommit: bool) -> float:
    """How often a classifier, trained on one half of the matches, finds in the other half which of the held
    commitments is the card that was drawn last, from all that is public."""
    learned: Counter[tuple[object, ...]] = Counter()
    right = 0
    for n in range(MATCHES):
        drawn, held, played = played_card(n, recommit)
        rank = sorted(drawn).index(drawn[-1])
        traits = [(com in drawn, rank, at, com == drawn[-1]) for at, com in enumerate(held)]
        if n < MATCHES // 2:
            learned[traits[held.index(played)]] += 1
        else:
            guess = max(range(HAND), key=lambda at: (learned[traits[at]], traits[at][3]))
            right += held[guess] == played
    return right / (MATCHES // 2)


@pytest.mark.slow
def test_a_card_played_cannot_be_linked_to_its_draw() -> None:
    """given a hand that was committed to again, then the best guess is one in six; else it is certain."""
    sigma = (1 / HAND * (1 - 1 / HAND) / (MATCHES // 2)) ** 0.5
    assert abs(linked(recommit=True) - 1 / HAND) < 4 * sigma
    assert linked(recommit=False) == 1.0, "the negative control"


def test_the_state_digest_gives_no_hidden_card_away() -> None:
    """given the published digest, when all cards are tried in a hidden place, then none gives it; were hidden
    values digested, the search would find the card."""
    match = Match(TEN, 8, looking=1)
    owner = match.until(acting)
    public = match.onlookers[0].replica.state
    assert public is not None and owner.view is not None and owner.replica.state is not None
    h, card = next(iter(owner.known.items()))
    assert not public.code[h] and card

    def with_card(code: int) -> bytes:
        state = public.clone()
        atoms.peek_code(state, h, code)
        return digest(state)

    published = digest(owner.replica.state)
    assert published == digest(public)
    assert not [code for code in range(1, 11) if with_card(code) == published]
    leaky = with_card(card)
    assert [code for code in range(1, 11) if with_card(code) == leaky] == [card], "the negative control"


def test_lengths_tell_nothing_of_the_cards() -> None:
    """given two matches that differ in one seat's cards, whose numbers are shorter or longer in CBOR, then
    every message about hidden cards has the same length in both."""
    lengths = []
    for deck in (tuple(range(1, 13)), tuple(range(19, 31))):
        table = Table(2, "lengths", decks={"ana": (deck,)})
        table.play()
        batches = table.nodes[0].transcript.batches
        entries = [entry for batch in batches for entry in batch.entries]
        lengths.append(
            sorted((type(e.payload).__name__, len(e.wire)) for e in entries if isinstance(e.payload, HIDDEN))
        )
    assert lengths[0] == lengths[1]
    assert {name for name, _ in lengths[0]} == {kind.__name__ for kind in HIDDEN}
