import type { Claim, Lease, SessionWrite, StoredSession } from '../leases/lease-store.js';
import { ProcessedSequence } from './processed-sequence.js';

/** The session of a connection, how far its events are processed, and what of it Redis holds. */
export class SessionRecord {
  session: StoredSession | null;
  processed: ProcessedSequence;
  private readonly lease: Lease;
  /** The id of the session that Redis holds. */
  private savedSessionId: string | null;

  constructor({ lease, session }: Claim) {
    this.lease = lease;
    this.session = session;
    this.savedSessionId = session?.id ?? null;
    this.processed = new ProcessedSequence(session?.seq ?? 0);
  }

  /** A new session began. */
  begin(session: StoredSession): void {
    this.session = session;
    this.processed = new ProcessedSequence(session.seq);
  }

  /** What was missed before the session is read. False where the session is another one by now. */
  endGap(sessionId: string | undefined): boolean {
    if (!this.session || this.session.id !== sessionId) return false;
    const { isGapUnread: _, ...session } = this.session;
    this.session = session;
    this.savedSessionId = null;
    return true;
  }

  /** What has to be written to Redis; null when Redis is up to date. */
  unsavedChanges(): SessionWrite | null {
    const { lease, session, savedSessionId } = this;
    const seq = this.processed.processedUpTo;
    if (!session) return savedSessionId === null ? null : { lease, session: 'delete' };
    return { lease, session: session.id === savedSessionId ? seq : { ...session, seq } };
  }

  /** The write was stored in Redis. */
  markSaved({ session }: SessionWrite): void {
    if (typeof session !== 'number') this.savedSessionId = session === 'delete' ? null : session.id;
  }

  /** Redis lost its data: the whole session has to be written again. */
  markUnsaved(): void {
    this.savedSessionId = null;
  }
}
