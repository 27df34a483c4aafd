"""Settle a hand from its cards, wagers and decisions: what each wager is paid, and the clause behind every cent."""

import houseway

played = houseway.settle(
    {
        "game": "criss-cross-poker",
        "cards": {"seat 1": "Kh Kd", "across": "Ks 5d", "down": "9c 4s", "middle": "5c"},
        "seats": [
            {
                "seat": 1,
                "wagers": {"ante": "10", "five-card-bonus": "5"},
                "decisions": ["across 3", "down 2", "middle 3"],
            }
        ],
    }
)
for row in played.report()["seats"][0]["wagers"]:
    print(f"{row['wager']:16} ${row['stake']:4} {row['result']:5} {row['odds']:5} ${row['paid']:4} {row['clause']}")
print(f"Seat 1 {played.net('seat 1') / 100:+.2f}")
