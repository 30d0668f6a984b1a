import type { ServiceDefinition } from '@kith/kit';
import { BotsModule } from './bots.module.js';

export { database } from './database.js';
export { BotsModule };
export const definition: ServiceDefinition = { name: 'bots', module: BotsModule };
