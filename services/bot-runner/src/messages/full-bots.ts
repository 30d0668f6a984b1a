import { growingCache } from '@kith/kit';
import { sentAtMs, type JobOf, type queues } from '@kith/proto';

type Message = Pick<JobOf<typeof queues.replies>, 'botId' | 'channelId' | 'messageId'>;

/** How long it holds that as many wait as may: until then answers may have been given. */
const FULL_MS = 100;
/** What Discord's clock may differ by. */
const CLOCK_SKEW_MS = 1000;
/** As long as a message counts as waiting at most. */
const WAITING_MS = 300_000;
const MAX_CHANNELS = 20_000;

interface Full {
  readonly firstAtMs: number;
  untilMs: number;
}

/**
 * The connections for which as many messages wait as may. Messages of further channels are refused for a moment without asking Redis: thousands of
 * members who write to one bot at the same time would delay the messages of all others otherwise.
 */
export class FullBots {
  private readonly connections = new WeakMap<object, Full>();
  /** Channels of which a message may wait, by bot: a newer one takes its place. */
  private readonly waiting = growingCache<true>(MAX_CHANNELS, WAITING_MS);

  /** Never one that was sent before this process had the connection: another process may have admitted it. */
  refuses(connection: object, message: Message, nowMs = Date.now()): boolean {
    const full = this.connections.get(connection);
    if (full === undefined || nowMs >= full.untilMs || this.waiting.has(keyOf(message))) return false;
    return sentAtMs(message.messageId) > full.firstAtMs + CLOCK_SKEW_MS;
  }

  /** Notes whether a message was admitted. */
  learn(connection: object, message: Message, isAdmitted: boolean, nowMs = Date.now()): void {
    if (isAdmitted) {
      this.waiting.set(keyOf(message), true);
      return;
    }
    const known = this.connections.get(connection);
    if (known) known.untilMs = nowMs + FULL_MS;
    else this.connections.set(connection, { firstAtMs: nowMs, untilMs: nowMs + FULL_MS });
  }
}

const keyOf = ({ botId, channelId }: Message): string => `${botId}:${channelId}`;
