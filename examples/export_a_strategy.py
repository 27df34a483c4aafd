"""Write the best strategy of a game into files that a spreadsheet opens: one for each chart of its price."""

import csv
import sys
from pathlib import Path

import houseway

game, folder = (sys.argv[1:] + ["three-card-poker", "."][len(sys.argv) - 1 :])[:2]
sheet = houseway.price(game)
for number, chart in enumerate(sheet.charts, start=1):
    file = Path(folder) / f"{game}-{number}.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow([chart.name, *chart.columns])
        for name, cells in zip(chart.rows, chart.cells, strict=True):
            rows.writerow([name, *(chart.legend[cell] for cell in cells)])
    print(f"{file}: {chart.name}, {len(chart.rows)} x {len(chart.columns)}")
