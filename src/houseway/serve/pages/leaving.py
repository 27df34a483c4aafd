"""Leaving the table in the middle of a hand: what becomes of the wagers, said before it is done, and the ways back."""

from markupsafe import Markup

from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.templates import kept
from houseway.serve.pages.views import SeatView, TableView


def going(seat: SeatView) -> Markup:
    """Somebody who has left and still sits there: until when, and the way back."""
    return kept("table/going.html", wagers=bool(seat.wagers))


def means(rules: Rules, view: TableView) -> str:
    """What leaving does to what the viewer has at stake."""
    staked = view.seats[view.viewer].at_risk
    if view.bank.who == view.viewer:
        staked += view.bank.put_up
    option = rules.game.options.get("abandoned_wagers")
    if option is not None and rules.options["abandoned_wagers"] == "lose":
        return f"You lose the {shown(staked)} that you have on the table ({option.clause})."
    if rules.game.bank == "pot":
        return "You check while that is free and fold to any bet. What you have put into the pot stays there."
    stays = f"The {shown(staked)} that you have on the table stays" if staked else "Your hand stays"
    return (
        f"{stays} until the hand is settled. The house gives the default answer to each question for you. "
        "What comes back is paid to your account."
    )


def sure(means: str) -> Markup:
    """The question whether to leave in the middle of a hand."""
    return kept("table/sure.html", means=means)
