"""The second factor: six digits that a phone shows, and codes for whoever has lost it (RFC 6238)."""

import base64
import re
import secrets
import time
from functools import cache
from hmac import compare_digest

import pyotp
import segno
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from houseway.record import keys

STEP = 30  # seconds that a code lasts
SECRET = re.compile(r"[A-Z2-7]{32}")
_NONCE = 12
_RECOVERY = 8  # codes


def new_secret() -> str:
    return pyotp.random_base32()


def uri(secret: str, name: str, facility: str) -> str:
    """What a phone's app reads to show codes."""
    return pyotp.TOTP(secret, interval=STEP).provisioning_uri(name, issuer_name=facility or "Houseway")


def picture(text: str) -> str:
    """The same for its camera, as SVG."""
    return str(segno.make(text, error="m").svg_inline(scale=4, border=4, dark="#000", light="#fff", omitsize=True))


def step_of(secret: str, code: str) -> int | None:
    """The step of time whose code this is: now's, or one before or after it, since clocks differ."""
    now = int(time.time()) // STEP
    totp = pyotp.TOTP(secret, interval=STEP)
    said = "".join(code.split()).encode()
    return next(
        (step for step in (now, now - 1, now + 1) if compare_digest(totp.generate_otp(step).encode(), said)), None
    )


# Kept so that who reads the database can't show codes


def sealed(secret: str, account: int) -> str:
    nonce = secrets.token_bytes(_NONCE)
    made = nonce + _cipher().encrypt(nonce, base64.b32decode(secret), _whose(account))
    return base64.b64encode(made).decode()


def opened(kept: str, account: int) -> str | None:
    """The secret; None if it was sealed with another key, or for another account."""
    raw = base64.b64decode(kept)
    try:
        return base64.b32encode(_cipher().decrypt(raw[:_NONCE], raw[_NONCE:], _whose(account))).decode()
    except InvalidTag:
        return None


def _whose(account: int) -> bytes:
    return f"houseway second factor {account}".encode()


@cache
def _cipher() -> ChaCha20Poly1305:
    return ChaCha20Poly1305(keys.secret("accounts"))


# Codes for who has lost the phone: each is good once


def new_recovery() -> list[str]:
    return [f"{secrets.token_hex(3)}-{secrets.token_hex(3)}" for _ in range(_RECOVERY)]


def plain_code(code: str) -> str:
    """A recovery code however it is spaced and spelt."""
    return "".join(code.split()).lower()
