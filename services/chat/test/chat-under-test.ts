import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import {
  AppError,
  billing,
  bots,
  chat,
  knowledge,
  MAX_ATTACHMENT_BYTES,
  queues,
  type Actor,
  type Attachment,
  type InputOf,
  type JobOf,
  type OutputOf,
  type Passage,
  type Persona,
  type ReplyFrame,
} from '@kith/proto';
import {
  aBot,
  anActor,
  aSnowflake,
  fixture,
  fixtureService,
  servicesUnderTest,
  waitFor,
  type ServicesUnderTest,
} from '@kith/kit/testing';
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
  /** What happens while billing reserves a charge. */
  whileReserving: () => Promise<unknown>;
  /** Calls that fail as if their service were away. */
  readonly down: Set<string>;
  /** `reserve:<request>`, `settle:<request>`, `release:<request>`, in order. */
  readonly charges: string[];
  readonly searches: string[];
  /** What the knowledge service reads in a file, by its name; null when there is no text in it. Other files are gone. */
  readonly texts: Map<string, string | null>;
  /** Names of files on which the knowledge service fails. */
  readonly broken: Set<string>;
  readonly filesRead: { userId: string; key: string }[];
  uptime: OutputOf<typeof bots.uptime>;
}

export interface ChatUnderTest extends ServicesUnderTest {
  readonly neighbours: Neighbours;
  /** A bot with its owner. */
  aBot(fields?: Parameters<typeof aPersona>[0]): { actor: Actor; botId: string };
  /** A file of the user in the file store, as it comes with a message; `text` is what can be read in it. */
  aFile(userId: string, name: string, text: string | null): Promise<Attachment>;
  hasFile(key: string): Promise<boolean>;
  /** What was asked of the database while `work` ran. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** The whole stream of `say`; rejects with what ended it. */
  say(input: InputOf<typeof chat.say>): Promise<ReplyFrame[]>;
  /** Works one job as the queue would. */
  work(job: ReplyJob, isLastAttempt?: boolean): Promise<void>;
  /** What lies in the deliveries queue for a bot. */
  deliveries(botId: string): Promise<Delivery[]>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Starts each of `works` when the one before waits for what `sql` locks, lets go, and answers when all are done. */
  lineUp(sql: string, parameters: unknown[], works: readonly (() => Promise<unknown>)[]): Promise<void>;
}

export const aJob = (botId: string, content: string, fields: Partial<ReplyJob> = {}): ReplyJob => ({
  botId,
  messageId: aSnowflake(),
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
    whileReserving: () => Promise.resolve(),
    down: new Set(),
    charges: [],
    searches: [],
    texts: new Map(),
    broken: new Set(),
    filesRead: [],
    uptime: { uptime: 99.5, status: 'online', model: 'gpt-4o' },
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
    aFile: async (userId, name, text) => {
      neighbours.texts.set(name, text);
      const { files } = stack.runtime;
      const { key, bytes } = await files.put(userId, Readable.from([Buffer.from(`${name} ${text}`)]), MAX_ATTACHMENT_BYTES);
      return { name, type: 'text/plain', key, bytes };
    },
    hasFile: async (key) => {
      try {
        (await stack.runtime.files.get(key)).destroy();
        return true;
      } catch {
        return false;
      }
    },
    statementsOf: async (work) => {
      const statements: string[] = [];
      const spy = database && jest.spyOn(database.logger, 'logQuery').mockImplementation((sql) => void statements.push(sql));
      await work();
      spy?.mockRestore();
      return statements;
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
    lineUp: async (sql, parameters, works) => {
      const started: Promise<unknown>[] = [];
      await database?.transaction(async (transaction) => {
        await transaction.query(sql, parameters);
        for (const work of works) {
          started.push(work());
          await waitFor('the next one to wait', async () => {
            // Of this database alone: other test files have their own on the same server.
            const waiting = await database.query<unknown[]>(
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            return waiting.length >= started.length;
          });
        }
      });
      await Promise.all(started);
    },
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
  const ownedBy = (actor: Actor, botId: string): Persona => {
    const persona = personaOf(botId);
    if (persona.ownerId !== actor.userId) throw new AppError('NOT_FOUND');
    return persona;
  };
  const charge = (kind: string, requestId: string) => {
    charges.push(`${kind}:${requestId}`);
    up(kind);
  };
  const resetsAt = new Date(Date.now() + 3 * 3_600_000 + 30_000).toISOString();
  return [
    fixtureService(stack.runtime, 'bots', [
      fixture(bots.get, ({ actor, botId }) => aBot({ id: ownedBy(actor, botId).id, userId: actor.userId, model: 'gpt-4' })),
      fixture(bots.owned, ({ actor, botId }) => ({ botId, name: ownedBy(actor, botId).name })),
      fixture(bots.uptime, ({ actor, botId }) => {
        ownedBy(actor, botId);
        up('uptime');
        return neighbours.uptime;
      }),
      fixture(bots.persona, ({ botId }) => personaOf(botId)),
    ]),
    fixtureService(stack.runtime, 'knowledge', [
      fixture(knowledge.search, ({ query }) => {
        searches.push(query);
        up('search');
        return { passages: neighbours.passages, coverage: neighbours.coverage };
      }),
      fixture(knowledge.readAttachment, ({ userId, file: { key, name } }) => {
        neighbours.filesRead.push({ userId, key });
        up('readAttachment');
        if (neighbours.broken.has(name)) throw new AppError('INTERNAL');
        const text = neighbours.texts.get(name);
        if (text === undefined) throw new AppError('NOT_FOUND');
        return { text, mediaType: 'text/plain' };
      }),
      fixture(knowledge.titles, () => ({ titles: neighbours.passages.map(({ title }) => title) })),
    ]),
    fixtureService(stack.runtime, 'billing', [
      fixture(billing.reserve, async ({ requestId }) => {
        charge('reserve', requestId);
        await neighbours.whileReserving();
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
