import type { ServiceDefinition } from '@kith/kit';
import { AuthModule } from './auth.module.js';

export { database } from './database.js';
export { AuthModule };
export const definition: ServiceDefinition = { name: 'auth', module: AuthModule };
