import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@kith/kit/testing';
import { moderation, systemPages, type ChannelSettings } from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';
import {
  casesOf,
  logChannel,
  logLines,
  ownerOf,
  pageOf,
  postsIn,
  writing,
  type Effects,
  type Place,
  type Scenarios,
  type TestedBot,
} from './crash-scenario.js';

const LINK = 'look at https://evil.test/page';
const RULES = 'auto-moderation';
const JUDGE = 'ai-moderator';
/** The owner looks again after this time, and no more when the last runner has had long enough. */
const LOOK_AGAIN_MS = 500;
const GIVE_UP_MS = 600_000;

const moderating = (harness: RunnerHarness, place: Place): Partial<ChannelSettings> => ({
  moderationMode: true,
  blockLinks: true,
  autoDelete: true,
  issueWarnings: true,
  timeoutUsers: true,
  warningThreshold: 1,
  moderationLogChannelId: logChannel(harness, place),
});

/** Systems that moderate write into the same channel; the companion answers nobody here. */
const bySystem = (systemId: string, settings: Record<string, string>) => ({
  settings: (): Partial<ChannelSettings> => ({ mentionOnly: true }),
  systems: (harness: RunnerHarness, place: Place) => [
    { systemId, settings: { dryRun: false, logChannel: logChannel(harness, place), ...settings } },
  ],
});

async function addRule(harness: RunnerHarness, place: Place, values: Record<string, string | number | boolean>): Promise<string> {
  const { message } = await harness.runtime.rpc.ask(systemPages.act, { ...pageOf(harness, place, RULES), action: 'add', values });
  return message;
}

/** The author changes the message that `prepare` returned. */
const changing =
  (content: string) =>
  ({ discord }: RunnerHarness, { bot, prepared }: Place & Pick<TestedBot, 'prepared'>): string => {
    discord.editMessage(bot, prepared, content);
    return prepared;
  };

export const MODERATION: Scenarios = {
  'the moderation of a message': { settings: moderating, act: writing(LINK), effects: moderationEffects },
  'a rule of auto-moderation': {
    ...bySystem(RULES, {}),
    prepare: (harness, place) =>
      addRule(harness, place, { name: 'No nitro', trigger: 'words', words: 'free nitro', warn: true, timeout: 10 }),
    act: writing('get free nitro'),
    effects: moderationEffects,
  },
  'the verdict of the AI moderator': {
    ...bySystem(JUDGE, { categories: 'Insults' }),
    prepare: ({ chat }) => {
      const verdict = { category: 0, certainty: 99 };
      chat.judge = ({ messages }) => ({ verdicts: messages.map(({ id: messageId }) => ({ messageId, verdict })) });
      return Promise.resolve('');
    },
    act: writing('you are an idiot'),
    effects: moderationEffects,
  },
  'a message that is changed into something worse': {
    ...bySystem(RULES, {}),
    prepare: async (harness, place) => {
      await addRule(harness, place, { name: 'Noted', trigger: 'words', words: 'kumquat', delete: false });
      await addRule(harness, place, { name: 'No nitro', trigger: 'words', words: 'free nitro', warn: true, timeout: 10 });
      const messageId = writing('a kumquat')(harness, place);
      await waitFor('the first case', () => logLines(harness, place) > 0, 20_000);
      return messageId;
    },
    act: changing('get free nitro'),
    effects: async (harness, tested) => {
      const { cases, logLines: lines, ...effects } = await moderationEffects(harness, tested);
      return { ...effects, furtherCases: Number(cases) - 1, furtherLines: Number(lines) - 1 };
    },
  },
  'an answered message that moderation deletes': {
    settings: moderating,
    prepare: async (harness, place) => {
      const messageId = writing('hello')(harness, place);
      await waitFor('the answer', () => harness.chat.delivered.includes(messageId), 20_000);
      return messageId;
    },
    act: changing(LINK),
    effects: async (harness, tested) => {
      const removed = harness.discord.repliesTo(tested.messageId).length === 0 ? 1 : 0;
      return { ...(await moderationEffects(harness, tested)), removed };
    },
  },
  'a case that its owner takes back': {
    settings: moderating,
    prepare: async (harness, place) => {
      writing(LINK)(harness, place);
      const [found] = await waitFor(
        'the timeout',
        async () => {
          const cases = await casesOf(harness, place);
          return endOfTimeout(harness, place, cases[0]?.memberId) && logLines(harness, place) > 0 ? cases : undefined;
        },
        20_000,
      );
      return found?.id ?? '';
    },
    act: (harness, place) => {
      void takeBack(harness, place);
      return place.prepared;
    },
    effects: async (harness, tested) => {
      const [found] = await casesOf(harness, tested);
      const isOver = found?.memberId && endOfTimeout(harness, tested, found.memberId) === null;
      return { takenBack: found?.undoneAt ? 1 : 0, ended: isOver ? 1 : 0 };
    },
  },
};

const endOfTimeout = ({ discord }: RunnerHarness, { bot }: Place, memberId: string | null | undefined): string | null =>
  (memberId ? discord.member(bot.guildId, memberId)?.timedOutUntil : null) ?? null;

/** The page offers it for cases only that are not taken back: an owner whose call failed looks at the list before they try again. */
async function takeBack(harness: RunnerHarness, place: Place & Pick<TestedBot, 'prepared'>): Promise<void> {
  const call = { actor: ownerOf(harness, place), botId: place.botId, caseId: place.prepared };
  const untilMs = Date.now() + GIVE_UP_MS;
  for (let isDone = false; !isDone && Date.now() < untilMs; await sleep(LOOK_AGAIN_MS)) {
    isDone = await casesOf(harness, place).then(
      (cases) => cases.some(({ undoneAt }) => undoneAt !== null),
      () => false,
    );
    if (!isDone) await harness.runtime.rpc.ask(moderation.undo, call).catch(() => undefined);
  }
}

async function moderationEffects(harness: RunnerHarness, tested: TestedBot): Promise<Effects> {
  const cases = await casesOf(harness, tested);
  const [first] = cases;
  const timedOutUntil = endOfTimeout(harness, tested, first?.memberId);
  return {
    cases: cases.length,
    deletions: harness.discord.message(tested.messageId) === undefined ? 1 : 0,
    notices: postsIn(harness, tested.bot.channelId),
    logLines: logLines(harness, tested),
    timeouts: timedOutUntil && Date.parse(timedOutUntil) === Date.parse(first?.timeoutUntil ?? '') ? 1 : 0,
  };
}
