import { randomUUID } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { billing, payments, type InputOf } from '@kith/proto';
import { Controller, Headers, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withPage } from '../http/responses.js';
import { Route } from '../http/route.js';
import { paymentRoutes as routes } from './payments.routes.js';

type Correction = Omit<InputOf<typeof billing.correctCredits>, 'idempotencyKey'>;

@Controller()
export class PaymentsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@RequestInput() input: InputOf<typeof payments.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { payments: list, ...page } = await this.rpc.ask(payments.list, input);
    return withPage(list, page, reply);
  }

  @Route(routes.ofUser)
  async ofUser(@RequestInput() input: InputOf<typeof payments.ofUser>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { payments: list, ...page } = await this.rpc.ask(payments.ofUser, input);
    return withPage(list, page, reply);
  }

  @Route(routes.events)
  events(@RequestInput() input: InputOf<typeof payments.events>) {
    return this.rpc.ask(payments.events, input);
  }

  @Route(routes.replay)
  replay(@RequestInput() input: InputOf<typeof payments.replay>) {
    return this.rpc.ask(payments.replay, input);
  }

  @Route(routes.statistics)
  statistics(@RequestInput() input: InputOf<typeof payments.statistics>) {
    return this.rpc.ask(payments.statistics, input);
  }

  @Route(routes.correctCredits)
  correctCredits(@RequestInput() input: Correction, @Headers('idempotency-key') key?: string) {
    // Without a key of the client each request is a correction of its own.
    return this.rpc.ask(billing.correctCredits, { idempotencyKey: key || randomUUID(), ...input });
  }
}
