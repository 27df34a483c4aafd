"""How text is compressed: as the asker takes it, and away from the event loop."""

import asyncio
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import brotli

TEXT = (b"text/", b"application/json", b"application/javascript", b"application/x-ndjson", b"image/svg+xml")
QUALITY = 5  # of brotli, where the answer is made anew each time
BEST = 9  # where it is made once
_WINDOW = 18  # bits of brotli's window: a compressor of 22, its usual one, takes over a megabyte
_AT_ONCE = 16 * 1024  # bytes that are compressed in less time than another thread takes to begin
_pool = ThreadPoolExecutor(1, "houseway-packing")  # its own: tables are read with the other threads

Pack = Callable[[bytes, bool], bytes]  # a piece, and whether it is the last


def encoding(taken: bytes) -> str:
    """The best way to compress for who takes these; "" for none."""
    return "br" if b"br" in taken else "gzip" if b"gzip" in taken else ""


def by_pieces(how: str) -> Pack:
    if how == "br":
        brotling = brotli.Compressor(quality=QUALITY, lgwin=_WINDOW)
        return lambda piece, last: brotling.process(piece) + (brotling.finish() if last else brotling.flush())
    zipping = zlib.compressobj(6, zlib.DEFLATED, 31)
    return lambda piece, last: zipping.compress(piece) + zipping.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)


def whole(how: str, body: bytes, quality: int) -> bytes:
    if how == "br":
        return bytes(brotli.compress(body, quality=quality, lgwin=_WINDOW if quality < BEST else 22))
    zipping = zlib.compressobj(min(quality + 1, 9), zlib.DEFLATED, 31)
    return zipping.compress(body) + zipping.flush()


async def apart(size: int, pack: Callable[..., bytes], *given: Any) -> bytes:
    """Compress away from the event loop, unless it takes no time."""
    if size < _AT_ONCE:
        return pack(*given)
    return await asyncio.get_running_loop().run_in_executor(_pool, pack, *given)
