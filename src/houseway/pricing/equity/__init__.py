"""What hands of a pot game are worth against each other: counted, or sampled where counting would take too long."""
