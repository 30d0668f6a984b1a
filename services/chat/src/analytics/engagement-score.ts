/** What the score is made of; all counts over the last 30 days but for `activeDays`. */
export interface Engagement {
  /** People who were answered. */
  readonly activeUsers: number;
  /** Those of them who were answered on two UTC days or more. */
  readonly returningUsers: number;
  readonly conversations: number;
  /** Those of three turns or more; a turn is a delivered reply. */
  readonly longConversations: number;
  /** UTC days with a delivered reply, of the last seven, today included. */
  readonly activeDays: number;
}

const DAYS = 7;

/** 0-100 with one decimal: 40·(returning / active users) + 30·(share of long conversations) + 30·(active days / 7) (decision N1). */
export function engagementScore({
  activeUsers,
  returningUsers,
  conversations,
  longConversations,
  activeDays,
}: Engagement): number {
  const score =
    40 * share(returningUsers, activeUsers) + 30 * share(longConversations, conversations) + 30 * share(activeDays, DAYS);
  return Math.round(score * 10) / 10;
}

// A new companion has nobody and nothing: zero, not an error (decision N2).
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
