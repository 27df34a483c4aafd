"""Pontoon 21 decided quickly, from the counted round: for one player the same as the coach says."""

from houseway.games import game
from houseway.games.twenty_one.count.hands import value
from houseway.games.twenty_one.count.quick_answers import QuickAnswers
from houseway.play.ask import Ask
from houseway.play.driver import Driver
from houseway.pricing.banking.played import Coached, Rounds
from houseway.pricing.coach import coach
from houseway.rules.submission import house_rules


def test_what_is_looked_up_is_what_the_coach_says() -> None:
    rules = house_rules(game("pontoon-21").rules)
    quick, slow = QuickAnswers(rules), Coached()
    seen: list[str] = []

    def decide(driver: Driver, ask: Ask) -> str:
        answer = quick(ask, driver.table.hands)
        if answer is None:
            return slow(driver, ask)  # a cut
        cards = driver.table.hands[ask.spot or ask.who]
        pair = len(cards) == 2 and value(cards[0]) == value(cards[1])  # what a split is worth takes the coach seconds
        if not pair:
            assert answer in [one.text for one in coach(driver, ask.who).answers if one.best], (ask.what, cards)
            seen.append(ask.what)
        return answer

    for _ in Rounds(rules, ["pontoon 5"], decide).play(40, "quick"):
        pass
    assert {"play", "rescue"} <= set(seen) and len(seen) > 40
