import type { ServiceDefinition } from '@kith/kit';
import { SandboxModule } from './sandbox.module.js';

/** Runs users' JavaScript; holds no secrets and knows no way out. */
export const definition: ServiceDefinition = { name: 'sandbox', module: SandboxModule };
