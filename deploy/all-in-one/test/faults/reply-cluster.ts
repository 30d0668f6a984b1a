import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { definition as authService } from '@kith/auth';
import { database as billingDatabase } from '@kith/billing';
import { definition as botsService } from '@kith/bots';
import { database as chatDatabase } from '@kith/chat';
import { definition as knowledgeService } from '@kith/knowledge';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import {
  anActor,
  aSnowflake,
  fixture,
  fixtureService,
  ownerDatabase,
  testEnvironment,
  type StandInModel,
  type TestEnvironment,
} from '@kith/kit/testing';
import { auth, billing, bots, chat, queues, runner, type Actor, type JobOf, type Plan } from '@kith/proto';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';

type Delivery = JobOf<typeof queues.deliveries>;

const REGISTER = fileURLToPath(new URL('../../../register-swc.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('./crashing-services.ts', import.meta.url));
const PROGRAM = ['--expose-gc', '--conditions=@kith/source', '--import', REGISTER, MAIN];
const SERVICES_OF_PROGRAM = 2;
const RETRY_MS = 200;
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** A bot to which one message is written. */
export interface TestedBot {
  readonly actor: Actor;
  readonly botId: string;
  readonly messageId: string;
  /** As billing and the log of messages know the message, whose ids end so. */
  readonly requestId: string;
}

/**
 * Auth, bots and knowledge in this process; billing and chat in a process that tests start and that dies. A stand-in of the runners takes the deliveries
 * and reports them to chat, as often as it takes.
 */
export class ReplyCluster {
  /** What the runners got, in order. */
  readonly deliveries: Delivery[] = [];
  /** The last frames of the streams that a reader got, by bot. */
  readonly read = new Map<string, string[]>();
  readonly output: string[] = [];
  private readonly children = new Set<ChildProcess>();
  private isClosed = false;
  private accounts = 0;

  private constructor(
    readonly runtime: Runtime,
    readonly billing: DataSource,
    readonly chat: DataSource,
    private readonly world: TestEnvironment,
    private readonly closing: (() => Promise<unknown>)[],
  ) {}

  static async open(model: StandInModel): Promise<ReplyCluster> {
    const world = await testEnvironment({ APP_KEYRING: `k1:${randomBytes(32).toString('base64')}`, ...model.env });
    const runtime = await openRuntime(world.env);
    const services: RunningService[] = [];
    for (const definition of [authService, botsService, knowledgeService]) services.push(await startService(definition, runtime));
    const runners = await fixtureService(runtime, 'bot-runner', [
      fixture(runner.showProgress, () => ({ isShown: false })),
      fixture(runner.channelAudience, ({ channelId }) => ({ isOpen: true, channelId })),
    ]);
    const [billingOwner, chatOwner] = [
      await ownerDatabase({ runtime }, billingDatabase),
      await ownerDatabase({ runtime }, chatDatabase),
    ];
    const cluster = new ReplyCluster(runtime, billingOwner, chatOwner, world, [
      () => Promise.all(services.map((service) => service.stopWork())),
      () => Promise.all(services.map((service) => service.close())),
      () => runners.close(),
      () => billingOwner.destroy(),
      () => chatOwner.destroy(),
    ]);
    cluster.takeDeliveries();
    return cluster;
  }

  /** Starts billing and chat; resolves when both have started. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, PROGRAM, {
      env: { ...process.env, ...this.world.env, LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.children.add(child);
    let started = 0;
    const areStarted = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        this.output.push(String(chunk));
        started += String(chunk).split('"started"').length - 1;
        if (started >= SERVICES_OF_PROGRAM) resolve();
      });
      child.once('exit', () => {
        this.children.delete(child);
        reject(new Error(`billing and chat ended: ${this.output.join('').slice(-2000)}`));
      });
    });
    child.stderr.on('data', (chunk: Buffer) => this.output.push(String(chunk)));
    await areStarted;
    return child;
  }

  async end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** A new account with a bot. Needs billing and chat. */
  async newBot(plan: Plan = 'free'): Promise<TestedBot> {
    const { runtime } = this;
    const username = `crash-${randomUUID().slice(0, 8)}`;
    const account = { username, email: `${username}@example.test`, password: 'correct horse' };
    this.accounts += 1;
    const ip = `198.18.${this.accounts >> 8}.${this.accounts & 255}`;
    const { user } = await runtime.rpc.ask(auth.register, { ...account, origin: { ip, userAgent: '' } });
    if (plan !== 'free') await runtime.rpc.ask(billing.setPlan, { actor: anActor({ role: 'admin' }), userId: user.id, plan });
    const actor = anActor({ userId: user.id, username, plan });
    const { bot } = await runtime.rpc.ask(bots.create, { actor, name: 'Amber' });
    // Of now: an old message gets no answer.
    const messageId = String((BigInt(Date.now() - DISCORD_EPOCH_MS) << 22n) + BigInt(this.accounts % 4096));
    return { actor, botId: bot.id, messageId, requestId: randomUUID() };
  }

  /** A member writes on Discord. */
  async writeOnDiscord({ actor, botId, messageId }: TestedBot, content: string): Promise<void> {
    const author = { id: aSnowflake(), name: 'Eve' };
    const place = { channelId: '200000000000000001', guildId: '300000000000000001' };
    const job = { ownerId: actor.userId, botId, messageId, ...place, author, content };
    await this.runtime.queues.add(queues.replies, `${botId}-${messageId}`, job);
  }

  /** The owner writes in the test chat, and sends the message again until its reply is complete, as the app does. */
  say({ actor, botId, requestId }: TestedBot, message: string): void {
    const attempt = async (): Promise<boolean> => {
      for await (const frame of this.runtime.rpc.stream(chat.say, { actor, botId, message, requestId }))
        if (frame.type === 'done') this.read.set(botId, [...(this.read.get(botId) ?? []), frame.response]);
      return true;
    };
    void this.untilDone(attempt);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.children].map((child) => this.end(child)));
    for (const close of this.closing) await close();
    await this.runtime.close();
    await this.world.drop();
  }

  private takeDeliveries(): void {
    const connection = new Redis(this.runtime.config.REDIS_URL, { maxRetriesPerRequest: null });
    const worker = new Worker<Delivery>(
      queues.deliveries.name,
      async ({ data }) => {
        this.deliveries.push(data);
        const { botId, messageId, kind } = data;
        if (kind === 'reply')
          await this.untilDone(async () => Boolean(await this.runtime.rpc.ask(chat.delivered, { botId, messageId })));
      },
      { connection, prefix: 'jobs', concurrency: 200, lockDuration: 600_000 },
    );
    worker.on('error', () => undefined);
    this.closing.unshift(
      () => worker.close(true),
      () => Promise.resolve(connection.disconnect()),
    );
  }

  private async untilDone(attempt: () => Promise<boolean>): Promise<void> {
    while (!this.isClosed && !(await attempt().catch(() => false))) await sleep(RETRY_MS);
  }
}
