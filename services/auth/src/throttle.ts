import { AddressLimiter, Keyring, RateLimiter, LOGGER, networkOf, REDIS, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Mailer } from './mail/mailer.js';

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const KNOWN_ADDRESS_TTL_S = 30 * 86_400;
// Ten attempts per block: at most 300 guesses per account and day with the first, 2,910 with the second, from any number of addresses.
const LONGEST_BLOCK_WITH_MAIL_S = HOUR_S;
const LONGEST_BLOCK_WITHOUT_MAIL_S = 300;

/**
 * Rate limits against guessing, per account and per address (docs/decisions.md A7). Each address has five attempts per account, so that one
 * alone cannot use up the ten that an account allows to all new addresses together. An address from which the account signed in during the
 * last 30 days does not count among these, so that nobody else can lock the owner out of it; a reset link by mail admits a new address,
 * and without mail a block of the account is short.
 */
@Injectable()
export class Throttle {
  private readonly byAddress: AddressLimiter;
  private readonly byAccount: RateLimiter;
  private readonly byAccountAndAddress: RateLimiter;
  private readonly registrations: AddressLimiter;
  private readonly discord: AddressLimiter;
  private readonly ownPassword: RateLimiter;
  private readonly resetsByAddress: AddressLimiter;
  private readonly resetsByEmail: RateLimiter;
  private readonly resetAttempts: AddressLimiter;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly mailer: Mailer,
  ) {
    const keyOf = (network: string) => this.key(network);
    this.byAddress = new AddressLimiter(redis, { name: 'auth-address', points: 50, windowS: QUARTER_HOUR_S }, keyOf);
    const longestBlockS = mailer.isConfigured ? LONGEST_BLOCK_WITH_MAIL_S : LONGEST_BLOCK_WITHOUT_MAIL_S;
    this.byAccount = new RateLimiter(redis, { name: 'auth-account', points: 10, windowS: QUARTER_HOUR_S, longestBlockS });
    this.byAccountAndAddress = new RateLimiter(redis, { name: 'auth-account-address', points: 5, windowS: QUARTER_HOUR_S });
    this.registrations = new AddressLimiter(redis, { name: 'auth-registrations', points: 30, windowS: HOUR_S }, keyOf);
    this.discord = new AddressLimiter(redis, { name: 'auth-discord', points: 60, windowS: QUARTER_HOUR_S }, keyOf);
    this.ownPassword = new RateLimiter(redis, { name: 'auth-own-password', points: 10, windowS: QUARTER_HOUR_S });
    this.resetsByAddress = new AddressLimiter(redis, { name: 'auth-resets-address', points: 20, windowS: HOUR_S }, keyOf);
    this.resetsByEmail = new RateLimiter(redis, { name: 'auth-resets-email', points: 5, windowS: HOUR_S });
    this.resetAttempts = new AddressLimiter(redis, { name: 'auth-reset-tries', points: 20, windowS: QUARTER_HOUR_S }, keyOf);
  }

  /** Counts a login attempt before the password is compared. Throws RATE_LIMITED. Unknown accounts count like existing ones. */
  async beforeLogin(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.consume(ip);
    const addressKey = this.addressKey(usernameKey, ip);
    await this.byAccountAndAddress.consume(addressKey).catch((error: unknown) => this.refuseLogin(error));
    if (await this.isKnown(usernameKey, ip)) return;
    await this.byAccount.consume(this.key(usernameKey)).catch(async (error: unknown) => {
      // The attempt was not made: whoever waits for the block of the account to end has attempts left then.
      await this.byAccountAndAddress.refund(addressKey);
      this.refuseLogin(error);
    });
  }

  /** Undoes `beforeLogin` when the password could not be compared. */
  async cancelLogin(usernameKey: string, ip: string): Promise<void> {
    await this.byAddress.refund(ip);
    await this.byAccountAndAddress.refund(this.addressKey(usernameKey, ip));
    if (!(await this.isKnown(usernameKey, ip))) await this.byAccount.refund(this.key(usernameKey));
  }

  /** After a successful login: resets the counts of the account and remembers the address. */
  async afterLogin(usernameKey: string, ip: string): Promise<void> {
    await Promise.all([
      this.byAddress.refund(ip),
      this.byAccount.reset(this.key(usernameKey)),
      this.byAccountAndAddress.reset(this.addressKey(usernameKey, ip)),
      this.rememberAddress(usernameKey, ip),
    ]);
  }

  /** Remembers that this address is one of the account's owner. */
  async rememberAddress(usernameKey: string, ip: string): Promise<void> {
    await this.redis
      .set(`auth:known:${this.addressKey(usernameKey, ip)}`, '1', 'EX', KNOWN_ADDRESS_TTL_S)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'address of a sign-in not remembered'));
  }

  /** Counts a registration. Throws RATE_LIMITED. */
  async beforeRegistration(ip: string): Promise<void> {
    await this.registrations.consume(ip);
  }

  /** Counts the start or the end of a sign-in with Discord. Throws RATE_LIMITED. */
  async beforeDiscord(ip: string): Promise<void> {
    await this.discord.consume(ip);
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

  /** After a reset: the mail proves that this address is one of the owner, whom wrong attempts do not lock out of it any more. */
  async afterReset({ id, usernameKey }: { id: string; usernameKey: string }, ip: string): Promise<void> {
    await Promise.all([
      this.byAccount.reset(this.key(usernameKey)),
      this.byAccountAndAddress.reset(this.addressKey(usernameKey, ip)),
      this.ownPassword.reset(this.key(id)),
      this.rememberAddress(usernameKey, ip),
    ]);
  }

  /** Rethrows a refusal with a text that says what the owner can do. Equal for accounts that do not exist. */
  private refuseLogin(error: unknown): never {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
    const minutes = Math.ceil((error.details.retryAfterS ?? 0) / 60);
    const wait = `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
    const way = this.mailer.isConfigured
      ? 'or reset your password: the link that you get by mail admits this address at once'
      : 'or log in from an address that you have used before';
    throw new AppError('RATE_LIMITED', `Too many attempts to log in to this account. ${wait}, ${way}.`, error.details);
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
