// [data-desk-row]: a digit presses that channel's button of the row in hand; then the next row has the focus.
import { isForUs } from "./keys.js";

const rowOf = (element) => element?.closest?.("[data-desk-row]");

document.addEventListener("keydown", (event) => {
  if (!isForUs(event)) return;
  const button = rowOf(document.activeElement)?.querySelector(`[data-digit="${CSS.escape(event.key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

// The next row that still needs a channel or a name, from the top again after the last; else the words at the end.
function focusAfter(id, stays) {
  const row = document.getElementById(id);
  const waiting = [...document.querySelectorAll("[data-desk-row][data-needs]")].filter((one) => one !== row);
  const next = waiting.find((one) => row && row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const to = stays ? row : (next ?? waiting[0]);
  (to?.querySelector(".who") ?? document.querySelector("#finish h2"))?.focus();
}

document.addEventListener("htmx:afterRequest", (event) => {
  const { target, xhr, requestConfig } = event.detail;
  if (requestConfig?.verb !== "post" || !target?.matches?.("[data-desk-row]")) return;
  setTimeout(() => focusAfter(target.id, xhr.status !== 200 || "stays" in requestConfig.elt.dataset));
});
