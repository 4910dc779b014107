// Cards that arrive in #incoming find their place on the [data-board] by data-order.
// An older version is dropped; a card in use is left alone and caught up with when it is free.
import { isBusy, whenFree } from "./busy.js";
import { focusAfter, losesFocus } from "./focus.js";

const incoming = document.getElementById("incoming");
const cardOf = (id) => document.querySelector(`[data-board] #lead-${CSS.escape(id)}`);
const listOf = (stage) => document.querySelector(`[data-column="${stage}"] [data-cards]`);

function place(item, forced) {
  const card = item.querySelector("[data-lead]");
  const old = cardOf(card.dataset.lead);
  if (old && !forced && Number(old.dataset.version) > Number(card.dataset.version)) return;
  if (old && !forced && isBusy(old)) return whenFree(old, () => place(item, forced));
  const list = listOf(card.dataset.stage);
  const had = old && losesFocus(old, forced);
  const from = old?.closest("li");
  const next = from?.nextElementSibling ?? from?.previousElementSibling;
  const left = from?.closest("[data-column]");
  if (old?.classList.contains("open")) card.classList.add("open");
  if (from && from.parentElement === list && old.dataset.order === card.dataset.order) from.replaceWith(item);
  else {
    from?.remove();
    if (list) list.insertBefore(item, positionIn(list, card));
  }
  if (had) focusAfter(item, next, left);
}

function positionIn(list, card) {
  const closed = card.matches(".closed");
  const later = (other) => closed ? other <= card.dataset.order : other > card.dataset.order;
  return [...list.children].find((li) => later(li.querySelector("[data-lead]")?.dataset.order ?? "")) ?? null;
}

function remove(id, forced) {
  const card = cardOf(id);
  if (!card) return;
  if (!forced && isBusy(card)) return whenFree(card, () => remove(id));
  const item = card.closest("li");
  const next = item.nextElementSibling ?? item.previousElementSibling;
  const column = item.closest("[data-column]");
  const had = losesFocus(card, forced);
  item.remove();
  if (had) focusAfter(null, next, column);
}

function recount({ columnNow, count, words, oldest }) {
  const column = document.querySelector(`[data-column="${columnNow}"]`);
  if (!column) return;
  column.dataset.count = count;
  const shown = column.querySelectorAll("[data-lead]").length;
  const partial = column.querySelector(".more") && shown < Number(count);
  column.querySelector("[data-count-words]").textContent = partial ? `${shown} / ${words}` : words;
  const age = column.querySelector("[data-oldest]");
  if (age) age.textContent = oldest;
}

document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target !== incoming || !document.querySelector("[data-board]")) return;
  const items = [...incoming.children];
  if (items.some((item) => "drawAnew" in item.dataset)) return location.reload();
  for (const item of items) {
    if ("gone" in item.dataset) remove(item.dataset.gone, "forced" in item.dataset);
    else if (item.querySelector("[data-lead]")) place(item, "forced" in item.dataset);
  }
  for (const item of items) if ("columnNow" in item.dataset) recount(item.dataset);
  incoming.replaceChildren();
  document.dispatchEvent(new CustomEvent("board:placed"));
});
