import { Worker } from 'bullmq';
import type { Runtime } from '@kith/kit';
import { fixture, fixtureService } from '@kith/kit/testing';
import {
  AppError,
  chat,
  judge,
  memory,
  proactive,
  queues,
  type JobOf,
  type Memory,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Redis } from 'ioredis';

/** Facts of whoever asks; nobody sees or changes those of others. */
function standInMemory({ memories, memoryCalls }: Pick<StandInChatService, 'memories' | 'memoryCalls'>) {
  const of = (memberId: string): Memory => memories.get(memberId) ?? { facts: [], summary: null };
  return [
    fixture(memory.ofMember, ({ memberId }) => of(memberId)),
    fixture(memory.correct, ({ memberId, factId, value }) => {
      const known = of(memberId);
      if (!known.facts.some(({ id }) => id === factId)) throw new AppError('NOT_FOUND');
      const facts = known.facts.map((fact) => (fact.id === factId ? { ...fact, value } : fact));
      memories.set(memberId, { facts, summary: null });
      return of(memberId);
    }),
    fixture(memory.forget, (call) => {
      memoryCalls.push(call);
      const facts = call.factId === null ? [] : of(call.memberId).facts.filter(({ id }) => id !== call.factId);
      memories.set(call.memberId, { facts, summary: null });
      return of(call.memberId);
    }),
  ];
}

/** A sweep of crash points leaves a hundred replies that nobody ends. */
const JOBS_AT_ONCE = 500;

/** A stand-in of the chat service: replies to each job with "re: <content>" and records what runners report about deliveries. */
export class StandInChatService {
  readonly delivered: string[] = [];
  readonly undeliverable: { messageId: string; reason: string }[] = [];
  readonly purged: string[] = [];
  /** Whether nothing is left after a call of `purge`. */
  isPurged: () => boolean | Promise<boolean> = () => true;
  readonly ratings: { messageId: string; isGood: boolean; memberId?: string; reason?: string }[] = [];
  /** When each rating was chosen. */
  readonly ratedAtMs: (number | undefined)[] = [];
  readonly jobs: JobOf<typeof queues.replies>[] = [];
  /** The text of a reply. */
  replyText: (job: JobOf<typeof queues.replies>) => string = (job) => `re: ${job.content}`;
  /** The files of a reply, in the file store. */
  picturesOf: (job: JobOf<typeof queues.replies>) => JobOf<typeof queues.deliveries>['pictures'] = () => undefined;
  canDraw: (botId: string) => boolean = () => false;
  /** Awaited before a reply is complete. */
  whileWriting: (job: JobOf<typeof queues.replies>) => Promise<void> = () => Promise.resolve();
  /** What is remembered of members, by their id. */
  readonly memories = new Map<string, Memory>();
  /** The calls that changed it, with who asked from where. */
  readonly memoryCalls: ParsedInputOf<typeof memory.forget>[] = [];
  /** What the language model says about messages of members. */
  judge: (input: ParsedInputOf<typeof judge.messages>) => OutputOf<typeof judge.messages> = () => {
    throw new AppError('MODEL_UNAVAILABLE');
  };
  /** What the language model writes to begin a conversation. */
  beginning: (input: ParsedInputOf<typeof proactive.write>) => string | Promise<string> = () => {
    throw new AppError('MODEL_UNAVAILABLE');
  };
  /** What it was asked for, and what became of it. */
  readonly asked: ParsedInputOf<typeof proactive.write>[] = [];
  readonly ended: ParsedInputOf<typeof proactive.end>[] = [];
  /** Called before each such report; a test may let it throw. */
  beforeEnded: () => void = () => undefined;
  /** Called before each delivery report; a test may let it throw. */
  beforeDelivered: () => void = () => undefined;
  private service: { close(): Promise<void> } | null = null;
  private worker: Worker | null = null;
  private connection: Redis | null = null;

  constructor(private readonly runtime: Runtime) {}

  async serve(): Promise<void> {
    this.service = await fixtureService(this.runtime, 'chat', [
      fixture(chat.delivered, ({ messageId }) => {
        this.beforeDelivered();
        this.delivered.push(messageId);
        return {};
      }),
      fixture(chat.undeliverable, ({ messageId, reason }) => {
        this.undeliverable.push({ messageId, reason });
        return {};
      }),
      fixture(chat.canDraw, ({ botId }) => ({ canDraw: this.canDraw(botId) })),
      fixture(chat.rate, ({ messageId, isGood, memberId, reason, ratedAtMs }) => {
        this.ratedAtMs.push(ratedAtMs);
        this.ratings.push({ messageId, isGood, ...(reason === null ? {} : { memberId, reason }) });
        return {};
      }),
      fixture(judge.messages, (input) => this.judge(input)),
      fixture(proactive.write, async (input) => {
        this.asked.push(input);
        return { text: await this.beginning(input), isCharged: true };
      }),
      fixture(proactive.end, (input) => {
        this.beforeEnded();
        this.ended.push(input);
        return {};
      }),
      ...standInMemory(this),
      fixture(chat.purge, async ({ botId }) => {
        this.purged.push(botId);
        return { isDone: await this.isPurged() };
      }),
    ]);
    this.resume();
  }

  /** Lets the jobs wait until `resume`. */
  async pause(): Promise<void> {
    await this.worker?.close();
    this.connection?.disconnect();
  }

  resume(): void {
    this.connection = new Redis(this.runtime.config.REDIS_URL, { maxRetriesPerRequest: null });
    this.connection.on('error', () => undefined);
    this.worker = new Worker(queues.replies.name, (job) => this.reply(job.data as JobOf<typeof queues.replies>), {
      connection: this.connection,
      prefix: 'jobs',
      concurrency: JOBS_AT_ONCE,
    });
    this.worker.on('error', () => undefined);
  }

  async stopServing(): Promise<void> {
    await this.pause();
    await this.service?.close();
  }

  private async reply(job: JobOf<typeof queues.replies>): Promise<void> {
    const { ownerId, botId, messageId, revision, channelId, guildId, interaction, threadName, author } = job;
    this.jobs.push(job);
    await this.whileWriting(job);
    const jobId = revision === undefined ? `${botId}-${messageId}` : `${botId}-${messageId}-${revision}`;
    await this.runtime.queues.add(queues.deliveries, jobId, {
      ownerId,
      botId,
      messageId,
      revision,
      channelId,
      guildId,
      authorId: author.id,
      threadName,
      text: this.replyText(job),
      kind: 'reply',
      interaction,
      pictures: this.picturesOf(job),
    });
  }
}
