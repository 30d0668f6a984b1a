import type { Claim, Lease, SessionWrite, StoredSession } from '../leases/lease-store.js';
import { ProcessedSequence } from './processed-sequence.js';

/** The session of a connection, how far its events are processed, and what of it Redis holds. */
export class SessionRecord {
  session: StoredSession | null;
  processed: ProcessedSequence;
  private readonly lease: Lease;
  /** What Redis holds: null for no session, undefined when that is not known. */
  private saved: Pick<StoredSession, 'id' | 'isGapUnread'> | null | undefined;

  constructor({ lease, session }: Claim) {
    this.lease = lease;
    this.session = session;
    this.saved = session;
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
    return true;
  }

  /** What has to be written to Redis; null when Redis is up to date. */
  unsavedChanges(): SessionWrite | null {
    const { lease, session, saved } = this;
    const seq = this.processed.processedUpTo;
    if (!session) return saved === null ? null : { lease, session: 'delete' };
    const isSaved = saved?.id === session.id && saved.isGapUnread === session.isGapUnread;
    return { lease, session: isSaved ? seq : { ...session, seq } };
  }

  /** The write was stored in Redis. */
  markSaved({ session }: SessionWrite): void {
    if (typeof session !== 'number') this.saved = session === 'delete' ? null : session;
  }

  /** Redis may have lost its data: the whole session has to be written again. */
  markUnsaved(): void {
    this.saved = undefined;
  }
}
