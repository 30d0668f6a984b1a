/** One of the connections of an application: Discord divides the servers of a large bot among several. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The connection of nearly every bot: Discord asks for more from some two thousand servers on. */
export const ONLY_SHARD: Shard = { index: 0, count: 1 };

/** More connections than any bot needs here: each takes an IDENTIFY, five seconds after the one before. */
export const MAX_SHARDS = 64;

/** The index of the shard that gets the events of a server; direct messages, which have none, go to the first. Discord's rule. */
export const shardOf = (guildId: string | null, count: number): number =>
  guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));

/** Whether the shard gets the events of the server. */
export const belongsTo = (guildId: string | null, { index, count }: Shard): boolean => shardOf(guildId, count) === index;

const ALL_ONLY: readonly Shard[] = [ONLY_SHARD];

/** All shards of an application with `count` of them. */
export const shardsOf = (count: number): readonly Shard[] =>
  count === 1 ? ALL_ONLY : Array.from({ length: count }, (_, index) => ({ index, count }));
