import { RpcClient } from '@kith/kit';
import { billing, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { billingRoutes as routes } from './billing.routes.js';
import { signedEvent } from './signed-event.js';

@Controller()
export class BillingRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.credits)
  async credits(@Asked() asked: InputOf<typeof billing.usage>) {
    const { credits } = await this.rpc.ask(billing.usage, asked);
    return { credits };
  }

  @Route(routes.packages)
  packages(@Asked() asked: InputOf<typeof billing.packages>) {
    return this.rpc.ask(billing.packages, asked);
  }

  @Route(routes.history)
  async history(@Asked() asked: InputOf<typeof billing.history>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { movements, total } = await this.rpc.ask(billing.history, asked);
    return counted(movements, total, reply);
  }

  @Route(routes.checkoutCredits)
  checkoutCredits(@Asked() asked: InputOf<typeof billing.checkoutCredits>) {
    return this.rpc.ask(billing.checkoutCredits, asked);
  }

  @Route(routes.upgrade)
  upgrade(@Asked() asked: InputOf<typeof billing.checkoutPlan>) {
    return this.rpc.ask(billing.checkoutPlan, asked);
  }

  @Route(routes.checkoutPlan)
  checkoutPlan(@Asked() asked: InputOf<typeof billing.checkoutPlan>) {
    return this.rpc.ask(billing.checkoutPlan, asked);
  }

  @Route(routes.subscription)
  subscription(@Asked() asked: InputOf<typeof billing.subscription>) {
    return this.rpc.ask(billing.subscription, asked);
  }

  @Route(routes.portal)
  portal(@Asked() asked: InputOf<typeof billing.portal>) {
    return this.rpc.ask(billing.portal, asked);
  }

  @Route(routes.webhook)
  webhook(@Req() request: FastifyRequest) {
    return this.rpc.ask(billing.webhook, signedEvent(request));
  }

  @Route(routes.sandboxCheckout)
  sandboxCheckout(@Asked() asked: InputOf<typeof billing.sandboxCheckout>) {
    return this.rpc.ask(billing.sandboxCheckout, asked);
  }

  @Route(routes.sandboxPay)
  sandboxPay(@Asked() asked: InputOf<typeof billing.sandboxPay>) {
    return this.rpc.ask(billing.sandboxPay, asked);
  }

  @Route(routes.sandboxPortal)
  sandboxPortal(@Asked() asked: InputOf<typeof billing.sandboxPortal>) {
    return this.rpc.ask(billing.sandboxPortal, asked);
  }
}
