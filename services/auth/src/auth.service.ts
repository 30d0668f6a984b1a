import { Audit } from '@kith/kit';
import { AppError, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type FindOptionsWhere } from 'typeorm';
import { UserView } from './account/user-view.js';
import { Passwords } from './passwords/passwords.js';
import { SignIn } from './sessions/sign-in.js';
import { Throttle } from './throttle/throttle.js';
import { User } from './user.entity.js';
import { nameKey } from './usernames.js';

type Login = ParsedInputOf<typeof auth.login>;

@Injectable()
export class AuthService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly signIn: SignIn,
    private readonly view: UserView,
    private readonly audit: Audit,
  ) {}

  async login({ username, password, origin }: Login): Promise<OutputOf<typeof auth.login>> {
    const usernameKey = nameKey(username);
    await this.throttle.beforeLogin(usernameKey, origin.ip);
    const { user, isRight } = await this.look(usernameKey, password).catch(async (error: unknown) => {
      // Nobody guessed when we could not look: an outage must not cost people their attempts.
      await this.throttle.giveBack(usernameKey, origin.ip);
      throw error;
    });
    if (!user || !isRight) {
      const details = { username: shortened(username) };
      await this.audit.report('login_failed', user ? { target: user.id, details } : { details });
      throw new AppError('BAD_CREDENTIALS');
    }
    const [passwordHash] = await Promise.all([
      this.renewedHash(user, password),
      this.throttle.afterLogin(usernameKey, origin.ip),
    ]);
    const signedIn = await this.signIn.open(this.users.merge(user, { passwordHash }), origin);
    await this.audit.report('login', { actor: { userId: user.id, username: user.username }, target: user.id });
    return signedIn;
  }

  async user(actor: Actor): Promise<OutputOf<typeof auth.user>> {
    const user = await this.users.findOneBy({ id: actor.userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return this.view.of(user, actor.impersonator);
  }

  async person({ userId }: ParsedInputOf<typeof auth.person>): Promise<OutputOf<typeof auth.person>> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  }

  /** Unknown user and wrong password take the same way and the same time. */
  private async look(usernameKey: string, password: string): Promise<{ user: User | null; isRight: boolean }> {
    const user = await this.withHash({ usernameKey });
    return { user, isRight: await this.passwords.verify(password, user?.passwordHash) };
  }

  /** The hash in force, of today's parameters. */
  private async renewedHash({ id, passwordHash }: User, password: string): Promise<string> {
    if (!this.passwords.isOutdated(passwordHash)) return passwordHash;
    const renewed = await this.passwords.hash(password);
    // Only over the hash that was verified: a password that is changed at this moment stays changed.
    const { affected } = await this.users.update({ id, passwordHash }, { passwordHash: renewed });
    if (affected) return renewed;
    const now = await this.withHash({ id });
    if (!now || !(await this.passwords.verify(password, now.passwordHash))) throw new AppError('BAD_CREDENTIALS');
    return now.passwordHash;
  }

  private withHash(where: FindOptionsWhere<User>): Promise<User | null> {
    return this.users.createQueryBuilder('user').addSelect('user.passwordHash').where(where).getOne();
  }
}

// People type passwords into the name field: what is kept for ever is too short to be one.
const shortened = (username: string): string => `${[...username].slice(0, 3).join('')}…`;
