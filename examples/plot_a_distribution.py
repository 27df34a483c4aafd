"""Draw how often each result of a wager comes. Without matplotlib (houseway[notebook]) bars are printed."""

import sys

import houseway
from houseway.pricing.papers.notebook import Missing

sheet = houseway.price("ultimate-texas-holdem")
trips = sheet.wager("trips")
try:
    trips.figure().savefig(sys.argv[1] if sys.argv[1:] else "trips.png", dpi=150)
    print("drawn by matplotlib")
except Missing as missing:
    print(missing)
for row in sheet.distribution("trips"):
    print(f"{row['result']:+6.0f} {row['probability']:9.6f} {'█' * round(60 * row['probability'])}")
