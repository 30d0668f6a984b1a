import type { DatabaseSpec } from '@kith/kit';
import { KnowledgeItemEntity } from './items/knowledge-item.entity.js';
import { SavedQuestionEntity } from './search/saved-question.entity.js';
import { Knowledge1763712000000 } from './migrations/1763712000000-knowledge.js';

/** What knowledge keeps in Postgres. */
export const database: DatabaseSpec = {
  schema: 'knowledge',
  entities: [KnowledgeItemEntity, SavedQuestionEntity],
  migrations: [Knowledge1763712000000],
};
