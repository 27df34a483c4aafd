"""Every table of a house's database, as the latest migration leaves it."""

import sqlalchemy as sa

from houseway.record.figures import NAMES

meta = sa.MetaData()

accounts = sa.Table(
    "accounts",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(120), nullable=False, unique=True),
    sa.Column("password", sa.String(200)),  # an Argon2 hash; none for a guest
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("balance", sa.BigInteger, nullable=False),  # cents that are not at a table
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("looks", sa.String(200)),  # what the name looks like: no two names look alike
    sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("second", sa.String(64)),  # the secret of a second factor
    sa.Column("second_used", sa.BigInteger, nullable=False, server_default="0"),  # the last code's step: used once
    sa.Column("recovery", sa.Text, nullable=False, server_default=""),  # hashes of codes for who has lost the factor
    sa.Index("looks_like_nobody", "looks", unique=True),
)

sessions = sa.Table(
    "sessions",
    meta,
    sa.Column("id", sa.String(64), primary_key=True),  # the SHA-256 of the token: a stolen database opens no session
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("address", sa.String(64), nullable=False, server_default=""),
    sa.Column("agent", sa.String(200), nullable=False, server_default=""),  # the browser, as it names itself
    sa.Column("mark", sa.String(64), nullable=False, server_default=""),  # by a key outside the database
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),  # when somebody on the staff last acted
    sa.Column("confirmed", sa.BigInteger, nullable=False, server_default="0"),  # when the password or a code was given
    sa.Index("sessions_by_account", "account"),
)

tokens = sa.Table(
    "tokens",
    meta,
    sa.Column("id", sa.String(64), primary_key=True),  # the SHA-256 of the token: a stolen database signs nobody in
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),  # what it is for
    sa.Column("scope", sa.String(20), nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Column("mark", sa.String(64), nullable=False),  # by a key outside the database
    sa.Index("tokens_by_account", "account"),
)

tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("choices", sa.Text, nullable=False),
    sa.Column("by_hand", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),  # seconds to act
    sa.Column("bots", sa.Integer, nullable=False),  # how many keep a player company
    sa.Column("bot", sa.String(20), nullable=False),  # and of which kind
    sa.Column("closed", sa.Boolean, nullable=False),
    sa.Column("owner", sa.Integer),  # the worker that the table is leased to
    sa.Column("lease", sa.Integer, nullable=False, server_default="0"),  # how often it was leased so far
)

seats = sa.Table(
    "seats",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id")),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("bot", sa.String(20), nullable=False),
    sa.Column("leaving", sa.Boolean, nullable=False),
    sa.Column("mark", sa.String(64), nullable=False, server_default=""),  # by a key outside the database
)

waiting = sa.Table(
    "waiting",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),  # to buy in for when the round is over; not taken before
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("mark", sa.String(64), nullable=False, server_default=""),  # by a key outside the database
    sa.UniqueConstraint("table", "account", name="waits_once"),
)

entries = sa.Table(
    "entries",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("account", sa.Integer),
    sa.Column("key", sa.String(80)),
    sa.Column("record", sa.Text, nullable=False),  # canonical JSON
    sa.Column("hash", sa.String(64), nullable=False),
    sa.UniqueConstraint("table", "account", "key", name="once"),
    sa.Index("entries_by_round", "table", "round"),
)

snapshots = sa.Table(
    "snapshots",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("sitting", sa.Text, nullable=False),  # whose seat was whose: who may see which cards afterwards
    sa.Index("snapshots_by_round", "table", "round"),
)

postings = sa.Table(
    "postings",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("table", sa.Integer),
    sa.Column("why", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("book", sa.Integer),  # the record of the daybook that it stands in
    sa.Index("postings_by_account", "account"),
    sa.Index("postings_by_book", "book", unique=True),
)

workers = sa.Table(
    "workers",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("beats", sa.BigInteger, nullable=False),  # signs of life
    sa.Column("probe", sa.Text, nullable=False),  # written to see whether anything can be written
)

seeds = sa.Table(
    "seeds",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("sealed", sa.Text),  # until it is revealed
    sa.Column("seed", sa.String(64)),  # from then on
)

vaults = sa.Table(
    "vaults",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("fingerprint", sa.String(16), nullable=False),  # of the key that seeds are sealed with
)

daybook = sa.Table(
    "daybook",
    meta,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("about", sa.String(60), nullable=False),  # "account 5": what the record is found by
    sa.Column("account", sa.Integer),  # whose doing it was
    sa.Column("key", sa.String(80)),  # the caller's own: booked once, however often it is said
    sa.Column("record", sa.Text, nullable=False),  # canonical JSON
    sa.Column("hash", sa.String(64), nullable=False),
    sa.UniqueConstraint("account", "key", name="booked_once"),
    sa.Index("daybook_by_about", "about", "number"),
)

heads = sa.Table(
    "heads",
    meta,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("at", sa.String(24), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("signature", sa.String(128), nullable=False),
)

acts = sa.Table(
    "acts",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("act", sa.String(40), nullable=False),  # "signed in", "employed", "closed a table"
    sa.Column("account", sa.Integer),  # whose act it was; none where nobody has the name
    sa.Column("name", sa.String(120), nullable=False),  # as it was then, or as it was given
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("about", sa.String(200), nullable=False),  # whom or what it was done to
    sa.Index("acts_by_account", "account"),
)

results = sa.Table(
    "results",
    meta,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in NAMES),
    sa.Index("results_by_day", "day"),
)

submissions = sa.Table(
    "submissions",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("errors", sa.Integer, nullable=False),
    sa.Column("warnings", sa.Integer, nullable=False),
    sa.Column("effective", sa.BigInteger),  # when it was last made so; the latest is the one in effect
    sa.Column("effective_by", sa.String(40)),
    sa.Index("submissions_by_effect", "effective"),
)

signatures = sa.Table(
    "signatures",
    meta,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),  # "call", "cage", "employ", "role", "effective"
    sa.Column("act", sa.Text, nullable=False),  # what is to be done, as canonical JSON
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Column("mark", sa.String(64), nullable=False),  # by a key outside the database
)

school_known = sa.Table(
    "school_known",
    meta,
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.String(80), primary_key=True),
    sa.Column("skill", sa.String(20), primary_key=True),
    sa.Column("topic", sa.String(200), primary_key=True),
    sa.Column("card", sa.Text, nullable=False),  # as the scheduler keeps it
    sa.Column("answered", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
)

school_answers = sa.Table(
    "school_answers",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("skill", sa.String(20), nullable=False),
    sa.Column("topic", sa.String(200), nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("right", sa.Boolean, nullable=False),
    sa.Column("took", sa.Integer, nullable=False),  # milliseconds
    sa.Column("cost", sa.BigInteger, nullable=False),  # cents
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("expected", sa.Text, nullable=False),
    sa.Column("exam", sa.String(200)),
    sa.Column("number", sa.Integer),
    sa.UniqueConstraint("account", "exam", "number", name="answered_once"),
    sa.Index("school_by_account", "account"),
    sa.Index("school_by_exam", "exam"),
)

school_asked = sa.Table(
    "school_asked",
    meta,
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("spec", sa.Text, nullable=False),
)

school_classes = sa.Table(
    "school_classes",
    meta,
    sa.Column("code", sa.String(200), primary_key=True),  # of the exam
    sa.Column("account", sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),  # who holds it
    sa.Column("opened", sa.BigInteger, nullable=False),
    sa.Column("closes", sa.BigInteger, nullable=False),
    sa.Column("mark", sa.String(64), nullable=False),  # by a key outside the database
)
