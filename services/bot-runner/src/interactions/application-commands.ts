import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import { LOGGER, REDIS, type Logger } from '@kith/kit';
import { AppError, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type APIApplicationCommand } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { RestClients } from '../discord/rest-clients.js';
import { FORGET_ME } from './forget-me.js';

type Target = Pick<RunnableBot, 'botId' | 'applicationId'>;

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 900_000;
/** For this long a resumed session does not check the registration again. */
const REGISTERED_TTL_S = 7 * 86_400;
const COMMAND_HASH = createHash('sha256').update(JSON.stringify(FORGET_ME)).digest('base64url');

/**
 * Registers our command with Discord: checked once per session, written only when it differs, because Discord limits the writes and each
 * one clears the command caches of its apps. Other commands of the application belong to its owner and are left alone.
 */
@Injectable()
export class ApplicationCommands {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Retries until the command is registered, Discord refuses it or the connection is closed. A resumed session trusts the stored result. */
  async ensure(bot: Target, session: 'new' | 'resumed', closed: AbortSignal): Promise<void> {
    for (let waitMs = MIN_BACKOFF_MS; !closed.aborted; waitMs = Math.min(waitMs * 4, MAX_BACKOFF_MS)) {
      try {
        if (session === 'resumed' && (await this.redis.get(keyOf(bot))) === COMMAND_HASH) return;
        await this.register(bot);
        await this.redis.set(keyOf(bot), COMMAND_HASH, 'EX', REGISTERED_TTL_S);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        this.logger.warn({ botId: bot.botId, reason }, 'commands not registered with Discord');
        if (isPermanent(error)) return;
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  private async register({ botId, applicationId }: Target): Promise<void> {
    const route = Routes.applicationCommands(applicationId);
    const known = (await this.clients.use(botId, (rest) => rest.get(route))) as APIApplicationCommand[];
    // Discord replaces the command with the same name and type.
    if (!known.some(isOurs)) await this.clients.use(botId, (rest) => rest.post(route, { body: FORGET_ME }));
  }
}

function isOurs({ type, name, description, contexts, options }: APIApplicationCommand): boolean {
  return (
    type === FORGET_ME.type &&
    name === FORGET_ME.name &&
    description === FORGET_ME.description &&
    (options ?? []).length === 0 &&
    contexts?.toSorted().join() === FORGET_ME.contexts.join()
  );
}

function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return ['TOKEN_MISSING', 'TOKEN_INVALID', 'NOT_FOUND'].includes(error.code);
  return error instanceof DiscordAPIError && error.status < 500 && error.status !== 429;
}

const keyOf = ({ applicationId }: Target): string => `runner:commands:${applicationId}`;
