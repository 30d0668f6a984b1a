import { AppError, type ErrorCode, type ServiceName } from '@kith/proto';
import type { Redis } from 'ioredis';
import { disconnect } from '../redis.js';
import { RedisClock } from './clock.js';
import { Controls } from './controls.js';
import { openConnection, subscribe } from './connection.js';
import { commandError, markNotRun, notRunError, transportError } from './failure.js';
import { Outbox } from './outbox.js';
import { PendingCall, type Request, type Sink } from './pending-call.js';
import {
  callScope,
  INHERITED_HEADERS,
  isTooLarge,
  keysOf,
  newId,
  readFrame,
  replyChannel,
  type CallScope,
  type Envelope,
  type Frame,
} from './protocol.js';
import { SealedInputs } from './sealed-inputs.js';

export interface ExchangeOptions {
  readonly redisUrl: string;
  readonly logger?: { warn(message: string): void } | undefined;
}

/** The client's half of the transport: pending calls, the reply channel, and what is said about a call while it runs. */
export class Exchange {
  readonly stats = {
    sent: 0,
    answered: 0,
    failed: 0,
    late: 0,
    gaps: 0,
    withdrawn: 0,
    unavailable: 0,
    overloaded: 0,
    deadline: 0,
    unknownOutcome: 0,
  };
  private readonly clientId = newId();
  private readonly calls = new Map<string, PendingCall>();
  private readonly commands: Redis;
  private readonly subscriber: Redis;
  private readonly clock: RedisClock;
  private readonly outbox: Outbox;
  private readonly sealedInputs: SealedInputs;
  private readonly controls: Controls;
  private isListening = false;
  private isClosed = false;
  private count = 0;

  constructor(private readonly options: ExchangeOptions) {
    const { redisUrl } = options;
    this.commands = openConnection(redisUrl);
    this.subscriber = openConnection(redisUrl);
    this.clock = new RedisClock(this.commands);
    this.sealedInputs = new SealedInputs(this.commands);
    this.controls = new Controls(this.commands);
    this.outbox = new Outbox(
      this.commands,
      (call) => {
        if (call.isWithdrawn) this.withdraw(call);
      },
      (call, error) => this.fail(call, error),
    );
  }

  get connections(): readonly Redis[] {
    return [this.commands, this.subscriber];
  }

  async open(): Promise<void> {
    this.subscriber.on('message', (_channel: string, message: string) => this.onFrame(message));
    // Answers published while nobody listens are gone: fail at once, and send nothing until we listen again.
    this.subscriber.on('close', () => {
      if (this.isListening && !this.isClosed) this.options.logger?.warn('rpc: lost the connection to Redis');
      this.isListening = false;
      this.failAll('OUTCOME_UNKNOWN');
    });
    const listening = subscribe(this.subscriber, replyChannel(this.clientId), () => {
      this.isListening = true;
    });
    await Promise.all([this.commands.connect(), listening]);
    await this.clock.start();
  }

  close(): void {
    this.isClosed = true;
    this.clock.stop();
    this.isListening = false;
    this.failAll('CANCELLED');
    disconnect(this.commands);
    disconnect(this.subscriber);
  }

  async isUp(service: ServiceName): Promise<boolean> {
    return (await this.commands.exists(keysOf(service).up).catch(() => 0)) === 1;
  }

  /** Sends a request; the answer goes to `sink`. Never throws: what is wrong at once goes to `sink.fail`. */
  start(request: Request, sink: Sink): PendingCall {
    const scope = callScope.getStore();
    const timeoutMs = Math.min(request.timeoutMs, (scope?.deadline ?? Infinity) - Date.now());
    const call = new PendingCall(
      this.nextId(),
      request,
      sink,
      headersOf(scope, request),
      this.clock.now() + Math.floor(timeoutMs),
    );
    const signals = [request.signal, scope?.signal];
    this.calls.set(call.id, call);
    if (signals.some((signal) => signal?.aborted)) this.fail(call, transportError('CANCELLED'));
    else if (timeoutMs <= 0) this.fail(call, transportError('DEADLINE'));
    else if (!this.isListening) this.fail(call, notRunError('UNAVAILABLE'));
    else {
      call.watch(timeoutMs, signals, (reason) => this.giveUp(call, reason));
      if (request.isSecret) void this.sendSealed(call);
      else this.post(call, { d: request.input });
    }
    return call;
  }

  /** Ends a call before its answer: withdraws it, or cancels its handler. Does nothing when it has ended. */
  giveUp(call: PendingCall, code: ErrorCode): void {
    if (call.isSettled) return;
    call.isWithdrawn = call.isSent;
    this.fail(call, transportError(code));
    this.withdraw(call);
  }

  /** Lets the handler of a stream send `total` frames in all. */
  grant(call: PendingCall, total: number): void {
    this.controls.grant(call, total);
  }

  private nextId(): string {
    this.count++;
    return `${this.clientId}${this.count.toString(36)}`;
  }

  private post(call: PendingCall, input: Pick<Envelope, 'd' | 'q'>): void {
    const { request } = call;
    const envelope: Envelope = {
      i: call.id,
      p: request.name,
      ...input,
      r: replyChannel(this.clientId),
      x: call.deadline,
      m: call.headers,
      ...(request.isRepeatable ? { k: 1 } : {}),
      ...(request.window === undefined ? {} : { w: request.window }),
    };
    try {
      call.json = JSON.stringify(envelope);
    } catch {
      this.options.logger?.warn(`rpc: the input of ${request.name} cannot be written as JSON`);
      return this.fail(call, transportError('INTERNAL'));
    }
    if (isTooLarge(call.json)) return this.fail(call, notRunError('TOO_LARGE'));
    this.stats.sent++;
    this.outbox.add(call);
  }

  /** The input of a secret call lies in Redis only sealed for the service that answers it. */
  private async sendSealed(call: PendingCall): Promise<void> {
    try {
      const q = await this.sealedInputs.seal(call.request);
      if (call.isSettled) return;
      if (q === undefined) return this.fail(call, notRunError('UNAVAILABLE'));
      this.post(call, { q });
    } catch (error) {
      // Nothing of the request has been sent yet, whatever happened to the question for the key.
      this.fail(call, markNotRun(commandError(error)));
    }
  }

  private onFrame(message: string): void {
    const frame = readFrame(message);
    const call = frame && this.calls.get(frame.i);
    if (!call) {
      this.stats.late++;
      return;
    }
    if (frame.e) return this.onError(call, frame, AppError.from(frame.e));
    if (frame.n === 0 && call.next > 0 && frame.s !== call.server) {
      // Another replica began anew what this one had half told: two tellings do not make one stream.
      return this.giveUp(call, 'OUTCOME_UNKNOWN');
    }
    // Sent again after a reconnect of the replica.
    if (frame.n < call.next) return;
    if (frame.n > call.next) {
      this.stats.gaps++;
      return this.giveUp(call, 'OUTCOME_UNKNOWN');
    }
    call.next++;
    call.server = frame.s ?? call.server;
    if (!frame.z) return call.sink.frame(frame.d);
    this.settle(call);
    this.stats.answered++;
    call.sink.end(frame.d);
  }

  private onError(call: PendingCall, frame: Frame, error: AppError): void {
    if (!frame.b || call.hasFreshKey) return this.fail(call, frame.u ? markNotRun(error) : error);
    call.hasFreshKey = true;
    call.isSent = false;
    call.entry = undefined;
    this.sealedInputs.forget(call.request.service);
    void this.sendSealed(call);
  }

  private settle(call: PendingCall): void {
    this.calls.delete(call.id);
    call.settle();
  }

  private fail(call: PendingCall, error: AppError): void {
    if (call.isSettled) return;
    this.settle(call);
    this.tally(error.code);
    call.sink.fail(error);
  }

  private tally(code: ErrorCode): void {
    this.stats.failed++;
    if (code === 'UNAVAILABLE') this.stats.unavailable++;
    else if (code === 'OVERLOADED') this.stats.overloaded++;
    else if (code === 'DEADLINE') this.stats.deadline++;
    else if (code === 'OUTCOME_UNKNOWN') this.stats.unknownOutcome++;
  }

  private failAll(code: 'OUTCOME_UNKNOWN' | 'CANCELLED'): void {
    for (const call of this.calls.values()) {
      this.fail(call, call.isSent || code === 'CANCELLED' ? transportError(code) : notRunError('UNAVAILABLE'));
    }
  }

  private withdraw(call: PendingCall): void {
    if (!call.isWithdrawn || call.entry === undefined) return;
    this.stats.withdrawn++;
    this.controls.cancel(call);
  }
}

function headersOf(scope: CallScope | undefined, request: Request): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of INHERITED_HEADERS) {
    const value = scope?.meta[name];
    if (value !== undefined) headers[name] = value;
  }
  return Object.assign(headers, request.meta);
}
