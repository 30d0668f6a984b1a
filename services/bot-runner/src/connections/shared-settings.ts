import { createHash } from 'node:crypto';
import type { RunnableBot } from '@kith/proto';

type Settings = RunnableBot['channelSettings'];

/**
 * Equal settings of bots as one object in memory: most owners change few of them, or none, and thousands of copies would take more of it than the
 * connections' own state.
 */
export class SharedSettings {
  private byHash = new Map<string, WeakRef<Settings>>();

  /** The bot with the settings that others with equal ones have as well. Nobody changes them in place. */
  share(bot: RunnableBot): RunnableBot {
    const hash = createHash('sha256').update(JSON.stringify(bot.channelSettings)).digest('base64url');
    const shared = this.byHash.get(hash)?.deref();
    if (shared) return { ...bot, channelSettings: shared };
    this.byHash.set(hash, new WeakRef(bot.channelSettings));
    return bot;
  }

  /** Settings that no bot has any more are forgotten. */
  sweep(): void {
    for (const [hash, settings] of this.byHash) if (!settings.deref()) this.byHash.delete(hash);
  }
}
