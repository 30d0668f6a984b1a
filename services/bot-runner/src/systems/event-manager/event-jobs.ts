import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { SystemEvent, SystemJob } from '../system-handler.js';
import { EventDiscord, isOpen } from './event-discord.js';
import { EventPlanner } from './event-planner.js';
import { EventReminders } from './event-reminders.js';
import { EventStore, idOf } from './event-store.js';

type Job = SystemJob<'event'>;
type EventName = 'saved' | 'over' | 'cancelled' | 'interested' | 'uninterested' | 'sync' | 'remind';

/** What sign-ups and reminders have to do with an event of a server. */
export function planEventsOf(
  payload: GatewayDispatchPayload,
  nowMs = Date.now(),
): (SystemEvent & { readonly name: EventName })[] {
  const { s } = payload;
  const event = (name: EventName, guildId: string, eventId: string, data: SystemEvent['data']) => [
    { name, guildId, channelId: guildId, eventId, data },
  ];
  switch (payload.t) {
    case 'GUILD_SCHEDULED_EVENT_CREATE':
    case 'GUILD_SCHEDULED_EVENT_UPDATE': {
      const { id, guild_id: guildId, name, scheduled_start_time: start } = payload.d;
      if (!isOpen(payload.d)) return event('over', guildId, `over-${s}-${id}`, { id });
      return event('saved', guildId, `saved-${s}-${id}`, { id, name, startsAtMs: Date.parse(start) });
    }
    case 'GUILD_SCHEDULED_EVENT_DELETE':
      return event('cancelled', payload.d.guild_id, `cancelled-${payload.d.id}`, { id: payload.d.id });
    case 'GUILD_SCHEDULED_EVENT_USER_ADD':
    case 'GUILD_SCHEDULED_EVENT_USER_REMOVE': {
      const { guild_scheduled_event_id: id, user_id: memberId, guild_id: guildId } = payload.d;
      const name = payload.t === 'GUILD_SCHEDULED_EVENT_USER_ADD' ? 'interested' : 'uninterested';
      return event(name, guildId, `${name}-${s}-${id}-${memberId}`, { id, memberId });
    }
    case 'GUILD_CREATE':
      // Discord sends it when a new session begins, which misses what happened before.
      return event('sync', payload.d.id, `sync-${payload.d.id}-${nowMs}`, {});
    default:
      return [];
  }
}

/** Follows the scheduled events of servers, whoever planned them. */
@Injectable()
export class EventJobs {
  private readonly works: Readonly<Record<EventName, (job: Job) => Promise<void>>> = {
    saved: (job) => this.saved(job),
    over: ({ botId, task }) => this.store.delete(botId, String(task.data['id'])),
    cancelled: ({ botId, task }) => this.planner.withdraw(botId, String(task.data['id'])),
    interested: async ({ botId, task }) => {
      await this.store.signUp(idOf(botId, String(task.data['id'])), String(task.data['memberId']), 'discord');
    },
    uninterested: ({ botId, task }) =>
      this.store.signOff(idOf(botId, String(task.data['id'])), String(task.data['memberId']), 'discord'),
    sync: (job) => this.sync(job),
    remind: ({ botId, task, settings }) => this.reminders.remind(botId, String(task.data['id']), settings),
  };

  constructor(
    private readonly store: EventStore,
    private readonly discord: EventDiscord,
    private readonly planner: EventPlanner,
    private readonly reminders: EventReminders,
  ) {}

  async work(job: Job): Promise<void> {
    await this.works[job.task.name as EventName](job);
  }

  private async saved({ botId, bot, guildId, task }: Job): Promise<void> {
    const { id, name, startsAtMs } = task.data;
    if (guildId === null) return;
    const event = { eventId: String(id), guildId, name: String(name), startsAtMs: Number(startsAtMs) };
    await this.store.save({ botId, ownerId: bot.ownerId }, event);
  }

  /** After a new session: events and interest that came or went while the bot was away. */
  private async sync({ botId, bot, guildId }: Job): Promise<void> {
    if (guildId === null) return;
    const server = { botId, ownerId: bot.ownerId, guildId };
    const events = await this.discord.list(server);
    const known = new Set(events.map(({ id }) => id));
    for (const { eventId, startsAt } of await this.store.list(botId, guildId)) {
      if (known.has(eventId)) continue;
      // One that began is over, as far as anyone can tell: its announcement does not become a cancellation.
      if (startsAt.getTime() > Date.now()) await this.planner.withdraw(botId, eventId);
      else await this.store.delete(botId, eventId);
    }
    for (const event of events) {
      const id = await this.planner.save(server, event);
      const members = (event.user_count ?? 0) > 0 ? await this.discord.interested(server, event.id) : [];
      await this.store.keepInterested(id, members);
      for (const memberId of members) await this.store.signUp(id, memberId, 'discord');
    }
  }
}
