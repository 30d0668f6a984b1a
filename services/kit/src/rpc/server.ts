import type { ServiceName } from '@kith/proto';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { Admission } from './admission.js';
import { Answers } from './answers.js';
import { Claims } from './claims.js';
import { RedisClock } from './clock.js';
import { disconnect } from '../redis.js';
import { openConnection, subscribe } from './connection.js';
import { Execution } from './execution.js';
import { Intake, type Entry } from './intake.js';
import { Presence } from './presence.js';
import { GROUP, keysOf, newId, readControl, replicaChannel, sleep } from './protocol.js';
import { newServerStats } from './server-stats.js';
import { TakeOver } from './take-over.js';

export interface RpcLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RpcServerOptions {
  readonly service: ServiceName;
  readonly redisUrl: string;
  /** Opens the sealed input of a secret call. */
  readonly unseal: (sealed: string) => string;
  /** What callers seal with; without it the service cannot be asked secret calls. */
  readonly publicKey?: string;
  /** Requests in work at the same time. */
  readonly concurrency?: number;
  /** Requests waiting and in work in the whole service; above it callers hear OVERLOADED. */
  readonly maxQueue?: number;
  /** How long `close()` lets handlers finish. */
  readonly drainMs?: number;
  /** After how long without a sign of life a replica with an open connection counts as hung. */
  readonly hungMs?: number;
  /** Hears of every handled call. */
  readonly observe?: (call: string, code: string, seconds: number) => void;
  readonly logger: RpcLogger;
}

const DEFAULTS = { concurrency: 64, maxQueue: 1000, drainMs: 10_000, hungMs: 15_000 };
const SWEEP_COUNT = 100;

/** Nest's strategy for one service over Redis Streams: each request is executed by exactly one replica (design: transport §8). */
export class RpcServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol.for('kith-rpc');
  readonly replicaId = newId();
  readonly stats = newServerStats();
  private readonly stream: string;
  private readonly settings: RpcServerOptions & typeof DEFAULTS;
  private parts: Parts | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: RpcServerOptions) {
    super();
    this.settings = { ...DEFAULTS, ...options };
    this.stream = keysOf(options.service).stream;
  }

  /** Names of the calls that have a handler. */
  patterns(): string[] {
    return [...this.messageHandlers.keys()];
  }

  /** Throws when the call has a handler already: two would mean that one of them never runs. */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const name = String(pattern);
    if (this.messageHandlers.has(name)) throw new Error(`${this.settings.service}: call ${name} has two handlers`);
    super.addHandler(name, callback, isEventHandler, extras);
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    const { redisUrl } = this.settings;
    const parts = this.assemble(openConnection(redisUrl), openConnection(redisUrl), openConnection(redisUrl));
    this.parts = parts;
    try {
      parts.subscriber.on('message', (_channel: string, message: string) => {
        const control = readControl(message);
        if (control) parts.execution.onControl(control);
      });
      await Promise.all([parts.commands.connect(), subscribe(parts.subscriber, replicaChannel(this.replicaId), () => undefined)]);
      await parts.clock.start();
      await parts.intake.start();
      await parts.presence.start();
      parts.takeOver.start();
    } catch (error) {
      this.disconnect(parts);
      callback(error);
      return;
    }
    callback();
  }

  /** Takes nothing new, lets what runs finish within `drainMs`, then aborts it. */
  close(): Promise<void> {
    this.closing ??= this.parts ? this.drain(this.parts) : Promise.resolve();
    return this.closing;
  }

  on(): never {
    throw new TypeError('the transport has no events');
  }

  /** The three Redis connections. */
  unwrap<T>(): T {
    return (this.parts ? [this.parts.commands, this.parts.subscriber, this.parts.blocking] : []) as T;
  }

  private assemble(commands: Redis, subscriber: Redis, blocking: Redis): Parts {
    const { settings, stats, stream, replicaId } = this;
    const clock = new RedisClock(commands);
    const answers = new Answers(commands, stream, replicaId);
    const admission = new Admission(settings, clock, stats, (name) => this.messageHandlers.get(name));
    const execution = new Execution(settings, replicaId, admission, answers, stats, (context, run) =>
      this.runWithProcessingHooks(context, run),
    );
    const host = {
      free: () => execution.free,
      freed: () => execution.freed(),
      batch: () => execution.batch,
      take: (entry: Entry) => execution.take(entry),
      ignoreBefore: (epochMs: number) => admission.ignoreBefore(epochMs),
    };
    const claims = new Claims(commands, stream, replicaId, answers, stats, host);
    const intake = new Intake(blocking, commands, stream, replicaId, { ...host, recover: () => claims.recover() });
    const takeOver = new TakeOver(commands, stream, replicaId, settings.hungMs, claims);
    const presence = new Presence(commands, { ...settings, publicKey: settings.publicKey, replicaId }, answers.open, (lost) =>
      execution.onLost(lost),
    );
    return { commands, subscriber, blocking, clock, answers, execution, intake, takeOver, presence };
  }

  private async drain(parts: Parts): Promise<void> {
    const { presence, intake, execution, answers, takeOver } = parts;
    const others = await presence.leave().catch(() => 1);
    takeOver.stop();
    execution.stop();
    await intake.stop();
    if (others === 0) await this.sweep(parts).catch(() => undefined);
    await firstOf(execution.idle(), this.settings.drainMs);
    execution.abortAll();
    // Redis may be away: what it does not confirm in time, another replica will find.
    for (let waited = 0; answers.open.size > 0 && waited < 1000; waited += 10) await sleep(10);
    await presence.stop().catch(() => undefined);
    this.disconnect(parts);
  }

  /** The last replica tells those who still wait in the queue that nobody is left. */
  private async sweep({ commands, execution }: Parts): Promise<void> {
    for (;;) {
      const reply = await commands.xreadgroup('GROUP', GROUP, this.replicaId, 'COUNT', SWEEP_COUNT, 'STREAMS', this.stream, '>');
      const entries = ((reply ?? []) as [string, Entry[]][])[0]?.[1] ?? [];
      if (entries.length === 0) return;
      for (const entry of entries) execution.turnAway(entry);
    }
  }

  private disconnect({ answers, clock, commands, subscriber, blocking }: Parts): void {
    answers.close();
    clock.stop();
    for (const connection of [blocking, subscriber, commands]) disconnect(connection);
  }
}

interface Parts {
  readonly commands: Redis;
  readonly subscriber: Redis;
  readonly blocking: Redis;
  readonly clock: RedisClock;
  readonly answers: Answers;
  readonly execution: Execution;
  readonly intake: Intake;
  readonly takeOver: TakeOver;
  readonly presence: Presence;
}

/** Waits for the work, but no longer than `ms`; leaves no timer behind. */
async function firstOf(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
