import { basename, extname } from 'node:path/win32';
import { asSystem, FILES, LOGGER, type FileStore, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { FieldProblem } from '../field-problem.js';
import type { PageFile } from '../system-handler.js';
import { titleOf } from './music-texts.js';
import { NOT_PLAYABLE, soundKind } from './packets.js';
import { TrackPreparation } from './track-preparation.js';
import { TrackStore, type Track } from './track-store.js';

/** So long an upload waits for the file to be ready. */
const WAIT_MS = 8000;

/** Takes the music that owners upload. */
@Injectable()
export class MusicUploads {
  constructor(
    private readonly tracks: TrackStore,
    private readonly preparation: TrackPreparation,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws FieldProblem, UNSUPPORTED_MEDIA. */
  async add({ actor, botId, file, title }: PageFile): Promise<string> {
    const named = titleOf(title ?? basename(file.name, extname(file.name)));
    if (named === '') throw new FieldProblem('title', 'Please give it a title.');
    if (soundKind(await this.beginning(file.key)) === null) throw new AppError('UNSUPPORTED_MEDIA', NOT_PLAYABLE);
    const track = await this.tracks.add({
      botId,
      ownerId: actor.userId,
      title: named,
      fileKey: file.key,
      bytes: file.bytes,
    });
    const problem = await this.prepared(track);
    if (problem === undefined) return `“${track.title}” is being prepared. Members can play it in a minute.`;
    if (problem === null) return `“${track.title}” can be played now.`;
    await this.tracks.remove(botId, track.id);
    throw new FieldProblem('file', problem);
  }

  /** Why it cannot be played, null when it can, undefined when it is not known yet. */
  private prepared(track: Track): Promise<string | null | undefined> {
    const preparing = asSystem(() => this.preparation.prepare(track));
    preparing.catch((error: unknown) => this.logger.warn({ err: error, id: track.id }, 'music not prepared; it is tried again'));
    let timer: NodeJS.Timeout | undefined;
    const later = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), WAIT_MS)));
    return Promise.race([preparing.catch(() => undefined), later]).finally(() => clearTimeout(timer));
  }

  private async beginning(fileKey: string): Promise<Buffer> {
    for await (const piece of (await this.files.get(fileKey)) as AsyncIterable<Buffer>) return piece;
    return Buffer.alloc(0);
  }
}
