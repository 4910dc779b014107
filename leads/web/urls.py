"""Every address of the product. A change is a post to the thing it changes."""

from django.urls import URLPattern, path

from leads.web import (
    board,
    changes,
    courier_webhook,
    deals,
    doors,
    handing_off,
    lead,
    many,
    outcomes,
    playbook,
    raising,
    signing_in,
    spreadsheet,
    touching,
)

urlpatterns: list[URLPattern] = [
    path("", board.board, name="board"),
    path("board/changes/", board.board_changes, name="board-changes"),
    path("leads.csv", spreadsheet.leads_csv, name="leads-csv"),
    path("leads/bulk/", many.bulk, name="bulk"),
    path("leads/new/", raising.new_lead, name="new-lead"),
    path("leads/<int:lead_id>/", lead.lead, name="lead"),
    path("leads/<int:lead_id>/sheet/<slug:name>/", lead.sheet, name="sheet"),
    path("leads/<int:lead_id>/disqualify/", outcomes.disqualify, name="disqualify"),
    path("leads/<int:lead_id>/move/", outcomes.move, name="move"),
    path("leads/<int:lead_id>/assign/", outcomes.assign, name="assign"),
    path("leads/<int:lead_id>/channel/", outcomes.channel, name="channel"),
    path("leads/<int:lead_id>/next-step/", outcomes.next_step, name="next-step"),
    path("leads/<int:lead_id>/note/", outcomes.note, name="note"),
    path("leads/<int:lead_id>/log-call/", touching.log_call, name="log-call"),
    path("leads/<int:lead_id>/hand-off/", handing_off.hand_off, name="hand-off"),
    path(
        "leads/<int:lead_id>/close-with-deal/", handing_off.close_with_deal, name="close-with-deal"
    ),
    path("desk/deals/", deals.unattributable, name="deals"),
    path("desk/deals/<slug:deal_id>/link/", deals.link, name="link-deal"),
    path("touches/<int:touch_id>/judge/", touching.judge, name="judge"),
    path("leads/<int:lead_id>/undo/", outcomes.undo, name="undo"),
    path("writes/<int:write_id>/retry/", outcomes.send_again, name="retry"),
    path("writes/<int:write_id>/discard/", outcomes.give_up, name="discard"),
    path("changes/", changes.changes, name="changes"),
    path("changes/undo/", changes.undo_last, name="undo-last"),
    path("playbooks/working-with-leads/", playbook.working_with_leads, name="playbook"),
    path("playbooks/working-with-quotes", playbook.after_the_deal, name="after-the-deal"),
    path("webhooks/easyship/", courier_webhook.easyship, name="easyship-webhook"),
    path("doors/<slug:token>/demo-lock/", doors.demo_lock, name="demo-lock"),
    path("doors/<slug:token>/calculator/", doors.calculator, name="calculator"),
    # Without the slash too: a redirect would turn the post into a look, and lose it.
    path("doors/<slug:token>/demo-lock", doors.demo_lock),
    path("doors/<slug:token>/calculator", doors.calculator),
    path("login/", signing_in.sign_in, name="login"),
    path("logout/", signing_in.sign_out, name="logout"),
]
