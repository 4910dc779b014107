// The [data-sheet] dialog opens when a form arrives in it and closes when its outcome is known.
const sheet = document.querySelector("[data-sheet]");
const body = sheet.firstElementChild;

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== body || sheet.open) return;
  sheet.showModal();
  const chosen = body.querySelector("[autofocus], [type=radio]:checked, details.later[open] button");
  const first = body.querySelector("button.choice:enabled, [type=radio]:enabled, input:not([type=hidden]), select, textarea");
  (chosen ?? first)?.focus();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr, requestConfig } = event.detail;
  if (requestConfig?.verb === "post" && sheet.contains(elt) && xhr.status === 200) sheet.close();
});

// An item of a card's menu that was pressed has done its work.
document.addEventListener("htmx:beforeRequest", (event) => event.detail.elt.closest(":popover-open")?.hidePopover());

sheet.addEventListener("close", () => body.replaceChildren());

// A press on the backdrop or on [data-close] changes nothing and gives the focus back.
sheet.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest("[data-close]")) sheet.close();
});
