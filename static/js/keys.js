// Letter keys on the board. They are silent while typing, behind a dialog, and when switched off in [data-help].
import { closePanel } from "./panel.js";

const ACTS = { n: "no-response", d: "disqualify", e: "next-step", b: "hand-off", l: "log-call", m: "menu" };
const box = document.querySelector("[data-letter-keys]");
if (box) {
  box.checked = localStorage.getItem("letter-keys") !== "off";
  box.addEventListener("change", () => localStorage.setItem("letter-keys", box.checked ? "on" : "off"));
}

const leads = () => [...document.querySelectorAll("[data-board] :is(.card, tr[data-row]) .who, [data-desk-row] .who")].filter((link) => link.checkVisibility());
const isTyping = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

export function chosen() {
  const open = document.querySelector("[data-open-lead]")?.dataset.openLead;
  return document.activeElement?.closest("[data-lead]") ?? document.querySelector(".card:hover") ?? (open && document.getElementById(`lead-${open}`));
}

function step(by) {
  const all = leads();
  const at = all.indexOf(chosen()?.querySelector(".who"));
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
  next?.focus();
  if (next && document.querySelector("[data-panel] [data-open-lead]")) next.click();
}

// With ticks in the list, M opens the move of all that are ticked.
function moveTicked() {
  const fold = document.querySelector("[data-tick]:checked") && document.querySelector("[data-bulk-move]");
  if (!fold) return null;
  fold.open = true;
  fold.querySelector("select").focus();
  return fold;
}

function act(name) {
  const part = chosen()?.querySelector(`[data-act="${name}"]`);
  if (!part && name === "menu") return moveTicked();
  if (part) part.click();
  return part;
}

const isOurs = (event) => !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"));

// Whether a letter or a digit pressed now means an action and no text.
export const isForUs = (event) => isOurs(event) && !isTyping(event.target) && !(box && !box.checked);

document.addEventListener("keydown", (event) => {
  if (!isOurs(event)) return;
  if (event.key === "Escape") return document.querySelector(":popover-open") ? undefined : closePanel();
  if (!isForUs(event)) return;
  const key = event.key.toLowerCase();
  const done = {
    j: () => step(1),
    k: () => step(-1),
    z: () => (document.querySelector("[data-undo]") ?? document.querySelector("[data-undo-last]"))?.click(),
    "/": () => document.getElementById("search")?.focus(),
    "?": () => document.getElementById("help")?.togglePopover(),
  }[key] ?? (ACTS[key] && (() => act(ACTS[key])));
  if (!done) return;
  event.preventDefault();
  done();
});
