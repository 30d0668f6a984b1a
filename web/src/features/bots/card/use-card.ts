import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { useEffect, useState } from 'react';
import { addMessages, t } from '../../../lib/i18n.js';
import { cardMessages } from '../../../lib/messages/en-card.js';
import { readError } from '../../../lib/read-error.js';
import { request } from '../../../lib/request.js';
import { createStore } from '../../../lib/store.js';
import { toast } from '../../../lib/toast.js';
import { MAX_CARD_BYTES, readCard, type CardItem, type CharacterCard } from './character-card.js';
import { CardError } from './png-text.js';

addMessages(cardMessages);

/** A card and the file that it was read from. */
export interface ImportedCard extends CharacterCard {
  readonly fileName: string;
}

/** The card of the form, while its user switches between the two looks of the form. */
const keptCard = createStore<ImportedCard | null>(null);

/** The card that was imported into the form; `problem` says why a file is none. A form that continues another one has its card. */
export function useCard(isContinued: boolean) {
  const [card, setCard] = useState(() => (isContinued ? keptCard.get() : null));
  useEffect(() => keptCard.set(card), [card]);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (file: File): Promise<ImportedCard | null> => {
    try {
      if (file.size > MAX_CARD_BYTES) throw new CardError('tooLarge');
      const imported = { ...readCard(new Uint8Array(await file.arrayBuffer())), fileName: file.name };
      setCard(imported);
      setProblem(null);
      return imported;
    } catch (error) {
      setProblem(t(`card.problem.${error instanceof CardError ? error.problem : 'notACard'}`));
      return null;
    }
  };
  return { card, problem, read };
}

/** The entries that fit into a new companion of this plan. */
export const itemsWithin = (card: ImportedCard, plan: Plan): readonly CardItem[] =>
  card.items.slice(0, PLAN_CATALOGUE[plan].maxKnowledgeItems);

/** Adds the entries to what a companion knows, one after another; stops at the first that is refused and says so in a toast. */
export async function teachCard(botId: string, items: readonly CardItem[]): Promise<void> {
  for (const [at, item] of items.entries()) {
    try {
      await request('POST', `/api/bots/${botId}/knowledge`, item);
    } catch (error) {
      const { message = t('load.failedText') } = readError(error);
      toast.error(t('card.notTaught', { added: at, total: items.length }), { text: message });
      return;
    }
  }
}
