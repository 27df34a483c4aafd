"""First signatures that wait for a second one, when staff last did something and confirmed who they are, and classes.

Sessions are over: their marks are over all columns, and there are more now, or fewer again."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_NEW = ("seen", "confirmed")


def upgrade() -> None:
    op.execute("DELETE FROM sessions")
    for name in _NEW:
        op.add_column("sessions", sa.Column(name, sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "signatures",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
    )
    op.create_table(
        "school_classes",
        sa.Column("code", sa.String(200), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("school_classes")
    op.drop_table("signatures")
    op.execute("DELETE FROM sessions")
    for name in reversed(_NEW):
        op.drop_column("sessions", name)
