import type { ServiceDefinition } from '@kith/kit';
import { ChatModule } from './chat.module.js';

export { database } from './database.js';
export { ChatModule };

// A reply occupies its slot while the model writes, which costs little, so many may run at once.
export const definition: ServiceDefinition = { name: 'chat', module: ChatModule, concurrency: 512 };
