import pg, { type PoolClient, type PoolConfig } from 'pg';
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
    this.client.setting = { owner: this.owner, isCommitted: false };
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
    // A statement without values can end with a rollback and succeed, so its setting is not relied on afterwards.
    if (this.setting !== undefined && this.requiresPreparation() && !this.client.isInTransaction())
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
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/** A pool whose connections show the rows that the code which asked for one may see. */
export class RowOwnerPool extends pg.Pool {
  constructor(config?: PoolConfig) {
    super({ ...config, Client: RowOwnerClient });
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

  private async connectFor(owner: string): Promise<PoolClient> {
    const client = (await super.connect()) as PoolClient & RowOwnerClient;
    const { release } = client;
    client.owner = owner;
    // A connection that is given back within a transaction is closed, so that nobody continues it.
    client.release = (error) => release(error || client.isInTransaction());
    return client;
  }
}
