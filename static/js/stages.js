// [data-stages], on a phone: the tab of the stage in sight is marked, and follows swipes.
const watch = () => {
  const strip = document.querySelector("[data-stages]");
  if (!strip) return;
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const tab = strip.querySelector(`[href="#${target.id}"]`);
      if (!isIntersecting) tab.removeAttribute("aria-current");
      else {
        tab.setAttribute("aria-current", "true");
        strip.scrollTo({ left: tab.offsetLeft - strip.clientWidth / 3 });
      }
    }
  }, { root: document.querySelector("[data-columns]"), threshold: 0.6 });
  for (const column of document.querySelectorAll("[data-column]")) seen.observe(column);
};
watch();
document.addEventListener("htmx:afterSettle", (event) => event.detail.target?.id === "board" && watch());
