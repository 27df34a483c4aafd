"""Answers that stay the same: made once, kept as bytes, and not sent again to who has them."""

import asyncio
import threading

import httpx
import pytest

from houseway.errors import Denied, TooMany
from houseway.serve.web.cached_answers import JSON, CachedAnswers
from tests.serve.house import PATIENCE, House

SAME = (
    "/api/v1/openapi.json",
    "/api/v1/games",
    "/api/v1/games/criss-cross-poker",
    "/api/v1/tables/1/placard",
    "/api/v1/tables/1/placard.pdf",
    "/api/v1/price/cash-in-baccarat",
    "/api/v1/price/cash-in-baccarat/sheet.pdf",
    "/placard/1",
)


@pytest.mark.parametrize("path", SAME)
@pytest.mark.parametrize("taken", ["identity", "gzip", "br"])
def test_who_has_it_already_is_told_so(house: House, path: str, taken: str) -> None:
    with httpx.Client(base_url=house.url, timeout=PATIENCE, headers={"accept-encoding": taken}) as http:
        for _ in range(2):
            first = http.get(path)
            while first.status_code == 202:  # it is being counted
                first = http.get(path)
            assert first.status_code == 200 and first.content
            tag = first.headers["etag"]
            again = http.get(path, headers={"if-none-match": tag})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
            assert http.get(path, headers={"if-none-match": 'W/"another"'}).content == first.content
        assert first.headers["cache-control"] == "no-cache" == again.headers["cache-control"]
        assert "default-src" in first.headers["content-security-policy"]
        text = not path.endswith(".pdf")
        assert first.headers.get("content-encoding", "identity") == (taken if text else "identity")
        plain = httpx.get(f"{house.url}{path}", headers={"accept-encoding": "identity"}, timeout=PATIENCE)
        assert plain.content == first.content  # whichever way it came


def test_what_many_want_at_once_is_made_once_and_what_fails_is_made_again() -> None:
    made, answers, go = list[str](), CachedAnswers(), threading.Event()

    def slow() -> bytes:
        go.wait(PATIENCE)
        made.append("slow")
        return b"{}"

    def fails() -> bytes:
        made.append("fails")
        raise ValueError("not now")

    async def wanted() -> None:
        many = [asyncio.create_task(answers.made("slow", slow, JSON)) for _ in range(5)]
        await asyncio.sleep(0)
        many[0].cancel()  # who goes away takes nothing from the others
        go.set()
        found = await asyncio.gather(*many, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError) and len({id(one) for one in found[1:]}) == 1
        for _ in range(2):
            with pytest.raises(ValueError, match="not now"):
                await answers.made("fails", fails, JSON)

    asyncio.run(wanted())
    assert made == ["slow", "fails", "fails"]


def test_only_so_many_bytes_are_kept_and_only_making_is_limited() -> None:
    made, answers = list[int](), CachedAnswers(most=3000)

    def of(number: int) -> bytes:
        made.append(number)
        return b"x" * 1000

    def refused() -> None:
        raise TooMany("too many")

    async def wanted() -> None:
        for number in (1, 2, 3, 1, 4, 1, 2):  # the fourth takes the place of the second, which was unused for longest
            await answers.made(number, lambda number=number: of(number), "application/pdf")  # type: ignore[misc]
        await answers.made(1, lambda: of(1), "application/pdf", allowed=refused)
        with pytest.raises(Denied):
            await answers.made(5, lambda: of(5), "application/pdf", allowed=refused)

    asyncio.run(wanted())
    assert made == [1, 2, 3, 4, 2] and answers.size == 3000
