"""What is dealt: cards, packs, shoes, shuffles, hand ranks."""
