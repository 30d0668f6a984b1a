import { inOrderOf, OrderedList, pageOfList, PreparedStatement, RpcClient, RunningCounts } from '@kith/kit';
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
import { In, Repository } from 'typeorm';
import { USER_COUNT } from '../user-count.js';
import { UserEntity } from '../user.entity.js';
import { nameKey } from '../usernames.js';

type Page = OutputOf<typeof admin.users>;
type BillingAccount = OutputOf<typeof billing.accounts>['accounts'][number];

const BY_NAME = { source: 'auth."user"', keys: { username_key: 'text' } } as const;
// The sequences narrow the search to an index. The names are compared by a condition of their own: Postgres would compute the sequences of each row
// again to check one that is made of both.
const MATCHES = `removed_at is null
  and (auth.letter_sequences(username_key) @> auth.sought_sequences($1) or auth.letter_sequences(lower(email)) @> auth.sought_sequences(lower($2)))
  and (strpos(username_key, $1) > 0 or strpos(lower(email), lower($2)) > 0)`;
const ALL = new OrderedList({ ...BY_NAME, where: 'removed_at is null' });
// Administrators have an index of their own, which a plan for any role does not know.
const OF_ROLE = new OrderedList({
  ...BY_NAME,
  where: 'removed_at is null and role = $1',
  parameters: 1,
  isPlannedEachTime: true,
});
const MATCHING = new OrderedList({ ...BY_NAME, where: MATCHES, parameters: 2, isPlannedEachTime: true });
const MATCHING_OF_ROLE = new OrderedList({
  ...BY_NAME,
  where: `${MATCHES} and role = $3`,
  parameters: 3,
  isPlannedEachTime: true,
});

// As their index is ordered, which has the names, too: the super-admin first.
const ADMINISTRATORS = new PreparedStatement<{ name: string }>(
  `select username_key as name from auth."user" where role <> 'user' and removed_at is null order by role desc, username_key limit $1 offset $2`,
);
const ADMINISTRATORS_FROM_END = new PreparedStatement<{ name: string }>(
  `select username_key as name from auth."user" where role <> 'user' and removed_at is null order by role, username_key desc limit $1 offset $2`,
);

/** Lists of users for administrators. */
@Injectable()
export class AdminService {
  constructor(
    @InjectRepository(UserEntity) private readonly repository: Repository<UserEntity>,
    private readonly rpc: RpcClient,
    private readonly counts: RunningCounts,
  ) {}

  async users({ actor, search = '', role, after, ...page }: ParsedInputOf<typeof admin.users>): Promise<Page> {
    requireAdmin(actor);
    const { connection } = this.repository.manager;
    const text = search.trim();
    const [list, parameters] = listOf(text, role);
    const counted =
      text === '' ? { total: await this.allUsers(role), isMoreThanTotal: false } : await list.count(connection, parameters);
    const place = { ...page, after: after === undefined ? undefined : [nameKey(after)] };
    const { ids, ...neighbours } = await list.page(
      connection,
      parameters,
      place,
      counted.isMoreThanTotal ? undefined : counted.total,
    );
    return { users: await this.view(await this.named(ids)), ...counted, ...neighbours };
  }

  async user({ actor, userId }: ParsedInputOf<typeof admin.user>): Promise<AdminUser> {
    requireAdmin(actor);
    const user = await this.repository.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    const accountOf = await this.billingAccounts([userId]);
    return adminView(user, accountOf(userId));
  }

  async admins({ actor, limit, offset }: ParsedInputOf<typeof admin.admins>): Promise<OutputOf<typeof admin.admins>> {
    requireAdmin(actor);
    const total = (await this.allUsers('super_admin')) + (await this.allUsers('admin'));
    const { connection } = this.repository.manager;
    const names = await pageOfList(total, { limit, offset }, (page, isFromEnd) =>
      (isFromEnd ? ADMINISTRATORS_FROM_END : ADMINISTRATORS).rows(connection, [page.limit, page.offset]),
    );
    const users = await this.named(names.map(({ name }) => name));
    return { users: await this.view(users), total };
  }

  async userCount(actor: Actor): Promise<OutputOf<typeof admin.userCount>> {
    requireAdmin(actor);
    return { total: await this.allUsers() };
  }

  /** The users with these keys of names, in their order. */
  private async named(keys: readonly string[]): Promise<UserEntity[]> {
    const found = keys.length === 0 ? [] : await this.repository.findBy({ usernameKey: In(keys) });
    return inOrderOf(keys, found, ({ usernameKey }) => usernameKey);
  }

  private async allUsers(role?: UserEntity['role']): Promise<number> {
    return (await this.counts.read(USER_COUNT, role && { role })).users;
  }

  private async view(found: readonly UserEntity[]): Promise<AdminUser[]> {
    const accountOf = await this.billingAccounts(found.map(({ id }) => id));
    return found.map((user) => adminView(user, accountOf(user.id)));
  }

  /** Billing has no account for a user who never paid, wrote a message or received credits. */
  private async billingAccounts(userIds: string[]): Promise<(userId: string) => Omit<BillingAccount, 'userId'>> {
    const { accounts } = userIds.length > 0 ? await this.rpc.ask(billing.accounts, { userIds }) : { accounts: [] };
    const known = new Map(accounts.map((account) => [account.userId, account]));
    return (userId) => known.get(userId) ?? { plan: 'free', status: 'inactive', credits: 0 };
  }
}

function listOf(text: string, role: string | undefined): [OrderedList, string[]] {
  if (text === '') return role === undefined ? [ALL, []] : [OF_ROLE, [role]];
  const texts = [nameKey(text), text];
  return role === undefined ? [MATCHING, texts] : [MATCHING_OF_ROLE, [...texts, role]];
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
