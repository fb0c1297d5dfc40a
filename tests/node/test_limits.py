"""The one table of limits: each bound by its name, its value, and the tests that go one over it."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine.language import files
from fadenet.node import limits
from protocol import encoding
from protocol.intake import AHEAD_BYTES_MAX, AHEAD_MAX
from tests.attacks import test_seats
from tests.cli import test_serving, test_watching
from tests.engine import test_language
from tests.node import (
    test_after,
    test_board,
    test_bounds,
    test_boxes,
    test_candidates,
    test_card_sets,
    test_channel,
    test_circuits,
    test_committer,
    test_direct,
    test_door,
    test_feed,
    test_gossip,
    test_handshake,
    test_held,
    test_introducing,
    test_invite,
    test_listener,
    test_lobby,
    test_mesh,
    test_node,
    test_relay,
    test_relayed,
    test_seek,
    test_serve,
    test_session,
    test_status,
    test_storage,
    test_talk,
    test_watch,
)
from tests.protocol import test_edges, test_encoding

Test = Callable[..., object]
TABLE: dict[str, tuple[dict[str, float | tuple[float, ...]], list[Test]]] = {
    "handshakes at once": (
        {
            "HANDSHAKES_AT_ONCE": 64,
            "HANDSHAKES_OPEN": 64,
            "HANDSHAKES_PER_SOURCE": 4,
            "HANDSHAKES_PER_SITE": 8,
            "HANDSHAKE_YIELDS_S": 1.5,
        },
        [
            test_listener.test_handshakes_of_a_source_are_bounded,
            test_listener.test_handshakes_of_all_are_bounded_by_how_far_they_are,
            test_listener.test_who_has_opened_the_gate_keeps_its_place_for_a_moment,
        ],
    ),
    "handshakes of players": (
        {"HANDSHAKES_KEPT": 16},
        [
            test_listener.test_places_are_kept_for_the_players_of_matches,
            test_listener.test_a_player_who_finds_no_kept_place_gets_one_as_anybody_does,
        ],
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
    "dials that others ask for": (
        {"DIALS_PER_S": 1, "DIALS_BURST": 4, "CANDIDATES_REMEMBERED": 1024},
        [
            test_node.test_a_burst_is_dialled_at_once_and_one_more_waits,
            test_node.test_nobody_can_make_us_hammer_a_third,
            test_node.test_candidates_whose_dials_are_counted_are_bounded,
            test_candidates.test_at_most_eight_are_dialled,
        ],
    ),
    "players whose places are known": (
        {"PLAYERS_REMEMBERED": 4096},
        [test_node.test_who_was_not_named_for_longest_is_forgotten],
    ),
    "channels of a process": (
        {"CHANNELS_AT_ONCE": 4096},
        [test_node.test_channels_at_all_doors_together_are_bounded],
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
        {"CHAT_BYTES": 256, "CHAT_PER_S": 1, "CHAT_BURST": 5, "CHAT_FILE_BYTES": 64 * 1024},
        [
            test_after.test_a_flood_fills_no_disk_and_leaves_the_latest,
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
            test_node.test_a_full_door_leaves_the_others_open,
            test_node.test_channels_of_one_player_are_counted_by_the_door,
        ],
    ),
    "card sets": (
        {"SET_PIECE_BYTES": 12 * 1024, "SETS_GIVEN": 2},
        [
            test_card_sets.test_a_host_gives_what_its_table_has_and_no_more,
            test_card_sets.test_what_a_host_brings_instead_is_refused,
        ],
    ),
    "seats": (
        {
            "LOOKERS": 32,
            "LOOKERS_PER_SOURCE": 4,
            "SEAT_YIELDS_S": 1.5,
            "IDLE_VISITS": 2,
            "IDLE_VISITS_S": 120,
        },
        [
            test_door.test_so_many_may_look_and_the_oldest_goes_after_a_moment,
            test_door.test_a_source_of_idle_visits_waits,
            test_door.test_from_one_source_so_many_look_at_a_headless_node,
            test_seats.test_the_seat_of_a_public_table_is_had_by_who_wants_to_play,
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
    "syncs": (
        {"SYNCS_AT_ONCE": 8, "UNSYNCED_S": 0.25, "WAITING_FOR_SYNC": 1024},
        [
            test_committer.test_so_many_files_are_synced_at_once_and_no_more,
            test_committer.test_what_waits_for_a_sync_is_bounded,
            test_committer.test_what_others_have_signed_is_synced_with_our_answer,
            test_committer.test_what_others_have_signed_does_not_wait_long,
        ],
    ),
    "who looks on": (
        {"WATCHERS": 32, "WATCHERS_MOST": 1_000, "WATCHERS_SHARED": 8, "WATCHERS_TURNED_AWAY": 8},
        [
            test_feed.test_so_many_may_look_on_and_the_next_hears_who_else_shows_it,
            test_feed.test_so_many_channels_lead_to_a_feed,
            test_watching.test_what_is_out_of_bounds_is_refused,
        ],
    ),
    "how far behind": (
        {"WATCH_DELAY_S": 600},
        [
            test_lobby.test_an_offer_says_whether_the_match_may_be_watched,
            test_feed.test_a_delay_has_a_largest_value,
        ],
    ),
    "what waits for who looks on": (
        {
            "WATCHER_MESSAGES": 256,
            "WATCHER_BYTES": 256 * 1024,
            "WATCHER_PIECE_BYTES": 16 * 1024,
            "WATCH_WINDOW_BYTES": 128 * 1024,
            "WATCHER_ASKS_S": 10,
            "FEED_PARTING_S": 5,
        },
        [
            test_feed.test_what_waits_for_somebody_is_bounded,
            test_feed.test_what_waits_for_somebody_has_so_many_bytes,
            test_feed.test_a_window_has_so_many_bytes,
            test_feed.test_items_that_leave_together_are_one_message_up_to_its_size,
            test_feed.test_who_does_not_ask_gives_up_its_place,
            test_feed.test_a_feed_that_is_over_waits_until_all_have_it,
        ],
    ),
    "feeds": (
        {"FEEDS": 8, "FEEDS_KNOWN": 16, "FEEDS_AGAIN_S": 5, "FEED_EVERY_S": 0.25},
        [
            test_feed.test_what_comes_close_together_leaves_together_and_half_as_often_where_the_loop_lags,
            test_feed.test_so_many_feeds_are_named_and_no_more,
            test_feed.test_who_comes_and_goes_is_not_told_without_end,
            test_watch.test_feeds_that_are_named_are_bounded,
        ],
    ),
    "what is shown": (
        {
            "SHOWN_MESSAGES_PER_S": 500,
            "SHOWN_MESSAGES_BURST": 2_048,
            "SHOWN_BYTES_PER_S": 256 * 1024,
            "SHOWN_BURST_BYTES": 2 * 1024 * 1024,
            "FEED_LOST_S": 60,
            "FEED_FIRST_S": 10,
            "LOOK_ACROSS_S": 10,
        },
        [
            test_watch.test_a_feed_that_floods_is_read_at_a_measure,
            test_watch.test_when_no_feed_is_left_that_is_told,
            test_watch.test_a_table_that_is_closed_before_the_match_shows_nothing,
            test_watch.test_what_one_feed_withholds_another_shows,
        ],
    ),
    "reservations": (
        {
            "CIRCUIT_TOKENS": 64,
            "RESERVATIONS": 64,
            "GUESTS": 192,
            "GUESTS_PER_TOKEN": 3,
            "HELPERS_OF_HOST": 2,
            "RESERVATION_S": 24 * 3600,
            "RESERVE_AGAIN_S": 600,
            "RESERVED_S": 3,
            "HELPER_LOOK_S": 5,
        },
        [
            test_relay.test_a_reservation_has_so_many_tokens_and_no_more,
            test_relay.test_one_player_has_so_many_reservations_and_no_more,
            test_relay.test_a_helper_has_so_many_reservations_and_no_more,
            test_relay.test_by_one_token_so_many_guests_are_found_and_no_more,
            test_relay.test_so_many_guests_are_found_at_a_helper_and_no_more_and_hosts_have_places_of_their_own,
            test_introducing.test_a_guest_is_found_at_so_many_helpers_of_its_host_and_no_more,
            test_relay.test_a_reservation_lasts_so_long_however_often_it_is_said,
            test_relayed.test_a_host_reserves_again_in_time_and_with_so_many_tokens,
            test_relayed.test_an_invitation_waits_for_a_relay_so_long,
            test_relayed.test_a_helper_that_falls_silent_is_noticed_and_reserved_at_again,
        ],
    ),
    "calls": (
        {
            "CALLS_PER_S": 1,
            "CALLS_BURST": 10,
            "CALLS_PER_TOKEN_S": 32,
            "MEETINGS": 256,
            "CALL_S": 10,
            "WORD_BYTES": 8 * 1024,
            "HANDSHAKES_PER_RELAY": 64,
            "HANDSHAKES_PER_RELAY_S": 256,
        },
        [
            test_relay.test_calls_of_one_token_come_at_a_measure,
            test_relay.test_so_many_calls_are_under_way_at_once_and_no_more,
            test_relay.test_who_comes_to_reserve_and_does_not_is_waited_for_so_long,
            test_relay.test_a_host_that_never_comes_is_waited_for_so_long,
            test_relay.test_a_joiner_that_never_wants_to_be_carried_is_waited_for_so_long,
            test_relay.test_a_word_has_a_longest_length,
            test_relay.test_words_come_no_faster_than_a_stranger_may_speak,
            test_relayed.test_handshakes_through_a_relay_are_counted_by_place_and_relay,
            test_relayed.test_handshakes_through_a_relay_come_at_a_measure,
            test_relayed.test_a_host_answers_so_many_calls_at_once,
        ],
    ),
    "circuits": (
        {
            "CIRCUITS": 64,
            "CIRCUITS_MOST": 1_024,
            "CIRCUITS_PER_TOKEN": 32,
            "CIRCUITS_OF_HOST": 4,
            "CIRCUIT_BYTES_PER_S": 64 * 1024,
            "CIRCUIT_BURST_BYTES": 256 * 1024,
            "CIRCUIT_BYTES": 64 * 1024 * 1024,
            "CIRCUIT_S": 6 * 3600,
            "CIRCUIT_QUIET_S": 600,
            "PIECE_BYTES": 16_367,
        },
        [
            test_circuits.test_so_many_circuits_are_carried_at_once_and_no_more,
            test_circuits.test_so_many_circuits_are_carried_for_one_token_and_no_more,
            test_circuits.test_a_circuit_has_a_burst_and_a_rate,
            test_circuits.test_a_circuit_carries_so_many_bytes_and_no_more,
            test_circuits.test_a_circuit_lasts_so_long,
            test_circuits.test_a_circuit_on_which_nothing_is_said_ends,
            test_circuits.test_a_piece_has_a_longest_length,
        ],
    ),
    "boxes": (
        {
            "PARCEL_BYTES_MAX": 65_536,
            "PARCELS_PER_SENDER": 2,
            "PARCELS_PER_BOX": 8,
            "BOX_BYTES": 256 * 1024,
            "BOXES_PER_OWNER": 64,
            "BOXES": 4_096,
            "BOX_BYTES_PER_SITE": 8 * 1024 * 1024,
            "BOX_BYTES_IN_ALL": 256 * 1024 * 1024,
            "BOX_DAYS": 30,
            "BOX_YIELDS_S": 86_400,
            "BOX_LOOK_S": 600,
            "BOX_CALLS_BURST": 64,
            "BOX_CHANNELS": 64,
            "BOX_ERRANDS": 2,
            "BOX_ERRANDS_PER_S": 5,
            "BOX_ERRANDS_BURST": 5,
            "PARCEL_S": 60,
        },
        [
            test_boxes.test_a_parcel_is_given_as_it_came_whatever_its_size,
            test_boxes.test_a_parcel_of_no_possible_size_is_refused_at_home,
            test_boxes.test_what_nobody_may_ask_ends_the_connection,
            test_boxes.test_of_one_sender_the_last_parcels_are_kept,
            test_boxes.test_a_full_box_takes_one_of_another_place_and_none_of_the_same,
            test_boxes.test_a_box_has_so_many_bytes,
            test_boxes.test_an_owner_has_so_many_boxes_and_the_one_that_ends_first_goes,
            test_boxes.test_who_opens_boxes_without_end_keeps_nobody_out,
            test_boxes.test_boxes_of_one_site_have_so_many_bytes,
            test_boxes.test_when_all_is_full_the_earliest_of_the_biggest_place_goes,
            test_boxes.test_time_removes_boxes_and_parcels,
            test_boxes.test_a_helper_removes_what_is_over,
            test_boxes.test_who_comes_without_end_is_answered_at_a_measure,
            test_boxes.test_so_many_come_to_boxes_at_once_and_no_more,
            test_boxes.test_one_process_has_few_errands_at_once,
            test_boxes.test_whoever_has_many_errands_is_not_hung_up_on,
            test_boxes.test_who_says_no_more_is_waited_for_so_long,
        ],
    ),
    "punching": (
        {
            "PUNCH_S": 5,
            "PUNCH_TRY_S": 0.6,
            "PUNCH_PAUSE_S": (0.03, 0.12),
            "PUNCHES_PER_S": 2,
            "PUNCHES_BURST": 16,
            "PUNCHES_AT_ONCE": 64,
            "ARRIVALS_KEPT": 16,
        },
        [
            test_direct.test_punching_goes_on_for_so_long_with_pauses_that_differ,
            test_direct.test_one_place_is_punched_at_a_measure_for_all_meetings_together,
            test_direct.test_so_many_sockets_punch_at_once_and_no_more,
            test_direct.test_direct_ways_that_nobody_has_asked_for_yet_are_bounded,
        ],
    ),
    "which way": (
        {"RELAY_DIAL_S": 0.3, "UPGRADE_S": (2, 5, 30, 300), "PROBE_S": 1.5, "PROBE_RELAY_S": 1},
        [
            test_direct.test_relays_are_dialled_behind_all_others_unless_these_have_failed,
            test_direct.test_a_direct_way_is_looked_for_ever_more_rarely,
            test_direct.test_what_stays_unconfirmed_is_pinged_and_then_dialled_beside,
            test_direct.test_a_relayed_way_replaces_a_direct_one_that_does_not_answer,
        ],
    ),
    "moving": (
        {"LOOK_S": 0.5, "LOOKED_AT": 64, "MOVES_PER_S": 1, "MOVES_BURST": 4},
        [
            test_direct.test_ways_are_looked_at_so_often_and_so_many_of_them,
            test_direct.test_where_a_node_has_moved_is_noted_at_a_measure,
        ],
    ),
    "matches of a headless node": (
        {
            "MATCHES": 64,
            "MATCHES_MOST": 2_000,
            "MATCHES_PER_KEY": 2,
            "MATCHES_PER_SOURCE": 8,
            "BEHIND_NAT": 32,
            "TABLES_OFFERED": 16,
            "FILES_SHARE": 0.8,
            "FILES_PER_MATCH": 3,
            "ARCHIVED_MOST": 64,
        },
        [
            test_serve.test_so_many_matches_are_played_at_once_and_no_more,
            test_serve.test_a_node_with_too_many_matches_lets_one_sleep,
            test_serve.test_one_player_has_two_matches_and_not_three,
            test_serve.test_one_source_has_so_many_matches_and_no_more,
            test_serving.test_so_many_tables_are_offered_and_each_once,
            test_serving.test_the_usual_limits_are_those_of_the_node,
            test_serve.test_files_are_counted,
            test_serve.test_finished_matches_that_are_given_out_are_bounded,
        ],
    ),
    "overload": (
        {"LAG_LOOK_S": 0.1, "LAG_S": 0.3, "LAG_HELD_S": 0.3, "TIMES_KEPT": 4_096},
        [
            test_serve.test_a_node_that_lags_lets_nobody_new_in,
            test_status.test_times_that_are_kept_are_bounded,
        ],
    ),
    "notices of the board": (
        {"NOTICES_HELD": 512, "NOTICES_ASIDE": 512, "NOTICES_PER_SITE": 8, "NOTICES_SEEN": 4_096},
        [
            test_held.test_so_many_are_held_and_who_brings_most_pushes_out_its_own,
            test_held.test_so_many_players_of_one_network_keep_a_place,
            test_held.test_notices_that_are_not_asked_for_again_are_bounded,
            test_gossip.test_tries_that_are_remembered_are_bounded,
        ],
    ),
    "topics of the board": (
        {"TOPICS_AT_ONCE": 8, "TOPICS_NAMED": 32, "NOTICES_TOLD_ASIDE": 64, "NOTICES_TOLD_ASIDE_S": 4},
        [
            test_gossip.test_messages_have_bounds,
            test_gossip.test_so_many_topics_of_a_link_are_heeded,
            test_gossip.test_a_few_of_other_topics_are_told_at_first_and_then_one_at_a_time,
            test_held.test_what_is_looked_for_later_leaves_the_shelf_of_others,
        ],
    ),
    "notices of all links": (
        {
            "NOTICES_TAKEN_PER_S": 1,
            "NOTICES_TAKEN_BURST": 512,
            "NOTICES_ASIDE_PER_S": 0.5,
            "NOTICES_ASIDE_BURST": 256,
            "NOTICES_PUSHED": 4,
        },
        [
            test_gossip.test_so_much_is_asked_of_all_links_together_and_each_network_has_its_turn,
            test_gossip.test_what_was_not_asked_for_is_left_out,
        ],
    ),
    "asking and giving": (
        {
            "NOTICES_PER_S": 20,
            "NOTICES_BURST": 64,
            "NOTICES_ASKED": 32,
            "NOTICE_ASKED_S": 3,
            "NOTICES_WITHHELD": 64,
            "HAVES": 512,
            "WANTS": 64,
            "HAVE_GATHERED_S": 0.25,
        },
        [
            test_gossip.test_so_much_is_given_to_one_link_at_once_and_then_a_second,
            test_gossip.test_so_much_is_asked_of_one_link_at_once_and_then_a_second,
            test_gossip.test_a_link_that_names_without_end_and_never_gives_ends,
            test_gossip.test_one_honest_link_is_enough_among_liars,
            test_gossip.test_messages_have_bounds,
            test_gossip.test_our_own_notice_is_told_at_once_and_all_else_is_gathered,
        ],
    ),
    "links of the board": (
        {
            "BOARD_LINKS": 4,
            "BOARD_LINKS_KIN": 3,
            "BOARD_LINKS_APART": 2,
            "BOARD_KIN_AGAIN_S": 60,
            "BOARD_FULL_S": 30,
            "BOARD_FEW": 8,
            "BOARD_TURN_S": 3,
            "BOARD_TURNS_BURST": 20,
            "BOARD_TURNS_S": 30,
            "BOARD_VISITS_S": 10,
            "BOARD_VISITS_BURST": 32,
            "BOARD_VISITS_KIN": 4,
            "BOARD_COMERS_S": 60,
            "BOARD_LINKS_TAKEN": 32,
            "BOARD_LINKS_HEADLESS": 96,
            "BOARD_LINKS_PER_SITE": 8,
            "BOARD_TURNED_AWAY": 4,
            "BOARD_MESSAGES_PER_S": 40,
            "BOARD_MESSAGES_BURST": 200,
            "BOARD_BYTES_PER_S": 16 * 1024,
            "BOARD_BURST_BYTES": 64 * 1024,
        },
        [
            test_gossip.test_so_many_links_are_dialled_and_one_more_to_a_contact,
            test_gossip.test_who_sees_few_of_its_game_asks_one_node_after_the_other,
            test_gossip.test_a_node_without_room_is_left_alone_while_others_are_tried,
            test_gossip.test_players_of_our_topics_are_dialled_and_others_too,
            test_gossip.test_with_links_enough_one_is_dialled_now_and_then_to_see_who_is_there,
            test_gossip.test_who_has_a_table_open_shows_itself_where_somebody_is_known_to_be,
            test_gossip.test_so_many_new_players_of_one_network_count_as_met_a_time,
            test_board.test_so_many_links_are_taken_and_who_is_over_it_hears_of_others,
            test_board.test_so_many_links_are_taken_from_one_network,
            test_board.test_who_floods_is_read_at_a_measure_and_then_hung_up_on,
        ],
    ),
    "others on the board": (
        {
            "BOARD_PEERS": 8,
            "BOARD_PEERS_EVERY_S": 60,
            "BOARD_PEERS_KNOWN": 256,
            "BOARD_PEERS_PER_SITE": 8,
            "BOARD_PEERS_PER_TELLER": 32,
            "BOARD_DIALS_PER_S": 1,
            "BOARD_DIALS_BURST": 8,
            "BOARD_AGAIN_S": (5, 300),
        },
        [
            test_held.test_so_many_are_named_to_others_and_only_those_who_were_reached,
            test_held.test_nodes_that_are_known_are_bounded,
            test_held.test_pauses_before_a_node_is_dialled_again_grow,
            test_gossip.test_messages_have_bounds,
            test_gossip.test_whom_others_name_is_heard_twice_a_minute_at_most,
            test_gossip.test_a_node_names_itself_and_whom_it_has_reached_once_a_minute,
            test_board.test_nobody_can_have_us_dial_without_end,
        ],
    ),
    "our own notice": (
        {"POST_LIFE_S": 600, "POST_AGAIN_S": 300, "POST_PAUSE_S": 2},
        [test_board.test_our_tables_are_posted_when_they_change_and_in_time],
    ),
    "seeking": (
        {"SEEK_WAIT_S": 3, "SEEK_AGAIN_S": 30, "SEEK_PATIENCE_S": 20},
        [
            test_seek.test_one_waits_for_who_has_the_larger_key_and_for_no_longer,
            test_seek.test_a_host_that_falls_silent_holds_a_seeker_for_seconds_only,
        ],
    ),
    "knocking": (
        {
            "KNOCK_AGAIN_S": (1, 2, 4, 8),
            "KNOCKS_UNANSWERED": 4,
            "KNOCKS_AT_STANDING": 10,
            "HOST_AWAITED_S": 600,
        },
        [
            test_serve.test_a_host_that_does_not_come_is_waited_for_no_longer_than_that,
            test_serve.test_pauses_between_knocks_grow_and_differ,
            test_serve.test_a_hang_up_is_taken_for_one_so_often,
        ],
    ),
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
