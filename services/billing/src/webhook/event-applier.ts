import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Stripe } from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from '../checkout/customer.entity.js';
import { lockUser } from '../user-lock.js';
import type { EventFacts } from './event-facts.js';
import { PaymentBook, type Booking } from './payment-book.js';
import { SubscriptionSync, type Truth } from './subscription-sync.js';

/** What an event changed. */
export interface Effects {
  readonly bookings: readonly Booking[];
  /** Whose subscription is another one now. */
  readonly subscriberId: string | null;
}

const CLAIM = `
  insert into billing.stripe_event (id, type, created_at) values ($1, $2, to_timestamp($3)) on conflict do nothing returning id`;

/** What one event does, in one transaction: any failure takes back all of it, the claim of the event included. */
@Injectable()
export class EventApplier {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sync: SubscriptionSync,
    private readonly book: PaymentBook,
  ) {}

  /** Does nothing for an event that was applied before. */
  applyOnce(event: Stripe.Event, facts: EventFacts, customer: Customer | null): Promise<Effects> {
    const apply = async (manager: EntityManager, truth: Truth | null): Promise<Effects> => {
      const [claimed] = await manager.query<unknown[]>(CLAIM, [event.id, event.type, event.created]);
      return claimed ? this.apply(manager, facts, customer, truth) : { bookings: [], subscriberId: null };
    };
    return customer && facts.concernsSubscription
      ? this.sync.withTruth(customer.id, apply)
      : this.database.transaction((manager) => apply(manager, null));
  }

  private async apply(
    manager: EntityManager,
    facts: EventFacts,
    customer: Customer | null,
    truth: Truth | null,
  ): Promise<Effects> {
    if (customer) await lockUser(manager, customer.userId);
    const isChanged = truth !== null && (await this.sync.store(manager, truth));
    if (customer && facts.isCustomerGone) await manager.delete(Customer, { id: customer.id });
    const bookings = [
      customer && facts.checkout ? await this.book.endCheckout(manager, customer, facts.checkout) : null,
      facts.reversal ? await this.book.reverse(manager, facts.reversal) : null,
      customer && facts.invoicePaidCents ? invoiceOf(customer, facts.invoicePaidCents) : null,
    ].filter((booking) => booking !== null);
    return { bookings, subscriberId: isChanged && customer ? customer.userId : null };
  }
}

const invoiceOf = ({ userId, mode }: Customer, cents: number): Booking => ({
  userId,
  action: 'payment_received',
  details: { cents, mode },
});
