"""What a person says of touches: who wrote a reply, and a call that was made outside HubSpot."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from leads.actions import judge_touch as judging
from leads.actions import log_call as calling
from leads.models import Decision, Touch
from leads.web.answers import By, answer
from leads.web.forms import JudgeForm, LogCallForm
from leads.web.htmx import HtmxRequest


@require_POST
def judge(request: HtmxRequest, touch_id: int) -> HttpResponse:
    form = JudgeForm(request.POST)

    def choose(by: By) -> Decision:
        return judging.judge_touch(
            touch_id, is_human=form.said("is_human") == "yes", office=settings.OFFICE, **by
        )

    return answer(request, lead_of(touch_id), form, choose)


@require_POST
def log_call(request: HtmxRequest, lead_id: int) -> HttpResponse:
    form = LogCallForm(request.POST)
    return answer(
        request,
        lead_id,
        form,
        lambda by: calling.log_call(lead_id, outcome=form.chosen, note=form.said("note"), **by),
    )


def lead_of(touch_id: int) -> int:
    lead_id = Touch.objects.filter(pk=touch_id).values_list("lead_id", flat=True).first()
    if lead_id is None:
        raise Http404("There is no such message.")
    return lead_id
