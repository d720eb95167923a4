// What exists around the messages, as the stand-in last told it, and the time by its clock.

const VIEW_CHANNEL = 10;

/** The permissions that can be taken from somebody in a channel: words and bit. */
export const PERMISSIONS = [
  ["View Channel", 10], ["Send Messages", 11], ["Send Messages in Threads", 38], ["Create Public Threads", 35],
  ["Embed Links", 14], ["Attach Files", 15], ["Read Message History", 16], ["Use Application Commands", 31],
  ["Manage Channels", 4],
];

export class World {
  ready = false;
  guild = { id: "0", name: "", roles: [], channels: [], members: [] };
  commands = [];
  notes = [];
  botId = "0";
  ahead = 0;
  names = new Map();

  /** Takes what was told. Gives whether names or the time changed, so that every text must be drawn anew. */
  take(told) {
    const before = this.#said();
    this.ready = true;
    this.guild = told.guilds[0] ?? this.guild;
    this.commands = told.commands;
    this.notes = told.notes;
    this.connected = told.connected;
    this.faults = told.faults;
    this.botId = told.bot;
    this.ahead = told.ahead;
    this.names = new Map(this.guild.members.map((member) => [member.id, member.name]));
    this.names.set(told.bot, this.guild.bot ?? "canasta");
    return before !== this.#said();
  }

  /** What texts are made of besides themselves. */
  #said() {
    return JSON.stringify([this.ahead, [...this.names], this.guild.channels.map((channel) => channel.name)]);
  }

  now() { return Date.now() + this.ahead; }
  isBot(user) { return user === this.botId; }
  nameOf(user) { return this.names.get(user) ?? "unknown"; }
  roleName(id) { return this.guild.roles.find((role) => role.id === id)?.name ?? "unknown role"; }
  channel(id) { return this.guild.channels.find((channel) => channel.id === id); }
  channelName(id) { return this.channel(id)?.name; }
  get members() { return this.guild.members; }
  member(id) { return this.members.find((member) => member.id === id); }

  /** Whether somebody may do something in a channel; the bit can lie beyond 32. */
  may(user, channel, bit) {
    const bits = this.channel(channel)?.may[user] ?? 0;
    return Math.floor(bits / 2 ** bit) % 2 === 1;
  }

  /** The channels and threads a member sees, every thread below its channel. */
  channelsFor(member) {
    const seen = this.guild.channels.filter((channel) => this.may(member, channel.id, VIEW_CHANNEL));
    const below = (parent) => seen.filter((channel) => channel.parent === parent);
    return below(null).flatMap((channel) => [channel, ...below(channel.id)]);
  }
}
