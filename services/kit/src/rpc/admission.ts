import type { MessageHandler } from '@nestjs/microservices';
import type { RedisClock } from './connection.js';
import { toWireError, transportError } from './errors.js';
import { readEnvelope, type Entry, type Envelope, type Frame } from './protocol.js';
import type { RpcServerOptions, ServerStats } from './server-options.js';

export type Decision =
  | { readonly kind: 'drop' }
  | { readonly kind: 'reject'; readonly envelope: Envelope; readonly content: Pick<Frame, 'e' | 'u' | 'b'> }
  | {
      readonly kind: 'execute';
      readonly envelope: Envelope;
      readonly handler: MessageHandler;
      readonly input: unknown;
      readonly leftMs: number;
    };

const DROP: Decision = { kind: 'drop' };
const MAX_CANCELLED_IDS = 10_000;

/** Decides whether a received request is executed, rejected with an error, or dropped without an answer. */
export class Admission {
  /** Ids of calls whose cancellation arrived before their request; the two use different connections. */
  private readonly cancelled = new Set<string>();
  private redisStartedAtMs = 0;

  constructor(
    private readonly settings: Pick<RpcServerOptions, 'unseal'>,
    private readonly clock: RedisClock,
    private readonly stats: ServerStats,
    private readonly handlerOf: (name: string) => MessageHandler | undefined,
  ) {}

  /**
   * Drops requests older than the start of Redis from now on. Redis restored them from its disk, which may not contain the fact that they
   * were executed. Their callers got OUTCOME_UNKNOWN when the connection broke.
   */
  ignoreBefore(epochMs: number): void {
    this.redisStartedAtMs = epochMs;
  }

  cancel(id: string): void {
    this.cancelled.add(id);
    if (this.cancelled.size <= MAX_CANCELLED_IDS) return;
    // The request of the oldest id has been answered long ago, or goes to another replica.
    const [oldest] = this.cancelled;
    if (oldest !== undefined) this.cancelled.delete(oldest);
  }

  admit(entry: Entry): Decision {
    const envelope = readEnvelope(entry[1]);
    if (!envelope || this.isUnwanted(entry[0], envelope)) return DROP;
    const leftMs = envelope.x - this.clock.now();
    if (leftMs <= 0) {
      this.stats.expired++;
      return DROP;
    }
    const handler = this.handlerOf(envelope.p);
    if (!handler) {
      this.stats.noHandler++;
      return { kind: 'reject', envelope, content: { e: toWireError(transportError('NO_HANDLER')), u: 1 } };
    }
    if (envelope.q === undefined) return { kind: 'execute', envelope, handler, input: envelope.d, leftMs };
    const input = this.decrypt(envelope.q);
    if (input) return { kind: 'execute', envelope, handler, input: input.value, leftMs };
    return { kind: 'reject', envelope, content: { e: toWireError(transportError('UNAVAILABLE')), u: 1, b: 1 } };
  }

  /** The decision for every request while draining. */
  reject(entry: Entry): Decision {
    this.stats.rejected++;
    const envelope = readEnvelope(entry[1]);
    return envelope ? { kind: 'reject', envelope, content: { e: toWireError(transportError('UNAVAILABLE')), u: 1 } } : DROP;
  }

  private isUnwanted(id: string, envelope: Envelope): boolean {
    const isStale = Number.parseInt(id) < this.redisStartedAtMs;
    const isCancelled = this.cancelled.delete(envelope.i);
    if (isStale) this.stats.stale++;
    else if (isCancelled) this.stats.cancelledBeforeStart++;
    return isStale || isCancelled;
  }

  /** The decrypted input in an object; undefined when it was encrypted with another key. */
  private decrypt(sealed: string): { value: unknown } | undefined {
    try {
      return { value: JSON.parse(this.settings.unseal(sealed)) as unknown };
    } catch {
      return undefined;
    }
  }
}
