import type { Admission } from './admission.js';
import type { AnswerSender } from './answer-sender.js';
import type { Entry } from './protocol.js';
import type { RpcRedis } from './scripts.js';
import type { ServerStats } from './server-options.js';

/**
 * Drops requests that have waited and whose caller is dead: nobody gets their answer, and what they would do, reserve a message for example, may
 * come after the caller's successor has ended the same work. A caller that lives has subscribed to its reply channel, or has given up its calls.
 */
export class LateRequests {
  constructor(
    private readonly redis: RpcRedis,
    private readonly admission: Admission,
    private readonly answers: AnswerSender,
    private readonly stats: ServerStats,
  ) {}

  /** The requests whose caller lives, or may live. One command for all of them, and none when none is late. */
  withoutDeadCallers(entries: readonly Entry[]): readonly Entry[] | Promise<readonly Entry[]> {
    return entries.some((entry) => this.admission.isLate(entry)) ? this.check(entries) : entries;
  }

  private async check(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const channels = new Map<string, string>();
    for (const entry of entries) {
      const channel = this.admission.replyChannelOfLate(entry);
      if (channel !== undefined) channels.set(entry[0], channel);
    }
    if (channels.size === 0) return entries;
    const silent = await this.withoutSubscriber(new Set(channels.values()));
    return entries.filter(([id]) => {
      const isDead = silent.has(channels.get(id) ?? '');
      if (isDead) this.drop(id);
      return !isDead;
    });
  }

  private drop(id: string): void {
    this.stats.callerDead++;
    this.answers.unfinished.add(id);
    this.answers.sendLast(id);
  }

  /** None while Redis does not tell. */
  private async withoutSubscriber(channels: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const counts = (await this.redis.pubsub('NUMSUB', ...channels).catch(() => [])) as (string | number)[];
    return new Set([...channels].filter((channel) => counts[counts.indexOf(channel) + 1] === 0 && counts.includes(channel)));
  }
}
