// [data-pulse] asks what changed: every 15 s, every second while something saves, each minute when hidden.
const pulse = () => document.querySelector("[data-pulse]");
const saving = () => document.querySelector('[data-board] [data-sync="saving"]');
let paused = false;
let pressedAt = 0;
let timer;

const pause = () => {
  if (document.hidden) return 60_000;
  const isFresh = Date.now() - pressedAt < 30_000;
  return saving() && isFresh ? 1_000 : 15_000;
};

function ask() {
  if (pulse() && !paused) htmx.trigger(pulse(), "pulse");
  plan();
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(ask, pause());
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.verb === "post") pressedAt = Date.now();
  plan();
});
document.addEventListener("visibilitychange", () => document.hidden ? plan() : ask());
document.addEventListener("click", (event) => {
  const now = event.target.closest("[data-refresh-now]");
  if (now) {
    event.preventDefault();
    htmx.trigger(pulse(), "pulse");
  }
  const button = event.target.closest("[data-pause]");
  if (!button) return;
  paused = !paused;
  button.setAttribute("aria-pressed", String(paused));
  button.title = paused ? "Updates are paused: go on" : "Pause updates";
  button.setAttribute("aria-label", button.title);
  if (!paused) ask();
});
plan();
