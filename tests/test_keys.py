"""Keys are outside the database, closed to others, made once, and asked for in one sentence where they are wrong."""

import stat
from pathlib import Path

import pytest

from houseway.record import keys


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


def test_a_key_is_made_once_and_closed_to_others(folder: Path) -> None:
    assert keys.known("trial") is None and not folder.exists()
    made = keys.secret("trial")
    assert len(made) == 32 and keys.secret("trial") == made == keys.known("trial") != keys.secret("other")
    assert stat.S_IMODE((folder / "trial.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    keys.write_once(folder / "trial.key", "somebody else's")
    assert keys.secret("trial") == made and sorted(path.name for path in folder.iterdir()) == ["other.key", "trial.key"]


def test_a_key_may_be_kept_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_TRIAL_KEY_COMMAND", f"echo {'ab' * 32}")
    assert keys.secret("trial") == b"\xab" * 32
    monkeypatch.setenv("HOUSEWAY_TRIAL_KEY", "cd" * 32)
    assert keys.known("trial") == b"\xcd" * 32 and not folder.exists()


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("HOUSEWAY_TRIAL_KEY", "abc", "HOUSEWAY_TRIAL_KEY is not a key: expected 64 hexadecimal digits"),
        ("HOUSEWAY_TRIAL_KEY_COMMAND", "echo nothing", "is not a key"),
        ("HOUSEWAY_TRIAL_KEY_COMMAND", "no-such-command-here", "gives no key: No such file"),
        ("HOUSEWAY_TRIAL_KEY_COMMAND", "false", "gives no key"),
        ("HOUSEWAY_TRIAL_KEY_COMMAND", "echo 'open", "gives no key"),
        ("HOUSEWAY_KEYS", "/proc/nowhere", "can't be kept or read"),
    ],
)
def test_a_key_that_can_not_be_had_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(keys.KeyWrong, match=said.replace("'", ".")):
        keys.secret("trial")


def test_a_file_that_is_no_key_is_said_so(folder: Path) -> None:
    folder.mkdir()
    for text in (b"", b"\xff\xfe", b"0" * 63):
        (folder / "trial.key").write_bytes(text)
        with pytest.raises(keys.KeyWrong, match="is not a key"):
            keys.secret("trial")
