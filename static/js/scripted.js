// [data-needs-script] is hidden until a script can serve it, also in fragments that arrive later.
const show = (root) => {
  for (const part of root.querySelectorAll("[data-needs-script][hidden]")) part.hidden = false;
};
show(document);
document.addEventListener("htmx:load", (event) => show(event.detail.elt.parentElement ?? document));
