import { Audit, Events, Queues } from '@kith/kit';
import {
  ACCESS_KEY_PREFIX,
  AppError,
  events,
  MAX_ACCESS_KEYS,
  refuseImpersonation,
  type AccessKey,
  type accessKeys,
  type Actor,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { tellAccessChanged } from '../notifications/access-changed.js';
import { PasswordService } from '../passwords/password.service.js';
import { Plans } from '../plans.js';
import { newSecret, sha256 } from '../secrets.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { AccessKeyEntity } from './access-key.entity.js';

const HINT_LENGTH = 4;
const TOUCH_INTERVAL_MS = 60_000;

/** Keys for the scripts of users, who choose what each of them may do. */
@Injectable()
export class AccessKeysService {
  constructor(
    @InjectRepository(AccessKeyEntity) private readonly keys: Repository<AccessKeyEntity>,
    private readonly passwords: PasswordService,
    private readonly plans: Plans,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async list({ userId }: Actor): Promise<OutputOf<typeof accessKeys.list>> {
    // Not paged: there are at most MAX_ACCESS_KEYS.
    const found = await this.keys.find({ where: { userId }, order: { createdAt: 'desc', id: 'asc' } });
    return { accessKeys: found.map(viewOf) };
  }

  /** A stolen session must not leave a key behind that outlives it, so the password is asked for. */
  async create(input: ParsedInputOf<typeof accessKeys.create>): Promise<OutputOf<typeof accessKeys.create>> {
    const { actor, name, scopes, currentPassword } = input;
    refuseImpersonation(actor);
    const passwordHash = await this.passwords.verifyOwn(actor, currentPassword);
    const key = `${ACCESS_KEY_PREFIX}${newSecret()}`;
    const row = this.keys.create({ userId: actor.userId, name, scopes, keyHash: sha256(key), hint: key.slice(-HINT_LENGTH) });
    const saved = await this.keys.manager.transaction(async (manager) => {
      const { id: userId } = await lockUser(manager, actor.userId);
      // A new password ends all keys; it must not miss one that is created at the same moment.
      if (!(await manager.existsBy(UserEntity, { id: userId, passwordHash }))) throw new AppError('WRONG_PASSWORD');
      if ((await manager.countBy(AccessKeyEntity, { userId })) >= MAX_ACCESS_KEYS) throw new AppError('ACCESS_KEY_LIMIT');
      const created = await manager.save(row);
      await tellAccessChanged(this.queues, userId, 'access-key', created.id);
      return created;
    });
    await this.audit.report('access_key_created', { actor, target: saved.id, details: { name, scopes: scopes.join(' ') } });
    return { key, accessKey: viewOf(saved) };
  }

  async revoke({ actor, accessKeyId }: ParsedInputOf<typeof accessKeys.revoke>): Promise<OutputOf<typeof accessKeys.revoke>> {
    refuseImpersonation(actor);
    const { userId } = actor;
    const { affected } = await this.keys.delete({ id: accessKeyId, userId });
    if (!affected) throw new AppError('NOT_FOUND');
    await this.events.publish(events.actorDropped, { userId });
    await this.audit.report('access_key_revoked', { actor, target: accessKeyId });
    return { message: 'The access key has been revoked.' };
  }

  /** The actor of a key, never with the rights of an administrator. UNAUTHENTICATED when no key has this hash. */
  async resolve(keyHash: string): Promise<Actor> {
    const key = await this.keys.findOne({ where: { keyHash }, relations: { user: true } });
    if (!key?.user) throw new AppError('UNAUTHENTICATED');
    const [plan] = await Promise.all([this.plans.of(key.userId), this.touch(key)]);
    return { userId: key.userId, username: key.user.username, role: 'user', plan, sessionId: key.id, scopes: key.scopes };
  }

  private async touch({ id, lastUsedAt }: AccessKeyEntity): Promise<void> {
    if (lastUsedAt && Date.now() - lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return;
    await this.keys.update(id, { lastUsedAt: () => 'now()' });
  }
}

const viewOf = ({ id, name, hint, scopes, createdAt, lastUsedAt }: AccessKeyEntity): AccessKey => ({
  id,
  name,
  hint,
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
