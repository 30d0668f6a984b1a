import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { Payments } from '../providers/payments.js';
import { SandboxSimulator } from '../sandbox/sandbox-simulator.js';
import { Notifier } from '../webhook/notifier.js';
import { SubscriptionSync } from '../webhook/subscription-sync.js';

/** The part of the sweep that is about subscriptions: renews those of the sandbox, reads overdue ones, ends unpaid ones, tells their users. */
@Injectable()
export class SubscriptionSweep {
  constructor(
    private readonly payments: Payments,
    private readonly simulator: SandboxSimulator,
    private readonly sync: SubscriptionSync,
    private readonly notifier: Notifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Errors are only logged: a provider that is down must not delay the announcement of plans that have ended. */
  async update(): Promise<void> {
    if (!this.isConfigured()) return;
    try {
      if (this.payments.mode === 'sandbox') await this.simulator.renewDue();
      await this.sync.syncOverdue();
    } catch (error) {
      this.logger.warn({ err: error }, 'subscriptions could not be read from the payment provider');
    }
  }

  /** Does what is due about the subscriptions of these users. */
  async settle(userIds: readonly string[]): Promise<void> {
    if (this.isConfigured()) await this.notifier.settleDue(userIds);
  }

  /** Those of these users about whose subscriptions something is left to do. */
  findUnsettled(userIds: readonly string[]): Promise<string[]> {
    return this.notifier.findUnsettled(userIds);
  }

  private isConfigured(): boolean {
    const { provider } = this.payments;
    return provider !== null && provider.webhookSecrets.length > 0;
  }
}
