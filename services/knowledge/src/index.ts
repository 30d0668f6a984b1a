import type { ServiceDefinition } from '@kith/kit';
import { KnowledgeModule } from './knowledge.module.js';

export { database } from './database.js';
export { KnowledgeModule };
export const definition: ServiceDefinition = { name: 'knowledge', module: KnowledgeModule };
