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

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 900_000;
/** How long what Discord said is believed. */
const KNOWN_S = 7 * 86_400;
/** Of our command, as we want it. */
const HASH = createHash('sha256').update(JSON.stringify(FORGET_ME)).digest('base64url');

/**
 * Sees that Discord knows our command: asked once per session, written only when it differs. Discord counts the writes, and each one
 * empties what its apps remember. Other commands of the application are its owner's.
 */
@Injectable()
export class ApplicationCommands {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly clients: RestClients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Tries until Discord has it, refuses it, or the connection is closed. A session that only goes on trusts what was found before. */
  async ensure(bot: Target, session: 'new' | 'resumed', closed: AbortSignal): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !closed.aborted; waitMs = Math.min(waitMs * 4, LONGEST_WAIT_MS)) {
      try {
        if (session === 'resumed' && (await this.redis.get(keyOf(bot))) === HASH) return;
        await this.write(bot);
        await this.redis.set(keyOf(bot), HASH, 'EX', KNOWN_S);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        this.logger.warn({ botId: bot.botId, reason }, 'commands not registered with Discord');
        if (isRefused(error)) return;
        await sleep(waitMs, undefined, { ref: false });
      }
    }
  }

  private async write({ botId, applicationId }: Target): Promise<void> {
    const route = Routes.applicationCommands(applicationId);
    const known = (await this.clients.use(botId, (rest) => rest.get(route))) as APIApplicationCommand[];
    // In place of the one with the same name and type.
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

/** Asking again changes nothing. */
function isRefused(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'TOKEN_MISSING' || error.code === 'NOT_FOUND';
  return error instanceof DiscordAPIError && error.status < 500 && error.status !== 429;
}

const keyOf = ({ applicationId }: Target): string => `runner:commands:${applicationId}`;
