import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  chat,
  MAX_ATTACHMENT_BYTES,
  type queues,
  type Actor,
  type Attachment,
  type InputOf,
  type JobOf,
  type Passage,
  type Plan,
  type ReplyFrame,
} from '@kith/proto';
import { anActor, queueBehindLock, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { MessageLog } from '../src/messages/message-log.js';
import type { MessageEntity } from '../src/messages/message.entity.js';
import { RepliesWorker } from '../src/replies/replies.worker.js';
import { aPersona } from '../src/testing/a-persona.js';
import { newPeers, startPeers, type PeerServices } from './peer-services.js';

const DISCORD_EPOCH_MS = 1_420_070_400_000;

type ReplyJob = JobOf<typeof queues.replies>;
type Delivery = JobOf<typeof queues.deliveries> & { jobId: string };

export interface ChatUnderTest extends ServicesUnderTest {
  readonly peers: PeerServices;
  /** A new bot with its owner. */
  aBot(fields?: Parameters<typeof aPersona>[0]): { actor: Actor; botId: string };
  /** Stores a file of the user for use as an attachment; `text` is what the knowledge service reads in it. */
  aFile(userId: string, name: string, text: string | null): Promise<Attachment>;
  hasFile(key: string): Promise<boolean>;
  /** The statements that the database received while `work` ran. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** All frames of `say`; rejects with the error that ended the stream. */
  say(input: InputOf<typeof chat.say>): Promise<ReplyFrame[]>;
  /** Processes one job as the queue would. */
  processJob(job: ReplyJob, isLastAttempt?: boolean, reportOwnerPlan?: (plan: Plan) => void): Promise<void>;
  /** What the deliveries queue has to post for a bot, in the order of the ids. */
  deliveries(botId: string): Promise<Delivery[]>;
  /** The messages of a bot that get neither reply nor notice, in the order of their ids. */
  unanswered(botId: string): Promise<Delivery[]>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** The stored messages of a bot with their texts decrypted, oldest first. */
  storedMessages(botId: string): Promise<MessageEntity[]>;
  /** Takes the lock of `sql`, starts each of `works` when the previous one waits for the lock, releases it and waits for all, which succeed. */
  queueBehindLock(sql: string, parameters: unknown[], works: readonly (() => Promise<unknown>)[]): Promise<void>;
}

let lastMessage = 0n;
/** The id of a message that was sent `ageMs` ago; later calls give higher ids at the same age. */
export const aMessageId = (ageMs = 0): string =>
  String((BigInt(Date.now() - ageMs - DISCORD_EPOCH_MS) << 22n) + (++lastMessage % 4096n));

export const aJob = (botId: string, content: string, fields: Partial<ReplyJob> = {}): ReplyJob => ({
  ownerId: '00000000-0000-4000-8000-0000000000a1',
  botId,
  messageId: aMessageId(),
  channelId: '200000000000000001',
  guildId: '300000000000000001',
  author: { id: '400000000000000001', name: 'Eve' },
  content,
  ...fields,
});

/** The chat service with stand-ins of the others; these call each other without Redis if `isDirect`. Jobs wait for `processJob` unless `isQueueProcessed` is set. */
export async function chatUnderTest(
  env: NodeJS.ProcessEnv = {},
  { isQueueProcessed = false, isDirect = false } = {},
): Promise<ChatUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const { redis } = stack.runtime;
  // No worker processes this queue in the test, so its jobs stay in Redis.
  const jobsOf = async (botId: string): Promise<Delivery[]> => {
    const keys = await redis.keys(`jobs:deliveries:${botId}-*`);
    return Promise.all(
      keys.toSorted().map(async (key) => {
        const data = (await redis.hget(key, 'data')) ?? '{}';
        const { signed: _signature, ...job } = JSON.parse(data) as Omit<Delivery, 'jobId'> & { readonly signed: string };
        return { ...job, jobId: key.replace('jobs:deliveries:', '') };
      }),
    );
  };
  if (!isQueueProcessed) await stack.services.get('chat')?.stopWork();
  const peers = newPeers();
  const fixtures = await Promise.all(startPeers(stack.runtime, peers));
  const replicas = fixtures.flatMap(({ replica }) => replica ?? []);
  const own = stack.services.get('chat')?.replica;
  for (const replica of isDirect ? [...replicas, ...(own ? [own] : [])] : []) stack.runtime.rpc.callDirectly(replica);
  const app = stack.services.get('chat')?.app;
  const database = app?.get(DataSource);
  return {
    ...stack,
    peers,
    aBot: (fields) => {
      const persona = aPersona(fields);
      peers.personas.set(persona.id, persona);
      return { actor: anActor({ userId: persona.ownerId }), botId: persona.id };
    },
    aFile: async (userId, name, text) => {
      peers.texts.set(name, text);
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
      if (!database) return statements;
      const logQuery = database.logger.logQuery.bind(database.logger);
      database.logger.logQuery = (sql) => void statements.push(sql);
      await work();
      database.logger.logQuery = logQuery;
      return statements;
    },
    say: async (input) => {
      const frames: ReplyFrame[] = [];
      for await (const frame of stack.runtime.rpc.stream(chat.say, input)) frames.push(frame);
      return frames;
    },
    processJob: async (job, isLastAttempt = false, reportOwnerPlan = () => undefined) =>
      app?.get(RepliesWorker).reply(job, { isLastAttempt, reportOwnerPlan }),
    deliveries: async (botId) => (await jobsOf(botId)).filter(({ kind }) => kind !== 'unanswered'),
    unanswered: async (botId) => (await jobsOf(botId)).filter(({ kind }) => kind === 'unanswered'),
    query: async <Row>(sql: string, parameters: unknown[] = []) => (await database?.query<Row[]>(sql, parameters)) ?? [],
    storedMessages: async (botId: string) => {
      const log = stack.services.get('chat')?.app.get(MessageLog);
      const rows = await database?.query<{ id: string }[]>(
        'select request_id as id from chat.message where bot_id = $1 order by created_at, id',
        [botId],
      );
      const found = await Promise.all((rows ?? []).map(({ id }) => log?.find(botId, id)));
      return found.flatMap((message) => message ?? []);
    },
    queueBehindLock: async (sql, parameters, works) => {
      const outcomes = database ? await queueBehindLock(database, [sql, parameters], works) : [];
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
    stop: async () => {
      await Promise.all(fixtures.map((service) => service.close()));
      await stack.stop();
    },
  };
}

export const aPassage = (title: string, body: string, score = 5): Passage => ({
  itemId: randomUUID(),
  title,
  body,
  score,
  activation: 'search',
});
