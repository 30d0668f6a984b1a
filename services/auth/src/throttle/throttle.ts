import { Keyring, Limiter, LOGGER, networkOf, REDIS, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const KNOWN_FOR_S = 30 * 86_400;

/**
 * Slows down guessing, per account and per address (decision A7). An address from which the account signed in lately has attempts of
 * its own: whoever guesses from elsewhere cannot lock the owner out.
 */
@Injectable()
export class Throttle {
  private readonly byAddress: Limiter;
  private readonly byAccount: Limiter;
  private readonly byKnownAddress: Limiter;
  private readonly registrations: Limiter;
  private readonly ownPassword: Limiter;
  private readonly resetsByAddress: Limiter;
  private readonly resetsByEmail: Limiter;
  private readonly resetTries: Limiter;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.byAddress = new Limiter(redis, { name: 'auth-address', points: 50, windowS: QUARTER_HOUR_S });
    this.byAccount = new Limiter(redis, { name: 'auth-account', points: 10, windowS: QUARTER_HOUR_S });
    this.byKnownAddress = new Limiter(redis, { name: 'auth-known-address', points: 10, windowS: QUARTER_HOUR_S });
    this.registrations = new Limiter(redis, { name: 'auth-registrations', points: 30, windowS: HOUR_S });
    this.ownPassword = new Limiter(redis, { name: 'auth-own-password', points: 10, windowS: QUARTER_HOUR_S });
    this.resetsByAddress = new Limiter(redis, { name: 'auth-resets-address', points: 20, windowS: HOUR_S });
    this.resetsByEmail = new Limiter(redis, { name: 'auth-resets-email', points: 5, windowS: HOUR_S });
    this.resetTries = new Limiter(redis, { name: 'auth-reset-tries', points: 20, windowS: QUARTER_HOUR_S });
  }

  /** Before a password is looked at. RATE_LIMITED; unknown accounts are counted like known ones. */
  async beforeLogin(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.take(this.key(networkOf(ip)));
    if (await this.isKnown(usernameKey, ip)) await this.byKnownAddress.take(this.pair(usernameKey, ip));
    else await this.byAccount.take(this.key(usernameKey));
  }

  /** Takes the attempt back: the password was not looked at. */
  async giveBack(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.giveBack(this.key(networkOf(ip)));
    if (await this.isKnown(usernameKey, ip)) await this.byKnownAddress.giveBack(this.pair(usernameKey, ip));
    else await this.byAccount.giveBack(this.key(usernameKey));
  }

  /** After the right password: the owner starts afresh, and the address is known from now on. */
  async afterLogin(usernameKey: string, ip: string): Promise<void> {
    await Promise.all([
      this.byAddress.giveBack(this.key(networkOf(ip))),
      this.byAccount.forget(this.key(usernameKey)),
      this.byKnownAddress.forget(this.pair(usernameKey, ip)),
      this.knowAddress(usernameKey, ip),
    ]);
  }

  /** The account signed in from this address. */
  async knowAddress(usernameKey: string, ip: string): Promise<void> {
    await this.redis
      .set(`auth:known:${this.pair(usernameKey, ip)}`, '1', 'EX', KNOWN_FOR_S)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'address not noted'));
  }

  /** Before an account is created. RATE_LIMITED. */
  async beforeRegistration(ip: string): Promise<void> {
    await this.registrations.take(this.key(networkOf(ip)));
  }

  /** Before a signed-in user's own password is looked at. RATE_LIMITED. */
  async beforePassword(userId: string): Promise<void> {
    await this.ownPassword.take(this.key(userId));
  }

  async giveBackPassword(userId: string): Promise<void> {
    await this.ownPassword.giveBack(this.key(userId));
  }

  async afterPassword(userId: string): Promise<void> {
    await this.ownPassword.forget(this.key(userId));
  }

  /** Before a reset link is mailed. RATE_LIMITED; unknown addresses are counted like known ones. */
  async beforeResetRequest(email: string, ip: string): Promise<void> {
    await this.resetsByAddress.take(this.key(networkOf(ip)));
    await this.resetsByEmail.take(this.key(email.toLowerCase()));
  }

  /** Before the token of a reset link is looked at. RATE_LIMITED. */
  async beforeReset(ip: string): Promise<void> {
    await this.resetTries.take(this.key(networkOf(ip)));
  }

  /** After a reset: neither whoever guessed before nor their own wrong tries keep the owner out. */
  async afterReset({ id, usernameKey }: { id: string; usernameKey: string }, ip: string): Promise<void> {
    await Promise.all([
      this.byAccount.forget(this.key(usernameKey)),
      this.byKnownAddress.forget(this.pair(usernameKey, ip)),
      this.ownPassword.forget(this.key(id)),
    ]);
  }

  private async isKnown(usernameKey: string, ip: string): Promise<boolean> {
    // While Redis is away nobody is known: the stricter count holds.
    return (await this.redis.exists(`auth:known:${this.pair(usernameKey, ip)}`).catch(() => 0)) === 1;
  }

  private pair(usernameKey: string, ip: string): string {
    return this.key(`${networkOf(ip)} ${usernameKey}`);
  }

  // Names and addresses do not lie in Redis in clear; people type passwords into the name field.
  private key(value: string): string {
    return this.keyring.fingerprint(value);
  }
}
