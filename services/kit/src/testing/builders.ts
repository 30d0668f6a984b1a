import { randomInt, randomUUID } from 'node:crypto';
import { Bot, initialBotSettings, type Actor } from '@kith/proto';

/** An actor with random ids; every field can be overridden. */
export function anActor(fields: Partial<Actor> = {}): Actor {
  const userId = fields.userId ?? randomUUID();
  return { userId, username: `user-${userId.slice(0, 8)}`, role: 'user', plan: 'free', sessionId: randomUUID(), ...fields };
}

/** A unique id in Discord's format. */
export function aSnowflake(): string {
  return String(10n ** 17n + BigInt(randomInt(2 ** 48 - 1)));
}

/** A bot with default settings, as the bots service returns it; every field can be overridden. */
export function aBot(fields: Partial<Bot> = {}): Bot {
  const now = new Date().toISOString();
  return Bot.parse({
    ...initialBotSettings(),
    id: randomUUID(),
    userId: randomUUID(),
    name: 'Milo',
    hasDiscordToken: false,
    discordTokenHint: null,
    dedicatedChannelId: null,
    status: 'offline',
    runtimeState: 'stopped',
    statusReason: null,
    messageCount: 0,
    isResetting: false,
    created: now,
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...fields,
  });
}
