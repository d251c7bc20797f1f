"""What an import has done, in one sentence, for the command, the API and the pages."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.models import Import

KINDS = ("rated", "unrated", "known", "refused")


def summary(totals: Mapping[str, int], *, files: int, dry_run: bool) -> str:
    """totals: how many results there are of each kind."""
    counts = {kind: totals.get(kind, 0) for kind in KINDS}
    sentence = (
        _(
            "Games {games}, files {files}: {stored} would be stored ({rated} rated, {unrated} "
            "not rated), {known} known already, {refused} refused."
        )
        if dry_run
        else _(
            "Games {games}, files {files}: {stored} stored ({rated} rated, {unrated} not rated), "
            "{known} known already, {refused} refused."
        )
    )
    stored = counts["rated"] + counts["unrated"]
    return sentence.format(games=sum(counts.values()), files=files, stored=stored, **counts)


def summary_of(found: Import) -> str:
    return summary(totals_of(found), files=found.files, dry_run=found.dry_run)


def totals_of(found: Import) -> dict[str, int]:
    totals = found.report[0] if found.report else {}
    return {kind: totals.get(kind, 0) for kind in KINDS}


def percent_read(found: Import) -> int:
    return min(100 * found.read // found.size, 100) if found.size else 0
