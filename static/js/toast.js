// A [data-toast] stays ten seconds, longer while it is hovered or holds the focus; then it goes.
const toasts = document.querySelector("[data-toasts]");
let timer;

const start = () => {
  clearTimeout(timer);
  if (!toasts.querySelector("[data-toast]")) return;
  timer = setTimeout(() => {
    if (toasts.matches(":hover, :focus-within")) return start();
    toasts.replaceChildren();
  }, 10_000);
};

function say(words) {
  const toast = document.createElement("div");
  toast.className = "toast bad";
  toast.dataset.toast = "";
  const line = document.createElement("p");
  line.textContent = words;
  toast.append(line);
  toasts.replaceChildren(toast);
  document.getElementById("live").textContent = words;
  start();
}

document.addEventListener("htmx:oobAfterSwap", (event) => event.detail.target === toasts && start());
document.addEventListener("click", (event) => event.target.closest("[data-dismiss]") && toasts.replaceChildren());

// What never got an answer is said too: silence would look like success.
const isWrite = (event) => event.detail.requestConfig?.verb === "post";
document.addEventListener("htmx:sendError", (event) => isWrite(event) && say("The site cannot be reached. Nothing was changed: try again."));
document.addEventListener("htmx:timeout", (event) => isWrite(event) && say("No answer yet. Look at the lead before you try again."));
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (status === 404) say("This lead is not here any more. Refresh the board.");
  else if (isWrite(event)) say("Something broke on our side. Look at the lead before you try again.");
});
start();
