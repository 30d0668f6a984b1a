import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { RpcClient } from '@kith/kit';
import { admin, audit, billing, bots, type Actor, type InputOf } from '@kith/proto';
import { Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SessionLifecycle } from '../auth/session-lifecycle.js';
import type { Credential } from '../http/credentials.js';
import { CSV } from '../http/csv.js';
import { ClientInfo, PresentedCredential, RequestInput } from '../http/request-decorators.js';
import { sendDownload, withPage, withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { AdminStatistics } from './admin-statistics.js';
import { adminRoutes as routes } from './admin.routes.js';
import { CsvExports } from './csv-exports.js';

type Grant = Omit<InputOf<typeof billing.grantCredits>, 'idempotencyKey'>;
type Origin = InputOf<typeof admin.impersonate>['origin'];

@Controller()
export class AdminRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: AdminStatistics,
    private readonly csvExports: CsvExports,
    private readonly sessionLifecycle: SessionLifecycle,
  ) {}

  @Route(routes.users)
  async users(@RequestInput() input: InputOf<typeof admin.users>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { users, ...page } = await this.rpc.ask(admin.users, input);
    return withPage(users, page, reply);
  }

  @Route(routes.user)
  user(@RequestInput() input: InputOf<typeof admin.user>) {
    return this.rpc.ask(admin.user, input);
  }

  @Route(routes.userAccount)
  userAccount(@RequestInput() input: InputOf<typeof billing.userAccount>) {
    return this.rpc.ask(billing.userAccount, input);
  }

  @Route(routes.userBots)
  async userBots(@RequestInput() input: InputOf<typeof bots.ofUser>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { bots: list, total } = await this.rpc.ask(bots.ofUser, input);
    return withTotalCount(list, total, reply);
  }

  @Route(routes.userSessions)
  userSessions(@RequestInput() input: InputOf<typeof admin.sessions>) {
    return this.rpc.ask(admin.sessions, input);
  }

  @Route(routes.endUserSessions)
  endUserSessions(@RequestInput() input: InputOf<typeof admin.endSessions>) {
    return this.rpc.ask(admin.endSessions, input);
  }

  @Route(routes.admins)
  async admins(@RequestInput() input: InputOf<typeof admin.admins>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { users, total } = await this.rpc.ask(admin.admins, input);
    return withTotalCount(users, total, reply);
  }

  @Route(routes.stats)
  async stats(@RequestInput() { actor }: { readonly actor: Actor }) {
    return { stats: await this.statistics.of(actor) };
  }

  @Route(routes.grantAdmin)
  grantAdmin(@RequestInput() input: InputOf<typeof admin.grantAdmin>) {
    return this.rpc.ask(admin.grantAdmin, input);
  }

  @Route(routes.revokeAdmin)
  revokeAdmin(@RequestInput() input: InputOf<typeof admin.revokeAdmin>) {
    return this.rpc.ask(admin.revokeAdmin, input);
  }

  @Route(routes.setPlan)
  setPlan(@RequestInput() input: InputOf<typeof billing.setPlan>) {
    return this.rpc.ask(billing.setPlan, input);
  }

  @Route(routes.grantCredits)
  grantCredits(@RequestInput() input: Grant, @Headers('idempotency-key') key?: string) {
    // Without a key of the client each request is a grant of its own.
    return this.rpc.ask(billing.grantCredits, { idempotencyKey: key || randomUUID(), ...input });
  }

  @Route(routes.impersonate)
  async impersonate(
    @RequestInput() input: InputOf<typeof admin.impersonate>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessionLifecycle.startImpersonation(await this.rpc.ask(admin.impersonate, { ...input, origin }), reply);
  }

  @Route(routes.endImpersonation)
  async endImpersonation(
    @PresentedCredential() credential: Credential,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const ending = { ...this.sessionLifecycle.endingOf(credential, reply), origin };
    return this.sessionLifecycle.endImpersonation(await this.rpc.ask(admin.endImpersonation, ending), reply, credential);
  }

  @Route(routes.audit)
  audit(@RequestInput() input: InputOf<typeof audit.log>) {
    return this.rpc.ask(audit.log, input);
  }

  @Route(routes.exportUsers)
  async exportUsers(
    @RequestInput() { actor }: { readonly actor: Actor },
    @PresentedCredential() credential: Credential,
    @Res() reply: FastifyReply,
  ) {
    const lines = await this.csvExports.users(actor, credential);
    await sendDownload(reply, { name: 'users.csv', mediaType: CSV }, Readable.from(lines));
  }

  @Route(routes.exportAnalytics)
  async exportAnalytics(@RequestInput() { actor }: { readonly actor: Actor }, @Res() reply: FastifyReply) {
    const lines = await this.csvExports.analytics(actor);
    await sendDownload(reply, { name: 'analytics.csv', mediaType: CSV }, Readable.from(lines));
  }
}
