import { Audit, Events } from '@kith/kit';
import { AppError, events, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Session } from '../session.entity.js';
import { ALIVE } from '../sessions.service.js';
import { endSessions, own } from './end-sessions.js';

/** What users see of their sessions, and how they end them. */
@Injectable()
export class OwnSessionsService {
  constructor(
    @InjectRepository(Session) private readonly rows: Repository<Session>,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async list(actor: Actor): Promise<OutputOf<typeof auth.sessions>> {
    // Thirty at most: `SessionsService` ends what is beyond.
    const sessions = await this.rows
      .createQueryBuilder('session')
      .where(own(actor.userId))
      .andWhere(ALIVE)
      .orderBy({ 'session.lastUsedAt': 'DESC', 'session.id': 'ASC' })
      .getMany();
    return { sessions: sessions.map((session) => infoOf(session, actor)) };
  }

  async end({ actor, sessionId }: ParsedInputOf<typeof auth.endSession>): Promise<OutputOf<typeof auth.endSession>> {
    refuseImpersonation(actor);
    const { affected } = await this.rows.delete({ ...own(actor.userId), id: sessionId });
    if (!affected) throw new AppError('NOT_FOUND');
    await this.told(actor, { sessions: affected });
    return { message: 'The session has been ended.' };
  }

  async endAll(actor: Actor): Promise<OutputOf<typeof auth.endSessions>> {
    refuseImpersonation(actor);
    const sessions = await endSessions(this.rows.manager, actor.userId);
    if (sessions > 0) await this.told(actor, { sessions });
    return { message: 'You have been signed out everywhere.' };
  }

  private async told(actor: Actor, details: { sessions: number }): Promise<void> {
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    await this.audit.report('sessions_ended', { actor, target: actor.userId, details });
  }
}

const infoOf = ({ id, createdAt, lastUsedAt, ip, userAgent }: Session, { sessionId }: Actor) => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  ip,
  userAgent,
  isCurrent: id === sessionId,
});
