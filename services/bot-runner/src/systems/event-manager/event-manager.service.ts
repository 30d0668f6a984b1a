import { AppError, sentAtMs, type InstalledSystem, type SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { APIGuildScheduledEvent, GatewayDispatchPayload } from 'discord-api-types/v10';
import { isOutOfReach } from '../../discord/refused.js';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { matching, type Choice } from '../../interactions/choices.js';
import { SettingValues } from '../setting-values.js';
import type {
  Installed,
  PageAction,
  PageRequest,
  SystemAnswer,
  SystemEvent,
  SystemHandler,
  SystemJob,
  TypedOption,
} from '../system-handler.js';
import { FieldProblem } from '../field-problem.js';
import { EVENT_MANAGER_ID } from './definition.js';
import { EventDiscord } from './event-discord.js';
import { EventJobs, planEventsOf } from './event-jobs.js';
import { eventPage } from './event-page.js';
import { planOf } from './event-plan.js';
import { EventPlanner, mayManage, mayPlan, requireManager, requirePlanner, type EventServer } from './event-planner.js';
import { reminderMinutes } from './event-reminders.js';
import { EventStore, idOf, MAX_SIGN_UPS } from './event-store.js';
import {
  ANNOUNCED,
  CANCELLED,
  choiceText,
  FULL,
  listText,
  OVER,
  planned,
  plannedOnPage,
  SIGNED_OFF,
  signedUp,
  signUpsText,
} from './event-texts.js';

/** As many as a message can name. */
const MAX_NAMED = 80;
const CHANNEL = /^(?:<#)?(\d{16,20})>?$/;

/** Scheduled events of Discord with sign-ups and reminders. */
@Injectable()
export class EventManager implements SystemHandler {
  readonly systemId = EVENT_MANAGER_ID;

  constructor(
    private readonly store: EventStore,
    private readonly discord: EventDiscord,
    private readonly planner: EventPlanner,
    private readonly jobs: EventJobs,
  ) {}

  onEvent(_installed: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[] {
    return planEventsOf(payload);
  }

  work(job: SystemJob<'event'>): Promise<void> {
    return this.jobs.work(job);
  }

  async runCommand(job: SystemJob<'command'>): Promise<SystemAnswer> {
    if (job.guildId === null) throw new CommandRefusal('This works in servers only.');
    const server = { botId: job.botId, ownerId: job.bot.ownerId, guildId: job.guildId };
    return { content: await this.command(job, server) };
  }

  /** Who planned an event is not stored: members who may change their own ones alone write their names. */
  async complete({ botId, guildId, subcommand, text, member }: TypedOption): Promise<Choice[]> {
    const isOffered = subcommand === 'sign-ups' ? mayPlan(member.permissions) : mayManage(member.permissions);
    if (!isOffered) return [];
    const events = await this.store.list(botId, guildId);
    return matching(
      events.map(({ eventId, name, startsAt }) => ({ name: choiceText(name, startsAt.getTime()), value: eventId })),
      text,
    );
  }

  async useComponent({ botId, guildId, settings, task }: SystemJob<'component'>): Promise<SystemAnswer> {
    const [wanted = '', id = ''] = task.customId.split(':');
    const event = UUID.test(id) ? await this.store.byId(botId, id) : null;
    if (!event || event.guildId !== guildId) throw new CommandRefusal(OVER);
    const memberId = task.member.id;
    if (wanted === 'off') {
      await this.store.signOff(id, memberId, 'button');
      return { content: SIGNED_OFF };
    }
    const max = new SettingValues(EVENT_MANAGER_ID, settings).number('maxSignUps');
    if (!(await this.store.signUp(id, memberId, 'button', max === 0 ? MAX_SIGN_UPS : max))) throw new CommandRefusal(FULL);
    const count = (await this.store.counts([id])).get(id) ?? 0;
    return { content: signedUp(event.name, count, reminderMinutes(settings)) };
  }

  async page(request: PageRequest): Promise<SystemPage> {
    const events = await this.eventsOf(request);
    return eventPage(events, (shown) => this.countsOf(request.botId, shown), request);
  }

  async act(action: PageAction): Promise<string> {
    const { actor, botId, guildId, rowId = '', settings, values } = action;
    const server = { botId, ownerId: actor.userId, guildId };
    if (action.action === 'create') {
      const plan = planOf(
        {
          name: String(values['name'] ?? ''),
          start: String(values['start'] ?? ''),
          hours: Number(values['hours'] ?? 1),
          place: String(values['place'] ?? ''),
          voiceChannelId: channelOf('voice', values['voice']),
          description: String(values['description'] ?? ''),
        },
        Date.now(),
      );
      const channelId = await this.channelFor(server, values['channel'], settings);
      return plannedOnPage(await this.planner.create(server, plan, channelId), channelId !== null);
    }
    const event = (await this.discord.list(server)).find(({ id }) => id === rowId);
    if (!event) throw new AppError('NOT_FOUND');
    if (action.action === 'cancel') {
      await this.planner.cancel(server, event);
      return CANCELLED;
    }
    if (action.action !== 'announce') throw new AppError('NOT_FOUND');
    await this.planner.announce(server, event, await this.channelFor(server, undefined, settings));
    return ANNOUNCED;
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.store.forgetMember(botId, memberId);
  }

  private async command({ eventId, task, settings }: SystemJob<'command'>, server: EventServer): Promise<string> {
    const { options, member } = task;
    if (task.name === 'events') {
      const events = await this.discord.list(server);
      const counts = await this.countsOf(server.botId, events);
      return listText(events.map((event) => ({ event, count: counts.get(event.id) ?? 0 })));
    }
    requirePlanner(member.permissions);
    const option = (name: string): string => String(options[name] ?? '');
    const channelId = await this.channelFor(server, options['channel'], settings);
    if (option('channel') !== '' && channelId !== null) await this.planner.requireMayWrite(server, channelId, member);
    if (task.subcommand === 'create') {
      const written = {
        name: option('name'),
        start: option('start'),
        place: option('place'),
        voiceChannelId: channelOf('voice', options['voice']),
        description: option('description'),
      };
      if (written.voiceChannelId !== null) await this.planner.requireMayEnter(server, written.voiceChannelId, member);
      // "in 3h" means the same in each attempt.
      const plan = planOf({ ...written, hours: Number(options['hours'] ?? 1) }, sentAtMs(eventId));
      return planned(await this.planner.create(server, plan, channelId), channelId !== null);
    }
    const event = await this.planner.find(server, option('event'));
    if (task.subcommand === 'cancel' || task.subcommand === 'announce') requireManager(event, member);
    if (task.subcommand === 'cancel') {
      await this.planner.cancel(server, event);
      return CANCELLED;
    }
    if (task.subcommand === 'announce') {
      await this.planner.announce(server, event, channelId);
      return ANNOUNCED;
    }
    const members = await this.store.signedUp(idOf(server.botId, event.id), MAX_SIGN_UPS);
    return signUpsText(event.name, members.slice(0, MAX_NAMED), members.length);
  }

  /** The channel that was asked for, else that of the settings unless it is one of another server; null for none. */
  private async channelFor(
    server: EventServer,
    written: string | number | boolean | undefined,
    settings: InstalledSystem['settings'],
  ): Promise<string | null> {
    const asked = channelOf('channel', written);
    if (asked !== null) return asked;
    const configured = new SettingValues(EVENT_MANAGER_ID, settings).id('announcementChannel');
    return configured === null || (await this.planner.isElsewhere(server, configured)) ? null : configured;
  }

  /** Empty for a server that the bot cannot see. */
  private async eventsOf(server: PageRequest): Promise<APIGuildScheduledEvent[]> {
    try {
      return await this.discord.list(server);
    } catch (error) {
      if (isOutOfReach(error)) return [];
      throw error;
    }
  }

  /** How many members signed up, by the id of the event on Discord. */
  private async countsOf(botId: string, events: readonly APIGuildScheduledEvent[]): Promise<ReadonlyMap<string, number>> {
    const counts = await this.store.counts(events.map(({ id }) => idOf(botId, id)));
    return new Map(events.map(({ id }) => [id, counts.get(idOf(botId, id)) ?? 0]));
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The channel that was asked for; null for none. */
function channelOf(field: 'channel' | 'voice', written: string | number | boolean | undefined): string | null {
  const text = String(written ?? '').trim();
  if (text === '') return null;
  const id = CHANNEL.exec(text)?.[1];
  if (id === undefined) throw new FieldProblem(field, 'Choose a channel.');
  return id;
}
