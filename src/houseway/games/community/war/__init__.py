"""War: one card each, and the higher one wins."""
