import { randomUUID } from 'node:crypto';
import { ApiClient, type Stack } from '@kith/all-in-one/testing';
import { aSnowflake, waitFor } from '@kith/kit/testing';
import { PLAN_CATALOGUE } from '@kith/proto';
import {
  aClient,
  createRoleUser,
  expectDone,
  impersonate,
  signInSuperAdmin,
  type Roles,
  type RoleUser,
} from '../matrix/roles.js';
import { Fixtures } from '../matrix/fixtures.js';
import { onDatabase } from '../security/database.js';

/** A user with a bot. */
export interface BotOwner extends RoleUser {
  readonly botId: string;
}

/** Creates the situations; a new builder for each request, so that requests do not affect each other. */
export class SituationBuilder {
  /** An id that does not exist. */
  readonly none = randomUUID();
  readonly fixtures: Fixtures;

  constructor(
    readonly stack: Stack,
    readonly roles: Roles,
  ) {
    this.fixtures = new Fixtures(stack, roles, 'owner');
  }

  get anonymous(): ApiClient {
    return aClient(this.stack);
  }

  /** On the premium plan. */
  get owner(): ApiClient {
    return this.roles.owner.client;
  }

  get impersonator(): ApiClient {
    return this.roles.clients.impersonator;
  }

  get superAdmin(): ApiClient {
    return this.roles.clients.superAdmin;
  }

  newUser(): Promise<RoleUser> {
    return createRoleUser(this.stack);
  }

  /** A new user on the free plan with the one bot it allows. */
  async botOwner(fields: object = {}): Promise<BotOwner> {
    const roleUser = await this.newUser();
    return { ...roleUser, botId: await this.botOf(roleUser.client, fields) };
  }

  /** An owner on the free plan whose bot holds as many knowledge items as the plan allows. */
  async ownerOfFullBot(): Promise<BotOwner> {
    const owner = await this.botOwner();
    for (let n = 0; n < PLAN_CATALOGUE.free.maxKnowledgeItems; n += 1)
      await expectDone(owner.client.post(`/api/bots/${owner.botId}/knowledge`, { title: `Item ${n}`, content: 'Words.' }));
    return owner;
  }

  async botOf(client: ApiClient, fields: object = {}): Promise<string> {
    return String((await expectDone(client.post('/api/bots', { name: 'Amber', ...fields }))).body['id']);
  }

  /** A new bot of the owner. */
  async bot(): Promise<string> {
    return (await this.fixtures.bot()).id;
  }

  async deletedBot(): Promise<string> {
    const botId = await this.bot();
    await expectDone(this.owner.delete(`/api/bots/${botId}`));
    return botId;
  }

  /** Sets the number of messages of today. */
  async useUp({ id }: RoleUser, used: number): Promise<void> {
    await onDatabase(
      this.stack,
      `insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'UTC')::date, $2)
       on conflict (user_id, day) do update set used = excluded.used`,
      [id, used],
    );
  }

  /** A bot with a token that Discord does not know. */
  ownerOfBotWithUnknownToken(): Promise<BotOwner> {
    const applicationId = aSnowflake();
    return this.botOwner({
      discordToken: `${Buffer.from(applicationId).toString('base64url')}.Gabcde.not-a-real-token-at-all-000000000000`,
    });
  }

  /** A bot above the cap after a downgrade of its owner. */
  async pausedBot(): Promise<{ client: ApiClient; botId: string }> {
    const { client, id } = await this.newUser();
    const setPlan = (plan: string) => expectDone(this.superAdmin.patch(`/api/admin/users/${id}/subscription`, { plan }));
    await setPlan('premium');
    await this.botOf(client);
    const { token } = await this.stack.discord.addBot();
    const botId = await this.botOf(client, { discordToken: token });
    await setPlan('free');
    await waitFor('the pause', async () => (await client.get(`/api/bots/${botId}`)).body['runtimeState'] === 'paused_by_plan');
    return { client, botId };
  }

  /** A user with a paid premium plan (sandbox). */
  async subscriber(): Promise<RoleUser> {
    const roleUser = await this.newUser();
    const { body } = await expectDone(roleUser.client.post('/api/subscriptions/upgrade', { plan: 'premium' }));
    const checkoutId = String(body['url']).split('/').at(-1) ?? '';
    await expectDone(roleUser.client.post(`/api/sandbox/checkout/${checkoutId}`, { outcome: 'pay' }));
    await waitFor('the plan', async () => (await roleUser.client.get('/api/subscriptions')).body['paidPlan'] === 'premium');
    return roleUser;
  }

  /** A client whose session has expired by inactivity. */
  async clientWithExpiredSession(): Promise<ApiClient> {
    const { client, id } = await this.newUser();
    await onDatabase(
      this.stack,
      `update auth.session set created_at = now() - interval '40 days', last_used_at = now() - interval '40 days' where user_id = $1`,
      [id],
    );
    return client;
  }

  /** A client whose impersonation was ended. */
  async endedImpersonation(): Promise<ApiClient> {
    const { client, token } = await this.anImpersonation();
    await expectDone(client.post('/api/admin/end-impersonation'));
    return new ApiClient(this.stack.baseUrl, token);
  }

  /** A client whose impersonation has expired. */
  async expiredImpersonation(): Promise<ApiClient> {
    const { client, userId } = await this.anImpersonation();
    await onDatabase(
      this.stack,
      `update auth.session set expires_at = now() - interval '1 minute' where user_id = $1 and impersonator_id is not null`,
      [userId],
    );
    return client;
  }

  /** A user whose admin rights were just revoked. */
  async formerAdmin(): Promise<ApiClient> {
    const { client, id } = await this.newUser();
    await expectDone(this.superAdmin.post(`/api/admin/grant-admin/${id}`));
    await expectDone(client.get('/api/admin/users'));
    await expectDone(this.superAdmin.post(`/api/admin/revoke-admin/${id}`));
    return client;
  }

  async superAdminId(): Promise<string> {
    return (await signInSuperAdmin(this.stack)).id;
  }

  /** A client that sends requests like a page of another site, with the cookie of a signed-in user. */
  async crossSiteClient(): Promise<ApiClient> {
    const { username, password } = await this.newUser();
    const { headers } = await expectDone(this.anonymous.post('/api/auth/login', { username, password }));
    const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
    return this.anonymous.with({ cookie, origin: 'https://evil.example' });
  }

  private async anImpersonation(): Promise<{ client: ApiClient; token: string; userId: string }> {
    const { id: userId } = await this.newUser();
    // In a new session, because ending an impersonation replaces the session.
    const { client: superAdmin } = await signInSuperAdmin(this.stack);
    return { ...(await impersonate(this.stack, superAdmin, userId)), userId };
  }
}
