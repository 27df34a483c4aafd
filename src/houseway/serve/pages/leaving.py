"""Leaving the table in the middle of a hand: what becomes of the wagers, said before it is done, and the ways back."""

from collections.abc import Mapping
from html import escape
from typing import Any

from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules


def going(view: Mapping[str, Any]) -> str:
    """Somebody who has left and still sits there: until when, and the way back."""
    when = "your wagers are settled" if view["seats"][view["viewer"]]["wagers"] else "this round is over"
    return (
        f'<div class="answers"><p class="hint">You leave when {when}.</p>'
        '<button class="do" data-hw="stay"><span>Keep my seat</span></button></div>'
    )


def means(rules: Rules, view: Mapping[str, Any]) -> str:
    """What leaving does to what the viewer has at stake."""
    who = view["viewer"]
    staked = sum(map(cents, view["seats"][who]["wagers"].values()))
    if view["bank"].get("who") == who:
        staked += cents(view["bank"]["put_up"])
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


def sure(means: str) -> str:
    """The question whether to leave in the middle of a hand."""
    return (
        f'<p class="asked" role="alert"><span>Leave in the middle of the hand? {escape(means)}</span></p><div class="answers">'
        '<button class="do go" data-hw="stay" data-key="Escape"><span>Stay</span></button>'
        '<button class="do quiet" data-hw="leave" data-sure="1"><span>Leave the table</span></button></div>'
    )
