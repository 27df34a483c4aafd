"""Marks on rows that no chain holds. Sessions and waits without one are over: nobody knows who wrote them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_MARKED = ("sessions", "waiting", "seats")


def upgrade() -> None:
    for name in ("sessions", "waiting"):
        op.execute(f"DELETE FROM {name}")
    for name in _MARKED:
        op.add_column(name, sa.Column("mark", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for name in _MARKED:
        op.drop_column(name, "mark")
