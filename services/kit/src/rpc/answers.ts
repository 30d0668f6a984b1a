import type { Redis } from 'ioredis';
import { Batcher } from './batcher.js';
import { GROUP, sleep } from './protocol.js';
import { ANSWER, NOT_OURS } from './scripts.js';

interface Outgoing {
  readonly entry: string;
  readonly channel: string;
  readonly json: string;
  readonly isLast: boolean;
  readonly resolve: (listeners: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends frames on behalf of a replica, and knows which requests it has not finished with. */
export class Answers {
  /**
   * Entries that run here or whose end Redis has not confirmed. An entry stays until it is, however long Redis is away: else the look
   * at our own pending requests after a reconnect would execute it a second time.
   */
  readonly open = new Set<string>();
  private readonly batcher: Batcher<Outgoing>;
  private isClosed = false;

  constructor(
    private readonly redis: Redis,
    private readonly stream: string,
    private readonly replicaId: string,
  ) {
    this.batcher = new Batcher<Outgoing>(
      ({ json }) => json.length,
      (batch) => void this.send(batch),
    );
  }

  /** Publishes a frame that is not the last. Answers how many listen, or NOT_OURS. Tries until `isOver()`. */
  async frame(entry: string, channel: string, json: string, isOver: () => boolean): Promise<number> {
    return await this.insist({ entry, channel, json, isLast: false }, isOver);
  }

  /** Removes the request and publishes its last frame; without a channel only the former. Tries until Redis confirms it. */
  async finish(entry: string, channel = '', json = ''): Promise<number> {
    const listeners = await this.insist({ entry, channel, json, isLast: true }, () => false);
    if (!this.isClosed) this.open.delete(entry);
    return listeners;
  }

  close(): void {
    this.isClosed = true;
  }

  private async insist(frame: Pick<Outgoing, 'entry' | 'channel' | 'json' | 'isLast'>, isOver: () => boolean): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await new Promise<number>((resolve, reject) => this.batcher.add({ ...frame, resolve, reject }));
      } catch {
        if (this.isClosed || isOver()) return NOT_OURS;
        await sleep(Math.min(50 * attempt, 1000));
      }
    }
  }

  private async send(batch: readonly Outgoing[]): Promise<void> {
    const args = batch.flatMap(({ entry, channel, json, isLast }) => [entry, channel, json, isLast ? '1' : '']);
    try {
      const results: unknown = await ANSWER.run(this.redis, [this.stream], [GROUP, this.replicaId, ...args]);
      const listeners: unknown[] = Array.isArray(results) ? results : [];
      for (const [index, { resolve }] of batch.entries()) resolve(Number(listeners[index]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
