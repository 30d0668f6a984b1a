import { randomBytes } from 'node:crypto';
import { CONFIG, type Config } from '@kith/kit';
import { password as passwordRule, username as usernameRule } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PasswordHasher } from './passwords/password-hasher.js';
import { UserEntity } from './user.entity.js';
import { nameKey } from './usernames.js';

/** Creates the super-admin at the first start (docs/decisions.md A2). When replicas start together, one creates it and prints the password. */
@Injectable()
export class SuperAdminSetup implements OnApplicationBootstrap {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly hasher: PasswordHasher,
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
    const passwordHash = await this.hasher.hash(password);
    return this.users.manager.transaction(async (manager) => {
      const result = await manager
        .createQueryBuilder()
        .insert()
        .into(UserEntity)
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
      // Printed before the commit: if the process dies in between, no account with an unknown password is stored, and the next start
      // creates one. Not through the logger, because logs are stored.
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
