"""A guest who lacks a card set of the table has it brought by the host, and nothing else instead of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from trio.testing import MockClock

from fadenet import games
from fadenet.engine import cardset
from fadenet.engine.cardset import CardSet
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.sets import packed, read_set
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, load_deck
from fadenet.node.lobby import bringing, lobby
from fadenet.node.match import messages
from fadenet.node.match.follow import MatchEnd
from keys import UserError
from protocol.faults import BadEncoding, PeerFault
from protocol.hello import Config
from tests.builders.own_sets import ASH, written
from tests.node.tables import Party, Quitter, table
from tests.node.watching import Onlooker, watched


def a_set(**changes: str) -> CardSet:
    return read_set([("ash.toml", written(ASH, **changes))])


def rules_with(one: CardSet, **options: str) -> Rules:
    """The rules of a match with a set, which is forgotten again."""
    cardset.keep(one)
    rules = games.load("faroe", **cardset.option_of([one]), **options)
    cardset.drop(one.id)
    return rules


def chosen(config: Config) -> tuple[Rules, Deck]:
    """With what a guest sits down who loads the rules that the host's config names."""
    rules = games.load(config.game, config.format, **dict(config.opts))
    return rules, load_deck(rules, "cinder-circuit")


def party(
    path: Path, one: CardSet, choose: Callable[[Config], tuple[Rules, Deck]] = chosen, **options: str
) -> Party:
    host = table(path / "a", 0, Quitter(20), rules=rules_with(one, **options))
    there = Party(host, table(path / "b", 1, Quitter(99)))
    there.choose = choose
    return there


async def test_a_set_that_the_guest_lacks_is_brought(tmp_path: Path, autojump_clock: MockClock) -> None:
    # given
    one = a_set()
    there = party(tmp_path, one)
    with pytest.raises(WrongInput):
        cardset.known(one.id)
    # when
    ends = await there.play()
    # then
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    assert cardset.known(one.id) == one
    cardset.drop(one.id)


async def test_a_set_and_another_option_are_the_terms_of_both(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given terms of which the options stand in another order on the wire, then both say HELLO to them."""
    one = a_set(version="9")
    ends = await party(tmp_path, one, opening="even").play(patience=300)
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    cardset.drop(one.id)


@pytest.mark.parametrize("piece", [1, 100, 10_000])
async def test_it_comes_in_pieces(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """given a host that gives fewer bytes at a time than it may, then they are put together."""
    monkeypatch.setattr(bringing, "SET_PIECE_BYTES", piece)
    one = a_set(version=str(piece + 10))
    ends = await party(tmp_path, one).play()
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    cardset.drop(one.id)


async def test_a_guest_may_look_at_it_and_leave(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a guest who does not like the cards, then nothing was begun."""

    def leaves(config: Config) -> tuple[Rules, Deck]:
        assert [card for card in chosen(config)[0].cards if card.slug == "ash:ember-oath"]
        raise UserError("no")

    one = a_set(version="5")
    _, end = await party(tmp_path, one, leaves).play(patience=200)
    assert isinstance(end, UserError)
    cardset.drop(one.id)


async def test_who_looks_on_has_it_brought_by_the_feed(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a match that may be watched, whose players both have the set, then an onlooker gets it too."""
    one = a_set(version="8")
    rules = rules_with(one)

    def forgets(config: Config) -> tuple[Rules, Deck]:
        came = chosen(config)
        cardset.drop(one.id)
        return came

    there = party(tmp_path, one, forgets)
    onlooker = Onlooker(there.network, watched(there), tmp_path, rules=rules)

    async def look_on(party: Party) -> None:
        await onlooker.run()

    ends = await there.play(meddle=look_on)
    assert all(isinstance(end, MatchEnd) for end in ends), ends
    assert onlooker.error is None and onlooker.watched.proven is None
    assert cardset.known(one.id) == one
    cardset.drop(one.id)


class Other(bringing.Giver):
    """Gives another set than the one that is asked for."""

    def __init__(self, sets: Any) -> None:
        super().__init__(sets)
        self._lines = {id: packed(a_set(oath="Other Oath")) for id in self._lines}


class Endless(bringing.Giver):
    """Says that a set is long, and gives its beginning again and again."""

    def answer(self, body: bytes) -> bytes:
        id, _ = messages.parse_want(body)
        return messages.pack_set(messages.SetPiece(id, 100_000, 0, b"{" * 1000))


class Growing(bringing.Giver):
    """Says another size with every piece."""

    def answer(self, body: bytes) -> bytes:
        id, at = messages.parse_want(body)
        return messages.pack_set(messages.SetPiece(id, at + 20, at, b"{" * 10))


class Broken(bringing.Giver):
    """Gives some other line than one of a set."""

    def __init__(self, sets: Any) -> None:
        super().__init__(sets)
        self._lines = dict.fromkeys(self._lines, b'{"card":{}}')


@pytest.mark.parametrize("kind", [Other, Endless, Growing, Broken])
async def test_what_a_host_brings_instead_is_refused(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, kind: type[bringing.Giver]
) -> None:
    monkeypatch.setattr(lobby, "Giver", kind)
    one = a_set(version="6")
    _, end = await party(tmp_path, one).play(patience=200)
    assert isinstance(end, messages.CannotPlay if kind is Broken else PeerFault), end
    with pytest.raises(WrongInput):
        cardset.known(one.id)


def test_a_host_gives_what_its_table_has_and_no_more() -> None:
    """given a guest who asks on and on, then it is a fault as soon as it has had all of it twice."""
    one = a_set()
    giver = bringing.Giver([one])
    line = packed(one)
    for _ in range(2):
        assert messages.parse_set(giver.answer(messages.pack_want(one.id, 0)[1:])[1:]).data == line
    for id, at in ((one.id, 0), (one.id, len(line)), ("0" * 24, 0)):
        with pytest.raises(BadEncoding):
            giver.answer(messages.pack_want(id, at)[1:])
