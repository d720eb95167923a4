// The page as a whole: which members are shown, light or dark, and who hears what comes from the stand-in.

import { el, fill } from "./dom.js";
import { connect } from "./api.js";
import { Seat } from "./seat.js";
import { World } from "./world.js";
import { relative } from "./markdown.js";
import { tools } from "./tools.js";

const KEY = "sandbox";
const NARROW = matchMedia("(max-width: 760px)");

/** What is remembered for this browser: the look only. */
const remembered = (() => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
})();

function remember(what) {
  Object.assign(remembered, what);
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered));
  } catch {
    // A browser that remembers nothing shows the page all the same.
  }
}

class App {
  world = new World();
  seats = [];
  developing = false;
  /** How many pings of each member have been seen. */
  #seen = new Map();
  #count = remembered.count ?? 1;

  constructor() {
    this.bar = document.getElementById("bar");
    this.main = document.getElementById("seats");
    this.toolsNode = document.getElementById("tools");
    this.lost = document.getElementById("lost");
    this.tools = tools(this, this.toolsNode);
    this.theme(remembered.theme ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
    this.send = connect((news) => this.hear(news), (here) => this.connected(here));
    NARROW.addEventListener("change", () => this.arrange());
    setInterval(() => this.tick(), 15_000);
  }

  connected(here) {
    this.lost.hidden = here;
    this.lost.textContent = here ? "" : "The sandbox does not answer. If it was started anew, open the address it printed.";
  }

  hear(news) {
    if (news.kind === "world") {
      const first = !this.world.ready;
      const renamed = this.world.take(news);
      document.title = `#${this.world.guild.channels[0]?.name ?? ""} · ${this.world.guild.name} · sandbox`;
      if (first) for (const member of this.world.members) this.#seen.set(member.id, member.pings);
      if (first || !this.seats.length) this.arrange();
      for (const seat of this.seats) {
        if (!this.world.channel(seat.channel)) seat.sit(seat.member, null);
        if (renamed) seat.redraw();
        else seat.drawHead();
      }
      this.drawBar();
      this.tools.draw();
    } else if (news.kind === "seat") {
      this.seats.find((seat) => seat.member === news.member && seat.channel === news.channel)?.hear(news);
    } else if (news.kind === "log") {
      this.tools.log(news);
    }
  }

  /** Tells the stand-in what is on the screen. */
  watch() {
    this.send({
      seats: this.seats.map(({ member, channel, last }) => ({ member, channel, last })),
      log: this.developing,
    });
    this.drawBar();
  }

  get count() {
    return NARROW.matches ? 1 : this.#count;
  }

  /** As many seats as wanted, each with another member. */
  arrange() {
    if (!this.world.ready) return;
    while (this.seats.length > this.count) this.seats.pop().node.remove();
    while (this.seats.length < this.count) {
      const free = this.world.members.find((member) => !this.seats.some((seat) => seat.member === member.id));
      if (!free) break;
      const seat = new Seat(this);
      this.seats.push(seat);
      this.main.append(seat.node);
      this.active ??= seat;
      seat.sit(free.id, this.active.channel);
    }
    if (!this.seats.includes(this.active)) this.active = this.seats[0];
    this.main.dataset.count = this.seats.length;
    this.watch();
  }

  activate(seat) {
    if (this.active === seat) return;
    this.active = seat;
    this.drawBar();
    this.tools.draw();
  }

  /** Shows a member: where they already sit, or in the seat used last. */
  show(member) {
    const there = this.seats.find((seat) => seat.member === member);
    if (!there) this.active.sit(member, this.active.channel);
    else this.active = there;
    this.drawBar();
    this.tools.draw();
  }

  theme(name) {
    document.documentElement.dataset.theme = name;
    remember({ theme: name });
    this.drawBar();
  }

  develop(on) {
    this.developing = on;
    this.toolsNode.hidden = !on;
    for (const seat of this.seats) seat.redraw();
    this.watch();
    this.tools.draw();
    if (!on) this.bar.querySelector("[data-focus=tools]").focus();
  }

  drawBar() {
    if (!this.world.ready) return;
    const focus = document.activeElement?.dataset?.focus;
    const theme = document.documentElement.dataset.theme;
    const shown = new Set(this.seats.map((seat) => seat.member));
    const toggle = (key, words, pressed, run, label) => el("button", {
      type: "button", class: "toggle", "aria-pressed": String(pressed), "aria-label": label, data: { focus: key }, text: words, onclick: run });
    const views = [1, 2, 4].map((count) => toggle(`view${count}`, String(count), this.count === count, () => {
      this.#count = count;
      remember({ count });
      this.arrange();
    }, count === 1 ? "1 member" : `${count} members side by side`));
    fill(this.bar,
      el("h1", { text: this.world.guild.name }),
      el("nav", { class: "members", "aria-label": "Play as" }, this.world.members.map((member) => this.#memberButton(member, shown))),
      el("div", { class: "views", role: "group", "aria-label": "View" }, views),
      toggle("theme", theme === "dark" ? "Light" : "Dark", false, () => this.theme(theme === "dark" ? "light" : "dark"), `${theme === "dark" ? "Light" : "Dark"} colours`),
      toggle("tools", "Developer", this.developing, () => this.develop(!this.developing), "Developer controls"));
    this.bar.querySelector("[data-focus=theme]").removeAttribute("aria-pressed");
    if (focus) this.bar.querySelector(`[data-focus="${focus}"]`)?.focus();
  }

  #memberButton(member, shown) {
    if (shown.has(member.id)) this.#seen.set(member.id, member.pings);
    const unseen = member.pings - (this.#seen.get(member.id) ?? 0);
    const active = this.active?.member === member.id;
    return el("button", {
      type: "button", class: `member${member.here ? "" : " left"}`, "aria-pressed": String(shown.has(member.id)), data: { focus: `member${member.id}`, active: String(active) },
      onclick: () => this.show(member.id),
    }, member.name, unseen > 0 && el("span", { class: "badge" }, String(unseen), el("span", { class: "unseen", text: " new mentions" })));
  }

  tick() {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      node.textContent = relative(Number(node.dataset.relative), this.world.now());
    }
  }
}

new App();
