"""Where a game's places lie on the felt. A game without an entry has its places in a row, each with its name.

A layout is rows of cells; a cell is a place, or a place and which of its cards (`across 2`), or empty.
"""

# Places of several games that hold cards only now and then.
NOW_AND_THEN = ("burn", "button", "community")

# Places that hold cards only when something has gone wrong, or late: they are drawn when they do.
SELDOM: dict[str, tuple[str, ...]] = {
    "pontoon-21": ("exposed", "misdrawn"),
    "lucky-pai-gow": ("player-dealer front", "player-dealer back"),
}

LAYOUTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "criss-cross-poker": (
        ("", "down 1", ""),
        ("across 1", "middle", "across 2"),
        ("", "down 2", ""),
    ),
}
