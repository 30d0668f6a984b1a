import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NOT_PLAYABLE, SoundProblem } from './sound.js';

/** What a worker thread is asked: packets are joined by `joinPackets`. */
export type SoundRequest =
  | { readonly kind: 'convert'; readonly id: number; readonly file: Uint8Array }
  | {
      readonly kind: 'volume';
      readonly id: number;
      readonly player: number;
      readonly packets: Uint8Array;
      readonly percent: number;
    }
  | { readonly kind: 'end'; readonly player: number };
export type SoundAnswer =
  | { readonly id: number; readonly packets: Uint8Array; readonly count: number }
  | { readonly id: number; readonly problem: string };

const EXTENSION = import.meta.url.slice(-3);
const CONVERSION_TIMEOUT_MS = 180_000;
const VOLUME_TIMEOUT_MS = 5000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256 };
const TAKES_TOO_LONG = 'This file takes too long to prepare.';

/** The worker threads for sound: one for the volume of all players of this process, one for each conversion. */
@Injectable()
export class SoundThreads implements OnModuleDestroy {
  private volume: SoundThread | null = null;
  private readonly open = new Set<SoundThread>();
  private lastPlayer = 0;

  /** Turns an uploaded file into packets of 20 ms. The caller limits how many files are converted at once. Throws SoundProblem. */
  async convert(file: Uint8Array): Promise<{ readonly packets: Buffer; readonly count: number }> {
    const thread = this.start();
    try {
      return await thread.ask({ kind: 'convert', file }, CONVERSION_TIMEOUT_MS);
    } finally {
      await thread.stop();
    }
  }

  /** A number for a player, by which the thread keeps what belongs together. */
  newPlayer(): number {
    return ++this.lastPlayer;
  }

  /** Packets at `percent` of the loudness of the file; unchanged when the thread fails. */
  async changeVolume(player: number, packets: Buffer, percent: number): Promise<Buffer> {
    this.volume ??= this.start(() => (this.volume = null));
    try {
      const request = { kind: 'volume', player, packets, percent } as const;
      return (await this.volume.ask(request, VOLUME_TIMEOUT_MS)).packets;
    } catch {
      return packets;
    }
  }

  endPlayer(player: number): void {
    this.volume?.tell({ kind: 'end', player });
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.open].map((thread) => thread.stop()));
  }

  private start(onEnd: () => void = () => undefined): SoundThread {
    const thread = new SoundThread(() => {
      this.open.delete(thread);
      onEnd();
    });
    this.open.add(thread);
    return thread;
  }
}

type Question = SoundRequest extends infer R ? (R extends { readonly id: number } ? Omit<R, 'id'> : never) : never;
interface Waiting {
  readonly resolve: (answer: { readonly packets: Buffer; readonly count: number }) => void;
  readonly reject: (error: Error) => void;
}

class SoundThread {
  private readonly worker = new Worker(new URL(`./sound-worker${EXTENSION}`, import.meta.url), {
    env: {},
    stdin: false,
    resourceLimits: RESOURCE_LIMITS,
  });
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(onEnd: () => void) {
    this.worker.on('message', (answer: SoundAnswer) => this.settle(answer));
    // What it was asked last is more than it can do; the next question starts another one.
    this.worker.on('error', () => undefined);
    this.worker.on('exit', () => {
      onEnd();
      for (const { reject } of this.waiting.values()) reject(new SoundProblem(NOT_PLAYABLE));
      this.waiting.clear();
    });
    this.worker.unref();
  }

  async ask(question: Question, timeoutMs: number): Promise<{ readonly packets: Buffer; readonly count: number }> {
    const id = ++this.lastId;
    const timer = setTimeout(() => {
      this.waiting.get(id)?.reject(new SoundProblem(TAKES_TOO_LONG));
      void this.stop();
    }, timeoutMs);
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.tell({ ...question, id });
      });
    } finally {
      clearTimeout(timer);
      this.waiting.delete(id);
    }
  }

  tell(request: SoundRequest): void {
    this.worker.postMessage(request);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private settle(answer: SoundAnswer): void {
    const waiting = this.waiting.get(answer.id);
    if ('problem' in answer) waiting?.reject(new SoundProblem(answer.problem));
    else waiting?.resolve({ packets: Buffer.from(answer.packets), count: answer.count });
  }
}
