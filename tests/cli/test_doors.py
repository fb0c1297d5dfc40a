"""Where a node listens and by which ways it goes, as the command line says."""

from __future__ import annotations

from typing import Any

import pytest

from fadenet.cli.frame.context import Context
from fadenet.cli.net.doors import door_of, listening, machine_of, maps, quic_of
from fadenet.cli.options import read_arguments
from fadenet.node.link.candidates import Address, everywhere
from fadenet.node.reach.socks import ProxiedNetwork
from tests.cli.helpers import FADENET, Cli, sentence

PROXY = ("--proxy", "socks5://127.0.0.1:9050")


def of(cli: Cli, *words: str) -> Context:
    return Context(read_arguments([*words]), cli.home, FADENET)


@pytest.mark.parametrize(
    "words",
    [
        ("host", "faroe"),
        ("join", "INVITE"),
        ("tables",),
        ("resume",),
        ("node",),
        ("relay",),
        ("watch", "LINE"),
    ],
)
def test_whoever_listens_has_the_router_asked_unless_it_is_not_to(cli: Cli, words: tuple[str, ...]) -> None:
    assert maps(of(cli, *words))
    assert not maps(of(cli, *words, "--no-map"))


@pytest.mark.parametrize("words", [("host", "faroe"), ("join", "INVITE"), ("tables",), ("resume",)])
def test_behind_a_proxy_nothing_goes_round_it(cli: Cli, words: tuple[str, ...]) -> None:
    ctx = of(cli, *words, *PROXY)
    assert isinstance(machine_of(ctx).network, ProxiedNetwork) and not maps(ctx)
    assert (listening(ctx) if words[0] == "host" else door_of(ctx)) in ([], ())
    # and QUIC, which knows no proxy, is not had together with one
    assert cli(*words, *PROXY, "--p2p") == 2
    assert "--p2p: not allowed with argument --proxy" in sentence(cli.err)


@pytest.mark.parametrize(
    ("words", "relay"),
    [
        ((), None),
        (("--p2p",), ""),
        (("--p2p", "default"), "default"),
        (("--p2p", "https://relay.example"), "https://relay.example"),
        (("--p2p=https://relay.example",), "https://relay.example"),
        (("--p2p", "--no-map"), ""),
    ],
)
def test_a_relay_for_quic_may_be_left_out(words: tuple[str, ...], relay: str | None) -> None:
    args = read_arguments(["host", *words, "faroe"])
    assert (args.game, args.p2p) == ("faroe", relay)
    assert read_arguments(["join", *words, "fadenet:abc"]).invite == "fadenet:abc"


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ((), None),
        (("--no-listen",), ()),
        (("--listen", "127.0.0.1:5"), [Address("127.0.0.1", 0)]),
        (("--listen", "10.0.0.1:5", "--listen", "10.0.0.2:5"), [Address("10.0.0.1", 0)]),
        (("--listen", "0.0.0.0:5", "--listen", "[::]:5"), [Address("::", 0), Address("0.0.0.0", 0)]),
    ],
)
def test_quic_is_listened_to_where_a_node_listens(cli: Cli, words: tuple[str, ...], where: Any) -> None:
    """Nobody who names an address of one network is dialled over another."""
    assert quic_of(of(cli, "join", "INVITE", *words)) == where


def test_where_nothing_is_named_a_node_listens_everywhere(cli: Cli) -> None:
    assert listening(of(cli, "host", "faroe")) == everywhere()
    assert door_of(of(cli, "join", "INVITE")) is None
