import type { ServiceName } from '@kith/proto';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { disconnect } from '../redis.js';
import { Admission } from './admission.js';
import { AnswerSender } from './answer-sender.js';
import { openConnection, RedisClock, subscribe } from './connection.js';
import type { DirectHandler, DirectReader, DirectReplica, DirectRequest } from './direct.js';
import { Executor } from './executor.js';
import { LateRequests } from './late-requests.js';
import { Membership } from './membership.js';
import { GROUP, keysOf, newId, replicaChannel, sleep, type Entry } from './protocol.js';
import { PendingRecovery, ReplicaMonitor } from './recovery.js';
import { RequestReader } from './request-reader.js';
import type { RpcRedis } from './scripts.js';
import { newServerStats, SERVER_DEFAULTS, type RpcServerOptions } from './server-options.js';
import { ServerSigning } from './signing.js';

const REJECT_BATCH_SIZE = 100;

/** Nest's strategy for one service over Redis Streams: each request is executed by exactly one replica. */
export class RpcServer extends Server implements CustomTransportStrategy, DirectReplica {
  override readonly transportId = Symbol.for('kith-rpc');
  readonly replicaId = newId();
  readonly stats = newServerStats();
  private readonly stream: string;
  private readonly signing: ServerSigning;
  private readonly settings: RpcServerOptions & typeof SERVER_DEFAULTS;
  private parts: Parts | undefined;
  private closing: Promise<void> | undefined;

  constructor(options: RpcServerOptions) {
    super();
    this.settings = { ...SERVER_DEFAULTS, ...options };
    this.stream = keysOf(options.service).stream;
    this.signing = new ServerSigning(options.service, options.keys, options.logger);
  }

  /** Names of the calls with a handler. */
  patterns(): string[] {
    return [...this.messageHandlers.keys()];
  }

  /** Throws when the call already has a handler: one of two would never run. */
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

  get service(): ServiceName {
    return this.settings.service;
  }

  get isServing(): boolean {
    return this.parts !== undefined && this.closing === undefined;
  }

  callDirectly(request: DirectRequest, reader: DirectReader): DirectHandler | undefined {
    return this.isServing ? this.parts?.executor.acceptDirect(request, reader) : undefined;
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    const { redisUrl } = this.settings;
    const parts = this.assemble(openConnection(redisUrl), openConnection(redisUrl), openConnection(redisUrl));
    this.parts = parts;
    try {
      parts.subscriber.on('message', (_channel: string, message: string) => {
        const control = this.signing.openControl(message);
        if (control) parts.executor.onControl(control);
      });
      const channel = replicaChannel(this.settings.service, this.replicaId);
      await Promise.all([parts.commands.connect(), subscribe(parts.subscriber, channel, () => undefined)]);
      await parts.clock.start();
      await parts.reader.start();
      await parts.membership.start();
      parts.monitor.start();
    } catch (error) {
      this.disconnect(parts);
      callback(error);
      return;
    }
    callback();
  }

  /** Accepts no more requests, lets running handlers finish within `drainMs`, then aborts them. */
  close(): Promise<void> {
    this.closing ??= this.parts ? this.drain(this.parts) : Promise.resolve();
    return this.closing;
  }

  on(): never {
    throw new TypeError('the transport does not support events');
  }

  /** The three Redis connections. */
  unwrap<T>(): T {
    return (this.parts ? [this.parts.commands, this.parts.subscriber, this.parts.blocking] : []) as T;
  }

  private assemble(commands: RpcRedis, subscriber: RpcRedis, blocking: RpcRedis): Parts {
    const { settings, signing, stats, stream, replicaId } = this;
    const clock = new RedisClock(commands);
    const answers = new AnswerSender(commands, stream, replicaId);
    const admission = new Admission(signing, clock, stats, (name) => this.messageHandlers.get(name));
    const executor = new Executor({ ...settings, signing }, replicaId, admission, answers, stats, (context, run) =>
      this.runWithProcessingHooks(context, run),
    );
    const late = new LateRequests(commands, admission, answers, stats);
    const host = {
      signing,
      answers,
      freeSlots: () => executor.freeSlots,
      slotFreed: () => executor.slotFreed(),
      batchSize: () => executor.batchSize,
      accept: (entry: Entry) => executor.accept(entry),
      withoutDeadCallers: (entries: readonly Entry[]) => late.withoutDeadCallers(entries),
      ignoreBefore: (epochMs: number) => admission.ignoreBefore(epochMs),
    };
    const recovery = new PendingRecovery(commands, stream, replicaId, answers, stats, host);
    const reader = new RequestReader(blocking, commands, stream, replicaId, { ...host, recoverOwn: () => recovery.recoverOwn() });
    const channelPrefix = replicaChannel(settings.service, '');
    const monitor = new ReplicaMonitor(commands, stream, replicaId, settings.hungMs, recovery, channelPrefix);
    const membership = new Membership(commands, { ...settings, replicaId, now: () => clock.now() }, answers.unfinished, (lost) =>
      executor.onLost(lost),
    );
    return { commands, subscriber, blocking, clock, answers, executor, reader, monitor, membership };
  }

  private async drain(parts: Parts): Promise<void> {
    const { membership, reader, executor, answers, monitor } = parts;
    const others = await membership.leave().catch(() => 1);
    monitor.stop();
    executor.stop();
    await reader.stop();
    if (others === 0) await this.rejectWaiting(parts).catch(() => undefined);
    await waitAtMost(executor.idle(), this.settings.drainMs);
    executor.abortAll();
    // If Redis is unavailable and does not confirm the answers in time, another replica will recover the requests.
    for (let waited = 0; answers.unfinished.size > 0 && waited < 1000; waited += 10) await sleep(10);
    await membership.stop().catch(() => undefined);
    this.disconnect(parts);
  }

  /** The last replica rejects the requests that are still waiting, because no replica is left to execute them. */
  private async rejectWaiting({ commands, executor }: Parts): Promise<void> {
    for (;;) {
      const reply = await commands.xreadgroup(
        'GROUP',
        GROUP,
        this.replicaId,
        'COUNT',
        REJECT_BATCH_SIZE,
        'STREAMS',
        this.stream,
        '>',
      );
      const entries = ((reply ?? []) as [string, Entry[]][])[0]?.[1] ?? [];
      if (entries.length === 0) return;
      for (const entry of entries) executor.reject(entry);
    }
  }

  private disconnect({ answers, clock, commands, subscriber, blocking }: Parts): void {
    answers.close();
    clock.stop();
    for (const connection of [blocking, subscriber, commands]) disconnect(connection);
  }
}

interface Parts {
  readonly commands: RpcRedis;
  readonly subscriber: RpcRedis;
  readonly blocking: RpcRedis;
  readonly clock: RedisClock;
  readonly answers: AnswerSender;
  readonly executor: Executor;
  readonly reader: RequestReader;
  readonly monitor: ReplicaMonitor;
  readonly membership: Membership;
}

/** Waits for the work, but no longer than `ms`; leaves no timer behind. */
async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
