"""What happened and why, and whether a house is set up as approved: replay, explain, verify, submissions, placards."""
