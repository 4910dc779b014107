// A [data-lead] card is its own handle: lifted after 5 px by mouse, after a still hold of 250 ms by touch.
import { columnAt, drop, paint } from "./drop.js";

const NOT_A_HANDLE = "a, button, input, select, textarea, summary, label, [popover]";
let press = null;

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("[data-board] .card");
  if (press || !card?.querySelector("[data-act='disqualify']")) return;
  if (event.button !== 0 || event.target.closest(NOT_A_HANDLE)) return;
  press = { id: event.pointerId, card, x: event.clientX, y: event.clientY };
  if (event.pointerType !== "mouse") press.timer = setTimeout(lift, 250);
});

function lift() {
  const box = press.card.getBoundingClientRect();
  const ghost = press.card.cloneNode(true);
  for (const part of [ghost, ...ghost.querySelectorAll("[id]")]) part.removeAttribute("id");
  ghost.classList.add("ghost");
  ghost.inert = true;
  ghost.style.inlineSize = `${box.width}px`;
  Object.assign(press, { ghost, dx: press.x - box.left, dy: press.y - box.top });
  document.body.append(ghost);
  press.card.classList.add("lifted");
  paint(press.card);
  follow(press.x, press.y);
}

function follow(x, y) {
  press.ghost.style.translate = `${x - press.dx}px ${y - press.dy}px`;
  columnAt(x, y);
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== press?.id) return;
  if (press.ghost) return follow(event.clientX, event.clientY);
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (event.pointerType === "mouse") {
    if (far > 5) lift();
  } else if (far > 8) end();
});

function end() {
  const ended = press;
  clearTimeout(press?.timer);
  press?.ghost?.remove();
  press?.card.classList.remove("lifted");
  press = null;
  return ended;
}

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== press?.id) return;
  const { ghost, card } = end();
  if (ghost) drop(card, columnAt(event.clientX, event.clientY));
});
const cancel = () => press && (end(), paint(null));
document.addEventListener("pointercancel", (event) => event.pointerId === press?.id && cancel());
document.addEventListener("keydown", (event) => event.key === "Escape" && press && (event.stopPropagation(), cancel()), true);
document.addEventListener("touchmove", (event) => press?.ghost && event.preventDefault(), { passive: false });
document.addEventListener("selectstart", (event) => press && event.preventDefault());
