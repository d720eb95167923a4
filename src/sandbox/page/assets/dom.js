// Elements, made without ever reading text as HTML: whatever a member writes stays text.

/**
 * An element. `props`: `on…` are listeners, `class`, `text`, `data` (an object), booleans are set or left away, the rest are
 * attributes. Children are nodes or texts; null and false are left away.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  add(node, ...children);
  return node;
}

/** Appends nodes and texts; null and false are left away, lists are followed. */
export function add(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Replaces everything in an element. */
export function fill(node, ...children) {
  node.replaceChildren();
  add(node, ...children);
}

let lastId = 0;
/** A fresh id for labels and descriptions. */
export const freshId = () => `e${++lastId}`;

/** A control with its label before it; the two stay on one line. */
export function labelled(words, control) {
  control.id ||= freshId();
  return el("span", { class: "pair" }, el("label", { for: control.id, text: words }), control);
}

/** A select of `[value, words]` pairs. */
export function choice(pairs, chosen, props = {}) {
  const select = el("select", props);
  offer(select, pairs, chosen);
  return select;
}

/** Fills a select with `[value, words]` pairs; it shows what is chosen, and nothing where that is none of them. */
export function offer(select, pairs, chosen) {
  fill(select, pairs.map(([value, words]) => el("option", { value, text: words })));
  select.value = chosen;
}
