"""The values that every node of a simulated match works out for itself, and all in the same way: worked out
once.

The nodes of a match share one process here. Whether a signature fits, what an item says and where a chain of
hashes leads to depends on the bytes alone, so the second node that asks is given the first one's answer.
Refusals are never remembered, and all is forgotten with the match.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import keys
from protocol import hashing, hello, messages, statements

_PURE: tuple[Callable[..., object], ...] = (
    keys.verify,
    hashing.verify,
    hashing.chain_back,
    hello.parse_binding,
    hello.parse_hello,
    messages.parse_message,
    messages.parse_payload,
    statements.parse_body,
)
"""Functions of values that cannot change, of which nobody changes what they return."""
_ROOMS = ("fadenet.", "keys", "protocol.", "tests.sim.")


@cache
def _places() -> list[tuple[object, str, Callable[..., object]]]:
    """Where these functions are called by name: (module, name, function)."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(_ROOMS)]
    return [
        (module, name, value)
        for module in modules
        for name, value in list(vars(module).items())
        if any(value is function for function in _PURE)
    ]


def remembering() -> tuple[tuple[object, str, object], ...]:
    """The functions to replace for one match, as `Plant.patch` says it."""
    fresh = {function: _remembering(function) for function in _PURE}
    return tuple((module, name, fresh[function]) for module, name, function in _places())


@pytest.fixture(autouse=True)
def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a room whose tests hold all seats of a match: its `conftest.py` imports this."""
    for module, name, function in remembering():
        monkeypatch.setattr(module, name, function)


def _remembering(function: Callable[..., object]) -> Callable[..., Any]:
    known: dict[tuple[object, ...], object] = {}

    def answer(*what: object) -> object:
        if what not in known:
            known[what] = function(*what)
        return known[what]

    return answer
