import type { ServiceDefinition } from '@kith/kit';
import { BillingModule } from './billing.module.js';

export { database } from './database.js';
export { BillingModule };
export const definition: ServiceDefinition = { name: 'billing', module: BillingModule };
