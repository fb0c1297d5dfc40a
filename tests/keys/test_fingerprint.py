"""Fingerprints and words are the same on every screen."""

from base64 import b32decode
from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from keys import fingerprint, fingerprint_text, fingerprint_words, safety_words
from keys.fingerprint import word_list

KEYS = st.binary(min_size=32, max_size=32)


def _bits(digest: bytes, words: int) -> tuple[str, ...]:
    text = "".join(f"{byte:08b}" for byte in digest)
    return tuple(word_list()[int(text[11 * i : 11 * i + 11], 2)] for i in range(words))


def test_the_list_is_2048_sorted_words_told_apart_by_four_letters() -> None:
    words = word_list()
    assert len(words) == 2048
    assert list(words) == sorted(words)
    assert len({word[:4] for word in words}) == 2048
    assert all(word.isascii() and word.islower() and word.isalpha() for word in words)
    assert (words[0], words[-1]) == ("abandon", "zoo")


def test_known_answers() -> None:
    key = bytes(range(32))
    assert fingerprint(key).hex() == "4aa131532030d25d1faeed77cfb6a4fc"
    assert fingerprint_text(key) == "jkqtcuzagdjf2h5o5v347nve7q"
    assert " ".join(fingerprint_words(key)) == "enjoy another feel document"
    assert " ".join(safety_words(key, bytes(32))) == "copy ivory upset ankle check brush"


@given(KEYS)
def test_text_and_words_are_forms_of_the_fingerprint(key: bytes) -> None:
    expected = blake2b(key, digest_size=16, person=b"fn1/fp".ljust(16, b"\0")).digest()
    assert fingerprint(key) == expected
    assert len(fingerprint_text(key)) == 26
    assert b32decode(fingerprint_text(key).upper() + "======") == expected
    assert fingerprint_words(key) == _bits(expected, 4)


@given(KEYS, KEYS)
def test_safety_words_are_of_the_pair(a: bytes, b: bytes) -> None:
    low, high = sorted((a, b))
    digest = blake2b(low + high, digest_size=32, person=b"fn1/words".ljust(16, b"\0")).digest()
    assert safety_words(a, b) == safety_words(b, a) == _bits(digest, 6)
