// The message box: plain words are said, a line that begins with a slash is a command and completes as it is typed.

import { el, fill, freshId } from "./dom.js";
import { flatten, read, suggestions } from "./commands.js";

/** The box as an element, with `focus()` and `allow(words)`; `seat` says and uses what is typed. */
export function composer(seat) {
  let shown = [];
  let active = -1;
  const listId = freshId();
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const list = el("div", { id: listId, role: "listbox", class: "suggestions", "aria-label": "Commands and options", hidden: true });
  const input = el("input", {
    type: "text", class: "words", autocomplete: "off", spellcheck: "false", maxlength: "2000", role: "combobox",
    "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": listId, "aria-label": "Message", enterkeyhint: "send",
  });
  const all = () => flatten(seat.world.commands);

  const draw = () => {
    shown = suggestions(input.value, all(), seat.world);
    active = Math.min(active, shown.length - 1);
    list.hidden = !shown.length;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    const items = shown.map((item, i) => el("div", {
      id: `${listId}-${i}`, role: "option", class: "suggestion", "aria-selected": String(i === active),
      onpointerdown: (event) => {
        event.preventDefault();
        accept(item);
      },
    }, el("span", { class: "suggestion-label", text: item.label }), item.detail && el("span", { class: "suggestion-more", text: item.detail })));
    const about = shown[0]?.about;
    fill(list, about ? el("div", { role: "group", "aria-label": about },
      el("div", { class: "suggestion-about", "aria-hidden": "true", text: about }), items) : items);
    if (active >= 0) {
      input.setAttribute("aria-activedescendant", `${listId}-${active}`);
      items[active].scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const close = () => {
    shown = [];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const accept = (item) => {
    input.value = item.line;
    active = -1;
    say("");
    draw();
    input.focus();
  };
  const say = (words) => {
    problem.textContent = words;
    problem.hidden = !words;
  };
  const send = async () => {
    const line = input.value.trim();
    if (!line) return;
    if (!line.startsWith("/")) {
      input.value = "";
      say(await seat.say(line) ?? "");
      return;
    }
    const meant = read(line, all(), seat.world);
    if (meant.problem) {
      if (shown[0]) accept(shown[0]);
      else say(meant.problem);
      return;
    }
    input.value = "";
    close();
    say(await seat.slash(meant.command, meant.options) ?? "");
  };
  input.addEventListener("input", () => {
    active = -1;
    say("");
    draw();
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const open = shown.length > 0;
    if (event.key === "Enter") {
      event.preventDefault();
      if (open && active >= 0) accept(shown[active]);
      else send();
    } else if (open && event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      accept(shown[Math.max(active, 0)]);
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      active = (active + step + shown.length) % shown.length;
      draw();
    } else if (open && event.key === "Escape") {
      close();
    }
  });
  const node = el("form", { class: "composer", onsubmit: (event) => {
    event.preventDefault();
    send();
  } }, problem, list, el("div", { class: "box" }, input, el("button", { type: "submit", class: "send", "aria-label": "Send", text: "➤" })));
  return {
    node,
    focus: () => input.focus(),
    /** Says where the words go, or why none are taken. */
    allow: (words, may) => {
      input.placeholder = words;
      input.setAttribute("aria-label", words);
      input.disabled = !may;
    },
  };
}
