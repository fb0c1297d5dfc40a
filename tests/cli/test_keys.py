"""Identities and contacts from the command line."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

import keys
from keys.fingerprint import word_list
from tests.cli.helpers import Cli, sentence
from tests.table.wire import identity


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file with a passphrase."""
    path = tmp_path / "pass"
    path.write_text("correct horse\n")
    return path


def test_an_identity_is_made_shown_and_listed(cli: Cli) -> None:
    assert cli("key", "new", "aud", "--no-passphrase") == 0
    assert "name         aud" in cli.out
    assert cli("key", "show", "--json") == 0
    shown = json.loads(cli.out)
    assert shown["v"] == 1 and shown["name"] == "aud" and len(shown["words"]) == 4
    assert stat.S_IMODE(os.stat(shown["file"]).st_mode) == 0o600
    assert cli("key", "list") == 0 and shown["fingerprint"] in cli.out


def test_an_identity_that_is_not_named_says_nothing_of_the_login(cli: Cli) -> None:
    """given a login, then what others would be shown is made up of two words; a name that is set counts."""
    assert cli("key", "new", "--no-passphrase", "--json") == 0
    name = json.loads(cli.out)["name"]
    assert "aud" not in name and {*name.split("-")} <= {*word_list()} and cli("key", "show") == 0
    assert cli("config", "set", "name", "mara") == 0
    assert cli("key", "new", "--no-passphrase", "--json") == 0 and json.loads(cli.out)["name"] == "mara"


@pytest.mark.parametrize("invite", ["nonsense", "fadenet:aaaa", ""])
def test_a_wrong_invitation_makes_no_identity(cli: Cli, invite: str) -> None:
    assert cli("join", invite, "--no-input") == 5 and sentence(cli.err)
    assert not cli.home.exists()


@pytest.mark.slow
def test_a_passphrase_comes_from_a_file_and_can_be_changed_and_taken_away(
    cli: Cli, secret: Path, tmp_path: Path
) -> None:
    assert cli("key", "new", "mara", "--passphrase-file", secret) == 0
    store = keys.IdentityStore(cli.home)
    assert store.show("mara").encrypted
    other = tmp_path / "other"
    other.write_text("\n")
    wrong = cli("key", "passphrase", "mara", "--passphrase-file", other, "--new-passphrase-file", other)
    assert wrong == 8 and "passphrase" in sentence(cli.err).lower()
    assert cli("key", "passphrase", "mara", "--passphrase-file", secret, "--new-passphrase-file", other) == 0
    assert not store.show("mara").encrypted


def test_a_key_file_is_exported_and_imported(cli: Cli, tmp_path: Path) -> None:
    cli("key", "new", "aud", "--no-passphrase")
    copy = tmp_path / "copy.key"
    assert cli("key", "export", "aud", copy) == 0
    assert cli("key", "import", "twin", copy) == 0
    store = keys.IdentityStore(cli.home)
    assert store.show("twin").public == store.show("aud").public
    assert cli("key", "import", "twin", copy) == 8 and "already" in sentence(cli.err)


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["key", "show"], 4, "fadenet key new"),
        (["key", "show", "nobody"], 4, "nobody"),
        (["key", "new", "a/b", "--no-passphrase"], 2, "a/b"),
        (["key", "import", "x", "nowhere.key"], 4, "nowhere.key"),
        (["contact", "show", "mara"], 4, "mara"),
        (["contact", "remove", "mara"], 4, "mara"),
        (["contact", "add", "mara", "ssh-ed25519 AAAA"], 3, "fadenet key export"),
        (["contact", "add", "mara", "nowhere.pub"], 4, "nowhere.pub"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_code(cli: Cli, argv: list[str], code: int, words: str) -> None:
    assert cli(*argv) == code
    assert words in sentence(cli.err) and not cli.out


def test_with_several_identities_a_command_says_how_it_takes_the_name(cli: Cli) -> None:
    for name in ("ann", "ben"):
        assert cli("key", "new", name, "--no-passphrase") == 0
    assert cli("key", "show") == 2 and sentence(cli.err).endswith("ann, ben. Say which: by its NAME.")
    assert cli("host", "faroe", "--bot", "random", "--listen", "127.0.0.1:0") == 2
    assert "--as NAME" in sentence(cli.err)


@pytest.mark.parametrize(("name", "code", "words"), [("ann", 8, "there already"), ("../x", 2, "cannot name")])
def test_a_name_that_will_not_do_is_said_before_a_passphrase_is_asked(
    cli: Cli, tmp_path: Path, name: str, code: int, words: str
) -> None:
    """given a passphrase that cannot be had, then what is wrong with the name is said all the same."""
    assert cli("key", "new", "ann", "--no-passphrase") == 0
    assert cli("key", "new", name, "--passphrase-file", tmp_path / "nowhere") == code
    assert words in sentence(cli.err)


@pytest.mark.slow
def test_who_cannot_be_asked_for_a_passphrase_hears_how_to_give_it(cli: Cli, secret: Path) -> None:
    assert cli("key", "new", "ann", "--passphrase-file", secret) == 0
    key = cli.home / "identities" / "ann.key"
    for argv in (
        ("host", "faroe", "--bot", "random", "--listen", "127.0.0.1:0"),
        ("key", "passphrase", "ann", "--new-passphrase-file", secret),
        ("key", "import", "ben", key),
    ):
        assert cli(*argv, "--no-input") == 8
        assert "--passphrase-file FILE" in sentence(cli.err)


def test_contacts_from_adding_to_forgetting(cli: Cli, tmp_path: Path) -> None:
    cli("key", "new", "aud", "--no-passphrase")
    mara = keys.IdentityStore(tmp_path / "maras")
    public = mara.create("mara").public
    line = tmp_path / "mara.pub"
    line.write_text(mara.export_public("mara") + "\n")
    assert cli("contact", "add", "mara", line) == 0
    assert cli("contact", "verify", "mara", "--no-input") == 2 and "--yes" in sentence(cli.err)
    assert cli("contact", "verify", "mara", "--yes", "--json") == 0
    own = keys.IdentityStore(cli.home).show("aud").public
    assert json.loads(cli.out)["safety_words"] == list(keys.safety_words(own, public))
    assert cli("contact", "rename", "mara", "Mara 2") == 0
    assert cli("contact", "show", "Mara 2") == 0 and "verified      yes" in cli.out
    assert cli("contact", "list") == 0 and "Mara 2" in cli.out
    assert cli("contact", "remove", "Mara 2") == 0
    assert cli("contact", "list") == 0 and not cli.out


def test_who_was_met_is_known_once_the_user_says_so(cli: Cli) -> None:
    """given two who were met under one name, then they are listed as that, and one of them is made known."""
    one, two = identity("one").public, identity("two").public
    for public in (one, two):
        keys.Contacts.load(cli.home).meet(public, "mara", 7)
    assert cli("contact", "list", "--json") == 0
    told = json.loads(cli.out)
    assert told["contacts"] == [] and [met["public"] for met in told["met"]] == [two.hex(), one.hex()]
    assert cli("contact", "list") == 0 and cli.out.count("met since 1970-01-01") == 2
    assert cli.err.endswith("fadenet contact add NAME\n")
    assert cli("contact", "add", "mara") == 2 and keys.fingerprint_text(one) in sentence(cli.err)
    assert cli("contact", "add", "Mara", keys.fingerprint_text(one)[:9]) == 0
    assert keys.Contacts.load(cli.home).find("mara").public == one
    assert cli("contact", "add", "mara", keys.fingerprint_text(two)) == 9
    assert cli("contact", "show", keys.fingerprint_text(two)) == 0 and "only met" in cli.out
    assert cli("contact", "add", "nobody") == 4 and "NAME KEY" in sentence(cli.err)


def test_a_known_name_with_another_key_is_refused(cli: Cli, tmp_path: Path) -> None:
    store = keys.IdentityStore(tmp_path / "theirs")
    for name in ("one", "two"):
        store.create(name)
    assert cli("contact", "add", "mara", store.export_public("one")) == 0
    assert cli("contact", "add", "mara", store.export_public("two")) == 9


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="modes bind no administrator")
def test_a_folder_that_cannot_be_written_is_8(cli: Cli) -> None:
    cli.home.mkdir()
    cli.home.chmod(0o500)
    assert cli("key", "new", "--no-passphrase") == 8


def test_a_key_file_open_to_others_is_8_here_and_in_doctor(cli: Cli) -> None:
    cli("key", "new", "aud", "--no-passphrase")
    (cli.home / "identities" / "aud.key").chmod(0o644)
    assert cli("key", "export") == 8 and "chmod 600" in sentence(cli.err)
    assert cli("doctor") == 8 and "WRONG key aud" in cli.out


def test_doctor_finds_nothing_wrong_in_a_fresh_folder(cli: Cli) -> None:
    assert cli("doctor", "--json") == 0
    checks = {check["name"]: check for check in json.loads(cli.out)["checks"]}
    assert {"python", "clock", "data folder", "identities", "terminal", "IPv4", "IPv6"} <= checks.keys()
    assert all(check["ok"] for check in checks.values())
