import { badField } from '@kith/proto';
import { folded } from '../search/keywords.js';
import type { KnowledgeItemEntity } from './knowledge-item.entity.js';

/** Throws BAD_INPUT when an item would enter prompts by key words and has none that can occur in a message. */
export function requireKeywords({ activation, keywords }: Pick<KnowledgeItemEntity, 'activation' | 'keywords'>): void {
  if (activation === 'keywords' && !keywords.some((word) => folded(word) !== ''))
    throw badField('keywords', 'Please enter at least one key word');
}
