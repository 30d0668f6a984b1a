import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script, sent by its hash and by its text only when Redis does not know it yet. */
export class Script {
  readonly #hash: string;

  constructor(private readonly text: string) {
    this.#hash = createHash('sha1').update(text).digest('hex');
  }

  async run(redis: Redis, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#hash, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.text, keys.length, ...keys, ...values);
    }
  }
}
