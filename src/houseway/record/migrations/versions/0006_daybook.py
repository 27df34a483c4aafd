"""The house's daybook, its signed heads, and where in it each posting stands."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daybook",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("key", sa.String(80)),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.UniqueConstraint("account", "key", name="booked_once"),
    )
    op.create_index("daybook_by_about", "daybook", ["about", "number"])
    op.create_table(
        "heads",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
    )
    op.add_column("postings", sa.Column("book", sa.Integer))
    op.create_index("postings_by_book", "postings", ["book"], unique=True)


def downgrade() -> None:
    op.drop_index("postings_by_book", "postings")
    op.drop_column("postings", "book")
    op.drop_table("heads")
    op.drop_table("daybook")
