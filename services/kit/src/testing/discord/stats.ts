/** What happened on the stand-in Discord since it was started or `resetStats` was called. */
export interface Stats {
  connections: number;
  identifies: number;
  resumes: number;
  resumed: number;
  invalidSessions: number;
  replayed: number;
  heartbeats: number;
  posts: number;
  /** Posts that Discord answered with an earlier message because of their nonce. */
  repeatedNonces: number;
  restRequests: number;
  /** Application commands that were written, not only asked for. */
  commandWrites: number;
  unauthorized: number;
  /** Close codes sent by the stand-in, with their number. */
  closes: Record<number, number>;
}

export const newStats = (): Stats => ({
  connections: 0,
  identifies: 0,
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
  closes: {},
});
