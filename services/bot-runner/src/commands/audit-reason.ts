import type { GuildCall } from './command-permissions.js';

/** What Discord's audit log shows. */
export const auditReason = ({ place }: GuildCall, reason: string): string =>
  `By member ${place.memberId}. ${reason}`.trim().slice(0, 512);
