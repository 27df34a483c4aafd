"""Which scripts of a page run: those that its template writes carry the nonce of the content policy, and no others."""

from pathlib import Path
from typing import Any

import nicegui.client
from starlette.templating import Jinja2Templates

_PLAIN, _WITH_NONCE = "<script", '<script nonce="{{ request.state.nonce }}"'


class _Templates(Jinja2Templates):
    """The framework's templates. What is put into them is text by then, so that no script in it gets the nonce."""

    def get_template(self, name: str) -> Any:
        if name not in self._written:
            assert self.env.loader is not None
            source, _, _ = self.env.loader.get_source(self.env, name)
            self._written[name] = self.env.from_string(source.replace(_PLAIN, _WITH_NONCE))
        return self._written[name]

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._written: dict[str, Any] = {}


def write_nonces() -> None:
    """Have the framework's templates write the nonce of each answer, which the request guard makes."""
    nicegui.client.templates = _Templates(Path(nicegui.client.__file__).parent / "templates")
