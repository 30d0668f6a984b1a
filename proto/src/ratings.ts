/** Why a reply is not good, as people choose it. */
export const RATING_REASONS = ['wrong', 'incomplete', 'off_topic', 'unclear', 'rude', 'other'] as const;
export type RatingReason = (typeof RATING_REASONS)[number];
