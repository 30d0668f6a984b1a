import { anActor, waitFor, type DiscordBot, type PermissionName } from '@kith/kit/testing';
import { moderation, sentAtMs, type ChannelSettings, type RunnableCommand } from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';

export interface TestedBot {
  readonly bot: DiscordBot;
  readonly botId: string;
  /** What the member wrote or used. */
  messageId: string;
}

type Place = Pick<TestedBot, 'bot' | 'botId'>;
/** How often each effect is seen: exactly once each is what must hold. */
type Effects = Record<string, number>;

export interface Scenario {
  readonly settings?: (harness: RunnerHarness, place: Place) => Partial<ChannelSettings>;
  readonly commands?: RunnableCommand[];
  /** What a member writes or uses; returns its id. */
  readonly act: (harness: RunnerHarness, place: Place) => Promise<string> | string;
  readonly effects: (harness: RunnerHarness, tested: TestedBot) => Promise<Effects> | Effects;
}

const GREET = '5a5a5a5a-0000-4000-8000-000000000009';
const learned = (id: string): RunnableCommand[] => [{ commandId: id, trigger: `!${id}`, custom: null }];
const custom: RunnableCommand[] = [{ commandId: GREET, trigger: '!greet', custom: { name: 'Greet', description: 'Says hello' } }];
const TIMEOUT_MS = 600_000;
const TO_DELETE = 2;
const WRITTEN_BEFORE = 4;
const OLD = 'written before';

let members = 0;
const newMember = (): string => String(400_000_000_000_000_000n + BigInt(++members));

/** A member whose role has the permissions; the position decides whom they stand above. */
function aMember({ discord }: RunnerHarness, { bot }: Place, permissions: readonly PermissionName[], position = 1): string {
  const id = newMember();
  const roles = [discord.addRole(bot.guildId, { name: id, permissions, position })];
  discord.setMember(bot.guildId, { id, roles });
  return id;
}

const writing =
  (content: string) =>
  ({ discord }: RunnerHarness, { bot }: Place): string =>
    discord.sendMessage({ bot, content, authorId: newMember() });
const answers = ({ discord }: RunnerHarness, { messageId }: TestedBot): Effects => ({
  answers: discord.repliesTo(messageId).length,
});

/** What a member whom `act` created writes about another one. */
const targets = new Map<string, string>();

/** Of an interaction that was not acknowledged in time Discord tells the member; one that was has to be answered. */
function slashAnswers({ discord }: RunnerHarness, { messageId }: TestedBot): Effects {
  const response = discord.responseTo(messageId);
  if (!response) return { answers: Date.now() - sentAtMs(messageId) > 3000 ? 1 : 0 };
  return { answers: [response.isDeferred ? '' : response.content, ...response.followUps].filter(Boolean).length };
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'the reply to a message': { act: writing('hello'), effects: answers },
  'a command': { commands: learned('coinflip'), act: writing('!coinflip'), effects: answers },
  'a command of its owner': {
    commands: custom,
    act: writing('!greet you'),
    effects: (harness, tested) => ({
      ...answers(harness, tested),
      // Repeated with the same id, the code does nothing twice.
      runs: new Set(harness.bots.customRuns.filter(({ botId }) => botId === tested.botId).map(({ callId }) => callId)).size,
    }),
  },
  'a slash command whose answer is deferred': {
    commands: custom,
    act: async ({ discord }, { bot }) => {
      await waitFor('the command', () => discord.commandsOf(bot).some(({ name }) => name === 'greet'), 20_000);
      return discord.invokeCommand({ bot, name: 'greet', authorId: newMember() });
    },
    effects: slashAnswers,
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
  'the moderation of a message': {
    settings: ({ discord }, { bot }) => ({
      moderationMode: true,
      blockLinks: true,
      autoDelete: true,
      issueWarnings: true,
      timeoutUsers: true,
      warningThreshold: 1,
      moderationLogChannelId: discord.addChannel(bot, { name: 'moderation-log' }).id,
    }),
    act: writing('look at https://evil.test/page'),
    effects: moderationEffects,
  },
};

async function moderationEffects(harness: RunnerHarness, { bot, botId, messageId }: TestedBot): Promise<Effects> {
  const { ownerId, channelSettings } = harness.bots.runnableOf(botId);
  const actor = { ...anActor(), userId: ownerId };
  const { cases } = await harness.runtime.rpc.ask(moderation.cases, { actor, botId });
  const byBot = (channelId: string): number => harness.discord.messages(channelId).filter(({ isBot }) => isBot).length;
  const [first] = cases;
  const { timedOutUntil } = (first?.memberId && harness.discord.member(bot.guildId, first.memberId)) || {};
  return {
    cases: cases.length,
    deletions: harness.discord.message(messageId) === undefined ? 1 : 0,
    notices: byBot(bot.channelId),
    logLines: byBot(channelSettings.moderationLogChannelId),
    timeouts: timedOutUntil && Date.parse(timedOutUntil) === Date.parse(first?.timeoutUntil ?? '') ? 1 : 0,
  };
}
