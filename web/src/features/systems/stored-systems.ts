import { InstalledSystem } from '@kith/proto';
import type { Installed } from './systems.graphql.js';

const keyOf = (userId: string, botId: string): string => `kith:systems:${userId}:${botId}`;
const Stored = InstalledSystem.array();

/** What this tab showed last, for the moment until the server has answered (part 2, section 4; decision X1). Null when there is none. */
export function readSystems(userId: string, botId: string): Installed[] | null {
  try {
    return Stored.parse(JSON.parse(sessionStorage.getItem(keyOf(userId, botId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps what the server said; with null, forgets it. */
export function keepSystems(userId: string, botId: string, systems: readonly Installed[] | null): void {
  try {
    if (systems === null) sessionStorage.removeItem(keyOf(userId, botId));
    else sessionStorage.setItem(keyOf(userId, botId), JSON.stringify(systems));
  } catch {
    // Storage is denied or full: the server has it all the same.
    return;
  }
}
