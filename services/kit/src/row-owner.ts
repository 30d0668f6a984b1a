import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type PoolClient } from 'pg';
import { callScope, type CallScope } from './rpc/protocol.js';

// Of `kith.owner`, the setting that the row-level security policies of bots, chat and knowledge compare with `owner_id`. While it is unset
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
function rowOwner(): string {
  const scope = callScope.getStore();
  const actorId = scope && actors.get(scope);
  return actorId === undefined || systemScope.getStore() ? SYSTEM : actorId;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/**
 * A pool that sets `kith.owner` on a connection before it hands it out, when it differs from the owner of the last use. It is set outside
 * transactions, so that a rollback cannot bring an earlier owner back; a connection on which that fails is closed.
 */
export class RowOwnerPool extends pg.Pool {
  private readonly owners = new WeakMap<PoolClient, string>();

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    // Read now: the pool continues in the context of whoever gives a connection back.
    const client = this.connectFor(rowOwner());
    if (!connected) return client;
    client.then(
      (ready) => connected(undefined, ready, (error) => ready.release(error)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  private async connectFor(owner: string): Promise<PoolClient> {
    const client = await super.connect();
    if (this.owners.get(client) === owner) return client;
    this.owners.delete(client);
    try {
      await client.query({ name: 'kith-owner', text: `select set_config('kith.owner', $1, false)`, values: [owner] });
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.owners.set(client, owner);
    return client;
  }
}
