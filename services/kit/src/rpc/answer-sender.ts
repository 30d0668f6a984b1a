import { Batcher } from './batcher.js';
import { GROUP, sleep } from './protocol.js';
import { NOT_OWNER, type RpcRedis } from './scripts.js';

interface Outgoing {
  readonly entry: string;
  readonly channel: string;
  readonly message: string;
  readonly isLast: boolean;
  readonly resolve: (subscribers: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Publishes the frames of one replica and tracks which of its requests are unfinished. */
export class AnswerSender {
  /**
   * Entries that are running here or whose end Redis has not confirmed. An entry stays until then, however long Redis is unavailable:
   * otherwise the recovery of own requests after a reconnect would execute it a second time.
   */
  readonly unfinished = new Set<string>();
  private readonly batcher: Batcher<Outgoing>;
  /** What waits for `release`; undefined when nothing has to wait. */
  private held: (readonly Outgoing[])[] | undefined;
  private isClosed = false;

  constructor(
    private readonly redis: RpcRedis,
    private readonly stream: string,
    private readonly replicaId: string,
  ) {
    this.batcher = new Batcher<Outgoing>(
      ({ message }) => message.length,
      (batch) => {
        if (this.held) this.held.push(batch);
        else void this.send(batch, this.redis);
      },
    );
  }

  /** Frames wait for `release` from now on. */
  hold(): void {
    this.held ??= [];
  }

  /** Sends what waited, over another connection if one is given. Each frame that is not confirmed is sent again as always. */
  release(connection = this.redis): void {
    const batches = this.held;
    this.held = undefined;
    for (const batch of batches ?? []) void this.send(batch, connection);
  }

  /** Publishes a signed frame that is not the last. Returns the number of subscribers, or NOT_OWNER. Retries until `isOver()`. */
  async sendFrame(entry: string, channel: string, message: string, isOver: () => boolean): Promise<number> {
    return await this.retry({ entry, channel, message, isLast: false }, isOver);
  }

  /** Deletes the request and publishes its last frame; without a channel it only deletes it. Retries until Redis confirms it. */
  async sendLast(entry: string, channel = '', message = ''): Promise<number> {
    const subscribers = await this.retry({ entry, channel, message, isLast: true }, () => false);
    if (!this.isClosed) this.unfinished.delete(entry);
    return subscribers;
  }

  close(): void {
    this.isClosed = true;
  }

  private async retry(frame: Pick<Outgoing, 'entry' | 'channel' | 'message' | 'isLast'>, isOver: () => boolean): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await new Promise<number>((resolve, reject) => this.batcher.add({ ...frame, resolve, reject }));
      } catch {
        if (this.isClosed || isOver()) return NOT_OWNER;
        await sleep(Math.min(50 * attempt, 1000));
      }
    }
  }

  private async send(batch: readonly Outgoing[], connection: RpcRedis): Promise<void> {
    const args = batch.flatMap(({ entry, channel, message, isLast }) => [entry, channel, message, isLast ? '1' : '']);
    try {
      const subscribers = await connection.publishFrames(this.stream, GROUP, this.replicaId, ...args);
      for (const [index, { resolve }] of batch.entries()) resolve(Number(subscribers[index]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
