// The [data-list] table is drawn anew when leads on it have changed; the focus stays on its row.
document.addEventListener("board:placed", async () => {
  if (!document.querySelector("[data-list]") || document.querySelector("[data-list] :popover-open")) return;
  const row = document.activeElement?.closest("[data-row]")?.id;
  await htmx.ajax("GET", location.pathname + location.search, { target: "#board", select: "#board", swap: "outerHTML" });
  if (row) document.getElementById(row)?.querySelector(".who").focus();
});
