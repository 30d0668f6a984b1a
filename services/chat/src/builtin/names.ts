import type { ReplyContext } from '../replies/reply-writer.js';
import { partsOf } from './message-parts.js';
import { languageOf } from './question.js';
import { withoutMarkup } from './quotes.js';

type Known = Pick<ReplyContext, 'persona' | 'history' | 'author' | 'authorName' | 'memory'>;

/** A line of the memory that holds how its author wants to be called. */
const REMEMBERED = /^name: (.{1,60}?) \(/i;

/** How who writes is called: as they said in this conversation or before, or by their name on Discord; null when it is not known. */
export function nameOf({ persona, history, author, authorName, memory = [] }: Known): string | null {
  const said = history
    .filter((exchange) => exchange.author === author)
    .toReversed()
    .map((exchange) => statedIn(exchange.question, persona.name))
    .find((name) => name !== undefined);
  const remembered = memory.map((line) => REMEMBERED.exec(line)?.[1]).find((name) => name !== undefined);
  const name = said ?? remembered ?? authorName;
  return name === null ? null : withoutMarkup(name);
}

function statedIn(message: string, botName: string): string | undefined {
  return partsOf(message, botName, languageOf(message, botName)).statedName;
}
