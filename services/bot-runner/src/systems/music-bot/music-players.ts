import type { Readable } from 'node:stream';
import { LOGGER, Metrics, type Logger } from '@kith/kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CommandTraces } from '../../commands/command-traces.js';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { PeriodicTask } from '../../connections/periodic-task.js';
import type { ConnectedBot } from '../../messages/connected-bot.js';
import { SystemPosts } from '../system-posts.js';
import { MUSIC_BOT_ID } from './definition.js';
import { musicSettings, type MusicSettings } from './music-settings.js';
import { TEXTS } from './music-texts.js';
import { afterTrack, leaveReason, STOPPED, type MusicSession, type QueuedTrack } from './session.js';
import { SessionStore } from './session-store.js';
import { QueueSound } from './queue-sound.js';
import { VoiceLinks } from './voice-links.js';
import { VoicePlayer, type VoiceLibrary } from './voice-player.js';
import { VoiceSupport } from './voice-support.js';

/** How often the sessions are read, for changes by other processes. */
const LOOK_EVERY_MS = 1000;
const SAVE_POSITION_EVERY_MS = 5000;
/** Voice connections of one process: each sends 50 packets a second. */
const MAX_PLAYERS = 20;

interface Playing {
  readonly player: VoicePlayer;
  session: MusicSession;
  settings: MusicSettings;
  aloneSinceMs: number | null;
  silentSinceMs: number | null;
  positionSavedAtMs: number;
  /** The entry that ended last: a session that was read before may still begin with it. */
  endedId: string | null;
  /** Channels from which somebody moved or removed the bot: a session that was read before may still have one of them. */
  readonly formerChannels: Set<string | null>;
  /** Whether the channel that the bot is in is being saved into the session. */
  writesPlace: boolean;
}

interface Beginning {
  readonly connected: ConnectedBot;
  readonly library: VoiceLibrary;
  /** As of `VoicePlayer.join`. */
  readonly isFollowing: boolean;
}

/** Plays what the sessions say, for the servers whose connections this process holds. */
@Injectable()
export class MusicPlayers implements OnApplicationBootstrap, OnModuleDestroy {
  @Inject() private readonly metrics: Metrics;
  @Inject() private readonly traces: CommandTraces;
  @Inject(LOGGER) private readonly logger: Logger;
  private readonly players = new Map<string, Playing>();
  private readonly task: PeriodicTask;

  constructor(
    private readonly sessions: SessionStore,
    private readonly sound: QueueSound,
    private readonly links: VoiceLinks,
    private readonly support: VoiceSupport,
    private readonly desired: DesiredBotsSource,
    private readonly posts: SystemPosts,
  ) {
    this.task = new PeriodicTask(
      () => this.follow(),
      LOOK_EVERY_MS,
      (error) => this.logger.warn({ err: error }, 'music players not updated'),
    );
  }

  onApplicationBootstrap(): void {
    if (this.support.problem === null) this.task.trigger();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
    await Promise.all([...this.players.values()].map((playing) => this.savePosition(playing, 0)));
  }

  /** A session changed in this process. */
  trigger(): void {
    if (this.support.problem === null) this.task.trigger();
  }

  private async follow(): Promise<void> {
    const { bots } = this.desired;
    if (!bots.isLoaded || (this.players.size === 0 && !bots.all().some(({ systems }) => systems.some(isMusic)))) return;
    const sessions = await this.sessions.playing();
    const wanted = new Map(sessions.map((session) => [keyOf(session), session]));
    for (const [key, { player }] of this.players) {
      if (wanted.has(key) && !player.hasEnded) continue;
      player.leave();
      this.players.delete(key);
    }
    for (const session of sessions)
      await this.followOne(session).catch((error: unknown) =>
        this.logger.warn({ err: error, botId: session.botId }, 'music player of a server not updated'),
      );
    this.metrics.voiceConnections.set(this.players.size);
  }

  private async followOne(session: MusicSession): Promise<void> {
    const { botId, guildId } = session;
    const settings = this.settingsOf(session);
    // Stopped, or without the system by now: it does not begin again when it is started.
    if (!settings) return void (await this.sessions.end(session, session.voiceChannelId));
    const known = this.players.get(keyOf(session));
    if (known && isInPlace(known, session)) return this.bringInStep(Object.assign(known, { session, settings }));
    // It was stopped and began in another channel between two looks.
    known?.player.leave();
    this.players.delete(keyOf(session));
    const connected = this.links.find(botId, guildId);
    const library = connected && (await this.support.library());
    if (!library) return;
    if (this.players.size >= MAX_PLAYERS) return this.giveUp(session, TEXTS.tooManyPlay);
    const isFollowing = known !== undefined || !this.links.listeners.isKnown(botId, guildId);
    await this.bringInStep(this.begin(session, settings, { connected, library, isFollowing }));
  }

  private begin(session: MusicSession, settings: MusicSettings, { connected, library, isFollowing }: Beginning): Playing {
    const { botId, guildId, voiceChannelId } = session;
    const player = new VoicePlayer(library, connected, session, this.links, {
      onEnd: (id) => {
        playing.endedId = id;
        void this.end(session, id);
      },
      onRemoved: (channelId) => {
        playing.formerChannels.add(channelId);
        void this.writePlace(playing);
      },
      onMoved: (channelId) => {
        playing.formerChannels.add(playing.session.voiceChannelId).add(channelId);
        void this.writePlace(playing);
      },
    });
    const since = { aloneSinceMs: null, silentSinceMs: null, positionSavedAtMs: Date.now() };
    const playing: Playing = {
      player,
      session,
      settings,
      ...since,
      endedId: null,
      formerChannels: new Set(),
      writesPlace: false,
    };
    this.players.set(keyOf(session), playing);
    void player
      .join(voiceChannelId ?? '', isFollowing)
      .catch((error: unknown) => this.logger.warn({ err: error, botId, guildId }, 'voice channel not joined'));
    return playing;
  }

  /** Plays the first of the queue, as loud and as long as wanted. */
  private async bringInStep(playing: Playing): Promise<void> {
    const { player, session } = playing;
    const [first] = session.queue;
    // Not written yet, or it could not be written.
    if (player.channelId !== session.voiceChannelId) return this.writePlace(playing);
    if (player.isGivenUp) return this.giveUp(session, TEXTS.noConnection);
    // Read before the end was written, or it was not written.
    if (first && first.id === playing.endedId) {
      if (await this.sessions.update(session, (now) => afterTrack(now, first.id))) this.task.trigger();
    } else if (first && player.trackId !== first.id) await this.playTrack(playing, first);
    else if (!first && player.trackId !== null) player.silence();
    player.setPaused(session.isPaused);
    await this.savePosition(playing, SAVE_POSITION_EVERY_MS);
    await this.leaveWhenUseless(playing);
  }

  private async playTrack(playing: Playing, first: QueuedTrack): Promise<void> {
    const { player, session } = playing;
    const { id, trackId } = first;
    try {
      const sound = await this.open(playing, first);
      if (sound === null) return await this.end(session, id);
      player.play(id, sound, session.positionMs);
    } catch (error) {
      this.logger.warn({ err: error, botId: session.botId, trackId }, 'music track could not be opened');
      this.tell(session, TEXTS.notOpened(first.title));
      await this.end(session, id);
    }
  }

  private open(playing: Playing, first: QueuedTrack): Promise<Readable | null> {
    const { botId, positionMs } = playing.session;
    return this.sound.open(botId, first, {
      startMs: positionMs,
      volume: () => playing.session.volume ?? playing.settings.volume,
      onProblem: (problem) => this.tell(playing.session, TEXTS.radioEnded(first.title, problem)),
    });
  }

  private async leaveWhenUseless(playing: Playing): Promise<void> {
    const { session, player, settings } = playing;
    const { botId, guildId, voiceChannelId } = session;
    const isAlone = this.links.listeners.isAlone(botId, guildId, voiceChannelId ?? '', player.connected.ownUserId);
    playing.aloneSinceMs = isAlone ? (playing.aloneSinceMs ?? Date.now()) : null;
    playing.silentSinceMs = session.queue.length === 0 || session.isPaused ? (playing.silentSinceMs ?? Date.now()) : null;
    const forMs = (sinceMs: number | null): number | null => (sinceMs === null ? null : Date.now() - sinceMs);
    const times = { aloneForMs: forMs(playing.aloneSinceMs), silentForMs: forMs(playing.silentSinceMs) };
    const reason = leaveReason(times, settings.leaveAfterMinutes);
    if (reason !== null) await this.stop(session, TEXTS.left[reason]);
  }

  /** Ends a session and says why in the channel of its last command. False when it ended before. */
  private async stop(session: MusicSession, why: string): Promise<boolean> {
    if (!(await this.sessions.end(session, session.voiceChannelId))) return false;
    this.task.trigger();
    this.say(session, why);
    return true;
  }

  /** Ends a session that cannot go on, which the owner is told, too. */
  private async giveUp(session: MusicSession, why: string): Promise<void> {
    if (await this.stop(session, why)) this.note(session, why);
  }

  /** Says what could not be played, to the owner, too. */
  private tell(session: MusicSession, why: string): void {
    this.say(session, why);
    this.note(session, why);
  }

  private note(session: MusicSession, why: string): void {
    const { textChannelId, voiceChannelId, guildId } = session;
    this.traces.notDone({ ...session, channelId: textChannelId ?? voiceChannelId ?? guildId }, MUSIC_BOT_ID, why);
  }

  /** Posts in the channel of the last command. Not waited for: other bots play meanwhile. */
  private say(session: MusicSession, content: string): void {
    const { guildId, textChannelId: channelId } = session;
    if (channelId === null) return;
    const post = { postId: `music-stop-${guildId}-${Date.now()}`, channelId, parts: [{ content }] };
    void this.posts.post(session, post).catch(() => undefined);
  }

  private end(session: MusicSession, trackId: string): Promise<void> {
    return this.change(() => this.sessions.update(session, (now) => afterTrack(now, trackId)));
  }

  /** Gives the session the channel to which somebody moved the bot, or ends it when the bot was taken out. */
  private async writePlace(playing: Playing): Promise<void> {
    if (playing.writesPlace) return;
    playing.writesPlace = true;
    await this.change(() =>
      this.sessions.update(playing.session, ({ voiceChannelId }) => {
        const { channelId } = playing.player;
        // Stopped meanwhile, or begun elsewhere.
        if (voiceChannelId === null || !playing.formerChannels.has(voiceChannelId)) return null;
        return channelId === null ? STOPPED : { voiceChannelId: channelId };
      }),
    );
    playing.writesPlace = false;
  }

  private async change(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.task.trigger();
    } catch (error) {
      // Tried again at the next look: at once it would fail again.
      this.logger.warn({ err: error }, 'music session not saved');
    }
  }

  private async savePosition(playing: Playing, everyMs: number): Promise<void> {
    const { player, session } = playing;
    if (player.trackId === null || Date.now() - playing.positionSavedAtMs < everyMs) return;
    playing.positionSavedAtMs = Date.now();
    await this.sessions
      .setPosition(session, player.trackId, Math.floor(player.positionMs))
      .catch((error: unknown) => this.logger.debug({ err: error }, 'position of music not saved'));
  }

  /** Null when the bot is not to play any more. */
  private settingsOf({ botId, guildId }: MusicSession): MusicSettings | null {
    const bot = this.desired.bots.get(botId);
    const system = bot?.systems.find(isMusic);
    const isHere = bot !== undefined && (bot.serverId === null || bot.serverId === guildId);
    return system && isHere ? musicSettings(system.settings) : null;
  }
}

/** Whether the bot is in the channel of the session, or was taken out of it just now. */
function isInPlace({ player, formerChannels }: Playing, { voiceChannelId }: MusicSession): boolean {
  if (player.channelId !== voiceChannelId) return formerChannels.has(voiceChannelId);
  formerChannels.clear();
  return true;
}

const isMusic = ({ systemId }: { readonly systemId: string }): boolean => systemId === MUSIC_BOT_ID;

const keyOf = ({ botId, guildId }: Pick<MusicSession, 'botId' | 'guildId'>): string => `${botId}:${guildId}`;
