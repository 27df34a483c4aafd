"""Seeds beside the journal, sealed until they are revealed."""

import sqlalchemy as sa
from alembic import op

from houseway.record.database import StoreError

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().execute(sa.text("SELECT 1 FROM snapshots WHERE round > 0 LIMIT 1")).scalar():
        raise StoreError(
            "this database has rounds of an earlier version, whose shuffles this one can't deal again: begin a new one"
        )
    op.create_table(
        "seeds",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sealed", sa.Text),
        sa.Column("seed", sa.String(64)),
    )
    op.create_table(
        "vaults",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("fingerprint", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("vaults")
    op.drop_table("seeds")
