"""What all counts share: the cache, the work over many cores or machines, suits, bonus bets."""
