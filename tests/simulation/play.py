"""Four members play whole games by clicks on a simulated Discord, one game of each rule set.

usage: play.py BOT_COMMAND...     for example: play.py target/debug/canasta run

The simulation is simcord's, which knows nothing of this bot: what the bot's own stand-in gets wrong as well shows here.
The bot has no permissions but those the invite link asks for. Every interaction must be answered, no request may be refused, a hand
may be seen by its owner alone, and the table message must follow every move. The last line says how many games passed;
the exit code is 0 only if all did.
"""

import asyncio
import os
import random
import re
import sys
import tempfile
import time
import traceback

import discord
import simcord
from simcord.results import ResponseMessage

from simbridge import Bridge

RULE_SETS = ["classic", "playout", "concealed", "wild"]
TARGET = "1500 points"
# In the order of joining, each with the seat that follows from it.
SEATS = {"Ana": "North", "Cy": "East", "Bo": "South", "Di": "West"}
SIDES = {"Cy": "Join East–West", "Bo": "Join North–South", "Di": "Join East–West"}
# Those of the invite link in README.md.
BOT_MAY = discord.Permissions(
    view_channel=True, send_messages=True, create_public_threads=True, send_messages_in_threads=True
)
MEMBERS_MAY = discord.Permissions(view_channel=True, use_application_commands=True)

ANSWER_SECONDS = 3
TABLE_SECONDS = 5
START_SECONDS = 10
# A table is shown a few times a second at most, and every click waits for it.
GAME_SECONDS = 180
CRASH_AFTER = 40
TWICE = 0.05
MOST_CLICKS = 20_000

BUTTON, MENU = 2, 3
# Verbs of a custom_id, as src/discord/click.rs writes them: c1TABLE.STEP.VERB.RENDER DRAFT
MY_HAND, DRAW_AND_SHOW, ANSWER_PROMPT, DEAL, REMATCH = "m", "D", "A", "e", "M"
DRAW, PASS, TAKE, TAKE_WITH, PICK, DISCARD, PLAY, GO_OUT, CLEAR, ASK, WITHDRAW, YES, NO, BACK = "dPtTixpgcaqyYz"
ON_HANDS_ONLY = set("dPtTixpgcbrBnNwWuzaqyYfh")
HAND = re.compile(r"^\*\*Table \d+ · round \d+ · (\w+)\*\*")


class Use:
    """A button that can be clicked, or one choice of a menu."""

    def __init__(self, component, value=None, risky=False):
        self.custom_id, self.value, self.risky = component["custom_id"], value, risky
        _, step, self.verb, _ = self.custom_id.split(".", 3)
        self.step = int(step, 36)


def uses(message):
    """Everything that can be used on a message."""
    for component in (component for row in message.components for component in row["components"]):
        if component.get("disabled"):
            continue
        if component["type"] == BUTTON:
            yield Use(component)
        elif component["type"] == MENU:
            # A discard with a description is one the bot asks about once more.
            for option in component["options"]:
                yield Use(component, option["value"], risky=bool(option.get("description")))


def step(message):
    """The newest step on a message's buttons."""
    return max((use.step for use in uses(message)), default=0)


class Game:
    """One table in a channel, and those who play at it."""

    def __init__(self, env, bridge, channel, members, seed):
        self.env, self.bridge, self.channel, self.members = env, bridge, channel, members
        self.chance = random.Random(seed)
        self.clicks, self.rounds, self.asked, self.newest = 0, 1, 0, 0

    # ------------------------------------------------------------- what is seen

    def messages(self):
        return [message for _, message in sorted(self.env.backend.messages.get(self.channel.id, {}).items())]

    def table(self):
        """The table message: the newest public one with buttons."""
        return next((m for m in reversed(self.messages()) if not m.is_ephemeral and m.components), None)

    def tables(self):
        """How many messages show the table."""
        public = (m for m in self.messages() if not m.is_ephemeral)
        return sum(any(use.verb == MY_HAND for use in uses(message)) for message in public)

    def hand(self, member):
        """A member's newest hand."""
        mine = (m for m in reversed(self.messages()) if m.is_ephemeral and m.visible_to(member.id))
        return next((m for m in mine if HAND.match(m.content)), None)

    def check_secrecy(self):
        for message in self.messages():
            viewers = [name for name, member in self.members.items() if message.visible_to(member.id)]
            hand = HAND.match(message.content)
            if hand and (not message.is_ephemeral or [SEATS[name] for name in viewers] != [hand[1]]):
                raise AssertionError(f"the hand of {hand[1]} is seen by {viewers}: {message.content}")
            if not message.is_ephemeral and any(use.verb in ON_HANDS_ONLY for use in uses(message)):
                raise AssertionError(f"everybody sees the buttons of a hand: {message.content}")

    # ------------------------------------------------------------- what is done

    async def acknowledged(self, what, result):
        await self.bridge.until(f"an answer to {what}", lambda: result.acknowledged, ANSWER_SECONDS)
        self.check_secrecy()

    async def use(self, name, message, use):
        """A click, and the table message as it follows."""
        member, response = self.members[name], ResponseMessage(self.env, message)
        taps = []
        # Now and then somebody taps twice, before the first tap is answered.
        twice = self.chance.random() < TWICE
        for _ in range(2 if twice else 1):
            if use.value is None:
                taps.append(await member.click(response, custom_id=use.custom_id))
            else:
                taps.append(await member.select(response, [use.value], custom_id=use.custom_id))
        for tap in taps:
            await self.acknowledged(f"{use.custom_id} {use.value or ''}", tap)
            self.clicks += 1
        self.newest = max([self.newest, *map(step, self.messages())])
        await self.table_when("follows", lambda table: step(table) >= self.newest)

    async def table_when(self, what, is_so):
        def found():
            table = self.table()
            return table if table and is_so(table) else None

        try:
            return await self.bridge.until(f"the table {what}", found, TABLE_SECONDS)
        except AssertionError as late:
            now = self.table()
            raise AssertionError(f"{late}\nit shows: {now and now.content}") from None

    async def click_label(self, name, label):
        """Clicks a button of the lobby."""
        result = await self.members[name].click(ResponseMessage(self.env, self.table()), label=label)
        await self.acknowledged(label, result)
        self.clicks += 1

    async def open(self, rules, in_thread):
        choices = {"rules": rules, "players": "4, in partnerships", "target": TARGET}
        options = {option: choice(self.env, "new", option, name) for option, name in choices.items()}
        result = await self.members["Ana"].slash(self.channel, "canasta new", thread=in_thread, **options)
        await self.acknowledged("/canasta new", result)
        if in_thread:
            await self.bridge.until("a thread", lambda: self.channel.threads, TABLE_SECONDS)
            [self.channel] = self.channel.threads
        await self.table_when("is open", lambda table: True)
        for name, label in SIDES.items():
            await self.click_label(name, label)
            member = self.members[name]
            await self.table_when(f"has {name}", lambda table: member.mention in table.content)
        await self.table_when("can start", lambda table: any(use.verb == "S" for use in uses(table)))
        await self.click_label("Ana", "Start")
        await self.table_when("is dealt", lambda table: any(use.verb == MY_HAND for use in uses(table)))

    async def play(self, until=MOST_CLICKS):
        """Plays until a side has won, or for so many clicks."""
        ends = time.monotonic() + GAME_SECONDS
        while self.clicks < until and time.monotonic() < ends:
            table = self.table()
            offered = {use.verb: use for use in uses(table)}
            if REMATCH in offered:
                return
            if DEAL in offered:
                await self.use("Ana", table, offered[DEAL])
                await self.table_when("is dealt again", lambda table: MY_HAND in {use.verb for use in uses(table)})
                self.rounds += 1
            else:
                await self.play_once(table, offered)
        if until == MOST_CLICKS:
            raise AssertionError(f"no end after {self.clicks} clicks:\n{self.table().content}")

    async def play_once(self, table, offered):
        """One click of whoever the table waits for."""
        if self.chance.random() < 0.05:
            await self.wander(self.chance.choice(list(self.members)))
            return
        name = next((name for name, member in self.members.items() if f"▶ {member.mention}" in table.content), None)
        if name is None:
            raise AssertionError(f"the table waits for nobody:\n{table.content}")
        hand = self.hand(self.members[name])
        use = self.sensible(hand) if hand and step(hand) == step(table) else None
        if use:
            self.asked += use.verb == ASK
            await self.use(name, hand, use)
            return
        # The hand is opened by any of the table's buttons that shows it.
        ways = [offered[verb] for verb in (MY_HAND, DRAW_AND_SHOW, ANSWER_PROMPT) if verb in offered]
        # A pile may be there to be taken: who draws at once never finds out.
        opened = ways[-1] if ANSWER_PROMPT in offered or self.chance.random() < 0.2 else ways[0]
        await self.use(name, table, opened)
        if not self.sensible(self.hand(self.members[name])):
            raise AssertionError(f"{name} can't do anything:\n{self.hand(self.members[name]).content}\n{table.content}")

    async def wander(self, name):
        """Anybody clicks anything of their own, be it old by now: plans, builds, asks for a hint, reads the log."""
        seen = [message for message in (self.table(), self.hand(self.members[name])) if message]
        message = self.chance.choice(seen)
        if anything := list(uses(message)):
            await self.use(name, message, self.chance.choice(anything))

    def sensible(self, hand):
        """What an eager player would do: go out, play what is put together, take or draw, meld, discard."""
        all_uses = list(uses(hand))

        def one(verbs, safe=False):
            fits = [use for use in all_uses if use.verb in verbs and not (safe and use.risky)]
            return self.chance.choice(fits) if fits else None

        if sure := next((use for use in all_uses if use.verb.startswith("!")), None):
            return sure
        if self.chance.random() < 0.7 and (ask := one([ASK])):
            return ask
        melds = self.chance.random() < 0.95
        return (
            one([YES, NO])
            or one([GO_OUT])
            or one([PLAY])
            or one([TAKE, TAKE_WITH])
            or one([DRAW, PASS])
            or (one([PICK]) if melds else None)
            or one([DISCARD], safe=True)
            or one([DISCARD])
            or one([CLEAR])
            or one([PICK, WITHDRAW, BACK])
        )


def is_gone(request):
    """Whether it failed because the message had been deleted: just before a crash, say, and too late to be noted."""
    method, path, _, _, answer = request
    return method in ("DELETE", "PATCH") and path.startswith("/channels/") and answer.get("code") == 10008


def choice(env, command, option, name):
    """The value of a command's choice by the name that members see."""
    [canasta] = [root for root in env.backend.commands[None].values() if root["name"] == "canasta"]
    [leaf] = [leaf for leaf in canasta["options"] if leaf["name"] == command]
    [declared] = [declared for declared in leaf["options"] if declared["name"] == option]
    [value] = [choice["value"] for choice in declared["choices"] if choice["name"] == name]
    return value


def server(env):
    """A server in which the bot may do no more than it asked for."""
    guild = env.create_guild(name="Cards")
    for role in env.backend.guilds[guild.id].roles.values():
        role.permissions = (BOT_MAY if role.managed else MEMBERS_MAY).value
    members = {name: guild.add_member(env.create_user(name)) for name in SEATS}
    return guild, members


class Bot:
    """The bot's process; its database and its log outlive it."""

    def __init__(self, command, bridge, folder):
        self.command, self.bridge, self.folder, self.process = command, bridge, folder, None

    async def start(self):
        given = {
            "DISCORD_TOKEN": self.bridge.token,
            "DISCORD_API_URL": self.bridge.base,
            "DATABASE_URL": f"sqlite://{self.folder}/canasta.db",
        }
        with open(os.path.join(self.folder, "log"), "a") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, cwd=self.folder, stderr=log, env={**os.environ, **given}
            )
        registered = self.bridge.backend.commands
        await self.bridge.until("the bot listens", lambda: registered.get(None) and self.bridge.sessions, START_SECONDS)

    async def crash(self):
        self.process.kill()
        await self.process.wait()
        await self.bridge.until("the bot is gone", lambda: not self.bridge.sessions, START_SECONDS)

    async def stop(self):
        """Tells it to end, which it has to do in order."""
        if self.process.returncode is None:
            self.process.terminate()
        if code := await asyncio.wait_for(self.process.wait(), START_SECONDS):
            raise AssertionError(f"the bot ended with {code}")

    def last_words(self):
        with open(os.path.join(self.folder, "log")) as log:
            return log.readlines()[-20:]


async def one_game(env, bridge, bot, guild, members, rules, seed):
    """Plays a game and says what came of it. In every game the bot crashes once, and starts again."""
    began, first = time.monotonic(), len(bridge.log)
    channel = guild.create_text_channel(rules)
    game = Game(env, bridge, channel, members, seed)
    await game.open(rules, in_thread=rules == "playout")
    await game.play(until=CRASH_AFTER)
    await bridge.until("old table messages are deleted", lambda: game.tables() <= 1, TABLE_SECONDS)
    await bot.crash()
    crashed = len(bridge.log)
    await bot.start()
    await game.play()
    if "## " not in game.table().content:
        raise AssertionError(f"nobody is said to have won:\n{game.table().content}")
    again = bridge.log[crashed : crashed + 10]
    refused = [request for request in bridge.log[first:] if request[2] >= 400 and not (request in again and is_gone(request))]
    if refused or bridge.gaps:
        raise AssertionError("\n".join(map(str, ["refused:", *refused, "not simulated:", *bridge.gaps])))
    took = time.monotonic() - began
    return f"{game.clicks} clicks, {game.rounds} rounds, {game.asked} questions, {took:.1f} s"


async def main(command):
    command[0] = os.path.abspath(command[0]) if os.path.exists(command[0]) else command[0]
    first_seed = int(os.environ.get("SEED", "1"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with simcord.run(discord.Client(intents=discord.Intents.all()), settle_timeout=2.0) as env:
            bridge = Bridge(env)
            await bridge.start()
            guild, members = server(env)
            bot = Bot(command, bridge, folder)
            try:
                await bot.start()
                for seed, rules in enumerate(RULE_SETS, start=first_seed):
                    try:
                        told = await one_game(env, bridge, bot, guild, members, rules, seed)
                        print(f"{rules}: {told}", flush=True)
                        passed += 1
                    except Exception:
                        failed += 1
                        print(f"{rules} failed:", traceback.format_exc(), sep="\n", flush=True)
                await bot.stop()
            except Exception as error:
                failed += 1
                print(f"the bot failed: {error}")
            finally:
                if bot.process and bot.process.returncode is None:
                    bot.process.kill()
                await bridge.stop()
        if failed:
            print("the end of the bot's log:", *bot.last_words(), sep="\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(sys.argv[1:])))
