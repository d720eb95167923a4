// The developers' side: the clock, the gateway, trouble, permissions, members, and what the bot asked for.

import { el, fill, choice, offer, labelled } from "./dom.js";
import { act } from "./api.js";
import { PERMISSIONS } from "./world.js";

const KEPT = 100;
/** Whose permissions can be changed, before the members. */
const BOT = "bot";

/** The panel; `draw()` after the world has changed, `log(news)` for requests. */
export function tools(app, node) {
  const { world } = app;
  const clock = el("span", {});
  const gateway = el("span");
  const faults = el("span");
  const done = el("p", { class: "small", role: "status" });
  const problems = el("p", { class: "small" });
  const list = el("ol", { class: "requests" });
  const notes = el("p", { class: "small" });
  let requests = [];

  const tell = async (words, what, body) => {
    const { ok, body: answer } = await act(what, body);
    done.textContent = ok ? words : `Not done: ${answer.refused ?? answer.error}`;
  };
  const button = (words, run, kind = "secondary") => el("button", { type: "button", class: `button ${kind}`, text: words, onclick: run });
  const later = (words, seconds) => button(`+ ${words}`, () => tell(`The clock was moved by ${words}`, "clock", { advance: seconds }));
  const drop = (words, how, doing) => button(words, () => tell(doing, "gateway", { do: how }));

  const times = el("input", { type: "number", min: "1", max: "100", value: "1", class: "short" });
  const fail = (status) => button(String(status), () => tell(`The next ${times.value} will be answered with ${status}`, "faults",
    { times: Number(times.value) || 1, kind: "status", status, retry_after_ms: status === 429 ? 2000 : 0 }));

  const whose = el("select", {});
  const which = choice(PERMISSIONS.map(([words, bit]) => [String(bit), words]), "11", { onchange: () => drawPermission() });
  const state = el("span");
  const target = () => (whose.value === BOT ? world.botId : whose.value);
  // A thread has the permissions of its channel.
  const place = () => world.channel(app.active.channel)?.parent ?? app.active.channel;
  const drawPermission = () => {
    const may = world.channel(place()) && (target() === world.guild.id ? null : world.may(target(), place(), Number(which.value)));
    state.textContent = may === null ? "" : may ? "has it now" : "does not have it now";
  };
  whose.addEventListener("change", drawPermission);
  const permit = (what, words) => button(words, () => tell(`${words}: done`, what, { channel: place(), target: target(), bits: 2 ** Number(which.value) }));

  const member = el("select", {});
  const name = el("input", { type: "text", maxlength: "32", value: "" });
  const guild = () => world.guild.id;
  const named = () => world.nameOf(member.value);

  fill(node,
    el("div", { class: "tools-head" }, el("h2", { text: "Developer controls" }),
      button("Close", () => app.develop(false))),
    done,
    el("h3", { text: "Clock" }), el("p", {}, clock),
    el("div", { class: "row" }, later("16 minutes", 960), later("61 minutes", 3660), later("a day", 86400)),
    el("h3", { text: "Gateway" }), el("p", {}, gateway),
    el("div", { class: "row" }, drop("Cut", "cut", "The gateway was cut"), drop("Ask to reconnect", "reconnect", "The bot was asked to reconnect"),
      drop("End the session", "invalidate", "The session is over")),
    el("h3", { text: "Trouble" }),
    el("div", { class: "row" }, labelled("Next requests", times), fail(429), fail(500)),
    el("div", { class: "row" }, faults, button("No more trouble", () => tell("No more trouble", "clear_faults", {}))),
    el("h3", { text: "Permissions in this channel" }),
    el("div", { class: "row" }, labelled("Whose", whose), labelled("Which", which)),
    el("div", { class: "row" }, permit("deny", "Remove"), permit("allow", "Give back"), state),
    el("h3", { text: "Members" }),
    el("div", { class: "row" }, labelled("Member", member),
      button("Leave", () => tell(`${named()} has left`, "leave", { guild: guild(), member: member.value })),
      button("Join", () => tell(`${named()} is here`, "join", { guild: guild(), member: member.value })),
      button("Restart client", () => tell(`${named()} sees no more what only they saw`, "restart_client", { member: member.value, channel: app.active.channel }))),
    el("div", { class: "row" }, labelled("Name", name),
      button("Rename", () => name.value.trim() && tell("Renamed", "rename", { guild: guild(), member: member.value, name: name.value.trim() })),
      button("Add a member", () => name.value.trim() && tell(`${name.value.trim()} is here`, "members", { guild: guild(), name: name.value.trim() }))),
    el("p", { class: "small", text: "While this panel is open, every public message can be deleted." }),
    el("h3", { text: "Requests of the bot" }), problems, notes, list);

  const draw = () => {
    gateway.textContent = world.connected ? "The bot is connected." : "The bot is not connected.";
    faults.textContent = world.faults ? `${world.faults} requests will still fail.` : "All requests are answered.";
    const people = world.members.map((one) => [one.id, one.here ? one.name : `${one.name} (left)`]);
    keep(member, people);
    keep(whose, [[BOT, world.nameOf(world.botId)], [world.guild.id, "everyone"], ...people]);
    notes.textContent = world.notes.join(" ");
    tick();
    drawPermission();
  };
  const tick = () => {
    clock.textContent = new Date(world.now()).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
  };
  setInterval(() => node.hidden || tick(), 1000);
  return {
    draw,
    log: (news) => {
      requests = [...news.requests, ...requests.filter((old) => !news.requests.some((one) => one.number === old.number))];
      requests = requests.sort((a, b) => b.number - a.number).slice(0, KEPT);
      problems.textContent = news.problems ? `The checks found ${news.problems} problems.` : "The checks found nothing wrong.";
      problems.classList.toggle("failed", news.problems > 0);
      const open = new Set([...list.querySelectorAll("details[open]")].map((one) => one.dataset.number));
      fill(list, requests.map((request) => requestElement(request, open.has(String(request.number)))));
    },
  };
}

/** Refills a select without losing what is chosen in it. */
function keep(select, pairs) {
  const chosen = select.value;
  offer(select, pairs, pairs.some(([value]) => value === chosen) ? chosen : pairs[0][0]);
}

function requestElement(request, open) {
  const bad = request.problems.length || request.status >= 400 || request.status === 0;
  return el("li", {}, el("details", { data: { number: request.number }, open },
    el("summary", { class: bad ? "failed" : null },
      el("span", { class: "status", text: request.status || "cut" }), " ",
      el("span", { text: `${request.method} ${short(request.path)}` }),
      request.since_interaction !== null && el("span", { class: "after", text: ` ${request.since_interaction} ms` })),
    request.problems.map((problem) => el("p", { class: "failed", text: problem })),
    request.code ? el("p", { text: `Code ${request.code}` }) : null,
    request.body !== null && el("pre", { tabindex: "0", role: "group", "aria-label": "Body", text: JSON.stringify(request.body, null, 1) })));
}

/** Tokens are long and secret, identifiers long. */
function short(path) {
  return path.split("/").map((part) => (part.length > 24 ? "…" : part.replace(/^\d{14,}(\d{3})$/, "…$1"))).join("/");
}
