"""A log of sign-ins and staff acts, what sessions say of themselves, look-alike names, second factors, disabled
accounts."""

import sqlalchemy as sa
from alembic import op

from houseway.record.names import looks

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
    )
    op.create_index("acts_by_account", "acts", ["account"])
    for column in (
        sa.Column("looks", sa.String(200)),
        sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("second", sa.String(64)),
        sa.Column("second_used", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("recovery", sa.Text, nullable=False, server_default=""),
    ):
        op.add_column("accounts", column)
    _say_what_names_look_like(op.get_bind())
    op.create_index("looks_like_nobody", "accounts", ["looks"], unique=True)
    for column in (
        sa.Column("began", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("address", sa.String(64), nullable=False, server_default=""),
        sa.Column("agent", sa.String(200), nullable=False, server_default=""),
    ):
        op.add_column("sessions", column)
    op.create_index("sessions_by_account", "sessions", ["account"])


def _say_what_names_look_like(connection: sa.Connection) -> None:
    """Where two names looked alike before, the older account has the look."""
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("looks"))
    seen: dict[str, int] = {}
    for id, name in connection.execute(sa.select(accounts.c.id, accounts.c.name).order_by(accounts.c.id)):
        seen.setdefault(looks(name), id)
    for look, id in seen.items():
        connection.execute(accounts.update().where(accounts.c.id == id).values(looks=look))


def downgrade() -> None:
    op.drop_index("sessions_by_account", "sessions")
    for name in ("agent", "address", "began"):
        op.drop_column("sessions", name)
    op.drop_index("looks_like_nobody", "accounts")
    for name in ("recovery", "second_used", "second", "disabled", "looks"):
        op.drop_column("accounts", name)
    op.drop_table("acts")
