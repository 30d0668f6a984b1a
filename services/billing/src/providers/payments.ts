import { CONFIG, Keyring, LOGGER, type Config, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type Provider } from '@nestjs/common';
import type { Mode, PaymentProvider } from './payment-provider.js';
import { SandboxRecords } from '../sandbox/sandbox-records.js';
import { SandboxProvider } from '../sandbox/sandbox.provider.js';

const PROVIDER = Symbol('payment provider');

/** Stripe when a key is set, else the sandbox, which production must enable explicitly (docs/decisions.md B17), else none. */
export const paymentProvider: Provider = {
  provide: PROVIDER,
  inject: [CONFIG, Keyring, SandboxRecords, LOGGER],
  useFactory: async (
    config: Config,
    keyring: Keyring,
    records: SandboxRecords,
    logger: Logger,
  ): Promise<PaymentProvider | null> => {
    if (config.STRIPE_SECRET_KEY !== undefined) {
      // Its library is loaded where it is used: it takes memory that an installation without it does not need.
      const { StripeProvider } = await import('./stripe.provider.js');
      return new StripeProvider(config, config.STRIPE_SECRET_KEY, logger);
    }
    if (config.NODE_ENV === 'production' && !config.BILLING_SANDBOX) return null;
    return new SandboxProvider(config.PUBLIC_URL, keyring, records);
  },
};

/** The payment provider of this installation, if any. */
@Injectable()
export class Payments {
  constructor(@Inject(PROVIDER) readonly provider: PaymentProvider | null) {}

  /** The mode whose rows count. Without a provider, plans that were paid with money stay in force. */
  get mode(): Mode {
    return this.provider?.mode ?? 'live';
  }

  /** The provider. NOT_CONFIGURED without one, or without a webhook secret: forged events could not be detected, so nothing is sold. */
  configured(): PaymentProvider {
    if (!this.provider || this.provider.webhookSecrets.length === 0) throw new AppError('NOT_CONFIGURED');
    return this.provider;
  }
}
