import type { ConnectionPace } from '../discord/connection-pace.js';

/**
 * Resolves when a connection may begin, which is while the leases of this process are surely its own: the RESUME of a former owner of a lease would
 * take the connection away from the present one. At once where the connection is closed meanwhile.
 */
export async function connectionTurn(
  { untilLeasesHeld }: { readonly untilLeasesHeld: () => Promise<void> },
  pace: Pick<ConnectionPace, 'awaitTurn'>,
  closed: AbortSignal,
): Promise<void> {
  // Who waits for Redis takes no turn that others could use.
  await untilLeasesHeld();
  if (closed.aborted) return;
  await pace.awaitTurn();
  // Where all connections begin again, its turn may have come when the lease was over.
  await untilLeasesHeld();
}
