// [data-palette]: opens by Ctrl+K or Cmd+K, is walked by the arrows, and presses what was chosen on the
// lead's own card, so that there is one way to do each thing.
import { chosen } from "./keys.js";

const palette = document.querySelector("[data-palette]");
const field = palette?.querySelector("[role=combobox]");
const options = () => [...palette.querySelectorAll("[role=option]")];
const isChosen = (option) => option.getAttribute("aria-selected") === "true";

function open() {
  if (palette.open || document.querySelector("dialog[open]")) return;
  const lead = chosen()?.dataset.lead ?? document.querySelector("[data-open-lead]")?.dataset.openLead ?? "";
  palette.querySelector("[data-palette-lead]").value = lead;
  field.value = "";
  palette.showModal();
  field.focus();
  htmx.trigger(field, "ask");
}

function choose(option) {
  for (const other of options()) other.setAttribute("aria-selected", String(other === option));
  if (!option) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function walk(by) {
  const all = options();
  const at = all.findIndex(isChosen);
  choose(all[(at + by + all.length) % all.length]);
}

// Closing first gives the focus back to where it was: a sheet that opens now returns it there.
function take(option) {
  palette.close();
  const { press, of, leadRow } = option.dataset;
  const place = document.getElementById(`lead-${of ?? leadRow}`) ?? document.getElementById(`row-${of ?? leadRow}`);
  const button = place?.querySelector(press ?? ".who");
  if (button) button.click();
  else location.assign(option.href);
}

document.addEventListener("keydown", (event) => {
  if (!palette || event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  open();
});

document.addEventListener("click", (event) => {
  if (!palette) return;
  if (event.target.closest("[data-palette-open]")) return open();
  if (event.target === palette) return palette.close();
  const option = palette.contains(event.target) && event.target.closest("[role=option]");
  if (!option || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  take(option);
});

field?.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) walk(by);
  else if (event.key === "Enter") {
    const option = options().find(isChosen);
    if (option) take(option);
  } else return;
  event.preventDefault();
});

// The first of what was found is chosen already.
document.addEventListener("htmx:afterSwap", (event) => event.detail.target?.id === "palette-found" && choose(options()[0]));
