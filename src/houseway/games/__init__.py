"""The games: a family's base holds what its members share; a member with a procedure of its own says what differs."""

from functools import cache

from houseway.games.ante_and_raise.base import AnteAndRaise
from houseway.games.ante_and_raise.cal_quick_draw_poker import CalQuickDrawPoker
from houseway.games.ante_and_raise.three_card_texas_holdem import ThreeCardTexasHoldem
from houseway.games.ante_and_raise.ultimate_texas_holdem import UltimateTexasHoldem
from houseway.games.chinese.chinese_poker import ChinesePoker
from houseway.games.chinese.face_up_pineapple_chinese_poker import FaceUpPineappleChinesePoker
from houseway.games.community.baccarat import Baccarat
from houseway.games.community.pai_gow_hands import PaiGowHands
from houseway.games.community.rows import Rows
from houseway.games.community.war import War
from houseway.games.craps.party_craps import PartyCraps
from houseway.games.maryland_poker.criss_cross_poker import CrissCrossPoker
from houseway.games.maryland_poker.top_five_poker import TopFivePoker
from houseway.games.pai_gow.base import PaiGow
from houseway.games.pot.big_o import BigO
from houseway.games.pot.limit_holdem import LimitHoldem
from houseway.games.pot.mexican_stud import MexicanStud
from houseway.games.pot.no_limit_holdem import NoLimitHoldem
from houseway.games.pot.omaha import Omaha
from houseway.games.pot.omaha_hi_lo import OmahaHiLo
from houseway.games.pot.seven_card_stud import SevenCardStud
from houseway.games.pot.seven_card_stud_hi_lo import SevenCardStudHiLo
from houseway.games.twenty_one.banked import BankedTwentyOne
from houseway.games.twenty_one.pontoon_21 import Pontoon21
from houseway.play.game import Game
from houseway.rules.families import outside
from houseway.rules.files import RulesError, game_rules, known_games

FAMILIES: dict[str, type[Game]] = {  # whose round plays every member, as its rule file says
    "ante-and-raise": AnteAndRaise,
    "baccarat": Baccarat,
    "pai-gow": PaiGow,
    "pai-gow-hands": PaiGowHands,
    "rows": Rows,
    "twenty-one": BankedTwentyOne,
    "war": War,
}
MEMBERS: dict[str, type[Game]] = {  # what has a procedure of its own
    "big-o": BigO,
    "cal-quick-draw-poker": CalQuickDrawPoker,
    "chinese-poker": ChinesePoker,
    "criss-cross-poker": CrissCrossPoker,
    "face-up-pineapple-chinese-poker": FaceUpPineappleChinesePoker,
    "limit-holdem": LimitHoldem,
    "mexican-stud": MexicanStud,
    "no-limit-holdem": NoLimitHoldem,
    "omaha": Omaha,
    "omaha-hi-lo": OmahaHiLo,
    "party-craps": PartyCraps,
    "pontoon-21": Pontoon21,
    "seven-card-stud": SevenCardStud,
    "seven-card-stud-hi-lo": SevenCardStudHiLo,
    "three-card-texas-holdem": ThreeCardTexasHoldem,
    "top-five-poker": TopFivePoker,
    "ultimate-texas-holdem": UltimateTexasHoldem,
}


@cache
def catalogue() -> dict[str, Game]:
    """Every game of this package, then those of packages that bring their own, by id."""
    return {id: _made(id) for id in known_games()}


def _made(id: str) -> Game:
    family = game_rules(id).family
    own = {id: kind for module in outside() for id, kind in getattr(module, "GAMES", {}).items()}
    kind = MEMBERS.get(id) or own.get(id) or FAMILIES.get(family)
    if kind is None:
        raise RulesError(f"{id}: the family {family!r} has no round for it, and no package names one")
    return kind(id)


def register(game: Game) -> Game:
    """Add a game to the catalogue."""
    games = catalogue()
    if game.id in games and type(games[game.id]) is not type(game):
        raise RulesError(f"there are two games with the id {game.id!r}")
    games[game.id] = game
    return game


def game(id: str) -> Game:
    try:
        return catalogue()[id]
    except KeyError:
        raise RulesError(f"{id!r} is not a game here: {', '.join(catalogue())}") from None
