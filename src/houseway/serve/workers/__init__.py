"""Processes: workers that share one address and one database, and the process that counts beside them.

The house tells other workers what it wrote; `web.run` starts them.
"""
