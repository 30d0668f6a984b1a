import { DiscordAPIError } from '@discordjs/rest';
import { Interval } from '@kith/kit';
import type { InstalledSystem } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { MessagePoster } from '../../discord/message-poster.js';
import { SettingValues } from '../setting-values.js';
import { Systems } from '../systems.js';
import { EVENT_MANAGER_ID } from './definition.js';
import { EventDiscord } from './event-discord.js';
import { EventStore } from './event-store.js';
import { reminders } from './event-texts.js';

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
    private readonly discord: EventDiscord,
    private readonly poster: MessagePoster,
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

  /** Posts the reminder of an event that has not begun; nothing when it was posted before. Throws what another attempt may overcome. */
  async remind(botId: string, id: string, settings: InstalledSystem['settings']): Promise<void> {
    const event = await this.store.byId(botId, id);
    if (!event || event.remindedAt || event.startsAt.getTime() <= Date.now()) return;
    const values = new SettingValues(EVENT_MANAGER_ID, settings);
    const configured = values.id('announcementChannel');
    // The settings are those of all servers of the bot.
    const channelId =
      event.channelId ?? (configured !== null && (await this.discord.hasChannel(event, configured)) ? configured : null);
    if (channelId !== null) {
      const members = values.isOn('mentionSignUps') ? await this.store.signedUp(id, MAX_MENTIONS) : [];
      await this.post({ botId, id, channelId, name: event.name, startsAtMs: event.startsAt.getTime(), members });
    }
    await this.store.setReminded(id);
  }

  private async post(reminder: {
    readonly botId: string;
    readonly id: string;
    readonly channelId: string;
    readonly name: string;
    readonly startsAtMs: number;
    readonly members: readonly string[];
  }): Promise<void> {
    const { botId, id, channelId, name, startsAtMs, members } = reminder;
    try {
      for (const [index, part] of reminders(name, startsAtMs, members).entries())
        await this.poster.post({
          botId,
          // An event that was moved is reminded of anew.
          postId: `event-reminder-${id}-${startsAtMs}-${index}`,
          channelId,
          parts: [{ content: part.content }],
          notifiedMembers: part.members,
        });
    } catch (error) {
      // Another attempt would be refused too: the owner is shown why.
      if (error instanceof DiscordAPIError && error.status < 500) await this.store.setReminded(id);
      throw error;
    }
  }
}

export const reminderMinutes = (settings: InstalledSystem['settings']): number =>
  new SettingValues(EVENT_MANAGER_ID, settings).number('reminderMinutes');
