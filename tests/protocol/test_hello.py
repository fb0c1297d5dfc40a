"""HELLO proves its keys and must be equal where the players have to agree."""

from __future__ import annotations

import pytest
from checker.cbor import Bad
from checker.messages import check_hello

from protocol.encoding import decode, encode
from protocol.faults import BadEncoding, BadHello, LocalError, PeerFault
from protocol.hashing import H, sign, var
from protocol.hello import Config, HelloParts, game_id, make_hello, parse_hello, seat_hellos
from protocol.secrets import Secrets
from protocol.transcript import Transcript
from protocol.values import VERSION
from tests.protocol.toy import hello_of, identity, secrets_of, seed


def test_a_hello_says_what_went_in() -> None:
    secrets = secrets_of("ana")
    hello = parse_hello(hello_of("ana", secrets))
    assert hello.binding.ik == identity("ana").public
    assert (hello.binding.sk, hello.binding.xk) == (secrets.sk_public, secrets.xk_public)
    assert hello.config == Config("toy", "open", 2) and not hello.bot


def test_terms_are_the_same_in_whatever_order_their_options_come() -> None:
    """given two options of which the longer word comes first by the alphabet, and last in canonical CBOR."""
    said = (("opening", "even"), ("sets", "0" * 24))
    config, turned = Config("toy", "open", 2, opts=said), Config("toy", "open", 2, opts=said[::-1])
    assert config == turned == Config.parse(decode(encode(config.wire())))
    assert config.opts == said


@pytest.mark.parametrize("name", ["greedy", "rollout:moves=3,worlds=3", "7", "A" * 32, "my-bot_2.1+x"])
def test_a_hello_says_which_bot_plays(name: str) -> None:
    hello = parse_hello(hello_of("ana", secrets_of("ana"), bot=name))
    assert hello.bot and hello.bot_name == name


@pytest.mark.parametrize(
    "name", ["", "A" * 33, "two words", "-x", "gr\u00e9edy", "\x1b[2J", "a\n", "a(b)", b"greedy", True, 2]
)
def test_a_name_that_no_bot_has_is_refused(name: object) -> None:
    """given a HELLO that its player has signed with such a name in it, then nobody takes it, nor makes it."""
    own = secrets_of("ana")
    _, _, hello, bound, _, _ = decode(hello_of("ana", own, bot="greedy"))
    fields = decode(hello)
    fields[4] = name
    hello = encode(fields)
    bound = encode([*decode(bound)[:3], H("fn1/hello", var(hello))])
    signatures = identity("ana").sign("fn1/keys", bound), sign(own.sk, "fn1/keys", bound)
    wire = encode([VERSION, 0, hello, bound, *signatures])
    with pytest.raises(BadEncoding):
        parse_hello(wire)
    with pytest.raises(Bad):
        check_hello(wire)
    if type(name) is str and name:
        with pytest.raises(LocalError, match="name of a bot"):
            hello_of("ana", own, bot=name)


def test_every_flipped_byte_of_a_hello_is_refused() -> None:
    wire = hello_of("ana", secrets_of("ana"))
    for at in range(len(wire)):
        bad = bytearray(wire)
        bad[at] ^= 1
        with pytest.raises((BadHello, BadEncoding)):
            parse_hello(bytes(bad))


def test_a_small_order_key_is_refused() -> None:
    """Under the key 01 00 .. 00 one fixed signature verifies for every message."""
    weak = bytes([1]) + bytes(31)
    for place in (0, 1, 2):
        secrets = secrets_of("ana")
        _, _, hello, bound, _, _ = decode(hello_of("ana", secrets))
        values = decode(bound)
        values[place] = weak
        bound = encode(values)
        signatures = identity("ana").sign("fn1/keys", bound), sign(secrets.sk, "fn1/keys", bound)
        with pytest.raises(BadHello, match="weak"):
            parse_hello(encode([VERSION, 0, hello, bound, *signatures]))


def test_a_session_key_that_its_holder_did_not_prove_is_refused() -> None:
    secrets, other = secrets_of("ana"), secrets_of("ben")
    _, _, hello, _, _, _ = decode(hello_of("ana", secrets))
    bound = encode([identity("ana").public, other.sk_public, secrets.xk_public, H("fn1/hello", var(hello))])
    signatures = identity("ana").sign("fn1/keys", bound), sign(secrets.sk, "fn1/keys", bound)
    with pytest.raises(BadHello, match="SK"):
        parse_hello(encode([VERSION, 0, hello, bound, *signatures]))


def test_players_who_differ_in_their_rules_do_not_play() -> None:
    ana = hello_of("ana", secrets_of("ana"))
    with pytest.raises(BadHello, match="rules"):
        seat_hellos([ana, hello_of("ben", secrets_of("ben"), rules="others")])


def test_players_who_differ_in_their_cards_do_not_play() -> None:
    config, ben = Config("toy", "open", 2), secrets_of("ben")
    other = make_hello(
        identity("ben"), ben, config, HelloParts(seed("rules"), seed("other cards"), seed("n"), bytes(32))
    )
    with pytest.raises(BadHello, match="card set"):
        seat_hellos([hello_of("ana", secrets_of("ana")), other])


def test_players_who_differ_in_the_config_do_not_play() -> None:
    with pytest.raises(BadHello, match="config"):
        seat_hellos([hello_of("ana", secrets_of("ana"), 3), hello_of("ben", secrets_of("ben"), 2)])


def test_nobody_sits_twice() -> None:
    ana = hello_of("ana", secrets_of("ana"))
    with pytest.raises(BadHello, match="same IK"):
        seat_hellos([ana, hello_of("ana", secrets_of("ana", 1), match=1)])
    with pytest.raises(BadHello, match="same SK"):
        seat_hellos([ana, hello_of("ben", secrets_of("ana"))])
    with pytest.raises(BadHello, match="players for"):
        seat_hellos([ana])


def test_a_copied_commitment_or_nonce_is_refused() -> None:
    """A seat that copies another's master commitment wants to be dealt the same secrets."""
    config = Config("toy", "open", 2)
    wires = [
        make_hello(
            identity(name),
            secrets_of(name),
            config,
            HelloParts(seed("r"), seed("c"), seed("one nonce"), bytes(32)),
        )
        for name in ("ana", "ben")
    ]
    with pytest.raises(BadHello, match="nonce"):
        seat_hellos(wires)


def test_seats_and_game_id_do_not_depend_on_the_order_of_arrival() -> None:
    wires = [hello_of(name, secrets_of(name), 3) for name in ("ana", "ben", "cid")]
    one, two = seat_hellos(wires), seat_hellos(wires[::-1])
    assert [p.wire for p in one] == [p.wire for p in two]
    assert [p.binding.ik for p in one] == sorted(p.binding.ik for p in one)
    assert game_id(p.binding for p in one) == game_id(p.binding for p in two)


def test_another_nonce_makes_another_match() -> None:
    games = {
        game_id(p.binding for p in seat_hellos([hello_of(n, secrets_of(n), match=k) for n in ("ana", "ben")]))
        for k in range(5)
    }
    assert len(games) == 5


def test_a_hello_sits_at_its_own_table_alone() -> None:
    """given HELLOs that players gave for a table of three, when one of them is seated with others, or with
    the same at another time, then it does not fit."""
    there = [hello_of(name, secrets_of(name), 3) for name in ("ana", "ben", "cid")]
    assert len(seat_hellos(there)) == 3
    ana, ben, _ = there
    for other in (
        hello_of("dea", secrets_of("dea"), 3),  # somebody else in the place of cid
        hello_of("cid", secrets_of("cid", 1), 3, nonce=1),  # cid, who has come anew
        hello_of("cid", secrets_of("cid", 1), 3, match=1),
    ):
        with pytest.raises(BadHello, match="another table"):
            seat_hellos([ana, ben, other])
    with pytest.raises(BadHello):
        seat_hellos([hello_of("ana", secrets_of("ana")), ben])


@pytest.mark.parametrize(
    "change",
    [
        {"seats": 1},
        {"seats": 5},
        {"games": 2},
        {"audit": "sealed"},
        {"opts": []},
        {"timer": True},
        {"x": 1},
        {"days": 3},  # and seconds besides
        {"days": 0, "timer": 0, "bank": 0, "bonus": 0},
        {"days": 15, "timer": 0, "bank": 0, "bonus": 0},
    ],
)
def test_a_config_out_of_range_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadEncoding):
        Config.parse(Config("toy", "open", 2).wire() | change)


def test_a_config_has_days_only_by_correspondence() -> None:
    """given a config without days; then its bytes have none, as those of all matches before there were."""
    assert "days" not in Config("toy", "open", 2).wire()
    by_post = Config("toy", "open", 2, timer=0, bank=0, bonus=0, days=14)
    assert Config.parse(decode(encode(by_post.wire()))) == by_post
    assert by_post.wire()["days"] == 14


def test_a_huge_config_is_refused() -> None:
    config = Config("toy", "open", 2, opts=(("x", bytes(2048)),))
    wire = make_hello(
        identity("ana"), secrets_of("ana"), config, HelloParts(bytes(32), bytes(32), bytes(32), bytes(32))
    )
    with pytest.raises(PeerFault, match="config"):
        parse_hello(wire)


def test_secrets_of_another_match_are_our_own_error() -> None:
    wires = [hello_of(name, secrets_of(name)) for name in ("ana", "ben")]
    with pytest.raises(LocalError):
        Transcript(wires, [0, 1], secrets_of("cid"))
    own = secrets_of("ana")
    _, _, sk, xk, _ = decode(own.store())
    mixed = Secrets(seed("other M"), sk, xk, own.decks)
    with pytest.raises(LocalError):
        Transcript(wires, [0, 1], mixed)


def test_unusable_secrets_are_our_own_error() -> None:
    for master in (bytes(31), seed(1)):
        with pytest.raises(LocalError):
            Secrets(master, seed(1), seed(2), ((1,),))
    with pytest.raises(LocalError):
        Secrets(seed(0), seed(1), seed(2), ((2, 1),))
