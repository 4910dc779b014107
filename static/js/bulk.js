// [data-bulk]: says how many are ticked, keeps the ticks when the table is drawn anew, and ticks all at once.
const ticked = new Set();
const ticks = () => [...document.querySelectorAll("[data-tick]")];

function count() {
  const form = document.querySelector("[data-bulk]");
  if (!form) return;
  const chosen = ticks().filter((tick) => tick.checked);
  form.querySelector("[data-bulk-count]").textContent = `${chosen.length} ticked`;
  for (const button of form.querySelectorAll("[type=submit]")) if (!button.title) button.disabled = chosen.length === 0;
  const all = document.querySelector("[data-tick-all]");
  if (!all) return;
  all.checked = chosen.length > 0 && chosen.length === ticks().length;
  all.indeterminate = chosen.length > 0 && !all.checked;
}

function restore() {
  for (const tick of ticks()) if (ticked.has(tick.value)) tick.checked = true;
  count();
}

const keep = (tick) => (tick.checked ? ticked.add(tick.value) : ticked.delete(tick.value));

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-tick-all]")) {
    for (const tick of ticks()) tick.checked = event.target.checked;
    ticks().forEach(keep);
  } else if (event.target.matches("[data-tick]")) keep(event.target);
  else return;
  count();
});

// One fold of the bar at a time; Esc and a press beside it close it.
const close = (but) => {
  for (const fold of document.querySelectorAll("[data-bulk] details[open]")) if (fold !== but) fold.open = false;
};
document.addEventListener("click", (event) => close(event.target.closest("[data-bulk] details")));
document.addEventListener("keydown", (event) => {
  const fold = event.key === "Escape" && event.target.closest("[data-bulk] details[open]");
  if (!fold) return;
  event.preventDefault();
  fold.open = false;
  fold.querySelector("summary").focus();
}, true);

document.addEventListener("htmx:load", restore);
ticks().filter((tick) => tick.checked).forEach(keep);
restore();
