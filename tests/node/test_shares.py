"""The place that gives way: of whoever holds most the oldest, and nobody who holds as little as the
newcomer."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from fadenet.node.link.shares import gives_way


class Held(NamedTuple):
    """A place: from which network and address, whether it is due, and which one it is."""

    net: str
    host: str
    due: bool = False
    n: int = 0


def net(one: Held) -> str:
    return one.net


def host(one: Held) -> str:
    return one.host


def victim(fresh: Held, *taken: Held) -> int | None:
    numbered = [one._replace(n=n) for n, one in enumerate(taken)]
    found = gives_way(numbered, fresh, [net, host], lambda one: one.due)
    return None if found is None else found.n


NEW = Held("c", "c1")


@pytest.mark.parametrize(
    ("taken", "goes"),
    [
        ([Held("a", "a1"), Held("b", "b1"), Held("b", "b1")], 1),
        ([Held("a", "a1"), Held("b", "b1"), Held("b", "b1", True)], 2),
        ([Held("b", "b1"), Held("b", "b2"), Held("b", "b2")], 1),
        ([Held("a", "a1"), Held("b", "b1")], None),
        ([Held("a", "a1"), Held("b", "b1", True)], 1),
        ([], None),
    ],
    ids=["the biggest", "what is due first", "the biggest in it", "nobody alike", "but what is due", "empty"],
)
def test_a_newcomer_gets_the_place_of_who_holds_most(taken: list[Held], goes: int | None) -> None:
    assert victim(NEW, *taken) == goes


def test_who_holds_as_much_as_anybody_gets_only_its_own() -> None:
    """given a network that holds as much as others, then what is due elsewhere stays; inside it the address
    with most gives way to one with none."""
    others = [Held("a", "a1", True), Held("b", "b1", True)]
    assert victim(NEW, *others, Held("c", "c1")) is None
    assert victim(NEW, *others, Held("c", "c2", True)) == 2
    assert victim(NEW, *others, Held("a", "a1"), Held("c", "c2"), Held("c", "c2")) == 3


def test_one_with_a_single_place_is_safe_from_all_who_have_one() -> None:
    there = [Held("honest", "1", True), *(Held(f"{n}", f"{n}") for n in range(20))]
    for n in range(20):
        assert victim(Held(f"{n}", f"{n}"), *there) is None
