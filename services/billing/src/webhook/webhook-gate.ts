import { Audit, Limiter, LOGGER, REDIS, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Stripe } from 'stripe';
import { Payments } from '../checkout/payments.js';

const TOLERANCE_S = 300;
// The log of audits is kept for ever: who sends rubbish does not get to fill it.
const REFUSALS = { name: 'webhook-refused', points: 60, windowS: 60, wait: 'window' } as const;

/** Lets in what the provider signed, and nothing else. */
@Injectable()
export class WebhookGate {
  private readonly refusals: Limiter;

  constructor(
    private readonly payments: Payments,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REDIS) redis: Redis,
  ) {
    this.refusals = new Limiter(redis, REFUSALS);
  }

  /** The event in the body. NOT_CONFIGURED without a secret; SIGNATURE_INVALID for what is not signed, too old or of another mode. */
  async open(body: string, signature: string): Promise<Stripe.Event> {
    const { mode, webhookSecrets } = this.payments.configured();
    const event = webhookSecrets.map((secret) => verified(body, signature, secret)).find((event) => event !== null);
    if (!event) return this.refuse('signature');
    if (event.livemode !== (mode === 'live')) return this.refuse('livemode', event.id);
    // Events of accounts that are connected to ours are about somebody else's customers.
    if (event.account !== undefined) return this.refuse('account', event.id);
    return event;
  }

  private async refuse(reason: string, event = 'unknown'): Promise<never> {
    this.logger.warn({ reason, event }, 'payment event refused');
    const isCounted = await this.refusals.take('all').then(
      () => true,
      () => false,
    );
    if (isCounted) await this.audit.report('webhook_refused', { details: { reason, event: event.slice(0, 300) } });
    throw new AppError('SIGNATURE_INVALID');
  }
}

function verified(body: string, signature: string, secret: string): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S);
  } catch {
    return null;
  }
}
