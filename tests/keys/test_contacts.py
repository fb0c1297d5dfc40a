"""Contacts: pinned at first sight, never changed unseen, never lost."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keys import (
    Contact,
    ContactChanged,
    Contacts,
    Identity,
    UserError,
    WeakKey,
    errors,
    fingerprint_text,
    fingerprint_words,
)
from keys import contacts as contacts_module


def key(number: int) -> bytes:
    return Identity.from_seed("x", number.to_bytes(32, "big")).public


ANNA, BELA, CARL = key(1), key(2), key(3)


@pytest.fixture
def contacts(tmp_path: Path) -> Contacts:
    contacts = Contacts.load(tmp_path)
    contacts.see(ANNA, "anna", 1000)
    contacts.see(BELA, "bela", 2000)
    return contacts


def test_without_a_file_there_are_none_and_none_is_made(tmp_path: Path) -> None:
    assert len(Contacts.load(tmp_path / "home")) == 0
    assert not (tmp_path / "home").exists()


def test_a_player_is_pinned_at_first_sight(contacts: Contacts, tmp_path: Path) -> None:
    assert contacts.get(ANNA) == Contact(ANNA, "anna", 1000, verified=False)
    assert [contact.petname for contact in Contacts.load(tmp_path)] == ["anna", "bela"]
    assert (tmp_path / "contacts.json").stat().st_mode & 0o777 == 0o600


def test_a_known_player_is_confirmed_and_keeps_its_petname(contacts: Contacts, tmp_path: Path) -> None:
    before = (tmp_path / "contacts.json").stat().st_mtime_ns
    assert contacts.see(ANNA, "bela", 5000) == Contact(ANNA, "anna", 1000)
    assert (tmp_path / "contacts.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["anna", "ANNA", " an\u200bna\x1b ", "\uff41nna"])
def test_a_known_name_with_another_key_is_refused(contacts: Contacts, name: str) -> None:
    with pytest.raises(ContactChanged):
        contacts.check(CARL, name)
    with pytest.raises(ContactChanged) as caught:
        contacts.see(CARL, name, 3000)
    assert (caught.value.known, caught.value.offered, caught.value.exit_code) == (ANNA, CARL, 9)
    assert "contact rename 'anna'" in caught.value.message
    assert "contact remove 'anna'" in caught.value.message
    assert " ".join(fingerprint_words(CARL)) in caught.value.message
    assert contacts.get(CARL) is None


def test_a_check_pins_nobody(contacts: Contacts) -> None:
    contacts.check(CARL, "carl")
    contacts.check(ANNA, "bela")  # a known player keeps its petname, whatever it calls itself
    assert contacts.get(CARL) is None and len(contacts) == 2


def test_the_user_may_keep_both_or_replace(contacts: Contacts) -> None:
    contacts.rename("anna", "old anna")
    contacts.see(CARL, "anna", 3000)
    assert contacts.find("anna").public == CARL
    contacts.remove("anna")
    contacts.see(key(4), "anna", 4000)
    assert contacts.find("anna").public == key(4)
    assert contacts.find("Old Anna").public == ANNA


def test_a_weak_key_is_never_pinned(contacts: Contacts) -> None:
    with pytest.raises(WeakKey):
        contacts.see(bytes(32), "carl", 3000)
    assert len(contacts) == 2


def test_who_shows_no_name_is_named_by_words(contacts: Contacts) -> None:
    words = fingerprint_words(CARL)
    assert contacts.see(CARL, "\u200b", 3000).petname == "-".join(words[:2])


def test_rename_refuses_empty_and_taken_names(contacts: Contacts) -> None:
    assert contacts.rename("anna", "Anna").petname == "Anna"
    with pytest.raises(errors.BadContacts, match="bela already"):
        contacts.rename("anna", "BELA")
    with pytest.raises(errors.BadContacts, match="no visible letter"):
        contacts.rename("anna", "\u202e")


def test_verify_and_remove_are_kept(contacts: Contacts, tmp_path: Path) -> None:
    contacts.verify("anna")
    assert contacts.remove("bela").public == BELA
    assert list(Contacts.load(tmp_path)) == [Contact(ANNA, "anna", 1000, verified=True)]


def test_find_by_name_fingerprint_and_words(contacts: Contacts) -> None:
    text, words = fingerprint_text(ANNA), fingerprint_words(ANNA)
    for wanted in (
        "anna",
        " Anna",
        text,
        text.upper(),
        text[:6],
        " ".join(words),
        "-".join(words),
        " ".join(words[:2]),
    ):
        assert contacts.find(wanted).public == ANNA
    for wanted in ("", "ann", text[:3], words[0], "nobody at all"):
        with pytest.raises(errors.ContactNotFound) as caught:
            contacts.find(wanted)
        assert caught.value.exit_code == 4


def test_a_prefix_of_two_fingerprints_is_ambiguous(
    contacts: Contacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a bound that lets one character name a contact, and enough contacts for two to share one
    monkeypatch.setattr(contacts_module, "_PREFIX_MIN", 1)
    for number in range(10, 50):
        contacts.see(key(number), f"player {number}", 0)
    firsts = [fingerprint_text(contact.public)[0] for contact in contacts]
    shared = next(first for first in firsts if firsts.count(first) > 1)
    with pytest.raises(errors.ContactAmbiguous, match="may mean"):
        contacts.find(shared)


def test_nobody_takes_the_fingerprint_of_another_as_name(contacts: Contacts) -> None:
    contacts.see(CARL, fingerprint_text(ANNA), 3000)
    assert contacts.find(fingerprint_text(ANNA)).public == ANNA


def test_two_processes_lose_nothing_of_each_other(contacts: Contacts, tmp_path: Path) -> None:
    # given a second view of the same folder, read before the first one changes
    other = Contacts.load(tmp_path)
    contacts.see(CARL, "carl", 3000)
    # when the second changes too, then both changes are there
    other.verify("anna")
    assert {contact.petname for contact in Contacts.load(tmp_path)} == {"anna", "bela", "carl"}
    assert other.get(CARL) is not None


def test_there_is_a_bound(contacts: Contacts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts_module, "CONTACTS_MAX", 2)
    with pytest.raises(errors.BadContacts, match="Remove some"):
        contacts.see(CARL, "carl", 3000)


Spoil = Callable[[dict[str, Any]], object]
BAD: dict[str, tuple[Spoil, str]] = {
    "version": (lambda file: file.update(version=2), "version 2"),
    "unknown field": (lambda file: file.update(more=1), "more"),
    "missing": (lambda file: file.pop("contacts"), "contacts"),
    "short key": (lambda file: file["contacts"][1].update(public="AAAA"), r"contacts\[1\].public"),
    "weak key": (lambda file: file["contacts"][1].update(public="A" * 43 + "="), "contact 2: .*small order"),
    "time": (lambda file: file["contacts"][0].update(first_seen=-1), "first_seen"),
    "name": (lambda file: file["contacts"][0].update(petname="a\u202e"), "contact 1: .*cannot be a name"),
    "twice": (lambda file: file["contacts"][1].update(petname="ANNA"), "contact 2: .*twice"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_mistake_in_the_file_is_named_and_nothing_is_lost(
    contacts: Contacts, tmp_path: Path, case: str
) -> None:
    spoil, place = BAD[case]
    path = tmp_path / "contacts.json"
    file = json.loads(path.read_text())
    spoil(file)
    path.write_text(json.dumps(file))
    before = path.read_bytes()
    with pytest.raises(errors.BadContacts, match=place) as caught:
        Contacts.load(tmp_path)
    assert str(path) in caught.value.message
    # and a view from before the mistake does not write over it
    with pytest.raises(errors.BadContacts):
        contacts.see(CARL, "carl", 3000)
    assert path.read_bytes() == before
    assert contacts.get(CARL) is None


@pytest.mark.skipif(os.name != "posix", reason="mode is POSIX's")
def test_a_file_that_others_can_read_is_refused(contacts: Contacts, tmp_path: Path) -> None:
    (tmp_path / "contacts.json").chmod(0o644)
    with pytest.raises(errors.OpenToOthers, match="chmod 600"):
        Contacts.load(tmp_path)


def test_a_dangling_link_is_not_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "contacts.json").symlink_to(tmp_path / "nowhere")
    with pytest.raises(errors.LinkedFile):
        Contacts.load(tmp_path)


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_mutated_files_raise_user_errors_only(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    home = tmp_path_factory.mktemp("home")
    path = home / "contacts.json"
    path.write_bytes(WHOLE)
    path.chmod(0o600)
    raw = bytearray(WHOLE)
    start = data.draw(st.integers(0, len(raw) - 1))
    raw[start : start + data.draw(st.integers(0, 8))] = data.draw(
        st.binary(max_size=8) | st.sampled_from([b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5000])
    )
    path.write_bytes(raw)
    try:
        loaded = Contacts.load(home)
    except UserError:
        return
    assert len(loaded) <= 2


WHOLE = json.dumps(
    {
        "version": 1,
        "contacts": [
            {"public": "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=", "petname": "anna", "first_seen": 7},
        ],
    }
).encode()
