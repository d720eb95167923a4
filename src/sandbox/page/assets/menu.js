// A select menu: a button that opens a list of choices with their descriptions. One choice is sent at once, several when the
// list is closed, as on Discord.

import { el, freshId } from "./dom.js";

/** What a menu of users, roles or channels offers; a menu of strings brings its own. */
function offered(part, world) {
  const members = () => world.members.filter((member) => member.here).map((member) => ({ value: member.id, label: member.name }));
  const roles = () => world.guild.roles.map((role) => ({ value: role.id, label: role.name }));
  switch (part.type) {
    case 3: return part.options ?? [];
    case 5: return members();
    case 6: return roles();
    case 7: return [...members(), ...roles()];
    default: return world.guild.channels.map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  }
}

/** The menu as an element. */
export function menu(part, message, seat) {
  const options = offered(part, seat.world);
  const shown = message.chosen?.[part.custom_id] ?? options.filter((option) => option.default).map((option) => option.value);
  const words = options.filter((option) => shown.includes(option.value)).map((option) => option.label).join(", ");
  const name = part.placeholder || "Make a selection";
  const busy = seat.isBusy(message.id, part.custom_id);
  const opener = el("button", {
    type: "button",
    class: busy ? "menu busy" : "menu",
    disabled: part.disabled === true,
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-busy": busy ? "true" : null,
    "aria-label": words ? `${name}: ${words}` : name,
    data: { component: part.custom_id },
  }, el("span", { class: words ? "menu-words" : "menu-words none", text: words || name }), el("span", { class: "arrow", "aria-hidden": "true", text: "⌄" }));
  const box = el("div", { class: "menu-box" }, opener);
  opener.addEventListener("click", () => busy || open({ part, options, shown, name, box, opener, send }));
  const send = (values) => {
    const same = values.length === shown.length && values.every((value) => shown.includes(value));
    if (!same) seat.use("select", message, part.custom_id, values);
  };
  return box;
}

function open({ part, options, shown, name, box, opener, send }) {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const several = most > 1;
  const chosen = new Set(shown);
  const described = freshId();
  const list = el("div", { role: "listbox", class: "choices", "aria-label": name, "aria-multiselectable": several ? "true" : null, tabindex: "-1", "aria-describedby": several ? described : null });
  const items = options.map((option) => el("div", { role: "option", class: "choice", tabindex: "-1", data: { value: option.value } },
    option.emoji?.name && el("span", { class: "emoji", text: option.emoji.name }),
    el("span", { class: "choice-words" },
      el("span", { class: "choice-label", text: option.label }),
      option.description && el("span", { class: "choice-more", text: option.description })),
    several && el("span", { class: "tick", "aria-hidden": "true" })));
  const draw = () => items.forEach((item) => {
    const is = chosen.has(item.dataset.value);
    item.setAttribute("aria-selected", String(is));
    item.setAttribute("aria-disabled", String(several && !is && chosen.size >= most));
  });
  const enough = () => chosen.size >= least && chosen.size <= most;
  const close = (commit) => {
    document.removeEventListener("pointerdown", away, true);
    popup.remove();
    opener.setAttribute("aria-expanded", "false");
    opener.focus();
    if (commit && enough()) send(options.map((option) => option.value).filter((value) => chosen.has(value)));
  };
  const away = (event) => {
    // The message was drawn anew, and with it went what was being chosen.
    if (!box.isConnected) document.removeEventListener("pointerdown", away, true);
    else if (!box.contains(event.target)) close(several);
  };
  const pick = (item) => {
    const { value } = item.dataset;
    if (!several) {
      chosen.clear();
      chosen.add(value);
      return close(true);
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    draw();
    done.disabled = !enough();
  };
  const done = el("button", { type: "button", class: "button primary", text: "Done", onclick: () => close(true) });
  done.disabled = !enough();
  const foot = several && el("div", { class: "choices-foot" }, el("span", { id: described, text: bounds(least, most) }), done);
  list.append(...items);
  const popup = el("div", { class: "popup" }, list, foot);
  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) pick(item);
  });
  popup.addEventListener("keydown", (event) => key(event, { items, pick, close, several, done }));
  draw();
  box.append(popup);
  opener.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", away, true);
  place(popup, opener);
  (items.find((item) => chosen.has(item.dataset.value)) ?? items[0])?.focus();
}

function bounds(least, most) {
  if (least === most) return `Choose ${most}`;
  return least > 1 ? `Choose ${least} to ${most}` : `Choose up to ${most}`;
}

/** The list opens to where there is more room. */
function place(popup, opener) {
  const seat = opener.closest(".scroll")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const here = opener.getBoundingClientRect();
  const below = seat.bottom - here.bottom;
  const above = here.top - seat.top;
  popup.classList.toggle("upwards", below < 220 && above > below);
  popup.style.setProperty("--room", `${Math.max(140, Math.max(below, above) - 60)}px`);
}

function key(event, { items, pick, close, several, done }) {
  const at = items.indexOf(document.activeElement);
  const go = (to) => {
    items[Math.min(Math.max(to, 0), items.length - 1)]?.focus();
    event.preventDefault();
  };
  switch (event.key) {
    case "ArrowDown": return go(at + 1);
    case "ArrowUp": return go(at < 0 ? items.length - 1 : at - 1);
    case "Home": return go(0);
    case "End": return go(items.length - 1);
    case "Escape":
      event.stopPropagation();
      return close(false);
    case "Tab":
      if (several && document.activeElement !== done) {
        event.preventDefault();
        return done.focus();
      }
      return close(several);
    case "Enter": case " ":
      if (at >= 0) {
        event.preventDefault();
        pick(items[at]);
      }
      return undefined;
    default: {
      const from = at + 1;
      const letters = event.key.length === 1 && event.key.toLowerCase();
      const found = letters && [...items.slice(from), ...items.slice(0, from)].find((item) => item.textContent.toLowerCase().startsWith(letters));
      return found && found.focus();
    }
  }
}
