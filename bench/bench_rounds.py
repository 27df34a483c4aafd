"""Rounds a second through the driver, journal, events and ledger kept: each game of the catalogue, and the games that
others have too beside PokerKit, RLCard and OpenSpiel in the same run."""

import gc
import random
import warnings
from collections.abc import Callable
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from bench.bench_pot import ALL_IN, BUY_IN, FOLD, RAISE, answer, peer
from houseway.cards.shuffle import SEED_BYTES
from houseway.games import catalogue, game
from houseway.games.pot.round import PotGame
from houseway.play.ask import Ask
from houseway.play.driver import Driver
from houseway.rules.submission import Choices, house_rules
from houseway.skill.simple import at_random, simply

SLICES = 20  # each side in turn, so that whatever else the machine does falls on all
SECONDS = 0.1  # a slice
EACH = 0.5  # seconds of each game of the catalogue
WARM_UP = 2.0  # seconds of each before the first: our table of ranks fills as hands come along
STACK = 10**9
HIT = 0.5  # at blackjack, else stand
PLAIN = {"bonus_spin": False, "match_super_bonus": False, "boxes": 1}  # nothing beside the wager, as the others play
Play = Callable[[random.Random], int]  # one round; how many decisions it took


def driven(id: str, seats: int, options: dict[str, Any], say: Callable[[Ask, random.Random], str]) -> Play:
    """Rounds of a table with the same chips at the beginning of each: far more than can be lost where bets are limited,
    else as many as the others have, which are brought back each time."""
    chosen = game(id)
    driver = Driver(chosen, house_rules(chosen.rules, Choices(options=options)))
    all_in = isinstance(chosen, PotGame) and chosen.stakes(driver.table.rules).betting != "limit"
    for seat in range(1, seats + 1):
        driver.seat(f"seat {seat}", BUY_IN * 100 if all_in else STACK)
    if "button" in chosen.rules.places:
        driver.table.memory["button"] = "seat 1"  # a game that goes on: nobody draws for the button
    start = driver.table.state()

    def play(rng: random.Random) -> int:
        if all_in:
            driver.restore(start)
        driver.begin(rng.randbytes(SEED_BYTES))
        while asks := driver.asks:
            ask = next(iter(asks.values()))
            driver.answer(ask.who, say(ask, rng))
        return len(driver.journal) - 1

    return play


def rlcard(name: str, fold: str, stay: tuple[str, ...], all_in: str, calls: Callable[[Any], str]) -> Play:
    """RLCard's own game, with the state that each step of it gives and without the arrays that its environment makes of
    that."""
    import rlcard as theirs

    table: Any = theirs.make(name).game

    def play(rng: random.Random) -> int:
        state, _ = table.init_game()
        asked = 0
        while not table.is_over():
            asked += 1
            legal = {calls(action): action for action in state["legal_actions"]}
            owed, roll = max(state["all_chips"]) > state["my_chips"], rng.random()
            raises = [action for word, action in legal.items() if word not in (fold, all_in, *stay)]
            if owed and roll < FOLD and fold in legal:
                answer = legal[fold]
            elif roll < RAISE or not (raises or all_in in legal):
                answer = next(legal[word] for word in stay if word in legal)
            elif all_in in legal and (not raises or rng.random() > ALL_IN):
                answer = legal[all_in]
            else:
                answer = raises[int(rng.random() * len(raises))]
            state, _ = table.step(answer)
        table.get_payoffs()
        return asked

    return play


def rlcard_blackjack() -> Play:
    import rlcard as theirs

    table: Any = theirs.make("blackjack").game

    def play(rng: random.Random) -> int:
        table.init_game()
        asked = 0
        while not table.is_over():
            asked += 1
            table.step("hit" if rng.random() < HIT else "stand")
        return asked

    return play


def openspiel(name: str) -> Play:
    """OpenSpiel's game, in C++: actions 0 fold, 1 call, the others raise; at blackjack 0 hits and 1 stands."""
    import pyspiel

    table = pyspiel.load_game(name)
    pot = not name.startswith("blackjack")

    def play(rng: random.Random) -> int:
        state = table.new_initial_state()
        asked = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            asked += 1
            legal, roll = state.legal_actions(), rng.random()
            if not pot or (0 in legal and roll < FOLD):
                state.apply_action(legal[int(rng.random() * len(legal))] if not pot else 0)
            else:
                state.apply_action(1 if roll < RAISE or max(legal) < 2 else legal[-1])
        state.returns()
        return asked

    return play


def beside_others() -> list[tuple[str, dict[str, Play]]]:
    """The same game by each of them; one policy for hold'em, and hit or stand by the toss of a coin for blackjack."""
    from pokerkit import FixedLimitTexasHoldem, NoLimitTexasHoldem

    limit = (
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,firstPlayer=2 1 1 1,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200)"
    )

    def hit_or_stand() -> Callable[[Ask, random.Random], str]:
        """The wager is the same in every round, and so it is thought of once."""
        wagers = ""

        def say(ask: Ask, rng: random.Random) -> str:
            nonlocal wagers
            if ask.what == "play":
                return "hit" if rng.random() < HIT else "stand"
            if ask.what != "wagers":
                return simply(ask, rng)
            wagers = wagers or simply(ask, rng)
            return wagers

        return say

    return [
        (
            "limit hold'em, two seats",
            {
                "Houseway": driven("limit-holdem", 2, {"collection": "none"}, answer),
                "PokerKit": peer(
                    lambda auto: FixedLimitTexasHoldem.create_state(auto, True, 0, (1, 2), 2, 4, [BUY_IN] * 2, 2)
                ),
                "RLCard": rlcard("limit-holdem", "fold", ("check", "call"), "", str),
                "OpenSpiel, C++": openspiel(limit),
            },
        ),
        (
            "no-limit hold'em, two seats",
            {
                "Houseway": driven("no-limit-holdem", 2, {"limit": "50-200", "collection": "none"}, answer),
                "PokerKit": peer(
                    lambda auto: NoLimitTexasHoldem.create_state(auto, True, 0, (1, 2), 2, [BUY_IN] * 2, 2)
                ),
                "RLCard": rlcard("no-limit-holdem", "FOLD", ("CHECK_CALL",), "ALL_IN", lambda action: str(action.name)),
            },
        ),
        (
            "no-limit hold'em, six seats",
            {
                "Houseway": driven("no-limit-holdem", 6, {"limit": "50-200", "collection": "none"}, answer),
                "PokerKit": peer(
                    lambda auto: NoLimitTexasHoldem.create_state(auto, True, 0, (1, 2), 2, [BUY_IN] * 6, 6)
                ),
            },
        ),
        (
            "blackjack, one player",
            {
                "Houseway, Pontoon 21, with its wager": driven("pontoon-21", 1, PLAIN, hit_or_stand()),
                "Houseway, Blackjack X, with a player's bank": driven("blackjack-x", 2, {}, hit_or_stand()),
                "RLCard, hit or stand only": rlcard_blackjack(),
                "OpenSpiel, C++, hit or stand only": openspiel("blackjack"),
            },
        ),
    ]


def rates(plays: dict[str, Play]) -> dict[str, tuple[float, float]]:
    """Rounds a CPU second of each, by turns, and decisions a round."""
    rng = random.Random(1)
    rounds, spent, asked = dict.fromkeys(plays, 0), dict.fromkeys(plays, 0.0), dict.fromkeys(plays, 0)
    for play in plays.values():
        begun = process_time()
        while process_time() - begun < WARM_UP:
            play(rng)
    for _ in range(SLICES):
        for name, play in plays.items():
            begun = process_time()
            while process_time() - begun < SECONDS:
                for _ in range(10):
                    asked[name] += play(rng)
                rounds[name] += 10
            spent[name] += process_time() - begun
    return {name: (rounds[name] / spent[name], asked[name] / rounds[name]) for name in plays}


def main() -> None:
    gc.collect()
    gc.freeze()  # what was imported lives on anyway: neither side is to pay for looking at it again and again
    console = Console()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for title, plays in beside_others():
            heads = ("who", "rounds a second", "Houseway is", "decisions a round", "by decisions")
            grid = Grid(*heads, title=title, title_justify="left")
            found = rates(plays)
            ours, taken = next(iter(found.values()))
            for name, (rate, asked) in found.items():
                times = ours / rate
                grid.add_row(name, f"{rate:,.0f}", f"{times:.2f} x", f"{asked:.1f}", f"{times * taken / asked:.2f} x")
            console.print(grid)
    columns = ("game", "rounds a second", "answers a second")
    grid = Grid(*columns, title="Every game, two seats, random answers, one core")
    for id, one in catalogue().items():
        play, rng = driven(id, min(2, one.rules.seats), {}, at_random), random.Random(1)
        for _ in range(20):
            play(rng)
        rounds, asked, begun = 0, 0, process_time()
        while process_time() - begun < EACH:
            asked += play(rng)
            rounds += 1
        spent = process_time() - begun
        grid.add_row(one.rules.name, f"{rounds / spent:,.0f}", f"{asked / spent:,.0f}")
    console.print(grid)


if __name__ == "__main__":
    main()
