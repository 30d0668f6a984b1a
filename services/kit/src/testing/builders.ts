import { randomUUID } from 'node:crypto';
import type { Actor } from '@kith/proto';

/** Somebody who asks; every field can be set. */
export function anActor(fields: Partial<Actor> = {}): Actor {
  const userId = fields.userId ?? randomUUID();
  return { userId, username: `user-${userId.slice(0, 8)}`, role: 'user', plan: 'free', sessionId: randomUUID(), ...fields };
}
