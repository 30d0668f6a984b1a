import type { ConnectionPace } from '../discord/connection-pace.js';
import type { ConnectionCallbacks } from './connection-dependencies.js';

type Leases = Pick<ConnectionCallbacks<unknown>, 'areLeasesHeld' | 'untilLeasesHeld'>;
type Pace = Pick<ConnectionPace, 'awaitTurn'>;

/**
 * Resolves when a connection may begin, which is while the leases of this process are surely its own: the RESUME of a former owner of a lease would
 * take the connection away from the present one. At once where the connection is closed meanwhile.
 */
export async function connectionTurn(leases: Leases, pace: Pace, closed: AbortSignal): Promise<void> {
  if (closed.aborted) return;
  let close = (): void => undefined;
  const closing = new Promise<void>((resolve) => (close = resolve));
  closed.addEventListener('abort', close);
  try {
    await Promise.race([turnWhileLeasesHeld(leases, pace, closed), closing]);
  } finally {
    closed.removeEventListener('abort', close);
  }
}

async function turnWhileLeasesHeld(leases: Leases, pace: Pace, closed: AbortSignal): Promise<void> {
  do {
    // Who waits for Redis takes no turn that others could use.
    await leases.untilLeasesHeld();
    if (closed.aborted) return;
    await pace.awaitTurn();
    // A turn that came while the leases were not held is over: the connections that kept theirs until the next renewal would all begin at once.
  } while (!closed.aborted && !leases.areLeasesHeld());
}
