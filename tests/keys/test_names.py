"""A peer's name can do no harm on a screen."""

import unicodedata

import pytest
from confusables import is_in_names
from hypothesis import given
from hypothesis import strategies as st

from keys import clean_name, peer_name
from keys.names import _prototypes, alike, own_name, skeleton


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("anna", "anna"),
        ("  anna \t of\nFaroe ", "anna of Faroe"),
        ("\x1b[31manna\x07\x9b", "[31manna"),
        ("\u202eanna\u2066\u200b\ufeff", "anna"),
        ("a\U000e0061nna", "anna"),
        ("Ju\u0308rgen", "J\u00fcrgen"),
        ("a\u200b\u0308", "\u00e4"),
        ("x\u0323\u0300\u0301\u0302y", "x\u0323\u0300y"),
        ("\u0301anna", "anna"),
        ("\u3164\u115f\u2800", ""),
        ("x" * 40, "x" * 32),
        ("\u4e00" * 20, "\u4e00" * 16),
        ("x" * 31 + "\u4e00", "x" * 31),
        ("", ""),
    ],
)
def test_what_becomes_of_a_name(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@given(
    st.text(max_size=60)
    | st.text("ab \u0301\u0323\u0300\u1100\u1161\u11a8\u0b47\u0b3e\u202e\u00ad\u3164", max_size=60)
)
def test_a_clean_name_is_clean_short_and_stays_as_it_is(raw: str) -> None:
    name = clean_name(raw)
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert sum(unicodedata.category(char) not in {"Mn", "Me"} for char in name) <= 32
    assert unicodedata.is_normalized("NFC", name)
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("anna-2_b", "anna-2_b"),
        ("Ju\u0308rgen", "J\u00fcrgen"),
        ("\u6c34\u306e\u5b88", "\u6c34\u306e\u5b88"),
        ("\u05d0\u05d1 12", "\u05d0\u05d1_12"),
        ("3 HP", "3_HP"),
        ("Ann (you)", "Ann__you_"),
        ("p1 wins [hp-zero]", "p1_wins__hp-zero_"),
        ("x, not finished", "x__not_finished"),
        ('"quoted"', "_quoted_"),
        ("\U0001f480", "_"),
        ("\u202e\u2066", ""),
    ],
)
def test_what_a_peer_calls_itself_is_one_word(raw: str, name: str) -> None:
    """given a name that goes on like a sentence of the table, then nothing of it stands apart."""
    assert peer_name(raw) == name


@given(st.text(max_size=60))
def test_the_word_is_a_clean_name_and_stays_as_it_is(raw: str) -> None:
    name = peer_name(raw)
    assert len(name.split()) <= 1 and clean_name(name) == name == peer_name(name)


@pytest.mark.parametrize(
    "name", ["ana", "Jos\u00e9", "\u0141ukasz", "\u6f22\u5b57", "\u0627\u0646\u0627", "9-b_c", "x" * 32]
)
def test_somebody_may_be_called_so_in_any_script(name: str) -> None:
    assert own_name(name) == name == peer_name(name)


def test_a_name_is_the_same_however_its_accents_are_typed() -> None:
    assert own_name("Jose\u0301") == "Jos\u00e9"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-a",
        "_a",
        "a b",
        "a.b",
        "a/b",
        "\u202ea",
        "a\u200b",
        "\u0301a",
        "x" * 33,
        "\u6f22" * 17,
        "\U0001f525",
    ],
)
def test_nobody_is_called_what_others_would_see_as_something_else(name: str) -> None:
    assert own_name(name) == ""


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ANNA", "anna"),
        ("anna", "\uff21nna"),
        ("anna", "\u0430nn\u0430"),  # Cyrillic
        ("Boris", "\u0412\u043eris"),
        ("\u0410\u041d\u041d\u0410", "\u0430\u043d\u043d\u0430"),
        ("Ilya", "llya"),
        ("O0l", "0O1"),
        ("modern", "modem"),
        ("sofia", "s\u03bffia"),  # Greek
        ("anna", "ann\u0251"),
        ("pax", "\u0440\u0430\u0445"),
        ("B\u00e9la", "Be\u0301la"),
    ],
)
def test_names_that_are_read_or_look_alike(name: str, other: str) -> None:
    assert alike(name, other) and alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"), [("anna", "anne"), ("ben", "bem"), ("B\u00e9la", "Bela"), ("", "a")]
)
def test_names_that_anybody_tells_apart(name: str, other: str) -> None:
    assert not alike(name, other)


def test_a_skeleton_is_its_own() -> None:
    """Each prototype stands for itself, as UTS #39 has it."""
    for prototype in set(_prototypes().values()):
        assert skeleton(prototype) == skeleton(skeleton(prototype))


def test_what_looks_alike_is_what_a_name_may_have() -> None:
    assert len(_prototypes()) > 5_000 and all(map(is_in_names, _prototypes()))
