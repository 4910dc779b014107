"""The playbook: why the rules are as they are, in a rep's words. Every refusal links to its paragraph."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leads.domain.channels import Channel
from leads.domain.disqualification import Reason
from leads.web.htmx import HtmxRequest

MEANS = {
    Reason.NO_RESPONSE: "The whole sequence went out and no person ever replied.",
    Reason.NO_INTEREST: "They replied, and declined.",
    Reason.NOT_A_GOOD_FIT: "They are not the kind of operator we sell to.",
    Reason.BAD_TIMING: "Interested, but not now. Say when to call back.",
    Reason.NO_DECISION_MAKING_POWER: "The right company, but somebody else decides.",
    Reason.BUDGET_CONSTRAINTS: "They want it and cannot pay for it.",
}
"""When to use a reason; the rare ones explain themselves."""


@require_GET
def working_with_leads(request: HtmxRequest) -> HttpResponse:
    """`/playbooks/working-with-leads/`, for everybody who signed in."""
    shown = {
        "reasons": [(reason, MEANS.get(reason, "")) for reason in Reason if not reason.is_rare],
        "rare": [reason for reason in Reason if reason.is_rare],
        "channels": [(channel, channel.deal_pair) for channel in Channel],
    }
    return render(request, "leads/playbook.html", shown)


@require_GET
def after_the_deal(request: HtmxRequest) -> HttpResponse:
    """`/playbooks/working-with-quotes`: how to go on once there is a deal."""
    return render(request, "leads/after_the_deal.html")
