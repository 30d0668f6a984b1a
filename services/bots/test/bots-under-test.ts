import { randomInt } from 'node:crypto';
import { anActor, fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import {
  AppError,
  billing,
  bots,
  chat,
  events,
  runner,
  type Actor,
  type InputOf,
  type OutputOf,
  type Plan,
  type Runnable,
} from '@kith/proto';
import { definition } from '../src/index.js';

type TokenReport = OutputOf<typeof runner.inspectToken>;
type Report = Omit<InputOf<typeof bots.report>, 'botId'>;

/** What a runner reports about a companion that shall be online. */
export type Script = (bot: Runnable) => readonly Report[];

/** The bots service with its neighbours played; what they answer is set by the test. */
export interface BotsUnderTest extends ServicesUnderTest {
  /** What Discord says about a token; `unreachable` about any other. */
  readonly inspections: Map<string, TokenReport | Promise<TokenReport>>;
  readonly messageCounts: Map<string, number>;
  readonly plans: Map<string, Plan>;
  /** How often each neighbour was asked. */
  readonly asked: { counts: number; inspections: number };
  closeNeighbour(name: 'chat' | 'bot-runner'): Promise<void>;
}

export async function botsUnderTest(env: NodeJS.ProcessEnv = {}): Promise<BotsUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const inspections: BotsUnderTest['inspections'] = new Map();
  const messageCounts = new Map<string, number>();
  const plans = new Map<string, Plan>();
  const asked = { counts: 0, inspections: 0 };
  const neighbours = {
    billing: await fixtureService(stack.runtime, 'billing', [
      fixture(billing.entitlement, ({ userId }) => ({ plan: plans.get(userId) ?? 'free' })),
    ]),
    chat: await fixtureService(stack.runtime, 'chat', [
      fixture(chat.counts, ({ botIds }) => {
        asked.counts += 1;
        return {
          counts: Object.fromEntries(botIds.flatMap((id) => (messageCounts.has(id) ? [[id, messageCounts.get(id) ?? 0]] : []))),
        };
      }),
    ]),
    'bot-runner': await fixtureService(stack.runtime, 'bot-runner', [
      fixture(runner.inspectToken, ({ token }): TokenReport | Promise<TokenReport> => {
        asked.inspections += 1;
        return inspections.get(token) ?? { verdict: 'unreachable' };
      }),
    ]),
  };
  const open = new Set(Object.values(neighbours));
  const close = async (neighbour: { close(): Promise<void> }): Promise<void> => {
    if (open.delete(neighbour)) await neighbour.close();
  };
  return {
    ...stack,
    inspections,
    messageCounts,
    plans,
    asked,
    closeNeighbour: (name) => close(neighbours[name]),
    stop: async () => {
      await Promise.all([...open].map(close));
      await stack.stop();
    },
  };
}

/** Plays a runner: follows the wanted state and reports what `script` says for each companion; stops playing when called. */
export async function playRunner(stack: BotsUnderTest, script: Script): Promise<() => void> {
  return stack.runtime.events.subscribe(events.botChanged, ({ botId }) => void follow(stack, botId, script));
}

async function follow(stack: BotsUnderTest, botId: string, script: Script): Promise<void> {
  const { bot } = await stack.ask(bots.runnable, { botId });
  for (const report of bot ? script(bot) : [STOPPED]) await stack.ask(bots.report, { botId, ...report });
}

export const ONLINE: Report = { runtimeState: 'online', code: null, statusReason: null, fence: 1 };
export const STOPPED: Report = { runtimeState: 'stopped', code: null, statusReason: null, fence: 1 };

export const UNREACHABLE: Report = {
  runtimeState: 'reconnecting',
  code: 'DISCORD_UNREACHABLE',
  statusReason: 'Discord cannot be reached.',
  fence: 1,
};
export const failure = (code: string, statusReason: string): Report => ({ runtimeState: 'failed', code, statusReason, fence: 1 });

/** A text of the shape of Discord's tokens, of an application of its own unless one is given. */
export function aToken(applicationId = anApplicationId()): string {
  const random = (length: number): string =>
    Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');
  return `${Buffer.from(applicationId).toString('base64url')}.${random(6)}.${random(38)}`;
}

export const anApplicationId = (): string => `1${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;

export const aPremiumOwner = (): Actor => anActor({ plan: 'premium' });

/** The code of the failure; fails the test when there is none. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return AppError.from(error).code;
  }
  throw new Error('expected a failure');
}

/** The data of all jobs of a queue by their id. */
export async function jobsOf({ runtime }: BotsUnderTest, queue: string): Promise<Map<string, unknown>> {
  const jobs = new Map<string, unknown>();
  for (const key of await runtime.redis.keys(`jobs:${queue}:*`)) {
    const data = (await runtime.redis.type(key)) === 'hash' ? await runtime.redis.hget(key, 'data') : null;
    if (data) jobs.set(key.slice(`jobs:${queue}:`.length), JSON.parse(data));
  }
  return jobs;
}
