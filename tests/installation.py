"""Houseway installed as a user installs it: the wheel, the packages of the run-time lock, and nothing else.

The environment is empty before that, and knows neither the checkout nor the environment of the tests. Every module that
a program imports there is noted, so that a test can tell what is used and not declared.

`HOUSEWAY_RESOLUTION` takes other versions than the lock's: `lowest-direct` the oldest that pyproject.toml allows,
`highest` the newest.
"""

import fcntl
import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from houseway.counting.folder import folder
from tests.shell import Shell

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements" / "run.txt"
RESOLUTION = os.environ.get("HOUSEWAY_RESOLUTION", "")

# Runs as every program of the environment starts. Names are written at once: a house may be killed.
_NOTING = """
import os, sys

class Noting:
    def __init__(self):
        self.seen = set()

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in self.seen:
            self.seen.add(top)
            with open(os.path.join(sys.prefix, "imported"), "a", encoding="utf-8") as file:
                file.write(top + "\\n")

sys.meta_path.insert(0, Noting())
"""


def built(folder: Path, *kinds: str, source: Path = ROOT) -> list[Path]:
    """Distributions of a source tree, built as a publisher would, without a network."""
    targets = [part for kind in kinds for part in ("--target", kind)]
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder), *targets]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return sorted(folder.iterdir())


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as it:
        fcntl.lockf(it, fcntl.LOCK_EX)
        yield


class Installation:
    """A virtual environment with Houseway in it. Processes that name the same folder share it; the first makes it."""

    def __init__(self, place: Path) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.folder = place
        self.environment = place / "environment"
        self.bin = self.environment / "bin"
        self.python = str(self.bin / "python")
        with _locked(place / "lock"):
            if not (place / "wheel").is_dir():
                built(place / "wheel", "wheel")
            (self.wheel,) = (place / "wheel").iterdir()

    def install(self) -> None:
        with _locked(self.folder / "lock"):
            if not (self.environment / "imported").exists():
                self._install()

    def _install(self) -> None:
        venv.create(self.environment, with_pip=False, clear=True)
        uv = [sys.executable, "-m", "uv", "pip", "install", "--python", self.python]
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet", "--no-compile"]
        if RESOLUTION:
            _first_that_works([*uv, "--resolution", RESOLUTION, str(self.wheel)])
        else:
            lock = ["--require-hashes", "--requirement", str(LOCK)]
            # uv links what it has in its cache, in a second or two; pip knows the indexes of its own settings too.
            _first_that_works([*uv, "--offline", *lock], [*uv, *lock], [*pip, *lock])
            _first_that_works([*uv, "--offline", "--no-deps", str(self.wheel)])
        (self.site / "noting_imports.py").write_text(_NOTING, encoding="utf-8")
        (self.site / "noting_imports.pth").write_text("import noting_imports\n", encoding="utf-8")
        (self.environment / "imported").touch()

    @property
    def site(self) -> Path:
        (site,) = self.environment.glob("lib/python*/site-packages")
        return site

    def surroundings(self, home: Path) -> dict[str, str]:
        """The environment variables of a program here: only what it needs, and where counts and compiled kernels are
        kept. Those of other versions go by other names."""
        return {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "HOUSEWAY_CACHE": str(folder()),
            "HOUSEWAY_COMPILED": os.environ["HOUSEWAY_COMPILED"],
        }

    def shell(self, home: Path) -> Shell:
        return Shell(self.python, self.surroundings(home), home)

    def run(self, home: Path, *command: str) -> str:
        """What a program of the environment prints."""
        words = [str(self.bin / command[0]), *command[1:]]
        done = subprocess.run(words, cwd=home, env=self.surroundings(home), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    # What is installed, declared and imported

    @cached_property
    def packages(self) -> dict[str, Distribution]:
        return {canonicalize_name(one.name): one for one in distributions(path=[str(self.site)])}

    @cached_property
    def declared(self) -> set[str]:
        """Houseway, the packages it declares, and all that those declare."""
        found: set[str] = set()
        asked: set[tuple[str, str]] = set()
        waiting = [("houseway", "")]
        while waiting:
            name, extra = one = waiting.pop()
            if one in asked or name not in self.packages:
                continue
            asked.add(one)
            found.add(name)
            for needed in map(Requirement, self.packages[name].requires or ()):
                if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                    waiting += [(canonicalize_name(needed.name), more) for more in ("", *needed.extras)]
        return found

    @cached_property
    def _owners(self) -> dict[str, set[str]]:
        """The packages that bring a module, by its top name."""
        owners: dict[str, set[str]] = {}
        for name, package in self.packages.items():
            for file in package.files or ():
                owners.setdefault(file.parts[0].partition(".")[0], set()).add(name)
        return owners

    def undeclared(self) -> set[str]:
        """Modules of packages which programs have imported here although nothing declares them."""
        names = (self.environment / "imported").read_text(encoding="utf-8").split()
        return {name for name in names if (owners := self._owners.get(name)) and not owners & self.declared}


def _first_that_works(*commands: Sequence[str]) -> None:
    said = []
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        said.append(done.stderr[-2000:])
    raise AssertionError("the packages can't be installed: is there a network?\n" + "\n".join(said))
