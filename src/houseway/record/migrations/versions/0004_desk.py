"""What each table took on each day, and the versions of the operator's submission."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_FIGURES = ("rounds", "void", "wagered", "paid", "collected", "house", "player_dealer", "fees", "meters")


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _FIGURES),
    )
    op.create_index("results_by_day", "results", ["day"])
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("errors", sa.Integer, nullable=False),
        sa.Column("warnings", sa.Integer, nullable=False),
        sa.Column("effective", sa.BigInteger),
        sa.Column("effective_by", sa.String(40)),
    )
    op.create_index("submissions_by_effect", "submissions", ["effective"])


def downgrade() -> None:
    op.drop_table("submissions")
    op.drop_table("results")
