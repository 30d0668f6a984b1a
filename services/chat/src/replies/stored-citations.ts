import type { Citation } from '@kith/proto';
import { z } from 'zod';
import type { MessageEntity } from '../messages/message.entity.js';

const CitedPassages = z.array(z.object({ itemId: z.string(), passages: z.array(z.string()) }));

/** As they are stored with a message; their titles are its `sources`. */
export const citedPassagesOf = (citations: readonly Citation[]): string =>
  citations.length === 0 ? '' : JSON.stringify(citations.map(({ itemId, passages }) => ({ itemId, passages })));

/** The citations of a stored message; none where no passages are kept. */
export function citationsOf({ sources, citedPassages }: Pick<MessageEntity, 'sources' | 'citedPassages'>): Citation[] {
  if (citedPassages === '') return [];
  return CitedPassages.parse(JSON.parse(citedPassages)).map((cited, at) => ({ ...cited, title: sources[at] ?? '' }));
}
