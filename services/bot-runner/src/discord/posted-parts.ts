import { randomUUID } from 'node:crypto';
import { REDIS } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Longer than a job is retried. The nonce alone would not do: Discord remembers it only for minutes. */
const TTL_S = 86_400;
/** Longer than one request to Discord, after which the holder extends it. */
const LOCK_MS = 12_000;
/** In the hash of a post, beside the numbers of its parts: the last revision of the answer that is posted whole. */
const ANSWERED = 'answered';
/** And the last revision whose beginning was shown. */
const BEGUN = 'begun';

const UNLOCK = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;
const EXTEND = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ${LOCK_MS}) end return 0`;

type LockingRedis = Redis & {
  runnerUnlockPost(key: string, token: string): Promise<unknown>;
  runnerExtendPost(key: string, token: string): Promise<number>;
};

/** Identifies a post among those of all bots. */
export interface PostRef {
  readonly botId: string;
  readonly postId: string;
}

/** A message that is a part of a post. */
export interface PostedPart {
  readonly channelId: string;
  readonly messageId: string;
  /** Of what it shows. */
  readonly hash: string;
}

export interface PostedPost {
  /** In order. */
  readonly parts: readonly PostedPart[];
  /** The revision of the answer that is posted whole; null while there is none, and for what is no answer. */
  readonly answered: string | null;
  /** The last revision whose beginning was shown; null for an answer that was posted at once. */
  readonly begun: string | null;
}

/** What is posted already of each post, so that a repeated attempt goes on where the last one ended. */
@Injectable()
export class PostedParts {
  private readonly redis: LockingRedis;

  constructor(@Inject(REDIS) redis: Redis) {
    redis.defineCommand('runnerUnlockPost', { lua: UNLOCK, numberOfKeys: 1 });
    redis.defineCommand('runnerExtendPost', { lua: EXTEND, numberOfKeys: 1 });
    this.redis = redis as LockingRedis;
  }

  async of(post: PostRef): Promise<PostedPost> {
    const fields = await this.redis.hgetall(keyOf(post));
    const parts: PostedPart[] = [];
    for (let index = 0; fields[index] !== undefined; index++) {
      const [channelId = '', messageId = '', hash = ''] = (fields[index] ?? '').split(':');
      parts.push({ channelId, messageId, hash });
    }
    return { parts, answered: fields[ANSWERED] ?? null, begun: fields[BEGUN] ?? null };
  }

  /** Whether an answer to the message was posted whole. */
  async isAnswer(botId: string, messageId: string): Promise<boolean> {
    return (await this.redis.hexists(keyOf({ botId, postId: messageId }), ANSWERED)) === 1;
  }

  async set(post: PostRef, index: number, { channelId, messageId, hash }: PostedPart): Promise<void> {
    const key = keyOf(post);
    await this.redis.multi().hset(key, String(index), `${channelId}:${messageId}:${hash}`).expire(key, TTL_S).exec();
  }

  async remove(post: PostRef, index: number): Promise<void> {
    await this.redis.hdel(keyOf(post), String(index));
  }

  /** The answer is posted whole; `revision` is 0 for the message as it was written first. */
  async setAnswered(post: PostRef, revision: string): Promise<void> {
    await this.note(post, ANSWERED, revision);
  }

  async setBegun(post: PostRef, revision: string): Promise<void> {
    await this.note(post, BEGUN, revision);
  }

  private async note(post: PostRef, field: string, revision: string): Promise<void> {
    const key = keyOf(post);
    await this.redis.multi().hset(key, field, revision).expire(key, TTL_S).exec();
  }

  /**
   * Calls `work` while no other process changes the post; null when one does. `extend` is to be called before each request of `work`; it throws
   * when the post is not this process's any more, because a request took too long.
   */
  async alone<T>(post: PostRef, work: (extend: () => Promise<void>) => Promise<T>): Promise<{ readonly result: T } | null> {
    const [key, token] = [`runner:posting:${post.botId}-${post.postId}`, randomUUID()];
    if ((await this.redis.set(key, token, 'PX', LOCK_MS, 'NX')) !== 'OK') return null;
    try {
      const extend = async (): Promise<void> => {
        if ((await this.redis.runnerExtendPost(key, token)) !== 1) throw new Error('another process changes the same post');
      };
      return { result: await work(extend) };
    } finally {
      await this.redis.runnerUnlockPost(key, token).catch(() => undefined);
    }
  }
}

const keyOf = ({ botId, postId }: PostRef): string => `runner:posted:${botId}-${postId}`;
