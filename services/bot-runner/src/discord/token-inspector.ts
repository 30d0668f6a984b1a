import type { OutputOf, runner } from '@kith/proto';
import { ApplicationFlags, Routes, type APIApplication, type APIUser } from 'discord-api-types/v10';
import { Injectable } from '@nestjs/common';
import { isUnauthorized, RestClients } from './rest-clients.js';

const TIMEOUT_MS = 3000;
/** Three parts; the first is the application's id in base64. Anything else is refused without a request: Discord counts invalid requests per IP address. */
const TOKEN_FORMAT = /^[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}$/;
const MESSAGE_CONTENT = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Checks a token over REST, without a gateway connection or an IDENTIFY. */
@Injectable()
export class TokenInspector {
  constructor(private readonly clients: RestClients) {}

  async inspect(token: string): Promise<OutputOf<typeof runner.inspectToken>> {
    if (!TOKEN_FORMAT.test(token)) return { verdict: 'invalid' };
    const rest = this.clients.createFor(token, { timeoutMs: TIMEOUT_MS, retries: 0 });
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    try {
      const [user, application] = (await Promise.all([
        rest.get(Routes.user(), options),
        rest.get(Routes.currentApplication(), options),
      ])) as [APIUser, APIApplication];
      // Discord's rules do not allow programs to use the account of a person.
      if (!user.bot) return { verdict: 'invalid' };
      const hasMessageContent = ((application.flags ?? 0) & MESSAGE_CONTENT) !== 0;
      return { verdict: 'valid', applicationId: application.id, botName: user.username, hasMessageContent };
    } catch (error) {
      return { verdict: isUnauthorized(error) ? 'invalid' : 'unreachable' };
    }
  }
}
