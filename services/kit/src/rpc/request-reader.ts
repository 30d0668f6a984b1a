import type { Redis } from 'ioredis';
import type { SilentAnswers } from './answer-sender.js';
import { sendText, textOf } from './commands.js';
import { GROUP, sleep, type Entry } from './protocol.js';
import type { RpcRedis } from './scripts.js';

export interface RequestReaderHost {
  /** How many requests may be started now. */
  freeSlots(): number;
  /** Resolves when `freeSlots()` may have grown, or when the server stops. */
  slotFreed(): Promise<void>;
  /** Maximum number of requests to read at once. */
  batchSize(): number;
  accept(entry: Entry): void;
  withoutDeadCallers(entries: readonly Entry[]): readonly Entry[] | Promise<readonly Entry[]>;
  /** Requests older than the start of Redis must be ignored. */
  ignoreBefore(epochMs: number): void;
  /** Recovers requests that Redis delivered to this replica and that never arrived. Returns whether more are left than there are free slots. */
  recoverOwn(): Promise<boolean>;
  readonly answers: HeldAnswers;
}

/** Answers that wait for the next command of the reader. */
interface HeldAnswers {
  hold(): void;
  release(connection?: RpcRedis): void;
  takeSilent(): SilentAnswers | undefined;
  maySendSilently: boolean;
}

// At least 2 s less than the time after which a connection without an answer counts as lost (connection.ts): 10 s when it was silent before.
const BLOCK_MS = '8000';

/** Reads requests from the stream of a service, never more than there are free slots: waiting requests stay in Redis, shared by all replicas. */
export class RequestReader {
  private blockedId = 0;
  // Set after each reconnect of the blocking connection: requests delivered on the old one may have been lost.
  private mustRecover = true;
  private isStopping = false;
  private readCount = 0;
  private readText = '';
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly blocking: RpcRedis,
    private readonly commands: Redis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly host: RequestReaderHost,
  ) {}

  async start(): Promise<void> {
    this.blocking.on('ready', () => void this.onReady().catch(() => undefined));
    this.blocking.on('close', () => {
      this.host.answers.maySendSilently = false;
    });
    await this.blocking.connect();
    await this.createGroup();
    this.running = this.read();
  }

  /** Resolves when no more requests will be accepted. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.commands.client('UNBLOCK', this.blockedId).catch(() => undefined);
    await this.running;
  }

  private async onReady(): Promise<void> {
    this.mustRecover = true;
    this.blockedId = Number(await this.blocking.client('ID'));
    // Not every user of Redis may, and not every Redis can: the reply to a command in the place of one without a reply would be taken for another one's.
    await this.blocking.client('REPLY', 'ON');
    this.host.answers.maySendSilently = true;
  }

  private async createGroup(): Promise<void> {
    try {
      await this.commands.xgroup('CREATE', this.stream, GROUP, '0', 'MKSTREAM');
    } catch (error) {
      if (!String(error).includes('BUSYGROUP')) throw error;
    }
  }

  private async read(): Promise<void> {
    while (!this.isStopping) {
      if (this.host.freeSlots() <= 0) {
        this.host.answers.release();
        await this.host.slotFreed();
        continue;
      }
      try {
        if (this.mustRecover) await this.recover();
        else await this.acceptBatch();
      } catch (error) {
        // Redis was restarted without its data.
        if (String(error).includes('NOGROUP')) await this.createGroup().catch(() => undefined);
        await sleep(25);
      }
    }
    this.host.answers.release();
  }

  /** Answers of handlers that end at once are sent with the next read, in one write to the socket. */
  private async acceptBatch(): Promise<void> {
    const entries = await this.host.withoutDeadCallers(await this.readBatch());
    if (entries.length === 0) return;
    this.host.answers.hold();
    for (const entry of entries) this.host.accept(entry);
    await endOfTurn();
  }

  private async readBatch(): Promise<readonly Entry[]> {
    const { answers } = this.host;
    const command = this.readCommand(Math.min(this.host.freeSlots(), this.host.batchSize()));
    const silent = answers.takeSilent();
    const { stream: socket } = this.blocking;
    if (!silent) {
      socket?.cork();
      answers.release(this.blocking);
    }
    const reply = new Promise<[string, Entry[]][] | null>((resolve, reject) => {
      const onReply = (streams: [string, Entry[]][] | null): void => {
        silent?.onReply();
        resolve(streams);
      };
      const onError = (error: Error): void => {
        silent?.onError();
        reject(error);
        // The refusal may be that of a command that should have had no reply, after which every reply would be taken for that of the next command.
        if (silent && this.blocking.status === 'ready') this.blocking.disconnect(true);
      };
      sendText(this.blocking, 'xreadgroup', silent ? silent.text + command : command, onReply, onError);
    });
    if (!silent) socket?.uncork();
    return (await reply)?.[0]?.[1] ?? [];
  }

  /** The text of the command that reads at most `count` requests, which is mostly the same. */
  private readCommand(count: number): string {
    if (this.readCount !== count) {
      const group = ['XREADGROUP', 'GROUP', GROUP, this.replicaId];
      this.readText = textOf([...group, 'COUNT', String(count), 'BLOCK', BLOCK_MS, 'STREAMS', this.stream, '>']);
      this.readCount = count;
    }
    return this.readText;
  }

  private async recover(): Promise<void> {
    this.host.answers.release();
    this.mustRecover = false;
    try {
      this.host.ignoreBefore(await this.redisStartedAt());
      if (await this.host.recoverOwn()) this.mustRecover = true;
    } catch (error) {
      this.mustRecover = true;
      throw error;
    }
  }

  /** Epoch ms, rounded down to a second. */
  private async redisStartedAt(): Promise<number> {
    const info = await this.blocking.info('server');
    const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? NaN);
    return (Math.floor(field('server_time_usec') / 1e6) - field('uptime_in_seconds')) * 1000;
  }
}

/** Resolves after what follows at once from this turn of the event loop: promise callbacks, then the batches, which are made in `nextTick`. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));
