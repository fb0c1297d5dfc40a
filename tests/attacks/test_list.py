"""The attacks that the protocol has to withstand, and for each of them the tests that try it.

An attack that honest peers see is stopped at the first of them, with proof where its author signed it; what
they cannot see is named by the audit with author, seq and rule. No honest seat is ever accused. Most attacks
on single parts of the protocol are tried where the part is tested; this folder has those on whole tables.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

TESTS = Path(__file__).resolve().parents[1]

ATTACKS: Final[dict[str, tuple[str, ...]]] = {
    "swapped multiset at a re-commitment": (
        "attacks/test_cards.py::test_other_cards_or_another_order_are_named_by_the_audit",
        "attacks/test_cards.py::test_who_signs_nothing_behind_its_audit_is_named_all_the_same",
        "protocol/test_primitives.py::test_the_audit_names_a_swapped_card_in_a_pool",
        "protocol/test_primitives.py::test_the_audit_names_a_recommit_that_swaps_a_card",
    ),
    "the name of somebody who is known, or one that looks like it": (
        "cli/test_tables.py::test_a_player_is_told_from_one_who_only_takes_the_name",
        "keys/test_contacts.py::test_a_known_name_with_another_key_is_refused",
        "keys/test_names.py::test_names_that_are_read_or_look_alike",
        "node/test_match.py::test_a_known_name_with_another_key_is_refused",
    ),
    "a stranger who was met once and counts as known": (
        "keys/test_contacts.py::test_who_was_met_is_not_known_and_warns_of_nobody",
        "node/test_match.py::test_a_person_is_noted_as_met_and_a_bot_is_not",
    ),
    "first deck of another size or other cards": (
        "attacks/test_cards.py::test_a_first_deck_of_another_size_is_named_by_the_audit",
        "protocol/test_result.py::test_an_illegal_deck_is_named_by_the_judge",
        "protocol/test_result.py::test_the_audit_names_who_shows_another_master_secret_or_deck",
    ),
    "chosen order in POOL or RECOMMIT": (
        "attacks/test_cards.py::test_other_cards_or_another_order_are_named_by_the_audit",
        "protocol/test_primitives.py::test_the_audit_names_a_chosen_order_in_a_pool",
    ),
    "reuse of an opened, retired or foreign commitment": (
        "attacks/test_cards.py::test_a_card_that_is_to_be_shown_cannot_be_another",
        "attacks/test_cards.py::test_an_opening_of_an_earlier_epoch_opens_nothing",
        "protocol/test_primitives.py::test_retired_opened_and_foreign_commitments_cannot_be_used_again",
    ),
    "bad cards taken out of the own pool by a move": (
        "attacks/test_cards.py::test_a_move_does_not_thin_out_a_deck",
        "attacks/test_cards.py::test_a_card_that_is_played_face_down_is_taken_from_where_it_was_chosen",
        "protocol/test_primitives.py::test_a_move_takes_only_from_the_pools_of_its_author",
    ),
    "boxes at a helper that are filled, opened without end, or emptied by others": (
        "node/test_boxes.py::test_who_comes_without_end_is_answered_at_a_measure",
        "node/test_boxes.py::test_a_full_box_takes_one_of_another_place_and_none_of_the_same",
        "node/test_boxes.py::test_when_all_is_full_the_earliest_of_the_biggest_place_goes",
        "node/test_boxes.py::test_who_opens_boxes_without_end_keeps_nobody_out",
        "node/test_boxes.py::test_nobody_else_is_given_what_lies_in_a_box",
        "node/test_boxes.py::test_who_puts_something_else_than_it_has_said_is_hung_up_on",
    ),
    "a helper that lies about parcels, replays, withholds or loses them": (
        "node/test_boxes.py::test_a_relay_that_lies_about_what_lies_there_is_found_out",
        "node/test_boxes.py::test_a_relay_that_replays_gives_what_its_reader_has",
        "node/test_boxes.py::test_a_relay_that_says_no_more_is_waited_for_so_long",
        "node/test_boxes.py::test_a_relay_that_goes_in_the_middle_loses_nothing",
        "node/test_boxes.py::test_an_owner_who_dies_before_its_parcel_is_safe_is_given_it_again",
    ),
    "a parcel that is replayed, changed, passed on, or of another match": (
        "node/test_mail.py::test_a_parcel_that_comes_again_changes_nothing",
        "node/test_mail.py::test_a_parcel_of_another_match_or_for_somebody_else_does_not_open",
        "node/test_mail.py::test_items_that_are_none_of_this_match_are_not_taken",
        "protocol/test_parcels.py::test_a_parcel_with_any_byte_changed_does_not_open",
        "protocol/test_parcels.py::test_nobody_but_the_receiver_opens_it",
        "protocol/test_parcels.py::test_who_is_sent_a_parcel_cannot_pass_it_on_as_if_it_came_from_its_sender",
    ),
    "parcels that lie about what their sender holds, or come without end": (
        "node/test_mail.py::test_who_tells_false_heads_harms_nobody",
        "node/test_mail.py::test_heads_of_another_number_of_seats_are_left_out",
        "node/test_mail.py::test_ten_thousand_letters_are_taken",
        "node/test_mail.py::test_a_parcel_of_somebody_else_stops_none_of_the_others",
    ),
    "an invitation taken back, accepted or answered by somebody else": (
        "node/test_mail.py::test_somebody_elses_word_takes_back_no_invitation",
        "node/test_mail.py::test_nobody_but_the_host_seats_a_guest",
        "node/test_mail.py::test_a_host_seats_a_guest_at_no_other_table",
        "node/test_mail.py::test_an_acceptance_with_the_hello_of_another_key_seats_nobody",
        "node/test_mail.py::test_an_invitation_under_the_number_of_another_one_is_refused",
        "cli/test_post.py::test_a_set_that_the_match_is_not_played_with_is_not_kept",
    ),
    "a folder put back or played from twice by correspondence": (
        "node/test_by_post.py::test_what_an_older_copy_lacks_comes_back_by_parcels",
        "node/test_by_post.py::test_an_older_copy_gives_nobody_up",
        "node/test_by_post.py::test_two_machines_of_one_identity_are_found",
    ),
    "selective abort": (
        "attacks/test_ending.py::test_who_leaves_before_opening_a_sealed_decision_gains_nothing",
        "table/test_seats.py::test_the_others_go_on_without_a_seat_that_falls_silent_in_the_game",
        "node/test_match.py::test_a_silent_peer_has_left_when_its_bank_is_spent",
    ),
    "accomplice re-roll": (
        "attacks/test_tokens.py::test_a_leaver_re_rolls_less_than_with_the_same_token",
        "table/test_seats.py::test_tokens_that_were_shown_in_vain_are_not_used_again",
        "protocol/test_transcript.py::test_a_drop_in_a_token_batch_asks_for_the_next_tokens",
    ),
    "fork-and-peek": (
        "attacks/test_tokens.py::test_nobody_sees_the_next_card_by_showing_two_branches",
        "attacks/test_tokens.py::test_without_acknowledgements_the_next_card_would_be_seen",
        "attacks/test_tokens.py::test_a_token_before_all_have_acknowledged_is_refused",
    ),
    "last-revealer bias": (
        "attacks/test_tokens.py::test_the_last_to_reveal_has_no_choice",
        "attacks/test_tokens.py::test_a_draw_is_the_place_that_all_tokens_give",
    ),
    "copied commitments and cancelling tokens": (
        "attacks/test_cards.py::test_a_copied_deck_cannot_be_played",
        "protocol/test_hello.py::test_a_copied_commitment_or_nonce_is_refused",
        "protocol/test_primitives.py::test_the_copied_token_of_another_seat_is_worth_nothing",
    ),
    "token too deep, out of order, for another deck": (
        "protocol/test_primitives.py::test_a_wrong_token_is_caught",
        "protocol/test_primitives.py::test_no_second_token_is_taken_while_the_first_is_held",
        "protocol/test_primitives.py::test_ready_must_promise_exactly_the_chains_that_the_seat_permutes",
    ),
    "early token": (
        "attacks/test_tokens.py::test_a_token_before_its_time_or_in_another_s_turn_is_refused",
        "attacks/test_tokens.py::test_a_token_before_all_have_acknowledged_is_refused",
        "protocol/test_transcript.py::test_a_token_that_rides_before_any_bind_is_caught",
        "protocol/test_primitives.py::test_tosses_never_ride_and_with_three_seats_no_token_does",
    ),
    "a RESULT against somebody who was never in the match": (
        "attacks/test_ending.py::test_another_ready_shows_as_well_that_an_absent_seat_is_in_the_match",
        "attacks/test_ending.py::test_nobody_is_held_to_a_match_that_it_never_joined",
        "attacks/test_ending.py::test_who_has_not_signed_ready_is_neither_voted_out_nor_absent",
        "history/test_reading.py::test_a_match_that_has_not_begun_was_left_by_nobody",
    ),
    "a HELLO seated at another table": ("protocol/test_hello.py::test_a_hello_sits_at_its_own_table_alone",),
    "replay across matches, epochs, sessions": (
        "attacks/test_signing.py::test_nothing_of_another_match_of_the_same_players_is_taken",
        "attacks/test_signing.py::test_an_entry_of_an_earlier_rest_is_no_answer_to_a_later_one",
        "attacks/test_signing.py::test_a_vote_of_another_match_counts_nothing",
        "attacks/test_cards.py::test_an_opening_of_an_earlier_epoch_opens_nothing",
        "attacks/test_cards.py::test_a_private_opening_cannot_be_used_again_elsewhere",
        "node/test_channel.py::test_a_replayed_record_ends_the_channel",
        "node/test_noise.py::test_a_replayed_third_message_is_rejected",
    ),
    "equivocation in 3 and 4 seats": (
        "attacks/test_tokens.py::test_two_moves_for_one_turn_are_proven_to_all",
        "attacks/test_tokens.py::test_nobody_sees_the_next_card_by_showing_two_branches",
        "protocol/test_transcript.py::test_a_fork_among_the_entries_ahead_is_seen_at_once",
        "node/test_mesh.py::test_two_entries_for_one_place_are_proven_to_all",
    ),
    "an accomplice who has a match broken off by a fault of its own": (
        "node/test_cheats.py::test_a_proven_cheat_is_out_and_the_others_play_on",
        "node/test_cheats.py::test_the_proof_is_remembered_over_a_restart",
    ),
    "votes that part others": (
        "attacks/test_parting_votes.py::test_two_votes_of_one_seat_keep_nobody_apart",
        "attacks/test_parting_votes.py::test_votes_on_what_nobody_votes_on_are_no_fork",
        "attacks/test_parting_votes.py::test_of_three_nobody_goes_back_behind_votes",
        "attacks/test_parting_votes.py::test_nobody_goes_back_behind_votes_that_have_decided_nothing",
        "attacks/test_parting_votes.py::test_who_died_behind_its_entry_gets_that_back",
        "attacks/test_parting_votes.py::test_two_votes_on_an_end_count_for_nothing",
        "attacks/test_parting_votes.py::test_two_votes_on_an_end_keep_nobody_apart",
    ),
    "two ways back of one seat": (
        "attacks/test_two_resumes.py::test_two_resumes_of_one_seat_keep_nobody_apart",
        "attacks/test_two_resumes.py::test_a_death_in_between_changes_nothing",
        "attacks/test_two_resumes.py::test_who_comes_back_in_between_says_nothing_else",
        "attacks/test_two_resumes.py::test_who_goes_back_alone_with_a_cheat_wins_nothing",
        "attacks/test_two_resumes.py::test_nobody_goes_back_behind_entries_that_nobody_owes",
        "attacks/test_two_resumes.py::test_another_resume_of_a_cheat_brings_along_who_lacks_it",
        "attacks/test_two_resumes.py::test_two_resumes_prove_what_one_that_is_due_does_not",
    ),
    "statements that exclude each other": (
        "attacks/test_statements.py::test_different_statements_of_a_cheat_do_not_keep_apart_what_honest_nodes_hold",
        "attacks/test_statements.py::test_a_vote_at_a_rest_that_never_was_is_nothing_to_hold",
    ),
    "a fork that parts others": (
        "attacks/test_forks.py::test_a_fork_ends_nothing",
        "attacks/test_forks.py::test_one_that_is_out_goes_back_with_those_who_play",
        "attacks/test_forks.py::test_who_concedes_to_some_has_forked_as_well",
        "attacks/test_forks.py::test_a_fork_at_the_last_entry_of_a_match_ends_nothing",
        "attacks/test_forks.py::test_what_others_have_signed_at_the_rest_of_a_fork_stays",
        "attacks/test_forks.py::test_two_readies_end_nothing",
        "attacks/test_forks.py::test_who_has_signed_no_ready_is_left_behind_by_no_fork",
        "attacks/test_forks.py::test_nothing_that_was_shown_on_a_branch_left_behind_is_used_again",
        "attacks/test_forks.py::test_a_restart_changes_nothing",
        "attacks/test_forks.py::test_a_friend_that_does_not_go_back_is_waited_for_no_longer_than_its_bank",
        "attacks/test_forks.py::test_who_has_forked_is_not_in_any_more",
        "attacks/test_forks.py::test_nobody_takes_back_with_a_friend_what_all_others_have_answered",
        "attacks/test_forks.py::test_unsound_words_are_refused_or_do_nothing",
        "attacks/test_forks.py::test_what_one_that_is_out_says_binds_nobody_and_it_least_of_all",
        "attacks/test_forks.py::test_false_anchors_that_nobody_used_are_found_with_the_rules",
        "attacks/test_forks.py::test_a_cheat_that_comes_back_follows_the_others",
        "node/test_cheats.py::test_nodes_that_were_parted_go_back_and_on",
        "node/test_cheats.py::test_nodes_that_two_readies_have_parted_begin_anew",
        "node/test_cheats.py::test_who_does_not_go_back_is_given_up",
    ),
    "garbage that ends the process of the other": (
        "node/test_match.py::test_garbage_is_not_listened_to_and_loses_nothing",
        "node/test_match.py::test_who_sends_garbage_has_left_when_its_bank_is_spent",
        "node/test_match.py::test_a_restart_of_our_node_gives_nobody_time",
    ),
    "time that comes back without decisions": (
        "node/test_time.py::test_a_bank_is_never_more_than_full",
        "node/test_time.py::test_only_decisions_give_time_back",
        "node/test_time.py::test_decisions_in_a_row_give_back_no_more_than_one",
        "node/test_time.py::test_the_grace_is_one_for_a_whole_match",
        "node/test_time.py::test_a_way_that_is_made_slow_gives_little_time",
        "node/test_time.py::test_who_answers_within_the_grace_each_time_is_out_of_time_all_the_same",
    ),
    "a table that is offered, and never plays": (
        "node/test_seek.py::test_a_host_that_falls_silent_holds_a_seeker_for_seconds_only",
        "node/test_seek.py::test_who_has_led_us_nowhere_is_tried_last",
    ),
    "a turn without end": (
        "rules/fade/test_limit.py::test_cards_are_rearranged_sixty_times_a_turn",
        "rules/faroe/test_limit.py::test_moving_and_reattaching_end_after_sixty_times_a_turn",
        "rules/fade/test_command.py::test_a_card_of_the_field_is_laid_sixty_times_a_turn",
    ),
    "a void outcome and an entry at one rest": (
        "attacks/test_voids.py::test_nobody_breaks_a_match_off_by_an_end_void_and_an_entry",
        "attacks/test_voids.py::test_what_one_hears_of_a_double_face_another_hears_by_the_proof",
        "attacks/test_voids.py::test_one_that_is_eliminated_follows_those_who_play_on",
        "attacks/test_voids.py::test_a_restart_between_the_two_halves_changes_nothing",
        "attacks/test_voids.py::test_for_whom_the_match_has_ended_as_void_takes_no_entry_any_more",
        "attacks/test_voids.py::test_who_has_gone_on_ends_the_match_where_it_is_void_for_another",
        "attacks/test_voids.py::test_a_void_that_we_have_not_agreed_to_holds_up_nobody",
        "attacks/test_voids.py::test_a_match_from_which_a_seat_was_dropped_does_not_end_as_void",
        "node/test_cheats.py::test_a_proven_cheat_is_out_and_the_others_play_on",
        "node/test_cheats.py::test_a_cheat_that_keeps_a_void_result_back_is_waited_for_no_longer_than_its_bank",
        "node/test_watch.py::test_an_end_void_and_an_entry_are_told_and_the_match_is_followed",
        "node/test_mark.py::test_a_folder_put_back_to_before_a_void_signs_no_entry_there",
        "protocol/test_result.py::test_who_signs_at_one_rest_an_entry_and_a_void_outcome_is_convicted",
    ),
    "two votes": (
        "attacks/test_votes.py::test_a_second_vote_convicts_before_it_is_refused",
        "attacks/test_votes.py::test_the_votes_of_one_that_is_out_and_on_it_count_nothing_for_any_reader",
        "attacks/test_votes.py::test_who_says_one_last_word_here_and_another_there_convicts_itself",
        "protocol/test_transcript.py::test_two_votes_on_one_entry_prove_themselves",
        "protocol/test_votes.py::test_two_final_votes_prove_themselves",
    ),
    "false DROP, also in a 2|2 partition": (
        "attacks/test_votes.py::test_colluders_drop_nobody_without_the_honest_one",
        "attacks/test_votes.py::test_colluders_cannot_use_a_vote_that_was_taken_back",
        "attacks/test_votes.py::test_words_about_another_rest_or_oneself_count_nothing",
        "protocol/test_transcript.py::test_half_of_four_drops_nobody",
        "protocol/test_transcript.py::test_a_voter_takes_an_entry_that_another_has_heard",
        "protocol/test_transcript.py::test_what_was_written_at_another_rest_makes_nobody_take_a_vote_back",
        "protocol/test_transcript.py::test_votes_that_cross_at_the_last_rest_come_to_the_same_in_any_order",
        "table/test_seats.py::test_a_split_in_two_halves_drops_nobody",
        "table/test_seats.py::test_who_has_the_entry_answers_a_vote_with_it",
    ),
    "a last word kept back, or a leave behind a vote": (
        "attacks/test_votes.py::test_who_keeps_its_last_word_back_holds_up_the_match_and_is_seen_to",
        "protocol/test_votes.py::test_no_two_honest_nodes_decide_otherwise_whatever_each_has_heard",
        "protocol/test_votes.py::test_one_who_leaves_for_good_seldom_keeps_the_others_from_a_decision",
        "table/test_votes.py::test_a_late_entry_is_taken_although_one_voter_is_away",
    ),
    "brute force of commitments": (
        "protocol/test_primitives.py::test_short_salts_would_give_every_card_away_and_ours_do_not",
    ),
    "salt reuse after a restored snapshot": (
        "attacks/test_cards.py::test_a_restored_node_commits_to_the_same_with_the_same_salts",
        "attacks/test_cards.py::test_a_restored_node_that_is_led_another_way_uses_no_salt_or_key_again",
    ),
    "linking draws to plays": ("attacks/test_tells.py::test_a_card_played_cannot_be_linked_to_its_draw",),
    "timing tells": (
        "node/test_match.py::test_answers_of_people_leave_on_a_time_grid",
        "node/test_pace.py::test_cards_that_give_no_answer_are_passed_over_at_the_very_same_times",
        "node/test_pace.py::test_who_has_an_answer_passes_at_the_times_of_who_has_none",
        "node/test_pace.py::test_passes_that_leave_at_once_are_noticed",
        "table/test_equivalence.py::test_public_facts_alone_lead_to_the_same_states",
    ),
    "length tells": ("attacks/test_tells.py::test_lengths_tell_nothing_of_the_cards",),
    "boundary shifts in hashes": (
        "protocol/test_hashing.py::test_no_two_lists_of_fields_run_together",
        "protocol/test_hashing.py::test_one_input_under_two_tags_or_keys_gives_two_hashes",
    ),
    "CBOR malleations": (
        "protocol/test_encoding.py::test_a_malleation_is_refused",
        "protocol/test_encoding.py::test_a_bomb_of_references_is_refused_at_its_first_tag",
    ),
    "re-signed heads and swapped payloads": (
        "attacks/test_signing.py::test_a_signature_cannot_be_varied_by_others",
        "attacks/test_signing.py::test_one_statement_under_two_signatures_is_one",
        "node/test_bytes.py::test_one_statement_under_two_signatures_parts_no_heads",
        "protocol/test_transcript.py::test_a_swapped_payload_is_caught",
    ),
    "small-order keys": (
        "keys/test_public.py::test_small_order_is_refused",
        "protocol/test_hello.py::test_a_small_order_key_is_refused",
        "protocol/test_primitives.py::test_a_low_order_ephemeral_key_only_leaves_the_cards_unknown",
    ),
    "key reuse": (
        "attacks/test_signing.py::test_a_key_has_one_use",
        "keys/test_identity.py::test_a_signature_holds_for_nothing_else",
        "protocol/test_hello.py::test_nobody_sits_twice",
        "protocol/test_hello.py::test_unusable_secrets_are_our_own_error",
    ),
    "grinding": (
        "attacks/test_tokens.py::test_grinding_secrets_before_the_match_steers_no_draw",
        "protocol/test_primitives.py::"
        "test_the_audit_names_an_anchor_that_does_not_follow_from_the_master_secret",
        "protocol/test_primitives.py::"
        "test_the_audit_names_a_choice_salt_that_does_not_follow_from_the_master_secret",
    ),
    "different ENDs, or END void and an entry, for different seats": (
        "attacks/test_ending.py::test_different_ends_for_different_seats_part_nobody",
        "attacks/test_ending.py::test_end_void_for_one_seat_and_an_entry_for_the_other_convict_in_either_order",
        "attacks/test_ending.py::test_false_results_for_one_seat_alone_keep_no_true_one_out",
        "attacks/test_ending.py::test_a_whole_result_counts_whatever_its_signers_have_signed_before",
        "node/test_mesh.py::test_a_lie_for_one_node_alone_parts_nobody",
    ),
    "winning by one's own signature what was lost on the table": (
        "attacks/test_coalitions.py::test_a_lone_result_that_accuses_the_winner_is_not_taken",
        "protocol/test_result.py::test_who_has_lost_does_not_win_by_signing_alone",
        "table/test_closing.py::"
        "test_who_may_not_sign_without_those_it_has_given_up_does_with_the_first_that_is_back",
    ),
    "a RESULT signed that nobody else can sign": (
        "attacks/test_ending.py::test_a_signature_under_another_result_counts_for_nothing",
    ),
    "calling somebody absent who was away and is back": (
        "table/test_closing.py::test_who_was_away_and_is_back_is_not_called_absent",
    ),
    "one end for some and another one for others, by two of four": (
        "attacks/test_coalitions.py::test_nobody_ends_as_void_what_goes_on_without_the_accused",
        "attacks/test_coalitions.py::"
        "test_who_still_holds_a_vote_signs_no_end_without_a_winner_in_place_of_an_entry",
        "attacks/test_coalitions.py::test_two_who_sign_two_results_part_nobody",
        "attacks/test_coalitions.py::test_results_that_were_signed_in_a_circle_come_to_one",
        "attacks/test_coalitions.py::test_a_signature_kept_back_parts_nobody",
        "protocol/test_result.py::test_of_two_results_that_as_many_have_signed_all_take_one",
    ),
    "an entry sent ahead of its rest, at no table or of the wrong type": (
        "node/test_mesh.py::test_an_entry_of_no_table_sent_ahead_throws_nobody_out",
        "protocol/test_transcript.py::"
        "test_a_fault_that_our_own_entry_brings_to_light_is_raised_when_something_comes",
    ),
    "a vote on no rest": ("table/test_votes.py::test_a_vote_on_no_rest_spoils_no_file",),
    "a signature kept back until the match is over": (
        "attacks/test_coalitions.py::test_a_signature_kept_back_parts_nobody",
        "node/test_archive.py::test_a_better_result_that_came_to_one_archive_goes_on_to_the_others",
    ),
    "going before a last word": (
        "attacks/test_coalitions.py::test_who_gives_its_end_between_two_last_words_is_there",
        "attacks/test_coalitions.py::test_a_voter_who_goes_before_its_last_word_at_the_end_holds_nobody_up",
    ),
    "files spoilt by what comes between the last signatures": (
        "attacks/test_coalitions.py::test_a_false_audit_of_an_absent_seat_spoils_no_file",
        "attacks/test_coalitions.py::test_a_last_word_that_comes_behind_the_end_of_the_accused_spoils_no_file",
    ),
    "two AUDITs": (
        "attacks/test_ending.py::test_who_has_shown_two_audits_is_held_to_the_worse_and_parts_nobody",
        "attacks/test_ending.py::test_different_audits_for_different_seats_part_nobody",
    ),
    "votes that make others contradict themselves": (
        "attacks/test_votes.py::test_an_answer_to_a_vote_at_another_rest_is_not_spent_on_it",
    ),
    "playing on with who has shown its secrets": (
        "attacks/test_ending.py::test_who_has_shown_its_secrets_in_mid_game_plays_on_with_nobody",
    ),
    "illegal draw request": (
        "attacks/test_tokens.py::test_a_draw_that_the_rules_do_not_ask_for_gets_no_token",
    ),
    "illegal move": ("table/test_seat.py::test_an_illegal_move_is_refused_with_evidence",),
    "peek after search": (
        "attacks/test_cards.py::test_after_a_search_the_deck_is_shuffled_and_nothing_is_known_of_it",
        "protocol/test_primitives.py::test_a_move_cannot_open_what_lies_in_a_pool_or_was_never_made",
    ),
    "TAKE of the wrong card": (
        "attacks/test_cards.py::test_a_wrong_card_found_openly_is_refused_at_once",
        "attacks/test_cards.py::test_a_wrong_card_found_unseen_and_a_false_none_are_named_by_the_audit",
        "attacks/test_cards.py::test_a_card_taken_unseen_is_not_shown_in_passing",
        "attacks/test_cards.py::test_a_true_find_convicts_nobody",
        "protocol/test_primitives.py::test_a_take_from_another_place_or_of_too_many_is_caught",
    ),
    "false 'I have none'": (
        "attacks/test_cards.py::test_a_wrong_card_found_unseen_and_a_false_none_are_named_by_the_audit",
    ),
    "false statement about a hidden card": (
        "table/test_seat.py::test_a_false_face_down_statement_is_named_by_the_audit",
        "table/test_seats.py::test_a_lie_is_named_whether_or_not_all_are_there_at_the_end",
        "table/test_terrene.py::test_a_false_set_up_that_nobody_sees_is_named_by_the_audit",
    ),
    "claims that are missing, superfluous or of something else": (
        "attacks/test_claims.py::test_a_move_claims_what_it_has_to_and_nothing_else",
        "attacks/test_claims.py::test_a_move_without_statements_claims_nothing",
        "attacks/test_claims.py::test_a_search_claims_what_it_has_to_and_nothing_else",
        "attacks/test_claims.py::test_what_is_claimed_rightly_is_taken_and_stands_in_the_file",
        "attacks/test_claims.py::test_nobody_concedes_in_place_of_a_search",
    ),
    "garbage private opening": (
        "protocol/test_primitives.py::test_garbage_in_a_box_stops_nothing_and_the_audit_names_it",
        "protocol/test_primitives.py::test_a_box_with_a_lie_in_it_is_not_believed_and_the_audit_names_it",
        "table/test_terrene.py::test_a_card_handed_over_in_a_false_box_is_named_by_the_audit",
    ),
    "fake end to harvest M": (
        "attacks/test_ending.py::test_false_ends_on_the_way_harvest_no_secret",
        "protocol/test_result.py::test_a_fake_end_at_another_place_does_not_harvest_the_master_secret",
        "protocol/test_result.py::test_the_master_secret_stays_until_all_have_signed_the_same_end",
    ),
    "END, VERDICT or RESULT with a lie, to win by it or to hold up the others": (
        "attacks/test_ending.py::test_an_end_with_a_false_outcome_holds_up_nobody",
        "attacks/test_ending.py::test_who_signs_all_but_the_end_holds_up_nobody",
        "attacks/test_ending.py::test_a_false_verdict_and_result_convict_nobody_and_hold_up_nobody",
        "attacks/test_ending.py::test_a_second_verdict_is_refused_and_the_first_one_stays",
        "attacks/test_ending.py::test_many_false_results_keep_no_true_one_out",
        "attacks/test_ending.py::test_different_audits_for_different_seats_part_nobody",
    ),
    "refusing the audit": (
        "table/test_seats.py::test_who_falls_silent_while_the_match_closes_is_absent",
        "protocol/test_result.py::test_a_seat_that_refuses_its_audit_is_missing_and_comes_last",
        "node/test_match.py::test_a_peer_that_is_gone_after_the_game_is_absent_from_the_result",
        "node/test_two_left.py::test_who_gives_up_in_the_void_has_not_won_by_waiting",
    ),
    "calling a present seat absent": (
        "attacks/test_ending.py::test_calling_a_present_seat_absent_is_not_believed",
        "attacks/test_ending.py::test_one_of_three_cannot_call_another_absent",
        "table/test_closing.py::test_a_result_that_more_have_signed_takes_the_place_of_a_weaker_one",
        "table/test_closing.py::test_of_two_who_gave_each_other_up_only_the_winner_signs_a_result",
        "table/test_closing.py::test_of_two_who_knows_that_it_was_away_takes_the_result_of_the_other",
        "table/test_seats.py::test_who_comes_back_before_the_result_is_whole_is_not_absent",
    ),
    "an AUDIT in mid-game that says that the other's time is spent": (
        "node/test_two_left.py::test_who_is_told_that_its_bank_is_spent_goes_by_its_own_count",
        "node/test_two_left.py::test_who_ends_the_match_where_it_has_to_answer_has_left_it",
        "node/test_two_left.py::test_of_the_last_two_of_three_nobody_loses_by_the_word_of_the_other",
    ),
    "playing to the last move and signing nothing behind it, so as not to be rated": (
        "node/test_two_left.py::test_who_plays_to_the_last_move_and_signs_no_more_is_rated_all_the_same",
        "history/test_reading.py::test_who_has_played_to_the_end_is_rated_whatever_it_signs_behind_it",
    ),
    "spectators seeing too much": (
        "protocol/test_primitives.py::test_a_private_opening_tells_its_receiver_and_nobody_else",
        "table/test_equivalence.py::test_public_facts_alone_lead_to_the_same_states",
        "table/test_replay.py::test_a_record_tells_no_more_than_its_view_knows",
    ),
    "chain exhaustion": (
        "protocol/test_primitives.py::test_a_round_of_a_chain_ends_with_the_next_anchor",
        "protocol/test_primitives.py::test_a_token_at_the_end_of_a_round_needs_its_anchor",
    ),
    "deep nesting, huge lists, entries far ahead": (
        "attacks/test_signing.py::test_huge_and_deep_payloads_are_refused_and_convict",
        "attacks/test_signing.py::test_an_item_beyond_all_bounds_is_refused_unread",
        "attacks/test_signing.py::test_entries_far_ahead_fill_no_memory",
        "protocol/test_encoding.py::test_depth_has_a_limit",
        "protocol/test_encoding.py::test_a_huge_announced_length_is_refused_as_such",
    ),
    "sybils on the board": (
        "attacks/test_board.py::test_keys_and_addresses_without_number_push_out_no_honest_notice",
        "attacks/test_board.py::test_who_has_many_links_of_one_key_each_gains_no_more_than_their_shares",
        "attacks/test_board.py::test_links_that_come_and_go_gain_nothing",
        "attacks/test_board.py::test_names_of_nothing_do_not_use_up_what_may_be_asked_for",
        "attacks/test_board.py::test_what_nobody_could_reach_is_shown_behind_all_others",
        "node/test_gossip.py::test_one_honest_link_is_enough_among_liars",
        "node/test_board.py::test_the_network_with_most_links_gives_way_where_all_are_taken",
        "sim/test_board.py::test_newcomers_see_true_tables_among_false_ones",
    ),
    "slow senders": (
        "node/test_bounds.py::test_a_record_may_be_so_slow",
        "node/test_listener.py::test_silent_connections_leave_nothing_behind",
    ),
    "version skew": (
        "attacks/test_signing.py::test_another_version_is_refused_before_anything_else",
        "node/test_handshake.py::test_a_newer_version_is_told_to_both_sides",
        "table/test_seat.py::test_other_rules_are_refused",
    ),
    "every place at the door held with tokens that anybody may have": (
        "attacks/test_doors.py::test_nobody_is_kept_out_by_who_holds_places",
        "attacks/test_doors.py::test_who_dials_directly_is_not_kept_out_over_a_relay",
        "node/test_listener.py::test_strangers_who_send_one_byte_keep_nobody_out",
    ),
    "the places that are kept for players held with the token of a match": (
        "attacks/test_doors.py::test_nobody_is_kept_out_by_who_holds_places",
        "attacks/test_doors.py::test_nobody_is_kept_from_its_match_by_another_of_its_players",
        "node/test_listener.py::test_places_are_kept_for_the_players_of_matches",
    ),
    "free seats held by guests who say nothing": (
        "attacks/test_seats.py::test_the_seat_of_a_public_table_is_had_by_who_wants_to_play",
        "attacks/test_seats.py::test_a_headless_node_plays_with_who_wants_to_play",
        "node/test_door.py::test_a_source_of_idle_visits_waits",
    ),
    "strangers' notices that lead into one's own network": (
        "node/test_board.py::test_the_board_tells_and_dials_nothing_of_a_network_of_somebody_s_own",
        "node/test_candidates.py::test_what_means_something_in_one_network_alone_is_not_public",
    ),
    "a neighbour with many addresses that hides all others": (
        "node/test_beacon.py::test_a_neighbour_with_many_addresses_hides_no_other",
    ),
    "a helper whose calls and circuits strangers hold": (
        "attacks/test_helpers.py::test_a_host_is_found_at_a_helper_by_who_wants_to_play",
        "node/test_circuits.py::test_a_circuit_of_whoever_has_most_ends_for_a_newcomer",
        "node/test_relay.py::test_a_host_that_moves_is_found_even_where_a_helper_is_full",
    ),
    "a feed full of onlookers from one place": (
        "node/test_feed.py::test_one_of_many_from_one_place_goes_for_somebody_else",
    ),
    "hash-seed differences": (
        "attacks/test_signing.py::test_the_hash_seed_of_a_process_changes_no_byte",
        "engine/test_determinism.py::test_hash_seeds_make_no_difference",
    ),
    "forged evidence": (
        "attacks/test_signing.py::test_evidence_made_of_honest_signatures_proves_nothing",
        "protocol/test_files.py::test_evidence_that_proves_nothing_convicts_nobody",
        "protocol/test_files.py::test_who_forges_a_branch_of_its_own_cannot_make_the_other_guilty",
    ),
    "bit flips": (
        "protocol/test_transcript.py::test_every_flipped_bit_of_an_entry_is_caught",
        "protocol/test_files.py::test_a_flipped_byte_in_any_item_is_invalid_or_a_cut_end",
        "node/test_verify.py::test_one_flipped_bit_in_any_kind_of_item_is_refused",
    ),
    "state digest brute force": ("attacks/test_tells.py::test_the_state_digest_gives_no_hidden_card_away",),
    "key file with absurd rounds": (
        "keys/test_keyfile.py::test_the_header_is_judged_before_anything_is_derived",
    ),
    "crash between fsync and send": (
        "table/test_seat.py::test_a_crash_behind_any_item_changes_nothing",
        "node/test_match.py::test_a_peer_that_dies_on_the_last_item_still_gets_it",
        "node/test_kill_nodes.py::test_killed_nodes_come_back_and_nothing_is_lost",
    ),
}
"""Attack -> the tests that try it, as file::name below the folder of all tests."""


@cache
def functions_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds))


@pytest.mark.parametrize("attack", sorted(ATTACKS))
def test_every_attack_is_tried(attack: str) -> None:
    """given an attack of the list, then there is a test for it, and each one named exists."""
    assert ATTACKS[attack]
    for name in ATTACKS[attack]:
        file, test = name.split("::")
        assert test in functions_in(file), name


def test_every_test_of_this_folder_is_in_the_list() -> None:
    named = {name for tests in ATTACKS.values() for name in tests}
    for path in sorted((TESTS / "attacks").glob("test_*.py")):
        if path != Path(__file__).resolve():
            file = f"attacks/{path.name}"
            there = {f"{file}::{name}" for name in functions_in(file) if name.startswith("test_")}
            assert there <= named, there - named
