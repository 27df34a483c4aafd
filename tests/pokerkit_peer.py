"""PokerKit playing the same hands: every decision's choices and every finishing stack are compared."""

import copy
import random
import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pokerkit
from pokerkit import Automation

from houseway.cards.card import NAMES
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.pot.round import PotGame
from houseway.play.ask import Amount
from houseway.play.driver import Driver
from houseway.play.event import Acted, Dealt
from houseway.play.pot import Bet, Moves, PotAwarded, PotGathered, Stakes, hand_at
from houseway.rules.submission import house_rules

AUTOMATIC: Any = tuple(one for one in Automation if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING))


@dataclass(frozen=True)
class Variant:
    """A game of ours, the PokerKit class that plays it, and the stakes both play at."""

    game: str
    peer: Any
    stakes: Stakes
    most_seats: int

    def state(self, stacks: list[int]) -> Any:
        stakes = self.stakes
        if stakes.bring_in:
            bets: tuple[Any, ...] = (stakes.ante, stakes.bring_in, stakes.small, stakes.big)
        elif stakes.betting == "limit":
            bets = (stakes.ante, stakes.blinds, stakes.small, stakes.big)
        else:
            bets = (stakes.ante, stakes.blinds, stakes.small)
        return self.peer.create_state(AUTOMATIC, True, *bets, stacks, len(stacks))


def _like_the_peer(**stakes: Any) -> Stakes:
    least: Any = "half" if stakes["betting"] == "limit" else "full"
    return Stakes(short_post="posted", short_all_in=least, divides="together", **stakes)


VARIANTS = {
    "NT": Variant(
        "no-limit-holdem",
        pokerkit.NoLimitTexasHoldem,
        _like_the_peer(betting="no limit", small=4, ante=1, blinds=(2, 4)),
        9,
    ),
    "FT": Variant(
        "limit-holdem",
        pokerkit.FixedLimitTexasHoldem,
        _like_the_peer(betting="limit", small=4, big=8, blinds=(2, 4)),
        9,
    ),
    "PO": Variant(
        "omaha", pokerkit.PotLimitOmahaHoldem, _like_the_peer(betting="pot limit", small=4, blinds=(2, 4)), 9
    ),
    "FO/8": Variant(
        "omaha-hi-lo",
        pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        _like_the_peer(betting="limit", small=4, big=8, ante=1, blinds=(2, 4)),
        9,
    ),
    "F7S": Variant(
        "seven-card-stud",
        pokerkit.FixedLimitSevenCardStud,
        _like_the_peer(betting="limit", small=4, big=8, ante=1, bring_in=2),
        7,
    ),
    "F7S/8": Variant(
        "seven-card-stud-hi-lo",
        pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        _like_the_peer(betting="limit", small=4, big=8, ante=1, bring_in=2),
        7,
    ),
}


@dataclass
class Tally:
    """What was compared, and every difference met, by the clause that explains it."""

    hands: int = 0
    decisions: int = 0
    all_in_hands: int = 0
    side_pot_hands: int = 0
    explained: Counter[str] = field(default_factory=Counter)


def play(code: str, hands: int, seed: int) -> Tally:
    """Play random hands on both engines; an unexplained difference is an AssertionError."""
    variant, rng, tally = VARIANTS[code], random.Random(f"{code} {seed}"), Tally()
    ours = copy.copy(game(variant.game))
    assert isinstance(ours, PotGame)
    ours.own_stakes = variant.stakes
    rules = house_rules(ours.rules)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(hands):
            seats = rng.randint(2, variant.most_seats)
            deep = rng.choice((8, 40, 200, 1000))
            stacks = [rng.randint(1, deep) for _ in range(seats)]
            driver = Driver(ours, rules)
            accounts = {f"seat {at}": stack for at, stack in enumerate(stacks, start=1)}
            driver.restore(
                {
                    **driver.table.state(),
                    "seats": dict.fromkeys(accounts, ""),
                    "accounts": {"cage": -sum(stacks), **accounts},
                    "memory": {"button": f"seat {seats - 1}"},
                }
            )
            Match(variant, driver, variant.state(stacks), rng, tally, seats).play(seed_from(f"{code} {seed} {number}"))
    return tally


class Match:
    """One hand on both engines, ours leading."""

    def __init__(self, variant: Variant, driver: Driver, peer: Any, rng: random.Random, tally: Tally, seats: int):
        self.variant, self.driver, self.peer, self.rng, self.tally, self.seats = (
            variant,
            driver,
            peer,
            rng,
            tally,
            seats,
        )
        self.told = 0

    def play(self, seed: bytes) -> None:
        driver, tally = self.driver, self.tally
        driver.begin(seed)
        self._tell()
        while driver.open:
            (ask,) = driver.asks.values()
            driver.answer(ask.who, self._choose(ask))
            assert driver.table.ledger.total() == 0
            self._tell()
        tally.hands += 1
        pot = hand_at(driver.table)
        tally.side_pot_hands += len(pot.pots) > 1
        brought = driver.header["table"]["accounts"]
        tally.all_in_hands += any(player.spent == brought[player.who] for player in pot.players)
        assert not self.peer.status, "the other engine is not done"
        mine = [driver.table.ledger[f"seat {at}"] for at in range(1, self.seats + 1)]
        theirs = list(self.peer.stacks)
        if mine != theirs:
            self._explain(mine, theirs)

    def _tell(self) -> None:
        """Have the other engine do what happened in ours."""
        events, peer = self.driver.events, self.peer
        for event in events[self.told :]:
            if isinstance(event, (Dealt, PotGathered)):
                self._nobody_to_bet_against()
            if isinstance(event, Dealt) and event.place != "button":
                cards = "".join(NAMES[card] for card in event.cards)
                if event.place.startswith("seat "):
                    peer.deal_hole(cards, int(event.place[5:]) - 1)
                else:
                    peer.deal_board(cards)
            elif isinstance(event, Acted):
                peer.fold() if event.answer == "fold" else peer.check_or_call()
            elif isinstance(event, Bet):
                if event.action == "bring-in":
                    peer.post_bring_in()
                elif event.action == "call":
                    assert peer.checking_or_calling_amount == event.amount
                    peer.check_or_call()
                elif event.action in ("bet", "raise", "complete"):
                    peer.complete_bet_or_raise_to(event.stake)
        self.told = len(events)

    def _nobody_to_bet_against(self) -> None:
        """The other engine asks a last player for a check or a call that nothing can come of; ours does not."""
        peer = self.peer
        while peer.actor_index is not None:
            assert peer.min_completion_betting_or_raising_to_amount is None and not peer.checking_or_calling_amount
            peer.check_or_call()

    def _choose(self, ask: Any) -> str:
        """Check that both engines offer the same, and choose something that both do."""
        peer, rng = self.peer, self.rng
        self.tally.decisions += 1
        assert peer.actor_index == int(ask.who[5:]) - 1
        low, high = peer.min_completion_betting_or_raising_to_amount, peer.max_completion_betting_or_raising_to_amount
        if ask.what == "bring in":
            assert peer.can_post_bring_in()
            complete = [choice.amount for word, choice in ask.forms[0].words.items() if word != "bring in"]
            assert complete == [low]
            return str(rng.choice(ask.answers()))
        words = ask.forms[0].words
        owed = peer.checking_or_calling_amount
        assert words["call"].amount == owed if owed else "check" in words
        raises = self._raises(ask, low, high)
        roll = rng.random()
        if owed and roll < 0.2:
            return "fold"
        if roll < 0.7 or not raises:
            return "call" if owed else "check"
        return rng.choice(raises)

    def _raises(self, ask: Any, low: int | None, high: int | None) -> list[str]:
        form = ask.forms[1] if len(ask.forms) > 1 else None
        if form is None:
            if low is not None:
                self.tally.explained[self._why_not_ours()] += 1
            return []
        if isinstance(form, Amount):
            if low is None:
                assert self._short_raises_add_up(ask.who), f"only we may raise: {ask.prompt()}"
                self.tally.explained["PP-8: all-ins that together come to a full raise do reopen it"] += 1
                return []
            assert (form.low, form.high) == (low, high), (form, low, high)
            near = min(form.high, form.low + 20)
            return [
                f"{form.word} {amount / 100:.2f}" for amount in (form.low, self.rng.randint(form.low, near), form.high)
            ]
        assert isinstance(form, Moves)
        pot = hand_at(self.driver.table)
        if low is None:
            if sum(player.live and self.driver.table.stack(player.who) > 0 for player in pot.players) == 2:
                self.tally.explained["PP-3: any number of raises while two can bet"] += 1
            else:
                assert self._short_all_in(), "only we may raise"
                self.tally.explained["PP-8: half a bet reopens the betting, and less is not counted"] += 1
            return []
        amounts = {choice.amount: word for word, choice in form.words.items()}
        if low not in amounts:
            assert self._short_all_in() and all(word.startswith("complete") for word in form.words), (amounts, low)
            self.tally.explained["PP-8: an all-in of less than half a bet may be completed"] += 1
            return []
        if len(amounts) > 1:
            self.tally.explained["7 Card Stud 6: the larger bet on an open pair"] += 1
        return [amounts[low]]

    def _short_all_in(self) -> bool:
        """Whether this betting round has seen a raise that was not of a full bet."""
        stakes, level, short = self.variant.stakes, 0, False
        dealt: Counter[str] = Counter()
        for event in self.driver.events:
            if isinstance(event, Dealt):
                dealt[event.place] += len(event.cards)
                if event.place == "board" or stakes.bring_in:
                    level, short = 0, False
            elif isinstance(event, Bet) and event.action != "ante":
                late = max(dealt.values()) > 4 if stakes.bring_in else dealt["board"] > 3
                full = stakes.big if late else stakes.small
                raised = event.action in ("bet", "raise", "complete")
                short = short or (raised and event.stake - level < full)
                level = max(level, event.stake)
        return short

    def _why_not_ours(self) -> str:
        """Why the other engine allows a raise that ours does not."""
        pot = hand_at(self.driver.table)
        street = [event for event in self.driver.events if isinstance(event, Bet)]
        if pot.capped:
            assert self._bets() >= pot.stakes.bets
            return "PP-3: a bet, which a big blind is, and three raises"
        last = street[-1]
        raises = [event for event in street if event.action in ("bet", "raise", "complete")]
        assert raises and not self.driver.table.ledger[raises[-1].who], f"no reason not to raise after {last}"
        return "PP-8: an all-in below a full raise does not reopen the betting"

    def _short_raises_add_up(self, who: str) -> bool:
        """Whether this player has acted on the last full raise, and all-ins since then have added as much again, each
        less than that; the other engine lets nobody raise then who has acted."""
        level, step, stake, added = 0, self.variant.stakes.small, 0, 0
        for event in self.driver.events:
            if isinstance(event, Dealt) and event.place == "board":
                level, step, stake, added = 0, self.variant.stakes.small, 0, 0
            elif isinstance(event, Bet):
                more = event.stake - level
                if event.who == who:
                    stake, added = event.stake, 0
                elif more > 0:
                    added = 0 if more >= step and event.action == "raise" else added + more
                if more > 0:
                    level, step = event.stake, max(step, more)
        return bool(stake) and added == level - stake and added >= step

    def _bets(self) -> int:
        """How many bets and raises this round has seen, blinds among them."""
        bets = 1 if self.variant.stakes.blinds else 0
        for event in self.driver.events:
            if isinstance(event, Bet):
                bets += event.action in ("bet", "raise", "complete")
            elif isinstance(event, Dealt):
                bets = 0 if event.place == "board" or self.variant.stakes.bring_in else bets
        return bets

    def _explain(self, mine: list[int], theirs: list[int]) -> None:
        """The one known difference of stacks. Where a low hand wins elsewhere, the other engine halves also a side pot
        that no low hand contests, and shares the half among all hands that win anything."""
        pot = hand_at(self.driver.table)
        awards = [event for event in self.driver.events if isinstance(event, PotAwarded)]
        assert any(event.part == "low" for event in awards), (mine, theirs)
        stacks = dict(zip([player.who for player in pot.players], mine, strict=True))
        for side in pot.pots:
            shares = [event for event in awards if event.pot == side.name]
            if any(event.part for event in shares):
                continue
            contenders = [player.who for player in side.players if player.won]
            winners = [who for who in contenders if any(event.who == who for event in shares)]
            amount = sum(event.amount for event in shares)
            for event in shares:
                stacks[event.who] -= event.amount
            for half, line in ((amount - amount // 2, winners), (amount // 2, contenders)):
                for who in line:
                    stacks[who] += half // len(line)
                stacks[line[0]] += half % len(line)
        assert list(stacks.values()) == theirs, (mine, theirs)
        self.tally.explained["PP-15: without a low in a side pot, the high hand takes all of it"] += 1
