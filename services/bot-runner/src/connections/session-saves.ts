import type { LeaseStore, SessionWrite } from '../leases/lease-store.js';
import type { BotConnection } from './bot-connection.js';

/** Saves the sessions of connections, and how far their events are processed. */
export class SessionSaves {
  private readonly unsaved = new Set<BotConnection>();

  constructor(
    private readonly store: LeaseStore,
    private readonly onLeaseLost: (connection: BotConnection) => void,
  ) {}

  /** The connection has something to save at the next `saveUnsaved`. */
  add(connection: BotConnection): void {
    this.unsaved.add(connection);
  }

  /** Redis may have lost what was saved of it. */
  addWhole(connection: BotConnection): void {
    connection.record.markUnsaved();
    this.unsaved.add(connection);
  }

  /** Saves what is unsaved of the connections that `isOwned`. False when nobody holds the lease of one, which has to be renewed first. */
  async saveUnsaved(isOwned: (connection: BotConnection) => boolean): Promise<boolean> {
    const connections = [...this.unsaved].filter(isOwned);
    this.unsaved.clear();
    if (connections.length === 0) return true;
    try {
      const notHeld = await this.save(connections);
      for (const connection of notHeld) this.unsaved.add(connection);
      return notHeld.length === 0;
    } catch (error) {
      for (const connection of connections) this.unsaved.add(connection);
      throw error;
    }
  }

  /** Resolves to the connections whose lease nobody holds, because it expired or Redis lost its data: nothing of them was saved. */
  async save(connections: readonly BotConnection[]): Promise<BotConnection[]> {
    const writes = new Map<BotConnection, SessionWrite>();
    for (const connection of connections) {
      const write = connection.record.unsavedChanges();
      if (write) writes.set(connection, write);
    }
    const notHeld: BotConnection[] = [];
    const savings = await this.store.save([...writes.values()]);
    for (const [connection, write] of writes) {
      const saving = savings.get(connection.lease);
      if (saving === 'saved') connection.record.markSaved(write);
      else if (saving === 'not-held') notHeld.push(connection);
      else this.onLeaseLost(connection);
    }
    return notHeld;
  }
}
