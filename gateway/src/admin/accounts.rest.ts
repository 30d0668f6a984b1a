import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { admin, billing, type InputOf } from '@kith/proto';
import { Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Sessions } from '../auth/sessions.js';
import { Asked, Named, Sender } from '../http/asked.js';
import type { Credential } from '../http/credentials.js';
import { Route } from '../http/route.js';
import { adminRoutes as routes } from './admin.routes.js';

type Grant = Omit<InputOf<typeof billing.grantCredits>, 'idempotencyKey'>;
type Origin = InputOf<typeof admin.impersonate>['origin'];

/** What administrators do to single accounts, and as them. */
@Controller()
export class AccountsRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Route(routes.setPlan)
  setPlan(@Asked() asked: InputOf<typeof billing.setPlan>) {
    return this.rpc.ask(billing.setPlan, asked);
  }

  @Route(routes.grantCredits)
  grantCredits(@Asked() asked: Grant, @Headers('idempotency-key') key?: string) {
    // A repeated form is another grant unless the client says that it is the same.
    return this.rpc.ask(billing.grantCredits, { idempotencyKey: key || randomUUID(), ...asked });
  }

  @Route(routes.impersonate)
  async impersonate(
    @Asked() asked: InputOf<typeof admin.impersonate>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessions.begin(await this.rpc.ask(admin.impersonate, { ...asked, origin }), reply);
  }

  @Route(routes.endImpersonation)
  async endImpersonation(
    @Named() credential: Credential,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.rpc.ask(admin.endImpersonation, { ...credential, origin });
    this.sessions.forget(credential);
    return this.sessions.begin(answer, reply);
  }
}
