import { RpcClient } from '@kith/kit';
import {
  billing,
  isAdmin,
  requireAdmin,
  type Actor,
  type admin,
  type AdminUser,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { User } from '../user.entity.js';
import { nameKey } from '../usernames.js';

type Page = OutputOf<typeof admin.users>;
type Account = OutputOf<typeof billing.accounts>['accounts'][number];

/** The users as administrators see them. */
@Injectable()
export class AdminService {
  constructor(
    @InjectRepository(User) private readonly stored: Repository<User>,
    private readonly rpc: RpcClient,
  ) {}

  async users({ actor, search = '', role, after, limit, offset }: ParsedInputOf<typeof admin.users>): Promise<Page> {
    requireAdmin(actor);
    const sought = search.trim();
    const query = this.stored.createQueryBuilder('user').orderBy('user.usernameKey').limit(limit).offset(offset);
    if (role) query.andWhere('user.role = :role', { role });
    if (sought)
      query.andWhere('(strpos(user.usernameKey, :name) > 0 or strpos(lower(user.email), lower(:sought)) > 0)', {
        name: nameKey(sought),
        sought,
      });
    const rest = query.clone();
    if (after !== undefined) rest.andWhere('user.usernameKey > :after', { after: nameKey(after) });
    return this.page(rest, await query.getCount());
  }

  async admins({ actor, limit, offset }: ParsedInputOf<typeof admin.admins>): Promise<Page> {
    requireAdmin(actor);
    const query = this.stored
      .createQueryBuilder('user')
      .where("user.role in ('admin', 'super_admin')")
      .orderBy('user.role', 'DESC')
      .addOrderBy('user.usernameKey')
      .limit(limit)
      .offset(offset);
    return this.page(query, await query.getCount());
  }

  async userCount(actor: Actor): Promise<OutputOf<typeof admin.userCount>> {
    requireAdmin(actor);
    return { total: await this.stored.count() };
  }

  private async page(query: SelectQueryBuilder<User>, total: number): Promise<Page> {
    const found = await query.getMany();
    const accountOf = await this.accounts(found.map(({ id }) => id));
    return { users: found.map((user) => asSeen(user, accountOf(user.id))), total };
  }

  /** Billing does not know whoever never paid, wrote or was given anything. */
  private async accounts(userIds: string[]): Promise<(userId: string) => Omit<Account, 'userId'>> {
    const { accounts } = userIds.length > 0 ? await this.rpc.ask(billing.accounts, { userIds }) : { accounts: [] };
    const known = new Map(accounts.map((account) => [account.userId, account]));
    return (userId) => known.get(userId) ?? { plan: 'free', status: 'inactive', credits: 0 };
  }
}

const asSeen = (user: User, { plan, status, credits }: Omit<Account, 'userId'>): AdminUser => ({
  id: user.id,
  username: user.username,
  email: user.email,
  subscriptionPlan: plan,
  subscriptionStatus: status,
  messageCredits: credits,
  role: user.role,
  isAdmin: isAdmin(user),
  createdAt: user.createdAt.toISOString(),
});
