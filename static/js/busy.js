// Whether a card is in somebody's hands: dragged, with its menu open, or with focus on a field inside.
export const isBusy = (card) =>
  card.matches(".lifted") ||
  Boolean(card.querySelector(":popover-open")) ||
  Boolean(document.activeElement && card.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) ||
  Boolean(card.querySelector(".htmx-request"));

const waiting = new Map();

// Runs once the card is free again; only the newest of several waiting changes runs.
export function whenFree(card, change) {
  waiting.set(card.id, [card, change]);
}

const sweep = () => {
  for (const [id, [card, change]] of waiting) {
    if (card.isConnected && isBusy(card)) continue;
    waiting.delete(id);
    change();
  }
};
for (const name of ["toggle", "focusout", "pointerup", "htmx:afterRequest", "board:placed"]) {
  document.addEventListener(name, () => setTimeout(sweep), true);
}
