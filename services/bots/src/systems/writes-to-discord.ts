/** The system that writes something into servers which acts there without Kith, rules of Discord's AutoMod, and which is removed with it. */
export const WRITES_TO_DISCORD = 'auto-moderation';
