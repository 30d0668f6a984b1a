import { REDIS, errorText, type Logger, LOGGER } from '@kith/kit';
import type { RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Routes, type APIThreadChannel, type GatewayDispatchPayload } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { isOutOfReach } from '../discord/refused.js';
import { RestClients } from '../discord/rest-clients.js';

const TTL_S = 30 * 86_400;
const REFUSED_MS = 600_000;
/** How long a message waits for Discord, and how long Discord is not asked again after it failed. */
const LOOKUP_MS = 5000;
const FAILED_MS = 5000;
const MAX_UNRESOLVABLE = 10_000;

type ThreadLike = Pick<APIThreadChannel, 'id' | 'parent_id'>;

/**
 * The parent channel of each thread, whose settings apply to the thread (docs/decisions.md C3). Discord sends it once, in GUILD_CREATE or
 * THREAD_CREATE, so it is kept in Redis for the runner that RESUMEs the session later.
 */
@Injectable()
export class ThreadParents {
  /** Until when Discord is not asked again (epoch ms), by bot and thread; oldest first. */
  private readonly unresolvable = new Map<string, number>();
  /** What Discord is being asked for, by bot and thread. */
  private readonly asking = new Map<string, Promise<string | null>>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clients: RestClients,
  ) {}

  /** The parents that earlier runners stored, by thread id. */
  async load(applicationId: string): Promise<Map<string, string>> {
    return new Map(Object.entries(await this.redis.hgetall(keyOf(applicationId))));
  }

  /** Adds the threads of an event to `known` and to Redis, or removes a deleted one; null when nothing changes. */
  learn(applicationId: string, known: Map<string, string>, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'THREAD_DELETE') return this.forget(applicationId, known, payload.d.id);
    const found = threadsIn(payload).filter(
      (thread) => typeof thread.parent_id === 'string' && known.get(thread.id) !== thread.parent_id,
    );
    if (found.length === 0) return null;
    const pairs = found.map((thread): [string, string] => [thread.id, String(thread.parent_id)]);
    for (const [id, parentId] of pairs) known.set(id, parentId);
    return this.save(applicationId, pairs);
  }

  /**
   * Asks Discord for the parent of an unknown thread, once for messages that arrive meanwhile. Null when Discord does not give it, which is
   * remembered: that it refuses to for ten minutes, that it did not answer for some seconds.
   */
  async fetch(
    { applicationId, botId }: Pick<RunnableBot, 'applicationId' | 'botId'>,
    known: Map<string, string>,
    threadId: string,
  ): Promise<string | null> {
    if ((this.unresolvable.get(`${botId}:${threadId}`) ?? 0) > Date.now()) return null;
    const key = `${botId}:${threadId}`;
    const asked = this.asking.get(key) ?? this.ask({ applicationId, botId }, known, threadId);
    this.asking.set(key, asked);
    try {
      return await asked;
    } finally {
      this.asking.delete(key);
    }
  }

  private async ask(
    { applicationId, botId }: Pick<RunnableBot, 'applicationId' | 'botId'>,
    known: Map<string, string>,
    threadId: string,
  ): Promise<string | null> {
    const key = `${botId}:${threadId}`;
    try {
      const signal = AbortSignal.timeout(LOOKUP_MS);
      const channel = (await this.clients.use(botId, (rest) => rest.get(Routes.channel(threadId), { signal }))) as ThreadLike;
      if (typeof channel.parent_id !== 'string') {
        this.rememberUnresolvable(key, REFUSED_MS);
        return null;
      }
      known.set(threadId, channel.parent_id);
      await this.save(applicationId, [[threadId, channel.parent_id]]);
      return channel.parent_id;
    } catch (error) {
      this.rememberUnresolvable(key, isOutOfReach(error) ? REFUSED_MS : FAILED_MS);
      this.logger.debug({ botId, reason: errorText(error) }, 'parent channel of a thread unavailable');
      return null;
    }
  }

  async delete(applicationId: string): Promise<void> {
    await this.redis.del(keyOf(applicationId));
  }

  private forget(applicationId: string, known: Map<string, string>, threadId: string): Promise<void> | null {
    return known.delete(threadId) ? this.redis.hdel(keyOf(applicationId), threadId).then(() => undefined) : null;
  }

  private rememberUnresolvable(key: string, forMs: number): void {
    this.unresolvable.delete(key);
    this.unresolvable.set(key, Date.now() + forMs);
    const [oldest = ''] = this.unresolvable.keys();
    if (this.unresolvable.size > MAX_UNRESOLVABLE) this.unresolvable.delete(oldest);
  }

  private async save(applicationId: string, pairs: readonly [string, string][]): Promise<void> {
    const key = keyOf(applicationId);
    await this.redis.hset(key, Object.fromEntries(pairs));
    await this.redis.expire(key, TTL_S);
  }
}

const keyOf = (applicationId: string): string => `runner:threads:${applicationId}`;

function threadsIn(payload: GatewayDispatchPayload): readonly ThreadLike[] {
  switch (payload.t) {
    case 'GUILD_CREATE':
      return 'threads' in payload.d ? payload.d.threads : [];
    case 'THREAD_LIST_SYNC':
      return payload.d.threads as ThreadLike[];
    case 'THREAD_CREATE':
    case 'THREAD_UPDATE':
      return [payload.d as ThreadLike];
    default:
      return [];
  }
}
