// [data-search]: Esc empties the search, and once more leaves it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.matches("[data-search]")) return;
  event.stopPropagation();
  if (!event.target.value) return event.target.blur();
  event.target.value = "";
  event.target.dispatchEvent(new Event("search", { bubbles: true }));
}, true);
