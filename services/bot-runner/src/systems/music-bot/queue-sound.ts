import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { RadioSound, type Listening } from './radio/radio-sound.js';
import type { QueuedTrack } from './session.js';
import { TrackSound } from './track-sound.js';

/** The sound of what stands in a queue. */
@Injectable()
export class QueueSound {
  constructor(
    private readonly tracks: TrackSound,
    private readonly radio: RadioSound,
  ) {}

  /** Packets of 20 ms: of uploaded music from `startMs` on, of a radio station as it sends them now. Null for what was deleted. */
  open(
    botId: string,
    { trackId, durationMs }: QueuedTrack,
    { startMs, ...listening }: Listening & { readonly startMs: number },
  ): Promise<Readable | null> {
    if (durationMs === null) return this.radio.open({ botId, stationId: trackId }, listening);
    return this.tracks.open({ botId, trackId }, startMs, listening.volume);
  }
}
