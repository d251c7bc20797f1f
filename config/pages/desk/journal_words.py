"""A sentence for each action of an event's journal. A test finds actions without one."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.desk.journal_details import Json, NameLookup, action_details

Text = str | Promise

# The filters of the page, by the first word of an action.
TOPICS: dict[str, Text] = {
    "event": _("The event"),
    "entry": _("Players"),
    "apart": _("Kept apart"),
    "round": _("Rounds"),
    "lot": _("Lots"),
    "pairing": _("Pairing"),
    "stage": _("Stages"),
    "tie": _("Ties"),
    "playoff": _("Play-offs"),
    "slot": _("Games"),
    "game": _("Records"),
    "result": _("Results"),
    "stakes": _("Stakes"),
    "series": _("Matches"),
    "time": _("Times"),
    "role": _("Staff"),
    "invitation": _("Invitations"),
    "links": _("Personal links"),
}

# {it}: the subject of the line. {more}: its details, possibly empty.
SENTENCES: dict[str, Text] = {
    "event.created": _("planned the event"),
    "event.copied": _("copied it from {more}"),
    "event.approved": _("approved the event for rating"),
    "event.approval_undone": _("took back the approval for rating"),
    "event.edited": _("changed settings: {more}"),
    "event.registration": _("opened the registration"),
    "event.draft": _("made it a draft again"),
    "event.running": _("started the event"),
    "event.unstarted": _("took the start back"),
    "event.finished": _("finished the event"),
    "event.reopened": _("reopened the event"),
    "event.series": _("changed the season it counts in"),
    "entry.added": _("entered {it}: {more}"),
    "entry.approved": _("approved {it}: {more}"),
    "entry.refused": _("refused {it}"),
    "entry.cancelled": _("cancelled the entry of {it}"),
    "entry.promoted": _("{it} moved up from the waiting list"),
    "entry.left_out": _("{it} was not here at the start and is left out"),
    "entry.checked_in": _("checked {it} in"),
    "entry.check_in_undone": _("took the check-in of {it} back"),
    "entry.judgement_undone": _("took back what staff decided of {it}"),
    "entry.edited": _("changed the entry of {it}: {more}"),
    "entry.withdrawn": _("withdrew {it}: {more}"),
    "entry.returned": _("had {it} return: {more}"),
    "entry.bye_asked": _("noted a bye for {it}: {more}"),
    "entry.bye_cancelled": _("took a bye of {it} back: {more}"),
    "entry.absent": _("noted {it} absent: {more}"),
    "entry.adjusted": _("gave {it} {more}"),
    "entry.adjustment_cancelled": _("took back for {it}: {more}"),
    "apart.kept": _("kept apart: {more}"),
    "apart.ended": _("let meet: {more}"),
    "apart.restored": _("put back who is kept apart: {more}"),
    "apart.rule": _("made a rule: {more}"),
    "apart.rule_ended": _("ended a rule: {more}"),
    "round.paired": _("paired {it}"),
    "round.edited": _("edited the draft of {it}: {more}"),
    "round.edit_undone": _("took the last edits of the draft of {it} back"),
    "round.published": _("published {it}"),
    "round.unpublished": _("made {it} a draft again"),
    "round.withdrawn": _("withdrew {it}"),
    "round.discarded": _("discarded the draft of {it}"),
    "round.closed": _("closed {it}"),
    "round.reopened": _("reopened {it}"),
    "round.times": _("set when {it} opens and closes: {more}"),
    "lot.drawn": _("drew the lot for {it}: {more}"),
    "lot.redrawn": _("drew the lot for {it} again: {more}"),
    "lot.given": _("gave the number of the lot for {it}: {more}"),
    "pairing.cancelled": _("stopped the pairing of {it}"),
    "stage.begun": _("began {it}"),
    "stage.edited": _("changed the options of {it}"),
    "stage.undone": _("took {it} back"),
    "tie.ruled": _("ruled on a tie of {it}"),
    "tie.ruling_undone": _("took a ruling on a tie of {it} back"),
    "playoff.ordered": _("ordered a play-off, {it}"),
    "slot.state": _("{it}: {more}"),
    "slot.ruled": _("ruled on {it}: {more}"),
    "slot.entered": _("entered the result of {it}: {more}"),
    "slot.first_seat": _("changed who moves first in {it}"),
    "slot.taken_back": _("took back what staff decided of {it}"),
    "slot.disputed": _("disputed {it}"),
    "game.submitted": _("sent how it went, {it}"),
    "game.confirmed": _("confirmed {it}"),
    "game.refused": _("refused what was sent, {it}"),
    "game.voided": _("took a game out of the count, {it}"),
    "game.imported": _("brought in a record, {it}"),
    "result.recorded": _("the result of {it} is {more}"),
    "result.withdrawn": _("took the result of {it} back"),
    "stakes.agreed": _("agreed to the bids of {it}"),
    "stakes.bid": _("noted the bids of {it}"),
    "stakes.moved": _("moved coins for {it}"),
    "stakes.on": _("put {it} at stake"),
    "stakes.taken_back": _("took the bids of {it} back"),
    "series.followed": _("noted which games {it} still needs"),
    "time.proposed": _("proposed a time for {it}: {more}"),
    "time.agreed": _("agreed on a time for {it}: {more}"),
    "time.declined": _("declined a time for {it}"),
    "time.set": _("set a time for {it}: {more}"),
    "role.granted": _("made {it} {more}"),
    "role.revoked": _("took a role from {it}: {more}"),
    "invitation.issued": _("made an invitation: {more}"),
    "invitation.accepted": _("accepted an invitation"),
    "invitation.revoked": _("took an invitation back"),
    "links.issued": _("made personal links: {more}"),
    "links.shown": _("looked at personal links: {more}"),
    "links.mailed": _("mailed personal links: {more}"),
    "links.revoked": _("ended personal links: {more}"),
}


def describe_action(action: str, it: str, before: Json, after: Json, names: NameLookup) -> str:
    """In the active language; an unknown action is returned as its code."""
    text = SENTENCES.get(action)
    if text is None:
        return action
    more = action_details(action, before, after, names)
    return str(text).format(it=it, more=more or "–")
