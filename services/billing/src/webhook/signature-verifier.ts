import { Audit, RateLimiter, LOGGER, REDIS, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Stripe } from 'stripe';
import { Payments } from '../providers/payments.js';
import { RefusedDeliveries } from './refused-deliveries.js';

type Library = Pick<typeof Stripe, 'webhooks'>;

const TOLERANCE_S = 300;
// The audit log is kept for ever: a flood of forged events must not fill it.
const AUDITED_REFUSALS = { name: 'webhook-refused', points: 60, windowS: 60, wait: 'window' } as const;

/** Accepts events that the payment provider signed, and rejects all others. */
@Injectable()
export class SignatureVerifier {
  private readonly auditedRefusals: RateLimiter;

  constructor(
    private readonly payments: Payments,
    private readonly audit: Audit,
    private readonly refusals: RefusedDeliveries,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REDIS) redis: Redis,
  ) {
    this.auditedRefusals = new RateLimiter(redis, AUDITED_REFUSALS);
  }

  /** The event in the body. NOT_CONFIGURED without a secret; SIGNATURE_INVALID when it is unsigned, too old or of another mode. */
  async verify(body: string, signature: string): Promise<Stripe.Event> {
    const { mode, webhookSecrets } = this.payments.configured();
    const { Stripe: library } = await import('stripe');
    const event = webhookSecrets
      .map((secret) => constructEvent(library, body, signature, secret))
      .find((event) => event !== null);
    if (!event) return this.reject('signature');
    if (event.livemode !== (mode === 'live')) return this.reject('livemode', event.id);
    // Events of connected accounts are about customers that are not ours.
    if (event.account !== undefined) return this.reject('account', event.id);
    return event;
  }

  private async reject(reason: string, event = 'unknown'): Promise<never> {
    this.logger.warn({ reason, event }, 'payment event rejected');
    await this.refusals.count();
    const isAudited = await this.auditedRefusals.consume('all').then(
      () => true,
      () => false,
    );
    if (isAudited) await this.audit.report('webhook_refused', { details: { reason, event: event.slice(0, 300) } });
    throw new AppError('SIGNATURE_INVALID');
  }
}

/** The event if the secret signed it; null otherwise. */
function constructEvent({ webhooks }: Library, body: string, signature: string, secret: string): Stripe.Event | null {
  try {
    return webhooks.constructEvent(body, signature, secret, TOLERANCE_S);
  } catch {
    return null;
  }
}
