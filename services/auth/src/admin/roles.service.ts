import { Audit, Events } from '@kith/kit';
import { AppError, events, isAdmin, requireAdmin, type admin, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { SessionEntity } from '../sessions/session.entity.js';
import { lockActorAndUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';

type RoleChange = ParsedInputOf<typeof admin.grantAdmin>;
type Result = OutputOf<typeof admin.grantAdmin>;

/** Grants and revokes the role of administrator (docs/decisions.md A4). */
@Injectable()
export class RolesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  async grant(input: RoleChange): Promise<Result> {
    const isChanged = await this.withLockedRoles(input, async (manager, user) => {
      if (user.role !== 'user') return false;
      await manager.update(UserEntity, user.id, { role: 'admin' });
      // Administrators cannot be impersonated (docs/decisions.md A5).
      await manager.delete(SessionEntity, { userId: user.id, impersonatorId: Not(IsNull()) });
      return true;
    });
    await this.announce('admin_granted', input, isChanged);
    return { message: 'Admin privileges granted' };
  }

  async revoke(input: RoleChange): Promise<Result> {
    const isChanged = await this.withLockedRoles(input, async (manager, user) => {
      if (user.role === 'super_admin') throw new AppError('SUPER_ADMIN_PROTECTED');
      if (user.role !== 'admin') return false;
      await manager.update(UserEntity, user.id, { role: 'user' });
      return true;
    });
    await this.announce('admin_revoked', input, isChanged);
    return { message: 'Admin privileges revoked' };
  }

  /** Runs `change` with both roles locked: when two administrators revoke each other, the second one gets FORBIDDEN. */
  private withLockedRoles(
    { actor, userId }: RoleChange,
    change: (manager: EntityManager, user: UserEntity) => Promise<boolean>,
  ): Promise<boolean> {
    requireAdmin(actor);
    return this.database.transaction(async (manager) => {
      const { acting, user } = await lockActorAndUser(manager, actor.userId, userId);
      if (!isAdmin(acting)) throw new AppError('FORBIDDEN');
      return change(manager, user);
    });
  }

  private async announce(action: 'admin_granted' | 'admin_revoked', { actor, userId }: RoleChange, isChanged: boolean) {
    // Published even when nothing changed: the process may have died between an earlier change and its event.
    await this.events.publish(events.actorDropped, { userId });
    if (isChanged) await this.audit.report(action, { actor, target: userId });
  }
}
