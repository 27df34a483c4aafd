"""Table games exactly as their rulebooks say: play them, price them, prove them."""
