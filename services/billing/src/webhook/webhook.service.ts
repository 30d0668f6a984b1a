import { LOGGER, type Logger } from '@kith/kit';
import type { billing, ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Stripe } from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { CustomerEntity } from '../checkout/customer.entity.js';
import { Customers } from '../checkout/customers.js';
import { lockUser } from '../locks.js';
import { parseEvent, type ParsedEvent } from './event-parser.js';
import { Notifier, type EventEffects } from './notifier.js';
import { PaymentsLedger, type PaymentRecord } from './payments-ledger.js';
import { SignatureVerifier } from './signature-verifier.js';
import { SubscriptionSync, type ProviderSnapshot } from './subscription-sync.js';

const RECEIVED = { received: true } as const;
const CLAIM_EVENT = `
  insert into billing.stripe_event (id, type, created_at) values ($1, $2, to_timestamp($3)) on conflict do nothing returning id`;

/** Applies one event in one transaction. A failure rolls back everything, the claim of the event included, so that it can be repeated. */
@Injectable()
export class EventApplier {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sync: SubscriptionSync,
    private readonly ledger: PaymentsLedger,
  ) {}

  /** Does nothing for an event that was applied before. */
  applyOnce(event: Stripe.Event, parsed: ParsedEvent, customer: CustomerEntity | null): Promise<EventEffects> {
    const apply = async (manager: EntityManager, snapshot: ProviderSnapshot | null): Promise<EventEffects> => {
      const [claimed] = await manager.query<unknown[]>(CLAIM_EVENT, [event.id, event.type, event.created]);
      return claimed ? this.apply(manager, parsed, customer, snapshot) : { payments: [], subscriberId: null };
    };
    return customer && parsed.concernsSubscription
      ? this.sync.withSnapshot(customer.id, apply)
      : this.database.transaction((manager) => apply(manager, null));
  }

  private async apply(
    manager: EntityManager,
    parsed: ParsedEvent,
    customer: CustomerEntity | null,
    snapshot: ProviderSnapshot | null,
  ): Promise<EventEffects> {
    if (customer) await lockUser(manager, customer.userId);
    const isChanged = snapshot !== null && (await this.sync.store(manager, snapshot));
    if (customer && parsed.isCustomerDeleted) await manager.delete(CustomerEntity, { id: customer.id });
    if (customer && parsed.declinedCheckoutId !== undefined)
      await this.ledger.decline(manager, customer, parsed.declinedCheckoutId);
    const payments = [
      customer && parsed.checkout ? await this.ledger.closeCheckout(manager, customer, parsed.checkout) : null,
      parsed.reversal ? await this.ledger.reverse(manager, parsed.reversal) : null,
      customer && parsed.invoicePaidCents ? invoiceRecord(customer, parsed.invoicePaidCents) : null,
    ].filter((payment) => payment !== null);
    return { payments, subscriberId: isChanged && customer ? customer.userId : null };
  }
}

/** Receives events of the payment provider and of the sandbox: each is applied once, in whatever order they arrive. */
@Injectable()
export class WebhookService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly verifier: SignatureVerifier,
    private readonly customers: Customers,
    private readonly applier: EventApplier,
    private readonly notifier: Notifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async receive({ body, signature }: ParsedInputOf<typeof billing.webhook>): Promise<typeof RECEIVED> {
    const event = await this.verifier.verify(body, signature);
    const [known] = await this.database.query<unknown[]>('select from billing.stripe_event where id = $1', [event.id]);
    if (known) return RECEIVED;
    const parsed = parseEvent(event);
    const customer = parsed.customerId === null ? null : await this.customers.findById(parsed.customerId);
    if (parsed.customerId !== null && !customer)
      this.logger.info({ event: event.id, type: event.type }, 'payment event of an unknown customer');
    await this.notifier.publish(await this.applier.applyOnce(event, parsed, customer));
    return RECEIVED;
  }
}

const invoiceRecord = ({ userId, mode }: CustomerEntity, cents: number): PaymentRecord => ({
  userId,
  action: 'payment_received',
  details: { cents, mode },
});
