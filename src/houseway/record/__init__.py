"""What a house keeps: its schema and migrations, journals, books, daybook, seals, seeds, keys and backups.

Everything that reads or writes a house's database goes through here: `prove` and `floor`
read it, and `serve` also writes it.
"""
