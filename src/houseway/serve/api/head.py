"""The house's signed head, for anybody who wants to keep it."""

from fastapi import APIRouter

from houseway.serve.api.desk import DeskNow
from houseway.wire.operating import Head

router = APIRouter(prefix="/api/v1", tags=["history"])


@router.get("/head", summary="The signed head of everything this house has recorded")
async def get_head(desk: DeskNow) -> Head:
    """Keep the answer. `houseway prove DATABASE --head FILE` later tells whether anything recorded up to now was
    changed, left out or put in since. What was written in the last second may be in the next one only."""
    return Head(**(await desk.house.sealer.head()).data())
