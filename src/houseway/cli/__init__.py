"""The `houseway` command."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from houseway.cli import plain

if TYPE_CHECKING:
    from houseway.cli.histories import Replay


class Houseway(TyperGroup):
    """The commands; whatever is wrong with what was given, they say it in one sentence and leave with status 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
        except Exception as error:
            from houseway.cli.wrong import in_words

            sentence = in_words(error)
            if sentence is None:
                raise
            typer.echo(sentence, err=True)
            sys.exit(2)
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    cls=Houseway,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `houseway games` lists it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for a program.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Choose as the operator would: decks=2, limits.ante.minimum=10, pays.five-card-bonus.flush=9:1.",
    ),
]


def main() -> None:
    """The command, from the arguments it was started with."""
    plain.streams()
    app(prog_name="houseway")


@app.callback(invoke_without_command=True)
def houseway(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and the digest of the code.")] = False,
) -> None:
    """Table games exactly as their rulebooks say: play them, price them, prove them."""
    if version:
        from houseway.software import identified

        typer.echo(str(identified()))
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
    else:
        return
    raise typer.Exit


@app.command(name="games")
def list_games(as_json: AsJson = False) -> None:
    """List the games: where they are played, who banks them, how many may sit."""
    from houseway.cli import show
    from houseway.cli.text import terminal

    if as_json:
        _answer(show.listed(), indent=2)
    else:
        terminal().print(show.games())


@app.command(name="show")
def show_game(game: GameId, as_json: AsJson = False) -> None:
    """Open a game's rulebook: wagers, pay tables, options and rulings, each with its clause."""
    from houseway.cli import show
    from houseway.cli.find import game_named
    from houseway.cli.text import terminal

    rules = game_named(game).rules
    if as_json:
        more = {"collection": show.collection_data(rules), "demonstration": show.demonstration_data(rules)}
        _answer(rules.model_dump(mode="json") | {name: part for name, part in more.items() if part}, indent=2)
    else:
        terminal().print(show.rulebook(rules))


@app.command(name="play")
def play_game(
    game: GameId,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Number of players including you (default: you alone, or three where the house does not bank).",
        ),
    ] = None,
    seat: Annotated[str, typer.Option(metavar="N", help="The seat you take.")] = "1",
    stack: Annotated[str, typer.Option(metavar="AMOUNT", help="What you buy in for, in dollars.")] = "1000",
    seed: Annotated[
        str | None,
        typer.Option(metavar="SEED", help="Words to shuffle by, or a seed of 64 hex digits: the same cards each time."),
    ] = None,
    settings: Settings = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add each round's journal to this file, for `houseway replay`.")
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="How the others play: skilled, tight, loose or aggressive at a pot, skilled at Chinese poker, optimal "
            "where the coach counts, simple or random; else skilled, and simple against a bank.",
        ),
    ] = None,
) -> None:
    """Sit down and play against the real procedure, every decision yours."""
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.play import sit_down
    from houseway.cli.text import terminal

    found = game_named(game)
    rules = house_choices(found.rules, settings or [])
    sit_down(
        found,
        rules,
        seats=seats,
        seat=seat,
        stack=stack,
        seed=seed,
        journal=journal,
        opponents=opponents,
        console=terminal(),
    ).play()


@app.command(name="settle")
def settle_scenario(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO.toml", help="A scenario's file, or - to read it here.")],
    as_json: AsJson = False,
) -> None:
    """Deal a scenario to its end and settle it, with the clause behind every cent."""
    from houseway.cli import settle
    from houseway.cli.text import terminal

    played = settle.played(scenario)
    if as_json:
        _answer(played.report(), indent=2)
    else:
        terminal().print(settle.report(played))


@app.command(name="replay")
def replay_journal(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Journals of one round or more, or hand histories (.phh, .phhs); - for standard input.",
        ),
    ],
    viewer: Annotated[
        str,
        typer.Option(
            metavar="VIEWER", help="Show what this viewer may see: seat 1, public, dealer, floor, surveillance."
        ),
    ] = "surveillance",
    as_json: Annotated[
        bool, typer.Option("--json", help="Events, settlements and hand histories as JSON lines.")
    ] = False,
    processes: Annotated[
        int, typer.Option("-j", "--processes", min=1, metavar="N", help="Hand histories: number of processes.")
    ] = 1,
    rake: Annotated[
        float,
        typer.Option(
            min=0, max=100, metavar="PERCENT", help="Hand histories: largest part of the pot to accept as a rake."
        ),
    ] = 20,
) -> None:
    """Play journals again, step by step, and settle them; a journal that breaks a rule is status 1.

    Hand histories of other houses are played again at their own stakes, one line for each hand. A last line counts the
    hands that agree, agree but for rake, differ, have no result or could not be played. Status 1 if a hand differs, 2
    if one can't be played.
    """
    from decimal import Decimal

    from houseway.cli.histories import Replay, is_history
    from houseway.cli.progress import on_error_stream
    from houseway.prove.replay import RuleBroken

    histories = Replay(Decimal(str(rake)) / 100)
    tell = _answers if as_json else _hands_in_words
    try:
        if processes > 1 and all(is_history(file, "") for file in files):
            for lines in histories.many(files, processes, on_error_stream()):
                tell(lines)
        else:
            _replay_one_by_one(files, viewer, as_json, histories)
    except RuleBroken as broken:
        typer.echo(str(broken), err=True)
        raise typer.Exit(1) from None
    if histories.tally:
        tell([histories.total()])
    if histories.status:
        raise typer.Exit(histories.status)


def _replay_one_by_one(files: list[str], viewer: str, as_json: bool, histories: "Replay") -> None:
    from houseway.cli import replay
    from houseway.cli.find import text_of
    from houseway.cli.histories import is_history
    from houseway.cli.text import terminal
    from houseway.prove.replay import rounds

    console = terminal()
    tell = _answers if as_json else _hands_in_words
    for file in files:
        if len(files) > 1 and is_history(file, ""):
            tell(histories.one_of_many(file))
            continue
        text, name = text_of(file)
        if is_history(name, text):
            tell(histories.lines(text, name))
            continue
        for round in rounds(text, name, viewer):
            if as_json:
                for line in replay.lines(round):
                    _answer(line)
            else:
                console.print(replay.report(round))


@app.command(name="check")
def check_submission(
    submission: Annotated[
        str, typer.Argument(metavar="SUBMISSION.toml", help="A rules submission's file, or - to read it here.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check a rules submission against the rulebooks: all that is wrong, with its clause; an error is status 1."""
    from houseway.cli import check
    from houseway.cli.text import terminal

    checked = check.checked(submission)
    if as_json:
        _answer(checked.report(), indent=2)
    else:
        terminal().print(check.report(checked))
    if checked.errors:
        raise typer.Exit(1)


@app.command(name="new-game")
def write_new_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder; its name becomes the game's id.")],
    like: Annotated[str, typer.Option(metavar="GAME", help="The game that the new one is like.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the game (default: from the folder).")] = "",
) -> None:
    """Write a package with a game of your own, like one that there is, ready to install and to edit."""
    from houseway.cli.find import game_named
    from houseway.cli.new_game import write_package

    new = write_package(folder, game_named(like).rules, name)
    typer.echo(
        f"{folder} has {new.name}, like {new.liked.name}: edit {folder / new.rules}, then run "
        f"`pip install {_as_path(folder)}`, `houseway play {new.id}`, `houseway price {new.id}` and "
        "`houseway check` on a submission."
    )


def _as_path(folder: Path) -> str:
    """A folder as pip takes it for one, and not for the name of a package."""
    return str(folder) if folder.is_absolute() or len(folder.parts) > 1 else f"./{folder}"


@app.command(name="placard")
def make_placard(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's id; not with --submission.", show_default=False)
    ] = None,
    submission: Annotated[
        str | None, typer.Option(metavar="FILE", help="Take the table from this rules submission instead.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Which table of the submission.")] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="letter or a4.")] = "letter",
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the two files go.")] = Path(),
    settings: Settings = None,
) -> None:
    """Make the sign that stands at a table, payout odds, limits and inscriptions, as a web page and a PDF."""
    from houseway.cli import placard
    from houseway.rules.strict import RulesError

    if (game is None) == (submission is None):
        raise RulesError("name either a GAME or a --submission")
    if submission is not None and settings:
        raise RulesError("--set goes with a GAME: a submission makes its own choices")
    if game is not None and table is not None:
        raise RulesError("--table goes with --submission")
    made = placard.of_game(game, settings or []) if game is not None else placard.of_table(submission or "", table)
    for file in placard.write(*made, paper, to):
        typer.echo(str(file))


COUNTED = "Interrupted: the parts that were counted to their end are kept for the next time."


@contextmanager
def _interruptible(said: str) -> Iterator[None]:
    """An interrupt is one sentence and status 130."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(said, err=True)
        raise typer.Exit(130) from None


@app.command(name="price")
def price_game(
    game: GameId,
    settings: Settings = None,
    as_json: AsJson = False,
    page: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the document as one page.")] = None,
    paper: Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="Write the document as a PDF.")] = None,
    card: Annotated[
        Path | None, typer.Option("--card", metavar="FILE", help="Write a strategy card, one page, as a PDF.")
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write best play, each answer with its exact worth, as Parquet."),
    ] = None,
    digest: Annotated[
        bool,
        typer.Option(
            "--digest",
            help="Print only a digest of all situations, and what it is made of.",
        ),
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Count on the dask cluster whose scheduler is there: tcp://10.0.0.5:8786."
        ),
    ] = None,
    recount: Annotated[bool, typer.Option("--recount", help="Ignore cached counts.")] = False,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=AMOUNT", help="What a progressive meter shows now; else what it begins with."),
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Wager in dollars, where the price depends on it.")
    ] = None,
    evidence: Annotated[
        str | None,
        typer.Option(metavar="ROUNDS", help="Play this many rounds and report each figure's deviation."),
    ] = None,
) -> None:
    """Say what every wager is worth: exact expectation, edge, strategy and distribution, a PAR sheet.

    What was counted is kept: only the first sheet of a game takes a while, and an interrupted count goes on where it
    stopped.
    """
    from houseway.cli import price
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.progress import on_error_stream
    from houseway.cli.text import terminal
    from houseway.pricing.papers.filed import filed
    from houseway.pricing.policy import can_export

    rules = house_choices(game_named(game).rules, settings or [])
    price.writable(page, paper, card, policy)
    if policy:
        can_export(rules)
    if card:
        price.has_card(rules)
    if digest:
        with _interruptible(COUNTED):
            found = price.digested(rules, on_error_stream())
        if as_json:
            _answer([asdict(one) for one in found], indent=2)
        else:
            typer.echo(price.told_digests(found))
        return
    with _interruptible(COUNTED):
        sheet = price.sheet_counted(
            rules, on_error_stream(), cluster=cluster, recount=recount, meters=meter, stake=stake
        )
        if evidence:
            sheet = price.played(sheet, evidence, on_error_stream())
    written = price.write(sheet, page, paper, card)
    if policy:
        with _interruptible("Interrupted."):
            typer.echo(price.exported(sheet, policy), err=as_json)
    if as_json:
        _answer(filed(sheet), indent=2)
    elif written:
        typer.echo(f"Written: {', '.join(map(str, written))}")
    elif not policy:
        terminal().print(price.report(sheet))


@app.command(name="tune")
def tune_game(
    game: GameId,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="The wager whose pays are changed.")],
    edge: Annotated[str, typer.Option(metavar="PERCENT", help="The house edge to come near to: 2.5%.")],
    keep: Annotated[
        list[str] | None, typer.Option(metavar="LINE", help="Leave this line of the pay table as it is; repeatable.")
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """List whole-number pays that bring a wager to a house edge, the nearest first."""
    from houseway.cli import tune
    from houseway.cli.progress import on_error_stream
    from houseway.cli.text import terminal

    with _interruptible(COUNTED), on_error_stream().status("counting"):
        found, table = tune.tuned(game, wager, edge, settings or [], keep or [])
    if as_json:
        _answer(tune.data(found, table, tune.edge_of(edge)), indent=2)
    else:
        terminal().print(tune.report(found, table, tune.edge_of(edge)))


@app.command(name="session")
def many_rounds(
    game: GameId,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds are played.")] = "100",
    wager: Annotated[str | None, typer.Option(metavar="WAGER", help="Which wager; else the first one.")] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="UNITS", help="What is brought, in units of the wager: how likely is ruin?")
    ] = None,
    fee: Annotated[
        str | None, typer.Option(metavar="UNITS", help="A collection fee on every round, in units of the wager.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Dollars a unit: the table's own schedule says the fee.")
    ] = None,
    bank: Annotated[bool, typer.Option("--bank", help="From the side of whoever banks the wager.")] = False,
    opponents: Annotated[
        str | None, typer.Option(metavar="N", help="With --bank: how many make this wager in every round; else one.")
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Show how a session of many rounds turns out: results, risk of ruin, what fees do."""
    from houseway.cli import price, session
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.progress import on_error_stream, progress_bar
    from houseway.cli.text import terminal

    rules = house_choices(game_named(game).rules, settings or [])
    with _interruptible(COUNTED):
        sheet = price.sheet_counted(rules, on_error_stream())
        with progress_bar(on_error_stream()) as progress:
            done = session.session_counted(
                sheet,
                wager,
                rounds=rounds,
                bankroll=bankroll,
                fee=fee,
                stake=stake,
                bank=bank,
                opponents=opponents,
                progress=progress,
            )
    if as_json:
        _answer(done.data(), indent=2)
    else:
        terminal().print(session.report(done, rules.game.name))


@app.command(name="bank")
def player_dealers_side(
    game: GameId,
    opponents: Annotated[
        str | None, typer.Option(metavar="N", help="How many bet against the player-dealer; else five.")
    ] = None,
    wager: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGERS",
            help='What each of them wagers: 10, or "ante 10, trips 5"; given more than once, the first is next to the '
            "player-dealer's left.",
        ),
    ] = None,
    coverage: Annotated[
        list[str] | None, typer.Option(metavar="AMOUNT", help="What the player-dealer puts up; any number of them.")
    ] = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds are dealt where not all can be counted.")
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Say what banking a table is worth, and what a limited amount put up does to everyone: who is paid, who is not."""
    from houseway.cli import bank
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.progress import on_error_stream
    from houseway.cli.text import terminal

    rules = house_choices(game_named(game).rules, settings or [])
    with _interruptible("Interrupted."):
        side = bank.bank_counted(
            rules,
            opponents=opponents,
            wagers=wager or [],
            coverages=coverage or [],
            rounds=rounds,
            console=on_error_stream(),
        )
    if as_json:
        _answer(side.data(), indent=2)
    else:
        terminal().print(bank.report(side))


@app.command(name="equity")
def equity_of_hands(
    game: GameId,
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Two hands or more: AhKh, ?? for what is not known, several with commas; for Hold'em also QQ+, AKs, "
            "TT-77. Stud hands in the order dealt; in Mexican Stud (Jk) is a joker dealt face down later on.",
        ),
    ],
    board: Annotated[str, typer.Option(metavar="CARDS", help="The board as far as it lies: 'Ks Qs 2d'.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards that are out of play: folded, burned, seen.")] = "",
    to_come: Annotated[
        str, typer.Option(metavar="UP|DOWN", help="How cards to come are asked for in Mexican Stud.")
    ] = "down",
    samples: Annotated[
        int | None, typer.Option(metavar="N", help="Sample so many deals, whether or not all can be counted.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Say what hands of a pot game are worth against each other: exact, or sampled if that takes over ten seconds."""
    from houseway.cli.find import game_named
    from houseway.cli.text import terminal
    from houseway.pricing import equity_of

    found = game_named(game)
    with _interruptible("Interrupted."):
        worth = equity_of(found.id, *hands, board=board, dead=dead, to_come=to_come.lower(), samples=samples, seed=seed)
    if as_json:
        _answer(worth.data(), indent=2)
    else:
        from houseway.cli import equity

        terminal().print(equity.report(worth, found.rules.name))


@app.command(name="match")
def match_players(
    game: GameId,
    first: Annotated[str, typer.Argument(metavar="KIND", help="skilled, tight, loose, aggressive, simple or random.")],
    second: Annotated[str, typer.Argument(metavar="KIND", help="Whom they play.")],
    hands: Annotated[
        int, typer.Option(metavar="N", help="How many hands; every deal is played from both sides.")
    ] = 1000,
    seats: Annotated[int, typer.Option(metavar="N", help="How many sit at the table, one kind beside the other.")] = 2,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Let two kinds of players play each other, and say what one wins from the other, with its standard error."""
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.progress import on_error_stream, progress_bar
    from houseway.skill.match import match

    rules = house_choices(game_named(game).rules, settings or [])
    with _interruptible("Interrupted."), progress_bar(on_error_stream()) as progress:
        found = match(rules, (first, second), hands=hands, seats=seats, seed=seed, progress=progress)
    if as_json:
        _answer(found.data(), indent=2)
    else:
        typer.echo(found.told())


@app.command(name="coach")
def coach_decision(
    game: GameId,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO.toml", help="A scenario's file, or - to read it here.")],
    at: Annotated[
        str, typer.Option(metavar="ASK", help="Stop at this decision, including optional offers such as insurance.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Say what each answer is worth at the first decision that a scenario leaves open, and what mistakes cost."""
    from houseway.cli import coach
    from houseway.cli.text import terminal

    advice = coach.advice(game, scenario, at)
    if as_json:
        _answer(advice.data(), indent=2)
    else:
        terminal().print(coach.report(advice, game))


@app.command(name="drill")
def drill_game(
    game: GameId,
    skill: Annotated[
        str, typer.Option(metavar="SKILL", help="payouts, hands, procedure or decisions; all takes the first three.")
    ] = "all",
    seed: Annotated[str, typer.Option(metavar="SEED", help="Words that set the same questions again.")] = "",
    questions: Annotated[str, typer.Option(metavar="N", help="How many are asked.")] = "20",
    level: Annotated[str, typer.Option(metavar="N", help="Difficulty, 1 to 3; adapts to you by default.")] = "",
    exam: Annotated[bool, typer.Option("--exam", help="The same for everybody, and judged at the end.")] = False,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name on the result sheet.")] = "You",
    rounds: Annotated[
        str,
        typer.Option("--rounds-an-hour", metavar="N", help="What decisions are scored by, if not as the game has it."),
    ] = "",
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="File the result sheet as a PDF.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="File every answer as CSV.")] = None,
    settings: Settings = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Ask nothing: print the questions with their answers, a trainer's key.")
    ] = False,
) -> None:
    """Drill payouts, hands, procedure or decisions of a game, every answer known with its clause."""
    from houseway.cli import drill as school
    from houseway.cli.find import game_named, house_choices
    from houseway.cli.numbers import whole

    rules = school.paced(house_choices(game_named(game).rules, settings or []), rounds)
    drill = school.Drill(
        rules,
        skill,
        seed=seed or school.new_seed(),
        questions=whole("--questions", questions, most=100),
        level=whole("--level", level, most=3) if level else None,
        exam=exam,
    )
    if as_json:
        _answer(school.as_data(drill), indent=2)
        return
    school.file_sheets(drill, school.sit(drill, name), pdf=pdf, csv=csv)


@app.command(name="verify")
def verify_what_was_told(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Rounds as GET /api/v1/tables/ID/rounds/NUMBER told them; - reads one here."
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Hold rounds, as you were told them, to what the house had committed to; anything wrong is status 1."""
    from houseway.cli import verify
    from houseway.cli.text import terminal

    found = verify.verified(files)
    if as_json:
        _answer(verify.data(found), indent=2)
    else:
        terminal().print(verify.report(found))
    if not verify.right(found):
        raise typer.Exit(1)


@app.command(name="prove")
def prove_what_happened(
    what: Annotated[
        str,
        typer.Argument(
            metavar="DATABASE|FILE",
            help="A house's database (file or URL), a regulator's export, or a journal; - reads it here.",
        ),
    ],
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Only this table, by its name or number.")] = None,
    round: Annotated[str | None, typer.Option(metavar="N", help="Play this round again and tell it.")] = None,
    explain: Annotated[
        str | None, typer.Option(metavar="SEAT WAGER", help='Why a wager ended as it did: "seat 1 across".')
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="FILE|LINE|URL", help="Compare with a head that you kept, or that a witness has."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Verify chains and shuffles, replay a round, explain a payout by clause.

    Anything wrong is status 1; money that can't be proved without the key of seeds is status 3.
    """
    from houseway.cli import prove
    from houseway.cli.text import terminal

    found = prove.proved(what, table=table, round=round, explain=explain, head=head)
    if as_json:
        _answer(found.data(), indent=2)
    else:
        terminal().print(found.told())
    if found.status:
        raise typer.Exit(found.status)


@app.command(name="witness")
def keep_heads(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder to keep heads in; made if it is missing.")],
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[str, typer.Option(metavar="N", help="Port to listen on.")] = "8090",
) -> None:
    """Keep the latest signed heads of other houses, so that nobody can cut their records back unnoticed."""
    from houseway.cli.witness import serve_witness

    serve_witness(folder, host, port)


@app.command(name="review")
def review_play(
    what: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A journal (`houseway play --journal`), an export, or a house's database."),
    ],
    player: Annotated[
        str, typer.Option(metavar="NAME", help="The player to review; not needed where there is only one.")
    ] = "",
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Only this table, by its name or number.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    moments: Annotated[int, typer.Option(min=0, max=50, metavar="N", help="How many of the dearest to show.")] = 3,
    as_csv: Annotated[bool, typer.Option("--csv", help="One line for each decision, for a spreadsheet.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what your decisions cost, and how much of your result was luck."""
    from houseway.cli import review
    from houseway.cli.progress import on_error_stream
    from houseway.cli.text import terminal

    found = review.reviewed(what, player, table=table, game=game, console=on_error_stream())
    if as_json:
        _answer(found.data(), indent=2)
    elif as_csv:
        typer.echo(review.as_csv(found), nl=False)
    else:
        terminal().print(review.report(found, moments))


@app.command(name="floor")
def judge_floor(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[DATABASE]", help="A house's database (file or URL), or an export of its journals."),
    ] = None,
    month: Annotated[
        str | None, typer.Option(metavar="YYYY-MM", help="Which month; else that of the last round.")
    ] = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="Only this table, by its name or number.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    account: Annotated[str | None, typer.Option(metavar="NAME", help="Only what this account did.")] = None,
    results: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.csv",
            help="In place of a database, results from elsewhere: wager, hands, handle, win; with --game.",
        ),
    ] = None,
    settings: Settings = None,
    decisions: Annotated[
        bool, typer.Option(help="Hold every decision to the coach's; without it, best play is taken for granted.")
    ] = True,
    shuffles: Annotated[bool, typer.Option("--shuffles", help="Test the shuffles of each table.")] = False,
    pdf: Annotated[Path | None, typer.Option(metavar="REPORT", help="Write the monthly report as a PDF.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV, for a spreadsheet.")] = False,
    as_json: AsJson = False,
) -> None:
    """Hold what the tables took to what chance allows, by exact distributions; a finding is status 1."""
    from houseway.cli import floor
    from houseway.cli.progress import on_error_stream
    from houseway.cli.text import terminal
    from houseway.rules.strict import RulesError

    if (what is None) == (results is None):
        raise RulesError("give one: a house's DATABASE, or --results FILE.csv with --game")
    if results is not None:
        judged = floor.from_elsewhere(results, game, settings or [], on_error_stream())
        if as_json or as_csv:
            _answer(judged.data(), indent=2) if as_json else typer.echo(floor.as_csv(judged), nl=False)
        else:
            terminal().print(floor.told_elsewhere(judged, terminal().width))
        raise typer.Exit(int(any(line.finding for line in judged.lines)))
    assert what is not None
    found = floor.report(
        what,
        month=month,
        table=table,
        game=game,
        account=account,
        decisions=decisions,
        shuffles=shuffles or table is not None or pdf is not None,
        console=on_error_stream(),
    )
    if pdf is not None:
        floor.written(floor.report_pdf(found), pdf)
    if as_json:
        _answer(found.data(), indent=2)
    elif as_csv:
        typer.echo(floor.as_csv(found), nl=False)
    else:
        terminal().print(floor.report_in_terminal(found, terminal().width))
    raise typer.Exit(int(bool(found.findings)))


@app.command(name="serve")
def serve_house(
    submission: Annotated[
        Path | None,
        typer.Option(
            metavar="HOUSE.toml",
            help="The operator's submission; else the demonstration house, with guests. What was made effective in the "
            "browser stands until another file is given.",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where everything is kept: a file, or postgresql://user@host/name; else a file of your own.",
        ),
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[str, typer.Option(metavar="PORT", help="The port to listen on.")] = "8080",
    rate_limits: Annotated[bool, typer.Option(help="Hold people to so many requests a minute.")] = True,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Trust X-Forwarded-For from this proxy or network; repeatable (default: this machine).",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Accept requests for this host name; repeatable. localhost and the bound address always work.",
        ),
    ] = None,
    accept_findings: Annotated[
        bool,
        typer.Option(
            "--accept-findings", help="Open a database that is not as the house left it; what was found is recorded."
        ),
    ] = False,
    staff_second_factor: Annotated[
        bool,
        typer.Option(
            "--staff-second-factor",
            help="Require staff to set up two-factor authentication.",
        ),
    ] = False,
    staff_idle: Annotated[
        str, typer.Option(metavar="MINUTES", help="Sign staff out after this many minutes without activity.")
    ] = "15",
    workers: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="So many processes behind the one address, each with tables of its own, one for each core; they share "
            "a PostgreSQL database.",
        ),
    ] = "1",
) -> None:
    """Open the house: tables, prices and the operator's desk in a browser, and an API for programs."""
    from houseway.cli import serve

    serve.serve(
        submission=submission,
        database=database,
        host=host,
        port=port,
        rate_limits=rate_limits,
        proxies=proxy or (),
        names=allow_host or (),
        accept_findings=accept_findings,
        staff_second=staff_second_factor,
        staff_idle=staff_idle,
        workers=workers,
    )


Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The house's database: a file, or postgresql://user@host/name; else your own."),
]


@app.command(name="backup")
def back_up(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; there must be none yet.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Copy a house, open or not, into one file that `houseway prove` looks into; keys and sessions are not in it."""
    from houseway.cli import backup

    kept = backup.taken(file, database)
    if as_json:
        _answer(kept.data(), indent=2)
    else:
        typer.echo("\n".join(backup.report(kept, file)))


@app.command(name="restore")
def restore_house(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Prove a backup and put it where there is no house yet; say what is lost, if anything is."""
    from houseway.cli import backup

    done, unproved = backup.restored(file, database)
    if as_json:
        _answer({**done.data(), "unproved": unproved}, indent=2)
    else:
        typer.echo("\n".join(backup.told_restored(done, file, unproved)))


@app.command(name="version")
def version_here(
    as_json: AsJson = False,
    files: Annotated[bool, typer.Option("--files", help="List the SHA-256 of every file, as sha256sum does.")] = False,
) -> None:
    """Identify this software: its version, a digest of its code, and what it runs on."""
    from houseway import software

    here = software.identified()
    by_file = software.file_digests() if files else {}
    if as_json:
        _answer(here.data() | software.surroundings() | ({"files": by_file} if files else {}), indent=2)
        return
    if files:
        typer.echo("\n".join(f"{digest}  {name}" for name, digest in by_file.items()))
        return
    typer.echo(f"{here}\nPython {software.surroundings()['python']} on {software.surroundings()['system']}")


def _answers(lines: list[dict[str, Any]]) -> None:
    """One line of JSON each, written at once: there may be thousands."""
    ascii_only = not plain.everything_shows()
    if lines:
        typer.echo("\n".join(json.dumps(line, ensure_ascii=ascii_only) for line in lines))


def _hands_in_words(lines: list[dict[str, Any]]) -> None:
    from houseway.cli.histories import in_words

    if lines:
        typer.echo("\n".join(in_words(line) for line in lines))


def _answer(data: object, *, indent: int | None = None) -> None:
    typer.echo(json.dumps(data, ensure_ascii=not plain.everything_shows(), indent=indent))
