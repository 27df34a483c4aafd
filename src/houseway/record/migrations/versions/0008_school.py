"""The school: what people know, what they answered, and the question that waits for each."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "school_known",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("skill", sa.String(20), primary_key=True),
        sa.Column("topic", sa.String(200), primary_key=True),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
    )
    op.create_table(
        "school_answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("skill", sa.String(20), nullable=False),
        sa.Column("topic", sa.String(200), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("took", sa.Integer, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("expected", sa.Text, nullable=False),
        sa.Column("exam", sa.String(200)),
        sa.Column("number", sa.Integer),
        sa.UniqueConstraint("account", "exam", "number", name="answered_once"),
    )
    op.create_index("school_by_account", "school_answers", ["account"])
    op.create_index("school_by_exam", "school_answers", ["exam"])
    op.create_table(
        "school_asked",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("school_asked")
    op.drop_index("school_by_exam", "school_answers")
    op.drop_index("school_by_account", "school_answers")
    op.drop_table("school_answers")
    op.drop_table("school_known")
