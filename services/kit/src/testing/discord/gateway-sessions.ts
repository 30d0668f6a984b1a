import type { WebSocket } from 'ws';

/** A session of one shard, with the events that a RESUME can replay. */
export interface Session {
  readonly id: string;
  readonly applicationId: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  readonly resumeUrl: string;
  seq: number;
  buffer: { seq: number; frame: string }[];
  /** Sequence number of the newest event that was dropped from the buffer. */
  droppedSeq: number;
  socket: WebSocket | null;
  lostAtMs: number;
  presence: unknown;
}

/** The sessions that can be resumed, and which of them get the events of an application: the newest of each shard. */
export class Sessions {
  private readonly byId = new Map<string, Session>();
  /** By application, then by shard. */
  private readonly current = new Map<string, Map<string, Session>>();

  get(sessionId: string): Session | undefined {
    return this.byId.get(sessionId);
  }

  /** The current sessions of an application, or those of one shard; oldest first. */
  of(applicationId: string, shard?: number): Session[] {
    const sessions = [...(this.current.get(applicationId)?.values() ?? [])];
    return shard === undefined ? sessions : sessions.filter((session) => session.shard[0] === shard);
  }

  add(session: Session): void {
    this.byId.set(session.id, session);
    const ofApplication = this.current.get(session.applicationId) ?? new Map<string, Session>();
    ofApplication.delete(session.shard.join());
    this.current.set(session.applicationId, ofApplication.set(session.shard.join(), session));
  }

  end(session: Session): void {
    this.byId.delete(session.id);
    const ofApplication = this.current.get(session.applicationId);
    if (ofApplication?.get(session.shard.join()) === session) ofApplication.delete(session.shard.join());
  }
}
