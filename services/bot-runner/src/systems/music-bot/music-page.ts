import { AppError, MAX_SYSTEM_FILE_BYTES, type SystemPage, type SystemPageSection, type SystemPageUpload } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { PageAction, PageRequest } from '../system-handler.js';
import { MusicPlayers } from './music-players.js';
import { lengthOf, timeOf } from './music-texts.js';
import { ADD_STATION, REMOVE_STATION, StationPage, STATIONS } from './radio/station-page.js';
import { afterTrack } from './session.js';
import { SessionStore } from './session-store.js';
import { MAX_TRACKS, TrackStore, type Track } from './track-store.js';
import { VoiceSupport } from './voice-support.js';

const REMOVE = 'remove';
const TAKE_OUT = 'take-out';
const UUID = /^[0-9a-f-]{36}$/;
const OFF =
  'Nothing is played yet: who runs this Kith has not switched voice on. You can upload music already; /play tells members that it does not work here.';
const OLD_NODE = 'Nothing is played: this Kith runs on a version of Node that is too old for voice.';

/** What the owner sees and does of music in a server. Files and radio stations are for all servers of the companion. */
@Injectable()
export class MusicPage {
  constructor(
    private readonly tracks: TrackStore,
    private readonly stations: StationPage,
    private readonly sessions: SessionStore,
    private readonly players: MusicPlayers,
    private readonly support: VoiceSupport,
  ) {}

  async page(request: PageRequest): Promise<SystemPage> {
    const isWanted = (id: string): boolean => request.section === undefined || request.section === id;
    const sections = [
      ...(isWanted('queue') ? [await this.queue(request)] : []),
      ...(isWanted('music') ? [await this.music(request)] : []),
      ...(isWanted(STATIONS) ? [await this.stations.section(request)] : []),
    ];
    const notice = this.support.isSwitchedOn ? OLD_NODE : OFF;
    const forms = request.section === undefined ? this.stations.forms() : [];
    return { sections, forms, upload: UPLOAD, ...(this.support.problem === null ? {} : { notice }) };
  }

  act(action: PageAction): Promise<string> {
    switch (action.action) {
      case REMOVE:
        return this.removeTrack(action);
      case TAKE_OUT:
        return this.takeOut(action);
      case ADD_STATION:
        return this.stations.add(action);
      case REMOVE_STATION:
        return this.stations.remove(action, () => this.players.trigger());
      default:
        throw new AppError('NOT_FOUND');
    }
  }

  private async removeTrack({ botId, rowId = '' }: PageAction): Promise<string> {
    if (!UUID.test(rowId)) throw new AppError('NOT_FOUND');
    await this.tracks.remove(botId, rowId);
    return 'The music is deleted.';
  }

  private async takeOut({ actor, botId, guildId, rowId = '' }: PageAction): Promise<string> {
    const place = { botId, guildId, ownerId: actor.userId };
    const isChanged = await this.sessions.update(place, (session) => {
      if (!session.queue.some(({ id }) => id === rowId)) return null;
      return afterTrack(session, rowId) ?? { queue: session.queue.filter(({ id }) => id !== rowId) };
    });
    if (!isChanged) throw new AppError('NOT_FOUND');
    this.players.trigger();
    return 'It is out of the queue.';
  }

  private async queue({ botId, guildId, offset, limit, section }: PageRequest): Promise<SystemPageSection> {
    const session = await this.sessions.find({ botId, guildId });
    const queue = session?.queue ?? [];
    const from = section === undefined ? 0 : offset;
    return {
      id: 'queue',
      title: 'Playing in this server',
      empty: 'Nothing is playing.',
      columns: ['Title', 'Length', 'State'],
      rows: queue.slice(from, from + limit).map(({ id, title, durationMs }, index) => ({
        id,
        cells: [
          title,
          lengthOf(durationMs),
          from + index > 0 ? 'in the queue' : session?.isPaused === true ? 'paused' : 'playing',
        ],
        actions: [{ id: TAKE_OUT, label: from + index === 0 ? 'Skip' : 'Take out', confirm: null }],
      })),
      total: queue.length,
    };
  }

  private async music({ botId, offset, limit, section }: PageRequest): Promise<SystemPageSection> {
    const { tracks, total } = await this.tracks.list(botId, { limit, offset: section === undefined ? 0 : offset });
    return {
      id: 'music',
      title: 'Your music, in all servers',
      empty: 'You have not uploaded any music.',
      columns: ['Title', 'Length', 'State'],
      rows: tracks.map(({ id, title, durationMs, state, problem }) => ({
        id,
        cells: [title, state === 'ready' ? timeOf(durationMs) : '–', problem ?? STATES[state]],
        actions: [{ id: REMOVE, label: 'Delete', confirm: 'Delete this music for good?' }],
      })),
      total,
    };
  }
}

const STATES: Readonly<Record<Track['state'], string>> = {
  preparing: 'being prepared',
  ready: 'can be played',
  failed: 'cannot be played',
};

const UPLOAD: SystemPageUpload = {
  title: 'Upload music',
  description: `MP3 or Ogg Opus, up to 20 MB and 20 minutes; at most ${MAX_TRACKS} files. Only upload what you may play to others.`,
  submit: 'Upload',
  accept: '.mp3,.ogg,.opus,audio/mpeg,audio/ogg',
  maxBytes: MAX_SYSTEM_FILE_BYTES,
};
