import type { ServiceDefinition } from '@kith/kit';
import { ChatModule } from './chat.module.js';

export { ChatModule };

// A reply holds its place while the model writes: many at once cost little.
export const definition: ServiceDefinition = { name: 'chat', module: ChatModule, concurrency: 512 };
