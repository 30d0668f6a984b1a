import { CALLS, type AppError, type Call, type InputOf, type OutputOf, type ServiceName } from '@kith/proto';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { Exchange, type ExchangeOptions } from './exchange.js';
import { notRunError } from './failure.js';
import { FrameQueue } from './frame-queue.js';
import type { Request, Sink } from './pending-call.js';

export type RpcClientOptions = ExchangeOptions;

export interface AskOptions {
  /** How long to wait at most; else the call's own limit, else 10 s. Never longer than the caller's own deadline. */
  readonly timeoutMs?: number;
  /** Cancels the call, and its handler. */
  readonly signal?: AbortSignal;
  readonly meta?: Readonly<Record<string, string>>;
}

export interface StreamOptions extends AskOptions {
  /** Frames the handler may be ahead of the reader. */
  readonly window?: number;
  /** Longest wait between two frames, 30 s; then DEADLINE. */
  readonly idleMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_IDLE_MS = 30_000;
const DEFAULT_WINDOW = 64;

/**
 * Asks the services over Redis; one per process, for all services. `ask` and `stream` are the typed ways; Nest's `send` works with the
 * pattern `<service>/<area.verb>`. Every failure is an AppError.
 */
export class RpcClient extends ClientProxy {
  private exchange: Exchange;
  private opening: Promise<void> | undefined;
  private isOpen = false;
  private isClosed = false;

  constructor(private readonly options: RpcClientOptions) {
    super();
    this.exchange = new Exchange(options);
  }

  /** Counters since the start, for the metrics. */
  get stats(): Exchange['stats'] {
    return this.exchange.stats;
  }

  /** Opens the two connections. Rejects with UNAVAILABLE while Redis cannot be reached; later outages heal by themselves. */
  connect(): Promise<void> {
    if (this.isClosed) return Promise.reject(notRunError('UNAVAILABLE'));
    this.opening ??= this.exchange.open().then(
      () => {
        this.isOpen = true;
      },
      () => {
        this.exchange.close();
        this.exchange = new Exchange(this.options);
        this.opening = undefined;
        throw notRunError('UNAVAILABLE');
      },
    );
    return this.opening;
  }

  /** Fails what is pending with CANCELLED and disconnects for good. */
  close(): Promise<void> {
    this.isClosed = true;
    this.exchange.close();
    return Promise.resolve();
  }

  /** Whether a replica of the service took requests within the last seconds; false while Redis cannot be reached. */
  async isUp(service: ServiceName): Promise<boolean> {
    if (!this.isOpen) await this.connect();
    return this.exchange.isUp(service);
  }

  /** The answer of the service. */
  async ask<C extends Call>(call: C, input: InputOf<C>, options: AskOptions = {}): Promise<OutputOf<C>> {
    if (call.stream) throw new TypeError(`${call.name} is a stream: use stream()`);
    if (!this.isOpen) await this.connect();
    const answer = await new Promise<unknown>((resolve, reject: (error: AppError) => void) => {
      this.exchange.start(requestOf(call, input, options), { frame: () => undefined, end: resolve, fail: reject });
    });
    return answer as OutputOf<C>;
  }

  /** The frames of a streaming call. The handler is at most `window` frames ahead; leaving the loop or aborting stops it. */
  async *stream<C extends Call>(call: C, input: InputOf<C>, options: StreamOptions = {}): AsyncGenerator<OutputOf<C>, void> {
    if (!this.isOpen) await this.connect();
    const { exchange } = this;
    const window = options.window ?? DEFAULT_WINDOW;
    const step = Math.ceil(window / 2);
    const queue = new FrameQueue(options.idleMs ?? DEFAULT_IDLE_MS);
    const pending = exchange.start({ ...requestOf(call, input, options), window }, queue);
    const onTaken = (total: number) => {
      if (total % step === 0) exchange.grant(pending, total + window);
    };
    try {
      for await (const frame of queue.read(onTaken)) yield frame as OutputOf<C>;
    } finally {
      exchange.giveUp(pending, 'CANCELLED');
    }
  }

  /** The two Redis connections. */
  unwrap<T>(): T {
    return this.exchange.connections as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const { exchange } = this;
    const sink: Sink = {
      frame: (response) => callback({ response }),
      end: (response) => callback({ response, isDisposed: true }),
      fail: (err) => callback({ err, isDisposed: true }),
    };
    const options = packet.metadata ? { meta: packet.metadata } : {};
    const pending = exchange.start(requestOf(callByPattern(this.normalizePattern(packet.pattern)), packet.data, options), sink);
    return () => exchange.giveUp(pending, 'CANCELLED');
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new TypeError('the transport carries calls only: work without an answer goes to a queue'));
  }
}

function requestOf(call: Call, input: unknown, options: AskOptions): Request {
  return {
    service: call.service,
    name: call.name,
    input,
    isRepeatable: call.repeatable,
    isSecret: call.secret,
    timeoutMs: options.timeoutMs ?? call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal: options.signal,
    meta: options.meta,
  };
}

const callsByPattern = new Map(CALLS.map((call) => [`${call.service}/${call.name}`, call]));

function callByPattern(pattern: string): Call {
  const call = callsByPattern.get(pattern);
  if (!call) throw new TypeError(`proto knows no call ${pattern}`);
  return call;
}
