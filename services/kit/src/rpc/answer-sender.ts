import { Batcher } from './batcher.js';
import { argument, textOf, WITHOUT_REPLY } from './commands.js';
import { GROUP } from './protocol.js';
import { NOT_OWNER, PUBLISH_ANSWER, PUBLISH_FRAMES, runScript, type RpcRedis } from './scripts.js';

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

/** Answers as commands to which Redis sends no reply, for the beginning of the text of another command. */
export interface SilentAnswers {
  readonly text: string;
  /** Redis has replied to the command behind them, or refused it. */
  onReply(): void;
  onError(): void;
}

/** Redis reads 16 KB at a time: it takes the answers, if they are ASCII, and the command behind them in one go. */
const MOST_SILENT_CHARACTERS = 15_000;
/** The parts of the text around the answer to one request: EVAL, the script, and its six other arguments. */
const ONE_ANSWER = `${WITHOUT_REPLY}*9\r\n${argument('EVAL')}${argument(PUBLISH_ANSWER)}${argument('1')}`;

const never = (): boolean => false;
const ignore = (): void => undefined;

/** Publishes the frames of one replica and tracks which of its requests are unfinished. */
export class AnswerSender {
  /**
   * Entries that are running here or whose end Redis has not confirmed. An entry stays until then, however long Redis is unavailable:
   * otherwise the recovery of own requests after a reconnect would execute it a second time.
   */
  readonly unfinished = new Set<string>();
  /**
   * Whether answers may be sent without a reply. The reply to the command behind them shows that Redis has read them, but not that it has
   * carried them out: it may have refused the script alone (`recoverRefused`).
   */
  maySendSilently = false;
  /** Entries whose answer was sent without a reply, since the last `takeUnchecked` and before it. */
  private unchecked: readonly [now: Set<string>, before: Set<string>] = [new Set(), new Set()];
  /** Entries whose answer was refused before the reply to the command behind it. */
  private readonly refused = new Set<string>();
  private readonly batcher: Batcher<Outgoing>;
  private readonly oneAnswer: string;
  /** What waits for `release`; undefined when nothing has to wait. */
  private held: (readonly Outgoing[])[] | undefined;
  private isClosed = false;

  constructor(
    private readonly redis: RpcRedis,
    private readonly stream: string,
    private readonly replicaId: string,
  ) {
    this.oneAnswer = ONE_ANSWER + [stream, GROUP, replicaId].map(argument).join('');
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

  /**
   * What waited, to be sent without a reply; undefined when nothing waited, or when it needs a reply. A reply that holds nothing would wake this process
   * again, and Redis would write it before it writes the answer to the caller.
   */
  takeSilent(): SilentAnswers | undefined {
    const batches = this.held;
    if (!batches || !this.maySendSilently) return undefined;
    let text = '';
    for (const batch of batches) {
      if (!batch.every(({ isLast }) => isLast)) return undefined;
      text += this.silentTextOf(batch);
      if (text.length > MOST_SILENT_CHARACTERS) return undefined;
    }
    this.held = undefined;
    const frames = batches.flat();
    for (const { entry } of frames) this.unchecked[0].add(entry);
    return {
      text,
      onReply: () => {
        for (const { entry } of frames) if (!this.refused.delete(entry) && !this.isClosed) this.unfinished.delete(entry);
      },
      onError: () => {
        for (const frame of frames) {
          this.refused.delete(frame.entry);
          // It is sent until Redis confirms it: that it is pending until then does not mean that Redis refused it.
          for (const entries of this.unchecked) entries.delete(frame.entry);
          this.retry(frame);
        }
      },
    };
  }

  /** Whether an answer was sent without a reply, and it is not known whether Redis refused it. */
  isUnchecked(entry: string): boolean {
    return this.unchecked.some((entries) => entries.has(entry));
  }

  /**
   * The entries whose answer was sent without a reply before the last call of this: Redis has read it since, unless the connection stalls, and they are
   * pending only if it refused it.
   */
  takeUnchecked(): Set<string> {
    const [now, before] = this.unchecked;
    this.unchecked = [new Set(), now];
    return before;
  }

  /** They could not be checked. */
  putBack(entries: ReadonlySet<string>): void {
    for (const entry of entries) this.unchecked[1].add(entry);
  }

  /** Redis has refused the answers of these entries. From now on answers are sent with a reply. */
  onRefused(entries: readonly string[]): void {
    if (entries.length > 0) this.maySendSilently = false;
    for (const entry of entries) if (this.unfinished.has(entry)) this.refused.add(entry);
  }

  /** Publishes a signed frame that is not the last. Returns the number of subscribers, or NOT_OWNER. Retries until `isOver()`. */
  sendFrame(entry: string, channel: string, message: string, isOver: () => boolean): Promise<number> {
    return new Promise((onSent) => this.batcher.add({ entry, channel, message, isLast: false, attempts: 0, isOver, onSent }));
  }

  /**
   * Deletes the request and publishes its last frame; without a channel it only deletes it. Retries until Redis confirms it, and then tells
   * `onSent` the number of subscribers, or NOT_OWNER, unless it was sent without a reply.
   */
  sendLast(entry: string, channel = '', message = '', onSent: (subscribers: number) => void = ignore): void {
    this.batcher.add({ entry, channel, message, isLast: true, attempts: 0, isOver: never, onSent });
  }

  close(): void {
    this.isClosed = true;
  }

  private send(batch: readonly Outgoing[], connection: RpcRedis): void {
    runScript(
      connection,
      'publishFrames',
      this.argsOf(batch),
      (subscribers) => batch.forEach((frame, index) => this.end(frame, Number(subscribers[index]))),
      () => {
        for (const frame of batch) this.retry(frame);
      },
      this.redis,
    );
  }

  private argsOf(batch: readonly Outgoing[]): string[] {
    const args = [this.stream, GROUP, this.replicaId];
    for (const { entry, channel, message, isLast } of batch) args.push(entry, channel, message, isLast ? '1' : '');
    return args;
  }

  // EVAL and not EVALSHA: nobody would learn that Redis does not have the script.
  private silentTextOf(batch: readonly Outgoing[]): string {
    const [first] = batch;
    if (first && batch.length === 1)
      return this.oneAnswer + argument(first.entry) + argument(first.channel) + argument(first.message);
    return WITHOUT_REPLY + textOf(['EVAL', PUBLISH_FRAMES, '1', ...this.argsOf(batch)]);
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
