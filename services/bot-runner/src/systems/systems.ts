import { LOGGER, type Logger } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  PermissionFlagsBits,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { allows } from '../discord/guild-access.js';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { AgeGate } from '../messages/age-gate.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { checkPlace, type IncomingMessage } from '../messages/decide.js';
import { EventPriorities } from '../messages/event-priorities.js';
import { untilQueued } from '../messages/until-queued.js';
import { exemptMembers } from '../moderation/compiled-settings.js';
import { definitionsOf } from './definitions.js';
import { VoiceLinks } from './music-bot/voice-links.js';
import type { Installed, MessageResult, SystemEvent, SystemHandler } from './system-handler.js';

export const SYSTEM_HANDLERS = Symbol('system-handlers');

type Job = JobOf<typeof queues.systems>;
type Owned = Pick<Job, 'botId' | 'ownerId'>;

/** What a handler makes of a message, or of its change. */
type Look = (handler: SystemHandler, installed: Installed) => MessageResult | null | undefined;

type Handled = Installed & { readonly handler: SystemHandler; readonly moderates: boolean };

/** From events of Discord to jobs of the systems that are installed in a bot. */
@Injectable()
export class Systems {
  private readonly handlers = new Map<string, SystemHandler>();
  private readonly priorities = new EventPriorities();

  constructor(
    private readonly accepted: AcceptedJobs,
    private readonly age: AgeGate,
    private readonly voiceLinks: VoiceLinks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** At the start. Handlers are not parameters of the constructor, because some of them add jobs of their own here. */
  register(handlers: readonly SystemHandler[]): void {
    for (const handler of handlers) this.handlers.set(handler.systemId, handler);
  }

  find(systemId: string): SystemHandler | undefined {
    return this.handlers.get(systemId);
  }

  /** What each handler keeps of a bot, for deletions. */
  all(): SystemHandler[] {
    return [...this.handlers.values()];
  }

  /** The system with its settings; null when it is not installed in the bot. */
  installedIn(connected: ConnectedBot, systemId: string): (Installed & { readonly handler: SystemHandler }) | null {
    const system = connected.bot.systems.find((one) => one.systemId === systemId);
    const handler = this.handlers.get(systemId);
    return system && handler ? { connected, settings: system.settings, handler } : null;
  }

  /**
   * Passes a message to the systems of the bot. Null when none has anything to do; otherwise resolves when everything is queued, to whether the message is
   * taken, so that the companion does not see it.
   */
  handleMessage(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<boolean> | null {
    const { bot, ownUserId } = connected;
    if (bot.systems.length === 0 || message.guildId === null || message.authorId === ownUserId) return null;
    if (message.isSystem) return this.handleSystemMessage(connected, message, raw);
    if (checkPlace(message, bot) !== null) return null;
    const handlers = this.installed(connected);
    const look: Look = (handler, installed) => handler.onMessage?.(installed, message, raw);
    if (bot.ageRating === 'everyone') return this.pass(handlers, connected, look);
    return this.passForAdults(handlers, connected, message, look);
  }

  /** Passes a message that its author changed to the systems that moderate; the rest as for a new one. */
  handleEdit(connected: ConnectedBot, message: IncomingMessage, raw: GatewayMessageUpdateDispatchData): Promise<boolean> | null {
    const { bot, ownUserId } = connected;
    if (bot.systems.length === 0 || message.guildId === null || message.authorId === ownUserId) return null;
    if (message.isSystem || checkPlace(message, bot) !== null) return null;
    const moderating = this.installed(connected).filter(({ moderates }) => moderates);
    return this.pass(moderating, connected, (handler, installed) => handler.onEdit?.(installed, message, raw));
  }

  /** Whether a text must not be repeated by the bot. Leaves alone whom moderation leaves alone. */
  forbids(
    connected: ConnectedBot,
    message: IncomingMessage,
    text: string,
    { permissions, roles }: { readonly permissions: bigint; readonly roles: readonly string[] },
  ): boolean {
    const { bot } = connected;
    if (bot.systems.length === 0 || message.guildId === null || checkPlace(message, bot) !== null) return false;
    if (allows(permissions, PermissionFlagsBits.ManageMessages)) return false;
    if (exemptMembers(bot.channelSettings).has(message.authorId)) return false;
    return this.installed(connected).some(
      ({ handler, moderates, ...installed }) => moderates && handler.forbids?.(installed, message, text, roles),
    );
  }

  /** Systems of a companion for adults see what is written in age-restricted channels, those that moderate everything. */
  private async passForAdults(
    handlers: readonly Handled[],
    connected: ConnectedBot,
    message: IncomingMessage,
    look: Look,
  ): Promise<boolean> {
    const moderating = handlers.filter(({ moderates }) => moderates);
    if ((await this.pass(moderating, connected, look)) === true) return true;
    const others = handlers.filter(({ moderates }) => !moderates);
    if (others.length === 0 || (await this.age.check(connected.bot, message)) !== 'open') return false;
    return (await this.pass(others, connected, look)) === true;
  }

  private pass(handlers: readonly Handled[], connected: ConnectedBot, look: Look): Promise<boolean> | null {
    const queued: Promise<unknown>[] = [];
    const takenOut: Promise<boolean>[] = [];
    let isTaken = false;
    for (const { handler, moderates: _moderates, ...installed } of handlers) {
      const result = look(handler, installed);
      if (!result) continue;
      queued.push(...result.events.map((event) => this.enqueue(connected, handler.systemId, event)));
      if (result.isTakenOut) takenOut.push(result.isTakenOut);
      isTaken = result.isTaken;
      if (isTaken) break;
    }
    if (queued.length + takenOut.length === 0 && !isTaken) return null;
    return Promise.all([Promise.all(takenOut), ...queued]).then(([isOut]) => isTaken || isOut.includes(true));
  }

  /** Such a message is taken by nobody. */
  private handleSystemMessage(
    connected: ConnectedBot,
    message: IncomingMessage,
    raw: GatewayMessageCreateDispatchData,
  ): Promise<boolean> | null {
    if (checkPlace(message, connected.bot) === 'other_server') return null;
    const queued = this.installed(connected).flatMap(({ handler, ...installed }) =>
      (handler.onSystemMessage?.(installed, raw) ?? []).map((event) => this.enqueue(connected, handler.systemId, event)),
    );
    return queued.length === 0 ? null : Promise.all(queued).then(() => false);
  }

  /** Passes any other event to the systems of the bot; resolves when what they have to do is queued, null when there is nothing. */
  handleEvent(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    const { bot } = connected;
    if (payload.t === 'READY' || payload.t === 'RESUMED') this.voiceLinks.open(connected);
    if (bot.systems.length === 0) return null;
    const guildId = guildIdOf(payload);
    if (typeof guildId !== 'string' || (bot.serverId !== null && bot.serverId !== guildId)) return null;
    const queued = this.installed(connected).flatMap(({ handler, ...installed }) =>
      (handler.onEvent?.(installed, payload) ?? []).map((event) => this.enqueue(connected, handler.systemId, event)),
    );
    return queued.length === 0 ? null : Promise.all(queued).then(() => undefined);
  }

  /** Adds a job for an event; also for what a system plans itself, a reminder for example. */
  async add(owned: Owned, systemId: string, event: SystemEvent): Promise<void> {
    await this.put(owned, systemId, event, this.priorityOf(owned, event));
  }

  /** Adds a job for which a member waits: before those for events, also of the same channel. */
  async addCall(job: Job): Promise<void> {
    await this.accepted.add(queues.systems, jobIdOf(job), job);
  }

  private async enqueue({ bot, closed }: ConnectedBot, systemId: string, event: SystemEvent): Promise<void> {
    const handler = this.handlers.get(systemId);
    // Once, however often it is tried while Redis is away; an event that needs no job does not count.
    let priority: number | undefined;
    const isAccepted = await untilQueued(closed, async () => {
      if ((await handler?.isNeeded?.(bot, event)) === false) return;
      priority ??= this.priorityOf(bot, event);
      await this.put(bot, systemId, event, priority);
    });
    if (isAccepted) return;
    this.logger.error({ botId: bot.botId, systemId, event: event.name }, 'event refused by the schema of the queue');
  }

  /** Counts the event. */
  private priorityOf({ botId, ownerId }: Owned, { channelId }: SystemEvent): number {
    return this.priorities.next(ownerId, `${botId} ${channelId}`);
  }

  private async put({ botId, ownerId }: Owned, systemId: string, event: SystemEvent, priority: number): Promise<void> {
    const { eventId, guildId, channelId, name, data, delayMs = 0 } = event;
    const job: Job = { ownerId, botId, systemId, eventId, guildId, channelId, task: { kind: 'event', name, data } };
    await this.accepted.add(queues.systems, jobIdOf(job), job, { delayMs, priority });
  }

  private installed(connected: ConnectedBot): Handled[] {
    return definitionsOf(connected.bot).flatMap(({ systemId, moderates = false }) => {
      const installed = this.installedIn(connected, systemId);
      return installed ? { ...installed, moderates } : [];
    });
  }
}

/** GUILD_CREATE and the like name the server itself. */
function guildIdOf({ t, d }: GatewayDispatchPayload): unknown {
  if (t === 'GUILD_CREATE' || t === 'GUILD_DELETE') return d.id;
  return d && 'guild_id' in d ? d.guild_id : undefined;
}

export const jobIdOf = ({ botId, systemId, eventId }: Pick<Job, 'botId' | 'systemId' | 'eventId'>): string =>
  `${botId}-${systemId}-${eventId}`;
