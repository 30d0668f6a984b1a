import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Answers } from './answers.js';
import type { RedisClock } from './clock.js';
import { RpcContext } from './context.js';
import { failureOf, toWire, transportError } from './failure.js';
import type { Entry } from './intake.js';
import { callScope, isTooLarge, type Control, type Envelope, type Frame, type WireError } from './protocol.js';
import { RunningCall } from './running-call.js';
import type { ServerStats } from './server-stats.js';
import type { RpcServerOptions } from './server.js';

export interface ExecutionHost {
  handlerOf(name: string): MessageHandler | undefined;
  /** Runs between Nest's processing hooks. */
  withHooks(context: RpcContext, run: (end: () => void) => Promise<void>): void;
}

type Settings = Pick<RpcServerOptions, 'unseal' | 'logger' | 'observe' | 'service'> & { readonly concurrency: number };

// While handlers are slow, requests are read a few at a time so that a burst spreads over the replicas; else in bulk, which is cheaper.
const SLOW_MS = 10;
const SLOW_BATCH = 4;
const MAX_BATCH = 64;
const MAX_REMEMBERED = 10_000;

/** Runs the handlers of one replica and sends what they answer. */
export class Execution {
  private readonly running = new Map<string, RunningCall>();
  /** Ids whose cancellation came before their request. */
  private readonly cancelled = new Set<string>();
  private readonly waiters: (() => void)[] = [];
  private averageMs = 100;
  private isStopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly replicaId: string,
    private readonly clock: RedisClock,
    private readonly answers: Answers,
    private readonly stats: ServerStats,
    private readonly host: ExecutionHost,
  ) {}

  get free(): number {
    return this.settings.concurrency - this.running.size;
  }

  get batch(): number {
    return this.averageMs > SLOW_MS ? SLOW_BATCH : MAX_BATCH;
  }

  /** Resolves at the next end of a call, or when stopping. */
  async freed(): Promise<void> {
    if (!this.isStopping) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  stop(): void {
    this.isStopping = true;
    this.wakeAll();
  }

  take(entry: Entry): void {
    const [id] = entry;
    this.answers.open.add(id);
    const envelope = this.envelopeOf(entry);
    if (!envelope) return void this.answers.finish(id);
    if (this.cancelled.delete(envelope.i)) {
      this.stats.cancelledBeforeStart++;
      return void this.answers.finish(id);
    }
    const leftMs = envelope.x - this.clock.now();
    if (leftMs <= 0) {
      this.stats.expired++;
      return void this.answers.finish(id);
    }
    const handler = this.host.handlerOf(envelope.p);
    if (!handler) {
      this.stats.noHandler++;
      return this.reject(id, envelope, { e: toWire(transportError('NO_HANDLER')), u: 1 });
    }
    const input = this.inputOf(envelope);
    if (!input) return this.reject(id, envelope, { e: toWire(transportError('UNAVAILABLE')), u: 1, b: 1 });
    const call = new RunningCall(envelope, id, Date.now() + leftMs);
    this.running.set(envelope.i, call);
    this.run(call, handler, input.value);
  }

  /** Answers a request that will not be started. */
  refuse(entry: Entry): void {
    this.answers.open.add(entry[0]);
    this.stats.refused++;
    const envelope = this.envelopeOf(entry);
    if (!envelope) return void this.answers.finish(entry[0]);
    this.reject(entry[0], envelope, { e: toWire(transportError('UNAVAILABLE')), u: 1 });
  }

  onControl(control: Control): void {
    const call = this.running.get(control.i);
    if (control.t === 'credit') return call?.grant(control.c);
    if (call) return call.abort();
    this.cancelled.add(control.i);
    // The oldest goes; its request has long been answered, or never comes here.
    if (this.cancelled.size > MAX_REMEMBERED) for (const oldest of this.cancelled) return void this.cancelled.delete(oldest);
  }

  /** These requests were given to another replica: whatever we would say about them is not heard. */
  onLost(entries: readonly string[]): void {
    const lost = new Set(entries);
    for (const call of this.running.values()) {
      if (!lost.has(call.entry)) continue;
      this.stats.lost++;
      call.abort();
    }
  }

  /** Aborts what still runs and answers for it: a cut stream must not look complete. */
  abortAll(): void {
    for (const call of [...this.running.values()]) {
      call.abort();
      void this.settle(call, { e: toWire(transportError('CANCELLED')) });
    }
  }

  private run(call: RunningCall, handler: MessageHandler, input: unknown): void {
    const context = new RpcContext([call.envelope, call]);
    callScope.run(call, () =>
      this.host.withHooks(context, async (end) => {
        try {
          await this.deliver(call, await handler(input, context));
        } catch (error) {
          await this.settle(call, { e: this.failure(call, error) });
        } finally {
          end();
        }
      }),
    );
  }

  private async deliver(call: RunningCall, answer: unknown): Promise<void> {
    if (isAsyncIterable(answer)) return await this.pump(call, answer);
    const value = isObservable(answer) ? await lastValueFrom(answer, { defaultValue: undefined }) : answer;
    await this.settle(call, { d: value });
  }

  /** Pulls a generator only as far as its reader granted credit; leaving the loop runs the generator's finally. */
  private async pump(call: RunningCall, frames: AsyncIterable<unknown>): Promise<void> {
    for await (const d of frames) {
      await call.room();
      if (call.isAborted || call.isExpired || call.isSettled) break;
      const json = this.encode(call, { i: call.envelope.i, n: call.next, d });
      call.next++;
      const listeners = await this.answers.frame(call.entry, call.envelope.r, json, () => call.isAborted || call.isExpired);
      if (listeners > 0) continue;
      // Nobody hears it, so nobody needs the rest.
      this.stats.callerGone++;
      call.abort();
    }
    if (call.isExpired) call.abort();
    await this.settle(call, {});
  }

  private async settle(call: RunningCall, answer: Pick<Frame, 'd' | 'e'>): Promise<void> {
    if (call.isSettled) return;
    const { envelope, entry } = call;
    // What was cut short must not look complete.
    const content = call.isAborted && !answer.e ? { e: cut(call) } : answer;
    const last = { i: envelope.i, n: call.next, ...content, z: 1 } as const;
    let json: string;
    let code = content.e?.code ?? 'OK';
    try {
      json = this.encode(call, last);
    } catch (error) {
      const e = this.failure(call, error);
      code = e.code;
      json = JSON.stringify({ i: envelope.i, n: call.next, e, z: 1 });
    }
    call.settle();
    this.running.delete(envelope.i);
    this.account(call, code);
    const listeners = await this.answers.finish(entry, envelope.r, json);
    if (listeners === 0) this.stats.callerGone++;
  }

  private account(call: RunningCall, code: string): void {
    const tookMs = performance.now() - call.startedAt;
    this.stats.handled++;
    this.averageMs += (tookMs - this.averageMs) / 16;
    this.settings.observe?.(call.envelope.p, code, tookMs / 1000);
    this.wakeAll();
  }

  private encode(call: RunningCall, frame: Frame): string {
    const json = JSON.stringify(frame.n === 0 ? { ...frame, s: this.replicaId } : frame);
    if (isTooLarge(json)) throw new RangeError(`the answer to ${call.envelope.p} is larger than a message may be`);
    return json;
  }

  private failure(call: RunningCall, error: unknown): WireError {
    // What a handler throws because it was stopped is not news.
    if (call.isAborted) return cut(call);
    return failureOf(error, (bug) => {
      this.settings.logger.error({ err: described(bug), call: call.envelope.p, requestId: call.envelope.m['x-request-id'] }, 'a handler failed');
    });
  }

  private reject(id: string, envelope: Envelope, content: Pick<Frame, 'e' | 'u' | 'b'>): void {
    void this.answers.finish(id, envelope.r, JSON.stringify({ i: envelope.i, n: 0, ...content, z: 1 }));
  }

  private envelopeOf([id, fields]: Entry): Envelope | undefined {
    const json = fields?.[1];
    if (json === undefined) return undefined;
    try {
      return JSON.parse(json) as Envelope;
    } catch {
      this.settings.logger.warn({ entry: id }, 'rpc: a request that is not JSON was dropped');
      return undefined;
    }
  }

  /** The input, boxed; undefined when it was sealed with a key that is not ours. */
  private inputOf(envelope: Envelope): { value: unknown } | undefined {
    if (envelope.q === undefined) return { value: envelope.d };
    try {
      return { value: JSON.parse(this.settings.unseal(envelope.q)) as unknown };
    } catch {
      this.settings.logger.warn({ call: envelope.p }, 'rpc: an input could not be unsealed');
      return undefined;
    }
  }

  private wakeAll(): void {
    for (const wake of this.waiters.splice(0)) wake();
  }
}

const cut = (call: RunningCall): WireError => toWire(transportError(call.isExpired ? 'DEADLINE' : 'CANCELLED'));

/** A copy with text and stack only: errors of databases and HTTP clients carry the caller's input in other fields. */
function described(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`a handler threw a ${typeof error}`);
  return Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
