import type { ServiceDefinition } from '@kith/kit';
import { BotRunnerModule } from './bot-runner.module.js';

export { database } from './database.js';
export { BotRunnerModule };
export const definition: ServiceDefinition = { name: 'bot-runner', module: BotRunnerModule };
