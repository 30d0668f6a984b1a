import { Injectable } from '@nestjs/common';
import { StationStore } from './radio/station-store.js';
import type { QueuedTrack } from './session.js';
import { TrackStore } from './track-store.js';

/** What a companion can play: music that its owner uploaded, and radio stations. They have no title in common. */
@Injectable()
export class MusicCatalogue {
  constructor(
    private readonly tracks: TrackStore,
    private readonly stations: StationStore,
  ) {}

  /** By its title, whatever the case; null for what cannot be played. */
  async find(botId: string, title: string): Promise<Pick<QueuedTrack, 'trackId' | 'title' | 'durationMs'> | null> {
    const track = await this.tracks.find(botId, title);
    if (track) return { trackId: track.id, title: track.title, durationMs: track.durationMs };
    const station = await this.stations.find(botId, title);
    return station && { trackId: station.id, title: station.name, durationMs: null };
  }

  /** Titles that contain `text`, radio stations first. */
  async titles(botId: string, text: string, limit: number): Promise<string[]> {
    const found = await Promise.all([this.stations.names(botId, text, limit), this.tracks.titles(botId, text, limit)]);
    return found.flat().slice(0, limit);
  }

  /** Deletes what is kept of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await Promise.all([this.tracks.purge(botId), this.stations.purge(botId)]);
  }

  /** Which of these keys of the file store belong to music. */
  keptFiles(keys: readonly string[]): Promise<string[]> {
    return this.tracks.keptFiles(keys);
  }
}
