import { randomUUID } from 'node:crypto';
import type { Queues } from '@kith/kit';
import { queues, type ACCESS_CHANGES } from '@kith/proto';

/** Tells a user of a new way into the account. Inside the transaction of the change, so that none is made without the notification. */
export async function tellAccessChanged(
  jobs: Queues,
  userId: string,
  change: (typeof ACCESS_CHANGES)[number],
  id: string = randomUUID(),
): Promise<void> {
  await jobs.add(queues.notices, `access-changed-${id}`, { kind: 'access-changed', userId, change });
}
