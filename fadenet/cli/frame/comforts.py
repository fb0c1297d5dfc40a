"""What serves the person without having been asked for: a record, a log, what was chosen last.

It may fail, on a full disk or in a folder that cannot be written. Then that is said, and what was asked for
goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import keys


@contextmanager
def comfort(say: Callable[[str], None], lost: str) -> Iterator[None]:
    """What fails in the block is said behind `lost`, which tells what the person does without."""
    try:
        yield
    except keys.UserError as error:
        say(f"{lost}: {error.message}")
    except OSError as error:
        say(f"{lost}: {error.strerror or error}.")
