import { Handle } from '@kith/kit';
import { payments, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { WebhookAdministration } from '../webhook/webhook-administration.service.js';
import { PaymentList } from './payment-list.service.js';
import { StatisticsService } from './statistics.service.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly events: WebhookAdministration,
    private readonly list: PaymentList,
    private readonly statistics: StatisticsService,
  ) {}

  @Handle(payments.events)
  listEvents(input: ParsedInputOf<typeof payments.events>) {
    return this.events.list(input);
  }

  @Handle(payments.replay)
  replay(input: ParsedInputOf<typeof payments.replay>) {
    return this.events.replay(input);
  }

  @Handle(payments.list)
  own(input: ParsedInputOf<typeof payments.list>) {
    return this.list.own(input);
  }

  @Handle(payments.ofUser)
  ofUser(input: ParsedInputOf<typeof payments.ofUser>) {
    return this.list.ofUser(input);
  }

  @Handle(payments.statistics)
  readStatistics(input: ParsedInputOf<typeof payments.statistics>) {
    return this.statistics.of(input);
  }
}
