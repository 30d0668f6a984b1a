import { AppError, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Passwords } from '../passwords/passwords.js';
import { Throttle } from '../throttle/throttle.js';
import { User } from '../user.entity.js';

/** Asks a signed-in user for the password again, before what a stolen session must not be able to do. */
@Injectable()
export class OwnPassword {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
  ) {}

  /** The hash that the password was found to fit. WRONG_PASSWORD, RATE_LIMITED. */
  async verified({ userId }: Actor, password: string): Promise<string> {
    await this.throttle.beforePassword(userId);
    const passwordHash = await this.fittingHash(userId, password).catch(async (error: unknown) => {
      // Nobody guessed when we could not look.
      await this.throttle.giveBackPassword(userId);
      throw error;
    });
    if (passwordHash === undefined) throw new AppError('WRONG_PASSWORD');
    await this.throttle.afterPassword(userId);
    return passwordHash;
  }

  private async fittingHash(id: string, password: string): Promise<string | undefined> {
    const user = await this.users.findOne({ where: { id }, select: { id: true, passwordHash: true } });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return (await this.passwords.verify(password, user.passwordHash)) ? user.passwordHash : undefined;
  }
}
