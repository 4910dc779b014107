// [data-reasons]: the keys 1 to 9 choose a reason, once more the same key or Enter confirms it.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  if (event.target.matches("textarea, input:not([type=radio]), select")) return;
  const form = document.querySelector("dialog[open] [data-reasons]") ?? event.target.closest("[data-reasons]");
  const radio = form?.querySelectorAll("[type=radio]")[Number(event.key) - 1];
  if (!radio || radio.disabled) return;
  event.preventDefault();
  const fold = radio.closest("details");
  if (fold) fold.open = true;
  if (radio.checked && !("needsCallback" in radio.dataset)) return form.requestSubmit();
  radio.checked = true;
  radio.focus();
  radio.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-reasons]");
  if (!form || event.target.name !== "reason") return;
  form.elements.callback_on.required = "needsCallback" in event.target.dataset;
});
