"""Chinese Poker, open face: three hands of three, five and five cards, every player against every other.

What the two games have in common: who plays, declaring, settling and Fantasy Land. How the cards are dealt and placed
is each game's own. Clauses are the rulebook's heading and the paragraph under it.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction

from houseway.cards import ranks
from houseway.cards.card import HIDDEN, RANK_PLURALS, RANK_WORDS, Card, rank, suit
from houseway.cards.pack import pack
from houseway.cards.ranks import Category
from houseway.cards.special_ranks import ThreeCards, three_card_category, three_card_rank
from houseway.games.chinese.facts import ChineseFacts
from houseway.play.ask import Ask, Play, Refused, Words, asked, asked_together
from houseway.play.event import Announced, SatOut
from houseway.play.game import BuyInLimits, Game
from houseway.play.pairwise import Comparison, Payment, Score, Side, paid_in_order, pay
from houseway.play.placement import Placement
from houseway.play.places import SEAT, above, number_of, part_at, part_of, seat, whole_of
from houseway.play.sentences import At, Deed, Made, Money
from houseway.play.table import DEALER, Table
from houseway.play.time_collection import TimeFee, came_in, clock_in, clock_out, collect, fee_due
from houseway.play.value import value
from houseway.rules.families import facts
from houseway.rules.fee_schedules import Schedule, schedules
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
SEGMENTS = ("top", "middle", "bottom")
SIZES = {"top": 3, "middle": 5, "bottom": 5}
SEATED = "Description of Table Used 1"
STAKES = "Description of Table Used 2"
BUTTONS = "Action Button 2"
ROUND = "Dealing Procedures and Round of Play"
SET = "How Winners are Determined and Paid"
SWEEP = "Clean Sweep 1"
A_POINT_EACH = "Point System 1"
DISCARDS = "discards"
SECOND = "second"  # the other hand of a player who plays two


@value
class Spot:
    """A hand to be played: where its cards come, whose it is, and whether it is in Fantasy Land."""

    place: str
    owner: str
    fantasy: bool = False

    def at(self, segment: str) -> str:
        return part_at(self.place, segment)


class OpenFace(Game):
    """A round of either game, from the seats to the settlement."""

    banks = frozenset({"pairwise"})

    def places_won(self, places: Mapping[str, Cards], scored: Iterable[tuple[str, str, str]]) -> Set[str]:
        return segments_won(places, scored)

    def round(self, table: Table) -> Play[None]:
        players = yield from self._take_part(table)
        if len(players) < 2:
            return
        spots = yield from self._take_positions(table, players)  # Dealing Procedures and Round of Play 1
        for who in players:
            collect(table, who, time_fee(table.rules))
        stacks = {who: table.stack(who) for who in players}
        yield from table.close_bets(f"{ROUND} 3")

        table.shuffle("Description of the Deck and Number of Decks Used")
        table.stage = "play"
        buttons = spots[0].owner
        first = [spot for spot in spots if spot.owner != buttons] + [spot for spot in spots if spot.owner == buttons]
        yield from self.deal_and_place(table, first)
        for spot in first:
            if spot.fantasy and table.rules.options["fantasy_land_cards"] == "face down":
                for segment in SEGMENTS:
                    yield from table.reveal(spot.at(segment), "Fantasy Land, CH-9")

        hands = yield from self._declare(table, spots)
        table.stage = "settlement"
        pay(table, settle(table.rules, hands, stacks))
        self._enter_fantasy_land(table, spots, hands)
        for spot in spots:
            for part in (*SEGMENTS, DISCARDS):
                table.discard(spot.at(part), f"{ROUND} 2")
        table.memory["buttons"] = number_of(buttons) % table.rules.seats + 1  # Dealer Button

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """Segments that are complete and in sight."""
        return {
            place: hand_name(cards)
            for place, cards in places.items()
            if HIDDEN not in cards and len(cards) == SIZES.get(part_of(place))
        }

    def fouls(self, rules: Rules, places: Mapping[str, Cards]) -> dict[str, str]:
        named, found = self.hands_named(places), {}
        for spot in {above(place): "" for place in named}:
            if not all(part_at(spot, segment) in named for segment in SEGMENTS):
                continue
            top, middle, bottom = (places[part_at(spot, segment)] for segment in SEGMENTS)
            if fouled(rules, hand := Hand(spot, spot, top, middle, bottom)):
                found[spot] = f"a foul: {in_words(hand)}, and each must rank higher than the one above it"
        return found

    @abstractmethod
    def deal_and_place(self, table: Table, spots: Sequence[Spot]) -> Play[None]:
        """Deal and have placed all cards, beginning to the left of the dealer button."""

    # Who plays

    def _take_part(self, table: Table) -> Play[list[str]]:
        """As many players as are dealt in, from the buttons clockwise; who declines is replaced by the next."""
        clock_in(table)
        most = facts(table.rules.game, ChineseFacts).active
        waiting = [who for who in self._clockwise(table) if self._has_enough(table, who)]
        playing: list[str] = []
        while waiting and len(playing) < most:
            asking, waiting = waiting[: most - len(playing)], waiting[most - len(playing) :]
            forms = (Words(("play",)), Words(("sit out",)))
            answers = yield from asked_together([Ask(who, "take part", forms, SEATED, "sit out") for who in asking])
            for who in asking:
                if answers[who].word == "play":
                    playing.append(who)
                else:
                    table.emit(SatOut(who))
        if len(playing) >= 2:
            for who in waiting:
                table.emit(Announced(who, Deed("deed.waits", who=At(who)), SEATED))
        return playing

    def _clockwise(self, table: Table) -> list[str]:
        """The seats from the one whose turn it is with the buttons; in a new game the first to the dealer's left."""
        first = seat(table.memory.get("buttons", 1))
        seats = sorted({*table.seats, first}, key=number_of)
        at = seats.index(first)
        return [who for who in seats[at:] + seats[:at] if who in table.seats]

    def _has_enough(self, table: Table, who: str) -> bool:
        stated, point = facts(table.rules.game, ChineseFacts), point_value(table.rules)
        bought = table.memory.setdefault("bought in", [])
        least, needs = stated.round_minimum.points * point, "the round"
        if who not in bought:
            least, needs = stated.buy_in.limits * point, "the first buy-in"
        chips = table.stack(who) - (0 if who not in bought else fee_due(table, who, time_fee(table.rules)))
        if chips < least:
            short = Deed("deed.too-little", who=At(who), least=Money(least), needs=needs)
            table.emit(Announced(who, short, STAKES))
            return False
        if who not in bought:
            bought.append(who)
        return True

    def _take_positions(self, table: Table, players: list[str]) -> Play[list[Spot]]:
        """Position 1 has both buttons (Action Button 1); two players may agree on two hands each."""
        two_hands = facts(table.rules.game, ChineseFacts).two_hands
        places = {who: [who] for who in players}
        if two_hands is not None and len(table.seats) == 2:
            forms = (Words(("one hand", "two hands")),)
            clause = two_hands.clause
            answers = yield from asked_together([Ask(who, "hands", forms, clause, "one hand") for who in players])
            if all(answer.word == "two hands" for answer in answers.values()):
                places = {who: [who, part_at(who, SECOND)] for who in players}
            for who in players:
                table.acted(who, "hands", answers[who].word, clause)
        table.emit(Announced(players[0], Deed("deed.buttons", who=At(players[0])), BUTTONS))
        earned = table.memory.setdefault("fantasy land", {})
        spots = []
        for who in players:
            many = earned.pop(who, 0)
            spots += [Spot(place, who, number < many) for number, place in enumerate(places[who])]
        return spots

    # Placing

    def place(self, table: Table, spot: Spot, count: int, clause: str, *, hidden: bool = False) -> Play[None]:
        """Have so many of the cards in hand placed; the others are discarded."""
        held = tuple(table.hands[spot.place])
        seen = (spot.owner,) if hidden else None
        room = {
            part: table.rules.game.places[part_at(SEAT, part)].cards - len(table.hands.get(spot.at(part), ()))
            for part in SEGMENTS
        }
        if HIDDEN not in held:
            form = Placement(held, room, count, clause)
            placed = yield from asked(Ask(spot.owner, "place", (form,), clause, form.from_the_back()))
        elif hidden:  # cards the dealer will see only when they are turned over
            placed = {part: (HIDDEN,) * size for part, size in room.items()}
        else:
            form = Placement(tuple(table.shoe.cards), room, count, clause)
            placed = yield from asked(Ask(DEALER, "place", (form,), clause, form.from_the_back()))
        for part, cards in placed.items():
            table.place(spot.place, spot.at(part), cards, clause, seen=seen)
        if left := tuple(table.hands[spot.place]):
            table.place(spot.place, spot.at("discards"), left, clause, seen=(spot.owner,))

    def place_fantasy(self, table: Table, spots: Sequence[Spot]) -> Play[None]:
        """Hands in Fantasy Land are placed whole."""
        hidden = table.rules.options["fantasy_land_cards"] == "face down"
        for spot in spots:
            yield from self.place(table, spot, 13, "Fantasy Land", hidden=hidden)

    # Declaring and Fantasy Land

    def _declare(self, table: Table, spots: Sequence[Spot]) -> Play[list["Hand"]]:
        """A clean sweep counts if it is declared before segments are compared."""
        hands = []
        for spot in spots:
            top, middle, bottom = (tuple(table.hands[spot.at(part)]) for part in SEGMENTS)
            hand = Hand(spot.place, spot.owner, top, middle, bottom)
            foul = fouled(table.rules, hand)
            table.emit(Announced(spot.place, f"{in_words(hand)}{'; a foul' * foul}", "Foul Hand" if foul else SET))
            found = None if foul else sweep(table.rules, hand)
            if found is not None:
                forms = (Words(("declare",)), Words(("pass",)))
                answer = yield from asked(Ask(spot.owner, "clean sweep", forms, SWEEP, "pass"))
                if answer.word == "declare":
                    declared = Deed("deed.sweep", who=At(spot.place), hand=Made(found.label))
                    table.emit(Announced(spot.place, declared, SWEEP))
                    hand = Hand(spot.place, spot.owner, top, middle, bottom, declared=True)
                else:
                    table.acted(spot.place, "clean sweep", "pass", SWEEP)
            hands.append(hand)
        return hands

    def _enter_fantasy_land(self, table: Table, spots: Sequence[Spot], hands: Sequence["Hand"]) -> None:
        earned = table.memory["fantasy land"]
        for spot, hand in zip(spots, hands, strict=True):
            if spot.fantasy and stays_in_fantasy_land(table.rules, hand):
                what = "stays in Fantasy Land"
            elif not spot.fantasy and enters_fantasy_land(table.rules, hand):
                what = "goes to Fantasy Land on the next hand"
            else:
                continue
            earned[spot.owner] = earned.get(spot.owner, 0) + 1
            table.emit(Announced(spot.place, what, "Fantasy Land"))

    # Between rounds

    def buy_in_limits(self, rules: Rules) -> BuyInLimits:
        most = int(rules.options["maximum_buy_in"]) * point_value(rules)
        return BuyInLimits(most=most or None, clause=f"{ROUND} 3")

    def cashed_out(self, table: Table, who: str) -> None:
        clock_out(table, who)
        table.memory.get("fantasy land", {}).pop(who, None)
        if who in table.memory.get("bought in", []):
            table.memory["bought in"].remove(who)
        if not table.seats:
            table.memory.pop("buttons", None)  # the next player opens a new game

    # Scenarios

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """The players of a scenario have bought in long ago; the buttons and Fantasy Land are where it says."""
        table.memory["bought in"] = list(table.seats)
        for name, line in before.items():
            if name not in ("buttons", "fantasy-land"):
                raise Refused(f"{name!r} is not carried to this round: buttons or fantasy-land")
            seats = [part.strip() for part in line.split(",")]
            for who in seats:
                if who not in table.seats:
                    raise Refused(f"{name}: nobody sits at {who!r}")
            if name == "fantasy-land":
                table.memory["fantasy land"] = dict(Counter(seats))
            elif len(seats) > 1:
                raise Refused("buttons: both stay with one player")
            else:
                table.memory["buttons"] = number_of(line)

    collects_by_time = True

    def clocked(self, table: Table, entered: Mapping[str, int]) -> None:
        came_in(table, entered)

    def carried(self, table: Table) -> Mapping[str, str]:
        fantasy = ", ".join(table.memory.get("fantasy land", {}))
        return {"fantasy-land": fantasy} if fantasy else {}

    def dealt_for(self, places: Mapping[str, Cards], before: Mapping[str, str]) -> Mapping[str, Cards]:
        """A hand given by its segments is dealt from the bottom to the top, discards as they come."""
        dealt = {place: cards for place, cards in places.items() if part_of(place) not in (*SEGMENTS, DISCARDS)}
        spare = [one for one in pack(self.rules.cards.pack) if all(one not in cards for cards in places.values())]
        fantasy = before.get("fantasy-land", "")
        given = _given(places)
        discarded = (place for place in places if part_of(place) == DISCARDS)
        if lone := next((place for place in discarded if above(place) not in given), None):
            raise Refused(f"{lone} is given, and the segments that go with it are not")
        for place in given:
            if place in dealt:
                raise Refused(f"{place} is given by its segments, so its cards can't be given in the order dealt too")
            sizes = {part: len(places.get(part_at(place, part), ())) for part in SEGMENTS}
            full = {part: self.rules.places[part_at(SEAT, part)].cards for part in SEGMENTS}
            if sizes != full:
                raise Refused(f"{place} is given by its segments: top of 3, middle of 5 and bottom of 5, all of them")
            placed = [one for part in reversed(SEGMENTS) for one in places[part_at(place, part)]]
            discards = list(places.get(part_at(place, DISCARDS), ()))
            owner = whole_of(place)
            dealt[place] = tuple(self.in_dealt_order(placed, discards, spare, fantasy=owner in fantasy))
        return dealt

    def in_dealt_order(
        self, placed: list[Card], discards: list[Card], spare: list[Card], *, fantasy: bool
    ) -> list[Card]:
        """The cards of one hand as they are dealt, where a scenario says how they lie in the end."""
        return placed

    def played_for(self, ask: Ask, places: Mapping[str, Cards]) -> str | None:
        given = [place for place in _given(places) if whole_of(place) == ask.who]
        if not given:
            return None
        if ask.what == "take part":
            return "play"
        if ask.what == "hands":
            return "two hands" if len(given) > 1 else "one hand"
        form = ask.forms[0]
        if isinstance(form, Placement):
            lies = {one: part for place in given for part in SEGMENTS for one in places[part_at(place, part)]}
            placed: dict[str, Cards] = {}
            for one in form.cards:
                if one in lies:
                    placed[lies[one]] = (*placed.get(lies[one], ()), one)
            return form.written(placed)
        return None


def _given(places: Mapping[str, Cards]) -> list[str]:
    """The hands that a scenario gives by their segments."""
    return list(dict.fromkeys(above(place) for place in places if part_of(place) in SEGMENTS))


# The table's figures


def schedule(rules: Rules) -> Schedule:
    """The collection schedule that the operator chose."""
    chosen = str(rules.options["schedule"])
    return next(one for one in schedules(rules.game.id).values() if one.option == chosen)


def point_value(rules: Rules) -> int:
    """A point is worth the table limit."""
    limit = schedule(rules).limit
    assert limit is not None
    return limit[0]


def time_fee(rules: Rules) -> TimeFee:
    down, chosen = facts(rules.game, ChineseFacts).down, schedule(rules)
    return TimeFee(chosen.charges[0].highest, down.minutes, down.half_from, f"{chosen.named} {chosen.option}")


# Settlement: pure functions of the segments, the positions and the stacks.


@value
class Hand:
    """A hand as it was set, and whether its clean sweep was declared."""

    spot: str
    owner: str
    top: Cards
    middle: Cards
    bottom: Cards
    declared: bool = False

    def segments(self) -> dict[str, Cards]:
        return {"top": self.top, "middle": self.middle, "bottom": self.bottom}

    def all(self) -> Cards:
        return self.top + self.middle + self.bottom


def settle(rules: Rules, hands: Sequence[Hand], stacks: Mapping[str, int]) -> list[Payment]:
    """What every player pays every other; hands come in the order of their positions, the buttons first."""
    order = [*_sweeps(rules, hands), *_pairs(rules, hands)]
    limited, pay = bool(rules.options["wins_limited"]), rules.options["won_chips"] == "pay"
    return paid_in_order(order, stacks, point_value(rules), wins_limited=limited, won_chips_pay=pay)


def _sweeps(rules: Rules, hands: Sequence[Hand]) -> list[Comparison]:
    """Declared clean sweeps collect their value before anything is compared (Clean Sweep 2, CH-11)."""
    found = []
    for hand in hands:
        for other in hands:
            line = declared_sweep(rules, hand)
            if line is None or hand.owner == other.owner or not _beats(rules, line, declared_sweep(rules, other)):
                continue
            score = Score(hand.spot, f"clean sweep, {line.label}", _points(line), line.clause)
            found.append(Comparison(_sides(hand, other), (score,), "Clean Sweep 2"))
    return found


def _beats(rules: Rules, line: PayLine, other: PayLine | None) -> bool:
    if other is None or _points(line) != _points(other):
        return other is None or _points(line) > _points(other)
    lines = rules.pay_tables["clean-sweep"].lines
    return rules.options["equal_sweeps"] == "ranking" and lines.index(line) < lines.index(other)


def _pairs(rules: Rules, hands: Sequence[Hand]) -> list[Comparison]:
    """Every two hands of different players, in the printed order of positions."""
    found = []
    printed = facts(rules.game, ChineseFacts).order
    for number, (one, other) in enumerate(printed.positions, start=1):
        if max(one, other) <= len(hands) and hands[one - 1].owner != hands[other - 1].owner:
            first, second = hands[one - 1], hands[other - 1]
            scores = compared(rules, first, second, buttons=hands[0].owner)
            found.append(Comparison(_sides(first, second), tuple(scores), f"{printed.clause} {number}"))
    return found


def _sides(hand: Hand, other: Hand) -> tuple[Side, Side]:
    return Side(hand.spot, hand.owner, in_words(hand)), Side(other.spot, other.owner, in_words(other))


def compared(rules: Rules, hand: Hand, other: Hand, *, buttons: str) -> list[Score]:
    """Every point between two hands, clean sweeps' own values apart."""
    fouls = [fouled(rules, one) for one in (hand, other)]
    if all(fouls):
        return []  # CH-2
    if any(fouls):
        winner = other if fouls[0] else hand
        foul = facts(rules.game, ChineseFacts).foul
        penalty = Score(winner.spot, "the penalty for a foul", Fraction(foul.points), foul.clause)
        return [penalty, *bonuses(rules, winner)]
    sweeps = [one for one in (hand, other) if declared_sweep(rules, one)]
    if sweeps:  # a clean sweep pays no bonus and compares no segment (CH-6)
        return bonuses(rules, sweeps[0]) if len(sweeps) == 1 else []
    return [*segment_points(rules, hand, other, buttons), *bonuses(rules, hand), *bonuses(rules, other)]


def segment_points(rules: Rules, hand: Hand, other: Hand, buttons: str) -> list[Score]:
    """A point for each segment, ties to the buttons, and the scoop where there is one."""
    scores = []
    for segment, cards in hand.segments().items():
        mine, theirs = strength(cards), strength(other.segments()[segment])
        tied = mine == theirs
        if tied and buttons not in (hand.owner, other.owner):
            continue
        won = mine > theirs if not tied else hand.owner == buttons
        winner = hand if won else other
        name = f"{segment}, {hand_name(winner.segments()[segment])}" + (", tied and won by the buttons" if tied else "")
        scores.append(Score(winner.spot, name, Fraction(1), A_POINT_EACH))
    scoop = facts(rules.game, ChineseFacts).scoop
    if scoop and len(scores) == len(SEGMENTS) and len({score.to for score in scores}) == 1:
        scores.append(Score(scores[0].to, "scoop", Fraction(scoop.points), scoop.clause))
    return scores


def segments_won(places: Mapping[str, Cards], scored: Iterable[tuple[str, str, str]]) -> set[str]:
    """The segments that won against more hands than they lost to, from every score: by whom, from whom and by which
    clause. Hands that were not compared by segments, as with a foul or a clean sweep, are won and lost whole."""
    by_segment: dict[tuple[str, str], bool] = {}
    for spot, against, clause in scored:
        pair = (against, spot) if (against, spot) in by_segment else (spot, against)
        by_segment[pair] = by_segment.get(pair, False) or clause == A_POINT_EACH
    won: Counter[str] = Counter()
    for (spot, against), compared in by_segment.items():
        for segment in SEGMENTS:
            ours, theirs = part_at(spot, segment), part_at(against, segment)
            mine, others = (strength(places[one]) if compared else () for one in (ours, theirs))
            better = (mine > others) - (mine < others) if compared else 1
            won[ours] += better
            won[theirs] -= better
    return {place for place, times in won.items() if times > 0}


def bonuses(rules: Rules, hand: Hand) -> list[Score]:
    """The bonus of each segment, won or lost (Bonus System 2)."""
    if declared_sweep(rules, hand) and not rules.options["sweep_bonuses"]:
        return []
    scores = []
    for segment, cards in hand.segments().items():
        kind, named, *_ = strength(cards)
        word = Category(kind).name.lower().replace("_", "-")
        lines = [line for line in rules.pay_tables[segment].lines if line.fits(word, named)]
        if lines and (points := max(map(_points, lines))):
            scores.append(Score(hand.spot, f"{segment} bonus, {hand_name(cards)}", points, lines[0].clause))
    return scores


def _points(line: PayLine) -> Fraction:
    return line.pays.fraction() if line.pays else Fraction()


def fouled(rules: Rules, hand: Hand) -> bool:
    """The back must rank higher than the middle, and the middle higher than the front."""
    top, middle, bottom = map(strength, (hand.top, hand.middle, hand.bottom))
    in_order = middle <= bottom if rules.options["equal_segments"] == "in order" else middle < bottom
    return not (in_order and top < middle)


def strength(cards: Cards) -> tuple[int, ...]:
    """A segment's category and then its cards, to compare with any other segment; three cards make no straight or
    flush (Card Values and Hand Rankings 2), and have nothing left to compare where five still do (CH-4)."""
    if len(cards) == 5:
        made = ranks.rank(cards)
        return (ranks.category(made), *ranks.ranks_of(made))
    held = sorted(((count, one) for one, count in Counter(map(rank, cards)).items()), reverse=True)
    kinds = {1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.THREE_OF_A_KIND}
    return (kinds[held[0][0]], *(one for _, one in held))


def hand_name(cards: Cards) -> str:
    if len(cards) == 5:
        return ranks.name(ranks.rank(cards))
    kind, named, *_ = strength(cards)
    if kind == Category.HIGH_CARD:
        return f"{RANK_WORDS[named]} high"
    return f"{'pair of' if kind == Category.PAIR else 'three of a kind,'} {RANK_PLURALS[named]}"


def in_words(hand: Hand) -> str:
    return "; ".join(f"{segment} {hand_name(cards)}" for segment, cards in hand.segments().items())


def sweep(rules: Rules, hand: Hand) -> PayLine | None:
    """The best clean sweep in a hand, by value and then by ranking."""
    lines = [line for line in rules.pay_tables["clean-sweep"].lines if CLEAN_SWEEPS[line.hand](hand)]
    return max(lines, key=_points, default=None)


def declared_sweep(rules: Rules, hand: Hand) -> PayLine | None:
    """The clean sweep that counts: declared, and without a foul (Foul Hand)."""
    return sweep(rules, hand) if hand.declared and not fouled(rules, hand) else None


def _dragon(hand: Hand) -> bool:
    return len(set(map(rank, hand.all()))) == 13


def _six_pairs(hand: Hand) -> bool:
    return sum(count // 2 for count in Counter(map(rank, hand.all())).values()) == 6


def _three_straights(hand: Hand) -> bool:
    straights = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    top = three_card_category(three_card_rank(hand.top))
    return top in (ThreeCards.STRAIGHT, ThreeCards.STRAIGHT_FLUSH) and all(
        strength(cards)[0] in straights for cards in (hand.middle, hand.bottom)
    )


CLEAN_SWEEPS: dict[str, Callable[[Hand], bool]] = {
    "super-dragon": lambda hand: _dragon(hand) and len(set(map(suit, hand.all()))) == 1,
    "dragon": _dragon,
    "six-pairs": _six_pairs,
    "three-straights": _three_straights,
    "three-flushes": lambda hand: all(len(set(map(suit, cards))) == 1 for cards in hand.segments().values()),
}


def enters_fantasy_land(rules: Rules, hand: Hand) -> bool:
    enter = facts(rules.game, ChineseFacts).fantasy_land.enter
    least = (_category(enter.hand), enter.low)
    return not fouled(rules, hand) and strength(hand.top)[:2] >= least


def stays_in_fantasy_land(rules: Rules, hand: Hand) -> bool:
    """One segment as good as its own line asks for, without a foul; a pair on top is not enough (CH-8)."""
    stay = facts(rules.game, ChineseFacts).fantasy_land.stay
    good = (strength(cards)[0] >= _category(getattr(stay, segment)) for segment, cards in hand.segments().items())
    return not fouled(rules, hand) and any(good)


def _category(word: str) -> Category:
    return Category[word.upper().replace("-", "_")]
