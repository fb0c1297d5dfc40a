"""A bot that plays against the person here thinks beside the console, which shows it once that takes long."""

from __future__ import annotations

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from fadenet.cli.seat.local_bot import LocalBot
from fadenet.cli.seat.person import THOUGHT_S, LatePerson
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.table.view import Answer
from tests.bots.test_beside import Thinker, asked, until
from tests.builders.playout import FAROE, Playout
from tests.cli.helpers import Cli
from tests.cli.test_home import context


async def test_a_long_thought_is_shown_until_it_ends(cli: Cli, mock_clock: MockClock) -> None:
    """given a bot that thinks, then the desk says so after a moment, and no more once it has answered."""
    seat, person = asked(Playout(FAROE, 1)), LatePerson(context(cli))
    desk = Desk()
    person._player = ConsolePlayer(desk, linger=False)
    across, shown, answers = LocalBot("tests.bots.test_beside:Thinker", person), list[str](), list[Answer]()
    bot = across.bot
    assert isinstance(bot, Thinker)
    async with trio.open_nursery() as nursery:

        async def ask() -> None:
            answers.append(await across.choose(seat))

        nursery.start_soon(ask)
        await until(bot.begun)
        for _ in range(2):
            shown.append(desk.waiting)
            mock_clock.jump(THOUGHT_S)
            await wait_all_tasks_blocked()
        shown.append(desk.waiting)
        bot.wake.set()
    assert shown == ["...", *[f"p{seat.index + 1} thinks"] * 2] and desk.waiting == "..."
    assert answers == [Answer(seat.options()[-1])]
