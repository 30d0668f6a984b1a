import type { RunnableBot } from '@kith/proto';
import { ONLY_SHARD, shardsOf, type Shard } from '../leases/shard.js';

/** A connection that some runner should hold. */
export interface WantedConnection {
  readonly bot: RunnableBot;
  readonly applicationId: string;
  readonly shard: Shard;
  /** Names the connection among those of all bots. */
  readonly key: string;
}

/** `index` of the shard. */
export const connectionKey = (botId: string, index: number): string => (index === 0 ? botId : `${botId}/${index}`);

/** The connections of these bots: one each, and several of those with more shards. */
export function wantedConnections(
  bots: readonly RunnableBot[],
  shardCounts: ReadonlyMap<string, number>,
): readonly WantedConnection[] {
  return bots.flatMap((bot) => {
    const { botId, applicationId } = bot;
    const count = shardCounts.get(applicationId) ?? 1;
    if (count === 1) return { bot, applicationId, shard: ONLY_SHARD, key: botId };
    return shardsOf(count).map((shard) => ({ bot, applicationId, shard, key: connectionKey(botId, shard.index) }));
  });
}

/** How many connections one of `alive` runners may hold: an even share plus 5 % and one, so that every connection finds a place. */
export const fairShare = (wanted: number, alive: number): number => Math.ceil((wanted / alive) * 1.05) + 1;

/** A copy in random order, so that runners that claim at the same time do not all begin with the same bot. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
