// Each [data-column] comes back where it was scrolled to, for the same address.
const key = () => `scroll:${location.pathname}${location.search.replace(/&?lead=\d+/, "")}`;

addEventListener("pagehide", () => {
  const places = [...document.querySelectorAll("[data-column]")].map((column) => [column.dataset.column, column.querySelector("[data-cards]").scrollTop]);
  sessionStorage.setItem(key(), JSON.stringify(places));
});

for (const [name, top] of JSON.parse(sessionStorage.getItem(key()) ?? "[]")) {
  const list = document.querySelector(`[data-column="${name}"] [data-cards]`);
  if (list) list.scrollTop = top;
}
