import type { ProcessName } from '@kith/proto';
import type { MessageHandler } from '@nestjs/microservices';
import type { RedisClock } from './connection.js';
import { mapIn } from '../nested-map.js';
import { toWireError, transportError } from './errors.js';
import type { Control, Entry, Envelope, Frame, WireError } from './protocol.js';
import type { ServerStats } from './server-options.js';
import type { ServerSigning } from './signing.js';

export type Decision =
  | { readonly kind: 'drop' }
  | { readonly kind: 'reject'; readonly envelope: Envelope; readonly content: Pick<Frame, 'e' | 'u'> }
  | {
      readonly kind: 'execute';
      readonly envelope: Envelope;
      readonly handler: MessageHandler;
      readonly input: unknown;
      readonly leftMs: number;
    };

/** Most requests are read within milliseconds. */
const LATE_MS = 1000;
const DROP: Decision = { kind: 'drop' };
const MAX_CANCELLED_IDS = 10_000;
/** No caller waits longer; a request that claims it would have to be remembered for as long. */
const LONGEST_DEADLINE_MS = 3_600_000;
const SPAN_MS = 5000;

/** Decides whether a received request is executed, rejected with an error, or dropped without an answer. */
export class Admission {
  /** Calls whose cancellation arrived before their request; the two use different connections. */
  private readonly cancelled = new Set<string>();
  /**
   * The entries of the calls received here, until their deadline: the same call in another entry is a copy. Grouped by the time span of the deadline,
   * which a copy has, too, so that all of a span are forgotten at once.
   */
  private readonly received = new Map<number, Map<ProcessName, Map<string, string>>>();
  private forgetAt = 0;
  private redisStartedAtMs = 0;

  constructor(
    private readonly signing: ServerSigning,
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

  cancel(control: Control): void {
    this.cancelled.add(callOf(control));
    if (this.cancelled.size <= MAX_CANCELLED_IDS) return;
    // The request of the oldest id has been answered long ago, or goes to another replica.
    const [oldest] = this.cancelled;
    if (oldest !== undefined) this.cancelled.delete(oldest);
  }

  /** Where the answer to a request is awaited that has waited and may be executed; undefined for any other one. */
  replyChannelOfLate(entry: Entry): string | undefined {
    if (!this.isLate(entry)) return undefined;
    const envelope = this.signing.openRequest(entry[1]);
    return envelope && envelope.x > this.clock.now() ? envelope.r : undefined;
  }

  /** Whether a request has waited, and Redis has not restored it from its disk. */
  isLate([entry]: Entry): boolean {
    const sentAtMs = Number.parseInt(entry);
    return this.clock.now() - sentAtMs >= LATE_MS && sentAtMs >= this.redisStartedAtMs;
  }

  admit([entry, fields]: Entry): Decision {
    const envelope = this.signing.openRequest(fields);
    if (!envelope || this.isUnwanted(entry, envelope)) return DROP;
    const now = this.clock.now();
    const leftMs = envelope.x - now;
    if (leftMs <= 0 || leftMs > LONGEST_DEADLINE_MS) {
      this.stats.expired++;
      return DROP;
    }
    if (this.isCopy(entry, envelope, now)) {
      this.stats.replayed++;
      return DROP;
    }
    const handler = this.handlerFor(envelope);
    return typeof handler === 'function'
      ? this.withInput(envelope, handler, leftMs)
      : { kind: 'reject', envelope, content: { e: handler, u: 1 } };
  }

  /** The handler of a call; an error when there is none, or when the caller may not make the call. */
  handlerFor({ p, f }: Pick<Envelope, 'p' | 'f'>): MessageHandler | WireError {
    const handler = this.handlerOf(p);
    if (!handler) {
      this.stats.noHandler++;
      return toWireError(transportError('NO_HANDLER'));
    }
    if (callersOf(handler).includes(f)) return handler;
    this.stats.forbidden++;
    return toWireError(transportError('FORBIDDEN'));
  }

  /** The decision for every request while draining. */
  reject([, fields]: Entry): Decision {
    this.stats.rejected++;
    const envelope = this.signing.openRequest(fields);
    return envelope ? { kind: 'reject', envelope, content: { e: toWireError(transportError('UNAVAILABLE')), u: 1 } } : DROP;
  }

  private withInput(envelope: Envelope, handler: MessageHandler, leftMs: number): Decision {
    try {
      const input = envelope.q === undefined ? envelope.d : this.signing.decryptInput(envelope, envelope.q);
      return { kind: 'execute', envelope, handler, input, leftMs };
    } catch {
      return DROP;
    }
  }

  private isUnwanted(id: string, envelope: Envelope): boolean {
    const isStale = Number.parseInt(id) < this.redisStartedAtMs;
    const isCancelled = this.cancelled.size > 0 && this.cancelled.delete(callOf(envelope));
    if (isStale) this.stats.stale++;
    else if (isCancelled) this.stats.cancelledBeforeStart++;
    return isStale || isCancelled;
  }

  /** Whether the call was received in another entry. In the same entry it comes again when it is recovered. */
  private isCopy(entry: string, envelope: Envelope, now: number): boolean {
    this.forgetExpired(now);
    const entries = mapIn(mapIn(this.received, Math.floor(envelope.x / SPAN_MS)), envelope.f);
    const known = entries.get(envelope.i);
    if (known !== undefined) return known !== entry;
    entries.set(envelope.i, entry);
    return false;
  }

  private forgetExpired(now: number): void {
    if (now < this.forgetAt) return;
    this.forgetAt = now + SPAN_MS;
    for (const span of this.received.keys()) if ((span + 1) * SPAN_MS < now) this.received.delete(span);
  }
}

/** Two callers may use the same id. */
const callOf = ({ f, i }: Pick<Envelope, 'f' | 'i'>): string => `${f} ${i}`;

/** Who may make the call of a handler, as `@Handle` noted it. */
const callersOf = ({ extras }: MessageHandler): readonly ProcessName[] =>
  (extras?.['callers'] as readonly ProcessName[] | undefined) ?? ['gateway'];
