import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { MAX_CHOICES, type Choice } from '../../interactions/choices.js';
import type {
  Installed,
  PageAction,
  PageFile,
  PageRequest,
  SystemAnswer,
  SystemHandler,
  SystemJob,
  TypedOption,
} from '../system-handler.js';
import { MUSIC_BOT_ID } from './definition.js';
import { MusicCatalogue } from './music-catalogue.js';
import { MusicCommands } from './music-commands.js';
import { MusicPage } from './music-page.js';
import { MusicUploads } from './music-uploads.js';
import { SessionStore } from './session-store.js';
import { VoiceLinks } from './voice-links.js';

/** Plays what its owner uploaded, and radio stations, in voice channels. */
@Injectable()
export class MusicBot implements SystemHandler {
  readonly systemId = MUSIC_BOT_ID;

  constructor(
    private readonly commands: MusicCommands,
    private readonly pages: MusicPage,
    private readonly catalogue: MusicCatalogue,
    private readonly sessions: SessionStore,
    private readonly links: VoiceLinks,
    private readonly uploads: MusicUploads,
  ) {}

  /** Keeps who is in which voice channel, and passes what concerns the voice connection of the bot. */
  onEvent({ connected }: Installed, payload: GatewayDispatchPayload): readonly [] {
    const { botId } = connected.bot;
    if (payload.t === 'GUILD_CREATE') this.links.listeners.begin(botId, payload.d.id, payload.d.voice_states ?? []);
    if (payload.t === 'GUILD_DELETE') this.links.listeners.forget(botId, payload.d.id);
    if (payload.t === 'VOICE_SERVER_UPDATE') this.links.receiverOf(botId, payload.d.guild_id)?.onServer(payload.d);
    if (payload.t === 'VOICE_STATE_UPDATE' && payload.d.guild_id !== undefined) {
      this.links.listeners.change(botId, payload.d.guild_id, payload.d);
      if (payload.d.user_id === connected.ownUserId) this.links.receiverOf(botId, payload.d.guild_id)?.onOwnState(payload.d);
    }
    return [];
  }

  runCommand(job: SystemJob<'command'>): Promise<SystemAnswer> {
    return this.commands.run(job);
  }

  async complete({ botId, text }: TypedOption): Promise<Choice[]> {
    const titles = await this.catalogue.titles(botId, text, MAX_CHOICES);
    return titles.map((title) => ({ name: title, value: title }));
  }

  page(request: PageRequest) {
    return this.pages.page(request);
  }

  act(action: PageAction) {
    return this.pages.act(action);
  }

  addFile(file: PageFile): Promise<string> {
    return this.uploads.add(file);
  }

  keptFiles(keys: readonly string[]): Promise<string[]> {
    return this.catalogue.keptFiles(keys);
  }

  async purge(botId: string): Promise<void> {
    await Promise.all([this.catalogue.purge(botId), this.sessions.purge(botId)]);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.sessions.forgetMember(botId, memberId);
  }
}
