import type { ServiceDefinition } from '@kith/kit';
import { ChatModule } from './chat.module.js';

export { ChatModule };
export const definition: ServiceDefinition = { name: 'chat', module: ChatModule };
