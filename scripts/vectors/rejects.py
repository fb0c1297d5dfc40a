"""Bytes that are not an item, and items that are not a message."""

from __future__ import annotations

from protocol.encoding import encode
from vectors.forger import Case

HEX = """
an integer in two bytes: 1817; an integer in three bytes: 1900ff; an integer in five bytes: 1a0000ffff
an integer in nine bytes: 1b00000000ffffffff; an integer of 2^63: 1b8000000000000000
an integer of 2^64 - 1: 1bffffffffffffffff; a negative integer: 20; a long negative integer: 3903e7
bytes with a long head: 580100; bytes with a longer head: 590001ff; text with a long head: 780161
an array with a long head: 980100; an array with a longer head: 99000100; a map with a long head: b8010000
an indefinite array: 9f01ff; an indefinite map: bf0001ff; indefinite bytes: 5f4101ff
indefinite text: 7f6161ff; a break: ff; an indefinite array inside: 819f01ff
a date tag: c074323031332d30332d32315432303a30343a30305a; a bignum: c249010000000000000000
a negative bignum: c349010000000000000000; a shared value: d81c80
a reference to a shared value: 82d81c80d81d00; a set: d9010281; a regular expression tag: d8236161
self-described CBOR: d9d9f700; a half float: f93c00; a float: fa47c35000; a double: fb3ff8000000000000
not a number: f97e00; infinity: f97c00; null: f6; undefined: f7; null inside: 81f6; a simple value: f0
a simple value in two bytes: f8ff; false in two bytes: f814; true in two bytes: f815
a reserved head of an integer: 1c; a reserved head of bytes: 5c; a reserved head of text: 7d
a reserved head of an array: 9e; a reserved head of a map: bc; an indefinite integer: 1f
keys unsorted: a201000000; a key twice: a201000100; text keys unsorted: a2616200616100
a text key twice: a2616100616100; text keys by alphabet and not by length: a2626161006162 00
keys of two kinds: a20000616100; keys of two kinds, text first: a2616100 0000; a key of bytes: a1410000
a key that is true: a1f500; a key that is an array: a18000; a key that is a map: a1a000
a key with a long head: a1180100; a value with a long head: a1001801; bytes left over: 0000
an array and one more: 810000; text left over: 616100; text of a lone continuation byte: 6180
text of an overlong form: 62c080; text of a surrogate: 63eda080; text beyond Unicode: 64f4908080
text cut in a character: 61c3; text of the byte ff: 61ff; a key that is not UTF-8: a161ff00
"""

CUT = """
nothing:; a head without its argument: 18; a head with half its argument: 190f; bytes that end early: 420f
text that ends early: 6261; an array that lacks an item: 8200; a map that lacks a value: a100
a map that lacks a pair: a20000; an array inside that lacks an item: 818200
a long string of nothing: 59bfff
"""


def encoding() -> list[Case]:
    """Byte strings that are not an item; `cut`: they are the beginning of one."""
    rows: list[Case] = []
    for table, cut in ((HEX, False), (CUT, True)):
        for cell in table.replace("\n", ";").split(";"):
            name, colon, digits = cell.rpartition(":")
            if colon:
                rows.append({"name": name.strip(), "hex": digits.replace(" ", ""), "cut": cut})
    rows += [
        {"name": "17 levels of arrays", "hex": ("81" * 17 + "00"), "cut": False},
        {"name": "17 levels, the last one empty", "hex": ("81" * 16 + "80"), "cut": False},
        {"name": "17 levels of maps", "hex": ("a100" * 17 + "00"), "cut": False},
        {"name": "4,097 items", "hex": ("991000" + "00" * 4096), "cut": False},
        {"name": "an array of 4,097", "hex": "991001", "cut": False},
        {"name": "a map of 4,097 pairs", "hex": "b91001", "cut": False},
        {"name": "an array of 2^63", "hex": "9b8000000000000000", "cut": False},
        {"name": "bytes of 49,153", "hex": "59c001", "cut": False},
        {"name": "bytes of 2^63", "hex": "5b8000000000000000", "cut": False},
    ]
    return rows


KEY, SIG, COM, SALT = bytes(32), bytes(64), [0, 0, 0], bytes(16)
OP, TOK = [*COM, 5, SALT], [0, 1, KEY]
BODY = [KEY, 0, KEY]
STRICT: dict[str, list[object]] = {
    "ready": [[], [KEY], [KEY, [[0]]], [bytes(31), []], [KEY, [[0, bytes(33)]]], [KEY, [[256, KEY]]], {}],
    "move": [
        {},
        {1: [OP]},
        {0: "x" * 1025},
        {0: "x", 6: 1},
        {0: "x", 1: []},
        {0: "x", 2: []},
        {0: "x", 3: []},
        {0: "x", 5: []},
        {0: "x", 4: [[1]]},
        ["x"],
        {0: "x", 1: [[*COM, 0, SALT]]},
        {0: "x", 1: [[*COM, 5, KEY]]},
        {0: "x", 1: [[256, 0, 0, 5, SALT]]},
        {0: "x", 2: [[3]]},
        {0: "x", 2: [[3, [COM], []]]},
        {0: "x", 2: [[3, [COM], [1] * 17]]},
        {0: True},
        {0: "x", 5: [[0, 0, 1024]]},
        {0: "x", 5: [[0, 2**32, 0]]},
        {"0": "x"},
    ],
    "pass": [{}, [[[1, 2, 3]]]],
    "pool": [[0, 0], [256, 0, KEY], [0, True, KEY], [0, 2**32, KEY], [0, 0, [KEY]]],
    "token": [[], [TOK[:2]], [[0, 0, KEY]], [[0, 1, bytes(31)]], [[0, 2**32, KEY]]],
    "ack": [[0], {}, 0],
    "take": [
        [0, [], []],
        [0, [[0, 0]], [], []],
        [0, [], [COM], []],
        [256, [], [], []],
    ],
    "open": [[], [COM], [[*COM, 5]], [[*COM, True, SALT]], OP],
    "private": [
        [0, KEY, []],
        [0, bytes(31), [bytes(80)]],
        [0, KEY, [bytes(79)]],
    ],
    "recommit": [[0], [0, 0], [0, b""], [2**32, KEY], [0, KEY, 0]],
    "toss": [[], [0, KEY], [1, bytes(33)], [1], [True, KEY]],
    "choose": [
        [2, KEY],
        [0, bytes(31)],
        [0, SALT, {0: "x"}],
        [1, SALT],
        [1, KEY, {0: "x"}],
        [1, SALT, {}],
    ],
    "drop": [
        [KEY, 0, 1, 7, KEY, 1, False, 0],
        [KEY, 0, 1, 7, KEY, True, 0, 0],
        [KEY, 0, 1, 7, KEY, True, False],
        [KEY, 0, 1, 7, KEY, True, False, 256],
        [KEY, 256, 1, 7, KEY, True, False, 0],
    ],
    "end": [
        [bytes(31), 0, KEY, []],
        [*BODY, [[1]]],
        [*BODY, [[1, 5], "r"]],
        BODY,
        [*BODY, [[1, 2], "r" * 97]],
        [*BODY, [[1], "r"]],
    ],
    "audit": [[KEY, 0, bytes(31), []], [KEY, 0, KEY, [[0]]], [KEY, 0, KEY, [[2**32]]], [KEY, 0, KEY, 0]],
    "verdict": [[*BODY, [[0, 0]]], [*BODY, [[0, 0, "r" * 97]]], [*BODY, [[256, 0, "r"]]], BODY],
    "entry": [[], [b"", b""], [b"", b"", bytes(63)], ["", b"", SIG], [b"", b"", SIG, 0], {0: 1}],
    "statement": [[2, 14, b"", bytes(65)], [1, 14, b"", SIG], [2, 12, b"", SIG], [2, 17, b"", SIG]],
    "head": [
        [1, 2, KEY, 0, 0, KEY, KEY, KEY, 0],
        [2, 2, KEY, 256, 0, KEY, KEY, KEY, 0],
        [2, 2, KEY, 0, 2**32, KEY, KEY, KEY, 0],
        [2, 2, KEY, 0, 0, KEY, KEY, KEY],
        [2, 2, KEY, 0, 0, KEY, KEY, KEY, 256],
        [True, 2, KEY, 0, 0, KEY, KEY, KEY, 0],
    ],
}
"""Items of which the schema says that they are not of a rule."""
LOOSE: dict[str, list[object]] = {
    "ready": [[KEY, [[1, KEY], [0, KEY]]], [KEY, [[1, KEY], [1, KEY]]]],
    "move": [
        {0: b"x"},
        {0: "x", 4: [[1, 2]] * 65},
        {0: "x", 1: [OP, OP]},
        {0: "x", 2: [[3, [COM, COM]]]},
        {0: "x", 5: [COM, COM]},
        {0: "x", 3: [[1, 1, KEY], [0, 1, KEY]]},
        {0: "x", 1: [[0, 0, 1, 5, SALT], OP]},
        {0: "x", 5: [[0, 1, 0], COM]},
    ],
    "pass": [[[]] * 2, [1]],
    "pool": [[0, 0, bytes(33)], [0, 0, bytes(31)]],
    "token": [
        TOK,
        [TOK] * 33,
        [[0, 1024, KEY]],
        [[0, 1, KEY, KEY]],
        [TOK, TOK],
        [[1, 1, KEY], [0, 1, KEY]],
    ],
    "take": [
        [0, [], [], [COM]],
        [0, [COM, COM], [], []],
        [0, [], [OP, OP], []],
        [0, [], [], [[3, [COM, COM]]]],
    ],
    "open": [[OP, OP]],
    "recommit": [[0, bytes(48)]],
    "toss": [[1024, KEY], [1, KEY, KEY]],
    "drop": [[*BODY, 7, KEY, True, False, 0]],
    "end": [[*BODY, [[1, 2], 7]]],
    "audit": [[KEY, 0, KEY, [[2, 1]]]],
    "verdict": [[*BODY, [[1, 0, "r"], [0, 0, "r"]]], [*BODY, [[0, 0, "r"], [0, 0, "r"]]]],
}
"""Items of which CDDL cannot say it, or pycddl does not see it."""


def shapes() -> list[Case]:
    """Canonical items that are not a message: `rule` is the one of `messages.cddl` whose shape they fail.

    Where `schema` is false CDDL cannot say what is wrong, or pycddl does not see it; the README says it.
    """
    return [
        {"rule": rule, "schema": schema, "hex": encode(value).hex()}
        for schema, table in ((True, STRICT), (False, LOOSE))
        for rule, values in table.items()
        for value in values
    ]
