// [data-unfold] widens a closed column in place; its link does the same without a script.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-unfold]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  unfold(link.closest("[data-column]"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches("[data-unfold]")) return;
  event.preventDefault();
  event.target.click();
});

export function unfold(column, wide = column.classList.contains("narrow")) {
  column.classList.toggle("narrow", !wide);
  column.querySelector("[data-unfold]").setAttribute("aria-expanded", String(wide));
  const address = new URL(location);
  if (wide) address.searchParams.set("wide", column.dataset.column);
  else address.searchParams.delete("wide");
  history.replaceState(history.state, "", address);
}
