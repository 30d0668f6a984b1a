import { Audit, Events } from '@kith/kit';
import { AppError, events, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource, Raw } from 'typeorm';
import { AccessKeyEntity } from '../access-keys/access-key.entity.js';
import { SessionEntity } from '../sessions/session.entity.js';
import { endSessions } from '../sessions/sessions.service.js';
import { Throttle } from '../throttle.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetEntity } from './password-reset.entity.js';

const NEW_SESSION_SQL = `interval '15 minutes'`;

/** The password of a signed-in user. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  /** Ends all other sessions of the user as well, and the access keys (docs/decisions.md A7, A19). */
  async change(input: ParsedInputOf<typeof auth.password>): Promise<OutputOf<typeof auth.password>> {
    const { actor, currentPassword, newPassword } = input;
    refuseImpersonation(actor);
    const passwordHash =
      currentPassword === undefined ? await this.noPassword(actor) : await this.verifyOwn(actor, currentPassword);
    this.hasher.refuseCommon(newPassword, 'newPassword');
    const change = { passwordHash: await this.hasher.hash(newPassword) };
    await this.database.transaction(async (manager) => {
      const { id } = await lockUser(manager, actor.userId);
      const { affected } = await manager.update(UserEntity, { id, passwordHash }, change);
      // The password was changed by another request since it was verified.
      if (!affected) throw new AppError('WRONG_PASSWORD');
      await manager.delete(PasswordResetEntity, { userId: id });
      await endSessions(manager, id, actor.sessionId);
      await manager.delete(AccessKeyEntity, { userId: id });
    });
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    await this.audit.report('password_changed', { actor, target: actor.userId });
    return { message: 'Your password has been changed. You have been signed out everywhere else.' };
  }

  /**
   * Verifies the actor's password before an action that a stolen session must not allow. Returns the hash it was verified against.
   * Throws WRONG_PASSWORD, PASSWORD_MISSING or RATE_LIMITED.
   */
  async verifyOwn({ userId }: Actor, password: string): Promise<string> {
    await this.throttle.beforePasswordCheck(userId);
    const passwordHash = await this.matchingHash(userId, password).catch(async (error: unknown) => {
      // The password was not compared, so the attempt does not count.
      await this.throttle.cancelPasswordCheck(userId);
      throw error;
    });
    if (passwordHash === undefined) throw new AppError('WRONG_PASSWORD');
    await this.throttle.afterPasswordCheck(userId);
    return passwordHash;
  }

  async isSet(userId: string): Promise<boolean> {
    return !(await this.database.manager.existsBy(UserEntity, { id: userId, passwordHash: '' }));
  }

  /**
   * The empty hash of a user who has no password yet. A stolen session must not set one, so it has to be new: SIGN_IN_AGAIN otherwise.
   * WRONG_PASSWORD for a user who has one.
   */
  private async noPassword({ userId, sessionId }: Actor): Promise<string> {
    if (await this.isSet(userId)) throw new AppError('WRONG_PASSWORD');
    const createdAt = Raw((column) => `${column} > now() - ${NEW_SESSION_SQL}`);
    if (!(await this.database.manager.existsBy(SessionEntity, { id: sessionId, createdAt }))) throw new AppError('SIGN_IN_AGAIN');
    return '';
  }

  private async matchingHash(id: string, password: string): Promise<string | undefined> {
    const user = await this.database.manager.findOne(UserEntity, { where: { id }, select: { id: true, passwordHash: true } });
    if (!user) throw new AppError('UNAUTHENTICATED');
    if (user.passwordHash === '') throw new AppError('PASSWORD_MISSING');
    return (await this.hasher.verify(password, user.passwordHash)) ? user.passwordHash : undefined;
  }
}
