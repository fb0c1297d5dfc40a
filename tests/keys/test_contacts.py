"""Contacts: known by the user's own act, never changed unseen, never lost; and those who were only met."""

import json
import os
from base64 import b64encode
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
    contacts.add(ANNA, "anna", 1000)
    contacts.add(BELA, "bela", 2000)
    return contacts


def test_without_a_file_there_are_none_and_none_is_made(tmp_path: Path) -> None:
    assert len(Contacts.load(tmp_path / "home")) == 0
    assert not (tmp_path / "home").exists()


def test_a_player_who_is_added_is_known(contacts: Contacts, tmp_path: Path) -> None:
    assert contacts.get(ANNA) == Contact(ANNA, "anna", 1000, verified=False)
    assert [contact.petname for contact in Contacts.load(tmp_path)] == ["anna", "bela"]
    assert (tmp_path / "contacts.json").stat().st_mode & 0o777 == 0o600


def test_a_known_player_is_confirmed_and_keeps_its_petname(contacts: Contacts, tmp_path: Path) -> None:
    before = (tmp_path / "contacts.json").stat().st_mtime_ns
    assert contacts.add(ANNA, "bela", 5000) == Contact(ANNA, "anna", 1000)
    assert (tmp_path / "contacts.json").stat().st_mtime_ns == before


@pytest.mark.parametrize("name", ["anna", "ANNA", " an\u200bna\x1b ", "\uff41nna", "\u0430nna", "ann\u0251"])
def test_a_known_name_with_another_key_is_refused(contacts: Contacts, name: str) -> None:
    with pytest.raises(ContactChanged):
        contacts.check(CARL, name)
    with pytest.raises(ContactChanged) as caught:
        contacts.add(CARL, name, 3000)
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
    contacts.add(CARL, "anna", 3000)
    assert contacts.find("anna").public == CARL
    contacts.remove("anna")
    contacts.add(key(4), "anna", 4000)
    assert contacts.find("anna").public == key(4)
    assert contacts.find("Old Anna").public == ANNA


def test_a_weak_key_is_never_kept(contacts: Contacts) -> None:
    for keep in (contacts.add, contacts.meet):
        with pytest.raises(WeakKey):
            keep(bytes(32), "carl", 3000)
    assert len(contacts) == 2 and not contacts.met


DAY = 86_400


def test_who_was_met_is_not_known_and_warns_of_nobody(contacts: Contacts, tmp_path: Path) -> None:
    # given
    contacts.meet(CARL, "carl", 3000)
    # then
    assert contacts.get(CARL) is None and len(contacts) == 2
    assert Contacts.load(tmp_path).met == (Contact(CARL, "carl", 3000),)
    contacts.check(key(4), "carl")
    # when
    contacts.meet(CARL, "another name", 4000)
    contacts.meet(ANNA, "anna", 4000)
    # then
    assert contacts.met == (Contact(CARL, "carl", 3000),)


@pytest.mark.parametrize("keep", ["add", "rename", "verify"])
def test_the_user_makes_known_who_was_met(contacts: Contacts, tmp_path: Path, keep: str) -> None:
    contacts.meet(CARL, "carl", 3000)
    if keep == "add":
        contacts.add(CARL, "carl", 9000)
    elif keep == "rename":
        contacts.rename("carl", "carl")
    else:
        contacts.verify("carl")
    known = Contact(CARL, "carl", 3000, verified=keep == "verify")
    assert Contacts.load(tmp_path).get(CARL) == known and not Contacts.load(tmp_path).met


def test_nobody_becomes_known_under_a_name_that_is_known(contacts: Contacts) -> None:
    contacts.meet(CARL, "Anna", 3000)
    with pytest.raises(ContactChanged):
        contacts.add(CARL, "Anna", 1)
    with pytest.raises(ContactChanged):
        contacts.verify(fingerprint_text(CARL))
    assert contacts.get(CARL) is None and [one.public for one in contacts.met] == [CARL]


def test_how_well_we_know_somebody(contacts: Contacts) -> None:
    contacts.verify("bela")
    contacts.meet(CARL, "carl", 3000)
    now = 3000 + DAY
    assert contacts.familiar(ANNA, "anna", now) == "known, not verified"
    assert contacts.familiar(BELA, "BELA", now) == "known and verified"
    assert contacts.familiar(BELA, "carl", now) == "known as bela and verified"
    assert contacts.familiar(CARL, "carl", now - 1) == "new"
    assert contacts.familiar(CARL, "carl", now) == "not known, met since 1970-01-01"
    assert contacts.familiar(key(4), "dora", now) == "new"
    assert contacts.familiar(key(4), "c\u0430rl", now) == "new, another than the carl met since 1970-01-01"


def test_whoever_was_met_longest_ago_is_forgotten_first(
    contacts: Contacts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts_module, "MET_MAX", 2)
    for n in (4, 5, 4, 6):
        contacts.meet(key(n), f"player {n}", n)
    assert [one.public for one in Contacts.load(tmp_path).met] == [key(6), key(4)]


def test_whom_two_names_mean_is_asked_for(contacts: Contacts) -> None:
    contacts.meet(key(4), "twin", 1)
    contacts.meet(key(5), "TWIN", 2)
    with pytest.raises(errors.ContactAmbiguous, match=fingerprint_text(key(5))):
        contacts.find("twin")
    assert contacts.find(fingerprint_text(key(5))[:8]).public == key(5)
    assert contacts.remove(fingerprint_text(key(5))).petname == "TWIN"
    assert contacts.find("twin").public == key(4)


def test_a_file_of_the_first_version_tells_only_who_is_verified(tmp_path: Path) -> None:
    # given a file from when all who were ever met stood in one list
    rows = [
        {"public": b64encode(one).decode(), "petname": name, "first_seen": 7, "verified": verified}
        for one, name, verified in ((ANNA, "anna", True), (BELA, "bela", False), (CARL, "\u0430nna", True))
    ]
    path = tmp_path / "contacts.json"
    path.write_text(json.dumps({"version": 1, "contacts": rows}))
    path.chmod(0o600)
    # then
    contacts = Contacts.load(tmp_path)
    assert list(contacts) == [Contact(ANNA, "anna", 7, verified=True)]
    assert contacts.met == (Contact(CARL, "\u0430nna", 7), Contact(BELA, "bela", 7))
    # and the next change writes the file of today
    contacts.add(BELA, "bela", 9)
    assert json.loads(path.read_text())["version"] == 2
    assert [one.petname for one in Contacts.load(tmp_path)] == ["anna", "bela"]


def test_who_shows_no_name_is_named_by_words(contacts: Contacts) -> None:
    words = fingerprint_words(CARL)
    assert contacts.add(CARL, "\u200b", 3000).petname == "-".join(words[:2])


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
        contacts.add(key(number), f"player {number}", 0)
    firsts = [fingerprint_text(contact.public)[0] for contact in contacts]
    shared = next(first for first in firsts if firsts.count(first) > 1)
    with pytest.raises(errors.ContactAmbiguous, match="may mean"):
        contacts.find(shared)


def test_nobody_takes_the_fingerprint_of_another_as_name(contacts: Contacts) -> None:
    contacts.add(CARL, fingerprint_text(ANNA), 3000)
    assert contacts.find(fingerprint_text(ANNA)).public == ANNA


def test_two_processes_lose_nothing_of_each_other(contacts: Contacts, tmp_path: Path) -> None:
    # given a second view of the same folder, read before the first one changes
    other = Contacts.load(tmp_path)
    contacts.add(CARL, "carl", 3000)
    # when the second changes too, then both changes are there
    other.verify("anna")
    assert {contact.petname for contact in Contacts.load(tmp_path)} == {"anna", "bela", "carl"}
    assert other.get(CARL) is not None


def test_there_is_a_bound(contacts: Contacts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts_module, "CONTACTS_MAX", 2)
    with pytest.raises(errors.BadContacts, match="Remove some"):
        contacts.add(CARL, "carl", 3000)


Spoil = Callable[[dict[str, Any]], object]
BAD: dict[str, tuple[Spoil, str]] = {
    "version": (lambda file: file.update(version=3), "version 3"),
    "unknown field": (lambda file: file.update(more=1), "more"),
    "missing": (lambda file: file.pop("contacts"), "contacts"),
    "short key": (lambda file: file["contacts"][1].update(public="AAAA"), r"contacts\[1\].public"),
    "weak key": (lambda file: file["contacts"][1].update(public="A" * 43 + "="), "contact 2: .*small order"),
    "time": (lambda file: file["contacts"][0].update(first_seen=-1), "first_seen"),
    "name": (lambda file: file["contacts"][0].update(petname="a\u202e"), "contact 1: .*cannot be a name"),
    "look-alike": (lambda file: file["contacts"][1].update(petname="\u0430nna"), "contact 2: .*twice"),
    "met and known": (lambda file: file.update(met=file["contacts"][:1]), "met 1: .*twice"),
    "met name": (
        lambda file: file.update(met=[file["contacts"].pop() | {"petname": "a\u202e"}]),
        "met 1: .*cannot be a name",
    ),
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
        contacts.add(CARL, "carl", 3000)
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
        "version": 2,
        "contacts": [
            {"public": "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=", "petname": "anna", "first_seen": 7}
        ],
        "met": [
            {"public": "gTl3DqhyTaGcVSQHewGH2XZDpFZhWKvlxkyZLLRGrm4=", "petname": "bela", "first_seen": 8}
        ],
    }
).encode()
