import { Audit } from '@kith/kit';
import {
  AppError,
  isErrorCode,
  requireAdmin,
  type OutputOf,
  type ParsedInputOf,
  type payments,
  type WebhookEvent,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Payments } from '../providers/payments.js';
import { RefusedDeliveries } from './refused-deliveries.js';
import { WebhookLog } from './webhook-log.js';
import { WebhookNames } from './webhook-names.js';
import { WebhookService } from './webhook.service.js';

const OTHER_MODE = 'This event belongs to another payment provider, or another mode of it, than the one that is set up now.';

/** The provider's events for administrators, who may have them applied again. */
@Injectable()
export class WebhookAdministration {
  constructor(
    private readonly log: WebhookLog,
    private readonly webhooks: WebhookService,
    private readonly refusals: RefusedDeliveries,
    private readonly names: WebhookNames,
    private readonly payments: Payments,
    private readonly audit: Audit,
  ) {}

  async list({ actor, ...filter }: ParsedInputOf<typeof payments.events>): Promise<OutputOf<typeof payments.events>> {
    requireAdmin(actor);
    const [{ events, ...page }, refused] = await Promise.all([this.log.page(filter), this.refusals.total()]);
    return { ...page, events: await this.names.addTo(events), refused };
  }

  async replay({ actor, eventId }: ParsedInputOf<typeof payments.replay>): Promise<WebhookEvent> {
    requireAdmin(actor);
    const { mode } = this.payments.configured();
    const known = await this.log.find(eventId);
    if (!known) throw new AppError('NOT_FOUND');
    if (known.mode !== mode) throw new AppError('NOT_CONFIGURED', OTHER_MODE);
    const event = await this.log.takeAgain(eventId);
    if (!event) throw new AppError('NOT_FOUND');
    let outcome = 'applied';
    try {
      await this.webhooks.apply(event, true);
    } catch (error) {
      outcome = error instanceof AppError && isErrorCode(error.code) ? error.code : 'INTERNAL';
      throw error;
    } finally {
      const details = { event: eventId, type: event.type, outcome };
      await this.audit.report('webhook_replayed', { actor, ...(known.userId && { target: known.userId }), details });
    }
    return this.one(eventId);
  }

  private async one(id: string): Promise<WebhookEvent> {
    const event = await this.log.find(id);
    const [named] = event ? await this.names.addTo([event]) : [];
    if (!named) throw new AppError('NOT_FOUND');
    return named;
  }
}
