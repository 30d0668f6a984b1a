import type { billing, ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CustomerEntity } from '../checkout/customer.entity.js';
import { Customers } from '../checkout/customers.js';
import { lockUser } from '../locks.js';
import { Payments } from '../providers/payments.js';
import type { ProviderInvoice } from '../providers/payment-provider.js';
import { parseEvent } from './event-parser.js';
import { Notifier, type EventEffects } from './notifier.js';
import { PaymentsLedger } from './payments-ledger.js';
import { SignatureVerifier } from './signature-verifier.js';
import { SubscriptionSync, type ProviderSnapshot } from './subscription-sync.js';
import { WebhookLog, type ReceivedEvent } from './webhook-log.js';

const RECEIVED = { received: true } as const;
const NOTHING: EventEffects = { payments: [], subscriberId: null };

/** What applying an event needs besides the event. */
interface EventContext {
  readonly customer: CustomerEntity | null;
  /** The paid invoice of the event, as the provider reports it. */
  readonly invoice: ProviderInvoice | null;
  readonly isReplayed: boolean;
}

/** Applies one event in one transaction. A failure rolls back everything, the claim of the event included, so that it can be repeated. */
@Injectable()
export class EventApplier {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly log: WebhookLog,
    private readonly sync: SubscriptionSync,
    private readonly ledger: PaymentsLedger,
  ) {}

  /** Does nothing for an event that was applied before, unless it is replayed. */
  applyOnce(event: ReceivedEvent, context: EventContext): Promise<EventEffects> {
    const { customer, isReplayed } = context;
    const apply = async (manager: EntityManager, snapshot: ProviderSnapshot | null): Promise<EventEffects> => {
      const isClaimed = await this.log.claim(manager, event, customer, isReplayed);
      return isClaimed ? this.apply(manager, event, context, snapshot) : NOTHING;
    };
    return customer && event.parsed.concernsSubscription
      ? this.sync.withSnapshot(customer.id, apply)
      : this.database.transaction((manager) => apply(manager, null));
  }

  private async apply(
    manager: EntityManager,
    event: ReceivedEvent,
    { customer, invoice }: EventContext,
    snapshot: ProviderSnapshot | null,
  ): Promise<EventEffects> {
    const { parsed, happenedAt } = event;
    if (customer) await lockUser(manager, customer.userId);
    const isChanged = snapshot !== null && (await this.sync.store(manager, snapshot));
    if (customer && parsed.isCustomerDeleted) await manager.delete(CustomerEntity, { id: customer.id });
    if (customer && parsed.declinedCheckoutId !== undefined)
      await this.ledger.decline(manager, customer, parsed.declinedCheckoutId);
    const payments = [
      customer && parsed.checkout ? await this.ledger.closeCheckout(manager, customer, parsed.checkout, happenedAt) : null,
      parsed.reversal ? await this.ledger.reverse(manager, parsed.reversal, happenedAt) : null,
      customer && invoice ? await this.ledger.storeInvoice(manager, customer, invoice, happenedAt) : null,
    ].filter((payment) => payment !== null);
    const [payment] = payments;
    if (payment && !customer) await this.log.setUser(manager, event, payment.userId);
    return { payments, subscriberId: isChanged && customer ? customer.userId : null };
  }
}

/** Receives events of the payment provider and of the sandbox: each is applied once, in whatever order they arrive. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly payments: Payments,
    private readonly verifier: SignatureVerifier,
    private readonly log: WebhookLog,
    private readonly customers: Customers,
    private readonly applier: EventApplier,
    private readonly notifier: Notifier,
  ) {}

  async receive({ body, signature }: ParsedInputOf<typeof billing.webhook>): Promise<typeof RECEIVED> {
    const event = await this.verifier.verify(body, signature);
    const { id, type } = event;
    const happenedAt = new Date(event.created * 1000);
    const received = { id, type, mode: this.payments.mode, parsed: parseEvent(event), happenedAt };
    if (await this.log.receive(received)) await this.apply(received, false);
    return RECEIVED;
  }

  /** Applies an event; a failure is stored with it and thrown. With `isReplayed` also one that was applied before: every step is idempotent. */
  async apply(event: ReceivedEvent, isReplayed: boolean): Promise<void> {
    try {
      const { customerId, paidInvoiceId } = event.parsed;
      const customer = customerId === null ? null : await this.customers.findById(customerId);
      const invoice =
        customer && paidInvoiceId !== undefined ? await this.payments.configured().readInvoice(customer.id, paidInvoiceId) : null;
      await this.notifier.publish(await this.applier.applyOnce(event, { customer, invoice, isReplayed }));
    } catch (error) {
      await this.log.fail(event, error);
      throw error;
    }
  }
}
