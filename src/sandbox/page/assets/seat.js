// One member at one channel: the messages they see, the box they write in, what they click and what comes of it.

import { el, add, fill, offer, freshId } from "./dom.js";
import { act } from "./api.js";
import { composer } from "./composer.js";
import { messageElement, isCompact, onlyYou, plain, avatar } from "./message.js";
import { modalElement } from "./modal.js";

const PAGE = 100;
const FAILED = "This interaction failed";
const SEND_MESSAGES = 11;
const SEND_IN_THREADS = 38;

export class Seat {
  member = null;
  channel = null;
  last = PAGE;
  failed = new Map();
  #app;
  #messages = new Map();
  #order = [];
  #busy = new Set();
  #notices = [];
  #modal = null;
  #drawn = new Map();
  /** Whether the newest message is kept in sight, and the height at which that was seen. */
  #follows = true;
  #height = 0;

  constructor(app) {
    this.#app = app;
    // The world as it is for all, but a channel that is named here opens here.
    this.world = Object.create(app.world, { open: { value: (channel) => this.sit(this.member, channel) } });
    this.composer = composer(this);
    this.heading = el("h2", { class: "seat-name", id: freshId() });
    this.channels = el("select", { class: "channels", "aria-label": "Channel", onchange: () => this.sit(this.member, this.channels.value) });
    this.pings = el("span", { class: "seat-note" });
    this.list = el("ol", { class: "messages" });
    this.older = el("button", { type: "button", class: "older", text: "Load older messages", hidden: true, onclick: () => this.#loadOlder() });
    this.notices = el("div", { class: "notices" });
    this.scroll = el("div", { class: "scroll", tabindex: "0", role: "group" }, this.older, this.list, this.notices);
    this.newest = el("button", { type: "button", class: "newest", text: "Jump to the newest ↓", hidden: true, onclick: () => this.#toBottom() });
    this.spoken = el("div", { class: "unseen", "aria-live": "polite" });
    this.node = el("section", { class: "seat", "aria-labelledby": this.heading.id, onfocusin: () => app.activate(this), onpointerdown: () => app.activate(this) },
      el("div", { class: "seat-head" }, this.heading, this.channels, this.pings),
      this.scroll, this.newest, this.composer.node, this.spoken);
    this.scroll.addEventListener("scroll", () => {
      // What changed the size is no reader who looks further up.
      if (this.#height === this.scroll.clientHeight) this.#follows = this.#atBottom();
      this.newest.hidden = this.#follows;
    });
    new ResizeObserver(() => {
      this.#height = this.scroll.clientHeight;
      if (this.#follows) this.#toBottom();
    }).observe(this.scroll);
  }

  /** Another member, or the same at another channel. */
  sit(member, channel) {
    const free = this.#app.world.channelsFor(member);
    const there = free.some((one) => one.id === channel) ? channel : free[0]?.id ?? this.#app.world.guild.channels[0]?.id;
    if (this.member === member && this.channel === there) return;
    this.member = member;
    this.channel = there;
    this.last = PAGE;
    this.#messages.clear();
    this.#drawn.clear();
    this.#order = [];
    this.#notices = [];
    this.#busy.clear();
    this.failed.clear();
    this.#modal?.remove();
    this.#modal = null;
    fill(this.list);
    this.#drawNotices();
    this.drawHead();
    this.#app.watch();
  }

  /** Who sits here, where, and whether they may write. */
  drawHead() {
    const { world } = this;
    const name = world.nameOf(this.member);
    const channel = world.channel(this.channel);
    fill(this.heading, avatar(this.member, world), el("span", { text: name }));
    const seen = world.channelsFor(this.member);
    const pairs = seen.map((one) => [one.id, `${one.parent ? "↳ " : "# "}${one.name}${one.archived ? " (archived)" : ""}`]);
    offer(this.channels, pairs, this.channel);
    this.channels.disabled = !pairs.length;
    const here = world.member(this.member)?.here;
    const sees = seen.some((one) => one.id === this.channel);
    const may = sees && world.may(this.member, this.channel, channel?.parent ? SEND_IN_THREADS : SEND_MESSAGES);
    this.scroll.setAttribute("aria-label", `Messages in ${channel?.name ?? "no channel"}, as ${name} sees them`);
    this.pings.textContent = here === false ? "not in this server" : sees ? "" : seen.length ? "does not see this channel" : "sees no channel";
    this.composer.allow(may ? `Message #${channel.name}` : "You may not write here", sees);
  }

  /** Takes what is new in this channel for this member. */
  hear(told) {
    const first = !this.#order.length;
    const height = this.scroll.scrollHeight;
    const changed = new Set(told.messages.map((message) => message.id));
    const gone = told.whole ? [...this.#messages.keys()].filter((id) => !changed.has(id)) : told.gone;
    for (const id of gone) this.#messages.delete(id);
    const added = told.messages.filter((message) => !this.#messages.has(message.id));
    for (const message of told.messages) this.#messages.set(message.id, message);
    this.#order = [...this.#messages.keys()].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    this.older.hidden = !told.older;
    this.#draw(changed);
    this.#openModal(told);
    const oldest = added.length && added.every((message) => message.id !== this.#order.at(-1));
    if (this.#follows || first) this.#toBottom();
    else if (oldest) this.scroll.scrollTop += this.scroll.scrollHeight - height;
    if (!first && !oldest) this.#speak(added);
  }

  /** Draws every message anew: names have changed, or the developer controls were opened. */
  redraw() {
    this.drawHead();
    this.#draw(new Set(this.#order));
  }

  #draw(changed) {
    const focus = this.#focused();
    let before = null;
    let place = this.list.firstElementChild;
    for (const id of this.#order) {
      const message = this.#messages.get(id);
      const drawn = this.#drawn.get(id);
      // A message's head depends on what stands above it.
      const fits = drawn && drawn.compact === isCompact(message, before);
      if (fits && !changed.has(id)) {
        if (place === drawn.node) place = place.nextElementSibling;
        else this.list.insertBefore(drawn.node, place);
      } else {
        const node = messageElement(message, before, this);
        if (drawn?.node === place && place) place = place.nextElementSibling;
        drawn?.node.remove();
        this.list.insertBefore(node, place);
        this.#drawn.set(id, { node, compact: isCompact(message, before) });
      }
      before = message;
    }
    for (const [id, { node }] of this.#drawn) {
      if (this.#messages.has(id)) continue;
      node.remove();
      this.#drawn.delete(id);
    }
    this.#refocus(focus);
  }

  /** Which control has the focus, so that its message can be drawn anew under it. */
  #focused() {
    const now = document.activeElement;
    const message = now?.closest?.(".message");
    if (!message || !this.list.contains(message)) return null;
    const all = [...message.querySelectorAll("button, a")];
    return { id: message.dataset.id, words: now.textContent, at: all.indexOf(now) };
  }

  #refocus(focus) {
    const node = focus && this.#drawn.get(focus.id)?.node;
    if (!node || node.contains(document.activeElement)) return;
    const all = [...node.querySelectorAll("button, a")];
    const same = all.find((one) => one.textContent === focus.words && !one.disabled) ?? all[focus.at];
    (same && !same.disabled ? same : node).focus({ preventScroll: true });
  }

  #atBottom() {
    return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 60;
  }

  #toBottom() {
    this.#follows = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.newest.hidden = true;
  }

  #loadOlder() {
    this.last += PAGE;
    this.#app.watch();
  }

  #speak(messages) {
    const words = messages.map((message) => `${this.world.nameOf(message.author)}: ${plain(message.content, this.world)}`);
    if (words.length) this.spoken.textContent = words.join(". ");
  }

  isBusy(message, control) {
    return this.#busy.has(`${message} ${control}`);
  }

  canDelete() {
    return this.#app.developing;
  }

  /** A click or a choice, until it is answered or three seconds have passed. */
  async use(what, message, control, values) {
    const key = `${message.id} ${control}`;
    this.failed.delete(message.id);
    this.#busy.add(key);
    this.#draw(new Set([message.id]));
    const { member, channel } = this;
    const { ok, body } = await act(what, { member, channel, message: message.id, custom_id: control, values });
    this.#busy.delete(key);
    if (this.member !== member || this.channel !== channel) return;
    const answered = ok && body.answers.some((answer) => answer.accepted);
    if (!answered && !/same was chosen/.test(body.refused ?? "")) {
      this.failed.set(message.id, FAILED);
      this.spoken.textContent = FAILED;
    }
    if (this.#messages.has(message.id)) this.#draw(new Set([message.id]));
  }

  /** A command; what goes wrong stands at the bottom, for this member only. */
  async slash(command, options) {
    const { member, channel } = this;
    const waiting = this.#notice(`Sending /${command} …`, false);
    const { ok, body } = await act("slash", { member, channel, command, options });
    this.#endNotice(waiting);
    if (!ok) return body.refused ?? body.error;
    if (!body.answers.some((answer) => answer.accepted)) this.#notice("The application did not respond", true);
    return null;
  }

  async say(content) {
    const { ok, body } = await act("say", { member: this.member, channel: this.channel, content });
    return ok ? null : body.refused;
  }

  dismiss(message) {
    act("dismiss", { member: this.member, channel: this.channel, message });
  }

  remove(message) {
    act("delete_message", { channel: this.channel, message });
  }

  #notice(words, stays) {
    const notice = { words, stays };
    this.#notices.push(notice);
    this.#drawNotices();
    this.#toBottom();
    if (stays) this.spoken.textContent = words;
    return notice;
  }

  #endNotice(notice) {
    this.#notices = this.#notices.filter((one) => one !== notice);
    this.#drawNotices();
  }

  #drawNotices() {
    fill(this.notices, this.#notices.map((notice) => el("div", { class: notice.stays ? "notice failed" : "notice" },
      el("div", { text: notice.words }), notice.stays && onlyYou(() => this.#endNotice(notice)))));
  }

  #openModal(told) {
    if (this.#modal?.dataset.by === String(told.modal_by)) return;
    if (!this.#modal && !told.modal) return;
    this.#modal?.remove();
    this.#modal = null;
    if (!told.modal) return;
    const { member } = this;
    this.#modal = modalElement(told.modal, {
      close: () => act("close_modal", { member }),
      send: async (values) => {
        const { ok, body } = await act("submit_modal", { member, values });
        if (!ok) return body.refused ?? body.error;
        return body.answers.some((answer) => answer.accepted) ? null : "Something went wrong. Try again.";
      },
    });
    this.#modal.dataset.by = told.modal_by;
    add(this.node, this.#modal);
  }
}
