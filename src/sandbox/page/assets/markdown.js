// Discord's markdown, as far as it is usual, made into elements. Names, channels and times are looked up in the world.

import { el } from "./dom.js";

const INLINE = [
  [/\\([^A-Za-z0-9\s])/y, (m) => m[1]],
  [/(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (m) => el("code", { text: m[2] })],
  [/<@!?(\d+)>/y, (m, world) => el("span", { class: "mention", text: `@${world.nameOf(m[1])}` })],
  [/<@&(\d+)>/y, (m, world) => el("span", { class: "mention", text: `@${world.roleName(m[1])}` })],
  [/<#(\d+)>/y, (m, world) => channel(m[1], world)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m, world) => moment(Number(m[1]) * 1000, m[2] ?? "f", world)],
  [/<\/([^:>]{1,100}):\d+>/y, (m) => el("span", { class: "mention", text: `/${m[1]}` })],
  [/<a?:(\w+):\d+>/y, (m) => `:${m[1]}:`],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m, world) => link(m[2], inline(m[1], world))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/y, (m) => link(m[0], m[0])],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (m, world) => el("strong", {}, el("em", {}, inline(m[1], world)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m, world) => el("strong", {}, inline(m[1], world))],
  [/__([\s\S]+?)__(?!_)/y, (m, world) => el("u", {}, inline(m[1], world))],
  [/~~([\s\S]+?)~~/y, (m, world) => el("s", {}, inline(m[1], world))],
  [/\|\|([\s\S]+?)\|\|/y, (m, world) => spoiler(inline(m[1], world))],
  [/\*(?![\s*])([\s\S]*?[^\s*])\*(?!\*)/y, (m, world) => el("em", {}, inline(m[1], world))],
  [/\b_([^_]+)_\b/y, (m, world) => el("em", {}, inline(m[1], world))],
  [/@(?:everyone|here)\b/y, (m) => el("span", { class: "mention", text: m[0] })],
];

/** A text as elements. */
export function markdown(text, world) {
  const out = [];
  const pieces = text.split(/```(?:([\w+-]*)\n)?([\s\S]*?)```/g);
  // Every match adds its language and its code between two plain pieces.
  for (let i = 0; i < pieces.length; i += 3) {
    let plain = pieces[i];
    if (i > 0) plain = plain.replace(/^\n/, "");
    if (i + 1 < pieces.length) plain = plain.replace(/\n$/, "");
    if (plain) out.push(...blocks(plain, world));
    if (pieces[i + 2] !== undefined) {
      out.push(el("pre", { tabindex: "0", "aria-label": "Code block", role: "group" },
        el("code", { text: pieces[i + 2].replace(/\n$/, "") })));
    }
  }
  return out;
}

/** Headings, quotes, lists and small print stand on lines of their own. */
function blocks(text, world) {
  const out = [];
  let running = [];
  const flush = () => {
    if (running.length) out.push(el("div", { class: "line" }, inline(running.join("\n"), world)));
    running = [];
  };
  const kinds = [
    [/^(#{1,3}) +(.+)$/, (m) => el("div", { class: `heading h${m[1].length}` }, inline(m[2], world))],
    [/^-# +(.+)$/, (m) => el("div", { class: "small" }, inline(m[1], world))],
    [/^> ?(.*)$/, (m) => el("blockquote", {}, inline(m[1], world))],
    [/^( *)[-*] +(.+)$/, (m) => el("div", { class: m[1] ? "item deep" : "item" }, inline(m[2], world))],
    [/^(\d+\.) +(.+)$/, (m) => el("div", { class: "item numbered", data: { n: m[1] } }, inline(m[2], world))],
  ];
  for (const line of text.split("\n")) {
    const kind = kinds.find(([pattern]) => pattern.test(line));
    if (!kind) {
      running.push(line);
      continue;
    }
    flush();
    out.push(kind[1](line.match(kind[0])));
  }
  flush();
  return out;
}

function inline(text, world) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    let node = null;
    for (const [pattern, make] of INLINE) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) {
        node = make(match, world);
        at += match[0].length;
        break;
      }
    }
    if (node === null) {
      plain += text[at++];
    } else {
      if (plain) out.push(plain);
      plain = "";
      out.push(node);
    }
  }
  if (plain) out.push(plain);
  return out;
}

function link(address, words) {
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words);
}

function channel(id, world) {
  const name = world.channelName(id);
  if (!name) return el("span", { class: "mention", text: "#unknown" });
  return el("button", { type: "button", class: "mention", text: `#${name}`, onclick: () => world.open(id) });
}

function spoiler(inside) {
  const node = el("button", { type: "button", class: "spoiler", "aria-label": "Spoiler: show", "aria-expanded": "false" },
    el("span", {}, inside));
  node.addEventListener("click", () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
    node.setAttribute("aria-expanded", "true");
  });
  return node;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function moment(at, style, world) {
  const date = new Date(at);
  const full = date.toLocaleString([], STYLES.F);
  if (style === "R") {
    const node = el("time", { class: "moment", title: full, data: { relative: at } });
    node.textContent = relative(at, world.now());
    return node;
  }
  return el("time", { class: "moment", title: full, text: date.toLocaleString([], STYLES[style]) });
}

/** "in 5 minutes", "2 hours ago". */
export function relative(at, now) {
  const seconds = Math.round((at - now) / 1000);
  const words = new Intl.RelativeTimeFormat([], { numeric: "always" });
  for (const [unit, size] of [["year", 31_536_000], ["month", 2_592_000], ["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(seconds) >= size) return words.format(Math.round(seconds / size), unit);
  }
  return words.format(seconds, "second");
}
