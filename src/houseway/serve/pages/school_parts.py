"""The parts of the school's pages, as HTML."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from houseway.cards.card import NAMES, text
from houseway.rules.models import GameRules
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.school.exam import Result
from houseway.school.question import DECISIONS, PAYOUTS, SKILLS, Choice, Form, Judged, Question, Setting, Settlement
from houseway.serve.pages import felt, seats, spots
from houseway.serve.pages.faces import face
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.scene import scene
from houseway.serve.pages.telling import cited, told
from houseway.serve.pages.templates import render
from houseway.serve.pages.views import TableView
from houseway.serve.school import Class, Standing, Waiting, moment

SIGN_IN = (
    '<h2 class="asked"><span>Learn to deal and to play, with every answer known.</span></h2><div class="answers">'
    '<button class="do go" data-do="guest"><span>Begin as guest</span></button>'
    '<button class="do plain" data-do="show-sign-in"><span>Sign in</span></button></div>'
)
DEALING = '<p class="hint" role="status">Dealing…</p>'
_RIGHT_ENOUGH = 0.9


# The index


def welcome(standings: Sequence[Standing], *, signed_in: bool) -> str:
    asked = sum(one.answered for one in standings)
    told = (
        "Every answer comes from the rules as they are played: what a wager is paid, which hand it is, what comes next, and what "
        "a decision costs. Right or not, you are told why, and by which clause."
    )
    more = "" if signed_in else "<p>Sign in, or come as a guest, and what you know is kept for you.</p>"
    return f'<div class="welcome"><h1>School</h1><p>{told}</p>{more}{_practise(standings) if asked else ""}{render("lobby/find.html")}</div>'


def _practise(standings: Sequence[Standing]) -> str:
    """What to practise next: what is due, and what goes worst."""
    games = sorted(standings, key=lambda one: (-one.due, one.recent))[:3]
    rows = "".join(
        f'<li><a href="/school/{escape(one.game)}/{one.skill}">{escape(_name(one.game))}, {one.skill}</a>'
        f"<span>{one.due} due{_weak(one)}</span></li>"
        for one in games
        if one.due or one.recent < _RIGHT_ENOUGH
    )
    return f'<div class="practise"><h2>Practise next</h2><ul>{rows}</ul></div>' if rows else ""


def _weak(one: Standing) -> str:
    return f" · {escape(', '.join(one.weak[:2]))}" if one.weak else ""


def _name(game: str) -> str:
    from houseway.games import catalogue

    return catalogue()[game].rules.name if game in catalogue() else game


def subject(id: str, rules: GameRules, skills: Sequence[str], known: Mapping[tuple[str, str], Standing]) -> str:
    """A game, with a way into each of its skills."""
    rows = "".join(_skill(id, skill, known.get((id, skill))) for skill in skills)
    words = escape(" ".join((rules.name, rules.rulebook.jurisdiction, *rules.known_as)))
    return (
        f'<article class="card-table" data-words="{words}"><h2>{escape(rules.name)}</h2>'
        f'<p class="where">{escape(rules.rulebook.jurisdiction)}</p><ul class="skills">{rows}</ul></article>'
    )


def _skill(game: str, skill: str, one: Standing | None) -> str:
    share = round(100 * one.recent) if one else 0
    told = f"{share}% · {one.answered}" if one else "new"
    due = f'<span class="tag">{one.due} due</span>' if one and one.due else ""
    label = f"{skill}: {share}% of the last answers right, {one.answered} answered" if one else f"{skill}: new"
    return (
        f'<li><a href="/school/{escape(game)}/{skill}" aria-label="{label}"><b>{skill.capitalize()}</b>{due}'
        f'<span class="share">{told}</span><i style="--share:{share}%"></i></a></li>'
    )


def staff(
    people: Sequence[tuple[Mapping[str, Any], Sequence[Standing]]], sat: Sequence[str], classes: Sequence[Class]
) -> str:
    """For the operator: how those do who work here, and the exams they sat."""
    rows = "".join(
        f'<tr><th scope="row">{escape(one["name"])}<small>{escape(one["role"])}</small></th>'
        f"<td>{escape(_name(it.game))}</td><td>{it.skill}</td><td>{it.right} of {it.answered}</td>"
        f"<td>{round(100 * it.recent)}%</td><td>{it.seconds:.0f} s</td><td>{it.best}</td><td>{shown(it.cost)}</td></tr>"
        for one, standings in people
        for it in standings
    )
    heads = "".join(
        f'<th scope="col">{head}</th>'
        for head in ("Who", "Game", "Skill", "Right", "Lately", "Each", "Best streak", "Mistakes cost")
    )
    table = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="Results of the staff"><table class="sheet left"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        if rows
        else '<p class="quiet">Nobody who works here has answered a question yet.</p>'
    )
    return f'<section class="card-sheet papers staff-results"><h2>The staff</h2>{table}{_classes(classes)}{_exams(sat, classes)}{_SET_EXAM}</section>'


def _classes(held: Sequence[Class]) -> str:
    """Classes that go on: where they are, until when, and the way to end one."""
    rows = "".join(
        f'<li><a class="link" href="/school/exam?code={quote(one.code)}">{escape(one.code)}</a> until {moment(one.closes)} UTC '
        f'<form data-api="POST /api/v1/school/classes/over" data-values="{escape(json.dumps({"code": one.code}))}">'
        f'<button class="do plain small" aria-label="End the class of {escape(one.code)}">End it now</button></form></li>'
        for one in held
        if not one.over
    )
    return f"<h3>Classes</h3><ul class='exams'>{rows}</ul>" if rows else ""


def _exams(sat: Sequence[str], held: Sequence[Class]) -> str:
    open_codes = {one.code for one in held if not one.over}
    rows = "".join(
        f'<li><code>{escape(code)}</code> <a class="link" href="/api/v1/school/exam/sheet?as=pdf&amp;code={escape(code)}">PDF</a>'
        f'<a class="link" href="/api/v1/school/exam/sheet?as=csv&amp;code={escape(code)}">CSV</a></li>'
        for code in sat
        if code not in open_codes
    )
    return f"<h3>Exams that were sat</h3><ul class='exams'>{rows}</ul>" if rows else ""


_SET_EXAM = (
    '<h3>Hold a class</h3><p class="quiet">Everybody on the staff who opens its address is asked the same questions, until its time is '
    "up or you end it. Then the results are shown, and the sheet is here.</p>"
    '<form data-api="POST /api/v1/school/classes"><div class="line"><label>Game <input name="game" required value="three-card-poker" maxlength="80"></label>'
    '<label>Skill <select name="skill"><option>all</option><option>payouts</option><option>hands</option><option>procedure</option>'
    '<option>decisions</option></select></label><label>Questions <input name="questions" type="number" min="1" max="100" value="20"></label>'
    '<label>Level <input name="level" type="number" min="1" max="3" value="2"></label>'
    '<label>Seed <input name="seed" required maxlength="40" value="class 1" pattern="[A-Za-z0-9_ .\\-]+"></label>'
    '<label>Minutes <input name="minutes" type="number" min="1" max="1440" value="60"></label>'
    '<button class="do small">Open it</button></div><p class="wrong" role="alert"></p></form>'
)


# A question on the felt


def topline(rules: Rules, skill: str, answered: int, lesson: int, exam: str) -> str:
    at = exam or f"{min(answered % lesson + 1, lesson)} of {lesson}"
    kind = "Exam" if exam else "Lesson"
    return f"<h1>{escape(rules.game.name)}</h1><p>{kind}: {escape(skill)} · <b>{at}</b></p>"


def felt_of(rules: Rules, question: Question) -> tuple[Markup, Markup, Markup]:
    """The middle, the seats, and the seat that it is about before the viewer."""
    laid, view = layout_of(rules.game.id), _seen(question)
    now = scene(question.situation.view["events"], view.lies, view.lies.cards, rules, viewer=view.viewer)
    if question.skill != DECISIONS:  # what a hand comes to is what is asked
        now.counts, now.fouls, now.lifted = {}, {}, {}
    about, seat = view.viewer, view.seat
    lie = spots.Spots({}, {}, dict(seat.wagers) if seat else {})
    lines = spots.shared_spots(about, rules, now, lie) if laid.shared else Markup()
    covers = view.bank if view.bank.covers_wins is not None and question.skill == PAYOUTS else None
    around = felt.lying_around(rules, view, lines=lines, shoe=False) + render("school/covers.html", bank=covers)
    own = Markup()
    if seat is not None:
        own = Markup() if laid.shared else spots.own_spots(about, rules, now, lie)
        own = seats.own_place(about, rules, view, now, own, left=seat.stack, setting=False, called="behind the wagers")
    return felt.middle(rules, now) + around, seats.rails(rules, view, now, can_sit=False), own


def _seen(question: Question) -> TableView:
    """The table that a question is about, through the eyes of the seat it is about; seats have no names."""
    view = question.situation.view
    seats = {who: {**one, "name": who.capitalize()} for who, one in view["seats"].items()}
    about = question.about if question.about in seats else ""
    lies = {"cards": view["cards"], "gone": ()}
    return TableView.read({**view, "viewer": about, "seats": seats, "lies": lies})


# What is asked, and what may be answered


def asked(question: Question) -> str:
    return f'<h2 class="asked"><span>{escape(question.asked)}</span></h2>'


def options(form: Choice) -> str:
    buttons = "".join(
        f'<button class="do option" data-hw="say" data-key="{at}" data-text="{escape(option)}"><kbd>{at}</kbd>'
        f"<span>{escape(_upper(option))}</span></button>"
        for at, option in enumerate(form.options, start=1)
    )
    return f'<div class="answers options" role="group" aria-label="Answers">{buttons}</div>'


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def field(form: Form) -> str:
    known = form.options if isinstance(form, Choice) else ()
    listed = "".join(f'<option value="{escape(option)}"></option>' for option in known)
    list_ = f'<datalist id="answers">{listed}</datalist>' if known else ""
    mode = ' inputmode="decimal"' if form.kind == "money" else ""
    return (
        f'<form class="fill answers" data-hw="say"><label>{escape(_upper(form.prompt()[:160]))}'
        f'<input name="value" data-focus autocomplete="off" required maxlength="200"{mode}{" list=answers" * bool(known)}></label>{list_}'
        '<button class="do go"><span>Answer</span><kbd>↵</kbd></button></form>'
    )


def only_left(form: Settlement, entries: Mapping[str, int]) -> str:
    """The one that is left to settle, where there is no choice."""
    left = [name for name in form.names if name not in entries]
    return left[0] if len(left) == 1 else ""


def settlement(form: Settlement, entries: Mapping[str, int], picked: str) -> str:
    """One after the other: which is settled next, and what it comes to."""
    rows = "".join(
        f"<li><span>{escape(_spoken(name))}</span><b>{_came(amount)}</b></li>" for name, amount in entries.items()
    )
    done = f'<ol class="settled">{rows}</ol>' if rows else ""
    name = picked or only_left(form, entries)
    again = (
        '<button type="button" class="do plain" data-hw="again" data-key="Escape"><span>Start over</span><kbd>Esc</kbd></button>'
        if entries or picked
        else ""
    )
    if not name:
        buttons = "".join(
            f'<button class="do option" data-hw="pick" data-key="{at}" data-name="{escape(one)}"><kbd>{at}</kbd>'
            f"<span>{escape(_upper(_spoken(one)))}</span>{_lies(form, one)}</button>"
            for at, one in enumerate(form.names, start=1)
            if one not in entries
        )
        next_ = "first" if not entries else "next"
        which = f"Which is settled {next_}?" if form.signed else "Whose is it?"
        return f'{done}<p class="hint">{which}</p><div class="answers options">{buttons}{again}</div>'
    hint = "paid 12.50 · takes it − · goes back 0" if form.signed else "how much"
    return (
        f'{done}<form class="fill answers" data-hw="amount"><label>{escape(_upper(_spoken(name)))}{_lies(form, name)}'
        f'<input name="value" data-focus inputmode="text" autocomplete="off" required maxlength="20" placeholder="{hint}"></label>'
        f'<button class="do go"><span>Enter</span><kbd>↵</kbd></button>{again}</form>'
    )


def _spoken(name: str) -> str:
    return name.replace("-", " ")


def _lies(form: Settlement, name: str) -> str:
    stake = form.stakes[form.names.index(name)] if form.stakes else 0
    return f"<small>{shown(stake)}</small>" if stake else ""


def _came(amount: int) -> str:
    return f"pays {shown(amount)}" if amount > 0 else f"takes {shown(-amount)}" if amount else "goes back"


def setting(form: Setting, chosen: Sequence[int]) -> str:
    """The cards, each with its key; those chosen are lifted."""
    cards = "".join(
        f'<button class="pickcard{" up" if at in chosen else ""}" data-hw="card" data-at="{at}" data-key="{at + 1}" '
        f'aria-pressed="{str(at in chosen).lower()}">{face(NAMES[one])}<kbd>{at + 1}</kbd></button>'
        for at, one in enumerate(form.cards)
    )
    ready = "" if len(chosen) == form.count else " disabled"
    return (
        f'<div class="arrange" role="group" aria-label="{escape(form.prompt())}">{cards}</div><div class="answers">'
        f'<button class="do go" data-hw="set" data-key="Enter"{ready}><span>Set it so</span><kbd>↵</kbd></button></div>'
    )


def named(form: Setting, chosen: Sequence[int]) -> str:
    return text(tuple(form.cards[at] for at in chosen))


def verdict(done: Judged, *, last: bool) -> str:
    """Right or not, why, by which clause, and what it would have cost."""
    kind = "yes" if done.right else "no"
    mark = "✓" if done.right else "✗"
    expected = "" if done.right else f'<p class="expected">Right is <b>{escape(_plain(done.expected))}</b></p>'
    hour = f"<p>Made every round, it costs {shown(done.an_hour)} an hour.</p>" if done.an_hour else ""
    lines = "".join(f"<li>{told(line)}</li>" for line in done.why)
    worths = "".join(
        f"<tr><th scope=row>{escape(answer)}</th><td>{escape(worth)}</td><td>{'best' if costs == '0' else 'costs $' + escape(costs)}</td></tr>"
        for answer, worth, costs in done.worths
    )
    table = f'<table class="worths"><tbody>{worths}</tbody></table>' if worths else ""
    named = {line.clause for line in done.why}
    more = " ".join(cited(clause) for clause in done.clauses if clause not in named)
    next_ = "How it went" if last else "Next"
    return (
        f'<div class="marking {kind}" role="status"><p class="score"><b aria-hidden="true">{mark}</b> {escape(done.words())}</p>{expected}{hour}'
        f'<ul class="because">{lines}</ul>{table}{f"<p>{more}</p>" if more else ""}</div>'
        f'<div class="answers"><button class="do go" data-hw="next" data-key="Enter" data-focus><span>{next_}</span><kbd>↵</kbd></button></div>'
    )


def _plain(expected: str) -> str:
    return expected.replace(" -", " −")


# Beside the felt


def beside(
    rules: Rules, skill: str, answered: Sequence[Judged], standing: Standing | None, waiting: Waiting | None
) -> str:
    """How this lesson goes, and how it went so far."""
    right = sum(one.right for one in answered)
    dots = "".join(f'<i class="{"yes" if one.right else "no"}"></i>' for one in answered[-20:])
    lesson = (
        f'<h2>This lesson</h2><p class="tally"><b>{right}</b> of {len(answered)} right</p>'
        f'<p class="dots" role="img" aria-label="{right} of {len(answered)} right">{dots}</p>'
    )
    cost = sum(one.cost for one in answered)
    lesson += f"<p>Mistakes would have cost {shown(cost)}.</p>" if cost else ""
    if skill == DECISIONS and answered:
        hour = sum(one.an_hour or 0 for one in answered) // len(answered)
        lesson += f"<p>Played like this, an hour of {rules.game.rounds_an_hour} rounds costs {shown(hour)}.</p>"
    so_far = ""
    if standing is not None:
        weak = "".join(f"<li>{escape(topic)}</li>" for topic in standing.weak)
        so_far = (
            f"<h2>So far</h2><dl class='so-far'><dt>Answered</dt><dd>{standing.answered}</dd><dt>Right</dt>"
            f"<dd>{round(100 * standing.right / standing.answered)}%</dd><dt>Streak</dt><dd>{standing.streak}, best {standing.best}</dd>"
            f"<dt>Each</dt><dd>{standing.seconds:.0f} s</dd><dt>Level</dt><dd>{standing.level} of 3</dd><dt>Due</dt><dd>{standing.due}</dd></dl>"
            + (f"<h3>To practise</h3><ul class='weak'>{weak}</ul>" if weak else "")
        )
    before = ""
    if waiting is not None:
        lines = "".join(f"<li>{told(line)}</li>" for line in waiting.question.situation.told)
        before = f"<h2>What happened last</h2><ol class='story'>{lines}</ol>" if lines else ""
    keys = "<p class='quiet'>Answer with the number keys and ↵; no mouse is needed.</p>"
    return (
        f'<div class="lessons">{before}{lesson}{so_far}<p class="quiet">{escape(SKILLS.get(skill, ""))}</p>{keys}</div>'
    )


def summary(rules: Rules, skill: str, answered: Sequence[Judged]) -> str:
    """Twenty questions later."""
    right, cost = sum(one.right for one in answered), sum(one.cost for one in answered)
    costs = f"Mistakes would have cost {shown(cost)}." if cost else "No mistake would have cost anybody a cent."
    if skill == DECISIONS:
        hour = sum(one.an_hour or 0 for one in answered) // len(answered)
        costs = f"Played like this, an hour of {rules.game.rounds_an_hour} rounds costs {shown(hour)}."
    return (
        f'<h2 class="asked"><span>{right} of {len(answered)} right</span></h2><p>{costs}</p><div class="answers">'
        '<button class="do go" data-hw="next" data-key="Enter" data-focus><span>Go on</span><kbd>↵</kbd></button>'
        '<a class="do plain" href="/school"><span>To the school</span></a></div>'
    )


def told_at(closes: int) -> str:
    """All is answered, and the class goes on."""
    return (
        '<h2 class="asked"><span>You have answered everything.</span></h2>'
        f'<p class="hint">The results are shown when the class is over, at {moment(closes)} UTC: open this page again then.</p>'
        '<div class="answers"><a class="do go" href="/school"><span>To the school</span></a></div>'
    )


def result(one: Result) -> str:
    """What somebody made of an exam."""
    rows = "".join(
        f'<li class="{"yes" if line.right else "no"}"><span>{line.number}. {escape(line.asked)}</span> '
        f"<b>{escape(line.said)}</b>{'' if line.right else f' · right is <b>{escape(line.expected)}</b>'}</li>"
        for line in one.lines
    )
    return (
        f'<h2 class="asked"><span>The exam is over: {one.right} of {one.questions} right, {one.seconds:.0f} seconds</span></h2>'
        f'<ol class="paper">{rows}</ol><div class="answers"><a class="do go" href="/school"><span>To the school</span></a></div>'
    )
