import type { Readable } from 'node:stream';
import type { AudioPlayer, AudioResource, DiscordGatewayAdapterLibraryMethods, VoiceConnection } from '@discordjs/voice';
import type { GatewayVoiceState } from 'discord-api-types/v10';
import type { ConnectedBot } from '../../messages/connected-bot.js';
import type { VoiceLinks } from './voice-links.js';

export type VoiceLibrary = typeof import('@discordjs/voice');

/** So long a connection may take to be made, or made anew. */
const CONNECT_TIMEOUT_MS = 30_000;
const LEAVE_TIMEOUT_MS = 1000;
const REJOIN_EVERY_MS = 2000;
/** When the disk is slow, five seconds of silence are better than the end of the track. */
const MAX_MISSED_PACKETS = 250;

export interface VoicePlace {
  readonly botId: string;
  readonly guildId: string;
}

export interface PlayerEvents {
  /** The track ended by itself, or cannot be played on. */
  onEnd(trackId: string): void;
  /** Somebody took the bot out of its voice channel. */
  onRemoved(channelId: string): void;
  onMoved(channelId: string): void;
}

/** The voice connection of a bot in a server, and what it plays. */
export class VoicePlayer {
  private readonly player: AudioPlayer;
  private connection: VoiceConnection | null = null;
  private adapter: DiscordGatewayAdapterLibraryMethods | null = null;
  private current: { readonly id: string; readonly resource: AudioResource; readonly startMs: number } | null = null;
  private joinedId: string | null = null;
  /** Whether Discord has said that the bot is in the channel: what it said before is about an earlier connection. */
  private hasArrived = false;
  private isEnded = false;
  private unreadySinceMs: number | null = Date.now();
  private onLeft: (() => void) | null = null;
  private readonly stopReceiving: () => void;
  private readonly onClosed = (): void => this.end(false);

  constructor(
    private readonly voice: VoiceLibrary,
    readonly connected: ConnectedBot,
    private readonly place: VoicePlace,
    links: VoiceLinks,
    private readonly events: PlayerEvents,
  ) {
    const { Pause } = voice.NoSubscriberBehavior;
    this.player = voice.createAudioPlayer({ behaviors: { noSubscriber: Pause, maxMissedFrames: MAX_MISSED_PACKETS } });
    this.player.on('error', () => undefined);
    this.player.on(voice.AudioPlayerStatus.Idle, () => this.onIdle());
    this.stopReceiving = links.receive(place.botId, place.guildId, {
      onServer: (update) => this.adapter?.onVoiceServerUpdate(update),
      onOwnState: (state) => this.onOwnState(state),
    });
    // The next owner of the connection goes on; the bot stays in the channel until then.
    connected.closed.addEventListener('abort', this.onClosed, { once: true });
  }

  get trackId(): string | null {
    return this.current?.id ?? null;
  }

  /** Where the track is, from its beginning. */
  get positionMs(): number {
    return this.current ? this.current.startMs + this.current.resource.playbackDuration : 0;
  }

  /** For how long there has been no connection; null when there is one. */
  get unreadyForMs(): number | null {
    return this.unreadySinceMs === null ? null : Date.now() - this.unreadySinceMs;
  }

  get isGivenUp(): boolean {
    return (this.unreadyForMs ?? 0) > CONNECT_TIMEOUT_MS;
  }

  /** The voice channel that it joined or was moved to; null when it was taken out. */
  get channelId(): string | null {
    return this.joinedId;
  }

  get hasEnded(): boolean {
    return this.isEnded;
  }

  /**
   * Connects to a voice channel. Discord names the voice server to those who come in only: with `isFollowing` another process was in the channel for the
   * bot, which leaves it first.
   */
  async join(channelId: string, isFollowing: boolean): Promise<void> {
    this.joinedId = channelId;
    if (isFollowing) await this.comeOut();
    if (this.isEnded) return;
    const { botId, guildId } = this.place;
    const connection = this.voice.joinVoiceChannel({
      group: botId,
      guildId,
      channelId,
      selfDeaf: true,
      adapterCreator: (methods) => {
        this.adapter = methods;
        return {
          sendPayload: (payload: { readonly op: number; readonly d: object }) => this.connected.sendVoiceState(payload),
          destroy: () => (this.adapter = null),
        };
      },
    });
    this.connection = connection;
    connection.on('error', () => undefined);
    connection.on('stateChange', (_before, { status }) => this.onStatus(status));
    connection.subscribe(this.player);
    // The gateway may be away just now.
    this.onStatus(connection.state.status);
  }

  /** Plays packets of Opus of 20 ms each; `startMs` is where the first one is in the track. After the end the packets are destroyed. */
  play(id: string, packets: Readable, startMs: number): void {
    if (this.isEnded) return void packets.destroy();
    const resource = this.voice.createAudioResource(packets, { inputType: this.voice.StreamType.Opus });
    this.current = { id, resource, startMs };
    this.player.play(resource);
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) this.player.pause(true);
    else this.player.unpause();
  }

  silence(): void {
    this.current = null;
    this.player.stop(true);
  }

  /** Leaves the voice channel. */
  leave(): void {
    if (!this.connection && !this.isEnded) this.askFor(null);
    this.end(true);
  }

  /** Without `isLeaving` the bot stays in the channel. */
  private end(isLeaving: boolean): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.stopReceiving();
    this.connected.closed.removeEventListener('abort', this.onClosed);
    this.onLeft?.();
    this.silence();
    this.connection?.destroy(isLeaving);
  }

  private onStatus(status: string): void {
    const { Ready, Disconnected } = this.voice.VoiceConnectionStatus;
    this.unreadySinceMs = status === Ready ? null : (this.unreadySinceMs ?? Date.now());
    if (status === Disconnected) setTimeout(() => this.rejoin(), REJOIN_EVERY_MS).unref();
  }

  /** Discord or the network ended the connection: the library tries again only when it is told to. */
  private rejoin(): void {
    const { connection } = this;
    if (this.isEnded || connection?.state.status !== this.voice.VoiceConnectionStatus.Disconnected) return;
    if (!connection.rejoin()) setTimeout(() => this.rejoin(), REJOIN_EVERY_MS).unref();
  }

  private onIdle(): void {
    const { current } = this;
    this.current = null;
    if (current && !this.isEnded) this.events.onEnd(current.id);
  }

  private onOwnState(state: GatewayVoiceState): void {
    const { channel_id: channelId } = state;
    if (channelId === null && this.onLeft) return this.onLeft();
    if (this.isEnded || !this.adapter) return;
    this.hasArrived ||= channelId === this.joinedId;
    if (!this.hasArrived) return;
    this.adapter.onVoiceStateUpdate({ ...state, guild_id: this.place.guildId });
    const before = this.joinedId;
    this.joinedId = channelId;
    if (channelId === null) this.events.onRemoved(before ?? '');
    else if (channelId !== before) this.events.onMoved(channelId);
  }

  private async comeOut(): Promise<void> {
    const left = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LEAVE_TIMEOUT_MS);
      this.onLeft = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.askFor(null);
    await left;
    this.onLeft = null;
  }

  private askFor(channelId: string | null): void {
    const d = { guild_id: this.place.guildId, channel_id: channelId, self_mute: false, self_deaf: true };
    this.connected.sendVoiceState({ op: 4, d });
  }
}
