"""The objects that can be reached from some: all that a program in its place could read without any trick.

Attributes, slots, the items of containers, the cells and defaults of functions, the object of a method, what
an iterator or a partial holds. Classes, modules and the globals of functions are everybody's, and left out.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

_PUBLIC = (type, ModuleType)


def within(thing: object) -> Iterable[object]:
    """The objects that one refers to itself."""
    if isinstance(thing, _PUBLIC):
        return ()
    if isinstance(thing, FunctionType):
        cells = [cell.cell_contents for cell in thing.__closure__ or () if _is_filled(cell)]
        return [*cells, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
    if isinstance(thing, MethodType):
        return (thing.__self__, thing.__func__)
    return gc.get_referents(thing)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def reachable(*things: object, known: Iterable[int] = ()) -> Iterator[object]:
    """Every object that can be reached from these, each once. known: the ids of what is not walked into."""
    seen, waiting = {*known}, [*things]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        yield thing
        waiting.extend(within(thing))
