import { AsyncLocalStorage } from 'node:async_hooks';
import { callScope, type CallScope } from './rpc/protocol.js';

// Of `kith.owner`, the setting that the row-level security policies of bots, chat, knowledge and bot-runner compare with `owner_id`. While it is unset
// they show no row at all.
const SYSTEM = 'system';

const systemScope = new AsyncLocalStorage<boolean>();
/** The actors of running calls, by their scope: the handler of a stream runs in steps that share nothing else. */
const actors = new WeakMap<CallScope, string>();

/** Limits the running call to the rows of the actor in its input. A call without one is made by a service and sees those of all users. */
export function limitToActor(input: unknown): void {
  const scope = callScope.getStore();
  const userId = isObject(input) && isObject(input['actor']) ? input['actor']['userId'] : undefined;
  if (scope && typeof userId === 'string') actors.set(scope, userId);
}

/**
 * Runs `work` with access to the rows of all users, within a call that has an actor: for what the call must know of others, such as whether
 * another user's bot has the same Discord application. A transaction that is already open keeps the access it began with.
 */
export const asSystem = <T>(work: () => T): T => systemScope.run(true, work);

/** Whose rows the running code may see: the actor's within a call that has one; those of all users in any other call, job and task. */
export function rowOwner(): string {
  const scope = callScope.getStore();
  const actorId = scope && actors.get(scope);
  return actorId === undefined || systemScope.getStore() ? SYSTEM : actorId;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
