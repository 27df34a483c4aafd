"""How a round runs: table, seats, money, asks, events, journal, banks."""
