// One message as an element: who, when, text, embeds, files, components, and the line that says who alone sees it.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { rows } from "./components.js";

const EPHEMERAL_WORDS = "Only you can see this";
const LOADING = 128;
const SUPPRESS_EMBEDS = 4;
/** Messages of one author within so many milliseconds stand together. */
const TOGETHER = 7 * 60_000;
const COLOURS = 8n;

/** Whether a message stands below the one before it without a head of its own. */
export function isCompact(message, before) {
  return Boolean(before) && before.author === message.author && message.created - before.created < TOGETHER
    && !message.origin && !message.reply_to && before.viewer === message.viewer;
}

/** The message; `seat` says whose eyes it is for and does what is clicked. */
export function messageElement(message, before, seat) {
  const { world } = seat;
  const compact = isCompact(message, before);
  const classes = ["message", compact && "compact", message.pinged && "named", message.viewer && "ephemeral"];
  const edited = message.edited && message.content
    ? el("span", { class: "edited", title: new Date(message.edited).toLocaleString(), text: "(edited)" }) : null;
  const text = message.flags & LOADING
    ? el("div", { class: "thinking", text: `${world.nameOf(message.author)} is thinking…` })
    : message.content && el("div", { class: "text" }, markdown(message.content, world), edited);
  const failed = seat.failed.get(message.id);
  return el("li", { class: classes.filter(Boolean).join(" "), data: { id: message.id }, tabindex: "-1" },
    above(message, world),
    compact ? null : avatar(message.author, world),
    el("div", { class: "body" },
      compact ? null : head(message, world),
      text,
      message.flags & SUPPRESS_EMBEDS ? null : message.embeds.map((embed) => embedElement(embed, world)),
      message.attachments.map((file) => attachment(file, message)),
      rows(message, seat),
      failed && el("div", { class: "failed", text: failed }),
      thread(message, world),
      message.viewer && onlyYou(() => seat.dismiss(message.id)),
    ),
    seat.canDelete() && !message.viewer && el("button", {
      type: "button", class: "delete", text: "Delete", "aria-label": `Delete the message of ${world.nameOf(message.author)}`,
      onclick: () => seat.remove(message.id),
    }));
}

/** The line below what only one member sees. */
export function onlyYou(dismiss) {
  return el("div", { class: "only" },
    el("span", { text: `${EPHEMERAL_WORDS} · ` }),
    el("button", { type: "button", class: "link", text: "Dismiss", onclick: dismiss }));
}

/** What led to the message: a command, or another message. */
function above(message, world) {
  if (message.origin?.kind === 2) {
    return el("div", { class: "above" },
      el("strong", { text: world.nameOf(message.origin.user) }), " used ",
      el("span", { class: "mention", text: `/${message.origin.name}` }));
  }
  if (!message.reply_to) return null;
  if (!message.quote) return el("div", { class: "above" }, el("em", { text: "Original message was deleted" }));
  const quoted = message.quote.content === null ? "a message that only some see" : message.quote.content || "a message";
  return el("div", { class: "above" },
    el("strong", { text: world.nameOf(message.quote.author) }), " ",
    el("span", { class: "quote", text: plain(quoted, world) }));
}

/** The beginning of a text in one line, without its marks. */
export function plain(text, world) {
  const named = text.replace(/<@!?(\d+)>/g, (_, id) => `@${world.nameOf(id)}`).replace(/<#(\d+)>/g, (_, id) =>
    `#${world.channelName(id) ?? "unknown"}`);
  return named.replace(/[*_`~|]+/g, "").replace(/\s+/g, " ").trim().slice(0, 160);
}

export function avatar(user, world) {
  const name = world.nameOf(user);
  const colour = Number(BigInt(user) % COLOURS);
  return el("div", { class: `avatar colour${world.isBot(user) ? "bot" : colour}`, "aria-hidden": "true",
    text: world.isBot(user) ? "♣" : [...name][0]?.toUpperCase() ?? "?" });
}

function head(message, world) {
  return el("div", { class: "head" },
    el("span", { class: "who", text: world.nameOf(message.author) }),
    world.isBot(message.author) && el("span", { class: "app", text: "APP" }),
    el("time", { class: "when", datetime: new Date(message.created).toISOString(), text: when(message.created, world.now()) }));
}

/** "Today at 9:41 PM", or the date. */
function when(at, now) {
  const day = (time) => new Date(time).toDateString();
  const time = new Date(at).toLocaleTimeString([], { timeStyle: "short" });
  if (day(at) === day(now)) return `Today at ${time}`;
  if (day(at) === day(now - 86_400_000)) return `Yesterday at ${time}`;
  return `${new Date(at).toLocaleDateString([], { dateStyle: "short" })} ${time}`;
}

function embedElement(embed, world) {
  const colour = Number.isInteger(embed.color) ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const node = el("article", { class: "embed" },
    embed.author && el("div", { class: "embed-author", text: embed.author.name }),
    embed.title && el("div", { class: "embed-title" }, embed.url ? safeLink(embed.url, embed.title) : markdown(embed.title, world)),
    embed.description && el("div", { class: "embed-text" }, markdown(embed.description, world)),
    embed.fields?.length ? el("div", { class: "fields" }, embed.fields.map((field) =>
      el("div", { class: field.inline ? "field inline" : "field" },
        el("div", { class: "field-name" }, markdown(field.name, world)),
        el("div", {}, markdown(field.value, world))))) : null,
    embed.footer && el("div", { class: "embed-footer", text: embed.footer.text }));
  if (colour) node.style.borderInlineStartColor = colour;
  return node;
}

function safeLink(address, words) {
  if (!/^https?:\/\//.test(address)) return words;
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer", text: words });
}

function attachment(file, message) {
  const address = `/attachments/${message.channel}/${file.id}/${encodeURIComponent(file.filename)}`;
  if (/^image\/(png|jpeg|gif|webp)$/.test(file.content_type ?? "")) {
    return el("img", { class: "picture", src: address, alt: file.description ?? file.filename });
  }
  return el("a", { class: "file", href: address, download: file.filename, text: `📎 ${file.filename}` });
}

/** A thread that was started from this message has its identifier. */
function thread(message, world) {
  const found = world.channel(message.id);
  return found && el("button", { type: "button", class: "thread", text: `Thread: ${found.name} ›`, onclick: () => world.open(found.id) });
}
