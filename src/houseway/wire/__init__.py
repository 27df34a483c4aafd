"""What crosses the network: one typed message for everything that the API and its sockets take and give.

A house writes these messages and `houseway.client` reads them, so both know them by the same names. Nothing of a house
is imported here. Money is text in dollars on the wire and a `Decimal` in Python. A house may add fields: a client keeps
those that it does not know.

`people`, `operating`, `tables`, `viewing`, `playing`, `live`, `rule_file`, `prices`, `floor` and `school` hold the
messages by subject; `fields` holds what they are made of.
"""
