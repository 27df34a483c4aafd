"""What kind of bots keep a player company.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("bot", sa.String(20), nullable=False, server_default="simple"))


def downgrade() -> None:
    op.drop_column("tables", "bot")
