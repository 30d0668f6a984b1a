import { CALLS, type AppError, type Call, type InputOf, type OutputOf, type ServiceName } from '@kith/proto';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { CallDispatcher, type CallDispatcherOptions } from './call-dispatcher.js';
import type { DirectReplica } from './direct.js';
import { notExecutedError } from './errors.js';
import { FrameQueue, type AnswerListener, type Request } from './pending-call.js';

export type RpcClientOptions = CallDispatcherOptions;

export interface AskOptions {
  /** Timeout; defaults to that of the call, or 10 s. The deadline of the surrounding scope can only shorten it. */
  readonly timeoutMs?: number;
  /** Cancels the call and its handler. */
  readonly signal?: AbortSignal;
  readonly meta?: Readonly<Record<string, string>>;
}

export interface StreamOptions extends AskOptions {
  /** Number of frames the handler may be ahead of the reader. */
  readonly window?: number;
  /** Longest wait between two frames, by default 30 s; then the stream fails with DEADLINE. */
  readonly idleMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_IDLE_MS = 30_000;
const DEFAULT_WINDOW = 64;
const NO_OPTIONS: AskOptions = {};
const ignore = (): void => undefined;

/**
 * Calls services over Redis; one client per process serves all services. `ask` and `stream` are typed; Nest's `send` works with the pattern
 * `<service>/<area.verb>`. Every failure is an AppError.
 */
export class RpcClient extends ClientProxy {
  private dispatcher: CallDispatcher;
  private opening: Promise<void> | undefined;
  private isOpen = false;
  private isClosed = false;

  constructor(private readonly options: RpcClientOptions) {
    super();
    this.dispatcher = new CallDispatcher(options);
  }

  /** Counters since the start, for the metrics. */
  get stats(): CallDispatcher['stats'] {
    return this.dispatcher.stats;
  }

  /** Opens the two connections. Rejects with UNAVAILABLE while Redis cannot be reached; later it reconnects by itself. */
  connect(): Promise<void> {
    if (this.isClosed) return Promise.reject(notExecutedError('UNAVAILABLE'));
    this.opening ??= this.dispatcher.open().then(
      () => {
        this.isOpen = true;
      },
      () => {
        this.dispatcher.close();
        this.dispatcher = new CallDispatcher(this.options);
        this.opening = undefined;
        throw notExecutedError('UNAVAILABLE');
      },
    );
    return this.opening;
  }

  /** Fails pending calls with CANCELLED and disconnects permanently. */
  close(): Promise<void> {
    this.isClosed = true;
    this.dispatcher.close();
    return Promise.resolve();
  }

  /** Whether a replica of the service has sent a heartbeat within the last seconds; false while Redis cannot be reached. */
  async isUp(service: ServiceName): Promise<boolean> {
    if (!this.isOpen) await this.connect();
    return this.dispatcher.isUp(service);
  }

  /**
   * Lets calls to the service of this replica, which runs in this process, reach it without Redis: with the same checks, limits and errors. Calls
   * for which the replica has no free place still go over Redis.
   */
  callDirectly(replica: DirectReplica): void {
    this.dispatcher.callDirectly(replica);
  }

  /** Calls a service and returns its answer. */
  ask<C extends Call>(call: C, input: InputOf<C>, options: AskOptions = NO_OPTIONS): Promise<OutputOf<C>> {
    if (call.stream) return Promise.reject(new TypeError(`${call.name} is a stream: use stream()`));
    const answer = this.isOpen
      ? this.answerOf(call, input, options)
      : this.connect().then(() => this.answerOf(call, input, options));
    return answer as Promise<OutputOf<C>>;
  }

  private answerOf(call: Call, input: unknown, options: AskOptions): Promise<unknown> {
    return new Promise<unknown>((resolve, reject: (error: AppError) => void) => {
      this.dispatcher.start(this.requestOf(call, input, options), { onFrame: ignore, onEnd: resolve, onError: reject });
    });
  }

  /** The frames of a streaming call. The handler is at most `window` frames ahead; leaving the loop or aborting stops the handler. */
  async *stream<C extends Call>(call: C, input: InputOf<C>, options: StreamOptions = {}): AsyncGenerator<OutputOf<C>, void> {
    if (!this.isOpen) await this.connect();
    const { dispatcher } = this;
    const window = options.window ?? DEFAULT_WINDOW;
    const step = Math.ceil(window / 2);
    const queue = new FrameQueue(options.idleMs ?? DEFAULT_IDLE_MS);
    const pending = dispatcher.start({ ...this.requestOf(call, input, options), window }, queue);
    const onTaken = (total: number) => {
      if (total % step === 0) dispatcher.grant(pending, total + window);
    };
    try {
      for await (const frame of queue.read(onTaken)) yield frame as OutputOf<C>;
    } finally {
      dispatcher.abandon(pending, 'CANCELLED');
    }
  }

  /** The two Redis connections. */
  unwrap<T>(): T {
    return this.dispatcher.connections as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const { dispatcher } = this;
    const listener: AnswerListener = {
      onFrame: (response) => callback({ response }),
      onEnd: (response) => callback({ response, isDisposed: true }),
      onError: (err) => callback({ err, isDisposed: true }),
    };
    const options = packet.metadata ? { meta: packet.metadata } : {};
    const call = callByPattern(this.normalizePattern(packet.pattern));
    const pending = dispatcher.start(this.requestOf(call, packet.data, options), listener);
    return () => dispatcher.abandon(pending, 'CANCELLED');
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new TypeError('the transport only supports calls; use a queue for work without an answer'));
  }

  private requestOf(call: Call, input: unknown, options: AskOptions): Request {
    return {
      service: call.service,
      caller: this.dispatcher.callerFor(call.name, call.callers),
      name: call.name,
      input,
      isRepeatable: call.repeatable,
      isSecret: call.secret,
      timeoutMs: options.timeoutMs ?? call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      signal: options.signal,
      meta: options.meta,
    };
  }
}

const callsByPattern = new Map(CALLS.map((call) => [`${call.service}/${call.name}`, call]));

function callByPattern(pattern: string): Call {
  const call = callsByPattern.get(pattern);
  if (!call) throw new TypeError(`proto declares no call ${pattern}`);
  return call;
}
