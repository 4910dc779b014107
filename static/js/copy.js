// [data-copy] puts the text of the field that it names on the clipboard, and says so where it stands.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  const told = document.getElementById("live");
  try {
    await navigator.clipboard.writeText(field.value);
    told.textContent = button.dataset.copied;
    button.dataset.done = "";
    setTimeout(() => delete button.dataset.done, 2000);
  } catch {
    told.textContent = "It is selected: copy it with the keyboard.";
  }
});
