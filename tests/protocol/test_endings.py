"""The model of leaving and ending holds what `ENDINGS.md` says, and breaks where a rule is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

MODEL = Path(__file__).parents[2] / "protocol" / "endings.pml"
PAGE = MODEL.with_name("ENDINGS.md").read_text(encoding="utf-8")
HELD = re.findall(r"^\| `(-DN=[^`]*)` \| ([0-9,]+) \|$", PAGE, re.M)
BROKEN = re.findall(r"^\| `(PLANT_\w+)`(?:, with `(\w+)`)? \|", PAGE, re.M)
DEPTH_MAX = 200_000

needs_spin = pytest.mark.skipif(
    shutil.which("spin") is None or shutil.which("gcc") is None, reason="spin or gcc is not here"
)


def verify(where: Path, *defines: str) -> tuple[int, int]:
    """(errors that spin finds, states of the model) under these definitions."""
    subprocess.run(["spin", *defines, "-a", MODEL], cwd=where, check=True, capture_output=True)
    subprocess.run(
        ["gcc", "-O2", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"], cwd=where, check=True
    )
    ran = subprocess.run([where / "pan", f"-m{DEPTH_MAX}"], cwd=where, check=True, capture_output=True)
    told = ran.stdout.decode()
    assert "max search depth too small" not in told
    errors, states = re.search(r"errors: (\d+)", told), re.search(r"([0-9.e+]+) states, stored", told)
    assert errors is not None and states is not None, told
    return int(errors[1]), int(float(states[1]))


def test_the_page_names_what_is_verified() -> None:
    assert len(HELD) >= 4 and len(BROKEN) >= 7
    planted = re.findall(r"^#ifn?def (PLANT_\w+)", MODEL.read_text(encoding="utf-8"), re.M)
    assert {name for name, _ in BROKEN} == {*planted}


@needs_spin
@pytest.mark.long
@pytest.mark.parametrize(("defines", "states"), HELD)
def test_whatever_happens_the_model_holds(defines: str, states: str, tmp_path: Path) -> None:
    assert verify(tmp_path, *defines.split()) == (0, int(states.replace(",", "")))


@needs_spin
@pytest.mark.long
@pytest.mark.parametrize(("plant", "beside"), BROKEN)
def test_a_rule_that_is_left_out_is_missed(plant: str, beside: str, tmp_path: Path) -> None:
    seats = 2 if plant in ("PLANT_UNCONFIRMED", "PLANT_BELIEVED") else 3
    defines = [f"-DN={seats}", f"-DGONE={3 - seats}", f"-D{plant}", *([f"-D{beside}"] if beside else [])]
    errors, _ = verify(tmp_path, *defines)
    assert errors
