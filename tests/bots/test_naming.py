"""Names of bots: one grammar wherever a bot is named, options that are what they say, errors that help."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet import bots
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.options import CheckOption, ChoiceOption, SpinOption, TextOption, options_of
from fadenet.engine.errors import WrongInput
from protocol.values import is_bot_name

ROOM = "tests.bots.test_naming"


class Planner(GreedyBot):
    """Has an option of every kind."""

    depth = SpinOption(3, 1, 8, "turns that are looked ahead")
    bold = CheckOption(False, "whether it attacks first")
    style = ChoiceOption("calm", ("calm", "wild"), "how it begins")
    book = TextOption("", "a file of openings")


class Bystander:
    """A class that is not a bot."""


def test_a_bot_of_a_module_is_named_with_its_options() -> None:
    """given a class of a module, when it is named with options, then they are set and the others as declared,
    those of its base among them."""
    bot = bots.make(f"{ROOM}:Planner:depth=5,bold=true,style=wild,book=a b:c=d,trials=7")
    assert isinstance(bot, Planner)
    assert (bot.depth, bot.bold, bot.style, bot.book, bot.trials) == (5, True, "wild", "a b:c=d", 7)
    plain = bots.make(f"{ROOM}:Planner")
    assert isinstance(plain, Planner)
    assert (plain.depth, plain.bold, plain.style, plain.book, plain.trials) == (3, False, "calm", "", 32)
    assert list(options_of(Planner)) == ["trials", "lines", "depth", "bold", "style", "book"]


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("greedy", "greedy"),
        ("hard", "greedy"),
        ("rollout:worlds=3,moves=4", "rollout:moves=4,worlds=3"),
        (f"{ROOM}:Planner", "Planner"),
        (f"{ROOM}:Planner:depth=5,book=/home/ann/my book", "Planner:book=my_book,depth=5"),
        ("exec:python3 /home/ann/mybot.py", "mybot.py"),
        ("exec:./mybot?depth=3", "mybot:depth=3"),
        ("exec:./b\u00f6t (1)", "1_"),
        ("exec:./\u00f6\u00f6", "bot"),
    ],
)
def test_what_others_are_told_of_a_bot_is_its_word_and_options(name: str, public: str) -> None:
    """given a bot as it is typed, then others read which one it is, and nothing of where it lies."""
    assert bots.public_name(name) == public and is_bot_name(public)


def test_a_bot_has_one_name_however_it_is_typed() -> None:
    """given names that lead to one bot, then one name stands for them; other bots have others, programs and
    classes by where they lie."""
    alike = (
        ["hard", "greedy"],
        ["rollout:moves=4,worlds=3", "rollout:worlds=3,moves=4"],
        ["exec:a?b=1,c=2", "exec:a?c=2,b=1"],
    )
    for names in alike:
        assert len({bots.one_name(name) for name in names}) == 1
    others = [
        "greedy",
        "greedy:trials=8",
        f"{ROOM}:Planner",
        "a:Planner",
        "exec:./a/bot",
        "exec:./b/bot",
        "exec:hard",
    ]
    assert len({bots.one_name(name) for name in others}) == len(others)
    assert bots.public_name("exec:hard") == "hard" and bots.public_name("a:hard") == "hard"


@given(st.text(max_size=80))
def test_whatever_is_typed_others_are_told_a_name(name: str) -> None:
    assert is_bot_name(bots.public_name(name)) and is_bot_name(bots.public_name(f"exec:{name}"))


def test_long_names_that_begin_alike_are_told_apart() -> None:
    long = f"{ROOM}:Planner:bold=true,depth=5,style=wild,trials="
    told = {bots.public_name(f"{long}{n}") for n in range(9)}
    assert len(told) == 9 and {len(one) for one in told} == {32}
    assert {one[:23] for one in told} == {"Planner:bold=true,depth"}


def test_options_are_set_by_a_call_as_by_a_name() -> None:
    bot = Planner(depth=8, bold=True, style="wild")
    assert (bot.depth, bot.bold, bot.style) == (8, True, "wild") and GreedyBot().trials == 32


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clairvoyant", "there is no bot 'clairvoyant'; bots: rollout, greedy, "),
        ("greedy:depth=2", r"it has no option 'depth'; options: trials \(1 to 1024\)"),
        ("random:depth=2", "it has no option 'depth'; options: none"),
        ("greedy:trials=0", "trials is 1 to 1024, not '0'"),
        ("greedy:trials=many", "trials is 1 to 1024, not 'many'"),
        ("greedy:trials", "OPTION=VALUE,.. with each option once, not 'trials'"),
        ("greedy:trials=2,trials=3", "with each option once, not 'trials=3'"),
        (f"{ROOM}:Planner:bold=2", "bold is true or false, not '2'"),
        (f"{ROOM}:Planner:style=mild", "style is calm, wild, not 'mild'"),
        (f"{ROOM}:Planer", "Planer of the module tests.bots.test_naming is not a class derived from "),
        (f"{ROOM}:Bystander", "Bystander of the module tests.bots.test_naming is not a class derived from "),
        ("tests.bots.nowhere:Planner", "tests.bots.nowhere.*cannot be imported: No module named "),
        ("../evil:Planner", "there is no bot '../evil:Planner'"),
        (".bots:Planner", "there is no bot '.bots:Planner'"),
        ("tests.bots:", "there is no bot 'tests.bots:'"),
        ("", "there is no bot ''"),
    ],
)
def test_a_wrong_name_is_told_with_what_there_is(name: str, said: str) -> None:
    with pytest.raises(WrongInput, match=said):
        bots.make(name)


def test_a_bot_sits_down_under_a_plain_word() -> None:
    """given names with options and of modules, then the word of the bot or of its class stands for it."""
    assert [bots.called(name) for name in ("greedy", "greedy:trials=8", f"{ROOM}:Planner:depth=2")] == [
        "greedy",
        "greedy",
        "Planner",
    ]
