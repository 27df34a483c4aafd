"""What it takes to draw a question of the school, over every game, skill and topic, against playing one round."""

from statistics import median
from time import process_time

from rich.console import Console

from houseway.games import catalogue
from houseway.rules.submission import house_rules
from houseway.school.drawing import draw
from houseway.school.syllabus import syllabus
from houseway.school.table import Plan, play

TOPICS = 25  # of a skill of a game
ROUNDS = 5


def main() -> None:
    drawn: list[float] = []
    played: list[float] = []
    found = 0.0
    for game in catalogue().values():
        rules = house_rules(game.rules)
        begun = process_time()
        known = syllabus(rules)
        found += process_time() - begun
        for number in range(ROUNDS):
            begun = process_time()
            play(rules, Plan(f"bench {number}"))
            played.append(process_time() - begun)
        for skill in known.skills():
            topics = known.topics(skill)
            for number, topic in enumerate(topics[:: max(1, len(topics) // TOPICS)]):
                begun = process_time()
                draw(rules, skill, seed=str(number), topic=topic, level=number % 3 + 1)
                drawn.append(process_time() - begun)
    drawn.sort()
    middle, late = median(drawn), drawn[len(drawn) * 99 // 100]
    out = Console()
    out.print(f"{len(drawn)} questions: {1000 * middle:.1f} ms each, 99 of 100 within {1000 * late:.0f} ms, all within "
              f"{1000 * drawn[-1]:.0f} ms; {middle / median(played):.1f} rounds' time")  # fmt: skip
    out.print(f"a syllabus takes {1000 * found / len(catalogue()):.0f} ms, once for each table's rules")


if __name__ == "__main__":
    main()
