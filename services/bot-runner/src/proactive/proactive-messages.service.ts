import { growingCache, Interval, LOGGER, type Logger } from '@kith/kit';
import { HOUR_MS, queues, type ProactiveMessage, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { GatewayIntentBits, type APIUser } from 'discord-api-types/v10';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import { dueEvent } from './proactive-schedule.js';
import { UnseenChannels } from './unseen-channels.js';

const SWEEP_EVERY_MS = 60_000;
const MAX_KNOWN_JOINS = 5000;
const WELCOME_MESSAGES_ID = 'welcome-messages';

type Proactive = Pick<RunnableBot, 'channelSettings' | 'sendsProactiveMessages' | 'systems'>;

/** What the bot says by itself: nothing unless its owner switched that on, and nothing to new members whom its welcome messages greet. */
export function proactiveMessagesOf({ channelSettings, sendsProactiveMessages = false, systems }: Proactive): ProactiveMessage[] {
  if (!sendsProactiveMessages) return [];
  const isGreeting = systems.some(({ systemId }) => systemId === WELCOME_MESSAGES_ID);
  return channelSettings.proactiveMessages.filter(({ event }) => !(event === 'newMember' && isGreeting));
}

/** The gateway intents beyond those for messages that the bot needs for what it says by itself. */
export const proactiveIntents = (bot: Proactive): number =>
  proactiveMessagesOf(bot).some(({ event }) => event === 'newMember') ? GatewayIntentBits.GuildMembers : 0;

/** Queues what bots may have to say by themselves. Whether it is said is decided by the worker (docs/decisions.md C41). */
@Injectable()
export class ProactiveMessages {
  /** The events of time that this process has queued, by bot and channel. */
  private queued = new Map<string, string>();
  /** The same for new members, of whom a server may get thousands at once. */
  private readonly joins = growingCache<string>(MAX_KNOWN_JOINS);

  constructor(
    private readonly desired: DesiredBotsSource,
    private readonly accepted: AcceptedJobs,
    private readonly unseen: UnseenChannels,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All processes do this: the ids of the jobs keep it from having effects twice. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of proactive messages')
  async sweep(nowMs = Date.now()): Promise<void> {
    if (!this.desired.bots.isLoaded) return;
    const queued = new Map<string, string>();
    const chosen: { botId: string; ownerId: string; channelId: string }[] = [];
    for (const bot of this.desired.bots.all()) {
      for (const message of proactiveMessagesOf(bot)) {
        chosen.push({ botId: bot.botId, ownerId: bot.ownerId, channelId: message.channelId });
        const eventId = dueEvent(message, nowMs);
        if (eventId === null) continue;
        const key = `${bot.botId}-${message.channelId}`;
        if (this.queued.get(key) !== eventId) await this.add(bot, message, eventId, null);
        queued.set(key, eventId);
      }
    }
    this.queued = queued;
    await this.unseen.sweep(chosen);
  }

  /** A member joined a server. Never throws: such a message is no loss. */
  joined(bot: RunnableBot, guildId: string | undefined, { bot: isBot = false }: Pick<APIUser, 'bot'>): void {
    if (isBot || guildId === undefined) return;
    const eventId = `newMember-${guildId}-${Math.floor(Date.now() / HOUR_MS)}`;
    for (const message of proactiveMessagesOf(bot)) {
      const key = `${bot.botId}-${message.channelId}-${guildId}`;
      if (message.event !== 'newMember' || this.joins.get(key) === eventId) continue;
      this.joins.set(key, eventId);
      this.add(bot, message, eventId, guildId).catch((error: unknown) => {
        this.joins.delete(key);
        this.logger.info({ botId: bot.botId, guildId, err: error }, 'proactive message not queued');
      });
    }
  }

  private async add(
    { botId, ownerId }: RunnableBot,
    { channelId, event }: ProactiveMessage,
    eventId: string,
    guildId: string | null,
  ): Promise<void> {
    await this.accepted.add(queues.proactive, `${botId}-${channelId}-${eventId}`, {
      ownerId,
      botId,
      channelId,
      event,
      eventId,
      guildId,
    });
  }
}
