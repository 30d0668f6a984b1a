import { LOGGER, type Logger } from '@kith/kit';
import type { billing, ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Customers } from '../checkout/customers.js';
import { Aftermath } from './aftermath.js';
import { EventApplier } from './event-applier.js';
import { factsOf } from './event-facts.js';
import { WebhookGate } from './webhook-gate.js';

const RECEIVED = { received: true } as const;

/** Events of the payment provider: each is applied once, in whatever order they come. The sandbox comes through here too. */
@Injectable()
export class WebhookService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly gate: WebhookGate,
    private readonly customers: Customers,
    private readonly applier: EventApplier,
    private readonly aftermath: Aftermath,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async receive({ body, signature }: ParsedInputOf<typeof billing.webhook>): Promise<typeof RECEIVED> {
    const event = await this.gate.open(body, signature);
    const [known] = await this.database.query<unknown[]>('select from billing.stripe_event where id = $1', [event.id]);
    if (known) return RECEIVED;
    const facts = factsOf(event);
    const customer = facts.customerId === null ? null : await this.customers.byId(facts.customerId);
    if (facts.customerId !== null && !customer)
      this.logger.info({ event: event.id, type: event.type }, 'a payment event of an unknown customer');
    await this.aftermath.tell(await this.applier.applyOnce(event, facts, customer));
    return RECEIVED;
  }
}
