import { AppError, type User } from '@kith/proto';
import type { ReactNode } from 'react';
import { fakeServer, graphqlAnswers, type Answer, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';
import type { Account } from '../features/admin/account-list.js';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** An account as administrators see it. */
export const anAccount = (number: number, changes: Partial<Account> = {}): Account & { __typename: 'AdminUser' } => ({
  __typename: 'AdminUser',
  id: idOf(number),
  username: `user${number}`,
  email: `user${number}@example.org`,
  subscriptionPlan: 'free',
  subscriptionStatus: 'inactive',
  messageCredits: 0,
  role: 'user',
  isAdmin: false,
  createdAt: '2026-10-01T10:00:00.000Z',
  ...changes,
});

export const ROOT = anAccount(1, { username: 'root', role: 'super_admin', isAdmin: true });
export const HELGA = anAccount(2, { username: 'helga', role: 'admin', isAdmin: true });

export const asSuperAdmin = aUser({ id: ROOT.id, username: 'root', role: 'super_admin', isAdmin: true });
export const asAdmin = aUser({ id: HELGA.id, username: 'helga', role: 'admin', isAdmin: true });

type Operation = (variables: Record<string, unknown>) => unknown;

interface World {
  readonly page: ReactNode;
  readonly path: string;
  readonly at?: string;
  readonly user?: User;
  readonly accounts?: readonly Account[];
  /** In the place of the operations below, or beside them. */
  readonly operations?: Readonly<Record<string, Operation>>;
  readonly rest?: Readonly<Record<string, Answer>>;
}

/** One page of the administration on a server with these accounts. Answers what was sent to it. */
export function openAdmin({ page, path, at, user = asSuperAdmin, accounts = [ROOT, HELGA], operations, rest }: World) {
  const stored = { accounts: [...accounts] };
  const change = (userId: unknown, changes: Partial<Account>): void => {
    stored.accounts = stored.accounts.map((one) => (one.id === userId ? { ...one, ...changes } : one));
  };
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: user }),
    'POST /graphql': graphqlAnswers({
      AdminStats: () => ({ adminStats: STATS }),
      Accounts: ({ search, role, limit, offset }) => ({
        users: listOf(
          stored.accounts.filter(
            (one) => (!role || one.role === role) && `${one.username} ${one.email}`.includes(String(search)),
          ),
          Number(limit),
          Number(offset),
        ),
      }),
      Admins: ({ limit, offset }) => ({
        admins: listOf(
          stored.accounts.filter(({ isAdmin }) => isAdmin),
          Number(limit),
          Number(offset),
        ),
      }),
      ...operations,
    }),
    ...rest,
  });
  renderApp({ page, path, at, isProtected: true });
  const sent = sentOperations(calls);
  return { calls, sent, change };
}

const listOf = (users: readonly Account[], limit: number, offset: number) => ({
  __typename: 'AdminUserList',
  total: users.length,
  isMoreThanTotal: false,
  next: offset + limit < users.length ? `from-${offset + limit}` : null,
  previous: offset > 0 ? `until-${offset}` : null,
  users: users.slice(offset, offset + limit),
});

export const STATS = {
  __typename: 'AdminStats',
  users: { __typename: 'UserStats', total: 40, free: 30, standard: 8, premium: 2 },
  bots: { __typename: 'BotStats', total: 50, active: 12 },
  messages: 12_345,
  careAnswers: 3,
};

export const refuse = (code: ConstructorParameters<typeof AppError>[0], words?: string) => (): never => {
  throw new AppError(code, words);
};
