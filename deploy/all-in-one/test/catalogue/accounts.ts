import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@kith/all-in-one/testing';
import type { Ask, Situation } from './situation.js';
import type { SituationBuilder } from './situation-builder.js';

const IMPERSONATING = [403, 'IMPERSONATING', 'This is not possible while you act as another user.'] as const;
const SIGNED_OUT = [401, 'UNAUTHENTICATED', 'Please sign in.'] as const;

const login =
  (of: (builder: SituationBuilder) => Promise<object> | object): Ask =>
  async (builder) => {
    const input = await of(builder);
    return {
      client: builder.anonymous,
      rest: ['POST', '/api/auth/login', input],
      field: ['mutation login', { input: 'CredentialsInput!' }, { input }],
    };
  };

const register =
  (of: (builder: SituationBuilder) => object): Ask =>
  (builder) => {
    const input = {
      username: `n-${randomUUID().slice(0, 12)}`,
      email: 'n@example.test',
      password: 'correct horse',
      ...of(builder),
    };
    return {
      client: builder.anonymous,
      rest: ['POST', '/api/auth/register', input],
      field: ['mutation register', { input: 'RegistrationInput!' }, { input }],
    };
  };

const profile =
  (of: (builder: SituationBuilder) => object): Ask =>
  async (builder) => {
    const { client, username } = await builder.newUser();
    const input = { username, email: `${username}@example.test`, currentPassword: 'correct horse', ...of(builder) };
    return {
      client,
      rest: ['PATCH', '/api/auth/profile', input],
      field: ['mutation updateProfile', { input: 'ProfileInput!' }, { input }],
    };
  };

const password =
  (input: object, as?: (builder: SituationBuilder) => ApiClient): Ask =>
  async (builder) => ({
    client: as ? as(builder) : (await builder.newUser()).client,
    rest: ['PATCH', '/api/auth/password', input],
    field: ['mutation changePassword', { input: 'ChangePasswordInput!' }, { input }],
  });

/** Asks for the current user. */
const whoAmI =
  (of: (builder: SituationBuilder) => Promise<ApiClient> | ApiClient): Ask =>
  async (builder) => ({ client: await of(builder), rest: ['GET', '/api/auth/user'] });

const impersonating =
  (method: string, path: string, body?: object): Ask =>
  (builder) => ({
    client: builder.impersonator,
    rest: [method, path, body],
  });

/** Signing in, accounts, settings and sessions. */
export const ACCOUNTS: readonly Situation[] = [
  {
    rule: 'account.sign-in-failed',
    situation: 'signing in with a wrong password',
    ask: login((builder) => ({ username: builder.roles.owner.username, password: 'a wrong one' })),
    answer: [401, 'BAD_CREDENTIALS', 'Invalid username or password'],
  },
  {
    rule: 'A7',
    situation: 'signing in with an unknown username',
    ask: login(() => ({ username: `nobody-${randomUUID().slice(0, 8)}`, password: 'a wrong one' })),
    answer: [401, 'BAD_CREDENTIALS', 'Invalid username or password'],
    likewise: login((builder) => ({ username: builder.roles.owner.username, password: 'a wrong one' })),
  },
  {
    rule: 'A11',
    situation: 'signing in with one wrong password after another',
    ask: login(async (builder) => {
      const input = { username: (await builder.newUser()).username, password: 'a wrong one' };
      for (let tried = 0; tried < 12; tried += 1) await builder.anonymous.post('/api/auth/login', input);
      return input;
    }),
    answer: [429, 'RATE_LIMITED', /wait|try again/i],
  },
  {
    rule: 'account.sign-in-failed',
    situation: 'registering with a taken username in another letter case',
    ask: register((builder) => ({ username: builder.roles.owner.username.toUpperCase(), email: `${randomUUID()}@example.test` })),
    answer: [409, 'USERNAME_TAKEN', 'This username is already taken.'],
  },
  {
    rule: 'A8',
    situation: 'registering with a taken email in another letter case',
    ask: register((builder) => ({ email: `${builder.roles.owner.username}@EXAMPLE.test` })),
    answer: [409, 'EMAIL_TAKEN', 'This email is already registered.'],
  },
  {
    rule: 'account.sign-in-failed',
    situation: 'signing out twice',
    ask: async (builder) => {
      const { client } = await builder.newUser();
      await client.post('/api/auth/logout');
      return { client, rest: ['POST', '/api/auth/logout'], field: ['mutation logout', {}, {}] };
    },
    answer: SIGNED_OUT,
  },
  {
    rule: 'account.login-rules',
    situation: 'signing in with a name of two letters',
    ask: login(() => ({ username: 'ab', password: 'correct horse' })),
    answer: [400, 'BAD_INPUT', 'Username must be at least 3 characters'],
    at: 'username',
  },
  {
    rule: 'account.login-rules',
    situation: 'signing in with a password of five letters',
    ask: login(() => ({ username: 'abc', password: '12345' })),
    answer: [400, 'BAD_INPUT', 'Password must be at least 6 characters'],
    at: 'password',
  },
  {
    rule: 'account.registration-rules',
    situation: 'registering with an invalid email address',
    ask: register(() => ({ email: 'nobody' })),
    answer: [400, 'BAD_INPUT', 'Please enter a valid email address'],
    at: 'email',
  },
  {
    rule: 'A7',
    situation: 'registering with a password of 129 letters',
    ask: register(() => ({ password: 'x'.repeat(129) })),
    answer: [400, 'BAD_INPUT', 'Password must be at most 128 characters'],
    at: 'password',
  },
  {
    rule: 'account.profile-rules',
    situation: 'a profile without a name',
    ask: profile(() => ({ username: '   ' })),
    answer: [400, 'BAD_INPUT', 'Username is required'],
    at: 'username',
  },
  {
    rule: 'account.settings',
    situation: 'a profile with a name that is taken',
    ask: profile((builder) => ({ username: builder.roles.owner.username })),
    answer: [409, 'USERNAME_TAKEN', 'This username is already taken.'],
  },
  {
    rule: 'account.password-rules',
    situation: 'a new password of five letters',
    ask: password({ currentPassword: 'correct horse', newPassword: '12345' }),
    answer: [400, 'BAD_INPUT', 'Password must be at least 6 characters'],
    at: 'newPassword',
  },
  {
    rule: 'account.settings',
    situation: 'a new password without the current one',
    ask: password({ currentPassword: 'a wrong one', newPassword: 'another horse' }),
    answer: [400, 'WRONG_PASSWORD', 'The current password is not correct.'],
  },
  {
    rule: 'account.settings',
    situation: 'notification settings of another type',
    ask: async (builder) => ({
      client: (await builder.newUser()).client,
      rest: ['PATCH', '/api/auth/notification-settings', { usageReports: 'often' }],
    }),
    answer: [400, 'BAD_INPUT', 'Usage reports must be on or off'],
    at: 'usageReports',
  },
  {
    rule: 'account.settings',
    situation: 'an unknown model provider',
    ask: async (builder) => {
      const input = { defaultModelProvider: 'mine' };
      return {
        client: (await builder.newUser()).client,
        // GraphQL refuses it by its type, with a fixed text.
        rest: ['PATCH', '/api/auth/api-settings', input],
      };
    },
    answer: [400, 'BAD_INPUT', /openai/],
    at: 'defaultModelProvider',
  },
  {
    rule: 'A1',
    situation: 'an unknown session token',
    ask: whoAmI((builder) => builder.anonymous.with({ authorization: 'Bearer nothing' })),
    answer: SIGNED_OUT,
  },
  {
    rule: 'A1',
    situation: 'an expired session',
    ask: whoAmI((builder) => builder.clientWithExpiredSession()),
    answer: SIGNED_OUT,
  },
  {
    rule: 'A1',
    situation: 'a session ended by a new password',
    ask: whoAmI(async (builder) => {
      const { client, username, password: currentPassword } = await builder.newUser();
      const other = await builder.anonymous.login(username, currentPassword);
      await client.patch('/api/auth/password', { currentPassword, newPassword: 'another horse' });
      return other.client;
    }),
    answer: SIGNED_OUT,
  },
  {
    rule: 'A1',
    situation: 'a write of another site with the cookie',
    ask: async (builder) => {
      const input = { name: 'Evil' };
      return {
        client: await builder.crossSiteClient(),
        rest: ['POST', '/api/bots', input],
        field: ['mutation createBot', { input: 'CreateBotInput!' }, { input }],
      };
    },
    answer: [403, 'CROSS_ORIGIN', 'This request came from another site and was refused.'],
  },
  {
    rule: 'A5',
    situation: 'an impersonation that was ended',
    ask: whoAmI((builder) => builder.endedImpersonation()),
    answer: SIGNED_OUT,
  },
  {
    rule: 'A5',
    situation: 'an expired impersonation',
    ask: whoAmI((builder) => builder.expiredImpersonation()),
    answer: SIGNED_OUT,
  },
  {
    rule: 'A5',
    situation: 'changing a password during impersonation',
    ask: password({ currentPassword: 'correct horse', newPassword: 'another horse' }, (builder) => builder.impersonator),
    answer: IMPERSONATING,
  },
  ...(
    [
      ['an e-mail', 'PATCH', '/api/auth/profile', { username: 'somebody', email: 'mine@example.test' }],
      ['an API key', 'PATCH', '/api/auth/api-settings', { apiKey: 'sk-catalogue' }],
      ['a purchase', 'POST', '/api/credits/checkout', { packageId: 'credits-100' }],
      ['a plan', 'POST', '/api/subscriptions/upgrade', { plan: 'premium' }],
      ['the end of an account', 'DELETE', '/api/auth/account', { password: 'correct horse' }],
      ['a look at all users', 'GET', '/api/admin/users'],
    ] as const
  ).map(([what, method, path, body]): Situation => ({
    rule: 'A5',
    situation: `${what} during impersonation`,
    ask: impersonating(method, path, body),
    answer: IMPERSONATING,
  })),
  ...(['discordToken', 'deletion'] as const).map((what): Situation => ({
    rule: 'A5',
    situation: `${what} of a bot during impersonation`,
    ask: async (builder) => {
      const path = `/api/bots/${await builder.bot()}`;
      const rest =
        what === 'deletion' ? (['DELETE', path] as const) : (['PATCH', path, { discordToken: 'a-new-token' }] as const);
      return { client: builder.impersonator, rest };
    },
    answer: IMPERSONATING,
  })),
];
