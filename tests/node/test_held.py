"""What a node on the board holds, and whom it knows there: values, with every bound at it and one over it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fadenet.node import limits
from fadenet.node.link.candidates import Address, IrohId, RelayAddress
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.held import Held, network_of, site_of
from fadenet.node.reach.known import First, Known
from fadenet.node.reach.notice import CLOCK_S, Notice, make_notice, parse_notice
from fadenet.node.reach.posts import Other
from tests.node.boards import NOW, TABLE, notice, other, place, player
from tests.node.helpers import seeded

OWN = 999


def held() -> Held:
    return Held(player(OWN).public)


def near(n: int, made: int) -> Notice:
    """Of one network, and such that it has cost nothing."""
    lives = (notice(n, made=made, life=life, where=[Address("203.0.113.7")]) for life in range(600, 700))
    return next(one for one in lives if not one.work)


# Networks.


def test_a_network_is_what_one_owner_may_have_whole() -> None:
    assert network_of("203.0.113.7") == network_of("203.0.113.200") != network_of("203.0.114.7")
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.1")
    assert network_of("2001:db8:1:2::7") == network_of("2001:db8:1:ffff::1") != network_of("2001:db8:2::7")
    assert network_of("Mia.example") == network_of("mia.EXAMPLE") == "mia.example"


def test_a_notice_is_of_the_network_of_its_first_candidate() -> None:
    assert site_of([Address("203.0.113.7"), Address("198.51.100.1")]) == "203.0.113.0/24"
    assert site_of([RelayAddress(b"f" * 16, "198.51.100.7")]) == "198.51.100.0/24"
    assert site_of([IrohId(b"k" * 32)]) and site_of([]) == ""


# Notices.


def test_of_two_of_one_key_the_later_is_held() -> None:
    """given a notice, when one that is older, of the same second and later comes, then the later counts."""
    there, first, later = held(), notice(1, made=NOW), notice(1, made=NOW + 1)
    same = notice(1, replace(TABLE, free=0), made=NOW)
    assert there.take(first, NOW) == []
    assert there.take(notice(1, made=NOW - 1), NOW) is None and there.take(same, NOW) is None
    assert there.take(later, NOW) == [first.id]
    assert list(there) == [later] and there.get(first.id) is None
    # and whatever was looked at once is not asked for again
    assert all(there.knows(one.id) for one in (first, later, same))


@pytest.mark.parametrize("off", [CLOCK_S, -CLOCK_S])
def test_a_notice_may_be_so_old_or_of_so_far_ahead(off: int) -> None:
    further = off + (1 if off > 0 else -1)
    at, over = notice(1, made=NOW + off, life=900), notice(2, made=NOW + further, life=900)
    there = held()
    assert there.take(over, NOW) is None
    assert there.take(at, NOW) == []


def test_a_notice_goes_when_its_life_is_over() -> None:
    there, short, long = held(), notice(1, life=10), notice(2, life=900)
    assert there.take(short, NOW) == there.take(long, NOW) == []
    assert there.expire(NOW + 9.9) == []
    assert there.expire(NOW + 10) == [short.id]
    # and one whose life is longer than clocks may differ goes then
    assert there.expire(NOW + CLOCK_S) == [long.id] and len(there) == 0
    assert there.take(notice(3, life=10), NOW + 10) is None


def test_the_life_of_a_notice_from_the_future_begins_when_it_comes() -> None:
    there, ahead = held(), notice(1, made=NOW + 500, life=10)
    assert there.take(ahead, NOW) == []
    assert there.expire(NOW + 10) == [ahead.id]


def test_so_many_of_one_network_are_held_and_no_more() -> None:
    """given as many of one network as may be, when one more comes, then the oldest goes, be it this one."""
    there = held()
    first = [near(n, NOW + n) for n in range(limits.NOTICES_PER_SITE)]
    assert all(there.take(one, NOW) == [] for one in first)
    assert there.take(near(100, NOW - 1), NOW) is None
    assert there.take(near(101, NOW + 100), NOW) == [first[0].id]
    assert len(there) == limits.NOTICES_PER_SITE
    # whoever is there already says what is new, and others come from elsewhere
    assert there.take(near(3, NOW + 200), NOW) == [first[3].id]
    assert there.take(notice(102), NOW) == []


def test_so_many_are_held_and_what_has_cost_least_goes_first() -> None:
    """given a full board, then without a table, with less work and older is what goes, in this order."""
    there, most = held(), limits.NOTICES_HELD
    idle = parse_notice(make_notice(player(0), PlayerKind.BOT, [place(0)], [], made=NOW + 9, life=600))
    worked = [notice(n, made=NOW, work=12) for n in range(1, 4)]
    assert there.take(idle, NOW) == [] and all(there.take(one, NOW) == [] for one in worked)
    plain = [notice(n, made=NOW + 1 + n % 7, work=1) for n in range(4, most)]
    assert all(there.take(one, NOW) == [] for one in plain)
    assert len(there) == most
    assert there.take(notice(most, made=NOW, work=8), NOW) == [idle.id] and len(there) == most
    least = min(plain, key=lambda one: (one.work, one.made))
    better = notice(most + 1, made=NOW + 50, work=10)
    assert there.take(better, NOW) == [least.id] and len(there) == most
    poor = min((notice(most + 2, made=NOW - n) for n in range(40)), key=lambda one: one.work)
    assert there.take(poor, NOW) is None and len(there) == most
    assert all(there.get(one.id) is not None for one in worked)


def test_our_own_always_stays() -> None:
    there, own = held(), near(OWN, NOW - 500)
    assert there.take(own, NOW) == []
    for n in range(2 * limits.NOTICES_PER_SITE):
        there.take(near(n, NOW + n), NOW)
    assert there.get(own.id) == own and len(there) == limits.NOTICES_PER_SITE + 1
    # and finds room where there is none
    full = held()
    for n in range(limits.NOTICES_HELD):
        full.take(notice(n, work=1), NOW)
    gone = full.take(own, NOW)
    assert gone is not None and len(gone) == 1 and len(full) == limits.NOTICES_HELD


def test_notices_that_are_not_asked_for_again_are_bounded() -> None:
    there = held()
    for n in range(limits.NOTICES_SEEN):
        there.see(n.to_bytes(8, "big"))
    assert there.knows(bytes(8))
    there.see(b"one more")
    assert not there.knows(bytes(8)) and there.knows(b"one more")


# Whom a node knows.


def known(*firsts: int, trusted: tuple[int, ...] = ()) -> Known:
    made = Known(other(OWN).fingerprint, seeded(1))
    for n in firsts:
        made.name(First(other(n), n in trusted))
    return made


def test_one_link_leads_to_somebody_whom_our_player_knows() -> None:
    """given contacts and strangers, then a contact is dialled first, and as long as no link leads to one."""
    one = known(1, 2, 3, 4, trusted=(3,))
    assert one.next(0, ()) == other(3)
    assert one.next(0, {other(1).fingerprint}) == other(3)
    assert one.next(0, {other(3).fingerprint}) != other(3)
    # even then when all links are taken
    assert one.next(0, {other(1).fingerprint}, trusted=True) == other(3)
    assert one.next(0, {other(3).fingerprint}, trusted=True) is None
    one.failed(other(3).fingerprint, 0)
    assert one.next(0, (), trusted=True) is None and one.next(0, ()) != other(3)


def test_who_was_reached_is_dialled_before_who_was_only_heard_of() -> None:
    one = known(1, 2, 3)
    one.reached(other(2).fingerprint)
    assert one.next(0, ()) == other(2) and one.others(()) == (other(2),)


def test_pauses_before_a_node_is_dialled_again_grow() -> None:
    one, who, now, pauses = known(1), other(1).fingerprint, 0.0, []
    for _ in range(9):
        one.failed(who, now)
        assert one.next(now, ()) is None
        pauses.append(one.next_at(()) - now)
        now = one.next_at(())
        assert one.next(now, ()) == other(1)
    assert pauses == [5, 10, 20, 40, 80, 160, 300, 300, 300]
    one.reached(who)
    one.left(who, now)
    assert one.next_at(()) == now + limits.BOARD_AGAIN_S[0]


def test_who_was_only_heard_of_and_is_not_reached_is_forgotten() -> None:
    one = known()
    one.hear(b"t" * 16, [other(1)])
    one.failed(other(1).fingerprint, 0)
    assert len(one) == 0 and one.next_at(()) == float("inf")


def test_others_cannot_change_where_somebody_is() -> None:
    """given a node that is known, when others say where it is, then that is nothing; its own word counts."""
    one, lie, moved = known(1), Address("192.0.2.66", 1), Address("192.0.2.7", 2)
    one.hear(b"t" * 16, [Other(other(1).fingerprint, (lie,)), Other(other(OWN).fingerprint, (lie,))])
    assert one.next(0, ()) == other(1) and len(one) == 1
    one.hear(other(1).fingerprint, [Other(other(1).fingerprint, (moved,))])
    assert one.next(0, ()) == Other(other(1).fingerprint, (moved,))


def test_what_cannot_be_dialled_over_tcp_is_not_known() -> None:
    one = known()
    for where in (
        (),
        (IrohId(b"k" * 32),),
        (RelayAddress(b"r" * 16, "192.0.2.1"),),
        (Address("192.0.2.1", 1, False, True),),
    ):
        one.name(First(Other(b"a" * 16, where), True))
        one.hear(b"t" * 16, [Other(b"b" * 16, where)])
    assert len(one) == 0


def test_nodes_that_are_known_are_bounded() -> None:
    """given one teller, one network and all together, then each has so many and no more."""
    one = known()
    for n in range(limits.BOARD_PEERS_PER_TELLER + 1):
        one.hear(b"t" * 16, [other(n)])
    assert len(one) == limits.BOARD_PEERS_PER_TELLER
    one = known()
    for n in range(limits.BOARD_PEERS_PER_SITE + 1):
        one.hear(bytes([n]) * 16, [Other(other(n).fingerprint, (Address("203.0.113.9", 1 + n),))])
    assert len(one) == limits.BOARD_PEERS_PER_SITE
    one = known()
    for n in range(limits.BOARD_PEERS_KNOWN + 1):
        one.hear(n.to_bytes(16, "big"), [other(n)])
    assert len(one) == limits.BOARD_PEERS_KNOWN
    one.name(First(other(900), False))
    assert len(one) == limits.BOARD_PEERS_KNOWN
    # first addresses do not push out each other
    one = known(*range(limits.BOARD_PEERS_KNOWN))
    one.name(First(other(900), True))
    assert len(one) == limits.BOARD_PEERS_KNOWN and not one.is_trusted(other(900).fingerprint)


def test_so_many_are_named_to_others_and_only_those_who_were_reached() -> None:
    one = known(*range(limits.BOARD_PEERS + 3))
    assert one.others(()) == ()
    for n in range(limits.BOARD_PEERS + 2):
        one.reached(other(n).fingerprint)
    named = one.others({other(0).fingerprint})
    assert len(set(named)) == limits.BOARD_PEERS and other(0) not in named
    assert len(one.kept(3)) == 3
