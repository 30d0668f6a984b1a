import { Batcher } from './batcher.js';
import { GROUP } from './protocol.js';
import { NOT_OWNER, runScript, type RpcRedis } from './scripts.js';

/** A frame that is sent until Redis confirms it. */
interface Outgoing {
  readonly entry: string;
  readonly channel: string;
  readonly message: string;
  readonly isLast: boolean;
  attempts: number;
  /** Whether nobody needs it any more. */
  readonly isOver: () => boolean;
  /** Takes the number of subscribers, or NOT_OWNER. */
  readonly onSent: (subscribers: number) => void;
}

const never = (): boolean => false;
const ignore = (): void => undefined;

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
        else this.send(batch, this.redis);
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
    for (const batch of batches ?? []) this.send(batch, connection);
  }

  /** Publishes a signed frame that is not the last. Returns the number of subscribers, or NOT_OWNER. Retries until `isOver()`. */
  sendFrame(entry: string, channel: string, message: string, isOver: () => boolean): Promise<number> {
    return new Promise((onSent) => this.batcher.add({ entry, channel, message, isLast: false, attempts: 0, isOver, onSent }));
  }

  /**
   * Deletes the request and publishes its last frame; without a channel it only deletes it. Retries until Redis confirms it, and then tells
   * `onSent` the number of subscribers, or NOT_OWNER.
   */
  sendLast(entry: string, channel = '', message = '', onSent: (subscribers: number) => void = ignore): void {
    this.batcher.add({ entry, channel, message, isLast: true, attempts: 0, isOver: never, onSent });
  }

  close(): void {
    this.isClosed = true;
  }

  private send(batch: readonly Outgoing[], connection: RpcRedis): void {
    const args = [this.stream, GROUP, this.replicaId];
    for (const { entry, channel, message, isLast } of batch) args.push(entry, channel, message, isLast ? '1' : '');
    runScript(
      connection,
      'publishFrames',
      args,
      (subscribers) => batch.forEach((frame, index) => this.end(frame, Number(subscribers[index]))),
      () => {
        for (const frame of batch) this.retry(frame);
      },
      this.redis,
    );
  }

  private retry(frame: Outgoing): void {
    if (this.isClosed || frame.isOver()) return this.end(frame, NOT_OWNER);
    frame.attempts++;
    setTimeout(() => this.batcher.add(frame), Math.min(50 * frame.attempts, 1000));
  }

  private end({ entry, isLast, onSent }: Outgoing, subscribers: number): void {
    if (isLast && !this.isClosed) this.unfinished.delete(entry);
    onSent(subscribers);
  }
}
