import { AppError, type ErrorCode, type ProcessName, type ServiceName } from '@kith/proto';
import type { Redis } from 'ioredis';
import { disconnect } from '../redis.js';
import type { ServiceKeys } from '../service-keys.js';
import { countError, newClientStats } from './client-stats.js';
import { openConnection, RedisClock, subscribe } from './connection.js';
import type { DirectAnswer, DirectReplica } from './direct.js';
import { markNotExecuted, notExecutedError, transportError } from './errors.js';
import { Deadlines, PendingCall, type AnswerListener, type Request } from './pending-call.js';
import { callScope, headersFor, isTooLarge, isTooLargeAsJson, keysOf, newId, replyChannel, type Envelope } from './protocol.js';
import { ControlSender, RequestSender } from './request-sender.js';
import type { RpcRedis } from './scripts.js';
import { ClientSigning, type ReceivedFrame } from './signing.js';

export interface CallDispatcherOptions {
  readonly redisUrl: string;
  /** The private keys decide in the name of which services this process may call. */
  readonly keys: ServiceKeys;
  readonly logger?: { warn(message: string): void } | undefined;
}

/** The client side of the transport: sends requests, tracks pending calls and receives their answers on one reply channel. */
export class CallDispatcher {
  readonly stats = newClientStats();
  private readonly clientId = newId();
  private readonly calls = new Map<string, PendingCall>();
  private readonly deadlines = new Deadlines(this.calls, (call) => this.abandon(call, 'DEADLINE'));
  private readonly commands: RpcRedis;
  private readonly subscriber: Redis;
  private readonly clock: RedisClock;
  private readonly requests: RequestSender;
  private readonly signing: ClientSigning;
  private readonly replyChannel: string;
  private readonly controls: ControlSender;
  private readonly replicas = new Map<ServiceName, DirectReplica>();
  private isSubscribed = false;
  private isClosed = false;
  private callCount = 0;

  constructor(private readonly options: CallDispatcherOptions) {
    const { redisUrl, keys } = options;
    const [name] = keys.names;
    if (!name) throw new TypeError('a client needs the private key of at least one process');
    this.replyChannel = replyChannel(name, this.clientId);
    this.signing = new ClientSigning(keys);
    this.commands = openConnection(redisUrl);
    this.subscriber = openConnection(redisUrl);
    this.clock = new RedisClock(this.commands);
    this.controls = new ControlSender(this.commands, this.signing);
    this.requests = new RequestSender(
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
    this.subscriber.on('messageBuffer', (_channel: Buffer, message: Buffer) => this.onFrame(message));
    // Answers published while this client is not subscribed are lost: fail pending calls at once, and send nothing until it is subscribed.
    this.subscriber.on('close', () => {
      if (this.isSubscribed && !this.isClosed) this.options.logger?.warn('rpc: connection to Redis lost');
      this.isSubscribed = false;
      this.failAll('OUTCOME_UNKNOWN');
    });
    const subscribed = subscribe(this.subscriber, this.replyChannel, () => {
      this.isSubscribed = true;
    });
    await Promise.all([this.commands.connect(), subscribed]);
    await this.clock.start();
  }

  close(): void {
    this.isClosed = true;
    this.clock.stop();
    this.deadlines.close();
    this.isSubscribed = false;
    this.failAll('CANCELLED');
    disconnect(this.commands);
    disconnect(this.subscriber);
  }

  /** From now on calls to the service of this replica, which runs in this process, go to it without Redis. */
  callDirectly(replica: DirectReplica): void {
    this.replicas.set(replica.service, replica);
  }

  async isUp(service: ServiceName): Promise<boolean> {
    if (this.isSubscribed && this.replicas.get(service)?.isServing) return true;
    return (await this.commands.exists(keysOf(service).heartbeat).catch(() => 0)) === 1;
  }

  /** The process in whose name this one may make a call. Throws a TypeError when there is none. */
  callerFor(name: string, callers: readonly ProcessName[]): ProcessName {
    return this.signing.callerFor(name, callers);
  }

  /** Sends a request; the answer goes to `listener`. Never throws: immediate failures go to `listener.onError`, too. */
  start(request: Request, listener: AnswerListener): PendingCall {
    const scope = callScope.getStore();
    const timeoutMs =
      scope?.deadline === undefined ? request.timeoutMs : Math.min(request.timeoutMs, scope.deadline - Date.now());
    const call = new PendingCall(
      this.nextId(),
      request,
      listener,
      headersFor(scope, request.meta),
      this.clock.now() + Math.floor(timeoutMs),
      performance.now() + timeoutMs,
    );
    const { signal } = request;
    const outer = scope?.signal;
    this.calls.set(call.id, call);
    if (signal?.aborted || outer?.aborted) this.fail(call, transportError('CANCELLED'));
    else if (timeoutMs <= 0) this.fail(call, transportError('DEADLINE'));
    else if (!this.isSubscribed) this.fail(call, notExecutedError('UNAVAILABLE'));
    else {
      this.deadlines.add(call);
      if (signal) call.watch(signal, () => this.abandon(call, 'CANCELLED'));
      if (outer) call.watch(outer, () => this.abandon(call, 'CANCELLED'));
      if (!this.sendDirectly(call, timeoutMs)) this.send(call);
    }
    return call;
  }

  /** False when the service runs elsewhere, or takes no further call now. */
  private sendDirectly(call: PendingCall, leftMs: number): boolean {
    const replica = this.replicas.get(call.request.service);
    if (!replica) return false;
    const { id, caller, headers, request } = call;
    try {
      if (isTooLargeAsJson(request.input)) {
        this.fail(call, notExecutedError('TOO_LARGE'));
        return true;
      }
    } catch {
      // It cannot be converted to JSON, which `send` reports.
      return false;
    }
    const direct = { id, caller, name: request.name, input: request.input, headers, leftMs, window: request.window };
    call.direct = replica.callDirectly(direct, {
      onFrame: (value) => {
        if (!call.isSettled) call.listener.onFrame(value);
      },
      onEnd: (answer) => this.onDirectEnd(call, answer),
    });
    if (call.direct) this.stats.direct++;
    return call.direct !== undefined;
  }

  private onDirectEnd(call: PendingCall, answer: DirectAnswer): void {
    if (call.isSettled) return;
    if (answer.error) {
      const error = AppError.from(answer.error);
      return this.fail(call, answer.isNotExecuted ? markNotExecuted(error) : error);
    }
    this.settle(call);
    this.stats.answered++;
    call.listener.onEnd(answer.value);
  }

  /** Ends a call before its answer: withdraws the request, or cancels its handler. Does nothing when the call has ended. */
  abandon(call: PendingCall, code: ErrorCode): void {
    if (call.isSettled) return;
    call.isWithdrawn = call.isSent;
    this.fail(call, transportError(code));
    call.direct?.abort();
    this.withdraw(call);
  }

  /** Allows the handler of a stream to send `total` frames in all. */
  grant(call: PendingCall, total: number): void {
    if (call.direct) call.direct.grant(total);
    else this.controls.grant(call, total);
  }

  private nextId(): string {
    this.callCount++;
    return `${this.clientId}${this.callCount.toString(36)}`;
  }

  private send(call: PendingCall): void {
    const { request } = call;
    let json: string;
    try {
      const envelope: Envelope = {
        i: call.id,
        f: call.caller,
        p: request.name,
        d: request.isSecret ? undefined : request.input,
        q: request.isSecret ? this.signing.encryptInput(call) : undefined,
        r: this.replyChannel,
        x: call.deadline,
        m: call.headers,
        k: request.isRepeatable ? 1 : undefined,
        w: request.window,
      };
      // What is undefined is left out.
      json = JSON.stringify(envelope);
    } catch {
      this.options.logger?.warn(`rpc: the input of ${request.name} cannot be serialized as JSON`);
      return this.fail(call, transportError('INTERNAL'));
    }
    if (isTooLarge(json)) return this.fail(call, notExecutedError('TOO_LARGE'));
    call.message = this.signing.signRequest(call, json);
    this.stats.sent++;
    this.requests.add(call);
  }

  private onFrame(message: Buffer): void {
    const received = this.signing.readFrame(message, this.calls);
    if (!received) {
      this.stats.late++;
      return;
    }
    if (!this.signing.isAuthentic(received)) {
      this.stats.forged++;
      return;
    }
    const { call, frame } = received;
    if (frame.e) {
      const error = AppError.from(frame.e);
      return this.fail(call, frame.u ? markNotExecuted(error) : error);
    }
    if (frame.n === 0 && call.nextFrame > 0 && frame.s !== call.replicaId) {
      // Another replica started the stream again: the frames of two executions must not be joined.
      return this.abandon(call, 'OUTCOME_UNKNOWN');
    }
    // A duplicate: the replica sent the frame again after a reconnect.
    if (frame.n < call.nextFrame) return;
    if (frame.n > call.nextFrame) {
      this.stats.gaps++;
      return this.abandon(call, 'OUTCOME_UNKNOWN');
    }
    call.nextFrame++;
    call.replicaId = frame.s ?? call.replicaId;
    this.deliver(received);
  }

  private deliver(received: ReceivedFrame): void {
    const { call, frame } = received;
    let value: unknown;
    try {
      value = this.signing.valueOf(received);
    } catch {
      return this.abandon(call, 'OUTCOME_UNKNOWN');
    }
    if (!frame.z) return call.listener.onFrame(value);
    this.settle(call);
    this.stats.answered++;
    call.listener.onEnd(value);
  }

  private settle(call: PendingCall): void {
    this.calls.delete(call.id);
    call.settle();
  }

  private fail(call: PendingCall, error: AppError): void {
    if (call.isSettled) return;
    this.settle(call);
    countError(this.stats, error.code);
    call.listener.onError(error);
  }

  private failAll(code: 'OUTCOME_UNKNOWN' | 'CANCELLED'): void {
    for (const call of this.calls.values()) {
      // A lost connection says nothing about a handler in this process.
      if (call.direct && code === 'OUTCOME_UNKNOWN') continue;
      this.fail(call, call.isSent || code === 'CANCELLED' ? transportError(code) : notExecutedError('UNAVAILABLE'));
    }
  }

  private withdraw(call: PendingCall): void {
    if (!call.isWithdrawn || call.entry === undefined) return;
    this.stats.withdrawn++;
    this.controls.cancel(call);
  }
}
