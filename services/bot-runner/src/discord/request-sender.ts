import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRestOptions, RateLimitError, type RateLimitData, type RESTOptions } from '@discordjs/rest';
import { isInvalidRequest, Metrics, REFUSING_STATUSES } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { routeOf, type DiscordRoute } from './discord-route.js';
import { InvalidRequests } from './invalid-requests.js';
import { isFromFirewall, SharedLimits } from './shared-limits.js';

type MakeRequest = RESTOptions['makeRequest'];
type Answer = Awaited<ReturnType<MakeRequest>>;

/** Requests of jobs do not wait for a rate limit: the job is delayed instead. */
const REQUESTS_OF_JOBS: ReadonlySet<string> = new Set([
  'POST /channels/:id/messages',
  'POST /users/@me/channels',
  'DELETE /channels/:id/messages/:id',
  'POST /channels/:id/messages/bulk-delete',
  'PATCH /channels/:id',
  'PATCH /guilds/:id/members/:id',
  // As discord.js writes the path of `@original`.
  'PATCH /webhooks/:id/:token/messages/%40original',
  'DELETE /webhooks/:id/:token/messages/%40original',
  'PATCH /webhooks/:id/:token/messages/:id',
  'DELETE /webhooks/:id/:token/messages/:id',
  'POST /webhooks/:id/:token',
]);
/** Make something new each time: a job looks whether it is there before it asks again, and a client must not repeat them by itself. */
const NOT_REPEATED: ReadonlySet<string> = new Set(['POST /channels/:id/threads', 'POST /guilds/:id/scheduled-events']);
/** Other requests wait for a limit that all processes share; for a longer wait they fail. */
const LONGEST_WAIT_MS = 5000;

/** Whether a request must not wait for a rate limit: its job is delayed instead, or the wait is too long. */
export const isNotAwaited = ({ method, route, ...limit }: RateLimitData): boolean =>
  REQUESTS_OF_JOBS.has(`${method} ${route}`) ||
  Math.max(limit.timeToReset, limit.retryAfter, limit.sublimitTimeout) > LONGEST_WAIT_MS;

/** Sends the requests of all REST clients of this process, within the limits that all processes share. */
@Injectable()
export class RequestSender {
  constructor(
    private readonly limits: SharedLimits,
    private readonly invalidRequests: InvalidRequests,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Sends one request and counts how Discord answers it. `botId` is null for a request without the token of a stored bot. Throws
   * RateLimitError where it would have to wait too long, UNAVAILABLE for a request that must not be repeated and whose fate is unknown, and what the
   * network throws.
   */
  async send(botId: string | null, ...[url, init]: Parameters<MakeRequest>): Promise<Answer> {
    const route = routeOf(init.method ?? 'GET', url);
    for (let waitMs; (waitMs = await this.limits.take(botId, route)) > 0;) {
      if (REQUESTS_OF_JOBS.has(route.name) || waitMs > LONGEST_WAIT_MS) throw limitReached(route, url, waitMs);
      await sleep(waitMs, undefined, init.signal ? { signal: init.signal as AbortSignal } : {});
    }
    const answer = await (NOT_REPEATED.has(route.name) ? requestOnce(url, init) : DefaultRestOptions.makeRequest(url, init));
    this.count(botId, answer);
    if (isFromFirewall(answer)) throw limitReached(route, url, await this.limits.block(answer));
    void this.limits.learn(botId, route, answer);
    return answer;
  }

  private count(botId: string | null, answer: Answer): void {
    const { status } = answer;
    if (REFUSING_STATUSES.has(status)) this.metrics.refusedRequests.inc({ status });
    if (isInvalidRequest(answer)) void this.invalidRequests.record(botId);
  }
}

/** The client repeats a request after a timeout or an error of the server, but not after this error. */
async function requestOnce(...request: Parameters<MakeRequest>): Promise<Answer> {
  const answer = await DefaultRestOptions.makeRequest(...request).catch(() => null);
  if (!answer || answer.status >= 500) throw new AppError('UNAVAILABLE', 'Discord did not answer.');
  return answer;
}

function limitReached({ name, majorId }: DiscordRoute, url: string, waitMs: number): RateLimitError {
  const [method = '', route = ''] = name.split(' ');
  const times = { timeToReset: waitMs, retryAfter: waitMs, sublimitTimeout: 0 };
  return new RateLimitError({
    ...times,
    global: false,
    hash: '',
    limit: 0,
    majorParameter: majorId,
    method,
    route,
    scope: 'user',
    url,
  });
}
