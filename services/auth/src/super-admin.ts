import { randomBytes } from 'node:crypto';
import { CONFIG, type Config } from '@kith/kit';
import { password as passwordRule, username as usernameRule } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Passwords } from './passwords/passwords.js';
import { User } from './user.entity.js';
import { nameKey } from './usernames.js';

/** Creates the super-admin at the first start (decision A2). Of two replicas that start together one does, and only that one prints. */
@Injectable()
export class SuperAdmin implements OnApplicationBootstrap {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly passwords: Passwords,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.exists()) return;
    const username = this.config.SUPER_ADMIN_USERNAME;
    const password = this.config.SUPER_ADMIN_PASSWORD ?? randomBytes(18).toString('base64url');
    checkRules(username, password);
    const isCreated = await this.create(username, password);
    if (!isCreated && !(await this.exists()))
      throw new Error('SUPER_ADMIN_USERNAME or SUPER_ADMIN_EMAIL: belongs to another account; choose another one');
  }

  private exists(): Promise<boolean> {
    return this.users.existsBy({ role: 'super_admin' });
  }

  private async create(username: string, password: string): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    return this.users.manager.transaction(async (manager) => {
      const result = await manager
        .createQueryBuilder()
        .insert()
        .into(User)
        .values({
          username,
          usernameKey: nameKey(username),
          email: this.config.SUPER_ADMIN_EMAIL,
          passwordHash,
          role: 'super_admin',
        })
        .orIgnore()
        .returning('id')
        .execute();
      const isCreated = (result.raw as unknown[]).length === 1;
      // Before the commit: a process that dies in between leaves no account whose password nobody knows; the next start makes another.
      // Not through the logger: logs are kept, and this is for the eyes of whoever starts Kith for the first time.
      if (isCreated && !this.config.SUPER_ADMIN_PASSWORD)
        process.stdout.write(`Super-admin: user name ${username}, password ${password} (shown this once)\n`);
      return isCreated;
    });
  }
}

function checkRules(username: string, password: string): void {
  if (!usernameRule.safeParse(username).success) throw new Error('SUPER_ADMIN_USERNAME: must have 3 to 32 characters');
  if (!passwordRule.safeParse(password).success) throw new Error('SUPER_ADMIN_PASSWORD: must have 6 to 128 characters');
}
