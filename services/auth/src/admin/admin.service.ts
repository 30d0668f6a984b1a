import { pageOfList, RpcClient, RunningCounts, type PageRequest } from '@kith/kit';
import {
  AppError,
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
import { USER_COUNT } from '../user-count.js';
import { UserEntity } from '../user.entity.js';
import { nameKey } from '../usernames.js';

type Page = OutputOf<typeof admin.users>;
type BillingAccount = OutputOf<typeof billing.accounts>['accounts'][number];

// The triples narrow the search to an index; a text of one or two characters has none, and whoever contains them is then found by reading all.
const HAS_NAME = `auth.letter_triples(user.usernameKey) @> auth.letter_triples(:name) and strpos(user.usernameKey, :name) > 0`;
const HAS_EMAIL = `auth.letter_triples(lower(user.email)) @> auth.letter_triples(lower(:text)) and strpos(lower(user.email), lower(:text)) > 0`;

/** Lists of users for administrators. */
@Injectable()
export class AdminService {
  constructor(
    @InjectRepository(UserEntity) private readonly repository: Repository<UserEntity>,
    private readonly rpc: RpcClient,
    private readonly counts: RunningCounts,
  ) {}

  async users({ actor, search = '', role, after, limit, offset }: ParsedInputOf<typeof admin.users>): Promise<Page> {
    requireAdmin(actor);
    const text = search.trim();
    const query = this.repository.createQueryBuilder('user');
    if (role) query.andWhere('user.role = :role', { role });
    if (text) query.andWhere(`(${HAS_NAME} or ${HAS_EMAIL})`, { name: nameKey(text), text });
    const isAll = !role && text === '';
    const total = isAll ? (await this.counts.read(USER_COUNT)).users : await query.clone().getCount();
    if (after !== undefined) {
      query.andWhere('user.usernameKey > :after', { after: nameKey(after) });
      return this.view(await query.orderBy('user.usernameKey').limit(limit).offset(offset).getMany(), total);
    }
    const found = await pageOfList(total, { limit, offset }, (page, isFromEnd) =>
      this.usersOf(query.clone().orderBy('user.usernameKey', isFromEnd ? 'DESC' : 'ASC'), page),
    );
    return this.view(found, total);
  }

  async user({ actor, userId }: ParsedInputOf<typeof admin.user>): Promise<AdminUser> {
    requireAdmin(actor);
    const user = await this.repository.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    const accountOf = await this.billingAccounts([userId]);
    return adminView(user, accountOf(userId));
  }

  async admins({ actor, limit, offset }: ParsedInputOf<typeof admin.admins>): Promise<Page> {
    requireAdmin(actor);
    const query = this.repository
      .createQueryBuilder('user')
      .where("user.role in ('admin', 'super_admin')")
      .orderBy('user.role', 'DESC')
      .addOrderBy('user.usernameKey')
      .limit(limit)
      .offset(offset);
    return this.view(await query.getMany(), await query.getCount());
  }

  async userCount(actor: Actor): Promise<OutputOf<typeof admin.userCount>> {
    requireAdmin(actor);
    return { total: (await this.counts.read(USER_COUNT)).users };
  }

  /** The names of those before the page are read from an index alone. */
  private async usersOf(ordered: SelectQueryBuilder<UserEntity>, { limit, offset }: PageRequest): Promise<UserEntity[]> {
    if (offset === 0) return ordered.limit(limit).getMany();
    const names = ordered.clone().select('user.usernameKey', 'name').limit(limit).offset(offset);
    const found = (await names.getRawMany<{ name: string }>()).map(({ name }) => name);
    return found.length === 0 ? [] : ordered.andWhere('user.usernameKey in (:...found)', { found }).getMany();
  }

  private async view(found: readonly UserEntity[], total: number): Promise<Page> {
    const accountOf = await this.billingAccounts(found.map(({ id }) => id));
    return { users: found.map((user) => adminView(user, accountOf(user.id))), total };
  }

  /** Billing has no account for a user who never paid, wrote a message or received credits. */
  private async billingAccounts(userIds: string[]): Promise<(userId: string) => Omit<BillingAccount, 'userId'>> {
    const { accounts } = userIds.length > 0 ? await this.rpc.ask(billing.accounts, { userIds }) : { accounts: [] };
    const known = new Map(accounts.map((account) => [account.userId, account]));
    return (userId) => known.get(userId) ?? { plan: 'free', status: 'inactive', credits: 0 };
  }
}

const adminView = (user: UserEntity, { plan, status, credits }: Omit<BillingAccount, 'userId'>): AdminUser => ({
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
