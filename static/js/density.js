// [data-density] links change how roomy the board is, at once and for the next visits.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-density]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { density } = link.dataset;
  document.cookie = `density=${density}; path=/; max-age=31536000; samesite=lax`;
  document.getElementById("board").classList.toggle("compact", density === "compact");
  for (const other of document.querySelectorAll("[data-density]")) {
    if (other === link) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
});
