import type { DatabaseSpec } from '@kith/kit';
import { ImageEntity } from './images/image.entity.js';
import { MEMORY_COUNT } from './memory/memory-count.js';
import { DELIVERED_TOTAL } from './messages/delivered-total.js';
import { MessageEntity } from './messages/message.entity.js';
import { ModelEntryEntity } from './models/model-entry.entity.js';
import { Chat1763712000000 } from './migrations/1763712000000-chat.js';
import { PINNED_COUNT } from './quality/pinned-count.js';
import { RATING_COUNT } from './quality/rating-count.js';

/** What chat keeps in Postgres. */
export const database: DatabaseSpec = {
  schema: 'chat',
  entities: [ImageEntity, MessageEntity, ModelEntryEntity],
  migrations: [Chat1763712000000],
  counts: [DELIVERED_TOTAL, MEMORY_COUNT, PINNED_COUNT, RATING_COUNT],
};
