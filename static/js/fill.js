// [data-fill] puts its value into the field that it names.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fill]");
  if (!button) return;
  const field = document.getElementById(button.dataset.fill);
  field.value = button.dataset.value;
  field.focus();
});
