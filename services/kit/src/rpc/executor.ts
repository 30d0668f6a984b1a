import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Admission, Decision } from './admission.js';
import type { AnswerSender } from './answer-sender.js';
import { runDetached, type DirectReader, type DirectRequest } from './direct.js';
import { toWireError, transportError, visibleError } from './errors.js';
import {
  callScope,
  isTooLarge,
  isTooLargeAsJson,
  type Control,
  type Entry,
  type Envelope,
  type Frame,
  type WireError,
} from './protocol.js';
import { RpcContext, RunningCall } from './running-call.js';
import type { RpcServerOptions, ServerStats } from './server-options.js';
import type { ServerSigning } from './signing.js';

type Settings = Pick<RpcServerOptions, 'logger' | 'observe'> & { readonly concurrency: number; readonly signing: ServerSigning };

// While handlers are slow, requests are read a few at a time so that a burst spreads over the replicas. Larger batches are cheaper.
const SLOW_MS = 10;
const SLOW_BATCH = 4;
const MAX_BATCH = 64;

/** Runs the handlers of one replica and sends their answers. */
export class Executor {
  private readonly running = new Map<string, RunningCall>();
  private readonly waiters: (() => void)[] = [];
  private averageMs = 100;
  private isStopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly replicaId: string,
    private readonly admission: Admission,
    private readonly answers: AnswerSender,
    private readonly stats: ServerStats,
    /** Runs a handler between Nest's processing hooks. */
    private readonly withHooks: (context: RpcContext, run: (end: () => void) => Promise<void>) => void,
  ) {}

  get freeSlots(): number {
    return this.settings.concurrency - this.running.size;
  }

  get batchSize(): number {
    return this.averageMs > SLOW_MS ? SLOW_BATCH : MAX_BATCH;
  }

  /** Resolves when the next call ends, or when stopping. */
  async slotFreed(): Promise<void> {
    if (!this.isStopping) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /** Resolves when no call is running. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  stop(): void {
    this.isStopping = true;
    this.wakeAll();
  }

  accept(entry: Entry): void {
    this.apply(entry[0], this.admission.admit(entry));
  }

  /** Executes a call of this process; undefined when there is no free place, or when stopping. */
  acceptDirect({ window: w, ...request }: DirectRequest, reader: DirectReader): RunningCall | undefined {
    if (this.isStopping || this.freeSlots <= 0) return undefined;
    const envelope: Envelope = { i: request.id, f: request.caller, p: request.name, r: '', x: 0, m: request.headers, w };
    const call = new RunningCall(envelope, '', request.leftMs, reader);
    const handler = this.admission.handlerFor(envelope);
    if (typeof handler === 'function') {
      this.running.set(request.id, call);
      // A call that was abandoned meanwhile is not started.
      runDetached(() => (call.isAborted ? this.settle(call, {}) : this.run(call, handler, request.input)));
    } else {
      runDetached(() => reader.onEnd({ error: handler, isNotExecuted: true }));
    }
    return call;
  }

  /** Answers a request without executing it. */
  reject(entry: Entry): void {
    this.apply(entry[0], this.admission.reject(entry));
  }

  onControl(control: Control): void {
    const call = this.running.get(control.i);
    if (call && call.envelope.f !== control.f) return;
    if (control.t === 'credit') return call?.grant(control.c);
    if (call) return call.abort();
    this.admission.cancel(control);
  }

  /** Abandons requests that another replica has taken over; Redis ignores the answers of this replica to them. */
  onLost(entries: readonly string[]): void {
    const lost = new Set(entries);
    for (const call of this.running.values()) {
      if (!lost.has(call.entry)) continue;
      this.answers.unfinished.delete(call.entry);
      this.abandon(call);
    }
  }

  /** Aborts running calls and answers them with an error: an interrupted stream must not look complete. */
  abortAll(): void {
    for (const call of this.running.values()) {
      call.abort();
      this.settle(call, { e: toWireError(transportError('CANCELLED')) });
    }
  }

  /** Stops a handler whose request this replica has lost; the request may already be running again, even here. */
  private abandon(call: RunningCall): void {
    this.stats.lost++;
    this.running.delete(call.envelope.i);
    call.abort();
    call.settle();
    this.wakeAll();
  }

  private apply(entry: string, decision: Decision): void {
    this.answers.unfinished.add(entry);
    if (decision.kind === 'drop') return this.answers.sendLast(entry);
    const { envelope } = decision;
    if (decision.kind === 'reject') {
      const json = JSON.stringify({ i: envelope.i, n: 0, ...decision.content, z: 1 });
      return this.answers.sendLast(entry, envelope.r, this.settings.signing.signFrame(envelope, json));
    }
    const previous = this.running.get(envelope.i);
    if (previous) this.abandon(previous);
    const call = new RunningCall(envelope, entry, decision.leftMs);
    this.running.set(envelope.i, call);
    this.run(call, decision.handler, decision.input);
  }

  private run(call: RunningCall, handler: MessageHandler, input: unknown): void {
    const context = new RpcContext([call.envelope, call]);
    callScope.run(call, () =>
      this.withHooks(context, async (end) => {
        try {
          const answer: unknown = await handler(input, context);
          if (isAsyncIterable(answer)) await this.sendFrames(call, answer);
          else this.settle(call, { d: isObservable(answer) ? await lastValueFrom(answer, { defaultValue: undefined }) : answer });
        } catch (error) {
          this.settle(call, { e: this.errorOf(call, error) });
        } finally {
          end();
        }
      }),
    );
  }

  /** Advances a generator only as far as its reader has granted credit; leaving the loop runs the generator's `finally`. */
  private async sendFrames(call: RunningCall, frames: AsyncIterable<unknown>): Promise<void> {
    for await (const d of frames) {
      await call.waitForCredit();
      if (call.isAborted || call.isExpired || call.isSettled) break;
      if (call.reader) {
        this.sendDirectly(call, d, call.reader);
        continue;
      }
      const message = this.encode(call, { d });
      call.nextFrame++;
      const subscribers = await this.answers.sendFrame(
        call.entry,
        call.envelope.r,
        message,
        () => call.isAborted || call.isExpired,
      );
      if (subscribers > 0) continue;
      // Without a subscriber the caller is gone and the remaining frames are not needed.
      if (subscribers === 0) this.stats.callerGone++;
      call.abort();
    }
    if (call.isExpired) call.abort();
    this.settle(call, {});
  }

  private settle(call: RunningCall, answer: Pick<Frame, 'd' | 'e'>): void {
    if (call.isSettled) return;
    const { envelope, entry } = call;
    // An interrupted answer must not look complete.
    const content = call.isAborted && !answer.e ? { e: interruptionError(call) } : answer;
    if (call.reader) return this.settleDirectly(call, content, call.reader);
    let message: string;
    let code = content.e?.code ?? 'OK';
    try {
      message = this.encode(call, content, 1);
    } catch (error) {
      const e = this.errorOf(call, error);
      code = e.code;
      message = this.encode(call, { e }, 1);
    }
    this.end(call, code);
    this.answers.sendLast(entry, envelope.r, message, (subscribers) => {
      if (subscribers === 0) this.stats.callerGone++;
    });
  }

  private sendDirectly(call: RunningCall, frame: unknown, reader: DirectReader): void {
    if (isTooLargeAsJson(frame)) throw tooLargeError(call.envelope);
    call.nextFrame++;
    reader.onFrame(frame);
  }

  private settleDirectly(call: RunningCall, { d, e }: Pick<Frame, 'd' | 'e'>, reader: DirectReader): void {
    const tooLarge = !e && isTooLargeAsJson(d) ? this.errorOf(call, tooLargeError(call.envelope)) : undefined;
    const error = e ?? tooLarge;
    this.end(call, error?.code ?? 'OK');
    reader.onEnd(error ? { error, isNotExecuted: false } : { value: d });
  }

  private end(call: RunningCall, code: string): void {
    call.settle();
    this.running.delete(call.envelope.i);
    const tookMs = performance.now() - call.startedAt;
    this.stats.handled++;
    this.averageMs += (tookMs - this.averageMs) / 16;
    this.settings.observe?.(call.envelope.p, code, tookMs / 1000);
    this.wakeAll();
  }

  /** The signed message with the next frame. */
  private encode({ envelope, nextFrame }: RunningCall, { d, e }: Pick<Frame, 'd' | 'e'>, z?: 1): string {
    const { signing } = this.settings;
    const s = nextFrame === 0 ? this.replicaId : undefined;
    const json = signing.encodeFrame(envelope, { i: envelope.i, n: nextFrame, d, e, s, z });
    if (isTooLarge(json)) throw tooLargeError(envelope);
    return signing.signFrame(envelope, json);
  }

  private errorOf(call: RunningCall, error: unknown): WireError {
    // Errors that a handler throws because it was aborted are expected and not logged.
    if (call.isAborted) return interruptionError(call);
    return visibleError(error, (bug) => {
      this.settings.logger.error(
        { err: withoutDetails(bug), call: call.envelope.p, requestId: call.envelope.m['x-request-id'] },
        'handler failed',
      );
    });
  }

  private wakeAll(): void {
    if (this.waiters.length > 0) for (const wake of this.waiters.splice(0)) wake();
  }
}

const tooLargeError = ({ p }: Envelope): RangeError => new RangeError(`the answer to ${p} exceeds the maximum message size`);

const interruptionError = (call: RunningCall): WireError =>
  toWireError(transportError(call.isExpired ? 'DEADLINE' : 'CANCELLED'));

/** A copy with message and stack only: errors of databases and HTTP clients contain the caller's input in other fields. */
function withoutDetails(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`handler threw a value of type ${typeof error}`);
  return Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
