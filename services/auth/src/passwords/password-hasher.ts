import { hash, parseOptions, verify } from '@node-rs/argon2';
import { CONFIG, type Config } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { isCommon } from './common-passwords.js';

// ASVS 5.0, appendix C: an approved minimum of argon2id, which is the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Tests create thousands of accounts, whose passwords protect nothing.
const COST_IN_TESTS = { ...COST, memoryCost: 64, timeCost: 1 };
// A hash takes 19 MiB and about 50 ms of one core. More at once, or a longer queue, would let logins starve everything else.
const MAX_RUNNING = 4;
const MAX_WAITING = 50;
const RETRY_AFTER_S = 2;
const TOO_COMMON = 'This password is one of the most common ones. Please choose another one.';

/** Hashes and verifies passwords with argon2id, at most four at a time. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly cost: typeof COST;
  private dummyHash: string;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'AUTH_STRICT' | 'NODE_ENV'>) {
    this.cost = config.NODE_ENV === 'test' ? COST_IN_TESTS : COST;
  }

  async onModuleInit(): Promise<void> {
    this.dummyHash = await this.hash(crypto.randomUUID());
  }

  /** With AUTH_STRICT, throws BAD_INPUT for one of the most common passwords (ASVS 6.2.4). Otherwise only docs/decisions.md A7 applies. */
  refuseCommon(password: string, field: 'password' | 'newPassword'): void {
    if (!this.config.AUTH_STRICT || !isCommon(canonical(password))) return;
    throw new AppError('BAD_INPUT', TOO_COMMON, { fields: { [field]: TOO_COMMON } });
  }

  /** The argon2id hash in PHC form. Throws RATE_LIMITED when too many calls are waiting already. */
  hash(password: string): Promise<string> {
    return this.withSlot(() => hash(canonical(password), this.cost));
  }

  /** Whether the password matches. Without a hash (unknown user, or one without a password) it takes the same time and returns false. Throws RATE_LIMITED like `hash`. */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const isMatch = await this.withSlot(() => verify(passwordHash || this.dummyHash, canonical(password)));
    return isMatch && Boolean(passwordHash);
  }

  /** True when the hash was made with other parameters than the current ones. */
  isOutdated(passwordHash: string): boolean {
    const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    const isArgon2id = algorithm === 2;
    const { cost } = this;
    return !isArgon2id || memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism;
  }

  private async withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < MAX_RUNNING) this.running += 1;
    else await this.waitForSlot();
    try {
      return await work();
    } finally {
      // The slot passes to the next waiting call; only without one it becomes free.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private waitForSlot(): Promise<void> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError('RATE_LIMITED', undefined, { retryAfterS: RETRY_AFTER_S });
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

// Keyboards differ in how they compose accented letters; NFKC makes the same password the same text (NIST SP 800-63B, 3.1.1.2).
const canonical = (password: string): string => password.normalize('NFKC');
