"""The build hook that makes a wheel of compiled rules: hatchling runs it if HATCH_BUILD_HOOKS_ENABLE is set.

    HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps --wheel-dir FOLDER .

`pyproject.toml` names the rooms whose modules mypyc compiles, those of them that stay Python, and modules of
other rooms that are compiled too. All that is built on the way lies in a folder that is thrown away: no
compiled file ever lies beside a source file, where it would hide every edit. The sources are in the wheel as
well, so that tracebacks show lines.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = """\
import os, sys
from pathlib import Path
from mypyc.build import mypycify
from setuptools import setup

folder, opt_level, *modules = sys.argv[1:]
modules.append("--cache-dir=" + os.path.join(folder, "cache"))
code = os.path.join(folder, "c")
extensions = mypycify(modules, opt_level=opt_level, debug_level="0", multi_file=True, target_dir=code)
for path in Path(code).rglob("*.c"):
    lines, met = [], set()
    for line in path.read_text().splitlines(keepends=True):
        if line[:1] == "}":
            met.clear()
        if "Py_VISIT(" not in line or line not in met:
            lines.append(line)
        met.add(line)
    path.write_text("".join(lines))
os.chdir(folder)  # setuptools reads no settings of the project
places = ["--build-lib", os.path.join(folder, "lib"), "--build-temp", os.path.join(folder, "o")]
setup(name="fadenet", ext_modules=extensions, script_args=["-q", "build_ext", "-j", "2", *places])
"""
"""The program of the interpreter that the wheel is for; it runs in the folder of the sources.

In between it mends what mypyc 2.4 writes for the garbage collector: an attribute that a subclass declares
anew lies in one place and is visited twice, so that it counts as held from outside, and no rules with cards
are ever let go.
"""


class CompiledRules(BuildHookInterface[Any]):
    """Compiles before the wheel is packed, and tidies up behind it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and have what is built packed where its source lies. Raises `RuntimeError`, with the words
        of the compiler."""
        self.folder = Path(mkdtemp(prefix="fadenet-compiled-"))
        command = [sys.executable, "-c", BUILD, str(self.folder), self.config["opt-level"]]
        command += [*modules(Path(self.root), self.config["rooms"], self.config["python"])]
        command += self.config["modules"]
        run = subprocess.run(command, cwd=self.root, check=False, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"the rules do not compile:\n{run.stdout[-8000:]}{run.stderr[-8000:]}")
        built = self.folder / "lib"
        for file in sorted(path for path in built.rglob("*") if path.is_file()):
            build_data["force_include"][str(file)] = file.relative_to(built).as_posix()
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw away what was built on the way."""
        shutil.rmtree(self.folder)


def modules(root: Path, rooms: list[str], python: list[str]) -> Iterator[str]:
    """The modules that are compiled, as paths from the root: all of these rooms but what stays Python."""
    for room in rooms:
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if path.name != "__init__.py" and name not in python:
                yield name
