"""What the counts of games with hands that belong to nobody share."""
