import { Readable } from 'node:stream';
import { FILES, type FileStore } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { PACKET_MS, splitPackets } from './packets.js';
import { SoundThreads } from './sound-threads.js';
import { TrackStore } from './track-store.js';

/** Packets whose volume is changed together: half a second. A new volume is heard when those are played that were changed before. */
const BATCH = 25;

/** The sound of prepared music. */
@Injectable()
export class TrackSound {
  constructor(
    @Inject(FILES) private readonly files: FileStore,
    private readonly tracks: TrackStore,
    private readonly threads: SoundThreads,
  ) {}

  /** The packets of a track from `startMs` on; `volume` is asked for again and again, in percent. Null for a track that was deleted. */
  async open(
    { botId, trackId }: { readonly botId: string; readonly trackId: string },
    startMs: number,
    volume: () => number,
  ): Promise<Readable | null> {
    const fileKey = await this.tracks.fileOf(botId, trackId);
    if (fileKey === null) return null;
    const packets = this.packets(fileKey, Math.floor(startMs / PACKET_MS), volume);
    return Readable.from(packets, { objectMode: true, highWaterMark: BATCH });
  }

  private async *packets(fileKey: string, skipped: number, volume: () => number): AsyncGenerator<Buffer, void> {
    const player = this.threads.newPlayer();
    let rest: Buffer = Buffer.alloc(0);
    let left = skipped;
    try {
      // Opened only when it is read, so that nothing stays open of what is not played.
      for await (const piece of (await this.files.get(fileKey)) as AsyncIterable<Buffer>) {
        const found = splitPackets(Buffer.concat([rest, piece]));
        rest = found.rest;
        const wanted = found.packets.slice(left);
        left = Math.max(0, left - found.packets.length);
        for (let at = 0; at < wanted.length; at += BATCH)
          yield* await this.threads.changeVolume(player, wanted.slice(at, at + BATCH), volume());
      }
    } finally {
      this.threads.endPlayer(player);
    }
  }
}
