import { hash, parseOptions, verify } from '@node-rs/argon2';
import { CONFIG, type Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isCommon } from './common-passwords.js';

// ASVS 5.0, appendix C: an approved minimum of argon2id, which is the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// A hash takes 19 MiB and some 50 ms of a core: more at once, or a longer queue, would let logins starve everything else.
const MAX_RUNNING = 4;
const MAX_WAITING = 50;
const RETRY_AFTER_S = 2;
const TOO_COMMON = 'This password is one of the most common ones. Please choose another one.';

@Injectable()
export class Passwords implements OnModuleInit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private hashOfNobody: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'AUTH_STRICT'>) {}

  async onModuleInit(): Promise<void> {
    this.hashOfNobody = await this.hash(crypto.randomUUID());
  }

  /** With AUTH_STRICT: BAD_INPUT for a new password that everybody tries first (ASVS 6.2.4); else decision A7 alone counts. */
  refuseCommon(password: string, field: 'password' | 'newPassword'): void {
    if (!this.config.AUTH_STRICT || !isCommon(canonical(password))) return;
    throw new AppError('BAD_INPUT', TOO_COMMON, { fields: { [field]: TOO_COMMON } });
  }

  /** RATE_LIMITED when too many hashes wait already. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(canonical(password), COST));
  }

  /** Whether the password fits the hash. Without a hash (unknown user) it takes as long, and is false. RATE_LIMITED as above. */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const fits = await this.inTurn(() => verify(passwordHash ?? this.hashOfNobody, canonical(password)));
    return fits && passwordHash !== undefined;
  }

  /** True when the hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    const isArgon2id = algorithm === 2;
    return !isArgon2id || memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < MAX_RUNNING) this.running += 1;
    else await this.queue();
    try {
      return await work();
    } finally {
      // The place goes to the next one, or is free.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private queue(): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

// The same password typed on another keyboard may arrive in another composition (NIST SP 800-63B, 3.1.1.2).
const canonical = (password: string): string => password.normalize('NFKC');
