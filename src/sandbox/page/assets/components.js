// Buttons and menus in their rows, as a message carries them.

import { el } from "./dom.js";
import { menu } from "./menu.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

/** All components of a message. */
export function rows(message, seat) {
  if (!message.components.length) return null;
  return el("div", { class: "rows" }, message.components.map((top) => component(top, message, seat)));
}

function component(part, message, seat) {
  switch (part.type) {
    case 1: return el("div", { class: "row" }, part.components.map((child) => component(child, message, seat)));
    case 2: return button(part, message, seat);
    case 3: case 5: case 6: case 7: case 8: return menu(part, message, seat);
    case 9: return el("div", { class: "section" },
      part.components.map((child) => component(child, message, seat)), part.accessory && component(part.accessory, message, seat));
    case 10: return el("div", { class: "text" }, markdown(part.content ?? "", seat.world));
    case 14: return el("hr");
    case 17: return el("div", { class: "embed" }, part.components.map((child) => component(child, message, seat)));
    default: return el("div", { class: "failed", text: `A component of type ${part.type}, which this page does not show` });
  }
}

function button(part, message, seat) {
  const words = [part.emoji?.name && el("span", { class: "emoji", "aria-hidden": part.label ? "true" : null, text: part.emoji.name }),
    part.label && el("span", { text: part.label })];
  if (part.style === 5) {
    return el("a", { class: "button secondary", href: /^https?:/.test(part.url) ? part.url : "#", target: "_blank", rel: "noopener noreferrer" },
      words, el("span", { "aria-hidden": "true", text: " ↗" }));
  }
  const busy = seat.isBusy(message.id, part.custom_id);
  return el("button", {
    type: "button",
    class: `button ${STYLES[part.style] ?? "secondary"}${busy ? " busy" : ""}`,
    disabled: part.disabled === true,
    "aria-busy": busy ? "true" : null,
    data: { component: part.custom_id },
    onclick: () => busy || seat.use("click", message, part.custom_id),
  }, words);
}
