// #callbacks arrives with what has changed. It stays as folded as it was, and as it is while it has the focus.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "callbacks") return;
  if (target.contains(document.activeElement)) event.detail.shouldSwap = false;
  const [was, is] = [target, fragment].map((root) => root.querySelector("details"));
  if (was && is) is.open = was.open;
});
