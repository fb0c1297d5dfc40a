"""The face of a room names what is public in it, and each of these names is there."""

from __future__ import annotations

from importlib import import_module

import pytest

ROOMS = ["fadenet", "fadenet.history", "fadenet.node", "fadenet.table", "keys", "protocol"]


@pytest.mark.parametrize("room", ROOMS)
def test_every_name_of_a_face_is_there(room: str) -> None:
    """given a room, then its face has each of the names that it lists, and no other."""
    face = import_module(room)
    assert all(getattr(face, name) is not None for name in face.__all__)
    with pytest.raises(AttributeError):
        face.nothing_of_the_kind  # noqa: B018
