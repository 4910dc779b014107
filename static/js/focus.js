// Where focus goes after an outcome: the moved card, else the next card, else the column's heading.
// Someone who works in the panel stays there.
export function losesFocus(card, acted) {
  const active = document.activeElement;
  return card.contains(active) || (acted && !active?.closest("[data-panel]"));
}

const visible = (element) => element?.isConnected && element.checkVisibility();

export function focusAfter(item, next, column) {
  const moved = item?.querySelector(".who");
  const following = next?.querySelector(".who");
  const heading = column?.querySelector("h2");
  setTimeout(() => [moved, following, heading].find(visible)?.focus()); // once the sheet has closed
}
