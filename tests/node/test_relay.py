"""The helper: who reserves, who asks, what is carried, and how much of each."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from fadenet.node import limits
from fadenet.node.errors import Reason, RefusedInvite
from fadenet.node.link.candidates import Address
from fadenet.node.link.channel import Purpose
from fadenet.node.reach.calls import (
    Call,
    Carry,
    Gone,
    HostQuery,
    Meet,
    NotWanted,
    Reserve,
    Reserved,
    Why,
    hear_word,
    helper_token,
    parse_word,
)
from fadenet.node.reach.relay import PLACES
from protocol.faults import BadEncoding
from tests.node.helpers import channel_pair, node
from tests.node.relays import HOST, JOINER, LINE, OTHER, SECOND, TOKEN, Stage, open_stage, source


def tokens(number: int) -> tuple[bytes, ...]:
    return tuple(b"token no. %02d" % n for n in range(number))


# Reserving.


async def test_who_reserves_is_told_where_it_is_seen_and_what_it_is_granted(
    autojump_clock: MockClock,
) -> None:
    async with open_stage(most=7) as stage:
        host = await stage.dial(HOST, LINE, Purpose.RELAY, Reserve((TOKEN,), ()).pack())
        granted = await host.word(Reserved)
        assert granted.observed is not None and granted.observed.host == source(HOST)
        assert (granted.circuits, granted.rate) == (7, limits.CIRCUIT_BYTES_PER_S)
        assert granted.seconds == limits.RESERVATION_S
        assert stage.relay.reservations == 1 and stage.node.doors[TOKEN] is not None
        # and when it goes, nothing of it stays
        await host.close()
        assert stage.relay.reservations == 0 and stage.node.doors[TOKEN] is None


async def test_a_reservation_has_so_many_tokens_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        many = tokens(limits.CIRCUIT_TOKENS + 1)
        host = await stage.host(HOST, *many[:-1])
        assert all(stage.node.doors[token] is not None for token in many[:-1])
        # when it says one more, then its connection ends, and so does what it had
        await host.say(Reserve(many, ()))
        await host.hung_up_on()
        assert not any(stage.node.doors[token] is not None for token in many)


async def test_one_player_has_so_many_reservations_and_no_more(autojump_clock: MockClock) -> None:
    """A node that moves and moves again leaves some that nobody has missed yet: the oldest makes room."""
    async with open_stage() as stage:
        hosts = [await stage.host(HOST) for _ in range(limits.CHANNELS_PER_PEER)]
        other = await stage.host(OTHER)
        await stage.host(HOST)
        await hosts[0].hung_up_on()
        assert not any(one.gone.is_set() for one in (*hosts[1:], other))
        assert stage.relay.reservations == limits.CHANNELS_PER_PEER + 1


async def test_a_host_that_moves_is_found_even_where_a_helper_is_full(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        for n in range(limits.RESERVATIONS - limits.CHANNELS_PER_PEER):
            await stage.host(20 + n)
        for _ in range(limits.CHANNELS_PER_PEER + 1):
            last = await stage.host(HOST)
        # and another one comes in the place of whoever has most, who keeps the last
        await stage.host(OTHER)
        assert not last.gone.is_set() and stage.relay.reservations == limits.RESERVATIONS


async def test_a_host_that_is_called_without_end_keeps_what_is_carried_for_it(
    autojump_clock: MockClock,
) -> None:
    """A holder of the token has it come as often as it likes; that ends none of its circuits."""
    async with open_stage() as stage:
        host = await stage.host(HOST)
        carried = await stage.circuit(host, HOST, 19)
        for _ in range(2 * limits.CHANNELS_PER_PEER):
            await stage.dial(HOST, TOKEN, Purpose.RELAY)
        assert not any(end.gone.is_set() for end in carried)


async def test_a_helper_has_so_many_reservations_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        seeds = range(20, 20 + limits.RESERVATIONS)
        hosts = [await stage.host(seed) for seed in seeds]
        assert stage.relay.reservations == limits.RESERVATIONS
        with pytest.raises(RefusedInvite) as refused:
            await stage.host(HOST)
        assert refused.value.reason is Reason.BUSY
        await hosts[0].close()
        await stage.host(HOST)


def open_line(stage: Stage, token: bytes) -> trio.abc.AsyncResource:
    """One more line of the relay, as long as the block runs."""

    class Line(trio.abc.AsyncResource):
        async def __aenter__(self) -> Line:
            self._open = stage.relay.opened(token)
            self._open.__enter__()
            return self

        async def aclose(self) -> None:
            self._open.__exit__(None, None, None)

    return Line()


async def test_a_line_that_is_closed_is_hung_up_on(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        async with open_line(stage, b"another line"):
            await stage.host(HOST, line=b"another line")
        with pytest.raises(RefusedInvite) as refused:
            await stage.host(OTHER, line=b"another line")
        assert refused.value.reason is Reason.UNKNOWN
        assert stage.relay.reservations == 1  # who is there already stays


async def test_a_reservation_lasts_so_long_however_often_it_is_said(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RESERVATION_S", 100)
    async with open_stage() as stage:
        host = await stage.host(HOST)
        await trio.sleep(60)
        await host.say(Reserve((TOKEN,), ()))
        await trio.sleep(39)
        assert stage.relay.reservations == 1
        await trio.sleep(2)
        assert stage.relay.reservations == 0 and host.gone.is_set()


async def test_who_comes_to_reserve_and_does_not_is_waited_for_so_long(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.dial(HOST, LINE, Purpose.RELAY)
        await trio.sleep(limits.CALL_S - 0.1)
        assert not host.gone.is_set()
        await trio.sleep(0.2)
        assert host.gone.is_set()


async def test_who_reserves_again_is_found_by_what_it_has_said_last(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST, TOKEN)
        there = Address("203.0.113.7", 5)
        await host.say(Reserve((SECOND,), (there,)))
        await host.word(Reserved)
        assert stage.relay.reservations == 1
        assert stage.node.doors[TOKEN] is None
        joiner = await stage.ask(JOINER, HOST, SECOND)
        assert (await joiner.word(Meet)).candidates == (there,)


async def test_only_the_channel_for_reserving_reserves(autojump_clock: MockClock) -> None:
    async with open_stage(wanted=lambda peer: peer != node(OTHER).public) as stage:
        await stage.host(HOST)
        for seed, token, purpose in ((OTHER, LINE, Purpose.RELAY), (HOST, LINE, Purpose.SEAT)):
            with pytest.raises(RefusedInvite) as refused:
                await stage.dial(seed, token, purpose)
            assert refused.value.reason is Reason.DECLINED
        with pytest.raises(RefusedInvite) as refused:
            await stage.dial(JOINER, TOKEN, Purpose.SEAT)
        assert refused.value.reason is Reason.DECLINED


@pytest.mark.parametrize("word", [HostQuery(bytes(16), ()), Carry(b"the call"), Gone(Why.FULL)])
async def test_a_word_out_of_place_ends_its_own_connection_and_no_other(
    word: HostQuery | Carry | Gone, autojump_clock: MockClock
) -> None:
    async with open_stage() as stage:
        host, other = await stage.host(HOST), await stage.host(OTHER, SECOND)
        await other.channel.send(word.pack())
        await other.hung_up_on()
        for purpose in (Purpose.INTRODUCE, Purpose.RELAY):
            wrong = await stage.dial(JOINER, TOKEN, purpose, Reserve((TOKEN,), ()).pack())
            await wrong.hung_up_on()
        assert stage.relay.reservations == 1 and not host.gone.is_set()
        await stage.circuit(host, HOST, JOINER)


@pytest.mark.parametrize(
    ("size", "fault"), [(limits.WORD_BYTES, BadEncoding), (limits.WORD_BYTES + 1, NotWanted)]
)
async def test_a_word_has_a_longest_length(
    size: int, fault: type[Exception], autojump_clock: MockClock
) -> None:
    """No word is so long: one that is no longer than words may be is read, and makes no sense."""
    async with channel_pair() as (near, far, _):
        await near.send(bytes(size))
        with pytest.raises(fault):
            await hear_word(far)


async def test_words_come_no_faster_than_a_stranger_may_speak(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host, began = await stage.host(HOST), trio.current_time()
        again = 3 * limits.STRANGER_MESSAGES_PER_S
        for _ in range(again):
            await host.say(Reserve((TOKEN,), ()))
        for _ in range(again):
            await host.word(Reserved)
        assert trio.current_time() - began == pytest.approx(
            again / limits.STRANGER_MESSAGES_PER_S - 1, abs=0.9
        )


# Guests.


async def test_a_guest_is_found_by_the_token_of_its_match(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host, guest = await stage.host(HOST), await stage.guest(JOINER)
        assert (stage.relay.reservations, stage.relay.guests) == (1, 1)
        await stage.circuit(guest, JOINER, HOST)
        await stage.circuit(host, HOST, JOINER)
        # when it goes, nothing of it stays
        await guest.close()
        assert stage.relay.guests == 0
        assert await stage.refused(HOST, JOINER) == Gone(Why.AWAY)


async def test_a_host_that_has_gone_still_finds_its_guest_and_nobody_else_comes(
    autojump_clock: MockClock,
) -> None:
    """So it is while it moves."""
    async with open_stage() as stage:
        host, guest = await stage.host(HOST), await stage.guest(JOINER)
        await host.close()
        with pytest.raises(RefusedInvite) as refused:
            await stage.guest(OTHER)
        assert refused.value.reason is Reason.UNKNOWN
        await stage.circuit(guest, JOINER, HOST)
        # when the guest goes too, the token leads nowhere
        await guest.close()
        assert stage.node.doors[TOKEN] is None


async def test_by_one_token_so_many_guests_are_found_and_no_more(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        await stage.host(HOST, TOKEN, SECOND)
        guests = [await stage.guest(20 + n) for n in range(limits.GUESTS_PER_TOKEN)]
        late = await stage.come_as_guest(JOINER)
        assert await late.word(Gone) == Gone(Why.FULL)
        await late.hung_up_on()
        await stage.guest(JOINER, SECOND)
        # when one of them comes anew, having moved, it is in the place that it had
        await stage.guest(20)
        await guests[0].hung_up_on()
        assert not any(one.gone.is_set() for one in guests[1:])
        assert stage.relay.guests == limits.GUESTS_PER_TOKEN + 1


@pytest.mark.slow
async def test_so_many_guests_are_found_at_a_helper_and_no_more_and_hosts_have_places_of_their_own(
    autojump_clock: MockClock,
) -> None:
    async with open_stage() as stage:
        by_token = limits.GUESTS_PER_TOKEN
        there = tokens(limits.GUESTS // by_token)
        await stage.host(HOST, *there)
        assert len(there) * by_token == limits.GUESTS
        places = [(20 + n, token) for token in there for n in range(by_token)]
        guests = []
        for place in places:
            guests.append(await stage.guest(*place))
            await trio.sleep(1 / limits.HANDSHAKES_PER_S)
        await stage.host(OTHER)
        late = await stage.come_as_guest(JOINER)
        assert await late.word(Gone) == Gone(Why.FULL)
        # but each may still come anew, and hosts as many as ever
        await stage.guest(*places[0])
        await guests[0].hung_up_on()
        for n in range(limits.RESERVATIONS - 2):
            await stage.host(30 + n)
        assert stage.relay.reservations == limits.RESERVATIONS and stage.relay.guests == limits.GUESTS
        # when one goes, there is room
        await guests[1].close()
        await stage.guest(JOINER)


async def test_two_who_ask_for_each_other_also_come_when_they_are_called(autojump_clock: MockClock) -> None:
    """The channels on which somebody asks are not counted with its ends of circuits."""
    async with open_stage() as stage:
        await stage.host(HOST)
        guest = await stage.guest(JOINER)
        asked = [await stage.ask(JOINER, HOST) for _ in range(limits.CHANNELS_PER_PEER)]
        near, far = await stage.circuit(guest, JOINER, HOST)
        for _ in range(limits.CHANNELS_PER_PEER - 1):
            await stage.dial(JOINER, TOKEN, Purpose.RELAY)
        assert not any(end.gone.is_set() for end in (*asked, near, far))
        # when it asks once more, then the oldest that it has asked on makes room
        await stage.ask(JOINER, HOST)
        await asked[0].hung_up_on()
        assert not any(end.gone.is_set() for end in (*asked[1:], near, far))


async def test_a_guest_has_only_the_one_token_that_its_gate_proves(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST, TOKEN, SECOND)
        for said in ((SECOND,), (TOKEN, SECOND), (b"another one.",)):
            await (await stage.come_as_guest(JOINER, TOKEN, *said)).hung_up_on()
        guest = await stage.guest(JOINER)
        await guest.say(Reserve((TOKEN, SECOND), ()))
        await guest.hung_up_on()
        with pytest.raises(RefusedInvite) as refused:
            await stage.dial(JOINER, helper_token(TOKEN), Purpose.INTRODUCE)
        assert refused.value.reason is Reason.DECLINED
        assert stage.relay.guests == 0 and not host.gone.is_set()


async def test_a_guest_is_never_taken_for_the_host_and_keeps_nobody_from_it(
    autojump_clock: MockClock,
) -> None:
    """One who takes all places with keys of its own makes, and comes again and again, all of one token."""
    async with open_stage() as stage:
        host = await stage.host(HOST)
        crowd = [await stage.guest(20 + n) for n in range(limits.GUESTS_PER_TOKEN)]
        for n in range(limits.GUESTS_PER_TOKEN):
            await stage.dial(30 + n, helper_token(TOKEN), Purpose.RELAY)
        with pytest.raises(RefusedInvite) as refused:
            await stage.come_as_guest(40)
        assert refused.value.reason is Reason.BUSY
        before = [len(one.heard) for one in crowd]
        for _ in range(2):
            near, far = await stage.circuit(host, HOST, JOINER)
            await near.channel.send(b"for the host")
            assert await far.hear() == b"for the host"
        assert [len(one.heard) for one in crowd] == before
        # and the host comes anew, as where it has moved
        await stage.circuit(await stage.host(HOST), HOST, JOINER)


@pytest.mark.parametrize("first", ["guest's", "other's"])
async def test_a_host_takes_no_door_of_guests_and_closes_none(first: str, autojump_clock: MockClock) -> None:
    """A circuit token may be anything, also the token with which the guests of another table come."""
    async with open_stage() as stage:
        gate = helper_token(TOKEN)
        if first == "guest's":
            await stage.host(HOST)
            other = await stage.dial(OTHER, LINE, Purpose.RELAY, Reserve((gate,), ()).pack())
            await other.hung_up_on()
            await stage.guest(JOINER)
        else:
            other = await stage.host(OTHER, gate)
            host = await stage.host(HOST)
            await stage.circuit(other, OTHER, JOINER, gate)
            await host.close()
            await stage.circuit(other, OTHER, JOINER, gate)


async def test_a_helper_of_guests_alone_takes_none_by_their_circuit_token(autojump_clock: MockClock) -> None:
    """As the host of a table is: who comes there has shown that it plays."""
    async with open_stage(guests=0) as stage:
        await stage.host(HOST)
        with pytest.raises(RefusedInvite) as refused:
            await stage.guest(JOINER)
        assert refused.value.reason is Reason.UNKNOWN


# Asking.


async def test_host_and_joiner_are_told_of_each_other_at_once(autojump_clock: MockClock) -> None:
    ours, theirs = Address("203.0.113.7", 7), Address("203.0.113.8", 8)
    async with open_stage() as stage:
        host = await stage.host(HOST)
        await host.say(Reserve((TOKEN,), (ours,)))
        await host.word(Reserved)
        asked = HostQuery(node(HOST).fingerprint, (theirs,)).pack()
        joiner = await stage.dial(JOINER, TOKEN, Purpose.INTRODUCE, asked)
        meet, call = await joiner.word(Meet), await host.word(Call)
        assert meet.call == call.call and meet.carries and call.token == TOKEN
        assert (meet.candidates, call.candidates) == ((ours,), (theirs,))
        assert meet.observed is not None and meet.observed.host == source(HOST)
        assert call.observed is not None and call.observed.host == source(JOINER)


async def test_two_hosts_may_hold_one_token_and_who_asks_says_which(autojump_clock: MockClock) -> None:
    """So nobody who has the invitation can reserve in the host's place either."""
    async with open_stage() as stage:
        host, other = await stage.host(HOST), await stage.host(OTHER)
        for asked, hears, does_not in ((HOST, host, other), (OTHER, other, host)):
            before = len(does_not.heard)
            joiner = await stage.ask(JOINER, asked)
            await joiner.word(Meet)
            await hears.word(Call)
            assert len(does_not.heard) == before
            await joiner.close()
        # when one of them goes, the token still leads to the other
        await other.close()
        assert await stage.refused(JOINER, OTHER) == Gone(Why.AWAY)
        await stage.circuit(host, HOST, JOINER)


async def test_of_two_reservations_of_one_host_the_later_counts(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        first, second = await stage.host(HOST), await stage.host(HOST)
        await stage.circuit(second, HOST, JOINER)
        await first.say(Reserve((TOKEN,), ()))
        await first.word(Reserved)
        await stage.circuit(first, HOST, JOINER)


async def test_a_host_that_is_not_there_is_away_and_a_token_that_nobody_has_said_unknown(
    autojump_clock: MockClock,
) -> None:
    async with open_stage() as stage:
        await stage.host(HOST)
        assert await stage.refused(JOINER, OTHER) == Gone(Why.AWAY)
        with pytest.raises(RefusedInvite) as refused:
            await stage.ask(JOINER, HOST, SECOND)
        assert refused.value.reason is Reason.UNKNOWN


async def test_nobody_is_brought_together_with_itself(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        await stage.host(HOST)
        assert await stage.refused(HOST, HOST) == Gone(Why.UNWANTED)


async def test_calls_of_one_token_come_at_a_measure(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        await stage.host(HOST, TOKEN, SECOND)

        async def ask(seed: int, token: bytes = TOKEN) -> bool:
            end = await stage.ask(seed, HOST, token)
            met = parse_word(await end.hear())
            await end.close()
            return isinstance(met, Meet)

        began = trio.current_time()
        # who asks is answered so often at once, whomever it asks for, and so are others
        asked = [await ask(20, (TOKEN, SECOND)[n % 2]) for n in range(limits.CALLS_BURST + 1)]
        assert asked == [True] * limits.CALLS_BURST + [False]
        left = limits.CALLS_PER_TOKEN_S - limits.CALLS_BURST // 2
        assert [await ask(21 + n) for n in range(left + 1)] == [True] * left + [False]
        assert trio.current_time() == began and await ask(99, SECOND)
        await trio.sleep(1 / limits.CALLS_PER_S)
        assert await ask(20) and not await ask(20)


async def test_so_many_calls_are_under_way_at_once_and_no_more(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Circuits do not count."""
    monkeypatch.setattr(limits, "MEETINGS", 3)
    async with open_stage() as stage:
        host = await stage.host(HOST, TOKEN, SECOND)
        await stage.circuit(host, HOST, 19)
        asking = [await stage.ask(20 + n, HOST, (TOKEN, SECOND)[n % 2]) for n in range(limits.MEETINGS)]
        for one in asking:
            await one.word(Meet)
        assert await stage.refused(JOINER, HOST) == Gone(Why.FULL)
        await asking[0].close()
        await trio.sleep(limits.CALL_S)
        await (await stage.ask(JOINER, HOST)).word(Meet)


async def test_so_many_come_by_one_token_and_no_more(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_stage() as stage:
        await stage.host(HOST)
        door = stage.node.doors[TOKEN]
        assert door is not None
        assert door.channels_most == limits.CIRCUITS_PER_TOKEN * PLACES + limits.MEETINGS
        monkeypatch.setattr(door, "channels_most", 16)
        for n in range(16):
            await stage.dial(20 + n, TOKEN, Purpose.INTRODUCE)
        with pytest.raises(RefusedInvite) as refused:
            await stage.ask(JOINER, HOST)
        assert refused.value.reason is Reason.BUSY
        await trio.sleep(limits.CALL_S + 0.1)  # who does not ask gives up its place
        await (await stage.ask(JOINER, HOST)).word(Meet)


async def test_a_host_that_never_comes_is_waited_for_so_long(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        joiner = await stage.ask(JOINER, HOST)
        meet, call = await joiner.word(Meet), await host.word(Call)
        await joiner.say(Carry(meet.call))
        await trio.sleep(limits.CALL_S - 0.1)
        assert not joiner.gone.is_set()
        await trio.sleep(0.2)
        assert joiner.gone.is_set() and not stage.relay._meetings and not stage.relay.circuits
        # and it comes too late then
        late = await stage.come(HOST, call)
        await late.hung_up_on()


async def test_a_joiner_that_never_wants_to_be_carried_is_waited_for_so_long(
    autojump_clock: MockClock,
) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        joiner = await stage.ask(JOINER, HOST)
        await joiner.word(Meet)
        there = await stage.come(HOST, await host.word(Call))
        await trio.sleep(limits.CALL_S - 0.1)
        assert not joiner.gone.is_set() and not there.gone.is_set()
        await trio.sleep(0.2)
        assert joiner.gone.is_set() and there.gone.is_set()
        assert not stage.relay._meetings and not host.gone.is_set()


async def test_a_joiner_that_goes_before_the_host_comes_leaves_nothing(autojump_clock: MockClock) -> None:
    async with open_stage() as stage:
        host = await stage.host(HOST)
        joiner = await stage.ask(JOINER, HOST)
        await joiner.word(Meet)
        await joiner.close()
        assert not stage.relay._meetings
        await (await stage.come(HOST, await host.word(Call))).hung_up_on()


@pytest.mark.parametrize("wrong", ["call", "player", "token", "twice"])
async def test_only_the_host_that_was_called_comes_for_a_circuit(
    wrong: str, autojump_clock: MockClock
) -> None:
    async with open_stage() as stage:
        host, other = await stage.host(HOST, TOKEN, SECOND), await stage.host(OTHER)
        joiner = await stage.ask(JOINER, HOST)
        meet, call = await joiner.word(Meet), await host.word(Call)
        await joiner.say(Carry(meet.call))
        if wrong == "call":
            end = await stage.dial(HOST, TOKEN, Purpose.RELAY, Carry(b"no call.").pack())
        elif wrong == "player":
            end = await stage.dial(OTHER, TOKEN, Purpose.RELAY, Carry(call.call).pack())
        elif wrong == "token":
            end = await stage.dial(HOST, SECOND, Purpose.RELAY, Carry(call.call).pack())
        else:
            there = await stage.come(HOST, call)
            end = await stage.come(HOST, call)
        await end.hung_up_on()
        assert not (joiner.gone.is_set() or host.gone.is_set() or other.gone.is_set())
        if wrong != "twice":
            there = await stage.come(HOST, call)
        await there.channel.send(b"for the joiner")
        assert await joiner.hear() == b"for the joiner"
