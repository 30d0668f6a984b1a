import { waitFor } from '@kith/kit/testing';
import { sentAtMs, type RunnableCommand } from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';
import {
  aMember,
  answers,
  casesOf,
  interactionEffects,
  learned,
  logChannel,
  logLines,
  newMember,
  writing,
  type Place,
  type Scenarios,
  type TestedBot,
} from './crash-scenario.js';

const GREET = '5a5a5a5a-0000-4000-8000-000000000009';
const custom: RunnableCommand[] = [{ commandId: GREET, trigger: '!greet', custom: { name: 'Greet', description: 'Says hello' } }];
const WITH_BUTTON = '!greet with a button';
const BUTTON = { label: 'Again', value: 'again' };

const TIMEOUT_MS = 600_000;
const TO_DELETE = 2;
const WRITTEN_BEFORE = 4;
const OLD = 'written before';
const SLOW_MODE_S = 10;

/** What a member whom `act` created writes about another one. */
const targets = new Map<string, string>();

/** What a command of moderation did is written into the log channel. */
const logged = (harness: RunnerHarness, place: Place) => ({
  moderationMode: true,
  moderationLogChannelId: logChannel(harness, place),
});

/** The ids of the calls with which a custom command ran: repeated with the same id, the code does nothing twice. */
const runsOf = ({ bots }: RunnerHarness, { botId }: TestedBot, isUse: boolean): number =>
  new Set(
    bots.customRuns.filter((run) => run.botId === botId && (run.context.value !== null) === isUse).map(({ callId }) => callId),
  ).size;

/** The custom command posts a button when it is asked to. */
function answerWithButton({ bots }: RunnerHarness): void {
  const returning = (result: object) => ({ result: { success: true, response: '', shouldReply: true, ...result } });
  bots.runCustom = ({ context }) => ({
    ...(context.message === WITH_BUTTON
      ? returning({ posts: [{ content: 'Press', embeds: [], buttons: [BUTTON], selects: [] }] })
      : returning({ response: 'ran' })),
    error: null,
    log: [],
    durationMs: 1,
  });
}

function buttonOf({ discord }: RunnerHarness, messageId: string): string {
  const rows = (discord.message(messageId)?.components ?? []) as { readonly components: { readonly custom_id: string }[] }[];
  return rows[0]?.components[0]?.custom_id ?? '';
}

export const COMMANDS: Scenarios = {
  'a command': { commands: learned('coinflip'), act: writing('!coinflip'), effects: answers },
  'a command of its owner': {
    commands: custom,
    act: writing('!greet you'),
    effects: (harness, tested) => ({ ...answers(harness, tested), runs: runsOf(harness, tested, false) }),
  },
  'a slash command whose answer is deferred': {
    commands: custom,
    act: async ({ discord }, { bot }) => {
      await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'greet'), 20_000);
      return discord.invokeCommand({ bot, name: 'greet', authorId: newMember() });
    },
    effects: (harness, tested) => interactionEffects(harness, tested, { runs: runsOf(harness, tested, false) }),
  },
  'a button of a command of its owner': {
    commands: custom,
    prepare: async (harness, { bot }) => {
      answerWithButton(harness);
      const call = harness.discord.sendMessage({ bot, content: WITH_BUTTON, authorId: newMember() });
      return (await harness.discord.waitForReply(call, 20_000)).id;
    },
    act: (harness, { bot, prepared: messageId }) =>
      harness.discord.pressButton({ bot, messageId, customId: buttonOf(harness, messageId), authorId: newMember() }),
    effects: (harness, tested) => interactionEffects(harness, tested, { runs: runsOf(harness, tested, true) }),
  },
  'a command that deletes messages': {
    commands: learned('purge'),
    act: (harness, place) => {
      const authorId = aMember(harness, place, ['manageMessages']);
      const { bot } = place;
      for (let n = 0; n < WRITTEN_BEFORE; n += 1) harness.discord.sendMessage({ bot, content: OLD, fromBot: true });
      return harness.discord.sendMessage({ bot, content: `!purge ${TO_DELETE}`, authorId });
    },
    effects: (harness, tested) => {
      const left = harness.discord.messages(tested.bot.channelId).filter(({ content }) => content === OLD).length;
      return { ...answers(harness, tested), deletions: (WRITTEN_BEFORE - left) / TO_DELETE };
    },
  },
  'a command that times a member out': {
    commands: learned('timeout'),
    act: (harness, place) => {
      const authorId = aMember(harness, place, ['moderateMembers'], 3);
      const target = aMember(harness, place, []);
      targets.set(place.botId, target);
      return harness.discord.sendMessage({ bot: place.bot, content: `!timeout <@${target}> 10m`, authorId });
    },
    effects: (harness, tested) => {
      const { timedOutUntil } = harness.discord.member(tested.bot.guildId, targets.get(tested.botId) ?? '') ?? {};
      const isUntil = timedOutUntil && Date.parse(timedOutUntil) === sentAtMs(tested.messageId) + TIMEOUT_MS;
      return { ...answers(harness, tested), timeouts: isUntil ? 1 : 0 };
    },
  },
  'a command that warns a member': {
    commands: learned('warn'),
    settings: logged,
    act: (harness, place) => {
      const authorId = aMember(harness, place, ['moderateMembers'], 3);
      const content = `!warn <@${aMember(harness, place, [])}> Please be kind.`;
      return harness.discord.sendMessage({ bot: place.bot, content, authorId });
    },
    effects: async (harness, tested) => ({
      ...answers(harness, tested),
      cases: (await casesOf(harness, tested)).length,
      logLines: logLines(harness, tested),
    }),
  },
  'a command that sets slow mode': {
    commands: learned('slowmode'),
    settings: logged,
    act: (harness, place) => {
      const authorId = aMember(harness, place, ['manageChannels']);
      return harness.discord.sendMessage({ bot: place.bot, content: `!slowmode ${SLOW_MODE_S}s`, authorId });
    },
    effects: (harness, tested) => ({
      ...answers(harness, tested),
      slowModes: harness.discord.channelState(tested.bot.channelId).rateLimitPerUser / SLOW_MODE_S,
      logLines: logLines(harness, tested),
    }),
  },
  'a command that starts a poll': {
    commands: learned('poll'),
    act: (harness, place) => {
      const authorId = aMember(harness, place, ['sendPolls']);
      return harness.discord.sendMessage({ bot: place.bot, content: '!poll Tea or coffee? Tea, Coffee 2h', authorId });
    },
    effects: (harness, tested) => ({
      ...answers(harness, tested),
      polls: harness.discord.messages(tested.bot.channelId).filter(({ isBot, poll }) => isBot && poll !== null).length,
    }),
  },
  // The soonest that may be asked for.
  'a reminder': {
    commands: learned('remind'),
    act: writing('!remind in 6s tea is ready'),
    effects: (harness, tested) => {
      const posted = harness.discord
        .messages(tested.bot.channelId)
        .filter(({ isBot, content }) => isBot && content.includes('tea'));
      return { ...answers(harness, tested), reminders: posted.length };
    },
  },
};
