import type { MessageHandler } from '@nestjs/microservices';
import type { RedisClock } from './clock.js';
import { toWire, transportError } from './failure.js';
import type { Entry } from './intake.js';
import { readEnvelope, type Envelope, type Frame } from './protocol.js';
import type { ServerStats } from './server-stats.js';
import type { RpcServerOptions } from './server.js';

export type Verdict =
  | { readonly kind: 'drop' }
  | { readonly kind: 'refuse'; readonly envelope: Envelope; readonly content: Pick<Frame, 'e' | 'u' | 'b'> }
  | {
      readonly kind: 'run';
      readonly envelope: Envelope;
      readonly handler: MessageHandler;
      readonly input: unknown;
      readonly leftMs: number;
    };

const DROP: Verdict = { kind: 'drop' };
const MAX_REMEMBERED = 10_000;

/** Decides whether a request that arrived is started. */
export class Admission {
  /** Ids whose cancellation came before their request: the two travel on different connections. */
  private readonly cancelled = new Set<string>();
  private epochMs = 0;

  constructor(
    private readonly settings: Pick<RpcServerOptions, 'unseal'>,
    private readonly clock: RedisClock,
    private readonly stats: ServerStats,
    private readonly handlerOf: (name: string) => MessageHandler | undefined,
  ) {}

  /**
   * Redis was started then. Older requests come from its disk, which may not know that they were executed; their callers heard
   * OUTCOME_UNKNOWN when the connection broke.
   */
  ignoreBefore(epochMs: number): void {
    this.epochMs = epochMs;
  }

  cancel(id: string): void {
    this.cancelled.add(id);
    if (this.cancelled.size <= MAX_REMEMBERED) return;
    // The oldest goes; its request has long been answered, or never comes here.
    const [oldest] = this.cancelled;
    if (oldest !== undefined) this.cancelled.delete(oldest);
  }

  judge(entry: Entry): Verdict {
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
      return { kind: 'refuse', envelope, content: { e: toWire(transportError('NO_HANDLER')), u: 1 } };
    }
    if (envelope.q === undefined) return { kind: 'run', envelope, handler, input: envelope.d, leftMs };
    const input = this.unsealed(envelope.q);
    if (input) return { kind: 'run', envelope, handler, input: input.value, leftMs };
    return { kind: 'refuse', envelope, content: { e: toWire(transportError('UNAVAILABLE')), u: 1, b: 1 } };
  }

  /** For a replica that takes nothing any more. */
  turnAway(entry: Entry): Verdict {
    this.stats.refused++;
    const envelope = readEnvelope(entry[1]);
    return envelope ? { kind: 'refuse', envelope, content: { e: toWire(transportError('UNAVAILABLE')), u: 1 } } : DROP;
  }

  private isUnwanted(id: string, envelope: Envelope): boolean {
    const isStale = Number.parseInt(id) < this.epochMs;
    const isCancelled = this.cancelled.delete(envelope.i);
    if (isStale) this.stats.stale++;
    else if (isCancelled) this.stats.cancelledBeforeStart++;
    return isStale || isCancelled;
  }

  /** The input, boxed; undefined when it was sealed with a key that is not ours. */
  private unsealed(sealed: string): { value: unknown } | undefined {
    try {
      return { value: JSON.parse(this.settings.unseal(sealed)) as unknown };
    } catch {
      return undefined;
    }
  }
}
