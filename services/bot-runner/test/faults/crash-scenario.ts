import { anActor, type DiscordBot, type PermissionName } from '@kith/kit/testing';
import {
  moderation,
  sentAtMs,
  systemPages,
  type Actor,
  type ChannelSettings,
  type ModerationCase,
  type RunnableCommand,
  type RunnableSystem,
} from '@kith/proto';
import type { RunnerHarness } from '../runner-harness.js';

/** Discord tells a member so soon that nobody responded to what they used. */
const ACKNOWLEDGED_WITHIN_MS = 3000;

export interface TestedBot {
  readonly bot: DiscordBot;
  readonly botId: string;
  /** What `prepare` returned. */
  prepared: string;
  /** What the member wrote or used. */
  messageId: string;
}

export type Place = Pick<TestedBot, 'bot' | 'botId'>;
/** How often each effect is seen: exactly once each is what must hold. */
export type Effects = Record<string, number>;

export interface Scenario {
  readonly settings?: (harness: RunnerHarness, place: Place) => Partial<ChannelSettings>;
  readonly systems?: (harness: RunnerHarness, place: Place) => RunnableSystem[];
  readonly commands?: RunnableCommand[];
  /** What has happened before, by a runner that is not killed; `act` is given what it returns. */
  readonly prepare?: (harness: RunnerHarness, place: Place) => Promise<string>;
  /** What a member writes or uses; returns its id. */
  readonly act: (harness: RunnerHarness, place: Place & Pick<TestedBot, 'prepared'>) => Promise<string> | string;
  readonly effects: (harness: RunnerHarness, tested: TestedBot) => Promise<Effects> | Effects;
}

export type Scenarios = Readonly<Record<string, Scenario>>;

export const learned = (id: string): RunnableCommand[] => [{ commandId: id, trigger: `!${id}`, custom: null }];

let members = 0;
export const newMember = (): string => String(400_000_000_000_000_000n + BigInt(++members));

/** A member whose role has the permissions; the position decides whom they stand above. */
export function aMember(
  { discord }: RunnerHarness,
  { bot }: Place,
  permissions: readonly PermissionName[],
  position = 1,
): string {
  const id = newMember();
  const roles = [discord.addRole(bot.guildId, { name: id, permissions, position })];
  discord.setMember(bot.guildId, { id, roles });
  return id;
}

export const writing =
  (content: string) =>
  ({ discord }: RunnerHarness, { bot }: Place): string =>
    discord.sendMessage({ bot, content, authorId: newMember() });

export const answers = ({ discord }: RunnerHarness, { messageId }: TestedBot): Effects => ({
  answers: discord.repliesTo(messageId).length,
});

/** Of an interaction that was not acknowledged in time Discord tells the member, and it may have no effect; one that was has `done` and an answer. */
export function interactionEffects({ discord }: RunnerHarness, { messageId }: TestedBot, done: Effects = {}): Effects {
  const response = discord.responseTo(messageId);
  if (response) {
    const texts = [response.isDeferred ? '' : response.content, ...response.followUps.map(({ content }) => content)];
    return { answers: texts.filter(Boolean).length, ...done };
  }
  const told = Date.now() - sentAtMs(messageId) > ACKNOWLEDGED_WITHIN_MS ? 1 : 0;
  return { answers: told, ...Object.fromEntries(Object.entries(done).map(([effect, count]) => [effect, told + count])) };
}

const logs = new Map<string, string>();

/** The channel in which the bot writes what moderation did. */
export function logChannel({ discord }: RunnerHarness, { bot, botId }: Place): string {
  const id = logs.get(botId) ?? discord.addChannel(bot, { name: 'moderation-log' }).id;
  logs.set(botId, id);
  return id;
}

export const postsIn = ({ discord }: RunnerHarness, channelId: string): number =>
  discord.messages(channelId).filter(({ isBot }) => isBot).length;

export const logLines = (harness: RunnerHarness, place: Place): number => postsIn(harness, logChannel(harness, place));

export const ownerOf = ({ bots }: RunnerHarness, { botId }: Pick<Place, 'botId'>): Actor => ({
  ...anActor(),
  userId: bots.runnableOf(botId).ownerId,
});

/** The cases of moderation that the owner reads, the newest first. */
export async function casesOf(harness: RunnerHarness, place: Pick<Place, 'botId'>): Promise<ModerationCase[]> {
  const asked = { actor: ownerOf(harness, place), botId: place.botId };
  return (await harness.runtime.rpc.ask(moderation.cases, asked)).cases;
}

/** Of a system of the bot in its server. */
export const pageOf = (harness: RunnerHarness, place: Place, systemId: string) => ({
  actor: ownerOf(harness, place),
  botId: place.botId,
  systemId,
  guildId: place.bot.guildId,
});

/** The cells of a table that the owner reads, by the ids of its rows. */
export async function tableOf(
  harness: RunnerHarness,
  place: Place,
  { systemId, section }: { readonly systemId: string; readonly section: string },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { sections } = await harness.runtime.rpc.ask(systemPages.get, { ...pageOf(harness, place, systemId), section });
  const rows = sections.find(({ id }) => id === section)?.rows ?? [];
  return new Map(rows.map(({ id, cells }) => [id, cells]));
}
