"""What a sheet was made by, from what and when, so that another laboratory can make it again."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

import numpy as np

from houseway.counting import code
from houseway.pricing.counting.cache import Arrays, dates, kept
from houseway.pricing.papers.sheet import Made, tables_by_name
from houseway.rules.resolved import Rules

_WHEELS = "houseway.pricing.wheels"  # prices what devices pay on any sheet
_last: dict[tuple[str, str], datetime] = {}  # by game and software: counts that this process has in memory


def provenance(rules: Rules, module: str, counted: Sequence[datetime]) -> Made:
    """For a sheet of these rules that a module has counted, with the dates of the counts it took."""
    software = hashlib.sha256((code.digest(module) + code.digest(_WHEELS)).encode()).hexdigest()
    return Made(version(), software, rules_digest(rules), _when(rules, module, software, counted))


def _when(rules: Rules, module: str, software: str, counted: Sequence[datetime]) -> datetime:
    """The day of the last count; what is counted in a moment, and kept nowhere, has the day it was first asked for."""
    at = rules.game.id, software
    if counted:
        _last[at] = max(counted)
    elif at not in _last:

        def now() -> Arrays:
            return {"now": np.array(int(datetime.now(UTC).timestamp()))}

        with dates() as found:
            kept("first-priced", rules.game.id, now, by=module)
        _last[at] = max(found, default=datetime.now(UTC))
    return _last[at]


def version() -> str:
    try:
        return metadata.version("houseway")
    except metadata.PackageNotFoundError:
        return "not installed: run from its source"


def rules_digest(rules: Rules) -> str:
    """Of the rule file as it was read, and of every choice of the operator's."""
    said: dict[str, Any] = {
        "file": rules.game.model_dump(mode="json"),
        "options": dict(rules.options),
        "limits": {name: asdict(limits) for name, limits in rules.limits.items()},
        "pays": {
            name: {line.key: str(line.pays) for line in table.lines} for name, table in tables_by_name(rules).items()
        },
        "wagers": sorted(rules.wagers),
        "stops": {name: dict(stops) for name, stops in rules.progressive.stops.items()},
        "meters": {name: asdict(meter) for name, meter in rules.progressive.meters.items()},
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
