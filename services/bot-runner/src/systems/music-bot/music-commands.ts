import { DiscordAPIError } from '@discordjs/rest';
import { Injectable } from '@nestjs/common';
import { PermissionFlagsBits, type APIVoiceState } from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { allows, GuildAccess, managesServer } from '../../discord/guild-access.js';
import { RestClients } from '../../discord/rest-clients.js';
import type { SystemAnswer, SystemJob } from '../system-handler.js';
import { MusicCatalogue } from './music-catalogue.js';
import { MusicPlayers } from './music-players.js';
import { musicSettings } from './music-settings.js';
import { playingText, queuedText, queueText, skippedText, TEXTS } from './music-texts.js';
import { afterTrack, MAX_QUEUE, STOPPED, type MusicSession, type QueuedTrack, type SessionChange } from './session.js';
import { MAX_PLAYING_PER_OWNER, SessionStore, type MusicPlace } from './session-store.js';
import { VoiceSupport } from './voice-support.js';

type Job = SystemJob<'command'>;

const NEEDED = [
  { bit: PermissionFlagsBits.ViewChannel, name: 'View Channel' },
  { bit: PermissionFlagsBits.Connect, name: 'Connect' },
  { bit: PermissionFlagsBits.Speak, name: 'Speak' },
] as const;

/** The slash commands for music. They run in any process; the one that holds the connection follows the session that they change. */
@Injectable()
export class MusicCommands {
  constructor(
    private readonly sessions: SessionStore,
    private readonly catalogue: MusicCatalogue,
    private readonly players: MusicPlayers,
    private readonly support: VoiceSupport,
    private readonly access: GuildAccess,
    private readonly clients: RestClients,
  ) {}

  async run(job: Job): Promise<SystemAnswer> {
    const { problem } = this.support;
    if (problem !== null) throw new CommandRefusal(problem);
    const place = placeOf(job);
    const content = await this.textOf(job, place);
    this.players.trigger();
    return { content };
  }

  private async textOf(job: Job, place: MusicPlace): Promise<string> {
    switch (job.task.name) {
      case 'play':
        return this.play(job, place);
      case 'skip':
        return this.skip(job, place);
      case 'pause':
        return this.pause(job, place);
      case 'volume':
        return this.volume(job, place);
      case 'stop':
        await this.control(job, place, () => STOPPED);
        return TEXTS.stopped;
      default:
        return queueText((await this.sessions.find(place)) ?? { queue: [], positionMs: 0, isPaused: false });
    }
  }

  private async play(job: Job, place: MusicPlace): Promise<string> {
    const voiceChannelId = await this.channelOf(job, place);
    if (voiceChannelId === null) throw new CommandRefusal(TEXTS.noVoiceChannel);
    const found = await this.catalogue.find(place.botId, String(job.task.options['title'] ?? ''));
    if (!found) throw new CommandRefusal(TEXTS.unknown);
    await this.requirePermissions(job, place, voiceChannelId);
    const queued: QueuedTrack = { id: job.eventId, ...found, memberId: job.task.member.id };
    const changed = await this.sessions.change(place, job.eventId, (session, playingElsewhere) => {
      if (session.voiceChannelId === null && playingElsewhere >= MAX_PLAYING_PER_OWNER)
        throw new CommandRefusal(TEXTS.ownerPlaysEnough);
      if (session.voiceChannelId !== null && session.voiceChannelId !== voiceChannelId)
        throw new CommandRefusal(TEXTS.otherChannel(session.voiceChannelId));
      if (session.queue.length >= MAX_QUEUE) throw new CommandRefusal(TEXTS.queueFull(MAX_QUEUE));
      const begins = session.queue.length === 0 ? { positionMs: 0, isPaused: false } : {};
      return { voiceChannelId, textChannelId: job.channelId, queue: [...session.queue, queued], ...begins };
    });
    const session = changed?.after ?? (await this.sessions.find(place));
    const inQueue = placeInQueue(session, queued);
    return inQueue === 0 ? playingText(queued) : queuedText(queued, inQueue, session?.queue[0]);
  }

  private async skip(job: Job, place: MusicPlace): Promise<string> {
    const isOwn = ([first]: MusicSession['queue']): boolean => first?.memberId === job.task.member.id;
    const changed = await this.control(
      job,
      place,
      ({ queue }) => {
        const [first] = queue;
        if (!first) throw new CommandRefusal(TEXTS.nothingPlays);
        return afterTrack({ queue }, first.id);
      },
      isOwn,
    );
    const [skipped] = changed?.before.queue ?? [];
    return skipped ? skippedText(skipped, changed?.after.queue[0]) : TEXTS.done;
  }

  private async pause(job: Job, place: MusicPlace): Promise<string> {
    const changed = await this.control(job, place, ({ isPaused }) => ({ isPaused: !isPaused }));
    return changed ? (changed.after.isPaused ? TEXTS.paused : TEXTS.resumed) : TEXTS.done;
  }

  private async volume(job: Job, place: MusicPlace): Promise<string> {
    const volume = Number(job.task.options['percent']);
    await this.control(job, place, () => ({ volume }));
    return TEXTS.volume(volume);
  }

  /**
   * Changes what is played for a member who may: in the voice channel, and a DJ where there is a role for it, or `isOwn` of what is in the queue. Those who
   * manage the server may always.
   */
  private async control(
    job: Job,
    place: MusicPlace,
    decide: (session: MusicSession) => SessionChange | null,
    isOwn: (queue: MusicSession['queue']) => boolean = () => false,
  ) {
    const { member } = job.task;
    const isManager = managesServer(member.permissions);
    const channelId = isManager ? null : await this.channelOf(job, place);
    const { djRoleId } = musicSettings(job.settings);
    const isDj = djRoleId === null || member.roleIds.includes(djRoleId);
    return this.sessions.change(place, job.eventId, (session) => {
      if (session.voiceChannelId === null) throw new CommandRefusal(TEXTS.nothingPlays);
      if (isManager) return decide(session);
      if (session.voiceChannelId !== channelId) throw new CommandRefusal(TEXTS.notWithMe);
      if (!isDj && !isOwn(session.queue)) throw new CommandRefusal(TEXTS.notDj);
      return decide(session);
    });
  }

  /** The voice channel of the member, as Discord says now; null outside of all. */
  private async channelOf({ task }: Job, { botId, guildId }: MusicPlace): Promise<string | null> {
    try {
      const route = `/guilds/${guildId}/voice-states/${task.member.id}` as const;
      const state = (await this.clients.use(botId, (rest) => rest.get(route))) as APIVoiceState;
      return state.channel_id;
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 404) return null;
      throw error;
    }
  }

  private async requirePermissions({ bot }: Job, { botId, guildId }: MusicPlace, channelId: string): Promise<void> {
    const own = await this.access.ownPermissions({ botId, guildId, channelId }, bot.applicationId);
    const missing = NEEDED.find(({ bit }) => !allows(own, bit));
    if (missing) throw new CommandRefusal(TEXTS.mayNot(missing.name), missing.name);
  }
}

/** 0 for what is played, and for what has been when the command runs again. */
const placeInQueue = (session: MusicSession | null, { id }: QueuedTrack): number =>
  Math.max(0, session?.queue.findIndex((track) => track.id === id) ?? 0);

function placeOf({ botId, ownerId, guildId }: Job): MusicPlace {
  if (guildId === null) throw new CommandRefusal(TEXTS.noVoiceChannel);
  return { botId, ownerId, guildId };
}
