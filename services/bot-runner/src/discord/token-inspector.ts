import { RateLimiter, REDIS } from '@kith/kit';
import { AppError, type OutputOf, type ParsedInputOf, type runner } from '@kith/proto';
import { Routes, type APIApplication } from 'discord-api-types/v10';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { allowsMessageContent } from './privileged-intents.js';
import { isUnauthorized, RestClients } from './rest-clients.js';

type Inspection = OutputOf<typeof runner.inspectToken>;

const TIMEOUT_MS = 3000;
/** Three parts; the first is the application's id in base64. Anything else is refused without a request: Discord counts invalid requests per IP address. */
const TOKEN_FORMAT = /^[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}$/;
const CHECKS_PER_USER = { name: 'runner-token-checks', points: 10, windowS: 3600, wait: 'window' } as const;
const TOO_MANY_CHECKS = 'You have had ten Discord tokens checked within an hour. Please wait before you try another one.';

/** The name of an application's bot, with the number behind it where it has one. */
export function nameOnDiscord({ bot, name }: APIApplication): string {
  if (!bot) return name;
  return bot.discriminator === '0' ? bot.username : `${bot.username}#${bot.discriminator}`;
}

/** Checks a token over REST, without a gateway connection or an IDENTIFY. */
@Injectable()
export class TokenInspector {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly clients: RestClients,
    @Inject(REDIS) redis: Redis,
  ) {
    this.limiter = new RateLimiter(redis, CHECKS_PER_USER);
  }

  /** Sends one request at most. RATE_LIMITED after ten tokens of the user within an hour; those that Discord is not asked about do not count. */
  async inspect({ userId, token }: ParsedInputOf<typeof runner.inspectToken>): Promise<Inspection> {
    if (!TOKEN_FORMAT.test(token) || (await this.clients.refusedTokens.has(token))) return { verdict: 'invalid' };
    await this.countCheck(userId);
    if (!this.clients.invalidRequests.mayCheckTokens) return { verdict: 'unreachable' };
    const inspection = await this.ask(token);
    if (inspection.verdict === 'invalid') await this.clients.refusedTokens.add(token);
    return inspection;
  }

  private async countCheck(userId: string): Promise<void> {
    try {
      await this.limiter.consume(userId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
      throw new AppError('RATE_LIMITED', TOO_MANY_CHECKS, error.details);
    }
  }

  private async ask(token: string): Promise<Inspection> {
    const rest = this.clients.createFor(token, { timeoutMs: TIMEOUT_MS, retries: 0 });
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    try {
      const application = (await rest.get(Routes.currentApplication(), options)) as APIApplication;
      // Discord's rules do not allow programs to use the account of a person.
      if (application.bot?.bot === false) return { verdict: 'invalid' };
      return {
        verdict: 'valid',
        applicationId: application.id,
        botName: nameOnDiscord(application),
        hasMessageContent: allowsMessageContent(application),
      };
    } catch (error) {
      return { verdict: isUnauthorized(error) ? 'invalid' : 'unreachable' };
    }
  }
}
