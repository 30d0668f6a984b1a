import { expect } from '@jest/globals';
import { AppError, type User } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { SettingsPage } from '../features/settings/settings-page.js';
import { fakeServer, graphqlAnswers, type Answer } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

export const FREE = {
  __typename: 'PlanSubscription',
  plan: 'free',
  source: 'free',
  status: 'inactive',
  paidPlan: null as string | null,
  grantedPlan: null as string | null,
  currentPeriodEnd: null as string | null,
  cancelsAtPeriodEnd: false,
  scheduledPlan: null as string | null,
  renewalCents: null as number | null,
  graceEndsAt: null as string | null,
  payUrl: null as string | null,
  endedReason: null as string | null,
  endedPlan: null as string | null,
  isSandbox: false,
};
export const STANDARD = {
  ...FREE,
  plan: 'basic',
  source: 'subscription',
  status: 'active',
  paidPlan: 'basic',
  currentPeriodEnd: '2026-12-20T10:00:00.000Z',
  renewalCents: 999,
};
export const HERE = {
  __typename: 'Session',
  id: 'a1',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-21T10:00:00.000Z',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
  isCurrent: true,
};
export const PHONE = { ...HERE, id: 'b2', ip: '198.51.100.3', userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1', isCurrent: false };

export const METHODS = {
  __typename: 'SignInMethods',
  hasPassword: true,
  discordName: null as string | null,
  isDiscordOffered: false,
};

interface World {
  readonly user?: Partial<User>;
  readonly tab?: string;
  readonly subscription?: typeof FREE;
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
}

/** Opens the settings of a user before a server that answers the named operations. */
export function openSettings({ user, tab, subscription = FREE, operations = {} }: World = {}) {
  const me = aUser({ username: 'mara', email: 'mara@example.org', ...user });
  const answers: Record<string, Answer> = {
    'GET /api/auth/user': () => ({ body: me }),
    'POST /graphql': graphqlAnswers({
      Subscription: () => ({ subscription }),
      Sessions: () => ({ sessions: [HERE, PHONE] }),
      MailOption: () => ({ signInOptions: { __typename: 'SignInOptions', sendsMail: true } }),
      SignInMethods: () => ({ signInMethods: METHODS }),
      AccessKeys: () => ({ accessKeys: [] }),
      ModelOptions: () => ({
        modelOptions: { __typename: 'ModelOptions', offeredProviders: ['openai'], ownModels: [], keyProblem: null },
      }),
      ...operations,
    }),
  };
  const calls = fakeServer(answers);
  renderApp({ page: <SettingsPage />, path: '/settings', at: tab ? `/settings?tab=${tab}` : '/settings', isProtected: true });
  return {
    me: { ...me, __typename: 'User' },
    calls,
    /** Of REST; may be added to. */
    answers,
    sent: (name: string) =>
      calls.flatMap(({ body }) => {
        const { operationName, variables } = (body ?? {}) as { operationName?: string; variables?: unknown };
        return operationName === name ? [variables] : [];
      }),
  };
}
export const refuse =
  (code: ConstructorParameters<typeof AppError>[0], message?: string, details?: AppError['details']) => () => {
    throw new AppError(code, message, details);
  };
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const toastSays = async (title: string, words: RegExp | string = '') =>
  expect((await screen.findByText(title)).closest('.toast')?.textContent).toMatch(words);
