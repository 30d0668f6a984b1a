import { randomUUID } from 'node:crypto';
import {
  AppError,
  billing,
  bots,
  chat,
  knowledge,
  queues,
  type Actor,
  type InputOf,
  type JobOf,
  type Passage,
  type Persona,
  type ReplyFrame,
} from '@kith/proto';
import { aBot, anActor, fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { RepliesWorker } from '../src/replies/replies.worker.js';
import { aPersona } from './a-persona.js';

type ReplyJob = JobOf<typeof queues.replies>;
type Delivery = JobOf<typeof queues.deliveries> & { jobId: string };

/** What the neighbours were asked and what they know; tests set it. */
export interface Neighbours {
  readonly personas: Map<string, Persona>;
  passages: Passage[];
  coverage: number;
  isDenied: boolean;
  /** Calls that fail as if their service were away. */
  readonly down: Set<string>;
  /** `reserve:<request>`, `settle:<request>`, `release:<request>`, in order. */
  readonly charges: string[];
  readonly searches: string[];
}

export interface ChatUnderTest extends ServicesUnderTest {
  readonly neighbours: Neighbours;
  /** A bot with its owner. */
  aBot(fields?: Parameters<typeof aPersona>[0]): { actor: Actor; botId: string };
  /** The whole stream of `say`; rejects with what ended it. */
  say(input: InputOf<typeof chat.say>): Promise<ReplyFrame[]>;
  /** Works one job as the queue would. */
  work(job: ReplyJob, isLastAttempt?: boolean): Promise<void>;
  /** What lies in the deliveries queue for a bot. */
  deliveries(botId: string): Promise<Delivery[]>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
}

export const aJob = (botId: string, content: string, fields: Partial<ReplyJob> = {}): ReplyJob => ({
  botId,
  messageId: String(10n ** 17n + BigInt(Math.floor(Math.random() * 1e15))),
  channelId: '200000000000000001',
  guildId: '300000000000000001',
  author: { id: '400000000000000001', name: 'Eve' },
  content,
  ...fields,
});

/** The chat service with its neighbours played. Jobs wait for `work` unless the queue is to be worked as in production. */
export async function chatUnderTest(env: NodeJS.ProcessEnv = {}, { worksQueue = false } = {}): Promise<ChatUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const { redis } = stack.runtime;
  if (!worksQueue) await stack.services.get('chat')?.stopWork();
  const neighbours: Neighbours = {
    personas: new Map(),
    passages: [],
    coverage: 0,
    isDenied: false,
    down: new Set(),
    charges: [],
    searches: [],
  };
  const fixtures = await Promise.all(playNeighbours(stack, neighbours));
  const app = stack.services.get('chat')?.app;
  const database = app?.get(DataSource);
  return {
    ...stack,
    neighbours,
    aBot: (fields) => {
      const persona = aPersona(fields);
      neighbours.personas.set(persona.id, persona);
      return { actor: anActor({ userId: persona.ownerId }), botId: persona.id };
    },
    say: async (input) => {
      const frames: ReplyFrame[] = [];
      for await (const frame of stack.runtime.rpc.stream(chat.say, input)) frames.push(frame);
      return frames;
    },
    work: async (job, isLastAttempt = false) => app?.get(RepliesWorker).reply(job, { isLastAttempt }),
    // Nobody works this queue here: its jobs lie in Redis.
    deliveries: async (botId) => {
      const keys = await redis.keys(`jobs:deliveries:${botId}-*`);
      return Promise.all(
        keys.map(async (key) => ({
          ...(JSON.parse((await redis.hget(key, 'data')) ?? '{}') as Omit<Delivery, 'jobId'>),
          jobId: key.replace('jobs:deliveries:', ''),
        })),
      );
    },
    query: async <Row>(sql: string, parameters: unknown[] = []) => (await database?.query<Row[]>(sql, parameters)) ?? [],
    stop: async () => {
      await Promise.all(fixtures.map((service) => service.close()));
      await stack.stop();
    },
  };
}

function playNeighbours(stack: ServicesUnderTest, neighbours: Neighbours) {
  const { personas, down, charges, searches } = neighbours;
  const up = (name: string) => {
    if (down.has(name)) throw new AppError('UNAVAILABLE');
  };
  const personaOf = (botId: string): Persona => {
    const persona = personas.get(botId);
    if (!persona) throw new AppError('NOT_FOUND');
    return persona;
  };
  const charge = (kind: string, requestId: string) => {
    charges.push(`${kind}:${requestId}`);
    up(kind);
  };
  const resetsAt = new Date(Date.now() + 3 * 3_600_000 + 30_000).toISOString();
  return [
    fixtureService(stack.runtime, 'bots', [
      fixture(bots.get, ({ actor, botId }) => {
        const { ownerId } = personaOf(botId);
        if (ownerId !== actor.userId) throw new AppError('NOT_FOUND');
        return aBot({ id: botId, userId: ownerId });
      }),
      fixture(bots.persona, ({ botId }) => personaOf(botId)),
    ]),
    fixtureService(stack.runtime, 'knowledge', [
      fixture(knowledge.search, ({ query }) => {
        searches.push(query);
        up('search');
        return { passages: neighbours.passages, coverage: neighbours.coverage };
      }),
      fixture(knowledge.titles, () => ({ titles: neighbours.passages.map(({ title }) => title) })),
    ]),
    fixtureService(stack.runtime, 'billing', [
      fixture(billing.reserve, ({ requestId }) => {
        charge('reserve', requestId);
        return { source: neighbours.isDenied ? ('denied' as const) : ('plan' as const), resetsAt };
      }),
      fixture(billing.settle, ({ requestId }) => {
        charge('settle', requestId);
        return {};
      }),
      fixture(billing.release, ({ requestId }) => {
        charge('release', requestId);
        return {};
      }),
    ]),
  ];
}

export const aPassage = (title: string, body: string, score = 5): Passage => ({ itemId: randomUUID(), title, body, score });
