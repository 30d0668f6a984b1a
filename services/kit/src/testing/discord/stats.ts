/** Counters of the stand-in Discord since it was started or `resetStats` was called. */
export interface DiscordStats {
  connections: number;
  identifies: number;
  /** IDENTIFYs of a shard that had an open connection already. */
  parallelSessions: number;
  resumes: number;
  resumed: number;
  invalidSessions: number;
  replayed: number;
  heartbeats: number;
  posts: number;
  /** Posts answered with an earlier message because of their nonce. */
  repeatedNonces: number;
  restRequests: number;
  /** Application commands created or changed. */
  commandWrites: number;
  unauthorized: number;
  /** Requests answered with 429. */
  rateLimited: number;
  /** Number of closes by the stand-in, per close code. */
  closes: Record<number, number>;
}

export const newStats = (): DiscordStats => ({
  connections: 0,
  identifies: 0,
  parallelSessions: 0,
  resumes: 0,
  resumed: 0,
  invalidSessions: 0,
  replayed: 0,
  heartbeats: 0,
  posts: 0,
  repeatedNonces: 0,
  restRequests: 0,
  commandWrites: 0,
  unauthorized: 0,
  rateLimited: 0,
  closes: {},
});
