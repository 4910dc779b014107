// Where a lifted card may land: columns say yes, or no with the reason; landing presses the card's own button.
const columns = () => document.querySelectorAll("[data-board] [data-column]");
const OUTCOMES = { "disqualified": "disqualify", "meeting-booked": "hand-off" };
let widened = null;

const buttonFor = (card, stage) =>
  card.querySelector(`[data-move="${stage}"]`) ?? card.querySelector(`[data-act="${OUTCOMES[stage]}"]`);

export function paint(card) {
  for (const column of columns()) {
    column.classList.remove("takes", "refuses", "over");
    column.removeAttribute("data-why");
    if (!card || column.contains(card)) continue;
    const takes = buttonFor(card, column.dataset.column);
    column.classList.add(takes ? "takes" : "refuses");
    if (!takes) column.dataset.why = column.getAttribute(`data-why-${card.dataset.stage}`) || "not from here";
  }
  if (card) return;
  widened?.classList.add("narrow");
  widened = null;
}

export function columnAt(x, y) {
  const column = document.elementFromPoint(x, y)?.closest("[data-column]") ?? null;
  for (const other of columns()) other.classList.toggle("over", other === column);
  if (column?.matches(".narrow.takes")) {
    column.classList.remove("narrow");
    widened = column;
  }
  return column;
}

export function drop(card, column) {
  const button = column?.matches(".takes") ? buttonFor(card, column.dataset.column) : null;
  paint(null);
  if (!button) return;
  if (button.matches("[data-move]")) hurry(card, column, button);
  card.querySelector(".who").focus({ preventScroll: true }); // where a sheet that is cancelled gives it back
  button.click();
}

// The card goes over at once and says so; without an answer from the site it goes back.
function hurry(card, column, button) {
  const item = card.closest("li");
  const [home, next] = [item.parentElement, item.nextSibling];
  column.querySelector("[data-cards]").prepend(item);
  card.dataset.sync = "saving";
  button.closest("form").addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr.status && event.detail.xhr.status < 500) return;
    home.insertBefore(item, next?.isConnected ? next : null);
    card.dataset.sync = "saved";
  }, { once: true });
}
