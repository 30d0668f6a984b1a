import { Interval } from '@kith/kit';
import type { InstalledSystem } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { GuildAccess } from '../../discord/guild-access.js';
import { SettingValues } from '../setting-values.js';
import { SystemPosts } from '../system-posts.js';
import { Systems } from '../systems.js';
import { EVENT_MANAGER_ID } from './definition.js';
import { EventStore, type ServerEvent } from './event-store.js';
import { notReminded, reminders } from './event-texts.js';

const SWEEP_EVERY_MS = 3000;
const SWEPT_AT_ONCE = 500;
const DELETE_EVERY_MS = 3_600_000;
/** A job that ended without the reminder is followed by another one only after this: the queue keeps the id of a finished job. */
const NEW_JOB_EVERY_MS = 600_000;
/** In at most six messages. */
const MAX_MENTIONS = 400;

/** Reminds of events before they begin, once, also after restarts. */
@Injectable()
export class EventReminders {
  constructor(
    private readonly store: EventStore,
    private readonly access: GuildAccess,
    private readonly posts: SystemPosts,
    private readonly desired: DesiredBotsSource,
    private readonly systems: Systems,
  ) {}

  @Interval(SWEEP_EVERY_MS, 'the sweep of due event reminders')
  async sweep(nowMs = Date.now()): Promise<void> {
    if (!this.desired.bots.isLoaded) return;
    const minutes = new Map(
      this.desired.bots.all().flatMap(({ botId, systems }) => {
        const system = systems.find(({ systemId }) => systemId === EVENT_MANAGER_ID);
        return system ? [[botId, reminderMinutes(system.settings)] as const] : [];
      }),
    );
    if (minutes.size === 0) return;
    for (const { id, botId, ownerId, guildId, channelId } of await this.store.takeDue(minutes, SWEPT_AT_ONCE)) {
      const event = {
        eventId: `remind-${id}-${Math.floor(nowMs / NEW_JOB_EVERY_MS)}`,
        name: 'remind',
        data: { id },
        guildId,
        channelId: channelId ?? guildId,
      };
      await this.systems.add({ botId, ownerId }, EVENT_MANAGER_ID, event);
    }
  }

  @Interval(DELETE_EVERY_MS, 'the sweep of events that are long over')
  deleteOld(): Promise<void> {
    return this.store.deleteOld();
  }

  /**
   * Posts the reminder of an event that has not begun; nothing when it was posted before. Throws CommandRefusal when Discord refuses it, which is not tried
   * again, and what another attempt may overcome.
   */
  async remind(botId: string, id: string, settings: InstalledSystem['settings']): Promise<void> {
    const event = await this.store.byId(botId, id);
    if (!event || event.remindedAt || event.startsAt.getTime() <= Date.now()) return;
    const values = new SettingValues(EVENT_MANAGER_ID, settings);
    const channelId = await this.channelFor(event, values.id('announcementChannel'));
    const members = values.isOn('mentionSignUps') ? await this.store.signedUp(id, MAX_MENTIONS) : [];
    const refusal = channelId === null ? null : await this.post(event, channelId, members);
    await this.store.setReminded(id);
    if (refusal !== null) throw new CommandRefusal(notReminded(refusal));
  }

  /** Where it was announced, else the channel of the settings, which are those of all servers of the bot; null for none. */
  private async channelFor({ botId, guildId, channelId }: ServerEvent, configured: string | null): Promise<string | null> {
    if (channelId !== null || configured === null) return channelId;
    return (await this.access.isElsewhere({ botId, guildId, channelId: configured })) ? null : configured;
  }

  /** Null when it is posted; otherwise what Discord said, which it would say again. */
  private async post(event: ServerEvent, channelId: string, members: readonly string[]): Promise<string | null> {
    const { id, name, startsAt } = event;
    const startsAtMs = startsAt.getTime();
    for (const [index, part] of reminders(name, startsAtMs, members).entries()) {
      const refusal = await this.posts.post(event, {
        // An event that was moved is reminded of anew.
        postId: `event-reminder-${id}-${startsAtMs}-${index}`,
        channelId,
        parts: [{ content: part.content }],
        notifiedMembers: part.members,
      });
      if (refusal) return refusal.message;
    }
    return null;
  }
}

export const reminderMinutes = (settings: InstalledSystem['settings']): number =>
  new SettingValues(EVENT_MANAGER_ID, settings).number('reminderMinutes');
