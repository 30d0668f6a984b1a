import { isUtf8 } from 'node:buffer';
import { RpcClient } from '@kith/kit';
import { AppError, billing, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { billingRoutes as routes } from './billing.routes.js';

@Controller()
export class BillingRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.credits)
  async credits(@RequestInput() input: InputOf<typeof billing.usage>) {
    const { credits } = await this.rpc.ask(billing.usage, input);
    return { credits };
  }

  @Route(routes.packages)
  packages(@RequestInput() input: InputOf<typeof billing.packages>) {
    return this.rpc.ask(billing.packages, input);
  }

  @Route(routes.history)
  async history(@RequestInput() input: InputOf<typeof billing.history>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { movements, total } = await this.rpc.ask(billing.history, input);
    return withTotalCount(movements, total, reply);
  }

  @Route(routes.checkoutCredits)
  checkoutCredits(@RequestInput() input: InputOf<typeof billing.checkoutCredits>) {
    return this.rpc.ask(billing.checkoutCredits, input);
  }

  @Route(routes.upgrade)
  upgrade(@RequestInput() input: InputOf<typeof billing.checkoutPlan>) {
    return this.rpc.ask(billing.checkoutPlan, input);
  }

  @Route(routes.checkoutPlan)
  checkoutPlan(@RequestInput() input: InputOf<typeof billing.checkoutPlan>) {
    return this.rpc.ask(billing.checkoutPlan, input);
  }

  @Route(routes.subscription)
  subscription(@RequestInput() input: InputOf<typeof billing.subscription>) {
    return this.rpc.ask(billing.subscription, input);
  }

  @Route(routes.portal)
  portal(@RequestInput() input: InputOf<typeof billing.portal>) {
    return this.rpc.ask(billing.portal, input);
  }

  @Route(routes.webhook)
  webhook(@Req() request: FastifyRequest) {
    return this.rpc.ask(billing.webhook, signedEvent(request));
  }

  @Route(routes.sandboxCheckout)
  sandboxCheckout(@RequestInput() input: InputOf<typeof billing.sandboxCheckout>) {
    return this.rpc.ask(billing.sandboxCheckout, input);
  }

  @Route(routes.sandboxPay)
  sandboxPay(@RequestInput() input: InputOf<typeof billing.sandboxPay>) {
    return this.rpc.ask(billing.sandboxPay, input);
  }

  @Route(routes.sandboxPortal)
  sandboxPortal(@RequestInput() input: InputOf<typeof billing.sandboxPortal>) {
    return this.rpc.ask(billing.sandboxPortal, input);
  }
}

/** The exact body of a webhook and its signature (docs/security.md S63). Bytes that are not UTF-8 would not survive decoding: MALFORMED. */
function signedEvent({ body, headers }: FastifyRequest): InputOf<typeof billing.webhook> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isUtf8(bytes)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  return { body: bytes.toString('utf8'), signature: [headers['stripe-signature'] ?? ''].flat().join(',') };
}
