import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Admission, Verdict } from './admission.js';
import type { Answers } from './answers.js';
import { RpcContext } from './context.js';
import { failureOf, toWire, transportError } from './failure.js';
import type { Entry } from './intake.js';
import { callScope, isTooLarge, type Control, type Frame, type WireError } from './protocol.js';
import { RunningCall } from './running-call.js';
import type { ServerStats } from './server-stats.js';
import type { RpcServerOptions } from './server.js';

type Settings = Pick<RpcServerOptions, 'logger' | 'observe'> & { readonly concurrency: number };

// While handlers are slow, requests are read a few at a time so that a burst spreads over the replicas; else in bulk, which is cheaper.
const SLOW_MS = 10;
const SLOW_BATCH = 4;
const MAX_BATCH = 64;

/** Runs the handlers of one replica and sends what they answer. */
export class Execution {
  private readonly running = new Map<string, RunningCall>();
  private readonly waiters: (() => void)[] = [];
  private averageMs = 100;
  private isStopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly replicaId: string,
    private readonly admission: Admission,
    private readonly answers: Answers,
    private readonly stats: ServerStats,
    /** Runs between Nest's processing hooks. */
    private readonly withHooks: (context: RpcContext, run: (end: () => void) => Promise<void>) => void,
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
    this.carryOut(entry[0], this.admission.judge(entry));
  }

  /** Answers a request that will not be started. */
  turnAway(entry: Entry): void {
    this.carryOut(entry[0], this.admission.turnAway(entry));
  }

  onControl(control: Control): void {
    const call = this.running.get(control.i);
    if (control.t === 'credit') return call?.grant(control.c);
    if (call) return call.abort();
    this.admission.cancel(control.i);
  }

  /** These requests were given to another replica: whatever we would say about them is not heard. */
  onLost(entries: readonly string[]): void {
    const lost = new Set(entries);
    for (const call of this.running.values()) {
      if (!lost.has(call.entry)) continue;
      this.answers.open.delete(call.entry);
      this.disown(call);
    }
  }

  /** Aborts what still runs and answers for it: a cut stream must not look complete. */
  abortAll(): void {
    for (const call of this.running.values()) {
      call.abort();
      void this.settle(call, { e: toWire(transportError('CANCELLED')) });
    }
  }

  /** Stops a handler whose request is not its own any more; the request may even have come back and run anew. */
  private disown(call: RunningCall): void {
    this.stats.lost++;
    this.running.delete(call.envelope.i);
    call.abort();
    call.settle();
    this.wakeAll();
  }

  private carryOut(entry: string, verdict: Verdict): void {
    this.answers.open.add(entry);
    if (verdict.kind === 'drop') return void this.answers.finish(entry);
    const { envelope } = verdict;
    if (verdict.kind === 'refuse') {
      return void this.answers.finish(entry, envelope.r, JSON.stringify({ i: envelope.i, n: 0, ...verdict.content, z: 1 }));
    }
    const previous = this.running.get(envelope.i);
    if (previous) this.disown(previous);
    const call = new RunningCall(envelope, entry, verdict.leftMs);
    this.running.set(envelope.i, call);
    this.run(call, verdict.handler, verdict.input);
  }

  private run(call: RunningCall, handler: MessageHandler, input: unknown): void {
    const context = new RpcContext([call.envelope, call]);
    callScope.run(call, () =>
      this.withHooks(context, async (end) => {
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
      if (listeners === 0) this.stats.callerGone++;
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
    if ((await this.answers.finish(entry, envelope.r, json)) === 0) this.stats.callerGone++;
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
      this.settings.logger.error(
        { err: described(bug), call: call.envelope.p, requestId: call.envelope.m['x-request-id'] },
        'a handler failed',
      );
    });
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
