"""A port that is in use: the next free one is taken, and said; one that was named stays."""

from __future__ import annotations

import socket
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fadenet.cli.frame.context import Context
from fadenet.cli.frame.probing import FAMILIES, is_free, refusal
from fadenet.cli.net import doors
from fadenet.cli.net.doors import hosting_at, serving_at
from fadenet.node.errors import CannotListen
from fadenet.node.link.candidates import DEFAULT_PORT, Address
from tests.cli.helpers import FADENET


class Spoken(Context):
    """A context that keeps what it says."""

    said: list[str] = []  # noqa: RUF012 (emptied by each test)

    def say(self, text: str) -> None:
        self.said.append(text)


def context(tmp_path: Path, *listen: str, proxy: str | None = None) -> Spoken:
    Spoken.said.clear()
    return Spoken(Namespace(listen=list(listen), proxy=proxy, quiet=False, home=None), tmp_path, FADENET)


def taken(stack: ExitStack, port: int = 0) -> int:
    """Listen at a port of this machine until the stack is closed."""
    listener = stack.enter_context(socket.socket())
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("0.0.0.0", port))
    listener.listen()
    return int(listener.getsockname()[1])


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


def test_a_taken_port_is_not_free(stack: ExitStack) -> None:
    port = taken(stack)
    assert not is_free(port) and "in use" in refusal(*FAMILIES[0][1:], port)
    stack.close()
    assert is_free(port) and not refusal(*FAMILIES[0][1:], port)


def test_the_next_free_port_is_taken_and_said(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given the usual port and the one behind it in use, then the table is at the first free one then."""
    port = taken(stack)
    monkeypatch.setattr(doors, "DEFAULT_PORT", port)
    monkeypatch.setattr(doors, "is_free", lambda one: one > port + 1)
    ctx = context(tmp_path)
    assert {one.port for one in hosting_at(ctx)} == {port + 2}
    (said,) = ctx.said
    assert f"Port {port} is in use, so this table is at port {port + 2}." in said


def test_a_free_port_and_a_named_one_are_taken_without_a_word(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = taken(stack)
    ctx = context(tmp_path, f"127.0.0.1:{port}")
    assert hosting_at(ctx) == [Address("127.0.0.1", port)] and not ctx.said
    assert hosting_at(context(tmp_path, proxy="socks5://127.0.0.1:9")) == []
    monkeypatch.setattr(doors, "is_free", lambda one: True)
    assert {one.port for one in hosting_at(context(tmp_path))} == {DEFAULT_PORT} and not ctx.said


def test_whose_lines_stay_good_takes_no_other_port(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given the usual port in use, then a node or relay says why it takes no other one, and which it could
    keep to; at one that is named it listens."""
    port = taken(stack)
    monkeypatch.setattr(doors, "DEFAULT_PORT", port)
    monkeypatch.setattr(doors, "is_free", lambda one: one > port)
    with pytest.raises(
        CannotListen, match=rf"Port {port} is in use.* stay good.*--listen 0\.0\.0\.0:{port + 1}"
    ):
        serving_at(context(tmp_path))
    assert serving_at(context(tmp_path, "127.0.0.1:0")) == [Address("127.0.0.1", 0)]


def test_where_all_are_taken_the_usual_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "is_free", lambda one: False)
    ctx = context(tmp_path)
    assert {one.port for one in hosting_at(ctx)} == {DEFAULT_PORT} and not ctx.said
