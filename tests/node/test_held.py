"""The notices that a node on the board holds, and whom it knows there: values, with every bound at it and one
over it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fadenet.node import limits
from fadenet.node.link.candidates import Address, IrohId, RelayAddress
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.held import Certainty, Held, Teller, network_of, site_of
from fadenet.node.reach.known import First, KnownNodes
from fadenet.node.reach.notice import CLOCK_S, Notice, make_notice, parse_notice
from fadenet.node.reach.posts import Other
from tests.node.boards import NOW, TABLE, notice, other, place, player
from tests.node.helpers import seeded

OWN = 9_999
A, B = Teller(b"a" * 16, "site a"), Teller(b"b" * 16, "site b")
"""Two whose links bring notices."""
OTHER_TABLE = replace(TABLE, game="another")


def held(*topics: bytes) -> Held:
    """The shelf of a node that looks for these, without any for the one that all notices here are of."""
    made = Held(player(OWN).public)
    made.want(topics or (TABLE.topic,))
    return made


def holds(there: Held, *notices: Notice) -> list[bool]:
    return [there.get(one.id) is not None for one in notices]


def who(n: int) -> bytes:
    return other(n).fingerprint


def itself(n: int) -> Teller:
    """The link of player number n."""
    return Teller(who(n), network_of(place(n).host))


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
    assert there.take(first, NOW, A) == []
    assert there.take(notice(1, made=NOW - 1), NOW, A) == [] and there.take(same, NOW, A) == []
    assert holds(there, first, same) == [True, False]
    assert there.take(later, NOW, A) == [first.id]
    assert list(there) == [later] and there.get(first.id) is None
    # and whatever was looked at once is not asked for again
    assert all(there.knows(one.id) for one in (first, later, same))


def test_what_takes_back_nothing_is_not_held() -> None:
    """given a notice without tables, then it takes the place of the one before it, and none where there is
    none; who is told of that is to hear of it."""
    there, opened = held(), notice(1, made=NOW)
    closed = parse_notice(make_notice(player(1), PlayerKind.HUMAN, [], [], made=NOW + 1, life=600))
    assert there.take(closed, NOW, A) == [] and len(there) == 0
    there = held()
    there.take(opened, NOW, A)
    assert there.take(closed, NOW, A) == [opened.id]
    kept = there.get(closed.id)
    assert kept is not None and kept.topics == (TABLE.topic,) and kept.certainty is Certainty.NOBODY


@pytest.mark.parametrize("off", [CLOCK_S, -CLOCK_S])
def test_a_notice_may_be_so_old_or_of_so_far_ahead(off: int) -> None:
    further = off + (1 if off > 0 else -1)
    at, over = notice(1, made=NOW + off, life=900), notice(2, made=NOW + further, life=900)
    there = held()
    there.take(over, NOW, A)
    there.take(at, NOW, A)
    assert holds(there, at, over) == [True, False]


def test_a_notice_goes_when_its_life_is_over() -> None:
    there, short, long = held(), notice(1, life=10), notice(2, life=900)
    assert there.take(short, NOW, A) == there.take(long, NOW, A) == []
    assert there.expire(NOW + 9.9) == []
    assert there.expire(NOW + 10) == [short.id]
    # and one whose life is longer than clocks may differ goes then
    assert there.expire(NOW + CLOCK_S) == [long.id] and len(there) == 0
    there.take(notice(3, life=10), NOW + 10, A)
    assert len(there) == 0


def test_the_life_of_a_notice_from_the_future_begins_when_it_comes() -> None:
    there, ahead = held(), notice(1, made=NOW + 500, life=10)
    assert there.take(ahead, NOW, A) == []
    assert there.expire(NOW + 10) == [ahead.id]


# Which go when there are too many.


@pytest.mark.parametrize(
    ("topics", "most"), [((TABLE.topic,), limits.NOTICES_HELD), ((b"another.",), limits.NOTICES_ASIDE)]
)
def test_so_many_are_held_and_who_brings_most_pushes_out_its_own(
    topics: tuple[bytes, ...], most: int
) -> None:
    """given a full shelf, of our topics or of others, when one more comes, then the oldest of the biggest
    share goes, whoever brings it."""
    there = held(*topics)
    few, many = [notice(n) for n in range(5)], [notice(n) for n in range(5, most)]
    for one in few:
        there.take(one, NOW, A)
    for one in many:
        there.take(one, NOW, B)
    assert len(there) == most
    assert there.take(notice(most), NOW, A) == [many[0].id]
    assert there.take(notice(most + 1), NOW, B) == [many[1].id]
    assert len(there) == most and all(holds(there, *few))
    # what had to go for want of room may be asked for again
    assert not there.knows(many[0].id)


def test_what_is_of_our_topics_is_not_pushed_out_by_others() -> None:
    there, ours = held(), notice(1)
    there.take(ours, NOW, A)
    for n in range(2, limits.NOTICES_ASIDE + 10):
        there.take(notice(n, OTHER_TABLE), NOW, A)
    assert len(there) == 1 + limits.NOTICES_ASIDE and holds(there, ours) == [True]


def test_of_a_share_the_topic_of_which_it_has_most_gives_way() -> None:
    """given one link that brings many of one topic and few of another, then the few stay."""
    there = held(b"none....")
    rare = [notice(n, OTHER_TABLE) for n in range(3)]
    for one in rare:
        there.take(one, NOW, A)
    for n in range(3, limits.NOTICES_ASIDE + 50):
        there.take(notice(n), NOW, A)
    assert all(holds(there, *rare))


@pytest.mark.slow
def test_what_one_says_that_it_has_met_is_another_share_than_what_it_has_heard() -> None:
    """given an honest link that has met a few and heard of many, then what it has heard pushes out none of
    the others."""
    there = held()
    met = [notice(n) for n in range(40)]
    for one in met:
        there.take(one, NOW, A, vouched=True)
    for n in range(40, 40 + 2 * limits.NOTICES_HELD):
        there.take(notice(n), NOW, A)
    assert all(holds(there, *met)) and len(there) == limits.NOTICES_HELD


@pytest.mark.slow
@pytest.mark.parametrize("how", ["reached", "friend", "linked", "has been here"])
def test_who_was_met_keeps_a_place(how: str) -> None:
    """given a player who was reached where its notice says, is a friend, is linked with us, or has come with
    its notice, then no flood pushes it out, be it of as many tellers as there are places."""
    there, one = held(), notice(1)
    there.take(one, NOW, itself(1) if how == "linked" else A)
    if how == "reached":
        there.reached(who(1), network_of(place(1).host))
    if how == "friend":
        there.befriend(who(1))
    if how == "has been here":
        there.came(one.id, itself(1).site)
    for n in range(2, 2 + 2 * limits.NOTICES_HELD):
        there.take(notice(n), NOW, Teller(n.to_bytes(16, "big"), f"site {n}"))
    assert holds(there, one) == [True] and there.ranked()[0].notice == one


def test_who_was_reached_elsewhere_than_its_notice_says_has_no_place() -> None:
    there = held()
    there.take(notice(1), NOW, A)
    there.reached(who(1), "198.51.100.0/24")
    assert there.ranked()[0].certainty is Certainty.HEARD


def test_where_nobody_was_goes_first() -> None:
    """given a full shelf of one link's, when one of it was dialled in vain, then that goes first."""
    there = held()
    for n in range(limits.NOTICES_HELD):
        there.take(notice(n), NOW, A)
    there.missed(who(77), NOW)
    assert there.ranked()[-1].who == who(77)
    assert there.take(notice(limits.NOTICES_HELD), NOW, A) == [notice(77).id]
    # and it counts for a while, unless that player is reached
    later = notice(77, made=NOW + 1)
    there.take(later, NOW, A)
    assert not any(holds(there, later))
    there.reached(who(77), network_of(place(77).host))
    there.take(notice(77, made=NOW + 2), NOW, A)
    kept = there.of(who(77))
    assert kept is not None and kept.is_met


def test_that_nobody_was_there_is_forgotten_in_time() -> None:
    there, last = held(), int(limits.BOARD_AGAIN_S[1])
    there.missed(who(1), NOW)
    there.take(notice(1, made=NOW), NOW + last - 1, A)
    assert there.ranked()[0].certainty is Certainty.NOBODY
    there.take(notice(1, made=NOW + 1), NOW + last, A)
    assert there.ranked()[0].certainty is Certainty.HEARD


def test_so_many_players_of_one_network_keep_a_place() -> None:
    """given as many reached in one network or come from there as may be, when one more is, then the oldest of
    them counts as others tell of it, and a flood takes it alone; what is only said to be there pushes out
    nobody of it."""
    there, site, most = held(), [Address("203.0.113.7")], limits.NOTICES_PER_SITE
    near = [notice(n, where=site) for n in range(most + 1)]
    for n, one in enumerate(near):
        there.take(one, NOW, A)
        if n % 2:
            there.reached(who(n), network_of(site[0].host))
        else:
            there.came(one.id, network_of(site[0].host))
    assert [kept.is_met for one in near if (kept := there.get(one.id))] == [False] + [True] * most
    for n in range(50, 50 + limits.NOTICES_HELD):
        there.take(notice(n, where=site), NOW, A)
    assert holds(there, *near) == [False] + [True] * most


def test_who_has_come_is_met_from_then_on() -> None:
    """given a player who has come with its notice and gone again, when others bring a later one of it, then
    it counts as met still; who was dialled in vain does not, even if it comes."""
    there, first, later = held(), notice(1, made=NOW), notice(1, made=NOW + 1)
    there.take(first, NOW, itself(1))
    there.left(who(1))
    there.take(later, NOW, A)
    assert [kept.is_met for kept in there.ranked()] == [True]
    there.missed(who(1), NOW)
    there.came(later.id, itself(1).site)
    assert [kept.certainty for kept in there.ranked()] == [Certainty.NOBODY]


@pytest.mark.slow
def test_those_who_have_come_push_out_no_rare_topic_of_others() -> None:
    """given a few notices of a rare topic that is not ours, when players of a common one come from more
    networks than there is room, then the few stay; when the common one becomes ours, these count by their
    networks."""
    there = held(b"none....")
    rare = [notice(n, OTHER_TABLE) for n in range(3)]
    for one in rare:
        there.take(one, NOW, B)
    for n in range(3, 3 + 2 * limits.NOTICES_ASIDE):
        there.take(notice(n), NOW, itself(n))
    assert all(holds(there, *rare)) and len(there) == limits.NOTICES_ASIDE
    there.want([TABLE.topic])
    for n in range(1_000, 1_000 + limits.NOTICES_HELD):
        there.take(notice(n), NOW, A)
    met = [kept for kept in there.ranked() if kept.is_met]
    assert len(met) == limits.NOTICES_ASIDE - len(rare) and all(holds(there, *rare))


@pytest.mark.slow
def test_what_a_link_has_brought_goes_together_when_it_has_ended() -> None:
    """given links that come, bring one of somebody else each, and go, then they fill one share, and what is
    there of links that last stays; another that names the same takes it over."""
    there = held()
    lasting = [notice(n) for n in range(100)]
    for one in lasting:
        there.take(one, NOW, A)
    for n in range(100, 100 + 2 * limits.NOTICES_HELD):
        there.take(notice(n), NOW, itself(10_000 + n))
        there.left(who(10_000 + n))
    assert all(holds(there, *lasting)) and len(there) == limits.NOTICES_HELD
    last = there.of(who(100 + 2 * limits.NOTICES_HELD - 1))
    assert last is not None and not last.is_met
    there.told(last.id, B, vouched=True)
    assert last.certainty is Certainty.TOLD and last.teller == B
    there.told(last.id, A, vouched=False)
    assert last.teller == B


@pytest.mark.slow
def test_our_own_always_stays() -> None:
    there, own = held(), notice(OWN, made=NOW - 500)
    there.take(own, NOW)
    for n in range(2 * limits.NOTICES_HELD):
        there.take(notice(n, made=NOW), NOW, A)
    kept = there.get(own.id)
    assert kept is not None and kept.is_met and len(there) == limits.NOTICES_HELD + 1
    # and finds room where there is none
    assert there.take(notice(OWN, made=NOW), NOW) == [own.id]


@pytest.mark.slow
def test_what_is_looked_for_later_leaves_the_shelf_of_others() -> None:
    """given notices of another topic, when that is looked for, then they do not share their room any more."""
    there = held(b"another.")
    first = [notice(n) for n in range(10)]
    for one in first:
        there.take(one, NOW, A)
    assert there.want([TABLE.topic]) == []
    for n in range(10, 10 + 2 * limits.NOTICES_ASIDE):
        there.take(notice(n, OTHER_TABLE), NOW, A)
    assert all(holds(there, *first)) and len(there) == 10 + limits.NOTICES_ASIDE
    for n in range(2 * limits.TOPICS_NAMED):
        there.want([n.to_bytes(8, "big")])
    assert len(there.topics) == limits.TOPICS_NAMED


def test_the_surest_come_first_and_each_share_in_turn() -> None:
    there = held()
    for n in range(1, 4):
        there.take(notice(n), NOW, A, vouched=True)
    there.take(notice(4), NOW, B, vouched=True)
    there.take(notice(5), NOW, B)
    there.take(notice(6), NOW, itself(6))
    there.missed(who(3), NOW)
    assert [kept.who for kept in there.ranked()] == [who(n) for n in (6, 2, 4, 1, 5, 3)]
    assert [kept.who for kept in there.about([TABLE.topic])] == [who(n) for n in (6, 2, 4, 1, 5)]
    assert there.about([b"another."]) == []


def test_notices_that_are_not_asked_for_again_are_bounded() -> None:
    there = held()
    for n in range(limits.NOTICES_SEEN):
        there.see(n.to_bytes(8, "big"))
    assert there.knows(bytes(8))
    there.see(b"one more")
    assert not there.knows(bytes(8)) and there.knows(b"one more")


# Whom a node knows.


def known(*firsts: int, trusted: tuple[int, ...] = ()) -> KnownNodes:
    made = KnownNodes(other(OWN).fingerprint, seeded(1))
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


def test_who_was_played_with_or_met_by_chance_is_trusted_no_more_than_others() -> None:
    one = known()
    one.name(First(other(1), False, played=True))
    one.meet(other(2))
    assert not one.is_trusted(who(1)) and not one.is_trusted(who(2))
    assert one.others(()) == (other(2),)


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
