"""The verdicts of a check in words: a sentence for each figure and target, a line for each game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from balance.analysis.comparison import MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, SAME, UNDECIDED, Comparison
from balance.analysis.stats import FORESEEABLE, games_text
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, Judgement
from balance.analysis.targets.measures import LIFT, MEASURES, SHARE
from balance.common.errors import plain
from balance.engine.game.agents import among
from balance.judging.baseline_update import GONE, NEW, BaselineUpdate
from balance.judging.gate import Check, TargetCheck, failing_verdicts
from balance.report.labels import as_player, true_minus
from balance.report.phrases import some_names

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
    says: str
    weight: str
    file: str = ""
    line: int | None = None


def items(check: Check, mode: Mode = STRICT) -> Iterator[Item]:
    """Everything a check has to say of a game."""
    if check.refused:
        yield Item(check.game, "reference figures", "refused", check.refused, FAILS)
    for one in check.comparisons:
        yield Item(check.game, name_of(one), one.verdict, sentence(one), mode.weight(one.verdict))
    for target in check.targets:
        of = f"{check.game}, {target.label}"
        if target.refused:
            yield Item(of, "targets", "refused", target.refused, FAILS, target.file, target.line)
        for judged in target.judgements:
            weight = mode.weight(judged.verdict)
            yield Item(of, judged.name, judged.verdict, target_sentence(judged), weight, target.file, judged.line)


# ---------------------------------------------------------------- figures


def name_of(one: Comparison) -> str:
    """A figure and what it is of, in one line."""
    return plain(f"{one.figure} ({one.subject})" if one.subject else one.figure)


def shown(one: Comparison, value: float | None) -> str:
    """A value of the figure, readable."""
    if value is None:
        return "-"
    return true_minus(f"{100 * value:.2f} %" if one.headline.is_share else f"{value:.4g}")


def difference(one: Comparison, value: float | None) -> str:
    """A difference of two values of the figure; of shares in points, without the word."""
    if value is None:
        return "-"
    return true_minus(f"{100 * value:+.2f}" if one.headline.is_share else f"{value:+.4g}")


def sentence(one: Comparison) -> str:
    """What happened to one figure."""
    text = f"{name_of(one)}: {shown(one, one.before)} -> {shown(one, one.after)}"
    if one.difference is not None:
        low, high, margin = (difference(one, value) for value in (one.low, one.high, one.margin))
        points = " points" if one.headline.is_share else ""
        text += f" (difference {low} to {high}{points}, margin {margin.lstrip('+')}{points})"
    if one.games_needed:
        text += f"; {games_text(one.games_needed)} would decide"
    return f"{text}; {one.reason}" if one.reason else text


# ---------------------------------------------------------------- targets


def amount(one: Judgement, value: float | None, signed: bool = False) -> str:
    """A value of the target's measure, readable."""
    if value is None:
        return "-"
    if one.unit == SHARE:
        return true_minus(f"{100 * value:{'+' if signed else ''}.2f} {'points' if signed else '%'}")
    if one.unit == LIFT:
        return true_minus(f"{100 * value / max(1, one.players):+.2f} points")
    return true_minus(f"{value:.4g} {one.unit}")


def _is_distance(one: Judgement) -> bool:
    return MEASURES[one.name.partition(".")[0]].distance


def found(one: Judgement) -> str:
    """What was found, with its interval."""
    distance = _is_distance(one)
    who = f"{plain(as_player(one.subject))} " if one.subject else ""
    if one.value is None:
        return f"{who}cannot be computed: {' '.join(plain(word) for word in one.reason.split())}"
    value, low, high = (amount(one, x, distance) for x in (one.value, one.low, one.high))
    return f"{who}{value} ({low.rpartition(' ')[0]} to {high})"


def wanted(one: Judgement) -> str:
    """The band, in words."""
    low, high = amount(one, one.at_least), amount(one, one.at_most, _is_distance(one)).lstrip("+")
    if one.at_least is None:
        return f"at most {high}"
    return f"at least {low}" if one.at_most is None else f"{low.rpartition(' ')[0]} to {high}"


def target_sentence(one: Judgement) -> str:
    """What was found of one target, what is wanted, and what would decide it."""
    parts = [f"{one.name}: {found(one)}, wanted {wanted(one)}, margin {amount(one, one.margin, True).lstrip('+')}"]
    others = [plain(as_player(name)) for name in one.culprits if name != one.subject]
    if others:
        parts.append(f"also {some_names(others, CULPRITS)}")
    if one.reason and one.value is not None:
        parts.append(one.reason)
    if one.games_needed:
        do = f"games = {one.games_needed}" if one.games_needed <= FORESEEABLE else "move the band or widen the margin"
        parts.append(f"{games_text(one.games_needed)} would decide: {do}")
    elif one.verdict == INCONCLUSIVE and not one.reason:
        parts.append("it lies on the edge: move the band or widen the margin")
    if one.untold:
        parts.append(f"{len(one.untold)} cards without a figure are not judged")
    return "; ".join(parts)


# ---------------------------------------------------------------- new reference figures


def update_text(update: BaselineUpdate, game: str) -> str:
    """What new reference figures change: how many of each verdict, then the cards, then every figure that changed."""
    counts = {verdict: update.count(verdict) for verdict in (*VERDICTS, NEW, GONE)}
    lines = [f"{game}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)]
    if update.others:
        lines.append(f"  these are figures of {', '.join(update.others)}")
    lines += [f"  card {line}" for line in update.cards]
    changed = [one for one in update.comparisons if one.verdict != SAME]
    changed.sort(key=lambda one: [*counts].index(one.verdict))
    return "\n".join([*lines, *(f"  {one.verdict}: {sentence(one)}" for one in changed)])


# ---------------------------------------------------------------- games


def summary(check: Check, mode: Mode = STRICT) -> str:
    """One line for a game; the reason of a refusal may have a second one."""
    parts = [part for part in (counts(check, VERDICTS), check.refused) if part] or [""]
    if check.targets:
        refused = sum(bool(one.refused) for one in check.targets)
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
    sums = {verdict: sum(one.count(verdict) for one in targets) for verdict in TARGET_VERDICTS}
    return ", ".join(f"{count} {verdict}" for verdict, count in sums.items() if count) or "none judged"


def heading(target: TargetCheck) -> str:
    """Which games a table of targets is about, how many were played, and where it stands."""
    where = f"{plain(target.file)}, line {target.line}" if target.line else plain(target.file)
    return f"{target.label} ({target.games:,} games; {where})"
