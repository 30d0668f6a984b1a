import { PreparedStatement } from '@kith/kit';
import type { KnownRow } from '../memory/known-rows.js';
import { BEGINNING, type ReadExchange } from './recent-exchanges.js';

/** The last exchanges of a conversation that `maxTokens` hold. */
export interface ConversationEnd {
  readonly botId: string;
  readonly conversation: string;
  readonly maxTokens: number;
  readonly replaces?: string | undefined;
}

/** A message, and who asks it where. */
export interface Asking {
  readonly requestId: string;
  readonly member: string;
  /** Of the memory. */
  readonly scopes: readonly string[];
}

/** What a reply begins with, read at once. */
export interface Beginning {
  /** How often the bot had been wiped before. */
  readonly epoch: number;
  /** Whether the bot was wiped within the last minute. */
  readonly isJustWiped: boolean;
  readonly hasPinnedAnswers: boolean;
  /** Whether the message has a reply already. */
  readonly isStored: boolean;
  /** What is remembered of its author. */
  readonly known: readonly KnownRow[];
  /** For `recentExchanges`. */
  readonly rows: readonly ReadExchange[];
}

export const BEGINNINGS = new PreparedStatement<
  ReadExchange &
    Pick<Beginning, 'isJustWiped' | 'hasPinnedAnswers' | 'isStored'> & {
      readonly isHead: boolean;
      readonly epoch: number | null;
      readonly known: readonly KnownRow[] | null;
    }
>(BEGINNING);
