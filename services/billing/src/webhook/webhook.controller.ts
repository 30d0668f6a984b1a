import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { WebhookService } from './webhook.service.js';

@Controller()
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  @Handle(billing.webhook)
  webhook(input: ParsedInputOf<typeof billing.webhook>) {
    return this.webhooks.receive(input);
  }
}
