import type { Redis } from 'ioredis';
import { GROUP, sleep } from './protocol.js';

/** An entry of the stream: its id and its fields; no fields when it has been deleted meanwhile. */
export type Entry = readonly [id: string, fields: readonly string[] | null];
export interface IntakeHost {
  /** How many requests may be taken now. */
  free(): number;
  /** Resolves when `free()` may have grown, or at the end. */
  freed(): Promise<void>;
  /** How many to read at once at most. */
  batch(): number;
  take(entry: Entry): void;
  /** Redis runs since then, or a little longer. */
  ignoreBefore(epochMs: number): void;
  /** Takes what Redis handed to this replica and never arrived. Answers whether there is more than free slots. */
  recover(): Promise<boolean>;
}

const BLOCK_MS = 2000;

/** Reads the stream of a service: never more than there are free slots, so that the queue waits in Redis, bounded and shared. */
export class Intake {
  private blockedId = 0;
  // After each reconnect of the blocking connection: what was handed to us may have been lost with it.
  private mustRecover = true;
  private isStopping = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly blocking: Redis,
    private readonly commands: Redis,
    private readonly stream: string,
    private readonly replicaId: string,
    private readonly host: IntakeHost,
  ) {}

  async start(): Promise<void> {
    this.blocking.on('ready', () => void this.onReady().catch(() => undefined));
    await this.blocking.connect();
    await this.createGroup();
    this.running = this.read();
  }

  /** Resolves when nothing more will be taken. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.commands.client('UNBLOCK', this.blockedId).catch(() => undefined);
    await this.running;
  }

  private async onReady(): Promise<void> {
    this.mustRecover = true;
    this.blockedId = Number(await this.blocking.client('ID'));
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
      if (this.host.free() <= 0) {
        await this.host.freed();
        continue;
      }
      try {
        if (this.mustRecover) await this.recover();
        else for (const entry of await this.next()) this.host.take(entry);
      } catch (error) {
        // Redis came back empty.
        if (String(error).includes('NOGROUP')) await this.createGroup().catch(() => undefined);
        await sleep(25);
      }
    }
  }

  private async next(): Promise<readonly Entry[]> {
    const count = Math.min(this.host.free(), this.host.batch());
    const reply = await this.blocking.xreadgroup(
      'GROUP',
      GROUP,
      this.replicaId,
      'COUNT',
      count,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      this.stream,
      '>',
    );
    const streams = (reply ?? []) as [string, Entry[]][];
    return streams[0]?.[1] ?? [];
  }

  private async recover(): Promise<void> {
    this.mustRecover = false;
    try {
      this.host.ignoreBefore(await this.startOfRedis());
      if (await this.host.recover()) this.mustRecover = true;
    } catch (error) {
      this.mustRecover = true;
      throw error;
    }
  }

  /** Epoch ms, rounded down to a second. */
  private async startOfRedis(): Promise<number> {
    const info = await this.blocking.info('server');
    const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? NaN);
    return (Math.floor(field('server_time_usec') / 1e6) - field('uptime_in_seconds')) * 1000;
  }
}
