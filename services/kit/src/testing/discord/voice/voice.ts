import { randomBytes } from 'node:crypto';
import type { Gateway } from '../gateway.js';
import type { DiscordState } from '../state.js';
import { PERMISSION } from '../guilds.js';
import { voiceStateJson, type VoiceRequest } from './voice-states.js';
import { VoiceServer } from './voice-server.js';
import type { Heard } from './voice-session.js';

/** The type of a voice channel. */
export const VOICE_CHANNEL = 2;

type Client = { readonly applicationId: string; readonly guildId: string };

/** Voice channels: members who join and leave, bots that ask to, and the voice server to which bots connect. */
export class DiscordVoice {
  private opened: Promise<VoiceServer> | null = null;

  constructor(
    private readonly state: DiscordState,
    private readonly gateway: Gateway,
  ) {
    gateway.onVoiceRequest = (session, request) => void this.onRequest(session, request);
  }

  /** The certificate that clients have to trust, as PEM. Starts the voice server. */
  async certificate(): Promise<string> {
    return (await this.server()).certificate.cert;
  }

  join(member: { readonly guildId: string; readonly userId: string; readonly channelId: string }): void {
    const state = { ...member, sessionId: randomBytes(16).toString('hex'), isSelfMuted: false, isSelfDeafened: false };
    this.state.guilds.voiceStates.set(state);
    this.announce(member.guildId, voiceStateJson(state));
  }

  leave(member: { readonly guildId: string; readonly userId: string }): void {
    const state = this.state.guilds.voiceStates.find(member);
    if (!state) return;
    this.state.guilds.voiceStates.remove(member);
    this.announce(member.guildId, voiceStateJson({ ...state, channelId: null }));
  }

  /** The voice channel in which somebody is; null outside of all. */
  channelOf(member: { readonly guildId: string; readonly userId: string }): string | null {
    return this.state.guilds.voiceStates.find(member)?.channelId ?? null;
  }

  /** What arrived of a bot; null before it connected to the voice server. */
  async heard(bot: Client): Promise<Heard | null> {
    return (await this.server()).heard({ guildId: bot.guildId, userId: bot.applicationId });
  }

  /** Closes the connection of a bot to the voice server. */
  async interrupt(bot: Client, code: number): Promise<void> {
    (await this.server()).interrupt({ guildId: bot.guildId, userId: bot.applicationId }, code);
  }

  async close(): Promise<void> {
    await (await this.opened)?.close();
    this.opened = null;
  }

  private async onRequest(
    session: { readonly applicationId: string; readonly id: string },
    request: VoiceRequest,
  ): Promise<void> {
    const { guild_id: guildId = '', channel_id: channelId = null } = request;
    const member = { guildId, userId: session.applicationId };
    const server = await this.server();
    if (channelId === null) {
      this.leave(member);
      server.dismiss(member);
      return;
    }
    // Discord ignores requests for what the bot may not do.
    if (!this.mayConnect(member, channelId)) return;
    const isNew = !this.state.guilds.voiceStates.find(member);
    const state = {
      ...member,
      channelId,
      sessionId: session.id,
      isSelfMuted: request.self_mute ?? false,
      isSelfDeafened: request.self_deaf ?? false,
    };
    this.state.guilds.voiceStates.set(state);
    this.announce(guildId, voiceStateJson(state));
    if (!isNew) return;
    const token = randomBytes(8).toString('hex');
    server.admit({ ...member, sessionId: session.id, token });
    const update = { token, guild_id: guildId, endpoint: server.endpoint };
    this.gateway.dispatch(session.applicationId, 'VOICE_SERVER_UPDATE', () => update);
  }

  private mayConnect({ guildId, userId }: { guildId: string; userId: string }, channelId: string): boolean {
    const channel = this.state.channel(channelId);
    if (!channel || channel.guildId !== guildId || channel.type !== VOICE_CHANNEL) return false;
    const permissions = this.state.permissionsIn(channel, userId);
    const needed = PERMISSION.viewChannel | PERMISSION.connect;
    return permissions === 'all' || (permissions & needed) === needed;
  }

  private announce(guildId: string, state: object): void {
    this.gateway.announce(guildId, 'VOICE_STATE_UPDATE', { guild_id: guildId, ...state });
  }

  private server(): Promise<VoiceServer> {
    this.opened ??= VoiceServer.open();
    return this.opened;
  }
}
