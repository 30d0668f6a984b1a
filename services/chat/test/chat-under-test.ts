import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AppError,
  auth,
  billing,
  bots,
  chat,
  customCommands,
  knowledge,
  MAX_ATTACHMENT_BYTES,
  queues,
  runner,
  tools,
  webRequests,
  type Actor,
  type Attachment,
  type Cap,
  type CapScope,
  type InputOf,
  type JobOf,
  type ModelAccess,
  type OutputOf,
  type Passage,
  type Persona,
  type Plan,
  type ReplyFrame,
  type RunnableCommand,
  type TriedCommand,
} from '@kith/proto';
import type { Runtime } from '@kith/kit';
import {
  aBot,
  anActor,
  fixture,
  fixtureService,
  queueBehindLock,
  servicesUnderTest,
  type ServicesUnderTest,
} from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';
import { MessageLog } from '../src/messages/message-log.js';
import type { MessageEntity } from '../src/messages/message.entity.js';
import { RepliesWorker } from '../src/replies/replies.worker.js';
import { aPersona } from './a-persona.js';

const DISCORD_EPOCH_MS = 1_420_070_400_000;

type ReplyJob = JobOf<typeof queues.replies>;
type Delivery = JobOf<typeof queues.deliveries> & { jobId: string };

/** The stand-ins of the other services: what they answer, set by tests, and what they were asked. */
export interface PeerServices {
  /** By owner; others have no key of their own. */
  readonly modelAccess: Map<string, ModelAccess>;
  readonly keyReports: InputOf<typeof auth.reportApiKey>[];
  readonly personas: Map<string, Persona>;
  /** The commands that a bot has learned, by its id; others have none. */
  readonly commands: Map<string, RunnableCommand[]>;
  /** What the runner answers when it is asked to run a command. */
  triedCommand: TriedCommand;
  readonly tried: InputOf<typeof runner.tryCommand>[];
  /** The MCP servers of bots, by the id of the bot. */
  readonly toolServers: Map<string, OutputOf<typeof tools.offered>['servers']>;
  readonly serverCalls: InputOf<typeof tools.callServer>[];
  /** The custom commands that a model ran. */
  readonly commandRuns: InputOf<typeof customCommands.run>[];
  /** The texts of web pages, by address. */
  readonly pages: Map<string, string>;
  /** Ids of the channels that not everybody in the server sees. */
  readonly limitedChannels: Set<string>;
  /** The beginnings of replies that the runner was asked to show. */
  readonly shown: InputOf<typeof runner.showProgress>[];
  passages: Passage[];
  coverage: number;
  isDenied: boolean;
  /** The cap that denies every message that counts on it. */
  deniedCap: CapScope | null;
  /** The caps of each reservation, in order. */
  readonly caps: Cap[][];
  /** Runs while billing reserves a charge. */
  whileReserving: () => Promise<unknown>;
  /** Names of calls that fail as if their service were down. */
  readonly down: Set<string>;
  /** `reserve:<request>`, `settle:<request>`, `release:<request>`, in order. */
  readonly charges: string[];
  readonly searches: string[];
  /** What was added to the knowledge of bots. */
  readonly taught: Pick<InputOf<typeof knowledge.create>, 'botId' | 'title' | 'content'>[];
  /** The text that the knowledge service reads in a file, by file name; null without text. Other files do not exist. */
  readonly texts: Map<string, string | null>;
  /** Names of files on which the knowledge service fails. */
  readonly broken: Set<string>;
  readonly filesRead: { userId: string; key: string }[];
  uptime: OutputOf<typeof bots.uptime>;
}

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
  /** The jobs in the deliveries queue for a bot. */
  deliveries(botId: string): Promise<Delivery[]>;
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
    // No worker processes this queue in the test, so its jobs stay in Redis.
    deliveries: async (botId) => {
      const keys = await redis.keys(`jobs:deliveries:${botId}-*`);
      return Promise.all(
        keys.map(async (key) => {
          const data = (await redis.hget(key, 'data')) ?? '{}';
          const { signed: _signature, ...job } = JSON.parse(data) as Omit<Delivery, 'jobId'> & { readonly signed: string };
          return { ...job, jobId: key.replace('jobs:deliveries:', '') };
        }),
      );
    },
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

/** Stand-ins that know nothing yet. */
export const newPeers = (): PeerServices => ({
  modelAccess: new Map(),
  keyReports: [],
  personas: new Map(),
  commands: new Map(),
  triedCommand: { kind: 'text', text: 'tried' },
  tried: [],
  toolServers: new Map(),
  serverCalls: [],
  commandRuns: [],
  pages: new Map(),
  limitedChannels: new Set(),
  shown: [],
  passages: [],
  coverage: 0,
  isDenied: false,
  deniedCap: null,
  caps: [],
  whileReserving: () => Promise.resolve(),
  down: new Set(),
  charges: [],
  searches: [],
  taught: [],
  texts: new Map(),
  broken: new Set(),
  filesRead: [],
  uptime: { uptime: 99.5, status: 'online', model: 'gpt-4o' },
});

/** Starts the stand-ins of the services that chat calls. */
export function startPeers(runtime: Runtime, peers: PeerServices) {
  const { personas, down, charges, searches } = peers;
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
    fixtureService(runtime, 'bots', [
      fixture(bots.get, ({ actor, botId }) => aBot({ id: ownedBy(actor, botId).id, userId: actor.userId, model: 'gpt-4' })),
      fixture(bots.owned, ({ actor, botId }) => ({ botId, name: ownedBy(actor, botId).name })),
      fixture(bots.uptime, ({ actor, botId }) => {
        ownedBy(actor, botId);
        up('uptime');
        return peers.uptime;
      }),
      fixture(bots.persona, ({ botId }) => personaOf(botId)),
      fixture(tools.offered, ({ botId }) => {
        up('offered');
        return { commands: peers.commands.get(botId) ?? [], servers: peers.toolServers.get(botId) ?? [] };
      }),
      fixture(tools.callServer, (call) => {
        up('callServer');
        peers.serverCalls.push(call);
        return { text: `called with ${call.arguments}`, isError: false };
      }),
      fixture(customCommands.run, (run) => {
        peers.commandRuns.push(run);
        const result = { success: true, response: `ran with ${run.context.args.join(' ')}`, shouldReply: true };
        return { result, error: null, log: [], durationMs: 1 };
      }),
      fixture(bots.testChat, ({ actor, botId }) => ({
        persona: ownedBy(actor, botId),
        prefix: '!',
        commands: peers.commands.get(botId) ?? [],
      })),
    ]),
    fixtureService(runtime, 'bot-runner', [
      fixture(runner.tryCommand, (call) => {
        up('tryCommand');
        peers.tried.push(call);
        return peers.triedCommand;
      }),
      fixture(runner.channelAudience, ({ channelId }) => {
        up('channelAudience');
        return { isOpen: !peers.limitedChannels.has(channelId), channelId };
      }),
      fixture(runner.showProgress, (beginning) => {
        peers.shown.push(beginning);
        return { isShown: true };
      }),
    ]),
    fixtureService(runtime, 'knowledge', [
      fixture(knowledge.search, ({ query }) => {
        searches.push(query);
        up('search');
        return {
          passages: peers.passages,
          coverage: peers.coverage,
          outcome: peers.passages.length > 0 ? ('found' as const) : ('nothing_found' as const),
        };
      }),
      fixture(knowledge.create, ({ botId, title, content }) => {
        up('create');
        peers.taught.push({ botId, title, content });
        return {
          id: randomUUID(),
          botId,
          title,
          content,
          excerpt: content,
          type: 'text' as const,
          tags: [],
          activation: 'search' as const,
          keywords: [],
          position: { x: 0, y: 0 },
          fileUrl: null,
          status: 'ready' as const,
          statusReason: null,
          createdAt: new Date().toISOString(),
        };
      }),
      fixture(knowledge.readAttachment, ({ userId, file: { key, name } }) => {
        peers.filesRead.push({ userId, key });
        up('readAttachment');
        if (peers.broken.has(name)) throw new AppError('INTERNAL');
        const text = peers.texts.get(name);
        if (text === undefined) throw new AppError('NOT_FOUND');
        return { text, mediaType: 'text/plain' };
      }),
      fixture(webRequests.readPage, ({ address }) => {
        const text = peers.pages.get(address);
        if (text === undefined) throw new AppError('UNSUPPORTED_MEDIA', 'This address could not be reached.');
        return { text, isCut: false };
      }),
      fixture(knowledge.titles, () => ({ titles: peers.passages.map(({ title }) => title) })),
    ]),
    fixtureService(runtime, 'auth', [
      fixture(auth.modelAccess, ({ userId }) => {
        up('modelAccess');
        return peers.modelAccess.get(userId) ?? { provider: 'openai' as const, model: null, key: null };
      }),
      fixture(auth.reportApiKey, (report) => {
        peers.keyReports.push(report);
        return {};
      }),
    ]),
    fixtureService(runtime, 'billing', [
      fixture(billing.reserve, async ({ requestId, caps = [] }) => {
        charge('reserve', requestId);
        peers.caps.push(caps);
        await peers.whileReserving();
        const denied = caps.find(({ scope }) => scope === peers.deniedCap);
        if (denied) return { source: 'denied' as const, cap: denied.scope, resetsAt };
        return { source: peers.isDenied ? ('denied' as const) : ('plan' as const), resetsAt };
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

export const aPassage = (title: string, body: string, score = 5): Passage => ({
  itemId: randomUUID(),
  title,
  body,
  score,
  activation: 'search',
});
