import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import pg, { type PoolClient, type PoolConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { rowOwner } from './row-owner.js';

/** Writes protocol messages; the declared types of pg ask for parameters that it does not have. */
interface Connection {
  /** The named statements that were sent to be prepared and are not known to be. */
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name?: string }): void;
  bind(values: object): void;
  execute(portal: object): void;
}

/** What pg.Query has beyond its declared types: the methods that its client calls. */
interface ProtocolQuery {
  text: string;
  /** Of a statement that the connection keeps prepared. */
  readonly name?: string;
  hasBeenParsed(connection: Connection): boolean;
  /** True for a statement with values, which takes several messages; one without is a single message. */
  requiresPreparation(): boolean;
  /** Sends the statement, once those before it are answered. Returns an Error when it sent nothing. */
  submit(connection: Connection): Error | null;
  /** Sends the messages of a statement with values; Postgres skips the rest of them after an error. */
  prepare(connection: Connection): void;
  handleCommandComplete(message: object, connection: Connection): void;
  /** Called for a statement that succeeded, not for one that failed. */
  handleReadyForQuery(connection: Connection): void;
}
const ProtocolQuery = pg.Query as unknown as new (...args: readonly unknown[]) => ProtocolQuery;

/** `kith.owner` as a connection was last told to set it. */
interface OwnerSetting {
  readonly owner: string;
  /** False until it is known that no rollback can bring the value before it back. */
  readonly isCommitted: boolean;
}

/**
 * A statement that is sent together with the setting of `kith.owner` when the connection does not have it yet. Postgres runs both as one
 * unit: a setting that fails keeps the statement from running, and a statement that fails undoes the setting.
 */
class OwnedQuery extends ProtocolQuery {
  private setting?: string;
  private sent?: OwnerSetting;
  private isSettingDone = false;

  constructor(
    private readonly client: RowOwnerClient,
    private readonly owner: string,
    args: readonly unknown[],
  ) {
    super(...args);
  }

  override submit(connection: Connection): Error | null {
    const isInTransaction = this.client.isInTransaction();
    const { owner, isCommitted } = this.client.setting;
    // A transaction that was begun without the committed setting of its owner has set it in its first statement.
    if (owner === this.owner && (isCommitted || isInTransaction)) return super.submit(connection);
    if (isInTransaction) return new Error('The transaction of this connection was begun for the rows of another owner.');
    this.sent = { owner: this.owner, isCommitted: false };
    this.client.setting = this.sent;
    this.setting = `set kith.owner = ${pg.escapeLiteral(this.owner)}`;
    if (!this.requiresPreparation()) this.text = `${this.setting}; ${this.text}`;
    return super.submit(connection);
  }

  override prepare(connection: Connection): void {
    if (this.setting !== undefined) {
      this.parseNamed(connection);
      connection.parse({ text: this.setting });
      connection.bind({});
      connection.execute({});
    }
    super.prepare(connection);
  }

  /** Before the setting: pg takes the first confirmation for that of the named statement, which it then never sends again. */
  private parseNamed(connection: Connection): void {
    const { name, text } = this;
    if (!name || this.hasBeenParsed(connection)) return;
    connection.parse({ text, name });
    connection.submittedNamedStatements[name] = text;
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.setting === undefined || this.isSettingDone) return super.handleCommandComplete(message, connection);
    this.isSettingDone = true;
  }

  override handleReadyForQuery(connection: Connection): void {
    // A statement without values can end with a rollback and succeed, so its setting is not relied on afterwards. Nor is one behind which another
    // statement was sent with a setting of its own.
    const isLast = this.sent !== undefined && this.client.setting === this.sent;
    if (isLast && this.requiresPreparation() && !this.client.isInTransaction())
      this.client.setting = { owner: this.owner, isCommitted: true };
    super.handleReadyForQuery(connection);
  }
}

/** A connection that runs each statement with `kith.owner` set to the owner for whom it was handed out. */
class RowOwnerClient extends pg.Client {
  setting: OwnerSetting = { owner: '', isCommitted: false };
  /** Of the current use. Nobody's rows, until the pool says whose. */
  owner = '';

  isInTransaction(): boolean {
    return this.getTransactionStatus() !== 'I';
  }

  /** As that of pg.Client, for texts and their values. `never` fits the return types of all its declarations. */
  override query(text: unknown, values?: unknown, callback?: unknown): never {
    if (typeof values === 'function' || typeof callback === 'function') return this.send(text, values, callback) as never;
    return new Promise((resolve, reject) => {
      this.send(text, values, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    }) as never;
  }

  private send(...args: readonly unknown[]): void {
    super.query(new OwnedQuery(this, this.owner, args));
  }

  /**
   * From now on a statement is sent before those before it are answered, and all that are sent in this turn of the event loop are written to the socket at
   * once. For statements outside of transactions: what is sent behind a rollback would be taken for a part of the transaction.
   */
  startSharing(): void {
    this.setPipelined(true);
    const { stream } = (this as unknown as { readonly connection: { readonly stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** When all are answered. */
  endSharing(): void {
    this.setPipelined(false);
  }

  /** The declared type has it read-only, as an option of a new client; it is looked at with each statement. */
  private setPipelined(isPipelined: boolean): void {
    (this as { pipeline: boolean }).pipeline = isPipelined;
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;
type OwnedClient = PoolClient & RowOwnerClient;

/** So many statements at most wait for each other on one connection. */
const MAX_SHARING = 10;

/** The use of one connection by statements of different owners that were asked for at the same time. */
class SharedUse {
  users = 0;
  failure: Error | undefined;
  readonly client: Promise<OwnedClient>;

  constructor(connect: (use: SharedUse) => Promise<OwnedClient>) {
    this.client = connect(this);
  }

  readonly fail = (error: Error): void => {
    this.failure ??= error;
  };

  /** Like the pool, closes a connection on which something failed. */
  async end(): Promise<void> {
    const client = await this.client.catch(() => undefined);
    client?.endSharing();
    client?.off('error', this.fail);
    client?.release(this.failure);
  }
}

/** A pool whose connections show the rows that the code which asked for one may see. */
export class RowOwnerPool extends pg.Pool {
  /** The one that can still be joined. */
  private shared: SharedUse | undefined;

  constructor(config?: PoolConfig) {
    super({ ...config, Client: RowOwnerClient });
  }

  /**
   * Like `query`, for short statements that wait for no lock: up to ten that ask for a connection at the same time share it. They are written to its
   * socket at once, as each write costs more than many a statement, and answered one after the other, each with its own rows or error.
   */
  async queryTogether<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>> {
    const owner = rowOwner();
    if (!this.shared || this.shared.users === MAX_SHARING) this.shared = new SharedUse((use) => this.connectShared(use));
    const use = this.shared;
    use.users += 1;
    try {
      const client = await use.client;
      client.owner = owner;
      return await client.query<R>(statement);
    } catch (error) {
      use.fail(error as Error);
      throw error;
    } finally {
      use.users -= 1;
      if (use.users === 0) void use.end();
    }
  }

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

  private async connectFor(owner: string): Promise<OwnedClient> {
    const client = (await super.connect()) as OwnedClient;
    const { release } = client;
    client.owner = owner;
    // A connection that is given back within a transaction is closed, so that nobody continues it.
    client.release = (error) => release(error || client.isInTransaction());
    return client;
  }

  private async connectShared(use: SharedUse): Promise<OwnedClient> {
    try {
      // Behind whatever else asks in this turn of the event loop.
      await immediate();
      const client = await this.connectFor('');
      client.on('error', use.fail);
      client.startSharing();
      return client;
    } finally {
      if (this.shared === use) this.shared = undefined;
    }
  }
}
