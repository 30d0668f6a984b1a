import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { RpcClient } from '@kith/kit';
import { AppError, billing, type Actor, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../http/credentials.js';
import { CSV } from '../http/csv.js';
import { PresentedCredential, RequestInput } from '../http/request-decorators.js';
import { sendDownload, withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { billingRoutes as routes } from './billing.routes.js';
import { CreditHistory } from './credit-history.js';

@Controller()
export class BillingRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly creditHistory: CreditHistory,
  ) {}

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
    const { movements, total } = await this.creditHistory.page(input);
    return withTotalCount(movements, total, reply);
  }

  @Route(routes.exportHistory)
  async exportHistory(
    @RequestInput() { actor }: { readonly actor: Actor },
    @PresentedCredential() credential: Credential,
    @Res() reply: FastifyReply,
  ) {
    const lines = await this.creditHistory.csv(actor, credential);
    await sendDownload(reply, { name: 'credits.csv', mediaType: CSV }, Readable.from(lines));
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

  @Route(routes.recentPlanPurchase)
  recentPlanPurchase(@RequestInput() input: InputOf<typeof billing.recentPlanPurchase>) {
    return this.rpc.ask(billing.recentPlanPurchase, input);
  }

  @Route(routes.previewPlanChange)
  previewPlanChange(@RequestInput() input: InputOf<typeof billing.previewPlanChange>) {
    return this.rpc.ask(billing.previewPlanChange, input);
  }

  @Route(routes.confirmPlanChange)
  confirmPlanChange(@RequestInput() input: InputOf<typeof billing.confirmPlanChange>) {
    return this.rpc.ask(billing.confirmPlanChange, input);
  }

  @Route(routes.changeSubscription)
  changeSubscription(@RequestInput() input: InputOf<typeof billing.changeSubscription>) {
    return this.rpc.ask(billing.changeSubscription, input);
  }

  @Route(routes.checkout)
  checkout(@RequestInput() input: InputOf<typeof billing.checkout>) {
    return this.rpc.ask(billing.checkout, input);
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

  @Route(routes.changeSandbox)
  changeSandbox(@RequestInput() input: InputOf<typeof billing.changeSandbox>) {
    return this.rpc.ask(billing.changeSandbox, input);
  }
}

/** The exact body of a webhook and its signature (docs/security.md S63). Bytes that are not UTF-8 would not survive decoding: MALFORMED. */
function signedEvent({ body, headers }: FastifyRequest): InputOf<typeof billing.webhook> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isUtf8(bytes)) throw new AppError('MALFORMED', 'The request body is not valid UTF-8.');
  return { body: bytes.toString('utf8'), signature: [headers['stripe-signature'] ?? ''].flat().join(',') };
}
