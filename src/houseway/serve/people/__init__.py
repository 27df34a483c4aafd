"""People: accounts, names, passwords, second factors, sessions, roles, and acts that take two signatures.

The API and the pages ask here who somebody is and what they may do.
"""
