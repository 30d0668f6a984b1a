import { AddressLimiter, Keyring, RateLimiter, LOGGER, networkOf, REDIS, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const KNOWN_ADDRESS_TTL_S = 30 * 86_400;

/**
 * Rate limits against guessing, per account and per address (docs/decisions.md A7). An address from which the account signed in during
 * the last 30 days has a limit of its own, so that nobody else can lock the owner out.
 */
@Injectable()
export class Throttle {
  private readonly byAddress: AddressLimiter;
  private readonly byAccount: RateLimiter;
  private readonly byKnownAddress: RateLimiter;
  private readonly registrations: AddressLimiter;
  private readonly ownPassword: RateLimiter;
  private readonly resetsByAddress: AddressLimiter;
  private readonly resetsByEmail: RateLimiter;
  private readonly resetAttempts: AddressLimiter;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const keyOf = (network: string) => this.key(network);
    this.byAddress = new AddressLimiter(redis, { name: 'auth-address', points: 50, windowS: QUARTER_HOUR_S }, keyOf);
    this.byAccount = new RateLimiter(redis, { name: 'auth-account', points: 10, windowS: QUARTER_HOUR_S });
    this.byKnownAddress = new RateLimiter(redis, { name: 'auth-known-address', points: 10, windowS: QUARTER_HOUR_S });
    this.registrations = new AddressLimiter(redis, { name: 'auth-registrations', points: 30, windowS: HOUR_S }, keyOf);
    this.ownPassword = new RateLimiter(redis, { name: 'auth-own-password', points: 10, windowS: QUARTER_HOUR_S });
    this.resetsByAddress = new AddressLimiter(redis, { name: 'auth-resets-address', points: 20, windowS: HOUR_S }, keyOf);
    this.resetsByEmail = new RateLimiter(redis, { name: 'auth-resets-email', points: 5, windowS: HOUR_S });
    this.resetAttempts = new AddressLimiter(redis, { name: 'auth-reset-tries', points: 20, windowS: QUARTER_HOUR_S }, keyOf);
  }

  /** Counts a login attempt before the password is compared. Throws RATE_LIMITED. Unknown accounts count like existing ones. */
  async beforeLogin(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.consume(ip);
    if (await this.isKnown(usernameKey, ip)) await this.byKnownAddress.consume(this.addressKey(usernameKey, ip));
    else await this.byAccount.consume(this.key(usernameKey));
  }

  /** Undoes `beforeLogin` when the password could not be compared. */
  async cancelLogin(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.refund(ip);
    if (await this.isKnown(usernameKey, ip)) await this.byKnownAddress.refund(this.addressKey(usernameKey, ip));
    else await this.byAccount.refund(this.key(usernameKey));
  }

  /** After a successful login: resets the counts of the account and remembers the address. */
  async afterLogin(usernameKey: string, ip: string): Promise<void> {
    await Promise.all([
      this.byAddress.refund(ip),
      this.byAccount.reset(this.key(usernameKey)),
      this.byKnownAddress.reset(this.addressKey(usernameKey, ip)),
      this.rememberAddress(usernameKey, ip),
    ]);
  }

  /** Remembers that the account signed in from this address. */
  async rememberAddress(usernameKey: string, ip: string): Promise<void> {
    await this.redis
      .set(`auth:known:${this.addressKey(usernameKey, ip)}`, '1', 'EX', KNOWN_ADDRESS_TTL_S)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'known address not stored'));
  }

  /** Counts a registration. Throws RATE_LIMITED. */
  async beforeRegistration(ip: string): Promise<void> {
    await this.registrations.consume(ip);
  }

  /** Counts an attempt to confirm the own password, before it is compared. Throws RATE_LIMITED. */
  async beforePasswordCheck(userId: string): Promise<void> {
    await this.ownPassword.consume(this.key(userId));
  }

  /** Undoes `beforePasswordCheck` when the password could not be compared. */
  async cancelPasswordCheck(userId: string): Promise<void> {
    await this.ownPassword.refund(this.key(userId));
  }

  /** Resets the count after the right password. */
  async afterPasswordCheck(userId: string): Promise<void> {
    await this.ownPassword.reset(this.key(userId));
  }

  /** Counts a request for a reset link. Throws RATE_LIMITED. Unknown e-mail addresses count like existing ones. */
  async beforeResetRequest(email: string, ip: string): Promise<void> {
    await this.resetsByAddress.consume(ip);
    await this.resetsByEmail.consume(this.key(email.toLowerCase()));
  }

  /** Counts an attempt to use a reset link, before the token is compared. Throws RATE_LIMITED. */
  async beforeReset(ip: string): Promise<void> {
    await this.resetAttempts.consume(ip);
  }

  /** After a reset: wrong attempts that were made before do not lock the owner out. */
  async afterReset({ id, usernameKey }: { id: string; usernameKey: string }, ip: string): Promise<void> {
    await Promise.all([
      this.byAccount.reset(this.key(usernameKey)),
      this.byKnownAddress.reset(this.addressKey(usernameKey, ip)),
      this.ownPassword.reset(this.key(id)),
    ]);
  }

  private async isKnown(usernameKey: string, ip: string): Promise<boolean> {
    // While Redis is unavailable every address counts as unknown, which has the stricter limit.
    return (await this.redis.exists(`auth:known:${this.addressKey(usernameKey, ip)}`).catch(() => 0)) === 1;
  }

  private addressKey(usernameKey: string, ip: string): string {
    return this.key(`${networkOf(ip)} ${usernameKey}`);
  }

  // Redis stores names and addresses only as fingerprints; people also type passwords into the name field.
  private key(value: string): string {
    return this.keyring.fingerprint(value);
  }
}
