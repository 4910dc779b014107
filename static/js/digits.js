// [data-digits]: while such a form is open, a digit presses what carries it in [data-digit]. The digits of
// an open fold come first.
const free = (part) => !part.disabled;

function partFor(form, digit) {
  const parts = [...form.querySelectorAll(`[data-digit="${digit}"]`)].filter(free);
  const inFold = parts.find((part) => part.matches("details.later[open] button"));
  return inFold ?? parts.find((part) => !part.matches("details.later button"));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  if (event.target.matches("textarea, input:not([type=radio]), select")) return;
  const form = document.querySelector("dialog[open] [data-digits]") ?? event.target.closest("[data-digits]");
  const part = form && partFor(form, event.key);
  if (!part) return;
  event.preventDefault();
  const folded = part.closest("details.rare:not([open])");
  if (!folded) return part.click();
  folded.open = true; // seen first, pressed by the same key once more
  part.focus();
});

// A fold that was opened hands the focus on to the first of its answers.
document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (fold.matches?.("[data-digits] details.later[open]")) fold.querySelector("button")?.focus();
}, true);
