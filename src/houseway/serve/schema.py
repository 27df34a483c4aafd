"""The one description of the database's tables, to which every module adds those that it keeps."""

import sqlalchemy as sa

meta = sa.MetaData()
