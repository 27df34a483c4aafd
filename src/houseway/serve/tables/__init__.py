"""Tables: the actor that owns one, its seats, clocks, commands, and the rail of those who watch.

The house opens tables and finds them; the API and the pages speak to one through `Table`.
"""
