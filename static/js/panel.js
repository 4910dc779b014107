// [data-panel]: the card whose lead is open is marked; closing gives the focus back to it.
const panel = document.querySelector("[data-panel]");

const mark = () => {
  const id = panel?.querySelector("[data-open-lead]")?.dataset.openLead;
  for (const card of document.querySelectorAll(".card.open")) card.classList.remove("open");
  if (id) document.getElementById(`lead-${id}`)?.classList.add("open");
  return id;
};

export function closePanel() {
  const link = panel?.querySelector("[data-close-panel]");
  if (!link) return false;
  const id = panel.querySelector("[data-open-lead]").dataset.openLead;
  history.replaceState(history.state, "", link.href);
  panel.replaceChildren();
  mark();
  document.querySelector(`#lead-${id} .who, #row-${id} .who`)?.focus();
  return true;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-close-panel]") || !panel) return;
  event.preventDefault();
  closePanel();
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== panel) return;
  mark();
  panel.scrollTop = 0;
  if (!matchMedia("(width < 1280px)").matches) return;
  panel.querySelector("h2").focus();
});
document.addEventListener("board:placed", mark);
mark();
