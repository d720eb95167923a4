// A modal as the bot sent it: text inputs within their bounds, sent off or closed.

import { el, freshId } from "./dom.js";

/** The inputs of a modal, whether they stand in rows or under labels. */
function inputs(modal) {
  return (modal.components ?? []).flatMap((row) => row.component
    ? [{ ...row.component, label: row.label, description: row.description }]
    : row.components ?? []);
}

/** The dialog; `send` gets the values by `custom_id`, `close` is called when nothing is sent. */
export function modalElement(modal, { send, close }) {
  const title = freshId();
  const problem = el("p", { class: "failed", role: "alert" });
  const fields = inputs(modal).map((input) => {
    const long = input.style === 2;
    const control = el(long ? "textarea" : "input", {
      id: freshId(), rows: long ? "4" : null, type: long ? null : "text", placeholder: input.placeholder,
      required: input.required !== false, minlength: input.min_length, maxlength: input.max_length ?? 4000,
    });
    control.value = input.value ?? "";
    return { input, control };
  });
  const form = el("form", { novalidate: true, onsubmit: async (event) => {
    event.preventDefault();
    const wrong = fields.find(({ control }) => !control.checkValidity());
    if (wrong) {
      problem.textContent = `${wrong.input.label}: ${wrong.control.validationMessage}`;
      return wrong.control.focus();
    }
    const refused = await send(Object.fromEntries(fields.map(({ input, control }) => [input.custom_id, control.value])));
    problem.textContent = refused ?? "";
    return undefined;
  } },
    el("h2", { id: title, text: modal.title }),
    fields.map(({ input, control }) => [
      el("label", { class: "label", for: control.id }, input.label, input.required !== false && el("span", { class: "needed", text: " *" })),
      input.description && el("p", { class: "small", text: input.description }),
      control,
    ]),
    problem,
    el("div", { class: "modal-foot" },
      el("button", { type: "button", class: "button secondary", text: "Cancel", onclick: close }),
      el("button", { type: "submit", class: "button primary", text: "Submit" })));
  const dialog = el("div", { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": title }, form);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return close();
    if (event.key === "Tab") stayInside(event, form);
    return undefined;
  });
  queueMicrotask(() => (fields[0]?.control ?? form.querySelector("button")).focus());
  return el("div", { class: "veil" }, dialog);
}

function stayInside(event, form) {
  const all = [...form.querySelectorAll("input, textarea, button")];
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0]).focus();
}
