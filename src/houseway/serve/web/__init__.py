"""The web application: what comes before a request is routed, limits, headers, compression, and how it is started.

`houseway serve` calls `run`; nothing below the application imports from here but limits and refusals.
"""
