"""How a seat plays well: pots by equity and odds, Chinese poker by search. It is told what the seat sees."""
