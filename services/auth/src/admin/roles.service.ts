import { Audit, Events } from '@kith/kit';
import { AppError, events, isAdmin, requireAdmin, type admin, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { Session } from '../session.entity.js';
import { User } from '../user.entity.js';
import { lockUsers } from './lock-users.js';

type AboutUser = ParsedInputOf<typeof admin.grantAdmin>;
type Done = OutputOf<typeof admin.grantAdmin>;

/** Who is an administrator (decision A4). */
@Injectable()
export class RolesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  async grant(input: AboutUser): Promise<Done> {
    const isChanged = await this.asAdmin(input, async (manager, user) => {
      if (user.role !== 'user') return false;
      await manager.update(User, user.id, { role: 'admin' });
      // Nobody acts in the name of an administrator (decision A5).
      await manager.delete(Session, { userId: user.id, impersonatorId: Not(IsNull()) });
      return true;
    });
    await this.announce('admin_granted', input, isChanged);
    return { message: 'Admin privileges granted' };
  }

  async revoke(input: AboutUser): Promise<Done> {
    const isChanged = await this.asAdmin(input, async (manager, user) => {
      if (user.role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
      if (user.role !== 'admin') return false;
      await manager.update(User, user.id, { role: 'user' });
      return true;
    });
    await this.announce('admin_revoked', input, isChanged);
    return { message: 'Admin privileges revoked' };
  }

  /** Does `change` while both roles stand still: of two administrators who revoke each other, the second one is none any more. */
  private asAdmin(
    { actor, userId }: AboutUser,
    change: (manager: EntityManager, user: User) => Promise<boolean>,
  ): Promise<boolean> {
    requireAdmin(actor);
    return this.database.transaction(async (manager) => {
      const { acting, user } = await lockUsers(manager, actor.userId, userId);
      if (!isAdmin(acting)) throw new AppError('FORBIDDEN');
      return change(manager, user);
    });
  }

  private async announce(action: 'admin_granted' | 'admin_revoked', { actor, userId }: AboutUser, isChanged: boolean) {
    // Also when nothing changed: a repeat may follow a crash before the first announcement.
    await this.events.publish(events.actorDropped, { userId });
    if (isChanged) await this.audit.report(action, { actor, target: userId });
  }
}
