"""The one table of limits: each bound by its name, its value, and the tests that go one over it."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine.language import files
from fadenet.node import limits
from protocol import encoding
from protocol.intake import AHEAD_BYTES_MAX, AHEAD_MAX
from tests.engine import test_language
from tests.node import (
    test_bounds,
    test_channel,
    test_handshake,
    test_invite,
    test_listener,
    test_mesh,
    test_session,
    test_storage,
    test_talk,
)
from tests.protocol import test_edges, test_encoding

Test = Callable[..., object]
TABLE: dict[str, tuple[dict[str, float], list[Test]]] = {
    "handshakes at once": (
        {"HANDSHAKES_AT_ONCE": 64, "HANDSHAKES_PER_SOURCE": 4, "HANDSHAKES_PER_SITE": 8},
        [test_listener.test_handshakes_at_once_are_bounded],
    ),
    "handshakes of known sources": (
        {"HANDSHAKES_KEPT": 16, "SOURCES_KNOWN": 64},
        [test_listener.test_places_are_kept_for_players, test_listener.test_known_sources_are_bounded],
    ),
    "handshakes a second": (
        {"HANDSHAKES_PER_S": 10, "HANDSHAKES_BURST": 20, "SOURCES_REMEMBERED": 4096},
        [test_listener.test_handshakes_a_second_are_bounded_for_each_source],
    ),
    "first message": ({"FIRST_MESSAGE_S": 1}, [test_bounds.test_the_first_message_may_take_so_long]),
    "handshake": ({"HANDSHAKE_S": 5}, [test_bounds.test_a_handshake_may_take_so_long]),
    "handshake message": (
        {"HANDSHAKE_BYTES": 512},
        [test_bounds.test_a_handshake_message_has_a_largest_size],
    ),
    "replayed gates": (
        {"REPLAY_MEMORY": 4096, "REPLAY_MEMORY_S": 600},
        [test_handshake.test_the_replay_memory_is_bounded],
    ),
    "dialling": (
        {"CANDIDATES": 8, "CONNECT_S": 5, "DIAL_STAGGER_S": 0.15},
        [
            test_listener.test_at_most_eight_candidates_are_dialled,
            test_listener.test_a_dead_address_does_not_delay_a_live_one,
        ],
    ),
    "record of a stranger": (
        {"STRANGER_RECORD_BYTES": 16 * 1024},
        [test_channel.test_a_stranger_may_send_small_records_only],
    ),
    "record": (
        {"RECORD_BYTES": 65_535, "TAG_BYTES": 16, "DATA_BYTES": 65_518},
        [
            test_channel.test_carries_messages_both_ways,
            test_channel.test_one_byte_more_than_a_record_carries_is_refused_at_home,
            test_session.test_one_byte_more_than_a_frame_carries_is_refused_at_home,
        ],
    ),
    "silence": (
        {"PING_S": 10, "DOWN_S": 25, "BYE_S": 1},
        [
            test_bounds.test_silence_is_pinged,
            test_channel.test_a_dead_line_is_noticed_after_25_seconds,
            test_channel.test_closing_does_not_wait_for_a_peer_that_takes_nothing,
        ],
    ),
    "heads beat": (
        {"BEAT_S": 1, "HEADS_AGAIN": 8, "SYNC_S": 3},
        [test_mesh.test_a_chain_of_nodes_is_enough, test_bounds.test_heads_are_told_again_ever_more_rarely],
    ),
    "slowloris": (
        {"RECORD_S": 10, "SLOW_AFTER_S": 5, "SLOW_BYTES_PER_S": 1024},
        [test_bounds.test_a_record_may_take_so_long, test_bounds.test_a_record_may_be_so_slow],
    ),
    "rate of the admitted": (
        {
            "ADMITTED_MESSAGES_PER_S": 50,
            "ADMITTED_MESSAGES_BURST": 200,
            "ADMITTED_BYTES_PER_S": 256 * 1024,
        },
        [
            test_channel.test_admitted_message_rate_is_held_down_by_pausing,
            test_channel.test_byte_rate_is_held_down_by_pausing,
            test_bounds.test_pings_count_against_the_rates,
            test_bounds.test_only_between_bots_is_the_number_of_messages_not_limited,
        ],
    ),
    "rate of a stranger": (
        {"STRANGER_MESSAGES_PER_S": 5, "STRANGER_BYTES_PER_S": 16 * 1024, "STRANGER_PATIENCE_S": 30},
        [
            test_bounds.test_a_stranger_at_its_rate_is_never_dropped_and_one_over_it_is,
            test_bounds.test_a_stranger_is_held_to_its_bytes,
        ],
    ),
    "catch-up": (
        {
            "CATCH_UP_ENTRIES": 128,
            "CATCH_UP_BYTES_PER_S": 32 * 1024,
            "CATCH_UP_BURST_BYTES": 1024 * 1024,
            "CATCH_UP_LEAST_BYTES": 4096,
        },
        [
            test_bounds.test_who_lacks_much_is_sent_a_window_at_once,
            test_bounds.test_who_asks_for_everything_again_and_again_pays_with_time,
            test_handshake.test_what_a_stranger_gets_is_at_most_four_times_what_it_sends,
            test_bounds.test_no_stranger_gets_more_than_four_times_what_it_sends,
        ],
    ),
    "chat": (
        {"CHAT_BYTES": 256, "CHAT_PER_S": 1, "CHAT_BURST": 5},
        [
            test_talk.test_a_line_is_cut_to_what_may_be_said,
            test_talk.test_what_nobody_can_say_is_refused,
            test_talk.test_a_flood_is_not_heard_and_disturbs_no_match,
            test_talk.test_our_own_player_is_held_to_the_same_measure,
        ],
    ),
    "send queue": (
        {"SEND_QUEUE_MESSAGES": 256, "SEND_QUEUE_BYTES": 1024 * 1024},
        [test_channel.test_a_full_send_queue_closes_the_channel],
    ),
    "peers": (
        {"PEERS_ADMITTED": 16, "CHANNELS_PER_PEER": 4},
        [
            test_listener.test_admitted_peers_are_bounded,
            test_bounds.test_more_peers_than_may_be_admitted_come_at_once,
            test_bounds.test_one_player_has_few_channels,
        ],
    ),
    "held for a peer": (
        {
            "PEER_BYTES": 2 * 1024 * 1024,
            "RING_BYTES": 256 * 1024,
            "INBOX_MESSAGES": 256,
            "INBOX_BYTES": 512 * 1024,
            "OUTBOX_MESSAGES": 1024,
            "OUTBOX_BYTES": 512 * 1024,
        },
        [
            test_bounds.test_all_that_is_held_for_a_peer_together,
            test_session.test_unconfirmed_messages_are_bounded,
            test_session.test_more_than_the_ring_flows_and_a_slow_reader_holds_it_back,
            test_bounds.test_messages_that_nobody_takes_in_are_bounded,
            test_bounds.test_messages_that_wait_for_a_node_are_bounded,
        ],
    ),
    "held for a connection": (
        {"UNKNOWN_PEER_BYTES": 256 * 1024},
        [test_bounds.test_an_unknown_connection_holds_little],
    ),
    "sessions": (
        {
            "REDIAL_FIRST_S": 0.25,
            "REDIAL_LAST_S": 8,
            "REDIAL_SHARE": 1 / 32,
            "ACK_DELAY_S": 0.05,
            "ACK_AFTER_BYTES": 64 * 1024,
            "DUPLICATE_WINDOW_S": 5,
        },
        [
            test_session.test_redial_backs_off_from_a_quarter_to_eight_seconds,
            test_session.test_crossed_dials_end_on_the_smaller_keys_channel,
        ],
    ),
    "nonces": ({"RECORDS_PER_KEY": 2**32}, [test_bounds.test_a_key_is_not_used_once_too_often]),
    "invitations": (
        {"INVITE_BYTES": 256, "INVITE_TEXT": 4096},
        [test_invite.test_at_most_eight_candidates_and_256_bytes],
    ),
    "finished matches": (
        {"ARCHIVED_AT_ONCE": 8, "ARCHIVED_S": 30 * 86_400},
        [test_bounds.test_finished_matches_given_out_are_bounded],
    ),
    "match files": ({"MATCH_FILE_BYTES": 64 * 1024 * 1024}, [test_storage.test_a_match_file_is_bounded]),
}
"""Row -> its constants in `limits`, with their values, and the tests that go one over each."""

ELSEWHERE: dict[str, tuple[float, float, Test]] = {
    "bytes of an item": (encoding.ENTRY_MAX, 48 * 1024, test_encoding.test_the_length_has_a_limit),
    "entries ahead": (AHEAD_MAX, 64, test_edges.test_an_entry_may_be_63_ahead_and_not_64),
    "bytes ahead": (AHEAD_BYTES_MAX, 256 * 1024, test_edges.test_entries_ahead_have_a_size_together),
    "CBOR: depth": (encoding.DEPTH_MAX, 16, test_encoding.test_depth_has_a_limit),
    "CBOR: items": (encoding.ITEMS_MAX, 4096, test_encoding.test_the_number_of_items_has_a_limit),
    "CBOR: ints": (encoding.UINT_MAX, 2**63 - 1, test_encoding.test_ints_have_a_limit),
    "TOML: bytes": (files.CARD_FILE_BYTES, 256 * 1024, test_language.test_a_card_file_has_a_largest_size),
    "TOML: brackets": (files.CARD_FILE_DEPTH, 8, test_language.test_brackets_have_a_depth),
    "TOML: parts of a key": (files.CARD_FILE_PARTS, 4, test_language.test_dotted_keys_have_a_length),
}
"""Rows whose bound belongs to another room: (constant, value, test)."""


def test_every_constant_stands_in_the_table_with_its_value() -> None:
    bounds = {name: value for name, value in vars(limits).items() if name.isupper()}
    listed = [name for constants, _ in TABLE.values() for name in constants]
    assert sorted(listed) == sorted(bounds)
    for constants, tests in TABLE.values():
        assert tests and all(callable(test) for test in tests)
        assert {name: bounds[name] for name in constants} == constants
    assert all(constant == value for constant, value, _ in ELSEWHERE.values())
