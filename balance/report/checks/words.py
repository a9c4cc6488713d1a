"""The verdicts of a check in words: a sentence for each figure and target, a line for each game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from balance.analysis.comparison import MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, SAME, UNDECIDED, Comparison
from balance.analysis.stats import FORESEEABLE, games_text
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, Judgement
from balance.analysis.targets.measures import LIFT, MEASURES, POWER, SHARE
from balance.common.errors import plain
from balance.engine.game import Plan
from balance.engine.game.agents import among
from balance.engine.game.headlines import GAIN
from balance.judging.baseline_update import GONE, NEW, BaselineUpdate
from balance.judging.gate import Check, TargetCheck, failing_verdicts
from balance.report.differences import LISTED, figure_text, of_card, size
from balance.report.differences import sentence as change
from balance.report.labels import as_player, true_minus
from balance.report.phrases import card_text, some_names

VERDICTS = (MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, UNDECIDED, SAME)
TARGET_VERDICTS = (FAIL, INCONCLUSIVE, PASS)
CULPRITS = 5
"""Culprits named in a sentence."""

FAILS, OPEN, FINE = "fails", "open", "fine"
NO_BASELINE = "NO BASELINE"


@dataclass(frozen=True)
class Mode:
    """How strict a check is."""

    warn_only: bool = False
    on_inconclusive: bool = False

    def fails(self, check: Check) -> bool:
        """Whether a game's check fails."""
        return check.fails(self.on_inconclusive)

    def weight(self, verdict: str) -> str:
        """What a verdict does: FAILS, leaves OPEN, or FINE."""
        if verdict in failing_verdicts(self.on_inconclusive):
            return FAILS
        return OPEN if verdict in (UNDECIDED, INCONCLUSIVE) else FINE


STRICT = Mode()


@dataclass(frozen=True)
class Item:
    """One verdict, or a refusal, as a line of any format."""

    of: str
    """The game, and of a target the games it is about."""
    name: str
    verdict: str
    message: str
    weight: str
    file: str = ""
    line: int | None = None


def items(check: Check, mode: Mode = STRICT) -> Iterator[Item]:
    """Everything a check has to say of a game."""
    if check.refused:
        yield Item(check.game, "reference figures", "refused", check.refused, FAILS)
    for text in figure_texts(check):
        yield Item(check.game, name_of(text.figure), text.verdict, text.sentence, mode.weight(text.verdict))
    for target in check.targets:
        of = f"{check.game}, {target.label}"
        if target.refused:
            yield Item(of, "targets", "refused", target.refused, FAILS, target.file, target.line)
        for judged in target.judgements:
            weight = mode.weight(judged.verdict)
            message = target_sentence(judged, check.plans)
            yield Item(of, judged.name, judged.verdict, message, weight, target.file, judged.line)


# ---------------------------------------------------------------- figures


@dataclass(frozen=True)
class FigureText:
    """A figure in words."""

    figure: Comparison
    name: str
    """The figure and what it is of, as people call it: "Win rate of a style: bold"."""
    sentence: str

    @property
    def verdict(self) -> str:
        """What was found."""
        return self.figure.verdict

    def __str__(self) -> str:
        return f"{self.verdict}: {self.sentence}"


def figure_texts(check: Check) -> list[FigureText]:
    """Every figure, as ``largest_first`` has them."""
    plan = check.plan
    if plan is None:  # nothing was played, so nothing was compared
        return []
    return [
        FigureText(figure, named(figure, plan), sentence(figure, plan))
        for figure in largest_first(check.comparisons, VERDICTS, check.edited)
    ]


def largest_first(
    figures: Iterable[Comparison], verdicts: Sequence[str], edited: Collection[str] = ()
) -> list[Comparison]:
    """The figures by verdict: those of edited cards, then those of the game, then others; the largest changes first."""

    def place(figure: Comparison) -> tuple[int, int, float, str, str]:
        group = 1 if not of_card(figure) else 0 if figure.subject in edited else 2
        return verdicts.index(figure.verdict), group, -size(figure), figure.figure, figure.subject

    return sorted(figures, key=place)


def not_the_same(check: Check) -> list[FigureText]:
    """What moved, cannot be compared or is not decided."""
    return [text for text in figure_texts(check) if text.verdict != SAME]


def largest(check: Check, mode: Mode = STRICT) -> Iterator[str]:
    """The first of what fails, LISTED at most, and how much more there is."""
    others = not_the_same(check)
    failing = [text for text in others if mode.weight(text.verdict) == FAILS]
    yield from map(str, failing[:LISTED])
    if words := _left_out(len(failing[LISTED:]), len(others) - len(failing), bool(failing)):
        yield words


def _left_out(alike: int, undecided: int, others: bool) -> str:
    """How many figures are not told, and how to see them; "": none. ``others``: some are told before."""
    counts = ((alike, "more like these"), (undecided, UNDECIDED))
    words = ", ".join(f"{count:,} {what}" for count, what in counts if count)
    return words and f"{'and ' if others else ''}{words}: --all tells them"


def name_of(comparison: Comparison) -> str:
    """A figure and what it is of, in one line, as the reference figures and `--json` call it."""
    return plain(f"{comparison.figure} ({comparison.subject})" if comparison.subject else comparison.figure)


def named(comparison: Comparison, plan: Plan) -> str:
    """A figure and what it is of, in one line, as people call it."""
    return plain(figure_text(comparison, (plan,)))


def shown(comparison: Comparison, value: float | None) -> str:
    """A value of the figure, readable."""
    if value is None:
        return "-"
    unit = "points" if comparison.headline.unit == GAIN else "%"
    return true_minus(f"{100 * value:.2f} {unit}" if comparison.headline.is_share else f"{value:.4g}")


def width(comparison: Comparison) -> str:
    """By how much the figure may differ: of a share in points, for it is a difference of two."""
    points = f"{100 * comparison.margin:.2f} points"
    return points if comparison.headline.is_share else shown(comparison, comparison.margin)


def sentence(comparison: Comparison, plan: Plan) -> str:
    """What happened to one figure."""
    if comparison.difference is None:
        before, after = (shown(comparison, value) for value in (comparison.before, comparison.after))
        text = f"{named(comparison, plan)}: {before} -> {after}"
    else:
        text = plain(change(comparison, (plan, plan)).removesuffix("."))
    if comparison.games_needed:
        text += f"; {_would_decide(comparison, comparison.games_needed)}"
    return f"{text}; {comparison.reason}" if comparison.reason else text


def _would_decide(comparison: Comparison, games: int) -> str:
    if comparison.headline.again and games <= FORESEEABLE:
        return f"{games_text(games)} played again without the card would decide, more than a check plays"
    return f"{games_text(games)} would decide"


# ---------------------------------------------------------------- targets


def amount(judged: Judgement, value: float | None, signed: bool = False) -> str:
    """A value of the target's measure, readable."""
    if value is None:
        return "-"
    if judged.unit == SHARE:
        return true_minus(f"{100 * value:{'+' if signed else ''}.2f} {'points' if signed else '%'}")
    if judged.unit == LIFT:
        return true_minus(f"{100 * value / max(1, judged.players):+.2f} points")
    return true_minus(f"{value:.4g} {judged.unit}")


def _is_distance(judged: Judgement) -> bool:
    return MEASURES[judged.name.partition(".")[0]].distance


def subject_of(name: str, plans: Sequence[Plan]) -> str:
    """What a target is judged of, as people call it: "player 2", a card with its name as these plans have it."""
    return plain(as_player(card_text(name, plans)))


def measured(judged: Judgement, plans: Sequence[Plan] = ()) -> str:
    """What was measured, with its interval."""
    distance = _is_distance(judged)
    who = f"{subject_of(judged.subject, plans)} " if judged.subject else ""
    if judged.value is None:
        return f"{who}cannot be computed: {' '.join(plain(word) for word in judged.reason.split())}"
    value, low, high = (amount(judged, x, distance) for x in (judged.value, judged.low, judged.high))
    return f"{who}{value} ({low.rpartition(' ')[0]} to {high})"


def wanted(judged: Judgement) -> str:
    """The band, in words; of power the margin, which is all of its band."""
    if judged.name == POWER:
        return f"within {margin(judged)}"
    low, high = amount(judged, judged.at_least), amount(judged, judged.at_most, _is_distance(judged)).lstrip("+")
    if judged.at_least is None:
        return f"at most {high}"
    return f"at least {low}" if judged.at_most is None else f"{low.rpartition(' ')[0]} to {high}"


def margin(judged: Judgement) -> str:
    """By how much the band may be missed."""
    return amount(judged, judged.margin, True).lstrip("+")


def target_sentence(judged: Judgement, plans: Sequence[Plan] = ()) -> str:
    """What was found of one target, what is wanted, and what would decide it. ``plans``: know the names of cards."""
    allowed = "" if judged.name == POWER else f", margin {margin(judged)}"
    first = f"{judged.name}: {measured(judged, plans)}, wanted {wanted(judged)}{allowed}"
    return "; ".join(filter(None, (first, more_of(judged, plans))))


def more_of(judged: Judgement, plans: Sequence[Plan] = ()) -> str:
    """What else there is to say of a target: who else misses it, why, what would decide it; "": nothing."""
    parts = []
    others = [subject_of(name, plans) for name in judged.culprits if name != judged.subject]
    if others:
        parts.append(f"also {some_names(others, CULPRITS)}")
    if judged.reason and judged.value is not None:
        parts.append(judged.reason)
    if judged.games_needed:
        foreseen = judged.games_needed <= FORESEEABLE
        do = f"games = {judged.games_needed}" if foreseen else "move the band or widen the margin"
        parts.append(f"{games_text(judged.games_needed)} would decide: {do}")
    elif judged.verdict == INCONCLUSIVE and not judged.reason:
        parts.append("it lies on the edge: move the band or widen the margin")
    if judged.without_figure:
        parts.append(f"{len(judged.without_figure)} cards without a figure are not judged")
    return "; ".join(parts)


# ---------------------------------------------------------------- new reference figures


def update_text(update: BaselineUpdate, plan: Plan, every: bool = False) -> str:
    """What new reference figures change: how many of each verdict, then the cards, then what changed most.

    ``every``: then every figure that changed, or is not decided.
    """
    counts = {verdict: update.count(verdict) for verdict in (*VERDICTS, NEW, GONE)}
    lines = [f"{plan.game.id}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)]
    if update.others:
        lines.append(f"  these are figures of {', '.join(update.others)}")
    lines += [f"  card {card}: {cells}" for card, cells in update.cards.items()]
    most = None if every else LISTED
    figures = largest_first(update.comparisons, [*counts], update.cards)
    told = [verdict for verdict in counts if verdict != SAME and (every or verdict != UNDECIDED)]
    by_verdict = [[figure for figure in figures if figure.verdict == verdict] for verdict in told]
    shown = [figure for alike in by_verdict for figure in alike[:most]]
    lines += [f"  {figure.verdict}: {sentence(figure, plan)}" for figure in shown]
    left_out = _left_out(sum(map(len, by_verdict)) - len(shown), 0 if every else counts[UNDECIDED], bool(shown))
    return "\n".join([*lines, *([f"  {left_out}"] if left_out else [])])


# ---------------------------------------------------------------- games


def summary(check: Check, mode: Mode = STRICT) -> str:
    """One line for a game; the reason of a refusal may have a second one."""
    parts = [part for part in (counts(check, VERDICTS), check.refused) if part] or [""]
    if check.targets:
        refused = sum(bool(target.refused) for target in check.targets)
        parts.append(f"targets: {target_counts(check.targets)}" + (f", {refused} refused" if refused else ""))
        parts[0] = parts[0].replace("\n", " ")
    return f"{check.game}: {_verdict(check, mode)}, {'; '.join(parts[::-1] if check.missing else parts)}"


def _verdict(check: Check, mode: Mode) -> str:
    """Whether a game passes; a game whose only fault is that nobody has stored what it was fails at nothing."""
    if not mode.fails(check):
        return "PASS"
    return NO_BASELINE if check.missing and not check.finds(mode.on_inconclusive) else "FAIL"


def judged_cards(check: Check) -> str:
    """Which cards were judged; empty where none were."""
    return f"cards: {check.cards.label}" if check.cards else ""


def players_of(check: Check) -> str:
    """Among which players the verdicts hold; empty where nothing was judged."""
    return f"verdicts hold {among(check.agents)}" if check.agents else ""


def counts(check: Check, verdicts: tuple[str, ...]) -> str:
    """How many figures have which verdict."""
    return ", ".join(f"{check.count(verdict)} {verdict}" for verdict in verdicts if check.count(verdict))


def target_counts(targets: tuple[TargetCheck, ...]) -> str:
    """How many targets have which verdict."""
    sums = {verdict: sum(target.count(verdict) for target in targets) for verdict in TARGET_VERDICTS}
    return ", ".join(f"{count} {verdict}" for verdict, count in sums.items() if count) or "none judged"


def heading(target: TargetCheck) -> str:
    """Which games a table of targets is about, how many were played, and where it stands."""
    where = f"{plain(target.file)}, line {target.line}" if target.line else plain(target.file)
    return f"{target.label} ({target.games:,} games; {where})"
