import { randomUUID } from 'node:crypto';
import { ApiClient, type Stack } from '@kith/all-in-one/testing';
import { aSnowflake, waitFor } from '@kith/kit/testing';
import { aClient, aPlayer, expectDone, signInSuperAdmin, type Cast, type Player } from '../matrix/cast.js';
import { Things } from '../matrix/things.js';
import { onDatabase } from '../security/database.js';

/** Somebody with a companion. */
export interface Keeper extends Player {
  readonly botId: string;
}

/** Where situations come about: one for each time that something is asked, so that nothing asked before is in the way. */
export class World {
  /** An id that nothing has. */
  readonly none = randomUUID();
  readonly things: Things;

  constructor(
    readonly stack: Stack,
    readonly cast: Cast,
  ) {
    this.things = new Things(stack, cast, 'owner');
  }

  get anonymous(): ApiClient {
    return aClient(this.stack);
  }

  /** On the premium plan. */
  get owner(): ApiClient {
    return this.cast.owner.client;
  }

  get impersonator(): ApiClient {
    return this.cast.clients.impersonator;
  }

  get superAdmin(): ApiClient {
    return this.cast.clients.superAdmin;
  }

  newcomer(): Promise<Player> {
    return aPlayer(this.stack);
  }

  /** A newcomer on the free plan with the one companion it allows. */
  async keeper(fields: object = {}): Promise<Keeper> {
    const player = await this.newcomer();
    return { ...player, botId: await this.botOf(player.client, fields) };
  }

  async botOf(client: ApiClient, fields: object = {}): Promise<string> {
    return String((await expectDone(client.post('/api/bots', { name: 'Amber', ...fields }))).body['id']);
  }

  /** The owner's, new. */
  async bot(): Promise<string> {
    return (await this.things.bot()).id;
  }

  async deletedBot(): Promise<string> {
    const botId = await this.bot();
    await expectDone(this.owner.delete(`/api/bots/${botId}`));
    return botId;
  }

  /** As if so many messages had been answered today. */
  async useUp({ id }: Player, used: number): Promise<void> {
    await onDatabase(
      this.stack,
      `insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'UTC')::date, $2)
       on conflict (user_id, day) do update set used = excluded.used`,
      [id, used],
    );
  }

  /** One whose token Discord does not know, nor did ever. */
  keeperOfNothing(): Promise<Keeper> {
    const applicationId = aSnowflake();
    return this.keeper({
      discordToken: `${Buffer.from(applicationId).toString('base64url')}.Gabcde.not-a-real-token-at-all-000000000000`,
    });
  }

  /** A companion beyond the cap of the plan that its owner has come down to. */
  async pausedBot(): Promise<{ client: ApiClient; botId: string }> {
    const { client, id } = await this.newcomer();
    const setPlan = (plan: string) => expectDone(this.superAdmin.patch(`/api/admin/users/${id}/subscription`, { plan }));
    await setPlan('premium');
    await this.botOf(client);
    const { token } = await this.stack.discord.addBot();
    const botId = await this.botOf(client, { discordToken: token });
    await setPlan('free');
    await waitFor('the pause', async () => (await client.get(`/api/bots/${botId}`)).body['runtimeState'] === 'paused_by_plan');
    return { client, botId };
  }

  /** Somebody who pays for the premium plan, in the sandbox. */
  async subscriber(): Promise<Player> {
    const player = await this.newcomer();
    const { body } = await expectDone(player.client.post('/api/subscriptions/upgrade', { plan: 'premium' }));
    const checkoutId = String(body['url']).split('/').at(-1) ?? '';
    await expectDone(player.client.post(`/api/sandbox/checkout/${checkoutId}`, { outcome: 'pay' }));
    await waitFor('the plan', async () => (await player.client.get('/api/subscriptions')).body['paidPlan'] === 'premium');
    return player;
  }

  /** A client whose session has not been used for longer than one may. */
  async forgottenSession(): Promise<ApiClient> {
    const { client, id } = await this.newcomer();
    await onDatabase(
      this.stack,
      `update auth.session set created_at = now() - interval '40 days', last_used_at = now() - interval '40 days' where user_id = $1`,
      [id],
    );
    return client;
  }

  /** A client that acted as somebody and ended it. */
  async endedImpersonation(): Promise<ApiClient> {
    const { client, token } = await this.anImpersonation();
    await expectDone(client.post('/api/admin/end-impersonation'));
    return new ApiClient(this.stack.baseUrl, token);
  }

  /** A client that acts as somebody for longer than one may. */
  async expiredImpersonation(): Promise<ApiClient> {
    const { client, userId } = await this.anImpersonation();
    await onDatabase(
      this.stack,
      `update auth.session set expires_at = now() - interval '1 minute' where user_id = $1 and impersonator_id is not null`,
      [userId],
    );
    return client;
  }

  /** Somebody who was an administrator until just now. */
  async formerAdmin(): Promise<ApiClient> {
    const { client, id } = await this.newcomer();
    await expectDone(this.superAdmin.post(`/api/admin/grant-admin/${id}`));
    await expectDone(client.get('/api/admin/users'));
    await expectDone(this.superAdmin.post(`/api/admin/revoke-admin/${id}`));
    return client;
  }

  async superAdminId(): Promise<string> {
    return (await signInSuperAdmin(this.stack)).id;
  }

  /** Requests of a page elsewhere, with the cookie of somebody who is signed in here. */
  async foreignPage(): Promise<ApiClient> {
    const { username, password } = await this.newcomer();
    const { headers } = await expectDone(this.anonymous.post('/api/auth/login', { username, password }));
    const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
    return this.anonymous.with({ cookie, origin: 'https://evil.example' });
  }

  private async anImpersonation(): Promise<{ client: ApiClient; token: string; userId: string }> {
    const { id: userId } = await this.newcomer();
    // By a session of its own: to end it signs in anew.
    const { client: superAdmin } = await signInSuperAdmin(this.stack);
    const { body } = await expectDone(superAdmin.post(`/api/admin/impersonate/${userId}`));
    const token = String(body['token']);
    return { client: new ApiClient(this.stack.baseUrl, token), token, userId };
  }
}
