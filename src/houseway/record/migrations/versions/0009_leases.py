"""Leases of tables, and workers that count their beats."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("lease", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET owner = NULL")
    op.drop_table("workers")  # its rows are of running processes, which are entered again
    op.create_table(
        "workers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("beats", sa.BigInteger, nullable=False),
        sa.Column("probe", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("workers")
    op.create_table(
        "workers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.drop_column("tables", "lease")
