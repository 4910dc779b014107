// A press that comes right after a card went, on the spot where it stood, was meant for that card: the
// next one has only just slid under the pointer. It is let go, for as long as a hand needs to see it.
const SPOT = 14;
const WHILE = 700;
let last = null;

function isOutcome(target) {
  return target.closest?.('button[name="reason"]')?.closest("[data-lead]");
}

document.addEventListener("click", (event) => {
  const card = isOutcome(event.target);
  if (!card || event.detail === 0) return; // by key: focus is where the person put it
  const sameSpot = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < SPOT;
  if (sameSpot && card.dataset.lead !== last.lead && Date.now() - last.at < WHILE) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  last = { x: event.clientX, y: event.clientY, lead: card.dataset.lead, at: Date.now() };
}, true);
