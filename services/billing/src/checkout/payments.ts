import { CONFIG, Keyring, LOGGER, type Config, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type Provider } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Mode, PaymentProvider } from './payment-provider.js';
import { SandboxProvider } from './sandbox.provider.js';
import { StripeProvider } from './stripe.provider.js';

const PROVIDER = Symbol('payment provider');

/** Stripe with a key; else the sandbox, which production has to ask for by name (decision B17); else nothing. */
export const paymentProvider: Provider = {
  provide: PROVIDER,
  inject: [CONFIG, Keyring, getDataSourceToken(), LOGGER],
  useFactory: (config: Config, keyring: Keyring, database: DataSource, logger: Logger): PaymentProvider | null => {
    if (config.STRIPE_SECRET_KEY !== undefined) return new StripeProvider(config, config.STRIPE_SECRET_KEY, logger);
    if (config.NODE_ENV === 'production' && !config.BILLING_SANDBOX) return null;
    return new SandboxProvider(config.PUBLIC_URL, keyring, database);
  },
};

@Injectable()
export class Payments {
  constructor(@Inject(PROVIDER) readonly provider: PaymentProvider | null) {}

  /** Whose rows count. Without a provider what was paid for with money stays in force. */
  get mode(): Mode {
    return this.provider?.mode ?? 'live';
  }

  /** NOT_CONFIGURED without a provider, or when its events could not be told from forged ones: nothing is sold then. */
  configured(): PaymentProvider {
    if (!this.provider || this.provider.webhookSecrets.length === 0) throw new AppError('NOT_CONFIGURED');
    return this.provider;
  }
}
