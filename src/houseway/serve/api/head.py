"""The house's signed head, for anybody who wants to keep it."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from houseway.serve.api.desk import DeskNow
from houseway.serve.api.errors import ERRORS

router = APIRouter(prefix="/api", responses=ERRORS, tags=["history"])


class Head(BaseModel):
    """The last record of the house's daybook, which names the last record of every table, signed with Ed25519."""

    house: str = Field(description="The hash of the daybook's first record: the house's own name", examples=["5f" * 32])
    number: int = Field(description="Of the last record", examples=[8120])
    hash: str = Field(description="Of the last record, and so of all before it", examples=["c0" * 32])
    at: str = Field(examples=["2026-11-16T22:15:03.120Z"])
    key: str = Field(description="The house's public key", examples=["a1" * 32])
    signature: str = Field(
        description="Over `houseway head`, a line feed, and the rest as canonical JSON without `key`"
    )


@router.get("/head", summary="The signed head of everything this house has recorded")
async def head(desk: DeskNow) -> Head:
    """Keep the answer. `houseway prove DATABASE --head FILE` later tells whether anything recorded up to now was
    changed, left out or put in since. What was written in the last second may be in the next one only."""
    return Head(**(await desk.house.sealer.head()).data())
