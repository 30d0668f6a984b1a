import type { ServiceDefinition } from '@kith/kit';
import { SandboxModule } from './sandbox.module.js';

/** Runs users' JavaScript. The service has no secrets and no database. */
export const definition: ServiceDefinition = { name: 'sandbox', module: SandboxModule };
