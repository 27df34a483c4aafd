"""Draw the README's picture: the end of a round of Criss Cross Poker, a lucky one.

python docs/make_terminal_svg.py
"""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from houseway.cli.find import game_named, house_choices
from houseway.cli.play import sit_down

HERE = Path(__file__).parent
SEED = "2139"
BEFORE = ("10 5", "across 1")  # not in the picture
TYPED = ("down 3", "middle 3")


def main() -> None:
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, highlight=False)
    game = game_named("criss-cross-poker")
    sitting = sit_down(game, house_choices(game.rules, []), seed=SEED, console=console)
    answers = iter((*BEFORE, *TYPED))

    def read(prompt: str) -> str:
        answer = next(answers)
        if answer in BEFORE:
            console.export_text(clear=True)
            return answer
        console.print(f"[bold]{prompt.replace('[', chr(92) + '[')}[/bold][green]{answer}[/green]")
        return answer

    sitting.read = read
    sitting.buy_in()
    sitting.round()
    drawn = console.export_svg(title="houseway play", theme=MONOKAI, unique_id="houseway")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # nothing from the network: any monospace does
    (HERE / "terminal.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
