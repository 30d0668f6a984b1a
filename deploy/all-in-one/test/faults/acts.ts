import type { ApiClient, DiscordControl } from '@kith/all-in-one/testing';
import type { DiscordBot } from '@kith/kit/testing';
import { sentAtMs } from '@kith/proto';

/** A bot with commands and systems, on Discord and for its owner. */
export interface ActingBot {
  readonly discord: DiscordControl;
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly owner: ApiClient;
  /** Where new members are greeted, and where it is written which roles members pick. */
  readonly greetings: string;
  readonly picked: string;
  /** The roles that new members get, and that the role message offers. */
  readonly newcomer: string;
  readonly red: string;
  readonly moderator: string;
  readonly roleMessage: string;
}

/** Where somebody acts who has not acted before; everybody has a channel of their own. */
export interface Place extends ActingBot {
  readonly channelId: string;
  readonly memberId: string;
  readonly targetId: string;
}

/** How often each effect is there: exactly once each is what must hold. */
export type Effects = Readonly<Record<string, number>>;

export interface Act {
  /** By somebody with the role `moderator`. */
  readonly isByModerator?: boolean;
  /** What has happened before the outage. */
  readonly prepare?: (place: Place) => Promise<unknown>;
  /** Resolves to the id of the message or the interaction. */
  readonly act: (place: Place) => Promise<string> | string;
  readonly effects: (place: Place, id: string) => Promise<Effects>;
}

export const RULES = 'auto-moderation';
export const LEVELS = 'leveling-xp';
export const ECONOMY = 'economy-system';
export const FORBIDDEN = 'free nitro';
export const DAILY_REWARD = 50;
export const EMOJI = '🔴';
/** Counts the calls of each member, so that a call that ran twice is seen. */
export const COUNT_CODE =
  'export default async ({ userId }) => ({ success: true, response: "call " + (await kv.increment(userId)), shouldReply: true });';

const TIMEOUT_MS = 600_000;
const PURGED = 2;
const WRITTEN_BEFORE = 4;
const OLD = 'written before';
/** One less than level 1 takes. */
const ALMOST_LEVEL_1 = 99;

const writing =
  (content: (place: Place) => string) =>
  ({ discord, bot, channelId, memberId, ...place }: Place) =>
    discord.sendMessage({
      bot,
      channelId,
      authorId: memberId,
      content: content({ discord, bot, channelId, memberId, ...place }),
    });
const using =
  (name: string, options: (place: Place) => Record<string, unknown> = () => ({})) =>
  (place: Place) =>
    place.discord.invokeCommand({
      bot: place.bot,
      channelId: place.channelId,
      authorId: place.memberId,
      name,
      options: options(place),
    });

const answers = async ({ discord }: Place, id: string): Promise<Effects> => ({ answers: (await discord.repliesTo(id)).length });

/** The texts that the member reads. */
async function responses({ discord }: Place, id: string): Promise<string[]> {
  const response = await discord.responseTo(id);
  if (!response) return [];
  const followUps = response.followUps.map(({ content }) => content);
  return [response.isDeferred ? '' : response.content, ...followUps].filter(Boolean);
}

const responded = async (place: Place, id: string): Promise<Effects> => ({ answers: (await responses(place, id)).length });

const posts = async ({ discord }: ActingBot, channelId: string, text = ''): Promise<number> =>
  (await discord.messages(channelId)).filter(({ isBot, content }) => isBot && content.includes(text)).length;

async function cases({ owner, botId, channelId }: Place): Promise<number> {
  const { text } = await owner.get(`/api/bots/${botId}/moderation/cases?limit=100`);
  return (JSON.parse(text) as { channelId: string }[]).filter((one) => one.channelId === channelId).length;
}

/** The cells of the row of the member. */
async function row(
  { owner, botId, bot: { guildId }, memberId }: Place,
  systemId: string,
  section: string,
): Promise<readonly string[]> {
  const { body } = await owner.get(`/api/bots/${botId}/systems/${systemId}/servers/${guildId}?section=${section}&limit=50`);
  const { sections } = body as { sections: { id: string; rows: { id: string; cells: string[] }[] }[] };
  return sections.find(({ id }) => id === section)?.rows.find(({ id }) => id === memberId)?.cells ?? [];
}

async function timeouts({ discord, bot, targetId }: Place, id: string): Promise<number> {
  const { timedOutUntil } = (await discord.member(bot.guildId, targetId)) ?? {};
  return timedOutUntil && Date.parse(timedOutUntil) === sentAtMs(id) + TIMEOUT_MS ? 1 : 0;
}

async function deletions({ discord, channelId }: Place): Promise<number> {
  const left = (await discord.messages(channelId)).filter(({ content }) => content === OLD);
  return (WRITTEN_BEFORE - left.length) / PURGED;
}

async function writeBefore({ discord, bot, channelId }: Place): Promise<void> {
  for (let n = 0; n < WRITTEN_BEFORE; n += 1) await discord.sendMessage({ bot, channelId, content: OLD, fromBot: true });
}

async function moderated(place: Place, id: string): Promise<Effects> {
  const isDeleted = !(await place.discord.message(id));
  return { deletions: isDeleted ? 1 : 0, cases: await cases(place), notices: await posts(place, place.channelId) };
}

/** Two if it counted twice. */
const calls = (texts: readonly string[]): number => Number(/^call (\d+)$/.exec(texts.join())?.[1] ?? 0);

/** What members do whose effects must not be lost. */
export const ACTS: Readonly<Record<string, Act>> = {
  '!warn': {
    isByModerator: true,
    act: writing(({ targetId }) => `!warn <@${targetId}> Please be kind.`),
    effects: async (place, id) => ({ ...(await answers(place, id)), cases: await cases(place) }),
  },
  '!timeout': {
    isByModerator: true,
    act: writing(({ targetId }) => `!timeout <@${targetId}> 10m`),
    effects: async (place, id) => ({
      ...(await answers(place, id)),
      cases: await cases(place),
      timeouts: await timeouts(place, id),
    }),
  },
  '!purge': {
    isByModerator: true,
    prepare: writeBefore,
    act: writing(() => `!purge ${PURGED}`),
    effects: async (place, id) => ({ ...(await answers(place, id)), deletions: await deletions(place) }),
  },
  '!poll': {
    isByModerator: true,
    act: writing(() => '!poll Tea or coffee? Tea, Coffee 2h'),
    effects: async (place, id) => {
      const polls = (await place.discord.messages(place.channelId)).filter(({ poll }) => poll !== null);
      return { ...(await answers(place, id)), polls: polls.length };
    },
  },
  // The soonest that may be asked for: it is due while something is still away.
  '!remind': {
    act: writing(() => '!remind in 6s tea is ready'),
    effects: async (place, id) => {
      const reminders = await posts(place, place.channelId, 'tea is ready');
      return { ...(await answers(place, id)), reminders };
    },
  },
  '!count, a command of its owner that stores a value': {
    act: writing(() => '!count'),
    effects: async (place, id) => {
      const texts = (await place.discord.repliesTo(id)).map(({ content }) => content);
      return { answers: texts.length, calls: calls(texts) };
    },
  },
  '/timeout': {
    isByModerator: true,
    act: using('timeout', ({ targetId }) => ({ member: targetId, duration: '10m' })),
    effects: async (place, id) => ({
      ...(await responded(place, id)),
      cases: await cases(place),
      timeouts: await timeouts(place, id),
    }),
  },
  '/purge': {
    isByModerator: true,
    prepare: writeBefore,
    act: using('purge', () => ({ count: PURGED })),
    effects: async (place, id) => ({ ...(await responded(place, id)), deletions: await deletions(place) }),
  },
  '/remind': {
    act: using('remind', () => ({ when: 'in 6s', text: 'tea is ready' })),
    effects: async (place, id) => ({
      ...(await responded(place, id)),
      reminders: await posts(place, place.channelId, 'tea is ready'),
    }),
  },
  '/count': {
    act: using('count'),
    effects: async (place, id) => {
      const texts = await responses(place, id);
      return { answers: texts.length, calls: calls(texts) };
    },
  },
  '/daily': {
    act: using('daily'),
    effects: async (place, id) => {
      const [, , coins] = await row(place, ECONOMY, 'balances');
      return { ...(await responded(place, id)), coins: Number(coins ?? 0) / DAILY_REWARD };
    },
  },
  'a link that moderation forbids': { act: writing(() => 'look at https://evil.test/page'), effects: moderated },
  'words that a rule of auto-moderation forbids': { act: writing(() => `get ${FORBIDDEN}`), effects: moderated },
  'a message that makes a level': {
    prepare: async ({ owner, botId, bot: { guildId }, memberId: member }) =>
      owner.post(`/api/bots/${botId}/systems/${LEVELS}/servers/${guildId}/actions`, {
        action: 'set',
        values: { member, experience: ALMOST_LEVEL_1 },
      }),
    act: writing(() => 'hello'),
    effects: async (place) => {
      const [, , , , messages] = await row(place, LEVELS, 'leaderboard');
      return { counted: Number(messages ?? 0), announcements: await posts(place, place.channelId, 'reached level') };
    },
  },
  'a new member': {
    act: async ({ discord, bot, memberId }) => {
      await discord.removeMember(bot.guildId, memberId);
      await discord.setMember(bot.guildId, { id: memberId });
      return memberId;
    },
    effects: async (place) => {
      const member = await place.discord.member(place.bot.guildId, place.memberId);
      return {
        roles: member?.roles.includes(place.newcomer) ? 1 : 0,
        greetings: await posts(place, place.greetings, `<@${place.memberId}>`),
      };
    },
  },
  'a reaction to a role message': {
    act: async ({ discord, bot, memberId, roleMessage: messageId }) => {
      await discord.react(bot, { messageId, emoji: EMOJI, memberId });
      return memberId;
    },
    effects: async (place) => {
      const member = await place.discord.member(place.bot.guildId, place.memberId);
      return {
        roles: member?.roles.includes(place.red) ? 1 : 0,
        lines: await posts(place, place.picked, `<@${place.memberId}>`),
      };
    },
  },
};
