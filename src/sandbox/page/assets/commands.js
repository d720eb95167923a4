// Slash commands as text: what can be typed next, and what a finished line means. Knows nothing of elements.

const SUB_COMMAND = 1;
const GROUP = 2;

/** All commands with their whole path: `{path, description, options}`. */
export function flatten(commands) {
  const follow = (path, level) => {
    const below = (level.options ?? []).filter((option) => option.type === SUB_COMMAND || option.type === GROUP);
    if (!below.length) return [{ path, description: level.description, options: level.options ?? [] }];
    return below.flatMap((option) => follow(`${path} ${option.name}`, option));
  };
  return commands.filter((command) => (command.type ?? 1) === 1).flatMap((command) => follow(command.name, command));
}

/** The command a line begins with, and what follows it. */
function begun(line, all) {
  const fits = all.filter((command) => line === `/${command.path}` || line.startsWith(`/${command.path} `));
  const command = fits.sort((a, b) => b.path.length - a.path.length)[0];
  return command && { command, rest: line.slice(command.path.length + 1) };
}

/** The options given so far: `[{option, text}]`, in the order they were typed. */
function given(command, rest) {
  const names = command.options.map((option) => option.name).sort((a, b) => b.length - a.length);
  if (!names.length) return [];
  const marks = [...rest.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "g"))];
  return marks.map((mark, i) => ({
    option: command.options.find((option) => option.name === mark[1]),
    text: rest.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? rest.length).trim(),
  }));
}

/** What an option takes, as `[{label, value}]`; nothing for free text. */
function values(option, world) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: choice.name, value: choice.value }));
  const people = () => world.members.filter((member) => member.here).map((member) => ({ label: `@${member.name}`, value: member.id }));
  switch (option.type) {
    case 5: return [{ label: "True", value: true }, { label: "False", value: false }];
    case 6: case 9: return people();
    case 7: return world.guild.channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));
    case 8: return world.guild.roles.map((role) => ({ label: `@${role.name}`, value: role.id }));
    default: return null;
  }
}

const same = (a, b) => a.toLowerCase() === b.toLowerCase();
const bare = (label) => label.replace(/^[@#]/, "");

/** What can come next: `[{line, label, detail, about}]`, where `line` is the whole text with it, and `about` what all are for. */
export function suggestions(line, all, world) {
  if (!line.startsWith("/")) return [];
  const found = begun(line, all);
  if (!found || (!found.rest && all.some((other) => other.path.startsWith(`${found.command.path} `)))) {
    const typed = line.slice(1).toLowerCase();
    const fits = all.filter((command) => command.path.startsWith(typed) || command.path.split(" ").at(-1).startsWith(typed));
    return fits.map((command) => ({ line: `/${command.path} `, label: `/${command.path}`, detail: command.description }));
  }
  const { command, rest } = found;
  const so = given(command, rest);
  const last = so.at(-1);
  const choices = last && values(last.option, world);
  const done = last && (choices ? choices.some((choice) => same(choice.label, last.text)) : rest.endsWith(" ") && last.text);
  if (last && !done) {
    const before = line.slice(0, line.length - rest.length + rest.lastIndexOf(`${last.option.name}:`) + last.option.name.length + 1);
    const fits = (choices ?? []).filter((choice) => choice.label.toLowerCase().includes(last.text.toLowerCase()));
    return fits.map((choice) => ({ line: `${before}${choice.label} `, label: choice.label, about: `${last.option.name}: ${last.option.description}` }));
  }
  const word = last ? "" : rest.trim().toLowerCase();
  const free = command.options.filter((option) => !so.some((known) => known.option === option) && option.name.startsWith(word));
  const base = (word ? line.slice(0, line.length - rest.length) : line).trimEnd();
  return free.map((option) => ({ line: `${base} ${option.name}:`, label: `${option.name}:`, detail: `${option.description}${option.required ? " (required)" : ""}` }));
}

/** What a finished line means: `{command, options}`, or `{problem}` in words. */
export function read(line, all, world) {
  const found = begun(line.trim(), all);
  if (!found) return { problem: "There is no such command" };
  const so = given(found.command, found.rest);
  if (found.rest.trim() && !so.length) return { problem: `“${found.rest.trim()}” is no option of /${found.command.path}` };
  const options = {};
  for (const { option, text } of so) {
    const value = valueOf(option, text, world);
    if (value === undefined) return { problem: `“${text}” does not fit ${option.name}` };
    options[option.name] = value;
  }
  const missing = found.command.options.find((option) => option.required && !(option.name in options));
  if (missing) return { problem: `${missing.name} is missing` };
  return { command: found.command.path, options };
}

function valueOf(option, text, world) {
  const choices = values(option, world);
  if (choices) return choices.find((choice) => same(choice.label, text) || same(bare(choice.label), bare(text)) || String(choice.value) === text)?.value;
  if (option.type === 4 || option.type === 10) return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
  return text || undefined;
}
