"""Face-Up Pineapple Chinese Poker."""
