"""What a player could have done better: each decision with its cost; each result as price, mistakes, fees and luck."""
