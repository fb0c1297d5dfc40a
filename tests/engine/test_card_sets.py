"""Card sets of somebody's own: what is read, what is refused, and how their cards come into rules."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet import games
from fadenet.engine import cardset
from fadenet.engine.cardset import CardSet
from fadenet.engine.errors import LoadError, LoadErrors, WrongInput
from fadenet.engine.language.sets import PACKED_MAX, packed, read_set, unpacked
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged, read_deck, write_deck
from tests.builders.own_sets import ALONE, ASH, written
from tests.meetings.shelves import NAMES, game


def a_set(text: str = ASH, **changes: str) -> CardSet:
    return read_set([("ash.toml", written(text, **changes))])


def loaded(*sets: CardSet) -> Rules:
    for one in sets:
        cardset.keep(one)
    return games.load("faroe", **cardset.option_of(sets))


def test_its_cards_follow_those_of_the_game() -> None:
    usual, rules = games.load("faroe"), loaded(a_set())
    assert [c.slug for c in rules.cards[: len(usual.cards)]] == [c.slug for c in usual.cards]
    assert [c.slug for c in rules.cards[len(usual.cards) :]] == ["ash:bell-ringer", "ash:ember-oath"]
    assert rules.by_slug["ash:ember-oath"].text == "Its bearer gets +2 PLV."


def test_a_match_without_sets_has_the_hashes_that_it_had() -> None:
    before = games.load("faroe")
    rules = loaded(a_set())
    assert before.card_hash != rules.card_hash and before.hash != rules.hash
    assert "sets" not in before.options


def test_a_set_that_stands_alone_leaves_out_the_cards_of_the_game() -> None:
    rules = loaded(a_set(ALONE))
    assert [card.slug for card in rules.cards[1:]] == ["lone:bell-ringer"]
    assert packaged(rules) == []


def test_the_order_of_sets_is_that_of_their_hashes() -> None:
    one, other = a_set(), a_set(ASH, code="bog", oath="Bog Oath", ringer="Bog Ringer")
    assert loaded(one, other) is loaded(other, one)
    first, second = sorted((one, other), key=lambda each: each.hash)
    own = [card.slug.partition(":")[0] for card in loaded(one, other).cards if ":" in card.slug]
    assert own == [first.code] * 2 + [second.code] * 2


def test_a_packed_set_is_the_same_set() -> None:
    one = a_set()
    assert unpacked(packed(one), "x") == one
    assert a_set(ASH, oath="Ember Oaths").hash != one.hash


def test_a_packed_set_is_in_the_order_in_which_it_was_written() -> None:
    """given an effect whose word would come last by the alphabet, then it is read the same from both."""
    effect = """[[card.bell-ringer.ability]]
on = "enters"
do = [{ repeat = 2, do = [{ damage = 1, to = "enemy players" }] }]
"""
    one = a_set(ASH.replace("[deck.first-ash]", effect + "\n[deck.first-ash]"))
    again = unpacked(packed(one), "x")
    assert [*again.cards["bell-ringer"]["ability"][0]["do"][0]] == ["repeat", "do"]
    assert "2 times" in loaded(again).by_slug["ash:bell-ringer"].text


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'{"a":1.5}', b"\xff", b"[" * 5_000, b'{"b":1,"a":2}'])
def test_a_line_that_is_no_packed_set_is_refused(line: bytes) -> None:
    with pytest.raises(LoadError):
        unpacked(line, "x")


def test_a_packed_set_is_written_in_one_way() -> None:
    line = packed(a_set())
    for other in (line + b" ", line.replace(b'{"set"', b'{ "set"'), b" " * (PACKED_MAX + 1)):
        with pytest.raises(LoadError):
            unpacked(other, "x")


@given(st.data())
def test_any_bytes_are_read_or_refused(data: st.DataObject) -> None:
    line = bytearray(packed(a_set()))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] = data.draw(st.integers(0, 255))
    try:
        one = unpacked(bytes(line), "x")
    except LoadError:
        return
    assert packed(one) == bytes(line)


def test_every_fault_of_a_file_is_told_at_once() -> None:
    text = written(ASH, code="ASH", name="", version='"3"')
    with pytest.raises(LoadErrors) as told:
        read_set([("ash.toml", text)])
    assert [fault.key for fault in told.value.faults] == ["set.code", "set.name", "set.version"]
    assert str(told.value).endswith("(and 2 more)")


@pytest.mark.parametrize(
    "value", ["1.5", "1979-05-27", "3000000000", '"' + "x" * 401 + '"', '"a\\u202eb"', "[[[[[[[[[1]]]]]]]]]"]
)
def test_a_card_is_plain_data_within_bounds(value: str) -> None:
    with pytest.raises(LoadErrors):
        a_set(ASH + f"\n[card.odd]\nname = {value}\n")


def test_two_files_are_one_set() -> None:
    head, _, cards = written(ASH).partition("[card.")
    whole = read_set([("a.toml", head), ("b.toml", f"[card.{cards}")])
    assert whole == a_set()
    with pytest.raises(LoadErrors, match=r"another file of the set"):
        read_set([("a.toml", head), ("b.toml", written(ASH))])


def test_sets_that_do_not_go_together_are_refused() -> None:
    one, again = a_set(), a_set(ASH, version="4")
    with pytest.raises(WrongInput, match="both called ash"):
        loaded(one, again)
    with pytest.raises(WrongInput, match="does not stand beside"):
        loaded(one, a_set(ALONE))
    cardset.keep(one)
    with pytest.raises(WrongInput, match="of faroe"):
        games.load("terrene", sets=one.id)


def test_a_set_that_is_not_here_is_named() -> None:
    with pytest.raises(cardset.UnknownSet) as told:
        games.load("faroe", sets="0" * 24)
    assert told.value.id == "0" * 24


@pytest.mark.parametrize("value", ["", "x", "0" * 23, "0" * 24 + "," + "0" * 24, "w" * 24])
def test_an_option_lists_ids_in_one_way(value: str) -> None:
    assert not games.takes("faroe", "sets", value)
    with pytest.raises(WrongInput):
        games.load("faroe", sets=value)


def test_a_name_that_stands_in_two_places_is_refused() -> None:
    with pytest.raises(LoadError, match="is the name of"):
        loaded(a_set(ASH, oath="Keen Edge"))


def test_its_decks_come_with_it() -> None:
    rules = loaded(a_set())
    assert "ash:first-ash" in packaged(rules)
    deck = load_deck(rules, "ash:first-ash")
    own, edge = rules.code_of("ash:ember-oath"), rules.code_of("keen-edge")
    assert deck.lists[0] == (own, own, edge)
    assert read_deck(rules, write_deck(rules, deck), "x").lists == deck.lists


def test_a_match_is_said_to_be_played_with_sets_by_their_names() -> None:
    # Given a set that is here and one that is not, then the first is called by its name, the other by its id.
    one = a_set()
    cardset.keep(one)
    away = "0" * 24
    said = cardset.options_said({"sets": f"{away},{one.id}", "opening": "even"})
    assert said == ["opening even", "the set 00000000", "the set 'Ashes of the Ninth Bell'"]


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_nobody_plays_by_are_let_go(name: str) -> None:
    """given the rules of a game with its cards, when nobody holds them any more, then they are gone: a node
    can load one stranger's set after the other."""
    of, before = game(name), rules_there()
    of.add(of.bare("duel", {}), of.sources)
    assert rules_there() == before


def rules_there() -> int:
    gc.collect()
    return sum(isinstance(one, Rules) for one in gc.get_objects())
