import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CostlySound, joinPackets, NOT_PLAYABLE, SoundProblem, splitPackets, type SoundKind } from './packets.js';

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
  /** The next piece of what the radio station of the thread sends. */
  | { readonly kind: 'piece'; readonly id: number; readonly sound: SoundKind; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly player: number };
export type SoundAnswer =
  | { readonly id: number; readonly packets: Uint8Array; readonly count: number }
  | { readonly id: number; readonly problem: string; readonly isCostly: boolean };

const EXTENSION = import.meta.url.slice(-3);
const CONVERSION_TIMEOUT_MS = 180_000;
const VOLUME_TIMEOUT_MS = 5000;
const PIECE_TIMEOUT_MS = 10_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256 };
const TAKES_TOO_LONG = 'This file takes too long to prepare.';

/** Turns what a radio station sends into packets of 20 ms, piece by piece. */
export interface StationThread {
  /** The packets that are complete by now. Throws SoundProblem, CostlySound for what takes too much time or memory. */
  push(bytes: Uint8Array): Promise<Buffer[]>;
  end(): void;
}

/** The worker threads for sound: one for the volume of all players of this process, one for each conversion and for each radio station that plays. */
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

  /** Packets at `percent` of their loudness; unchanged when the thread fails. */
  async changeVolume(player: number, packets: Buffer[], percent: number): Promise<Buffer[]> {
    if (percent === 100) return packets;
    this.volume ??= this.start(() => (this.volume = null));
    try {
      const request = { kind: 'volume', player, packets: joinPackets(packets), percent } as const;
      return splitPackets((await this.volume.ask(request, VOLUME_TIMEOUT_MS)).packets).packets;
    } catch {
      return packets;
    }
  }

  endPlayer(player: number): void {
    this.volume?.tell({ kind: 'end', player });
  }

  /** For a radio station; the caller limits how many there are, and ends each. A thread of its own, so that no station disturbs another one. */
  newStation(sound: SoundKind): StationThread {
    const thread = this.start();
    return {
      push: async (bytes) => splitPackets((await thread.ask({ kind: 'piece', sound, bytes }, PIECE_TIMEOUT_MS)).packets).packets,
      end: () => void thread.stop(),
    };
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
      for (const { reject } of this.waiting.values()) reject(new CostlySound(NOT_PLAYABLE));
      this.waiting.clear();
    });
    this.worker.unref();
  }

  async ask(question: Question, timeoutMs: number): Promise<{ readonly packets: Buffer; readonly count: number }> {
    const id = ++this.lastId;
    const timer = setTimeout(() => {
      this.waiting.get(id)?.reject(new CostlySound(TAKES_TOO_LONG));
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
    if ('problem' in answer)
      waiting?.reject(answer.isCostly ? new CostlySound(answer.problem) : new SoundProblem(answer.problem));
    else waiting?.resolve({ packets: Buffer.from(answer.packets), count: answer.count });
  }
}
