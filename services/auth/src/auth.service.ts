import { Audit } from '@kith/kit';
import { AppError, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type FindOptionsWhere } from 'typeorm';
import { UserView } from './account/user-view.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SessionsService } from './sessions/sessions.service.js';
import { Throttle } from './throttle.js';
import { UserEntity } from './user.entity.js';
import { nameKey } from './usernames.js';

type Login = ParsedInputOf<typeof auth.login>;

/** Login, and who a user is. */
@Injectable()
export class AuthService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly sessions: SessionsService,
    private readonly view: UserView,
    private readonly audit: Audit,
  ) {}

  async login({ username, password, origin }: Login): Promise<OutputOf<typeof auth.login>> {
    const usernameKey = nameKey(username);
    await this.throttle.beforeLogin(usernameKey, origin.ip);
    const { user, isMatch } = await this.verify(usernameKey, password).catch(async (error: unknown) => {
      // The password was not compared, so the attempt does not count: an outage must not lock people out.
      await this.throttle.cancelLogin(usernameKey, origin.ip);
      throw error;
    });
    if (!user || !isMatch) {
      const details = { username: abbreviated(username) };
      await this.audit.report('login_failed', user ? { target: user.id, details } : { details });
      throw new AppError('BAD_CREDENTIALS');
    }
    const [passwordHash] = await Promise.all([
      this.upToDateHash(user, password),
      this.throttle.afterLogin(usernameKey, origin.ip),
    ]);
    const signedIn = await this.sessions.signIn(this.users.merge(user, { passwordHash }), origin);
    await this.audit.report('login', { actor: { userId: user.id, username: user.username }, target: user.id });
    return signedIn;
  }

  user(actor: Actor): Promise<OutputOf<typeof auth.user>> {
    return this.view.ofActor(actor);
  }

  async person({ userId }: ParsedInputOf<typeof auth.person>): Promise<OutputOf<typeof auth.person>> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  }

  async usernames({ userIds }: ParsedInputOf<typeof auth.usernames>): Promise<OutputOf<typeof auth.usernames>> {
    const users = await this.users.find({ select: { id: true, username: true }, where: { id: In(userIds) } });
    return { names: Object.fromEntries(users.map(({ id, username }) => [id, username])) };
  }

  /** An unknown user takes the same steps and the same time as a wrong password (docs/security.md S7). */
  private async verify(usernameKey: string, password: string): Promise<{ user: UserEntity | null; isMatch: boolean }> {
    const user = await this.findWithHash({ usernameKey });
    return { user, isMatch: await this.hasher.verify(password, user?.passwordHash) };
  }

  /** The stored hash, replaced by one with the current parameters if it is outdated. */
  private async upToDateHash({ id, passwordHash }: UserEntity, password: string): Promise<string> {
    if (!this.hasher.isOutdated(passwordHash)) return passwordHash;
    const renewed = await this.hasher.hash(password);
    // Only replaces the hash that was verified, so that a password changed at the same moment stays changed.
    const { affected } = await this.users.update({ id, passwordHash }, { passwordHash: renewed });
    if (affected) return renewed;
    const now = await this.findWithHash({ id });
    if (!now || !(await this.hasher.verify(password, now.passwordHash))) throw new AppError('BAD_CREDENTIALS');
    return now.passwordHash;
  }

  private findWithHash(where: FindOptionsWhere<UserEntity>): Promise<UserEntity | null> {
    return this.users.createQueryBuilder('user').addSelect('user.passwordHash').where(where).getOne();
  }
}

// People type passwords into the name field, and audit events are never deleted: three characters are too short for a password.
const abbreviated = (username: string): string => `${[...username].slice(0, 3).join('')}…`;
