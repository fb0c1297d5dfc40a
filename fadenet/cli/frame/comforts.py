"""Things that serve the person without having been asked for: a record, a log, the deck that was chosen last.

They may fail, on a full disk or in a folder that cannot be written. Then that is said, and what was asked for
goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import keys


@contextmanager
def comfort(say: Callable[[str], None], lost: str) -> Iterator[None]:
    """A `UserError` or `OSError` ends the block alone, and is said behind `lost`, which tells what the person
    does without."""
    try:
        yield
    except keys.UserError as error:
        say(f"{lost}: {error.message}")
    except OSError as error:
        say(f"{lost}: {error.strerror or error}.")
