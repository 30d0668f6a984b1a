import { Audit, Events } from '@kith/kit';
import { AppError, events, isAdmin, requireAdmin, type Actor, type admin, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AccessKeyEntity } from '../access-keys/access-key.entity.js';
import { endSessions, SessionsService } from '../sessions/sessions.service.js';
import { UserEntity } from '../user.entity.js';

type ByUser = ParsedInputOf<typeof admin.sessions>;

/** The sessions of a user, for administrators. */
@Injectable()
export class UserSessionsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly sessions: SessionsService,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async list({ actor, userId }: ByUser): Promise<OutputOf<typeof admin.sessions>> {
    await this.requireRight(actor, userId);
    return this.sessions.list({ ...actor, userId });
  }

  async end({ actor, userId }: ByUser): Promise<OutputOf<typeof admin.endSessions>> {
    await this.requireRight(actor, userId);
    const count = await endSessions(this.users.manager, userId);
    // Whoever an administrator shuts out must not stay in by a script.
    await this.users.manager.delete(AccessKeyEntity, { userId });
    await this.events.publish(events.actorDropped, { userId });
    if (count > 0) await this.audit.report('sessions_ended', { actor, target: userId, details: { sessions: count } });
    return { message: 'The user has been signed out everywhere.' };
  }

  /** Administrators have no power over each other (docs/decisions.md A4). */
  private async requireRight(actor: Actor, userId: string): Promise<void> {
    requireAdmin(actor);
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    if (isAdmin(user) && user.id !== actor.userId && actor.role !== 'super_admin') throw new AppError('FORBIDDEN');
  }
}
