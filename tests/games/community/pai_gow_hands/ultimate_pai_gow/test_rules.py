"""Ultimate Pai Gow Poker, settled by hand from its approval. Hands are written front first, a stroke, then the back."""

import pytest

from houseway.cards.card import hand, text
from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.community.pai_gow_hands.round import compared, results, settle
from houseway.games.community.round import settle_said
from houseway.games.pai_gow.settlement import SetHand
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import BetsClosed, Dealt, Placed
from houseway.play.player_dealer import ActionPlaced
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows

GAME = game("ultimate-pai-gow")
RULES = house_rules(GAME.rules)
ALL = {"player": 1000, "banker": 1000, "push": 1000, "tie": 1000}


def set_hand(text: str) -> SetHand:
    front, back = (hand(part) for part in text.split("/"))
    return SetHand(front, back)


def settled(player: str, banker: str, copies: str = "push") -> list[tuple[str, int]]:
    rules = house_rules(GAME.rules, Choices(options={"copies": copies}))
    said = results(set_hand(player), set_hand(banker))
    return [(one.result.value, one.paid) for one in settle_said(rules, said, ALL, "")]


LOSES = ("lose", 0)


def test_ultimate_player_bet_pays_2_to_1_when_both_hands_win_and_the_banker_loses() -> None:
    assert settled("Ah Kd/9c 9d 7h 5s 2c", "Qh Jd/8c 8d 6h 4s 3c") == [("win", 2000), LOSES, LOSES, LOSES]
    assert settled("Qh Jd/8c 8d 6h 4s 3c", "Ah Kd/9c 9d 7h 5s 2c") == [LOSES, ("win", 2000), LOSES, LOSES]


@pytest.mark.parametrize(("front", "paid"), [("3h 3d", 3000), ("2h 2d", 2000), ("As Ks", 2000), ("Jk As", 3000)])
def test_a_winning_side_with_a_pair_of_threes_or_higher_in_front_is_paid_3_to_1(front: str, paid: int) -> None:
    assert settled(f"{front}/9c 9d 7h 7s 2c", "Qh Jd/8c 8d 6h 4s 3c")[0] == ("win", paid)
    assert settled("Qh Jd/8c 8d 6h 4s 3c", f"{front}/9c 9d 7h 7s 2c")[1] == ("win", paid)


def test_a_losing_sides_threes_pay_nobody_more() -> None:
    assert settled("4h 4d/9c 9d 7h 7s 2c", "3h 3c/8c 8d 6h 4s 2d")[0] == ("win", 3000)
    assert settled("Ah Kd/9c 9d 7h 5s 2c", "Qh Qd/8c 8d 8h 4s 3c")[1] == ("win", 3000)


def test_ultimate_push_bet_pays_1_to_1_when_each_side_wins_a_hand_and_both_lines_lose() -> None:
    assert settled("Ah Kd/8c 8d 6h 4s 3c", "Qh Jd/9c 9d 7h 5s 2c") == [LOSES, LOSES, ("win", 1000), LOSES]


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ("3h 3d/8c 8d 6h 4s 2c", "Qh Jd/9c 9d 7h 5s 4d"),
        ("Qh Jd/9c 9d 7h 5s 4d", "3h 3d/8c 8d 6h 4s 2c"),
        ("4h 4d/8c 8d 6h 7s 2c", "3h 3d/9c 9d 7h 5s 2d"),
    ],
)
def test_a_push_with_threes_in_front_on_either_side_or_both_pays_2_to_1(player: str, banker: str) -> None:
    assert settled(player, banker)[2] == ("win", 2000)


def test_a_push_with_a_pair_of_twos_in_front_pays_1_to_1() -> None:
    assert settled("2h 2d/8c 8d 6h 4s 3c", "Qh Jd/9c 9d 7h 5s 4d")[2] == ("win", 1000)


def test_object_of_the_game_2_a_copy_in_front_and_the_bankers_back_is_better() -> None:
    got = settled("Ah Kd/8c 8d 6h 4s 3c", "As Kc/9c 9d 7h 5s 2c")
    assert got == [LOSES, ("push", 0), LOSES, ("win", 30000)]


def test_object_of_the_game_3_a_copy_in_front_and_the_players_back_is_better() -> None:
    got = settled("As Kc/9c 9d 7h 5s 2c", "Ah Kd/8c 8d 6h 4s 3c")
    assert got == [("push", 0), LOSES, LOSES, ("win", 30000)]


def test_a_copy_in_back_pushes_for_the_side_that_wins_the_front_even_with_threes() -> None:
    got = settled("3h 3d/8c 8d 6h 4s 2c", "Qh Jd/8h 8s 6d 4h 2d")
    assert got == [("push", 0), LOSES, LOSES, ("win", 250000)]


def test_PG_2_with_copies_that_lose_only_the_tie_bet_wins() -> None:
    got = settled("As Kc/9c 9d 7h 5s 2c", "Ah Kd/8c 8d 6h 4s 3c", copies="lose")
    assert got == [LOSES, LOSES, LOSES, ("win", 30000)]


def test_both_hands_copied_both_lines_lose_and_the_tie_bet_pays_its_best_line() -> None:
    assert settled("As Kc/9c 9d 7h 5s 2c", "Ah Kd/9h 9s 7d 5c 2d") == [LOSES, LOSES, LOSES, ("win", 1000000)]


def test_what_is_said_from_comparisons_alone() -> None:
    assert compared(front=1, back=1, threes=(True, False)) == ("player-wins-with-threes", "player-wins")
    assert compared(front=1, back=1, threes=(False, True)) == ("player-wins",)
    assert compared(front=-1, back=1, threes=(False, True)) == ("push-with-threes", "push")
    assert compared(front=0, back=-1, threes=(True, True)) == ("banker-wins-beside-a-copy", "two-card-tie")


@pytest.mark.parametrize(
    ("cards", "front"),
    [  # a hand for every row of the chart
        ("As Kd 9c 8d 6h 4s 2c", "Kd 9c"),
        ("As Kd 9c 9d 6h 4s 2c", "As Kd"),
        ("As Ad 4c 4d Kh 9s 2c", "4c 4d"),
        ("Js Jd 4c 4d Ah 9s 2c", "Ah 9s"),
        ("Js Jd 4c 4d Kh 9s 2c", "4c 4d"),
        ("8s 8d 4c 4d Kh 9s 2c", "Kh 9s"),
        ("8s 8d 4c 4d Qh 9s 2c", "4c 4d"),
        ("5s 5d 4c 4d Qh 9s 2c", "Qh 9s"),
        ("5s 5d 4c 4d Jh 9s 2c", "4c 4d"),
        ("Ks Kd 9c 9d 6h 6s 2c", "Ks Kd"),
        ("As Ad Ac Kd 9h 6s 2c", "As Kd"),
        ("Ks Kd Kc Qd 9h 6s 2c", "Qd 9h"),
        ("Ks Kd Kc 9d 9h 9s 2c", "Ks Kd"),
        ("As Ad Ac Ah Jk Kd Qc", "As Ad"),
        ("9s 8d 7c 6d 5h Ks Qc", "Ks Qc"),
        ("9s 8d 7c 6d 5h 9c Qc", "9c Qc"),
        ("9s 8d 7c 6d 5h 5s 9c", "5h 5s"),
        ("9s 8d 7c 6d 5h 9c 9d", "9s 9c"),
        ("Ks Kd Kc 9d 9h 6s 2c", "9d 9h"),
        ("As Ad Ac Ah 9h 9s 2c", "9h 9s"),
        ("As Ad Ac Ah Kh 9s 2c", "As Ad"),
        ("Js Jd Jc Jh Kh 9s 2c", "Kh 9s"),
        ("Js Jd Jc Jh Qh 9s 2c", "Js Jd"),
        ("8s 8d 8c 8h Qh 9s 2c", "Qh 9s"),
        ("8s 8d 8c 8h Jh 9s 2c", "8s 8d"),
        ("5s 5d 5c 5h Jh 9s 2c", "Jh 9s"),
        ("Jk Kd 9c 8d 6h 4s 2c", "Kd 9c"),
    ],
)
def test_house_way_both_hands_are_set_by_the_chart(cards: str, front: str) -> None:
    done = played(table(cards, LOW if not set(LOW.split()) & set(cards.split()) else "", "1000") + SEAT_1)
    placed = next(one for one in done.driver.events if isinstance(one, Placed) and one.place == "player front")
    laid = text(placed.cards).replace("Jk", "A")
    assert sorted(card[0] for card in laid.split()) == sorted(card[0] for card in front.split())


LOW = "3h 5d 7d 8s Th Tc Qd"


def table(player: str, banker: str, bank: str = "10000", seat: int = 14, options: str = "") -> str:
    given = f'player = "{player}"' + (f', banker = "{banker}"' if banker else "")
    start = f'game = "ultimate-pai-gow"\nseed = 2\ncards = {{ {given} }}\noptions = {{ {options} }}\n'
    return start + f'bank = {{ seat = {seat}, amount = "{bank}" }}\n'


SEAT_1 = '[[seats]]\nseat = 1\nwagers = { tie = "5", player = "10" }\n'
BEHIND = "".join(
    f'[[seats]]\nseat = 1\nbackline = {square}\nwagers = {{ player = "10", push = "5" }}\n' for square in (1, 2)
)
SEAT_2 = '[[seats]]\nseat = 2\nwagers = { banker = "20" }\n'
WINS, WORSE = "As Kd Jc 9c 9d 5h 2c", "Qs Jd 8c 8d 6h 4s 3c"


def test_round_of_play_6_a_whole_round_to_the_cent_seat_by_seat_and_back_to_front() -> None:
    done = played(table(WINS, WORSE) + SEAT_1 + BEHIND + SEAT_2)
    assert [(one.owner, one.outcome.wager) for one in done.driver.table.settled] == [
        ("backline 1.2", "player"),
        ("backline 1.2", "push"),
        ("backline 1.1", "player"),
        ("backline 1.1", "push"),
        ("seat 1", "player"),
        ("seat 1", "tie"),
        ("seat 2", "banker"),
    ]
    assert (net(done, 1), net(done, 1, 1), net(done, 2)) == (2000 - 500, 2000 - 500, -2000)
    assert (bank_net(done), fees(done)) == (-6000 + 2000 + 1000 + 500, 100)  # $65 of action: $5 to $300 of option 2


def test_coverage_runs_out_at_the_seat_after_its_backline() -> None:
    done = played(table(WINS, WORSE, "55") + SEAT_1 + BEHIND)
    assert rows(done, 1, 2) == [("player", "win", "20", "0"), ("push", "lose", "0", "0")] == rows(done, 1, 1)
    assert rows(done, 1) == [("player", "win", "5", "0"), ("tie", "returned", "0", "0")]


def test_type_of_game_round_of_play_4_and_6_a_seats_wagers_are_settled_together_before_the_next_seat() -> None:
    """$25 put up: seat 1 is paid 20 on its Player Bet and loses 5 of its Push Bet; nothing is left for seat 2."""
    wagers = '[[seats]]\nseat = 1\nwagers = { player = "10", push = "10" }\n[[seats]]\nseat = 2\n'
    done = played(table(WINS, WORSE, "25") + wagers + 'wagers = { player = "10" }\n')
    assert rows(done, 1) == [("player", "win", "20", "0"), ("push", "lose", "0", "5")]
    assert rows(done, 2) == [("player", "returned", "0", "0")]
    assert (net(done, 1), net(done, 2), bank_net(done)) == (1500, 0, -1500)


FROM_SEAT_3 = SEAT_2 + SEAT_2.replace("seat = 2", "seat = 4") + SEAT_2.replace("seat = 2", "seat = 9")


def test_round_of_play_3_the_action_starts_at_the_player_dealers_left() -> None:
    done = played(table(WINS, WORSE, seat=3) + FROM_SEAT_3)
    assert [one.owner for one in done.driver.table.settled] == ["seat 4", "seat 9", "seat 2"]


@pytest.mark.parametrize(
    ("action", "first"),
    [
        (
            'options = { action = "dice" }\ndice = [1, 1, 1]\n',
            "seat 9",
        ),  # counted from seat 3 to seat 5, which is empty
        ('options = { action = "dice" }\ndice = [1, 3, 3]\n', "seat 9"),  # to seat 9
        ('options = { action = "dice" }\ndice = [2, 3, 3]\n', "seat 2"),  # to seat 10
        (
            'options = { action = "dice" }\ndice = [5, 5, 5]\n',
            "seat 4",
        ),  # fourteen seats: seat 3, the player-dealer's own
        ('options = { action = "random number" }\nnumber = 1\n', "seat 4"),
        ('options = { action = "random number" }\nnumber = 14\n', "seat 2"),
    ],
)
def test_PG_16_by_the_glossary_dice_or_a_random_number_say_where_the_action_starts(action: str, first: str) -> None:
    done = played(table(WINS, WORSE, seat=3).replace("options = {  }\n", action) + FROM_SEAT_3)
    order = ["seat 4", "seat 9", "seat 2"]
    start = order.index(first)
    assert [one.owner for one in done.driver.table.settled] == order[start:] + order[:start]
    kinds = [type(event) for event in done.driver.events]
    assert kinds.index(BetsClosed) < kinds.index(ActionPlaced) < kinds.index(Dealt)


def test_PG_16_beside_a_physical_table_the_dealer_says_the_random_number() -> None:
    rules = house_rules(GAME.rules, Choices(options={"action": "random number"}))
    driver = Driver(GAME, rules, source=DealerEntry(), automatic=("floor",))
    for who in ("seat 1", "seat 2", "seat 3"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "player 10"), ("seat 3", "player 10"), ("dealer", "3"))
    assert [event.seat for event in driver.events if isinstance(event, ActionPlaced)] == ["seat 3"]


def test_action_and_distribution_2_from_the_machine_the_first_hand_is_the_players() -> None:
    done = played(table(WINS, WORSE) + SEAT_1)
    assert [event.place for event in done.driver.events if isinstance(event, Dealt)] == ["player", "banker"]


@pytest.mark.parametrize(("pile", "dice", "first"), [("3", (1, 1, 1), 5), ("3", (6, 1, 1), 3), ("7", (1, 1, 1), 2)])
def test_action_and_distribution_4_the_dice_count_from_the_chosen_pile_and_the_next_is_the_bankers(
    pile: str, dice: tuple[int, ...], first: int
) -> None:
    """From pile 3 a three comes to pile 5 and an eight back to pile 3; from pile 7 a three comes to pile 2."""
    plain, other = (_by_hand(chosen, thrown) for chosen, thrown in (("1", (6, 1, 1)), (pile, dice)))
    assert plain["player"] == plain[1] and plain["banker"] == plain[2]
    assert other["player"] == plain[first] and other["banker"] == plain[first + 1]


def _by_hand(pile: str, dice: tuple[int, ...]) -> dict[object, tuple[int, ...]]:
    driver = Driver(GAME, house_rules(GAME.rules, Choices(options={"shuffling": "hand"})))
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_000)
    number = driver.table.source.number
    driver.table.source.number = (  # type: ignore[method-assign]
        lambda label, below: dice[int(label[-1]) - 1] - 1 if label.startswith("die ") else number(label, below)
    )
    driver.begin(seed_from(3))
    driver.answer("seat 1", "bank 500")
    driver.answer("seat 2", "player 10")
    shoe = list(reversed(driver.table.shoe.cards))  # pile by pile, as they lie after the deal
    found: dict[object, tuple[int, ...]] = {at + 1: tuple(shoe[7 * at : 7 * at + 7]) for at in range(7)}
    driver.answer("seat 1", pile)
    for event in driver.events:
        if isinstance(event, Dealt):
            found[event.place] = event.cards
    return found


@pytest.mark.parametrize("wagers", ["push 5", "tie 5", "push 5, tie 5"])
def test_push_and_tie_need_the_player_or_the_banker_bet(wagers: str) -> None:
    driver = Driver(GAME, RULES)
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 500")
    with pytest.raises(Refused, match="can only be wagered with player or banker"):
        driver.answer("seat 2", wagers)
    driver.answer("seat 2", f"banker 5, {wagers}")


@pytest.mark.parametrize("seats", [1, 15])
def test_description_of_table_used_two_to_fourteen(seats: int) -> None:
    with pytest.raises(ValueError, match="seats can't be"):
        house_rules(GAME.rules, Choices(options={"seats": seats}))


def test_settlement_of_seven_cards_each_sets_them_first() -> None:
    outcomes = settle(RULES, hand(WINS), hand(WORSE), ALL)
    assert [(one.result.value, one.paid) for one in outcomes] == [("win", 2000), LOSES, LOSES, LOSES]
